// SPDX-License-Identifier: GPL-2.0
/*
 * Reserve, commit, discard: what writers do on their own CPU, in any context.
 *
 * A writer is a task, softirq, irq or NMI of the part's CPU.  One may interrupt another at any
 * instruction; it has then finished before the other goes on.  part.nest counts those at work.
 *
 *   reserve	read head, read the clock, compare-exchange head: position and time move together.
 *		A writer that came between has changed head: the exchange fails, all is done again.
 *		Hence time stamps never go back inside a part and every delta is exact.
 *   fill	the bytes belong to the writer who won them
 *   commit	the writer that leaves last (nest == 1) publishes head: all before it is whole.
 *		Then it looks again: what a late interrupt left behind is published too.
 *
 * A page is entered in two steps.  claim_next() puts the next page's number into its slot, which
 * takes the slot's page away from readers; only then head moves into it.  Both steps may be done
 * by any of several nested writers, the first wins and the others find it done.
 *
 * The rule that keeps pages safe: no page from commit's on is ever claimed.  While a writer is at
 * work commit stands still, so the page that it saw in head stays what it is.
 */
#include "ring_internal.h"

/* Longest data that the type_len field of a header can tell. */
#define SMALL_BYTES	(RING_TYPE_DATA_MAX * 4)

/* What one reserve wants: @words of space, header included, and @type in the header. */
struct want {
	u32	words;
	u32	type;
	u32	len;
};

/*
 * *@old -> @new, false when head is no longer *@old.
 * Context: the part's CPU, preemption off, nest raised.
 */
static __always_inline bool head_cas(struct ring_part *p, const struct ring_head *old,
				     const struct ring_head *new)
{
	return __ring_head_cas(&p->head, old->pos, old->time, new->pos, new->time);
}

/*
 * The same on CPUs without a 16-byte compare-exchange.  Interrupts are off; an NMI that finds the
 * part busy is refused before it gets here, see part_refuse().
 */
static noinline bool head_cas_irqoff(struct ring_part *p, const struct ring_head *old,
				     const struct ring_head *new)
{
	unsigned long flags;
	bool ok;

	raw_local_irq_save(flags);
	WRITE_ONCE(p->busy, true);
	barrier();
	ok = p->head.pos == old->pos && p->head.time == old->time;
	if (ok) {
		WRITE_ONCE(p->head.pos, new->pos);
		WRITE_ONCE(p->head.time, new->time);
	}
	barrier();
	WRITE_ONCE(p->busy, false);
	raw_local_irq_restore(flags);
	return ok;
}

/* Either of the two; for all but the fast path. */
static inline bool head_move(struct ring_part *p, const struct ring_head *old,
			     const struct ring_head *new)
{
	if (ring_has_cas())
		return head_cas(p, old, new);
	return head_cas_irqoff(p, old, new);
}

/* A torn pair, if a writer comes between the two loads, makes the exchange that follows fail. */
static __always_inline void head_read(const struct ring_part *p, struct ring_head *h)
{
	h->pos = READ_ONCE(p->head.pos);
	h->time = READ_ONCE(p->head.time);
	/* The clock is read after this: what is in h->time was read before it. */
	barrier();
}

/*
 * Commit goes from the page it is in to that of @pos.  The pages left behind are complete: note how
 * many events and bytes came before the next one, which numbers the events.
 *
 * Context: outermost writer.
 */
static noinline void publish_pages(struct ring_part *p, u64 pos)
{
	u32 page = p->pub_page, next, slot;
	struct ring_desc *d = &p->desc[page];

	while (page != pos_top(pos)) {
		slot = slot_next(p, d->slot);
		if (RING_BROKEN(p, slot_ahead(slot_read(p, slot), d->seq) != 1))
			return;
		next = slot_page(slot_read(p, slot));
		WRITE_ONCE(p->bufs[page]->commit, pos_off(d->end) * 4);
		WRITE_ONCE(p->desc[next].first, d->first + pos_cnt(d->end));
		WRITE_ONCE(p->desc[next].bytes, d->bytes + pos_off(d->end) * 4);
		page = next;
		d = &p->desc[page];
	}
	p->pub_page = page;
	p->bias = (d->seq - page) << POS_TOP_SHIFT;
	commit_publish(p, pos + p->bias);
}

/*
 * One writer less; the last one publishes what all of them wrote.
 * Context: preemption off.
 */
static __always_inline void part_leave(struct ring_part *p)
{
	u32 nest = p->nest;
	u64 pos;

	barrier();
	if (unlikely(nest != 1)) {
		WRITE_ONCE(p->nest, nest - 1);
		return;
	}
	for (;;) {
		pos = READ_ONCE(p->head.pos);
		if (likely(pos_top(pos) == p->pub_page))
			commit_publish(p, pos + p->bias);
		else
			publish_pages(p, pos);
		if (unlikely(atomic_read(&p->waiters)))
			part_wake(p);
		barrier();
		WRITE_ONCE(p->nest, 0);
		barrier();
		/*
		 * Whoever came between the load of head and nest = 0 did not publish.  Looking at
		 * head only now finds all of them; whoever comes later is the outermost.
		 */
		if (likely(READ_ONCE(p->head.pos) == pos))
			return;
		WRITE_ONCE(p->nest, 1);
		barrier();
	}
}

