// SPDX-License-Identifier: GPL-2.0
/*
 * func_profile_graph.c - the profiler's hook on return: hits and times.
 */
#include "func_internal.h"
#include "func_profile.h"
#include "graph.h"

static int prof_entry(struct fgraph_ops *gops, unsigned long ip, unsigned long parent_ip, struct ftrace_regs *fregs,
		      int depth)
{
	return FGRAPH_TRACE;
}

static void prof_return(struct fgraph_ops *gops, const struct fgraph_ret *r)
{
	u64 ns = r->calltime ? r->rettime - r->calltime : 0;

	/* Without graph-time, only what the function did itself. */
	if (unlikely(!(graph_opts(gops->private) & GRAPH_OPT_GRAPH_TIME)))
		ns -= min(ns, r->subtime);
	preempt_disable_notrace();
	func_profile_count(r->ip, ns);
	preempt_enable_notrace();
}

static struct fgraph_ops prof_ops = {
	.entry		= prof_entry,
	.ret		= prof_return,
	.want_time	= true,
};

struct ftrace_ops *func_profile_hook(void)
{
	return &prof_ops.ops;
}

int func_profile_hook_on(void)
{
	prof_ops.private = trace_array_top();
	return register_ftrace_graph(&prof_ops);
}

void func_profile_hook_off(void)
{
	unregister_ftrace_graph(&prof_ops);
}

bool func_profile_times(void)
{
	return true;
}
