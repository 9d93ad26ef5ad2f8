// SPDX-License-Identifier: GPL-2.0
/*
 * filter.c - filters of events and of systems: make, set, show.
 *
 * A filter that is refused replaces the one that was there all the same: nothing is filtered, and the file
 * shows the text with a caret under what is wrong.  Filters are read under RCU by hits.
 */

#include <linux/seq_file.h>
#include <linux/slab.h>
#include <linux/string.h>
#include "filter.h"

#define WHO	"event filter parse error"

/* What was written to the filter file of a system. */
struct system_filter {
	struct list_head	node;		/* event_inst::filters; event_mutex */
	char			*text;		/* to show; event_mutex */
	char			system[];
};

/* === Making === */

/* Terms of @node into @filter->insn from number *@at on, with the ways out @yes and @no. */
static void emit(struct event_filter *filter, unsigned int *at, struct filter_node *node,
		 unsigned int yes, unsigned int no)
{
	struct filter_node *kid;

	if (node->neg)
		swap(yes, no);
	if (node->kind == NODE_TERM) {
		struct filter_insn *insn = &filter->insn[(*at)++];

		*insn = node->insn;
		insn->next[0] = no;
		insn->next[1] = yes;
		filter_insn_tune(insn);
		/* its string or mask is the program's now */
		node->insn = (struct filter_insn){ };
		return;
	}
	for (kid = node->first; kid; kid = kid->next) {
		unsigned int then = *at + kid->leaves;	/* the sibling's first term */

		if (!kid->next)
			emit(filter, at, kid, yes, no);
		else if (node->kind == NODE_AND)
			emit(filter, at, kid, then, no);
		else
			emit(filter, at, kid, yes, then);
	}
}

static struct event_filter *filter_alloc(unsigned int nr, const char *text)
{
	struct event_filter *filter = kzalloc(struct_size(filter, insn, nr), GFP_KERNEL);

	if (!filter)
		return NULL;
	filter->nr = nr;
	filter->text = kstrdup(text, GFP_KERNEL);
	if (!filter->text) {
		kfree(filter);
		return NULL;
	}
	return filter;
}

/**
 * filter_build() - compile a filter
 * @call:	whose fields it names
 * @text:	the filter, without blanks around it
 * @err:	what is wrong if -EINVAL is returned
 *
 * Context: task.
 * Return: the filter; ERR_PTR(-EINVAL), ERR_PTR(-ENOMEM).
 */
struct event_filter *filter_build(struct trace_event_call *call, const char *text, struct filter_error *err)
{
	struct filter_node *tree = filter_parse(call, text, err);
	struct event_filter *filter;
	unsigned int at = 0;

	if (IS_ERR(tree))
		return ERR_CAST(tree);
	filter = filter_alloc(tree->leaves, text);
	if (filter)
		emit(filter, &at, tree, filter->nr, filter->nr + 1);
	filter_tree_free(tree);
	return filter ?: ERR_PTR(-ENOMEM);
}

/**
 * event_filter_free() - free a filter that no hit can see
 * @filter:	the filter or NULL
 *
 * Context: any but NMI.
 */
void event_filter_free(struct event_filter *filter)
{
	if (!filter)
		return;
	for (unsigned int i = 0; i < filter->nr; i++)
		filter_insn_clean(&filter->insn[i]);
	kfree(filter->text);
	kfree(filter);
}

static void free_rcu_cb(struct rcu_head *rcu)
{
	event_filter_free(container_of(rcu, struct event_filter, rcu));
}

void event_filter_retire(struct event_filter *filter)
{
	if (filter)
		call_rcu(&filter->rcu, free_rcu_cb);
}

/* The text with a caret and the message, as a filter that matches all. */
static struct event_filter *refused(const char *text, const struct filter_error *err)
{
	char *shown __free(kfree) = NULL;
	int col = min_t(unsigned int, err->pos, strlen(text)) + 1;

	shown = kasprintf(GFP_KERNEL, "%s\n%*s\nparse_error: %s", text, col, "^", filter_err_text(err->code));
	return shown ? filter_alloc(0, shown) : NULL;
}

/**
 * event_filter_create() - compile a filter for something that is not the filter file
 * @tr:		instance, for the error log; NULL: the top level
 * @call:	whose fields it names
 * @text:	the filter; blanks around it are cut off
 * @log:	put an error into the error log
 * @filterp:	where the filter goes
 *
 * Context: task.
 * Return: 0, -EINVAL, -ENOMEM; *@filterp is NULL then.
 */
int event_filter_create(struct trace_array *tr, struct trace_event_call *call, char *text, bool log,
			struct event_filter **filterp)
{
	struct filter_error err = { };
	struct event_filter *filter;

	text = strim(text);
	filter = filter_build(call, text, &err);
	*filterp = IS_ERR(filter) ? NULL : filter;
	if (!IS_ERR(filter))
		return 0;
	if (log && err.code)
		trace_error(tr, WHO, text, filter_err_text(err.code), err.pos);
	return PTR_ERR(filter);
}

/* === Of an event === */

/* Publish: hits that still see the old filter are right to. */
static void file_set(struct trace_event_file *file, struct event_filter *filter, bool active)
{
	struct event_filter *old;

	lockdep_assert_held(&event_mutex);
	if (!active)
		clear_bit(EVENT_FILE_FL_FILTERED_BIT, &file->flags);
	old = rcu_replace_pointer(file->filter, filter, lockdep_is_held(&event_mutex));
	if (active)
		set_bit(EVENT_FILE_FL_FILTERED_BIT, &file->flags);
	event_filter_retire(old);
}

