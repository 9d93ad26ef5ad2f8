/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The words that writers and readers share, and the structs that hold them.
 *
 * Three words carry the whole protocol:
 *
 *   head	{ pos, time }, 128 bits, local to the part's CPU.  Every event moves both at once.
 *		pos = page id : 31 | events in the page : 16 | words used in the page : 17
 *   commit	64 bits, stored by the outermost writer, read by everybody: all before it is whole.
 *		commit = page sequence number : 31 | events : 16 | words : 17
 *   slot	64 bits each, changed by compare-exchange only: which page is at this place,
 *		slot = page sequence number : 39 | taken by the reader : 1 | page id : 24
 *
 * A page id names one of the part's sub-buffers for as long as the part keeps its shape.  A page
 * sequence number counts sub-buffers in the order they were written; it never repeats.  Words hold
 * its low bits, struct ring_desc all of them.  Numbers start just before overflow.
 */
#ifndef _TRACE_RING_TYPES_H
#define _TRACE_RING_TYPES_H

#include "ring.h"
#include "ring_port.h"

/* --- positions: head.pos, desc.end and (with a sequence number on top) commit --- */

#define POS_OFF_BITS	17			/* 4-byte words of data used in the page */
#define POS_CNT_BITS	16			/* events in the page, discarded ones not counted */
#define POS_TOP_SHIFT	(POS_OFF_BITS + POS_CNT_BITS)
#define POS_TOP_BITS	(64 - POS_TOP_SHIFT)
#define POS_ONE		(1ULL << POS_OFF_BITS)	/* one event more */
#define POS_OFF_MASK	(POS_ONE - 1)

/* The largest sub-buffer, full of the smallest events, fits. */
static_assert((PAGE_SIZE << RING_ORDER_MAX) / 4 <= POS_ONE);
static_assert((PAGE_SIZE << RING_ORDER_MAX) / 8 <= 1ULL << POS_CNT_BITS);

static __always_inline u32 pos_off(u64 pos)
{
	return pos & POS_OFF_MASK;
}

static __always_inline u32 pos_cnt(u64 pos)
{
	return (pos >> POS_OFF_BITS) & ((1U << POS_CNT_BITS) - 1);
}

static __always_inline u32 pos_top(u64 pos)
{
	return pos >> POS_TOP_SHIFT;
}

static __always_inline u64 pos_make(u64 top, u32 cnt, u32 off)
{
	return top << POS_TOP_SHIFT | (u64)cnt << POS_OFF_BITS | off;
}

/* How many pages @commit is ahead of page @seq; negative: behind. */
static __always_inline s64 commit_ahead(u64 commit, u64 seq)
{
	return (s64)(((commit >> POS_TOP_SHIFT) - seq) << POS_TOP_SHIFT) >> POS_TOP_SHIFT;
}

/* --- slots --- */

#define SLOT_PAGE_BITS	24
#define SLOT_TAKEN	(1ULL << SLOT_PAGE_BITS)	/* its events are gone; the page is free */
#define SLOT_SEQ_SHIFT	(SLOT_PAGE_BITS + 1)

#define RING_PAGES_MAX	(1UL << SLOT_PAGE_BITS)		/* of one part, the reader's included */

static_assert(SLOT_PAGE_BITS <= POS_TOP_BITS);

static __always_inline u32 slot_page(u64 slot)
{
	return slot & (SLOT_TAKEN - 1);
}

static __always_inline bool slot_taken(u64 slot)
{
	return slot & SLOT_TAKEN;
}

/* How many pages the one in @slot is ahead of page @seq; negative: behind. */
static __always_inline s64 slot_ahead(u64 slot, u64 seq)
{
	return (s64)(((slot >> SLOT_SEQ_SHIFT) - seq) << SLOT_SEQ_SHIFT) >> SLOT_SEQ_SHIFT;
}

static __always_inline u64 slot_make(u64 seq, u64 taken, u32 page)
{
	return seq << SLOT_SEQ_SHIFT | taken | page;
}

/* --- time in events --- */

#define DELTA_BITS	27
#define DELTA_MAX	(1U << DELTA_BITS)		/* a delta must be less */
#define STAMP_BITS	59				/* of a time extend or absolute stamp */

/* head.time of a part without events; so far off that the first event takes the slow path. */
#define RING_TIME_NONE	(1ULL << 63)

/* First page sequence number and event number: all packed forms overflow within a few pages. */
#define RING_SEQ_START	(-3ULL)
#define RING_NUM_START	(-100ULL)

/* An event takes its data and at most: an absolute time stamp (8), a header (4), its length (4). */
#define RING_EVENT_OVERHEAD	16

#define RING_SLOTS_MIN	2
#define RING_NEST_MAX	12				/* writers inside one another on one CPU */

/* --- structs --- */

/* Moved as one by ring_head_cas(). */
struct ring_head {
	u64	pos;
	u64	time;			/* of the last event reserved */
} __aligned(16);

static_assert(sizeof(struct ring_head) == 16);

/*
 * What is known of one sub-buffer.  A page's descriptor belongs to whom the page belongs to: to
 * writers from the claim of its slot on, to readers (read only) once it is below commit.
 */
