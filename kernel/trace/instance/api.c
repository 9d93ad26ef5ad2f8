// SPDX-License-Identifier: GPL-2.0
/*
 * api.c - what the rest of the kernel calls to steer recording: <linux/kernel.h>, <linux/trace.h>.
 *
 * Names here are those of these headers; all of them are thin.
 */

#include <linux/export.h>
#include <linux/ftrace.h>
#include <linux/kernel.h>
#include <linux/trace.h>

#include "instance_internal.h"

int __disable_trace_on_warning;		/* traceoff_on_warning; sysctl */

/* === The top level === */

/**
 * tracing_on - let the top level record
 *
 * Context: any.
 */
void tracing_on(void)
{
	trace_array_on(trace_array_top());
}
EXPORT_SYMBOL_GPL(tracing_on);

/**
 * tracing_off - stop recording of the top level, to keep what led here
 *
 * Context: any.
 */
void tracing_off(void)
{
	trace_array_off(trace_array_top(), "a call of tracing_off() in the kernel");
}
EXPORT_SYMBOL_GPL(tracing_off);

/**
 * tracing_is_on - does the top level record?
 *
 * Context: any.
 * Return: 1 or 0.
 */
int tracing_is_on(void)
{
	return trace_array_is_on(trace_array_top());
}
EXPORT_SYMBOL_GPL(tracing_is_on);

/* Pairs of these nest, and do not show in tracing_on.  Context: any. */
void tracing_stop(void)
{
	struct trace_array *tr = trace_array_top();

	if (tr)
		ring_stop(tr->ring);
}

void tracing_start(void)
{
	struct trace_array *tr = trace_array_top();

	if (tr)
		ring_start(tr->ring);
}

/* Called for each WARN(), before its text is printed. */
void disable_trace_on_warning(void)
{
	if (__disable_trace_on_warning)
		trace_array_off(trace_array_top(), "a kernel warning (traceoff_on_warning)");
}

/* === Snapshots === */

/**
 * tracing_snapshot - keep what the top level has recorded
 *
 * Needs a spare ring: tracing_alloc_snapshot(), alloc_snapshot on the command line, or the file.
 *
 * Context: any but NMI.
 */
void tracing_snapshot(void)
{
	struct trace_array *tr = trace_array_top();

	if (!tr || in_nmi())
		return;
	if (trace_snapshot_take(tr, RING_ALL_CPUS) == -ENOSPC)
		trace_array_off(tr, "a snapshot without a snapshot buffer");
}
EXPORT_SYMBOL_GPL(tracing_snapshot);

/**
 * tracing_alloc_snapshot - have a spare ring for tracing_snapshot()
 *
 * Context: task.
 * Return: 0 or an error.
 */
int tracing_alloc_snapshot(void)
{
	struct trace_array *tr = trace_array_top();

	if (!tr)
		return -ENODEV;
	guard(mutex)(&trace_types_lock);
	return trace_snapshot_alloc(tr);
}
EXPORT_SYMBOL_GPL(tracing_alloc_snapshot);

/**
 * tracing_snapshot_alloc - both: have a spare ring, and take a snapshot
 *
 * Context: task.
 */
void tracing_snapshot_alloc(void)
{
	if (!tracing_alloc_snapshot())
		tracing_snapshot();
}
EXPORT_SYMBOL_GPL(tracing_snapshot_alloc);

/* === Instances === */

static struct trace_array *get_by_name(const char *name)
{
	struct trace_array *tr;

	guard(mutex)(&trace_types_lock);
	tr = trace_array_find(name);
	if (tr)
		tr->ref++;
	return tr;
}

/**
 * trace_array_get_by_name - find or make an instance
 * @name:	of its directory under instances/
 * @systems:	event systems that a new one is limited to, comma separated, or NULL
 *
 * Context: task.
 * Return: the instance with a reference that trace_array_put() gives back, or NULL.
 */
struct trace_array *trace_array_get_by_name(const char *name, const char *systems)
{
	struct trace_array *tr;

	do {
		tr = get_by_name(name);
		if (tr)
			return tr;
		tr = trace_array_create(name, systems);
		/* Somebody else may have made it, or may remove it at once: look again. */
	} while (!IS_ERR(tr) || PTR_ERR(tr) == -EEXIST);
	return NULL;
}
EXPORT_SYMBOL_GPL(trace_array_get_by_name);

/**
 * trace_array_destroy - remove an instance
 * @tr:		from trace_array_get_by_name(), its reference given back
 *
 * Context: task.
 * Return: 0, -ENODEV, -EBUSY while somebody uses it.
 */
int trace_array_destroy(struct trace_array *tr)
{
	return tr ? trace_array_remove_ptr(tr) : -EINVAL;
}
EXPORT_SYMBOL_GPL(trace_array_destroy);

/**
 * trace_array_init_printk - be ready for trace_array_printk()
 * @tr:		instance
 *
 * Context: task.
 * Return: 0, -ENOMEM, -EINVAL for the top level, which trace_printk() is for.
 */
int trace_array_init_printk(struct trace_array *tr)
{
	if (!tr || !tr->name)
		return -EINVAL;
	guard(mutex)(&trace_types_lock);
	return trace_array_expand(tr);
}
EXPORT_SYMBOL_GPL(trace_array_init_printk);
