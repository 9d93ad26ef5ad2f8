// SPDX-License-Identifier: GPL-2.0
/*
 * tracepoint_test.c - probes come and go on tracepoints of our own.
 */

#include <kunit/test.h>
#include <linux/tracepoint.h>

/* What the probes of one hit wrote. */
struct hits {
	unsigned int	nr;
	long		who[8];
};

DECLARE_TRACE(kunit_plain, TP_PROTO(struct hits *hits, long arg), TP_ARGS(hits, arg));
DEFINE_TRACE(kunit_plain, TP_PROTO(struct hits *hits, long arg), TP_ARGS(hits, arg));

static int ext_ret;
static int ext_users;

static int ext_reg(void)
{
	if (!ext_ret)
		ext_users++;
	return ext_ret;
}

static void ext_unreg(void)
{
	ext_users--;
}

DECLARE_TRACE_CONDITION(kunit_ext, TP_PROTO(struct hits *hits, long arg), TP_ARGS(hits, arg), TP_CONDITION(arg > 0));
DEFINE_TRACE_FN(kunit_ext, ext_reg, ext_unreg, TP_PROTO(struct hits *hits, long arg), TP_ARGS(hits, arg));

static void note(struct hits *hits, long who)
{
	if (hits->nr < ARRAY_SIZE(hits->who))
		hits->who[hits->nr] = who;
	hits->nr++;
}

/* Two functions, so that one called with the data of the other shows: data of a() is even, of b() odd. */
static void probe_a(void *data, struct hits *hits, long arg)
{
	note(hits, (long)data & 1 ? -1 : (long)data + arg);
}

static void probe_b(void *data, struct hits *hits, long arg)
{
	note(hits, (long)data & 1 ? (long)data + arg : -2);
}

static void *data_of(long id)
{
	return (void *)id;
}

