// SPDX-License-Identifier: GPL-2.0
/*
 * evals.c - values that print formats use by name (TRACE_DEFINE_ENUM, TRACE_DEFINE_SIZEOF).
 *
 * Nothing is looked at until a format is read; then one table, sorted by system and name, is made of what
 * the kernel and its modules brought, and kept until a module comes or goes.
 */

#include <linux/init.h>
#include <linux/module.h>
#include <linux/seq_file.h>
#include <linux/slab.h>
#include <linux/sort.h>
#include <linux/string.h>
#include "event_internal.h"

/* The maps of the kernel (@mod NULL) or of a module. */
struct eval_set {
	struct list_head	node;
	struct module		*mod;
	unsigned int		nr;
	const struct trace_eval_map *map[] __counted_by(nr);
};

static LIST_HEAD(sets);			/* in order of arrival; event_mutex */
static const struct trace_eval_map **sorted;		/* event_mutex; NULL: not made */
static unsigned int nr_sorted;

static void sorted_drop(void)
{
	kvfree(sorted);
	sorted = NULL;
	nr_sorted = 0;
}

static int set_add(struct module *mod, const struct trace_eval_map **map, unsigned int nr)
{
	struct eval_set *set;

	if (!nr)
		return 0;
	/* copied: the kernel's table is freed with the init memory */
	set = kmalloc(struct_size(set, map, nr), GFP_KERNEL);
	if (!set)
		return -ENOMEM;
	set->mod = mod;
	set->nr = nr;
	memcpy(set->map, map, nr * sizeof(*map));
	list_add_tail(&set->node, &sets);
	sorted_drop();
	return 0;
}

/* A module comes or goes: 0, -ENOMEM. */
int event_evals_module(struct module *mod, bool coming)
{
	struct eval_set *set, *tmp;
	struct trace_eval_map **maps;
	unsigned int nr = module_evals(mod, &maps);

	lockdep_assert_held(&event_mutex);
	if (coming)
		return set_add(mod, (const struct trace_eval_map **)maps, nr);
	list_for_each_entry_safe(set, tmp, &sets, node) {
		if (set->mod != mod)
			continue;
		list_del(&set->node);
		kfree(set);
		sorted_drop();
	}
	return 0;
}

void __init event_evals_init(void)
{
	guard(mutex)(&event_mutex);
	if (set_add(NULL, __start_ftrace_eval_maps, __stop_ftrace_eval_maps - __start_ftrace_eval_maps))
		pr_warn("no memory for the enums of print formats\n");
}

static int map_cmp(const void *a, const void *b)
{
	const struct trace_eval_map *x = *(const struct trace_eval_map *const *)a;
	const struct trace_eval_map *y = *(const struct trace_eval_map *const *)b;

	return strcmp(x->system, y->system) ?: strcmp(x->eval_string, y->eval_string);
}

static bool sorted_make(void)
{
	struct eval_set *set;
	unsigned int nr = 0;

	if (sorted)
		return true;
	list_for_each_entry(set, &sets, node)
		nr += set->nr;
	sorted = kvmalloc_array(nr, sizeof(*sorted), GFP_KERNEL);
	if (!sorted)
		return false;
	list_for_each_entry(set, &sets, node) {
		memcpy(sorted + nr_sorted, set->map, set->nr * sizeof(*sorted));
		nr_sorted += set->nr;
	}
	sort(sorted, nr, sizeof(*sorted), map_cmp, NULL);
	return true;
}

/* <0, 0, >0: the name @word of @len bytes in @system is before, at, after @map. */
static int word_cmp(const char *system, const char *word, unsigned int len,
		    const struct trace_eval_map *map)
{
	int cmp = strcmp(system, map->system);

	if (!cmp)
		cmp = strncmp(word, map->eval_string, len);
	return cmp ?: -!!map->eval_string[len];
}

/**
 * event_eval_find() - what a name in a print format stands for
 * @system:	of the event
 * @word:	the name, an identifier or "sizeof(TYPE)"
 * @len:	its length
 *
 * Context: task, event_mutex held.
 * Return: the value's map, NULL if the name is none.
 */
const struct trace_eval_map *event_eval_find(const char *system, const char *word, unsigned int len)
{
	unsigned int low = 0, high;

	lockdep_assert_held(&event_mutex);
	if (!sorted_make())
		return NULL;
	high = nr_sorted;
	while (low < high) {
		unsigned int mid = (low + high) / 2;
		int cmp = word_cmp(system, word, len, sorted[mid]);

		if (!cmp)
			return sorted[mid];
		if (cmp < 0)
			high = mid;
		else
			low = mid + 1;
	}
	return NULL;
}

/**
 * trace_eval_map_show() - text of eval_map
 * @m:	where to
 *
 * Context: task; takes event_mutex.
 * Return: 0.
 */
int trace_eval_map_show(struct seq_file *m)
{
	struct eval_set *set;

	guard(mutex)(&event_mutex);
	list_for_each_entry(set, &sets, node)
		for (unsigned int i = 0; i < set->nr; i++)
			seq_printf(m, "%s %ld (%s)\n", set->map[i]->eval_string, (long)set->map[i]->eval_value,
				   set->map[i]->system);
	return 0;
}
