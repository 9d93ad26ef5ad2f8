/* SPDX-License-Identifier: GPL-2.0 */
/*
 * trace_events.h - small helpers of the code that TRACE_EVENT() expands to.
 */
#ifndef _TRACE_TRACE_EVENTS_H
#define _TRACE_TRACE_EVENTS_H

#include <linux/bitops.h>
#include <linux/instruction_pointer.h>
#include <linux/limits.h>
#include <linux/math64.h>
#include <linux/minmax.h>
#include <linux/overflow.h>
#include <linux/stdarg.h>
#include <linux/string.h>
#include <linux/time64.h>
#include <linux/trace_events.h>

/* How a field is compared when its declaration does not say. */
#define TRACE_FILTER_OF(type)							\
	(__same_type(type, char *) || __same_type(type, const char *) ? FILTER_PTR_STRING : FILTER_OTHER)
#define TRACE_FILTER_ARRAY(type, kind)	(__same_type(type, char) ? kind : FILTER_OTHER)

#define TRACE_BITMASK_BYTES(nr_bits)	(BITS_TO_LONGS(nr_bits) * sizeof(long))

/* Longest text of a __vstring(), its end included. */
#define TRACE_EVENT_STR_MAX	512U

/* Evaluates the arguments of a tracepoint: they may assign, see __perf_task(). */
static __always_inline void trace_event_eval(int unused, ...)
{
}

/* A word that locates dynamic data: length and offset in the record.  *@end: of the record so far. */
static __always_inline u32 trace_dyn_room(u32 *end, u32 bytes)
{
	u32 loc = bytes << 16 | *end;

	*end += bytes;
	return loc;
}

/* What a __string() of NULL is recorded as; headers compare with it. */
#define EVENT_NULL_STR		"(null)"

static __always_inline const char *trace_str_src(const char *src)
{
	return src ?: EVENT_NULL_STR;
}

/* @src need not end within @len bytes, unless it is the one above. */
static __always_inline u32 trace_str_len(const char *src, u32 len)
{
	return strnlen(src, len);
}

/* The string may have changed since it was measured; it ends where it then did. */
static __always_inline void trace_str_put(char *dst, const char *src, u32 loc)
{
	u32 len = (loc >> 16) - 1;

	memcpy(dst, src, len);
	dst[len] = '\0';
}

static inline __printf(1, 0) u32 trace_vstr_bytes(const char *fmt, va_list *va)
{
	va_list copy;
	int len;

	va_copy(copy, *va);
	len = vsnprintf(NULL, 0, fmt, copy);
	va_end(copy);
	return clamp(len, 0, (int)TRACE_EVENT_STR_MAX - 1) + 1;
}

static inline __printf(3, 0) void trace_vstr_put(char *dst, u32 loc, const char *fmt, va_list *va)
{
	va_list copy;

	va_copy(copy, *va);
	vsnprintf(dst, loc >> 16, fmt, copy);
	va_end(copy);
}

static inline u64 trace_ns_to_secs(u64 ns)
{
	return div_u64(ns, NSEC_PER_SEC);
}

static inline u32 trace_ns_without_secs(u64 ns)
{
	u32 rest;

	div_u64_rem(ns, NSEC_PER_SEC, &rest);
	return rest;
}

/*
 * Room for a record.  @count and @task are constants but for the few events that use __perf_count() or
 * __perf_task(), @len is one without dynamic data.  Data that trace_dyn_room() had no bits to locate is not recorded.
 */
static __always_inline void *trace_event_open(struct trace_event_buffer *buf, void *file, u32 len, u64 count,
					      struct task_struct *task)
{
	if (len > U16_MAX)
		return NULL;
#ifdef CONFIG_PERF_EVENTS
	buf->ip = _RET_IP_;
	if (!__builtin_constant_p(count) || !__builtin_constant_p(!task) || task)
		return trace_event_buffer_reserve_perf(buf, file, len, count, task);
#endif
	return trace_event_buffer_reserve(buf, file, len);
}

#endif /* _TRACE_TRACE_EVENTS_H */
