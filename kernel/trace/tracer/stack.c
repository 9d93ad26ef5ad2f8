// SPDX-License-Identifier: GPL-2.0
/*
 * stack.c - the stack tracer: the deepest kernel stack that any function call found.
 *
 * A hook on every function looks at how much of the stack is used.  A new maximum is rare; then a stack trace is
 * taken and the place of each return address on the stack is looked for, which tells how much each caller used.
 */
#include <linux/ftrace.h>
#include <linux/init.h>
#include <linux/kallsyms.h>
#include <linux/sched/task_stack.h>
#include <linux/seq_file.h>
#include <linux/slab.h>
#include <linux/spinlock.h>
#include <linux/stacktrace.h>
#include <linux/string.h>
#include <linux/sysctl.h>

#include "func_internal.h"

#define MAX_CALLERS	256

/**
 * struct deepest - the deepest stack so far; deepest_lock
 * @bytes:	used; read without the lock, to see that there is nothing to do
 * @nr:		callers
 * @addr:	return addresses, innermost first
 * @depth:	bytes used above and with each
 */
struct deepest {
	unsigned long	bytes;
	unsigned int	nr;
	unsigned long	addr[MAX_CALLERS];
	unsigned int	depth[MAX_CALLERS];
};

static struct deepest deepest;
static arch_spinlock_t deepest_lock = __ARCH_SPIN_LOCK_UNLOCKED;	/* taken in hooks: no lockdep, irqs off */
static DEFINE_PER_CPU(int, stack_busy);		/* a hit is being looked at; that CPU */

int stack_tracer_enabled;			/* what the sysctl shows; stack_mutex */
static bool stack_on;				/* the hook is registered; stack_mutex */
static DEFINE_MUTEX(stack_mutex);		/* taken before func_lock */

/* === Hits === */

/* Where @addr stands on the stack, from @from on; NULL if it does not. */
static unsigned long *find_on_stack(unsigned long *from, unsigned long *end, unsigned long addr)
{
	for (; from < end; from++)
		if (READ_ONCE_NOCHECK(*from) == addr)
			return from;
	return NULL;
}

/*
 * Depths of the callers; those that are not on the stack are left out.  The first is the hooked function: its site left
 * a return address just below @sp.
 */
static void measure(struct deepest *d, unsigned int nr, unsigned long *sp, unsigned long *end)
{
	unsigned long *at = sp - 1;

	d->nr = 0;
	for (unsigned int i = 0; i < nr; i++) {
		unsigned long addr = d->addr[i], *found = find_on_stack(at, end, addr);

		if (!found)
			continue;
		d->addr[d->nr] = addr;
		d->depth[d->nr++] = (end - found) * sizeof(long);
		at = found + 1;
	}
}

static noinline void new_maximum(unsigned long bytes, unsigned long ip, unsigned long *sp, unsigned long *end)
{
	unsigned long flags;
	unsigned int nr;

	raw_local_irq_save(flags);
	arch_spin_lock(&deepest_lock);
	if (bytes > deepest.bytes) {
		nr = stack_trace_save(deepest.addr, MAX_CALLERS, 0);
		deepest.bytes = bytes;
		measure(&deepest, nr, sp, end);
	}
	arch_spin_unlock(&deepest_lock);
	raw_local_irq_restore(flags);
}

static void stack_hit(unsigned long ip, unsigned long parent_ip, struct ftrace_ops *op, struct ftrace_regs *fregs)
{
	unsigned long *sp = (unsigned long *)ftrace_regs_get_stack_pointer(fregs), bytes;

	preempt_disable_notrace();
	if (!object_is_on_stack(sp) || in_nmi() || !rcu_is_watching())
		goto out;
	bytes = (unsigned long)task_stack_page(current) + THREAD_SIZE - (unsigned long)sp;
	if (likely(bytes <= READ_ONCE(deepest.bytes)) || __this_cpu_read(stack_busy))
		goto out;
	__this_cpu_write(stack_busy, 1);
	new_maximum(bytes, ip, sp, task_stack_page(current) + THREAD_SIZE);
	__this_cpu_write(stack_busy, 0);
out:
	preempt_enable_notrace();
}

static struct ftrace_ops stack_ops = {
	.func = stack_hit,
};

/* === Switching === */

