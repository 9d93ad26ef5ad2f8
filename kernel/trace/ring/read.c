// SPDX-License-Identifier: GPL-2.0
/*
 * Consuming readers: one event at a time, or whole sub-buffers.
 *
 * How the reader of a part goes from page to page is in reader.c.  Everything here that is static
 * is under ring_part.lock.
 */
#include "ring_internal.h"

/* The next event into @it and the place behind it into @c.  True when there is one. */
static bool reader_next(struct ring_part *p, struct cursor *c, struct ring_item *it)
{
	while (reader_advance(p, true)) {
		reader_cursor(p, c);
		if (cursor_next(c, it)) {
			it->cpu = p->cpu;
			it->lost = p->rd.lost;
			return true;
		}
		/* Nothing but discarded events up to here. */
		if (RING_BROKEN(p, !cursor_whole(c)))
			c->off = c->end;
		p->rd.off = c->off;
		p->rd.time = c->time;
	}
	return false;
}

/*
 * Point @it to a copy of its data: the page may be read on, given away or freed through another
 * ring once the lock is dropped.  False when the copy needs more room first.
 */
static bool item_keep(struct ring_side *s, const struct ring_part *p, struct ring_item *it)
{
	bool kept = s->copy_part == p && s->copy_gen == p->gen && s->copy_num == p->rd.next;

	if (it->len > s->copy_room)
		return false;
	if (!kept)
		memcpy(s->copy, it->data, it->len);
	s->copy_part = p;
	s->copy_gen = p->gen;
	s->copy_num = p->rd.next;
	it->data = s->copy;
	return true;
}

/* Make room for a copy of @len bytes.  False where there is no memory, or none may be asked for. */
static bool side_grow(struct ring_side *s, u32 len)
{
	u32 room = roundup_pow_of_two(max_t(u32, len, 256));
	void *copy = ring_lock_may_hang() ? NULL : kmalloc(room, GFP_NOWAIT | __GFP_NOWARN);

	if (!copy)
		return false;
	kfree(s->copy);
	s->copy = copy;
	s->copy_room = room;
	s->copy_part = NULL;
	return true;
}

/* The next event; with @step it counts as read. */
static bool reader_get(struct ring *r, int cpu, struct ring_item *it, bool step)
{
	struct ring_part *p;
	unsigned long flags;
	struct cursor c;
	bool got, kept = true;

	do {
		p = part_lock(r, cpu, &flags);
		if (!p)
			return false;
		got = reader_next(p, &c, it);
		/* Where memory must not be asked for, or ran out, the event is shown in place. */
		if (got && !item_keep(&r->side[cpu], p, it) && kept) {
			part_unlock(p, flags);
			kept = side_grow(&r->side[cpu], it->len);
			continue;
		}
		if (got && step)
			reader_step(p, &c);
		if (unlikely(p->map))
			part_map_update(p);
		part_unlock(p, flags);
		return got;
	} while (true);
}

/**
 * ring_peek - look at the oldest event of a CPU
 * @r:		the ring
 * @cpu:	the CPU
 * @it:		filled in; valid until the next call for this CPU
 *
 * Context: task; one reader of a CPU at a time.
 * Return: false when there is none.
 */
bool ring_peek(struct ring *r, int cpu, struct ring_item *it)
{
	return reader_get(r, cpu, it, false);
}

/**
 * ring_consume - take the oldest event of a CPU
 * @r:		the ring
 * @cpu:	the CPU
 * @it:		filled in; valid until the next call for this CPU
 *
 * Context: task, or any in an oops; one reader of a CPU at a time.
 * Return: false when there is none.
 */
bool ring_consume(struct ring *r, int cpu, struct ring_item *it)
{
	return reader_get(r, cpu, it, true);
}

/* --- whole sub-buffers --- */

/**
 * ring_page_alloc - a page to hand to ring_page_read()
 * @r:		the ring
 * @cpu:	whose part it will be used with
 *
 * Context: task, may sleep.
 * Return: a sub-buffer of the ring's present order, NULL without memory.
 */
void *ring_page_alloc(struct ring *r, int cpu)
{
	return ring_buf_alloc(cpu, READ_ONCE(r->order));
}

/**
 * ring_page_free - let go of a page from ring_page_alloc() or ring_page_read()
 * @r:		the ring
 * @cpu:	whose part it was used with
 * @page:	the page; one that splice still refers to lives until it is done
 *
 * Context: any but NMI.
 */
