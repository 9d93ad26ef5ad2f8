// SPDX-License-Identifier: GPL-2.0
/*
 * Entries that are made one by one, and removed with all that is below them.
 *
 * Each has a reference to its dentry, so it stays in the dentry cache, where the VFS finds it: a
 * miss means that there is none.  Beside that, a directory has a list of its entries, for removal.
 */

#include <linux/fsnotify.h>
#include <linux/namei.h>

#include "tracefs_internal.h"

struct dentry *tracefs_root;

/**
 * real_parent() - the directory that a new entry goes to
 * @parent:	what the caller gave: NULL is the root directory
 *
 * Context: any.
 * Return: the directory, or an ERR_PTR().
 */
struct dentry *real_parent(struct dentry *parent)
{
	if (!tracefs_root)
		return ERR_PTR(-ENODEV);
	return parent ?: tracefs_root;
}

/**
 * real_inode_new_locked() - the inode of a new entry
 * @parent:	directory it goes to; @owners held
 * @mode:	type and permission bits
 * @owner:	filled in: who it belongs to
 *
 * Context: task.
 * Return: the inode, NULL: no memory.
 */
struct inode *real_inode_new_locked(struct dentry *parent, umode_t mode,
				    struct tracefs_owner *owner)
{
	struct super_block *sb = parent->d_sb;
	const struct inode *dir = d_inode(parent);

	/* That a group is let into the root directory gives it no new files there. */
	if (parent == sb->s_root) {
		*owner = tracefs_s(sb)->mount;
	} else {
		owner->uid = dir->i_uid;
		owner->gid = dir->i_gid;
	}
	owner->given = ATTR_UID | ATTR_GID;
	return tracefs_inode_new_locked(sb, mode, get_next_ino(), owner);
}

/* Let the VFS find @inode as @name in @parent, whose inode lock is held. */
static struct dentry *hash_entry_locked(const char *name, struct dentry *parent,
					struct inode *inode)
{
	struct qstr q = QSTR_INIT(name, strlen(name));
	struct inode *dir = d_inode(parent);
	struct dentry *dentry;

	if (IS_DEADDIR(dir))
		return ERR_PTR(-ENOENT);
	dentry = d_hash_and_lookup(parent, &q);
	if (IS_ERR(dentry))
		return dentry;
	if (!dentry) {
		dentry = d_alloc(parent, &q);
		if (!dentry)
			return ERR_PTR(-ENOMEM);
		d_add(dentry, inode);
		fsnotify_dirent(dir, dentry, FS_CREATE | (S_ISDIR(inode->i_mode) ? FS_ISDIR : 0));
	} else if (d_really_is_negative(dentry)) {
		/* That of a mkdir() under way, which tells about it itself. */
		d_instantiate(dentry, inode);
	} else {
		dput(dentry);
		return ERR_PTR(-EEXIST);
	}
	return dentry;
}

/**
 * real_add() - put a new entry into its directory
 * @name:	its name
 * @parent:	the directory
 * @inode:	the entry; the caller's reference goes over to the dentry when this succeeds
 *
 * Context: task, may sleep.
 * Return: the entry, or an ERR_PTR().
 */
struct dentry *real_add(const char *name, struct dentry *parent, struct inode *inode)
{
	struct tracefs_inode *dir = tracefs_i(d_inode(parent)), *ti = tracefs_i(inode);
	struct dentry *dentry;

	inode_lock_nested(&dir->vfs, I_MUTEX_PARENT);
	dentry = hash_entry_locked(name, parent, inode);
	if (!IS_ERR(dentry)) {
		ti->dentry = dentry;
		list_add(&ti->sib, &dir->kids);
		inode_set_mtime_to_ts(&dir->vfs, inode_set_ctime_current(&dir->vfs));
		if (S_ISDIR(inode->i_mode))
			inc_nlink(&dir->vfs);
	}
	inode_unlock(&dir->vfs);
	return dentry;
}

