// SPDX-License-Identifier: GPL-2.0
/*
 * Walking a CPU's events without consuming them.
 *
 * A walker copies what is readable of one page into memory of its own, then looks whether the
 * page was the same all the time.  If a writer took it away meanwhile the walker goes on from the
 * oldest page and says how many events it missed.  So it never disturbs a writer, and never
 * returns an event that is torn, or one twice.  It ends at what was committed when it began.
 *
 * An open walker pins the shape of its CPU's part: resize and order change say EBUSY.
 */
#include "ring_internal.h"

/* Owned by its opener. */
struct ring_iter {
	struct ring		*ring;
	int			cpu;
	const struct ring_part	*part;		/* whose events; compared only, never followed */
	u32			gen;		/* of @part when the walk began */
	u64			seq;		/* page that @c is or was in */
	u64			next;		/* number of the event behind those returned */
	u64			stop_seq;	/* the walk ends in this page */
	u32			stop_off;	/* at this word */
	u64			lost;		/* overwritten under the walker, not told yet */
	bool			begun;		/* an event was shown: from now on gaps are told */
	bool			have;		/* @item is what ring_iter_peek() shows */
	struct ring_item	item;
	struct cursor		c;		/* over @copy */
	struct ring_subbuf	*copy;
};

/* Begin at the reader's place in @p, which is locked. */
static void iter_begin(struct ring_iter *it, const struct ring_part *p)
{
	u64 commit = commit_read(p);

	it->part = p;
	it->gen = p->gen;
	it->seq = p->rd.seq;
	it->next = p->rd.next;
	it->stop_seq = p->rd.seq + commit_ahead(commit, p->rd.seq);
	it->stop_off = pos_off(commit);
	it->lost = 0;
	it->begun = false;
	it->have = false;
	reader_cursor(p, &it->c);
	it->c.end = it->c.off;
	it->c.buf = it->copy;
}

/* Copy words it->c.off up to @end of @buf, but nothing behind the end of the walk. */
static void iter_copy(struct ring_iter *it, const struct ring_subbuf *buf, u32 end)
{
	s64 ahead = it->seq - it->stop_seq;
	u32 off = it->c.off;

	if (ahead >= 0)
		end = ahead ? 0 : min(end, it->stop_off);
	it->c.end = max(off, end);
	/* A writer may take the page meanwhile: iter_load_slot() finds out. */
	data_race(memcpy(it->copy->data + off * 4, buf->data + off * 4, (it->c.end - off) * 4));
}

/* Get the reader's page, from where the reader or the walker is, whichever is further. */
static void iter_load_held(struct ring_iter *it, const struct ring_part *p)
{
	struct cursor c;

	reader_cursor(p, &c);
	if (it->seq != p->rd.seq || it->c.off < c.off) {
		it->seq = p->rd.seq;
		it->c.off = c.off;
		it->c.time = c.time;
		it->next = p->rd.next;
	}
	iter_copy(it, c.buf, c.end);
}

/*
 * Get page @seq from the ring; from its beginning unless the walker is in it already.
 * False: it is gone.
 */
static bool iter_load_slot(struct ring_iter *it, const struct ring_part *p, u64 commit, u64 seq)
{
	u32 n = part_slot_of(p, seq), page, end;
	u64 slot = slot_read(p, n), first;
	struct cursor was = it->c;
	u64 was_seq = it->seq;

	if (slot_ahead(slot, seq) != 0 || slot_taken(slot))
		return false;
	page = slot_page(slot);
	first = READ_ONCE(p->desc[page].first);
	if (seq != it->seq) {
		it->c.off = 0;
		it->c.time = READ_ONCE(p->bufs[page]->time_stamp);
		it->seq = seq;
	}
	end = pos_off(commit_ahead(commit, seq) ? READ_ONCE(p->desc[page].end) : commit);
	iter_copy(it, p->bufs[page], min(end, p->room));
	if (!slot_still(p, n, slot)) {
		it->c = was;
		it->c.end = was.off;
		it->seq = was_seq;
		return false;
	}
	if (was_seq != seq) {
		it->lost += first - it->next;
		it->next = first;
	}
	return true;
}

