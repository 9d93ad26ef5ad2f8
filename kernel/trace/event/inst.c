// SPDX-License-Identifier: GPL-2.0
/*
 * inst.c - the events of an instance, from its making to its end, and what is to be done in all instances
 * when an event goes away.
 */

#include <linux/list.h>
#include <linux/rcupdate.h>
#include <linux/slab.h>
#include "event_internal.h"

static LIST_HEAD(event_insts);		/* event_inst::node; event_mutex */

/* === An event goes away === */

/* Take @file out of its instance: off, no triggers, no filter. */
static void file_drop(struct trace_event_file *file)
{
	struct event_inst *inst = event_inst(file->tr);
	struct event_filter *filter;

	lockdep_assert_held(&event_mutex);
	event_actions_gone(file);
	if (file->flags & EVENT_FILE_FL_ENABLED)
		file->call->class->reg(file->call, TRACE_REG_UNREGISTER, file);
	set_bit(EVENT_FILE_FL_FREED_BIT, &file->flags);
	clear_bit(EVENT_FILE_FL_ENABLED_BIT, &file->flags);
	filter = rcu_replace_pointer(file->filter, NULL, lockdep_is_held(&event_mutex));
	event_filter_retire(filter);
	if (inst->marker == file)
		WRITE_ONCE(inst->marker, NULL);
	xa_erase(&inst->by_type, file->call->event.type);
	list_del(&file->node);
	event_file_put(file);
}

/* Drop the files of an event in every instance. */
void event_files_drop(struct trace_event_call *call)
{
	struct trace_event_file *file;
	struct event_inst *inst;

	lockdep_assert_held(&event_mutex);
	list_for_each_entry(inst, &event_insts, node) {
		file = xa_load(&inst->by_type, call->event.type);
		if (!file)
			continue;
		inst->stale |= !!(file->flags & EVENT_FILE_FL_WAS_ENABLED);
		file_drop(file);
	}
}

/*
 * Drop what instances recorded of events that event_files_drop() took away: their records point to
 * memory that is about to go.  After the last hit of these events.
 */
void event_files_clear_stale(void)
{
	struct event_inst *inst;

	lockdep_assert_held(&event_mutex);
	list_for_each_entry(inst, &event_insts, node) {
		if (inst->stale)
			trace_array_clear(inst->tr, RING_ALL_CPUS);
		inst->stale = false;
	}
}

/* Switched on or kept by a trigger in some instance? */
bool event_files_busy(struct trace_event_call *call)
{
	struct trace_event_file *file;
	struct event_inst *inst;

	lockdep_assert_held(&event_mutex);
	list_for_each_entry(inst, &event_insts, node) {
		file = xa_load(&inst->by_type, call->event.type);
		if (file && (file->flags & (EVENT_FILE_FL_ENABLED | EVENT_FILE_FL_SOFT_MODE)))
			return true;
	}
	return false;
}

/* === Instances === */

int event_files_born(struct trace_array *tr)
{
	struct event_inst *inst = kzalloc(sizeof(*inst), GFP_KERNEL);

	if (!inst)
		return -ENOMEM;
	inst->tr = tr;
	INIT_LIST_HEAD(&inst->files);
	INIT_LIST_HEAD(&inst->filters);
	xa_init(&inst->by_type);
	tr->client[TRACE_CLIENT_EVENT] = inst;
	guard(mutex)(&event_mutex);
	list_add_tail(&inst->node, &event_insts);
	return 0;
}

static void inst_free(struct rcu_head *rcu)
{
	struct event_inst *inst = container_of(rcu, struct event_inst, rcu);

	pidset_free(inst->dead_pids);
	pidset_free(inst->dead_no_pids);
	kfree(inst);
}

void event_files_gone(struct trace_array *tr)
{
	struct event_inst *inst = event_inst(tr);
	struct trace_event_file *file, *tmp;

	scoped_guard(mutex, &event_mutex) {
		list_for_each_entry_safe(file, tmp, &inst->files, node)
			file_drop(file);
		event_filters_gone(inst);
		event_syscalls_free(inst);
		list_del(&inst->node);
		inst->dead_pids = rcu_dereference_protected(tr->pids, lockdep_is_held(&event_mutex));
		inst->dead_no_pids = rcu_dereference_protected(tr->no_pids, lockdep_is_held(&event_mutex));
	}
	event_pids_follow(tr, false);
	xa_destroy(&inst->by_type);
	/* hits that are under way may still look; the instance itself waits for them before it goes */
	call_rcu(&inst->rcu, inst_free);
}

int event_inst_option(struct trace_array *tr, u64 bit, bool on)
{
	return bit == TRACE_OPT(EVENT_FORK) ? event_pids_follow(tr, on) : 0;
}
