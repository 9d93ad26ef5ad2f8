/* SPDX-License-Identifier: GPL-2.0 */
/*
 * tracefs.h - a RAM file system for the control files of tracing.
 *
 * Two kinds of directory.  A real one is made entry by entry and keeps a dentry per entry.  A
 * virtual one has a table of what is in it, which is asked when somebody looks: it costs nothing
 * until then, and its inodes may be dropped by memory pressure at any time.  Owner and mode that a
 * user gave to a file of either kind stay until the file goes or a remount sets uid=, gid= or
 * mode=.
 *
 * New entries belong to the owner of the directory they are made in; those made in the root
 * directory to the uid= and gid= of the mount.  Opening a file is refused under lockdown.
 *
 * All creating functions return the entry or an ERR_PTR(), and take an ERR_PTR() as @parent, which
 * they give back.
 *
 * Locks: creating and removing functions take inode locks, under which the VFS may be asking a
 * virtual directory what is in it.  So no lock that ->lookup or ->entry of any virtual directory
 * takes may be held over them.  tracefs_virtual_gone() takes none and may be called under such
 * locks.
 */
#ifndef _LINUX_TRACEFS_H
#define _LINUX_TRACEFS_H

#include <linux/fs.h>

struct tracefs_dir_ops;
struct vfsmount;

/**
 * struct tracefs_entry - one file or directory of a virtual directory
 * @name:	set by ->entry only; valid until the reference to @data is put
 * @mode:	permission bits; S_IFDIR for a directory
 * @fops:	of a file
 * @dir:	table of a sub-directory
 * @data:	cookie: i_private of a file, @data of the calls below for a directory
 */
struct tracefs_entry {
	const char			*name;
	umode_t				mode;
	const struct file_operations	*fops;
	const struct tracefs_dir_ops	*dir;
	void				*data;
};

/**
 * struct tracefs_dir_ops - what is in a virtual directory
 * @lookup:	fill in @e for @name: 0, -ENOENT.  Must be -ENOENT when @data is going away.
 * @entry:	fill in @e with the entry number @index >= 0 (in a stable order): 0, -ENOENT past
 *		the end
 * @put:	drop a reference to the cookie of this directory, or of a file in it.  May be NULL.
 * @same:	do two cookies stand for the same entry of this directory?  May be NULL, if equal
 *		ones do and others do not.  Asked to see whether a name still means what it did.
 *
 * @lookup and @entry return 0 with a reference to e->data taken, which tracefs gives back when the
 * inode is evicted, or at once.  The reference to a sub-directory's cookie is given back with that
 * sub-directory's own @put; that to a file's cookie with the @put of the directory it is in.  So a
 * cookie, and with it i_private in ->open, is never freed memory; whether it is still in use is for
 * ->open, @lookup and @entry to see, which may be under way when tracefs_remove() returns.  Where
 * @put is NULL the cookies are never freed.
 *
 * Context: @lookup and @entry are called in task context, mostly with inode locks held, and may
 * sleep.
 * @put may also be called from memory reclaim, and below tracefs_remove() and
 * tracefs_virtual_gone(), so it must not take a lock that is held over these or over an allocation.
 */
struct tracefs_dir_ops {
	int	(*lookup)(void *data, const char *name, struct tracefs_entry *e);
	int	(*entry)(void *data, unsigned int index, struct tracefs_entry *e);
	void	(*put)(void *data);
	bool	(*same)(const void *a, const void *b);
};

struct dentry *tracefs_create_file(const char *name, umode_t mode, struct dentry *parent,
				   void *data, const struct file_operations *fops);
struct dentry *tracefs_create_dir(const char *name, struct dentry *parent);	/* mode 0750 */
/* Takes over the caller's reference to @data when it succeeds.  @mode: permission bits */
struct dentry *tracefs_create_virtual_dir(const char *name, umode_t mode, struct dentry *parent,
					  const struct tracefs_dir_ops *ops, void *data);
/* A directory in which users may mkdir and rmdir; both called with no tracefs lock held. */
struct dentry *tracefs_create_instance_dir(const char *name, struct dentry *parent,
					   int (*mkdir)(const char *name),
					   int (*rmdir)(const char *name));
/*
 * Remove @dentry and all below it; waits for nobody: open files keep their inode, and new opens
 * fail.
 */
void tracefs_remove(struct dentry *dentry);
/*
 * What is at @path below virtual directory @dentry ("sched", "sched/sched_switch") went away:
 * forget its dentries and the owners its files were given.  NULL: anything may have gone. To be
 * called when @lookup does not find it any more, under any lock of the caller's or none.
 */
void tracefs_virtual_gone(struct dentry *dentry, const char *path);
bool tracefs_initialized(void);
/* For debugfs_create_automount(): a mount of the one tracefs there is. */
struct vfsmount *tracefs_automount(struct dentry *mntpt, void *unused);

#endif /* _LINUX_TRACEFS_H */
