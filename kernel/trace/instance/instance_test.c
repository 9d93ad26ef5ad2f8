// SPDX-License-Identifier: GPL-2.0
/*
 * instance_test.c - task names, error log and options.  Each test makes its own, small.
 */

#include <kunit/test.h>
#include <linux/cleanup.h>
#include <linux/preempt.h>
#include <linux/sched.h>
#include <linux/seq_file.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "instance_internal.h"

#define TEXT_BYTES	8192

/* A seq_file that is not of a file. */
static struct seq_file *text_make(struct kunit *test)
{
	struct seq_file *m = kunit_kzalloc(test, sizeof(*m), GFP_KERNEL);

	KUNIT_ASSERT_NOT_NULL(test, m);
	m->buf = kunit_kzalloc(test, TEXT_BYTES, GFP_KERNEL);
	KUNIT_ASSERT_NOT_NULL(test, m->buf);
	m->size = TEXT_BYTES;
	mutex_init(&m->lock);
	return m;
}

static const char *text_of(struct seq_file *m)
{
	m->buf[min(m->count, m->size - 1)] = '\0';
	return m->buf;
}

/* === Task names === */

static void note(struct task_names *tn, pid_t pid, const char *name)
{
	char comm[TASK_COMM_LEN] = "";

	strscpy(comm, name);
	guard(preempt)();
	trace_names_note(tn, pid, pid / 2, comm);
}

static bool knows(struct task_names *tn, pid_t pid, const char *name)
{
	char comm[TASK_COMM_LEN] = "";

	guard(preempt)();
	return trace_names_find(tn, pid, NULL, comm) && !strcmp(comm, name);
}

static void note_many(struct task_names *tn, pid_t from, pid_t to)
{
	char name[TASK_COMM_LEN];

	for (pid_t pid = from; pid < to; pid++) {
		snprintf(name, sizeof(name), "t%d", pid);
		note(tn, pid, name);
	}
}

static unsigned int count_known(struct task_names *tn, pid_t from, pid_t to)
{
	char name[TASK_COMM_LEN];
	unsigned int nr = 0;

	for (pid_t pid = from; pid < to; pid++) {
		snprintf(name, sizeof(name), "t%d", pid);
		nr += knows(tn, pid, name);
	}
	return nr;
}

static void names_basic(struct kunit *test)
{
	struct task_names *tn = trace_names_alloc(16);
	pid_t tgid = 0;

	KUNIT_ASSERT_NOT_NULL(test, tn);
	note(tn, 7, "seven");
	note(tn, 7 + 4096, "other");
	KUNIT_EXPECT_TRUE(test, knows(tn, 7, "seven"));
	KUNIT_EXPECT_TRUE(test, knows(tn, 7 + 4096, "other"));
	KUNIT_EXPECT_FALSE(test, knows(tn, 8, ""));
	/* exec() gives a task another name */
	note(tn, 7, "eight");
	KUNIT_EXPECT_TRUE(test, knows(tn, 7, "eight"));
	scoped_guard(preempt)
		KUNIT_EXPECT_TRUE(test, trace_names_find(tn, 7, &tgid, NULL));
	KUNIT_EXPECT_EQ(test, tgid, 3);
	trace_names_free(tn);
}

/* As many tasks as there is room for: none is forgotten.  More: exactly the rest is. */
static void names_full(struct kunit *test)
{
	struct task_names *tn = trace_names_alloc(100);

	KUNIT_ASSERT_NOT_NULL(test, tn);
	note_many(tn, 1, 101);
	KUNIT_EXPECT_EQ(test, count_known(tn, 1, 101), 100);
	note_many(tn, 101, 131);
	KUNIT_EXPECT_EQ(test, count_known(tn, 101, 131), 30);
	KUNIT_EXPECT_EQ(test, count_known(tn, 1, 131), 100);
	trace_names_free(tn);
}

/* Who goes on being recorded stays known while others pass by. */
static void names_second_chance(struct kunit *test)
{
	struct task_names *tn = trace_names_alloc(8);

	KUNIT_ASSERT_NOT_NULL(test, tn);
	for (pid_t pid = 100; pid < 200; pid++) {
		note(tn, 42, "stays");
		note(tn, pid, "passes");
	}
	KUNIT_EXPECT_TRUE(test, knows(tn, 42, "stays"));
	trace_names_free(tn);
}

