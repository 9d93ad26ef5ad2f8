/* SPDX-License-Identifier: GPL-2.0 */
/*
 * control_internal.h - what the files of this folder share.
 */
#ifndef _TRACE_CONTROL_INTERNAL_H
#define _TRACE_CONTROL_INTERNAL_H

#include <linux/tracefs.h>

#include "control.h"

/**
 * struct ctl_cookie - what a file or directory of tracefs belongs to, as numbers and names
 * @tr:		trace_array::id
 * @dir:	of a directory: what it is; of a file: what it is in
 * @n:		CPU, option or event id, by @dir
 * @file:	NULL for a directory
 * @name:	TDIR_SYSTEM: the system; TDIR_EVENT: the event.  Also the directory's own name.
 *
 * One per inode, made by a lookup and freed with the inode.  It points to nothing that can go away.
 */
struct ctl_cookie {
	u32			tr;
	enum trace_dir		dir;
	int			n;
	const struct ctl_file	*file;
	char			name[];
};

/* open.c */
extern const struct file_operations ctl_fops;
struct ctl_open *ctl_open_of(struct file *file);

/* dirs.c */
extern const struct tracefs_dir_ops ctl_dir_ops;
struct ctl_cookie *ctl_cookie_make(u32 tr, enum trace_dir dir, int n, const struct ctl_file *file, const char *name);
const struct ctl_file *ctl_table_nth(enum trace_dir dir, unsigned int index);	/* over all tables; NULL at the end */

/* event_index.c: events sorted by system and name; event_mutex held */
const char *ctl_system_nth(const struct trace_array *tr, unsigned int index);	/* NULL at the end */
bool ctl_system_exists(const char *system);
struct trace_event_call *ctl_event_nth(const char *system, unsigned int index);
struct trace_event_call *ctl_event_find(const char *system, const char *name);
void ctl_event_index_drop(void);		/* an event came or went */

/* files_option.c: what is in options/ */
struct ctl_option {
	const char	*name;
	u64		bit;		/* of the instance */
	struct tracer	*tracer;	/* or of this tracer */
	u32		tracer_bit;
};

bool ctl_option_nth(bool top, int n, struct ctl_option *opt);
extern const struct ctl_file ctl_option_file;

/* The tables. */
extern const struct ctl_file ctl_ring_files[], ctl_ring_cpu_files[];
extern const struct ctl_file ctl_trace_files[], ctl_trace_cpu_files[];
extern const struct ctl_file ctl_raw_cpu_files[];
extern const struct ctl_file ctl_option_files[];
extern const struct ctl_file ctl_set_event_files[], ctl_events_files[], ctl_system_files[], ctl_event_files[];
extern const struct ctl_file ctl_misc_files[];

/* readme.c */
int ctl_readme_show(struct ctl_open *co, struct seq_file *m);

#endif /* _TRACE_CONTROL_INTERNAL_H */
