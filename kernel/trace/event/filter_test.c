// SPDX-License-Identifier: GPL-2.0
/*
 * filter_test.c - KUnit: filters against a plain evaluator, and what they say of bad text.
 */

#include <kunit/test.h>
#include <linux/glob.h>
#include <linux/prandom.h>
#include <linux/slab.h>
#include <linux/string.h>
#include "filter.h"

struct test_rec {
	struct trace_entry	ent;
	u8			u1;
	s8			s1;
	u16			u2;
	s16			s2;
	u32			u4;
	s32			s4;
	u64			u8;
	s64			s8;
	char			name[8];
	u32			dyn;		/* __data_loc char[] */
	u32			rel;		/* __rel_loc char[] */
	u32			mask;		/* __data_loc cpumask_t */
	const char		*ptr;
	unsigned long		fn;
	u32			arr[3];
	char			text[16];
	unsigned long		cpus[BITS_TO_LONGS(NR_CPUS)];
};

#define F(t, n, sgn)	{ .type = #t, .name = #n, .offset = offsetof(struct test_rec, n),		\
			  .size = sizeof_field(struct test_rec, n), .is_signed = (sgn) }

static const struct trace_field test_fields[] = {
	F(u8, u1, 0), F(s8, s1, 1), F(u16, u2, 0), F(s16, s2, 1), F(u32, u4, 0), F(int, s4, 1), F(u64, u8, 0),
	F(s64, s8, 1),
	{ .type = "char", .name = "name", .offset = offsetof(struct test_rec, name), .size = 8, .len = 8 },
	F(__data_loc char[], dyn, 0), F(__rel_loc char[], rel, 0), F(__data_loc cpumask_t, mask, 0),
	F(const char *, ptr, 0), F(unsigned long, fn, 0),
	{ .type = "u32", .name = "arr", .offset = offsetof(struct test_rec, arr), .size = 12, .len = 3 },
};

static struct trace_event_class test_class = {
	.system = "test", .fields = test_fields, .nr_fields = ARRAY_SIZE(test_fields),
};

static struct trace_event_call test_call = { .class = &test_class, .name = "test" };

static void str_place(u32 *loc, void *rec, bool rel, char *at, const char *text)
{
	u32 off = (char *)at - (char *)(rel ? (void *)(loc + 1) : rec);

	strscpy(at, text, sizeof_field(struct test_rec, text));
	*loc = off | (strlen(text) + 1) << 16;
}

/* === Generated expressions === */

#define NR_RECS		8
#define TEXT_ROOM	2048

/* Text of an expression, and what it is worth for each record, computed while it is written. */
struct gen {
	struct rnd_state	rnd;
	struct test_rec		rec[NR_RECS];
	char			text[TEXT_ROOM];
	unsigned int		len;
};

static __printf(2, 3) void put(struct gen *g, const char *fmt, ...)
{
	va_list args;

	va_start(args, fmt);
	g->len += vscnprintf(g->text + g->len, TEXT_ROOM - g->len, fmt, args);
	va_end(args);
}

static unsigned int pick(struct gen *g, unsigned int n)
{
	return prandom_u32_state(&g->rnd) % n;
}

static void blank(struct gen *g)
{
	put(g, "%s", pick(g, 2) ? " " : "");
}

static s64 field_value(const struct test_rec *rec, const struct trace_field *f)
{
	const void *p = (const void *)rec + f->offset;
	s64 val = 0;

	memcpy(&val, p, f->size);
	return f->is_signed ? sign_extend64(val, f->size * 8 - 1) : val;
}

static bool compare(const char *op, s64 a, s64 b, bool is_signed)
{
	if (!strcmp(op, "=="))
		return a == b;
	if (!strcmp(op, "!="))
		return a != b;
	if (!strcmp(op, "&"))
		return a & b;
	if (!strcmp(op, "<"))
		return is_signed ? a < b : (u64)a < (u64)b;
	if (!strcmp(op, "<="))
		return is_signed ? a <= b : (u64)a <= (u64)b;
	if (!strcmp(op, ">"))
		return is_signed ? a > b : (u64)a > (u64)b;
	return is_signed ? a >= b : (u64)a >= (u64)b;
}