static int stack_switch(bool on)
{
	int ret = 0;

	lockdep_assert_held(&stack_mutex);
	if (on == stack_on)
		return 0;
	if (on)
		ret = register_ftrace_function(&stack_ops);
	else
		unregister_ftrace_function(&stack_ops);
	if (!ret)
		stack_on = on;
	return ret;
}

/**
 * stack_trace_sysctl() - kernel.stack_tracer_enabled
 * @table:	its entry
 * @write:	nonzero to write
 * @buffer:	text
 * @lenp:	its length
 * @ppos:	position
 *
 * Context: task.
 * Return: 0 or an error.
 */
int stack_trace_sysctl(const struct ctl_table *table, int write, void *buffer, size_t *lenp, loff_t *ppos)
{
	int ret;

	guard(mutex)(&stack_mutex);
	ret = proc_dointvec(table, write, buffer, lenp, ppos);
	if (ret || !write)
		return ret;
	ret = stack_switch(stack_tracer_enabled);
	if (ret)
		stack_tracer_enabled = stack_on;
	return ret;
}

static bool boot_stack __initdata;
static char boot_filter[128] __initdata;

/* "stacktrace" or "stacktrace_filter=..." */
static int __init stack_param(char *text)
{
	if (!strncmp(text, "_filter=", strlen("_filter=")))
		strscpy(boot_filter, text + strlen("_filter="));
	boot_stack = true;
	return 1;
}
__setup("stacktrace", stack_param);

static int __init stack_init(void)
{
	if (!boot_stack)
		return 0;
	guard(mutex)(&stack_mutex);
	if (*boot_filter && ftrace_set_filter(&stack_ops, boot_filter, strlen(boot_filter), 1))
		pr_warn("trace: stacktrace_filter=%s: no such function\n", boot_filter);
	stack_tracer_enabled = 1;
	return stack_switch(true);
}
device_initcall(stack_init);

/* === Files === */

unsigned long stack_tracer_max(void)
{
	return READ_ONCE(deepest.bytes);
}

/* Set the maximum; the callers of the old one are forgotten. */
void stack_tracer_set_max(unsigned long max)
{
	unsigned long flags;

	raw_local_irq_save(flags);
	arch_spin_lock(&deepest_lock);
	deepest.bytes = max;
	deepest.nr = 0;
	arch_spin_unlock(&deepest_lock);
	raw_local_irq_restore(flags);
}

/**
 * stack_tracer_show() - text of stack_trace
 * @m:		where to
 *
 * Context: task.
 * Return: 0, -ENOMEM.
 */
int stack_tracer_show(struct seq_file *m)
{
	struct deepest *d __free(kvfree) = kvmalloc(sizeof(*d), GFP_KERNEL);
	unsigned long flags;

	if (!d)
		return -ENOMEM;
	raw_local_irq_save(flags);
	arch_spin_lock(&deepest_lock);
	memcpy(d, &deepest, sizeof(*d));
	arch_spin_unlock(&deepest_lock);
	raw_local_irq_restore(flags);

	seq_printf(m, "        Depth    Size   Location    (%u entries)\n"
		      "        -----    ----   --------\n", d->nr);
	if (!d->nr && !READ_ONCE(stack_tracer_enabled))
		seq_puts(m, "#\n# Stack tracer is off: echo 1 > /proc/sys/kernel/stack_tracer_enabled\n#\n");
	for (unsigned int i = 0; i < d->nr; i++) {
		unsigned int below = i + 1 < d->nr ? d->depth[i + 1] : 0;

		seq_printf(m, "%3u) %8u   %5u   %pS\n", i, d->depth[i], d->depth[i] - below, (void *)d->addr[i]);
	}
	return 0;
}

/**
 * stack_tracer_filter() - what stack_trace_filter is written
 * @text:	a word, changed; NULL for none
 * @trunc:	forget what was set
 *
 * Context: task.
 * Return: 0, -EINVAL: no such function, another error.
 */
int stack_tracer_filter(char *text, bool trunc)
{
	guard(mutex)(&stack_mutex);
	return ftrace_set_filter(&stack_ops, text, text ? strlen(text) : 0, trunc);
}

struct hook_list *stack_tracer_list(void)
{
	struct hook_set *set;

	guard(mutex)(&hook_lock);
	set = rcu_dereference_protected(stack_ops.filter, lockdep_is_held(&hook_lock));
	return set ? hook_list_make(HOOK_LIST_SET, set) : NULL;
}