/* May @p be written at all?  Says no for a closed, broken or busy part, and counts. */
static bool part_refuse(struct ring_part *p)
{
	u32 shut = READ_ONCE(p->shut);

	if (shut & PART_BROKEN)
		return true;
	if (!(shut & PART_CLOSED) && !READ_ONCE(p->busy) && p->nest <= RING_NEST_MAX)
		return false;
	ring_count(&p->dropped);
	return true;
}

/*
 * May the unread page in @slot be taken for a new one?  Not one that holds, or comes after, events
 * that are not committed, and none at all when the newest event is the one to lose.
 */
static bool slot_may_drop(struct ring_part *p, u64 slot)
{
	u64 seq = slot >> SLOT_SEQ_SHIFT;

	if (commit_ahead(p->commit, seq) <= 0) {
		ring_count(&p->commit_overrun);
		return false;
	}
	if (!READ_ONCE(p->overwrite)) {
		ring_count(&p->dropped);
		return false;
	}
	return true;
}

/*
 * Make the slot behind the page of @pos hold the page to go on with, and say which that is.
 * slot: (seq - nr, any state) -> (seq, unread).  Several nested writers may do this step; the
 * slot word says who was first.
 *
 * Returns 0, -EAGAIN when head went on meanwhile, -ENOSPC when there is no page (counted).
 */
static int claim_next(struct ring_part *p, u64 pos, u32 *page)
{
	const struct ring_desc *d = &p->desc[pos_top(pos)];
	u64 seq = d->seq + 1;
	u32 n = slot_next(p, d->slot);
	u64 slot = slot_read(p, n);

	while (slot_ahead(slot, seq) != 0) {
		if (READ_ONCE(p->head.pos) != pos)
			return -EAGAIN;
		if (RING_BROKEN(p, slot_ahead(slot, seq) != -(s64)p->nr))
			return -ENOSPC;
		if (!slot_taken(slot) && !slot_may_drop(p, slot))
			return -ENOSPC;
		if (slot_claim(p, n, &slot, slot_make(seq, 0, slot_page(slot))))
			break;
	}
	*page = slot_page(slot_read(p, n));
	WRITE_ONCE(p->desc[*page].seq, seq);
	WRITE_ONCE(p->desc[*page].slot, n);
	return 0;
}

/* Put the header (and what goes before it) where @at says; returns the event. */
static struct ring_event *event_fill(struct ring_part *p, const struct want *w, u64 at, u64 delta,
				     u64 stamp, u32 kind)
{
	struct ring_subbuf *buf = p->bufs[pos_top(at)];
	u32 *to = (u32 *)buf->data + pos_off(at);

	if (kind) {
		*to++ = (u32)stamp << 5 | kind;
		*to++ = stamp >> DELTA_BITS;
	}
	*to = (u32)delta << 5 | w->type;
	if (!w->type)
		to[1] = w->len + 4;
	return (struct ring_event *)to;
}

/*
 * Everything but the plain case: no room left in the page, too much time since the last event, time
 * that went back, absolute stamps, events too long for type_len, a part that is closed.
 *
 * Context: preemption off, nest raised.  Returns NULL with nest lowered and preemption on again.
 */
static noinline void *reserve_slow(const struct ring *r, struct ring_part *p, unsigned int len,
				   struct ring_res *res)
{
	struct want w = { .len = len ?: 1 };
	struct ring_head old, new;
	u32 kind, extra, page;
	u64 at, delta;
	bool moved;
	int err;

	w.type = w.len <= SMALL_BYTES ? DIV_ROUND_UP(w.len, 4) : 0;
	w.words = w.len <= SMALL_BYTES ? w.type + 1 : w.len / 4 + !!(w.len % 4) + 2;

	for (;;) {
		if (part_refuse(p) || w.len > p->room * 4 - RING_EVENT_OVERHEAD)
			goto refuse;
		head_read(p, &old);
		new.time = ring_clock(r);
		/* A clock that steps back stands still for the ring. */
		if (old.time != RING_TIME_NONE && new.time < old.time)
			new.time = old.time;
		delta = new.time - old.time;
		at = old.pos;
		kind = 0;
		if (p->time_abs)
			kind = RING_TYPE_TIME_STAMP;
		else if (delta >= DELTA_MAX && pos_off(at))
			kind = RING_TYPE_TIME_EXTEND;
		extra = kind ? 2 : 0;

		moved = pos_off(at) + extra + w.words > p->room ||
			(delta >> STAMP_BITS && pos_off(at));
		if (moved) {
			err = claim_next(p, old.pos, &page);
			if (err == -EAGAIN)
				continue;
			if (err)
				goto refuse;
			at = pos_make(page, 0, 0);
			if (kind == RING_TYPE_TIME_EXTEND) {
				kind = 0;
				extra = 0;
			}
		}
		new.pos = at + POS_ONE + extra + w.words;
		if (likely(head_move(p, &old, &new)))
			break;
	}
	if (moved)
		WRITE_ONCE(p->desc[pos_top(old.pos)].end, old.pos);
	if (!pos_off(at)) {
		/* First in its page, whose base is its time; to undo it leaves that. */
		WRITE_ONCE(p->bufs[pos_top(at)]->time_stamp, new.time);
		old.time = new.time;
		delta = 0;
	}
	res->part = p;
	res->pos = at;
	res->prev_time = old.time;
	res->time = new.time;
	res->event = event_fill(p, &w, at, kind ? 0 : delta,
				kind == RING_TYPE_TIME_STAMP ? new.time : delta, kind);
	return res->event->array + !w.type;

refuse:
	part_leave(p);
	preempt_enable_notrace();
	return NULL;
}

