// SPDX-License-Identifier: GPL-2.0
/*
 * Tests of lex.c.
 */

#include <kunit/test.h>

#include "base.h"

/* Next token as a string of the test; "" when there is none. */
static const char *word(struct kunit *test, struct lex *lx, const char *stops)
{
	char *text;

	if (!lex_word(lx, stops))
		return "";
	text = kunit_kzalloc(test, lx->len + 1, GFP_KERNEL);
	KUNIT_ASSERT_NOT_NULL(test, text);
	memcpy(text, lx->text + lx->tok, lx->len);
	return text;
}

static void lex_words(struct kunit *test)
{
	struct lex lx;

	lex_init(&lx, "  one\ttwo:three\t");
	KUNIT_EXPECT_STREQ(test, word(test, &lx, ":"), "one");
	KUNIT_EXPECT_EQ(test, lx.tok, 2);
	KUNIT_EXPECT_STREQ(test, word(test, &lx, ":"), "two");
	KUNIT_EXPECT_TRUE(test, lex_is(&lx, "two"));
	KUNIT_EXPECT_FALSE(test, lex_is(&lx, "tw"));
	KUNIT_EXPECT_FALSE(test, lex_is(&lx, "two:"));

	/* At a stop there is no word, however often one asks. */
	KUNIT_EXPECT_FALSE(test, lex_word(&lx, ":"));
	KUNIT_EXPECT_FALSE(test, lex_word(&lx, ":"));
	KUNIT_EXPECT_EQ(test, lx.tok, 9);
	KUNIT_EXPECT_FALSE(test, lex_end(&lx));
	KUNIT_EXPECT_FALSE(test, lex_char(&lx, ';'));
	KUNIT_EXPECT_TRUE(test, lex_char(&lx, ':'));
	KUNIT_EXPECT_TRUE(test, lex_is(&lx, ":"));
	KUNIT_EXPECT_STREQ(test, word(test, &lx, ":"), "three");
	KUNIT_EXPECT_TRUE(test, lex_end(&lx));
	KUNIT_EXPECT_FALSE(test, lex_word(&lx, NULL));
	KUNIT_EXPECT_FALSE(test, lex_char(&lx, '\0'));
}

static void lex_empty(struct kunit *test)
{
	struct lex lx;

	lex_init(&lx, "");
	KUNIT_EXPECT_TRUE(test, lex_end(&lx));
	KUNIT_EXPECT_FALSE(test, lex_word(&lx, ""));
	KUNIT_EXPECT_EQ(test, lex_quote(&lx), 0);
	KUNIT_EXPECT_TRUE(test, lex_is(&lx, ""));
}

static void lex_quotes(struct kunit *test)
{
	struct lex lx;
	char *text;

	lex_init(&lx, "\"a b:'c\"d ' \" ' \"open");
	KUNIT_EXPECT_STREQ(test, word(test, &lx, ":"), "\"a b:'c\"");
	KUNIT_EXPECT_EQ(test, lex_quote(&lx), '"');
	KUNIT_EXPECT_FALSE(test, lex_is(&lx, "a b:'c"));
	text = lex_dup(&lx, GFP_KERNEL);
	KUNIT_EXPECT_STREQ(test, text, "a b:'c");
	kfree(text);

	/* What touches the closing mark is the next word. */
	KUNIT_EXPECT_STREQ(test, word(test, &lx, ":"), "d");
	KUNIT_EXPECT_EQ(test, lex_quote(&lx), 0);
	KUNIT_EXPECT_STREQ(test, word(test, &lx, ":"), "' \" '");
	KUNIT_EXPECT_EQ(test, lex_quote(&lx), '\'');
	KUNIT_EXPECT_STREQ(test, word(test, &lx, ":"), "\"open");
	KUNIT_EXPECT_EQ(test, lex_quote(&lx), -EINVAL);
	KUNIT_EXPECT_TRUE(test, lex_end(&lx));

	lex_init(&lx, "\"");
	KUNIT_EXPECT_STREQ(test, word(test, &lx, NULL), "\"");
	KUNIT_EXPECT_EQ(test, lex_quote(&lx), -EINVAL);
	lex_init(&lx, "\"\"");
	KUNIT_EXPECT_STREQ(test, word(test, &lx, NULL), "\"\"");
	KUNIT_EXPECT_EQ(test, lex_quote(&lx), '"');
}

struct number {
	const char	*text;
	int		err;
	u64		val;
};

static const struct number numbers[] = {
	{ "0", 0, 0 },
	{ "42", 0, 42 },
	{ "0x1f", 0, 31 },
	{ "017", 0, 15 },
	{ "18446744073709551615", 0, U64_MAX },
	{ "18446744073709551616", -ERANGE },
	{ "0xffffffffffffffff", 0, U64_MAX },
	{ "0x10000000000000000", -ERANGE },
	{ "-1", -EINVAL },
	{ "1a", -EINVAL },
	{ "\"1\"", -EINVAL },
	{ "0000000000000000000000000000000000000001", -EINVAL },
};

static void lex_numbers(struct kunit *test)
{
	struct lex lx;
	s64 s;

	for (int i = 0; i < ARRAY_SIZE(numbers); i++) {
		u64 val = 0;

		lex_init(&lx, numbers[i].text);
		KUNIT_EXPECT_TRUE(test, lex_word(&lx, NULL));
		KUNIT_EXPECT_EQ_MSG(test, lex_u64(&lx, &val), numbers[i].err, "%s",
				    numbers[i].text);
		KUNIT_EXPECT_EQ_MSG(test, val, numbers[i].val, "%s", numbers[i].text);
	}

	lex_init(&lx, "-9223372036854775808 9223372036854775808");
	KUNIT_EXPECT_TRUE(test, lex_word(&lx, NULL));
	KUNIT_EXPECT_EQ(test, lex_s64(&lx, &s), 0);
	KUNIT_EXPECT_EQ(test, s, S64_MIN);
	KUNIT_EXPECT_TRUE(test, lex_word(&lx, NULL));
	KUNIT_EXPECT_EQ(test, lex_s64(&lx, &s), -ERANGE);
	KUNIT_EXPECT_FALSE(test, lex_word(&lx, NULL));
	KUNIT_EXPECT_EQ(test, lex_s64(&lx, &s), -EINVAL);
}

static struct kunit_case lex_cases[] = {
	KUNIT_CASE(lex_words),
	KUNIT_CASE(lex_empty),
	KUNIT_CASE(lex_quotes),
	KUNIT_CASE(lex_numbers),
	{}
};

static struct kunit_suite lex_suite = {
	.name		= "retrace-lex",
	.test_cases	= lex_cases,
};

kunit_test_suite(lex_suite);
