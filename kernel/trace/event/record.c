// SPDX-License-Identifier: GPL-2.0
/*
 * record.c - the way of a hit into the ring.
 *
 * A hit of an event that is simply to be recorded is written in place: reserve, fill, commit.  One word of
 * flags says whether anything else is wanted.  If a filter, a trigger or a pid list has to see the record first,
 * it is built in scratch memory of this CPU and copied when it is kept, so that what is dropped never
 * touches the ring.
 *
 * Everything here runs in any context with preemption off, and may be interrupted by itself.
 */

#include <linux/export.h>
#include <linux/ftrace_regs.h>
#include <linux/hardirq.h>
#include <linux/irqflags.h>
#include <linux/jump_label.h>
#include <linux/kallsyms.h>
#include <linux/percpu.h>
#include <linux/sched.h>
#include <linux/stacktrace.h>
#include <linux/string.h>
#include "scratch.h"

/* === Common fields === */

/*
 * Levels by which the tracer itself has preemption off, which do not show: the tracepoint or who else
 * recorded, and the ring while a reservation is open.
 */
#define OWN_LEVELS		1
#define OWN_LEVELS_RING		2

static __always_inline void entry_fill(struct trace_entry *ent, int type, unsigned int own)
{
	unsigned int pc = preempt_count(), depth = pc & PREEMPT_MASK, migrate = migrate_off_depth();
	unsigned long irq_flags;
	unsigned int flags = 0;

	raw_local_save_flags(irq_flags);
	if (raw_irqs_disabled_flags(irq_flags))
		flags |= TRACE_FLAG_IRQS_OFF;
	if (unlikely(pc & (NMI_MASK | HARDIRQ_MASK | SOFTIRQ_MASK))) {
		flags |= pc & NMI_MASK ? TRACE_FLAG_NMI : 0;
		flags |= pc & HARDIRQ_MASK ? TRACE_FLAG_HARDIRQ : 0;
		flags |= pc & SOFTIRQ_OFFSET ? TRACE_FLAG_SOFTIRQ : 0;
		flags |= (pc & SOFTIRQ_MASK) >= SOFTIRQ_DISABLE_OFFSET ? TRACE_FLAG_BH_OFF : 0;
	}
	/* two rare branches are cheaper than to shift the bits to their places */
	if (unlikely(tif_need_resched()))
		flags |= TRACE_FLAG_NEED_RESCHED;
	if (unlikely(test_preempt_need_resched()))
		flags |= TRACE_FLAG_PREEMPT_RESCHED;

	depth = depth > own ? depth - own : 0;
	/* four bits each */
	if (unlikely((depth | migrate) > 15)) {
		depth = min(depth, 15U);
		migrate = min(migrate, 15U);
	}
	ent->type = type;
	ent->flags = flags;
	ent->preempt_count = depth | migrate << 4;
	ent->pid = current->pid;
}

/**
 * trace_fill_entry() - common fields of a record that is made here and now
 * @ent:	the record
 * @type:	its id
 *
 * Context: any; the caller has switched preemption off once, which does not show in the record.
 */
void trace_fill_entry(struct trace_entry *ent, int type)
{
	entry_fill(ent, type, OWN_LEVELS);
}

/* === What others want to know of a record === */

static void *perf_none_reserve(struct trace_event_buffer *buf)
{
	return NULL;
}

static const struct event_perf_ops perf_none = {
	.reserve = perf_none_reserve,
};

static const struct event_perf_ops *perf_ops __ro_after_init = &perf_none;

/**
 * event_perf_ops_set() - perf is there
 * @ops:	what it does with a hit that is for it
 *
 * Context: boot.
 */
void __init event_perf_ops_set(const struct event_perf_ops *ops)
{
	perf_ops = ops;
}

DEFINE_STATIC_KEY_FALSE(event_tap_key);
static event_tap_fn event_tap;		/* task context of the bridge layer */

/**
 * event_tap_set() - let somebody see each record before it is published
 * @fn:		called in any context with preemption off; NULL: nobody any more
 *
 * Context: task, one caller at a time.
 */
void event_tap_set(event_tap_fn fn)
{
	if (!fn)
		static_branch_disable(&event_tap_key);
	WRITE_ONCE(event_tap, fn);
	if (fn)
		static_branch_enable(&event_tap_key);
}

