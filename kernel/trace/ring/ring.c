// SPDX-License-Identifier: GPL-2.0
/*
 * Rings as a whole: making and freeing, CPUs that come up, on and off, settings, and
 * exchanging the parts of two rings.
 */
#include "ring_internal.h"

/* --- life --- */

static void ring_release(struct ring *r)
{
	int cpu;

	for (cpu = 0; r->side && cpu < r->nr_cpus; cpu++)
		kfree(r->side[cpu].copy);
	kfree(r->pins);
	kfree(r->side);
	kfree(r);
}

/* The ring without any part; NULL without memory. */
static struct ring *ring_make(const struct ring_conf *conf)
{
	struct ring *r = kzalloc(struct_size(r, cpu, nr_cpu_ids), GFP_KERNEL);
	int cpu;

	if (!r)
		return NULL;
	r->nr_cpus = nr_cpu_ids;
	r->pins = kcalloc(nr_cpu_ids, sizeof(*r->pins), GFP_KERNEL);
	r->side = kcalloc(nr_cpu_ids, sizeof(*r->side), GFP_KERNEL);
	if (!r->pins || !r->side) {
		ring_release(r);
		return NULL;
	}
	r->clock = conf->clock;
	r->order = conf->order;
	r->overwrite = conf->overwrite;
	r->bytes = conf->bytes;
	r->seq0 = conf->start_lap ?: RING_SEQ_START;
	mutex_init(&r->mutex);
	raw_spin_lock_init(&r->swap_lock);
	for (cpu = 0; cpu < nr_cpu_ids; cpu++)
		atomic_set(&r->cpu[cpu].off, OFF_NO_PART);
	wake_init(r);
	return r;
}

/* Give @cpu its part, unless it has one. */
static int ring_add_cpu(struct ring *r, int cpu)
{
	struct ring_part *p;

	if (r->cpu[cpu].part)
		return 0;
	p = part_alloc(r, cpu, bytes_to_slots(r->bytes, r->order));
	if (!p)
		return -ENOMEM;
	part_publish(&r->cpu[cpu], p);
	atomic_andnot(OFF_NO_PART, &r->cpu[cpu].off);
	return 0;
}

static void ring_free_parts(struct ring *r)
{
	int cpu;

	for (cpu = 0; cpu < r->nr_cpus; cpu++)
		part_free(r->cpu[cpu].part);
}

/**
 * ring_alloc - make a ring, recording on
 * @conf:	how; see struct ring_conf
 *
 * CPUs that are up get their part now, the others when they come up.
 *
 * Context: task, may sleep.
 * Return: the ring, NULL without memory or for an order that is not supported.
 */
struct ring *ring_alloc(const struct ring_conf *conf)
{
	struct ring *r;
	int cpu, err = 0;

	if (conf->order > RING_ORDER_MAX)
		return NULL;
	r = ring_make(conf);
	if (!r)
		return NULL;
	cpus_read_lock();
	for_each_online_cpu(cpu) {
		err = ring_add_cpu(r, cpu);
		if (err)
			break;
	}
	if (!err)
		err = cpuhp_state_add_instance_nocalls_cpuslocked(CPUHP_TRACE_RB_PREPARE, &r->node);
	cpus_read_unlock();
	if (err) {
		ring_free_parts(r);
		ring_release(r);
		return NULL;
	}
	return r;
}

/**
 * ring_free - free a ring
 * @r:	the ring, or NULL
 *
 * No writer, reader, walker or waiter may be left.  Where parts were exchanged with another ring,
 * its writers may still be in a part that is ours now: they are waited for.
 *
 * Context: task, may sleep.
 */
void ring_free(struct ring *r)
{
	if (!r)
		return;
	cpuhp_state_remove_instance_nocalls(CPUHP_TRACE_RB_PREPARE, &r->node);
	if (r->swapped)
		synchronize_rcu();
	wake_exit(r);
	ring_free_parts(r);
	ring_release(r);
}

/*
 * A CPU is about to come up: give it its part in the ring that holds @node.
 * Context: hotplug, cpus_write_lock held.
 */
static int ring_cpu_prepare(unsigned int cpu, struct hlist_node *node)
{
	struct ring *r = hlist_entry(node, struct ring, node);
	int ret;

	mutex_lock(&r->mutex);
	ret = ring_add_cpu(r, cpu);
	mutex_unlock(&r->mutex);
	/* Whoever waits for that CPU knows nothing of its part yet. */
	ring_rearm(r, cpu);
	return ret;
}

