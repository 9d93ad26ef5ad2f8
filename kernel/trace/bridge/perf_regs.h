/* SPDX-License-Identifier: GPL-2.0 */
/*
 * perf_regs.h - registers of a place that was left by a call.
 */
#ifndef _TRACE_PERF_REGS_H
#define _TRACE_PERF_REGS_H

#include <linux/perf_event.h>

/**
 * perf_regs_at() - as if a hit had been an exception
 * @regs:	filled in as far as perf looks at them
 * @ip:		the place
 * @stack:	in the frame of the function that was called from there
 */
static __always_inline void perf_regs_at(struct pt_regs *regs, unsigned long ip, const void *stack)
{
	perf_arch_fetch_caller_regs(regs, ip);
#ifdef CONFIG_X86
	/* elsewhere a stack walk shows the tracer's own functions first */
	regs->sp = (unsigned long)stack;
#endif
}

#endif /* _TRACE_PERF_REGS_H */
