// SPDX-License-Identifier: GPL-2.0
/*
 * function.c - the function tracer: a record for every call of a function.
 */
#include <linux/ftrace.h>
#include <linux/percpu.h>

#include "func_internal.h"

enum function_opt {
	FUNCTION_OPT_STACK	= 1 << 0,
	FUNCTION_OPT_NO_REPEATS	= 1 << 1,
};

static const struct tracer_opt function_opts[] = {
	{ "func_stack_trace",	FUNCTION_OPT_STACK },
	{ "func-no-repeats",	FUNCTION_OPT_NO_REPEATS },
	{ }
};

static __always_inline void record_call(struct trace_array *tr, unsigned long ip, unsigned long parent_ip)
{
	struct ftrace_entry *ent;
	struct ring_res res;

	ent = trace_record_reserve(tr, &res, TRACE_FN, sizeof(*ent));
	if (!ent)
		return;
	ent->ip = ip;
	ent->parent_ip = parent_ip;
	trace_record_commit(tr, &res);
}

static void record_repeats(struct trace_array *tr, const struct func_last *last, u64 now)
{
	struct func_repeats_entry *ent;
	struct ring_res res;
	u64 delta = now - last->ts;

	ent = trace_record_reserve(tr, &res, TRACE_FUNC_REPEATS, sizeof(*ent));
	if (!ent)
		return;
	ent->ip = last->ip;
	ent->parent_ip = last->parent_ip;
	ent->count = last->again;
	/* How long ago the last of them was, in two parts. */
	ent->bottom_delta_ts = (u32)delta;
	ent->top_delta_ts = delta >> 32;
	trace_record_commit(tr, &res);
}

/* Is it the same call as the one before, on this CPU? */
static bool is_repeat(struct func_inst *fi, unsigned long ip, unsigned long parent_ip)
{
	struct func_last *last = this_cpu_ptr(fi->last);
	u64 now = ring_now(fi->tr->ring);

	if (last->ip == ip && last->parent_ip == parent_ip && last->again < U16_MAX) {
		last->again++;
		last->ts = now;
		return true;
	}
	if (last->again)
		record_repeats(fi->tr, last, now);
	*last = (struct func_last) { .ip = ip, .parent_ip = parent_ip };
	return false;
}

/* A hit that something more than a record is wanted of. */
static noinline void slow_hit(struct func_inst *fi, unsigned int slow, unsigned long ip, unsigned long parent_ip)
{
	if ((slow & FUNC_SLOW_PIDS) && func_pids_skip(fi))
		return;
	if ((slow & FUNC_SLOW_REPEATS) && is_repeat(fi, ip, parent_ip))
		return;
	record_call(fi->tr, ip, parent_ip);
	if (slow & FUNC_SLOW_STACK)
		trace_record_stack_from(fi->tr, ip + MCOUNT_INSN_SIZE);
}

static void function_hit(unsigned long ip, unsigned long parent_ip, struct ftrace_ops *op, struct ftrace_regs *fregs)
{
	struct func_inst *fi = container_of(op, struct func_inst, ops);
	unsigned int slow = READ_ONCE(fi->slow);
	int bit = trace_recursion_enter(TRACE_RECURSION_HOOK);

	if (bit < 0)
		return;
	preempt_disable_notrace();
	if (likely(!slow))
		record_call(fi->tr, ip, parent_ip);
	else
		slow_hit(fi, slow, ip, parent_ip);
	/* In this order, so that what runs instead of us is traced. */
	trace_recursion_exit(bit);
	preempt_enable_notrace();
}

static unsigned int slow_of_opts(u32 opts)
{
	return (opts & FUNCTION_OPT_STACK ? FUNC_SLOW_STACK : 0) |
	       (opts & FUNCTION_OPT_NO_REPEATS ? FUNC_SLOW_REPEATS : 0);
}

static void set_slow(struct func_inst *fi, u32 opts)
{
	WRITE_ONCE(fi->slow, (fi->slow & FUNC_SLOW_PIDS) | slow_of_opts(opts));
}

static int function_init(struct trace_array *tr)
{
	struct func_inst *fi = func_inst(tr);

	guard(mutex)(&func_lock);
	if (!ftrace_enabled) {
		pr_warn("trace: functions cannot be traced while kernel.ftrace_enabled is 0\n");
		return -EBUSY;
	}
	set_slow(fi, trace_array_tracer_opts(tr));
	fi->ops.func = function_hit;
	return register_ftrace_function(&fi->ops);
}

static void function_reset(struct trace_array *tr)
{
	guard(mutex)(&func_lock);
	unregister_ftrace_function(&func_inst(tr)->ops);
}

static int function_set_flag(struct trace_array *tr, u32 old_flags, u32 bit, int set)
{
	struct func_inst *fi = func_inst(tr);

	guard(mutex)(&func_lock);
	set_slow(fi, set ? old_flags | bit : old_flags & ~bit);
	return 0;
}

static struct tracer function_tracer = {
	.name		= "function",
	.init		= function_init,
	.reset		= function_reset,
	.set_flag	= function_set_flag,
	.opts		= function_opts,
};

int __init func_tracer_init(void)
{
	return tracer_register(&function_tracer);
}
