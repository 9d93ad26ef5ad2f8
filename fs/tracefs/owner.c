// SPDX-License-Identifier: GPL-2.0
/*
 * Who owns an entry and who may use it.
 *
 * A real entry has its inode for life, which holds its owner, group and mode.  An inode of a
 * virtual tree may be dropped whenever nobody uses it, so what a user gave to it is saved beside
 * the tree, by path, for as long as the entry is there.  A remount with uid=, gid= or mode= takes
 * back that part of what users gave, everywhere.
 */

#include <linux/security.h>
#include <linux/slab.h>

#include "tracefs_internal.h"

/**
 * struct saved_owner - what a user gave to an entry of a virtual tree
 * @node:	in virt_tree.saved; @owners
 * @owner:	the parts that were given; @owners
 * @path:	from the tree's top, "sched/sched_switch/enable"; constant
 */
struct saved_owner {
	struct rb_node		node;
	struct tracefs_owner	owner;
	char			path[];
};

/* The entry that the tree begins with: it is a real one, its inode keeps its owner. */
static bool is_top(const struct dentry *dentry)
{
	const struct inode *inode = d_inode(dentry);

	return inode && tracefs_i(inode)->dentry;
}

/*
 * The path of @dentry, which is below the top, in a new saved_owner.  Nothing is ever renamed here,
 * so names and parents stay.  -ENOENT: some part of it went away.
 */
static struct saved_owner *saved_owner_new(struct dentry *dentry)
{
	struct saved_owner *so;
	struct dentry *d;
	size_t len = 0;
	char *end;

	for (d = dentry; !is_top(d); d = d->d_parent)
		len += d->d_name.len + 1;
	so = kzalloc(struct_size(so, path, len), GFP_KERNEL);
	if (!so)
		return ERR_PTR(-ENOMEM);
	end = so->path + len;
	for (d = dentry; !is_top(d); d = d->d_parent) {
		*--end = d == dentry ? '\0' : '/';
		end -= d->d_name.len;
		memcpy(end, d->d_name.name, d->d_name.len);
	}
	return so;
}

/* Is @dentry, or something above it up to the top, not to be found any more? */
static bool is_gone(struct dentry *dentry)
{
	for (; !is_top(dentry); dentry = dentry->d_parent) {
		if (d_unhashed(dentry))
			return true;
	}
	return false;
}

/* Where @path is, or would be: then NULL, and *parent and **link say where to put it. */
static struct saved_owner *saved_owner_find(struct virt_tree *tree, const char *path,
					    struct rb_node **parent, struct rb_node ***link)
{
	*parent = NULL;
	*link = &tree->saved.rb_node;
	while (**link) {
		struct saved_owner *so = rb_entry(**link, struct saved_owner, node);
		int cmp = strcmp(path, so->path);

		if (!cmp)
			return so;
		*parent = **link;
		*link = cmp < 0 ? &so->node.rb_left : &so->node.rb_right;
	}
	return NULL;
}

static void saved_owner_drop(struct virt_tree *tree, struct saved_owner *so)
{
	rb_erase(&so->node, &tree->saved);
	kfree(so);
}

static struct saved_owner *next_of(struct saved_owner *so)
{
	return rb_entry_safe(rb_next(&so->node), struct saved_owner, node);
}

static struct saved_owner *first_of(struct virt_tree *tree)
{
	return rb_entry_safe(rb_first(&tree->saved), struct saved_owner, node);
}

/**
 * saved_owner_get_locked() - who an entry that is being looked up belongs to
 * @tree:	its tree, @owners held
 * @dentry:	the entry; may have no inode yet
 * @owner:	what to fill in: the default of the tree, with what was saved for the entry over it
 *
 * Context: task.
 * Return: 0, -ENOMEM.
 */
int saved_owner_get_locked(struct virt_tree *tree, struct dentry *dentry,
			   struct tracefs_owner *owner)
{
	struct rb_node *parent, **link;
	struct saved_owner *key, *so;

	*owner = tree->owner;
	if (RB_EMPTY_ROOT(&tree->saved))
		return 0;
	key = saved_owner_new(dentry);
	if (IS_ERR(key))
		return PTR_ERR(key);
	so = saved_owner_find(tree, key->path, &parent, &link);
	if (so && so->owner.given & ATTR_UID)
		owner->uid = so->owner.uid;
	if (so && so->owner.given & ATTR_GID)
		owner->gid = so->owner.gid;
	if (so && so->owner.given & ATTR_MODE) {
		owner->mode = so->owner.mode;
		owner->given |= ATTR_MODE;
	}
	kfree(key);
	return 0;
}

static bool is_at_or_below(const char *name, const char *path, size_t len)
{
	return !strncmp(name, path, len) && (!name[len] || name[len] == '/');
}

/**
 * saved_owner_forget_locked() - an entry and all below it went away
 * @tree:	its tree, @owners held
 * @path:	the entry; NULL: the whole tree
 *
 * Context: task.
 */
void saved_owner_forget_locked(struct virt_tree *tree, const char *path)
{
	size_t len = path ? strlen(path) : 0;
	struct saved_owner *so, *next;

	for (so = first_of(tree); so; so = next) {
		next = next_of(so);
		if (!path || is_at_or_below(so->path, path, len))
			saved_owner_drop(tree, so);
	}
}

