/* SPDX-License-Identifier: GPL-2.0 */
/*
 * bridge.h - from events to those outside of the tracer who want hits: perf.
 */
#ifndef _TRACE_BRIDGE_H
#define _TRACE_BRIDGE_H

#include "event.h"

/* --- perf.c --- */
#ifdef CONFIG_PERF_EVENTS
/* Boot: after trace_event_init(), before a process can open a perf event. */
int trace_perf_init(void);

/* A perf event uses an event, which is held until it is given back.  event_mutex held.  0, -EPERM, -EACCES, ... */
int trace_perf_attach(struct trace_event_call *call, struct perf_event *p_event);
void trace_perf_detach(struct perf_event *p_event);
#else
static inline int trace_perf_init(void)
{
	return 0;
}
#endif

/* --- perf_func.c --- */
#ifdef CONFIG_FUNCTION_TRACER
void trace_perf_func_init(void);
#else
static inline void trace_perf_func_init(void)
{
}
#endif

#endif /* _TRACE_BRIDGE_H */