static struct dentry *real_create(const char *name, umode_t mode, struct dentry *parent,
				  void *data, const struct inode_operations *iops,
				  const struct file_operations *fops)
{
	struct tracefs_owner owner;
	struct dentry *dentry;
	struct inode *inode;

	parent = real_parent(parent);
	if (IS_ERR(parent))
		return parent;
	scoped_guard(mutex, &tracefs_s(parent->d_sb)->owners)
		inode = real_inode_new_locked(parent, mode, &owner);
	if (!inode)
		return ERR_PTR(-ENOMEM);
	inode->i_op = iops;
	inode->i_fop = fops;
	inode->i_private = data;
	INIT_LIST_HEAD(&tracefs_i(inode)->kids);
	if (S_ISDIR(mode))
		set_nlink(inode, 2);
	dentry = real_add(name, parent, inode);
	if (IS_ERR(dentry))
		iput(inode);
	return dentry;
}

static const struct file_operations no_fops = {
	.read	= generic_read_dir,
	.llseek	= noop_llseek,
};

/**
 * tracefs_create_file() - make a file
 * @name:	its name
 * @mode:	permission bits
 * @parent:	directory; NULL: the root
 * @data:	i_private
 * @fops:	what it does; ->open must see for itself whether @data is still in use
 *
 * Context: task, may sleep.
 * Return: the file, or an ERR_PTR(): -EEXIST, -ENOENT (the directory is going), -ENOMEM, -ENODEV.
 */
struct dentry *tracefs_create_file(const char *name, umode_t mode, struct dentry *parent,
				   void *data, const struct file_operations *fops)
{
	return real_create(name, S_IFREG | (mode & S_IALLUGO), parent, data, &tracefs_file_iops,
			   fops ?: &no_fops);
}

/**
 * tracefs_create_dir() - make a directory
 * @name:	its name
 * @parent:	directory it goes to; NULL: the root
 *
 * Context: task, may sleep.
 * Return: the directory, or an ERR_PTR() as tracefs_create_file().
 */
struct dentry *tracefs_create_dir(const char *name, struct dentry *parent)
{
	return real_create(name, S_IFDIR | TRACEFS_DIR_MODE, parent, NULL, &tracefs_dir_iops,
			   &simple_dir_operations);
}

/* === mkdir and rmdir by users === */

/*
 * The VFS holds the lock of the directory, which the callback needs to make the entry.  Without it
 * somebody else may make the same name meanwhile: it is the callback that says -EEXIST.
 */
static int instance_mkdir(struct mnt_idmap *idmap, struct inode *dir, struct dentry *dentry,
			  umode_t mode)
{
	int err;

	inode_unlock(dir);
	err = tracefs_i(dir)->mkdir(dentry->d_name.name);
	inode_lock_nested(dir, I_MUTEX_PARENT);
	return err;
}

/*
 * Likewise for the directory and the entry, which tracefs_remove() locks.  Two may be here for the
 * same entry; the callback of the second one finds that it is gone.
 */
static int instance_rmdir(struct inode *dir, struct dentry *dentry)
{
	struct inode *inode = d_inode(dentry);
	int err;

	tracefs_i(inode)->vfs_tells = true;
	inode_unlock(inode);
	inode_unlock(dir);
	err = tracefs_i(dir)->rmdir(dentry->d_name.name);
	inode_lock_nested(dir, I_MUTEX_PARENT);
	inode_lock(inode);
	if (err)
		tracefs_i(inode)->vfs_tells = false;
	return err;
}

const struct inode_operations tracefs_dir_iops = {
	.lookup		= simple_lookup,
	.setattr	= tracefs_setattr,
	.permission	= tracefs_permission,
};

static const struct inode_operations instance_dir_iops = {
	.lookup		= simple_lookup,
	.setattr	= tracefs_setattr,
	.permission	= tracefs_permission,
	.mkdir		= instance_mkdir,
	.rmdir		= instance_rmdir,
};

