// SPDX-License-Identifier: GPL-2.0
/*
 * file.c - one event in one instance: made when first needed, switched on and off, summed up.
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

#include <linux/glob.h>
#include <linux/module.h>
#include <linux/rcupdate.h>
#include <linux/slab.h>
#include <linux/string.h>
#include "event_internal.h"

static LIST_HEAD(event_insts);		/* event_inst::node; event_mutex */

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

/* Without a reference. */
static struct trace_event_file *file_of(struct trace_array *tr, struct trace_event_call *call)
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
	struct trace_event_file *file = file_of(tr, call);

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

/* === Many at once === */

static bool name_fits(const char *pattern, const char *name)
{
	if (!pattern)
		return true;
	return strpbrk(pattern, "*?[") ? glob_match(pattern, name) : !strcmp(pattern, name);
}

static bool call_fits(struct trace_event_call *call, const char *match, const char *system, const char *event)
{
	const char *name = trace_event_name(call);

	if (!trace_event_can_enable(call))
		return false;
	if (match && !name_fits(match, name) && !name_fits(match, call->class->system))
		return false;
	return name_fits(system, call->class->system) && name_fits(event, name);
}

/**
 * event_set_match() - switch all events that fit
 * @tr:		instance
 * @match:	pattern for the name of either event or system, or NULL
 * @system:	pattern for the system, NULL for all
 * @event:	pattern for the event, NULL for all
 * @on:		what to do
 *
 * One that fails does not keep the others from being switched.
 *
 * Context: task; takes event_mutex.
 * Return: 0; -EINVAL: nothing fits; else the first failure.
 */
int event_set_match(struct trace_array *tr, const char *match, const char *system, const char *event, bool on)
{
	struct trace_event_file *file;
	struct trace_event_call *call;
	int ret, err = -EINVAL;
	bool any = false;

	guard(mutex)(&event_mutex);
	list_for_each_entry(call, &trace_event_calls, list) {
		if (!call_fits(call, match, system, event) || !trace_array_has_system(tr, call->class->system))
			continue;
		/* what has no file is off */
		file = on ? file_of(tr, call) : event_file_find(tr, call);
		if (IS_ERR(file))
			ret = PTR_ERR(file);
		else
			ret = file ? event_file_enable(file, on) : 0;
		if (!any || (ret && !err))
			err = ret;
		any = true;
	}
	return err;
}

static const char *all_if_star(const char *pattern)
{
	return !*pattern || !strcmp(pattern, "*") ? NULL : pattern;
}

/**
 * event_set() - one word of set_event
 * @tr:		instance
 * @word:	"event", "system", "system:event", "system:*", "*:*", with patterns; a leading '!' turns @on over
 * @on:		what to do
 *
 * Context: task; takes event_mutex.
 * Return: as event_set_match(); -ENOMEM.
 */
int event_set(struct trace_array *tr, const char *word, bool on)
{
	char *event, *system __free(kfree) = NULL;

	if (*word == '!') {
		on = !on;
		word++;
	}
	if (!*word)
		return -EINVAL;
	system = kstrdup(word, GFP_KERNEL);
	if (!system)
		return -ENOMEM;
	event = strchr(system, ':');
	if (!event)
		return event_set_match(tr, all_if_star(system), NULL, NULL, on);
	*event++ = '\0';
	return event_set_match(tr, NULL, all_if_star(system), all_if_star(event), on);
}

/**
 * event_state() - what the enable file of an event, of a system or of all shows
 * @tr:		instance
 * @system:	or NULL for all
 * @name:	or NULL for all
 *
 * Context: task, event_mutex held.
 * Return: '0' all off, '1' all on, 'X' some on, '?' there is none.
 */
char event_state(struct trace_array *tr, const char *system, const char *name)
{
	struct trace_event_call *call;
	unsigned int seen = 0;

	lockdep_assert_held(&event_mutex);
	list_for_each_entry(call, &trace_event_calls, list) {
		if (!trace_event_can_enable(call))
			continue;
		if (system && strcmp(system, call->class->system))
			continue;
		if (name && strcmp(name, trace_event_name(call)))
			continue;
		if (!trace_array_has_system(tr, call->class->system))
			continue;
		seen |= 1 << event_file_is_on(event_file_find(tr, call));
		if (seen == 3)
			break;
	}
	return "?01X"[seen];
}

