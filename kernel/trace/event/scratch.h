/* SPDX-License-Identifier: GPL-2.0 */
/*
 * scratch.h - memory of this CPU for a record or a string that is not in the ring (yet).
 */
#ifndef _TRACE_EVENT_SCRATCH_H
#define _TRACE_EVENT_SCRATCH_H

#include <linux/percpu.h>
#include "event_internal.h"

/*
 * A hit takes a slot for its record and one for a string or a stack trace; a task can be interrupted by a
 * softirq, an irq and an NMI.  Whoever finds no slot does without.
 */
#define SCRATCH_SLOTS	6
#define SCRATCH_BYTES	1024U	/* of a slot */

/**
 * struct event_scratch - of one CPU
 * @depth:	slots in use; interrupts give back what they took before they return
 * @slot:	the memory
 */
struct event_scratch {
	int	depth;
	u8	slot[SCRATCH_SLOTS][SCRATCH_BYTES] __aligned(8);
};

DECLARE_PER_CPU(struct event_scratch, event_scratch);

/**
 * scratch_get() - take a slot
 *
 * Context: any, preemption off.
 * Return: SCRATCH_BYTES of memory, NULL: nested too deep.
 */
static inline void *scratch_get(void)
{
	struct event_scratch *sc = this_cpu_ptr(&event_scratch);
	int depth = sc->depth;

	if (unlikely(depth >= SCRATCH_SLOTS))
		return NULL;
	/* an interrupt between the load and the store leaves what it found */
	WRITE_ONCE(sc->depth, depth + 1);
	barrier();
	return sc->slot[depth];
}

/**
 * scratch_put() - give back the slot that was taken last
 *
 * Context: as scratch_get(), with preemption off since.
 */
static inline void scratch_put(void)
{
	struct event_scratch *sc = this_cpu_ptr(&event_scratch);

	barrier();
	WRITE_ONCE(sc->depth, sc->depth - 1);
}

#endif /* _TRACE_EVENT_SCRATCH_H */
