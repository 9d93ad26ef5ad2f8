// SPDX-License-Identifier: GPL-2.0
/*
 * Sleeping until there is something to read.
 *
 * A writer looks at one word of its part per event, ring_part.waiters; it is 0 when nobody waits.
 * A waiter puts itself on a queue, sets its bit there, looks a last time, and sleeps.  The writer that
 * finds the bit and enough data clears it and queues an irq_work, which wakes the queue: safe from
 * NMI and from under any lock.  See waiters_arm() for the one case in which both miss each other,
 * and the timer here.
 */
#include "ring_internal.h"

/* Is a watermark of @percent reached?  By whole sub-buffers, the one being written included. */
static bool part_filled(const struct ring_part *p, u32 percent)
{
	s64 pages = commit_ahead(commit_read(p), READ_ONCE(p->rd.seq));

	return min_t(u64, max_t(s64, pages, 0), p->nr) * 100 >= (u64)percent * p->nr;
}

/* Those bits of @bits whose waiters have what they wait for. */
static int waiters_due(struct ring *r, const struct ring_part *p, int bits)
{
	int due = 0;

	if (bits & WAIT_ANY && !ring_empty(r, p->cpu))
		due |= WAIT_ANY;
	if (bits & WAIT_FULL && part_filled(p, READ_ONCE(p->percent)))
		due |= WAIT_FULL;
	return due;
}

/**
 * part_wake - there is something new, and somebody waits
 * @p:	the part
 *
 * Context: outermost writer, so any.
 */
void part_wake(struct ring_part *p)
{
	int bits = atomic_read(&p->waiters), due = bits & WAIT_ANY;

	if (bits & WAIT_FULL && part_filled(p, READ_ONCE(p->percent)))
		due |= WAIT_FULL;
	if (!due)
		return;
	atomic_andnot(due, &p->waiters);
	irq_work_queue(&READ_ONCE(p->side)->work);
}

/* Wake the readers of one CPU, and those of all CPUs. */
static void wake_work(struct irq_work *work)
{
	struct ring_side *w = container_of(work, struct ring_side, work);

	wake_up_all(&w->any);
	wake_up_all(&w->full);
	wake_up_all(&w->ring->wait_all);
}

/* See waiters_arm(): a tick after someone armed, look whether the writer missed it. */
static void wake_late(struct timer_list *timer)
{
	struct ring *r = container_of(timer, struct ring, late);
	bool again = atomic_xchg(&r->waiting, 0);
	struct ring_part *p;
	int cpu, due;

	for (cpu = 0; cpu < r->nr_cpus; cpu++) {
		p = part_get(&r->cpu[cpu]);
		if (!p)
			continue;
		due = waiters_due(r, p, waiters_late(p));
		if (due) {
			atomic_andnot(due, &p->waiters);
			irq_work_queue(&r->side[cpu].work);
		}
	}
	if (again)
		mod_timer(&r->late, jiffies + 1);
}

/**
 * wake_init - set up a new ring's waiting side
 * @r:	the ring
 */
void wake_init(struct ring *r)
{
	int cpu;

	init_waitqueue_head(&r->wait_all);
	timer_setup(&r->late, wake_late, 0);
	for (cpu = 0; cpu < r->nr_cpus; cpu++) {
		struct ring_side *w = &r->side[cpu];

		w->ring = r;
		init_waitqueue_head(&w->any);
		init_waitqueue_head(&w->full);
		init_irq_work(&w->work, wake_work);
	}
}

/**
 * wake_exit - nothing of a ring's waiting side is on its way any more after this
 * @r:	the ring; no writers and waiters are left
 *
 * Context: task, may sleep.
 */
void wake_exit(struct ring *r)
{
	int cpu;

	timer_shutdown_sync(&r->late);
	for (cpu = 0; cpu < r->nr_cpus; cpu++)
		irq_work_sync(&r->side[cpu].work);
}

/* --- waiting --- */

/* Ask the writer of @cpu to say when there is something (0) or the part is @percent full. */
static void wait_arm_cpu(struct ring *r, int cpu, u32 percent)
{
	struct ring_part *p = part_get(&r->cpu[cpu]);

	if (!p)
		return;
	if (!percent) {
		waiters_arm(p, WAIT_ANY);
		return;
	}
	if (!(atomic_read(&p->waiters) & WAIT_FULL) || READ_ONCE(p->percent) > percent)
		WRITE_ONCE(p->percent, percent);
	waiters_arm(p, WAIT_FULL);
}

