// SPDX-License-Identifier: GPL-2.0
/*
 * snapshot.c - the spare ring, and exchanging it with the live one.
 *
 * Taking a snapshot exchanges the parts of both rings, CPU by CPU, and leaves the rings themselves where
 * they are: a writer in the middle of a record commits to the part it reserved in, and who waits for
 * tr->ring goes on waiting for tr->ring.
 *
 * The spare comes and goes under trace_types_lock.  It is exchanged from any context but NMI, under
 * snap_lock, for which nobody waits: it may be an event hit inside of the exchange that asks, and two
 * snapshots at the same moment are one.
 */

#include <linux/errno.h>
#include <linux/export.h>
#include <linux/string.h>

#include "instance_internal.h"

/* === The spare === */

/* A new ring records everywhere. */
static void mask_ring(struct trace_array *tr, struct ring *r)
{
	int cpu;

	for_each_possible_cpu(cpu)
		if (!cpumask_test_cpu(cpu, tr->cpumask))
			ring_stop_cpu(r, cpu);
}

/* A ring of the shape of the live one. */
static struct ring *spare_make(struct trace_array *tr)
{
	struct ring_conf conf = {
		.bytes		= tr->expanded ? tr->size_asked : 1,
		.order		= ring_order(tr->ring),
		.overwrite	= ring_overwrite(tr->ring),
		.clock		= tr->clock->now,
	};
	struct ring *r = ring_alloc(&conf);

	if (!r)
		return NULL;
	if (ring_size_like(r, tr->ring)) {
		ring_free(r);
		return NULL;
	}
	ring_set_time_abs(r, ring_time_abs(tr->ring));
	mask_ring(tr, r);
	return r;
}

static struct ring *spare_set(struct trace_array *tr, struct ring *spare)
{
	struct ring *old = tr->spare;
	unsigned long flags;

	raw_spin_lock_irqsave(&tr->snap_lock, flags);
	WRITE_ONCE(tr->spare, spare);
	raw_spin_unlock_irqrestore(&tr->snap_lock, flags);
	return old;
}

/**
 * trace_snapshot_alloc() - have a spare ring
 * @tr:		instance
 *
 * Context: task; trace_types_lock held.
 * Return: 0, also if there is one already; -ENOMEM.
 */
int trace_snapshot_alloc(struct trace_array *tr)
{
	struct ring *spare;
	int ret;

	lockdep_assert_held(&trace_types_lock);
	if (tr->spare)
		return 0;
	ret = trace_array_expand(tr);
	if (ret)
		return ret;
	spare = spare_make(tr);
	if (!spare)
		return -ENOMEM;
	spare_set(tr, spare);
	return 0;
}

/**
 * trace_snapshot_free() - give up the spare ring
 * @tr:		instance
 *
 * Context: task; trace_types_lock held.
 * Return: 0, also if there is none; -EBUSY while a file reads it.
 */
int trace_snapshot_free(struct trace_array *tr)
{
	lockdep_assert_held(&trace_types_lock);
	if (tr->spare_ref)
		return -EBUSY;
	ring_free(spare_set(tr, NULL));
	return 0;
}

/* A file reads the spare: it stays until trace_snapshot_put(). */
int trace_snapshot_get(struct trace_array *tr)
{
	lockdep_assert_held(&trace_types_lock);
	if (!tr->spare)
		return -ENOSPC;
	tr->spare_ref++;
	return 0;
}

void trace_snapshot_put(struct trace_array *tr)
{
	lockdep_assert_held(&trace_types_lock);
	tr->spare_ref--;
}

/* === Taking one === */

static int take_locked(struct trace_array *tr, int cpu)
{
	if (!tr->spare)
		return -ENOSPC;
	return ring_swap(tr->ring, tr->spare, cpu);
}

/**
 * trace_snapshot_take() - exchange the live ring with the spare one
 * @tr:		instance
 * @cpu:	one CPU or RING_ALL_CPUS
 *
 * The spare is not cleared first: what it held becomes the start of what is recorded from now on, unless
 * the caller cleared it.
 *
 * Context: any; refused in NMI.
 * Return: 0; -ENOSPC: there is no spare; -EBUSY: the ring is mapped or being resized, another snapshot is
 * being taken, or this is an NMI.
 */
int trace_snapshot_take(struct trace_array *tr, int cpu)
{
	unsigned long flags;
	int ret;

	if (in_nmi() || !raw_spin_trylock_irqsave(&tr->snap_lock, flags))
		return -EBUSY;
	ret = take_locked(tr, cpu);
	raw_spin_unlock_irqrestore(&tr->snap_lock, flags);
	return ret;
}

/* === Conditional ones === */

/**
 * trace_snapshot_cond_take() - take a snapshot if the owner of the condition says so
 * @tr:		instance
 * @hit:	what the owner decides by
 *
 * Context: any; ignored in NMI.
 */
void trace_snapshot_cond_take(struct trace_array *tr, void *hit)
{
	const struct snap_cond *cond;
	unsigned long flags;

	if (in_nmi() || !raw_spin_trylock_irqsave(&tr->snap_lock, flags))
		return;
	cond = tr->snap_cond;
	if (cond && cond->update(tr, cond, hit))
		take_locked(tr, RING_ALL_CPUS);
	raw_spin_unlock_irqrestore(&tr->snap_lock, flags);
}

static void cond_set(struct trace_array *tr, const struct snap_cond *cond)
{
	unsigned long flags;

	raw_spin_lock_irqsave(&tr->snap_lock, flags);
	tr->snap_cond = cond;
	raw_spin_unlock_irqrestore(&tr->snap_lock, flags);
}

/**
 * trace_snapshot_cond_enable() - own the condition of an instance
 * @tr:		instance
 * @cond:	kept until trace_snapshot_cond_disable()
 *
 * Context: task; takes trace_types_lock.
 * Return: 0, -EBUSY: somebody owns it or the tracer uses the spare, -ENOMEM.
 */
int trace_snapshot_cond_enable(struct trace_array *tr, const struct snap_cond *cond)
{
	int ret;

	guard(mutex)(&trace_types_lock);
	if (tr->snap_cond || tr->tracer->use_max_tr)
		return -EBUSY;
	ret = trace_snapshot_alloc(tr);
	if (!ret)
		cond_set(tr, cond);
	return ret;
}

int trace_snapshot_cond_disable(struct trace_array *tr)
{
	guard(mutex)(&trace_types_lock);
	if (!tr->snap_cond)
		return -EINVAL;
	cond_set(tr, NULL);
	return 0;
}
