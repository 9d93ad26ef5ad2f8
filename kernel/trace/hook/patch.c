// SPDX-License-Identifier: GPL-2.0
/*
 * What each call site calls, and how that changes.
 *
 * A site is wanted by the hooks whose sets hold it.  From those follows what it calls:
 *
 *	no hook			nothing: a nop
 *	one, a direct call	the owner's address
 *	one with a trampoline	the trampoline, which calls the hook and nothing else
 *	anything else		hook_list_caller or, if a hook wants all registers, hook_list_regs_caller
 *
 * A site keeps the number of its hooks, so that the common changes (first hook on, last hook off) do not
 * look at the other hooks at all.  Text changes from one valid state to another by text_poke, in order of
 * address and in one batch per change; code may run through a site at any moment and sees the old call or
 * the new one.  Hence a hook is on the list before a site calls it, and leaves the list after.
 *
 * All of it under hook_lock.
 */
#include <linux/kernel.h>
#include <linux/memory.h>

#include "hook_internal.h"

/* Does a hook with these sets want @ip? */
static bool sets_want(bool on, const struct hook_set *filter, const struct hook_set *avoid, unsigned long ip)
{
	return on && (!filter || hook_set_has(filter, ip)) && !(avoid && hook_set_has(avoid, ip));
}

/* State bits that one hook on a site brings. */
static u32 ops_bits(const struct ftrace_ops *ops)
{
	u32 st = 1;

	if (ops->flags & FTRACE_OPS_FL_SAVE_REGS)
		st |= HOOK_ST_REGS;
	if (ops->flags & FTRACE_OPS_FL_IPMODIFY)
		st |= HOOK_ST_IPMODIFY | HOOK_ST_MODIFIED;
	if (ops->flags & FTRACE_OPS_FL_DIRECT)
		st |= HOOK_ST_DIRECT | HOOK_ST_MODIFIED;
	return st;
}

/* What a site calls whose only hook is @ops. */
static unsigned long lone_target(const struct ftrace_ops *ops)
{
	if (ops->flags & FTRACE_OPS_FL_DIRECT)
		return ops->direct_call;
	if (ops->trampoline)
		return ops->trampoline;
	return ops->flags & FTRACE_OPS_FL_SAVE_REGS ? (unsigned long)hook_list_regs_caller :
						      (unsigned long)hook_list_caller;
}

/* Hooks stay registered but silent while the sysctl is off; permanent ones forbid that. */
static bool silent(void)
{
	return !READ_ONCE(ftrace_enabled);
}

/* Patch @s to @target if it does not call that yet. */
static void site_point(struct hook_site *s, unsigned long ip, unsigned long target)
{
	unsigned long now;

	if (s->st & HOOK_ST_BROKEN)
		return;
	now = arch_hook_target(ip);
	if (now == HOOK_TARGET_BAD) {
		/* Somebody else has written there: never touch it. */
		s->st |= HOOK_ST_BROKEN;
		WARN_ONCE(1, "hook: no call site at %pS\n", (void *)ip);
		return;
	}
	if (now != target)
		arch_hook_set_target(ip, target);
}

/* *s as it was -> as all registered hooks want it, and patched so. */
static void site_settle(struct hook_site *s, unsigned long ip)
{
	const struct ftrace_ops *ops, *lone = NULL;
	unsigned long target;
	u32 st = 0;

	for_each_hook(ops) {
		if (!(ops->flags & FTRACE_OPS_FL_ENABLED) || !hook_ops_wants(ops, ip))
			continue;
		st = (st + 1) | (ops_bits(ops) & ~HOOK_ST_NR);
		lone = ops;
	}
	if (!(st & HOOK_ST_NR)) {
		target = HOOK_TARGET_NONE;
	} else if ((st & HOOK_ST_NR) == 1) {
		target = lone_target(lone);
		if (lone->trampoline || (st & HOOK_ST_DIRECT))
			st |= HOOK_ST_LONE;
	} else {
		target = st & HOOK_ST_REGS ? (unsigned long)hook_list_regs_caller :
					     (unsigned long)hook_list_caller;
	}
	if (st)
		st |= HOOK_ST_TOUCHED;
	s->st = (s->st & ~HOOK_ST_NOW) | st;
	site_point(s, ip, silent() ? HOOK_TARGET_NONE : target);
}

/* FREE -> wanted by @ops alone. */
static void site_first(struct hook_site *s, unsigned long ip, const struct ftrace_ops *ops)
{
	s->st |= ops_bits(ops) | HOOK_ST_TOUCHED;
	if (ops->trampoline || (ops->flags & FTRACE_OPS_FL_DIRECT))
		s->st |= HOOK_ST_LONE;
	if (!silent())
		site_point(s, ip, lone_target(ops));
}

