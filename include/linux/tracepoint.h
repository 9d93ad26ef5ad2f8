/* SPDX-License-Identifier: GPL-2.0 */
/*
 * tracepoint.h - places in the code that probes can be hung on while it runs.
 *
 * A header declares a tracepoint with DECLARE_TRACE() or one of the TRACE_EVENT() family, one C file makes it
 * (CREATE_TRACE_POINTS or DEFINE_TRACE()), any code hits it with trace_NAME(...).  A site costs a no-op while
 * there is no probe.  With one, it calls that probe directly where the architecture can patch calls; with
 * more, it calls __traceiter_NAME(), which calls each.  Probes run with preemption off.
 *
 * See Documentation/trace/tracepoints.rst.
 */
#ifndef _LINUX_TRACEPOINT_H
#define _LINUX_TRACEPOINT_H

#include <linux/compiler.h>
#include <linux/cpumask.h>
#include <linux/errno.h>
#include <linux/preempt.h>
#include <linux/rcupdate.h>
#include <linux/smp.h>
#include <linux/static_call.h>
#include <linux/tracepoint-defs.h>
#include <linux/types.h>

struct module;
struct notifier_block;

/* A value that a print format uses by name: TRACE_DEFINE_ENUM(), TRACE_DEFINE_SIZEOF(). */
struct trace_eval_map {
	const char	*system;
	const char	*eval_string;
	unsigned long	eval_value;
};

#define TRACEPOINT_DEFAULT_PRIO	10

/*
 * A probe that is never called.  While it is registered, the tracepoint is on and its sites call the iterator, so
 * that a hook on the function __traceiter_NAME() sees every hit with its arguments.
 */
#define TRACEPOINT_PROBE_NONE	((void *)1UL)

/* --- tracepoint.c --- */

int tracepoint_probe_register(struct tracepoint *tp, void *probe, void *data);
int tracepoint_probe_register_prio(struct tracepoint *tp, void *probe, void *data, int prio);
int tracepoint_probe_register_prio_may_exist(struct tracepoint *tp, void *probe, void *data, int prio);
int tracepoint_probe_unregister(struct tracepoint *tp, void *probe, void *data);
void for_each_kernel_tracepoint(void (*fct)(struct tracepoint *tp, void *priv), void *priv);

/* Wait until no probe that was unregistered before runs any more.  Context: task. */
static inline void tracepoint_synchronize_unregister(void)
{
	if (IS_ENABLED(CONFIG_TRACEPOINTS))
		synchronize_rcu();
}

/* As tracepoint_probe_register(), for callers that take -EEXIST for an answer. */
static inline int tracepoint_probe_register_may_exist(struct tracepoint *tp, void *probe, void *data)
{
	return tracepoint_probe_register_prio_may_exist(tp, probe, data, TRACEPOINT_DEFAULT_PRIO);
}

/* For the tracepoints that every system call passes: switch them on in all tasks. */
int syscall_regfunc(void);
void syscall_unregfunc(void);

/* A module with tracepoints; what the notifiers get. */
struct tp_module {
	struct list_head	list;		/* tracepoint_module_list_mutex */
	struct module		*mod;
};

#ifdef CONFIG_TRACEPOINTS
int register_tracepoint_module_notifier(struct notifier_block *nb);
int unregister_tracepoint_module_notifier(struct notifier_block *nb);
void for_each_module_tracepoint(void (*fct)(struct tracepoint *tp, struct module *mod, void *priv), void *priv);
void for_each_tracepoint_in_module(struct module *mod,
				   void (*fct)(struct tracepoint *tp, struct module *mod, void *priv), void *priv);
#else
static inline int register_tracepoint_module_notifier(struct notifier_block *nb)
{
	return 0;
}

static inline int unregister_tracepoint_module_notifier(struct notifier_block *nb)
{
	return 0;
}
#endif

/* --- arguments of the macros below that hold commas --- */

#define TP_CONDITION(args...)	args
#define TP_ARGS(args...)	args
#define TP_PROTO(args...)	args
#define PARAMS(args...)		args

