// SPDX-License-Identifier: GPL-2.0
/*
 * Calling hooks: the list of them, and the walk over the hooks of a site that has several.
 *
 * How hooks get on the list is in ops.c, which sites call what in patch.c.
 */
#include <linux/ftrace.h>
#include <linux/rcupdate.h>

#include "hook_internal.h"

struct ftrace_ops __rcu *hook_list_head;
int ftrace_enabled __read_mostly = 1;

/**
 * hook_ops_wants() - is a site in the sets of a hook?
 * @ops:	the hook
 * @ip:		the site
 *
 * Context: any; preemption off, or hook_lock held.
 * Return: true if it is.
 */
bool hook_ops_wants(const struct ftrace_ops *ops, unsigned long ip)
{
	const struct hook_set *filter = rcu_dereference_raw(ops->filter);
	const struct hook_set *avoid = rcu_dereference_raw(ops->avoid);

	return (!filter || hook_set_has(filter, ip)) && !(avoid && hook_set_has(avoid, ip));
}

/* Called in place of a hook that has nothing to do; also named by the linker script. */
void ftrace_stub(unsigned long ip, unsigned long parent_ip, struct ftrace_ops *op, struct ftrace_regs *fregs)
{
}

/*
 * The hooks of a site that has several.  Preemption off: removed hooks and sets are freed after a grace period.
 */
void arch_ftrace_ops_list_func(unsigned long ip, unsigned long parent_ip, struct ftrace_ops *op,
			       struct ftrace_regs *fregs)
{
	int bit = trace_recursion_enter(TRACE_RECURSION_CORE);

	if (bit < 0)
		return;
	preempt_disable_notrace();
	for_each_hook(op) {
		if ((op->flags & FTRACE_OPS_FL_RCU) && !rcu_is_watching())
			continue;
		if (hook_ops_wants(op, ip))
			op->func(ip, parent_ip, op, fregs);
	}
	trace_recursion_exit(bit);
	preempt_enable_notrace();
}

/* One hook that asked for protection; its trampoline calls this. */
static void guarded_func(unsigned long ip, unsigned long parent_ip, struct ftrace_ops *op,
			 struct ftrace_regs *fregs)
{
	int bit = trace_recursion_enter(TRACE_RECURSION_CORE);

	if (bit < 0)
		return;
	preempt_disable_notrace();
	if (!(op->flags & FTRACE_OPS_FL_RCU) || rcu_is_watching())
		op->func(ip, parent_ip, op, fregs);
	trace_recursion_exit(bit);
	preempt_enable_notrace();
}

/**
 * hook_call_func() - what the trampoline of a hook calls
 * @ops:	the hook
 *
 * Context: any.
 * Return: its function, or one that calls it with what it asked for.
 */
ftrace_func_t hook_call_func(const struct ftrace_ops *ops)
{
	return ops->flags & (FTRACE_OPS_FL_RECURSION | FTRACE_OPS_FL_RCU) ? guarded_func : ops->func;
}
