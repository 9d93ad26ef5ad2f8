// SPDX-License-Identifier: GPL-2.0
/*
 * KUnit torture of the ring in a live kernel: on every CPU a task, a softirq, a timer interrupt and
 * an NMI write, while readers read, a walker walks, the ring is resized and exchanged.  In the end
 * every event must be accounted for.  See tools/testing/tracering for the same in user space.
 * CPUs must stay up.
 */
#include <kunit/test.h>
#include <linux/hrtimer.h>
#include <linux/interrupt.h>
#include <linux/kthread.h>
#include <linux/prandom.h>
#include <asm/apic.h>
#include <asm/nmi.h>

#define oracle_say(fmt, ...)	printk_deferred(KERN_ERR "ring torture: " fmt, ##__VA_ARGS__)

#include "ring_internal.h"
#include "ring_oracle.h"

#define TORTURE_MS	1000

/* What one CPU does; the contexts of that CPU. */
struct torture_cpu {
	int			cpu;
	struct written		written;
	struct rnd_state	rnd[NR_CTX];	/* of its context */
	struct task_struct	*task;
	struct hrtimer		timer;
	struct tasklet_struct	softirq;
	bool			nmi_sent;	/* cleared by the NMI */
	struct seen		seen;		/* the reader */
	atomic64_t		reads;		/* of either ring */
};

/* One test at a time. */
static struct torture {
	struct ring		*live, *spare;
	bool			swap;		/* exchange the two; else streams are exact */
	bool			stop;
	struct torture_cpu	*cpus;		/* nr_cpu_ids */
} torture;

static void torture_write(struct torture_cpu *c, int ctx, void (*inside)(void))
{
	u32 r = prandom_u32_state(&c->rnd[ctx]), len = PAYLOAD_MIN + r % 40;

	if (r % 31 == 0)
		len += (r >> 8) % 600;
	write_one(torture.live, &c->written, c->cpu, ctx, len, (r >> 16) % 7 == 0, inside);
}

static int torture_nmi(unsigned int cmd, struct pt_regs *regs)
{
	struct torture_cpu *c = torture.cpus ? &torture.cpus[raw_smp_processor_id()] : NULL;

	if (!c || !READ_ONCE(c->nmi_sent))
		return NMI_DONE;
	WRITE_ONCE(c->nmi_sent, false);
	torture_write(c, CTX_NMI, NULL);
	return NMI_HANDLED;
}

static void send_nmi(struct torture_cpu *c)
{
	if (READ_ONCE(c->nmi_sent))
		return;
	WRITE_ONCE(c->nmi_sent, true);
	__apic_send_IPI_mask(cpumask_of(c->cpu), NMI_VECTOR);
}

/* From inside an open event of the task. */
static void torture_nest(void)
{
	struct torture_cpu *c = &torture.cpus[raw_smp_processor_id()];

	if (prandom_u32_state(&c->rnd[CTX_TASK]) % 8 == 0)
		send_nmi(c);
	torture_write(c, CTX_TASK, NULL);
}

static enum hrtimer_restart torture_irq(struct hrtimer *timer)
{
	struct torture_cpu *c = container_of(timer, struct torture_cpu, timer);
	u32 r = prandom_u32_state(&c->rnd[CTX_IRQ]);

	torture_write(c, CTX_IRQ, NULL);
	if (r % 4 == 0)
		send_nmi(c);
	if (r % 3 == 0)
		tasklet_schedule(&c->softirq);
	if (READ_ONCE(torture.stop))
		return HRTIMER_NORESTART;
	hrtimer_forward_now(timer, ns_to_ktime((50 + (r >> 8) % 300) * NSEC_PER_USEC));
	return HRTIMER_RESTART;
}

static void torture_softirq(struct tasklet_struct *t)
{
	torture_write(container_of(t, struct torture_cpu, softirq), CTX_SOFTIRQ, NULL);
}

static int torture_task(void *arg)
{
	struct torture_cpu *c = arg;
	int i;

	hrtimer_init(&c->timer, CLOCK_MONOTONIC, HRTIMER_MODE_REL_PINNED_HARD);
	c->timer.function = torture_irq;
	hrtimer_start(&c->timer, ns_to_ktime(100 * NSEC_PER_USEC), HRTIMER_MODE_REL_PINNED_HARD);
	while (!kthread_should_stop()) {
		for (i = 0; i < 50; i++)
			torture_write(c, CTX_TASK, torture_nest);
		usleep_range(50, 500);
	}
	hrtimer_cancel(&c->timer);
	tasklet_kill(&c->softirq);
	return 0;
}

/* The one reader of @r; the oracle's order is checked where parts stay in their ring. */
static void torture_read(struct ring *r, bool in_order)
{
	struct torture_cpu *c;
	struct ring_item it;
	int cpu, i;

	for_each_online_cpu(cpu) {
		c = &torture.cpus[cpu];
		for (i = 0; i < 500 && ring_consume(r, cpu, &it); i++) {
			/* a swap between two items brings the older records of the other part */
			struct seen fresh = { };

			check_item(&it, in_order ? &c->seen : &fresh, true);
			atomic64_inc(&c->reads);
		}
	}
}

static int torture_reader(void *arg)
{
	while (!kthread_should_stop()) {
		torture_read(torture.live, !torture.swap);
		usleep_range(200, 2000);
	}
	return 0;
}