#define EXPECT_HITS(test, ...)								\
do {											\
	const long __want[] = { 0, ##__VA_ARGS__ };					\
	struct hits __got = { };							\
											\
	trace_kunit_plain(&__got, 100);							\
	KUNIT_ASSERT_EQ(test, __got.nr, ARRAY_SIZE(__want) - 1);			\
	for (unsigned int __i = 0; __i < __got.nr; __i++)				\
		KUNIT_EXPECT_EQ(test, __got.who[__i], __want[__i + 1] + 100);		\
} while (0)

static void test_one(struct kunit *test)
{
	KUNIT_EXPECT_FALSE(test, trace_kunit_plain_enabled());
	EXPECT_HITS(test);
	KUNIT_ASSERT_EQ(test, register_trace_kunit_plain(probe_a, data_of(2)), 0);
	KUNIT_EXPECT_TRUE(test, trace_kunit_plain_enabled());
	EXPECT_HITS(test, 2);
	KUNIT_EXPECT_EQ(test, unregister_trace_kunit_plain(probe_a, data_of(4)), -ENOENT);
	KUNIT_EXPECT_EQ(test, unregister_trace_kunit_plain(probe_b, data_of(2)), -ENOENT);
	EXPECT_HITS(test, 2);
	KUNIT_EXPECT_EQ(test, unregister_trace_kunit_plain(probe_a, data_of(2)), 0);
	KUNIT_EXPECT_EQ(test, unregister_trace_kunit_plain(probe_a, data_of(2)), -ENOENT);
	KUNIT_EXPECT_FALSE(test, trace_kunit_plain_enabled());
	EXPECT_HITS(test);
}

static void test_order(struct kunit *test)
{
	KUNIT_ASSERT_EQ(test, register_trace_kunit_plain(probe_a, data_of(2)), 0);
	KUNIT_ASSERT_EQ(test, register_trace_prio_kunit_plain(probe_b, data_of(3), 1), 0);
	KUNIT_ASSERT_EQ(test, register_trace_prio_kunit_plain(probe_b, data_of(5), 90), 0);
	KUNIT_ASSERT_EQ(test, register_trace_kunit_plain(probe_a, data_of(4)), 0);
	EXPECT_HITS(test, 5, 2, 4, 3);
	KUNIT_EXPECT_EQ(test, tracepoint_probe_register_may_exist(&__tracepoint_kunit_plain, probe_a, data_of(4)),
			-EEXIST);
	EXPECT_HITS(test, 5, 2, 4, 3);
	KUNIT_EXPECT_EQ(test, unregister_trace_kunit_plain(probe_a, data_of(2)), 0);
	EXPECT_HITS(test, 5, 4, 3);
	KUNIT_EXPECT_EQ(test, unregister_trace_kunit_plain(probe_b, data_of(3)), 0);
	KUNIT_EXPECT_EQ(test, unregister_trace_kunit_plain(probe_b, data_of(5)), 0);
	EXPECT_HITS(test, 4);
	KUNIT_EXPECT_EQ(test, unregister_trace_kunit_plain(probe_a, data_of(4)), 0);
	EXPECT_HITS(test);
}

/* Each way from one set of probes to another, with and without a grace period between. */
static void test_targets(struct kunit *test)
{
	for (unsigned int i = 0; i < 40; i++) {
		KUNIT_ASSERT_EQ(test, register_trace_kunit_plain(probe_a, data_of(2)), 0);
		EXPECT_HITS(test, 2);
		if (i & 1)
			KUNIT_ASSERT_EQ(test, register_trace_kunit_plain(probe_b, data_of(3)), 0);
		KUNIT_ASSERT_EQ(test, unregister_trace_kunit_plain(probe_a, data_of(2)), 0);
		if (i & 2)
			tracepoint_synchronize_unregister();
		if (!(i & 1))
			KUNIT_ASSERT_EQ(test, register_trace_kunit_plain(probe_b, data_of(3)), 0);
		EXPECT_HITS(test, 3);
		if (i & 4)
			tracepoint_synchronize_unregister();
		KUNIT_ASSERT_EQ(test, register_trace_kunit_plain(probe_b, data_of(5)), 0);
		EXPECT_HITS(test, 3, 5);
		KUNIT_ASSERT_EQ(test, unregister_trace_kunit_plain(probe_b, data_of(3)), 0);
		EXPECT_HITS(test, 5);
		KUNIT_ASSERT_EQ(test, unregister_trace_kunit_plain(probe_b, data_of(5)), 0);
		EXPECT_HITS(test);
	}
}

static void test_quiet(struct kunit *test)
{
	struct tracepoint *tp = &__tracepoint_kunit_plain;

	KUNIT_ASSERT_EQ(test, tracepoint_probe_register(tp, TRACEPOINT_PROBE_NONE, data_of(8)), 0);
	KUNIT_EXPECT_TRUE(test, trace_kunit_plain_enabled());
	EXPECT_HITS(test);
	KUNIT_ASSERT_EQ(test, register_trace_kunit_plain(probe_a, data_of(2)), 0);
	KUNIT_ASSERT_EQ(test, tracepoint_probe_register(tp, TRACEPOINT_PROBE_NONE, data_of(9)), 0);
	EXPECT_HITS(test, 2);
	KUNIT_EXPECT_PTR_EQ(test, tp->static_call_key->func, tp->iterator);
	KUNIT_EXPECT_EQ(test, tracepoint_probe_unregister(tp, TRACEPOINT_PROBE_NONE, data_of(8)), 0);
	EXPECT_HITS(test, 2);
	KUNIT_ASSERT_EQ(test, unregister_trace_kunit_plain(probe_a, data_of(2)), 0);
	EXPECT_HITS(test);
	KUNIT_EXPECT_TRUE(test, trace_kunit_plain_enabled());
	KUNIT_EXPECT_EQ(test, tracepoint_probe_unregister(tp, TRACEPOINT_PROBE_NONE, data_of(9)), 0);
	KUNIT_EXPECT_FALSE(test, trace_kunit_plain_enabled());
}

static void test_ext(struct kunit *test)
{
	struct hits hits = { };

	ext_ret = -EBUSY;
	KUNIT_EXPECT_EQ(test, register_trace_kunit_ext(probe_a, data_of(2)), -EBUSY);
	KUNIT_EXPECT_FALSE(test, trace_kunit_ext_enabled());
	KUNIT_EXPECT_EQ(test, ext_users, 0);
	ext_ret = 0;
	KUNIT_ASSERT_EQ(test, register_trace_kunit_ext(probe_a, data_of(2)), 0);
	KUNIT_ASSERT_EQ(test, register_trace_kunit_ext(probe_b, data_of(3)), 0);
	KUNIT_EXPECT_EQ(test, ext_users, 1);
	trace_kunit_ext(&hits, -1);
	KUNIT_EXPECT_EQ(test, hits.nr, 0);
	trace_kunit_ext(&hits, 1);
	KUNIT_EXPECT_EQ(test, hits.nr, 2);
	KUNIT_EXPECT_EQ(test, unregister_trace_kunit_ext(probe_a, data_of(2)), 0);
	KUNIT_EXPECT_EQ(test, ext_users, 1);
	KUNIT_EXPECT_EQ(test, unregister_trace_kunit_ext(probe_b, data_of(3)), 0);
	KUNIT_EXPECT_EQ(test, ext_users, 0);
}

static struct kunit_case tracepoint_cases[] = {
	KUNIT_CASE(test_one),
	KUNIT_CASE(test_order),
	KUNIT_CASE(test_targets),
	KUNIT_CASE(test_quiet),
	KUNIT_CASE(test_ext),
	{ }
};

static struct kunit_suite tracepoint_suite = {
	.name		= "retrace_tracepoint",
	.test_cases	= tracepoint_cases,
};

kunit_test_suite(tracepoint_suite);
