/* SPDX-License-Identifier: GPL-2.0 */
/*
 * hook_internal.h - what the files of the hook layer share.
 *
 * A site is a place in the text where the compiler left a nop; its address is called ip here.  Tables
 * of sites: one for the kernel's text, one for its init text, and the same for each module.
 */
#ifndef _TRACE_HOOK_INTERNAL_H
#define _TRACE_HOOK_INTERNAL_H

#include <linux/rcupdate.h>
#include <linux/refcount.h>
#include "hook.h"

struct module;

/* --- site.c --- */

/**
 * struct hook_site - one call site
 * @off:	from hook_table::base
 * @st:		HOOK_ST_*, and the number of hooks that want it; hook_lock
 */
struct hook_site {
	s32	off;
	u32	st;
};

static_assert(sizeof(struct hook_site) == 8);

#define HOOK_ST_NR		0xffff		/* hooks that want the site */
#define HOOK_ST_REGS		(1U << 16)	/* one of them wants all registers */
#define HOOK_ST_IPMODIFY	(1U << 17)	/* one of them may change the return point */
#define HOOK_ST_DIRECT		(1U << 18)	/* one of them is a direct call */
#define HOOK_ST_LONE		(1U << 19)	/* calls its only hook without the list */
#define HOOK_ST_TOUCHED		(1U << 20)	/* was hooked at some time */
#define HOOK_ST_BROKEN		(1U << 21)	/* held neither nop nor call: left alone for ever */
#define HOOK_ST_MODIFIED	(1U << 22)	/* had an IPMODIFY or direct hook at some time */
/* What follows from the hooks that want the site now. */
#define HOOK_ST_NOW		(HOOK_ST_NR | HOOK_ST_REGS | HOOK_ST_IPMODIFY | HOOK_ST_DIRECT | HOOK_ST_LONE)

/**
 * struct hook_table - the sites of one stretch of text, in order of address
 * @node:	all tables; writes under hook_lock, readers under RCU
 * @mod:	owner, NULL for the kernel
 * @base:	of hook_site::off
 * @start:	the first site
 * @end:	behind the last
 * @nr:		sites
 * @live:	may be patched; hook_lock
 * @init:	text that goes away after start-up
 * @rcu:	frees it after the last reader
 * @site:	the sites
 */
struct hook_table {
	struct list_head	node;
	struct module		*mod;
	unsigned long		base;
	unsigned long		start, end;
	unsigned int		nr;
	bool			live;
	bool			init;
	struct rcu_head		rcu;
	struct hook_site	site[] __counted_by(nr);
};

/* Where the linker put the addresses that the compiler listed. */
extern unsigned long __start_mcount_loc[];
extern unsigned long __stop_mcount_loc[];

extern struct list_head hook_tables;

static inline unsigned long hook_ip(const struct hook_table *tb, const struct hook_site *s)
{
	return tb->base + s->off;
}

/* Lookups: hook_lock held or under RCU. */
struct hook_site *hook_site_find(unsigned long ip, struct hook_table **tbp);
struct hook_site *hook_site_first(struct hook_table *tb, unsigned long start);	/* first at or behind @start */
struct hook_table *hook_table_make(struct module *mod, unsigned long *ips, unsigned int nr, bool init);
void hook_table_add(struct hook_table *tb);			/* hook_lock held */
void hook_tables_drop(unsigned long start, unsigned long end);	/* hook_lock held */

/* --- set.c --- */

/**
 * struct hook_set - see hook.h
 * @nr:		addresses
 * @ref:	who has a pointer
 * @rcu:	frees it after a grace period
 * @ip:		ascending, no duplicates; never changes
 */
struct hook_set {
	unsigned int	nr;
	refcount_t	ref;
	struct rcu_head	rcu;
	unsigned long	ip[] __counted_by(nr);
};

extern struct hook_set hook_set_none;				/* matches nothing; never freed */
struct hook_set *hook_set_make(const unsigned long *ip, unsigned int nr);	/* sorted, no duplicates */
unsigned int hook_sort_unique(unsigned long *ip, unsigned int nr);

/* --- call.c, hooks as a list --- */

extern struct ftrace_ops __rcu *hook_list_head;			/* hook_lock, readers under RCU (tasks) */

#define for_each_hook(ops)	\
	for (ops = rcu_dereference_raw(hook_list_head); ops; ops = rcu_dereference_raw(ops->next))

/* The hooks of a function that has several; linked into the trampolines by vmlinux.lds.h. */
void arch_ftrace_ops_list_func(unsigned long ip, unsigned long parent_ip, struct ftrace_ops *op,
			       struct ftrace_regs *fregs);
ftrace_func_t hook_call_func(const struct ftrace_ops *ops);	/* what its trampoline calls */

/* --- ops.c --- */

int hook_register_locked(struct ftrace_ops *ops);		/* hook_lock held */
int hook_unregister_locked(struct ftrace_ops *ops);
void hook_retire(struct ftrace_ops *ops);			/* no lock: nobody is inside @ops afterwards */
void hook_text_gone(unsigned long start, unsigned long end);	/* takes hook_lock */
void hook_module_live(const char *name);
int hook_change_set_locked(struct ftrace_ops *ops, struct hook_set *filter, struct hook_set *avoid);

/* --- ipmodify.c --- */
/* hook_direct_lock held: before @ops gets the sites of @set, after it gave them up. */
int hook_ipmodify_begin(struct ftrace_ops *ops, const struct hook_set *set);
void hook_ipmodify_end(struct ftrace_ops *ops, const struct hook_set *set);
extern struct mutex hook_direct_lock;				/* taken before hook_lock */

/* --- patch.c; hook_lock held --- */

/* What a hook wanted before and will want after a change. */
struct hook_change {
	struct ftrace_ops	*ops;
	bool			was_on, is_on;
	const struct hook_set	*was_filter, *was_avoid;
	const struct hook_set	*filter, *avoid;
};

void hook_patch_change(const struct hook_change *ch);
void hook_patch_set(const struct hook_set *set);		/* settle a set's sites, or all */
void hook_patch_table(struct hook_table *tb);			/* first time, when it goes live */
bool hook_may_ipmodify(const struct hook_change *ch);		/* false: another hook has a site of it */

/* --- tramp.c: copies of the architecture's callers --- */
void hook_tramp_make(struct ftrace_ops *ops, ftrace_func_t func);	/* sets ops->trampoline or leaves 0 */
void hook_tramp_retire(unsigned long tramp);			/* free once no task can be inside */
int hook_tramp_nth(unsigned int n, unsigned long *addr, unsigned long *size);

#endif /* _TRACE_HOOK_INTERNAL_H */
