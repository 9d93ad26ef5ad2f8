// SPDX-License-Identifier: GPL-2.0
/*
 * perf.c - hits of events go to perf.
 *
 * A hit for perf comes the same way as one for an instance: the probe of the event is called with a
 * trace_event_file, reserves, fills in and commits.  The file is the one in struct trace_event_perf, and says
 * with EVENT_FILE_FL_PERF that the room is to come from here: memory of this CPU and of this level of
 * nesting, which perf copies from.
 *
 * kernel/events/core.c owns perf events.  It calls perf_trace_init() when one is opened, perf_trace_add() and
 * perf_trace_del() whenever its task or its CPU starts and stops running, and takes hits with perf_tp_event().
 */

#include <linux/align.h>
#include <linux/init.h>
#include <linux/percpu.h>
#include <linux/perf_event.h>
#include <linux/rculist.h>
#include <linux/slab.h>
#include "perf_internal.h"

/* === Hits === */

static struct trace_event_perf *perf_of(struct trace_event_buffer *buf)
{
	return container_of(buf->file, struct trace_event_perf, file);
}

static void *hit_reserve(struct trace_event_buffer *buf)
{
	struct trace_event_perf *perf = perf_of(buf);

	/* most hits of an event that is open for one task are not of that task */
	if (hlist_empty(this_cpu_ptr(perf->events)) && !buf->perf.task && !rcu_access_pointer(perf->progs))
		return NULL;
	/* perf puts a u32 before the record and wants the sum in whole u64 */
	buf->len = ALIGN(buf->len + sizeof(u32), sizeof(u64)) - sizeof(u32);
	return perf_trace_buf_alloc(buf->len, NULL, &buf->perf.rctx);
}

static void hit_commit(struct trace_event_buffer *buf)
{
	struct trace_event_perf *perf = perf_of(buf);
	struct pt_regs *regs = buf->regs;

	if (!regs) {
		regs = this_cpu_ptr(&__perf_regs[buf->perf.rctx]);
		/* a stack walk starts above the frame of the probe, which @buf is in */
		perf_regs_at(regs, buf->ip, buf + 1);
	}
	perf_trace_run_bpf_submit(buf->entry, buf->len, buf->perf.rctx, buf->file->call, buf->perf.count, regs,
				  this_cpu_ptr(perf->events), buf->perf.task);
}

static const struct event_perf_ops hit_ops = {
	.reserve	= hit_reserve,
	.commit		= hit_commit,
};

/* === Who may === */

static struct trace_event_perf_perm *perms;	/* boot only */

void __init trace_event_perf_perm_add(struct trace_event_perf_perm *perm)
{
	perm->next = perms;
	perms = perm;
}

static int event_perm(struct trace_event_call *call, struct perf_event *p_event)
{
	for (struct trace_event_perf_perm *perm = perms; perm; perm = perm->next)
		if (perm->call == call)
			return perm->allowed(call, p_event);
	return 0;
}

static bool is_function_event(const struct trace_event_call *call)
{
	return call->event.type == TRACE_FN;
}

/*
 * Each function of the kernel: for the privileged.  Reading user memory may fault, and the fault handler is made
 * of functions.
 */
static int function_perm(struct perf_event *p_event)
{
	int ret = perf_allow_tracepoint();

	if (ret || !is_sampling_event(p_event))
		return ret;
	if (!p_event->attr.exclude_callchain_user || (p_event->attr.sample_type & PERF_SAMPLE_STACK_USER))
		return -EINVAL;
	return 0;
}

static int may_use(struct trace_event_call *call, struct perf_event *p_event)
{
	int ret = event_perm(call, p_event);

	/* whoever opened the event of a parent could do so for its children */
	if (ret || p_event->parent)
		return ret;
	if (is_function_event(call)) {
		ret = function_perm(p_event);
		if (ret)
			return ret;
	}
	/* to count hits tells little; the data of one may be anybody's */
	if (!(p_event->attr.sample_type & PERF_SAMPLE_RAW))
		return 0;
	if (p_event->attach_state == PERF_ATTACH_TASK && (call->flags & TRACE_EVENT_FL_CAP_ANY))
		return 0;
	return perf_allow_tracepoint();
}

/* === An event and its perf events === */

static void perf_free_rcu(struct rcu_head *rcu)
{
	struct trace_event_perf *perf = container_of(rcu, struct trace_event_perf, file.rcu);

	free_percpu(perf->events);
	kfree(perf);
}

static struct trace_event_perf *perf_make(struct trace_event_call *call)
{
	struct trace_event_perf *perf = kzalloc(sizeof(*perf), GFP_KERNEL);
	int cpu;

	if (!perf)
		return NULL;
	perf->events = alloc_percpu(struct hlist_head);
	if (!perf->events) {
		kfree(perf);
		return NULL;
	}
	for_each_possible_cpu(cpu)
		INIT_HLIST_HEAD(per_cpu_ptr(perf->events, cpu));
	perf->file.flags = EVENT_FILE_FL_PERF;
	perf->file.call = call;
	INIT_LIST_HEAD(&perf->file.actions);
	return perf;
}

