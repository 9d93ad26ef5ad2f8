/* SPDX-License-Identifier: GPL-2.0 */
/*
 * declare.h - first pass over an event header: only the tracepoints are declared.
 *
 * No guard: <trace/define_trace.h> comes back to this after its own passes, so that the next event header
 * is read like any other.
 */

#undef DECLARE_TRACE
#undef DECLARE_TRACE_CONDITION
#undef DECLARE_TRACE_WRITABLE
#undef DECLARE_EVENT_CLASS
#undef DEFINE_EVENT
#undef DEFINE_EVENT_FN
#undef DEFINE_EVENT_CONDITION
#undef DEFINE_EVENT_PRINT
#undef DEFINE_EVENT_WRITABLE
#undef TRACE_EVENT
#undef TRACE_EVENT_FN
#undef TRACE_EVENT_FN_COND
#undef TRACE_EVENT_CONDITION
#undef TRACE_EVENT_FLAGS
#undef TRACE_EVENT_PERF_PERM
#undef TRACE_EVENT_NOP
#undef DECLARE_EVENT_CLASS_NOP
#undef DEFINE_EVENT_NOP
#undef TRACE_DEFINE_ENUM
#undef TRACE_DEFINE_SIZEOF

#undef __perf_count
#undef __perf_task
#undef TRACE_CUSTOM_EVENT
#undef DECLARE_CUSTOM_EVENT_CLASS
#undef DEFINE_CUSTOM_EVENT

/* In TP_ARGS(): which task, or how much of it, perf is to count. */
#define __perf_count(c)		(c)
#define __perf_task(t)		(t)

#define DECLARE_TRACE_CONDITION(name, proto, args, cond)				\
	__DECLARE_TRACE(name, PARAMS(proto), PARAMS(args), PARAMS(cond), PARAMS(void *__data, proto))
#define DECLARE_TRACE(name, proto, args)						\
	DECLARE_TRACE_CONDITION(name, PARAMS(proto), PARAMS(args), true)

/* events of a class, and classes of one event, whose sites have a condition */
#define DEFINE_EVENT_CONDITION(class, name, proto, args, cond)				\
	DECLARE_TRACE_CONDITION(name, PARAMS(proto), PARAMS(args), PARAMS(cond))
#define TRACE_EVENT_CONDITION(name, proto, args, cond, tstruct, assign, print)		\
	DECLARE_TRACE_CONDITION(name, PARAMS(proto), PARAMS(args), PARAMS(cond))
#define TRACE_EVENT_FN_COND(name, proto, args, cond, tstruct, assign, print, on, off)	\
	DECLARE_TRACE_CONDITION(name, PARAMS(proto), PARAMS(args), PARAMS(cond))

/* and those whose sites have none */
#define TRACE_EVENT(name, proto, args, tstruct, assign, print)				\
	DECLARE_TRACE(name, PARAMS(proto), PARAMS(args))
#define TRACE_EVENT_FN(name, proto, args, tstruct, assign, print, on, off)		\
	DECLARE_TRACE(name, PARAMS(proto), PARAMS(args))
#define DEFINE_EVENT_PRINT(class, name, proto, args, print)				\
	DECLARE_TRACE(name, PARAMS(proto), PARAMS(args))
#define DEFINE_EVENT_FN(class, name, proto, args, on, off)				\
	DECLARE_TRACE(name, PARAMS(proto), PARAMS(args))
#define DEFINE_EVENT(class, name, proto, args)						\
	DECLARE_TRACE(name, PARAMS(proto), PARAMS(args))

/* nothing to declare */
#define DECLARE_EVENT_CLASS(name, proto, args, tstruct, assign, print)
#define TRACE_EVENT_FLAGS(event, flag)
#define TRACE_EVENT_PERF_PERM(event, expr...)
#define TRACE_DEFINE_ENUM(a)
#define TRACE_DEFINE_SIZEOF(a)

/* Events that the config leaves out: the calls stay, and do nothing. */
#define __TRACE_NOP(name, proto)							\
	static inline void trace_##name(proto)						\
	{										\
	}										\
	static inline bool trace_##name##_enabled(void)					\
	{										\
		return false;								\
	}

#define DECLARE_EVENT_CLASS_NOP(name, proto, args, tstruct, assign, print)
#define DEFINE_EVENT_NOP(template, name, proto, args)	__TRACE_NOP(name, PARAMS(proto))
#define TRACE_EVENT_NOP(name, proto, args, tstruct, assign, print)			\
	__TRACE_NOP(name, PARAMS(proto))

/* Custom events are on tracepoints that another header declares. */
#define TRACE_CUSTOM_EVENT(name, proto, args, tstruct, assign, print)
#define DECLARE_CUSTOM_EVENT_CLASS(name, proto, args, tstruct, assign, print)
#define DEFINE_CUSTOM_EVENT(template, name, proto, args)
