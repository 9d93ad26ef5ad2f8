// SPDX-License-Identifier: GPL-2.0
/*
 * graph.c - the function_graph tracer: records on entry to and return from functions.
 *
 * Whether a call is inside a function of set_graph_function is told by the shadow stack: a call that is not
 * wanted gets no frame of ours, so a depth of 0 means outside.  A function of set_graph_notrace gets a frame
 * that silences what it calls.
 */
#include <linux/ftrace.h>
#include <linux/hardirq.h>
#include <linux/trace_clock.h>
#include <trace/events/sched.h>

#include "graph.h"

static const struct tracer_opt graph_tracer_opts[] = {
	{ "funcgraph-overrun",		GRAPH_OPT_OVERRUN },
	{ "funcgraph-cpu",		GRAPH_OPT_CPU },
	{ "funcgraph-overhead",		GRAPH_OPT_OVERHEAD },
	{ "funcgraph-proc",		GRAPH_OPT_PROC },
	{ "funcgraph-duration",		GRAPH_OPT_DURATION },
	{ "funcgraph-abstime",		GRAPH_OPT_ABSTIME },
	{ "funcgraph-irqs",		GRAPH_OPT_IRQS },
	{ "funcgraph-tail",		GRAPH_OPT_TAIL },
	{ "funcgraph-retval",		GRAPH_OPT_RETVAL },
	{ "funcgraph-retval-hex",	GRAPH_OPT_RETVAL_HEX },
	{ "sleep-time",			GRAPH_OPT_SLEEP_TIME },
	{ "graph-time",			GRAPH_OPT_GRAPH_TIME },
	{ }
};

static struct tracer graph_tracer;

static int nr_no_sleep_time;		/* instances that leave out time off the CPU; func_lock */

u32 graph_opts(const struct trace_array *tr)
{
	return READ_ONCE(tr->tracer_opts[graph_tracer.slot]);
}

/* === Hits === */

static bool in_set(struct hook_set __rcu *const *slot, unsigned long ip)
{
	const struct hook_set *set = rcu_dereference_raw(*slot);

	return set && hook_set_has(set, ip);
}

/* A call that something may be against: FGRAPH_* */
static noinline int choose(struct func_inst *fi, unsigned long ip, int depth)
{
	unsigned int max = READ_ONCE(fi->graph_depth);

	if ((fi->slow & FUNC_SLOW_PIDS) && func_pids_skip(fi))
		return FGRAPH_SKIP;
	if (max && depth >= max)
		return FGRAPH_SKIP;
	if (!depth && rcu_access_pointer(fi->graph_only) && !in_set(&fi->graph_only, ip))
		return FGRAPH_SKIP;
	if (!(graph_opts(fi->tr) & GRAPH_OPT_IRQS) && in_hardirq())
		return FGRAPH_SKIP;
	return in_set(&fi->graph_not, ip) ? FGRAPH_MUTE : FGRAPH_TRACE;
}

static bool choosy(const struct func_inst *fi)
{
	return (fi->slow & FUNC_SLOW_PIDS) || fi->graph_depth || rcu_access_pointer(fi->graph_only) ||
	       rcu_access_pointer(fi->graph_not) || !(graph_opts(fi->tr) & GRAPH_OPT_IRQS);
}

static bool record_entry(struct trace_array *tr, unsigned long ip, int depth)
{
	struct ftrace_graph_ent_entry *ent;
	struct ring_res res;

	ent = trace_record_reserve(tr, &res, TRACE_GRAPH_ENT, sizeof(*ent));
	if (!ent)
		return false;
	ent->func = ip;
	ent->depth = depth;
	trace_record_commit(tr, &res);
	return true;
}

static int graph_entry(struct fgraph_ops *gops, unsigned long ip, unsigned long parent_ip, struct ftrace_regs *fregs,
		       int depth)
{
	struct func_inst *fi = container_of(gops, struct func_inst, gops);
	int ret = FGRAPH_TRACE;

	preempt_disable_notrace();
	if (unlikely(choosy(fi)))
		ret = choose(fi, ip, depth);
	/* With a threshold only the return tells whether the call is worth a record. */
	if (ret == FGRAPH_TRACE && likely(!tracing_thresh) && !record_entry(fi->tr, ip, depth))
		ret = FGRAPH_SKIP;
	preempt_enable_notrace();
	return ret;
}

