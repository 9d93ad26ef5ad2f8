/* SPDX-License-Identifier: GPL-2.0 */
/*
 * hook.h - function hooks as the layers above see them, beyond <linux/ftrace.h>: sets of functions
 * made from a user's text, lists of functions for files, the names of call sites.
 */
#ifndef _TRACE_HOOK_H
#define _TRACE_HOOK_H

#include <linux/ftrace.h>
#include <linux/mutex.h>

struct seq_file;

/*
 * hook_lock: registered hooks, their sets, tables of sites and what is patched.  Taken after event_mutex
 * and trace_types_lock, before text_mutex.
 */
extern struct mutex hook_lock;

/* --- sets of call sites: set.c --- */

/*
 * An immutable sorted set of addresses.  Published with RCU in ftrace_ops::filter and ::avoid; code that
 * hooks interrupt looks at it with preemption off.
 */
struct hook_set;
bool hook_set_has(const struct hook_set *set, unsigned long ip);	/* any context */
unsigned int hook_set_nr(const struct hook_set *set);			/* 0 for NULL */
unsigned long hook_set_at(const struct hook_set *set, unsigned int i);
int hook_set_find(const struct hook_set *set, unsigned long ip);	/* index, -1; any context */
struct hook_set *hook_set_get(struct hook_set *set);			/* one more owner; NULL is fine */
void hook_set_free(struct hook_set *set);		/* one less; freed after a grace period; NULL is fine */
struct hook_set *hook_set_nothing(void);				/* matches nothing */

/* --- a user's text to a set: filter.c; task context --- */

/**
 * struct hook_filter - a set while a user edits it; one per file opened for writing
 * @ip:		addresses, sorted when @sorted
 * @nr:	used
 * @room:	allocated
 * @sorted:	no duplicates, ascending
 */
struct hook_filter {
	unsigned long	*ip;
	unsigned int	nr, room;
	bool		sorted;
};

void hook_filter_init(struct hook_filter *hf);
int hook_filter_copy(struct hook_filter *hf, const struct hook_set *set);	/* start from @set; hook_lock held */
int hook_filter_word(struct hook_filter *hf, char *word);	/* one word of set_ftrace_filter; changes @word */
int hook_filter_add(struct hook_filter *hf, unsigned long ip);	/* a call site */
bool hook_filter_del(struct hook_filter *hf, unsigned long ip);	/* false: it was not there */
void hook_filter_subtract(struct hook_filter *hf, struct hook_filter *gone);
void hook_filter_free(struct hook_filter *hf);
DEFINE_FREE(hook_filter, struct hook_filter, hook_filter_free(&_T))
/* The set of what is in @hf; an empty one matches nothing.  ERR_PTR(-ENOMEM) */
struct hook_set *hook_filter_set(struct hook_filter *hf);

/* --- hooks: ops.c; task context --- */

/*
 * Give @ops new sets, patch what changes, free the old ones.  A set of NULL means all (filter) or
 * none (avoid).  Takes over both sets, also on error.
 */
int hook_ops_set(struct ftrace_ops *ops, struct hook_set *filter, struct hook_set *avoid);
bool hook_ops_wants(const struct ftrace_ops *ops, unsigned long ip);	/* any context, preemption off */

/* Told when text goes away, so that sets forget it (hook_lock held), and of modules that come.  Boot only. */
struct hook_client {
	void			(*text_gone)(unsigned long start, unsigned long end);
	void			(*module_live)(const char *name);	/* without hook_lock; may set filters */
	struct list_head	node;		/* hook_lock; never removed */
};

void hook_client_register(struct hook_client *client);
/* @set without what lies in [start, end): @set itself when there is nothing, else a new one. */
struct hook_set *hook_set_without(struct hook_set *set, unsigned long start, unsigned long end);

/* --- lists of functions: list.c --- */

enum hook_list_kind {
	HOOK_LIST_ALL,		/* available_filter_functions */
	HOOK_LIST_ADDRS,	/* available_filter_functions_addrs */
	HOOK_LIST_ENABLED,	/* enabled_functions */
	HOOK_LIST_TOUCHED,	/* touched_functions */
	HOOK_LIST_SET,		/* the functions of one set */
};

/*
 * A private copy of a list, made when a file is opened: what happens to hooks, sets and modules while it is
 * read changes nothing.  Its lines are in *pos order: hook_list_show() prints line @pos, false at the end.
 */
struct hook_list;
struct hook_list *hook_list_make(enum hook_list_kind kind, const struct hook_set *set);	/* ERR_PTR; hook_lock held */
bool hook_list_show(struct hook_list *hl, struct seq_file *m, loff_t pos);
loff_t hook_list_nr(const struct hook_list *hl);
void hook_list_free(struct hook_list *hl);
unsigned long hook_nr_sites(unsigned int *pages, unsigned int *groups);	/* dyn_ftrace_total_info */

/* --- names: names.c --- */
/* Call @fn for every text symbol that matches until it returns nonzero.  @mod: module name pattern or NULL. */
struct match;
int hook_name(unsigned long ip, char *name, char **modname);	/* of site @ip: 0, -ENOENT: gone */
typedef int (*hook_name_fn)(void *arg, unsigned long ip);
int hook_each_name(const struct match *m, const struct match *mod, hook_name_fn fn, void *arg);

#endif /* _TRACE_HOOK_H */
