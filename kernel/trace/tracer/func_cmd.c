// SPDX-License-Identifier: GPL-2.0
/*
 * func_cmd.c - commands on functions: "FUNC:COMMAND[:COUNT]" in set_ftrace_filter.
 *
 * Each line of a user makes a probe: a hook of its own on the functions that match.  A count is a count for each
 * of them.  A probe's functions can only become fewer; counts stay where they were, by the place of the function
 * in the set it began with.
 */
#include <linux/atomic.h>
#include <linux/bitops.h>
#include <linux/kallsyms.h>
#include <linux/kernel.h>
#include <linux/seq_file.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "func_internal.h"

struct func_probe;

/**
 * struct func_cmd - a command
 * @name:	as written
 * @prepare:	before the hook is on: 0 or an error; trace_types_lock held.  May be NULL.
 * @due:	would @act change anything?  A hit that would not does not count.  May be NULL.
 * @act:	the action, on entry of the function with that site
 * @event:	it is followed by SYSTEM:EVENT
 */
struct func_cmd {
	const char	*name;
	int		(*prepare)(struct trace_array *tr);
	bool		(*due)(struct func_probe *p);
	void		(*act)(struct func_probe *p, unsigned long ip);
	bool		event;
};

/**
 * struct func_probe - a command on some functions; func_lock unless said otherwise
 * @ops:	the hook
 * @node:	in func_inst::probes
 * @tr:		the instance
 * @cmd:	the command
 * @file:	of the event it is about, or NULL
 * @all:	the functions it began with
 * @left:	hits left, one for each of @all; NULL for no limit.  Hits count it down.
 */
struct func_probe {
	struct ftrace_ops	ops;
	struct list_head	node;
	struct trace_array	*tr;
	const struct func_cmd	*cmd;
	struct trace_event_file	*file;
	struct hook_set		*all;
	atomic_long_t		*left;
};

/* === The commands: any context, preemption off === */

static bool on_due(struct func_probe *p)
{
	return !trace_array_is_on(p->tr);
}

static void on_act(struct func_probe *p, unsigned long ip)
{
	trace_array_on(p->tr);
}

static bool off_due(struct func_probe *p)
{
	return trace_array_is_on(p->tr);
}

static void off_act(struct func_probe *p, unsigned long ip)
{
	trace_array_off(p->tr, "a traceoff command");
}

static void snapshot_act(struct func_probe *p, unsigned long ip)
{
	if (!in_nmi())
		trace_snapshot_take(p->tr, RING_ALL_CPUS);
}

static void stack_act(struct func_probe *p, unsigned long ip)
{
	trace_record_stack_from(p->tr, ip + MCOUNT_INSN_SIZE);
}

static void dump_act(struct func_probe *p, unsigned long ip)
{
	ftrace_dump(DUMP_ALL);
}

static void cpudump_act(struct func_probe *p, unsigned long ip)
{
	ftrace_dump(DUMP_ORIG);
}

static bool enable_due(struct func_probe *p)
{
	return test_bit(EVENT_FILE_FL_SOFT_DISABLED_BIT, &p->file->flags);
}

static void enable_act(struct func_probe *p, unsigned long ip)
{
	clear_bit(EVENT_FILE_FL_SOFT_DISABLED_BIT, &p->file->flags);
}

static bool disable_due(struct func_probe *p)
{
	return !enable_due(p);
}

static void disable_act(struct func_probe *p, unsigned long ip)
{
	set_bit(EVENT_FILE_FL_SOFT_DISABLED_BIT, &p->file->flags);
}

static const struct func_cmd cmds[] = {
	{ "traceon",		.due = on_due,		.act = on_act },
	{ "traceoff",		.due = off_due,		.act = off_act },
	{ "snapshot",		.prepare = trace_snapshot_alloc, .act = snapshot_act },
	{ "stacktrace",		.act = stack_act },
	{ "dump",		.act = dump_act },
	{ "cpudump",		.act = cpudump_act },
	{ "enable_event",	.due = enable_due,	.act = enable_act,	.event = true },
	{ "disable_event",	.due = disable_due,	.act = disable_act,	.event = true },
};

/* One of the hits that are left is used up; false when there is none. */
static bool take_hit(struct func_probe *p, unsigned long ip)
{
	int i;

	if (!p->left)
		return true;
	i = hook_set_find(p->all, ip);
	return i >= 0 && atomic_long_dec_if_positive(&p->left[i]) >= 0;
}

