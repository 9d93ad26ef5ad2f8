// SPDX-License-Identifier: GPL-2.0
/*
 * Directories that are asked what is in them.
 *
 * The top of a virtual tree is a real entry.  Below it, inodes and dentries are made when a path
 * walk asks for them, and go when memory is short.  Each inode has a reference to its cookie.
 *
 * Is a cached dentry still right?  The owner of a tree takes an entry out of his tables, and then
 * calls tracefs_virtual_gone(), which counts a change.  A dentry remembers the count from before it
 * was asked for; if the count is another one now, it is asked for again.  So a walk past dentries
 * that did not change costs one comparison, and needs no lock.
 */

#include <linux/namei.h>
#include <linux/slab.h>
#include <linux/stringhash.h>

#include "tracefs_internal.h"

/* Lookups in these take locks of the tree's owner: a class apart, so that lockdep tells us more. */
static struct lock_class_key virt_dir_key;

static const struct inode_operations virt_dir_iops;
static const struct file_operations virt_dir_fops;

/* Count of changes, before asking for something. */
static unsigned long tree_changes(const struct virt_tree *tree)
{
	/* Pairs with tracefs_virtual_gone:A: who sees the change counted finds the entry gone. */
	return atomic_long_read_acquire(&tree->changes);	/* ORD(tree_changes:A) */
}

/* === Asking === */

static int dir_lookup(const struct tracefs_inode *dir, const char *name, struct tracefs_entry *e)
{
	*e = (struct tracefs_entry){ };
	if (READ_ONCE(dir->tree->dead))
		return -ENOENT;
	return dir->ops->lookup(dir->vfs.i_private, name, e);
}

static int dir_entry(const struct tracefs_inode *dir, unsigned int index, struct tracefs_entry *e)
{
	*e = (struct tracefs_entry){ };
	if (READ_ONCE(dir->tree->dead))
		return -ENOENT;
	return dir->ops->entry(dir->vfs.i_private, index, e);
}

/* The table whose @put gives back the reference to e->data that directory @dir returned. */
static const struct tracefs_dir_ops *entry_ops(const struct tracefs_inode *dir,
					       const struct tracefs_entry *e)
{
	return e->dir ?: dir->ops;
}

static void entry_put(const struct tracefs_inode *dir, const struct tracefs_entry *e)
{
	const struct tracefs_dir_ops *ops = entry_ops(dir, e);

	if (ops->put)
		ops->put(e->data);
}

static umode_t entry_type(const struct tracefs_entry *e)
{
	return e->dir ? S_IFDIR : S_IFREG;
}

/* The same number whenever the entry is looked at, never 0, and short enough for old programs. */
static unsigned long entry_ino(const struct inode *dir, const char *name, unsigned int len)
{
	return full_name_hash((void *)dir->i_ino, name, len) ?: 1;
}

/* === Inodes === */

static void dir_setup(struct inode *inode, const struct tracefs_dir_ops *ops)
{
	tracefs_i(inode)->ops = ops;
	inode->i_op = &virt_dir_iops;
	inode->i_fop = &virt_dir_fops;
	/* Says that nobody counted the directories in it; 2 would say that there are none. */
	set_nlink(inode, 1);
	lockdep_set_class(&inode->i_rwsem, &virt_dir_key);
}

/* An inode for @e in @dir, to which the reference to e->data goes over; or an ERR_PTR(). */
static struct inode *entry_inode(struct tracefs_inode *dir, struct dentry *dentry,
				 const struct tracefs_entry *e)
{
	struct super_block *sb = dir->vfs.i_sb;
	struct virt_tree *tree = dir->tree;
	struct tracefs_owner owner;
	struct tracefs_inode *ti;
	struct inode *inode;
	unsigned long ino;
	int err;

	ino = entry_ino(&dir->vfs, dentry->d_name.name, dentry->d_name.len);
	guard(mutex)(&tracefs_s(sb)->owners);
	err = saved_owner_get_locked(tree, dentry, &owner);
	if (err)
		return ERR_PTR(err);
	inode = tracefs_inode_new_locked(sb, entry_type(e) | (e->mode & S_IALLUGO), ino, &owner);
	if (!inode)
		return ERR_PTR(-ENOMEM);
	ti = tracefs_i(inode);
	refcount_inc(&tree->ref);
	ti->tree = tree;
	ti->put = entry_ops(dir, e)->put;
	inode->i_private = e->data;
	inode_set_ctime_to_ts(inode, tree->made);
	inode_set_mtime_to_ts(inode, tree->made);
	inode_set_atime_to_ts(inode, tree->made);
	if (e->dir) {
		dir_setup(inode, e->dir);
	} else {
		inode->i_op = &tracefs_file_iops;
		inode->i_fop = e->fops;
	}
	return inode;
}

