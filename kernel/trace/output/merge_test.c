// SPDX-License-Identifier: GPL-2.0
/*
 * merge_test.c - KUnit: the CPUs of a small ring as one stream.
 *
 * The clock is the test's, so that what is written where and when is exact.
 */

#include <kunit/test.h>
#include <linux/cpu.h>
#include <linux/slab.h>
#include <linux/workqueue.h>
#include "output_internal.h"

static u64 merge_clock_now;

static u64 merge_clock(void)
{
	return READ_ONCE(merge_clock_now);
}

struct merge_ctx {
	struct ring	*ring;
	struct merge	*merge;
	struct record	rec;
	int		cpus[2];	/* two CPUs, the same one twice on a small machine */
};

struct write_job {
	struct ring	*ring;
	u32		value;
};

static long write_here(void *arg)
{
	struct write_job *job = arg;
	struct ring_res res;
	u32 *p = ring_reserve(job->ring, sizeof(job->value), &res);

	if (!p)
		return -ENOSPC;
	*p = job->value;
	ring_commit(&res);
	return 0;
}

static void put(struct kunit *test, int which, u64 ts, u32 value)
{
	struct merge_ctx *c = test->priv;
	struct write_job job = { .ring = c->ring, .value = value };

	WRITE_ONCE(merge_clock_now, ts);
	KUNIT_ASSERT_EQ(test, work_on_cpu(c->cpus[which], write_here, &job), 0);
}

static int merge_test_init(struct kunit *test)
{
	const struct ring_conf conf = { .bytes = 2 * PAGE_SIZE, .overwrite = true, .clock = merge_clock };
	struct merge_ctx *c = kunit_kzalloc(test, sizeof(*c), GFP_KERNEL);

	KUNIT_ASSERT_NOT_NULL(test, c);
	test->priv = c;
	merge_clock_now = 1;
	c->cpus[0] = cpumask_first(cpu_online_mask);
	c->cpus[1] = cpumask_last(cpu_online_mask);
	c->ring = ring_alloc(&conf);
	KUNIT_ASSERT_NOT_ERR_OR_NULL(test, c->ring);
	return 0;
}

static void merge_test_exit(struct kunit *test)
{
	struct merge_ctx *c = test->priv;

	if (!c)
		return;
	merge_close(c->merge);
	record_free(&c->rec);
	if (!IS_ERR_OR_NULL(c->ring))
		ring_free(c->ring);
}

static void open_merge(struct kunit *test, bool consume)
{
	struct merge_ctx *c = test->priv;

	c->merge = merge_open(c->ring, RING_ALL_CPUS, consume);
	KUNIT_ASSERT_NOT_ERR_OR_NULL(test, c->merge);
}

/* The next record's value, -1 at the end. */
static int next(struct kunit *test)
{
	struct merge_ctx *c = test->priv;
	int ret = merge_take(c->merge, &c->rec);

	KUNIT_EXPECT_GE(test, ret, 0);
	return ret > 0 ? *(const u32 *)c->rec.item.data : -1;
}

static void fill_zigzag(struct kunit *test, int nr)
{
	int i;

	for (i = 0; i < nr; i++)
		put(test, (i / 3) & 1, 10 * (i + 1), i);
}

static void merge_walks_in_order(struct kunit *test)
{
	struct merge_ctx *c = test->priv;
	int i, round;

	fill_zigzag(test, 20);
	open_merge(test, false);
	/* Twice: walking takes nothing out. */
	for (round = 0; round < 2; round++) {
		merge_rewind(c->merge);
		KUNIT_EXPECT_EQ(test, merge_next_ts(c->merge), 10);
		for (i = 0; i < 20; i++)
			KUNIT_EXPECT_EQ(test, next(test), i);
		KUNIT_EXPECT_EQ(test, next(test), -1);
		KUNIT_EXPECT_EQ(test, merge_next_ts(c->merge), 0);
	}
	KUNIT_EXPECT_EQ(test, ring_entries(c->ring), 20);
}