static void probe_hit(unsigned long ip, unsigned long parent_ip, struct ftrace_ops *op, struct ftrace_regs *fregs)
{
	struct func_probe *p = container_of(op, struct func_probe, ops);

	if ((!p->cmd->due || p->cmd->due(p)) && take_hit(p, ip))
		p->cmd->act(p, ip);
}

/* === Parsing === */

/**
 * struct cmd_line - a line of a user, taken apart
 * @remove:	it began with '!'
 * @funcs:	name or glob, without '!'
 * @cmd:	the command
 * @call:	its event, or NULL
 * @counted:	there is a count
 * @count:	the count
 */
struct cmd_line {
	bool			remove;
	char			*funcs;
	const struct func_cmd	*cmd;
	struct trace_event_call	*call;
	bool			counted;
	unsigned long		count;
};

bool func_cmd_is(const char *word)
{
	const char *colon = strchr(word, ':');

	return colon && strncmp(colon, ":mod:", strlen(":mod:"));
}

static const struct func_cmd *cmd_find(const char *name)
{
	for (unsigned int i = 0; name && i < ARRAY_SIZE(cmds); i++)
		if (!strcmp(cmds[i].name, name))
			return &cmds[i];
	return NULL;
}

static int cmd_parse(struct cmd_line *cl, char *word)
{
	char *system, *event;

	lockdep_assert_held(&event_mutex);
	*cl = (struct cmd_line) { .remove = *word == '!' };
	word += cl->remove;
	cl->funcs = strsep(&word, ":");
	cl->cmd = cmd_find(strsep(&word, ":"));
	if (!cl->cmd)
		return -EINVAL;
	if (cl->cmd->event) {
		system = strsep(&word, ":");
		event = strsep(&word, ":");
		cl->call = system && event ? trace_event_find(system, event) : NULL;
		if (!cl->call)
			return -EINVAL;
	}
	if (!word || !*word)
		return 0;
	cl->counted = true;
	if (cl->remove)
		return 0;
	return kstrtoul(word, 0, &cl->count);
}

/* === Adding and removing; func_lock held === */

static void probe_free(struct func_probe *p)
{
	if (p->file) {
		event_file_soft(p->file, false);
		event_file_put(p->file);
	}
	hook_set_free(p->all);
	kvfree(p->left);
	kfree(p);
}

static int probe_counts(struct func_probe *p, const struct cmd_line *cl)
{
	unsigned int nr = hook_set_nr(p->all);

	if (!cl->counted)
		return 0;
	p->left = kvmalloc_array(nr, sizeof(*p->left), GFP_KERNEL);
	if (!p->left)
		return -ENOMEM;
	for (unsigned int i = 0; i < nr; i++)
		atomic_long_set(&p->left[i], cl->count);
	return 0;
}

static int probe_event(struct func_probe *p, const struct cmd_line *cl)
{
	struct trace_event_file *file;
	int ret;

	if (!cl->call)
		return 0;
	file = event_file_get(p->tr, cl->call);
	if (IS_ERR(file))
		return PTR_ERR(file);
	ret = event_file_soft(file, true);
	if (ret < 0) {
		event_file_put(file);
		return ret;
	}
	p->file = file;
	return 0;
}

/* A probe on @set, which is taken over. */
static int probe_add(struct func_inst *fi, const struct cmd_line *cl, struct hook_set *set)
{
	struct func_probe *p = kzalloc(sizeof(*p), GFP_KERNEL);
	int ret;

	if (!p) {
		hook_set_free(set);
		return -ENOMEM;
	}
	p->tr = fi->tr;
	p->cmd = cl->cmd;
	p->all = set;
	p->ops.func = probe_hit;
	p->ops.flags = FTRACE_OPS_FL_RECURSION | FTRACE_OPS_FL_RCU;
	ret = probe_counts(p, cl);
	if (!ret)
		ret = probe_event(p, cl);
	if (!ret)
		ret = hook_ops_set(&p->ops, hook_set_get(set), NULL);
	if (!ret)
		ret = register_ftrace_function(&p->ops);
	if (ret) {
		ftrace_free_filter(&p->ops);
		probe_free(p);
		return ret;
	}
	list_add_tail(&p->node, &fi->probes);
	return 0;
}

static void probe_remove(struct func_probe *p)
{
	list_del(&p->node);
	unregister_ftrace_function(&p->ops);
	ftrace_free_filter(&p->ops);
	probe_free(p);
}

