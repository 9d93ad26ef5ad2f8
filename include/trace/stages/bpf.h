/* SPDX-License-Identifier: GPL-2.0 */
/*
 * bpf.h - of the last pass: what BPF programs on raw tracepoints need.
 *
 *	__bpf_trace_NAME()		the probe of a class: its arguments as u64
 *	btf_trace_NAME			the type of a tracepoint, found by name in BTF
 *	__bpf_trace_tp_map_NAME		entry in the section __bpf_raw_tp_map
 */

#undef DEFINE_EVENT_WRITABLE
#undef DECLARE_TRACE_WRITABLE

#ifdef CONFIG_BPF_EVENTS

#ifndef __TRACE_BPF_CLASS

#include <linux/args.h>

/* An argument of any type of 1, 2, 4 or 8 bytes, not sign extended. */
#define __TRACE_BPF_UINT(x)								\
	typeof(__builtin_choose_expr(sizeof(x) == 1, (u8)0,				\
	       __builtin_choose_expr(sizeof(x) == 2, (u16)0,				\
	       __builtin_choose_expr(sizeof(x) == 4, (u32)0, (u64)0))))
#define __TRACE_BPF_U64(x)								\
({											\
	typeof(x) __from = (x);								\
	__TRACE_BPF_UINT(x) __to;							\
											\
	static_assert(sizeof(__from) == sizeof(__to));					\
	__builtin_memcpy(&__to, &__from, sizeof(__to));					\
	(u64)__to;									\
})

#define __TRACE_BPF_1(x, ...)	__TRACE_BPF_U64(x)
#define __TRACE_BPF_2(x, ...)	__TRACE_BPF_U64(x), __TRACE_BPF_1(__VA_ARGS__)
#define __TRACE_BPF_3(x, ...)	__TRACE_BPF_U64(x), __TRACE_BPF_2(__VA_ARGS__)
#define __TRACE_BPF_4(x, ...)	__TRACE_BPF_U64(x), __TRACE_BPF_3(__VA_ARGS__)
#define __TRACE_BPF_5(x, ...)	__TRACE_BPF_U64(x), __TRACE_BPF_4(__VA_ARGS__)
#define __TRACE_BPF_6(x, ...)	__TRACE_BPF_U64(x), __TRACE_BPF_5(__VA_ARGS__)
#define __TRACE_BPF_7(x, ...)	__TRACE_BPF_U64(x), __TRACE_BPF_6(__VA_ARGS__)
#define __TRACE_BPF_8(x, ...)	__TRACE_BPF_U64(x), __TRACE_BPF_7(__VA_ARGS__)
#define __TRACE_BPF_9(x, ...)	__TRACE_BPF_U64(x), __TRACE_BPF_8(__VA_ARGS__)
#define __TRACE_BPF_10(x, ...)	__TRACE_BPF_U64(x), __TRACE_BPF_9(__VA_ARGS__)
#define __TRACE_BPF_11(x, ...)	__TRACE_BPF_U64(x), __TRACE_BPF_10(__VA_ARGS__)
#define __TRACE_BPF_12(x, ...)	__TRACE_BPF_U64(x), __TRACE_BPF_11(__VA_ARGS__)

#define __TRACE_BPF_CLASS(name, proto, args)						\
	static notrace void __bpf_trace_##name(void *__data, proto)			\
	{										\
		struct task_struct *__task __maybe_unused;				\
		u64 __count __maybe_unused;						\
											\
		CONCATENATE(bpf_trace_run, COUNT_ARGS(args))				\
			(__data, CONCATENATE(__TRACE_BPF_, COUNT_ARGS(args))(args));	\
	}

/* The union is there to keep the type in the debug information. */
#define __TRACE_BPF_EVENT(template, name, proto, args, size)				\
	typedef void (*btf_trace_##name)(void *__data, proto);				\
	static union {									\
		struct bpf_raw_event_map	map;					\
		btf_trace_##name		type;					\
	} __bpf_trace_tp_map_##name							\
	__used __section("__bpf_raw_tp_map") = {					\
		.map = {								\
			.tp		= &__tracepoint_##name,				\
			.bpf_func	= __bpf_trace_##template,			\
			.num_args	= COUNT_ARGS(args),				\
			.writable_size	= size,						\
		},									\
	};

/* A tracepoint without an event is its own class. */
#define __TRACE_BPF_BARE(name, proto, args, size)					\
	__TRACE_BPF_CLASS(name, PARAMS(proto), PARAMS(args))				\
	__TRACE_BPF_EVENT(name, name, PARAMS(proto), PARAMS(args), size)

#endif /* __TRACE_BPF_CLASS */

/* @size: bytes that the first argument points to and a program may change. */
#define DEFINE_EVENT_WRITABLE(template, name, proto, args, size)			\
	__TRACE_DEFINE_EVENT(template, name, template)					\
	__TRACE_BPF_EVENT(template, name, PARAMS(proto), PARAMS(args), size)
#define DECLARE_TRACE_WRITABLE(name, proto, args, size)					\
	__TRACE_BPF_BARE(name, PARAMS(proto), PARAMS(args), size)

#else /* !CONFIG_BPF_EVENTS */

#undef __TRACE_BPF_CLASS
#define __TRACE_BPF_CLASS(name, proto, args)
#undef __TRACE_BPF_EVENT
#define __TRACE_BPF_EVENT(template, name, proto, args, size)
#undef __TRACE_BPF_BARE
#define __TRACE_BPF_BARE(name, proto, args, size)

#endif
