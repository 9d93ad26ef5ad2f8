// SPDX-License-Identifier: GPL-2.0
/*
 * Tests of tracefs, through the VFS: on a mount of its own, in a directory of its own.
 */

#include <kunit/test.h>
#include <linux/cred.h>
#include <linux/delay.h>
#include <linux/file.h>
#include <linux/kthread.h>
#include <linux/mount.h>
#include <linux/namei.h>

#include "tracefs_internal.h"

#define SOME_GID	1000
#define MOUNT_GID	1001

/* === A virtual directory: top/sys/ev/{enable,format} === */

enum { AT_TOP, AT_SYS, AT_EV, NR_LEVELS };

struct model;

struct node {
	struct model	*model;
	int		level;
};

/**
 * struct model - what is in the virtual directory
 * @lock:	taken by its lookups; guards @ev_gone
 * @node:	cookies: of the directory at each level, and of the files in it
 * @ev_gone:	"sys/ev" is not there
 * @refs:	references that tracefs has
 */
struct model {
	struct mutex	lock;		/* see above */
	struct node	node[NR_LEVELS];
	bool		ev_gone;
	atomic_t	refs;
};

static const char * const model_names[NR_LEVELS][2] = {
	[AT_TOP]	= { "sys" },
	[AT_SYS]	= { "ev" },
	[AT_EV]		= { "enable", "format" },
};

static const struct file_operations model_fops;
static const struct tracefs_dir_ops model_ops;

static int model_entry(void *data, unsigned int index, struct tracefs_entry *e)
{
	struct node *node = data;
	struct model *m = node->model;

	if (index >= ARRAY_SIZE(model_names[0]) || !model_names[node->level][index])
		return -ENOENT;
	guard(mutex)(&m->lock);
	if (m->ev_gone && node->level >= AT_SYS)
		return -ENOENT;
	atomic_inc(&m->refs);
	e->name = model_names[node->level][index];
	if (node->level == AT_EV) {
		*e = (struct tracefs_entry){
			.name = e->name, .mode = 0640, .fops = &model_fops, .data = node,
		};
	} else {
		*e = (struct tracefs_entry){
			.name = e->name, .mode = 0755, .dir = &model_ops, .data = node + 1,
		};
	}
	return 0;
}

static int model_lookup(void *data, const char *name, struct tracefs_entry *e)
{
	struct node *node = data;

	for (int i = 0; i < ARRAY_SIZE(model_names[0]); i++) {
		const char *is = model_names[node->level][i];

		if (is && !strcmp(is, name))
			return model_entry(data, i, e);
	}
	return -ENOENT;
}

static void model_put(void *data)
{
	struct node *node = data;

	atomic_dec(&node->model->refs);
}

static const struct tracefs_dir_ops model_ops = {
	.lookup	= model_lookup,
	.entry	= model_entry,
	.put	= model_put,
};

static void model_set_gone(struct model *m, bool gone)
{
	guard(mutex)(&m->lock);
	m->ev_gone = gone;
}

/* === The bench === */

/**
 * struct bench - what every test has
 * @mnt:	a mount of tracefs
 * @dir:	a real directory to work in
 * @model:	what is in @top
 * @top:	virtual directory "top" in @dir
 */
struct bench {
	struct vfsmount	*mnt;
	struct dentry	*dir;
	struct model	model;
	struct dentry	*top;
};

static void reset(gid_t gid)
{
	tracefs_owner_reset(tracefs_root->d_sb, &(struct tracefs_owner){
		.given = ATTR_GID, .gid = make_kgid(&init_user_ns, gid),
	});
}

static int bench_init(struct kunit *test)
{
	struct bench *b = kunit_kzalloc(test, sizeof(*b), GFP_KERNEL);

	KUNIT_ASSERT_NOT_NULL(test, b);
	mutex_init(&b->model.lock);
	for (int i = 0; i < NR_LEVELS; i++)
		b->model.node[i] = (struct node){ &b->model, i };
	atomic_set(&b->model.refs, 1);
	b->mnt = tracefs_automount(tracefs_root, NULL);
	KUNIT_ASSERT_FALSE(test, IS_ERR(b->mnt));
	test->priv = b;
	b->dir = tracefs_create_dir("kunit", NULL);
	KUNIT_ASSERT_FALSE(test, IS_ERR(b->dir));
	b->top = tracefs_create_virtual_dir("top", 0755, b->dir, &model_ops,
					    &b->model.node[AT_TOP]);
	KUNIT_ASSERT_FALSE(test, IS_ERR(b->top));
	return 0;
}

