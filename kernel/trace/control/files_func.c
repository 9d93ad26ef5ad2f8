// SPDX-License-Identifier: GPL-2.0
/*
 * files_func.c - functions: which can be traced, which are, and the sets that a user chooses.
 */

#include <linux/cpumask.h>
#include <linux/err.h>
#include <linux/init.h>
#include <linux/seq_file.h>
#include <linux/slab.h>
#include <linux/tracefs.h>

#include "control_internal.h"
#include "files_func.h"
#include "hook.h"
#include "tracer.h"

/* === Lists of functions: lines of a copy that is made when the file is opened === */

static void *list_start(struct seq_file *m, loff_t *pos)
{
	return *pos < hook_list_nr(m->private) ? pos : NULL;
}

static void *list_next(struct seq_file *m, void *v, loff_t *pos)
{
	++*pos;
	return list_start(m, pos);
}

static void no_stop(struct seq_file *m, void *v)
{
}

static int list_line(struct seq_file *m, void *v)
{
	hook_list_show(m->private, m, *(loff_t *)v);
	return 0;
}

static const struct seq_operations list_seq = {
	.start = list_start, .next = list_next, .stop = no_stop, .show = list_line,
};

/* ctl_file::arg is the kind of list. */
static int list_open(struct ctl_open *co, struct file *file)
{
	struct hook_list *hl;

	guard(mutex)(&hook_lock);
	hl = hook_list_make(co->file->arg, NULL);
	if (IS_ERR(hl))
		return PTR_ERR(hl);
	co->private = hl;
	return 0;
}

static void list_release(struct ctl_open *co)
{
	hook_list_free(co->private);
}

static const struct ctl_stream list_stream = {
	.open		= list_open,
	.release	= list_release,
	.seq		= &list_seq,
};

static int total_show(struct ctl_open *co, struct seq_file *m)
{
	unsigned int pages, groups;
	unsigned long nr = hook_nr_sites(&pages, &groups);

	seq_printf(m, "%lu pages:%u groups: %u\n", nr, pages, groups);
	return 0;
}

/* === Sets: words are edited in a copy, and count when the file is closed === */

/**
 * struct set_file - a set that is open
 * @ed:		for writing, or NULL
 * @hl:		for reading, or NULL
 * @tr:		the instance
 * @which:	which set
 */
struct set_file {
	struct func_edit	*ed;
	struct hook_list	*hl;
	struct trace_array	*tr;
	enum func_set		which;
};

static void set_free(struct set_file *sf)
{
	if (sf->ed)
		func_edit_free(sf->ed);
	if (sf->hl)
		hook_list_free(sf->hl);
	kfree(sf);
}

/* ctl_file::arg is the set. */
static int set_open(struct ctl_open *co, struct file *file)
{
	struct set_file *sf = kzalloc(sizeof(*sf), GFP_KERNEL);
	int ret = 0;

	if (!sf)
		return -ENOMEM;
	sf->tr = co->tr;
	sf->which = co->file->arg;
	if (co->mode & FMODE_WRITE) {
		sf->ed = func_edit_open(co->tr, sf->which, file->f_flags & O_TRUNC);
		ret = PTR_ERR_OR_ZERO(sf->ed);
		sf->ed = ret ? NULL : sf->ed;
	}
	if (!ret && (co->mode & FMODE_READ)) {
		sf->hl = func_list_make(co->tr, sf->which);
		ret = PTR_ERR_OR_ZERO(sf->hl);
		sf->hl = ret ? NULL : sf->hl;
	}
	if (ret) {
		set_free(sf);
		return ret;
	}
	co->private = sf;
	return 0;
}

static ssize_t set_write(struct ctl_open *co, const char __user *ubuf, size_t cnt, loff_t *ppos)
{
	struct set_file *sf = co->private;

	return func_edit_write(sf->ed, ubuf, cnt, ppos);
}

/* Shells duplicate and close a descriptor before they write: nothing written, nothing to do. */
static int set_flush(struct ctl_open *co, fl_owner_t id)
{
	struct set_file *sf = co->private;

	return sf->ed && func_edit_dirty(sf->ed) ? func_edit_commit(sf->ed) : 0;
}

static void set_release(struct ctl_open *co)
{
	struct set_file *sf = co->private;

	if (sf->ed)
		func_edit_commit(sf->ed);
	set_free(sf);
}

/* Position 0 is the head, then come the functions, then the tail. */
static void *set_start(struct seq_file *m, loff_t *pos)
{
	struct set_file *sf = m->private;

	return sf->hl && *pos < hook_list_nr(sf->hl) + 2 ? pos : NULL;
}

static void *set_next(struct seq_file *m, void *v, loff_t *pos)
{
	++*pos;
	return set_start(m, pos);
}

static int set_show(struct seq_file *m, void *v)
{
	struct set_file *sf = m->private;
	loff_t pos = *(loff_t *)v;

	if (!pos)
		func_set_show_head(sf->tr, sf->which, m);
	else if (!hook_list_show(sf->hl, m, pos - 1))
		func_set_show_tail(sf->tr, sf->which, m);
	return 0;
}

static const struct seq_operations set_seq = {
	.start = set_start, .next = set_next, .stop = no_stop, .show = set_show,
};

static const struct ctl_stream set_stream = {
	.open		= set_open,
	.release	= set_release,
	.write		= set_write,
	.flush		= set_flush,
	.seq		= &set_seq,
};

/* === Pids; ctl_file::arg says whether those not to trace === */

static int pids_show(struct ctl_open *co, struct seq_file *m)
{
	return func_pids_show(co->tr, co->file->arg, m);
}

static int pids_store(struct ctl_open *co, char *text)
{
	return func_pids_add(co->tr, co->file->arg, text);
}

