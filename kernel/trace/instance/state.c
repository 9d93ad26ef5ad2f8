// SPDX-License-Identifier: GPL-2.0
/*
 * state.c - sub-buffers, clock, CPUs and switch of an instance's rings.
 *
 * A snapshot exchanges the parts of the live and of the spare ring, so whatever shapes one is done to the
 * other too; when only the first half of that succeeds it is undone.
 */

#include <linux/errno.h>
#include <linux/string.h>

#include "instance_internal.h"

/* === Sub-buffers === */

/**
 * trace_array_set_order() - change the size of sub-buffers
 * @tr:		instance
 * @order:	a sub-buffer becomes PAGE_SIZE << @order bytes
 *
 * What is recorded is dropped.
 *
 * Context: task; takes trace_types_lock.
 * Return: 0, -EINVAL, -ENOMEM, -EBUSY while the ring is walked or mapped.
 */
int trace_array_set_order(struct trace_array *tr, unsigned int order)
{
	unsigned int old;
	int ret;

	if (order > RING_ORDER_MAX)
		return -EINVAL;
	guard(mutex)(&trace_types_lock);
	old = ring_order(tr->ring);
	if (order == old)
		return 0;
	if (tr->spare_ref)
		return -EBUSY;
	ret = ring_set_order(tr->ring, order);
	if (ret || !tr->spare)
		return ret;
	ret = ring_set_order(tr->spare, order);
	/* Two rings of different order cannot be exchanged: better none than one that does not fit. */
	if (ret && ring_set_order(tr->ring, old))
		trace_snapshot_free(tr);
	return ret;
}

/**
 * trace_array_clear() - drop what is recorded
 * @tr:		instance
 * @cpu:	one CPU or RING_ALL_CPUS
 *
 * Context: task.
 */
void trace_array_clear(struct trace_array *tr, int cpu)
{
	ring_reset(tr->ring, cpu);
}

/* === Clock === */

static void clock_change(struct ring *r, u64 (*now)(void))
{
	/* No record between the two: it would have a time of the old clock behind the clear. */
	ring_stop(r);
	ring_set_clock(r, now);
	ring_reset(r, RING_ALL_CPUS);
	ring_start(r);
}

/**
 * trace_array_set_clock() - change the clock of time stamps
 * @tr:		instance
 * @name:	of a clock
 *
 * What is recorded is dropped if the clock really changes: stamps of two clocks never meet in a ring.
 *
 * Context: task; takes trace_types_lock.
 * Return: 0 or -EINVAL.
 */
int trace_array_set_clock(struct trace_array *tr, const char *name)
{
	const struct trace_clock_desc *clock = trace_clock_find(name);

	if (!clock)
		return -EINVAL;
	guard(mutex)(&trace_types_lock);
	if (clock == tr->clock)
		return 0;
	tr->clock = clock;
	clock_change(tr->ring, clock->now);
	if (tr->spare)
		clock_change(tr->spare, clock->now);
	return 0;
}

/* === CPUs === */

static void cpu_switch(struct trace_array *tr, int cpu, bool on)
{
	void (*change)(struct ring *r, int cpu) = on ? ring_start_cpu : ring_stop_cpu;

	change(tr->ring, cpu);
	if (tr->spare)
		change(tr->spare, cpu);
}

/**
 * trace_array_set_cpumask() - record on some CPUs only
 * @tr:		instance
 * @mask:	CPUs that record
 *
 * Context: task; takes trace_types_lock.
 * Return: 0
 */
int trace_array_set_cpumask(struct trace_array *tr, const struct cpumask *mask)
{
	int cpu;

	guard(mutex)(&trace_types_lock);
	for_each_possible_cpu(cpu) {
		bool on = cpumask_test_cpu(cpu, mask);

		if (on != cpumask_test_cpu(cpu, tr->cpumask))
			cpu_switch(tr, cpu, on);
	}
	cpumask_copy(tr->cpumask, mask);
	return 0;
}

/* === On and off === */

/**
 * trace_array_on() - let it record
 * @tr:		instance; NULL is ignored
 *
 * Context: any.
 */
void trace_array_on(struct trace_array *tr)
{
	if (!tr)
		return;
	WRITE_ONCE(tr->off_by, NULL);
	ring_record_on(tr->ring);
}

/**
 * trace_array_off() - stop recording, as tracing_on does
 * @tr:		instance; NULL is ignored
 * @who:	why, a constant text for the header of the trace file; NULL: the user said so
 *
 * Context: any.
 */
void trace_array_off(struct trace_array *tr, const char *who)
{
	if (!tr || !ring_record_is_on(tr->ring))
		return;
	ring_record_off(tr->ring);
	WRITE_ONCE(tr->off_by, who);
}

bool trace_array_is_on(struct trace_array *tr)
{
	return tr && ring_record_is_on(tr->ring);
}

/**
 * trace_array_switch() - what writing tracing_on does
 * @tr:		instance
 * @on:		new state
 *
 * Those who wait for data are woken when it goes off, to see that none will come.
 *
 * Context: task; takes trace_types_lock.
 */
void trace_array_switch(struct trace_array *tr, bool on)
{
	guard(mutex)(&trace_types_lock);
	if (on == trace_array_is_on(tr))
		return;
	if (on) {
		trace_array_on(tr);
		if (tr->tracer->start)
			tr->tracer->start(tr);
		return;
	}
	trace_array_off(tr, NULL);
	if (tr->tracer->stop)
		tr->tracer->stop(tr);
	ring_wake(tr->ring, RING_ALL_CPUS);
}
