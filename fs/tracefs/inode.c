// SPDX-License-Identifier: GPL-2.0
/*
 * Inodes: what they are made of, and what goes with them.
 */

#include <linux/init.h>
#include <linux/pagemap.h>
#include <linux/slab.h>

#include "tracefs_internal.h"

static struct kmem_cache *inode_cache;

static void inode_once(void *obj)
{
	inode_init_once(&((struct tracefs_inode *)obj)->vfs);
}

/* Context: task. */
struct inode *tracefs_inode_alloc(struct super_block *sb)
{
	struct tracefs_inode *ti = alloc_inode_sb(sb, inode_cache, GFP_KERNEL);

	if (!ti)
		return NULL;
	memset_after(ti, 0, vfs);
	INIT_LIST_HEAD(&ti->sib);
	return &ti->vfs;
}

/* After the last path walk that may look at it. */
void tracefs_inode_free(struct inode *inode)
{
	kmem_cache_free(inode_cache, tracefs_i(inode));
}

/* Context: task, memory reclaim. */
void tracefs_inode_evict(struct inode *inode)
{
	struct tracefs_inode *ti = tracefs_i(inode);

	truncate_inode_pages_final(&inode->i_data);
	clear_inode(inode);
	if (!ti->tree)
		return;
	if (ti->put)
		ti->put(inode->i_private);
	virt_tree_put(ti->tree);
}

/**
 * tracefs_inode_new_locked() - an inode with its owner
 * @sb:		the file system, @owners held
 * @mode:	type and permission bits it is made with
 * @ino:	its number
 * @owner:	who it belongs to; without ATTR_MODE, @mode counts
 *
 * A remount sets the owner of every inode of @sb, and one is among these as soon as it exists:
 * hence the lock over all of this.
 *
 * Context: task.
 * Return: the inode, NULL: no memory.
 */
struct inode *tracefs_inode_new_locked(struct super_block *sb, umode_t mode, unsigned long ino,
				       const struct tracefs_owner *owner)
{
	struct inode *inode;

	lockdep_assert_held(&tracefs_s(sb)->owners);
	inode = new_inode(sb);
	if (!inode)
		return NULL;
	tracefs_i(inode)->made_mode = mode & S_IALLUGO;
	inode->i_mode = mode;
	if (owner->given & ATTR_MODE)
		inode->i_mode = (mode & S_IFMT) | owner->mode;
	inode->i_uid = owner->uid;
	inode->i_gid = owner->gid;
	inode->i_ino = ino;
	simple_inode_init_ts(inode);
	return inode;
}

/**
 * tracefs_inode_init() - get ready to make inodes
 *
 * Context: boot.
 * Return: 0, -ENOMEM.
 */
int __init tracefs_inode_init(void)
{
	inode_cache = kmem_cache_create("tracefs_inode", sizeof(struct tracefs_inode), 0,
					SLAB_RECLAIM_ACCOUNT | SLAB_ACCOUNT, inode_once);
	return inode_cache ? 0 : -ENOMEM;
}
