// SPDX-License-Identifier: GPL-2.0
/*
 * func.c - functions in an instance: editing and showing which ones, from its making to its end.
 *
 * A file that is opened for writing edits a copy
 * and gives it back when it is closed, so tracing never sees a set half made.  A word that names functions of a
 * module that is not there waits for it.
 */
#include <linux/list.h>
#include <linux/mutex.h>
#include <linux/percpu.h>
#include <linux/rcupdate.h>
#include <linux/seq_file.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/uaccess.h>

#include "func_internal.h"
#include "order.h"

static LIST_HEAD(func_insts);		/* hook_lock and func_lock to write, either to read */

/* === Functions of modules that are not loaded === */

static void pending_drop(struct list_head *head)
{
	struct func_pending *p, *next;

	list_for_each_entry_safe(p, next, head, node) {
		list_del(&p->node);
		kfree(p);
	}
}

static int pending_add(struct list_head *head, const char *text)
{
	size_t bytes = strlen(text) + 1;
	struct func_pending *p = kmalloc(struct_size(p, text, bytes), GFP_KERNEL);

	if (!p)
		return -ENOMEM;
	memcpy(p->text, text, bytes);
	list_add_tail(&p->node, head);
	return 0;
}

/* "NAME:mod:MODULE" of module @name becomes functions, if it has such. */
static void pending_resolve(struct func_inst *fi, enum func_set which, const char *name)
{
	struct func_pending *p, *next;

	list_for_each_entry_safe(p, next, &fi->pending[which], node) {
		struct hook_filter hf __free(hook_filter) = {};
		struct hook_set *old, *set;
		const char *mod = strstr(p->text, ":mod:");

		if (!mod || strcmp(mod + strlen(":mod:"), name))
			continue;
		hook_filter_init(&hf);
		old = func_set_get(fi, which);
		if (!hook_filter_copy(&hf, old) && !hook_filter_word(&hf, p->text)) {
			set = hook_filter_set(&hf);
			if (!IS_ERR(set))
				func_set_put(fi, which, set);
		}
		hook_set_free(old);
		list_del(&p->node);
		kfree(p);
	}
}

static void func_module_live(const char *name)
{
	struct func_inst *fi;

	guard(mutex)(&func_lock);
	list_for_each_entry(fi, &func_insts, node)
		for (int i = 0; i < NR_FUNC_SETS; i++)
			pending_resolve(fi, i, name);
}

static void func_text_gone(unsigned long start, unsigned long end)
{
	struct func_inst *fi;

	lockdep_assert_held(&hook_lock);
	list_for_each_entry(fi, &func_insts, node) {
		for (int i = 0; i < NR_FUNC_SETS; i++) {
			struct hook_set __rcu **slot = func_set_slot(fi, i);
			struct hook_set *old = rcu_dereference_protected(*slot, lockdep_is_held(&hook_lock));
			struct hook_set *rest = hook_set_without(old, start, end);

			if (IS_ERR(rest) || rest == old)
				continue;
			rcu_assign_pointer(*slot, rest);
			hook_set_free(old);
		}
	}
}

static struct hook_client func_hook_client = {
	.text_gone	= func_text_gone,
	.module_live	= func_module_live,
};

/* === Files that edit a set === */

/**
 * struct func_edit - a set while a file is open for writing; its opener's
 * @fi:		functions of the instance
 * @which:	which set
 * @hf:		the copy
 * @words:	words of the user
 * @pending:	words that wait for modules
 * @trunc:	it began with nothing, and that was not committed yet
 * @any:	something was changed
 */
struct func_edit {
	struct func_inst	*fi;
	enum func_set		which;
	struct hook_filter	hf;
	struct user_words	words;
	struct list_head	pending;
	bool			trunc;
	bool			any;
};

#define WORD_BYTES	512		/* a name, a module, a command */

/**
 * func_edit_open() - begin to edit a set
 * @tr:		instance
 * @which:	which set
 * @trunc:	begin with nothing
 *
 * Context: task.
 * Return: the edit; ERR_PTR(-ENOMEM).
 */
