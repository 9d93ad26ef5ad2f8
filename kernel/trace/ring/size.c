// SPDX-License-Identifier: GPL-2.0
/*
 * How many sub-buffers a ring has, how large they are, and emptying it.
 *
 * All memory is got before anything is changed, so a failure changes nothing.
 */
#include "ring_internal.h"

/* --- more or fewer sub-buffers --- */

/* Is page @seq in the ring, unread?  Then its id. */
static bool page_kept(const struct ring_part *p, u64 seq, u32 *page)
{
	u64 slot;

	if ((s64)(seq - p->rd.seq) <= 0)
		return false;
	slot = slot_read(p, part_slot_of(p, seq));
	*page = slot_page(slot);
	return slot_ahead(slot, seq) == 0 && !slot_taken(slot);
}

/* Move page @from of @p to be page @to of @s. */
static void page_move(struct ring_part *p, u32 from, struct part_shape *s, u32 to)
{
	s->bufs[to] = p->bufs[from];
	s->desc[to] = p->desc[from];
	p->bufs[from] = NULL;
}

/*
 * Lay out the pages of @p in the tables of @s, newest last; with fewer slots the oldest pages are
 * dropped, and so counted as overrun.  The reader's page becomes page 0, the page in slot i page
 * i + 1.
 */
static void part_reshape(struct ring_part *p, void *arg)
{
	struct part_shape *s = arg;
	u32 head = pos_top(p->head.pos), page, i, new_head = 0;
	u64 newest = p->desc[head].seq, seq;
	s32 rem;

	if (RING_BROKEN(p, p->head.pos + p->bias != p->commit))
		return;
	for (i = 0; i < s->nr; i++) {
		seq = newest - s->nr + 1 + i;
		if (newest - seq < p->nr && page_kept(p, seq, &page)) {
			if (page == head)
				new_head = i + 1;
			page_move(p, page, s, i + 1);
			s->desc[i + 1].slot = i;
			s->slots[i] = slot_make(seq, 0, i + 1);
		} else {
			s->slots[i] = slot_make(seq, SLOT_TAKEN, i + 1);
		}
	}
	if (p->rd.page == head)
		p->desc[head].slot = s->nr - 1;
	page_move(p, p->rd.page, s, 0);
	shape_take(s, p);
	shape_fill(s);

	/* The reader's slot is counted back from the newest page, which is in the last one. */
	div_s64_rem((s64)(p->rd.seq - newest) - 1, s->nr, &rem);
	p->rd.slot = rem < 0 ? rem + s->nr : rem;
	p->rd.page = 0;
	p->head.pos = pos_make(new_head, pos_cnt(p->head.pos), pos_off(p->head.pos));
	p->pub_page = new_head;
	p->bias = p->commit - p->head.pos;
	p->gen++;
	shape_exchange(p, s);
}

/* Writers of these parts are not exchanged for others while their shape changes. */
static void reshape_begin(struct ring *r)
{
	unsigned long flags;

	lockdep_assert_held(&r->mutex);
	raw_spin_lock_irqsave(&r->swap_lock, flags);
	r->reshaping = true;
	raw_spin_unlock_irqrestore(&r->swap_lock, flags);
}

static void reshape_end(struct ring *r)
{
	unsigned long flags;

	raw_spin_lock_irqsave(&r->swap_lock, flags);
	r->reshaping = false;
	raw_spin_unlock_irqrestore(&r->swap_lock, flags);
}

static bool cpu_wanted(int cpu, int which)
{
	return which == RING_ALL_CPUS || which == cpu;
}

static bool ring_pinned(const struct ring *r, int which)
{
	int cpu;

	lockdep_assert_held(&r->mutex);
	for (cpu = 0; cpu < r->nr_cpus; cpu++) {
		if (cpu_wanted(cpu, which) && r->pins[cpu])
			return true;
	}
	return false;
}

static void shapes_free(struct ring *r, struct part_shape *s)
{
	int cpu;

	for (cpu = 0; cpu < r->nr_cpus; cpu++)
		shape_free(&s[cpu]);
	kvfree(s);
}

/*
 * Shapes for the parts that @which names and that need a change to hold @bytes (0: what they hold
 * now) in sub-buffers of @order.  NULL without memory.
 */
static struct part_shape *shapes_alloc(struct ring *r, int which, unsigned long bytes,
				       unsigned int order)
{
	struct part_shape *s = kvcalloc(r->nr_cpus, sizeof(*s), GFP_KERNEL);
	struct ring_part *p;
	unsigned long nr;
	int cpu;

	for (cpu = 0; s && cpu < r->nr_cpus; cpu++) {
		p = part_get(&r->cpu[cpu]);
		if (!p || !cpu_wanted(cpu, which))
			continue;
		nr = bytes_to_slots(bytes ?: p->nr * order_room(p->order), order);
		if (p->nr == nr && p->order == order)
			continue;
		if (shape_alloc(&s[cpu], cpu, nr, order, p->nr + 1, p->order == order)) {
			shapes_free(r, s);
			return NULL;
		}
	}
	return s;
}

static int ring_resize_locked(struct ring *r, unsigned long bytes, int which)
{
	struct part_shape *s;
	int cpu;

	if (ring_pinned(r, which))
		return -EBUSY;
	s = shapes_alloc(r, which, bytes ?: 1, r->order);
	if (!s)
		return -ENOMEM;
	for (cpu = 0; cpu < r->nr_cpus; cpu++) {
		if (s[cpu].bufs)
			part_exclusive(part_get(&r->cpu[cpu]), part_reshape, &s[cpu]);
	}
	if (which == RING_ALL_CPUS)
		r->bytes = bytes;
	shapes_free(r, s);
	return 0;
}

