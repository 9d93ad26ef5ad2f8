// SPDX-License-Identifier: GPL-2.0
/*
 * Tests of seq.c.
 */

#include <kunit/test.h>
#include <linux/mman.h>
#include <linux/trace_seq.h>
#include <linux/uaccess.h>

static int seq_init(struct kunit *test)
{
	struct trace_seq *s = kunit_kmalloc(test, sizeof(*s), GFP_KERNEL);

	KUNIT_ASSERT_NOT_NULL(test, s);
	trace_seq_init(s);
	test->priv = s;
	return 0;
}

/* All but the last @left bytes are taken. */
static void fill(struct kunit *test, struct trace_seq *s, unsigned int left)
{
	char *room;

	trace_seq_init(s);
	room = trace_seq_acquire(s, sizeof(s->buffer) - left);
	KUNIT_ASSERT_NOT_NULL(test, room);
	memset(room, 'x', sizeof(s->buffer) - left);
	KUNIT_ASSERT_FALSE(test, trace_seq_has_overflowed(s));
}

/* The last write was refused, and nothing is taken any more. */
static void expect_full(struct kunit *test, struct trace_seq *s, unsigned int left)
{
	KUNIT_EXPECT_TRUE(test, trace_seq_has_overflowed(s));
	KUNIT_EXPECT_TRUE(test, s->full);
	KUNIT_EXPECT_EQ(test, trace_seq_used(s), sizeof(s->buffer) - left);
	trace_seq_putc(s, 'y');
	KUNIT_EXPECT_EQ(test, trace_seq_used(s), sizeof(s->buffer) - left);
	if (left)
		KUNIT_EXPECT_EQ(test, *trace_seq_buffer_ptr(s), '\0');
}

static int dump(struct trace_seq *s, const char *prefix, const void *mem, size_t len)
{
	return trace_seq_hex_dump(s, prefix, DUMP_PREFIX_NONE, 16, 1, mem, len, false);
}

static void seq_text(struct kunit *test)
{
	struct trace_seq *s = test->priv;
	static const u8 bytes[] = { 1, 2, 3, 4, 5, 6, 7, 8, 9 };
	unsigned long mask[BITS_TO_LONGS(40)] = { 0x5 };
	char *start;

	trace_seq_puts(s, "a");
	trace_seq_putc(s, 'b');
	trace_seq_putmem(s, "cd", 2);
	start = trace_seq_buffer_ptr(s);
	trace_seq_printf(s, " %d %s", 42, "x");
	trace_seq_putc(s, 0);
	KUNIT_EXPECT_STREQ(test, start, " 42 x");
	KUNIT_EXPECT_MEMEQ(test, s->buffer, "abcd 42 x", 10);
	KUNIT_EXPECT_EQ(test, trace_seq_used(s), 10);

	trace_seq_init(s);
	trace_seq_bitmask(s, mask, 40);
	trace_seq_putc(s, 0);
	KUNIT_EXPECT_STREQ(test, s->buffer, "00,00000005");

	trace_seq_init(s);
	trace_seq_putmem_hex(s, bytes, sizeof(bytes));
	trace_seq_putc(s, 0);
	if (IS_ENABLED(CONFIG_CPU_LITTLE_ENDIAN) || IS_ENABLED(CONFIG_X86))
		KUNIT_EXPECT_STREQ(test, s->buffer, "0807060504030201 09 ");

	trace_seq_init(s);
	KUNIT_EXPECT_EQ(test, dump(s, "> ", bytes, 4), 1);
	trace_seq_putc(s, 0);
	KUNIT_EXPECT_STREQ(test, s->buffer, "> 01 02 03 04\n");
}

static void seq_binary(struct kunit *test)
{
	struct trace_seq *s = test->priv;
	u32 words[16];

	KUNIT_ASSERT_GT(test, bprintf(words, ARRAY_SIZE(words), "%d %s", 17, "text"), 0);
	trace_seq_bprintf(s, "%d %s", words);
	KUNIT_EXPECT_STREQ(test, s->buffer, "17 text");
	fill(test, s, 4);
	trace_seq_bprintf(s, "%d %s", words);
	expect_full(test, s, 4);
}

