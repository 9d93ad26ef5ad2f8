// SPDX-License-Identifier: GPL-2.0
/*
 * func_boot.c - the start of function tracing, and what the kernel command line asks of it: sets for the top level,
 * before anything is traced.
 */
#include <linux/init.h>
#include <linux/kernel.h>
#include <linux/printk.h>
#include <linux/string.h>
#include <asm/setup.h>

#include "func_internal.h"

static char words[NR_FUNC_SETS][COMMAND_LINE_SIZE / 4] __initdata;
static unsigned int max_depth __initdata;

static const char *const params[NR_FUNC_SETS] __initconst = {
	[FUNC_SET_FILTER]	 = "ftrace_filter",
	[FUNC_SET_NOTRACE]	 = "ftrace_notrace",
	[FUNC_SET_GRAPH]	 = "ftrace_graph_filter",
	[FUNC_SET_GRAPH_NOTRACE] = "ftrace_graph_notrace",
};

static int __init keep(enum func_set which, char *text)
{
	if (strscpy(words[which], text) < 0)
		pr_warn("trace: %s= is too long, cut\n", params[which]);
	return 1;
}

static int __init keep_filter(char *text)
{
	return keep(FUNC_SET_FILTER, text);
}
__setup("ftrace_filter=", keep_filter);

static int __init keep_notrace(char *text)
{
	return keep(FUNC_SET_NOTRACE, text);
}
__setup("ftrace_notrace=", keep_notrace);

static int __init keep_graph_filter(char *text)
{
	return keep(FUNC_SET_GRAPH, text);
}
__setup("ftrace_graph_filter=", keep_graph_filter);

static int __init keep_graph_notrace(char *text)
{
	return keep(FUNC_SET_GRAPH_NOTRACE, text);
}
__setup("ftrace_graph_notrace=", keep_graph_notrace);

static int __init keep_graph_depth(char *text)
{
	if (kstrtouint(text, 0, &max_depth))
		pr_warn("trace: ftrace_graph_max_depth=%s is no number\n", text);
	return 1;
}
__setup("ftrace_graph_max_depth=", keep_graph_depth);

static void __init apply(enum func_set which)
{
	struct func_edit *ed = func_edit_open(trace_array_top(), which, true);
	char *text = words[which], *word;

	if (IS_ERR(ed))
		return;
	while ((word = strsep(&text, ","))) {
		if (*word && func_edit_word(ed, word))
			pr_warn("trace: %s=%s: no such function\n", params[which], word);
	}
	func_edit_commit(ed);
	func_edit_free(ed);
}

static void __init apply_all(void)
{
	for (int i = 0; i < NR_FUNC_SETS; i++)
		if (*words[i])
			apply(i);
	func_set_graph_depth(trace_array_top(), max_depth);
}

/**
 * trace_func_start() - what the command line asks of functions is done, and there are function tracers
 *
 * Context: boot, after trace_func_init().
 * Return: 0 or an error.
 */
int __init trace_func_start(void)
{
	apply_all();
	return func_tracer_init() ?: graph_tracer_init();
}
