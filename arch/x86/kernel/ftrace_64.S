/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Function hooks on x86-64: what call sites call.
 *
 * A site is the first instruction of a function but for a landing pad.  When it is hooked it calls one of
 * the callers below or a copy of one (a trampoline).  On entry
 *
 *	 0(%rsp)	return to the function, just behind the site
 *	 8(%rsp)	return to the function's caller
 *
 * and every register belongs to the function.  A caller builds a struct ftrace_regs, which is a pt_regs,
 * on the stack and calls
 *
 *	hook(ip of the site, where the function returns to, struct ftrace_ops *, struct ftrace_regs *)
 *
 * then it puts the registers back and returns to regs->ip, which the hook may have changed.
 *
 * ftrace_caller and ftrace_regs_caller are templates: ftrace_caller saves what a function may have
 * arguments in, ftrace_regs_caller all registers.  A copy has the address of its hook and the call filled in and is
 * unwound with the template's ORC entries, so its instructions keep their places.  hook_list_caller and
 * hook_list_regs_caller are the same for sites with several hooks, and are not copied; one of the hooks may
 * ask for a direct call, made by returning to it with the stack as the site left it.
 */
#include <linux/export.h>
#include <linux/linkage.h>
#include <asm/asm-offsets.h>
#include <asm/ftrace.h>
#include <asm/nospec-branch.h>
#include <asm/ptrace-abi.h>
#include <asm/segment.h>
#include <asm/unwind_hints.h>

	.code64
	.section .text, "ax"

#define FRAME_BYTES	168		/* a pt_regs */

/* Not called by anybody through a pointer, hence no landing pad. */
#define CALLER_START(name)			\
	SYM_START(name, SYM_L_GLOBAL, SYM_A_ALIGN)	\
	ANNOTATE_NOENDBR

.macro SAVE_ARGS
	subq	$FRAME_BYTES, %rsp
	movq	%rdi, RDI(%rsp)
	movq	%rsi, RSI(%rsp)
	movq	%rdx, RDX(%rsp)
	movq	%rcx, RCX(%rsp)
	movq	%r8, R8(%rsp)
	movq	%r9, R9(%rsp)
	movq	%rax, RAX(%rsp)
.endm

/* What the hook is told, but for the ops.  The registers that are changed have been saved. */
.macro SITE_ARGS
	leaq	FRAME_BYTES+8(%rsp), %rcx	/* the stack as the function's caller left it */
	movq	FRAME_BYTES(%rsp), %rdi
	movq	(%rcx), %rsi
	movq	%rcx, RSP(%rsp)
	movq	%rdi, RIP(%rsp)
	subq	$MCOUNT_INSN_SIZE, %rdi
	movq	%rsp, %rcx
.endm

.macro SAVE_REST
	pushfq
	popq	EFLAGS(%rsp)
	movq	%r15, R15(%rsp)
	movq	%r14, R14(%rsp)
	movq	%r13, R13(%rsp)
	movq	%r12, R12(%rsp)
	movq	%rbp, RBP(%rsp)
	movq	%rbx, RBX(%rsp)
	movq	%r11, R11(%rsp)
	movq	%r10, R10(%rsp)
	movq	$__KERNEL_CS, CS(%rsp)
	movq	$__KERNEL_DS, SS(%rsp)
.endm

/* Where to go on, from the frame. */
.macro RESTORE_IP
	movq	RIP(%rsp), %rax
	movq	%rax, FRAME_BYTES(%rsp)
.endm

.macro RESTORE_REST
	movq	R15(%rsp), %r15
	movq	R14(%rsp), %r14
	movq	R13(%rsp), %r13
	movq	R12(%rsp), %r12
	movq	RBP(%rsp), %rbp
	movq	RBX(%rsp), %rbx
	movq	R11(%rsp), %r11
	movq	R10(%rsp), %r10
	pushq	EFLAGS(%rsp)
	popfq
.endm

.macro RESTORE_ARGS
	movq	RAX(%rsp), %rax
	movq	RDI(%rsp), %rdi
	movq	RSI(%rsp), %rsi
	movq	RDX(%rsp), %rdx
	movq	RCX(%rsp), %rcx
	movq	R8(%rsp), %r8
	movq	R9(%rsp), %r9
.endm

/* The address of the hook; a copy has it filled in. */
.macro LOAD_OPS label
SYM_INNER_LABEL(\label, SYM_L_GLOBAL)
	ANNOTATE_NOENDBR
	movabsq	$0, %rdx
.endm