/**
 * event_filter_set() - take what was written to the filter file of an event
 * @file:	the event in an instance
 * @text:	the filter, or "0"; changed
 *
 * Context: task, event_mutex held.
 * Return: 0, -ENODEV (gone), -EINVAL (see the file and error_log), -ENOMEM.
 */
int event_filter_set(struct trace_event_file *file, char *text)
{
	struct filter_error err = { };
	struct event_filter *filter;

	lockdep_assert_held(&event_mutex);
	if (file->flags & EVENT_FILE_FL_FREED)
		return -ENODEV;
	text = strim(text);
	if (!strcmp(text, "0")) {
		file_set(file, NULL, false);
		return 0;
	}
	filter = filter_build(file->call, text, &err);
	if (!IS_ERR(filter)) {
		file_set(file, filter, true);
		return 0;
	}
	if (PTR_ERR(filter) != -EINVAL)
		return PTR_ERR(filter);
	trace_error(file->tr, WHO, text, filter_err_text(err.code), err.pos);
	file_set(file, refused(text, &err), false);
	return -EINVAL;
}

const char *event_filter_text(const struct event_filter *filter)
{
	return filter->text;
}

/**
 * event_filter_show() - text of a filter file
 * @filter:	NULL: there is none
 * @m:		where to
 *
 * Context: task, event_mutex held.
 */
void event_filter_show(struct event_filter *filter, struct seq_file *m)
{
	seq_printf(m, "%s\n", filter ? filter->text : "none");
}

/* === Of a system === */

static struct system_filter *system_find(struct event_inst *inst, const char *system)
{
	struct system_filter *sf;

	lockdep_assert_held(&event_mutex);
	list_for_each_entry(sf, &inst->filters, node)
		if (!strcmp(sf->system, system))
			return sf;
	return NULL;
}

static void system_drop(struct system_filter *sf)
{
	list_del(&sf->node);
	kfree(sf->text);
	kfree(sf);
}

void event_filters_gone(struct event_inst *inst)
{
	struct system_filter *sf, *tmp;

	list_for_each_entry_safe(sf, tmp, &inst->filters, node)
		system_drop(sf);
}

/* Takes @text, also when it fails. */
static int system_note(struct event_inst *inst, const char *system, char *text)
{
	struct system_filter *sf = system_find(inst, system);
	size_t len = strlen(system) + 1;

	if (!text)
		return -ENOMEM;
	if (!sf) {
		sf = kzalloc(struct_size(sf, system, len), GFP_KERNEL);
		if (!sf) {
			kfree(text);
			return -ENOMEM;
		}
		memcpy(sf->system, system, len);
		list_add(&sf->node, &inst->filters);
	}
	kfree(sf->text);
	sf->text = text;
	return 0;
}

static int system_clear(struct trace_array *tr, const char *system)
{
	struct system_filter *sf = system_find(event_inst(tr), system);
	struct trace_event_file *file;

	list_for_each_entry(file, &event_inst(tr)->files, node)
		if (!strcmp(file->call->class->system, system) && rcu_access_pointer(file->filter))
			file_set(file, NULL, false);
	if (sf)
		system_drop(sf);
	return 0;
}

/* Set @text for one event: 1 done, 0 it does not fit the event, or a real error. */
static int system_try(struct trace_array *tr, struct trace_event_call *call, const char *text)
{
	struct filter_error err = { };
	struct event_filter *filter = filter_build(call, text, &err);
	struct trace_event_file *file;

	if (IS_ERR(filter))
		return PTR_ERR(filter) == -EINVAL ? 0 : PTR_ERR(filter);
	file = event_file_get(tr, call);
	if (IS_ERR(file)) {
		event_filter_free(filter);
		return PTR_ERR(file);
	}
	file_set(file, filter, true);
	event_file_put(file);
	return 1;
}

/**
 * event_filter_set_system() - take what was written to the filter file of a system
 * @tr:		instance
 * @system:	name
 * @text:	the filter, or "0"; changed
 *
 * Events that lack one of the fields keep the filter they have.
 *
 * Context: task, event_mutex held.
 * Return: 0; -EINVAL: it fits no event of the system; -ENOMEM.
 */
int event_filter_set_system(struct trace_array *tr, const char *system, char *text)
{
	struct filter_error err = { .code = FILTER_ERR_BAD_SUBSYS };
	struct trace_event_call *call;
	bool any = false;

	lockdep_assert_held(&event_mutex);
	text = strim(text);
	if (!strcmp(text, "0"))
		return system_clear(tr, system);
	list_for_each_entry(call, &trace_event_calls, list) {
		int ret;

		if (strcmp(call->class->system, system) || !trace_event_can_enable(call))
			continue;
		ret = system_try(tr, call, text);
		if (ret < 0)
			return ret;
		any |= ret;
	}
	if (any)
		return system_note(event_inst(tr), system, kstrdup(text, GFP_KERNEL));
	trace_error(tr, WHO, text, filter_err_text(err.code), err.pos);
	system_note(event_inst(tr), system, kasprintf(GFP_KERNEL, "%s\n^\nparse_error: %s", text,
						      filter_err_text(err.code)));
	return -EINVAL;
}

/**
 * event_filter_show_system() - text of the filter file of a system
 * @tr:		instance
 * @system:	name
 * @m:		where to
 *
 * Context: task, event_mutex held.
 */
void event_filter_show_system(struct trace_array *tr, const char *system, struct seq_file *m)
{
	struct system_filter *sf = system_find(event_inst(tr), system);

	if (sf)
		seq_printf(m, "%s\n", sf->text);
	else
		seq_puts(m, "### global filter ###\n"
			 "# Use this to set filters for multiple events.\n"
			 "# Only events with the given fields will be affected.\n"
			 "# If no events are modified, an error message will be displayed here\n");
}
