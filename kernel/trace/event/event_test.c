// SPDX-License-Identifier: GPL-2.0
/*
 * event_test.c - KUnit: formats, states, ids, files of an instance of the test's own.
 */

#include <kunit/test.h>
#include <linux/seq_file.h>
#include <linux/slab.h>
#include <linux/string.h>
#include "event_internal.h"

/* Text that @show writes. */
static char *shown(struct kunit *test, void (*show)(struct seq_file *m, void *arg), void *arg)
{
	struct seq_file m = { .size = 8192 };

	m.buf = kunit_kzalloc(test, m.size, GFP_KERNEL);
	KUNIT_ASSERT_NOT_NULL(test, m.buf);
	scoped_guard(mutex, &event_mutex)
		show(&m, arg);
	KUNIT_ASSERT_LT(test, m.count, m.size);
	return m.buf;
}

static void show_format(struct seq_file *m, void *arg)
{
	trace_event_format(arg, m);
}

static void format_builtin(struct kunit *test)
{
	static const char want[] =
		"name: print\n"
		"ID: 5\n"
		"format:\n"
		"\tfield:unsigned short common_type;\toffset:0;\tsize:2;\tsigned:0;\n"
		"\tfield:unsigned char common_flags;\toffset:2;\tsize:1;\tsigned:0;\n"
		"\tfield:unsigned char common_preempt_count;\toffset:3;\tsize:1;\tsigned:0;\n"
		"\tfield:int common_pid;\toffset:4;\tsize:4;\tsigned:1;\n"
		"\n"
		"\tfield:unsigned long ip;\toffset:8;\tsize:8;\tsigned:0;\n"
		"\tfield:char buf[];\toffset:16;\tsize:0;\tsigned:0;\n"
		"\n"
		"print fmt: \"%ps: %s\", (void *)REC->ip, REC->buf\n";

	KUNIT_EXPECT_STREQ(test, shown(test, show_format, trace_builtin_call(TRACE_PRINT)), want);
}

static void show_print_fmt(struct seq_file *m, void *arg)
{
	event_print_fmt_show("nosuchsystem", arg, m);
}

/* What is no enum stays as it is. */
static void format_verbatim(struct kunit *test)
{
	static const char *const fmts[] = {
		"\"a=%d \\\"b\\\" sizeof(int)\", REC->a, (REC->b & 0x1fUL) ? \"x\" : \"\", sizeof(struct foo), REC->c.d",
		"", "\"open", "sizeof(", "a",
	};

	for (unsigned int i = 0; i < ARRAY_SIZE(fmts); i++)
		KUNIT_EXPECT_STREQ(test, shown(test, show_print_fmt, (void *)fmts[i]), fmts[i]);
}

static const char evals_fmt[] = "TIMER_SOFTIRQ, \"TIMER_SOFTIRQ\", REC->TIMER_SOFTIRQ, XTIMER_SOFTIRQ, TIMER_SOFTIRQ)";

static void show_evals(struct seq_file *m, void *arg)
{
	event_print_fmt_show(arg, evals_fmt, m);
}

static void format_enums(struct kunit *test)
{
	scoped_guard(mutex, &event_mutex)
		if (!event_eval_find("irq", "TIMER_SOFTIRQ", 13))
			kunit_skip(test, "no enum of irq events");
	KUNIT_EXPECT_STREQ(test, shown(test, show_evals, "irq"),
			   "1, \"TIMER_SOFTIRQ\", REC->TIMER_SOFTIRQ, XTIMER_SOFTIRQ, 1)");
}

static const struct trace_field check_fields[] = {
	{ .type = "void *", .name = "ptr", .offset = 8, .size = 8 },
	{ .type = "u8", .name = "arr", .offset = 16, .size = 4, .len = 4 },
	{ .type = "int", .name = "len", .offset = 20, .size = 4 },
};

static const struct {
	const char	*fmt;
	bool		safe;
} check_cases[] = {
	{ "\"%p %px %pS\", REC->ptr, REC->ptr, REC->ptr",	true },
	{ "\"%pI4\", REC->arr",				true },
	{ "\"%pI4\", REC->ptr",				false },
	{ "\"%d%% %pI4\", REC->len, (void *)REC->ptr",	false },
	{ "\"%d,%s %pI4\", REC->len, f(\"a,\\\"b\", 1), &REC->ptr",	true },
	{ "\"%*pbl\", REC->len, REC->ptr",			false },
	{ "\"%pM\" \"%d\", __get_dynamic_array(ptr), 1",	true },
	{ "\"no args\"",					true },
};

