/* SPDX-License-Identifier: GPL-2.0 */
/*
 * ring_buffer.h - the parts of the trace ring that records and reservations are made of.
 *
 * The ring itself is internal to kernel/trace; generated event probes keep a reservation on
 * their stack, so its type is here.
 */
#ifndef _LINUX_RING_BUFFER_H
#define _LINUX_RING_BUFFER_H

#include <linux/types.h>

struct ring_part;

/* Header of one event: ABI, see events/header_event. */
struct ring_event {
	u32	type_len:5, time_delta:27;
	u32	array[];
};

/* One reservation, on the writer's stack.  Private to kernel/trace/ring. */
struct ring_res {
	struct ring_part	*part;
	struct ring_event	*event;
	u64			pos;		/* position before the event */
	u64			prev_time;	/* time before the event */
	u64			time;		/* of the event */
};

#endif /* _LINUX_RING_BUFFER_H */