static void bench_exit(struct kunit *test)
{
	struct bench *b = test->priv;

	if (!b)
		return;
	tracefs_remove(b->dir);
	KUNIT_EXPECT_EQ(test, atomic_read(&b->model.refs), 0);
	reset(0);
	mntput(b->mnt);
	mntput(b->mnt);
}

/* Walk from @from: the entry with its path, or the error. */
static int walk(struct bench *b, struct dentry *from, const char *name, struct path *path)
{
	return vfs_path_lookup(from, b->mnt, name, 0, path);
}

static int walk_err(struct bench *b, struct dentry *from, const char *name)
{
	struct path path;
	int err = walk(b, from, name, &path);

	if (!err)
		path_put(&path);
	return err;
}

static int change(struct bench *b, const char *name, struct iattr attr)
{
	struct path path;
	int err = walk(b, b->dir, name, &path);

	if (err)
		return err;
	inode_lock(d_inode(path.dentry));
	attr.ia_mode |= d_inode(path.dentry)->i_mode & S_IFMT;
	err = notify_change(&nop_mnt_idmap, path.dentry, &attr, NULL);
	inode_unlock(d_inode(path.dentry));
	path_put(&path);
	return err;
}

static int chgrp(struct bench *b, const char *name, gid_t gid)
{
	return change(b, name, (struct iattr){
		.ia_valid = ATTR_GID, .ia_gid = make_kgid(&init_user_ns, gid),
	});
}

static int chmod(struct bench *b, const char *name, umode_t mode)
{
	return change(b, name, (struct iattr){ .ia_valid = ATTR_MODE, .ia_mode = mode });
}

static int gid_of(struct bench *b, const char *name)
{
	struct path path;
	int gid = walk(b, b->dir, name, &path);

	if (gid)
		return gid;
	gid = from_kgid(&init_user_ns, d_inode(path.dentry)->i_gid);
	path_put(&path);
	return gid;
}

static int mode_of(struct bench *b, const char *name)
{
	struct path path;
	int mode = walk(b, b->dir, name, &path);

	if (mode)
		return mode;
	mode = d_inode(path.dentry)->i_mode & S_IALLUGO;
	path_put(&path);
	return mode;
}

static unsigned long ino_of(struct bench *b, const char *name)
{
	struct path path;
	unsigned long ino;

	if (walk(b, b->dir, name, &path))
		return 0;
	ino = d_inode(path.dentry)->i_ino;
	path_put(&path);
	return ino;
}

/* As memory pressure would: only what is in use stays. */
static void drop(struct bench *b)
{
	shrink_dcache_parent(b->top);
}

/* === Real entries === */

static void real_life(struct kunit *test)
{
	struct bench *b = test->priv;
	struct dentry *dir = tracefs_create_dir("d", b->dir), *file, *twin;
	struct path held;

	KUNIT_ASSERT_FALSE(test, IS_ERR(dir));
	file = tracefs_create_file("f", 0644, dir, b, &model_fops);
	KUNIT_ASSERT_FALSE(test, IS_ERR(file));
	KUNIT_EXPECT_PTR_EQ(test, d_inode(file)->i_private, b);
	KUNIT_EXPECT_EQ(test, d_inode(dir)->i_nlink, 2);
	KUNIT_EXPECT_EQ(test, d_inode(b->dir)->i_nlink, 4);

	twin = tracefs_create_file("f", 0644, dir, NULL, &model_fops);
	KUNIT_EXPECT_EQ(test, PTR_ERR_OR_ZERO(twin), -EEXIST);
	KUNIT_EXPECT_EQ(test, PTR_ERR_OR_ZERO(tracefs_create_dir("x", twin)), -EEXIST);

	/* Looked for in vain before it is made. */
	KUNIT_EXPECT_EQ(test, walk_err(b, b->dir, "d/late"), -ENOENT);
	KUNIT_EXPECT_FALSE(test, IS_ERR(tracefs_create_file("late", 0, dir, NULL, NULL)));
	KUNIT_EXPECT_EQ(test, walk_err(b, b->dir, "d/late"), 0);

	KUNIT_ASSERT_EQ(test, walk(b, b->dir, "d", &held), 0);
	tracefs_remove(dir);
	KUNIT_EXPECT_EQ(test, walk_err(b, b->dir, "d"), -ENOENT);
	KUNIT_EXPECT_EQ(test, walk_err(b, held.dentry, "f"), -ENOENT);
	KUNIT_EXPECT_EQ(test, PTR_ERR_OR_ZERO(tracefs_create_dir("x", held.dentry)), -ENOENT);
	KUNIT_EXPECT_EQ(test, d_inode(held.dentry)->i_nlink, 0);
	path_put(&held);
	KUNIT_EXPECT_EQ(test, d_inode(b->dir)->i_nlink, 3);

	tracefs_remove(NULL);
	tracefs_remove(twin);
}

