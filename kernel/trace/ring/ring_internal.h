/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What the files of this folder share.
 *
 * Locks, outer to inner: cpus_read_lock > ring.mutex > ring.swap_lock > ring_part.lock.
 * The last two are raw and taken with interrupts off.
 */
#ifndef _TRACE_RING_INTERNAL_H
#define _TRACE_RING_INTERNAL_H

#include "ring_types.h"
#include "ring_order.h"

/* --- invariants: part.c --- */

void part_break(struct ring_part *p, const char *func, int line);

/* True when @cond, a broken invariant, holds: the part is off from here on, the machine runs on. */
#define RING_BROKEN(part, cond) ({				\
	bool __broken = unlikely(cond);				\
	if (__broken)						\
		part_break(part, __func__, __LINE__);		\
	__broken;						\
})

/* --- places --- */

static __always_inline u32 slot_next(const struct ring_part *p, u32 slot)
{
	return slot + 1 == p->nr ? 0 : slot + 1;
}

/* Bytes of data in a sub-buffer of @order. */
static inline u32 order_room(unsigned int order)
{
	return (PAGE_SIZE << order) - offsetof(struct ring_subbuf, data);
}

static __always_inline u64 ring_clock(const struct ring *r)
{
	return ring_clock_read(READ_ONCE(r->clock));
}

/* --- decoding: event.c --- */

/**
 * struct cursor - a place in a sub-buffer
 * @buf:	the sub-buffer, or a copy
 * @off:	next word to look at
 * @end:	first word not to look at
 * @time:	of the event before @off, or the page's base
 */
struct cursor {
	const struct ring_subbuf	*buf;
	u32				off;
	u32				end;
	u64				time;
};

bool cursor_next(struct cursor *c, struct ring_item *it);
bool cursor_whole(const struct cursor *c);

/* --- readers: reader.c --- */

struct ring_part *part_lock(struct ring *r, int cpu, unsigned long *flags);
void part_unlock(struct ring_part *p, unsigned long flags);
u64 reader_end(const struct ring_part *p, u64 commit);
bool reader_live(const struct ring_part *p);
bool reader_advance(struct ring_part *p, bool live_too);
void reader_cursor(const struct ring_part *p, struct cursor *c);
u64 part_oldest_seq(const struct ring_part *p, u64 commit, u64 after);
u32 part_slot_of(const struct ring_part *p, u64 seq);
void reader_drain(struct ring_part *p);
u32 page_mark(struct ring_subbuf *buf, u32 bytes, u32 room, u64 lost);

/* Count the event before @c as read. */
static inline void reader_step(struct ring_part *p, const struct cursor *c)
{
	p->rd.off = c->off;
	p->rd.time = c->time;
	p->rd.next++;
	p->rd.read++;
	p->rd.lost = 0;
}

/* --- counting: stats.c --- */

/**
 * struct part_count - what is in a part
 * @written:	number of the next event to be committed
 * @entries:	events that are neither read nor lost
 * @bytes:	that these take, headers and discarded events between them included
 */
struct part_count {
	u64	written;
	u64	entries;
	u64	bytes;
};

void part_count(const struct ring_part *p, struct part_count *n);
u64 part_overrun(const struct ring_part *p, const struct part_count *n);

/* --- shape: part.c --- */

/**
 * struct part_shape - the tables of a part, made before and swept up after a change of shape
 * @nr:		slots
 * @order:	of the sub-buffers
 * @bufs:	table for @nr + 1
 * @desc:	table for @nr + 1
 * @slots:	table for @nr
 * @pool:	sub-buffers to use, after the change those not used
 * @nr_pool:	how many are in @pool
 */
struct part_shape {
	unsigned long		nr;
	unsigned int		order;
	struct ring_subbuf	**bufs;
	struct ring_desc	*desc;
	u64			*slots;
	void			**pool;
	unsigned long		nr_pool;
};

int shape_alloc(struct part_shape *s, int cpu, unsigned long nr, unsigned int order,
		unsigned long old, bool reuse);
void shape_fill(struct part_shape *s);
void shape_take(struct part_shape *s, struct ring_part *p);
void shape_exchange(struct ring_part *p, struct part_shape *s);
void shape_free(struct part_shape *s);

struct ring_part *part_alloc(struct ring *r, int cpu, unsigned long nr);
void part_free(struct ring_part *p);
void part_restart(struct ring_part *p, u64 seq, u64 num);
void part_apply(struct ring_part *p, const struct ring *r);
int part_exclusive(struct ring_part *p, void (*fn)(struct ring_part *p, void *arg), void *arg);
unsigned long bytes_to_slots(unsigned long bytes, unsigned int order);

/* --- waking: wait.c --- */

void part_wake(struct ring_part *p);
void wake_init(struct ring *r);
void wake_exit(struct ring *r);
void ring_rearm(struct ring *r, int cpu);

/* --- mappings: map.c --- */

void part_map_update(struct ring_part *p);

#endif /* _TRACE_RING_INTERNAL_H */
