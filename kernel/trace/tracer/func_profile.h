/* SPDX-License-Identifier: GPL-2.0 */
/*
 * func_profile.h - between the profiler's counting and the hook that feeds it, which Kconfig picks.
 */
#ifndef _TRACE_FUNC_PROFILE_H
#define _TRACE_FUNC_PROFILE_H

struct ftrace_ops;

void func_profile_count(unsigned long ip, u64 ns);	/* any context, preemption off */

/* func_profile_graph.c or func_profile_hits.c; func_lock held */
struct ftrace_ops *func_profile_hook(void);
int func_profile_hook_on(void);
void func_profile_hook_off(void);
bool func_profile_times(void);				/* does it know how long a call took? */

#endif /* _TRACE_FUNC_PROFILE_H */
