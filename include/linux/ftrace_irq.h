/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Tell the tracers that measure latency when an NMI comes and goes.
 *
 * Included by <linux/hardirq.h>, so by most of the kernel: it needs nothing but types.
 */
#ifndef _LINUX_FTRACE_IRQ_H
#define _LINUX_FTRACE_IRQ_H

#include <linux/compiler.h>
#include <linux/types.h>

#if defined(CONFIG_HWLAT_TRACER) || defined(CONFIG_OSNOISE_TRACER)

extern unsigned int trace_nmi_watchers;	/* tracers that want to know; see kernel/trace/base/nmi.c */
void trace_nmi_tell(bool enter);

static __always_inline void ftrace_nmi_tell(bool enter)
{
	if (unlikely(READ_ONCE(trace_nmi_watchers)))
		trace_nmi_tell(enter);
}

#else

static __always_inline void ftrace_nmi_tell(bool enter) { }

#endif

/* Both: in NMI context, RCU watching, between instrumentation_begin() and _end(). */
static __always_inline void ftrace_nmi_enter(void)
{
	ftrace_nmi_tell(true);
}

static __always_inline void ftrace_nmi_exit(void)
{
	ftrace_nmi_tell(false);
}

#endif /* _LINUX_FTRACE_IRQ_H */
