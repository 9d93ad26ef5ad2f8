// SPDX-License-Identifier: GPL-2.0
/*
 * line_test.c - KUnit: the columns before the text of a record, byte for byte.
 */

#include <kunit/test.h>
#include <linux/time64.h>
#include "output_internal.h"

struct line_ctx {
	struct trace_iterator	iter;
	struct trace_entry	ent;
};

static int line_init(struct kunit *test)
{
	struct line_ctx *c = kunit_kzalloc(test, sizeof(*c), GFP_KERNEL);

	KUNIT_ASSERT_NOT_NULL(test, c);
	trace_seq_init(&c->iter.seq);
	trace_seq_init(&c->iter.tmp_seq);
	c->iter.tr = trace_array_top();
	c->iter.ent = &c->ent;
	c->iter.ent_size = sizeof(c->ent);
	c->iter.cpu = 1;
	c->iter.ts = 1176302400;
	c->iter.opts = TRACE_OPT(CONTEXT_INFO) | TRACE_OPT(IRQ_INFO);
	c->ent.flags = TRACE_FLAG_IRQS_OFF;
	c->ent.preempt_count = 2;
	test->priv = c;
	return 0;
}

#define EXPECT_TEXT(test, s, want)							\
do {											\
	trace_seq_putc(s, '\0');							\
	KUNIT_EXPECT_STREQ(test, (s)->buffer, want);					\
	trace_seq_init(s);								\
} while (0)

static void line_plain(struct kunit *test)
{
	struct line_ctx *c = test->priv;

	trace_print_context(&c->iter);
	EXPECT_TEXT(test, &c->iter.seq, "          <idle>-0       [001] d..2.     1.176302: ");
	c->iter.opts &= ~TRACE_OPT(IRQ_INFO);
	trace_print_context(&c->iter);
	EXPECT_TEXT(test, &c->iter.seq, "          <idle>-0       [001]      1.176302: ");
	c->iter.opts |= TRACE_OPT(RECORD_TGID);
	trace_print_context(&c->iter);
	EXPECT_TEXT(test, &c->iter.seq, "          <idle>-0       (-------) [001]      1.176302: ");
}

static void line_time_rounds(struct kunit *test)
{
	struct line_ctx *c = test->priv;

	c->iter.opts &= ~TRACE_OPT(IRQ_INFO);
	c->iter.ts = 123456ULL * NSEC_PER_SEC + 999999500;
	trace_print_context(&c->iter);
	EXPECT_TEXT(test, &c->iter.seq, "          <idle>-0       [001]  123457.000000: ");
}

static void line_latency(struct kunit *test)
{
	struct line_ctx *c = test->priv;

	c->iter.start_ts = c->iter.ts - 23467000;
	c->iter.next_ts = c->iter.ts + 68000;
	trace_print_lat_context(&c->iter);
	EXPECT_TEXT(test, &c->iter.seq, "  <idle>-0         1d..2. 23467us+: ");
	c->iter.opts |= TRACE_OPT(VERBOSE);
	c->iter.nr = 6;
	trace_print_lat_context(&c->iter);
	EXPECT_TEXT(test, &c->iter.seq,
		    "          <idle>       0   1 1 00000002 00000006 [0011f2ee] 23.467ms (+0.068ms): ");
}

static void line_flag_chars(struct kunit *test)
{
	static const struct {
		u8		flags, preempt;
		const char	*want;
	} cases[] = {
		{ 0, 0, "....." },
		{ TRACE_FLAG_IRQS_OFF | TRACE_FLAG_BH_OFF, 0x01, "D..1." },
		{ TRACE_FLAG_BH_OFF | TRACE_FLAG_SOFTIRQ, 0x11, "b.s11" },
		{ TRACE_FLAG_NEED_RESCHED | TRACE_FLAG_PREEMPT_RESCHED, 0xf0, ".N..f" },
		{ TRACE_FLAG_NEED_RESCHED | TRACE_FLAG_HARDIRQ, 0x0a, ".nha." },
		{ TRACE_FLAG_PREEMPT_RESCHED | TRACE_FLAG_HARDIRQ | TRACE_FLAG_SOFTIRQ, 0, ".pH.." },
		{ TRACE_FLAG_NMI, 0, "..z.." },
		{ TRACE_FLAG_NMI | TRACE_FLAG_HARDIRQ | TRACE_FLAG_SOFTIRQ, 0, "..Z.." },
	};
	unsigned int i;
	char text[8];

	for (i = 0; i < ARRAY_SIZE(cases); i++) {
		struct trace_entry ent = { .flags = cases[i].flags, .preempt_count = cases[i].preempt };

		*line_flags(text, &ent) = '\0';
		KUNIT_EXPECT_STREQ(test, text, cases[i].want);
	}
}

static void line_delay(struct kunit *test)
{
	KUNIT_EXPECT_EQ(test, line_delay_mark(0), ' ');
	KUNIT_EXPECT_EQ(test, line_delay_mark(10000), ' ');
	KUNIT_EXPECT_EQ(test, line_delay_mark(10001), '+');
	KUNIT_EXPECT_EQ(test, line_delay_mark(100001), '!');
	KUNIT_EXPECT_EQ(test, line_delay_mark(1000001), '#');
	KUNIT_EXPECT_EQ(test, line_delay_mark(10000001), '*');
	KUNIT_EXPECT_EQ(test, line_delay_mark(100000001), '@');
	KUNIT_EXPECT_EQ(test, line_delay_mark(2 * NSEC_PER_SEC), '$');
}

/* An unknown type is named, a gap is told, and a full buffer gets nothing of the line. */
static void line_whole_or_nothing(struct kunit *test)
{
	struct line_ctx *c = test->priv;
	struct trace_seq *s = &c->iter.seq;
	int room = TRACE_SEQ_BUFFER_SIZE - 40;

	guard(rcu)();
	c->ent.type = U16_MAX;
	c->iter.lost_events = 635;
	KUNIT_EXPECT_EQ(test, trace_print_line(&c->iter), TRACE_TYPE_HANDLED);
	EXPECT_TEXT(test, s, "CPU:1 [LOST 635 EVENTS]\n"
			     "          <idle>-0       [001] d..2.     1.176302: Unknown type 65535\n");
	while (trace_seq_used(s) < room)
		trace_seq_putc(s, 'x');
	KUNIT_EXPECT_EQ(test, trace_print_line(&c->iter), TRACE_TYPE_PARTIAL_LINE);
	KUNIT_EXPECT_EQ(test, trace_seq_used(s), room);
	KUNIT_EXPECT_FALSE(test, trace_seq_has_overflowed(s));
}

static struct kunit_case line_cases[] = {
	KUNIT_CASE(line_plain),
	KUNIT_CASE(line_time_rounds),
	KUNIT_CASE(line_latency),
	KUNIT_CASE(line_flag_chars),
	KUNIT_CASE(line_delay),
	KUNIT_CASE(line_whole_or_nothing),
	{}
};

static struct kunit_suite line_suite = {
	.name = "retrace_line",
	.init = line_init,
	.test_cases = line_cases,
};

kunit_test_suite(line_suite);
