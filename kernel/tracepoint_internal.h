/* SPDX-License-Identifier: GPL-2.0 */
/*
 * tracepoint_internal.h - what tracepoint.c needs of things that a config may leave out.
 */
#ifndef _KERNEL_TRACEPOINT_INTERNAL_H
#define _KERNEL_TRACEPOINT_INTERNAL_H

#include <linux/module.h>
#include <linux/sched.h>
#include <linux/thread_info.h>
#include <linux/tracepoint.h>

/* Sites can be made to call a probe without going through a pointer. */
#ifdef CONFIG_HAVE_STATIC_CALL
#define TRACEPOINT_DIRECT	true
#else
#define TRACEPOINT_DIRECT	false
#endif

#ifdef CONFIG_MODULES
static inline tracepoint_ptr_t *module_tracepoints(struct module *mod, unsigned int *nr)
{
	*nr = mod->num_tracepoints;
	return mod->tracepoints_ptrs;
}

/* A module that was built for another kernel may have another idea of struct tracepoint. */
static inline bool module_is_foreign(const struct module *mod)
{
	return mod->taints & (BIT(TAINT_PROPRIETARY_MODULE) | BIT(TAINT_FORCED_MODULE));
}
#else
static inline tracepoint_ptr_t *module_tracepoints(struct module *mod, unsigned int *nr)
{
	*nr = 0;
	return NULL;
}

static inline bool module_is_foreign(const struct module *mod)
{
	return false;
}
#endif

#ifdef CONFIG_HAVE_SYSCALL_TRACEPOINTS
static inline void task_trace_syscalls(struct task_struct *p, bool on)
{
	if (on)
		set_task_syscall_work(p, SYSCALL_TRACEPOINT);
	else
		clear_task_syscall_work(p, SYSCALL_TRACEPOINT);
}
#else
static inline void task_trace_syscalls(struct task_struct *p, bool on)
{
}
#endif

#endif /* _KERNEL_TRACEPOINT_INTERNAL_H */
