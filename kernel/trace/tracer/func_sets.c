// SPDX-License-Identifier: GPL-2.0
/*
 * func_sets.c - the four sets of functions that belong to an instance (enum func_set).
 */
#include <linux/mutex.h>
#include <linux/rcupdate.h>

#include "func_internal.h"

DEFINE_MUTEX(func_lock);			/* see func_internal.h */
struct ftrace_ops *func_profile_ops;

/* Where a set is published. */
struct hook_set __rcu **func_set_slot(struct func_inst *fi, enum func_set which)
{
	switch (which) {
	case FUNC_SET_FILTER:
		return &fi->ops.filter;
	case FUNC_SET_NOTRACE:
		return &fi->ops.avoid;
	case FUNC_SET_GRAPH:
		return &fi->graph_only;
	default:
		return &fi->graph_not;
	}
}

/* A reference to a set, or NULL. */
struct hook_set *func_set_get(struct func_inst *fi, enum func_set which)
{
	guard(mutex)(&hook_lock);
	return hook_set_get(rcu_dereference_protected(*func_set_slot(fi, which), lockdep_is_held(&hook_lock)));
}

/**
 * func_sets_copy() - give a hook the sets of set_ftrace_filter and set_ftrace_notrace
 * @fi:		functions of the instance
 * @ops:	the hook
 *
 * Context: task, func_lock held.
 * Return: 0 or an error of hook_ops_set().
 */
int func_sets_copy(struct func_inst *fi, struct ftrace_ops *ops)
{
	lockdep_assert_held(&func_lock);
	return hook_ops_set(ops, func_set_get(fi, FUNC_SET_FILTER), func_set_get(fi, FUNC_SET_NOTRACE));
}

/* Publish @set, which is taken over. */
int func_set_put(struct func_inst *fi, enum func_set which, struct hook_set *set)
{
	struct hook_set __rcu **slot = func_set_slot(fi, which);
	struct hook_set *filter, *avoid;
	int ret;

	lockdep_assert_held(&func_lock);
	if (which == FUNC_SET_GRAPH || which == FUNC_SET_GRAPH_NOTRACE) {
		scoped_guard(mutex, &hook_lock)
			set = rcu_replace_pointer(*slot, set, lockdep_is_held(&hook_lock));
		hook_set_free(set);
		return 0;
	}
	filter = which == FUNC_SET_FILTER ? set : rcu_dereference_protected(fi->ops.filter, 1);
	avoid = which == FUNC_SET_FILTER ? rcu_dereference_protected(fi->ops.avoid, 1) : set;
	ret = hook_ops_set(&fi->ops, filter, avoid);
	if (!ret && func_graph_hook(fi))
		ret = func_sets_copy(fi, func_graph_hook(fi));
	if (!ret && func_profile_ops && !fi->tr->name)
		ret = func_sets_copy(fi, func_profile_ops);
	return ret;
}
