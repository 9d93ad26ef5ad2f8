/* SPDX-License-Identifier: GPL-2.0 */
/*
 * tracer.h - tracers: what fills the ring besides events.  What one looks like: struct tracer in instance.h.
 */
#ifndef _TRACE_TRACER_H
#define _TRACE_TRACER_H

#include "instance.h"

/* nop.c; before the first instance is made, which starts with it. */
int trace_nop_init(void);

/* thresh.c: what shorter than this many ns is not worth a record, 0 for all; any context. */
extern unsigned long tracing_thresh;

/* --- functions --- */

/* Sets of functions of an instance, each a file. */
enum func_set {
	FUNC_SET_FILTER,		/* set_ftrace_filter */
	FUNC_SET_NOTRACE,		/* set_ftrace_notrace */
	FUNC_SET_GRAPH,			/* set_graph_function */
	FUNC_SET_GRAPH_NOTRACE,		/* set_graph_notrace */
	NR_FUNC_SETS
};

struct func_edit;
struct hook_list;
struct seq_file;

#ifdef CONFIG_FUNCTION_TRACER
/* func.c: boot, after the top level is made and before other instances are. */
int trace_func_init(void);
/* func_boot.c: after that; function tracers, and what the command line asks of functions. */
int trace_func_start(void);

/* A file of a set that is open for writing; what was written counts when it is committed. */
struct func_edit *func_edit_open(struct trace_array *tr, enum func_set which, bool trunc);	/* ERR_PTR */
ssize_t func_edit_write(struct func_edit *ed, const char __user *ubuf, size_t cnt, loff_t *ppos);
int func_edit_word(struct func_edit *ed, char *word);
bool func_edit_dirty(const struct func_edit *ed);
int func_edit_commit(struct func_edit *ed);
void func_edit_free(struct func_edit *ed);

/* And for reading: a head, the functions, a tail. */
struct hook_list *func_list_make(struct trace_array *tr, enum func_set which);			/* ERR_PTR */
void func_set_show_head(struct trace_array *tr, enum func_set which, struct seq_file *m);
void func_set_show_tail(struct trace_array *tr, enum func_set which, struct seq_file *m);

/* set_ftrace_pid and set_ftrace_notrace_pid. */
int func_pids_add(struct trace_array *tr, bool no_pids, char *text);
void func_pids_clear(struct trace_array *tr, bool no_pids);
int func_pids_show(struct trace_array *tr, bool no_pids, struct seq_file *m);

unsigned int func_graph_depth(struct trace_array *tr);
void func_set_graph_depth(struct trace_array *tr, unsigned int depth);
#else
static inline int trace_func_init(void) { return 0; }
static inline int trace_func_start(void) { return 0; }
#endif

#ifdef CONFIG_FUNCTION_PROFILER
/* func_profile.c: function_profile_enabled and trace_stat/functionN. */
int func_profile_set(bool on);
bool func_profile_is_on(void);
struct func_profile_view;
struct func_profile_view *func_profile_view_make(int cpu);	/* a sorted copy; ERR_PTR */
loff_t func_profile_view_lines(const struct func_profile_view *pv);
void func_profile_view_show(struct func_profile_view *pv, struct seq_file *m, loff_t pos);
void func_profile_view_free(struct func_profile_view *pv);
#endif

#ifdef CONFIG_STACK_TRACER
/* stack.c: stack_max_size, stack_trace, stack_trace_filter. */
unsigned long stack_tracer_max(void);
void stack_tracer_set_max(unsigned long max);
int stack_tracer_show(struct seq_file *m);
int stack_tracer_filter(char *text, bool trunc);		/* a word, or NULL */
struct hook_list *stack_tracer_list(void);
#endif

#endif /* _TRACE_TRACER_H */
