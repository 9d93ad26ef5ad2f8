// SPDX-License-Identifier: GPL-2.0
/*
 * dirs.c - what is in the directories of tracefs.
 *
 * All but the root are virtual: tracefs asks, and what it gets is a cookie of its own for each inode.  So
 * an instance costs one entry until somebody looks into it, and nothing here has to be told when inodes go.
 *
 * A kind of directory knows two questions: what is there under this name, and what is the nth.
 */

#include <linux/cpumask.h>
#include <linux/err.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "control_internal.h"

#define TABLES_MAX	24

static const struct ctl_file *tables[NR_TDIRS][TABLES_MAX];	/* boot only */

/* One thing in a directory; @name need only live until the cookie is made. */
struct ctl_ent {
	const char		*name;
	umode_t			mode;
	const struct ctl_file	*file;		/* or a directory ... */
	enum trace_dir		dir;		/* ... of this kind */
	int			n;
};

/* === Tables === */

void __init trace_ctl_register(enum trace_dir dir, const struct ctl_file *table)
{
	for (unsigned int i = 0; i < TABLES_MAX; i++) {
		if (!tables[dir][i]) {
			tables[dir][i] = table;
			return;
		}
	}
	WARN(1, "trace: too many tables of files\n");
}

const struct ctl_file *ctl_table_nth(enum trace_dir dir, unsigned int index)
{
	for (unsigned int i = 0; i < TABLES_MAX && tables[dir][i]; i++)
		for (const struct ctl_file *file = tables[dir][i]; file->name; file++)
			if (!index--)
				return file;
	return NULL;
}

static const struct ctl_file *table_find(enum trace_dir dir, const char *name)
{
	const struct ctl_file *file;

	for (unsigned int i = 0; (file = ctl_table_nth(dir, i)); i++)
		if (!strcmp(file->name, name))
			return file;
	return NULL;
}

/* === Cookies === */

struct ctl_cookie *ctl_cookie_make(u32 tr, enum trace_dir dir, int n, const struct ctl_file *file, const char *name)
{
	size_t len = strlen(name) + 1;
	struct ctl_cookie *ck = kmalloc(struct_size(ck, name, len), GFP_KERNEL);

	if (!ck)
		return NULL;
	ck->tr = tr;
	ck->dir = dir;
	ck->n = n;
	ck->file = file;
	memcpy(ck->name, name, len);
	return ck;
}

static void cookie_put(void *data)
{
	kfree(data);
}

/* Two lookups of a name give two cookies: do they mean the same? */
static bool cookie_same(const void *a, const void *b)
{
	const struct ctl_cookie *x = a, *y = b;

	return x->tr == y->tr && x->dir == y->dir && x->n == y->n && x->file == y->file &&
	       !strcmp(x->name, y->name);
}

static bool is_top(const struct ctl_cookie *ck)
{
	return ck->tr == trace_array_top()->id;
}

/* The event that an event directory is for; event_mutex held. */
static struct trace_event_call *cookie_event(const struct ctl_cookie *ck)
{
	struct trace_event_call *call = trace_event_by_type(ck->n);

	return call && !strcmp(trace_event_name(call), ck->name) ? call : NULL;
}

/* Can any event of @system be switched on?  Not in "ftrace", the records of the tracer itself. */
static bool system_switchable(const char *system)
{
	struct trace_event_call *call;

	for (unsigned int i = 0; (call = ctl_event_nth(system, i)); i++)
		if (trace_event_can_enable(call))
			return true;
	return false;
}

/* Does @file belong into directory @dir? */
static bool file_fits(const struct ctl_cookie *dir, const struct ctl_file *file)
{
	struct trace_event_call *call;

	if ((file->flags & CTL_TOP) && !is_top(dir))
		return false;
	if (dir->dir == TDIR_SYSTEM)
		return !(file->flags & CTL_SWITCHABLE) || system_switchable(dir->name);
	if (dir->dir != TDIR_EVENT)
		return true;
	call = cookie_event(dir);
	if (!call)
		return false;
	if ((file->flags & CTL_OR_MARK) && call->event.type == TRACE_PRINT)
		return true;
	return !(file->flags & CTL_SWITCHABLE) || trace_event_can_enable(call);
}

/* === Files from tables: the first part of every directory === */

static int file_ent(const struct ctl_file *file, struct ctl_ent *ent)
{
	*ent = (struct ctl_ent){ .name = file->name, .mode = file->mode, .file = file };
	return 0;
}

