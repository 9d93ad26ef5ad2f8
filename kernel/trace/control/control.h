/* SPDX-License-Identifier: GPL-2.0 */
/*
 * control.h - the files of tracefs.
 *
 * A directory is a const table of struct ctl_file, or several: upper layers and features that come later
 * register their own.  All files share one set of file operations, and one gate: what a file belongs to, an
 * instance or an event of it, is looked up by number when it is opened, and -ENODEV when it is gone.
 */
#ifndef _TRACE_CONTROL_H
#define _TRACE_CONTROL_H

#include <linux/fs.h>
#include <linux/seq_file.h>

#include "event.h"

struct ctl_open;
struct poll_table_struct;
struct vm_area_struct;

/* Directories whose files come from tables. */
enum trace_dir {
	TDIR_INST,		/* an instance, the top level too */
	TDIR_OPTIONS,		/* options/ */
	TDIR_PER_CPU,		/* per_cpu/ */
	TDIR_CPU,		/* per_cpu/cpuN/ */
	TDIR_EVENTS,		/* events/ */
	TDIR_SYSTEM,		/* events/SYSTEM/ */
	TDIR_EVENT,		/* events/SYSTEM/EVENT/ */
	NR_TDIRS
};

enum {
	CTL_TOP		= 1 << 0,	/* at the top level only */
	CTL_SWITCHABLE	= 1 << 1,	/* TDIR_EVENT: of events that can be switched on only */
	CTL_UNLOCKED	= 1 << 2,	/* event directories: @store takes event_mutex itself */
	CTL_OR_MARK	= 1 << 3,	/* with CTL_SWITCHABLE: and of ftrace:print, what trace_marker records */
};

/**
 * struct ctl_stream - a file that is more than text to show and to store; each may be NULL
 * @open:	after the gate; 0 or an error
 * @release:	undo @open; also when the open fails later
 * @read:	as in struct file_operations, like those that follow
 * @write:	takes user memory as it is
 * @splice:	splice_read
 * @poll:	without it the file is always ready
 * @mmap:	map it
 * @ioctl:	unlocked_ioctl
 * @flush:	a descriptor of it is closed; others may be open
 * @seq:	how it is read, when not by @read or ctl_file::show; m->private is ctl_open::private
 */
struct ctl_stream {
	int		(*open)(struct ctl_open *co, struct file *file);
	void		(*release)(struct ctl_open *co);
	ssize_t		(*read)(struct ctl_open *co, struct file *file, char __user *ubuf, size_t cnt);
	ssize_t		(*write)(struct ctl_open *co, const char __user *ubuf, size_t cnt, loff_t *ppos);
	ssize_t		(*splice)(struct ctl_open *co, struct file *file, loff_t *ppos,
				  struct pipe_inode_info *pipe, size_t len, unsigned int flags);
	__poll_t	(*poll)(struct ctl_open *co, struct file *file, struct poll_table_struct *pt);
	int		(*mmap)(struct ctl_open *co, struct vm_area_struct *vma);
	long		(*ioctl)(struct ctl_open *co, struct file *file, unsigned int cmd, unsigned long arg);
	int		(*flush)(struct ctl_open *co, fl_owner_t id);
	const struct seq_operations *seq;
};

/**
 * struct ctl_file - one file
 * @name:	in its directory; NULL ends a table
 * @mode:	permission bits
 * @flags:	CTL_*
 * @show:	print the whole file.  In event directories with event_mutex held.
 * @store:	take a whole write: NUL-terminated, blanks at both ends cut off.  0 or an error.  Locked as @show.
 * @trunc:	opened for writing with O_TRUNC ("> file"): forget what was set
 * @max:	longest write in bytes, 0: a page
 * @stream:	for what these cannot do; its calls go first
 * @arg:	for files that share code
 */
struct ctl_file {
	const char		*name;
	umode_t			mode;
	unsigned int		flags;
	int			(*show)(struct ctl_open *co, struct seq_file *m);
	int			(*store)(struct ctl_open *co, char *text);
	int			(*trunc)(struct ctl_open *co);
	size_t			max;
	const struct ctl_stream	*stream;
	unsigned long		arg;
};

/**
 * struct ctl_open - an open file
 * @ops:	how it is read; a copy, so that the seq_file leads back here whatever its private is
 * @file:	what is open
 * @tr:		its instance, referenced
 * @dir:	where it is
 * @cpu:	TDIR_CPU: the CPU; else RING_ALL_CPUS
 * @n:		TDIR_OPTIONS: number of the option
 * @system:	TDIR_SYSTEM: its name
 * @event:	TDIR_EVENT: the event in the instance, referenced
 * @mode:	FMODE_* it was opened with
 * @private:	of the stream
 */
struct ctl_open {
	const struct seq_operations ops;
	const struct ctl_file	*file;
	struct trace_array	*tr;
	enum trace_dir		dir;
	int			cpu;
	int			n;
	const char		*system;
	struct trace_event_file	*event;
	fmode_t			mode;
	void			*private;
};

/* Add @table, which ends with an empty entry, to all directories of a kind.  Boot only. */
void trace_ctl_register(enum trace_dir dir, const struct ctl_file *table);
/* Add lines to README.  Boot only; @text is kept. */
void trace_ctl_readme(const char *text);
/* The file "trigger"; before trace_control_init().  Boot only. */
int trace_ctl_trigger_init(void);
/* dynamic_events and its kin; before trace_control_init().  Boot only. */
#ifdef CONFIG_DYNAMIC_EVENTS
int trace_ctl_dynevent_init(void);
#else
static inline int trace_ctl_dynevent_init(void) { return 0; }
#endif
/* Files about functions; before trace_control_init().  Boot only. */
#ifdef CONFIG_FUNCTION_TRACER
int trace_ctl_func_init(void);
#else
static inline int trace_ctl_func_init(void) { return 0; }
#endif
/* The file "inject"; before trace_control_init().  Boot only. */
#ifdef CONFIG_TRACE_EVENT_INJECT
int trace_ctl_inject_init(void);
#else
static inline int trace_ctl_inject_init(void) { return 0; }
#endif
/* The root of tracefs has its files from here on.  Initcall; tracefs is there. */
int trace_control_init(void);

/* A decimal number: 0, -EINVAL, -ERANGE. */
int ctl_number(const char *text, unsigned long *val);

#endif /* _TRACE_CONTROL_H */
