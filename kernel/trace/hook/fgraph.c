// SPDX-License-Identifier: GPL-2.0
/*
 * Hooks on the return of functions: a shadow stack for each task.
 *
 * On entry of a function the address it returns to is exchanged for return_to_handler's and kept in a
 * frame on the task's shadow stack.  All users share the frame of a call; a mask says whose return
 * handlers want to be told.
 *
 * Who may write what: a task pushes and pops its own frames, in task context or in an interrupt that
 * nests inside and leaves the stack as it found it.  A push takes the index first and fills the frame
 * after, so what interrupts it uses frames above.  ->slot is cleared before a frame is given up: frames above
 * the top never match anything, which is all that the unwinder, on any CPU, relies on.
 *
 * A tail call is entered with return_to_handler already in the slot.  It gets a frame of its own
 * over the same slot, and returns to return_to_handler, which then serves the frame below.
 *
 * A task may sleep in a hooked function for ever, so a user that left may still be in masks.  Before its bit
 * is given to another user, the bit is cleared in all frames of all tasks.
 */
#include <linux/ftrace.h>
#include <linux/trace_clock.h>

#include "fgraph.h"

static DEFINE_MUTEX(fgraph_lock);		/* users come and go; taken before hook_lock */
static unsigned long users_taken;		/* bits of users that frames may still hold; fgraph_lock */

/* --- entry --- */

/* Is the call of the function at @ip, with its return address at @slot, on top already? */
static bool on_top(const struct fgraph_frame *stack, int top, unsigned long ip, const unsigned long *slot,
		   unsigned long bit)
{
	const struct fgraph_frame *f = &stack[top - 1];

	return top && f->slot == slot && f->ip == ip && *slot == (unsigned long)return_to_handler &&
	       !(f->mask & bit);
}

/* A new frame on top, linked into the real stack. */
static void push(struct fgraph_frame *f, unsigned long ip, unsigned long *slot, unsigned long bit,
		 unsigned long mute)
{
	f->ret = *slot;
	f->ip = ip;
	f->mask = bit;
	f->mute = mute;
	f->subtime = 0;
	f->slot = slot;
	f->calltime = fgraph_nr_timed ? trace_clock_local() : 0;
	barrier();
	*slot = (unsigned long)return_to_handler;
}

/* The hook of every user. */
static void fgraph_enter(unsigned long ip, unsigned long parent_ip, struct ftrace_ops *op, struct ftrace_regs *fregs)
{
	struct fgraph_ops *gops = container_of(op, struct fgraph_ops, ops);
	unsigned long *slot = (unsigned long *)ftrace_regs_get_stack_pointer(fregs);
	struct task_struct *t = current;
	struct fgraph_frame *stack = frames_of(t);
	int top, rec, depth, what = FGRAPH_SKIP;
	unsigned long bit;
	bool shared, muted;

	if (unlikely(!stack || atomic_read(&t->tracing_graph_pause)))
		return;
	rec = trace_recursion_enter(TRACE_RECURSION_HOOK);
	if (rec < 0)
		return;

	bit = 1UL << gops->idx;
	top = t->curr_ret_stack;
	shared = on_top(stack, top, ip, slot, bit);
	depth = depth_of(stack, top - shared, bit, &muted);
	if (unlikely(!shared && top >= MAX_FRAMES))
		atomic_inc(&t->trace_overrun);
	else if (!muted)
		what = gops->entry(gops, ip, parent_ip, fregs, depth);
	if (what != FGRAPH_SKIP && shared) {
		stack[top - 1].mask |= bit;
		stack[top - 1].mute |= what == FGRAPH_MUTE ? bit : 0;
	} else if (what != FGRAPH_SKIP) {
		WRITE_ONCE(t->curr_ret_stack, top + 1);
		barrier();
		push(&stack[top], ip, slot, bit, what == FGRAPH_MUTE ? bit : 0);
	}
	trace_recursion_exit(rec);
}

/**
 * ftrace_graph_ret_addr() - the return address that return_to_handler stands for
 * @task:	whose stack it is on; current, or not running
 * @idx:	not needed
 * @ret:	the address found on the stack
 * @retp:	where it was found
 *
 * Context: any.
 * Return: the real address; @ret if it is no hooked return.
 */
unsigned long ftrace_graph_ret_addr(struct task_struct *task, int *idx, unsigned long ret, unsigned long *retp)
{
	struct fgraph_frame *stack;
	int i;

	if (likely(ret != (unsigned long)return_to_handler))
		return ret;
	stack = frames_of(task);
	if (!stack)
		return ret;
	i = frame_at(stack, min(READ_ONCE(task->curr_ret_stack), MAX_FRAMES), retp);
	if (i < 0)
		return ret;
	/* Frames of tail calls lie over the one that knows. */
	while (i > 0 && stack[i].ret == (unsigned long)return_to_handler && stack[i - 1].slot == retp)
		i--;
	return stack[i].ret;
}

/* --- users --- */

/**
 * register_ftrace_graph() - hook entry and return of functions
 * @gops:	the user; ->entry is set, the sets of ->ops say which functions
 *
 * Context: task.
 * Return: 0, -EBUSY: no bit left, -ENOMEM.
 */
int register_ftrace_graph(struct fgraph_ops *gops)
{
	int idx, ret;

	guard(mutex)(&fgraph_lock);
	idx = ffz(users_taken);
	if (idx >= MAX_USERS)
		return -EBUSY;
	fgraph_nr_users++;
	ret = fgraph_stacks_for_all();
	if (ret) {
		fgraph_nr_users--;
		return ret;
	}
	gops->idx = idx;
	gops->ops.func = fgraph_enter;
	gops->ops.flags |= FTRACE_OPS_FL_GRAPH;
	users_taken |= 1UL << idx;
	WRITE_ONCE(fgraph_users[idx], gops);
	fgraph_nr_timed += gops->want_time;
	ret = register_ftrace_function(&gops->ops);
	if (ret) {
		WRITE_ONCE(fgraph_users[idx], NULL);
		users_taken &= ~(1UL << idx);
		fgraph_nr_timed -= gops->want_time;
		fgraph_nr_users--;
	}
	return ret;
}

/**
 * unregister_ftrace_graph() - undo register_ftrace_graph()
 * @gops:	the user; neither handler runs any more when this returns
 *
 * Context: task, waits for a grace period.
 * Return: 0, -EBUSY: it was not registered.
 */
int unregister_ftrace_graph(struct fgraph_ops *gops)
{
	int ret;

	guard(mutex)(&fgraph_lock);
	if (fgraph_users[gops->idx] != gops)
		return -EBUSY;
	/* Waits for everybody inside fgraph_enter() and fgraph_return(), so nobody holds the pointer after. */
	WRITE_ONCE(fgraph_users[gops->idx], NULL);
	gops->ops.flags |= FTRACE_OPS_FL_DYNAMIC;
	ret = unregister_ftrace_function(&gops->ops);
	fgraph_clear_bit(gops->idx);
	users_taken &= ~(1UL << gops->idx);
	fgraph_nr_timed -= gops->want_time;
	fgraph_nr_users--;
	return ret;
}
