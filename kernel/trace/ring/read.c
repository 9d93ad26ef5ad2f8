// SPDX-License-Identifier: GPL-2.0
/*
 * Consuming readers: one event at a time, or whole sub-buffers.
 *
 * The reader of a part holds one page, which writers never touch but to finish it.  When that
 * page is used up, it is exchanged for the oldest unread one: ONE compare-exchange of the slot
 * word puts the used page into the ring and takes the unread one out.  The page that is still
 * being written may be taken too; head names the page, not the slot, so the writer goes on
 * filling it and finds the slot free on its next lap.
 *
 * Everything here is under ring_part.lock.
 */
#include "ring_internal.h"

/**
 * part_lock - lock the readers' side of what is now the part of @cpu
 * @r:		the ring
 * @cpu:	the CPU
 * @flags:	for part_unlock()
 *
 * Context: any; where waiting could be for ever (NMI, oops) it only tries.
 * Return: NULL when that CPU never came up, or when a try failed.
 */
struct ring_part *part_lock(struct ring *r, int cpu, unsigned long *flags)
{
	const struct ring_cpu *rc = &r->cpu[cpu];
	struct ring_part *p;
	int tries = 1000;

	local_irq_save(*flags);
	while ((p = part_get(rc))) {
		if (ring_lock_may_hang()) {
			if (!raw_spin_trylock(&p->lock)) {
				if (--tries)
					continue;
				break;
			}
		} else {
			raw_spin_lock(&p->lock);
		}
		/* The part may have been exchanged while we waited. */
		if (p == part_get(rc)) {
			__release(&p->lock);	/* sparse: whether we return with it depends */
			return p;
		}
		raw_spin_unlock(&p->lock);
	}
	local_irq_restore(*flags);
	return NULL;
}

/**
 * part_unlock - undo part_lock()
 * @p:		the part
 * @flags:	from part_lock()
 */
void part_unlock(struct ring_part *p, unsigned long flags)
{
	__acquire(&p->lock);
	raw_spin_unlock(&p->lock);
	local_irq_restore(flags);
}

/**
 * part_slot_of - where page @seq is or was
 * @p:		the part, locked
 * @seq:	any page sequence number within a few laps of the reader's
 *
 * Return: index of its slot.
 */
u32 part_slot_of(const struct ring_part *p, u64 seq)
{
	s64 by = seq - p->rd.seq;
	s32 rem;

	if (likely(by == 1))
		return slot_next(p, p->rd.slot);
	div_s64_rem(by, p->nr, &rem);
	rem += p->rd.slot;
	if (rem < 0)
		rem += p->nr;
	return rem >= p->nr ? rem - p->nr : rem;
}

/**
 * part_oldest_seq - the oldest page behind @after that may still be there
 * @p:		the part, locked
 * @commit:	read just before
 * @after:	page sequence number
 *
 * Writers may claim it the next moment: the caller checks the slot.
 *
 * Return: its sequence number; ahead of commit when there is none.
 */
u64 part_oldest_seq(const struct ring_part *p, u64 commit, u64 after)
{
	u64 want = after + 1;
	s64 ahead = commit_ahead(commit, want);

	return ahead >= (s64)p->nr ? want + ahead - p->nr + 1 : want;
}

/**
 * reader_live - is the page that the reader holds still being written?
 * @p:	the part, locked
 *
 * Return: true if it is.
 */
bool reader_live(const struct ring_part *p)
{
	return commit_ahead(commit_read(p), p->rd.seq) == 0;
}

/**
 * reader_end - how far the reader's page may be read
 * @p:		the part, locked
 * @commit:	read just before
 *
 * Return: events and words, packed; top bits mean nothing.
 */
u64 reader_end(const struct ring_part *p, u64 commit)
{
	return commit_ahead(commit, p->rd.seq) == 0 ? commit : p->desc[p->rd.page].end;
}

/**
 * reader_cursor - a cursor over what is unread of the reader's page
 * @p:	the part, locked
 * @c:	filled in
 */