static int torture_walker(void *arg)
{
	struct ring_iter *iter;
	struct ring_item it;
	struct seen seen;
	int cpu;

	while (!kthread_should_stop()) {
		for_each_online_cpu(cpu) {
			iter = ring_iter_open(torture.live, cpu);
			if (IS_ERR(iter))
				continue;
			memset(&seen, 0, sizeof(seen));
			while (ring_iter_peek(iter, &it)) {
				if (torture.swap)
					memset(&seen, 0, sizeof(seen));
				check_item(&it, &seen, !torture.swap);
				ring_iter_next(iter);
			}
			ring_iter_close(iter);
		}
		usleep_range(1000, 4000);
	}
	return 0;
}

/* Runs in the test's own task. */
static void torture_shape(void)
{
	unsigned long end = jiffies + msecs_to_jiffies(TORTURE_MS);
	struct rnd_state rnd;
	int ret;

	prandom_seed_state(&rnd, 7);
	while (time_before(jiffies, end)) {
		usleep_range(1000, 5000);
		if (torture.swap && !ring_swap(torture.live, torture.spare, RING_ALL_CPUS))
			torture_read(torture.spare, false);
		ret = prandom_u32_state(&rnd) % 12;
		ret = ring_resize(torture.live, PAGE_SIZE * ret, RING_ALL_CPUS);
		CHECK(!ret || ret == -EBUSY, "resize %d", ret);
	}
}

static void torture_check(struct kunit *test, int cpu)
{
	struct torture_cpu *c = &torture.cpus[cpu];
	u64 wrote = written_sum(&c->written), tried = ring_count_read(&c->written.tried), left;
	struct ring_stats a, b;

	ring_stats(torture.live, cpu, &a);
	ring_stats(torture.spare, cpu, &b);
	left = a.entries + b.entries;
	KUNIT_EXPECT_EQ(test, a.broken + b.broken, 0);
	KUNIT_EXPECT_EQ(test, a.read + b.read, atomic64_read(&c->reads));
	KUNIT_EXPECT_EQ(test, wrote, a.read + b.read + left + a.overrun + b.overrun);
	KUNIT_EXPECT_EQ(test, tried, wrote + ring_count_read(&c->written.discarded) + a.dropped +
			b.dropped + a.commit_overrun + b.commit_overrun);
	while (!torture.swap && ring_entries(torture.live) && !ring_empty(torture.live, cpu))
		torture_read(torture.live, true);
	if (!torture.swap)
		KUNIT_EXPECT_EQ(test, c->seen.lost, a.overrun);
	kunit_info(test, "cpu%d task %llu softirq %llu irq %llu nmi %llu, read %llu lost %llu", cpu,
		   c->written.nr[CTX_TASK], c->written.nr[CTX_SOFTIRQ], c->written.nr[CTX_IRQ],
		   c->written.nr[CTX_NMI], a.read + b.read, a.overrun + b.overrun);
}

static void torture_cpus_start(struct kunit *test)
{
	struct torture_cpu *c;
	int cpu, i;

	for_each_online_cpu(cpu) {
		c = &torture.cpus[cpu];
		c->cpu = cpu;
		for (i = 0; i < NR_CTX; i++)
			prandom_seed_state(&c->rnd[i], cpu * 16 + i + 1);
		tasklet_setup(&c->softirq, torture_softirq);
		c->task = kthread_create_on_cpu(torture_task, c, cpu, "ring_torture/%u");
		KUNIT_ASSERT_FALSE(test, IS_ERR(c->task));
		wake_up_process(c->task);
	}
}

static void torture_run(struct kunit *test, bool swap)
{
	struct ring_conf conf = {
		.bytes = 3 * 4080, .overwrite = true, .clock = trace_clock_local,
	};
	struct task_struct *reader, *walker;
	int cpu;

	torture = (struct torture){
		.swap = swap, .live = ring_alloc(&conf), .spare = ring_alloc(&conf),
		.cpus = kunit_kcalloc(test, nr_cpu_ids, sizeof(*torture.cpus), GFP_KERNEL),
	};
	KUNIT_ASSERT_TRUE(test, torture.live && torture.spare && torture.cpus);
	atomic_set(&oracle_failures, 0);
	KUNIT_ASSERT_EQ(test, register_nmi_handler(NMI_LOCAL, torture_nmi, 0, "ring_torture"), 0);
	torture_cpus_start(test);
	reader = kthread_run(torture_reader, NULL, "ring_reader");
	walker = kthread_run(torture_walker, NULL, "ring_walker");
	torture_shape();
	WRITE_ONCE(torture.stop, true);
	for_each_online_cpu(cpu)
		kthread_stop(torture.cpus[cpu].task);
	kthread_stop(reader);
	kthread_stop(walker);
	/* The last NMIs are on their way. */
	msleep(20);
	unregister_nmi_handler(NMI_LOCAL, "ring_torture");
	for_each_online_cpu(cpu)
		torture_check(test, cpu);
	KUNIT_EXPECT_EQ(test, atomic_read(&oracle_failures), 0);
	ring_free(torture.live);
	ring_free(torture.spare);
	torture.cpus = NULL;
}

static void test_torture_streams(struct kunit *test)
{
	torture_run(test, false);
}

static void test_torture_swap(struct kunit *test)
{
	torture_run(test, true);
}

static struct kunit_case torture_cases[] = {
	KUNIT_CASE_SLOW(test_torture_streams),
	KUNIT_CASE_SLOW(test_torture_swap),
	{ }
};

static struct kunit_suite torture_suite = {
	.name		= "trace_ring_torture",
	.test_cases	= torture_cases,
};

kunit_test_suite(torture_suite);
