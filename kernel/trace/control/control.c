// SPDX-License-Identifier: GPL-2.0
/*
 * control.c - puts the files into tracefs, for each instance that comes, and takes them away.
 *
 * The root is a real directory, since other parts of the kernel make entries in it too; everything below
 * is virtual.  instances/ is where users make directories.
 */

#include <linux/debugfs.h>
#include <linux/err.h>
#include <linux/init.h>
#include <linux/slab.h>
#include <linux/tracefs.h>

#include "control_internal.h"

/**
 * struct inst_dirs - where an instance is in tracefs
 * @dir:	its directory; the top level has none of its own
 * @events:	its directory of events, or the one that has it below "events/"
 */
struct inst_dirs {
	struct dentry	*dir;
	struct dentry	*events;
};

static struct dentry *instances_dir;		/* boot only */

/* === The root === */

static struct dentry *root_dir(struct trace_array *tr, const char *name, umode_t mode, enum trace_dir dir)
{
	struct ctl_cookie *ck = ctl_cookie_make(tr->id, dir, 0, NULL, name);
	struct dentry *dentry;

	if (!ck)
		return ERR_PTR(-ENOMEM);
	dentry = tracefs_create_virtual_dir(name, mode, NULL, &ctl_dir_ops, ck);
	if (IS_ERR(dentry))
		kfree(ck);
	return dentry;
}

static int root_file(struct trace_array *tr, const struct ctl_file *file)
{
	/* Kept as long as the file, which is for ever. */
	struct ctl_cookie *ck = ctl_cookie_make(tr->id, TDIR_INST, 0, file, "");
	struct dentry *dentry;

	if (!ck)
		return -ENOMEM;
	dentry = tracefs_create_file(file->name, file->mode, NULL, ck, &ctl_fops);
	if (IS_ERR(dentry))
		kfree(ck);
	return PTR_ERR_OR_ZERO(dentry);
}

static int root_fill(struct trace_array *tr, struct inst_dirs *dirs)
{
	const struct ctl_file *file;
	struct dentry *dentry;
	int ret;

	for (unsigned int i = 0; (file = ctl_table_nth(TDIR_INST, i)); i++) {
		ret = root_file(tr, file);
		if (ret)
			pr_warn("trace: no file %s (%d)\n", file->name, ret);
	}
	dentry = root_dir(tr, "options", 0750, TDIR_OPTIONS);
	if (IS_ERR(dentry))
		return PTR_ERR(dentry);
	dentry = root_dir(tr, "per_cpu", 0750, TDIR_PER_CPU);
	if (IS_ERR(dentry))
		return PTR_ERR(dentry);
	dirs->events = root_dir(tr, "events", 0755, TDIR_EVENTS);
	return PTR_ERR_OR_ZERO(dirs->events);
}

/* === Instances === */

static int inst_fill(struct trace_array *tr, struct inst_dirs *dirs)
{
	struct ctl_cookie *ck = ctl_cookie_make(tr->id, TDIR_INST, 0, NULL, tr->name);

	if (!ck)
		return -ENOMEM;
	dirs->dir = tracefs_create_virtual_dir(tr->name, 0750, instances_dir, &ctl_dir_ops, ck);
	if (IS_ERR(dirs->dir)) {
		kfree(ck);
		return PTR_ERR(dirs->dir);
	}
	dirs->events = dirs->dir;
	return 0;
}

static int control_show(struct trace_array *tr)
{
	struct inst_dirs *dirs = kzalloc(sizeof(*dirs), GFP_KERNEL);
	int ret;

	if (!dirs)
		return -ENOMEM;
	ret = tr->name ? inst_fill(tr, dirs) : root_fill(tr, dirs);
	if (ret) {
		kfree(dirs);
		return ret;
	}
	scoped_guard(mutex, &event_mutex)
		tr->client[TRACE_CLIENT_CONTROL] = dirs;
	return 0;
}

static void control_hide(struct trace_array *tr)
{
	struct inst_dirs *dirs = tr->client[TRACE_CLIENT_CONTROL];

	if (!dirs)
		return;
	scoped_guard(mutex, &event_mutex)
		tr->client[TRACE_CLIENT_CONTROL] = NULL;
	tracefs_remove(dirs->dir);
	kfree(dirs);
}

static struct trace_client control_client = {
	.name	= "control",
	.id	= TRACE_CLIENT_CONTROL,
	.show	= control_show,
	.hide	= control_hide,
};

static int inst_mkdir(const char *name)
{
	return PTR_ERR_OR_ZERO(trace_array_create(name, NULL));
}

/* === Events that come and go === */

static void event_added(struct trace_event_call *call)
{
	ctl_event_index_drop();
}

/* Forget what tracefs knows of "events/SYSTEM/EVENT", or of the whole system. */
static void tell_gone(struct trace_array *tr, const char *path)
{
	struct inst_dirs *dirs = tr->client[TRACE_CLIENT_CONTROL];

	if (dirs)
		tracefs_virtual_gone(dirs->events, dirs->dir ? path : path + strlen("events/"));
}

static void event_removed(struct trace_event_call *call)
{
	const char *system = call->class->system;
	struct trace_array *tr;
	char *path;

	ctl_event_index_drop();
	path = ctl_system_exists(system) ?
	       kasprintf(GFP_KERNEL, "events/%s/%s", system, trace_event_name(call)) :
	       kasprintf(GFP_KERNEL, "events/%s", system);
	if (!path)
		return;		/* the gate keeps them from harm */
	guard(mutex)(&trace_types_lock);
	list_for_each_entry(tr, &trace_arrays, node)
		tell_gone(tr, path);
	kfree(path);
}

static const struct event_watch event_watch = {
	.added		= event_added,
	.removed	= event_removed,
};

/* === Start === */

/* Before other layers register theirs, so that ours come first in a listing. */
static void __init control_tables(void)
{
	trace_ctl_register(TDIR_INST, ctl_misc_files);
	trace_ctl_register(TDIR_INST, ctl_trace_files);
	trace_ctl_register(TDIR_INST, ctl_ring_files);
	trace_ctl_register(TDIR_INST, ctl_option_files);
	trace_ctl_register(TDIR_INST, ctl_set_event_files);
	trace_ctl_register(TDIR_CPU, ctl_trace_cpu_files);
	trace_ctl_register(TDIR_CPU, ctl_raw_cpu_files);
	trace_ctl_register(TDIR_CPU, ctl_ring_cpu_files);
	trace_ctl_register(TDIR_EVENTS, ctl_events_files);
	trace_ctl_register(TDIR_SYSTEM, ctl_system_files);
	trace_ctl_register(TDIR_EVENT, ctl_event_files);
}

/**
 * trace_control_init() - make the files
 *
 * Context: initcall, after tracefs is there.
 * Return: 0 or an error.
 */
int __init trace_control_init(void)
{
	control_tables();
	instances_dir = tracefs_create_instance_dir("instances", NULL, inst_mkdir, trace_array_remove);
	if (IS_ERR(instances_dir))
		return PTR_ERR(instances_dir);
	event_watch_set(&event_watch);
	trace_client_register(&control_client);
	/* Where tools of before 4.1 look. */
	debugfs_create_automount("tracing", NULL, tracefs_automount, NULL);
	return 0;
}
