// SPDX-License-Identifier: GPL-2.0
/*
 * merge.c - the CPUs of one ring as one stream of records, oldest first.
 *
 * The oldest unread record of every CPU is looked at once and kept as that CPU's head; a heap of the CPUs
 * by the time of their heads says whose turn it is.  So a record costs one look at its own CPU and a few
 * compares, whatever the number of CPUs.
 *
 * A reader that does not consume has an end, which its walkers see to: what was recorded until it started.  Otherwise a
 * reader whose own doings are recorded would never get to it.
 *
 * A consuming reader must notice that a CPU that had nothing has something now.  A CPU that was empty at time T
 * cannot come up with a record older than T, so as long as the oldest head is not younger than the last look at
 * the empty ones, the order is right without looking again.
 */

#include <linux/err.h>
#include <linux/mm.h>
#include <linux/slab.h>
#include "output_internal.h"

/**
 * struct merge_head - one CPU
 * @iter:	its walker, NULL for a consuming reader
 * @item:	its oldest unread record; valid while the CPU is in the heap
 */
struct merge_head {
	struct ring_iter	*iter;
	struct ring_item	item;
};

/**
 * struct merge - the state of one reader; its owner's
 * @ring:	what is read
 * @cpu:	one CPU or RING_ALL_CPUS
 * @consume:	records are taken out of the ring
 * @looked:	consuming reader: when the CPUs that are not in the heap were last looked at
 * @nr:		CPUs in @heap
 * @heap:	numbers of CPUs, the one with the oldest head first
 * @head:	by number of CPU
 */
struct merge {
	struct ring		*ring;
	int			cpu;
	bool			consume;
	u64			looked;
	unsigned int		nr;
	unsigned int		*heap;
	struct merge_head	head[];
};

/* Same time: the lower CPU first, so that the order does not depend on history. */
static bool older(const struct merge *m, unsigned int a, unsigned int b)
{
	u64 ta = m->head[a].item.ts, tb = m->head[b].item.ts;

	return ta != tb ? ta < tb : a < b;
}

/* The CPU at @i may be too young for its place: let older ones up. */
static void sift_down(struct merge *m, unsigned int i)
{
	unsigned int cpu = m->heap[i], child;

	while ((child = 2 * i + 1) < m->nr) {
		if (child + 1 < m->nr && older(m, m->heap[child + 1], m->heap[child]))
			child++;
		if (!older(m, m->heap[child], cpu))
			break;
		m->heap[i] = m->heap[child];
		i = child;
	}
	m->heap[i] = cpu;
}

static void sift_up(struct merge *m, unsigned int i)
{
	unsigned int cpu = m->heap[i];

	while (i && older(m, cpu, m->heap[(i - 1) / 2])) {
		m->heap[i] = m->heap[(i - 1) / 2];
		i = (i - 1) / 2;
	}
	m->heap[i] = cpu;
}

/* Look at the oldest unread record of @cpu; false when there is none to show. */
static bool head_look(struct merge *m, unsigned int cpu)
{
	struct merge_head *h = &m->head[cpu];

	if (m->consume)
		return ring_peek(m->ring, cpu, &h->item);
	return ring_iter_peek(h->iter, &h->item);
}

static bool in_heap(const struct merge *m, unsigned int cpu)
{
	unsigned int i;

	for (i = 0; i < m->nr; i++)
		if (m->heap[i] == cpu)
			return true;
	return false;
}

static void head_enter(struct merge *m, unsigned int cpu)
{
	if (!head_look(m, cpu))
		return;
	m->heap[m->nr] = cpu;
	sift_up(m, m->nr++);
}

/* The head of the CPU at heap place @i was used up. */
static void head_renew(struct merge *m, unsigned int i)
{
	if (!head_look(m, m->heap[i])) {
		m->heap[i] = m->heap[--m->nr];
		if (i == m->nr)
			return;
		sift_up(m, i);
	}
	sift_down(m, i);
}

/**
 * merge_look() - see whether CPUs that had nothing have something now
 * @m:	a consuming reader
 *
 * Context: task.
 */
void merge_look(struct merge *m)
{
	int cpu;

	m->looked = ring_now(m->ring);
	if (m->cpu != RING_ALL_CPUS) {
		if (!m->nr)
			head_enter(m, m->cpu);
		return;
	}
	for_each_possible_cpu(cpu)
		if (!in_heap(m, cpu))
			head_enter(m, cpu);
}

/**
 * merge_rewind() - back to the oldest record; the end is now
 * @m:	a reader that does not consume
 *
 * Context: task.
 */
void merge_rewind(struct merge *m)
{
	int cpu;

	m->nr = 0;
	for_each_possible_cpu(cpu) {
		if (!m->head[cpu].iter)
			continue;
		ring_iter_reset(m->head[cpu].iter);
		head_enter(m, cpu);
	}
}

/* The consuming reader is about to go past what it last saw of the CPUs that were empty. */
static void merge_freshen(struct merge *m)
{
	if (m->consume && (!m->nr || m->head[m->heap[0]].item.ts > m->looked))
		merge_look(m);
}

/**
 * merge_next_ts() - when the next record was recorded
 * @m:	the reader
 *
 * Context: task.
 * Return: its time stamp, 0 when there is none.
 */
