// SPDX-License-Identifier: GPL-2.0
/*
 * tp_printk.c - events to the console as they happen: "tp_printk" on the command line.
 *
 * For a machine that hangs before anybody can read the ring.  What was asked for at boot can be taken back and
 * asked for again in kernel.tracepoint_printk; without it the file does nothing.
 */

#include <linux/atomic.h>
#include <linux/ftrace.h>
#include <linux/init.h>
#include <linux/mutex.h>
#include <linux/printk.h>
#include <linux/string.h>
#include <linux/sysctl.h>
#include <linux/trace_seq.h>

#include "boot.h"
#include "event.h"

int tracepoint_printk;			/* sysctl; writes under tp_lock */

static DEFINE_MUTEX(tp_lock);		/* switching */
static bool tp_wanted __ro_after_init;	/* asked for at boot */
static bool tp_stop_on_boot __initdata;

/* One record at a time; of the CPU that is the owner. */
static struct trace_iterator tp_iter;
static atomic_t tp_owner = ATOMIC_INIT(-1);

/* Printing may hit events itself, on this CPU: they are left out.  Another CPU's turn is waited for, but not in NMI. */
static bool tp_own(int cpu)
{
	while (atomic_cmpxchg(&tp_owner, -1, cpu) != -1) {
		if (atomic_read(&tp_owner) == cpu || in_nmi())
			return false;
		cpu_relax();
	}
	return true;
}

static void tp_print(struct trace_array *tr, struct trace_event_call *call, const struct trace_entry *ent,
		     unsigned int len)
{
	struct trace_event *event = &call->event;
	unsigned long flags;

	/* Not what the tracer itself records: trace_printk() and the like. */
	if (call->event.type < TRACE_LAST_TYPE || !event->funcs || !event->funcs->trace)
		return;
	raw_local_irq_save(flags);
	if (tp_own(smp_processor_id())) {
		trace_seq_init(&tp_iter.seq);
		tp_iter.tr = tr;
		tp_iter.ent = ent;
		tp_iter.ent_size = len;
		tp_iter.cpu = smp_processor_id();
		tp_iter.opts = READ_ONCE(tr->opts) & ~TRACE_OPT(SYM_USEROBJ);
		event->funcs->trace(&tp_iter, 0, event);
		pr_info("%.*s", (int)trace_seq_used(&tp_iter.seq), tp_iter.seq.buffer);
		atomic_set(&tp_owner, -1);
	}
	raw_local_irq_restore(flags);
}

static void tp_switch(bool on)
{
	lockdep_assert_held(&tp_lock);
	event_tap_set(on ? tp_print : NULL);
}

/**
 * tracepoint_printk_sysctl() - kernel.tracepoint_printk
 * @table:	entry
 * @write:	write or read
 * @buffer:	text
 * @lenp:	its length
 * @ppos:	file position
 *
 * Context: task.
 * Return: as proc_dointvec().
 */
int tracepoint_printk_sysctl(const struct ctl_table *table, int write, void *buffer, size_t *lenp,
			     loff_t *ppos)
{
	int was, ret;

	guard(mutex)(&tp_lock);
	was = tracepoint_printk;
	ret = proc_dointvec(table, write, buffer, lenp, ppos);
	if (!tp_wanted)
		tracepoint_printk = 0;
	if (!tracepoint_printk != !was)
		tp_switch(tracepoint_printk);
	return ret;
}

/* "tp_printk", also "=0" and "=off" to take it back; other words that begin so are not ours. */
static int __init tp_param(char *str)
{
	if (*str == '_')
		return 0;
	tp_wanted = strcmp(str, "=0") && strcmp(str, "=off");
	return 1;
}
__setup("tp_printk", tp_param);

static int __init tp_stop_param(char *str)
{
	tp_stop_on_boot = true;
	return 1;
}
__setup("tp_printk_stop_on_boot", tp_stop_param);

int __init boot_tp_printk(void)
{
	guard(mutex)(&tp_lock);
	if (tp_wanted) {
		tracepoint_printk = 1;
		tp_switch(true);
	}
	return 0;
}

int __init boot_tp_printk_last(void)
{
	guard(mutex)(&tp_lock);
	if (tp_stop_on_boot && tracepoint_printk) {
		tracepoint_printk = 0;
		tp_switch(false);
	}
	return 0;
}
