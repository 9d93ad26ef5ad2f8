// SPDX-License-Identifier: GPL-2.0
/*
 * Tables of call sites.
 *
 * The compiler lists the address of every nop it left at the start of a function in a section; the
 * kernel's is sorted at build time.  At boot and when a module comes the addresses become tables of
 * eight bytes a site, in order, one table for each stretch of text that goes away as a whole.  Nothing is
 * patched then: a site is born a nop.
 *
 * Tables are added and removed under hook_lock and found under RCU, so that ftrace_location() and
 * its kin may be asked in any context.
 */
#include <linux/ftrace.h>
#include <linux/kallsyms.h>
#include <linux/rculist.h>
#include <linux/slab.h>

#include <asm/sections.h>

#include "hook_internal.h"

DEFINE_MUTEX(hook_lock);		/* see hook.h */
LIST_HEAD(hook_tables);

/* Index of the first site of @tb at or behind @ip; tb->nr when there is none. */
static unsigned int table_lower_bound(const struct hook_table *tb, unsigned long ip)
{
	unsigned int lo = 0, hi = tb->nr;

	while (lo < hi) {
		unsigned int mid = lo + (hi - lo) / 2;

		if (hook_ip(tb, &tb->site[mid]) < ip)
			lo = mid + 1;
		else
			hi = mid;
	}
	return lo;
}

/**
 * hook_site_first() - the first site of a table at or behind an address
 * @tb:		the table
 * @start:	the address
 *
 * Context: hook_lock held or under RCU.
 * Return: the site, NULL if there is none.
 */
struct hook_site *hook_site_first(struct hook_table *tb, unsigned long start)
{
	unsigned int i = table_lower_bound(tb, start);

	return i < tb->nr ? &tb->site[i] : NULL;
}

/**
 * hook_site_find() - the site at an address
 * @ip:		the address
 * @tbp:	set to its table, if not NULL
 *
 * Context: hook_lock held or under RCU.
 * Return: the site, NULL if there is none.
 */
struct hook_site *hook_site_find(unsigned long ip, struct hook_table **tbp)
{
	struct hook_table *tb;
	struct hook_site *s;

	list_for_each_entry_rcu(tb, &hook_tables, node, lockdep_is_held(&hook_lock)) {
		if (ip < tb->start || ip >= tb->end)
			continue;
		s = hook_site_first(tb, ip);
		if (!s || hook_ip(tb, s) != ip)
			continue;
		if (tbp)
			*tbp = tb;
		return s;
	}
	return NULL;
}

/**
 * ftrace_location_range() - the first call site in a stretch of text
 * @start:	first address
 * @end:	last address
 *
 * Context: any.
 * Return: the site's address, 0 if there is none.
 */
unsigned long ftrace_location_range(unsigned long start, unsigned long end)
{
	struct hook_table *tb;
	struct hook_site *s;

	guard(rcu)();
	list_for_each_entry_rcu(tb, &hook_tables, node) {
		if (end < tb->start || start >= tb->end)
			continue;
		s = hook_site_first(tb, start);
		if (s && hook_ip(tb, s) <= end)
			return hook_ip(tb, s);
	}
	return 0;
}

static bool is_site(unsigned long ip)
{
	guard(rcu)();
	return hook_site_find(ip, NULL);
}

/**
 * ftrace_location() - the call site at an address
 * @ip:		a call site or the first instruction of a function
 *
 * Context: any.
 * Return: the site's address, 0 if there is none.
 */
unsigned long ftrace_location(unsigned long ip)
{
	unsigned long size, off;

	/* Where the compiler puts it, without and with a landing pad for indirect calls before it. */
	if (is_site(ip))
		return ip;
	if (is_site(ip + HOOK_LANDING_PAD))
		return ip + HOOK_LANDING_PAD;
	if (!kallsyms_lookup_size_offset(ip, &size, &off) || off || !size)
		return 0;
	return ftrace_location_range(ip, ip + size - 1);
}

/**
 * ftrace_text_reserved() - does text overlap a call site?
 * @start:	first byte
 * @end:	last byte
 *
 * Context: any.
 * Return: 1 if others must not patch there, else 0.
 */