u64 merge_next_ts(struct merge *m)
{
	return m->nr ? m->head[m->heap[0]].item.ts : 0;
}

/**
 * merge_peek_cpu() - look at the next record of one CPU
 * @m:		the reader
 * @cpu:	CPU
 * @it:		where it goes; its data is valid until the next call on @m
 *
 * Context: task.
 * Return: false when there is none.
 */
bool merge_peek_cpu(struct merge *m, int cpu, struct ring_item *it)
{
	if (!in_heap(m, cpu))
		return false;
	*it = m->head[cpu].item;
	return true;
}

/* Room for @len bytes. */
static int record_grow(struct record *rec, unsigned int len)
{
	size_t room = max_t(size_t, 256, roundup_pow_of_two(len));
	void *copy = kvmalloc(room, GFP_KERNEL);

	if (!copy)
		return -ENOMEM;
	kvfree(rec->copy);
	rec->copy = copy;
	rec->room = room;
	return 0;
}

static int record_fill(struct record *rec, const struct ring_item *it)
{
	if (unlikely(it->len > rec->room) && record_grow(rec, it->len))
		return -ENOMEM;
	memcpy(rec->copy, it->data, it->len);
	rec->item = *it;
	rec->item.data = rec->copy;
	return 1;
}

/* Take what is now the oldest record of @cpu, whose head is @head: somebody else may have taken that one. */
static int consume_one(struct merge *m, unsigned int cpu, const struct ring_item *head, struct record *rec)
{
	struct ring_item it;

	/* Room first: what is consumed cannot be put back. */
	if (head->len > rec->room && record_grow(rec, head->len))
		return -ENOMEM;
	return ring_consume(m->ring, cpu, &it) ? record_fill(rec, &it) : 0;
}

/* Take the head of the CPU at heap place @i: 1, 0 when it is gone, -ENOMEM. */
static int take_at(struct merge *m, unsigned int i, struct record *rec)
{
	unsigned int cpu = m->heap[i];
	struct merge_head *h = &m->head[cpu];
	int ret;

	if (m->consume)
		ret = consume_one(m, cpu, &h->item, rec);
	else
		ret = record_fill(rec, &h->item);
	if (ret < 0)
		return ret;
	if (!m->consume)
		ring_iter_next(h->iter);
	head_renew(m, i);
	return ret;
}

/**
 * merge_take() - take the oldest record
 * @m:		the reader
 * @rec:	where it goes; what was there before is lost
 *
 * Context: task.
 * Return: 1, 0 when there is none, -ENOMEM.
 */
int merge_take(struct merge *m, struct record *rec)
{
	int ret = 0;

	merge_freshen(m);
	while (!ret && m->nr)
		ret = take_at(m, 0, rec);
	return ret;
}

/**
 * merge_drop_cpu() - go past the oldest record of one CPU, out of turn
 * @m:		the reader
 * @cpu:	CPU
 *
 * For printers that make one line of two records.
 *
 * Context: task.
 */
void merge_drop_cpu(struct merge *m, int cpu)
{
	struct ring_item it;
	unsigned int i;

	for (i = 0; i < m->nr && m->heap[i] != cpu; i++)
		;
	if (i == m->nr)
		return;
	if (m->consume)
		ring_consume(m->ring, cpu, &it);
	else
		ring_iter_next(m->head[cpu].iter);
	head_renew(m, i);
}

void record_free(struct record *rec)
{
	kvfree(rec->copy);
	*rec = (struct record){};
}

static int open_walkers(struct merge *m)
{
	int cpu;

	for_each_possible_cpu(cpu) {
		struct ring_iter *iter;

		if (m->cpu != RING_ALL_CPUS && cpu != m->cpu)
			continue;
		iter = ring_iter_open(m->ring, cpu);
		if (IS_ERR(iter))
			return PTR_ERR(iter);
		m->head[cpu].iter = iter;
	}
	return 0;
}

/**
 * merge_open() - start reading a ring
 * @ring:	what to read; stays until merge_close()
 * @cpu:	one CPU or RING_ALL_CPUS
 * @consume:	take records out
 *
 * Without @consume call merge_rewind() before anything else.
 *
 * Context: task.
 * Return: a reader or ERR_PTR(-ENOMEM).
 */
struct merge *merge_open(struct ring *ring, int cpu, bool consume)
{
	struct merge *m;
	int ret;

	m = kvzalloc(struct_size(m, head, nr_cpu_ids), GFP_KERNEL);
	if (!m)
		return ERR_PTR(-ENOMEM);
	m->ring = ring;
	m->cpu = cpu;
	m->consume = consume;
	m->heap = kcalloc(nr_cpu_ids, sizeof(*m->heap), GFP_KERNEL);
	ret = m->heap ? 0 : -ENOMEM;
	if (!ret && !consume)
		ret = open_walkers(m);
	if (ret) {
		merge_close(m);
		return ERR_PTR(ret);
	}
	return m;
}

void merge_close(struct merge *m)
{
	int cpu;

	if (IS_ERR_OR_NULL(m))
		return;
	for_each_possible_cpu(cpu)
		if (m->head[cpu].iter)
			ring_iter_close(m->head[cpu].iter);
	kfree(m->heap);
	kvfree(m);
}