/* Keep what @attr has set in the inode: 0, -ENOMEM. */
static int saved_owner_set_locked(struct virt_tree *tree, struct dentry *dentry,
				  const struct iattr *attr)
{
	struct inode *inode = d_inode(dentry);
	struct rb_node *parent, **link;
	struct saved_owner *so, *old;

	/* Of something that went away only the inode is left, for those who have it open. */
	if (tree->dead || is_gone(dentry))
		return 0;
	so = saved_owner_new(dentry);
	if (IS_ERR(so))
		return PTR_ERR(so);
	old = saved_owner_find(tree, so->path, &parent, &link);
	if (old) {
		kfree(so);
		so = old;
	} else {
		rb_link_node(&so->node, parent, link);
		rb_insert_color(&so->node, &tree->saved);
	}
	so->owner.given |= attr->ia_valid & OWNER_PARTS;
	so->owner.uid = inode->i_uid;
	so->owner.gid = inode->i_gid;
	so->owner.mode = inode->i_mode & S_IALLUGO;
	return 0;
}

/**
 * tracefs_setattr() - chown, chmod, touch, truncate
 * @idmap:	of the mount
 * @dentry:	any entry, its inode lock held
 * @attr:	what to set; the size is always 0
 *
 * Context: task.
 * Return: 0 or an error.
 */
int tracefs_setattr(struct mnt_idmap *idmap, struct dentry *dentry, struct iattr *attr)
{
	struct inode *inode = d_inode(dentry);
	struct tracefs_inode *ti = tracefs_i(inode);
	int err = setattr_prepare(idmap, dentry, attr);

	if (err)
		return err;
	attr->ia_valid &= ~ATTR_SIZE;
	guard(mutex)(&tracefs_s(inode->i_sb)->owners);
	setattr_copy(idmap, inode, attr);
	if (!ti->tree || ti->dentry || !(attr->ia_valid & OWNER_PARTS))
		return 0;
	return saved_owner_set_locked(ti->tree, dentry, attr);
}

/**
 * tracefs_permission() - may the caller use an entry?
 * @idmap:	of the mount
 * @inode:	the entry
 * @mask:	MAY_*
 *
 * Opening a file is refused under lockdown, and once it was removed.  Looking around is not.
 *
 * Context: task, or a path walk under RCU.
 * Return: 0 or an error.
 */
int tracefs_permission(struct mnt_idmap *idmap, struct inode *inode, int mask)
{
	const struct virt_tree *tree = tracefs_i(inode)->tree;
	int err = generic_permission(idmap, inode, mask);

	if (err || !(mask & MAY_OPEN) || !S_ISREG(inode->i_mode))
		return err;
	if (!inode->i_nlink || (tree && READ_ONCE(tree->dead)))
		return -ENOENT;
	return security_locked_down(LOCKDOWN_TRACEFS);
}

/* Set the parts in @want->given. */
static void owner_copy(struct tracefs_owner *owner, const struct tracefs_owner *want)
{
	if (want->given & ATTR_UID)
		owner->uid = want->uid;
	if (want->given & ATTR_GID)
		owner->gid = want->gid;
	if (want->given & ATTR_MODE)
		owner->mode = want->mode;
}

static void tree_reset_locked(struct virt_tree *tree, const struct tracefs_owner *want)
{
	struct saved_owner *so, *next;

	owner_copy(&tree->owner, want);
	for (so = first_of(tree); so; so = next) {
		next = next_of(so);
		so->owner.given &= ~want->given;
		if (!so->owner.given)
			saved_owner_drop(tree, so);
	}
}

/* As in a new inode; the root directory alone has the mode of the mount. */
static void inode_reset_locked(struct inode *inode, const struct tracefs_owner *want)
{
	umode_t mode = tracefs_i(inode)->made_mode;

	if (inode == d_inode(inode->i_sb->s_root))
		mode = want->mode;
	if (want->given & ATTR_UID)
		inode->i_uid = want->uid;
	if (want->given & ATTR_GID)
		inode->i_gid = want->gid;
	if (want->given & ATTR_MODE)
		inode->i_mode = (inode->i_mode & S_IFMT) | mode;
}

/**
 * tracefs_owner_reset() - mount options: every entry, in memory or not, gets its default back
 * @sb:		the file system
 * @want:	the options that were given; of the others nothing is touched
 *
 * Context: task, may sleep.
 */
void tracefs_owner_reset(struct super_block *sb, const struct tracefs_owner *want)
{
	struct tracefs_sb *ts = tracefs_s(sb);
	struct virt_tree *tree;
	struct inode *inode;

	if (!want->given)
		return;
	guard(mutex)(&ts->owners);
	owner_copy(&ts->mount, want);
	list_for_each_entry(tree, &ts->trees, node)
		tree_reset_locked(tree, want);
	/* An inode on its way out may get its default too: it does no harm. */
	spin_lock(&sb->s_inode_list_lock);
	list_for_each_entry(inode, &sb->s_inodes, i_sb_list)
		inode_reset_locked(inode, want);
	spin_unlock(&sb->s_inode_list_lock);
}

const struct inode_operations tracefs_file_iops = {
	.setattr	= tracefs_setattr,
	.permission	= tracefs_permission,
};