/* Wanted by one hook -> FREE. */
static void site_last(struct hook_site *s, unsigned long ip)
{
	s->st &= ~HOOK_ST_NOW;
	site_point(s, ip, HOOK_TARGET_NONE);
}

static void site_change(struct hook_site *s, unsigned long ip, const struct hook_change *ch)
{
	bool was = sets_want(ch->was_on, ch->was_filter, ch->was_avoid, ip);
	bool is = sets_want(ch->is_on, ch->filter, ch->avoid, ip);
	u32 nr = s->st & HOOK_ST_NR;

	if (was == is)
		return;
	if (is && !nr)
		site_first(s, ip, ch->ops);
	else if (was && nr == 1)
		site_last(s, ip);
	else
		site_settle(s, ip);
}

/* Every site of every live table. */
static void change_all(const struct hook_change *ch)
{
	struct hook_table *tb;

	list_for_each_entry(tb, &hook_tables, node) {
		for (unsigned int i = 0; tb->live && i < tb->nr; i++)
			site_change(&tb->site[i], hook_ip(tb, &tb->site[i]), ch);
	}
}

/* The sites of two sets, in order; NULL is empty here. */
static void change_two(const struct hook_change *ch, const struct hook_set *a, const struct hook_set *b)
{
	unsigned int i = 0, j = 0, na = hook_set_nr(a), nb = hook_set_nr(b);

	while (i < na || j < nb) {
		struct hook_table *tb;
		struct hook_site *s;
		unsigned long ip;

		if (j == nb || (i < na && a->ip[i] <= b->ip[j]))
			ip = a->ip[i];
		else
			ip = b->ip[j];
		if (i < na && a->ip[i] == ip)
			i++;
		if (j < nb && b->ip[j] == ip)
			j++;
		s = hook_site_find(ip, &tb);
		if (s && tb->live)
			site_change(s, ip, ch);
	}
}

/**
 * hook_patch_change() - make the sites that a hook gained or lost call what they must
 * @ch:		the change; the hook's own fields already say what is to be
 *
 * Context: task, hook_lock held.
 */
void hook_patch_change(const struct hook_change *ch)
{
	const struct hook_set *was = ch->was_on ? ch->was_filter : &hook_set_none;
	const struct hook_set *is = ch->is_on ? ch->filter : &hook_set_none;

	lockdep_assert_held(&hook_lock);
	guard(mutex)(&text_mutex);
	if (was && is)
		change_two(ch, was, is);
	else
		change_all(ch);
	arch_hook_flush();
}

/**
 * hook_patch_set() - settle the sites of a set again
 * @set:	the set, NULL for all sites that have hooks
 *
 * Context: task, hook_lock held.
 */
void hook_patch_set(const struct hook_set *set)
{
	struct hook_table *tb;
	struct hook_site *s;
	unsigned int i;

	lockdep_assert_held(&hook_lock);
	guard(mutex)(&text_mutex);
	for (i = 0; set && i < set->nr; i++) {
		s = hook_site_find(set->ip[i], &tb);
		if (s && tb->live)
			site_settle(s, set->ip[i]);
	}
	list_for_each_entry(tb, &hook_tables, node) {
		for (i = 0; !set && tb->live && i < tb->nr; i++)
			if (tb->site[i].st & HOOK_ST_NR)
				site_settle(&tb->site[i], hook_ip(tb, &tb->site[i]));
	}
	arch_hook_flush();
}

/**
 * hook_patch_table() - first settling of a table whose text can be patched from now on
 * @tb:		the table
 *
 * Context: task, hook_lock held.
 */
void hook_patch_table(struct hook_table *tb)
{
	lockdep_assert_held(&hook_lock);
	tb->live = true;
	if (!rcu_access_pointer(hook_list_head))
		return;
	guard(mutex)(&text_mutex);
	for (unsigned int i = 0; i < tb->nr; i++)
		site_settle(&tb->site[i], hook_ip(tb, &tb->site[i]));
	arch_hook_flush();
}

/**
 * hook_may_ipmodify() - may an IPMODIFY hook have all that it wants?
 * @ch:		what it had and wants
 *
 * Context: task, hook_lock held.
 * Return: false if another such hook has one of the sites, or it wants sites without naming them.
 */
bool hook_may_ipmodify(const struct hook_change *ch)
{
	const struct hook_set *set = ch->filter;

	lockdep_assert_held(&hook_lock);
	if (!ch->is_on)
		return true;
	if (!set)
		return false;
	for (unsigned int i = 0; i < set->nr; i++) {
		struct hook_site *s = hook_site_find(set->ip[i], NULL);

		if (!s || !(s->st & HOOK_ST_IPMODIFY))
			continue;
		if (!sets_want(ch->was_on, ch->was_filter, ch->was_avoid, set->ip[i]))
			return false;
	}
	return true;
}
