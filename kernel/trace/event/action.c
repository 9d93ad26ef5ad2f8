// SPDX-License-Identifier: GPL-2.0
/*
 * action.c - what else happens on a hit: triggers and probes on events.
 *
 * An action hangs on an event in an instance.  The event is then on in soft mode: its probe runs, but a
 * record is kept only if the user enabled the event.  Actions are found under RCU (sched); who takes one
 * off waits for tracepoint_synchronize_unregister() before it frees it.
 */

#include <linux/bitops.h>
#include <linux/rculist.h>
#include "event_internal.h"

/**
 * event_actions_run() - a hit: run what does not wait for the record, and tell what does
 * @file:	the event that was hit
 * @rec:	its record; NULL when no action needs it
 *
 * Context: of the hit, preemption off.
 * Return: set of actions for event_actions_post().
 */
unsigned long event_actions_run(struct trace_event_file *file, void *rec)
{
	struct event_action *a;
	unsigned long wait = 0;

	list_for_each_entry_rcu(a, &file->actions, node) {
		if (a->filter && (!rec || !filter_match_preds(a->filter, rec)))
			continue;
		if (a->post)
			wait |= BIT(a->bit);
		else
			a->run(a, rec);
	}
	return wait;
}

/**
 * event_actions_post() - the record of a hit is written: run what waited for it
 * @file:	the event that was hit
 * @actions:	what event_actions_run() returned
 *
 * Context: of the hit, preemption off.
 */
void event_actions_post(struct trace_event_file *file, unsigned long actions)
{
	struct event_action *a;

	list_for_each_entry_rcu(a, &file->actions, node)
		if (actions & BIT(a->bit))
			a->run(a, NULL);
}

/* Tell the record path what the actions of @file need of it. */
static void flags_update(struct trace_event_file *file)
{
	struct event_action *a;
	bool cond = false;

	list_for_each_entry(a, &file->actions, node)
		cond |= a->filter || a->post || a->needs_rec;
	assign_bit(EVENT_FILE_FL_TRIGGER_COND_BIT, &file->flags, cond);
	assign_bit(EVENT_FILE_FL_TRIGGER_MODE_BIT, &file->flags, !list_empty(&file->actions));
}

/**
 * event_action_add() - from now on @a runs on hits of @file
 * @file:	the event in an instance
 * @a:		the action; filled in
 *
 * Context: task, event_mutex held.
 * Return: 0, -ENOSPC (64 are enough), or what keeps the event from being switched on.
 */
int event_action_add(struct trace_event_file *file, struct event_action *a)
{
	struct event_action *other;
	unsigned long used = 0;
	int ret;

	lockdep_assert_held(&event_mutex);
	list_for_each_entry(other, &file->actions, node)
		used |= BIT(other->bit);
	if (!~used)
		return -ENOSPC;
	a->bit = ffz(used);
	refcount_inc(&file->ref);
	list_add_tail_rcu(&a->node, &file->actions);
	flags_update(file);
	ret = event_file_soft(file, true);
	if (ret >= 0)
		return 0;
	list_del_rcu(&a->node);
	flags_update(file);
	tracepoint_synchronize_unregister();
	event_file_put(file);
	return ret;
}

/**
 * event_action_del() - @a runs no more on hits of @file that begin after this
 * @file:	the event
 * @a:		an action of it; free it after tracepoint_synchronize_unregister()
 *
 * Context: task, event_mutex held.
 */
void event_action_del(struct trace_event_file *file, struct event_action *a)
{
	lockdep_assert_held(&event_mutex);
	list_del_rcu(&a->node);
	flags_update(file);
	event_file_soft(file, false);
	event_file_put(file);
}

/* The event or the instance of @file goes away: its actions go first. */
void event_actions_gone(struct trace_event_file *file)
{
	struct event_action *a, *tmp;

	list_for_each_entry_safe(a, tmp, &file->actions, node)
		a->gone(a);
}
