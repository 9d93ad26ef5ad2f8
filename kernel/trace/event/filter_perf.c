// SPDX-License-Identifier: GPL-2.0
/*
 * filter_perf.c - filters of perf events (PERF_EVENT_IOC_SET_FILTER).
 */

#include <linux/perf_event.h>
#include "filter.h"

/**
 * ftrace_profile_set_filter() - give a perf event a filter
 * @event:	the perf event
 * @event_id:	id of the trace event it counts
 * @filter_str:	the filter; changed
 *
 * Context: task; perf holds the event's context mutex.
 * Return: 0, -EINVAL (no such event, or a bad filter), -EEXIST (it has one), -ENOMEM.
 */
int ftrace_profile_set_filter(struct perf_event *event, int event_id, char *filter_str)
{
	struct trace_event_call *call;

	guard(mutex)(&event_mutex);
	scoped_guard(rcu)
		call = trace_event_by_type(event_id);
	if (!call)
		return -EINVAL;
	if (event->filter)
		return -EEXIST;
	return event_filter_create(NULL, call, filter_str, true, &event->filter);
}

/**
 * ftrace_profile_free_filter() - take the filter of a perf event
 * @event:	the perf event; it fires no more
 *
 * Context: any but NMI.
 */
void ftrace_profile_free_filter(struct perf_event *event)
{
	struct event_filter *filter = event->filter;

	event->filter = NULL;
	event_filter_free(filter);
}