/* === Dentries === */

/* Does @inode stand for what @dir says now, @e? */
static bool same_entry(const struct tracefs_inode *dir, const struct inode *inode,
		       const struct tracefs_entry *e)
{
	const struct tracefs_dir_ops *ops = S_ISDIR(inode->i_mode) ? tracefs_i(inode)->ops : NULL;

	if (ops != e->dir || (!ops && inode->i_fop != e->fops))
		return false;
	if (inode->i_private == e->data)
		return true;
	return dir->ops->same && dir->ops->same(inode->i_private, e->data);
}

/* Ask for @dentry, which has @inode, again. */
static bool still_there(struct dentry *dentry, const struct inode *inode)
{
	struct dentry *parent = dget_parent(dentry);
	const struct tracefs_inode *dir = tracefs_i(d_inode(parent));
	struct tracefs_entry e;
	bool same = false;

	if (!dir_lookup(dir, dentry->d_name.name, &e)) {
		same = same_entry(dir, inode, &e);
		entry_put(dir, &e);
	}
	dput(parent);
	return same;
}

static int virt_revalidate(struct dentry *dentry, unsigned int flags)
{
	struct inode *inode = d_inode_rcu(dentry);
	unsigned long changes;

	/* That there is none was right when it was said; nobody tells when there is one. */
	if (!inode)
		return flags & LOOKUP_RCU ? -ECHILD : 0;
	changes = tree_changes(tracefs_i(inode)->tree);
	if (READ_ONCE(dentry->d_time) == changes)
		return 1;
	if (flags & LOOKUP_RCU)
		return -ECHILD;
	if (!still_there(dentry, inode))
		return 0;
	WRITE_ONCE(dentry->d_time, changes);
	return 1;
}

/* Nobody uses it any more.  Is it not worth keeping, as it would be asked for again, or is gone? */
static int virt_delete(const struct dentry *dentry)
{
	const struct inode *inode = d_inode(dentry);

	return !inode || dentry->d_time != tree_changes(tracefs_i(inode)->tree);
}

static const struct dentry_operations virt_dops = {
	.d_revalidate	= virt_revalidate,
	.d_delete	= virt_delete,
};

/* === Directories === */

static struct dentry *virt_lookup(struct inode *inode, struct dentry *dentry, unsigned int flags)
{
	struct tracefs_inode *dir = tracefs_i(inode);
	struct inode *found = NULL;
	struct tracefs_entry e;
	int err;

	if (dentry->d_name.len > NAME_MAX)
		return ERR_PTR(-ENAMETOOLONG);
	d_set_d_op(dentry, &virt_dops);
	dentry->d_time = tree_changes(dir->tree);
	err = dir_lookup(dir, dentry->d_name.name, &e);
	if (!err) {
		found = entry_inode(dir, dentry, &e);
		if (IS_ERR(found)) {
			entry_put(dir, &e);
			return ERR_CAST(found);
		}
	} else if (err != -ENOENT) {
		return ERR_PTR(err);
	}
	d_add(dentry, found);
	return NULL;
}

static int virt_iterate(struct file *file, struct dir_context *ctx)
{
	struct inode *inode = file_inode(file);
	const struct tracefs_inode *dir = tracefs_i(inode);
	bool more = true;

	if (!dir_emit_dots(file, ctx))
		return 0;
	for (; more; ctx->pos += more) {
		struct tracefs_entry e;
		int err = dir_entry(dir, ctx->pos - 2, &e);
		unsigned int len;

		if (err)
			return err == -ENOENT ? 0 : err;
		len = strlen(e.name);
		more = dir_emit(ctx, e.name, len, entry_ino(inode, e.name, len),
				fs_umode_to_dtype(entry_type(&e)));
		entry_put(dir, &e);
	}
	return 0;
}