static void real_tree(struct kunit *test)
{
	struct bench *b = test->priv;
	struct dentry *at = b->dir, *file;
	char name[8];

	/* Ten levels of three files and a directory. */
	for (int level = 0; level < 10; level++) {
		for (int i = 0; i < 3; i++) {
			snprintf(name, sizeof(name), "f%d", i);
			file = tracefs_create_file(name, 0, at, NULL, NULL);
			KUNIT_ASSERT_FALSE(test, IS_ERR(file));
		}
		at = tracefs_create_dir("d", at);
		KUNIT_ASSERT_FALSE(test, IS_ERR(at));
	}
	KUNIT_EXPECT_EQ(test, walk_err(b, b->dir, "d/d/d/d/d/d/d/d/d/f2"), 0);
	/* The rest is for bench_exit(). */
}

/* === Virtual entries === */

static void virt_names(struct kunit *test)
{
	struct bench *b = test->priv;
	unsigned long ino;

	KUNIT_EXPECT_EQ(test, walk_err(b, b->dir, "top/sys/ev/enable"), 0);
	KUNIT_EXPECT_EQ(test, walk_err(b, b->dir, "top/sys/ev/no"), -ENOENT);
	KUNIT_EXPECT_EQ(test, walk_err(b, b->dir, "top/no/ev"), -ENOENT);
	KUNIT_EXPECT_EQ(test, walk_err(b, b->dir, "top/sys/ev/enable/x"), -ENOTDIR);

	ino = ino_of(b, "top/sys/ev/enable");
	KUNIT_EXPECT_NE(test, ino, 0);
	KUNIT_EXPECT_NE(test, ino, ino_of(b, "top/sys/ev/format"));
	KUNIT_EXPECT_EQ(test, mode_of(b, "top/sys/ev/enable"), 0640);
	KUNIT_EXPECT_EQ(test, mode_of(b, "top/sys"), 0755);

	KUNIT_EXPECT_GT(test, atomic_read(&b->model.refs), 1);
	drop(b);
	KUNIT_EXPECT_EQ(test, atomic_read(&b->model.refs), 1);
	KUNIT_EXPECT_EQ(test, ino_of(b, "top/sys/ev/enable"), ino);
}

/* Collects the names in a directory, with a blank behind each, and the number of the last. */
struct listing {
	struct dir_context	ctx;
	char			names[64];
	u64			ino;
};

static bool list_name(struct dir_context *ctx, const char *name, int len, loff_t pos, u64 ino,
		      unsigned int type)
{
	struct listing *l = container_of(ctx, struct listing, ctx);
	size_t used = strlen(l->names);

	snprintf(l->names + used, sizeof(l->names) - used, "%.*s ", len, name);
	l->ino = ino;
	return true;
}

static int list(struct bench *b, const char *name, struct listing *l)
{
	struct path path;
	struct file *file;
	int err = walk(b, b->dir, name, &path);

	if (err)
		return err;
	*l = (struct listing){ .ctx.actor = list_name };
	file = dentry_open(&path, O_RDONLY | O_DIRECTORY, current_cred());
	path_put(&path);
	if (IS_ERR(file))
		return PTR_ERR(file);
	err = iterate_dir(file, &l->ctx);
	__fput_sync(file);
	return err;
}

