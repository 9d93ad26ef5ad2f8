/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Keep a hook from being called by what it calls itself.
 *
 * A task, a softirq, an interrupt and an NMI each interrupt the one before, and each may run a hook
 * of its own: that is nesting, and welcome.  The same hook again in the same context is recursion,
 * and ends in a stack overflow.  So current->trace_recursion has a bit for each of the four
 * contexts, set while a hook runs in it.  A context that interrupts puts every bit back before it
 * returns, hence plain loads and stores do.
 *
 * One case looks like recursion and is none: entry code of an interrupt that is hooked before it
 * has told preempt_count() where it is.  It then finds the bit of the context below.  A fifth bit
 * lets that happen once, and stops real recursion one level later.
 *
 * Independent users have a set of five bits each, so that one does not silence the other.  The bits
 * belong to the task, so it does not matter on which CPU it goes on.
 */
#ifndef _LINUX_TRACE_RECURSION_H
#define _LINUX_TRACE_RECURSION_H

#include <linux/build_bug.h>
#include <linux/preempt.h>
#include <linux/sched.h>

#ifdef CONFIG_TRACING

enum trace_recursion_bits {
	TRACE_RECURSION_TRANSITION	= 4,	/* behind task, softirq, irq, NMI */
	TRACE_RECURSION_SET_BITS	= 5,
};

/* First bit of each user's set. */
enum trace_recursion_set {
	TRACE_RECURSION_HOOK	= 0 * TRACE_RECURSION_SET_BITS,	/* hooks that guard themselves */
	TRACE_RECURSION_CORE	= 1 * TRACE_RECURSION_SET_BITS,	/* the hook layer, around others */
	TRACE_RECURSION_EVENT	= 2 * TRACE_RECURSION_SET_BITS,	/* the record path of events */
	TRACE_RECURSION_NR	= 3 * TRACE_RECURSION_SET_BITS,
};

static_assert(sizeof_field(struct task_struct, trace_recursion) * 8 >= TRACE_RECURSION_NR);

/**
 * trace_recursion_enter() - may code of @set run here?
 * @set:	TRACE_RECURSION_*
 *
 * Context: any.
 * Return: what to give to trace_recursion_exit(), or -1: it runs already in this context.
 */
static __always_inline int trace_recursion_enter(unsigned int set)
{
	unsigned long bits = READ_ONCE(current->trace_recursion);
	unsigned int nr = set + interrupt_context_level();

	if (unlikely(bits & BIT(nr))) {
		nr = set + TRACE_RECURSION_TRANSITION;
		if (bits & BIT(nr))
			return -1;
	}
	WRITE_ONCE(current->trace_recursion, bits | BIT(nr));
	barrier();
	return nr;
}

static __always_inline void trace_recursion_exit(int bit)
{
	barrier();
	WRITE_ONCE(current->trace_recursion, READ_ONCE(current->trace_recursion) & ~BIT(bit));
}

/**
 * ftrace_test_recursion_trylock() - guard the body of a hook against recursion
 * @ip:		the function that was hooked
 * @parent_ip:	its caller
 *
 * Context: any, called from a hook's callback.
 * Return: a value for ftrace_test_recursion_unlock(), with preemption off; or -1: return at once.
 */
static __always_inline int ftrace_test_recursion_trylock(unsigned long ip, unsigned long parent_ip)
{
	int bit = trace_recursion_enter(TRACE_RECURSION_HOOK);

	if (likely(bit >= 0))
		preempt_disable_notrace();
	return bit;
}

/**
 * ftrace_test_recursion_unlock() - end of what ftrace_test_recursion_trylock() began
 * @bit:	what it returned, not -1
 */
static __always_inline void ftrace_test_recursion_unlock(int bit)
{
	trace_recursion_exit(bit);
	preempt_enable_notrace();
}

#endif /* CONFIG_TRACING */

#endif /* _LINUX_TRACE_RECURSION_H */
