// SPDX-License-Identifier: GPL-2.0
/*
 * func_profile_hits.c - the profiler's hook on entry: hits only.
 */
#include "func_internal.h"
#include "func_profile.h"

static void prof_hit(unsigned long ip, unsigned long parent_ip, struct ftrace_ops *op, struct ftrace_regs *fregs)
{
	func_profile_count(ip, 0);
}

static struct ftrace_ops prof_ops = {
	.func	= prof_hit,
	.flags	= FTRACE_OPS_FL_RECURSION,
};

struct ftrace_ops *func_profile_hook(void)
{
	return &prof_ops;
}

int func_profile_hook_on(void)
{
	return register_ftrace_function(&prof_ops);
}

void func_profile_hook_off(void)
{
	/* Tables stay, so nobody needs to be waited for. */
	unregister_ftrace_function(&prof_ops);
}

bool func_profile_times(void)
{
	return false;
}