/* Fill it->c with the next words to look at; false at the end of the walk. */
static bool iter_load(struct ring_iter *it, const struct ring_part *p)
{
	u64 commit = commit_read(p), seq;

	/* First what came behind the walker in the page it is in, then page by page. */
	if ((s64)(it->seq - p->rd.seq) > 0)
		iter_load_slot(it, p, commit, it->seq);
	else
		iter_load_held(it, p);
	for (seq = it->seq; it->c.off == it->c.end; ) {
		commit = commit_read(p);
		seq = part_oldest_seq(p, commit, seq);
		if ((s64)(it->stop_seq - seq) < 0)
			return false;
		iter_load_slot(it, p, commit, seq);
	}
	return true;
}

/* The same, with the part found and locked. */
static bool iter_fill(struct ring_iter *it)
{
	struct ring_part *p;
	unsigned long flags;
	bool got;

	p = part_lock(it->ring, it->cpu, &flags);
	if (!p)
		return false;
	if (p != it->part || p->gen != it->gen)
		iter_begin(it, p);
	got = iter_load(it, p);
	part_unlock(p, flags);
	return got;
}

/**
 * ring_iter_open - begin a walk
 * @r:		the ring
 * @cpu:	the CPU
 *
 * Context: task, may sleep.
 * Return: the walker, ERR_PTR(-ENOMEM).
 */
struct ring_iter *ring_iter_open(struct ring *r, int cpu)
{
	struct ring_iter *it = kzalloc(sizeof(*it), GFP_KERNEL);

	if (!it)
		return ERR_PTR(-ENOMEM);
	it->ring = r;
	it->cpu = cpu;

	mutex_lock(&r->mutex);
	it->copy = ring_buf_alloc(cpu, r->order);
	if (it->copy)
		r->pins[cpu]++;
	mutex_unlock(&r->mutex);
	if (!it->copy) {
		kfree(it);
		return ERR_PTR(-ENOMEM);
	}
	ring_iter_reset(it);
	return it;
}

/**
 * ring_iter_close - end a walk
 * @it:	from ring_iter_open()
 *
 * Context: task, may sleep.
 */
void ring_iter_close(struct ring_iter *it)
{
	mutex_lock(&it->ring->mutex);
	it->ring->pins[it->cpu]--;
	mutex_unlock(&it->ring->mutex);
	ring_buf_free(it->copy);
	kfree(it);
}

/**
 * ring_iter_reset - back to the oldest event; the walk will end at what is committed now
 * @it:	the walker
 *
 * Context: any but NMI.
 */
void ring_iter_reset(struct ring_iter *it)
{
	struct ring_part *p;
	unsigned long flags;

	it->part = NULL;
	it->have = false;
	it->c = (struct cursor){ .buf = it->copy };
	p = part_lock(it->ring, it->cpu, &flags);
	if (!p)
		return;
	iter_begin(it, p);
	part_unlock(p, flags);
}

/**
 * ring_iter_peek - the event that the walker is at
 * @it:		the walker
 * @item:	filled in; valid until ring_iter_next()
 *
 * Context: any but NMI.
 * Return: false at the end.
 */
bool ring_iter_peek(struct ring_iter *it, struct ring_item *item)
{
	while (!it->have) {
		it->have = cursor_next(&it->c, &it->item);
		if (it->have) {
			it->item.cpu = it->cpu;
			it->item.lost = it->begun ? it->lost : 0;
			it->lost = 0;
			it->begun = true;
		} else if (!iter_fill(it)) {
			return false;
		}
	}
	*item = it->item;
	return true;
}

/**
 * ring_iter_next - step over the event that the walker is at
 * @it:		the walker
 *
 * Context: any but NMI.
 */
void ring_iter_next(struct ring_iter *it)
{
	struct ring_item item;

	if (!it->have && !ring_iter_peek(it, &item))
		return;
	it->have = false;
	it->next++;
}
