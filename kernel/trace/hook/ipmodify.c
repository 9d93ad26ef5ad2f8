// SPDX-License-Identifier: GPL-2.0
/*
 * Hooks that change the return point (IPMODIFY: live patching), and direct calls on the same site.
 *
 * They can share a site only if the direct call's owner has code that honours the changed return point.  Its
 * ops_func is asked before they meet, and told when the other is gone; asking may make the owner change its
 * code, so hook_lock is not held then but hook_direct_lock is, which keeps direct hooks from coming and going.
 */
#include <linux/ftrace.h>
#include <linux/slab.h>

#include "hook_internal.h"

DEFINE_MUTEX(hook_direct_lock);		/* direct and IPMODIFY hooks come and go; before hook_lock */

static bool sets_meet(const struct hook_set *a, const struct hook_set *b)
{
	for (unsigned int i = 0; a && b && i < a->nr; i++)
		if (hook_set_has(b, a->ip[i]))
			return true;
	return false;
}

/* Direct hooks that have a site of @set, ended by NULL; they stay while hook_direct_lock is held. */
static struct ftrace_ops **direct_peers(const struct hook_set *set)
{
	struct ftrace_ops *ops, **peers;
	unsigned int nr = 0;

	guard(mutex)(&hook_lock);
	for_each_hook(ops)
		nr += !!(ops->flags & FTRACE_OPS_FL_DIRECT);
	peers = kcalloc(nr + 1, sizeof(*peers), GFP_KERNEL);
	if (!peers)
		return ERR_PTR(-ENOMEM);
	nr = 0;
	for_each_hook(ops)
		if ((ops->flags & FTRACE_OPS_FL_DIRECT) && sets_meet(set, rcu_dereference_protected(ops->filter, 1)))
			peers[nr++] = ops;
	return peers;
}

/**
 * hook_ipmodify_begin() - ask direct calls to share their sites
 * @ops:	the hook that changes return points
 * @set:	the sites it will have
 *
 * Context: task, hook_direct_lock held, hook_lock not.
 * Return: 0; -EBUSY: one does not; -EAGAIN: one cannot say now; -ENOMEM.
 */
int hook_ipmodify_begin(struct ftrace_ops *ops, const struct hook_set *set)
{
	struct ftrace_ops **peers __free(kfree) = NULL;
	int ret;

	lockdep_assert_held(&hook_direct_lock);
	peers = direct_peers(set);
	if (IS_ERR(peers))
		return PTR_ERR(no_free_ptr(peers));
	for (unsigned int i = 0; peers[i]; i++) {
		if (!peers[i]->ops_func)
			return -EBUSY;
		ret = peers[i]->ops_func(peers[i], FTRACE_OPS_CMD_ENABLE_SHARE_IPMODIFY_PEER);
		if (!ret)
			continue;
		while (i--)
			peers[i]->ops_func(peers[i], FTRACE_OPS_CMD_DISABLE_SHARE_IPMODIFY_PEER);
		return ret;
	}
	return 0;
}

/**
 * hook_ipmodify_end() - tell direct calls that their sites are theirs again
 * @ops:	the hook that changed return points
 * @set:	the sites it had
 *
 * Context: task, hook_direct_lock held, hook_lock not.
 */
void hook_ipmodify_end(struct ftrace_ops *ops, const struct hook_set *set)
{
	struct ftrace_ops **peers __free(kfree) = NULL;

	lockdep_assert_held(&hook_direct_lock);
	peers = direct_peers(set);
	if (IS_ERR(peers)) {
		peers = NULL;
		return;
	}
	for (unsigned int i = 0; peers[i]; i++)
		if (peers[i]->ops_func)
			peers[i]->ops_func(peers[i], FTRACE_OPS_CMD_DISABLE_SHARE_IPMODIFY_PEER);
}
