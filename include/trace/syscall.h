/* SPDX-License-Identifier: GPL-2.0 */
/*
 * syscall.h - what is known of a system call for tracing; made by SYSCALL_DEFINEx() in <linux/syscalls.h>.
 */
#ifndef _TRACE_SYSCALL_H
#define _TRACE_SYSCALL_H

#include <linux/poll.h>		/* before <linux/syscalls.h>: both have a __MAP() */
#include <linux/sched.h>
#include <linux/thread_info.h>
#include <linux/trace_events.h>
#include <linux/tracepoint.h>

/**
 * struct syscall_metadata - one system call
 * @name:	of its function without prefix of the architecture: "sys_openat"
 * @syscall_nr:	its number, -1 if no entry of the table of system calls is it; fixed after boot
 * @nb_args:	number of arguments
 * @types:	of the arguments, as written
 * @args:	their names
 * @enter_fields: only for the initialiser in <linux/syscalls.h>
 * @enter_event: sys_enter_NAME
 * @exit_event:	sys_exit_NAME
 * @fields:	of the record of @enter_event, made when first asked for; never changed then
 */
struct syscall_metadata {
	const char		*name;
	int			syscall_nr;
	int			nb_args;
	const char		**types;
	const char		**args;
	struct list_head	enter_fields;
	struct trace_event_call	*enter_event;
	struct trace_event_call	*exit_event;
	struct trace_field	*fields;
};

#if defined(CONFIG_TRACEPOINTS) && defined(CONFIG_HAVE_SYSCALL_TRACEPOINTS)
/*
 * A new task takes the flag from its parent as it is when the task becomes visible: the copy may be older than a
 * syscall_regfunc() or syscall_unregfunc() that went through the list of tasks.  tasklist_lock is held.
 */
static inline void syscall_tracepoint_update(struct task_struct *child)
{
	bool traced = test_syscall_work(SYSCALL_TRACEPOINT);

	if (traced == !!test_task_syscall_work(child, SYSCALL_TRACEPOINT))
		return;
	if (traced)
		set_task_syscall_work(child, SYSCALL_TRACEPOINT);
	else
		clear_task_syscall_work(child, SYSCALL_TRACEPOINT);
}
#else
static inline void syscall_tracepoint_update(struct task_struct *child)
{
}
#endif

#endif /* _TRACE_SYSCALL_H */
