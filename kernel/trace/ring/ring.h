/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The per-CPU lockless ring buffer, as the layers above see it.
 *
 * A ring has one part per possible CPU.  A part is written only on its own CPU, by task, softirq,
 * irq and NMI context, each able to interrupt the one before; it is read by anybody.  A writer goes
 *
 *	p = ring_reserve(ring, len, &res);	preemption off from here
 *	fill in p
 *	ring_commit(&res);			or ring_discard(&res)
 *
 * A part's memory is a table of sub-buffers of equal size.  What a sub-buffer looks like is ABI:
 * see struct ring_subbuf and events/header_page.
 *
 * The folder builds unchanged in user space (tools/testing/tracering), so nothing here may need
 * more of the kernel than ring_port.h names.
 */
#ifndef _TRACE_RING_H
#define _TRACE_RING_H

#include <linux/build_bug.h>
#include <linux/stddef.h>
#include <linux/types.h>
#include <linux/ring_buffer.h>

struct ring;
struct ring_part;
struct ring_iter;
struct poll_table_struct;
struct file;
struct vm_area_struct;
struct cpumask;

/* Type of an event header; the first RING_TYPE_DATA_MAX + 1 values are a data length in words. */
enum ring_type {
	RING_TYPE_DATA_MAX	= 28,
	RING_TYPE_PADDING	= 29,
	RING_TYPE_TIME_EXTEND	= 30,
	RING_TYPE_TIME_STAMP	= 31,
};

/* A sub-buffer as user space, a mapping and a crash dump see it: ABI, see events/header_page. */
struct ring_subbuf {
	u64	time_stamp;	/* of the first event, in units of the ring's clock */
	u64	commit;		/* bytes of whole events in data[]; for user space RING_MISSED_* too */
	u8	data[];
};

static_assert(offsetof(struct ring_subbuf, data) == 16 && sizeof(struct ring_event) == 4);

/* Flags in ring_subbuf.commit of a page handed to user space: events were lost before it. */
#define RING_MISSED_EVENTS	(1U << 31)
#define RING_MISSED_STORED	(1U << 30)	/* and their number is the u64 behind the data */

#define RING_ORDER_MAX		7	/* largest sub-buffer: PAGE_SIZE << RING_ORDER_MAX */
#define RING_ALL_CPUS		(-1)

/**
 * struct ring_conf - how a ring is made
 * @bytes:	room asked for per CPU, in bytes; rounded up to whole sub-buffers, two at least
 * @order:	a sub-buffer is PAGE_SIZE << order bytes
 * @overwrite:	when full, drop the oldest sub-buffer (true) or refuse the newest event (false)
 * @clock:	NMI-safe clock; its unit is the unit of every time stamp
 * @start_lap:	for tests: number of the first sub-buffer; 0 means just before overflow
 */
struct ring_conf {
	unsigned long	bytes;
	unsigned int	order;
	bool		overwrite;
	u64		(*clock)(void);
	u32		start_lap;
};

/* One event as a reader sees it.  @data stays valid until the next call on the same reader. */
struct ring_item {
	const void	*data;
	unsigned int	len;		/* bytes of @data; rounded up to 4 as it was stored */
	int		cpu;
	u64		ts;		/* in units of the ring's clock */
	u64		lost;		/* events lost on this CPU just before this one */
};

/* Counters of one CPU; all exact.  written = read + entries + overrun at any quiet moment. */
struct ring_stats {
	u64	entries;		/* committed, not yet read or lost */
	u64	overrun;		/* lost: overwritten before they were read */
	u64	commit_overrun;		/* refused: nested writers filled the ring behind an open event */
	u64	dropped;		/* refused: full (discard mode), or closed for a moment */
	u64	read;			/* consumed by readers */
	u64	bytes;			/* of unread events, headers included */
	u64	oldest_ts;		/* of the oldest unread event, 0 when there is none */
	u64	now;			/* clock now */
	u64	broken;			/* invariants found broken; the part is off after one */
};

/* --- life --- */
int ring_init(void);				/* at boot, before the first ring_alloc() */
struct ring *ring_alloc(const struct ring_conf *conf);
void ring_free(struct ring *r);

/* --- writing: any context --- */
void *ring_reserve(struct ring *r, unsigned int len, struct ring_res *res);
void ring_commit(struct ring_res *res);
void ring_discard(struct ring_res *res);
/* Largest @len that ring_reserve() takes, in bytes. */
unsigned int ring_max_len(const struct ring *r);