static noinline void tap_call(struct trace_array *tr, struct trace_event_call *call, const void *rec,
			      unsigned int len)
{
	event_tap_fn fn = READ_ONCE(event_tap);

	if (fn)
		fn(tr, call, rec, len);
}

/* For records of the tracer itself, see event_tap_record(). */
void event_tap_builtin(struct trace_array *tr, int type, const void *rec, unsigned int len)
{
	tap_call(tr, trace_builtin_call(type), rec, len);
}

/* === Stack traces === */

/* Where the hit that is being recorded came from: what a stack trace leaves out. */
struct hit_origin {
	unsigned long		caller;		/* return address into the probe, 0: no hit */
	struct tracepoint	*tp;		/* or NULL */
};

/* Of the hit that this CPU records; interrupts put back what they found. */
static DEFINE_PER_CPU(struct hit_origin, hit_origin);

/* A user stack is being walked on this CPU, which may fault and hit events. */
static DEFINE_PER_CPU(bool, in_user_walk);

#define OPT_NOTE	(TRACE_OPT(RECORD_CMD) | TRACE_OPT(RECORD_TGID))
#define OPT_STACKS	(TRACE_OPT(STACKTRACE) | TRACE_OPT(USERSTACKTRACE))

/* The walker of a tracepoint with several probes is the tracer's, too. */
static bool in_iterator(const struct tracepoint *tp, unsigned long addr)
{
	unsigned long size, off, start;

	if (!tp)
		return false;
	start = (unsigned long)tp->iterator;
	/* the look-up costs, so only where it can be */
	if (addr <= start || addr - start > 512)
		return false;
	return kallsyms_lookup_size_offset(addr, &size, &off) && addr - off == start;
}

/*
 * Frames of the tracer at the top of a trace that was saved while a hit is recorded.  They are known by
 * the return address into the probe, so inlining and tail calls do not matter.
 */
static unsigned int tracer_frames(const unsigned long *addr, unsigned int nr)
{
	const struct hit_origin *origin = this_cpu_ptr(&hit_origin);

	for (unsigned int i = 0; origin->caller && i < nr; i++) {
		if (addr[i] != origin->caller)
			continue;
		i++;
		return i < nr && in_iterator(origin->tp, addr[i]) ? i + 1 : i;
	}
	return 0;
}

static struct hit_origin origin_set(struct trace_event_call *call, unsigned long caller)
{
	struct hit_origin *origin = this_cpu_ptr(&hit_origin), old = *origin;

	origin->tp = call->flags & TRACE_EVENT_FL_TRACEPOINT ? call->tp : NULL;
	origin->caller = caller;
	return old;
}

static void origin_restore(struct hit_origin old)
{
	*this_cpu_ptr(&hit_origin) = old;
}

static void stack_write(struct trace_array *tr, const unsigned long *addr, unsigned int nr)
{
	struct stack_entry *rec;
	struct ring_res res;

	rec = ring_reserve(tr->ring, struct_size(rec, caller, nr), &res);
	if (!rec)
		return;
	entry_fill(&rec->ent, TRACE_STACK, OWN_LEVELS_RING);
	rec->size = nr;
	memcpy(rec->caller, addr, nr * sizeof(*addr));
	event_tap_record(tr, TRACE_STACK, rec, struct_size(rec, caller, nr));
	ring_commit(&res);
}

/**
 * trace_record_stack() - record how we got here
 * @tr:		instance
 * @skip:	frames to leave out above the caller; not used while a hit of an event is recorded, whose own
 *		frames are known
 * @regs:	start from these registers instead, or NULL
 *
 * Context: any, preemption off.
 */
void trace_record_stack(struct trace_array *tr, int skip, struct pt_regs *regs)
{
	unsigned long *addr = scratch_get();
	unsigned int nr, first = 0;

	if (!addr)
		return;
	if (regs) {
		nr = stack_trace_save_regs(regs, addr, SCRATCH_BYTES / sizeof(*addr), 0);
	} else {
		nr = stack_trace_save(addr, SCRATCH_BYTES / sizeof(*addr), 0);
		first = tracer_frames(addr, nr) ?: skip + 1;
	}
	if (first < nr)
		stack_write(tr, addr + first, nr - first);
	scratch_put();
}