int ftrace_text_reserved(const void *start, const void *end)
{
	return ftrace_location_range((unsigned long)start - MCOUNT_INSN_SIZE + 1, (unsigned long)end) != 0;
}

/**
 * hook_table_make() - a table of sites
 * @mod:	the module they are in, NULL for the kernel
 * @ips:	their addresses, ascending
 * @nr:		their number
 * @init:	they go away after start-up
 *
 * Context: task; the table is not visible yet.
 * Return: the table, NULL without memory.
 */
struct hook_table *hook_table_make(struct module *mod, unsigned long *ips, unsigned int nr, bool init)
{
	struct hook_table *tb = kvzalloc(struct_size(tb, site, nr), GFP_KERNEL);
	unsigned int i;

	if (!tb)
		return NULL;
	tb->mod = mod;
	tb->init = init;
	tb->base = ips[0];
	tb->start = ips[0];
	tb->end = ips[nr - 1] + MCOUNT_INSN_SIZE;
	tb->nr = nr;
	for (i = 0; i < nr; i++)
		tb->site[i].off = ips[i] - tb->base;
	return tb;
}

void hook_table_add(struct hook_table *tb)
{
	lockdep_assert_held(&hook_lock);
	list_add_tail_rcu(&tb->node, &hook_tables);
}

/**
 * hook_tables_drop() - forget the sites of text that goes away
 * @start:	first address
 * @end:	behind the last
 *
 * Nothing of it may run any more, so nothing is patched.
 *
 * Context: task, hook_lock held.
 */
void hook_tables_drop(unsigned long start, unsigned long end)
{
	struct hook_table *tb, *next;

	lockdep_assert_held(&hook_lock);
	list_for_each_entry_safe(tb, next, &hook_tables, node) {
		if (tb->start < start || tb->end > end)
			continue;
		list_del_rcu(&tb->node);
		kvfree_rcu(tb, rcu);
	}
}

static bool __init in_init_text(unsigned long ip)
{
	return ip >= (unsigned long)__init_begin && ip < (unsigned long)__init_end;
}

/* Tables for the runs of equal kind in @ips: text, init text. */
static int __init add_kernel_tables(unsigned long *ips, unsigned int nr)
{
	unsigned int from = 0, i;

	for (i = 1; i <= nr; i++) {
		struct hook_table *tb;

		if (i < nr && in_init_text(ips[i]) == in_init_text(ips[from]))
			continue;
		tb = hook_table_make(NULL, ips + from, i - from, in_init_text(ips[from]));
		if (!tb)
			return -ENOMEM;
		tb->live = true;
		hook_table_add(tb);
		from = i;
	}
	return 0;
}

/**
 * ftrace_init() - make the tables of the kernel's own sites
 *
 * The build zeroes sites of weak functions that were replaced; they sort first, and have a random value
 * in a relocated kernel.
 *
 * Context: boot, one CPU, before any hook.
 */
void __init ftrace_init(void)
{
	unsigned long *ips = __start_mcount_loc, *end = __stop_mcount_loc;

	while (ips < end && (*ips < (unsigned long)_stext || *ips >= (unsigned long)__init_end))
		ips++;
	if (ips == end)
		return;
	if (!IS_ENABLED(CONFIG_BUILDTIME_MCOUNT_SORT))
		end = ips + hook_sort_unique(ips, end - ips);

	guard(mutex)(&hook_lock);
	if (arch_hook_target(*ips) != HOOK_TARGET_NONE)
		pr_err("hook: call sites are no nops, functions cannot be hooked\n");
	else if (add_kernel_tables(ips, end - ips))
		pr_err("hook: no memory for call sites\n");
}

/**
 * hook_nr_sites() - sizes for dyn_ftrace_total_info
 * @pages:	set to the pages that the tables take
 * @groups:	set to the number of tables
 *
 * Context: task.
 * Return: sites.
 */
unsigned long hook_nr_sites(unsigned int *pages, unsigned int *groups)
{
	struct hook_table *tb;
	unsigned long nr = 0;

	*pages = *groups = 0;
	guard(mutex)(&hook_lock);
	list_for_each_entry(tb, &hook_tables, node) {
		nr += tb->nr;
		*pages += DIV_ROUND_UP(struct_size(tb, site, tb->nr), PAGE_SIZE);
		++*groups;
	}
	return nr;
}
