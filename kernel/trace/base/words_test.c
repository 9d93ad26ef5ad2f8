// SPDX-License-Identifier: GPL-2.0
/*
 * Tests of words.c.
 */

#include <kunit/test.h>
#include <linux/mman.h>
#include <linux/uaccess.h>

#include "base.h"

#define ROOM	16

/* What one test needs: words, and a page of user memory to write from, with nothing behind it. */
struct bench {
	struct user_words	uw;
	char __user		*mem;
	loff_t			pos;
};

static int words_init(struct kunit *test)
{
	struct bench *b = kunit_kzalloc(test, sizeof(*b), GFP_KERNEL);
	unsigned long addr;

	KUNIT_ASSERT_NOT_NULL(test, b);
	KUNIT_ASSERT_EQ(test, user_words_init(&b->uw, ROOM), 0);
	test->priv = b;
	addr = kunit_vm_mmap(test, NULL, 0, PAGE_SIZE, PROT_READ | PROT_WRITE,
			     MAP_ANONYMOUS | MAP_PRIVATE, 0);
	KUNIT_ASSERT_NE_MSG(test, addr, 0, "no user memory");
	KUNIT_ASSERT_LT_MSG(test, addr, (unsigned long)TASK_SIZE, "no user memory");
	b->mem = (char __user *)addr;
	return 0;
}

static void words_exit(struct kunit *test)
{
	struct bench *b = test->priv;

	if (b)
		user_words_free(&b->uw);
}

/* One call on @text, which is at the very end of the user memory. */
static ssize_t next(struct kunit *test, const char *text)
{
	struct bench *b = test->priv;
	size_t len = strlen(text);
	char __user *at = b->mem + PAGE_SIZE - len;

	KUNIT_ASSERT_EQ(test, copy_to_user(at, text, len), 0);
	return user_words_next(&b->uw, at, len, &b->pos);
}

static void words_whole(struct kunit *test)
{
	struct bench *b = test->priv;

	KUNIT_EXPECT_EQ(test, next(test, "\n  one two\n"), 7);
	KUNIT_EXPECT_STREQ(test, b->uw.buf, "one");
	KUNIT_EXPECT_FALSE(test, b->uw.partial);
	KUNIT_EXPECT_EQ(test, next(test, "two\n"), 4);
	KUNIT_EXPECT_STREQ(test, b->uw.buf, "two");
	KUNIT_EXPECT_FALSE(test, b->uw.partial);
	KUNIT_EXPECT_EQ(test, b->pos, 11);

	KUNIT_EXPECT_EQ(test, next(test, "\n  "), 3);
	KUNIT_EXPECT_EQ(test, b->uw.len, 0);
	KUNIT_EXPECT_FALSE(test, b->uw.partial);
	KUNIT_EXPECT_EQ(test, next(test, ""), 0);
	KUNIT_EXPECT_EQ(test, b->uw.len, 0);
}

static void words_pieces(struct kunit *test)
{
	struct bench *b = test->priv;

	KUNIT_EXPECT_EQ(test, next(test, " he"), 3);
	KUNIT_EXPECT_TRUE(test, b->uw.partial);
	KUNIT_EXPECT_STREQ(test, b->uw.buf, "he");
	KUNIT_EXPECT_EQ(test, next(test, "llo"), 3);
	KUNIT_EXPECT_TRUE(test, b->uw.partial);
	KUNIT_EXPECT_EQ(test, next(test, " you"), 1);
	KUNIT_EXPECT_FALSE(test, b->uw.partial);
	KUNIT_EXPECT_STREQ(test, b->uw.buf, "hello");
}

static void words_long(struct kunit *test)
{
	struct bench *b = test->priv;
	char text[200];

	/* The longest word that fits, behind more blanks than are looked at in one go. */
	snprintf(text, sizeof(text), "%*s ", 165, "123456789012345");
	KUNIT_EXPECT_EQ(test, next(test, text), 166);
	KUNIT_EXPECT_STREQ(test, b->uw.buf, "123456789012345");

	KUNIT_EXPECT_EQ(test, next(test, "1234567890123456 "), -EINVAL);
	KUNIT_EXPECT_EQ(test, b->uw.len, 0);
	KUNIT_EXPECT_EQ(test, next(test, "12345678"), 8);
	KUNIT_EXPECT_EQ(test, next(test, "90123456"), -EINVAL);
	KUNIT_EXPECT_FALSE(test, b->uw.partial);
	KUNIT_EXPECT_EQ(test, next(test, "ok "), 3);
	KUNIT_EXPECT_STREQ(test, b->uw.buf, "ok");
}

static void words_fault(struct kunit *test)
{
	struct bench *b = test->priv;
	loff_t pos = 0;

	KUNIT_EXPECT_EQ(test, next(test, "half"), 4);
	KUNIT_EXPECT_EQ(test, user_words_next(&b->uw, (char __user *)16, 8, &pos), -EFAULT);
	KUNIT_EXPECT_EQ(test, pos, 0);
	KUNIT_EXPECT_EQ(test, b->uw.len, 0);
	KUNIT_EXPECT_FALSE(test, b->uw.partial);
}

static struct kunit_case words_cases[] = {
	KUNIT_CASE(words_whole),
	KUNIT_CASE(words_pieces),
	KUNIT_CASE(words_long),
	KUNIT_CASE(words_fault),
	{}
};

static struct kunit_suite words_suite = {
	.name		= "retrace-words",
	.init		= words_init,
	.exit		= words_exit,
	.test_cases	= words_cases,
};

kunit_test_suite(words_suite);
