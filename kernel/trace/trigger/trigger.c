// SPDX-License-Identifier: GPL-2.0
/*
 * trigger.c - triggers of an event: add, remove, list, and run them on a hit.
 *
 *	[!]COMMAND[:SYSTEM:EVENT][:COUNT] [if FILTER]
 *
 * An event with triggers is switched on in soft mode: its probe runs, but a record is kept only if the
 * user enabled the event too.  A trigger runs in the context of the hit, so it is found under RCU and
 * freed after a grace period.
 */

#include <linux/module.h>
#include <linux/rculist.h>
#include <linux/seq_file.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "trigger.h"

static LIST_HEAD(trigger_cmds);		/* filled at boot, constant from then on */

/* === Commands === */

void trigger_cmd_register(struct trigger_cmd *cmd)
{
	list_add_tail(&cmd->node, &trigger_cmds);
}

struct trigger_cmd *trigger_cmd_next(struct trigger_cmd *cmd)
{
	struct list_head *next = cmd ? cmd->node.next : trigger_cmds.next;

	return next == &trigger_cmds ? NULL : list_entry(next, struct trigger_cmd, node);
}

static struct trigger_cmd *cmd_find(const char *name)
{
	struct trigger_cmd *cmd;

	list_for_each_entry(cmd, &trigger_cmds, node)
		if (!strcmp(cmd->name, name))
			return cmd;
	return NULL;
}

/* === Parse === */

/**
 * struct trigger_line - a line of a trigger file, taken apart; all texts point into the line
 * @remove:	it began with '!'
 * @cmd:	the command
 * @system:	of the target event, or NULL
 * @event:	of the target event, or NULL
 * @count:	TRIGGER_UNLIMITED if none was given
 * @filter:	text after "if", or NULL
 */
struct trigger_line {
	bool			remove;
	struct trigger_cmd	*cmd;
	const char		*system;
	const char		*event;
	long			count;
	char			*filter;
};

static int parse_filter(char *rest, struct trigger_line *tl)
{
	char *word;

	rest = rest ? strim(rest) : NULL;
	if (!rest || !*rest)
		return 0;
	word = strsep(&rest, " \t");
	if (strcmp(word, "if") || !rest)
		return -EINVAL;
	tl->filter = strim(rest);
	return *tl->filter ? 0 : -EINVAL;
}

static int parse_count(const char *text, struct trigger_line *tl)
{
	unsigned long n;
	int ret;

	if (!text || !*text || tl->remove)	/* what is removed is named by its command alone */
		return 0;
	ret = kstrtoul(text, 0, &n);
	if (ret || n > LONG_MAX)
		return -EINVAL;
	tl->count = n;
	return 0;
}

static int trigger_parse(char *line, struct trigger_line *tl)
{
	char *rest = strim(line), *head, *name;

	*tl = (struct trigger_line){ .count = TRIGGER_UNLIMITED };
	if (*rest == '!') {
		tl->remove = true;
		rest++;
	}
	head = strsep(&rest, " \t");
	name = strsep(&head, ":");
	tl->cmd = cmd_find(name);
	if (!tl->cmd)
		return -EINVAL;
	if (tl->cmd->target) {
		tl->system = strsep(&head, ":");
		tl->event = strsep(&head, ":");
		if (!tl->system || !tl->event)
			return -EINVAL;
	}
	return parse_count(head, tl) ?: parse_filter(rest, tl);
}

/* === Run === */

static bool count_left(struct event_trigger *t)
{
	return atomic_long_read(&t->count) != 0;
}

/* The action changed something: take one from the count, which never goes below zero. */
static void count_down(struct event_trigger *t)
{
	atomic_long_add_unless(&t->count, -1, 0);
}

static void trigger_run(struct event_action *a, void *rec)
{
	struct event_trigger *t = container_of(a, struct event_trigger, action);
	bool limited = atomic_long_read(&t->count) != TRIGGER_UNLIMITED;

	if (limited && !count_left(t))
		return;
	if (t->cmd->act(t) && limited)
		count_down(t);
}

/* The next trigger of @file behind @t, NULL starts and ends; there may be actions of other kinds between. */
static struct event_trigger *trigger_next(struct trace_event_file *file, struct event_trigger *t)
{
	struct event_action *a;

	lockdep_assert_held(&event_mutex);
	a = t ? &t->action : list_entry(&file->actions, struct event_action, node);
	list_for_each_entry_continue(a, &file->actions, node)
		if (a->run == trigger_run)
			return container_of(a, struct event_trigger, action);
	return NULL;
}

/* === Add and remove === */

/* An event that a trigger names must not go away with its module or its definition. */
static bool call_hold(struct trace_event_call *call)
{
	if (call->flags & TRACE_EVENT_FL_DYNAMIC) {
		atomic_inc(&call->refcnt);
		return true;
	}
	return try_module_get(call->module);
}

static void call_drop(struct trace_event_call *call)
{
	if (call->flags & TRACE_EVENT_FL_DYNAMIC)
		atomic_dec(&call->refcnt);
	else
		module_put(call->module);
}

static void target_put(struct trace_event_file *target)
{
	if (!target)
		return;
	call_drop(target->call);
	event_file_put(target);
}

static struct trace_event_file *target_get(struct trace_array *tr, const struct trigger_line *tl)
{
	struct trace_event_call *call = trace_event_find(tl->system, tl->event);
	struct trace_event_file *target;