static struct hook_set *probe_set(struct func_probe *p)
{
	guard(mutex)(&hook_lock);
	return hook_set_get(rcu_dereference_protected(p->ops.filter, lockdep_is_held(&hook_lock)));
}

static bool same_command(const struct func_probe *p, const struct cmd_line *cl)
{
	return p->cmd == cl->cmd && !!p->left == cl->counted && (!p->file || p->file->call == cl->call);
}

/* Take the functions of @gone from @p: 1 if it had some, 0, or an error. */
static int probe_shrink(struct func_probe *p, struct hook_filter *gone)
{
	struct hook_filter hf __free(hook_filter) = {};
	struct hook_set *old = probe_set(p), *set;
	unsigned int before;
	int ret;

	hook_filter_init(&hf);
	ret = hook_filter_copy(&hf, old);
	before = hook_set_nr(old);
	hook_set_free(old);
	if (ret)
		return ret;
	hook_filter_subtract(&hf, gone);
	if (hf.nr == before)
		return 0;
	if (!hf.nr) {
		probe_remove(p);
		return 1;
	}
	set = hook_filter_set(&hf);
	if (IS_ERR(set))
		return PTR_ERR(set);
	return hook_ops_set(&p->ops, set, NULL) ?: 1;
}

/* Functions of @gone lose the command; -ENOENT when none had it. */
static int cmd_remove(struct func_inst *fi, const struct cmd_line *cl, struct hook_filter *gone)
{
	struct func_probe *p, *next;
	int ret, hits = 0;

	list_for_each_entry_safe(p, next, &fi->probes, node) {
		if (!same_command(p, cl))
			continue;
		ret = probe_shrink(p, gone);
		if (ret < 0)
			return ret;
		hits += ret;
	}
	return hits ? 0 : -ENOENT;
}

/**
 * func_cmd_word() - apply one word of set_ftrace_filter that has a command
 * @fi:		functions of the instance
 * @word:	"[!]FUNC:COMMAND[:...]"; changed
 *
 * A function that has the command already gets it anew.
 *
 * Context: task; takes event_mutex, trace_types_lock and func_lock.
 * Return: 0, -EINVAL: no such function, command or event; -ENOENT: nothing to remove; another error.
 */
int func_cmd_word(struct func_inst *fi, char *word)
{
	struct hook_filter hf __free(hook_filter) = {};
	struct hook_set *set;
	struct cmd_line cl;
	int ret;

	hook_filter_init(&hf);
	guard(mutex)(&event_mutex);
	ret = cmd_parse(&cl, word);
	if (!ret)
		ret = hook_filter_word(&hf, cl.funcs);
	if (ret)
		return ret;
	if (cl.cmd->prepare && !cl.remove) {
		guard(mutex)(&trace_types_lock);
		ret = cl.cmd->prepare(fi->tr);
		if (ret)
			return ret;
	}
	guard(mutex)(&func_lock);
	ret = cmd_remove(fi, &cl, &hf);
	if (cl.remove)
		return ret;
	set = hook_filter_set(&hf);
	return IS_ERR(set) ? PTR_ERR(set) : probe_add(fi, &cl, set);
}

/* The instance goes; event_mutex and func_lock held. */
void func_cmds_gone(struct func_inst *fi)
{
	struct func_probe *p, *next;

	list_for_each_entry_safe(p, next, &fi->probes, node)
		probe_remove(p);
}

/* === Showing === */

static void probe_show(struct func_probe *p, struct seq_file *m)
{
	struct hook_set *set = probe_set(p);
	char name[KSYM_NAME_LEN], *mod;

	for (unsigned int i = 0; i < hook_set_nr(set); i++) {
		unsigned long ip = hook_set_at(set, i);
		int at = hook_set_find(p->all, ip);

		if (hook_name(ip, name, &mod))
			continue;
		seq_printf(m, "%s:%s", name, p->cmd->name);
		if (p->file)
			seq_printf(m, ":%s:%s", p->file->call->class->system, trace_event_name(p->file->call));
		if (p->left && at >= 0)
			seq_printf(m, ":count=%ld\n", atomic_long_read(&p->left[at]));
		else
			seq_puts(m, ":unlimited\n");
	}
	hook_set_free(set);
}

int func_cmds_show(struct func_inst *fi, struct seq_file *m)
{
	struct func_probe *p;

	lockdep_assert_held(&func_lock);
	list_for_each_entry(p, &fi->probes, node)
		probe_show(p, m);
	return 0;
}
