/* SPDX-License-Identifier: GPL-2.0 */
/*
 * rethook.h - hook the return of one call of a function: kretprobe and fprobe stand on it.
 *
 * A user allocates a struct rethook with a fixed number of nodes.  On entry of the function it takes
 * a node, fills what it keeps behind it, and hooks it; the node is linked to the running task until
 * the function returns, then the handler runs and the node goes back to the pool.
 */
#ifndef _LINUX_RETHOOK_H
#define _LINUX_RETHOOK_H

#include <linux/compiler_types.h>
#include <linux/llist.h>
#include <linux/objpool.h>
#include <linux/rcupdate.h>
#include <linux/types.h>

struct pt_regs;
struct rethook;
struct rethook_node;
struct task_struct;

/* Runs when the hooked function has returned to @ret_addr; preemption off, any context. */
typedef void (*rethook_handler_t)(struct rethook_node *node, void *data, unsigned long ret_addr,
				  struct pt_regs *regs);

/**
 * struct rethook - a pool of nodes and what to do when one of them returns
 * @data:	the owner's, given to @handler; never changes
 * @handler:	read once by hooks; NULL once the owner let go: nodes still on a stack return in silence
 * @pool:	free nodes
 * @free:	an RCU grace period and then a worker dispose of the pool
 */
struct rethook {
	void			*data;
	rethook_handler_t	handler;
	struct objpool_head	pool;
	struct rcu_head		free;
};

/**
 * struct rethook_node - one pending return; must be the first member of the owner's object
 * @link:	in task_struct::rethooks, innermost call first; owned by that task
 * @rethook:	the pool it belongs to
 * @ret_addr:	where the function really returns to
 * @frame:	the stack slot, or pointer, that tells frames apart
 * @rcu:	defers recycling where RCU does not watch
 */
struct rethook_node {
	struct llist_node	link;
	struct rethook		*rethook;
	unsigned long		ret_addr;
	unsigned long		frame;
	struct rcu_head		rcu;
};

/* A pool's life. */
struct rethook *rethook_alloc(void *data, rethook_handler_t handler, int size, int num);
void rethook_free(struct rethook *rh);
void rethook_stop(struct rethook *rh);

/* A node's: taken on entry, then hooked or recycled. */
struct rethook_node *rethook_try_get(struct rethook *rh);
void rethook_recycle(struct rethook_node *rhn);
void rethook_hook(struct rethook_node *rhn, struct pt_regs *regs, bool mcount);

/* For the architecture's trampoline and the unwinder. */
unsigned long rethook_trampoline_handler(struct pt_regs *regs, unsigned long slot);
unsigned long rethook_find_ret_addr(struct task_struct *tsk, unsigned long slot, struct llist_node **cur);

/* What the architecture gives. */
void arch_rethook_fixup_return(struct pt_regs *regs, unsigned long ret_addr);
void arch_rethook_prepare(struct rethook_node *rhn, struct pt_regs *regs, bool mcount);
void arch_rethook_trampoline(void);

static __always_inline bool is_rethook_trampoline(unsigned long addr)
{
	return addr == (unsigned long)arch_rethook_trampoline;
}

#ifdef CONFIG_RETHOOK
void rethook_flush_task(struct task_struct *tsk);
#else
static inline void rethook_flush_task(struct task_struct *tsk) { }
#endif

#endif /* _LINUX_RETHOOK_H */
