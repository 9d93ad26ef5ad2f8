// SPDX-License-Identifier: GPL-2.0
/*
 * preemptirq.c - events for turning interrupts off and on, and lockdep's view of the same.
 *
 * local_irq_disable() and its kin call here when lockdep or a tracer wants to know.  The entry code
 * splits each call in two, since lockdep must be told at another moment than the event is recorded.
 */

#include <linux/ftrace.h>
#include <linux/irqflags.h>
#include <linux/kprobes.h>
#include <linux/percpu.h>

#define CREATE_TRACE_POINTS
#include <trace/events/preemptirq.h>

/* An irq_disable event was recorded and its irq_enable was not yet; own CPU, interrupts off. */
static DEFINE_PER_CPU(bool, irqs_off_seen);

static __always_inline void note_on(unsigned long ip, unsigned long parent_ip)
{
	if (!this_cpu_read(irqs_off_seen))
		return;
	trace_irq_enable(ip, parent_ip);
	this_cpu_write(irqs_off_seen, false);
}

static __always_inline void note_off(unsigned long ip, unsigned long parent_ip)
{
	if (this_cpu_read(irqs_off_seen))
		return;
	this_cpu_write(irqs_off_seen, true);
	trace_irq_disable(ip, parent_ip);
}

/**
 * trace_hardirqs_on_prepare() - record that interrupts go on; lockdep is told by the caller
 *
 * Context: interrupts off, RCU watching; from the exit code to user space and idle.
 */
void trace_hardirqs_on_prepare(void)
{
	note_on(CALLER_ADDR0, CALLER_ADDR1);
}
EXPORT_SYMBOL(trace_hardirqs_on_prepare);
NOKPROBE_SYMBOL(trace_hardirqs_on_prepare);

/**
 * trace_hardirqs_on() - record that interrupts go on and tell lockdep
 *
 * Context: interrupts still off.
 */
void trace_hardirqs_on(void)
{
	note_on(CALLER_ADDR0, CALLER_ADDR1);
	lockdep_hardirqs_on_prepare();
	lockdep_hardirqs_on(CALLER_ADDR0);
}
EXPORT_SYMBOL(trace_hardirqs_on);
NOKPROBE_SYMBOL(trace_hardirqs_on);

/**
 * trace_hardirqs_off_finish() - record that interrupts went off; lockdep was told by the caller
 *
 * Context: interrupts off, RCU watching; from the entry code.
 */
void trace_hardirqs_off_finish(void)
{
	note_off(CALLER_ADDR0, CALLER_ADDR1);
}
EXPORT_SYMBOL(trace_hardirqs_off_finish);
NOKPROBE_SYMBOL(trace_hardirqs_off_finish);

/**
 * trace_hardirqs_off() - tell lockdep that interrupts went off and record it
 *
 * Context: interrupts off.
 */
void trace_hardirqs_off(void)
{
	lockdep_hardirqs_off(CALLER_ADDR0);
	note_off(CALLER_ADDR0, CALLER_ADDR1);
}
EXPORT_SYMBOL(trace_hardirqs_off);
NOKPROBE_SYMBOL(trace_hardirqs_off);