static int pids_trunc(struct ctl_open *co)
{
	func_pids_clear(co->tr, co->file->arg);
	return 0;
}

/* === tracing_thresh, in us === */

static int thresh_show(struct ctl_open *co, struct seq_file *m)
{
	seq_printf(m, "%lu\n", READ_ONCE(tracing_thresh) / NSEC_PER_USEC);
	return 0;
}

static int thresh_store(struct ctl_open *co, char *text)
{
	unsigned long val;
	int ret = ctl_number(text, &val);

	if (ret || val > ULONG_MAX / NSEC_PER_USEC)
		return ret ?: -ERANGE;
	WRITE_ONCE(tracing_thresh, val * NSEC_PER_USEC);
	return 0;
}

/* === The tables === */

static const struct ctl_file func_files[] = {
	{ "available_filter_functions",	      0440, CTL_TOP, .stream = &list_stream, .arg = HOOK_LIST_ALL },
	{ "available_filter_functions_addrs", 0440, CTL_TOP, .stream = &list_stream, .arg = HOOK_LIST_ADDRS },
	{ "dyn_ftrace_total_info",	      0440, CTL_TOP, total_show },
	{ "enabled_functions",		      0440, CTL_TOP, .stream = &list_stream, .arg = HOOK_LIST_ENABLED },
	{ "set_ftrace_filter",		      0640, .stream = &set_stream, .arg = FUNC_SET_FILTER },
	{ "set_ftrace_notrace",		      0640, .stream = &set_stream, .arg = FUNC_SET_NOTRACE },
	{ "set_ftrace_notrace_pid",	      0640, 0, pids_show, pids_store, pids_trunc, .arg = true },
	{ "set_ftrace_pid",		      0640, 0, pids_show, pids_store, pids_trunc, .arg = false },
	{ "tracing_thresh",		      0640, CTL_TOP, thresh_show, thresh_store },
	{ "touched_functions",		      0440, CTL_TOP, .stream = &list_stream, .arg = HOOK_LIST_TOUCHED },
	{ }
};

/* === Function graph === */

static int depth_show(struct ctl_open *co, struct seq_file *m)
{
	seq_printf(m, "%u\n", func_graph_depth(co->tr));
	return 0;
}

static int depth_store(struct ctl_open *co, char *text)
{
	unsigned long val;
	int ret = ctl_number(text, &val);

	if (ret || val > INT_MAX)
		return ret ?: -EINVAL;
	func_set_graph_depth(co->tr, val);
	return 0;
}

static const struct ctl_file graph_files[] = {
	{ "max_graph_depth",	0640, 0, depth_show, depth_store },
	{ "set_graph_function",	0640, .stream = &set_stream, .arg = FUNC_SET_GRAPH },
	{ "set_graph_notrace",	0640, .stream = &set_stream, .arg = FUNC_SET_GRAPH_NOTRACE },
	{ }
};

/* === README === */

static const char readme_func[] =
	"\n"
	"Functions\n"
	"  available_filter_functions - those that can be traced; with addresses in ..._addrs\n"
	"  enabled_functions\t- those that are hooked now, and by what; touched_functions: that ever were\n"
	"  set_ftrace_filter\t- trace only these; all when there are none\n"
	"\t\t\t  accepts: name, 0xaddress, line number or glob-matching-pattern\n"
	"\t\t\t  '>' sets, '>>' adds, '!NAME' takes away, 'NAME:mod:MODULE' is of a module\n"
	"\t\t\t  A command may follow a function, and a count the command:\n"
	"\t     Format: <function>:<trigger>[:count]\n"
	"\t     trigger: traceon, traceoff, snapshot, stacktrace, dump, cpudump,\n"
	"\t\t      enable_event:<system>:<event>, disable_event:<system>:<event>\n"
	"\t     remove it with '!<function>:<trigger>', and ':0' behind it if it has a count\n"
	"  set_ftrace_notrace\t- do not trace these\n"
	"  set_ftrace_pid, set_ftrace_notrace_pid - only in these tasks, not in these (function*)\n"
	"  tracing_thresh\t- leave out what took less than this, in us\n";

static const char readme_graph[] =
	"  set_graph_function\t- trace these and what they call (function_graph)\n"
	"  set_graph_notrace\t- neither these nor what they call (function_graph)\n"
	"  max_graph_depth\t- this many calls deep, 0: all (function_graph)\n";

static const char readme_profile[] =
	"  function_profile_enabled - count calls of functions; shown in trace_stat/functionN, by CPU\n";

static const char readme_stack[] =
	"  stack_trace\t\t- the deepest kernel stack, if /proc/sys/kernel/stack_tracer_enabled is 1\n"
	"  stack_max_size\t- its size; 0 starts again\n"
	"  stack_trace_filter\t- look at the stack in these functions, as set_ftrace_filter\n";

/**
 * trace_ctl_func_init() - files about functions
 *
 * Context: boot, before trace_control_init().
 * Return: 0.
 */
int __init trace_ctl_func_init(void)
{
	trace_ctl_register(TDIR_INST, func_files);
	trace_ctl_readme(readme_func);
	if (IS_ENABLED(CONFIG_FUNCTION_GRAPH_TRACER)) {
		trace_ctl_register(TDIR_INST, graph_files);
		trace_ctl_readme(readme_graph);
	}
	if (IS_ENABLED(CONFIG_FUNCTION_PROFILER)) {
		ctl_profile_init();
		trace_ctl_readme(readme_profile);
	}
	if (IS_ENABLED(CONFIG_STACK_TRACER)) {
		ctl_stack_init();
		trace_ctl_readme(readme_stack);
	}
	return 0;
}
