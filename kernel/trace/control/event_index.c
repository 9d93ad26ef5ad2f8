// SPDX-License-Identifier: GPL-2.0
/*
 * event_index.c - all events, sorted by system and name, for listing directories.
 *
 * Made when somebody looks, kept until an event comes or goes.
 */

#include <linux/err.h>
#include <linux/slab.h>
#include <linux/sort.h>
#include <linux/string.h>

#include "control_internal.h"

/**
 * struct event_index - the sorted table
 * @nr:		events
 * @nr_systems:	systems
 * @system:	where each system starts, and @nr behind the last; in one allocation with @call
 * @call:	the events
 */
struct event_index {
	unsigned int		nr;
	unsigned int		nr_systems;
	unsigned int		*system;
	struct trace_event_call	*call[];
};

static struct event_index *event_index;		/* event_mutex; NULL: not made */

static const char *system_of(const struct event_index *ix, unsigned int s)
{
	return ix->call[ix->system[s]]->class->system;
}

static int call_cmp(const void *a, const void *b)
{
	const struct trace_event_call *x = *(struct trace_event_call *const *)a;
	const struct trace_event_call *y = *(struct trace_event_call *const *)b;

	return strcmp(x->class->system, y->class->system) ?: strcmp(trace_event_name(x), trace_event_name(y));
}

static struct event_index *index_make(void)
{
	struct trace_event_call *call;
	struct event_index *ix;
	unsigned int nr = 0, i;

	list_for_each_entry(call, &trace_event_calls, list)
		nr++;
	ix = kvmalloc(struct_size(ix, call, nr) + (nr + 1) * sizeof(*ix->system), GFP_KERNEL);
	if (!ix)
		return NULL;
	ix->nr = 0;
	ix->nr_systems = 0;
	ix->system = (unsigned int *)&ix->call[nr];
	list_for_each_entry(call, &trace_event_calls, list)
		ix->call[ix->nr++] = call;
	sort(ix->call, nr, sizeof(ix->call[0]), call_cmp, NULL);
	for (i = 0; i < nr; i++)
		if (!i || strcmp(ix->call[i]->class->system, ix->call[i - 1]->class->system))
			ix->system[ix->nr_systems++] = i;
	ix->system[ix->nr_systems] = nr;
	return ix;
}

static struct event_index *index_get(void)
{
	lockdep_assert_held(&event_mutex);
	if (!event_index)
		event_index = index_make();
	return event_index;
}

void ctl_event_index_drop(void)
{
	lockdep_assert_held(&event_mutex);
	kvfree(event_index);
	event_index = NULL;
}

/* Position of @system among the systems, -1 if there is none. */
static int system_find(const struct event_index *ix, const char *system)
{
	int low = 0, high = ix ? ix->nr_systems : 0;

	while (low < high) {
		int mid = (low + high) / 2;
		int cmp = strcmp(system, system_of(ix, mid));

		if (!cmp)
			return mid;
		if (cmp < 0)
			high = mid;
		else
			low = mid + 1;
	}
	return -1;
}

bool ctl_system_exists(const char *system)
{
	return system_find(index_get(), system) >= 0;
}

/* Number @index of those that the instance has. */
const char *ctl_system_nth(const struct trace_array *tr, unsigned int index)
{
	const struct event_index *ix = index_get();

	for (unsigned int s = 0; ix && s < ix->nr_systems; s++)
		if (trace_array_has_system(tr, system_of(ix, s)) && !index--)
			return system_of(ix, s);
	return NULL;
}

struct trace_event_call *ctl_event_nth(const char *system, unsigned int index)
{
	const struct event_index *ix = index_get();
	int s = system_find(ix, system);

	if (s < 0 || index >= ix->system[s + 1] - ix->system[s])
		return NULL;
	return ix->call[ix->system[s] + index];
}

struct trace_event_call *ctl_event_find(const char *system, const char *name)
{
	const struct event_index *ix = index_get();
	int s = system_find(ix, system);

	for (unsigned int i = s < 0 ? 0 : ix->system[s]; s >= 0 && i < ix->system[s + 1]; i++)
		if (!strcmp(trace_event_name(ix->call[i]), name))
			return ix->call[i];
	return NULL;
}
