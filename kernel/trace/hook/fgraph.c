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
#include <linux/sched.h>
#include <linux/sched/signal.h>
#include <linux/sched/task.h>
#include <linux/slab.h>
#include <linux/trace_clock.h>

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

static DEFINE_MUTEX(fgraph_lock);		/* users come and go; taken before hook_lock */
static struct fgraph_ops *users[MAX_USERS];	/* fgraph_lock; read by hooks, see unregister_ftrace_graph() */
static unsigned long users_taken;		/* bits of users[] that frames may still hold; fgraph_lock */
static int nr_users __read_mostly;		/* fgraph_lock */
static int nr_timed __read_mostly;		/* users that want times; fgraph_lock */

static struct fgraph_frame *frames_of(struct task_struct *t)
{
	return (struct fgraph_frame *)READ_ONCE(t->ret_stack);
}

/* --- entry --- */

/* Calls of a user around the frame at @top; *@muted: the innermost silences what it calls. */
static int depth_of(const struct fgraph_frame *stack, int top, unsigned long bit, bool *muted)
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
	f->calltime = nr_timed ? trace_clock_local() : 0;
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

/* --- return --- */

/* Index of the frame whose return address stands at @slot; frames above it are of calls that never returned. */
static int frame_at(const struct fgraph_frame *stack, int top, const unsigned long *slot)
{
	while (top-- > 0)
		if (stack[top].slot == slot)
			return top;
	return -1;
}

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

	if (f->calltime && nr_timed) {
		ret.rettime = trace_clock_local();
		if (i)
			f[-1].subtime += ret.rettime - ret.calltime;
	}
	while (mask) {
		int idx = __ffs(mask);
		struct fgraph_ops *gops = READ_ONCE(users[idx]);

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

/* Every task gets a stack.  New ones get theirs from fork, as soon as nr_users says so. */
static int stacks_for_all(void)
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

	if (READ_ONCE(nr_users))
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
	else if (READ_ONCE(nr_users))
		stack = stack_alloc(GFP_ATOMIC);
	stack_give(t, stack);
}

/* --- users --- */

static void clear_bit_in(struct task_struct *t, int idx)
{
	struct fgraph_frame *stack = t ? frames_of(t) : NULL;

	for (int i = 0; stack && i < MAX_FRAMES; i++)
		clear_bit(idx, &stack[i].mask);
}

static void clear_bit_everywhere(int idx)
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
	nr_users++;
	ret = stacks_for_all();
	if (ret) {
		nr_users--;
		return ret;
	}
	gops->idx = idx;
	gops->ops.func = fgraph_enter;
	gops->ops.flags |= FTRACE_OPS_FL_GRAPH;
	users_taken |= 1UL << idx;
	WRITE_ONCE(users[idx], gops);
	nr_timed += gops->want_time;
	ret = register_ftrace_function(&gops->ops);
	if (ret) {
		WRITE_ONCE(users[idx], NULL);
		users_taken &= ~(1UL << idx);
		nr_timed -= gops->want_time;
		nr_users--;
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
	if (users[gops->idx] != gops)
		return -EBUSY;
	/* Waits for everybody inside fgraph_enter() and fgraph_return(), so nobody holds the pointer after. */
	WRITE_ONCE(users[gops->idx], NULL);
	gops->ops.flags |= FTRACE_OPS_FL_DYNAMIC;
	ret = unregister_ftrace_function(&gops->ops);
	clear_bit_everywhere(gops->idx);
	users_taken &= ~(1UL << gops->idx);
	nr_timed -= gops->want_time;
	nr_users--;
	return ret;
}