static int files_find(const struct ctl_cookie *dir, const char *name, struct ctl_ent *ent)
{
	const struct ctl_file *file = table_find(dir->dir, name);

	return file && file_fits(dir, file) ? file_ent(file, ent) : -ENOENT;
}

/* @index is counted down by the files that fit, so that what comes behind them can go on from there. */
static int files_nth(const struct ctl_cookie *dir, unsigned int *index, struct ctl_ent *ent)
{
	const struct ctl_file *file;

	for (unsigned int i = 0; (file = ctl_table_nth(dir->dir, i)); i++)
		if (file_fits(dir, file) && !(*index)--)
			return file_ent(file, ent);
	return -ENOENT;
}

/* === The other part: directories, and option files === */

static const struct ctl_ent inst_dirs[] = {
	{ "events",	0755, .dir = TDIR_EVENTS },
	{ "options",	0750, .dir = TDIR_OPTIONS },
	{ "per_cpu",	0750, .dir = TDIR_PER_CPU },
};

static int inst_nth(const struct ctl_cookie *dir, unsigned int index, struct ctl_ent *ent)
{
	if (index >= ARRAY_SIZE(inst_dirs))
		return -ENOENT;
	*ent = inst_dirs[index];
	return 0;
}

static int options_nth(const struct ctl_cookie *dir, unsigned int index, struct ctl_ent *ent)
{
	struct ctl_option opt;

	if (!ctl_option_nth(is_top(dir), index, &opt))
		return -ENOENT;
	file_ent(&ctl_option_file, ent);
	ent->name = opt.name;
	ent->n = index;
	return 0;
}

static int per_cpu_nth(const struct ctl_cookie *dir, unsigned int index, struct ctl_ent *ent)
{
	unsigned int cpu = cpumask_nth(index, cpu_possible_mask);

	if (cpu >= nr_cpu_ids)
		return -ENOENT;
	/* ent_give() spells the name */
	*ent = (struct ctl_ent){ .name = "", .mode = 0750, .dir = TDIR_CPU, .n = cpu };
	return 0;
}

static int per_cpu_find(const struct ctl_cookie *dir, const char *name, struct ctl_ent *ent)
{
	unsigned int cpu;

	if (strncmp(name, "cpu", 3) || kstrtouint(name + 3, 10, &cpu) || cpu >= nr_cpu_ids || !cpu_possible(cpu))
		return -ENOENT;
	/* No leading zeros, no sign. */
	if (name[3] == '+' || (name[3] == '0' && name[4]))
		return -ENOENT;
	*ent = (struct ctl_ent){ .name = name, .mode = 0750, .dir = TDIR_CPU, .n = cpu };
	return 0;
}

static int system_ent(const char *system, struct ctl_ent *ent)
{
	if (!system)
		return -ENOENT;
	*ent = (struct ctl_ent){ .name = system, .mode = 0755, .dir = TDIR_SYSTEM };
	return 0;
}

static int events_nth(const struct ctl_cookie *dir, unsigned int index, struct ctl_ent *ent)
{
	struct trace_array *tr = trace_array_get_id(dir->tr);
	int ret;

	if (!tr)
		return -ENOENT;
	ret = system_ent(ctl_system_nth(tr, index), ent);
	trace_array_put(tr);
	return ret;
}

static int events_find(const struct ctl_cookie *dir, const char *name, struct ctl_ent *ent)
{
	struct trace_array *tr = trace_array_get_id(dir->tr);
	bool there;

	if (!tr)
		return -ENOENT;
	there = trace_array_has_system(tr, name) && ctl_system_exists(name);
	trace_array_put(tr);
	return system_ent(there ? name : NULL, ent);
}

static int event_ent(struct trace_event_call *call, struct ctl_ent *ent)
{
	if (!call)
		return -ENOENT;
	*ent = (struct ctl_ent){ .name = trace_event_name(call), .mode = 0755, .dir = TDIR_EVENT,
				 .n = call->event.type };
	return 0;
}

static int system_nth(const struct ctl_cookie *dir, unsigned int index, struct ctl_ent *ent)
{
	return event_ent(ctl_event_nth(dir->name, index), ent);
}

static int system_find(const struct ctl_cookie *dir, const char *name, struct ctl_ent *ent)
{
	return event_ent(ctl_event_find(dir->name, name), ent);
}

