// SPDX-License-Identifier: GPL-2.0
/*
 * Trampolines: copies of ftrace_caller or ftrace_regs_caller that call one hook directly.
 *
 * They live in slots of pages that are executable and never given back.  The unwinder knows a trampoline
 * by the hook it belongs to; a hook may be gone, or have a new one, while a task is still inside the old,
 * so each slot has a stand-in for its hook that says what the unwinder needs.
 */
#include <linux/bitmap.h>
#include <linux/kallsyms.h>
#include <linux/memory.h>
#include <linux/rculist.h>
#include <linux/slab.h>

#include "hook_internal.h"

#define SLOT_BYTES	512
#define NR_SLOTS	(PAGE_SIZE / SLOT_BYTES)

/**
 * struct tramp_slot - one trampoline
 * @shade:	stand-in; ->trampoline is 0 when the slot is free.  hook_lock, readers under RCU
 * @rcu:	frees it when no task is inside
 */
struct tramp_slot {
	struct ftrace_ops	shade;
	struct rcu_head		rcu;
};

/**
 * struct tramp_page - a page of slots
 * @node:	all pages; hook_lock, readers under RCU; never removed
 * @text:	the code
 * @slot:	who has which
 */
struct tramp_page {
	struct list_head	node;
	unsigned long		text;
	struct tramp_slot	slot[NR_SLOTS];
};

static LIST_HEAD(tramp_pages);
static DEFINE_SPINLOCK(tramp_lock);	/* taking and freeing a slot; innermost */

static struct tramp_page *page_make(void)
{
	struct tramp_page *tp = kzalloc(sizeof(*tp), GFP_KERNEL);
	void *text;

	if (!tp)
		return NULL;
	text = arch_hook_text_alloc();
	if (!text) {
		kfree(tp);
		return NULL;
	}
	tp->text = (unsigned long)text;
	list_add_tail_rcu(&tp->node, &tramp_pages);
	return tp;
}

/* A free slot of @tp becomes ours. */
static struct tramp_slot *slot_take(struct tramp_page *tp)
{
	struct tramp_slot *slot = NULL;
	unsigned long flags;

	spin_lock_irqsave(&tramp_lock, flags);
	for (unsigned int i = 0; i < NR_SLOTS && !slot; i++) {
		if (tp->slot[i].shade.trampoline)
			continue;
		slot = &tp->slot[i];
		slot->shade.trampoline = tp->text + i * SLOT_BYTES;
	}
	spin_unlock_irqrestore(&tramp_lock, flags);
	return slot;
}

static struct tramp_slot *slot_find(unsigned long addr)
{
	struct tramp_page *tp;

	list_for_each_entry_rcu(tp, &tramp_pages, node, lockdep_is_held(&hook_lock)) {
		if (addr - tp->text < PAGE_SIZE)
			return &tp->slot[(addr - tp->text) / SLOT_BYTES];
	}
	return NULL;
}

static void slot_put(struct tramp_slot *slot)
{
	unsigned long flags;

	spin_lock_irqsave(&tramp_lock, flags);
	slot->shade.trampoline = 0;
	spin_unlock_irqrestore(&tramp_lock, flags);
}

static void slot_put_rcu(struct rcu_head *rcu)
{
	slot_put(container_of(rcu, struct tramp_slot, rcu));
}

/**
 * hook_tramp_make() - give a hook a trampoline
 * @ops:	the hook; ->trampoline stays 0 if there is no room: then its sites use the list
 * @func:	what the trampoline calls
 *
 * Context: task, hook_lock held.
 */
void hook_tramp_make(struct ftrace_ops *ops, ftrace_func_t func)
{
	bool regs = ops->flags & FTRACE_OPS_FL_SAVE_REGS;
	unsigned int bytes = arch_hook_tramp_bytes(regs);
	struct tramp_slot *slot = NULL;
	struct tramp_page *tp;
	u8 buf[SLOT_BYTES];

	lockdep_assert_held(&hook_lock);
	if (WARN_ON_ONCE(bytes > SLOT_BYTES))
		return;
	list_for_each_entry(tp, &tramp_pages, node) {
		slot = slot_take(tp);
		if (slot)
			break;
	}
	if (!slot) {
		tp = page_make();
		slot = tp ? slot_take(tp) : NULL;
	}
	if (!slot)
		return;
	slot->shade.func = ops->func;
	slot->shade.flags = ops->flags;
	slot->shade.trampoline_size = bytes;
	if (arch_hook_tramp_fill(buf, slot->shade.trampoline, regs, ops, func)) {
		slot_put(slot);
		return;
	}
	arch_hook_text_write(slot->shade.trampoline, buf, bytes);
	ops->trampoline_size = bytes;
	ops->trampoline = slot->shade.trampoline;
}

/**
 * hook_tramp_retire() - no site calls a trampoline any more
 * @tramp:	its address
 *
 * The slot is free again once every task that may be inside has left.
 *
 * Context: task, hook_lock held.
 */
void hook_tramp_retire(unsigned long tramp)
{
	struct tramp_slot *slot = slot_find(tramp);

	if (!WARN_ON_ONCE(!slot))
		call_rcu_tasks(&slot->rcu, slot_put_rcu);
}

/**
 * is_ftrace_trampoline() - is an address in a trampoline?
 * @addr:	the address
 *
 * Context: any.
 * Return: true if it is.
 */
bool is_ftrace_trampoline(unsigned long addr)
{
	return ftrace_ops_trampoline(addr);
}

/**
 * ftrace_ops_trampoline() - whose trampoline is an address in?
 * @addr:	the address
 *
 * Context: any.
 * Return: a hook with the right ->flags and ->trampoline, not always the one that was registered; NULL if
 * it is in none.
 */
struct ftrace_ops *ftrace_ops_trampoline(unsigned long addr)
{
	struct tramp_slot *slot;

	guard(preempt_notrace)();
	slot = slot_find(addr);
	if (!slot || !slot->shade.trampoline || addr >= slot->shade.trampoline + slot->shade.trampoline_size)
		return NULL;
	return &slot->shade;
}

/* The @n-th trampoline in use; -ERANGE behind the last. */
int hook_tramp_nth(unsigned int n, unsigned long *addr, unsigned long *size)
{
	struct tramp_page *tp;

	guard(rcu)();
	list_for_each_entry_rcu(tp, &tramp_pages, node) {
		for (unsigned int i = 0; i < NR_SLOTS; i++) {
			struct ftrace_ops *shade = &tp->slot[i].shade;

			if (!shade->trampoline || n--)
				continue;
			*addr = shade->trampoline;
			*size = shade->trampoline_size;
			return 0;
		}
	}
	return -ERANGE;
}
