// SPDX-License-Identifier: GPL-2.0
/*
 * Mounting tracefs, its options, its inodes.
 *
 * There is one super block, made at boot and kept: mounts come and go, the entries stay.
 */

#include <linux/fs_context.h>
#include <linux/fs_parser.h>
#include <linux/init.h>
#include <linux/kobject.h>
#include <linux/magic.h>
#include <linux/mount.h>
#include <linux/pagemap.h>
#include <linux/seq_file.h>
#include <linux/slab.h>
#include <linux/sysfs.h>

#include "tracefs_internal.h"

struct dentry *tracefs_root;
static struct kmem_cache *inode_cache;

/* === Inodes === */

static void inode_once(void *obj)
{
	inode_init_once(&((struct tracefs_inode *)obj)->vfs);
}

static struct inode *tracefs_alloc_inode(struct super_block *sb)
{
	struct tracefs_inode *ti = alloc_inode_sb(sb, inode_cache, GFP_KERNEL);

	if (!ti)
		return NULL;
	memset_after(ti, 0, vfs);
	INIT_LIST_HEAD(&ti->sib);
	return &ti->vfs;
}

static void tracefs_free_inode(struct inode *inode)
{
	kmem_cache_free(inode_cache, tracefs_i(inode));
}

static void tracefs_evict_inode(struct inode *inode)
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

static int tracefs_show_options(struct seq_file *m, struct dentry *root)
{
	struct tracefs_sb *ts = tracefs_s(root->d_sb);

	guard(mutex)(&ts->owners);
	if (!uid_eq(ts->mount.uid, GLOBAL_ROOT_UID))
		seq_printf(m, ",uid=%u", from_kuid_munged(&init_user_ns, ts->mount.uid));
	if (!gid_eq(ts->mount.gid, GLOBAL_ROOT_GID))
		seq_printf(m, ",gid=%u", from_kgid_munged(&init_user_ns, ts->mount.gid));
	if (ts->mount.mode != TRACEFS_DEFAULT_MODE)
		seq_printf(m, ",mode=%o", ts->mount.mode);
	return 0;
}

static const struct super_operations tracefs_sops = {
	.alloc_inode	= tracefs_alloc_inode,
	.free_inode	= tracefs_free_inode,
	.evict_inode	= tracefs_evict_inode,
	.statfs		= simple_statfs,
	.show_options	= tracefs_show_options,
};

/* === Options === */

enum { OPT_UID, OPT_GID, OPT_MODE };

static const struct fs_parameter_spec tracefs_params[] = {
	fsparam_uid("uid", OPT_UID),
	fsparam_gid("gid", OPT_GID),
	fsparam_u32oct("mode", OPT_MODE),
	{}
};

static int tracefs_parse_param(struct fs_context *fc, struct fs_parameter *param)
{
	struct tracefs_owner *want = fc->fs_private;
	struct fs_parse_result result;
	int opt = fs_parse(fc, tracefs_params, param, &result);

	switch (opt) {
	case OPT_UID:
		want->uid = result.uid;
		want->given |= ATTR_UID;
		return 0;
	case OPT_GID:
		want->gid = result.gid;
		want->given |= ATTR_GID;
		return 0;
	case OPT_MODE:
		want->mode = result.uint_32 & S_IALLUGO;
		want->given |= ATTR_MODE;
		return 0;
	case -ENOPARAM:
		/* The VFS takes "source".  Others were always let pass, and fstabs rely on it. */
		if (!strcmp(param->key, "source"))
			return opt;
		infof(fc, "tracefs: no option %s", param->key);
		return 0;
	default:
		return opt;
	}
}

