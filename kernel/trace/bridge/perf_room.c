// SPDX-License-Identifier: GPL-2.0
/*
 * perf_room.c - memory for records that perf copies from: of this CPU and of this level of nesting.
 */

#include <linux/percpu.h>
#include <linux/perf_event.h>
#include <linux/printk.h>
#include <linux/string.h>
#include "perf_internal.h"

#define NR_LEVELS	4	/* task, softirq, irq, NMI: recursion contexts of perf */

struct level_room {
	u8	bytes[PERF_MAX_TRACE_SIZE] __aligned(8);
};

static struct level_room __percpu *rooms[NR_LEVELS];	/* set while @nr_room_users is not 0 */
static unsigned int nr_room_users;			/* event_mutex */

static void rooms_free(void)
{
	for (unsigned int i = 0; i < NR_LEVELS; i++) {
		free_percpu(rooms[i]);
		rooms[i] = NULL;
	}
}

/**
 * perf_rooms_get() - an event is used by perf: there is room for records
 *
 * Context: task, event_mutex held.
 * Return: 0, -ENOMEM.
 */
int perf_rooms_get(void)
{
	lockdep_assert_held(&event_mutex);
	for (unsigned int i = 0; !nr_room_users && i < NR_LEVELS; i++) {
		rooms[i] = alloc_percpu(struct level_room);
		if (!rooms[i]) {
			rooms_free();
			return -ENOMEM;
		}
	}
	nr_room_users++;
	return 0;
}

/**
 * perf_rooms_put() - undo perf_rooms_get(), for an event whose probe is off
 *
 * Context: task, event_mutex held.
 */
void perf_rooms_put(void)
{
	lockdep_assert_held(&event_mutex);
	if (--nr_room_users)
		return;
	tracepoint_synchronize_unregister();
	rooms_free();
}

/**
 * perf_trace_buf_alloc() - room for one record for perf
 * @size:	bytes of the record; with a u32 before it a multiple of 8
 * @regs:	where a pointer to registers to fill in goes, or NULL
 * @rctxp:	where the recursion context goes, which perf_tp_event() gives back
 *
 * Context: any; preemption off; an event that perf uses.
 * Return: the room; NULL: too large, or perf is at work on this level already.
 */
void *perf_trace_buf_alloc(int size, struct pt_regs **regs, int *rctxp)
{
	int rctx;
	u8 *room;

	if (size > PERF_MAX_TRACE_SIZE) {
		pr_warn_once("trace: a record of %d bytes is too large for perf\n", size);
		return NULL;
	}
	rctx = perf_swevent_get_recursion_context();
	*rctxp = rctx;
	if (rctx < 0)
		return NULL;
	if (regs)
		*regs = this_cpu_ptr(&__perf_regs[rctx]);
	/* Who sees that perf uses an event sees the rooms. */
	smp_rmb();		/* ORD(perf_trace_buf_alloc:A) pairs with event_first:A */
	room = this_cpu_ptr(rooms[rctx])->bytes;
	/* what rounding up added must not tell what was there before */
	memset(room + size - sizeof(u64), 0, sizeof(u64));
	return room;
}

/**
 * perf_trace_buf_update() - fill in the common fields of a record for perf
 * @record:	the record
 * @type:	id of its event
 *
 * Context: any; preemption off.
 */
void perf_trace_buf_update(void *record, u16 type)
{
	trace_fill_entry(record, type);
}