/**
 * tracefs_create_instance_dir() - make a directory in which users may mkdir and rmdir
 * @name:	its name
 * @parent:	directory it goes to; NULL: the root
 * @mkdir:	make the directory of that name and all in it: 0 or an error
 * @rmdir:	tracefs_remove() the directory of that name: 0 or an error
 *
 * @mkdir and @rmdir are called in task context with no tracefs lock held.
 *
 * Context: task, may sleep.
 * Return: the directory, or an ERR_PTR() as tracefs_create_file().
 */
struct dentry *tracefs_create_instance_dir(const char *name, struct dentry *parent,
					   int (*mkdir)(const char *name),
					   int (*rmdir)(const char *name))
{
	struct dentry *dentry = tracefs_create_dir(name, parent);
	struct tracefs_inode *ti;

	if (IS_ERR(dentry))
		return dentry;
	ti = tracefs_i(d_inode(dentry));
	inode_lock(&ti->vfs);
	ti->mkdir = mkdir;
	ti->rmdir = rmdir;
	ti->vfs.i_op = &instance_dir_iops;
	inode_unlock(&ti->vfs);
	return dentry;
}

/* === Removal === */

/* Take @dentry off its directory's list; false: another one is removing it. */
static bool entry_claim(struct dentry *dentry)
{
	struct inode *dir = d_inode(dentry->d_parent);
	struct tracefs_inode *ti = tracefs_i(d_inode(dentry));
	bool mine;

	inode_lock_nested(dir, I_MUTEX_PARENT);
	mine = !list_empty(&ti->sib);
	list_del_init(&ti->sib);
	inode_unlock(dir);
	return mine;
}

/* An entry of @dentry, now ours to remove; NULL: none is left.  From here on no more are made. */
static struct dentry *entry_claim_below(struct dentry *dentry)
{
	struct tracefs_inode *dir = tracefs_i(d_inode(dentry)), *ti;

	if (!d_is_dir(dentry) || dir->tree)
		return NULL;
	inode_lock_nested(&dir->vfs, I_MUTEX_PARENT);
	dir->vfs.i_flags |= S_DEAD;
	ti = list_first_entry_or_null(&dir->kids, struct tracefs_inode, sib);
	if (ti)
		list_del_init(&ti->sib);
	inode_unlock(&dir->vfs);
	return ti ? ti->dentry : NULL;
}

/* The end of an entry that was claimed and has nothing below it. */
static void entry_kill(struct dentry *dentry)
{
	struct inode *dir = d_inode(dentry->d_parent), *inode = d_inode(dentry);
	struct tracefs_inode *ti = tracefs_i(inode);

	if (ti->tree)
		virt_tree_kill(inode->i_sb, ti->tree);
	inode_lock_nested(dir, I_MUTEX_PARENT);
	clear_nlink(inode);
	if (d_is_dir(dentry))
		drop_nlink(dir);
	inode_set_mtime_to_ts(dir, inode_set_ctime_current(dir));
	d_invalidate(dentry);
	if (!ti->vfs_tells)
		fsnotify_delete(dir, inode, dentry);
	inode_unlock(dir);
	dput(dentry);
}

/**
 * tracefs_remove() - remove an entry and all below it
 * @dentry:	what a creating function returned; NULL and ERR_PTR() are let pass
 *
 * On return it cannot be found or opened any more.  Those who have it open keep their inodes; of
 * a virtual tree these keep the cookies.
 *
 * Context: task, may sleep; not with the inode lock of a tracefs directory held.
 */
void tracefs_remove(struct dentry *dentry)
{
	struct dentry *at = dentry, *below, *up;

	if (IS_ERR_OR_NULL(dentry) || !entry_claim(dentry))
		return;
	/* Down to a leaf, kill it, and on from the directory it was in. */
	for (;;) {
		below = entry_claim_below(at);
		if (below) {
			at = below;
			continue;
		}
		if (at == dentry)
			break;
		up = at->d_parent;
		entry_kill(at);
		at = up;
	}
	entry_kill(dentry);
}