/**
 * trace_record_stack_from() - record how we got to a place that is on the stack
 * @tr:		instance
 * @from:	return address to begin with; what was called from there is left out
 *
 * Context: any, preemption off.
 */
void trace_record_stack_from(struct trace_array *tr, unsigned long from)
{
	unsigned long *addr = scratch_get();
	unsigned int nr, first = 0;

	if (!addr)
		return;
	nr = stack_trace_save(addr, SCRATCH_BYTES / sizeof(*addr), 1);
	while (first < nr && addr[first] != from)
		first++;
	/* The unwinder did not get that far: show what there is. */
	if (first == nr)
		first = 0;
	if (first < nr)
		stack_write(tr, addr + first, nr - first);
	scratch_put();
}

static void user_stack_write(struct trace_array *tr)
{
	struct userstack_entry *rec;
	struct ring_res res;

	rec = ring_reserve(tr->ring, sizeof(*rec), &res);
	if (!rec)
		return;
	memset(rec, 0, sizeof(*rec));
	entry_fill(&rec->ent, TRACE_USER_STACK, OWN_LEVELS_RING);
	rec->tgid = current->tgid;
	stack_trace_save_user(rec->caller, ARRAY_SIZE(rec->caller));
	ring_commit(&res);
}

static void record_user_stack(struct trace_array *tr)
{
	bool *walking = this_cpu_ptr(&in_user_walk);

	/* no user memory can be read in an NMI, and kernel threads have no user stack */
	if (in_nmi() || (current->flags & PF_KTHREAD) || !current->mm || *walking)
		return;
	*walking = true;
	user_stack_write(tr);
	*walking = false;
}

/* The instance has options that follow a record.  @caller: return address into the probe of the hit. */
static noinline void record_stacks(struct trace_event_buffer *buf, unsigned long caller)
{
	struct hit_origin old = origin_set(buf->file->call, caller);
	u64 opts = READ_ONCE(buf->tr->opts);

	if (opts & TRACE_OPT(STACKTRACE))
		trace_record_stack(buf->tr, 0, buf->regs);
	if (opts & TRACE_OPT(USERSTACKTRACE))
		record_user_stack(buf->tr);
	origin_restore(old);
}

/* === Records without an event file: the tracer's own === */

/**
 * trace_record_reserve() - room for a record of the tracer itself
 * @tr:		instance
 * @res:	on the caller's stack
 * @type:	TRACE_FN ... TRACE_LAST_TYPE - 1
 * @len:	bytes, struct trace_entry included
 *
 * Context: any; the caller has switched preemption off once.
 * Return: the record with its common fields filled in; NULL: nothing is recorded.
 */
void *trace_record_reserve(struct trace_array *tr, struct ring_res *res, int type, unsigned int len)
{
	struct trace_entry *ent = ring_reserve(tr->ring, len, res);

	if (likely(ent))
		entry_fill(ent, type, OWN_LEVELS_RING);
	return ent;
}

/**
 * trace_record_commit() - publish what trace_record_reserve() gave
 * @tr:		instance
 * @res:	as there
 *
 * Context: any, preemption off since the reserve.
 */
void trace_record_commit(struct trace_array *tr, struct ring_res *res)
{
	ring_commit(res);
	if (tr->opts & OPT_NOTE)
		trace_note_task(tr);
}

/* === Hits of events === */

/* What the slow path is for; a filter alone, the most frequent of its reasons, goes a shorter way. */
#define SLOW_BUT_FILTER		(EVENT_FILE_FL_SLOW & ~EVENT_FILE_FL_FILTERED)

/* Is the record only known to be wanted when it is filled in? */
static bool needs_record(const struct trace_event_file *file, unsigned long flags)
{
	if (flags & (EVENT_FILE_FL_FILTERED | EVENT_FILE_FL_TRIGGER_COND))
		return true;
	return (flags & EVENT_FILE_FL_PID_FILTER) && file->other_pid;
}

static void *perf_reserve(struct trace_event_buffer *buf, u64 count, struct task_struct *task)
{
	buf->perf.count = count;
	buf->perf.task = task;
	buf->entry = perf_ops->reserve(buf);
	return buf->entry;
}

