// SPDX-License-Identifier: GPL-2.0
/*
 * Mounting tracefs, its options.
 *
 * There is one super block, made at boot and kept: mounts come and go, the entries stay.
 */

#include <linux/fs_context.h>
#include <linux/fs_parser.h>
#include <linux/init.h>
#include <linux/kobject.h>
#include <linux/magic.h>
#include <linux/mount.h>
#include <linux/seq_file.h>
#include <linux/slab.h>
#include <linux/sysfs.h>

#include "tracefs_internal.h"

/* === The super block === */

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
	.alloc_inode	= tracefs_inode_alloc,
	.free_inode	= tracefs_inode_free,
	.evict_inode	= tracefs_inode_evict,
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

	err = tracefs_inode_init();
	if (err)
		return err;
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