static void virt_listing(struct kunit *test)
{
	struct bench *b = test->priv;
	struct listing l;

	KUNIT_EXPECT_EQ(test, list(b, "top/sys/ev", &l), 0);
	KUNIT_EXPECT_STREQ(test, l.names, ". .. enable format ");
	KUNIT_EXPECT_EQ(test, l.ino, ino_of(b, "top/sys/ev/format"));
	KUNIT_EXPECT_EQ(test, list(b, "top", &l), 0);
	KUNIT_EXPECT_STREQ(test, l.names, ". .. sys ");
	model_set_gone(&b->model, true);
	KUNIT_EXPECT_EQ(test, list(b, "top/sys", &l), 0);
	KUNIT_EXPECT_STREQ(test, l.names, ". .. ");
	drop(b);
	KUNIT_EXPECT_EQ(test, atomic_read(&b->model.refs), 1);
}

static void virt_gone(struct kunit *test, const char *path)
{
	struct bench *b = test->priv;
	struct path file, dir;

	KUNIT_ASSERT_EQ(test, walk(b, b->dir, "top/sys/ev/enable", &file), 0);
	KUNIT_ASSERT_EQ(test, walk(b, b->dir, "top/sys/ev", &dir), 0);
	model_set_gone(&b->model, true);
	tracefs_virtual_gone(b->top, path);
	KUNIT_EXPECT_EQ(test, walk_err(b, b->dir, "top/sys/ev/enable"), -ENOENT);
	KUNIT_EXPECT_EQ(test, walk_err(b, b->dir, "top/sys/ev"), -ENOENT);
	KUNIT_EXPECT_EQ(test, walk_err(b, b->dir, "top/sys"), 0);
	KUNIT_EXPECT_EQ(test, walk_err(b, dir.dentry, "enable"), -ENOENT);
	/* Those who have it keep it, cookie and all. */
	KUNIT_EXPECT_PTR_EQ(test, d_inode(file.dentry)->i_private, &b->model.node[AT_EV]);
	KUNIT_EXPECT_GE(test, atomic_read(&b->model.refs), 3);
	path_put(&file);
	path_put(&dir);

	model_set_gone(&b->model, false);
	KUNIT_EXPECT_EQ(test, walk_err(b, b->dir, "top/sys/ev/enable"), 0);
	drop(b);
	KUNIT_EXPECT_EQ(test, atomic_read(&b->model.refs), 1);
}

static void virt_gone_named(struct kunit *test)
{
	virt_gone(test, "sys/ev");
}

static void virt_gone_unnamed(struct kunit *test)
{
	virt_gone(test, NULL);
}

/* What did not go away is still the same dentry, so that a shell in it does not lose its place. */
static void virt_others_stay(struct kunit *test)
{
	struct bench *b = test->priv;
	struct path before, after;

	KUNIT_ASSERT_EQ(test, walk(b, b->dir, "top/sys/ev", &before), 0);
	tracefs_virtual_gone(b->top, "other");
	KUNIT_ASSERT_EQ(test, walk(b, b->dir, "top/sys/ev", &after), 0);
	KUNIT_EXPECT_PTR_EQ(test, before.dentry, after.dentry);
	KUNIT_EXPECT_FALSE(test, d_unhashed(before.dentry));
	path_put(&before);
	path_put(&after);
}

static void virt_removed_in_use(struct kunit *test)
{
	struct bench *b = test->priv;
	struct path dir, file;

	KUNIT_ASSERT_EQ(test, walk(b, b->dir, "top/sys", &dir), 0);
	KUNIT_ASSERT_EQ(test, walk(b, b->dir, "top/sys/ev/enable", &file), 0);
	tracefs_remove(b->top);
	KUNIT_EXPECT_EQ(test, walk_err(b, b->dir, "top"), -ENOENT);
	KUNIT_EXPECT_EQ(test, walk_err(b, dir.dentry, "ev"), -ENOENT);
	KUNIT_EXPECT_EQ(test, inode_permission(&nop_mnt_idmap, d_inode(file.dentry),
					       MAY_OPEN | MAY_READ), -ENOENT);
	KUNIT_EXPECT_PTR_EQ(test, d_inode(file.dentry)->i_private, &b->model.node[AT_EV]);
	path_put(&file);
	path_put(&dir);
	KUNIT_EXPECT_EQ(test, atomic_read(&b->model.refs), 0);
}

