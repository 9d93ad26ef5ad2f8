// SPDX-License-Identifier: GPL-2.0
/*
 * file.c - one event in one instance: made when first needed, switched on and off.
 *
 * States of a file, by what holds its probe registered (ENABLED):
 *
 *	user wants records	SOFT_DISABLED clear
 *	only triggers want it	SOFT_MODE and SOFT_DISABLED set: hits run triggers and record nothing
 *	both			SOFT_MODE set, SOFT_DISABLED as the last of user and triggers left it
 *
 * A file is in its instance's table until its event or its instance goes; then it is marked FREED, and
 * whoever still holds it gets -ENODEV.
 */

#include <linux/module.h>
#include <linux/rcupdate.h>
#include <linux/slab.h>
#include <linux/string.h>
#include "event_internal.h"

/* === Making and finding === */

/**
 * event_file_find() - the file of an event, if it was made already
 * @tr:		instance
 * @call:	event
 *
 * Context: task, event_mutex held.
 * Return: the file without a reference, or NULL.
 */
struct trace_event_file *event_file_find(struct trace_array *tr, struct trace_event_call *call)
{
	lockdep_assert_held(&event_mutex);
	return xa_load(&event_inst(tr)->by_type, call->event.type);
}

/* Events that say what another task does: the pid of that task counts too. */
static u16 other_pid_offset(struct trace_event_call *call)
{
	static const struct { const char *event, *field; } others[] = {
		{ "sched_switch", "next_pid" },
		{ "sched_waking", "pid" },
		{ "sched_wakeup", "pid" },
		{ "sched_wakeup_new", "pid" },
	};
	const struct trace_field *field;

	if (strcmp(call->class->system, "sched"))
		return 0;
	for (unsigned int i = 0; i < ARRAY_SIZE(others); i++) {
		if (strcmp(trace_event_name(call), others[i].event))
			continue;
		field = trace_event_field(call, others[i].field);
		return field && field->size == sizeof(pid_t) ? field->offset : 0;
	}
	return 0;
}

static struct trace_event_file *file_make(struct event_inst *inst, struct trace_event_call *call)
{
	struct trace_event_file *file = kzalloc(sizeof(*file), GFP_KERNEL);
	int ret;

	if (!file)
		return ERR_PTR(-ENOMEM);
	file->tr = inst->tr;
	file->call = call;
	file->other_pid = other_pid_offset(call);
	INIT_LIST_HEAD(&file->actions);
	refcount_set(&file->ref, 1);	/* the table's */
	if (rcu_access_pointer(inst->tr->pids) || rcu_access_pointer(inst->tr->no_pids))
		file->flags |= EVENT_FILE_FL_PID_FILTER;
	ret = xa_err(xa_store(&inst->by_type, call->event.type, file, GFP_KERNEL));
	if (ret) {
		kfree(file);
		return ERR_PTR(ret);
	}
	list_add_tail(&file->node, &inst->files);
	if (call->event.type == TRACE_PRINT)
		WRITE_ONCE(inst->marker, file);
	return file;
}

/* As event_file_get(), without a reference. */
struct trace_event_file *event_file_of(struct trace_array *tr, struct trace_event_call *call)
{
	struct event_inst *inst = event_inst(tr);
	struct trace_event_file *file;

	lockdep_assert_held(&event_mutex);
	if (!inst || !call->event.type)
		return ERR_PTR(-ENODEV);
	file = xa_load(&inst->by_type, call->event.type);
	return file ?: file_make(inst, call);
}

/**
 * event_file_get() - the file of an event, made if it must be
 * @tr:		instance
 * @call:	event
 *
 * Context: task, event_mutex held.
 * Return: the file with a reference, ERR_PTR(-ENOMEM), ERR_PTR(-ENODEV).
 */
struct trace_event_file *event_file_get(struct trace_array *tr, struct trace_event_call *call)
{
	struct trace_event_file *file = event_file_of(tr, call);

	if (!IS_ERR(file))
		refcount_inc(&file->ref);
	return file;
}

/**
 * event_file_put() - drop a reference
 * @file:	the file
 *
 * Context: any but NMI.
 */
void event_file_put(struct trace_event_file *file)
{
	if (refcount_dec_and_test(&file->ref))
		kfree_rcu(file, rcu);
}

/* === On and off === */

bool event_file_is_on(const struct trace_event_file *file)
{
	unsigned long flags = file ? READ_ONCE(file->flags) : 0;

	return (flags & EVENT_FILE_FL_ENABLED) && !(flags & EVENT_FILE_FL_SOFT_DISABLED);
}

/* The probe: off -> on. */
static int probe_on(struct trace_event_file *file)
{
	int ret;

	scoped_guard(mutex, &trace_types_lock)
		ret = trace_array_expand(file->tr);
	if (ret)
		return ret;
	ret = file->call->class->reg(file->call, TRACE_REG_REGISTER, file);
	if (ret)
		return ret;
	set_bit(EVENT_FILE_FL_ENABLED_BIT, &file->flags);
	set_bit(EVENT_FILE_FL_WAS_ENABLED_BIT, &file->flags);
	return 0;
}