static unsigned int gen_number(struct gen *g)
{
	static const char *const ops[] = { "==", "!=", "<", "<=", ">", ">=", "&" };
	const struct trace_field *f = &test_fields[pick(g, 8)];
	const char *op = ops[pick(g, ARRAY_SIZE(ops))];
	s64 val = f->is_signed ? (s64)pick(g, 7) - 3 : pick(g, 4);
	unsigned int res = 0;

	put(g, "%s", f->name);
	blank(g);
	put(g, "%s", op);
	blank(g);
	put(g, val >= 0 && pick(g, 2) ? "0x%llx" : "%lld", val);
	for (unsigned int i = 0; i < NR_RECS; i++)
		res |= compare(op, field_value(&g->rec[i], f), val, f->is_signed) << i;
	return res;
}

static const char *const words[] = { "a", "ab", "abc", "bc", "" };

static unsigned int gen_string(struct gen *g)
{
	static const char *const globs[] = { "a*", "*c", "*b*", "ab", "a?c", "[ab]*" };
	static const char *const fields[] = { "name", "dyn", "rel" };
	unsigned int field = pick(g, 3), res = 0, op = pick(g, 3);
	const char *val = op == 2 ? globs[pick(g, ARRAY_SIZE(globs))] : words[pick(g, ARRAY_SIZE(words))];
	const char *quote = !*val || pick(g, 2) ? (pick(g, 2) ? "\"" : "'") : "";

	put(g, "%s %s %s%s%s", fields[field], op == 2 ? "~" : op ? "!=" : "==", quote, val, quote);
	blank(g);
	for (unsigned int i = 0; i < NR_RECS; i++) {
		const struct test_rec *rec = &g->rec[i];
		const char *str = field == 0 ? rec->name : rec->text;
		bool hit = op == 2 ? glob_match(val, str) : !strcmp(val, str) ^ (op == 1);

		res |= hit << i;
	}
	return res;
}

static unsigned int gen_any(struct gen *g, unsigned int depth);

static unsigned int gen_one(struct gen *g, unsigned int depth)
{
	unsigned int res;
	bool neg = !pick(g, 4);

	if (neg)
		put(g, "%s", pick(g, 3) ? "!" : "!! !");
	if (!depth || pick(g, 3)) {
		res = pick(g, 3) ? gen_number(g) : gen_string(g);
	} else {
		put(g, "(");
		blank(g);
		res = gen_any(g, depth - 1);
		blank(g);
		put(g, ")");
	}
	return neg ? ~res : res;
}

static unsigned int gen_all(struct gen *g, unsigned int depth)
{
	unsigned int res = gen_one(g, depth);

	while (!pick(g, 3)) {
		put(g, " && ");
		res &= gen_one(g, depth);
	}
	return res;
}

static unsigned int gen_any(struct gen *g, unsigned int depth)
{
	unsigned int res = gen_all(g, depth);

	while (!pick(g, 3)) {
		put(g, "||");
		blank(g);
		res |= gen_all(g, depth);
	}
	return res;
}

static void gen_rec(struct gen *g, struct test_rec *rec)
{
	const char *word = words[pick(g, ARRAY_SIZE(words))];

	rec->u1 = pick(g, 4);
	rec->s1 = (int)pick(g, 7) - 3;
	rec->u2 = pick(g, 4);
	rec->s2 = (int)pick(g, 7) - 3;
	rec->u4 = pick(g, 4);
	rec->s4 = (int)pick(g, 7) - 3;
	rec->u8 = pick(g, 8) ? pick(g, 4) : U64_MAX;
	rec->s8 = (int)pick(g, 7) - 3;
	strscpy(rec->name, words[pick(g, ARRAY_SIZE(words))]);
	str_place(&rec->dyn, rec, false, rec->text, word);
	str_place(&rec->rel, rec, true, rec->text, word);
}

