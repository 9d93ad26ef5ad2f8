// SPDX-License-Identifier: GPL-2.0
/*
 * perf_func.c - perf counts calls of functions: the event ftrace:function.
 *
 * Each perf event has its own hook, so that it can have its own functions (PERF_EVENT_IOC_SET_FILTER).  The hook
 * is on as long as the perf event is open; it counts while the perf event is on a CPU.
 */

#include <linux/align.h>
#include <linux/ftrace.h>
#include <linux/perf_event.h>
#include <linux/rculist.h>
#include <linux/smp.h>
#include "perf_internal.h"

/* ftrace_ops::private: the CPU that the perf event is on.  Written there with interrupts off. */
#define CPU_NONE	((void *)-1L)

static void function_hit(unsigned long ip, unsigned long parent_ip, struct ftrace_ops *ops, struct ftrace_regs *fregs)
{
	struct perf_event *p_event = container_of(ops, struct perf_event, ftrace_ops);
	/* perf_tp_event() takes a list; the perf event is in no other */
	struct hlist_head head = { .first = &p_event->hlist_entry };
	const int len = ALIGN(sizeof(struct ftrace_entry) + sizeof(u32), sizeof(u64)) - sizeof(u32);
	struct ftrace_entry *rec;
	struct pt_regs *regs;
	int bit, rctx;

	bit = ftrace_test_recursion_trylock(ip, parent_ip);
	if (bit < 0)
		return;
	if ((long)READ_ONCE(ops->private) != smp_processor_id())
		goto out;
	rec = perf_trace_buf_alloc(len, &regs, &rctx);
	if (!rec)
		goto out;
	rec->ip = ip;
	rec->parent_ip = parent_ip;
	perf_regs_at(regs, ip, &rec);
	perf_tp_event(TRACE_FN, 1, rec, len, regs, &head, rctx, NULL);
out:
	ftrace_test_recursion_unlock(bit);
}

static int function_open(struct perf_event *p_event)
{
	struct ftrace_ops *ops = &p_event->ftrace_ops;

	ops->func = function_hit;
	ops->flags = FTRACE_OPS_FL_RCU | FTRACE_OPS_FL_DYNAMIC;
	ops->private = CPU_NONE;
	INIT_HLIST_NODE(&p_event->hlist_entry);
	return register_ftrace_function(ops);
}

static void function_close(struct perf_event *p_event)
{
	unregister_ftrace_function(&p_event->ftrace_ops);
	ftrace_free_filter(&p_event->ftrace_ops);
}

static int function_reg(struct trace_event_call *call, enum trace_reg type, void *data)
{
	struct perf_event *p_event = data;

	switch (type) {
	case TRACE_REG_PERF_OPEN:
		return function_open(p_event);
	case TRACE_REG_PERF_CLOSE:
		function_close(p_event);
		return 0;
	case TRACE_REG_PERF_ADD:
		WRITE_ONCE(p_event->ftrace_ops.private, (void *)(long)smp_processor_id());
		return 0;
	case TRACE_REG_PERF_DEL:
		WRITE_ONCE(p_event->ftrace_ops.private, CPU_NONE);
		return 0;
	case TRACE_REG_PERF_REGISTER:
	case TRACE_REG_PERF_UNREGISTER:
		return 0;
	default:	/* an instance has the function tracer for that */
		return -EINVAL;
	}
}

/**
 * trace_perf_func_init() - let perf use ftrace:function
 *
 * Context: boot.
 */
void __init trace_perf_func_init(void)
{
	trace_event_set_reg(TRACE_FN, function_reg);
}