struct ring_desc {
	u64	seq;			/* set when its slot is claimed; the same by each claimer */
	u64	first;			/* number of its first event; set by the publisher */
	u64	bytes;			/* written to the part before it; set by the publisher */
	u64	end;			/* events and words when it was left; set by who left */
	u32	slot;			/* set with @seq */
};

/* The reader's side of a part; all under ring_part.lock */
struct ring_reader {
	u64	seq;			/* of the page held, also when it is used up */
	u32	slot;			/* where that page was */
	u32	page;			/* its id */
	u32	off;			/* words consumed of it */
	u64	time;			/* of the last event consumed, or the page's base */
	u64	next;			/* number of the next event to read */
	u64	read;			/* events consumed since reset */
	u64	lost;			/* lost since the last one returned, not told yet */
};

/* One CPU's buffer. */
struct ring_part {
	/*
	 * The writers' line.  Written on the part's CPU only, by any context; commit and waiters
	 * are also read, and waiters also set, from elsewhere.
	 */
	struct ring_head	head;
	struct ring_subbuf	**bufs;		/* by page id; fixed but for the reader's page */
	u64			commit;
	u64			bias;		/* commit - head.pos in page @pub_page; publisher */
	u32			pub_page;	/* page of @commit; publisher */
	u32			delta_max;	/* deltas from here on take the slow path; 0: all */
	u32			room;		/* words of data in a sub-buffer */
	u32			nest;		/* writers at work */
	atomic_t		waiters;	/* WAIT_* bits: whom to wake */

	/* The rest of what writers need, once per page or less. */
	u64			*slots ____cacheline_aligned;	/* @nr of them */
	struct ring_desc	*desc;		/* by page id, @nr + 1 */
	struct ring_side	*side;		/* of the ring that has it; changed under @lock */
	u32			nr;		/* slots; changed by reshape */
	u32			shut;		/* PART_* bits; set on the part's CPU */
	u32			percent;	/* watermark of WAIT_FULL; hint */
	bool			overwrite;	/* copy of the ring's */
	bool			time_abs;	/* copy of the ring's */
	bool			busy;		/* without cmpxchg16b: head is changing */
	ring_count_t		commit_overrun;	/* part's CPU, any context */
	ring_count_t		dropped;	/* part's CPU, any context */
	ring_count_t		broken;		/* any CPU */

	/* The readers' line. */
	raw_spinlock_t		lock ____cacheline_aligned;
	struct ring_reader	rd;		/* @lock */
	u64			num0;		/* event number at the last reset; @lock */
	u32			gen;		/* bumped by whatever moves pages; @lock */
	u32			order;		/* fixed between reshapes */
	int			cpu;		/* fixed */
	struct ring_map		*map;		/* @lock; NULL while not mapped */
};

#define PART_CLOSED	1			/* being reshaped: refuse and count */
#define PART_BROKEN	2			/* for good: refuse */

#define WAIT_ANY	1
#define WAIT_FULL	2

/*
 * The readers' side of one CPU of a ring: stays with the ring when parts are exchanged, so what
 * was handed to a reader is not in the hands of a reader of the other ring.
 */
struct ring_side {
	struct ring		*ring;		/* fixed */
	int			cpu;		/* fixed */
	wait_queue_head_t	any;		/* for some data */
	wait_queue_head_t	full;		/* for a watermark */
	struct irq_work		work;		/* queued by writers */
	/* A copy of the last event handed out; the one reader of this CPU, callers see to that. */
	void			*copy;
	u32			copy_room;	/* bytes */
	u32			copy_gen;	/* ring_part.gen of @copy_part then */
	const struct ring_part	*copy_part;	/* compared only */
	u64			copy_num;	/* number of the event */
};

/* What a ring has per possible CPU; an array, one cache line serves four CPUs, mostly read. */
struct ring_cpu {
	struct ring_part	*part;		/* ring.swap_lock, or hotplug; NULL before */
	atomic_t		off;		/* OFF_* bits; from OFF_STOP up a count */
};

#define OFF_RECORD	1			/* ring_record_off() */
#define OFF_NO_PART	2			/* this CPU never came up */
#define OFF_STOP	4			/* one ring_stop() or ring_stop_cpu() */

struct ring {
	u64			(*clock)(void);	/* any; the ring is cleared after a change */
	u32			order;		/* @mutex */
	bool			overwrite;	/* @mutex */
	bool			time_abs;	/* @mutex */
	bool			reshaping;	/* parts must stay where they are; @swap_lock */
	bool			swapped;	/* parts were exchanged: free waits for writers */
	unsigned long		bytes;		/* asked per CPU, for CPUs to come; @mutex */
	u64			seq0;		/* fixed */
	struct mutex		mutex;		/* shape, hotplug, walkers, mappings */
	raw_spinlock_t		swap_lock;	/* cpu[].part */
	struct hlist_node	node;		/* cpuhp */
	unsigned int		*pins;		/* per CPU: iterators and mappings; @mutex */
	wait_queue_head_t	wait_all;	/* readers of all CPUs */
	struct timer_list	late;		/* second look for waiters, see wait_arm() */
	atomic_t		waiting;	/* waiters armed since the timer last ran */
	u32			wake_gen;	/* ring_wake() count */
	struct ring_side	*side;		/* nr_cpu_ids of them */
	unsigned int		nr_cpus;	/* fixed */
	struct ring_cpu		cpu[];
};

#endif /* _TRACE_RING_TYPES_H */
