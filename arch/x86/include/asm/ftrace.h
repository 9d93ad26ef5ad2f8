/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What the function hooks need to know of x86.
 */
#ifndef _ASM_X86_FTRACE_H
#define _ASM_X86_FTRACE_H

#include <asm/ptrace.h>
#include <asm/segment.h>

/* The compiler puts a call to __fentry__, or a nop of this size, at the start of each function. */
#define MCOUNT_ADDR		((unsigned long)__fentry__)
#define MCOUNT_INSN_SIZE	5
/* Bytes of the endbr64 that may stand before it. */
#define HOOK_LANDING_PAD	4

#ifndef __ASSEMBLY__

#ifdef CONFIG_FUNCTION_TRACER

void __fentry__(void);

/**
 * struct ftrace_regs - registers at a hooked function's entry, on the stack of ftrace_caller
 * @regs:	all of them after ftrace_regs_caller; after ftrace_caller only di, si, dx, cx, r8, r9, ax, bp,
 *		sp and ip count, and cs is 0
 */
struct ftrace_regs {
	struct pt_regs	regs;
};

#define ftrace_get_regs ftrace_get_regs
static __always_inline struct pt_regs *ftrace_get_regs(struct ftrace_regs *fregs)
{
	return fregs->regs.cs ? &fregs->regs : NULL;
}

static __always_inline void ftrace_regs_set_instruction_pointer(struct ftrace_regs *fregs, unsigned long ip)
{
	fregs->regs.ip = ip;
}

static __always_inline unsigned long ftrace_regs_get_instruction_pointer(struct ftrace_regs *fregs)
{
	return fregs->regs.ip;
}

static __always_inline unsigned long ftrace_regs_get_argument(struct ftrace_regs *fregs, unsigned int n)
{
	return regs_get_kernel_argument(&fregs->regs, n);
}

static __always_inline unsigned long ftrace_regs_get_stack_pointer(struct ftrace_regs *fregs)
{
	return kernel_stack_pointer(&fregs->regs);
}

#endif /* CONFIG_FUNCTION_TRACER */

#ifdef CONFIG_DYNAMIC_FTRACE
void set_ftrace_ops_ro(void);
#else
static inline void set_ftrace_ops_ro(void) { }
#endif

#if defined(CONFIG_FUNCTION_GRAPH_TRACER)
void return_to_handler(void);
#endif

#endif /* !__ASSEMBLY__ */

#endif /* _ASM_X86_FTRACE_H */