/**
 * ring_resize - give a ring room for so many bytes of events
 * @r:		the ring
 * @bytes:	per CPU; rounded up to whole sub-buffers, two at least
 * @cpu:	one CPU, or RING_ALL_CPUS
 *
 * Events stay, but for the oldest when there are too many for the new size: those count as overrun.
 *
 * Context: task, may sleep.
 * Return: 0; -EBUSY while walkers or mappings are open; -ENOMEM, and then nothing is changed.
 */
int ring_resize(struct ring *r, unsigned long bytes, int cpu)
{
	int ret;

	cpus_read_lock();
	mutex_lock(&r->mutex);
	reshape_begin(r);
	ret = ring_resize_locked(r, bytes, cpu);
	reshape_end(r);
	mutex_unlock(&r->mutex);
	cpus_read_unlock();
	return ret;
}

/* --- larger or smaller sub-buffers --- */

/* All new pages; the part is empty after. */
static void part_reorder(struct ring_part *p, void *arg)
{
	u64 seq = p->desc[pos_top(p->head.pos)].seq + 1;
	struct part_shape *s = arg;
	struct part_count n;

	part_count(p, &n);
	shape_fill(s);
	shape_take(s, p);
	shape_exchange(p, s);
	p->rd.page = 0;
	part_restart(p, seq, n.written);
}

static int ring_set_order_locked(struct ring *r, unsigned int order)
{
	struct part_shape *s;
	int cpu;

	if (ring_pinned(r, RING_ALL_CPUS))
		return -EBUSY;
	s = shapes_alloc(r, RING_ALL_CPUS, 0, order);
	if (!s)
		return -ENOMEM;
	for (cpu = 0; cpu < r->nr_cpus; cpu++) {
		if (s[cpu].bufs)
			part_exclusive(part_get(&r->cpu[cpu]), part_reorder, &s[cpu]);
	}
	WRITE_ONCE(r->order, order);
	shapes_free(r, s);
	return 0;
}

/**
 * ring_set_order - change the size of all sub-buffers; empties the ring
 * @r:		the ring
 * @order:	a sub-buffer is PAGE_SIZE << @order bytes from now on
 *
 * The room for events stays what it was, rounded up to whole sub-buffers.
 *
 * Context: task, may sleep.
 * Return: 0; -EINVAL; -EBUSY while walkers or mappings are open; -ENOMEM, and then nothing is
 * changed.
 */
int ring_set_order(struct ring *r, unsigned int order)
{
	int ret = 0;

	if (order > RING_ORDER_MAX)
		return -EINVAL;
	cpus_read_lock();
	mutex_lock(&r->mutex);
	reshape_begin(r);
	if (order != r->order)
		ret = ring_set_order_locked(r, order);
	reshape_end(r);
	mutex_unlock(&r->mutex);
	cpus_read_unlock();
	return ret;
}

/* --- emptying --- */

static void part_reset(struct ring_part *p, void *arg)
{
	struct part_count n;

	part_count(p, &n);
	part_restart(p, p->desc[pos_top(p->head.pos)].seq + 1, n.written);
	part_map_update(p);
}

/**
 * ring_reset - drop all events and set all counters to 0
 * @r:		the ring
 * @cpu:	one CPU, or RING_ALL_CPUS
 *
 * Context: task, may sleep.
 */
void ring_reset(struct ring *r, int cpu)
{
	struct ring_part *p;
	int i;

	cpus_read_lock();
	mutex_lock(&r->mutex);
	reshape_begin(r);
	for (i = 0; i < r->nr_cpus; i++) {
		p = part_get(&r->cpu[i]);
		if (p && cpu_wanted(i, cpu))
			part_exclusive(p, part_reset, NULL);
	}
	reshape_end(r);
	mutex_unlock(&r->mutex);
	cpus_read_unlock();
}

/* --- questions --- */

/**
 * ring_order - size of a sub-buffer
 * @r:	the ring
 *
 * Context: any.
 * Return: a sub-buffer is PAGE_SIZE << this.
 */
unsigned int ring_order(const struct ring *r)
{
	return READ_ONCE(r->order);
}

/**
 * ring_subbuf_bytes - size of a sub-buffer in bytes, header included
 * @r:	the ring
 *
 * Context: any.
 * Return: bytes.
 */
unsigned int ring_subbuf_bytes(const struct ring *r)
{
	return PAGE_SIZE << ring_order(r);
}

/**
 * ring_max_len - longest event that ring_reserve() takes, in bytes
 * @r:	the ring
 *
 * Context: any.
 * Return: bytes.
 */
unsigned int ring_max_len(const struct ring *r)
{
	return order_room(ring_order(r)) - RING_EVENT_OVERHEAD;
}

/**
 * ring_nr_subbufs - how many sub-buffers one CPU has, the reader's spare one not counted
 * @r:		the ring
 * @cpu:	the CPU
 *
 * Context: any.
 * Return: 0 for a CPU that never came up.
 */
unsigned int ring_nr_subbufs(const struct ring *r, int cpu)
{
	const struct ring_part *p = part_get(&r->cpu[cpu]);

	return p ? READ_ONCE(p->nr) : 0;
}

/**
 * ring_size - room for events of one CPU, in bytes
 * @r:		the ring
 * @cpu:	the CPU
 *
 * Context: any.
 * Return: for a CPU that never came up, what it will get.
 */
unsigned long ring_size(const struct ring *r, int cpu)
{
	unsigned long nr = ring_nr_subbufs(r, cpu);

	if (!nr)
		nr = bytes_to_slots(READ_ONCE(r->bytes), ring_order(r));
	return nr * order_room(ring_order(r));
}