static void seq_all_or_nothing(struct kunit *test)
{
	struct trace_seq *s = test->priv;
	static const char mem[64];

	fill(test, s, 3);
	trace_seq_puts(s, "1234");
	expect_full(test, s, 3);
	fill(test, s, 3);
	trace_seq_printf(s, "%d", 1234);
	expect_full(test, s, 3);
	fill(test, s, 3);
	trace_seq_putmem(s, "1234", 4);
	expect_full(test, s, 3);
	fill(test, s, 30);
	trace_seq_putmem_hex(s, mem, 16);
	expect_full(test, s, 30);
	fill(test, s, 60);
	KUNIT_EXPECT_EQ(test, dump(s, "", mem, 64), 0);
	expect_full(test, s, 60);
	fill(test, s, 3);
	KUNIT_EXPECT_NULL(test, trace_seq_acquire(s, 4));
	KUNIT_EXPECT_TRUE(test, s->full);
	fill(test, s, 0);
	trace_seq_putc(s, 'z');
	expect_full(test, s, 0);
}

static void seq_last_byte(struct kunit *test)
{
	struct trace_seq *s = test->priv;

	fill(test, s, 4);
	trace_seq_puts(s, "1234");
	KUNIT_EXPECT_FALSE(test, trace_seq_has_overflowed(s));
	KUNIT_EXPECT_EQ(test, trace_seq_used(s), sizeof(s->buffer));
	fill(test, s, 4);
	KUNIT_EXPECT_NOT_NULL(test, trace_seq_acquire(s, 4));
	KUNIT_EXPECT_FALSE(test, trace_seq_has_overflowed(s));
}

static void seq_user(struct kunit *test)
{
	struct trace_seq *s = test->priv;
	char text[8] = "";
	char __user *mem;
	unsigned long addr;

	addr = kunit_vm_mmap(test, NULL, 0, PAGE_SIZE, PROT_READ | PROT_WRITE,
			     MAP_ANONYMOUS | MAP_PRIVATE, 0);
	KUNIT_ASSERT_NE_MSG(test, addr, 0, "no user memory");
	KUNIT_ASSERT_LT_MSG(test, addr, (unsigned long)TASK_SIZE, "no user memory");
	mem = (char __user *)addr;

	KUNIT_EXPECT_EQ(test, trace_seq_to_user(s, mem, 4), -EBUSY);
	trace_seq_puts(s, "abcdef");
	KUNIT_EXPECT_EQ(test, trace_seq_to_user(s, mem, 4), 4);
	KUNIT_EXPECT_EQ(test, trace_seq_to_user(s, mem + 4, 4), 2);
	KUNIT_EXPECT_EQ(test, trace_seq_to_user(s, mem, 4), -EBUSY);
	KUNIT_EXPECT_EQ(test, copy_from_user(text, mem, 6), 0);
	KUNIT_EXPECT_STREQ(test, text, "abcdef");

	trace_seq_init(s);
	trace_seq_puts(s, "abc");
	KUNIT_EXPECT_EQ(test, trace_seq_to_user(s, (char __user *)16, 3), -EFAULT);
	KUNIT_EXPECT_EQ(test, trace_seq_to_user(s, mem, 3), 3);
}

static struct kunit_case seq_cases[] = {
	KUNIT_CASE(seq_text),
	KUNIT_CASE(seq_binary),
	KUNIT_CASE(seq_all_or_nothing),
	KUNIT_CASE(seq_last_byte),
	KUNIT_CASE(seq_user),
	{}
};

static struct kunit_suite seq_suite = {
	.name		= "retrace-seq",
	.init		= seq_init,
	.test_cases	= seq_cases,
};

kunit_test_suite(seq_suite);