/**
 * ring_reserve - take room for one event
 * @r:		the ring
 * @len:	bytes wanted
 * @res:	filled in; to be handed to ring_commit() or ring_discard()
 *
 * Context: any.  On success preemption is off until the event is committed or discarded.
 * Return: where to put the data, 4-byte aligned; NULL when recording is off or there is no room
 * (which is counted).
 */
void *ring_reserve(struct ring *r, unsigned int len, struct ring_res *res)
{
	u64 pos, time, now;
	struct ring_part *p;
	struct ring_cpu *rc;
	u32 type, nest, *ev;

	preempt_disable_notrace();
	rc = &r->cpu[raw_smp_processor_id()];
	OPTIMIZER_HIDE_VAR(rc);
	if (unlikely(atomic_read(&rc->off))) {
		preempt_enable_notrace();
		return NULL;
	}
	p = part_get(rc);
	nest = p->nest + 1;
	WRITE_ONCE(p->nest, nest);
	barrier();
	if (unlikely(nest > RING_NEST_MAX))
		goto slow;
	if (unlikely(len - 1 >= SMALL_BYTES))
		goto slow;
	type = (len + 3) / 4;
	OPTIMIZER_HIDE_VAR(type);
	do {
		/* As head_read(), in variables of their own for the compiler's sake. */
		pos = READ_ONCE(p->head.pos);
		time = READ_ONCE(p->head.time);
		barrier();
		now = ring_clock(r);
		if (unlikely(now - time >= READ_ONCE(p->delta_max)))
			goto slow_words;
		if (unlikely(pos_off(pos) + type >= p->room))
			goto slow_words;
	} while (unlikely(!__ring_head_cas(&p->head, pos, time, pos + POS_ONE + 1 + type, now)));

	ev = (u32 *)p->bufs[pos_top(pos)]->data + pos_off(pos);
	*ev = (u32)(now - time) << 5 | type;
	res->part = p;
	res->event = (struct ring_event *)ev;
	res->pos = pos;
	res->prev_time = time;
	res->time = now;
	return ev + 1;
slow_words:
	/* It is as many words; the fast path has one variable less to keep. */
	len = type * 4;
slow:
	return reserve_slow(r, p, len, res);
}

/**
 * ring_commit - the event is complete
 * @res:	from ring_reserve()
 *
 * Context: that of the ring_reserve().
 */
void ring_commit(struct ring_res *res)
{
	part_leave(res->part);
	preempt_enable_notrace();
}

/*
 * Others have written behind the event: it stays, as padding that says its length in array[0],
 * and is taken from the count of its page.  Its time_delta stays too, the events behind need it.
 */
static noinline void discard_pad(struct ring_part *p, const struct ring_res *res, u32 words)
{
	u32 *ev = (u32 *)res->event, page = pos_top(res->pos);
	struct ring_head old, new;

	ev[0] = (ev[0] & ~31U) | RING_TYPE_PADDING;
	ev[1] = (words - 1) * 4;
	do {
		head_read(p, &old);
		if (pos_top(old.pos) != page) {
			/* No writer but this one looks at the end of a page already left. */
			p->desc[page].end -= POS_ONE;
			return;
		}
		new.pos = old.pos - POS_ONE;
		new.time = old.time;
	} while (!head_move(p, &old, &new));
}

/**
 * ring_discard - the event is not wanted after all
 * @res:	from ring_reserve()
 *
 * If nothing came after it the room, and the time, are given back.
 *
 * Context: that of the ring_reserve().
 */
void ring_discard(struct ring_res *res)
{
	struct ring_part *p = res->part;
	const u32 *ev = (const u32 *)res->event;
	u32 type = ev[0] & 31, words = 1 + (type ?: DIV_ROUND_UP(ev[1], 4));
	u32 off = ev - (const u32 *)p->bufs[pos_top(res->pos)]->data;
	struct ring_head old = {
		.pos = res->pos - pos_off(res->pos) + POS_ONE + off + words,
		.time = res->time,
	};
	struct ring_head new = { .pos = res->pos, .time = res->prev_time };

	barrier();
	if (!head_move(p, &old, &new))
		discard_pad(p, res, words);
	part_leave(p);
	preempt_enable_notrace();
}