static noinline void *slow_reserve(struct trace_event_buffer *buf, unsigned long flags)
{
	struct trace_event_file *file = buf->file;
	struct trace_entry *ent;

	if (flags & EVENT_FILE_FL_PERF)
		return perf_reserve(buf, 1, NULL);
	buf->actions = 0;
	if ((flags & (EVENT_FILE_FL_TRIGGER_MODE | EVENT_FILE_FL_TRIGGER_COND)) == EVENT_FILE_FL_TRIGGER_MODE)
		event_actions_run(file, NULL);
	if (!(flags & EVENT_FILE_FL_TRIGGER_COND)) {
		if (flags & EVENT_FILE_FL_SOFT_DISABLED)
			return NULL;
		if ((flags & EVENT_FILE_FL_PID_FILTER) && !file->other_pid && event_pids_skip(buf->tr, current->pid))
			return NULL;
	}
	ent = needs_record(file, flags) && buf->len <= SCRATCH_BYTES ? scratch_get() : NULL;
	if (ent) {
		buf->scratch = true;
		entry_fill(ent, file->call->event.type, OWN_LEVELS);
	} else {
		ent = ring_reserve(buf->tr->ring, buf->len, &buf->res);
		if (ent)
			entry_fill(ent, file->call->event.type, OWN_LEVELS_RING);
	}
	buf->entry = ent;
	return ent;
}

/**
 * trace_event_buffer_reserve() - room for one record of @file
 * @buf:	on the caller's stack
 * @file:	what the tracepoint was registered with
 * @len:	bytes, struct trace_entry included
 *
 * Context: any; preemption is off, once by the tracepoint.
 * Return: the record with its common fields filled in, or NULL: do not record.  Pair with
 * trace_event_buffer_commit().
 */
void *trace_event_buffer_reserve(struct trace_event_buffer *buf, struct trace_event_file *file, unsigned long len)
{
	unsigned long flags = READ_ONCE(file->flags);
	unsigned int own = OWN_LEVELS_RING;
	struct trace_entry *ent;

	buf->file = file;
	buf->tr = file->tr;
	buf->len = len;
	buf->regs = NULL;
	buf->flags = flags;
	buf->scratch = false;
	if (unlikely(flags & EVENT_FILE_FL_SLOW)) {
		if (flags & SLOW_BUT_FILTER)
			return slow_reserve(buf, flags);
		ent = len <= SCRATCH_BYTES ? scratch_get() : NULL;
		if (likely(ent)) {
			buf->scratch = true;
			own = OWN_LEVELS;
			goto fill;
		}
		buf->actions = 0;	/* slow_commit() it will be */
	}
	ent = ring_reserve(file->tr->ring, len, &buf->res);
	if (unlikely(!ent))
		return NULL;
fill:
	buf->entry = ent;
	entry_fill(ent, file->call->event.type, own);
	return ent;
}
EXPORT_SYMBOL_GPL(trace_event_buffer_reserve);

/**
 * trace_event_buffer_reserve_perf() - the same for an event that says what perf is to count
 * @buf:	on the caller's stack
 * @file:	what the tracepoint was registered with
 * @len:	bytes, struct trace_entry included
 * @count:	what the hit is worth
 * @task:	whom it is for besides the current task, or NULL
 *
 * Context: as trace_event_buffer_reserve().
 * Return: as trace_event_buffer_reserve().
 */
void *trace_event_buffer_reserve_perf(struct trace_event_buffer *buf, struct trace_event_file *file, unsigned long len,
				      u64 count, struct task_struct *task)
{
	if (!(READ_ONCE(file->flags) & EVENT_FILE_FL_PERF))
		return trace_event_buffer_reserve(buf, file, len);
	buf->file = file;
	buf->len = len;
	buf->regs = NULL;
	buf->flags = EVENT_FILE_FL_PERF;
	return perf_reserve(buf, count, task);
}
EXPORT_SYMBOL_GPL(trace_event_buffer_reserve_perf);

