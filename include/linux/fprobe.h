/* SPDX-License-Identifier: GPL-2.0 */
/*
 * fprobe.h - call back on entry to, and return from, a set of functions.
 */
#ifndef _LINUX_FPROBE_H
#define _LINUX_FPROBE_H

#include <linux/compiler.h>
#include <linux/ftrace.h>
#include <linux/rethook.h>

struct fprobe;

/* @ip: the call site; @ret_ip: where the function returns to; @data: entry_data_size bytes or NULL. */
typedef int (*fprobe_entry_cb)(struct fprobe *fp, unsigned long ip, unsigned long ret_ip,
			       struct pt_regs *regs, void *data);
typedef void (*fprobe_exit_cb)(struct fprobe *fp, unsigned long ip, unsigned long ret_ip,
			       struct pt_regs *regs, void *data);

/**
 * struct fprobe - probe on a set of functions
 * @ops:		the hook; owned by the fprobe code while registered
 * @nmissed:		hits that found no free node, or recursed; not exact across CPUs
 * @flags:		FPROBE_FL_*
 * @entry_data_size:	bytes kept from entry to exit for each call
 * @nr_maxactive:	calls that may be inside at once; 0 for a default by the number of CPUs
 * @rethook:		pool of return nodes, NULL without an exit handler
 * @entry_handler:	on entry; a value other than 0 skips the exit handler for this call.  May be NULL.
 * @exit_handler:	on return.  May be NULL.
 *
 * Handlers run with preemption off, in whatever context the function was called.
 */
struct fprobe {
	struct ftrace_ops	ops;
	unsigned long		nmissed;
	unsigned int		flags;
	size_t			entry_data_size;
	int			nr_maxactive;
	struct rethook		*rethook;
	fprobe_entry_cb		entry_handler;
	fprobe_exit_cb		exit_handler;
};

#define FPROBE_FL_DISABLED	1	/* does not call back for now; see disable_fprobe() */
#define FPROBE_FL_KPROBE_SHARED	2	/* handlers also serve kprobes: stay out while one runs */

/* Task context.  All but the last return 0 or an error; see kernel/trace/hook/fprobe.c. */
int register_fprobe_ips(struct fprobe *fp, unsigned long *ips, int nr);
int register_fprobe_syms(struct fprobe *fp, const char **names, int nr);
int register_fprobe(struct fprobe *fp, const char *filter, const char *notfilter);
int unregister_fprobe(struct fprobe *fp);
bool fprobe_is_registered(struct fprobe *fp);

static inline bool fprobe_shared_with_kprobes(struct fprobe *fp)
{
	return fp->flags & FPROBE_FL_KPROBE_SHARED;
}

static inline bool fprobe_disabled(struct fprobe *fp)
{
	return fp->flags & FPROBE_FL_DISABLED;
}

/* Let the callbacks come, or keep them off, without patching anything. */
static inline void enable_fprobe(struct fprobe *fp)
{
	if (fp)
		fp->flags &= ~FPROBE_FL_DISABLED;
}

static inline void disable_fprobe(struct fprobe *fp)
{
	if (fp)
		fp->flags |= FPROBE_FL_DISABLED;
}

#endif /* _LINUX_FPROBE_H */
