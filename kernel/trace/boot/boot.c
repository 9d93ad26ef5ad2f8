// SPDX-License-Identifier: GPL-2.0
/*
 * boot.c - the order in which tracing starts.
 *
 *	early	when memory can be allocated: from here on trace_printk() works
 *	start	when RCU and the clocks work, before the first initcall: from here on events work
 *	files	when there are file systems
 *	last	when the kernel is about to start user space
 *
 * A step that fails is named, and the others go on: a kernel with half of its tracing is better than none.
 */

#include <linux/ftrace.h>
#include <linux/init.h>
#include <linux/printk.h>

#include "boot.h"
#include "bridge.h"
#include "control.h"
#include "dynevent.h"
#include "order.h"
#include "output.h"
#include "tracer.h"
#include "trigger.h"

/**
 * struct boot_step - one step
 * @name:	what it is for, if it fails
 * @fn:		0 or an error
 */
struct boot_step {
	const char	*name;
	int		(*fn)(void);
};

static int __init boot_lock_order(void)
{
	lock_order_teach(&trace_instances_lock, &event_mutex);
	lock_order_teach(&event_mutex, &trace_types_lock);
	return 0;
}

static int __init boot_output(void)
{
	trace_output_init();
	return 0;
}

static const struct boot_step early_steps[] __initconst = {
	{ "lock order",		boot_lock_order },
	{ "buffer size",	boot_buf_size },
	{ "rings",		ring_init },
	{ "tracer nop",		trace_nop_init },
	{ "top level",		trace_instance_init },
};

static const struct boot_step start_steps[] __initconst = {
	{ "events",		trace_event_init },
	{ "triggers",		trace_trigger_init },
	{ "dynamic events",	trace_dynevent_init },
	{ "perf",		trace_perf_init },
	{ "output",		boot_output },
	{ "functions",		trace_func_init },
	{ "function tracers",	trace_func_start },
	{ "options",		boot_options },
	{ "clock",		boot_clock },
	{ "instances",		boot_instances },
	{ "snapshot buffer",	boot_snapshot_alloc },
	{ "events to printk",	boot_tp_printk },
	{ "events at boot",	boot_events },
	{ "tracer at boot",	boot_tracer },
};

static const struct boot_step file_steps[] __initconst = {
	{ "trigger files",	trace_ctl_trigger_init },
	{ "inject files",	trace_ctl_inject_init },
	{ "dynevent files",	trace_ctl_dynevent_init },
	{ "function files",	trace_ctl_func_init },
	{ "files",		trace_control_init },
};

static const struct boot_step last_steps[] __initconst = {
	{ "tracer at boot",	boot_tracer_last },
	{ "snapshot of boot",	boot_snapshot_take },
	{ "events to printk",	boot_tp_printk_last },
};

static void __init run_steps(const struct boot_step *step, unsigned int nr)
{
	for (; nr--; step++) {
		int ret = step->fn();

		if (ret)
			pr_err("trace: %s: start failed (%d)\n", step->name, ret);
	}
}

void __init early_trace_init(void)
{
	run_steps(early_steps, ARRAY_SIZE(early_steps));
}

void __init trace_init(void)
{
	if (trace_array_top())
		run_steps(start_steps, ARRAY_SIZE(start_steps));
}

static int __init trace_files_init(void)
{
	if (trace_array_top())
		run_steps(file_steps, ARRAY_SIZE(file_steps));
	return 0;
}
fs_initcall(trace_files_init);

static int __init trace_last_init(void)
{
	if (trace_array_top())
		run_steps(last_steps, ARRAY_SIZE(last_steps));
	return 0;
}
late_initcall_sync(trace_last_init);