static bool record_wanted(struct trace_event_buffer *buf)
{
	struct trace_event_file *file = buf->file;
	unsigned long flags = READ_ONCE(file->flags);
	pid_t other;

	if (flags & EVENT_FILE_FL_SOFT_DISABLED)
		return false;
	if ((flags & EVENT_FILE_FL_PID_FILTER) && event_pids_skip(buf->tr, current->pid)) {
		if (!file->other_pid)
			return false;
		other = *(pid_t *)(buf->entry + file->other_pid);
		if (event_pids_skip(buf->tr, other))
			return false;
	}
	return !(flags & EVENT_FILE_FL_FILTERED) ||
	       filter_match_preds(rcu_dereference_sched(file->filter), buf->entry);
}

/* memcpy() for records, most of which are of 16 to 128 bytes: for these, the last piece overlaps that before it. */
static __always_inline void record_copy(void *to, const void *from, unsigned int len)
{
	unsigned int last = len - 16, at;

	if (unlikely(last > 128 - 16)) {
		memcpy(to, from, len);
		return;
	}
	for (at = 0; at < last; at += 16)
		memcpy(to + at, from + at, 16);
	memcpy(to + last, from + last, 16);
}

/* What is in the ring is wanted. */
static __always_inline void record_publish(struct trace_event_buffer *buf, const void *rec)
{
	if (static_branch_unlikely(&event_tap_key))
		tap_call(buf->tr, buf->file->call, rec, buf->len);
	ring_commit(&buf->res);
}

/* What is in scratch is wanted: into the ring, and out.  False: the ring has no room. */
static __always_inline bool scratch_keep(struct trace_event_buffer *buf)
{
	void *rec = ring_reserve(buf->tr->ring, buf->len, &buf->res);

	if (unlikely(!rec))
		return false;
	record_copy(rec, buf->entry, buf->len);
	record_publish(buf, rec);
	return true;
}

static bool record_keep(struct trace_event_buffer *buf)
{
	if (buf->scratch)
		return scratch_keep(buf);
	record_publish(buf, buf->entry);
	return true;
}

/* There is a filter and nothing else that has a say, and a record in scratch.  Return: it is in the ring. */
static __always_inline bool filtered_commit(struct trace_event_buffer *buf)
{
	bool keep = filter_match_preds(rcu_dereference_sched(buf->file->filter), buf->entry) && scratch_keep(buf);

	scratch_put();
	return keep;
}

static noinline void slow_commit(struct trace_event_buffer *buf, unsigned long caller)
{
	struct trace_event_call *call = buf->file->call;
	struct hit_origin old = { };
	bool keep;

	if (buf->flags & EVENT_FILE_FL_PERF) {
		perf_ops->commit(buf);
		return;
	}
	if (buf->flags & EVENT_FILE_FL_TRIGGER_MODE)
		old = origin_set(call, caller);
	if (buf->flags & EVENT_FILE_FL_TRIGGER_COND)
		buf->actions = event_actions_run(buf->file, buf->entry);
	keep = record_wanted(buf);
	if (keep)
		keep = record_keep(buf);
	else if (!buf->scratch)
		ring_discard(&buf->res);
	if (buf->scratch)
		scratch_put();
	if (buf->actions)
		event_actions_post(buf->file, buf->actions);
	if (buf->flags & EVENT_FILE_FL_TRIGGER_MODE)
		origin_restore(old);
	if (!keep)
		return;
	if (buf->tr->opts & OPT_NOTE)
		trace_note_task(buf->tr);
	if (buf->tr->opts & OPT_STACKS)
		record_stacks(buf, caller);
}

/**
 * trace_event_buffer_commit() - the record is filled in: publish it, or not
 * @buf:	as given to trace_event_buffer_reserve(), which returned a record
 *
 * Context: any, preemption off since the reserve.
 */
void trace_event_buffer_commit(struct trace_event_buffer *buf)
{
	struct trace_array *tr = buf->tr;
	u64 opts;

	if (unlikely(buf->flags & EVENT_FILE_FL_SLOW)) {
		if ((buf->flags & SLOW_BUT_FILTER) || !buf->scratch) {
			slow_commit(buf, _RET_IP_);
			return;
		}
		if (!filtered_commit(buf))
			return;
	} else {
		record_publish(buf, buf->entry);
	}
	opts = READ_ONCE(tr->opts);
	if (opts & OPT_NOTE)
		trace_note_task(tr);
	if (unlikely(opts & OPT_STACKS))
		record_stacks(buf, _RET_IP_);
}
EXPORT_SYMBOL_GPL(trace_event_buffer_commit);
