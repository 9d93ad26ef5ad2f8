// SPDX-License-Identifier: GPL-2.0
/*
 * Making a part, and changing its shape while its CPU writes.
 *
 * Nothing but the CPU itself may change a part's tables, and only while no writer of it is at
 * work.  So a change runs on the part's CPU (by IPI), with interrupts off and the part closed: an
 * NMI that wants to write meanwhile is refused, and counted as dropped.  Where the IPI hits a
 * writer at work, it is tried again. A CPU that is down has no writers; hotplug is held off and
 * the change runs here.
 */
#include "ring_internal.h"

/**
 * part_break - an invariant does not hold: stop this part for good
 * @p:		the part
 * @func:	where it was found
 * @line:	and in which line
 *
 * Context: any.
 */
void part_break(struct ring_part *p, const char *func, int line)
{
	WRITE_ONCE(p->delta_max, 0);
	WRITE_ONCE(p->shut, READ_ONCE(p->shut) | PART_BROKEN);
	if (!ring_count_read(&p->broken))
		ring_report("cpu%d: %s:%d does not hold, recording stops there\n", p->cpu, func,
			    line);
	ring_count(&p->broken);
}

/**
 * bytes_to_slots - sub-buffers for so many bytes of events
 * @bytes:	wanted
 * @order:	of the sub-buffers
 *
 * Return: how many, RING_SLOTS_MIN at least.
 */
unsigned long bytes_to_slots(unsigned long bytes, unsigned int order)
{
	unsigned long room = order_room(order);

	return max_t(unsigned long, RING_SLOTS_MIN, bytes / room + !!(bytes % room));
}

/* --- shapes: the tables and pages of a part --- */

/**
 * shape_free - free what a shape still holds
 * @s:	the shape; zeroed
 *
 * Context: task.
 */
void shape_free(struct part_shape *s)
{
	unsigned long i;

	for (i = 0; s->pool && i < s->nr_pool; i++) {
		ring_buf_free(s->pool[i]);
		cond_resched();
	}
	kvfree(s->pool);
	kvfree(s->bufs);
	kvfree(s->desc);
	kvfree(s->slots);
	memset(s, 0, sizeof(*s));
}

/**
 * shape_alloc - get what a part of @nr slots needs
 * @s:		filled in
 * @cpu:	whose memory is near
 * @nr:		slots
 * @order:	of the sub-buffers
 * @old:	sub-buffers that the part has already
 * @reuse:	and they are of the same order
 *
 * Asks for nothing that is not there, so that a size out of all proportion costs others nothing.
 *
 * Context: task, may sleep.
 * Return: 0, -ENOMEM (nothing is held then).
 */
int shape_alloc(struct part_shape *s, int cpu, unsigned long nr, unsigned int order,
		unsigned long old, bool reuse)
{
	unsigned long fresh = !reuse ? nr + 1 : nr + 1 > old ? nr + 1 - old : 0;

	memset(s, 0, sizeof(*s));
	if (nr >= RING_PAGES_MAX || fresh > ring_mem_avail() >> order)
		return -ENOMEM;
	s->nr = nr;
	s->order = order;
	s->bufs = kvcalloc(nr + 1, sizeof(*s->bufs), RING_GFP);
	s->desc = kvcalloc(nr + 1, sizeof(*s->desc), RING_GFP);
	s->slots = kvcalloc(nr, sizeof(*s->slots), RING_GFP);
	s->pool = kvcalloc(fresh + old, sizeof(*s->pool), RING_GFP);
	s->nr_pool = s->pool ? fresh : 0;
	if (s->bufs && s->desc && s->slots && s->pool &&
	    ring_bufs_fill(s->pool, fresh, cpu, order))
		return 0;
	shape_free(s);
	return -ENOMEM;
}

/**
 * shape_fill - put pages from the pool into all empty places of the table
 * @s:	the shape
 */
void shape_fill(struct part_shape *s)
{
	unsigned long i;

	for (i = 0; i <= s->nr; i++) {
		if (!s->bufs[i])
			s->bufs[i] = s->pool[--s->nr_pool];
	}
}

/**
 * shape_take - put the pages of @p that were not moved into the pool
 * @s:	the shape
 * @p:	the part: locked, closed
 */
void shape_take(struct part_shape *s, struct ring_part *p)
{
	unsigned long i;

	for (i = 0; i <= p->nr; i++) {
		if (p->bufs[i])
			s->pool[s->nr_pool++] = p->bufs[i];
		p->bufs[i] = NULL;
	}
}

/**
 * shape_exchange - exchange the tables of @p and @s
 * @p:	the part: locked, closed, or not yet published
 * @s:	the shape
 */
void shape_exchange(struct ring_part *p, struct part_shape *s)
{
	u32 nr = p->nr;

	swap(p->bufs, s->bufs);
	swap(p->desc, s->desc);
	swap(p->slots, s->slots);
	p->nr = s->nr;
	s->nr = nr;
	p->order = s->order;
	p->room = order_room(s->order) / 4;
}

/* --- parts --- */

/**
 * part_restart - empty a part and number pages from @seq and events from @num on
 * @p:		the part: locked and closed, or not yet published
 * @seq:	first page sequence number
 * @num:	first event number
 *
 * The reader keeps the page it holds; it becomes page 0, unless user space knows the pages by
 * their ids.
 */
