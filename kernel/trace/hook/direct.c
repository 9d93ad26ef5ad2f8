// SPDX-License-Identifier: GPL-2.0
/*
 * Direct calls: a site calls an address that its owner wrote code for (BPF trampolines).
 *
 * Alone on a site the owner's code is called by the site itself.  With other hooks there, hook_list_caller runs
 * them and goes on to the owner's code, as if the site had called it.  One direct call per site.
 * Sharing a site with a hook that changes the return point: see ipmodify.c.
 */
#include <linux/ftrace.h>
#include <linux/slab.h>

#include "hook_internal.h"

/* On a site with several hooks; alone it is never called. */
static void direct_func(unsigned long ip, unsigned long parent_ip, struct ftrace_ops *op, struct ftrace_regs *fregs)
{
	arch_hook_direct(fregs, READ_ONCE(op->direct_call));
}

static struct hook_set *filter_of(struct ftrace_ops *ops)
{
	return rcu_dereference_protected(ops->filter, lockdep_is_held(&hook_direct_lock));
}

/* State bits of the sites of @set, all together. */
static u32 set_state(const struct hook_set *set)
{
	u32 st = 0;

	lockdep_assert_held(&hook_lock);
	for (unsigned int i = 0; i < set->nr; i++) {
		struct hook_site *s = hook_site_find(set->ip[i], NULL);

		st |= s ? s->st & ~HOOK_ST_NR : 0;
	}
	return st;
}

/**
 * register_ftrace_direct() - have sites call an address
 * @ops:	a hook with a filter; the address is its own from now on
 * @addr:	code that takes over as if called from the site
 *
 * Context: task.
 * Return: 0; -EINVAL: no filter, or in use; -EBUSY: another direct call or an unwilling IPMODIFY hook is there;
 * whatever ops_func answers, -EAGAIN for one.
 */
int register_ftrace_direct(struct ftrace_ops *ops, unsigned long addr)
{
	struct hook_set *set;
	u32 st;
	int ret;

	if (ops->func || (ops->flags & (FTRACE_OPS_FL_ENABLED | FTRACE_OPS_FL_DIRECT)))
		return -EINVAL;

	guard(mutex)(&hook_direct_lock);
	set = filter_of(ops);
	if (!hook_set_nr(set))
		return -EINVAL;
	scoped_guard(mutex, &hook_lock)
		st = set_state(set);
	if (st & HOOK_ST_DIRECT)
		return -EBUSY;
	if (st & HOOK_ST_IPMODIFY) {
		ret = ops->ops_func ? ops->ops_func(ops, FTRACE_OPS_CMD_ENABLE_SHARE_IPMODIFY_SELF) : -EBUSY;
		if (ret)
			return ret;
	}

	guard(mutex)(&hook_lock);
	ops->func = direct_func;
	ops->flags |= FTRACE_OPS_FL_DIRECT;
	ops->direct_call = addr;
	ret = hook_register_locked(ops);
	if (ret) {
		ops->flags &= ~FTRACE_OPS_FL_DIRECT;
		ops->func = NULL;
	}
	return ret;
}
EXPORT_SYMBOL_GPL(register_ftrace_direct);

/**
 * unregister_ftrace_direct() - undo register_ftrace_direct()
 * @ops:	the hook
 * @addr:	the address it had
 * @free_filters: forget its filter too
 *
 * Context: task, may wait for a grace period.
 * Return: 0, -EINVAL: it was not registered so.
 */
int unregister_ftrace_direct(struct ftrace_ops *ops, unsigned long addr, bool free_filters)
{
	int ret;

	scoped_guard(mutex, &hook_direct_lock) {
		if (!(ops->flags & FTRACE_OPS_FL_DIRECT) || !(ops->flags & FTRACE_OPS_FL_ENABLED))
			return -EINVAL;
		guard(mutex)(&hook_lock);
		ret = hook_unregister_locked(ops);
		ops->flags &= ~FTRACE_OPS_FL_DIRECT;
	}
	hook_retire(ops);
	ops->func = NULL;
	ops->direct_call = 0;
	if (free_filters)
		ftrace_free_filter(ops);
	return ret;
}
EXPORT_SYMBOL_GPL(unregister_ftrace_direct);

/**
 * modify_ftrace_direct_nolock() - have sites call another address
 * @ops:	the hook
 * @addr:	the new address
 *
 * A task may still be in the old code when this returns.
 *
 * Context: task, hook_direct_lock held: from ops_func.
 * Return: 0, -EINVAL: it is not registered so.
 */
int modify_ftrace_direct_nolock(struct ftrace_ops *ops, unsigned long addr)
{
	lockdep_assert_held(&hook_direct_lock);
	if (!(ops->flags & FTRACE_OPS_FL_DIRECT) || !(ops->flags & FTRACE_OPS_FL_ENABLED))
		return -EINVAL;
	guard(mutex)(&hook_lock);
	WRITE_ONCE(ops->direct_call, addr);
	hook_patch_set(filter_of(ops));
	return 0;
}
EXPORT_SYMBOL_GPL(modify_ftrace_direct_nolock);

/**
 * modify_ftrace_direct() - have sites call another address
 * @ops:	the hook
 * @addr:	the new address
 *
 * Context: task.
 * Return: 0, -EINVAL: it is not registered so.
 */
int modify_ftrace_direct(struct ftrace_ops *ops, unsigned long addr)
{
	guard(mutex)(&hook_direct_lock);
	return modify_ftrace_direct_nolock(ops, addr);
}
EXPORT_SYMBOL_GPL(modify_ftrace_direct);