static void filter_generated(struct kunit *test)
{
	struct gen *g = kunit_kzalloc(test, sizeof(*g), GFP_KERNEL);

	KUNIT_ASSERT_NOT_NULL(test, g);
	prandom_seed_state(&g->rnd, 4711);
	for (unsigned int i = 0; i < NR_RECS; i++)
		gen_rec(g, &g->rec[i]);
	for (unsigned int n = 0; n < 1000; n++) {
		struct filter_error err = { };
		struct event_filter *filter;
		unsigned int want, got = 0;

		g->len = 0;
		want = gen_any(g, 3) & ((1 << NR_RECS) - 1);
		if (g->len >= TEXT_ROOM - 1)
			continue;
		filter = filter_build(&test_call, g->text, &err);
		KUNIT_ASSERT_FALSE_MSG(test, IS_ERR(filter), "%s: %s at %u", g->text, filter_err_text(err.code),
				       err.pos);
		for (unsigned int i = 0; i < NR_RECS; i++)
			got |= filter_match_preds(filter, &g->rec[i]) << i;
		event_filter_free(filter);
		KUNIT_ASSERT_EQ_MSG(test, got, want, "%s", g->text);
	}
}

/* === Single terms === */

struct filter_case {
	const char	*text;
	bool		want;
};

static const struct filter_case cases[] = {
	{ "u1 == 200", true },		{ "u1 > 199 && u1 < 201", true },	{ "u1 == 456", false },
	{ "s1 == -5", true },		{ "s1 < 0", true },			{ "s1 == 0xfb", true },
	{ "u2 == 0xffff", true },	{ "s2 == -1", true },			{ "u4 > 0x7fffffff", true },
	{ "s4 == 0xffffffff", true },	{ "s4 > -2", true },			{ "u8 == 0xffffffffffffffff", true },
	{ "u8 >= 18446744073709551615", true }, { "s8 == -9223372036854775808", true },
	{ "s8 & 0x8000000000000000", true }, { "name == full-one", true },	{ "name == 'full-on'", false },
	{ "name ~ 'full*'", true },	{ "name ~ \"*one\"", true },		{ "name ~ '!full*'", false },
	{ "dyn == \"dy namic\"", true }, { "dyn ~ \"dy*\"", true },		{ "!(dyn ~ \"*mic\")", false },
	{ "ptr == far", true },		{ "ptr != far", false },		{ "ptr ~ 'f*'", true },
	{ "mask & CPUS{0}", true },	{ "mask == CPUS{0}", true },		{ "mask != CPUS{0}", false },
	{ "s4 & CPUS{0}", false },	{ "u4 == CPUS{0}", false },		{ "arr == 7", true },
	{ "arr == 8", false },		{ "arr != 7", false },			{ "arr > 8", true },
	{ "arr[1] == 7", true },	{ "arr[0] == 7", false },		{ "arr & 8", true },
	{ "common_pid == 77", true },	{ "common_type == 3 || common_flags", false },
	{ "CPU >= 0", true },		{ "cpu & CPUS{0-N}", true },		{ "COMM != nobody-has-this", true },
	{ "fn.function == filter_match_preds", true },	{ "fn.function != filter_match_preds", false },
	{ "fn.function == filter_parse", false },
	{ "u1==200&&s1==-5", true },	{ "(((u1 == 200)))", true },		{ "!u1 == 200", false },
	{ "u1 == 1 || u1 == 2 && s1 == -5 || !(u2 != 0xffff)", true },
};

static void rec_fill(struct test_rec *rec, char *far)
{
	*rec = (struct test_rec){
		.ent = { .type = 3, .pid = 77 },
		.u1 = 200, .s1 = -5, .u2 = 0xffff, .s2 = -1, .u4 = 0xffffffff, .s4 = -1, .u8 = U64_MAX, .s8 = S64_MIN,
		.ptr = far,
		.fn = (unsigned long)filter_match_preds + 1,
		.arr = { 1, 7, 9 },
	};
	strscpy(far, "far", 16);
	memcpy(rec->name, "full-one", 8);	/* no NUL */
	str_place(&rec->dyn, rec, false, rec->text, "dy namic");
	rec->mask = offsetof(struct test_rec, cpus) | sizeof(rec->cpus) << 16;
	rec->cpus[0] = 1;
}