/* --- the table of tracepoints of the kernel or of a module --- */

static inline struct tracepoint *tracepoint_ptr_deref(tracepoint_ptr_t *p)
{
#ifdef CONFIG_HAVE_ARCH_PREL32_RELOCATIONS
	return offset_to_ptr(p);
#else
	return *p;
#endif
}

#ifdef CONFIG_HAVE_ARCH_PREL32_RELOCATIONS
#define __TRACEPOINT_LIST(name)						\
	asm(".pushsection \"__tracepoints_ptrs\", \"a\"\n"		\
	    "\t.balign 4\n"						\
	    "\t.long __tracepoint_" #name " - .\n"			\
	    ".popsection\n")
#else
#define __TRACEPOINT_LIST(name)						\
	static tracepoint_ptr_t __tp_listed_##name __used		\
	__section("__tracepoints_ptrs") = &__tracepoint_##name
#endif

/* --- a tracepoint --- */

/*
 * Without tracing a header may still be read: NOTRACE leaves all tracepoints of that file out.
 */
#if defined(CONFIG_TRACEPOINTS) && !defined(NOTRACE)
#define TRACEPOINTS_ENABLED
#endif

#ifdef TRACEPOINTS_ENABLED

/*
 * A hit.  A CPU that is not online may be one that RCU does not wait for, so it must not look at the probes.
 * @funcs and the call belong together: tracepoint.c changes the target of the call only when no site can
 * have read a list of probes that does not suit it.
 */