static int tracefs_fill_super(struct super_block *sb, struct fs_context *fc)
{
	struct tracefs_sb *ts = kzalloc(sizeof(*ts), GFP_KERNEL);
	struct inode *inode;

	if (!ts)
		return -ENOMEM;
	mutex_init(&ts->owners);
	INIT_LIST_HEAD(&ts->trees);
	ts->mount = (struct tracefs_owner){
		.given = OWNER_PARTS,
		.uid = GLOBAL_ROOT_UID,
		.gid = GLOBAL_ROOT_GID,
		.mode = TRACEFS_DEFAULT_MODE,
	};
	sb->s_fs_info = ts;
	sb->s_op = &tracefs_sops;
	sb->s_magic = TRACEFS_MAGIC;
	sb->s_maxbytes = MAX_LFS_FILESIZE;
	sb->s_blocksize = PAGE_SIZE;
	sb->s_blocksize_bits = PAGE_SHIFT;
	sb->s_time_gran = 1;

	scoped_guard(mutex, &ts->owners)
		inode = tracefs_inode_new_locked(sb, S_IFDIR | TRACEFS_DEFAULT_MODE,
						 get_next_ino(), &ts->mount);
	if (!inode)
		return -ENOMEM;
	set_nlink(inode, 2);
	INIT_LIST_HEAD(&tracefs_i(inode)->kids);
	inode->i_op = &tracefs_dir_iops;
	inode->i_fop = &simple_dir_operations;
	sb->s_root = d_make_root(inode);
	return sb->s_root ? 0 : -ENOMEM;
}

/* A second mount is one more view of the same; its options act like those of a remount. */
static int tracefs_get_tree(struct fs_context *fc)
{
	int err = get_tree_single(fc, tracefs_fill_super);

	if (!err)
		tracefs_owner_reset(fc->root->d_sb, fc->fs_private);
	return err;
}

static int tracefs_reconfigure(struct fs_context *fc)
{
	tracefs_owner_reset(fc->root->d_sb, fc->fs_private);
	return 0;
}

static void tracefs_free_fc(struct fs_context *fc)
{
	kfree(fc->fs_private);
}

static const struct fs_context_operations tracefs_context_ops = {
	.free		= tracefs_free_fc,
	.parse_param	= tracefs_parse_param,
	.get_tree	= tracefs_get_tree,
	.reconfigure	= tracefs_reconfigure,
};

static int tracefs_init_fs_context(struct fs_context *fc)
{
	struct tracefs_owner *want = kzalloc(sizeof(*want), GFP_KERNEL);

	if (!want)
		return -ENOMEM;
	fc->fs_private = want;
	fc->ops = &tracefs_context_ops;
	return 0;
}

/* Only when making the one super block failed: else it is never let go. */
static void tracefs_kill_sb(struct super_block *sb)
{
	kill_litter_super(sb);
	kfree(tracefs_s(sb));
}

static struct file_system_type tracefs_type = {
	.owner			= THIS_MODULE,
	.name			= "tracefs",
	.init_fs_context	= tracefs_init_fs_context,
	.parameters		= tracefs_params,
	.kill_sb		= tracefs_kill_sb,
};
MODULE_ALIAS_FS("tracefs");

/**
 * tracefs_automount() - mount tracefs where somebody walks in
 * @mntpt:	the place, a dentry made by debugfs_create_automount()
 * @unused:	nothing
 *
 * Context: task, may sleep.
 * Return: a mount with the two references that an automount needs, or an ERR_PTR().
 */
struct vfsmount *tracefs_automount(struct dentry *mntpt, void *unused)
{
	struct vfsmount *mnt = vfs_submount(mntpt, &tracefs_type, "tracefs", NULL);

	return IS_ERR(mnt) ? mnt : mntget(mnt);
}

/**
 * tracefs_initialized() - can entries be made?
 *
 * Context: any.
 * Return: true from the core initcalls on.
 */
bool tracefs_initialized(void)
{
	return tracefs_root;
}

static int __init tracefs_init(void)
{
	struct vfsmount *mnt;
	int err;

	inode_cache = kmem_cache_create("tracefs_inode", sizeof(struct tracefs_inode), 0,
					SLAB_RECLAIM_ACCOUNT | SLAB_ACCOUNT, inode_once);
	if (!inode_cache)
		return -ENOMEM;
	err = sysfs_create_mount_point(kernel_kobj, "tracing");
	if (err)
		return err;
	err = register_filesystem(&tracefs_type);
	if (err)
		return err;
	mnt = kern_mount(&tracefs_type);
	if (IS_ERR(mnt))
		return PTR_ERR(mnt);
	tracefs_root = mnt->mnt_root;
	return 0;
}
core_initcall(tracefs_init);