void reader_cursor(const struct ring_part *p, struct cursor *c)
{
	c->buf = p->bufs[p->rd.page];
	c->off = p->rd.off;
	c->end = pos_off(reader_end(p, commit_read(p)));
	c->time = p->rd.off ? p->rd.time : READ_ONCE(c->buf->time_stamp);
}

/* The reader now holds page @seq, which was in slot @n as @slot; count what was lost before it. */
static void reader_hold(struct ring_part *p, u64 seq, u32 n, u32 page)
{
	u64 first = READ_ONCE(p->desc[page].first);
	struct ring_reader *rd = &p->rd;

	RING_BROKEN(p, (s64)(first - rd->next) < 0);
	rd->lost += first - rd->next;
	rd->next = first;
	rd->seq = seq;
	rd->slot = n;
	rd->page = page;
	rd->off = 0;
	rd->time = 0;
}

/**
 * reader_advance - exchange the reader's page, when it is used up, for the next one
 * @p:		the part, locked
 * @live_too:	also take the page that is still being written
 *
 * Return: true when the reader's page has unread words (with @live_too) or is complete and unread.
 */
bool reader_advance(struct ring_part *p, bool live_too)
{
	struct ring_reader *rd = &p->rd;
	u64 commit, seq, slot, used;
	u32 n;

	for (seq = rd->seq; ; ) {
		/* Once: a page that is found complete is not left before its end was looked at. */
		commit = commit_read(p);
		if (rd->off < pos_off(reader_end(p, commit)))
			return live_too || commit_ahead(commit, rd->seq) != 0;
		if (commit_ahead(commit, rd->seq) == 0)
			return false;
		seq = part_oldest_seq(p, commit, seq);
		if (commit_ahead(commit, seq) < 0)
			return false;
		if (commit_ahead(commit, seq) == 0 && (!pos_off(commit) || !live_too))
			return false;
		n = part_slot_of(p, seq);
		slot = slot_read(p, n);
		if (RING_BROKEN(p, slot_ahead(slot, seq) < 0))
			return false;
		if (slot_ahead(slot, seq) || slot_taken(slot))
			continue;	/* claimed by a writer, or gone in a reshape */
		used = slot_make(seq, SLOT_TAKEN, rd->page);
		if (slot_take(p, n, &slot, used))
			reader_hold(p, seq, n, slot_page(slot));
	}
}

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

/* Count the event before @c as read. */
static void reader_step(struct ring_part *p, const struct cursor *c)
{
	p->rd.off = c->off;
	p->rd.time = c->time;
	p->rd.next++;
	p->rd.read++;
	p->rd.lost = 0;
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

/**
 * reader_drain - count all that is unread of the reader's page as read
 * @p:	the part, locked
 */
void reader_drain(struct ring_part *p)
{
	struct ring_item it;
	struct cursor c;

	reader_cursor(p, &c);
	while (cursor_next(&c, &it))
		reader_step(p, &c);
	RING_BROKEN(p, !cursor_whole(&c));
	p->rd.off = c.end;
	p->rd.time = c.time;
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

/**
 * page_mark - say in a sub-buffer itself what is in it
 * @buf:	the sub-buffer
 * @bytes:	of events in it
 * @room:	bytes of data it has room for
 * @lost:	events missing before its first
 *
 * Return: bytes of data used, the count of lost events included.
 */
u32 page_mark(struct ring_subbuf *buf, u32 bytes, u32 room, u64 lost)
{
	u64 commit = bytes;
	u32 used = bytes;

	if (lost)
		commit |= RING_MISSED_EVENTS;
	if (lost && room - bytes >= sizeof(lost)) {
		memcpy(buf->data + bytes, &lost, sizeof(lost));
		commit |= RING_MISSED_STORED;
		used += sizeof(lost);
	}
	WRITE_ONCE(buf->commit, commit);
	return used;
}

/* The same for one that leaves the ring: nothing else is to be found in it. */
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