/**
 * ring_init - before the first ring: hear of CPUs that come up
 *
 * Context: boot.
 * Return: 0 or an error; without it CPUs that come up later are not traced.
 */
int __init ring_init(void)
{
	return cpuhp_setup_state_multi(CPUHP_TRACE_RB_PREPARE, "trace/ring:prepare",
				       ring_cpu_prepare, NULL);
}

/* --- on and off --- */

static void off_add(struct ring *r, int cpu, int by)
{
	int i;

	for (i = 0; i < r->nr_cpus; i++) {
		if (cpu == RING_ALL_CPUS || cpu == i)
			atomic_add(by, &r->cpu[i].off);
	}
}

/**
 * ring_record_on - let events in again after ring_record_off()
 * @r:	the ring
 *
 * Context: any.
 */
void ring_record_on(struct ring *r)
{
	int i;

	for (i = 0; i < r->nr_cpus; i++)
		atomic_andnot(OFF_RECORD, &r->cpu[i].off);
}

/**
 * ring_record_off - let no events in; those begun are still completed
 * @r:	the ring
 *
 * Context: any.
 */
void ring_record_off(struct ring *r)
{
	int i;

	for (i = 0; i < r->nr_cpus; i++)
		atomic_or(OFF_RECORD, &r->cpu[i].off);
}

/**
 * ring_record_is_on - what was asked last, ring_record_on() or ring_record_off()?
 * @r:	the ring
 *
 * Context: any.
 * Return: true for on.
 */
bool ring_record_is_on(const struct ring *r)
{
	return !(atomic_read(&r->cpu[0].off) & OFF_RECORD);
}

/**
 * ring_stop - let no events in until as many ring_start()
 * @r:	the ring
 *
 * Context: any.
 */
void ring_stop(struct ring *r)
{
	off_add(r, RING_ALL_CPUS, OFF_STOP);
}

/**
 * ring_start - undo one ring_stop()
 * @r:	the ring
 *
 * Context: any.
 */
void ring_start(struct ring *r)
{
	off_add(r, RING_ALL_CPUS, -OFF_STOP);
}

/**
 * ring_stop_cpu - let no events of one CPU in until as many ring_start_cpu()
 * @r:		the ring
 * @cpu:	the CPU
 *
 * Context: any.
 */
void ring_stop_cpu(struct ring *r, int cpu)
{
	off_add(r, cpu, OFF_STOP);
}

/**
 * ring_start_cpu - undo one ring_stop_cpu()
 * @r:		the ring
 * @cpu:	the CPU
 *
 * Context: any.
 */
void ring_start_cpu(struct ring *r, int cpu)
{
	off_add(r, cpu, -OFF_STOP);
}

/* --- settings --- */

static void ring_apply(struct ring *r)
{
	struct ring_part *p;
	unsigned long flags;
	int i;

	raw_spin_lock_irqsave(&r->swap_lock, flags);
	for (i = 0; i < r->nr_cpus; i++) {
		p = part_get(&r->cpu[i]);
		if (!p)
			continue;
		/* Not while exclusive_run() has delta_max put away. */
		raw_spin_lock(&p->lock);
		part_apply(p, r);
		raw_spin_unlock(&p->lock);
	}
	raw_spin_unlock_irqrestore(&r->swap_lock, flags);
}

/**
 * ring_set_overwrite - what to lose when a part is full
 * @r:		the ring
 * @overwrite:	the oldest events (true) or the newest (false)
 *
 * Context: task.
 */
void ring_set_overwrite(struct ring *r, bool overwrite)
{
	mutex_lock(&r->mutex);
	WRITE_ONCE(r->overwrite, overwrite);
	ring_apply(r);
	mutex_unlock(&r->mutex);
}

/**
 * ring_overwrite - what ring_set_overwrite() set
 * @r:	the ring
 *
 * Context: any.
 * Return: true if the oldest are lost.
 */
bool ring_overwrite(const struct ring *r)
{
	return READ_ONCE(r->overwrite);
}

/**
 * ring_set_clock - take time stamps from another clock
 * @r:		the ring
 * @clock:	safe in NMI; the caller clears the ring after
 *
 * Context: any.
 */
