/* SPDX-License-Identifier: GPL-2.0 */
/*
 * define_trace.h - the end of every event header: makes its tracepoints and events where asked to.
 *
 * A C file that has CREATE_TRACE_POINTS defined when it includes an event header gets the header read twice
 * more, with other meanings of TRACE_EVENT() and its kin each time:
 *
 *	stages/data.h	tracepoints, texts of print formats, names for enum values
 *	stages/code.h	the code that records and prints, and the event itself
 *
 * The header is found as <trace/events/SYSTEM.h>, unless it says TRACE_INCLUDE_FILE (its name without .h) or
 * TRACE_INCLUDE_PATH (its folder, seen from this one or from an -I).
 *
 * No guard: every event header includes this.
 */

#ifdef CREATE_TRACE_POINTS

/* Event headers that this one includes are only declared. */
#undef CREATE_TRACE_POINTS

#include <linux/stringify.h>

#ifndef TRACE_INCLUDE_FILE
#define TRACE_INCLUDE_FILE TRACE_SYSTEM
#define __TRACE_FILE_IS_SYSTEM
#endif

#ifdef TRACE_INCLUDE_PATH
#define __TRACE_HEADER(file)	__stringify(TRACE_INCLUDE_PATH/file.h)
#else
#define __TRACE_HEADER(file)	<trace/events/file.h>
#endif

#define TRACE_HEADER_MULTI_READ

#include <trace/stages/data.h>
#include __TRACE_HEADER(TRACE_INCLUDE_FILE)

#if defined(CONFIG_EVENT_TRACING) && defined(TRACEPOINTS_ENABLED)
#include <trace/stages/code.h>
#include __TRACE_HEADER(TRACE_INCLUDE_FILE)
#endif

#include <trace/stages/declare.h>

#undef TRACE_HEADER_MULTI_READ
#undef __TRACE_HEADER
#ifdef __TRACE_FILE_IS_SYSTEM
#undef __TRACE_FILE_IS_SYSTEM
#undef TRACE_INCLUDE_FILE
#endif

/* The C file may include more event headers that it makes. */
#define CREATE_TRACE_POINTS

#endif /* CREATE_TRACE_POINTS */
