/* SPDX-License-Identifier: GPL-2.0 */
/*
 * define_custom_trace.h - as <trace/define_trace.h>, for headers of TRACE_CUSTOM_EVENT().
 *
 * A custom event records what it likes at the tracepoint of another event.  All of them are in the system
 * "custom".  The C file defines CREATE_CUSTOM_TRACE_EVENTS; there is no other way to use them.
 */

#ifdef CREATE_CUSTOM_TRACE_EVENTS

#undef CREATE_CUSTOM_TRACE_EVENTS

#include <linux/stringify.h>

#undef TRACE_SYSTEM
#define TRACE_SYSTEM custom

#ifdef TRACE_INCLUDE_PATH
#define __TRACE_HEADER(file)	__stringify(TRACE_INCLUDE_PATH/file.h)
#else
#define __TRACE_HEADER(file)	<trace/events/file.h>
#endif

#define TRACE_CUSTOM_MULTI_READ

#include <trace/stages/data.h>
#include __TRACE_HEADER(TRACE_INCLUDE_FILE)

#ifdef CONFIG_EVENT_TRACING
#include <trace/stages/code.h>
#include __TRACE_HEADER(TRACE_INCLUDE_FILE)
#endif

#include <trace/stages/declare.h>

#undef TRACE_CUSTOM_MULTI_READ
#undef __TRACE_HEADER

#define CREATE_CUSTOM_TRACE_EVENTS

#endif /* CREATE_CUSTOM_TRACE_EVENTS */
