// SPDX-License-Identifier: GPL-2.0
/*
 * printf_test.c - KUnit: the printf() of records agrees with the kernel's, and follows no dangling pointer.
 */

#include <kunit/test.h>
#include <linux/slab.h>
#include "output_internal.h"

struct rec {
	struct trace_entry	ent;
	char			comm[8];	/* not terminated */
	u8			addr[6];
};

struct printf_ctx {
	struct trace_iterator	iter;
	struct rec		rec;
	char			want[256];
};

static int printf_init(struct kunit *test)
{
	struct printf_ctx *c = kunit_kzalloc(test, sizeof(*c), GFP_KERNEL);

	KUNIT_ASSERT_NOT_NULL(test, c);
	trace_seq_init(&c->iter.seq);
	trace_seq_init(&c->iter.tmp_seq);
	c->iter.tr = trace_array_top();
	c->iter.opts = TRACE_OPT(HASH_PTR);
	c->iter.ent = &c->rec.ent;
	c->iter.ent_size = sizeof(c->rec);
	memcpy(c->rec.comm, "abcdefgh", 8);
	test->priv = c;
	return 0;
}

static const char *take(struct printf_ctx *c)
{
	static char text[256];
	int len = min_t(int, trace_seq_used(&c->iter.seq), sizeof(text) - 1);

	memcpy(text, c->iter.seq.buffer, len);
	text[len] = '\0';
	trace_seq_init(&c->iter.seq);
	return text;
}

#define SAME(test, c, fmt, ...)								\
do {											\
	snprintf((c)->want, sizeof((c)->want), fmt, ##__VA_ARGS__);			\
	trace_event_printf(&(c)->iter, fmt, ##__VA_ARGS__);				\
	KUNIT_EXPECT_STREQ(test, take(c), (c)->want);					\
} while (0)

static void printf_numbers(struct kunit *test)
{
	struct printf_ctx *c = test->priv;

	SAME(test, c, "%d %i %u %x", -5, 0, 4294967295U, 0xdeadbeef);
	SAME(test, c, "%ld %lu %lx", LONG_MIN, ULONG_MAX, ULONG_MAX);
	SAME(test, c, "%lld %llu %llx", LLONG_MAX, ULLONG_MAX, 0ULL);
	SAME(test, c, "[%5d][%-5d][%05d][%3d]", 42, 42, -42, 123456);
	SAME(test, c, "[%08x][%8x][%-8x][%#x][%#010lx][%X]", 0xabc, 0xabc, 0xabc, 0xabc, 0xabcUL, 0xabc);
	SAME(test, c, "[%+d][% d][%.3d][%o]", 7, 7, 7, 8);
	SAME(test, c, "[%hhd][%hd][%hhu][%hx]", (signed char)-1, (short)-2, (unsigned char)255,
	     (unsigned short)0xffff);
	SAME(test, c, "[%zu][%zd][%*d][%-*d]", (size_t)7, (ssize_t)-7, 6, 12, 6, 12);
	SAME(test, c, "100%% %c%c[%3c]", 'o', 'k', 'x');
}

static void printf_strings(struct kunit *test)
{
	struct printf_ctx *c = test->priv;
	char *null = NULL;

	SAME(test, c, "%s|%10s|%-10s|%.2s|%*s|%.*s", "abc", "abc", "abc", "abc", 5, "x", 1, "yz");
	OPTIMIZER_HIDE_VAR(null);
	SAME(test, c, "%s", null);
	SAME(test, c, "a long literal: %s 012345678901234567890123456789012345678901234567890123456789 %d", "s", 1);
	/* Not terminated: it ends where the record does, at the latest. */
	c->iter.ent_size = offsetof(struct rec, addr);
	trace_event_printf(&c->iter, "%s.", c->rec.comm);
	KUNIT_EXPECT_STREQ(test, take(c), "abcdefgh.");
}

static void printf_pointers(struct kunit *test)
{
	struct printf_ctx *c = test->priv;

	SAME(test, c, "%ps %pS %pM", printf_pointers, printf_pointers, c->rec.addr);
	SAME(test, c, "%p %20p", c, c);
	c->iter.opts &= ~TRACE_OPT(HASH_PTR);
	snprintf(c->want, sizeof(c->want), "%px.", c);
	trace_event_printf(&c->iter, "%p.", c);
	KUNIT_EXPECT_STREQ(test, take(c), c->want);
}

static void printf_follows_nothing_unsafe(struct kunit *test)
{
	struct printf_ctx *c = test->priv;
	char *heap = kunit_kzalloc(test, 64, GFP_KERNEL);

	KUNIT_ASSERT_NOT_NULL(test, heap);
	trace_event_printf(&c->iter, "%d %s %d", 1, heap, 2);
	KUNIT_EXPECT_STREQ(test, take(c), "1 [UNSAFE-MEMORY] 2");
	trace_event_printf(&c->iter, "%*pbl %d", 64, heap, 2);
	KUNIT_EXPECT_STREQ(test, take(c), "[UNSAFE-MEMORY] 2");
	trace_event_printf(&c->iter, "%pM %pd %d", heap, heap, 2);
	KUNIT_EXPECT_STREQ(test, take(c), "[UNSAFE-MEMORY] [UNSAFE-MEMORY] 2");
	/* What helpers made of the record is part of the reader. */
	trace_event_printf(&c->iter, "%s", trace_print_hex_seq(&c->iter.tmp_seq, c->rec.comm, 2, false));
	KUNIT_EXPECT_STREQ(test, take(c), "61 62");
}

static struct kunit_case printf_cases[] = {
	KUNIT_CASE(printf_numbers),
	KUNIT_CASE(printf_strings),
	KUNIT_CASE(printf_pointers),
	KUNIT_CASE(printf_follows_nothing_unsafe),
	{}
};

static struct kunit_suite printf_suite = {
	.name = "retrace_printf",
	.init = printf_init,
	.test_cases = printf_cases,
};

kunit_test_suite(printf_suite);
