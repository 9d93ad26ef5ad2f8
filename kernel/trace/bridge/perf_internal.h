/* SPDX-License-Identifier: GPL-2.0 */
/*
 * perf_internal.h - what the files for perf share.
 */
#ifndef _TRACE_PERF_INTERNAL_H
#define _TRACE_PERF_INTERNAL_H

#include <linux/perf_event.h>
#include "bridge.h"

/* === perf_room.c === */
int perf_rooms_get(void);
void perf_rooms_put(void);

/* === Registers of a place that was left by a call === */

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

#endif /* _TRACE_PERF_INTERNAL_H */