.macro CALL_HOOK label
SYM_INNER_LABEL(\label, SYM_L_GLOBAL)
	ANNOTATE_NOENDBR
	call	ftrace_stub
.endm

/* The return, in a copy made to suit the CPU. */
.macro RET_HOOK label
SYM_INNER_LABEL(\label, SYM_L_GLOBAL)
	ANNOTATE_NOENDBR
	RET
.endm

CALLER_START(ftrace_caller)
	CALL_DEPTH_ACCOUNT
	SAVE_ARGS
	movq	$0, CS(%rsp)
	SITE_ARGS
	LOAD_OPS hook_caller_ops
	CALL_HOOK hook_caller_call
	RESTORE_IP
	RESTORE_ARGS
	addq	$FRAME_BYTES, %rsp
	RET_HOOK hook_caller_ret
SYM_FUNC_END(ftrace_caller)

CALLER_START(ftrace_regs_caller)
	CALL_DEPTH_ACCOUNT
	SAVE_ARGS
	SAVE_REST
	movq	$-1, ORIG_RAX(%rsp)
	SITE_ARGS
	LOAD_OPS hook_regs_caller_ops
	CALL_HOOK hook_regs_caller_call
	RESTORE_IP
	RESTORE_REST
	RESTORE_ARGS
	addq	$FRAME_BYTES, %rsp
	RET_HOOK hook_regs_caller_ret
SYM_FUNC_END(ftrace_regs_caller)

/*
 * orig_ax of the frame is where the list of hooks leaves the address of a direct call.  To go there, it is
 * put below the return to the function and returned to; the slot is the frame's last, which nobody reads again.
 */
CALLER_START(hook_list_caller)
	CALL_DEPTH_ACCOUNT
	SAVE_ARGS
	movq	$0, CS(%rsp)
	movq	$0, ORIG_RAX(%rsp)
	SITE_ARGS
	xorl	%edx, %edx
	call	ftrace_ops_list_func
	RESTORE_IP
	movq	ORIG_RAX(%rsp), %rax
	testq	%rax, %rax
	jnz	.Ldirect
	RESTORE_ARGS
	addq	$FRAME_BYTES, %rsp
	RET
.Ldirect:
	movq	%rax, SS(%rsp)
	RESTORE_ARGS
	addq	$SS, %rsp
	UNWIND_HINT_FUNC
	RET
SYM_FUNC_END(hook_list_caller)

CALLER_START(hook_list_regs_caller)
	CALL_DEPTH_ACCOUNT
	SAVE_ARGS
	SAVE_REST
	movq	$0, ORIG_RAX(%rsp)
	SITE_ARGS
	xorl	%edx, %edx
	call	ftrace_ops_list_func
	RESTORE_IP
	movq	ORIG_RAX(%rsp), %rax
	testq	%rax, %rax
	jnz	.Lregs_direct
	RESTORE_REST
	RESTORE_ARGS
	addq	$FRAME_BYTES, %rsp
	RET
.Lregs_direct:
	movq	%rax, SS(%rsp)
	RESTORE_REST
	RESTORE_ARGS
	addq	$SS, %rsp
	UNWIND_HINT_FUNC
	RET
SYM_FUNC_END(hook_list_regs_caller)

/* What sites call in text that was built with calls instead of nops, until it is made nops. */
SYM_FUNC_START(__fentry__)
	CALL_DEPTH_ACCOUNT
	RET
SYM_FUNC_END(__fentry__)
EXPORT_SYMBOL(__fentry__)

#ifdef CONFIG_FUNCTION_GRAPH_TRACER
/*
 * A function whose return is hooked returns here.  The stack is as its caller expects it, so the slot its
 * return address was in is just below.  Put our own address there again: to the unwinder this is a function
 * that was called from itself, and it looks on the shadow stack for who really did.
 *
 * fgraph_return(registers, slot) takes the frame off the shadow stack and puts the real return address in the slot.
 */
SYM_CODE_START(return_to_handler)
	ANNOTATE_NOENDBR
	UNWIND_HINT_UNDEFINED
	pushq	$return_to_handler
	UNWIND_HINT_FUNC
	subq	$16, %rsp
	movq	%rax, (%rsp)
	movq	%rdx, 8(%rsp)
	movq	%rsp, %rdi
	leaq	16(%rsp), %rsi
	call	fgraph_return
	movq	8(%rsp), %rdx
	movq	(%rsp), %rax
	addq	$16, %rsp
	RET
SYM_CODE_END(return_to_handler)
#endif