/* === Owners === */

static void owner_saved(struct kunit *test)
{
	struct bench *b = test->priv;

	KUNIT_EXPECT_EQ(test, chgrp(b, "top/sys/ev/enable", SOME_GID), 0);
	KUNIT_EXPECT_EQ(test, chmod(b, "top/sys/ev/enable", 0664), 0);
	KUNIT_EXPECT_EQ(test, chgrp(b, "top/sys", SOME_GID), 0);
	for (int i = 0; i < 2; i++) {
		KUNIT_EXPECT_EQ(test, gid_of(b, "top/sys/ev/enable"), SOME_GID);
		KUNIT_EXPECT_EQ(test, mode_of(b, "top/sys/ev/enable"), 0664);
		KUNIT_EXPECT_EQ(test, gid_of(b, "top/sys"), SOME_GID);
		KUNIT_EXPECT_EQ(test, mode_of(b, "top/sys"), 0755);
		KUNIT_EXPECT_EQ(test, gid_of(b, "top/sys/ev"), 0);
		KUNIT_EXPECT_EQ(test, gid_of(b, "top/sys/ev/format"), 0);
		drop(b);
	}
}

static void owner_remount(struct kunit *test)
{
	static const char * const names[] = {
		".", "top", "top/sys", "top/sys/ev", "top/sys/ev/enable", "top/sys/ev/format",
	};
	struct bench *b = test->priv;

	/* One in memory, one not. */
	KUNIT_EXPECT_EQ(test, chgrp(b, "top/sys/ev/enable", SOME_GID), 0);
	KUNIT_EXPECT_EQ(test, chmod(b, "top/sys/ev/enable", 0600), 0);
	drop(b);
	KUNIT_EXPECT_EQ(test, chgrp(b, "top/sys/ev/format", SOME_GID), 0);
	KUNIT_EXPECT_EQ(test, chgrp(b, "top", SOME_GID), 0);
	reset(MOUNT_GID);
	for (int i = 0; i < 2; i++) {
		for (int n = 0; n < ARRAY_SIZE(names); n++)
			KUNIT_EXPECT_EQ_MSG(test, gid_of(b, names[n]), MOUNT_GID, "%s", names[n]);
		/* mode= was not given. */
		KUNIT_EXPECT_EQ(test, mode_of(b, "top/sys/ev/enable"), 0600);
		drop(b);
	}
	tracefs_owner_reset(tracefs_root->d_sb, &(struct tracefs_owner){
		.given = ATTR_MODE, .mode = TRACEFS_DEFAULT_MODE,
	});
	KUNIT_EXPECT_EQ(test, mode_of(b, "top/sys/ev/enable"), 0640);
	KUNIT_EXPECT_EQ(test, gid_of(b, "top/sys/ev/enable"), MOUNT_GID);
	KUNIT_EXPECT_TRUE(test, RB_EMPTY_ROOT(&tracefs_i(d_inode(b->top))->tree->saved));
}

static void owner_inherited(struct kunit *test)
{
	struct bench *b = test->priv;
	struct dentry *dentry;

	KUNIT_EXPECT_EQ(test, chgrp(b, ".", SOME_GID), 0);
	dentry = tracefs_create_virtual_dir("more", 0750, b->dir, &model_ops,
					    &b->model.node[AT_TOP]);
	KUNIT_ASSERT_FALSE(test, IS_ERR(dentry));
	atomic_inc(&b->model.refs);
	KUNIT_EXPECT_EQ(test, gid_of(b, "more"), SOME_GID);
	KUNIT_EXPECT_EQ(test, mode_of(b, "more"), 0750);
	KUNIT_EXPECT_EQ(test, gid_of(b, "more/sys/ev/enable"), SOME_GID);
	/* Not from what is above in the virtual tree, and not after the fact. */
	KUNIT_EXPECT_EQ(test, chgrp(b, "more", 0), 0);
	KUNIT_EXPECT_EQ(test, gid_of(b, "more/sys"), SOME_GID);
	KUNIT_EXPECT_EQ(test, gid_of(b, "top/sys"), 0);
}

