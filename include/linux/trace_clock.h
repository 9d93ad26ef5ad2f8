/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Clocks for time stamps.
 *
 * Each may be read in any context, NMI included.  Documentation/trace/ftrace.rst, trace_clock, says
 * what each is good for.
 */
#ifndef _LINUX_TRACE_CLOCK_H
#define _LINUX_TRACE_CLOCK_H

#include <linux/compiler.h>
#include <linux/types.h>

#include <asm/trace_clock.h>

u64 notrace trace_clock_local(void);	/* ns; fastest, order holds on one CPU */
u64 notrace trace_clock(void);		/* ns; what perf uses, CPUs within a tick of each other */
u64 notrace trace_clock_global(void);	/* ns; never goes back, whichever CPUs read it */
u64 notrace trace_clock_jiffies(void);	/* ns since boot, in steps of a tick */
u64 notrace trace_clock_counter(void);	/* no time: one more with every call */

#endif /* _LINUX_TRACE_CLOCK_H */