struct func_edit *func_edit_open(struct trace_array *tr, enum func_set which, bool trunc)
{
	struct func_edit *ed = kzalloc(sizeof(*ed), GFP_KERNEL);
	struct hook_set *set;
	int ret = 0;

	if (!ed)
		return ERR_PTR(-ENOMEM);
	ed->fi = func_inst(tr);
	ed->which = which;
	ed->trunc = trunc;
	INIT_LIST_HEAD(&ed->pending);
	hook_filter_init(&ed->hf);
	if (user_words_init(&ed->words, WORD_BYTES)) {
		kfree(ed);
		return ERR_PTR(-ENOMEM);
	}
	if (!trunc) {
		set = func_set_get(ed->fi, which);
		ret = hook_filter_copy(&ed->hf, set);
		hook_set_free(set);
	}
	if (ret) {
		func_edit_free(ed);
		return ERR_PTR(ret);
	}
	return ed;
}

/* Forget the edit. */
void func_edit_free(struct func_edit *ed)
{
	pending_drop(&ed->pending);
	user_words_free(&ed->words);
	hook_filter_free(&ed->hf);
	kfree(ed);
}

/* One word, changed. */
int func_edit_word(struct func_edit *ed, char *word)
{
	char *text __free(kfree) = kstrdup(word, GFP_KERNEL);
	int ret;

	if (!text)
		return -ENOMEM;
	if (ed->which == FUNC_SET_FILTER && func_cmd_is(word))
		return func_cmd_word(ed->fi, word);
	ret = hook_filter_word(&ed->hf, word);
	/* No such function in such a module: may be one that comes. */
	if (ret == -ENOENT && *text != '!')
		ret = pending_add(&ed->pending, text);
	else if (ret == -ENOENT)
		ret = 0;
	if (!ret)
		ed->any = true;
	return ret;
}

/**
 * func_edit_write() - words of a user
 * @ed:		the edit
 * @ubuf:	text
 * @cnt:	its length
 * @ppos:	file position
 *
 * Context: task.
 * Return: bytes taken; -EINVAL: nothing has such a name; another error.
 */
ssize_t func_edit_write(struct func_edit *ed, const char __user *ubuf, size_t cnt, loff_t *ppos)
{
	size_t done = 0;
	ssize_t n;
	int ret;

	while (done < cnt) {
		n = user_words_next(&ed->words, ubuf + done, cnt - done, ppos);
		if (n < 0)
			return n;
		done += n;
		if (!ed->words.len || ed->words.partial)
			continue;
		ret = func_edit_word(ed, ed->words.buf);
		if (ret)
			return ret;
	}
	return done;
}

/* Was anything written since it was opened or committed? */
bool func_edit_dirty(const struct func_edit *ed)
{
	return ed->any || ed->words.partial;
}

/**
 * func_edit_commit() - what was edited becomes the set
 * @ed:		the edit; stays to be freed
 *
 * Context: task; takes func_lock.
 * Return: 0 or an error.
 */
int func_edit_commit(struct func_edit *ed)
{
	struct hook_set *set = NULL;
	int ret = 0;

	if (ed->words.partial) {
		ed->words.partial = false;
		ret = func_edit_word(ed, ed->words.buf);
	}
	if (!ed->any && !ed->trunc)
		return ret;
	guard(mutex)(&func_lock);
	if (ed->trunc)
		pending_drop(&ed->fi->pending[ed->which]);
	list_splice_tail_init(&ed->pending, &ed->fi->pending[ed->which]);
	/* Nothing named is everything, but for who waits for a module. */
	if (ed->hf.nr)
		set = hook_filter_set(&ed->hf);
	else if (!list_empty(&ed->fi->pending[ed->which]))
		set = hook_set_nothing();
	if (IS_ERR(set))
		return PTR_ERR(set);
	ed->any = false;
	ed->trunc = false;
	return func_set_put(ed->fi, ed->which, set) ?: ret;
}

/* === Files that show a set === */

struct hook_list *func_list_make(struct trace_array *tr, enum func_set which)
{
	struct hook_set __rcu **slot = func_set_slot(func_inst(tr), which);

	guard(mutex)(&hook_lock);
	return hook_list_make(HOOK_LIST_SET, rcu_dereference_protected(*slot, lockdep_is_held(&hook_lock)));
}

