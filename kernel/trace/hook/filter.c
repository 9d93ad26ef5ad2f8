// SPDX-License-Identifier: GPL-2.0
/*
 * A user's text to a set of functions.
 *
 *	name, glob	every function that has such a name
 *	...:mod:PATTERN	of modules whose name matches; !PATTERN also takes in the kernel
 *	0xADDRESS	the function there
 *	NUMBER		the function in that line of available_filter_functions
 *	!...		take away instead of adding
 */
#include <linux/kernel.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "base.h"
#include "hook_internal.h"

void hook_filter_init(struct hook_filter *hf)
{
	*hf = (struct hook_filter) { .sorted = true };
}

void hook_filter_free(struct hook_filter *hf)
{
	kvfree(hf->ip);
	hook_filter_init(hf);
}

static int filter_room(struct hook_filter *hf, unsigned int room)
{
	unsigned long *ip;

	if (room <= hf->room)
		return 0;
	room = max3(room, hf->room * 2, 16U);
	ip = kvmalloc_array(room, sizeof(*ip), GFP_KERNEL);
	if (!ip)
		return -ENOMEM;
	memcpy(ip, hf->ip, hf->nr * sizeof(*ip));
	kvfree(hf->ip);
	hf->ip = ip;
	hf->room = room;
	return 0;
}

static void filter_sort(struct hook_filter *hf)
{
	if (!hf->sorted)
		hf->nr = hook_sort_unique(hf->ip, hf->nr);
	hf->sorted = true;
}

/**
 * hook_filter_copy() - begin with what is set already
 * @hf:		just made
 * @set:	the set, NULL for none
 *
 * Context: task, hook_lock held.
 * Return: 0, -ENOMEM.
 */
int hook_filter_copy(struct hook_filter *hf, const struct hook_set *set)
{
	if (!set || !set->nr)
		return 0;
	if (filter_room(hf, set->nr))
		return -ENOMEM;
	memcpy(hf->ip, set->ip, set->nr * sizeof(*set->ip));
	hf->nr = set->nr;
	return 0;
}

int hook_filter_add(struct hook_filter *hf, unsigned long ip)
{
	if (filter_room(hf, hf->nr + 1))
		return -ENOMEM;
	hf->sorted = hf->sorted && (!hf->nr || hf->ip[hf->nr - 1] < ip);
	hf->ip[hf->nr++] = ip;
	return 0;
}

bool hook_filter_del(struct hook_filter *hf, unsigned long ip)
{
	unsigned int i;

	filter_sort(hf);
	for (i = 0; i < hf->nr && hf->ip[i] < ip; i++)
		;
	if (i == hf->nr || hf->ip[i] != ip)
		return false;
	hf->nr--;
	memmove(hf->ip + i, hf->ip + i + 1, (hf->nr - i) * sizeof(*hf->ip));
	return true;
}

/* @hf without what is in @gone; both are sorted. */
void hook_filter_subtract(struct hook_filter *hf, struct hook_filter *gone)
{
	unsigned int kept = 0, j = 0;

	filter_sort(hf);
	filter_sort(gone);
	for (unsigned int i = 0; i < hf->nr; i++) {
		while (j < gone->nr && gone->ip[j] < hf->ip[i])
			j++;
		if (j == gone->nr || gone->ip[j] != hf->ip[i])
			hf->ip[kept++] = hf->ip[i];
	}
	hf->nr = kept;
}

/**
 * hook_filter_set() - what was edited, as a set
 * @hf:		stays as it is
 *
 * Context: task.
 * Return: the set; ERR_PTR(-ENOMEM).
 */
struct hook_set *hook_filter_set(struct hook_filter *hf)
{
	filter_sort(hf);
	return hook_set_make(hf->ip, hf->nr);
}

static int note_site(void *arg, unsigned long ip)
{
	return hook_filter_add(arg, ip);
}

/* Line @nth of available_filter_functions, from 1. */
static unsigned long nth_site(unsigned long nth)
{
	struct hook_table *tb;

	guard(mutex)(&hook_lock);
	list_for_each_entry(tb, &hook_tables, node) {
		if (nth <= tb->nr)
			return nth ? hook_ip(tb, &tb->site[nth - 1]) : 0;
		nth -= tb->nr;
	}
	return 0;
}

/* The functions that @name, without a leading '!', stands for. */
static int collect(struct hook_filter *out, char *name, char *modname)
{
	struct match m, mod;
	unsigned long n, ip;
	int ret;

	if (!modname && !kstrtoul(name, 0, &n)) {
		ip = n < TASK_SIZE_MAX ? nth_site(n) : ftrace_location(n);
		return ip ? hook_filter_add(out, ip) : -EINVAL;
	}
	match_init(&m, *name ? name : "*");
	if (modname)
		match_init(&mod, modname);
	ret = hook_each_name(&m, modname ? &mod : NULL, note_site, out);
	if (ret)
		return ret;
	return out->nr ? 0 : -EINVAL;
}

/**
 * hook_filter_word() - apply one word of a user
 * @hf:		the set being edited
 * @word:	see the top of this file; changed
 *
 * Context: task, hook_lock not held.
 * Return: 0, -EINVAL: nothing matches, -ENOENT: nothing matches in a module that is named, -ENOMEM.
 */
int hook_filter_word(struct hook_filter *hf, char *word)
{
	struct hook_filter found __free(hook_filter) = {};
	char *mod = strstr(word, ":mod:");
	bool remove = *word == '!';
	int ret;

	hook_filter_init(&found);
	if (mod) {
		*mod = '\0';
		mod += strlen(":mod:");
	} else if (strchr(word, ':')) {
		return -EINVAL;
	}
	ret = collect(&found, word + remove, mod);
	if (ret == -EINVAL && mod)
		return -ENOENT;
	if (ret)
		return ret;
	if (remove) {
		hook_filter_subtract(hf, &found);
		return 0;
	}
	if (filter_room(hf, hf->nr + found.nr))
		return -ENOMEM;
	memcpy(hf->ip + hf->nr, found.ip, found.nr * sizeof(*found.ip));
	hf->nr += found.nr;
	hf->sorted = false;
	return 0;
}
