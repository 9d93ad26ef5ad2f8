/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Events that can be checked: what a writer puts in says what must come out.
 *
 * Each event names its CPU, its context (task, interrupt, NMI) and how many that context wrote on
 * that CPU before it; the rest is bytes that follow from these.  So a reader can tell for each
 * stream that order is kept, that nothing comes twice, that no byte is torn, and how many are
 * missing.
 */
#ifndef _TRACE_RING_ORACLE_H
#define _TRACE_RING_ORACLE_H

#include "ring_internal.h"

enum { CTX_TASK, CTX_SOFTIRQ, CTX_IRQ, CTX_NMI, NR_CTX };

struct payload {
	u32	len;			/* of the event as asked for */
	u16	cpu;
	u16	ctx;
	u64	nr;			/* in this context of this CPU */
	u8	fill[];
} __packed __aligned(4);

#define PAYLOAD_MIN	sizeof(struct payload)

/* What the writers of one CPU did; each context raises its own. */
struct written {
	ring_count_t	tried;		/* all contexts */
	ring_count_t	discarded;
	u64		nr[NR_CTX];	/* committed */
};

/* What one reader saw of one CPU. */
struct seen {
	u64	ts;
	u64	next[NR_CTX];
	u64	nr;			/* events */
	u64	lost;			/* as announced */
};

/* Failed checks; the first few are told by oracle_say(), which the including file defines. */
static atomic_t oracle_failures;

#define CHECK(cond, fmt, ...) do {							\
	if (!(cond) && atomic_add_return(1, &oracle_failures) < 20)			\
		oracle_say("%s:%d: %s: " fmt "\n", __func__, __LINE__, #cond, ##__VA_ARGS__); \
} while (0)

static inline u8 fill_byte(const struct payload *p, u32 i)
{
	return p->nr * 31 + p->ctx * 7 + i;
}

static inline void payload_fill(struct payload *p, u32 len, int cpu, int ctx, u64 nr)
{
	u32 i;

	p->len = len;
	p->cpu = cpu;
	p->ctx = ctx;
	p->nr = nr;
	for (i = 0; i < len - PAYLOAD_MIN; i++)
		p->fill[i] = fill_byte(p, i);
}

/* One event on the CPU that runs this; perhaps with another inside, perhaps thrown away. */
static inline void write_one(struct ring *r, struct written *w, int cpu, int ctx, u32 len,
			     bool discard, void (*inside)(void))
{
	struct ring_res res;
	struct payload *p;

	ring_count(&w->tried);
	p = ring_reserve(r, len, &res);
	if (!p)
		return;
	/* A task event may be nested in a task event: the number is taken at once. */
	payload_fill(p, len, cpu, ctx, discard ? 0 : w->nr[ctx]++);
	if (inside)
		inside();
	if (discard) {
		ring_count(&w->discarded);
		ring_discard(&res);
	} else {
		ring_commit(&res);
	}
}

/* Events committed by all contexts of a CPU; when they are through. */
static inline u64 written_sum(const struct written *w)
{
	return w->nr[CTX_TASK] + w->nr[CTX_SOFTIRQ] + w->nr[CTX_IRQ] + w->nr[CTX_NMI];
}

/* Is this event what was written?  With @s, does it follow what was seen before? */
static inline void check_item(const struct ring_item *it, struct seen *s, bool in_order)
{
	const struct payload *p = it->data;
	u32 i;

	CHECK(it->len >= PAYLOAD_MIN, "len %u", it->len);
	CHECK(p->len <= it->len && p->len + 4 > it->len, "len %u of %u", p->len, it->len);
	CHECK(p->cpu == it->cpu, "cpu %u of %u", p->cpu, it->cpu);
	CHECK(p->ctx < NR_CTX, "ctx %u", p->ctx);
	if (p->len > it->len || p->ctx >= NR_CTX)
		return;
	for (i = 0; i < p->len - PAYLOAD_MIN; i++) {
		if (p->fill[i] != fill_byte(p, i)) {
			CHECK(false, "byte %u of event %llu", i, p->nr);
			break;
		}
	}
	s->nr++;
	s->lost += it->lost;
	if (!in_order)
		return;
	CHECK(it->ts >= s->ts, "time goes back: %llu after %llu", it->ts, s->ts);
	CHECK(p->nr >= s->next[p->ctx], "ctx %u: %llu after %llu", p->ctx, p->nr, s->next[p->ctx]);
	s->ts = it->ts;
	s->next[p->ctx] = p->nr + 1;
}

#endif /* _TRACE_RING_ORACLE_H */
