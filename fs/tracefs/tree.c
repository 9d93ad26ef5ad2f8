// SPDX-License-Identifier: GPL-2.0
/*
 * A virtual tree: what all inodes of one virtual directory share.
 */

#include <linux/rcupdate.h>
#include <linux/slab.h>

#include "tracefs_internal.h"

/**
 * virt_tree_new() - a tree in which nothing was made yet
 *
 * Context: task.
 * Return: the tree with one reference, NULL: no memory.
 */
struct virt_tree *virt_tree_new(void)
{
	struct virt_tree *tree = kzalloc(sizeof(*tree), GFP_KERNEL);

	if (!tree)
		return NULL;
	refcount_set(&tree->ref, 1);
	tree->saved = RB_ROOT;
	INIT_LIST_HEAD(&tree->node);
	ktime_get_real_ts64(&tree->made);
	return tree;
}

/**
 * virt_tree_kill() - the tree's top is removed: nothing is found in it any more
 * @sb:		the file system
 * @tree:	the tree
 *
 * Context: task.
 */
void virt_tree_kill(struct super_block *sb, struct virt_tree *tree)
{
	guard(mutex)(&tracefs_s(sb)->owners);
	WRITE_ONCE(tree->dead, true);
	atomic_long_inc_return(&tree->changes);
	list_del_init(&tree->node);
	saved_owner_forget_locked(tree, NULL);
}

/**
 * virt_tree_put() - an inode of the tree is evicted
 * @tree:	the tree
 *
 * Context: task, memory reclaim.
 */
void virt_tree_put(struct virt_tree *tree)
{
	if (refcount_dec_and_test(&tree->ref))
		kfree_rcu(tree, rcu);
}
