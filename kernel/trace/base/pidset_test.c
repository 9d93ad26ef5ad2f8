// SPDX-License-Identifier: GPL-2.0
/*
 * Tests of pidset.c.
 */

#include <kunit/test.h>
#include <linux/threads.h>

#include "base.h"

static int pidset_test_init(struct kunit *test)
{
	test->priv = pidset_alloc();
	KUNIT_ASSERT_NOT_NULL(test, test->priv);
	return 0;
}

static void pidset_test_exit(struct kunit *test)
{
	pidset_free(test->priv);
}

/* First and last of a page of bits, and of all pids. */
static const pid_t edges[] = {
	0, 1, BITS_PER_LONG - 1, BITS_PER_LONG, PAGE_SIZE * 8 - 1, PAGE_SIZE * 8, PID_MAX_LIMIT - 1,
};

static void pidset_edges(struct kunit *test)
{
	struct pidset *ps = test->priv;
	int at = -1;

	KUNIT_EXPECT_TRUE(test, pidset_empty(ps));
	for (int i = 0; i < ARRAY_SIZE(edges); i++) {
		KUNIT_EXPECT_FALSE(test, pidset_has(ps, edges[i]));
		KUNIT_EXPECT_EQ(test, pidset_set(ps, edges[i]), 0);
		KUNIT_EXPECT_TRUE(test, pidset_has(ps, edges[i]));
	}
	for (int i = 0; i < ARRAY_SIZE(edges); i++) {
		at = pidset_next(ps, at);
		KUNIT_EXPECT_EQ(test, at, edges[i]);
	}
	KUNIT_EXPECT_EQ(test, pidset_next(ps, at), -1);
	for (int i = 0; i < ARRAY_SIZE(edges); i++) {
		KUNIT_EXPECT_FALSE(test, pidset_empty(ps));
		pidset_clear(ps, edges[i]);
		KUNIT_EXPECT_FALSE(test, pidset_has(ps, edges[i]));
	}
	KUNIT_EXPECT_TRUE(test, pidset_empty(ps));
}

static void pidset_outside(struct kunit *test)
{
	struct pidset *ps = test->priv;

	KUNIT_EXPECT_EQ(test, pidset_set(ps, -1), -EINVAL);
	KUNIT_EXPECT_EQ(test, pidset_set(ps, PID_MAX_LIMIT), -EINVAL);
	KUNIT_EXPECT_EQ(test, pidset_set_atomic(ps, INT_MAX), -EINVAL);
	KUNIT_EXPECT_FALSE(test, pidset_has(ps, -1));
	KUNIT_EXPECT_FALSE(test, pidset_has(ps, INT_MIN));
	KUNIT_EXPECT_FALSE(test, pidset_has(ps, PID_MAX_LIMIT));
	pidset_clear(ps, -1);
	pidset_clear(ps, PID_MAX_LIMIT);
	KUNIT_EXPECT_TRUE(test, pidset_empty(ps));
}

static void pidset_copies(struct kunit *test)
{
	struct pidset *ps = test->priv, *copy;

	KUNIT_EXPECT_EQ(test, pidset_set(ps, 7), 0);
	KUNIT_EXPECT_EQ(test, pidset_set_atomic(ps, PAGE_SIZE * 8 + 7), 0);
	copy = pidset_dup(ps);
	KUNIT_ASSERT_NOT_NULL(test, copy);
	pidset_clear(ps, 7);
	KUNIT_EXPECT_TRUE(test, pidset_has(copy, 7));
	KUNIT_EXPECT_EQ(test, pidset_next(copy, 7), PAGE_SIZE * 8 + 7);
	KUNIT_EXPECT_EQ(test, pidset_next(copy, PAGE_SIZE * 8 + 7), -1);
	pidset_free(copy);

	copy = pidset_dup(NULL);
	KUNIT_ASSERT_NOT_NULL(test, copy);
	KUNIT_EXPECT_TRUE(test, pidset_empty(copy));
	pidset_free(copy);
	pidset_free(NULL);
}

static void pidset_words(struct kunit *test)
{
	char good[] = " 12\t 3\n", bad[] = "5 x 6";
	struct pidset *ps = test->priv;

	KUNIT_EXPECT_EQ(test, pidset_add_words(ps, good), 0);
	KUNIT_EXPECT_EQ(test, pidset_next(ps, -1), 3);
	KUNIT_EXPECT_EQ(test, pidset_next(ps, 3), 12);
	KUNIT_EXPECT_EQ(test, pidset_add_words(ps, bad), -EINVAL);
	KUNIT_EXPECT_TRUE(test, pidset_has(ps, 5));
	KUNIT_EXPECT_FALSE(test, pidset_has(ps, 6));
}

static void pidset_forks(struct kunit *test)
{
	struct pidset *ps = test->priv;

	KUNIT_EXPECT_EQ(test, pidset_set(ps, 1), 0);
	pidset_follow_fork(ps, 1, 2);
	pidset_follow_fork(ps, 3, 4);
	pidset_follow_fork(NULL, 1, 5);
	KUNIT_EXPECT_TRUE(test, pidset_has(ps, 2));
	KUNIT_EXPECT_FALSE(test, pidset_has(ps, 4));
	KUNIT_EXPECT_FALSE(test, pidset_skips(ps, NULL, 2));
	KUNIT_EXPECT_TRUE(test, pidset_skips(ps, NULL, 4));
	KUNIT_EXPECT_TRUE(test, pidset_skips(NULL, ps, 2));
	KUNIT_EXPECT_FALSE(test, pidset_skips(NULL, NULL, 2));
}

static struct kunit_case pidset_cases[] = {
	KUNIT_CASE(pidset_edges),
	KUNIT_CASE(pidset_outside),
	KUNIT_CASE(pidset_copies),
	KUNIT_CASE(pidset_words),
	KUNIT_CASE(pidset_forks),
	{}
};

static struct kunit_suite pidset_suite = {
	.name		= "retrace-pidset",
	.init		= pidset_test_init,
	.exit		= pidset_test_exit,
	.test_cases	= pidset_cases,
};

kunit_test_suite(pidset_suite);
