// SPDX-License-Identifier: GPL-2.0
/*
 * Tests of clock.c.
 */

#include <kunit/test.h>
#include <linux/delay.h>
#include <linux/smp.h>
#include <linux/spinlock.h>
#include <linux/trace_clock.h>

#include "base.h"

static void clock_table(struct kunit *test)
{
	static const char * const order[] = {
		"local", "global", "counter", "uptime", "perf", "mono", "mono_raw", "boot", "tai",
	};

	KUNIT_ASSERT_GE(test, nr_trace_clocks, ARRAY_SIZE(order));
	for (int i = 0; i < ARRAY_SIZE(order); i++) {
		KUNIT_EXPECT_STREQ(test, trace_clocks[i].name, order[i]);
		KUNIT_EXPECT_PTR_EQ(test, trace_clock_find(order[i]), &trace_clocks[i]);
		KUNIT_EXPECT_EQ(test, trace_clocks[i].in_ns,
				trace_clocks[i].now != trace_clock_counter &&
				trace_clocks[i].now != trace_clock_jiffies);
	}
	/* Those of the architecture: no nanoseconds. */
	for (int i = ARRAY_SIZE(order); i < nr_trace_clocks; i++)
		KUNIT_EXPECT_FALSE(test, trace_clocks[i].in_ns);
	KUNIT_EXPECT_NULL(test, trace_clock_find("loca"));
	KUNIT_EXPECT_NULL(test, trace_clock_find(""));
}

static void clock_forward(struct kunit *test)
{
	for (int i = 0; i < nr_trace_clocks; i++) {
		u64 first, last, now;

		/* On one CPU: that is all that "local" promises. */
		migrate_disable();
		first = trace_clocks[i].now();
		last = first;
		for (int n = 0; n < 1000; n++) {
			now = trace_clocks[i].now();
			KUNIT_EXPECT_GE_MSG(test, now, last, "%s", trace_clocks[i].name);
			last = now;
		}
		msleep(20);
		now = trace_clocks[i].now();
		migrate_enable();
		KUNIT_EXPECT_GT_MSG(test, now, first, "%s", trace_clocks[i].name);
	}
}

static void clock_unit(struct kunit *test)
{
	for (int i = 0; i < nr_trace_clocks; i++) {
		u64 before, passed;

		if (!trace_clocks[i].in_ns)
			continue;
		/* "local" is another clock on another CPU */
		migrate_disable();
		before = trace_clocks[i].now();
		msleep(50);
		passed = trace_clocks[i].now() - before;
		migrate_enable();
		KUNIT_EXPECT_GE_MSG(test, passed, 20 * NSEC_PER_MSEC, "%s", trace_clocks[i].name);
		KUNIT_EXPECT_LE_MSG(test, passed, 60 * NSEC_PER_SEC, "%s", trace_clocks[i].name);
	}
}

/* Readers of "global" on all CPUs at once, each seeing what the one before him saw. */
struct relay {
	spinlock_t	lock;	/* held from reading the clock to noting it in @last */
	u64		last;	/* latest time read; @lock */
	unsigned int	back;	/* times it went back; @lock */
};

static void relay_run(void *arg)
{
	struct relay *r = arg;

	for (int n = 0; n < 1000; n++) {
		unsigned long flags;
		u64 now;

		spin_lock_irqsave(&r->lock, flags);
		now = trace_clock_global();
		r->back += now < r->last;
		r->last = now;
		spin_unlock_irqrestore(&r->lock, flags);
	}
}

static void clock_global_cpus(struct kunit *test)
{
	struct relay r = { .last = 0 };

	spin_lock_init(&r.lock);
	on_each_cpu(relay_run, &r, true);
	KUNIT_EXPECT_EQ(test, r.back, 0);
	KUNIT_EXPECT_GT(test, r.last, 0);
}

static void clock_counter_unique(struct kunit *test)
{
	u64 first = trace_clock_counter();

	KUNIT_EXPECT_GE(test, trace_clock_counter(), first + 1);
}

static struct kunit_case clock_cases[] = {
	KUNIT_CASE(clock_table),
	KUNIT_CASE(clock_forward),
	KUNIT_CASE(clock_unit),
	KUNIT_CASE(clock_global_cpus),
	KUNIT_CASE(clock_counter_unique),
	{}
};

static struct kunit_suite clock_suite = {
	.name		= "retrace-clock",
	.test_cases	= clock_cases,
};

kunit_test_suite(clock_suite);