/* A new entry of an old name is nobody's business of the old one's friends. */
static void owner_forgotten(struct kunit *test)
{
	struct bench *b = test->priv;

	KUNIT_EXPECT_EQ(test, chgrp(b, "top/sys/ev/enable", SOME_GID), 0);
	KUNIT_EXPECT_EQ(test, chgrp(b, "top/sys", SOME_GID), 0);
	model_set_gone(&b->model, true);
	tracefs_virtual_gone(b->top, "sys/ev");
	model_set_gone(&b->model, false);
	KUNIT_EXPECT_EQ(test, gid_of(b, "top/sys/ev/enable"), 0);
	KUNIT_EXPECT_EQ(test, gid_of(b, "top/sys"), SOME_GID);
}

/* === Instances === */

static struct bench *instances;		/* whose directory the callbacks below work in */
static struct dentry *instance;		/* the one there is; instance_lock */
static DEFINE_MUTEX(instance_lock);	/* as that of an owner: lookups do not take it */

static int instance_make(const char *name)
{
	struct dentry *dir;

	guard(mutex)(&instance_lock);
	if (instance)
		return -EEXIST;
	dir = tracefs_create_dir(name, instances->dir);
	if (IS_ERR(dir))
		return PTR_ERR(dir);
	atomic_inc(&instances->model.refs);
	if (IS_ERR(tracefs_create_virtual_dir("events", 0755, dir, &model_ops,
					      &instances->model.node[AT_TOP])))
		atomic_dec(&instances->model.refs);
	instance = dir;
	return 0;
}

static int instance_drop(const char *name)
{
	guard(mutex)(&instance_lock);
	if (!instance)
		return -ENOENT;
	tracefs_remove(instance);
	instance = NULL;
	return 0;
}

static int user_mkdir(struct dentry *dir, const char *name)
{
	struct dentry *dentry;
	int err;

	inode_lock_nested(d_inode(dir), I_MUTEX_PARENT);
	dentry = lookup_one_len(name, dir, strlen(name));
	if (IS_ERR(dentry)) {
		err = PTR_ERR(dentry);
	} else {
		err = d_really_is_positive(dentry) ? -EEXIST :
			vfs_mkdir(&nop_mnt_idmap, d_inode(dir), dentry, 0755);
		dput(dentry);
	}
	inode_unlock(d_inode(dir));
	return err;
}

static int user_rmdir(struct dentry *dir, const char *name)
{
	struct dentry *dentry;
	int err;

	inode_lock_nested(d_inode(dir), I_MUTEX_PARENT);
	dentry = lookup_one_len(name, dir, strlen(name));
	if (IS_ERR(dentry)) {
		err = PTR_ERR(dentry);
	} else {
		err = d_really_is_negative(dentry) ? -ENOENT :
			vfs_rmdir(&nop_mnt_idmap, d_inode(dir), dentry);
		dput(dentry);
	}
	inode_unlock(d_inode(dir));
	return err;
}

/* The bench's directory, or rather one in it, as a directory for instances. */
static struct dentry *instance_dir(struct kunit *test)
{
	struct bench *b = test->priv;
	struct dentry *dir;

	dir = tracefs_create_instance_dir("inst", b->dir, instance_make, instance_drop);
	KUNIT_ASSERT_FALSE(test, IS_ERR(dir));
	instances = kunit_kzalloc(test, sizeof(*instances), GFP_KERNEL);
	KUNIT_ASSERT_NOT_NULL(test, instances);
	*instances = (struct bench){ .dir = dir };
	mutex_init(&instances->model.lock);
	for (int i = 0; i < NR_LEVELS; i++)
		instances->model.node[i] = (struct node){ &instances->model, i };
	instance = NULL;
	return dir;
}

