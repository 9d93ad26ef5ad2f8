// SPDX-License-Identifier: GPL-2.0
/*
 * Shadow stacks: each task's own, and what happens when a function returns through one.
 *
 * See fgraph.c for how frames get there, and who may write what.
 */
#include <linux/ftrace.h>
#include <linux/sched/signal.h>
#include <linux/sched/task.h>
#include <linux/slab.h>
#include <linux/trace_clock.h>

#include "fgraph.h"

struct fgraph_ops *fgraph_users[MAX_USERS];	/* see fgraph.h */
int fgraph_nr_users __read_mostly;
int fgraph_nr_timed __read_mostly;

/* --- return --- */

static void tell_users(struct fgraph_frame *stack, int i, unsigned long retval)
{
	struct fgraph_frame *f = &stack[i];
	struct fgraph_ret ret = {
		.ip		= f->ip,
		.parent_ip	= f->ret,
		.retval		= retval,
		.calltime	= f->calltime,
		.subtime	= f->subtime,
	};
	unsigned long mask = f->mask & ~f->mute;
	bool muted;

	if (f->calltime && fgraph_nr_timed) {
		ret.rettime = trace_clock_local();
		if (i)
			f[-1].subtime += ret.rettime - ret.calltime;
	}
	while (mask) {
		int idx = __ffs(mask);
		struct fgraph_ops *gops = READ_ONCE(fgraph_users[idx]);

		mask &= mask - 1;
		if (!gops)
			continue;
		ret.depth = depth_of(stack, i, 1UL << idx, &muted);
		gops->ret(gops, &ret);
	}
}

/**
 * fgraph_return() - a hooked function has returned
 * @regs:	the two registers of its value
 * @slot:	where its return address stood; filled with where to go on
 *
 * Context: called by return_to_handler.
 */
void fgraph_return(const unsigned long *regs, unsigned long *slot)
{
	struct task_struct *t = current;
	struct fgraph_frame *stack = frames_of(t);
	int i, rec, top = t->curr_ret_stack;

	i = top - 1;
	if (unlikely(i < 0 || stack[i].slot != slot))
		i = stack ? frame_at(stack, top, slot) : -1;
	if (unlikely(i < 0))
		panic("hook: return address of %s/%d is lost", t->comm, t->pid);

	rec = trace_recursion_enter(TRACE_RECURSION_HOOK);
	if (likely(rec >= 0)) {
		tell_users(stack, i, regs[0]);
		trace_recursion_exit(rec);
	}

	/* The unwinder looks at the real stack first, so that must be right before the frame is gone. */
	WRITE_ONCE(*slot, stack[i].ret);
	barrier();
	while (top-- > i) {
		stack[top].slot = NULL;
		barrier();
	}
	WRITE_ONCE(t->curr_ret_stack, i);
}

/**
 * fgraph_skip_time() - a task was off the CPU: leave that out of its calls
 * @task:	about to run, not running
 * @delta:	local clock
 *
 * Context: the scheduler, preemption off.
 */
void fgraph_skip_time(struct task_struct *task, u64 delta)
{
	struct fgraph_frame *stack = frames_of(task);
	int top = stack ? min(READ_ONCE(task->curr_ret_stack), MAX_FRAMES) : 0;

	while (top-- > 0)
		stack[top].calltime += delta;
}

/* --- stacks --- */

static void *stack_alloc(gfp_t gfp)
{
	return kzalloc(STACK_BYTES, gfp);
}

static void stack_give(struct task_struct *t, void *stack)
{
	t->curr_ret_stack = 0;
	atomic_set(&t->tracing_graph_pause, 0);
	atomic_set(&t->trace_overrun, 0);
	t->ftrace_timestamp = 0;
	/* The task may be running and take it at once. */
	smp_store_release(&t->ret_stack, stack);
}

enum { BATCH = 32 };

/* Give @stacks to tasks without; returns how many are left over. */
static int give_batch(void **stacks, int n)
{
	struct task_struct *p, *t;
	int cpu;

	for_each_possible_cpu(cpu) {
		t = idle_task(cpu);
		if (n && t && !t->ret_stack)
			stack_give(t, stacks[--n]);
	}
	read_lock(&tasklist_lock);
	for_each_process_thread(p, t) {
		if (!n)
			break;
		if (!t->ret_stack)
			stack_give(t, stacks[--n]);
	}
	read_unlock(&tasklist_lock);
	return n;
}

/* Every task gets a stack.  New ones get theirs from fork, as soon as fgraph_nr_users says so. */
int fgraph_stacks_for_all(void)
{
	void *stacks[BATCH];
	int n, left;

	do {
		for (n = 0; n < BATCH; n++) {
			stacks[n] = stack_alloc(GFP_KERNEL);
			if (!stacks[n])
				break;
		}
		left = n ? give_batch(stacks, n) : 0;
		if (!n)
			return -ENOMEM;
		for (int i = 0; i < left; i++)
			kfree(stacks[i]);
	} while (!left);
	return 0;
}

/**
 * ftrace_graph_init_task() - a task is being forked
 * @t:		a copy of its parent
 *
 * Context: task.
 */
void ftrace_graph_init_task(struct task_struct *t)
{
	void *stack = NULL;

	if (READ_ONCE(fgraph_nr_users))
		stack = stack_alloc(GFP_KERNEL);
	stack_give(t, stack);
}

void ftrace_graph_exit_task(struct task_struct *t)
{
	unsigned long *stack = t->ret_stack;

	t->ret_stack = NULL;
	/* What interrupts must not find it any more. */
	barrier();
	kfree(stack);
}

/**
 * ftrace_graph_init_idle_task() - an idle task is made, or starts again on a CPU that was off
 * @t:		the task
 * @cpu:	its CPU
 *
 * Context: boot or hotplug; may not sleep.
 */
void ftrace_graph_init_idle_task(struct task_struct *t, int cpu)
{
	void *stack = t->ret_stack;

	/* Calls that it was in when its CPU went off never return. */
	if (stack)
		memset(stack, 0, STACK_BYTES);
	else if (READ_ONCE(fgraph_nr_users))
		stack = stack_alloc(GFP_ATOMIC);
	stack_give(t, stack);
}

/* --- users that left --- */

static void clear_bit_in(struct task_struct *t, int idx)
{
	struct fgraph_frame *stack = t ? frames_of(t) : NULL;

	for (int i = 0; stack && i < MAX_FRAMES; i++)
		clear_bit(idx, &stack[i].mask);
}

void fgraph_clear_bit(int idx)
{
	struct task_struct *p, *t;
	int cpu;

	for_each_possible_cpu(cpu)
		clear_bit_in(idle_task(cpu), idx);
	read_lock(&tasklist_lock);
	for_each_process_thread(p, t)
		clear_bit_in(t, idx);
	read_unlock(&tasklist_lock);
}
