/* SPDX-License-Identifier: GPL-2.0 */
/*
 * code.h - third and last pass over an event header: how the event is recorded and printed.
 *
 * For a class of events:
 *
 *	struct trace_event_raw_NAME		a record
 *	trace_event_raw_event_NAME()		the probe: it records a hit, for an instance or, all the same,
 *						for perf (EVENT_FILE_FL_PERF)
 *	trace_event_fields_NAME()		the table of fields
 *	trace_raw_output_NAME()			the printer
 *	event_class_NAME			all of these
 *
 * and for an event: event_NAME and its entry in the section _ftrace_events.
 *
 * One pass is enough because TP_STRUCT__entry() is made a sequence of tuples, one for each field,
 *
 *	(_tfield, ...) (_tarray, ...) (_tdyn, ...) (_tstr, ...)
 *
 * that __TRACE_EACH_MEMBER() and its like walk, each with its own meaning of these words.
 */

#include <linux/trace_events.h>
#include <trace/trace_events.h>
#include <trace/stages/each.h>

/* === Fields as tuples === */

#undef __field
#undef __field_ext
#undef __field_struct
#undef __field_struct_ext
#undef __array
#undef __dynamic_array
#undef __string
#undef __string_len
#undef __vstring
#undef __bitmask
#undef __cpumask
#undef __sockaddr
#undef __rel_dynamic_array
#undef __rel_string
#undef __rel_string_len
#undef __rel_vstring
#undef __rel_bitmask
#undef __rel_cpumask
#undef __rel_sockaddr

/* (_tfield, type, name, type as text, signed, filter) */
#define __field(type, item)								\
	(_tfield, type, item, __stringify(type), is_signed_type(type), TRACE_FILTER_OF(type))
#define __field_ext(type, item, filter)							\
	(_tfield, type, item, __stringify(type), is_signed_type(type), filter)
#define __field_struct(type, item)		(_tfield, type, item, __stringify(type), 0, FILTER_OTHER)
#define __field_struct_ext(type, item, filter)	(_tfield, type, item, __stringify(type), 0, filter)

/* (_tarray, type, name, type as text, elements) */
#define __array(type, item, len)		(_tarray, type, item, __stringify(type), len)

/* (_tdyn or _trel, name, type as text, signed, filter, bytes) */
#define __dynamic_array(type, item, len)						\
	(_tdyn, item, "__data_loc " __stringify(type) "[]", is_signed_type(type),			\
	 TRACE_FILTER_ARRAY(type, FILTER_DYN_STRING), (len) * sizeof(type))
#define __vstring(item, fmt, va)							\
	(_tdyn, item, "__data_loc char[]", is_signed_type(char), FILTER_DYN_STRING, trace_vstr_bytes(fmt, va))
#define __bitmask(item, nr_bits)							\
	(_tdyn, item, "__data_loc unsigned long[]", 0, FILTER_OTHER, TRACE_BITMASK_BYTES(nr_bits))
#define __cpumask(item)									\
	(_tdyn, item, "__data_loc cpumask_t", 0, FILTER_CPUMASK, TRACE_BITMASK_BYTES(nr_cpumask_bits))
#define __sockaddr(item, len)								\
	(_tdyn, item, "__data_loc u8[]", 0, FILTER_OTHER, len)

#define __rel_dynamic_array(type, item, len)						\
	(_trel, item, "__rel_loc " __stringify(type) "[]", is_signed_type(type),			\
	 TRACE_FILTER_ARRAY(type, FILTER_RDYN_STRING), (len) * sizeof(type))
#define __rel_vstring(item, fmt, va)							\
	(_trel, item, "__rel_loc char[]", is_signed_type(char), FILTER_RDYN_STRING, trace_vstr_bytes(fmt, va))
#define __rel_bitmask(item, nr_bits)							\
	(_trel, item, "__rel_loc unsigned long[]", 0, FILTER_OTHER, TRACE_BITMASK_BYTES(nr_bits))