static void names_resize(struct kunit *test)
{
	struct task_names *tn = trace_names_alloc(64);

	KUNIT_ASSERT_NOT_NULL(test, tn);
	KUNIT_EXPECT_EQ(test, trace_names_resize(tn, 0), -EINVAL);
	note_many(tn, 1, 65);
	KUNIT_EXPECT_EQ(test, trace_names_resize(tn, 300), 0);
	KUNIT_EXPECT_EQ(test, trace_names_size(tn), 300);
	KUNIT_EXPECT_EQ(test, count_known(tn, 1, 65), 64);
	/* the newest stay */
	KUNIT_EXPECT_EQ(test, trace_names_resize(tn, 10), 0);
	KUNIT_EXPECT_EQ(test, count_known(tn, 55, 65), 10);
	KUNIT_EXPECT_EQ(test, count_known(tn, 1, 65), 10);
	trace_names_free(tn);
}

static void names_show(struct kunit *test)
{
	struct task_names *tn = trace_names_alloc(4);
	struct seq_file *m = text_make(test);

	KUNIT_ASSERT_NOT_NULL(test, tn);
	note(tn, 4, "four");
	note(tn, 6, "six 6");
	trace_names_show_comms(tn, m);
	KUNIT_EXPECT_STREQ(test, text_of(m), "4 four\n6 six 6\n");
	m->count = 0;
	trace_names_show_tgids(tn, m);
	KUNIT_EXPECT_STREQ(test, text_of(m), "4 2\n6 3\n");
	trace_names_free(tn);
}

/* === Error log === */

static void errlog_form(struct kunit *test)
{
	struct error_log *log = trace_errlog_alloc();
	struct seq_file *m = text_make(test);
	const char *text;

	KUNIT_ASSERT_NOT_NULL(test, log);
	trace_errlog_add(log, "trace_kprobe", "p:a b\n", "Invalid probed address or symbol", 4);
	trace_errlog_show(log, m);
	text = strchr(text_of(m), ']');
	KUNIT_EXPECT_EQ(test, m->buf[0], '[');
	KUNIT_ASSERT_NOT_NULL(test, text);
	KUNIT_EXPECT_STREQ(test, text,
			   "] trace_kprobe: error: Invalid probed address or symbol\n"
			   "  Command: p:a b\n"
			   "               ^\n");
	trace_errlog_free(log);
}

/* The oldest go; a column behind the end points at the end. */
static void errlog_ring(struct kunit *test)
{
	struct error_log *log = trace_errlog_alloc();
	struct seq_file *m = text_make(test);
	unsigned int nr = 0;
	const char *pos;
	char cmd[8];

	KUNIT_ASSERT_NOT_NULL(test, log);
	for (int i = 0; i < 11; i++) {
		snprintf(cmd, sizeof(cmd), "c%d", i);
		trace_errlog_add(log, "here", cmd, "Bad", 99);
	}
	trace_errlog_show(log, m);
	for (pos = text_of(m); (pos = strstr(pos, "Command:")); pos++)
		nr++;
	KUNIT_EXPECT_EQ(test, nr, 8);
	KUNIT_EXPECT_NULL(test, strstr(m->buf, "c2\n"));
	KUNIT_EXPECT_NOT_NULL(test, strstr(m->buf, "  Command: c3\n              ^\n"));
	trace_errlog_free(log);
}

/* === Options, on an instance of our own === */

static int test_instance_init(struct kunit *test)
{
	struct trace_array *tr = trace_array_create("kunit-instance", "sched,irq");

	KUNIT_ASSERT_NOT_ERR_OR_NULL(test, tr);
	test->priv = tr;
	return 0;
}

static void test_instance_exit(struct kunit *test)
{
	KUNIT_EXPECT_EQ(test, trace_array_remove("kunit-instance"), 0);
}

static void options_words(struct kunit *test)
{
	struct trace_array *tr = test->priv;

	KUNIT_EXPECT_EQ(test, trace_array_set_option(tr, "sym-offset"), 0);
	KUNIT_EXPECT_TRUE(test, tr->opts & TRACE_OPT(SYM_OFFSET));
	KUNIT_EXPECT_EQ(test, trace_array_set_option(tr, "nosym-offset"), 0);
	KUNIT_EXPECT_FALSE(test, tr->opts & TRACE_OPT(SYM_OFFSET));
	KUNIT_EXPECT_EQ(test, trace_array_set_option(tr, "no"), -EINVAL);
	KUNIT_EXPECT_EQ(test, trace_array_set_option(tr, ""), -EINVAL);
	KUNIT_EXPECT_EQ(test, trace_array_set_option(tr, "sym-offsets"), -EINVAL);
	KUNIT_EXPECT_EQ(test, trace_array_set_option(tr, "nonosym-offset"), -EINVAL);
}

static void options_effects(struct kunit *test)
{
	struct trace_array *tr = test->priv;

	KUNIT_EXPECT_TRUE(test, ring_overwrite(tr->ring));
	KUNIT_EXPECT_EQ(test, trace_array_set_option(tr, "nooverwrite"), 0);
	KUNIT_EXPECT_FALSE(test, ring_overwrite(tr->ring));
}

