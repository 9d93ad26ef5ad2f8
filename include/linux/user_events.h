/* SPDX-License-Identifier: GPL-2.0 */
/*
 * user_events.h - what fork, exec and exit tell the events that programs define for themselves.
 *
 * The file user_events_data does not exist yet, so nobody is told anything.
 */
#ifndef _LINUX_USER_EVENTS_H
#define _LINUX_USER_EVENTS_H

#include <uapi/linux/user_events.h>

struct task_struct;

static inline void user_events_fork(struct task_struct *t, u64 clone_flags) { }
static inline void user_events_execve(struct task_struct *t) { }
static inline void user_events_exit(struct task_struct *t) { }

#endif /* _LINUX_USER_EVENTS_H */