static void graph_return(struct fgraph_ops *gops, const struct fgraph_ret *r)
{
	struct func_inst *fi = container_of(gops, struct func_inst, gops);
	struct ftrace_graph_ret_entry *ent;
	struct ring_res res;

	if (unlikely(tracing_thresh) && r->rettime - r->calltime < tracing_thresh)
		return;
	preempt_disable_notrace();
	ent = trace_record_reserve(fi->tr, &res, TRACE_GRAPH_RET, sizeof(*ent));
	if (ent) {
		ent->func = r->ip;
		ent->retval = r->retval;
		ent->depth = r->depth;
		ent->overrun = atomic_read(&current->trace_overrun);
		ent->calltime = r->calltime;
		ent->rettime = r->rettime;
		trace_record_commit(fi->tr, &res);
	}
	preempt_enable_notrace();
}

/* === Time off the CPU === */

static void graph_switch(void *data, bool preempt, struct task_struct *prev, struct task_struct *next,
			 unsigned int prev_state)
{
	u64 now = trace_clock_local();

	prev->ftrace_timestamp = now;
	if (next->ftrace_timestamp)
		fgraph_skip_time(next, now - next->ftrace_timestamp);
}

static int leave_sleep_out(bool on)
{
	lockdep_assert_held(&func_lock);
	if (on && !nr_no_sleep_time++)
		return register_trace_sched_switch(graph_switch, NULL);
	if (!on && !--nr_no_sleep_time)
		unregister_trace_sched_switch(graph_switch, NULL);
	return 0;
}

/* === Life === */

static int graph_init(struct trace_array *tr)
{
	struct func_inst *fi = func_inst(tr);
	bool no_sleep = !(graph_opts(tr) & GRAPH_OPT_SLEEP_TIME);
	int ret;

	guard(mutex)(&func_lock);
	if (!ftrace_enabled) {
		pr_warn("trace: functions cannot be traced while kernel.ftrace_enabled is 0\n");
		return -EBUSY;
	}
	ret = func_sets_copy(fi, &fi->gops.ops);
	if (ret)
		return ret;
	fi->gops.entry = graph_entry;
	fi->gops.ret = graph_return;
	fi->gops.want_time = true;
	ret = register_ftrace_graph(&fi->gops);
	if (ret) {
		ftrace_free_filter(&fi->gops.ops);
		return ret;
	}
	fi->graph_on = true;
	if (no_sleep)
		leave_sleep_out(true);
	return 0;
}

static void graph_reset(struct trace_array *tr)
{
	struct func_inst *fi = func_inst(tr);

	guard(mutex)(&func_lock);
	if (!fi->graph_on)
		return;
	if (!(graph_opts(tr) & GRAPH_OPT_SLEEP_TIME))
		leave_sleep_out(false);
	fi->graph_on = false;
	unregister_ftrace_graph(&fi->gops);
	ftrace_free_filter(&fi->gops.ops);
}

static int graph_set_flag(struct trace_array *tr, u32 old_flags, u32 bit, int set)
{
	guard(mutex)(&func_lock);
	if (bit == GRAPH_OPT_SLEEP_TIME && func_inst(tr)->graph_on)
		return leave_sleep_out(!set);
	return 0;
}

static struct tracer graph_tracer = {
	.name		= "function_graph",
	.init		= graph_init,
	.reset		= graph_reset,
	.set_flag	= graph_set_flag,
	.opts		= graph_tracer_opts,
	.default_flags	= GRAPH_OPT_DEFAULT,
	.open		= graph_print_open,
	.close		= graph_print_close,
	.print_header	= graph_print_header,
	.print_line	= graph_print_line,
};

int __init graph_tracer_init(void)
{
	return tracer_register(&graph_tracer);
}