static void instance_life(struct kunit *test)
{
	struct bench *b = test->priv;
	struct dentry *dir = instance_dir(test);

	KUNIT_EXPECT_EQ(test, user_mkdir(b->dir, "x"), -EPERM);
	KUNIT_EXPECT_EQ(test, user_rmdir(dir, "x"), -ENOENT);
	KUNIT_EXPECT_EQ(test, user_mkdir(dir, "x"), 0);
	KUNIT_EXPECT_EQ(test, user_mkdir(dir, "x"), -EEXIST);
	KUNIT_EXPECT_EQ(test, walk_err(b, b->dir, "inst/x/events/sys/ev/enable"), 0);
	KUNIT_EXPECT_EQ(test, user_rmdir(instance, "events"), -EPERM);
	KUNIT_EXPECT_EQ(test, user_rmdir(dir, "x"), 0);
	KUNIT_EXPECT_EQ(test, walk_err(b, b->dir, "inst/x"), -ENOENT);
	KUNIT_EXPECT_EQ(test, atomic_read(&instances->model.refs), 0);
	KUNIT_EXPECT_EQ(test, d_inode(dir)->i_nlink, 2);
}

/* === All at once === */

#define RACE_MS		300

/* What one racer does again and again, and how. */
struct racer {
	struct bench		*b;
	void			(*step)(struct bench *b, unsigned int n);
	struct task_struct	*task;
};

static void step_walk(struct bench *b, unsigned int n)
{
	walk_err(b, b->dir, n & 1 ? "top/sys/ev/enable" : "inst/x/events/sys/ev/format");
}

static void step_list(struct bench *b, unsigned int n)
{
	struct listing l;

	list(b, n & 1 ? "top/sys/ev" : "inst/x/events/sys", &l);
}

static void step_own(struct bench *b, unsigned int n)
{
	chgrp(b, n & 1 ? "top/sys/ev/enable" : "inst/x/events/sys/ev", n & 2 ? SOME_GID : 0);
	if (!(n & 15))
		reset(n & 16 ? MOUNT_GID : 0);
}

static void step_gone(struct bench *b, unsigned int n)
{
	model_set_gone(&b->model, n & 1);
	if (n & 1)
		tracefs_virtual_gone(b->top, n & 2 ? "sys/ev" : NULL);
	drop(b);
}

static void step_instance(struct bench *b, unsigned int n)
{
	user_mkdir(instances->dir, "x");
	user_rmdir(instances->dir, "x");
}

static int race(void *arg)
{
	struct racer *r = arg;

	for (unsigned int n = 0; !kthread_should_stop(); n++) {
		r->step(r->b, n);
		cond_resched();
	}
	return 0;
}

static void race_all(struct kunit *test)
{
	struct bench *b = test->priv;
	struct dentry *dir = instance_dir(test);
	struct racer racers[] = {
		{ b, step_walk }, { b, step_walk }, { b, step_list }, { b, step_own },
		{ b, step_gone }, { b, step_instance }, { b, step_instance },
	};

	for (int i = 0; i < ARRAY_SIZE(racers); i++)
		racers[i].task = kthread_run(race, &racers[i], "tracefs-race/%d", i);
	msleep(RACE_MS);
	for (int i = 0; i < ARRAY_SIZE(racers); i++) {
		if (!IS_ERR(racers[i].task))
			kthread_stop(racers[i].task);
	}
	user_rmdir(dir, "x");
	KUNIT_EXPECT_EQ(test, walk_err(b, b->dir, "inst/x"), -ENOENT);
	KUNIT_EXPECT_EQ(test, d_inode(dir)->i_nlink, 2);
	KUNIT_EXPECT_EQ(test, atomic_read(&instances->model.refs), 0);
	drop(b);
	KUNIT_EXPECT_EQ(test, atomic_read(&b->model.refs), 1);
}

static struct kunit_case tracefs_cases[] = {
	KUNIT_CASE(real_life),
	KUNIT_CASE(real_tree),
	KUNIT_CASE(virt_names),
	KUNIT_CASE(virt_listing),
	KUNIT_CASE(virt_gone_named),
	KUNIT_CASE(virt_gone_unnamed),
	KUNIT_CASE(virt_others_stay),
	KUNIT_CASE(virt_removed_in_use),
	KUNIT_CASE(owner_saved),
	KUNIT_CASE(owner_remount),
	KUNIT_CASE(owner_inherited),
	KUNIT_CASE(owner_forgotten),
	KUNIT_CASE(instance_life),
	KUNIT_CASE(race_all),
	{}
};

static struct kunit_suite tracefs_suite = {
	.name		= "retrace-tracefs",
	.init		= bench_init,
	.exit		= bench_exit,
	.test_cases	= tracefs_cases,
};

kunit_test_suite(tracefs_suite);
