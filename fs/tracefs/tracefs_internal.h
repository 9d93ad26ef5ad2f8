/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What the files of tracefs share.
 *
 *	owner.c		who owns an entry, and what a remount makes of that
 *	tree.c		what the inodes of one virtual directory share
 *	inode.c		inodes
 *	real.c		entries made one by one
 *	virtual.c	directories that are asked what is in them
 *	super.c		mounting, options
 *
 * Locks, outermost first: inode locks of directories; locks of the users of tracefs, as far as
 * lookups take them; tracefs_sb.owners; s_inode_list_lock.  The VFS holds inode locks when it asks
 * virtual directories, for rename() those of two directories, one of which may be real.
 */
#ifndef _TRACEFS_INTERNAL_H
#define _TRACEFS_INTERNAL_H

#include <linux/fs.h>
#include <linux/mutex.h>
#include <linux/rbtree.h>
#include <linux/refcount.h>
#include <linux/tracefs.h>

#define TRACEFS_DEFAULT_MODE	0700
#define TRACEFS_DIR_MODE	0750

/* The parts of who owns an entry, in a set of them: as in struct iattr. */
#define OWNER_PARTS		(ATTR_UID | ATTR_GID | ATTR_MODE)

/**
 * struct tracefs_owner - owner, group and mode, or some of them
 * @given:	set of OWNER_PARTS: which of the others count
 * @uid:	owner
 * @gid:	group
 * @mode:	permission bits
 */
struct tracefs_owner {
	unsigned int	given;
	kuid_t		uid;
	kgid_t		gid;
	umode_t		mode;
};

/**
 * struct tracefs_sb - the file system
 * @owners:	guards the rest of this, owner and mode of every inode, and what users gave to
 *		entries of virtual directories
 * @mount:	uid=, gid= and mode= in force; all given
 * @trees:	virt_tree.node of all virtual trees that are not dead
 */
struct tracefs_sb {
	struct mutex		owners;	/* see above */
	struct tracefs_owner	mount;
	struct list_head	trees;
};

/**
 * struct virt_tree - a virtual directory and all below it
 * @ref:	one for each inode of it
 * @changes:	grows when something of it goes away; a dentry that was looked up before that is
 *		asked for again
 * @dead:	the directory was removed: nothing is found in it any more.  Writes under @owners.
 * @made:	time stamp of all its inodes; constant
 * @node:	in tracefs_sb.trees; @owners
 * @owner:	of entries that were given none; no mode; @owners
 * @saved:	struct saved_owner by path, of entries that were given one; @owners
 * @rcu:	a path walk may look at it without a reference
 */
struct virt_tree {
	refcount_t		ref;
	atomic_long_t		changes;
	bool			dead;
	struct timespec64	made;
	struct list_head	node;
	struct tracefs_owner	owner;
	struct rb_root		saved;
	struct rcu_head		rcu;
};

/**
 * struct tracefs_inode - an entry
 * @vfs:	i_private is the cookie of a file or virtual directory; owner and mode are written
 *		under @owners
 * @made_mode:	permission bits it was made with; constant
 * @vfs_tells:	the VFS reports the removal; inode lock of the directory it is in
 * @dentry:	of a real entry, which has a reference to it until it is removed; else NULL.
 *		Constant.
 * @sib:	in the parent's @kids, not when it is being removed; inode lock of the parent
 * @kids:	real entries in this real directory; its inode lock
 * @mkdir:	of an instance directory; constant, as all that follows
 * @rmdir:	likewise
 * @tree:	virtual tree it belongs to; NULL for what is real
 * @ops:	table of a virtual directory
 * @put:	gives back the reference to i_private
 */
struct tracefs_inode {
	struct inode		vfs;
	umode_t			made_mode;
	bool			vfs_tells;
	struct dentry		*dentry;
	struct list_head	sib;
	union {
		struct {
			struct list_head	kids;
			int			(*mkdir)(const char *name);
			int			(*rmdir)(const char *name);
		};
		struct {
			const struct tracefs_dir_ops	*ops;
			void				(*put)(void *data);
		};
	};
	struct virt_tree	*tree;
};

#define tracefs_i(inode)	container_of_const(inode, struct tracefs_inode, vfs)

static inline struct tracefs_sb *tracefs_s(struct super_block *sb)
{
	return sb->s_fs_info;
}

/* inode.c */
int tracefs_inode_init(void);
struct inode *tracefs_inode_alloc(struct super_block *sb);
void tracefs_inode_free(struct inode *inode);
void tracefs_inode_evict(struct inode *inode);
struct inode *tracefs_inode_new_locked(struct super_block *sb, umode_t mode, unsigned long ino,
				       const struct tracefs_owner *owner);

/* owner.c */
extern const struct inode_operations tracefs_file_iops;
int tracefs_setattr(struct mnt_idmap *idmap, struct dentry *dentry, struct iattr *attr);
int tracefs_permission(struct mnt_idmap *idmap, struct inode *inode, int mask);
void tracefs_owner_reset(struct super_block *sb, const struct tracefs_owner *want);
int saved_owner_get_locked(struct virt_tree *tree, struct dentry *dentry,
			   struct tracefs_owner *owner);
void saved_owner_forget_locked(struct virt_tree *tree, const char *path);

/* real.c */
extern struct dentry *tracefs_root;	/* NULL: not there; super.c sets it once at boot */
extern const struct inode_operations tracefs_dir_iops;
struct dentry *real_parent(struct dentry *parent);
struct inode *real_inode_new_locked(struct dentry *parent, umode_t mode,
				    struct tracefs_owner *owner);
struct dentry *real_add(const char *name, struct dentry *parent, struct inode *inode);

/* tree.c */
struct virt_tree *virt_tree_new(void);
void virt_tree_kill(struct super_block *sb, struct virt_tree *tree);
void virt_tree_put(struct virt_tree *tree);

#endif /* _TRACEFS_INTERNAL_H */
