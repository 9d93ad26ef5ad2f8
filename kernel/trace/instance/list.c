// SPDX-License-Identifier: GPL-2.0
/*
 * list.c - which instances there are, and the layers that want to know.
 *
 * Being on the list is what makes a pointer to an instance valid: who has one from before looks here
 * first, and takes a reference, which makes removal fail with -EBUSY.
 */

#include <linux/export.h>
#include <linux/string.h>
#include <linux/wait_bit.h>

#include "instance_internal.h"

DEFINE_MUTEX(trace_instances_lock);
DEFINE_MUTEX(trace_types_lock);
LIST_HEAD(trace_arrays);
LIST_HEAD(trace_clients);

/* === Layers above === */

/* Ask all layers; the first error refuses, and those asked before are told that nothing changes. */
int trace_clients_option(struct trace_array *tr, u64 bit, bool on)
{
	struct trace_client *c;
	int ret = 0;

	list_for_each_entry(c, &trace_clients, node) {
		ret = c->option ? c->option(tr, bit, on) : 0;
		if (ret)
			break;
	}
	if (!ret)
		return 0;
	list_for_each_entry_continue_reverse(c, &trace_clients, node)
		if (c->option)
			c->option(tr, bit, !on);
	return ret;
}

/* === Finding === */

/* The top level; NULL before it is made. */
struct trace_array *trace_array_top(void)
{
	return list_first_entry_or_null(&trace_arrays, struct trace_array, node);
}

/* By name.  trace_types_lock held. */
struct trace_array *trace_array_find(const char *name)
{
	struct trace_array *tr;

	lockdep_assert_held(&trace_types_lock);
	list_for_each_entry(tr, &trace_arrays, node)
		if (tr->name && !strcmp(tr->name, name))
			return tr;
	return NULL;
}

/**
 * trace_array_get() - take a reference
 * @tr:		may be the address of an instance that is gone
 *
 * Context: task; takes trace_types_lock.
 * Return: 0 or -ENODEV.
 */
int trace_array_get(struct trace_array *tr)
{
	struct trace_array *pos;

	guard(mutex)(&trace_types_lock);
	list_for_each_entry(pos, &trace_arrays, node) {
		if (pos == tr) {
			tr->ref++;
			return 0;
		}
	}
	return -ENODEV;
}

/* By number, for those who keep no pointer; NULL when it is gone. */
struct trace_array *trace_array_get_id(u32 id)
{
	struct trace_array *tr;

	guard(mutex)(&trace_types_lock);
	list_for_each_entry(tr, &trace_arrays, node) {
		if (tr->id == id) {
			tr->ref++;
			return tr;
		}
	}
	return NULL;
}

/**
 * trace_array_put() - give a reference back
 * @tr:		NULL is ignored
 *
 * Context: task; takes trace_types_lock.
 */
void trace_array_put(struct trace_array *tr)
{
	if (!tr)
		return;
	guard(mutex)(&trace_types_lock);
	if (WARN_ON_ONCE(!tr->ref))
		return;
	if (!--tr->ref && tr->dying)
		wake_up_var(&tr->ref);
}
EXPORT_SYMBOL_GPL(trace_array_put);

/* Is event system @system one of those the instance is limited to? */
bool trace_array_has_system(const struct trace_array *tr, const char *system)
{
	const char *pos = tr->systems;
	size_t len = strlen(system);

	if (!pos)
		return true;
	while (*pos) {
		size_t word = strcspn(pos, ",");

		if (word == len && !strncmp(pos, system, len))
			return true;
		pos += word + (pos[word] == ',');
	}
	return false;
}