#define __TRACE_HIT(name, args, cond)							\
do {											\
	struct tracepoint_func *__hit;							\
											\
	if (!cpu_online(raw_smp_processor_id()) || !(cond))				\
		break;									\
	preempt_disable_notrace();							\
	__hit = rcu_dereference_raw(__tracepoint_##name.funcs);				\
	if (__hit)									\
		static_call(tp_func_##name)(__hit->data, args);				\
	preempt_enable_notrace();							\
} while (0)

/*
 * @data_proto: void *__data and @proto.  With lockdep, a site where RCU does not watch is reported even if
 * nobody traces it.
 */
#define __DECLARE_TRACE(name, proto, args, cond, data_proto)				\
	extern struct tracepoint __tracepoint_##name;					\
	void __traceiter_##name(data_proto);						\
	DECLARE_STATIC_CALL(tp_func_##name, __traceiter_##name);			\
	static inline void trace_##name(proto)						\
	{										\
		if (static_branch_unlikely(&__tracepoint_##name.key))			\
			__TRACE_HIT(name, PARAMS(args), PARAMS(cond));			\
		if (IS_ENABLED(CONFIG_LOCKDEP) && cpu_online(raw_smp_processor_id()) && (cond)) \
			WARN_ONCE(!rcu_is_watching(), "tracepoint " #name ": RCU does not watch here"); \
	}										\
	static inline bool trace_##name##_enabled(void)					\
	{										\
		return static_branch_unlikely(&__tracepoint_##name.key);		\
	}										\
	static inline int register_trace_##name(void (*probe)(data_proto), void *data)	\
	{										\
		return tracepoint_probe_register(&__tracepoint_##name, probe, data);	\
	}										\
	static inline int register_trace_prio_##name(void (*probe)(data_proto), void *data, int prio) \
	{										\
		return tracepoint_probe_register_prio(&__tracepoint_##name, probe, data, prio); \
	}										\
	static inline int unregister_trace_##name(void (*probe)(data_proto), void *data) \
	{										\
		return tracepoint_probe_unregister(&__tracepoint_##name, probe, data);	\
	}										\
	static inline void check_trace_callback_type_##name(void (*cb)(data_proto))	\
	{										\
	}

/*
 * @target: what the sites call at first.  The iterator suits always; the probe that will most likely be the
 * first one saves patching the sites when it comes.
 */
#define __DEFINE_TRACE_TARGET(_name, _ext, target, proto, args)				\
	struct tracepoint __tracepoint_##_name						\
	__used __section("__tracepoints") __aligned(sizeof(long)) = {			\
		.name			= #_name,					\
		.key			= STATIC_KEY_FALSE_INIT,			\
		.static_call_key	= &STATIC_CALL_KEY(tp_func_##_name),		\
		.static_call_tramp	= STATIC_CALL_TRAMP_ADDR(tp_func_##_name),	\
		.iterator		= &__traceiter_##_name,				\
		.ext			= _ext,						\
	};										\
	__TRACEPOINT_LIST(_name);							\
	void __traceiter_##_name(void *__data, proto)					\
	{										\
		struct tracepoint_func *__it = rcu_dereference_raw(__tracepoint_##_name.funcs); \
											\
		for (; __it && __it->func; __it++)					\
			((void (*)(void *, proto))__it->func)(__it->data, args);	\
	}										\
	DEFINE_STATIC_CALL(tp_func_##_name, target)

#define DEFINE_TRACE_FN(name, reg, unreg, proto, args)					\
	static const struct tracepoint_ext __tp_ext_##name = {				\
		.regfunc = reg, .unregfunc = unreg,					\
	};										\
	__DEFINE_TRACE_TARGET(name, &__tp_ext_##name, __traceiter_##name, PARAMS(proto), PARAMS(args))

#define DEFINE_TRACE(name, proto, args)							\
	__DEFINE_TRACE_TARGET(name, NULL, __traceiter_##name, PARAMS(proto), PARAMS(args))

#define EXPORT_TRACEPOINT_SYMBOL(name)							\
	EXPORT_SYMBOL(__tracepoint_##name);						\
	EXPORT_SYMBOL(__traceiter_##name);						\
	EXPORT_STATIC_CALL(tp_func_##name)

#define EXPORT_TRACEPOINT_SYMBOL_GPL(name)						\
	EXPORT_SYMBOL_GPL(__tracepoint_##name);						\
	EXPORT_SYMBOL_GPL(__traceiter_##name);						\
	EXPORT_STATIC_CALL_GPL(tp_func_##name)

#else /* !TRACEPOINTS_ENABLED */

#define __DECLARE_TRACE(name, proto, args, cond, data_proto)				\
	static inline void trace_##name(proto)						\
	{										\
	}										\
	static inline bool trace_##name##_enabled(void)					\
	{										\
		return false;								\
	}										\
	static inline int register_trace_##name(void (*probe)(data_proto), void *data)	\
	{										\
		return -ENOSYS;								\
	}										\
	static inline int register_trace_prio_##name(void (*probe)(data_proto), void *data, int prio) \
	{										\
		return -ENOSYS;								\
	}										\
	static inline int unregister_trace_##name(void (*probe)(data_proto), void *data) \
	{										\
		return -ENOSYS;								\
	}										\
	static inline void check_trace_callback_type_##name(void (*cb)(data_proto))	\
	{										\
	}

#define __DEFINE_TRACE_TARGET(name, ext, target, proto, args)
#define DEFINE_TRACE_FN(name, reg, unreg, proto, args)
#define DEFINE_TRACE(name, proto, args)
#define EXPORT_TRACEPOINT_SYMBOL(name)
#define EXPORT_TRACEPOINT_SYMBOL_GPL(name)

#endif /* TRACEPOINTS_ENABLED */

/* --- strings that records point to --- */

/*
 * tracepoint_string() - a constant string that a record may hold the address of
 *
 * The file printk_formats lists such strings with their addresses, so that a tool which reads raw records can
 * print them.  Not for modules: their strings go away.
 * __tracepoint_string does the same for a pointer that the caller defines.
 */
#ifdef CONFIG_TRACING
#define __tracepoint_string	__used __section("__tracepoint_str")
#define tracepoint_string(text)								\
({											\
	static const char *__listed_str __tracepoint_string = text;			\
											\
	__listed_str;									\
})
#else
#define __tracepoint_string
#define tracepoint_string(text)	(text)
#endif

#include <trace/stages/declare.h>

#endif /* _LINUX_TRACEPOINT_H */