void ring_page_free(struct ring *r, int cpu, void *page)
{
	ring_buf_free(page);
}

/* page_mark() for one that leaves the ring: nothing else is to be found in it. */
static void page_finish(struct ring_subbuf *buf, u32 bytes, u32 room, u64 lost)
{
	u32 used = page_mark(buf, bytes, room, lost);

	memset(buf->data + used, 0, room - used);
}

/*
 * Copy whole events, as many as fit into @room bytes, to @to and count them as read.
 * -EAGAIN: nothing but discarded events was left.  -EINVAL: the next one does not fit.
 */
static int page_copy(struct ring_part *p, struct ring_subbuf *to, u32 room)
{
	u64 lost = p->rd.lost, base;
	u32 from = p->rd.off, done = from;
	struct ring_item it;
	struct cursor c;

	reader_cursor(p, &c);
	base = c.time;
	while (cursor_next(&c, &it)) {
		/* Leave room to tell how many were lost, but for the first event. */
		if ((c.off - from) * 4 + (lost && done != from ? sizeof(lost) : 0) > room) {
			if (done == from)
				return -EINVAL;
			break;
		}
		reader_step(p, &c);
		done = c.off;
	}
	if (done == from) {
		if (RING_BROKEN(p, !cursor_whole(&c)))
			c.off = c.end;
		p->rd.off = c.off;
		p->rd.time = c.time;
		return -EAGAIN;
	}
	memcpy(to->data, (const u32 *)c.buf->data + from, (done - from) * 4);
	to->time_stamp = base;
	page_finish(to, (done - from) * 4, room, lost);
	return 0;
}

/* Is the reader's page complete and untouched, with room to tell how many were lost before it? */
static bool page_givable(const struct ring_part *p)
{
	u64 end = p->desc[p->rd.page].end;

	return !p->map && !p->rd.off && !reader_live(p) && pos_cnt(end) &&
	       (!p->rd.lost || (p->room - pos_off(end)) * 4 >= sizeof(p->rd.lost));
}

/* Exchange the reader's page, complete and untouched, for @page. */
static void page_give(struct ring_part *p, void **page)
{
	struct ring_reader *rd = &p->rd;
	struct ring_subbuf *buf = p->bufs[rd->page];
	u64 end = p->desc[rd->page].end;

	WRITE_ONCE(p->bufs[rd->page], *page);
	*page = buf;
	page_finish(buf, pos_off(end) * 4, p->room * 4, rd->lost);
	rd->off = pos_off(end);
	rd->next += pos_cnt(end);
	rd->read += pos_cnt(end);
	rd->lost = 0;
}

/**
 * ring_page_read - consume one sub-buffer
 * @r:		the ring
 * @cpu:	the CPU
 * @page:	a page from ring_page_alloc(); exchanged for the one read, or filled
 * @len:	how much of a sub-buffer the caller has use for, header included
 * @full:	only a complete sub-buffer will do
 *
 * A complete sub-buffer is handed over as it is.  One that is still being written, that was read
 * in part, that is mapped, or that is longer than @len is copied, whole events only.
 *
 * Context: task.
 * Return: offset of the first unread byte in the data of *@page, -EAGAIN when there is nothing,
 * -EINVAL when @len is too short for the next event.
 */
int ring_page_read(struct ring *r, int cpu, void **page, size_t len, bool full)
{
	struct ring_part *p;
	unsigned long flags;
	size_t size;
	bool same;
	int ret = -EAGAIN;

	p = part_lock(r, cpu, &flags);
	if (!p)
		return ret;
	same = ring_buf_order(*page) == p->order;
	size = min_t(size_t, len, PAGE_SIZE << ring_buf_order(*page));
	while (reader_advance(p, !full)) {
		if (same && len >= PAGE_SIZE << p->order && page_givable(p)) {
			page_give(p, page);
			ret = 0;
			break;
		}
		if (size <= offsetof(struct ring_subbuf, data))
			break;
		ret = page_copy(p, *page, size - offsetof(struct ring_subbuf, data));
		if (ret != -EAGAIN)
			break;
	}
	if (unlikely(p->map))
		part_map_update(p);
	part_unlock(p, flags);
	return ret;
}
