// SPDX-License-Identifier: GPL-2.0
/*
 * The reader of a part: what it holds and how it goes on.
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
