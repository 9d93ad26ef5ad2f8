/* SPDX-License-Identifier: GPL-2.0 */
/*
 * fgraph.h - frames of a shadow stack: between pushing (fgraph.c) and popping (fgraph_stack.c) them.
 */
#ifndef _TRACE_HOOK_FGRAPH_H
#define _TRACE_HOOK_FGRAPH_H

#include <linux/ftrace.h>
#include <linux/sched.h>
#include "hook_internal.h"

#define STACK_BYTES	8192
#define MAX_USERS	16

/**
 * struct fgraph_frame - one call of a hooked function
 * @ret:	where it really returns to
 * @ip:		its site
 * @slot:	where the return address stands on the real stack; NULL: frame not in use
 * @calltime:	local clock on entry, 0 when nobody asked for times
 * @subtime:	time spent in hooked functions that it called
 * @mask:	users that have it on their minds
 * @mute:	those of them that do not want to hear of its return, nor of what it calls
 */
struct fgraph_frame {
	unsigned long	ret;
	unsigned long	ip;
	unsigned long	*slot;
	u64		calltime;
	u64		subtime;
	unsigned long	mask;
	unsigned long	mute;
};

#define MAX_FRAMES	((int)(STACK_BYTES / sizeof(struct fgraph_frame)))

/* fgraph_lock; fgraph_users is read by hooks, see unregister_ftrace_graph(). */
extern struct fgraph_ops *fgraph_users[MAX_USERS];
extern int fgraph_nr_users;
extern int fgraph_nr_timed;		/* users that want times */

static inline struct fgraph_frame *frames_of(struct task_struct *t)
{
	return (struct fgraph_frame *)READ_ONCE(t->ret_stack);
}

/* Calls of a user around the frame at @top; *@muted: the innermost silences what it calls. */
static inline int depth_of(const struct fgraph_frame *stack, int top, unsigned long bit, bool *muted)
{
	int depth = 0;

	*muted = false;
	while (top--) {
		if (!(stack[top].mask & bit))
			continue;
		if (!depth++)
			*muted = stack[top].mute & bit;
	}
	return depth;
}

/* Index of the frame whose return address stands at @slot; frames above it are of calls that never returned. */
static inline int frame_at(const struct fgraph_frame *stack, int top, const unsigned long *slot)
{
	while (top-- > 0)
		if (stack[top].slot == slot)
			return top;
	return -1;
}

int fgraph_stacks_for_all(void);
void fgraph_clear_bit(int idx);		/* in all frames of all tasks */

#endif /* _TRACE_HOOK_FGRAPH_H */
