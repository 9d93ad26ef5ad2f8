/* SPDX-License-Identifier: GPL-2.0 */
/* As much of KUnit as the ring's tests use; "ok NAME" or "not ok NAME" per test. */
#ifndef _SHIM_KUNIT_TEST_H
#define _SHIM_KUNIT_TEST_H

#include <setjmp.h>
#include "ring_user.h"

struct kunit {
	const char	*name;
	int		failed;
	jmp_buf		out;
};

struct kunit_case {
	void		(*run)(struct kunit *test);
	const char	*name;
};

struct kunit_suite {
	const char		*name;
	struct kunit_case	*test_cases;
};

#define KUNIT_CASE(fn)	{ fn, #fn }

#define KUNIT_SAY(test, cond, fmt, ...) do {						\
	if (!(cond) && (test)->failed++ < 10)						\
		fprintf(stderr, "%s:%d: " fmt "\n", (test)->name, __LINE__, ##__VA_ARGS__); \
} while (0)

#define KUNIT_CMP(test, a, op, b) do {							\
	long long _l = (long long)(a), _r = (long long)(b);				\
	KUNIT_SAY(test, _l op _r, "%s %s %s: %lld, %lld", #a, #op, #b, _l, _r);		\
} while (0)

#define KUNIT_EXPECT_EQ(test, a, b)	KUNIT_CMP(test, a, ==, b)
#define KUNIT_EXPECT_NE(test, a, b)	KUNIT_CMP(test, a, !=, b)
#define KUNIT_EXPECT_GT(test, a, b)	KUNIT_CMP(test, a, >, b)
#define KUNIT_EXPECT_GE(test, a, b)	KUNIT_CMP(test, a, >=, b)
#define KUNIT_EXPECT_TRUE(test, c)	KUNIT_SAY(test, c, "%s", #c)
#define KUNIT_EXPECT_FALSE(test, c)	KUNIT_SAY(test, !(c), "not %s", #c)
#define KUNIT_EXPECT_NOT_NULL(test, p)	KUNIT_SAY(test, (p) != NULL, "%s", #p)
#define KUNIT_EXPECT_NULL(test, p)	KUNIT_SAY(test, (p) == NULL, "%s is not NULL", #p)
#define KUNIT_ASSERT_TRUE(test, c) do {							\
	bool _c = (c);									\
	KUNIT_SAY(test, _c, "%s", #c);							\
	if (!_c)									\
		longjmp((test)->out, 1);						\
} while (0)
#define KUNIT_ASSERT_FALSE(test, c)	KUNIT_ASSERT_TRUE(test, !(c))
#define KUNIT_ASSERT_NOT_NULL(test, p)	KUNIT_ASSERT_TRUE(test, (p) != NULL)

#define ARRAY_SIZE(a)		(sizeof(a) / sizeof((a)[0]))
#define roundup(n, to)		(((n) + (to) - 1) / (to) * (to))
#define migrate_disable()	do { } while (0)
#define migrate_enable()	do { } while (0)

static inline int kunit_run(struct kunit_suite *suite)
{
	struct kunit_case *volatile c;
	volatile int failed = 0;

	for (c = suite->test_cases; c->run; c++) {
		struct kunit test = { .name = c->name };

		if (!setjmp(test.out))
			c->run(&test);

		printf("%sok %s.%s\n", test.failed ? "not " : "", suite->name, c->name);
		fflush(stdout);
		failed += test.failed != 0;
	}
	return failed;
}

/* The including file's main() runs it. */
#define kunit_test_suite(s)	static struct kunit_suite *const kunit_suite = &s

#endif