/**
 * event_next() - walk the events that a user can switch on
 * @tr:		instance
 * @call:	the one before, NULL to start
 * @on_only:	only those that are on
 *
 * Context: task, event_mutex held, and kept from one call to the next.
 * Return: the next event, NULL at the end.
 */
struct trace_event_call *event_next(struct trace_array *tr, struct trace_event_call *call, bool on_only)
{
	lockdep_assert_held(&event_mutex);
	call = list_prepare_entry(call, &trace_event_calls, list);
	list_for_each_entry_continue(call, &trace_event_calls, list) {
		if (!trace_event_can_enable(call) || !trace_array_has_system(tr, call->class->system))
			continue;
		if (!on_only || event_file_is_on(event_file_find(tr, call)))
			return call;
	}
	return NULL;
}

/* === For other parts of the kernel === */

/**
 * trace_array_set_clr_event() - switch events of an instance
 * @tr:		instance, with a reference
 * @system:	name, NULL for all
 * @event:	name, NULL for all of @system
 * @enable:	what to do
 *
 * Context: task.
 * Return: 0, -ENOENT (no instance), else as event_set_match().
 */
int trace_array_set_clr_event(struct trace_array *tr, const char *system, const char *event, bool enable)
{
	return tr ? event_set_match(tr, NULL, system, event, enable) : -ENOENT;
}
EXPORT_SYMBOL_GPL(trace_array_set_clr_event);

/**
 * trace_set_clr_event() - switch events of the top-level instance
 * @system:	name, NULL for all
 * @event:	name, NULL for all of @system
 * @set:	0: off
 *
 * Context: task.
 * Return: as trace_array_set_clr_event().
 */
int trace_set_clr_event(const char *system, const char *event, int set)
{
	return trace_array_set_clr_event(trace_array_top(), system, event, set);
}
EXPORT_SYMBOL_GPL(trace_set_clr_event);

static struct trace_array *instance_get(const char *name)
{
	struct trace_array *tr;
	int ret;

	if (!name)
		tr = trace_array_top();
	else
		scoped_guard(mutex, &trace_types_lock)
			tr = trace_array_find(name);
	if (!tr)
		return ERR_PTR(-ENOENT);
	ret = trace_array_get(tr);
	return ret ? ERR_PTR(ret) : tr;
}

static struct trace_event_file *file_get_named(struct trace_array *tr, const char *system, const char *event)
{
	struct trace_event_call *call;
	struct trace_event_file *file;

	guard(mutex)(&event_mutex);
	call = trace_event_find(system, event);
	if (!call)
		return ERR_PTR(-EINVAL);
	if (!trace_event_hold(call))
		return ERR_PTR(-EINVAL);
	file = event_file_get(tr, call);
	if (IS_ERR(file))
		trace_event_drop(call);
	return file;
}

/**
 * trace_get_event_file() - hold an event of an instance
 * @instance:	name, NULL for the top level
 * @system:	of the event
 * @event:	its name
 *
 * Neither the event nor the instance goes away before trace_put_event_file().
 *
 * Context: task.
 * Return: the file; ERR_PTR: -ENOENT (no such instance), -EINVAL (no such event), -ENOMEM.
 */
struct trace_event_file *trace_get_event_file(const char *instance, const char *system, const char *event)
{
	struct trace_array *tr = instance_get(instance);
	struct trace_event_file *file;

	if (IS_ERR(tr))
		return ERR_CAST(tr);
	file = file_get_named(tr, system, event);
	if (IS_ERR(file))
		trace_array_put(tr);
	return file;
}
EXPORT_SYMBOL_GPL(trace_get_event_file);

/**
 * trace_put_event_file() - let go of what trace_get_event_file() gave
 * @file:	the file
 *
 * Context: task.
 */
void trace_put_event_file(struct trace_event_file *file)
{
	struct trace_array *tr = file->tr;

	trace_event_drop(file->call);
	event_file_put(file);
	trace_array_put(tr);
}
EXPORT_SYMBOL_GPL(trace_put_event_file);

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

void event_inst_pid_filter(struct trace_array *tr, bool on)
{
	struct trace_event_file *file;

	lockdep_assert_held(&event_mutex);
	list_for_each_entry(file, &event_inst(tr)->files, node)
		assign_bit(EVENT_FILE_FL_PID_FILTER_BIT, &file->flags, on);
}
