// SPDX-License-Identifier: GPL-2.0
/*
 * size.c - how large an instance's rings are.
 *
 * The spare ring is kept as large as the live one, CPU by CPU, so that they can be exchanged.
 */

#include <linux/errno.h>

#include "instance_internal.h"

/* Give every CPU of @r what it has in @like. */
int ring_size_like(struct ring *r, const struct ring *like)
{
	int cpu, ret;

	for_each_possible_cpu(cpu) {
		if (ring_size(r, cpu) == ring_size(like, cpu))
			continue;
		ret = ring_resize(r, ring_size(like, cpu), cpu);
		if (ret)
			return ret;
	}
	return 0;
}

static int resize_locked(struct trace_array *tr, unsigned long bytes, int cpu)
{
	int ret;

	ret = ring_resize(tr->ring, bytes, cpu);
	if (ret || !tr->spare)
		return ret;
	ret = ring_resize(tr->spare, bytes, cpu);
	/* The spare still has the old sizes, or some of them; a failure to shrink leaves it the larger. */
	if (ret)
		ring_size_like(tr->ring, tr->spare);
	return ret;
}

/**
 * trace_array_expand() - give the ring the size it was asked for, when it is first needed
 * @tr:		instance
 *
 * Until then it has two sub-buffers per CPU.
 *
 * Context: task; trace_types_lock held.
 * Return: 0 or -ENOMEM.
 */
int trace_array_expand(struct trace_array *tr)
{
	int ret;

	lockdep_assert_held(&trace_types_lock);
	if (tr->expanded)
		return 0;
	ret = resize_locked(tr, tr->size_asked, RING_ALL_CPUS);
	if (ret == -EBUSY)
		return 0;	/* somebody walks through it: it works as it is, the next use tries again */
	if (!ret)
		tr->expanded = true;
	return ret;
}

/**
 * trace_array_resize() - what writing buffer_size_kb does
 * @tr:		instance
 * @bytes:	per CPU; rounded up to whole sub-buffers
 * @cpu:	one CPU or RING_ALL_CPUS
 *
 * Context: task; takes trace_types_lock.
 * Return: 0, -ENOMEM, -EBUSY while the ring is walked or mapped.
 */
int trace_array_resize(struct trace_array *tr, unsigned long bytes, int cpu)
{
	int ret;

	guard(mutex)(&trace_types_lock);
	if (cpu != RING_ALL_CPUS) {
		ret = trace_array_expand(tr);
		if (ret)
			return ret;
	}
	ret = resize_locked(tr, bytes, cpu);
	if (ret || cpu != RING_ALL_CPUS)
		return ret;
	tr->size_asked = bytes;
	tr->expanded = true;
	return 0;
}