	if (!call || !call_hold(call))
		return ERR_PTR(-EINVAL);
	target = event_file_get(tr, call);
	if (IS_ERR(target))
		call_drop(call);
	return target;
}

/* Also of what is no trigger: NULL or an error. */
static void trigger_free(struct event_trigger *t)
{
	if (IS_ERR_OR_NULL(t))
		return;
	event_filter_free(t->action.filter);
	target_put(t->target);
	kfree(t);
}

DEFINE_FREE(trigger, struct event_trigger *, trigger_free(_T))

static struct event_trigger *trigger_make(struct trace_event_file *file, const struct trigger_line *tl)
{
	struct event_trigger *t __free(trigger) = kzalloc(sizeof(*t), GFP_KERNEL);
	int ret;

	if (!t)
		return ERR_PTR(-ENOMEM);
	t->cmd = tl->cmd;
	t->file = file;
	atomic_long_set(&t->count, tl->count);
	if (tl->event) {
		struct trace_event_file *target = target_get(file->tr, tl);

		if (IS_ERR(target))
			return ERR_CAST(target);
		t->target = target;
	}
	if (tl->filter) {
		ret = event_filter_create(file->tr, file->call, tl->filter, true, &t->action.filter);
		if (ret)
			return ERR_PTR(ret);
	}
	return no_free_ptr(t);
}

/* The trigger of @file that @tl names or that excludes it: same kind, same target. */
static struct event_trigger *trigger_find(struct trace_event_file *file, const struct trigger_cmd *cmd,
					  const char *system, const char *event)
{
	struct event_trigger *t = NULL;

	while ((t = trigger_next(file, t))) {
		if (t->cmd->kind != cmd->kind)
			continue;
		if (!cmd->target)
			return t;
		if (!strcmp(t->target->call->class->system, system) &&
		    !strcmp(trace_event_name(t->target->call), event))
			return t;
	}
	return NULL;
}

/* No hit of @t is under way when this returns. */
static void trigger_unlink(struct event_trigger *t)
{
	event_action_del(t->file, &t->action);
	tracepoint_synchronize_unregister();
	if (t->cmd->unreg)
		t->cmd->unreg(t);
	trigger_free(t);
}

/* The event or the instance goes away. */
static void trigger_gone(struct event_action *a)
{
	trigger_unlink(container_of(a, struct event_trigger, action));
}

static int trigger_add(struct trace_event_file *file, const struct trigger_line *tl)
{
	struct event_trigger *t __free(trigger) = trigger_make(file, tl);
	int ret;

	if (IS_ERR(t))
		return PTR_ERR(t);
	t->action.post = t->cmd->post;
	t->action.run = trigger_run;
	t->action.gone = trigger_gone;
	ret = t->cmd->reg ? t->cmd->reg(t) : 0;
	if (ret)
		return ret;
	ret = event_action_add(file, &t->action);
	if (ret) {
		if (t->cmd->unreg)
			t->cmd->unreg(t);
		return ret;
	}
	retain_and_null_ptr(t);
	return 0;
}

/**
 * event_trigger_write() - take one line of an event's trigger file
 * @file:	the event that fires
 * @line:	the line; changed
 *
 * Context: task; event_mutex held.
 * Return: 0, -EINVAL (command, count, target or filter), -EEXIST (one of its kind is there), -ENOMEM.
 */
int event_trigger_write(struct trace_event_file *file, char *line)
{
	struct event_trigger *old;
	struct trigger_line tl;
	int ret;

	lockdep_assert_held(&event_mutex);
	ret = trigger_parse(line, &tl);
	if (ret)
		return ret;
	if (tl.cmd->target && !trace_event_find(tl.system, tl.event))
		return -EINVAL;
	old = trigger_find(file, tl.cmd, tl.system, tl.event);
	if (!tl.remove)
		return old ? -EEXIST : trigger_add(file, &tl);
	if (old)
		trigger_unlink(old);
	return 0;
}

/* === List === */

static void trigger_print(const struct event_trigger *t, struct seq_file *m)
{
	long count = atomic_long_read(&t->count);

	seq_puts(m, t->cmd->name);
	if (t->target)
		seq_printf(m, ":%s:%s", t->target->call->class->system, trace_event_name(t->target->call));
	if (count == TRIGGER_UNLIMITED)
		seq_puts(m, ":unlimited");
	else
		seq_printf(m, ":count=%ld", count);
	if (t->action.filter)
		seq_printf(m, " if %s", event_filter_text(t->action.filter));
	seq_putc(m, '\n');
}

/**
 * event_trigger_show() - text of a trigger file: its triggers, or the words it takes
 * @file:	the event
 * @m:		where to
 *
 * Context: task; event_mutex held.
 */
void event_trigger_show(struct trace_event_file *file, struct seq_file *m)
{
	struct trigger_cmd *cmd = NULL;
	struct event_trigger *t = trigger_next(file, NULL);

	for (; t; t = trigger_next(file, t))
		trigger_print(t, m);
	if (trigger_next(file, NULL))
		return;
	seq_puts(m, "# Available triggers:\n#");
	while ((cmd = trigger_cmd_next(cmd)))
		seq_printf(m, " %s", cmd->name);
	seq_putc(m, '\n');
}
