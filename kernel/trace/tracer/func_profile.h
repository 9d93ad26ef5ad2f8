/* SPDX-License-Identifier: GPL-2.0 */
/*
 * func_profile.h - between the profiler, its counts, and the hook that feeds them, which Kconfig picks.
 */
#ifndef _TRACE_FUNC_PROFILE_H
#define _TRACE_FUNC_PROFILE_H

struct ftrace_ops;

/* --- func_profile_table.c --- */

/**
 * struct prof_func - one function on one CPU
 * @ip:		its site, 0: free; set once, then only counts change
 * @hits:	calls
 * @time:	ns in it
 * @square:	sum of its squares, for the variance
 */
struct prof_func {
	unsigned long	ip;
	unsigned long	hits;
	u64		time;
	u64		square;
};

#define PROF_BITS	15		/* more than twice the functions that run on a CPU */

void func_profile_count(unsigned long ip, u64 ns);	/* any context, preemption off */
int func_profile_tables_make(void);			/* all zero: 0, -ENOMEM; func_lock held */
const struct prof_func *func_profile_table(int cpu);	/* 1 << PROF_BITS of them, or NULL; func_lock held */

/* --- func_profile_graph.c or func_profile_hits.c; func_lock held --- */
struct ftrace_ops *func_profile_hook(void);
int func_profile_hook_on(void);
void func_profile_hook_off(void);
bool func_profile_times(void);				/* does it know how long a call took? */

#endif /* _TRACE_FUNC_PROFILE_H */