void ring_set_clock(struct ring *r, u64 (*clock)(void))
{
	WRITE_ONCE(r->clock, clock);
}

/**
 * ring_set_time_abs - give each event a whole time stamp, or a delta again
 * @r:		the ring
 * @abs:	which
 *
 * Context: task.
 */
void ring_set_time_abs(struct ring *r, bool abs)
{
	mutex_lock(&r->mutex);
	WRITE_ONCE(r->time_abs, abs);
	ring_apply(r);
	mutex_unlock(&r->mutex);
}

/**
 * ring_time_abs - what ring_set_time_abs() set
 * @r:	the ring
 *
 * Context: any.
 * Return: true for whole stamps.
 */
bool ring_time_abs(const struct ring *r)
{
	return READ_ONCE(r->time_abs);
}

/* --- exchanging parts --- */

/* May the parts of @cpu be exchanged?  Both rings' swap_lock held. */
static int swap_check(const struct ring *a, const struct ring *b, int cpu)
{
	const struct ring_part *pa = part_get(&a->cpu[cpu]), *pb = part_get(&b->cpu[cpu]);

	if (!pa != !pb)
		return -EBUSY;		/* the CPU is coming up this moment */
	if (!pa)
		return 0;
	if (pa->order != pb->order)
		return -EINVAL;
	return READ_ONCE(pa->map) || READ_ONCE(pb->map) ? -EBUSY : 0;
}

/*
 * Exchange the parts of @cpu.  A writer that has fetched the part already writes and commits in
 * that one: its event belongs to the time before the exchange.  Readers look again under the
 * part's lock.
 */
static void swap_parts(struct ring *a, struct ring *b, int cpu)
{
	struct ring_part *pa = part_get(&a->cpu[cpu]), *pb = part_get(&b->cpu[cpu]);

	if (!pa)
		return;
	raw_spin_lock(&min(pa, pb)->lock);
	raw_spin_lock_nested(&max(pa, pb)->lock, SINGLE_DEPTH_NESTING);
	part_publish(&a->cpu[cpu], pb);
	part_publish(&b->cpu[cpu], pa);
	WRITE_ONCE(pa->side, &b->side[cpu]);
	WRITE_ONCE(pb->side, &a->side[cpu]);
	part_apply(pa, b);
	part_apply(pb, a);
	raw_spin_unlock(&max(pa, pb)->lock);
	raw_spin_unlock(&min(pa, pb)->lock);
}

static int swap_locked(struct ring *a, struct ring *b, int first, int last)
{
	int cpu, ret;

	if (a->reshaping || b->reshaping)
		return -EBUSY;
	for (cpu = first; cpu <= last; cpu++) {
		ret = swap_check(a, b, cpu);
		if (ret)
			return ret;
	}
	a->swapped = true;
	b->swapped = true;
	for (cpu = first; cpu <= last; cpu++)
		swap_parts(a, b, cpu);
	return 0;
}

/**
 * ring_swap - exchange the parts of two rings while anybody writes and reads
 * @a:		one ring
 * @b:		the other
 * @cpu:	one CPU, or RING_ALL_CPUS
 *
 * Writers go on without loss: each event is in one of the two, whole.
 *
 * Context: any but NMI.
 * Return: 0; -EINVAL when sub-buffers differ in order; -EBUSY while one is resized, reset or
 * mapped.
 */
int ring_swap(struct ring *a, struct ring *b, int cpu)
{
	int first = cpu, last = cpu, ret;
	unsigned long flags;

	if (a == b)
		return -EINVAL;
	if (cpu == RING_ALL_CPUS) {
		first = 0;
		last = a->nr_cpus - 1;
	}
	raw_spin_lock_irqsave(&min(a, b)->swap_lock, flags);
	raw_spin_lock_nested(&max(a, b)->swap_lock, SINGLE_DEPTH_NESTING);
	ret = swap_locked(a, b, first, last);
	raw_spin_unlock(&max(a, b)->swap_lock);
	raw_spin_unlock_irqrestore(&min(a, b)->swap_lock, flags);
	if (ret)
		return ret;
	/* Whoever waited for the parts that are gone looks at those that came. */
	ring_rearm(a, cpu);
	ring_rearm(b, cpu);
	return 0;
}