void part_restart(struct ring_part *p, u64 seq, u64 num)
{
	u32 held = p->rd.page, first, i;

	if (!p->map) {
		swap(p->bufs[0], p->bufs[held]);
		held = 0;
	}
	first = held ? 0 : 1;
	memset(p->desc, 0, (p->nr + 1) * sizeof(*p->desc));
	for (i = 0; i < p->nr; i++)
		p->slots[i] = slot_make(seq + i - p->nr, SLOT_TAKEN, i < held ? i : i + 1);
	p->slots[0] = slot_make(seq, 0, first);
	p->desc[held].first = num;
	p->desc[first].first = num;
	p->desc[first].seq = seq;
	p->bufs[first]->time_stamp = 0;

	p->rd = (struct ring_reader){
		.seq = seq - 1, .slot = p->nr - 1, .page = held, .next = num,
	};
	p->num0 = num;
	p->gen++;
	ring_count_clear(&p->dropped);
	ring_count_clear(&p->commit_overrun);

	p->head.pos = pos_make(first, 0, 0);
	p->head.time = RING_TIME_NONE;
	p->pub_page = first;
	p->bias = (seq - first) << POS_TOP_SHIFT;
	commit_publish(p, p->head.pos + p->bias);
}

/**
 * part_apply - let the part do what its ring says
 * @p:	the part
 * @r:	the ring
 *
 * Context: any; writers may be at work, and go by the old or the new.
 */
void part_apply(struct ring_part *p, const struct ring *r)
{
	bool abs = READ_ONCE(r->time_abs);

	WRITE_ONCE(p->overwrite, READ_ONCE(r->overwrite));
	WRITE_ONCE(p->time_abs, abs);
	WRITE_ONCE(p->delta_max, abs || !ring_has_cas() ? 0 : DELTA_MAX);
	if (READ_ONCE(p->shut))
		WRITE_ONCE(p->delta_max, 0);
}

/**
 * part_alloc - a part for @cpu, empty, known to nobody
 * @r:		the ring
 * @cpu:	the CPU
 * @nr:		slots
 *
 * Context: task, may sleep; ring.mutex or the ring is not yet known.
 * Return: the part, NULL without memory.
 */
struct ring_part *part_alloc(struct ring *r, int cpu, unsigned long nr)
{
	struct part_shape s;
	struct ring_part *p;

	/* A power of two is aligned to itself. */
	p = kzalloc_node(roundup_pow_of_two(sizeof(*p)), GFP_KERNEL, cpu_to_node(cpu));
	if (!p)
		return NULL;
	if (shape_alloc(&s, cpu, nr, r->order, 0, false)) {
		kfree(p);
		return NULL;
	}
	shape_fill(&s);
	shape_exchange(p, &s);
	shape_free(&s);

	raw_spin_lock_init(&p->lock);
	p->cpu = cpu;
	p->side = &r->side[cpu];
	part_restart(p, r->seq0, RING_NUM_START);
	part_apply(p, r);
	return p;
}

/**
 * part_free - free a part that nobody uses
 * @p:	the part, or NULL
 *
 * Context: task.
 */
void part_free(struct ring_part *p)
{
	u32 i;

	if (!p)
		return;
	for (i = 0; i <= p->nr; i++)
		ring_buf_free(p->bufs[i]);
	kvfree(p->bufs);
	kvfree(p->desc);
	kvfree(p->slots);
	kfree(p);
}

/* --- the hand-over --- */

struct exclusive {
	struct ring_part	*p;
	void			(*fn)(struct ring_part *p, void *arg);
	void			*arg;
	bool			done;
};

/* On the part's CPU with interrupts off, or anywhere while that CPU is down. */
static void exclusive_run(void *info)
{
	struct exclusive *x = info;
	struct ring_part *p = x->p;
	u32 delta_max;

	raw_spin_lock(&p->lock);
	delta_max = p->delta_max;
	/* First the door, then the look: an NMI between is refused, one before has finished. */
	WRITE_ONCE(p->shut, p->shut | PART_CLOSED);
	WRITE_ONCE(p->delta_max, 0);
	barrier();
	if (p->nest == 0) {
		/* So that an NMI, refused, does not go and publish what is half changed. */
		WRITE_ONCE(p->nest, 1);
		barrier();
		x->fn(p, x->arg);
		barrier();
		WRITE_ONCE(p->nest, 0);
		x->done = true;
	}
	barrier();
	WRITE_ONCE(p->shut, p->shut & ~PART_CLOSED);
	WRITE_ONCE(p->delta_max, p->shut ? 0 : delta_max);
	raw_spin_unlock(&p->lock);
}

/**
 * part_exclusive - run @fn while no writer of the part is at work and none can start
 * @p:		the part
 * @fn:		changes the part; on its CPU, interrupts off, ring_part.lock held
 * @arg:	for @fn
 *
 * Context: task, may sleep; cpus_read_lock held.
 * Return: 0.
 */
int part_exclusive(struct ring_part *p, void (*fn)(struct ring_part *p, void *arg), void *arg)
{
	struct exclusive x = { .p = p, .fn = fn, .arg = arg };
	unsigned long flags;

	lockdep_assert_cpus_held();
	for (;;) {
		if (!cpu_online(p->cpu) || get_cpu() == p->cpu) {
			local_irq_save(flags);
			exclusive_run(&x);
			local_irq_restore(flags);
			if (cpu_online(p->cpu))
				put_cpu();
		} else {
			put_cpu();
			smp_call_function_single(p->cpu, exclusive_run, &x, true);
		}
		if (x.done)
			return 0;
		/* A writer was hit between reserve and commit; it cannot be preempted there. */
		usleep_range(20, 100);
	}
}