/* The first perf event of @call: not used -> used. */
static int event_first(struct trace_event_call *call)
{
	struct trace_event_perf *perf;
	int ret;

	lockdep_assert_held(&event_mutex);
	ret = perf_rooms_get();
	if (ret)
		return ret;
	perf = perf_make(call);
	if (perf) {
		/*
		 * Complete before it is seen, seen before the first hit: the probe is registered with it, and
		 * who reads call->perf in a hit for somebody else finds NULL or all of it.
		 */
		smp_store_release(&call->perf, perf);	/* ORD(event_first:A) pairs with perf_trace_buf_alloc:A */
		ret = call->class->reg(call, TRACE_REG_PERF_REGISTER, &perf->file);
		if (!ret)
			return 0;
		WRITE_ONCE(call->perf, NULL);
		call_rcu(&perf->file.rcu, perf_free_rcu);
	} else {
		ret = -ENOMEM;
	}
	perf_rooms_put();
	return ret;
}

/* Used -> not used. */
static void event_last(struct trace_event_call *call)
{
	struct trace_event_perf *perf = call->perf;

	lockdep_assert_held(&event_mutex);
	call->class->reg(call, TRACE_REG_PERF_UNREGISTER, &perf->file);
	WRITE_ONCE(call->perf, NULL);
	call_rcu(&perf->file.rcu, perf_free_rcu);
	perf_rooms_put();
}

static int event_get(struct trace_event_call *call)
{
	int ret = call->perf ? 0 : event_first(call);

	if (!ret)
		call->perf->nr_users++;
	return ret;
}

static void event_put(struct trace_event_call *call)
{
	if (!--call->perf->nr_users)
		event_last(call);
}

/**
 * trace_perf_attach() - a perf event wants hits of an event
 * @call:	the event
 * @p_event:	the perf event; its tp_event is set
 *
 * Context: task, event_mutex held.
 * Return: 0; -EPERM, -EACCES or -EINVAL: it may not; -ENOENT: the event goes away; why it cannot be switched on.
 */
int trace_perf_attach(struct trace_event_call *call, struct perf_event *p_event)
{
	int ret = may_use(call, p_event);

	lockdep_assert_held(&event_mutex);
	if (ret)
		return ret;
	if (!trace_event_hold(call))
		return -ENOENT;
	ret = event_get(call);
	if (ret)
		goto drop;
	p_event->tp_event = call;
	if (!is_function_event(call))
		return 0;
	ret = call->class->reg(call, TRACE_REG_PERF_OPEN, p_event);
	if (!ret)
		return 0;
	p_event->tp_event = NULL;
	event_put(call);
drop:
	trace_event_drop(call);
	return ret;
}

/**
 * trace_perf_detach() - a perf event wants no more hits
 * @p_event:	as attached; it is on no CPU
 *
 * Context: task, event_mutex held.
 */
void trace_perf_detach(struct perf_event *p_event)
{
	struct trace_event_call *call = p_event->tp_event;

	lockdep_assert_held(&event_mutex);
	if (is_function_event(call))
		call->class->reg(call, TRACE_REG_PERF_CLOSE, p_event);
	event_put(call);
	trace_event_drop(call);
}

/* === What perf calls === */

/**
 * perf_trace_init() - a perf event of type PERF_TYPE_TRACEPOINT is opened
 * @p_event:	the perf event; attr.config is the id of an event
 *
 * Context: task.
 * Return: 0, -EINVAL (no event of that id that can be switched on), as trace_perf_attach().
 */
int perf_trace_init(struct perf_event *p_event)
{
	struct trace_event_call *call = NULL;

	guard(mutex)(&event_mutex);
	if (p_event->attr.config <= TRACE_EVENT_TYPE_MAX)
		call = trace_event_by_type(p_event->attr.config);
	if (!call || !call->class->reg)
		return -EINVAL;
	return trace_perf_attach(call, p_event);
}

/**
 * perf_trace_destroy() - it is closed
 * @p_event:	the perf event
 *
 * Context: task.
 */
void perf_trace_destroy(struct perf_event *p_event)
{
	guard(mutex)(&event_mutex);
	trace_perf_detach(p_event);
}

/**
 * perf_trace_add() - hits of this CPU count from now on
 * @p_event:	the perf event
 * @flags:	without PERF_EF_START it waits for perf_swevent_start()
 *
 * Context: interrupts off.
 * Return: 0.
 */
int perf_trace_add(struct perf_event *p_event, int flags)
{
	struct trace_event_call *call = p_event->tp_event;

	p_event->hw.state = flags & PERF_EF_START ? 0 : PERF_HES_STOPPED;
	if (is_function_event(call))
		return call->class->reg(call, TRACE_REG_PERF_ADD, p_event);
	hlist_add_head_rcu(&p_event->hlist_entry, this_cpu_ptr(call->perf->events));
	return 0;
}

/**
 * perf_trace_del() - hits of this CPU count no more
 * @p_event:	the perf event
 * @flags:	not used
 *
 * Context: interrupts off.
 */
void perf_trace_del(struct perf_event *p_event, int flags)
{
	struct trace_event_call *call = p_event->tp_event;

	if (is_function_event(call))
		call->class->reg(call, TRACE_REG_PERF_DEL, p_event);
	else
		hlist_del_rcu(&p_event->hlist_entry);
}

/**
 * trace_perf_init() - let hits through to perf
 *
 * Context: boot.
 * Return: 0.
 */
int __init trace_perf_init(void)
{
	event_perf_ops_set(&hit_ops);
	trace_perf_func_init();
	return 0;
}