static void format_check(struct kunit *test)
{
	struct trace_event_class class = {
		.system = "test", .fields = check_fields, .nr_fields = ARRAY_SIZE(check_fields),
	};
	struct trace_event_call call = { .class = &class, .name = "test" }, *builtin;

	for (unsigned int i = 0; i < ARRAY_SIZE(check_cases); i++) {
		call.print_fmt = check_cases[i].fmt;
		KUNIT_EXPECT_EQ_MSG(test, event_fmt_is_safe(&call), check_cases[i].safe, "%s", check_cases[i].fmt);
	}
	guard(mutex)(&event_mutex);
	list_for_each_entry(builtin, &trace_event_calls, list)
		KUNIT_EXPECT_TRUE_MSG(test, event_fmt_is_safe(builtin), "%s", trace_event_name(builtin));
}

/* Each event is found by its id, and ids differ. */
static void event_ids(struct kunit *test)
{
	struct trace_event_call *call, *found;
	unsigned int nr = 0;

	guard(mutex)(&event_mutex);
	list_for_each_entry(call, &trace_event_calls, list) {
		scoped_guard(rcu)
			found = trace_event_by_type(call->event.type);
		KUNIT_EXPECT_PTR_EQ(test, found, call);
		nr++;
	}
	KUNIT_EXPECT_GE(test, nr, nr_trace_builtin_calls);
	KUNIT_EXPECT_NULL(test, trace_event_find("sched", "nosuchevent"));
}

static char state_of(struct trace_array *tr, const char *system, const char *name)
{
	guard(mutex)(&event_mutex);
	return event_state(tr, system, name);
}

static void check_states(struct kunit *test, struct trace_array *tr)
{
	KUNIT_EXPECT_EQ(test, state_of(tr, NULL, NULL), '0');
	KUNIT_EXPECT_EQ(test, state_of(tr, "nosuchsystem", NULL), '?');
	KUNIT_EXPECT_EQ(test, event_set(tr, "nosuchevent", true), -EINVAL);

	KUNIT_EXPECT_EQ(test, event_set(tr, "sched:sched_process_exec", true), 0);
	KUNIT_EXPECT_EQ(test, state_of(tr, "sched", "sched_process_exec"), '1');
	KUNIT_EXPECT_EQ(test, state_of(tr, "sched", "sched_process_exit"), '0');
	KUNIT_EXPECT_EQ(test, state_of(tr, "sched", NULL), 'X');
	KUNIT_EXPECT_EQ(test, state_of(tr, NULL, NULL), 'X');

	KUNIT_EXPECT_EQ(test, event_set(tr, "sched:sched_process_*", true), 0);
	KUNIT_EXPECT_EQ(test, state_of(tr, "sched", "sched_process_exit"), '1');
	KUNIT_EXPECT_EQ(test, event_set(tr, "!sched", true), 0);
	KUNIT_EXPECT_EQ(test, state_of(tr, NULL, NULL), '0');
}

/* Soft mode: triggers keep the probe, the user does not see it. */
static void check_soft(struct kunit *test, struct trace_array *tr)
{
	struct trace_event_file *file;

	guard(mutex)(&event_mutex);
	file = event_file_get(tr, trace_event_find("sched", "sched_process_exec"));
	KUNIT_ASSERT_FALSE(test, IS_ERR(file));
	KUNIT_EXPECT_EQ(test, event_file_soft(file, true), 0);
	KUNIT_EXPECT_EQ(test, event_state(tr, "sched", "sched_process_exec"), '0');
	KUNIT_EXPECT_TRUE(test, file->flags & EVENT_FILE_FL_ENABLED);
	KUNIT_EXPECT_EQ(test, event_file_enable(file, true), 0);
	KUNIT_EXPECT_EQ(test, event_state(tr, "sched", "sched_process_exec"), '1');
	KUNIT_EXPECT_EQ(test, event_file_enable(file, false), 0);
	KUNIT_EXPECT_EQ(test, event_state(tr, "sched", "sched_process_exec"), '0');
	KUNIT_EXPECT_TRUE(test, file->flags & EVENT_FILE_FL_ENABLED);
	event_file_soft(file, false);
	KUNIT_EXPECT_FALSE(test, file->flags & (EVENT_FILE_FL_ENABLED | EVENT_FILE_FL_SOFT_DISABLED));
	event_file_put(file);
}

static void event_instance(struct kunit *test)
{
	struct trace_array *tr = trace_array_create("kunit-event", NULL);

	KUNIT_ASSERT_FALSE(test, IS_ERR(tr));
	check_states(test, tr);
	check_soft(test, tr);
	KUNIT_EXPECT_EQ(test, trace_array_remove("kunit-event"), 0);
}

static struct kunit_case event_test_cases[] = {
	KUNIT_CASE(format_builtin),
	KUNIT_CASE(format_verbatim),
	KUNIT_CASE(format_enums),
	KUNIT_CASE(format_check),
	KUNIT_CASE(event_ids),
	KUNIT_CASE(event_instance),
	{ }
};

static struct kunit_suite event_test_suite = {
	.name = "retrace-event",
	.test_cases = event_test_cases,
};

kunit_test_suite(event_test_suite);

MODULE_DESCRIPTION("KUnit tests of events");
MODULE_LICENSE("GPL");