static void merge_ends_at_its_start(struct kunit *test)
{
	struct merge_ctx *c = test->priv;
	int i;

	fill_zigzag(test, 6);
	open_merge(test, false);
	merge_rewind(c->merge);
	put(test, 0, 70, 100);
	put(test, 1, 80, 101);
	for (i = 0; i < 6; i++)
		KUNIT_EXPECT_EQ(test, next(test), i);
	KUNIT_EXPECT_EQ(test, next(test), -1);
}

static void merge_consumes_in_order(struct kunit *test)
{
	struct merge_ctx *c = test->priv;
	int i;

	fill_zigzag(test, 20);
	open_merge(test, true);
	for (i = 0; i < 20; i++)
		KUNIT_EXPECT_EQ(test, next(test), i);
	KUNIT_EXPECT_EQ(test, next(test), -1);
	KUNIT_EXPECT_TRUE(test, ring_empty(c->ring, RING_ALL_CPUS));
}

/* A CPU that was empty gets records while those of the other are being read. */
static void merge_sees_late_cpu(struct kunit *test)
{
	struct merge_ctx *c = test->priv;

	put(test, 0, 10, 1);
	put(test, 0, 20, 2);
	open_merge(test, true);
	KUNIT_EXPECT_EQ(test, next(test), 1);
	put(test, 1, 30, 3);
	put(test, 0, 40, 4);
	KUNIT_EXPECT_EQ(test, next(test), 2);
	KUNIT_EXPECT_EQ(test, next(test), 3);
	KUNIT_EXPECT_EQ(test, next(test), 4);
	KUNIT_EXPECT_EQ(test, next(test), -1);
	put(test, 1, 50, 5);
	merge_look(c->merge);
	KUNIT_EXPECT_EQ(test, next(test), 5);
}

/* A printer that makes one line of two records goes past the second. */
static void merge_drops_next_of_cpu(struct kunit *test)
{
	struct merge_ctx *c = test->priv;
	struct ring_item it;

	put(test, 0, 10, 1);
	put(test, 0, 20, 2);
	put(test, 0, 30, 3);
	open_merge(test, false);
	merge_rewind(c->merge);
	KUNIT_EXPECT_EQ(test, next(test), 1);
	KUNIT_ASSERT_TRUE(test, merge_peek_cpu(c->merge, c->cpus[0], &it));
	KUNIT_EXPECT_EQ(test, *(const u32 *)it.data, 2);
	/* The current one was copied, so a look at the next does not disturb it. */
	KUNIT_EXPECT_EQ(test, *(const u32 *)c->rec.item.data, 1);
	merge_drop_cpu(c->merge, c->cpus[0]);
	KUNIT_EXPECT_EQ(test, next(test), 3);
	KUNIT_EXPECT_EQ(test, next(test), -1);
}

/* Overwritten while it is walked: never back, nothing twice, nothing that came later, and it ends. */
static void merge_survives_lapping(struct kunit *test)
{
	const int nr = 200;
	struct merge_ctx *c = test->priv;
	int i, got = 0, last = -1;

	for (i = 0; i < nr; i++)
		put(test, 0, 10 * (i + 1), i);
	open_merge(test, false);
	merge_rewind(c->merge);
	for (i = nr; i < 10 * nr && got >= 0; i++) {
		put(test, 0, 10 * (i + 1), i);
		if (i % 7)
			continue;
		got = next(test);
		if (got < 0)
			break;
		KUNIT_EXPECT_GT(test, got, last);
		KUNIT_EXPECT_LT(test, got, nr);
		last = got;
	}
	KUNIT_EXPECT_GE(test, last, 0);
	for (i = 0; got >= 0 && i < nr; i++)
		got = next(test);
	KUNIT_EXPECT_LT(test, got, 0);
}

static struct kunit_case merge_cases[] = {
	KUNIT_CASE(merge_walks_in_order),
	KUNIT_CASE(merge_ends_at_its_start),
	KUNIT_CASE(merge_consumes_in_order),
	KUNIT_CASE(merge_sees_late_cpu),
	KUNIT_CASE(merge_drops_next_of_cpu),
	KUNIT_CASE(merge_survives_lapping),
	{}
};

static struct kunit_suite merge_suite = {
	.name = "retrace_merge",
	.init = merge_test_init,
	.exit = merge_test_exit,
	.test_cases = merge_cases,
};

kunit_test_suite(merge_suite);
