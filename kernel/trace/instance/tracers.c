// SPDX-License-Identifier: GPL-2.0
/*
 * tracers.c - what current_tracer can name, and changing it.
 *
 * Each instance has exactly one tracer at any time.  "nop" is one like the others, but for being what an
 * instance has when it has nothing else: it must be registered before the first instance is made.
 */

#include <linux/errno.h>
#include <linux/init.h>
#include <linux/string.h>

#include "instance_internal.h"

static LIST_HEAD(tracers);			/* trace_types_lock */
static unsigned int nr_tracers;			/* trace_types_lock */

/* NULL gives the first, and is what follows the last. */
struct tracer *tracer_next(struct tracer *t)
{
	struct list_head *next = t ? t->node.next : tracers.next;

	lockdep_assert_held(&trace_types_lock);
	return next == &tracers ? NULL : list_entry(next, struct tracer, node);
}

struct tracer *tracer_find(const char *name)
{
	struct tracer *t;

	lockdep_assert_held(&trace_types_lock);
	list_for_each_entry(t, &tracers, node)
		if (!strcmp(t->name, name))
			return t;
	return NULL;
}

/**
 * tracer_register() - make a tracer known
 * @t:		kept
 *
 * available_tracers lists the newest first.
 *
 * Context: boot; takes trace_types_lock.
 * Return: 0, -EEXIST, -ENOSPC.
 */
int __init tracer_register(struct tracer *t)
{
	struct trace_array *tr;

	guard(mutex)(&trace_types_lock);
	if (tracer_find(t->name))
		return -EEXIST;
	if (nr_tracers == TRACE_NR_TRACERS)
		return -ENOSPC;
	t->slot = nr_tracers++;
	list_add(&t->node, &tracers);
	list_for_each_entry(tr, &trace_arrays, node)
		tr->tracer_opts[t->slot] = t->default_flags;
	return 0;
}

int trace_array_init_tracer(struct trace_array *tr)
{
	struct tracer *t;

	guard(mutex)(&trace_types_lock);
	for (t = tracer_next(NULL); t; t = tracer_next(t))
		tr->tracer_opts[t->slot] = t->default_flags;
	tr->tracer = tracer_find("nop");
	return tr->tracer ? 0 : -ENODEV;
}

/* Back to nop. */
static void tracer_leave(struct trace_array *tr)
{
	struct tracer *old = tr->tracer;

	if (old->reset)
		old->reset(tr);
	WRITE_ONCE(tr->tracer, tracer_find("nop"));
}

static int tracer_start(struct trace_array *tr, struct tracer *t)
{
	int ret = 0;

	if (t->use_max_tr) {
		ret = trace_snapshot_alloc(tr);
		if (ret)
			return ret;
	}
	/* Its init may start to record at once, and asks for its own options. */
	WRITE_ONCE(tr->tracer, t);
	if (t->init)
		ret = t->init(tr);
	if (ret)
		WRITE_ONCE(tr->tracer, tracer_find("nop"));
	return ret;
}

/* Change the tracer; NULL is nop.  What was recorded by the old one is dropped. */
int tracer_set_locked(struct trace_array *tr, struct tracer *t)
{
	int ret;

	lockdep_assert_held(&trace_types_lock);
	t = t ?: tracer_find("nop");
	if (t == tr->tracer)
		return 0;
	if (t->top_only && tr->name)
		return -EINVAL;
	if (tr->trace_ref)
		return -EBUSY;
	ret = trace_array_expand(tr);
	if (ret)
		return ret;
	tracer_leave(tr);
	trace_array_clear(tr, RING_ALL_CPUS);
	return tracer_start(tr, t);
}

/**
 * tracer_set() - what writing current_tracer does
 * @tr:		instance
 * @name:	of a registered tracer
 *
 * Context: task; takes trace_types_lock.
 * Return: 0, -EINVAL for an unknown one or one that this instance cannot have, -EBUSY while a trace_pipe
 * is open, or what the tracer's start returned, when the instance has nop.
 */
int tracer_set(struct trace_array *tr, const char *name)
{
	struct tracer *t;
	int ret;

	guard(mutex)(&trace_types_lock);
	t = tracer_find(name);
	if (!t)
		return -EINVAL;
	/* who chooses a tracer is about to use the ring, whichever it is */
	ret = trace_array_expand(tr);
	return ret ?: tracer_set_locked(tr, t);
}