/* What stands before the functions of a set. */
void func_set_show_head(struct trace_array *tr, enum func_set which, struct seq_file *m)
{
	struct hook_set *set = func_set_get(func_inst(tr), which);
	bool none = which == FUNC_SET_NOTRACE || which == FUNC_SET_GRAPH_NOTRACE;

	if (!set)
		seq_puts(m, none ? "#### no functions disabled ####\n" : "#### all functions enabled ####\n");
	hook_set_free(set);
}

/* What stands behind them: who waits for a module, and commands. */
void func_set_show_tail(struct trace_array *tr, enum func_set which, struct seq_file *m)
{
	struct func_inst *fi = func_inst(tr);
	struct func_pending *p;

	guard(mutex)(&func_lock);
	list_for_each_entry(p, &fi->pending[which], node)
		seq_printf(m, "%s\n", p->text);
	if (which == FUNC_SET_FILTER)
		func_cmds_show(fi, m);
}

unsigned int func_graph_depth(struct trace_array *tr)
{
	return READ_ONCE(func_inst(tr)->graph_depth);
}

void func_set_graph_depth(struct trace_array *tr, unsigned int depth)
{
	WRITE_ONCE(func_inst(tr)->graph_depth, depth);
}

/* === Life === */

static int func_born(struct trace_array *tr)
{
	struct func_inst *fi = kzalloc(sizeof(*fi), GFP_KERNEL);

	if (!fi)
		return -ENOMEM;
	fi->last = alloc_percpu(struct func_last);
	if (!fi->last) {
		kfree(fi);
		return -ENOMEM;
	}
	fi->tr = tr;
	for (int i = 0; i < NR_FUNC_SETS; i++)
		INIT_LIST_HEAD(&fi->pending[i]);
	INIT_LIST_HEAD(&fi->probes);
	tr->client[TRACE_CLIENT_HOOK] = fi;
	guard(mutex)(&func_lock);
	if (READ_ONCE(tr->opts) & TRACE_OPT(FUNC_FORK))
		func_follow_forks(fi, true);
	guard(mutex)(&hook_lock);
	list_add(&fi->node, &func_insts);
	return 0;
}

static void func_gone(struct trace_array *tr)
{
	struct func_inst *fi = func_inst(tr);

	mutex_lock(&event_mutex);
	mutex_lock(&func_lock);
	func_follow_forks(fi, false);
	func_cmds_gone(fi);
	mutex_unlock(&event_mutex);
	for (int i = 0; i < 2; i++)
		func_pids_put(fi, i, NULL);
	for (int i = 0; i < NR_FUNC_SETS; i++) {
		pending_drop(&fi->pending[i]);
		func_set_put(fi, i, NULL);
	}
	mutex_lock(&hook_lock);
	list_del(&fi->node);
	mutex_unlock(&hook_lock);
	mutex_unlock(&func_lock);
	tr->client[TRACE_CLIENT_HOOK] = NULL;
	free_percpu(fi->last);
	kfree(fi);
}

static int func_option(struct trace_array *tr, u64 bit, bool on)
{
	if (bit != TRACE_OPT(FUNC_FORK))
		return 0;
	guard(mutex)(&func_lock);
	return func_follow_forks(func_inst(tr), on);
}

static struct trace_client func_client = {
	.name	= "function",
	.id	= TRACE_CLIENT_HOOK,
	.born	= func_born,
	.gone	= func_gone,
	.option	= func_option,
};

/**
 * trace_func_init() - functions are there: hooks in every instance
 *
 * Context: boot, after the top level is made and before other instances are.
 * Return: 0.
 */
int __init trace_func_init(void)
{
	lock_order_teach(&trace_types_lock, &func_lock);
	lock_order_teach(&func_lock, &hook_lock);
	trace_client_register(&func_client);
	hook_client_register(&func_hook_client);
	trace_opts_available |= TRACE_OPT(FUNCTION) | TRACE_OPT(FUNC_FORK);
	if (IS_ENABLED(CONFIG_FUNCTION_GRAPH_TRACER))
		trace_opts_available |= TRACE_OPT(DISPLAY_GRAPH);
	return 0;
}
