// SPDX-License-Identifier: GPL-2.0
/*
 * Tests of sets of call sites and of their editing.  Addresses are made up; nothing is hooked.
 */
#include <kunit/test.h>
#include <linux/random.h>

#include "hook_internal.h"

static void test_find(struct kunit *test)
{
	static const unsigned long ips[] = { 10, 20, 30, 40, 50, 60, 70 };

	for (unsigned int nr = 1; nr <= ARRAY_SIZE(ips); nr++) {
		struct hook_set *set = hook_set_make(ips, nr);

		KUNIT_ASSERT_FALSE(test, IS_ERR(set));
		for (unsigned int i = 0; i < nr; i++) {
			KUNIT_EXPECT_EQ(test, hook_set_find(set, ips[i]), i);
			KUNIT_EXPECT_FALSE(test, hook_set_has(set, ips[i] - 1));
			KUNIT_EXPECT_FALSE(test, hook_set_has(set, ips[i] + 1));
		}
		hook_set_free(set);
	}
	KUNIT_EXPECT_FALSE(test, hook_set_has(hook_set_nothing(), 10));
	KUNIT_EXPECT_EQ(test, hook_set_nr(NULL), 0);
}

static void test_sort_unique(struct kunit *test)
{
	unsigned long ips[] = { 5, 3, 5, 1, 3, 3, 9 };
	static const unsigned long want[] = { 1, 3, 5, 9 };
	unsigned int nr = hook_sort_unique(ips, ARRAY_SIZE(ips));

	KUNIT_ASSERT_EQ(test, nr, ARRAY_SIZE(want));
	KUNIT_EXPECT_MEMEQ(test, ips, want, sizeof(want));
	KUNIT_EXPECT_EQ(test, hook_sort_unique(ips, nr), nr);
	KUNIT_EXPECT_EQ(test, hook_sort_unique(ips, 0), 0);
}

static void test_without(struct kunit *test)
{
	static const unsigned long ips[] = { 10, 20, 30, 40 };
	struct hook_set *set = hook_set_make(ips, ARRAY_SIZE(ips)), *rest;

	KUNIT_ASSERT_FALSE(test, IS_ERR(set));
	KUNIT_EXPECT_PTR_EQ(test, hook_set_without(set, 41, 100), set);
	KUNIT_EXPECT_PTR_EQ(test, hook_set_without(set, 0, 10), set);
	KUNIT_EXPECT_PTR_EQ(test, hook_set_without(set, 0, 100), hook_set_nothing());
	KUNIT_EXPECT_NULL(test, hook_set_without(NULL, 0, 100));
	rest = hook_set_without(set, 20, 40);
	KUNIT_ASSERT_FALSE(test, IS_ERR(rest));
	KUNIT_EXPECT_EQ(test, hook_set_nr(rest), 2);
	KUNIT_EXPECT_TRUE(test, hook_set_has(rest, 10) && hook_set_has(rest, 40));
	hook_set_free(rest);
	hook_set_free(set);
}

/* Add and take away at random, beside an array of flags that cannot be wrong. */
static void test_edit(struct kunit *test)
{
	struct hook_filter hf __free(hook_filter) = {};
	bool in[64] = {};
	unsigned int nr = 0;
	struct hook_set *set;

	hook_filter_init(&hf);
	for (unsigned int i = 0; i < 2000; i++) {
		unsigned int n = get_random_u32_below(ARRAY_SIZE(in));

		if (get_random_u32_below(2)) {
			KUNIT_ASSERT_EQ(test, hook_filter_add(&hf, n), 0);
			in[n] = true;
		} else {
			KUNIT_EXPECT_EQ(test, hook_filter_del(&hf, n), in[n]);
			in[n] = false;
		}
	}
	set = hook_filter_set(&hf);
	KUNIT_ASSERT_FALSE(test, IS_ERR(set));
	for (unsigned int n = 0; n < ARRAY_SIZE(in); n++) {
		KUNIT_EXPECT_EQ(test, hook_set_has(set, n), in[n]);
		nr += in[n];
	}
	KUNIT_EXPECT_EQ(test, hook_set_nr(set), nr);
	hook_set_free(set);
}

static void test_subtract(struct kunit *test)
{
	struct hook_filter hf __free(hook_filter) = {}, gone __free(hook_filter) = {};

	hook_filter_init(&hf);
	hook_filter_init(&gone);
	for (unsigned int i = 0; i < 10; i++)
		KUNIT_ASSERT_EQ(test, hook_filter_add(&hf, 9 - i), 0);
	for (unsigned int i = 0; i < 20; i += 3)
		KUNIT_ASSERT_EQ(test, hook_filter_add(&gone, i), 0);
	hook_filter_subtract(&hf, &gone);
	KUNIT_EXPECT_EQ(test, hf.nr, 6);
	for (unsigned int i = 0; i < hf.nr; i++)
		KUNIT_EXPECT_NE(test, hf.ip[i] % 3, 0);
}

/* By any of its names, and by the number of its line. */
static void test_names(struct kunit *test)
{
	struct hook_filter hf __free(hook_filter) = {};
	char word[32];

	hook_filter_init(&hf);
	strscpy(word, "no_such_function_at_all");
	KUNIT_EXPECT_EQ(test, hook_filter_word(&hf, word), -EINVAL);
	strscpy(word, "schedule");
	KUNIT_EXPECT_EQ(test, hook_filter_word(&hf, word), 0);
	KUNIT_EXPECT_EQ(test, hf.nr, 1);
	KUNIT_EXPECT_EQ(test, ftrace_location((unsigned long)schedule), hf.ip[0]);
	strscpy(word, "!sched*le");
	KUNIT_EXPECT_EQ(test, hook_filter_word(&hf, word), 0);
	KUNIT_EXPECT_EQ(test, hf.nr, 0);
	strscpy(word, "*chedul*");
	KUNIT_EXPECT_EQ(test, hook_filter_word(&hf, word), 0);
	KUNIT_EXPECT_GT(test, hf.nr, 10);
	strscpy(word, "1");
	KUNIT_EXPECT_EQ(test, hook_filter_word(&hf, word), 0);
}

static struct kunit_case hook_set_cases[] = {
	KUNIT_CASE(test_find),
	KUNIT_CASE(test_sort_unique),
	KUNIT_CASE(test_without),
	KUNIT_CASE(test_edit),
	KUNIT_CASE(test_subtract),
	KUNIT_CASE(test_names),
	{}
};

static struct kunit_suite hook_set_suite = {
	.name		= "retrace-hook-set",
	.test_cases	= hook_set_cases,
};

kunit_test_suite(hook_set_suite);
