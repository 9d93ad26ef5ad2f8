// SPDX-License-Identifier: GPL-2.0
/*
 * files_stack.c - the stack tracer: stack_max_size, stack_trace, stack_trace_filter.
 */

#include <linux/err.h>
#include <linux/init.h>
#include <linux/seq_file.h>
#include <linux/string.h>

#include "control_internal.h"
#include "files_func.h"
#include "hook.h"
#include "tracer.h"

static int max_show(struct ctl_open *co, struct seq_file *m)
{
	seq_printf(m, "%lu\n", stack_tracer_max());
	return 0;
}

static int max_store(struct ctl_open *co, char *text)
{
	unsigned long val;
	int ret = ctl_number(text, &val);

	if (!ret)
		stack_tracer_set_max(val);
	return ret;
}

static int stack_show(struct ctl_open *co, struct seq_file *m)
{
	return stack_tracer_show(m);
}

static int filter_show(struct ctl_open *co, struct seq_file *m)
{
	struct hook_list *hl = stack_tracer_list();

	if (IS_ERR(hl))
		return PTR_ERR(hl);
	if (!hl) {
		seq_puts(m, "#### all functions enabled ####\n");
		return 0;
	}
	for (loff_t pos = 0; hook_list_show(hl, m, pos); pos++)
		;
	hook_list_free(hl);
	return 0;
}

static int filter_store(struct ctl_open *co, char *text)
{
	char *word;
	int ret = 0;

	while (!ret && (word = strsep(&text, " \t\n")))
		if (*word)
			ret = stack_tracer_filter(word, false);
	/* There is no module to wait for here. */
	return ret == -ENOENT ? -EINVAL : ret;
}

static int filter_trunc(struct ctl_open *co)
{
	return stack_tracer_filter(NULL, true);
}

static const struct ctl_file stack_files[] = {
	{ "stack_max_size",	0640, CTL_TOP, max_show, max_store },
	{ "stack_trace",	0440, CTL_TOP, stack_show },
	{ "stack_trace_filter",	0640, CTL_TOP, filter_show, filter_store, filter_trunc },
	{ }
};

void __init ctl_stack_init(void)
{
	trace_ctl_register(TDIR_INST, stack_files);
}