static void filter_terms(struct kunit *test)
{
	struct test_rec *rec = kunit_kzalloc(test, sizeof(*rec), GFP_KERNEL);
	char *far = kunit_kzalloc(test, 16, GFP_KERNEL);

	KUNIT_ASSERT_NOT_NULL(test, rec);
	KUNIT_ASSERT_NOT_NULL(test, far);
	rec_fill(rec, far);
	for (unsigned int i = 0; i < ARRAY_SIZE(cases); i++) {
		struct filter_error err = { };
		struct event_filter *filter = filter_build(&test_call, cases[i].text, &err);
		bool got;

		if (IS_ERR(filter)) {
			KUNIT_EXPECT_FALSE_MSG(test, cases[i].want, "%s: %s at %u", cases[i].text,
					       filter_err_text(err.code), err.pos);
			continue;
		}
		scoped_guard(preempt)
			got = filter_match_preds(filter, rec);
		event_filter_free(filter);
		KUNIT_EXPECT_EQ_MSG(test, got, cases[i].want, "%s", cases[i].text);
	}
	/* what cannot be read matches neither way */
	rec->ptr = (void *)8;
	for (unsigned int i = 0; i < 2; i++) {
		struct filter_error err = { };
		struct event_filter *filter = filter_build(&test_call, i ? "ptr == x" : "ptr != x", &err);

		KUNIT_ASSERT_FALSE(test, IS_ERR(filter));
		scoped_guard(preempt)
			KUNIT_EXPECT_EQ(test, filter_match_preds(filter, rec), 0);
		event_filter_free(filter);
	}
}

/* === Errors === */

static const struct {
	const char	*text;
	enum filter_err	code;
	unsigned int	pos;
} bad[] = {
	{ "",					FILTER_ERR_NO_FILTER,		0 },
	{ "((u1 >= 10 && u1 < 15) || du1 == 17) && name != bash", FILTER_ERR_FIELD_NOT_FOUND, 30 },
	{ "nope",				FILTER_ERR_FIELD_NOT_FOUND,	4 },
	{ "u1.nope == 1",			FILTER_ERR_FIELD_NOT_FOUND,	8 },
	{ "u1",					FILTER_ERR_INVALID_OP,		2 },
	{ "u1 = 1",				FILTER_ERR_INVALID_OP,		3 },
	{ "u1 && u2 == 1",			FILTER_ERR_INVALID_OP,		3 },
	{ "u1 == 1 u2 == 2",			FILTER_ERR_TOO_MANY_PREDS,	8 },
	{ "u1 == 1 & u2 == 2",			FILTER_ERR_TOO_MANY_PREDS,	8 },
	{ "(u1 == 1 u2 == 2)",			FILTER_ERR_TOO_MANY_PREDS,	9 },
	{ "u1 == 1 &&",				FILTER_ERR_MEANINGLESS,		10 },
	{ "u1 == 1 ||",				FILTER_ERR_MEANINGLESS,		10 },
	{ "u1 == 1 && !",			FILTER_ERR_MEANINGLESS,		12 },
	{ "u1 == 1 || !! ",			FILTER_ERR_MEANINGLESS,		14 },
	{ "(u1 == 1",				FILTER_ERR_TOO_MANY_OPEN,	0 },
	{ "u1 == 1)",				FILTER_ERR_TOO_MANY_CLOSE,	7 },
	{ "u1 == b",				FILTER_ERR_INVALID_VALUE,	6 },
	{ "u1 == u2",				FILTER_ERR_INVALID_VALUE,	6 },
	{ "u1 ==",				FILTER_ERR_INVALID_VALUE,	5 },
	{ "u1 == 'a'",				FILTER_ERR_EXPECT_DIGIT,	6 },
	{ "u1 == -1",				FILTER_ERR_ILLEGAL_INTVAL,	6 },
	{ "u1 == 12x",				FILTER_ERR_ILLEGAL_INTVAL,	6 },
	{ "s8 == 9223372036854775808",		FILTER_ERR_ILLEGAL_INTVAL,	6 },
	{ "u1 ~ 1",				FILTER_ERR_ILLEGAL_FIELD_OP,	3 },
	{ "name < abc",				FILTER_ERR_ILLEGAL_FIELD_OP,	5 },
	{ "name == 'abc",			FILTER_ERR_MISSING_QUOTE,	8 },
	{ "arr[3] == 1",			FILTER_ERR_ILLEGAL_FIELD_OP,	7 },
	{ "u1[0] == 1",				FILTER_ERR_ILLEGAL_FIELD_OP,	6 },
	{ "arr[x] == 1",			FILTER_ERR_FIELD_NOT_FOUND,	7 },
	{ "dyn < 1",				FILTER_ERR_ILLEGAL_FIELD_OP,	4 },
	{ "mask == 1",				FILTER_ERR_ILLEGAL_FIELD_OP,	5 },
	{ "mask & CPUS",			FILTER_ERR_MISSING_BRACE_OPEN,	11 },
	{ "mask & CPUS{0",			FILTER_ERR_MISSING_BRACE_CLOSE,	13 },
	{ "mask & CPUS{a}",			FILTER_ERR_INVALID_CPULIST,	12 },
	{ "mask & CPUS{}",			FILTER_ERR_INVALID_CPULIST,	12 },
	{ "mask < CPUS{0}",			FILTER_ERR_ILLEGAL_FIELD_OP,	5 },
	{ "name & CPUS{0}",			FILTER_ERR_ILLEGAL_FIELD_OP,	5 },
	{ "u1.function == filter_parse",	FILTER_ERR_ILLEGAL_FIELD_OP,	12 },
	{ "fn.function == no_such_function_0",	FILTER_ERR_NO_FUNCTION,		15 },
	{ "fn.function > filter_parse",		FILTER_ERR_INVALID_OP,		12 },
	{ "u1.ustring == a",			FILTER_ERR_EXPECT_STRING,	11 },
};