/* The probe: on -> off. */
static void probe_off(struct trace_event_file *file)
{
	file->call->class->reg(file->call, TRACE_REG_UNREGISTER, file);
	clear_bit(EVENT_FILE_FL_ENABLED_BIT, &file->flags);
}

static int file_check(const struct trace_event_file *file)
{
	lockdep_assert_held(&event_mutex);
	if (file->flags & EVENT_FILE_FL_FREED)
		return -ENODEV;
	return file->call->class->reg ? 0 : -EINVAL;
}

/**
 * event_file_enable() - record an event in an instance, or no longer
 * @file:	the event in the instance
 * @on:		what the user wants
 *
 * Context: task, event_mutex held.
 * Return: 0, also if it is so already; -ENODEV (gone), -ENOMEM, or an error of its class.
 */
int event_file_enable(struct trace_event_file *file, bool on)
{
	int ret = file_check(file);

	if (ret)
		return ret;
	if (on) {
		if (!(file->flags & EVENT_FILE_FL_ENABLED))
			ret = probe_on(file);
		if (!ret)
			clear_bit(EVENT_FILE_FL_SOFT_DISABLED_BIT, &file->flags);
		return ret;
	}
	if (file->flags & EVENT_FILE_FL_SOFT_MODE)
		set_bit(EVENT_FILE_FL_SOFT_DISABLED_BIT, &file->flags);
	else if (file->flags & EVENT_FILE_FL_ENABLED)
		probe_off(file);
	return 0;
}

static int soft_on(struct trace_event_file *file)
{
	int ret;

	if (atomic_inc_return(&file->sm_ref) > 1)
		return 0;
	set_bit(EVENT_FILE_FL_SOFT_MODE_BIT, &file->flags);
	if (file->flags & EVENT_FILE_FL_ENABLED)
		return 0;
	/* before the probe, so that no hit is recorded in between */
	set_bit(EVENT_FILE_FL_SOFT_DISABLED_BIT, &file->flags);
	ret = probe_on(file);
	if (ret) {
		atomic_dec(&file->sm_ref);
		clear_bit(EVENT_FILE_FL_SOFT_MODE_BIT, &file->flags);
		clear_bit(EVENT_FILE_FL_SOFT_DISABLED_BIT, &file->flags);
	}
	return ret;
}

static void soft_off(struct trace_event_file *file)
{
	if (WARN_ON(atomic_read(&file->sm_ref) <= 0) || atomic_dec_return(&file->sm_ref))
		return;
	clear_bit(EVENT_FILE_FL_SOFT_MODE_BIT, &file->flags);
	if (!(file->flags & EVENT_FILE_FL_SOFT_DISABLED))
		return;
	if (file->flags & EVENT_FILE_FL_ENABLED)
		probe_off(file);
	clear_bit(EVENT_FILE_FL_SOFT_DISABLED_BIT, &file->flags);
}

/**
 * event_file_soft() - a trigger needs the hits of an event, or no longer
 * @file:	the event in the instance
 * @on:		one user more or one less
 *
 * Context: task, event_mutex held.
 * Return: 0, or as event_file_enable(); a failed "on" needs no "off".
 */
int event_file_soft(struct trace_event_file *file, bool on)
{
	int ret;

	lockdep_assert_held(&event_mutex);
	/* what is never switched on has hits all the same: trace_marker */
	if (file->call->flags & TRACE_EVENT_FL_IGNORE_ENABLE)
		return 0;
	if (!on) {
		soft_off(file);
		return 0;
	}
	ret = file_check(file);
	return ret ?: soft_on(file);
}

/**
 * trace_event_hold() - keep an event from going away
 * @call:	the event
 *
 * Context: task, event_mutex held.
 * Return: false: it is going already.  Pairs with trace_event_drop().
 */
bool trace_event_hold(struct trace_event_call *call)
{
	if (!(call->flags & TRACE_EVENT_FL_DYNAMIC))
		return try_module_get(call->module);
	atomic_inc(&call->refcnt);
	return true;
}

/**
 * trace_event_drop() - undo trace_event_hold()
 * @call:	the event
 *
 * Context: task.
 */
void trace_event_drop(struct trace_event_call *call)
{
	if (call->flags & TRACE_EVENT_FL_DYNAMIC)
		atomic_dec(&call->refcnt);
	else
		module_put(call->module);
}

/* === Pid lists === */

/* Does the record path have to look at the pid lists of @tr? */
void event_inst_pid_filter(struct trace_array *tr, bool on)
{
	struct trace_event_file *file;

	lockdep_assert_held(&event_mutex);
	list_for_each_entry(file, &event_inst(tr)->files, node)
		assign_bit(EVENT_FILE_FL_PID_FILTER_BIT, &file->flags, on);
}