/**
 * struct dir_kind - what is in a kind of directory besides the files of its tables
 * @nth:	number @index of it: 0, -ENOENT.  NULL: nothing
 * @find:	the same by name; NULL: try all by @nth
 * @events:	event_mutex is held over both
 */
struct dir_kind {
	int	(*nth)(const struct ctl_cookie *dir, unsigned int index, struct ctl_ent *ent);
	int	(*find)(const struct ctl_cookie *dir, const char *name, struct ctl_ent *ent);
	bool	events;
};

static const struct dir_kind kinds[NR_TDIRS] = {
	[TDIR_INST]	= { inst_nth },
	[TDIR_OPTIONS]	= { options_nth },
	[TDIR_PER_CPU]	= { per_cpu_nth, per_cpu_find },
	[TDIR_CPU]	= { },
	[TDIR_EVENTS]	= { events_nth, events_find, .events = true },
	[TDIR_SYSTEM]	= { system_nth, system_find, .events = true },
	[TDIR_EVENT]	= { .events = true },
};

/* === As tracefs asks === */

static int ent_find(const struct ctl_cookie *dir, const char *name, struct ctl_ent *ent)
{
	const struct dir_kind *kind = &kinds[dir->dir];

	if (!files_find(dir, name, ent))
		return 0;
	if (kind->find)
		return kind->find(dir, name, ent);
	for (unsigned int i = 0; kind->nth && !kind->nth(dir, i, ent); i++)
		if (!strcmp(ent->name, name))
			return 0;
	return -ENOENT;
}

static int ent_nth(const struct ctl_cookie *dir, unsigned int index, struct ctl_ent *ent)
{
	if (!files_nth(dir, &index, ent))
		return 0;
	return kinds[dir->dir].nth ? kinds[dir->dir].nth(dir, index, ent) : -ENOENT;
}

/* Give @ent a cookie of its own: what it is if it is a directory, what it is in if it is a file. */
static int ent_give(const struct ctl_cookie *dir, const struct ctl_ent *ent, struct tracefs_entry *e)
{
	struct ctl_cookie *ck;
	char cpu[16];
	const char *name = ent->name;

	if (ent->file) {
		ck = ctl_cookie_make(dir->tr, dir->dir, dir->dir == TDIR_OPTIONS ? ent->n : dir->n, ent->file,
				     dir->name);
	} else if (ent->dir == TDIR_CPU) {
		snprintf(cpu, sizeof(cpu), "cpu%d", ent->n);
		ck = ctl_cookie_make(dir->tr, ent->dir, ent->n, NULL, cpu);
	} else {
		ck = ctl_cookie_make(dir->tr, ent->dir, ent->n, NULL, name);
	}
	if (!ck)
		return -ENOMEM;
	/* A directory's name is in its cookie; a file's is constant. */
	e->name = ent->file ? name : ck->name;
	e->mode = ent->file ? ent->mode : S_IFDIR | ent->mode;
	e->fops = ent->file ? &ctl_fops : NULL;
	e->dir = ent->file ? NULL : &ctl_dir_ops;
	e->data = ck;
	return 0;
}

static int dir_lookup(void *data, const char *name, struct tracefs_entry *e)
{
	const struct ctl_cookie *dir = data;
	struct ctl_ent ent;
	int ret;

	if (!kinds[dir->dir].events)
		return ent_find(dir, name, &ent) ?: ent_give(dir, &ent, e);
	/* Names are those of events: keep them until they are copied. */
	mutex_lock(&event_mutex);
	ret = ent_find(dir, name, &ent) ?: ent_give(dir, &ent, e);
	mutex_unlock(&event_mutex);
	return ret;
}

static int dir_entry(void *data, unsigned int index, struct tracefs_entry *e)
{
	const struct ctl_cookie *dir = data;
	struct ctl_ent ent;
	int ret;

	if (!kinds[dir->dir].events)
		return ent_nth(dir, index, &ent) ?: ent_give(dir, &ent, e);
	mutex_lock(&event_mutex);
	ret = ent_nth(dir, index, &ent) ?: ent_give(dir, &ent, e);
	mutex_unlock(&event_mutex);
	return ret;
}

const struct tracefs_dir_ops ctl_dir_ops = {
	.lookup	= dir_lookup,
	.entry	= dir_entry,
	.put	= cookie_put,
	.same	= cookie_same,
};
