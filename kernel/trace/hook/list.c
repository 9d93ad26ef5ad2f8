// SPDX-License-Identifier: GPL-2.0
/*
 * Lists of functions for files.
 *
 * A list is copied when its file is opened: eight bytes address and four bytes state for each line.  So a
 * reader never looks at a set, a table or a hook that others change, and may take all day.
 */
#include <linux/kallsyms.h>
#include <linux/seq_file.h>
#include <linux/slab.h>

#include "hook_internal.h"

struct hook_line {
	unsigned long	ip;
	unsigned long	target;		/* what the site called */
	u32		st;
};

struct hook_list {
	enum hook_list_kind	kind;
	unsigned int		nr;
	struct hook_line	line[];
};

static bool wanted(enum hook_list_kind kind, const struct hook_site *s)
{
	switch (kind) {
	case HOOK_LIST_ENABLED:
		return s->st & HOOK_ST_NR;
	case HOOK_LIST_TOUCHED:
		return s->st & HOOK_ST_TOUCHED;
	default:
		return !(s->st & HOOK_ST_BROKEN);
	}
}

static unsigned int lines_of_sites(struct hook_list *hl, enum hook_list_kind kind)
{
	struct hook_table *tb;
	unsigned int nr = 0;

	list_for_each_entry(tb, &hook_tables, node) {
		for (unsigned int i = 0; i < tb->nr; i++) {
			const struct hook_site *s = &tb->site[i];

			if (!wanted(kind, s))
				continue;
			if (hl)
				hl->line[nr] = (struct hook_line) { .ip = hook_ip(tb, s), .st = s->st };
			nr++;
		}
	}
	return nr;
}

static void note_targets(struct hook_list *hl)
{
	for (unsigned int i = 0; i < hl->nr; i++)
		hl->line[i].target = arch_hook_target(hl->line[i].ip);
}

/**
 * hook_list_make() - copy a list of functions
 * @kind:	which
 * @set:	HOOK_LIST_SET: the set
 *
 * Context: task; the caller holds hook_lock.
 * Return: the list; ERR_PTR(-ENOMEM).
 */
struct hook_list *hook_list_make(enum hook_list_kind kind, const struct hook_set *set)
{
	unsigned int nr;
	struct hook_list *hl;

	lockdep_assert_held(&hook_lock);
	nr = kind == HOOK_LIST_SET ? hook_set_nr(set) : lines_of_sites(NULL, kind);
	hl = kvzalloc(struct_size(hl, line, nr), GFP_KERNEL);
	if (!hl)
		return ERR_PTR(-ENOMEM);
	hl->kind = kind;
	hl->nr = nr;
	if (kind != HOOK_LIST_SET)
		lines_of_sites(hl, kind);
	for (unsigned int i = 0; kind == HOOK_LIST_SET && i < nr; i++)
		hl->line[i].ip = set->ip[i];
	if (kind == HOOK_LIST_ENABLED)
		note_targets(hl);
	return hl;
}

void hook_list_free(struct hook_list *hl)
{
	if (!IS_ERR_OR_NULL(hl))
		kvfree(hl);
}

loff_t hook_list_nr(const struct hook_list *hl)
{
	return hl->nr;
}

static void show_state(struct seq_file *m, const struct hook_line *l)
{
	struct ftrace_ops *tramp = ftrace_ops_trampoline(l->target);

	seq_printf(m, " (%u)%s%s%s%s", l->st & HOOK_ST_NR, l->st & HOOK_ST_REGS ? " R" : "  ",
		   l->st & HOOK_ST_IPMODIFY ? " I" : "  ", l->st & HOOK_ST_DIRECT ? " D" : "  ",
		   l->st & HOOK_ST_MODIFIED ? " M" : "  ");
	if (tramp)
		seq_printf(m, "\ttramp: %pS ->%pS", (void *)l->target, (void *)tramp->func);
	else if ((l->st & HOOK_ST_DIRECT) && (l->st & HOOK_ST_LONE))
		seq_printf(m, "\n\tdirect-->%pS", (void *)l->target);
	else if (l->target && l->target != HOOK_TARGET_BAD)
		seq_printf(m, "\t->%pS", arch_ftrace_ops_list_func);
}

/**
 * hook_list_show() - print one line of a list
 * @hl:		the list
 * @m:		where to
 * @pos:	which, from 0
 *
 * A function without a name any more, since its module is gone, is left out.
 *
 * Context: task.
 * Return: false behind the last line.
 */
bool hook_list_show(struct hook_list *hl, struct seq_file *m, loff_t pos)
{
	char name[KSYM_NAME_LEN], *modname = NULL;
	const struct hook_line *l;

	if (pos >= hl->nr)
		return false;
	l = &hl->line[pos];
	if (hook_name(l->ip, name, &modname))
		return true;
	if (hl->kind == HOOK_LIST_ADDRS)
		seq_printf(m, "%lx ", l->ip);
	seq_puts(m, name);
	if (modname)
		seq_printf(m, " [%s]", modname);
	if (hl->kind == HOOK_LIST_ENABLED)
		show_state(m, l);
	else if (hl->kind == HOOK_LIST_TOUCHED && (l->st & HOOK_ST_MODIFIED))
		seq_puts(m, "\tM");
	seq_putc(m, '\n');
	return true;
}
