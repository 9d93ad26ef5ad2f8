/* SPDX-License-Identifier: GPL-2.0 */
/*
 * tracepoint-defs.h - the types of tracepoints, for headers that cannot take all of <linux/tracepoint.h>.
 *
 * A header whose inline functions have a tracepoint names it with DECLARE_TRACEPOINT(), tests it with
 * tracepoint_enabled() and calls a function elsewhere that does the tracing.
 */
#ifndef _LINUX_TRACEPOINT_DEFS_H
#define _LINUX_TRACEPOINT_DEFS_H

#include <linux/atomic.h>
#include <linux/jump_label.h>
#include <linux/types.h>

struct static_call_key;

/* One probe of a tracepoint. */
struct tracepoint_func {
	void	*func;		/* void (*)(void *data, arguments of the tracepoint); NULL ends the list */
	void	*data;
	int	prio;		/* higher is called earlier */
};

/* What few tracepoints need. */
struct tracepoint_ext {
	int	(*regfunc)(void);	/* before the first probe is there; an error refuses it */
	void	(*unregfunc)(void);	/* after the last one went */
};

/**
 * struct tracepoint - a place in the code that probes can be hung on
 * @funcs:		the probes, NULL when there are none; readers have preemption off, one writer at a time
 *			(tracepoints_mutex)
 * @key:		on while @funcs is set
 * @iterator:		calls each of @funcs
 * @static_call_key:	what the sites call: @iterator, or a probe directly
 * @static_call_tramp:	for architectures that call through it
 * @ext:		NULL for most
 * @name:		unique in the kernel and all its modules
 */
struct tracepoint {
	struct tracepoint_func __rcu	*funcs;
	struct static_key_false		key;
	void				*iterator;
	struct static_call_key		*static_call_key;
	void				*static_call_tramp;
	const struct tracepoint_ext	*ext;
	const char			*name;
};

/* How the table of tracepoints of the kernel or of a module names one. */
#ifdef CONFIG_HAVE_ARCH_PREL32_RELOCATIONS
typedef const int tracepoint_ptr_t;
#else
typedef struct tracepoint * const tracepoint_ptr_t;
#endif

/* A tracepoint as BPF attaches to it; rows of the section __bpf_raw_tp_map. */
struct bpf_raw_event_map {
	void			*bpf_func;
	struct tracepoint	*tp;
	u32			writable_size;	/* bytes of the first argument that a program may change */
	u32			num_args;
} __aligned(32);

/* One row of the tables that __print_flags_u64() and __print_symbolic_u64() take; ends with a NULL @name. */
struct trace_print_flags_u64 {
	unsigned long long	mask;
	const char		*name;
};

/* Likewise for __print_flags() and __print_symbolic(). */
struct trace_print_flags {
	unsigned long	mask;
	const char	*name;
};

#define DECLARE_TRACEPOINT(tp)	extern struct tracepoint __tracepoint_##tp

#ifdef CONFIG_TRACEPOINTS
#define tracepoint_enabled(tp)	static_branch_unlikely(&__tracepoint_##tp.key)
#else
#define tracepoint_enabled(tp)	false
#endif

#endif /* _LINUX_TRACEPOINT_DEFS_H */
