/* SPDX-License-Identifier: GPL-2.0 */
/*
 * data.h - second pass over an event header: what needs no code of the event itself.
 *
 *	struct tracepoint, its iterator and its static call
 *	print formats as text, as the format files show them
 *	names that these texts use (TRACE_DEFINE_ENUM)
 *
 * Print formats are told apart from the code that prints (next pass) by what is a macro here and what is not:
 * helpers of the header itself are expanded, __entry becomes REC, the __get_*() and __print_*() are left for user
 * space to understand.
 */

#undef __entry
#define __entry REC

#undef __print_flags
#undef __print_flags_u64
#undef __print_symbolic
#undef __print_symbolic_u64
#undef __print_hex
#undef __print_hex_str
#undef __print_array
#undef __print_dynamic_array
#undef __print_hex_dump
#undef __print_ns_to_secs
#undef __print_ns_without_secs
#undef __get_dynamic_array
#undef __get_dynamic_array_len
#undef __get_str
#undef __get_bitmask
#undef __get_cpumask
#undef __get_sockaddr
#undef __get_rel_dynamic_array
#undef __get_rel_dynamic_array_len
#undef __get_rel_str
#undef __get_rel_bitmask
#undef __get_rel_cpumask
#undef __get_rel_sockaddr
#undef __get_buf

#undef TP_printk
#define TP_printk(fmt, args...) "\"" fmt "\", "  __stringify(args)

/* Left out here: see code.h. */
#undef TP_STRUCT__entry
#define TP_STRUCT__entry(args...)
#undef TP_fast_assign
#define TP_fast_assign(args...)

/* Without the padding that big arrays get. */
#define __TRACE_PRINT_FMT(prefix, name, print)						\
	static const char prefix##print_fmt_##name[] __maybe_unused __aligned(1) = print;

#define __TRACE_EVAL(id, text, value)							\
	static const struct trace_eval_map id __used = {				\
		.system = __stringify(TRACE_SYSTEM), .eval_string = text, .eval_value = value, \
	};										\
	static const struct trace_eval_map *const __PASTE(p, id) __used			\
	__section("_ftrace_eval_map") = &id;

/* === Custom events: all but the text is somebody else's === */

#undef TRACE_CUSTOM_EVENT
#define TRACE_CUSTOM_EVENT(name, proto, args, tstruct, assign, print)			\
	__TRACE_PRINT_FMT(custom_, name, PARAMS(print))
#undef DECLARE_CUSTOM_EVENT_CLASS
#define DECLARE_CUSTOM_EVENT_CLASS(name, proto, args, tstruct, assign, print)		\
	__TRACE_PRINT_FMT(custom_, name, PARAMS(print))
#undef DEFINE_CUSTOM_EVENT
#define DEFINE_CUSTOM_EVENT(template, name, proto, args)

/* === Events === */

#undef DECLARE_TRACE
#undef DECLARE_TRACE_CONDITION
#undef DECLARE_EVENT_CLASS
#undef DEFINE_EVENT
#undef DEFINE_EVENT_FN
#undef DEFINE_EVENT_CONDITION
#undef DEFINE_EVENT_PRINT
#undef TRACE_EVENT
#undef TRACE_EVENT_FN
#undef TRACE_EVENT_FN_COND
#undef TRACE_EVENT_CONDITION
#undef TRACE_DEFINE_ENUM
#undef TRACE_DEFINE_SIZEOF
#undef TRACE_EVENT_NOP
#undef DEFINE_EVENT_NOP

#define TRACE_EVENT_NOP(name, proto, args, tstruct, assign, print)
#define DEFINE_EVENT_NOP(template, name, proto, args)

#define DECLARE_TRACE(name, proto, args)						\
	DEFINE_TRACE(name, PARAMS(proto), PARAMS(args));
#define DECLARE_TRACE_CONDITION(name, proto, args, cond)				\
	DEFINE_TRACE(name, PARAMS(proto), PARAMS(args));

#if defined(CONFIG_EVENT_TRACING) && defined(TRACEPOINTS_ENABLED)

#define TRACE_DEFINE_ENUM(a)	__TRACE_EVAL(__UNIQUE_ID(eval), #a, a)
#define TRACE_DEFINE_SIZEOF(a)	__TRACE_EVAL(__UNIQUE_ID(eval), "sizeof(" #a ")", sizeof(a))

/* Where calls are patched, sites call the probe of the event from the start; see tracepoint.c. */
#ifdef CONFIG_HAVE_STATIC_CALL
#define __TRACE_FIRST_TARGET(template, name)	trace_event_raw_event_##template
#else
#define __TRACE_FIRST_TARGET(template, name)	__traceiter_##name
#endif

#define DECLARE_EVENT_CLASS(name, proto, args, tstruct, assign, print)			\
	static void trace_event_raw_event_##name(void *__data, proto);			\
	__TRACE_PRINT_FMT(, name, PARAMS(print))

#define DEFINE_EVENT(template, name, proto, args)					\
	__DEFINE_TRACE_TARGET(name, NULL, __TRACE_FIRST_TARGET(template, name),		\
			      PARAMS(proto), PARAMS(args));

#define DEFINE_EVENT_FN(template, name, proto, args, _reg, _unreg)			\
	static const struct tracepoint_ext __tp_ext_##name = {				\
		.regfunc = _reg, .unregfunc = _unreg,					\
	};										\
	__DEFINE_TRACE_TARGET(name, &__tp_ext_##name, __TRACE_FIRST_TARGET(template, name), \
			      PARAMS(proto), PARAMS(args));

#define DEFINE_EVENT_PRINT(template, name, proto, args, print)				\
	DEFINE_EVENT(template, name, PARAMS(proto), PARAMS(args))			\
	__TRACE_PRINT_FMT(, name, PARAMS(print))

#else /* only the tracepoints */

#define TRACE_DEFINE_ENUM(a)
#define TRACE_DEFINE_SIZEOF(a)
#define DECLARE_EVENT_CLASS(name, proto, args, tstruct, assign, print)
#define DEFINE_EVENT(template, name, proto, args)					\
	DEFINE_TRACE(name, PARAMS(proto), PARAMS(args));
#define DEFINE_EVENT_FN(template, name, proto, args, reg, unreg)			\
	DEFINE_TRACE_FN(name, reg, unreg, PARAMS(proto), PARAMS(args));
#define DEFINE_EVENT_PRINT(template, name, proto, args, print)				\
	DEFINE_TRACE(name, PARAMS(proto), PARAMS(args));

#endif

#include <trace/stages/kin.h>
