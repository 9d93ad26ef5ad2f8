/* SPDX-License-Identifier: GPL-2.0 */
/*
 * func_internal.h - what an instance knows of function hooks; shared by the function tracers.
 */
#ifndef _TRACE_FUNC_INTERNAL_H
#define _TRACE_FUNC_INTERNAL_H

#include <linux/ftrace.h>
#include "hook.h"
#include "event.h"
#include "tracer.h"

/* Why a hit of the function tracer is not simply recorded; one word, read once. */
enum {
	FUNC_SLOW_PIDS		= 1 << 0,	/* set_ftrace_pid or set_ftrace_notrace_pid */
	FUNC_SLOW_STACK		= 1 << 1,	/* option func_stack_trace */
	FUNC_SLOW_REPEATS	= 1 << 2,	/* option func-no-repeats */
};

/* The call recorded last on a CPU, and how often it came again since; that CPU only. */
struct func_last {
	unsigned long	ip, parent_ip;
	u64		ts;			/* of the last time */
	u64		ts_recorded;
	unsigned int	again;
};

/* Functions "NAME:mod:MODULE" of a module that is not loaded. */
struct func_pending {
	struct list_head	node;		/* func_inst.pending[]; func_lock */
	char			text[];
};

/**
 * struct func_inst - the part of an instance that has to do with functions
 * @ops:	hook of the function tracer; its sets are those of set_ftrace_filter and set_ftrace_notrace
 *		also while it is off
 * @slow:	FUNC_SLOW_*; func_lock
 * @tr:		the instance
 * @last:	for option func-no-repeats
 * @gops:	hook of the graph tracer
 * @graph_on:	it is registered; func_lock
 * @graph_only:	set_graph_function; hook_lock, hits read with preemption off
 * @graph_not:	set_graph_notrace; likewise
 * @graph_depth: max_graph_depth, 0 for no limit
 * @pids:	set_ftrace_pid; func_lock, hits read with preemption off
 * @no_pids:	set_ftrace_notrace_pid; likewise
 * @forks:	children inherit: the probes are registered; func_lock
 * @pending:	by enum func_set; func_lock
 * @probes:	function commands; func_lock
 * @node:	all; hook_lock and func_lock to write, either to read
 */
struct func_inst {
	struct ftrace_ops	ops;
	unsigned int		slow;
	struct trace_array	*tr;
	struct func_last __percpu *last;

#ifdef CONFIG_FUNCTION_GRAPH_TRACER
	struct fgraph_ops	gops;
	bool			graph_on;
#endif
	struct hook_set __rcu	*graph_only;
	struct hook_set __rcu	*graph_not;
	unsigned int		graph_depth;

	struct pidset __rcu	*pids;
	struct pidset __rcu	*no_pids;
	bool			forks;

	struct list_head	pending[NR_FUNC_SETS];
	struct list_head	probes;
	struct list_head	node;
};

/*
 * func_lock: function state of all instances.  Taken after event_mutex and trace_types_lock, before hook_lock.
 */
extern struct mutex func_lock;

static inline struct func_inst *func_inst(struct trace_array *tr)
{
	return tr->client[TRACE_CLIENT_HOOK];
}

#ifdef CONFIG_FUNCTION_GRAPH_TRACER
/* The hook of the graph tracer while it is on, or NULL; func_lock held. */
static inline struct ftrace_ops *func_graph_hook(struct func_inst *fi)
{
	return fi->graph_on ? &fi->gops.ops : NULL;
}

int graph_tracer_init(void);
#else
static inline struct ftrace_ops *func_graph_hook(struct func_inst *fi)
{
	return NULL;
}

static inline int graph_tracer_init(void)
{
	return 0;
}
#endif

/* --- func_pids.c; func_lock held unless said otherwise --- */
/* Is a hit in the current task none of ours?  Preemption off, no lock. */
bool func_pids_skip(const struct func_inst *fi);
void func_pids_put(struct func_inst *fi, bool no_pids, struct pidset *set);
int func_follow_forks(struct func_inst *fi, bool on);

/* --- func_sets.c; func_lock held unless said otherwise --- */
struct hook_set __rcu **func_set_slot(struct func_inst *fi, enum func_set which);	/* no lock */
struct hook_set *func_set_get(struct func_inst *fi, enum func_set which);	/* no lock: a reference, or NULL */
int func_set_put(struct func_inst *fi, enum func_set which, struct hook_set *set);
/* The sets of set_ftrace_filter, for one more hook. */
int func_sets_copy(struct func_inst *fi, struct ftrace_ops *ops);

/* Hooks beside ops and gops that follow set_ftrace_filter of the top level: the profiler's. */
extern struct ftrace_ops *func_profile_ops;		/* NULL while it is off; func_lock */

/* --- func_cmd.c; func_lock held unless said otherwise --- */
int func_cmd_word(struct func_inst *fi, char *word);	/* "FUNC:COMMAND..."; takes event_mutex and func_lock */
bool func_cmd_is(const char *word);
void func_cmds_gone(struct func_inst *fi);	/* event_mutex too */
int func_cmds_show(struct func_inst *fi, struct seq_file *m);

/* --- what starts at boot --- */
int func_tracer_init(void);

#endif /* _TRACE_FUNC_INTERNAL_H */