static void options_of_tracer(struct kunit *test)
{
	struct trace_array *tr = test->priv;

	KUNIT_EXPECT_EQ(test, trace_array_set_option(tr, "test_nop_accept"), 0);
	KUNIT_EXPECT_NE(test, trace_array_tracer_opts(tr), 0);
	KUNIT_EXPECT_EQ(test, trace_array_set_option(tr, "notest_nop_accept"), 0);
	KUNIT_EXPECT_EQ(test, trace_array_tracer_opts(tr), 0);
	KUNIT_EXPECT_EQ(test, trace_array_set_option(tr, "test_nop_refuse"), -EINVAL);
	KUNIT_EXPECT_EQ(test, trace_array_tracer_opts(tr), 0);
}

/* One instance at a time has it, and the top level takes it back. */
static void options_printk_dest(struct kunit *test)
{
	struct trace_array *tr = test->priv, *top = trace_array_top();

	if (!(top->opts & TRACE_OPT(TRACE_PRINTK_DEST)))
		kunit_skip(test, "another instance has trace_printk_dest");
	KUNIT_EXPECT_EQ(test, trace_array_set_option(top, "notrace_printk_dest"), -EINVAL);
	KUNIT_EXPECT_EQ(test, trace_array_set_option(tr, "trace_printk_dest"), 0);
	KUNIT_EXPECT_FALSE(test, top->opts & TRACE_OPT(TRACE_PRINTK_DEST));
	KUNIT_EXPECT_EQ(test, trace_array_set_option(tr, "notrace_printk_dest"), 0);
	KUNIT_EXPECT_TRUE(test, top->opts & TRACE_OPT(TRACE_PRINTK_DEST));
}

static void instance_basics(struct kunit *test)
{
	struct trace_array *tr = test->priv;

	KUNIT_EXPECT_EQ(test, PTR_ERR(trace_array_create("kunit-instance", NULL)), -EEXIST);
	KUNIT_EXPECT_EQ(test, PTR_ERR(trace_array_create("a/b", NULL)), -EINVAL);
	KUNIT_EXPECT_EQ(test, PTR_ERR(trace_array_create("", NULL)), -EINVAL);
	KUNIT_EXPECT_FALSE(test, tr->expanded);
	KUNIT_EXPECT_TRUE(test, trace_array_has_system(tr, "irq"));
	KUNIT_EXPECT_FALSE(test, trace_array_has_system(tr, "ir"));
	KUNIT_EXPECT_FALSE(test, trace_array_has_system(tr, "irqs"));

	KUNIT_EXPECT_EQ(test, trace_array_get(tr), 0);
	KUNIT_EXPECT_EQ(test, trace_array_remove("kunit-instance"), -EBUSY);
	trace_array_put(tr);
	KUNIT_EXPECT_EQ(test, trace_array_remove("kunit-no-instance"), -ENOENT);
}

static void snapshot_life(struct kunit *test)
{
	struct trace_array *tr = test->priv;
	int cpu;

	KUNIT_EXPECT_EQ(test, trace_snapshot_take(tr, RING_ALL_CPUS), -ENOSPC);
	guard(mutex)(&trace_types_lock);
	tr->size_asked = 64 * 1024;
	KUNIT_ASSERT_EQ(test, trace_snapshot_alloc(tr), 0);
	for_each_possible_cpu(cpu)
		KUNIT_EXPECT_EQ(test, ring_size(tr->ring, cpu), ring_size(tr->spare, cpu));
	KUNIT_EXPECT_EQ(test, trace_snapshot_take(tr, RING_ALL_CPUS), 0);
	KUNIT_EXPECT_EQ(test, trace_snapshot_get(tr), 0);
	KUNIT_EXPECT_EQ(test, trace_snapshot_free(tr), -EBUSY);
	trace_snapshot_put(tr);
	KUNIT_EXPECT_EQ(test, trace_snapshot_free(tr), 0);
}

static struct kunit_case instance_cases[] = {
	KUNIT_CASE(names_basic),
	KUNIT_CASE(names_full),
	KUNIT_CASE(names_second_chance),
	KUNIT_CASE(names_resize),
	KUNIT_CASE(names_show),
	KUNIT_CASE(errlog_form),
	KUNIT_CASE(errlog_ring),
	KUNIT_CASE(options_words),
	KUNIT_CASE(options_effects),
	KUNIT_CASE(options_of_tracer),
	KUNIT_CASE(options_printk_dest),
	KUNIT_CASE(instance_basics),
	KUNIT_CASE(snapshot_life),
	{ }
};

static struct kunit_suite instance_suite = {
	.name		= "retrace-instance",
	.init		= test_instance_init,
	.exit		= test_instance_exit,
	.test_cases	= instance_cases,
};

kunit_test_suite(instance_suite);