static const struct inode_operations virt_dir_iops = {
	.lookup		= virt_lookup,
	.setattr	= tracefs_setattr,
	.permission	= tracefs_permission,
};

static const struct file_operations virt_dir_fops = {
	.llseek		= generic_file_llseek,
	.read		= generic_read_dir,
	.iterate_shared	= virt_iterate,
	.fsync		= noop_fsync,
};

/* The inode of a tree's top, which belongs to whom @parent says; NULL: no memory. */
static struct inode *top_inode(struct dentry *parent, umode_t mode)
{
	struct virt_tree *tree = virt_tree_new();
	struct tracefs_sb *ts = tracefs_s(parent->d_sb);
	struct inode *inode;

	if (!tree)
		return NULL;
	guard(mutex)(&ts->owners);
	inode = real_inode_new_locked(parent, S_IFDIR | (mode & S_IALLUGO), &tree->owner);
	if (!inode) {
		kfree(tree);
		return NULL;
	}
	tracefs_i(inode)->tree = tree;
	list_add(&tree->node, &ts->trees);
	return inode;
}

/**
 * tracefs_create_virtual_dir() - make a directory that is asked what is in it
 * @name:	its name
 * @mode:	permission bits
 * @parent:	directory it goes to; NULL: the root
 * @ops:	whom to ask
 * @data:	cookie for @ops; the caller's reference goes over to the directory when this
 *		succeeds
 *
 * Context: task, may sleep.
 * Return: the directory, or an ERR_PTR() as tracefs_create_file().
 */
struct dentry *tracefs_create_virtual_dir(const char *name, umode_t mode, struct dentry *parent,
					  const struct tracefs_dir_ops *ops, void *data)
{
	struct dentry *dentry;
	struct inode *inode;

	parent = real_parent(parent);
	if (IS_ERR(parent))
		return parent;
	inode = top_inode(parent, mode);
	if (!inode)
		return ERR_PTR(-ENOMEM);
	inode->i_private = data;
	dir_setup(inode, ops);
	dentry = real_add(name, parent, inode);
	if (!IS_ERR(dentry)) {
		tracefs_i(inode)->put = ops->put;
	} else {
		virt_tree_kill(inode->i_sb, tracefs_i(inode)->tree);
		iput(inode);
	}
	return dentry;
}

/* The cached dentry of @path below @dentry, with a reference; NULL: there is none. */
static struct dentry *find_cached(struct dentry *dentry, const char *path)
{
	dget(dentry);
	while (dentry && *path) {
		size_t len = strcspn(path, "/");
		struct qstr q = QSTR_INIT(path, len);
		struct dentry *next = d_hash_and_lookup(dentry, &q);

		dput(dentry);
		dentry = IS_ERR(next) ? NULL : next;
		path += len + (path[len] == '/');
	}
	return dentry;
}

/**
 * tracefs_virtual_gone() - something of a virtual tree went away
 * @dentry:	top of the tree
 * @path:	what it was; NULL: anything, and nobody knows what
 *
 * Context: task, may sleep.
 */
void tracefs_virtual_gone(struct dentry *dentry, const char *path)
{
	struct virt_tree *tree;
	struct dentry *gone;

	if (IS_ERR_OR_NULL(dentry))
		return;
	tree = tracefs_i(d_inode(dentry))->tree;
	/* The entry is out of its owner's tables before this counts.  Pairs with tree_changes:A. */
	atomic_long_inc_return(&tree->changes);			/* ORD(tracefs_virtual_gone:A) */
	if (!path) {
		shrink_dcache_parent(dentry);
		return;
	}
	gone = find_cached(dentry, path);
	if (gone)
		d_invalidate(gone);
	dput(gone);
	/* After that no more is saved for it: see is_gone(). */
	guard(mutex)(&tracefs_s(dentry->d_sb)->owners);
	saved_owner_forget_locked(tree, path);
}
