// SPDX-License-Identifier: GPL-2.0
/*
 * Tests of match.c.
 */

#include <kunit/test.h>

#include "base.h"

struct sample {
	const char	*pattern;
	enum match_kind	kind;
	const char	*yes, *no;
};

static const struct sample samples[] = {
	{ "*",		MATCH_ALL,	"",		NULL },
	{ "**",		MATCH_ALL,	"abc",		NULL },
	{ "abc",	MATCH_EXACT,	"abc",		"abcd" },
	{ "abc",	MATCH_EXACT,	NULL,		"ab" },
	{ "",		MATCH_EXACT,	"",		"a" },
	{ "abc*",	MATCH_FRONT,	"abcd",		"xabc" },
	{ "*abc",	MATCH_END,	"xabc",		"abcd" },
	{ "*abc",	MATCH_END,	"abc",		"bc" },
	{ "*abc*",	MATCH_MIDDLE,	"xabcx",	"xabxc" },
	{ "a*c",	MATCH_GLOB,	"abbbc",	"abbb" },
	{ "*a*c*",	MATCH_GLOB,	"xabcx",	"xcax" },
	{ "a?c",	MATCH_GLOB,	"abc",		"ac" },
	{ "a[a-c]*",	MATCH_GLOB,	"abx",		"adx" },
	{ "a[!b]",	MATCH_GLOB,	"ac",		"ab" },
	{ "ab\\*",	MATCH_GLOB,	"ab*",		"abc" },
};

static void match_kinds(struct kunit *test)
{
	for (int i = 0; i < ARRAY_SIZE(samples); i++) {
		const struct sample *s = &samples[i];
		char pattern[16];
		struct match m;

		strscpy(pattern, s->pattern);
		match_init(&m, pattern);
		KUNIT_EXPECT_EQ_MSG(test, m.kind, s->kind, "%s", s->pattern);
		KUNIT_EXPECT_FALSE(test, m.not);
		if (s->yes)
			KUNIT_EXPECT_TRUE_MSG(test, match_test(&m, s->yes, strlen(s->yes)),
					      "%s on %s", s->pattern, s->yes);
		if (s->no)
			KUNIT_EXPECT_FALSE_MSG(test, match_test(&m, s->no, strlen(s->no)),
					       "%s on %s", s->pattern, s->no);
	}
}

static void match_not(struct kunit *test)
{
	char pattern[] = "!ab*";
	struct match m;

	match_init(&m, pattern);
	KUNIT_EXPECT_TRUE(test, m.not);
	KUNIT_EXPECT_EQ(test, m.kind, MATCH_FRONT);
	KUNIT_EXPECT_EQ(test, m.len, 2);
	KUNIT_EXPECT_TRUE(test, match_test(&m, "abc", 3));
}

/* A string ends at the length given, or at a NUL before. */
static void match_bounds(struct kunit *test)
{
	static const char * const patterns[] = { "abc", "ab*", "*bc", "*b*", "a?c", "a*c" };
	/* Exact size, so that KASAN sees a byte read behind it. */
	char *bare = kunit_kmalloc(test, 3, GFP_KERNEL);

	KUNIT_ASSERT_NOT_NULL(test, bare);
	memcpy(bare, "abc", 3);
	for (int i = 0; i < ARRAY_SIZE(patterns); i++) {
		char pattern[8];
		struct match m;

		strscpy(pattern, patterns[i]);
		match_init(&m, pattern);
		KUNIT_EXPECT_TRUE_MSG(test, match_test(&m, bare, 3), "%s", patterns[i]);
		KUNIT_EXPECT_TRUE_MSG(test, match_test(&m, "abc\0xx", 6), "%s", patterns[i]);
		KUNIT_EXPECT_FALSE_MSG(test, match_test(&m, "a\0bc", 4), "%s", patterns[i]);
	}
}

static struct kunit_case match_cases[] = {
	KUNIT_CASE(match_kinds),
	KUNIT_CASE(match_not),
	KUNIT_CASE(match_bounds),
	{}
};

static struct kunit_suite match_suite = {
	.name		= "retrace-match",
	.test_cases	= match_cases,
};

kunit_test_suite(match_suite);
