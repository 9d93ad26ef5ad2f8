/* SPDX-License-Identifier: GPL-2.0 */
/*
 * ftrace_regs.h - the registers a function hook sees, whatever the site saved.
 *
 * A hook without FTRACE_OPS_FL_SAVE_REGS sees the argument registers, the stack pointer and the
 * instruction pointer; ftrace_get_regs() gives a whole pt_regs or NULL.  The architecture's
 * <asm/ftrace.h> defines struct ftrace_regs and the accessors.
 */
#ifndef _LINUX_FTRACE_REGS_H
#define _LINUX_FTRACE_REGS_H

#include <asm/ftrace.h>

struct pt_regs;

#ifndef ftrace_get_regs

struct ftrace_regs;

static inline struct pt_regs *ftrace_get_regs(struct ftrace_regs *fregs)
{
	return (struct pt_regs *)fregs;
}

#endif

#endif /* _LINUX_FTRACE_REGS_H */
