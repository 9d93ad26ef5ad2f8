// SPDX-License-Identifier: GPL-2.0
/*
 * Sets of call sites: sorted arrays that never change once others can see them.
 *
 * A hook that covers a handful of functions costs a handful of words; one that covers a glob's worth is
 * built in order and searched in a dozen steps.
 */
#include <linux/slab.h>
#include <linux/sort.h>

#include "hook_internal.h"

struct hook_set hook_set_none;

/**
 * hook_set_find() - place of a site in a set
 * @set:	the set
 * @ip:		the site
 *
 * Context: any; preemption off, or hook_lock held.
 * Return: its index, -1 if it is not in the set.
 */
int hook_set_find(const struct hook_set *set, unsigned long ip)
{
	unsigned int n = set->nr;
	const unsigned long *p = set->ip;

	/* Halve while the first of the second half is not too big: no branch to mispredict. */
	while (n > 1) {
		unsigned int half = n / 2;

		p = p[half] <= ip ? p + half : p;
		n -= half;
	}
	return n && *p == ip ? p - set->ip : -1;
}

bool hook_set_has(const struct hook_set *set, unsigned long ip)
{
	return hook_set_find(set, ip) >= 0;
}

unsigned int hook_set_nr(const struct hook_set *set)
{
	return set ? set->nr : 0;
}

unsigned long hook_set_at(const struct hook_set *set, unsigned int i)
{
	return set->ip[i];
}

/**
 * hook_set_make() - a set of addresses
 * @ip:		ascending, no duplicates
 * @nr:		their number
 *
 * Context: task.
 * Return: the set; ERR_PTR(-ENOMEM).
 */
struct hook_set *hook_set_make(const unsigned long *ip, unsigned int nr)
{
	struct hook_set *set;

	if (!nr)
		return &hook_set_none;
	set = kvmalloc(struct_size(set, ip, nr), GFP_KERNEL);
	if (!set)
		return ERR_PTR(-ENOMEM);
	set->nr = nr;
	refcount_set(&set->ref, 1);
	memcpy(set->ip, ip, nr * sizeof(*ip));
	return set;
}

struct hook_set *hook_set_nothing(void)
{
	return &hook_set_none;
}

struct hook_set *hook_set_get(struct hook_set *set)
{
	if (set && set != &hook_set_none)
		refcount_inc(&set->ref);
	return set;
}

void hook_set_free(struct hook_set *set)
{
	if (!IS_ERR_OR_NULL(set) && set != &hook_set_none && refcount_dec_and_test(&set->ref))
		kvfree_rcu(set, rcu);
}

/**
 * hook_set_without() - a set that forgets a stretch of text
 * @set:	the set, or NULL
 * @start:	first address
 * @end:	behind the last
 *
 * Context: task.
 * Return: @set if it has nothing there, else a new set; ERR_PTR(-ENOMEM).
 */
struct hook_set *hook_set_without(struct hook_set *set, unsigned long start, unsigned long end)
{
	struct hook_set *rest;
	unsigned int from, to;

	if (!set)
		return NULL;
	for (from = 0; from < set->nr && set->ip[from] < start; from++)
		;
	for (to = from; to < set->nr && set->ip[to] < end; to++)
		;
	if (from == to)
		return set;
	if (to - from == set->nr)
		return &hook_set_none;
	rest = kvmalloc(struct_size(rest, ip, set->nr - (to - from)), GFP_KERNEL);
	if (!rest)
		return ERR_PTR(-ENOMEM);
	rest->nr = set->nr - (to - from);
	refcount_set(&rest->ref, 1);
	memcpy(rest->ip, set->ip, from * sizeof(*set->ip));
	memcpy(rest->ip + from, set->ip + to, (set->nr - to) * sizeof(*set->ip));
	return rest;
}

static int cmp_ip(const void *a, const void *b)
{
	unsigned long x = *(const unsigned long *)a, y = *(const unsigned long *)b;

	return x < y ? -1 : x > y;
}

/* Sort in place and drop duplicates; returns how many are left. */
unsigned int hook_sort_unique(unsigned long *ip, unsigned int nr)
{
	unsigned int i, kept = 0;

	for (i = 1; i < nr && ip[i - 1] < ip[i]; i++)
		;
	if (i >= nr)
		return nr;
	sort(ip, nr, sizeof(*ip), cmp_ip, NULL);
	for (i = 0; i < nr; i++)
		if (!kept || ip[kept - 1] != ip[i])
			ip[kept++] = ip[i];
	return kept;
}