/* Parts may not go away between being looked up and being armed: RCU, as with writers. */
static void wait_arm(struct ring *r, int cpu, u32 percent)
{
	int i;

	waiter_queued();
	rcu_read_lock();
	if (cpu == RING_ALL_CPUS) {
		for (i = 0; i < r->nr_cpus; i++)
			wait_arm_cpu(r, i, 0);
	} else {
		wait_arm_cpu(r, cpu, percent);
	}
	rcu_read_unlock();
	atomic_set(&r->waiting, 1);
	if (!timer_pending(&r->late))
		mod_timer(&r->late, jiffies + 1);
}

static bool wait_ready(struct ring *r, int cpu, u32 percent)
{
	const struct ring_part *p;
	bool ready;

	if (ring_empty(r, cpu))
		return false;
	if (!percent || cpu == RING_ALL_CPUS)
		return true;
	rcu_read_lock();
	p = part_get(&r->cpu[cpu]);
	ready = p && part_filled(p, percent);
	rcu_read_unlock();
	return ready;
}

static wait_queue_head_t *wait_queue_of(struct ring *r, int cpu, u32 percent)
{
	if (cpu == RING_ALL_CPUS)
		return &r->wait_all;
	return percent ? &r->side[cpu].full : &r->side[cpu].any;
}

/**
 * ring_wait - sleep until there is something to read
 * @r:		the ring
 * @cpu:	the CPU, or RING_ALL_CPUS
 * @percent:	0: some data will do; else that share of the sub-buffers must hold unread data.
 *		Means nothing for RING_ALL_CPUS
 * @done:	may end the wait too, or NULL; called while not yet asleep, must not sleep
 * @arg:	for @done
 *
 * Context: task, may sleep.
 * Return: 0, also after ring_wake(); -EINTR for a signal.
 */
int ring_wait(struct ring *r, int cpu, int percent, bool (*done)(void *arg), void *arg)
{
	wait_queue_head_t *q = wait_queue_of(r, cpu, percent);
	u32 gen = READ_ONCE(r->wake_gen);
	DEFINE_WAIT(wait);
	int ret = 0;

	for (;;) {
		prepare_to_wait(q, &wait, TASK_INTERRUPTIBLE);
		wait_arm(r, cpu, percent);
		if (wait_ready(r, cpu, percent) || READ_ONCE(r->wake_gen) != gen)
			break;
		if (done && done(arg))
			break;
		if (signal_pending(current)) {
			ret = -EINTR;
			break;
		}
		schedule();
	}
	finish_wait(q, &wait);
	return ret;
}

/**
 * ring_poll - is there something to read?  If not, be told
 * @r:		the ring
 * @cpu:	the CPU, or RING_ALL_CPUS
 * @file:	of the poll call
 * @pt:		of the poll call
 * @percent:	as in ring_wait()
 *
 * Context: task.
 * Return: EPOLLIN | EPOLLRDNORM or 0.
 */
unsigned int ring_poll(struct ring *r, int cpu, struct file *file, struct poll_table_struct *pt,
		       int percent)
{
	poll_wait(file, wait_queue_of(r, cpu, percent), pt);
	wait_arm(r, cpu, percent);
	return wait_ready(r, cpu, percent) ? (__force unsigned int)(EPOLLIN | EPOLLRDNORM) : 0;
}

/* Does anybody wait for this CPU, or for all? */
static bool side_waited_for(struct ring_side *s)
{
	/* Without a lock: parts_exchanged() comes before, waiter_queued() pairs. */
	if (waitqueue_active(&s->any) || waitqueue_active(&s->full))
		return true;
	return waitqueue_active(&s->ring->wait_all);	/* likewise */
}

/**
 * ring_rearm - let waiters look again, and wait on if they must
 * @r:		the ring
 * @cpu:	whose, or RING_ALL_CPUS
 *
 * Context: any.
 */
void ring_rearm(struct ring *r, int cpu)
{
	int i;

	parts_exchanged();
	for (i = 0; i < r->nr_cpus; i++) {
		if ((cpu == RING_ALL_CPUS || cpu == i) && side_waited_for(&r->side[i]))
			irq_work_queue(&r->side[i].work);
	}
}

/**
 * ring_wake - end the wait of all who wait now
 * @r:		the ring
 * @cpu:	whose, or RING_ALL_CPUS
 *
 * Those who wait for other CPUs only wait on.
 *
 * Context: any.
 */
void ring_wake(struct ring *r, int cpu)
{
	int i;

	WRITE_ONCE(r->wake_gen, r->wake_gen + 1);
	for (i = 0; i < r->nr_cpus; i++) {
		if (cpu == RING_ALL_CPUS || cpu == i)
			irq_work_queue(&r->side[i].work);
	}
}