static void filter_errors(struct kunit *test)
{
	for (unsigned int i = 0; i < ARRAY_SIZE(bad); i++) {
		struct filter_error err = { };
		struct event_filter *filter = filter_build(&test_call, bad[i].text, &err);

		KUNIT_EXPECT_TRUE_MSG(test, IS_ERR(filter), "%s", bad[i].text);
		if (!IS_ERR(filter)) {
			event_filter_free(filter);
			continue;
		}
		KUNIT_EXPECT_EQ_MSG(test, PTR_ERR(filter), -EINVAL, "%s", bad[i].text);
		KUNIT_EXPECT_STREQ_MSG(test, filter_err_text(err.code), filter_err_text(bad[i].code), "%s",
				       bad[i].text);
		KUNIT_EXPECT_EQ_MSG(test, err.pos, bad[i].pos, "%s", bad[i].text);
	}
}

static void filter_limits(struct kunit *test)
{
	char *text = kunit_kzalloc(test, 1024, GFP_KERNEL);
	struct filter_error err = { };

	KUNIT_ASSERT_NOT_NULL(test, text);
	memset(text, '(', 900);
	KUNIT_EXPECT_EQ(test, PTR_ERR(filter_build(&test_call, text, &err)), -EINVAL);
	KUNIT_EXPECT_EQ(test, err.code, FILTER_ERR_TOO_MANY_OPEN);
	memset(text, 'x', 900);
	memcpy(text, "name == ", 8);
	KUNIT_EXPECT_EQ(test, PTR_ERR(filter_build(&test_call, text, &err)), -EINVAL);
	KUNIT_EXPECT_EQ(test, err.code, FILTER_ERR_OPERAND_TOO_LONG);
}

static struct kunit_case filter_test_cases[] = {
	KUNIT_CASE(filter_generated),
	KUNIT_CASE(filter_terms),
	KUNIT_CASE(filter_errors),
	KUNIT_CASE(filter_limits),
	{ }
};

static struct kunit_suite filter_test_suite = {
	.name = "retrace-filter",
	.test_cases = filter_test_cases,
};

kunit_test_suite(filter_test_suite);

MODULE_DESCRIPTION("KUnit tests of event filters");
MODULE_LICENSE("GPL");
