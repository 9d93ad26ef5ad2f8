// SPDX-License-Identifier: GPL-2.0
/*
 * enable.c - many events of an instance at once: found by patterns, switched, summed up; and the same for
 * other parts of the kernel, which know an event by its name.
 */

#include <linux/export.h>
#include <linux/glob.h>
#include <linux/slab.h>
#include <linux/string.h>
#include "event_internal.h"

/* === By pattern === */

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
		file = on ? event_file_of(tr, call) : event_file_find(tr, call);
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
