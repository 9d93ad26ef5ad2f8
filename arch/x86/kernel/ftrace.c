// SPDX-License-Identifier: GPL-2.0
/*
 * Function hooks on x86-64: what a call site looks like, trampolines, direct calls.
 *
 * The bookkeeping is in kernel/trace/hook; this file knows instructions.
 */
#include <linux/execmem.h>
#include <linux/ftrace.h>
#include <linux/memory.h>
#include <linux/set_memory.h>
#include <linux/string.h>
#include <linux/vmalloc.h>

#include <asm/nops.h>
#include <asm/nospec-branch.h>
#include <asm/text-patching.h>

/* Places in the templates, see ftrace_64.S. */
/* No header: nobody else may know. */
extern const u8 hook_caller_ops[], hook_caller_call[], hook_caller_ret[];
extern const u8 hook_regs_caller_ops[], hook_regs_caller_call[], hook_regs_caller_ret[];

/* movabsq $imm64, %rdx: the operand is behind two bytes. */
#define OPS_IMM_OFFSET	2
/* sarq $5, %gs:disp32(%rip): the displacement is behind four bytes. */
#define DEPTH_DISP_OFFSET 4
/* jmp to a return thunk, or ret and int3. */
#define RET_MAX_BYTES	5

/* --- call sites --- */

/**
 * arch_hook_target() - what does a site call?
 * @ip:		the site
 *
 * Context: any.
 * Return: the address, HOOK_TARGET_NONE for a nop, HOOK_TARGET_BAD for anything else.
 */
unsigned long arch_hook_target(unsigned long ip)
{
	union text_poke_insn insn;

	memcpy(insn.text, (void *)ip, CALL_INSN_SIZE);
	if (insn.opcode == CALL_INSN_OPCODE)
		return ip + CALL_INSN_SIZE + insn.disp;
	return memcmp(insn.text, x86_nops[5], CALL_INSN_SIZE) ? HOOK_TARGET_BAD : HOOK_TARGET_NONE;
}

/**
 * arch_hook_set_target() - queue a change of what a site calls
 * @ip:		the site; a nop or a call now
 * @target:	the address, HOOK_TARGET_NONE for a nop
 *
 * Context: task, text_mutex held until arch_hook_flush().  In order of address it makes large batches.
 */
void arch_hook_set_target(unsigned long ip, unsigned long target)
{
	union text_poke_insn insn;

	if (target == HOOK_TARGET_NONE)
		memcpy(insn.text, x86_nops[5], CALL_INSN_SIZE);
	else
		__text_gen_insn(&insn, CALL_INSN_OPCODE, (void *)ip, (void *)target, CALL_INSN_SIZE);
	text_poke_queue((void *)ip, insn.text, CALL_INSN_SIZE, NULL);
}

void arch_hook_flush(void)
{
	text_poke_finish();
}

/**
 * arch_hook_direct() - have the caller of several hooks go on to an address
 * @fregs:	as given to the hook
 * @addr:	the address
 *
 * Context: in a hook.
 */
void arch_hook_direct(struct ftrace_regs *fregs, unsigned long addr)
{
	fregs->regs.orig_ax = addr;
}

/* --- trampolines --- */

struct template {
	const u8	*start, *ops, *call, *ret;
};

static struct template template_of(bool regs)
{
	if (regs)
		return (struct template) { (const u8 *)ftrace_regs_caller, hook_regs_caller_ops,
					   hook_regs_caller_call, hook_regs_caller_ret };
	return (struct template) { (const u8 *)ftrace_caller, hook_caller_ops, hook_caller_call, hook_caller_ret };
}

unsigned int arch_hook_tramp_bytes(bool regs)
{
	struct template t = template_of(regs);

	return t.ret - t.start + RET_MAX_BYTES;
}

/* A return at @at for this CPU, into @buf. */
static void fill_ret(u8 *buf, unsigned long at)
{
	memset(buf, INT3_INSN_OPCODE, RET_MAX_BYTES);
	if (cpu_wants_rethunk_at((void *)at))
		__text_gen_insn(buf, JMP32_INSN_OPCODE, (void *)at, x86_return_thunk, JMP32_INSN_SIZE);
	else
		*buf = RET_INSN_OPCODE;
}

/**
 * arch_hook_tramp_fill() - make the code of a trampoline
 * @buf:	room for arch_hook_tramp_bytes(@regs)
 * @at:		where it will be
 * @regs:	save all registers
 * @ops:	given to @func
 * @func:	what it calls
 *
 * Context: task.
 * Return: 0, -ERANGE: @func is out of reach.
 */
int arch_hook_tramp_fill(void *buf, unsigned long at, bool regs, struct ftrace_ops *ops, ftrace_func_t func)
{
	struct template t = template_of(regs);
	unsigned long imm = (unsigned long)ops;
	unsigned long from = at + (t.call - t.start);
	long dist = (long)func - (long)(from + CALL_INSN_SIZE);

	if (dist != (s32)dist)
		return -ERANGE;
	memcpy(buf, t.start, t.ret - t.start);
	memcpy(buf + (t.ops - t.start) + OPS_IMM_OFFSET, &imm, sizeof(imm));
	__text_gen_insn(buf + (t.call - t.start), CALL_INSN_OPCODE, (void *)from, (void *)func, CALL_INSN_SIZE);
	fill_ret(buf + (t.ret - t.start), at + (t.ret - t.start));
	/* The one operand that is relative to where it stands, and only some CPUs have it. */
	if (cpu_feature_enabled(X86_FEATURE_CALL_DEPTH))
		*(s32 *)(buf + DEPTH_DISP_OFFSET) += (long)t.start - (long)at;
	return 0;
}

/**
 * arch_hook_text_alloc() - a page for trampolines, full of traps
 *
 * It is read-only and executable from the start and written by text_poke.
 *
 * Context: task.
 * Return: the page, in reach of a call from kernel text; NULL.
 */
void *arch_hook_text_alloc(void)
{
	void *page = execmem_alloc(EXECMEM_FTRACE, PAGE_SIZE);

	if (!page)
		return NULL;
	memset(page, INT3_INSN_OPCODE, PAGE_SIZE);
	if (set_memory_rox((unsigned long)page, 1)) {
		execmem_free(page);
		return NULL;
	}
	return page;
}

void arch_hook_text_write(unsigned long at, const void *buf, unsigned int bytes)
{
	text_poke_copy((void *)at, buf, bytes);
	/* A CPU may have run what was in this slot before. */
	text_poke_sync();
}

/* Trampolines are never writable, so there is nothing to be done late in boot. */
void set_ftrace_ops_ro(void)
{
}
