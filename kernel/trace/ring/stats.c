// SPDX-License-Identifier: GPL-2.0
/*
 * How much is in a ring, how much was read, how much was lost.
 *
 * Events of a part are numbered as they are published.  What is unread is the rest of the
 * reader's page and all from the oldest page in the ring on; what was written and is neither
 * unread nor read is lost.  So written = read + entries + overrun by construction, whatever was
 * overwritten, shrunk away, or read in between.
 */
#include "ring_internal.h"

/* Number and byte position at which page @seq begins; false when it is gone. */
static bool page_start(const struct ring_part *p, u64 seq, u64 *first, u64 *bytes)
{
	u32 n = part_slot_of(p, seq);
	u64 slot = slot_read(p, n);

	if (slot_ahead(slot, seq) != 0 || slot_taken(slot))
		return false;
	*first = READ_ONCE(p->desc[slot_page(slot)].first);
	*bytes = READ_ONCE(p->desc[slot_page(slot)].bytes);
	return slot_still(p, n, slot);
}

/* Number and byte position of the oldest page as of @commit; false when there is none. */
static bool count_oldest(const struct ring_part *p, u64 commit, u64 *num, u64 *bytes)
{
	u64 seq = p->rd.seq;

	for (;;) {
		seq = part_oldest_seq(p, commit, seq);
		if (commit_ahead(commit, seq) < 0)
			return false;
		if (page_start(p, seq, num, bytes))
			return true;
	}
}

/* part_count() as of @commit; false when the writer has gone on by a lap since. */
static bool count_at(const struct ring_part *p, u64 commit, struct part_count *n)
{
	const struct ring_desc *held = &p->desc[p->rd.page];
	u64 end = reader_end(p, commit), first, at, bytes;
	s64 ahead = commit_ahead(commit, p->rd.seq);

	n->entries = held->first + pos_cnt(end) - p->rd.next;
	n->bytes = n->entries ? (pos_off(end) - p->rd.off) * 4 : 0;
	if (ahead == 0) {
		n->written = held->first + pos_cnt(commit);
		return true;
	}
	if (!page_start(p, p->rd.seq + ahead, &n->written, &bytes))
		return false;
	n->written += pos_cnt(commit);
	bytes += pos_off(commit) * 4;
	if (count_oldest(p, commit, &first, &at) && n->written != first) {
		n->entries += n->written - first;
		n->bytes += bytes - at;
	}
	return true;
}

/**
 * part_count - count what is in a part
 * @p:		the part, locked
 * @n:		filled in
 */
void part_count(const struct ring_part *p, struct part_count *n)
{
	while (!count_at(p, commit_read(p), n))
		;
}

/**
 * part_overrun - events written that are neither in the part nor were read
 * @p:		the part, locked
 * @n:		its count
 *
 * Return: how many.
 */
u64 part_overrun(const struct ring_part *p, const struct part_count *n)
{
	return n->written - p->num0 - p->rd.read - n->entries;
}

/* Time of the oldest unread event; 0 without one. */
static u64 part_oldest_ts(const struct ring_part *p)
{
	u64 commit = commit_read(p), seq = p->rd.seq, slot;
	struct ring_item it = { };
	struct cursor c;
	u32 n, page;

	reader_cursor(p, &c);
	if (cursor_next(&c, &it))
		return it.ts;
	for (;;) {
		commit = commit_read(p);
		seq = part_oldest_seq(p, commit, seq);
		if (commit_ahead(commit, seq) < 0)
			return 0;
		n = part_slot_of(p, seq);
		slot = slot_read(p, n);
		if (slot_ahead(slot, seq) != 0 || slot_taken(slot))
			continue;
		page = slot_page(slot);
		c.buf = p->bufs[page];
		c.off = 0;
		c.end = pos_off(commit_ahead(commit, seq) ? READ_ONCE(p->desc[page].end) : commit);
		c.end = min(c.end, p->room);
		c.time = READ_ONCE(c.buf->time_stamp);
		/* A writer may take the page meanwhile: then what was read does not count. */
		if (data_race(cursor_next(&c, &it)) && slot_still(p, n, slot))
			return it.ts;
	}
}

static void part_stats(const struct ring_part *p, struct ring_stats *st)
{
	struct part_count n;

	part_count(p, &n);
	st->entries = n.entries;
	st->overrun = part_overrun(p, &n);
	st->read = p->rd.read;
	st->bytes = n.bytes;
	st->oldest_ts = st->entries ? part_oldest_ts(p) : 0;
	st->commit_overrun = ring_count_read(&p->commit_overrun);
	st->dropped = ring_count_read(&p->dropped);
	st->broken = ring_count_read(&p->broken);
}

/**
 * ring_stats - all counters of one CPU
 * @r:		the ring
 * @cpu:	the CPU
 * @st:		filled in; zeros for a CPU that never came up, or where an NMI found the lock taken
 *
 * Context: any.
 */
void ring_stats(struct ring *r, int cpu, struct ring_stats *st)
{
	struct ring_part *p;
	unsigned long flags;

	memset(st, 0, sizeof(*st));
	p = part_lock(r, cpu, &flags);
	if (p) {
		part_stats(p, st);
		part_unlock(p, flags);
	}
	st->now = ring_clock(r);
}

/**
 * ring_empty - nothing to read?
 * @r:		the ring
 * @cpu:	the CPU, or RING_ALL_CPUS
 *
 * Context: any.
 * Return: true if so; false where an NMI cannot tell.
 */
bool ring_empty(struct ring *r, int cpu)
{
	struct ring_part *p;
	struct part_count n;
	unsigned long flags;

	if (cpu == RING_ALL_CPUS) {
		for (cpu = 0; cpu < r->nr_cpus; cpu++) {
			if (!ring_empty(r, cpu))
				return false;
		}
		return true;
	}
	p = part_lock(r, cpu, &flags);
	if (!p)
		return !part_get(&r->cpu[cpu]);
	part_count(p, &n);
	part_unlock(p, flags);
	return !n.entries;
}

/* Sum over all CPUs of entries, or of overruns. */
static u64 ring_sum(struct ring *r, bool overrun)
{
	struct part_count n;
	struct ring_part *p;
	unsigned long flags;
	u64 sum = 0;
	int cpu;

	for (cpu = 0; cpu < r->nr_cpus; cpu++) {
		p = part_lock(r, cpu, &flags);
		if (!p)
			continue;
		part_count(p, &n);
		sum += overrun ? part_overrun(p, &n) : n.entries;
		part_unlock(p, flags);
	}
	return sum;
}

/**
 * ring_entries - events to read, on all CPUs
 * @r:	the ring
 *
 * Context: any.
 * Return: how many.
 */
u64 ring_entries(struct ring *r)
{
	return ring_sum(r, false);
}

/**
 * ring_overruns - events overwritten before they were read, on all CPUs
 * @r:	the ring
 *
 * Context: any.
 * Return: how many.
 */
u64 ring_overruns(struct ring *r)
{
	return ring_sum(r, true);
}

/**
 * ring_now - the ring's clock
 * @r:	the ring
 *
 * Context: any.
 * Return: the time, in the clock's unit.
 */
u64 ring_now(const struct ring *r)
{
	return ring_clock(r);
}
