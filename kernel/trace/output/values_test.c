// SPDX-License-Identifier: GPL-2.0
/*
 * values_test.c - KUnit: what the helpers of TP_printk() make of values.
 */

#include <kunit/test.h>
#include <linux/printk.h>
#include <linux/slab.h>
#include "output_internal.h"

static int values_init(struct kunit *test)
{
	struct trace_seq *s = kunit_kzalloc(test, sizeof(*s), GFP_KERNEL);

	KUNIT_ASSERT_NOT_NULL(test, s);
	trace_seq_init(s);
	test->priv = s;
	return 0;
}

static void values_flags(struct kunit *test)
{
	static const struct trace_print_flags names[] = {
		{ 3, "both" }, { 1, "one" }, { 2, "two" }, { 4, "four" }, {}
	};
	static const struct trace_print_flags_u64 wide[] = { { 1ULL << 40, "high" }, { 1, "low" }, {} };
	struct trace_seq *s = test->priv;

	KUNIT_EXPECT_STREQ(test, trace_print_flags_seq(s, "|", 0, names), "");
	KUNIT_EXPECT_STREQ(test, trace_print_flags_seq(s, "|", 1, names), "one");
	KUNIT_EXPECT_STREQ(test, trace_print_flags_seq(s, "|", 7, names), "both|four");
	KUNIT_EXPECT_STREQ(test, trace_print_flags_seq(s, "|", 0x16, names), "two|four|0x10");
	KUNIT_EXPECT_STREQ(test, trace_print_flags_seq(s, NULL, 6, names), "twofour");
	KUNIT_EXPECT_STREQ(test, trace_print_flags_seq(s, "|", 0x80, names), "0x80");
	KUNIT_EXPECT_STREQ(test, trace_print_flags_seq_u64(s, ",", (1ULL << 40) | 1, wide), "high,low");
	KUNIT_EXPECT_STREQ(test, trace_print_flags_seq_u64(s, ",", 1ULL << 41, wide), "0x20000000000");
}

static void values_symbols(struct kunit *test)
{
	static const struct trace_print_flags_u64 wide[] = { { 1ULL << 40, "high" }, {} };
	static const struct trace_print_flags table[] = { { 0, "NONE" }, { 9, "RCU" }, {} };
	struct trace_seq *s = test->priv;

	KUNIT_EXPECT_STREQ(test, trace_print_symbols_seq(s, 9, table), "RCU");
	KUNIT_EXPECT_STREQ(test, trace_print_symbols_seq(s, 0, table), "NONE");
	KUNIT_EXPECT_STREQ(test, trace_print_symbols_seq(s, 10, table), "0xa");
	KUNIT_EXPECT_STREQ(test, trace_print_symbols_seq_u64(s, 1ULL << 40, wide), "high");
}

/* Several results are arguments of one printf(): each must stay. */
static void values_side_by_side(struct kunit *test)
{
	struct trace_seq *s = test->priv;
	const u8 bytes[] = { 1, 0xab, 0xff };
	const u32 words[] = { 1, 0x20, U32_MAX };
	const u64 longs[] = { U64_MAX };
	unsigned long mask[] = { 5 };
	const char *hex = trace_print_hex_seq(s, bytes, 3, false);
	const char *str = trace_print_hex_seq(s, bytes, 3, true);
	const char *arr = trace_print_array_seq(s, words, 3, 4);
	const char *big = trace_print_array_seq(s, longs, 1, 8);
	const char *none = trace_print_array_seq(s, bytes, 0, 1);
	const char *cpus = trace_print_bitmask_seq(s, mask, sizeof(u32));

	KUNIT_EXPECT_STREQ(test, hex, "01 ab ff");
	KUNIT_EXPECT_STREQ(test, str, "01abff");
	KUNIT_EXPECT_STREQ(test, arr, "{0x1,0x20,0xffffffff}");
	KUNIT_EXPECT_STREQ(test, big, "{0xffffffffffffffff}");
	KUNIT_EXPECT_STREQ(test, none, "{}");
	KUNIT_EXPECT_STREQ(test, cpus, "00000005");
}

static void values_dump(struct kunit *test)
{
	struct trace_seq *s = test->priv;

	KUNIT_EXPECT_STREQ(test, trace_print_hex_dump_seq(s, "p: ", DUMP_PREFIX_OFFSET, 16, 1, "ab", 2, false),
			   "\np: 00000000: 61 62\n");
}

static struct kunit_case values_cases[] = {
	KUNIT_CASE(values_flags),
	KUNIT_CASE(values_symbols),
	KUNIT_CASE(values_side_by_side),
	KUNIT_CASE(values_dump),
	{}
};

static struct kunit_suite values_suite = {
	.name = "retrace_values",
	.init = values_init,
	.test_cases = values_cases,
};

kunit_test_suite(values_suite);