#define __rel_cpumask(item)								\
	(_trel, item, "__rel_loc cpumask_t", 0, FILTER_CPUMASK, TRACE_BITMASK_BYTES(nr_cpumask_bits))
#define __rel_sockaddr(item, len)							\
	(_trel, item, "__rel_loc u8[]", 0, FILTER_OTHER, len)

/* (_tstr or _trelstr, name, string, its length) */
#define __string(item, src)		(_tstr, item, src, strlen(__src_##item))
#define __string_len(item, src, len)	(_tstr, item, src, trace_str_len(__src_##item, len))
#define __rel_string(item, src)		(_trelstr, item, src, strlen(__src_##item))
#define __rel_string_len(item, src, len)	(_trelstr, item, src, trace_str_len(__src_##item, len))

#undef TP_STRUCT__entry
#define TP_STRUCT__entry(args...)	args
#undef TP_fast_assign
#define TP_fast_assign(args...)		args
#undef TP_printk
#define TP_printk(fmt, args...)		fmt "\n", ##args

/* === In TP_fast_assign() and TP_printk() === */

#undef __entry
#define __entry entry

#undef __get_dynamic_array
#define __get_dynamic_array(field)						\
	((void *)__entry + (__entry->__data_loc_##field & 0xffff))
#undef __get_dynamic_array_len
#define __get_dynamic_array_len(field)	(__entry->__data_loc_##field >> 16)
#undef __get_str
#define __get_str(field)		((char *)__get_dynamic_array(field))
#undef __get_sockaddr
#define __get_sockaddr(field)		((struct sockaddr *)__get_dynamic_array(field))

/* Offsets of the __rel kind count from the end of the field that holds them. */
#undef __get_rel_dynamic_array
#define __get_rel_dynamic_array(field)						\
	((void *)(&__entry->__rel_loc_##field + 1) + (__entry->__rel_loc_##field & 0xffff))
#undef __get_rel_dynamic_array_len
#define __get_rel_dynamic_array_len(field)	(__entry->__rel_loc_##field >> 16)
#undef __get_rel_str
#define __get_rel_str(field)		((char *)__get_rel_dynamic_array(field))
#undef __get_rel_sockaddr
#define __get_rel_sockaddr(field)	((struct sockaddr *)__get_rel_dynamic_array(field))

/* --- only when a record is filled in; __loc_* and __src_* are what the probe computed --- */

#undef __assign_str
#define __assign_str(dst)		trace_str_put(__get_str(dst), __src_##dst, __loc_##dst)
#undef __assign_vstr
#define __assign_vstr(dst, fmt, va)	trace_vstr_put(__get_str(dst), __loc_##dst, fmt, va)
#undef __assign_bitmask
#define __assign_bitmask(dst, src, nr_bits)					\
	memcpy(__get_dynamic_array(dst), src, TRACE_BITMASK_BYTES(nr_bits))
#undef __assign_cpumask
#define __assign_cpumask(dst, src)						\
	memcpy(__get_dynamic_array(dst), src, TRACE_BITMASK_BYTES(nr_cpumask_bits))
#undef __assign_sockaddr
#define __assign_sockaddr(dst, src, len)	memcpy(__get_dynamic_array(dst), src, len)

#undef __assign_rel_str
#define __assign_rel_str(dst)		trace_str_put(__get_rel_str(dst), __src_##dst, __loc_##dst)
#undef __assign_rel_vstr
#define __assign_rel_vstr(dst, fmt, va)	trace_vstr_put(__get_rel_str(dst), __loc_##dst, fmt, va)
#undef __assign_rel_bitmask
#define __assign_rel_bitmask(dst, src, nr_bits)					\
	memcpy(__get_rel_dynamic_array(dst), src, TRACE_BITMASK_BYTES(nr_bits))
#undef __assign_rel_cpumask
#define __assign_rel_cpumask(dst, src)						\
	memcpy(__get_rel_dynamic_array(dst), src, TRACE_BITMASK_BYTES(nr_cpumask_bits))
#undef __assign_rel_sockaddr
#define __assign_rel_sockaddr(dst, src, len)	memcpy(__get_rel_dynamic_array(dst), src, len)

/* In TP_ARGS(): what perf is to count, and a task that is not the current one. */
#undef __perf_count
#define __perf_count(c)			(__count = (c))
#undef __perf_task
#define __perf_task(t)			(__task = (t))

/* --- only when a record is printed; p is scratch memory for text --- */

#define __TRACE_PRINT_TABLE(type, func, rows, args...)				\
({										\
	static const struct type __rows[] = { rows, { -1, NULL } };		\
										\
	func(args, __rows);							\
})

#undef __print_flags
#define __print_flags(flag, delim, rows...)					\
	__TRACE_PRINT_TABLE(trace_print_flags, trace_print_flags_seq, PARAMS(rows), p, delim, flag)
#undef __print_symbolic
#define __print_symbolic(value, rows...)					\
	__TRACE_PRINT_TABLE(trace_print_flags, trace_print_symbols_seq, PARAMS(rows), p, value)
#undef __print_flags_u64
#define __print_flags_u64(flag, delim, rows...)					\
	__TRACE_PRINT_TABLE(trace_print_flags_u64, trace_print_flags_seq_u64, PARAMS(rows), p, delim, flag)
#undef __print_symbolic_u64
#define __print_symbolic_u64(value, rows...)					\
	__TRACE_PRINT_TABLE(trace_print_flags_u64, trace_print_symbols_seq_u64, PARAMS(rows), p, value)

#undef __print_hex
#define __print_hex(buf, len)		trace_print_hex_seq(p, buf, len, false)
#undef __print_hex_str
#define __print_hex_str(buf, len)	trace_print_hex_seq(p, buf, len, true)
#undef __print_hex_dump
#define __print_hex_dump(prefix, prefix_type, rowsize, groupsize, buf, len, ascii)	\
	trace_print_hex_dump_seq(p, prefix, prefix_type, rowsize, groupsize, buf, len, ascii)
#undef __print_array
#define __print_array(array, count, el_size)					\
({										\
	static_assert((el_size) == 1 || (el_size) == 2 || (el_size) == 4 || (el_size) == 8); \
	trace_print_array_seq(p, array, count, el_size);			\
})
#undef __print_dynamic_array
#define __print_dynamic_array(array, el_size)					\
	__print_array(__get_dynamic_array(array), __get_dynamic_array_len(array) / (el_size), el_size)

#undef __get_bitmask
#define __get_bitmask(field)							\
	trace_print_bitmask_seq(p, __get_dynamic_array(field), __get_dynamic_array_len(field))
#undef __get_cpumask
#define __get_cpumask(field)		__get_bitmask(field)
#undef __get_rel_bitmask
#define __get_rel_bitmask(field)						\
	trace_print_bitmask_seq(p, __get_rel_dynamic_array(field), __get_rel_dynamic_array_len(field))
#undef __get_rel_cpumask
#define __get_rel_cpumask(field)	__get_rel_bitmask(field)

#undef __get_buf
#define __get_buf(len)			trace_seq_acquire(p, len)

#undef __print_ns_to_secs
#define __print_ns_to_secs(value)	trace_ns_to_secs(value)
#undef __print_ns_without_secs
#define __print_ns_without_secs(value)	trace_ns_without_secs(value)

/* === What is made of a class === */

/* @kind: event or custom_event. */
#define __TRACE_CLASS(kind, name, proto, args, tstruct, assign)				\
	struct trace_##kind##_raw_##name {						\
		struct trace_entry	ent;						\
		__TRACE_EACH_MEMBER(tstruct)						\
		char			__data[];					\
	};										\
											\
	static notrace void trace_##kind##_raw_event_##name(void *__data, proto)	\
	{										\
		struct trace_##kind##_raw_##name *entry;				\
		struct task_struct *__task __maybe_unused = NULL;			\
		u64 __count __maybe_unused = 1;						\
		u32 __end __maybe_unused = sizeof(*entry);				\
		struct trace_event_buffer __buf __uninitialized __aligned(8);		\
											\
		trace_event_eval(0, args);						\
		__TRACE_EACH_SIZE(tstruct)						\
		entry = trace_event_open(&__buf, __data, __end, __count, __task);	\
		if (!entry)								\
			return;								\
		__TRACE_EACH_LOC(tstruct)						\
		{ assign; }								\
		trace_event_buffer_commit(&__buf);					\
	}										\
											\
	static notrace const struct trace_field *					\
	trace_##kind##_fields_##name(struct trace_event_call *call, unsigned int *nr)	\
	{										\
		typedef struct trace_##kind##_raw_##name rec_t __maybe_unused;		\
		static const struct trace_field fields[] = { __TRACE_EACH_ROW(tstruct) }; \
											\
		return fields;								\
	}										\
											\
	static struct trace_event_class kind##_class_##name				\
	__maybe_unused __aligned(sizeof(long)) = {					\
		.system		= __stringify(TRACE_SYSTEM),				\
		.probe		= trace_##kind##_raw_event_##name,			\
		.reg		= trace_event_reg,					\
		.get_fields	= trace_##kind##_fields_##name,				\
		.nr_fields	= 0 __TRACE_EACH_COUNT(tstruct),			\
	};

/* A printer @name for records of the class @template. */
#define __TRACE_PRINTER(kind, template, name, print)					\
	static notrace enum print_line_t						\
	trace_##kind##_output_##name(struct trace_iterator *iter, int flags, struct trace_event *event) \
	{										\
		struct trace_##kind##_raw_##template *entry __maybe_unused = (void *)iter->ent; \
		struct trace_seq *p __maybe_unused = &iter->tmp_seq;			\
		int ret = trace_raw_output_prep(iter, event);				\
											\
		if (ret != TRACE_TYPE_HANDLED)						\
			return ret;							\
		return trace_event_printf(iter, print);					\
	}										\
	static struct trace_event_functions trace_##kind##_funcs_##name			\
	__maybe_unused = {								\
		.trace	= trace_##kind##_output_##name,					\
	};

/* @id: which of .tp and .name, and its value.  @text: which print format and printer. */
#define __TRACE_CALL(kind, prefix, template, _name, text, id, _flags)			\
	static struct trace_event_call kind##_##_name					\
	__used __aligned(sizeof(long)) = {						\
		.class		= &kind##_class_##template,				\
		{ id },									\
		.event.funcs	= &trace_##kind##_funcs_##text,				\
		.print_fmt	= prefix##print_fmt_##text,				\
		.flags		= _flags,						\
	};										\
	static struct trace_event_call *__##kind##_##_name				\
	__used __section("_ftrace_events") = &kind##_##_name;

#include <trace/stages/bpf.h>

/* === Custom events === */

#undef TRACE_CUSTOM_EVENT
#undef DECLARE_CUSTOM_EVENT_CLASS
#undef DEFINE_CUSTOM_EVENT

#define DECLARE_CUSTOM_EVENT_CLASS(name, proto, args, tstruct, assign, print)		\
	__TRACE_CLASS(custom_event, name, PARAMS(proto), PARAMS(args), PARAMS(tstruct), PARAMS(assign)) \
	__TRACE_PRINTER(custom_event, name, name, PARAMS(print))

/* The module that defines it calls the _update() function with each tracepoint until the right one came. */
#define DEFINE_CUSTOM_EVENT(template, _name, proto, args)				\
	__TRACE_CALL(custom_event, custom_, template, _name, template, .name = #_name, TRACE_EVENT_FL_CUSTOM) \
	static inline void trace_custom_event_##_name##_update(struct tracepoint *tp)	\
	{										\
		check_trace_callback_type_##_name(trace_custom_event_raw_event_##template); \
		if (strcmp(tp->name, #_name))						\
			return;								\
		custom_event_##_name.tp = tp;						\
		custom_event_##_name.flags = TRACE_EVENT_FL_TRACEPOINT;			\
	}

#define TRACE_CUSTOM_EVENT(name, proto, args, tstruct, assign, print)			\
	DECLARE_CUSTOM_EVENT_CLASS(name, PARAMS(proto), PARAMS(args), PARAMS(tstruct), PARAMS(assign), PARAMS(print)) \
	DEFINE_CUSTOM_EVENT(name, name, PARAMS(proto), PARAMS(args))

/* === Events === */

#undef DECLARE_TRACE
#undef DECLARE_TRACE_CONDITION
#undef DECLARE_EVENT_CLASS
#undef DEFINE_EVENT
#undef DEFINE_EVENT_FN
#undef DEFINE_EVENT_PRINT
#undef TRACE_EVENT_FLAGS
#undef TRACE_EVENT_PERF_PERM
#undef TRACE_DEFINE_ENUM
#undef TRACE_DEFINE_SIZEOF

#define DECLARE_TRACE(name, proto, args)						\
	__TRACE_BPF_BARE(name, PARAMS(proto), PARAMS(args), 0)
#define DECLARE_TRACE_CONDITION(name, proto, args, cond)				\
	__TRACE_BPF_BARE(name, PARAMS(proto), PARAMS(args), 0)
#define TRACE_DEFINE_ENUM(a)
#define TRACE_DEFINE_SIZEOF(a)

#define DECLARE_EVENT_CLASS(name, proto, args, tstruct, assign, print)			\
	__TRACE_CLASS(event, name, PARAMS(proto), PARAMS(args), PARAMS(tstruct), PARAMS(assign)) \
	__TRACE_PRINTER(event, name, name, PARAMS(print))				\
	__TRACE_BPF_CLASS(name, PARAMS(proto), PARAMS(args))

#define __TRACE_DEFINE_EVENT(template, _name, text)					\
	__TRACE_CALL(event, , template, _name, text, .tp = &__tracepoint_##_name, TRACE_EVENT_FL_TRACEPOINT) \
	static inline void trace_event_check_##_name(void)				\
	{										\
		check_trace_callback_type_##_name(trace_event_raw_event_##template);	\
	}

#define DEFINE_EVENT(template, name, proto, args)					\
	__TRACE_DEFINE_EVENT(template, name, template)					\
	__TRACE_BPF_EVENT(template, name, PARAMS(proto), PARAMS(args), 0)

#define DEFINE_EVENT_FN(template, name, proto, args, reg, unreg)			\
	DEFINE_EVENT(template, name, PARAMS(proto), PARAMS(args))

#define DEFINE_EVENT_PRINT(template, name, proto, args, print)				\
	__TRACE_PRINTER(event, template, name, PARAMS(print))				\
	__TRACE_DEFINE_EVENT(template, name, name)					\
	__TRACE_BPF_EVENT(template, name, PARAMS(proto), PARAMS(args), 0)

#define TRACE_EVENT_FLAGS(name, value)							\
	static int __init trace_event_set_flags_##name(void)				\
	{										\
		event_##name.flags |= value;						\
		return 0;								\
	}										\
	early_initcall(trace_event_set_flags_##name);

#ifdef CONFIG_PERF_EVENTS
#define TRACE_EVENT_PERF_PERM(name, expr...)						\
	static int trace_event_perf_perm_##name(struct trace_event_call *call, struct perf_event *p_event) \
	{										\
		return ({ expr; });							\
	}										\
	static struct trace_event_perf_perm trace_event_perm_##name = {			\
		.call = &event_##name, .allowed = trace_event_perf_perm_##name,		\
	};										\
	static int __init trace_event_add_perf_perm_##name(void)			\
	{										\
		trace_event_perf_perm_add(&trace_event_perm_##name);			\
		return 0;								\
	}										\
	early_initcall(trace_event_add_perf_perm_##name);
#else
#define TRACE_EVENT_PERF_PERM(name, expr...)
#endif

#include <trace/stages/kin.h>
