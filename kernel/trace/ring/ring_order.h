/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Every place where the order of memory accesses between CPUs matters.
 *
 * Writers of a part are all on one CPU and see each other's accesses in program order: compiler
 * barriers are enough between them.  What is here orders a part's CPU against readers elsewhere.
 * Each point is labelled and names its partner.
 *
 *   partner pair			if the right side sees	then it also sees
 *   commit_publish:A commit_read:A	a commit position	the events before it, and ends and
 *							numbers of the pages before it
 *   slot_claim:A     slot_still:A	new bytes in a page	the slot changed: what was read is
 *							void
 *   slot_claim:A     slot_read:A	a page's new number	nothing of the page from before that
 *   slot_claim:A     slot_take:A	one of two exchanges of a slot comes first, the other fails
 *   slot_take:A      slot_claim:A	the page given back	no access of the reader any more
 *   waiters_arm:A    waiters_late:A	see there
 *   waiter_queued:A  parts_exchanged:A	one of both sees the other: a part or a sleeper
 *   commit_publish:A commit_reread:A	the last commit of a page, or is overwritten by it
 *   part_publish:A   part_get:A	the pointer to a part	the part set up
 */
#ifndef _TRACE_RING_ORDER_H
#define _TRACE_RING_ORDER_H

#include "ring_types.h"

/*
 * All before @commit is whole: the events, their pages' descriptors.  Outermost writer only.
 * Pairs with commit_read:A.
 */
static __always_inline void commit_publish(struct ring_part *p, u64 commit)
{
	smp_store_release(&p->commit, commit);			/* ORD(commit_publish:A) */
}

/* How far @p may be read.  Pairs with commit_publish:A. */
static __always_inline u64 commit_read(const struct ring_part *p)
{
	return smp_load_acquire(&p->commit);			/* ORD(commit_read:A) */
}

/*
 * Which page is in slot @n.  What is read through its id is read after this (address dependency), so it
 * is no older than the claim that is seen here.  Pairs with slot_claim:A.
 */
static __always_inline u64 slot_read(const struct ring_part *p, u32 n)
{
	return READ_ONCE(p->slots[n]);				/* ORD(slot_read:A) */
}

/*
 * (seq - nr, any) -> (seq, unread) by a writer.  Full order: the slot changes before any new byte
 * appears in the page, so that whoever saw new bytes finds the slot changed (pairs with
 * slot_still:A); and a reader that gave this page back made its last access before (pairs with
 * slot_take:A).  Where a reader wants the page at the same time, one exchange fails.
 */
static __always_inline bool slot_claim(struct ring_part *p, u32 n, u64 *old, u64 new)
{
	return try_cmpxchg(&p->slots[n], old, new);		/* ORD(slot_claim:A) */
}

/*
 * (seq, unread) with its page -> (seq, taken) with the reader's used page.  Full order: the last
 * access to the page given back comes before it can be claimed.  Pairs with slot_claim:A.
 * Holder of the part's lock only.
 */
static __always_inline bool slot_take(struct ring_part *p, u32 n, u64 *old, u64 new)
{
	return try_cmpxchg(&p->slots[n], old, new);		/* ORD(slot_take:A) */
}

/*
 * What was read from the page in slot @n since it was seen to be @slot, was it that page all the
 * time? Pairs with slot_claim:A.
 */
static __always_inline bool slot_still(const struct ring_part *p, u32 n, u64 slot)
{
	smp_rmb();						/* ORD(slot_still:A) */
	return READ_ONCE(p->slots[n]) == slot;
}

/*
 * A reader is about to sleep until @bits: say so, then look for data a last time.  The writer
 * stores commit, then loads waiters, with no barrier between, since it does so for every event.
 * So both may miss each other, but only for as long as a store needs to become visible.  Whoever
 * arms also starts a timer, which looks again when that time is long over: waiters_late:A.
 */
static __always_inline void waiters_arm(struct ring_part *p, int bits)
{
	atomic_or(bits, &p->waiters);
	smp_mb__after_atomic();					/* ORD(waiters_arm:A) */
}

/* One tick later: sees all that the writer did before it could see what waiters_arm:A stored. */
static __always_inline int waiters_late(const struct ring_part *p)
{
	smp_mb();						/* ORD(waiters_late:A) */
	return atomic_read(&p->waiters);
}

/*
 * A waiter is on its queue; only after this does it look up the part to arm.  Pairs with
 * parts_exchanged:A: it arms the new part, or whoever exchanged parts finds it on the queue.
 */
static __always_inline void waiter_queued(void)
{
	smp_mb();						/* ORD(waiter_queued:A) */
}

/*
 * Parts were exchanged; only after this is it looked whether someone waits.
 * Pairs with waiter_queued:A.
 */
static __always_inline void parts_exchanged(void)
{
	smp_mb();						/* ORD(parts_exchanged:A) */
}

/*
 * The reader put into its page, still being written, how far it can be read; then it looks at
 * commit again.  The writer that leaves the page stores the final value there before it publishes a
 * commit in a later page: if its value was overwritten by ours, ours is corrected.
 */
static __always_inline u64 commit_reread(const struct ring_part *p)
{
	smp_mb();						/* ORD(commit_reread:A) */
	return commit_read(p);
}

/* Give a ring the part @p of a CPU that comes up.  Pairs with part_get:A. */
static __always_inline void part_publish(struct ring_cpu *rc, struct ring_part *p)
{
	smp_store_release(&rc->part, p);			/* ORD(part_publish:A) */
}

/* NULL: that CPU never came up.  By address dependency, pairs with part_publish:A. */
static __always_inline struct ring_part *part_get(const struct ring_cpu *rc)
{
	return READ_ONCE(rc->part);				/* ORD(part_get:A) */
}

#endif /* _TRACE_RING_ORDER_H */