/* --- recording on and off: any context --- */
void ring_record_on(struct ring *r);		/* what tracing_on shows and sets */
void ring_record_off(struct ring *r);
bool ring_record_is_on(const struct ring *r);
void ring_stop(struct ring *r);			/* counted; for the inside: stop on error */
void ring_start(struct ring *r);
void ring_stop_cpu(struct ring *r, int cpu);	/* tracing_cpumask */
void ring_start_cpu(struct ring *r, int cpu);

/* --- shape: task context, may sleep; @cpu may be RING_ALL_CPUS --- */
int ring_resize(struct ring *r, unsigned long bytes, int cpu);
int ring_set_order(struct ring *r, unsigned int order);
unsigned int ring_order(const struct ring *r);
unsigned long ring_size(const struct ring *r, int cpu);		/* bytes of event room of one CPU */
unsigned int ring_nr_subbufs(const struct ring *r, int cpu);
unsigned int ring_subbuf_bytes(const struct ring *r);
void ring_set_overwrite(struct ring *r, bool overwrite);
bool ring_overwrite(const struct ring *r);
void ring_set_clock(struct ring *r, u64 (*clock)(void));	/* the caller clears the ring */
void ring_set_time_abs(struct ring *r, bool abs);		/* a whole time stamp per event */
bool ring_time_abs(const struct ring *r);
void ring_reset(struct ring *r, int cpu);
/* Exchange the parts of @cpu (or all): any context but NMI; same order.  0, -EINVAL, -EBUSY */
int ring_swap(struct ring *a, struct ring *b, int cpu);

/* --- looking: any context --- */
u64 ring_now(const struct ring *r);
bool ring_empty(struct ring *r, int cpu);			/* @cpu may be RING_ALL_CPUS */
void ring_stats(struct ring *r, int cpu, struct ring_stats *st);
u64 ring_entries(struct ring *r);				/* sum over CPUs */
u64 ring_overruns(struct ring *r);

/* --- consuming: task context (ring_consume() also from an oops); one reader of a CPU at a time --- */
bool ring_peek(struct ring *r, int cpu, struct ring_item *it);
bool ring_consume(struct ring *r, int cpu, struct ring_item *it);

/* --- walking without consuming; a walker holds off resize (EBUSY), never a writer --- */
struct ring_iter *ring_iter_open(struct ring *r, int cpu);	/* ERR_PTR */
void ring_iter_close(struct ring_iter *iter);
void ring_iter_reset(struct ring_iter *iter);			/* back to the oldest event */
bool ring_iter_peek(struct ring_iter *iter, struct ring_item *it);
void ring_iter_next(struct ring_iter *iter);

/* --- whole sub-buffers --- */
void *ring_page_alloc(struct ring *r, int cpu);		/* a page for ring_page_read(); NULL */
void ring_page_free(struct ring *r, int cpu, void *page);
/*
 * Consume one sub-buffer of @cpu: *@page is exchanged for a finished one or, where the newest is
 * still being written and @full is false, filled with a copy of what is committed.
 * Returns the offset of the first unread byte in ring_subbuf.data, -EAGAIN when there is nothing, or
 * -EINVAL when the next event does not fit into @len.
 */
int ring_page_read(struct ring *r, int cpu, void **page, size_t len, bool full);

/* --- waiting: task context --- */
/* Sleep until there is data (@percent = 0), the ring is @percent full, or @done(arg); 0, -EINTR */
int ring_wait(struct ring *r, int cpu, int percent, bool (*done)(void *arg), void *arg);
unsigned int ring_poll(struct ring *r, int cpu, struct file *file, struct poll_table_struct *pt,
		       int percent);
void ring_wake(struct ring *r, int cpu);		/* end the wait of those who wait for @cpu or all */

/* --- mapping: task context --- */
int ring_map(struct ring *r, int cpu, struct vm_area_struct *vma);
void ring_map_dup(struct ring *r, int cpu);		/* one more mapping (fork, split) */
void ring_unmap(struct ring *r, int cpu);
int ring_map_get_reader(struct ring *r, int cpu);
bool ring_mapped(struct ring *r);

/* --- what events/header_page and header_event print --- */
struct trace_seq;
void ring_print_page_header(const struct ring *r, struct trace_seq *s);
void ring_print_event_header(struct trace_seq *s);

#endif /* _TRACE_RING_H */
