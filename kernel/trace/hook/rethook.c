// SPDX-License-Identifier: GPL-2.0
/*
 * Return hooks with memory of their own: see <linux/rethook.h>.
 *
 * Nodes of a task's pending returns are on task_struct::rethooks, the innermost call first.  Several hooks
 * on one call make several nodes over one stack slot: the newest saw the trampoline in it, the oldest
 * the real return address, so a run of nodes of one call ends with the one that knows.
 */
#include <linux/kprobes.h>
#include <linux/preempt.h>
#include <linux/rethook.h>
#include <linux/sched.h>
#include <linux/slab.h>

static int node_init(void *obj, void *context)
{
	struct rethook_node *node = obj;

	node->rethook = context;
	return 0;
}

/* The last node is back, and the pool has freed its own memory. */
static int pool_gone(struct objpool_head *pool, void *context)
{
	kfree(context);
	return 0;
}

/**
 * rethook_alloc() - make a rethook
 * @data:	the owner's, given to @handler
 * @handler:	called on return
 * @size:	of the owner's object, which begins with a struct rethook_node
 * @num:	objects: calls that may be pending at once
 *
 * Context: task.
 * Return: the rethook; ERR_PTR(-EINVAL, -ENOMEM).
 */
struct rethook *rethook_alloc(void *data, rethook_handler_t handler, int size, int num)
{
	struct rethook *rh;
	int ret;

	if (!handler || num <= 0 || size < (int)sizeof(struct rethook_node))
		return ERR_PTR(-EINVAL);
	rh = kzalloc(sizeof(*rh), GFP_KERNEL);
	if (!rh)
		return ERR_PTR(-ENOMEM);
	rh->data = data;
	rh->handler = handler;
	ret = objpool_init(&rh->pool, num, size, GFP_KERNEL, rh, node_init, pool_gone);
	if (ret) {
		kfree(rh);
		return ERR_PTR(ret);
	}
	return rh;
}

/**
 * rethook_stop() - no node is handed out and no handler called any more
 * @rh:		the rethook
 *
 * Context: task; wait for a grace period before handlers can be relied on not to run.
 */
void rethook_stop(struct rethook *rh)
{
	WRITE_ONCE(rh->handler, NULL);
}

static void free_rcu_cb(struct rcu_head *head)
{
	objpool_fini(&container_of(head, struct rethook, free)->pool);
}

/**
 * rethook_free() - let go of a rethook
 * @rh:		the rethook; its memory goes when the last pending call has returned
 *
 * Context: any but NMI.
 */
void rethook_free(struct rethook *rh)
{
	rethook_stop(rh);
	call_rcu(&rh->free, free_rcu_cb);
}

static __always_inline rethook_handler_t handler_of(const struct rethook *rh)
{
	return READ_ONCE(rh->handler);
}

/**
 * rethook_try_get() - take a node for a call
 * @rh:		the rethook
 *
 * Context: any, preemption off.
 * Return: the node, for rethook_hook() or rethook_recycle(); NULL when all are in use or the owner stopped.
 */
struct rethook_node *rethook_try_get(struct rethook *rh)
{
	/* Where RCU does not watch the pool could go away under us. */
	if (!handler_of(rh) || unlikely(!rcu_is_watching()))
		return NULL;
	return objpool_pop(&rh->pool);
}

NOKPROBE_SYMBOL(rethook_try_get);

/**
 * rethook_recycle() - give a node back
 * @node:	not on any task's list
 *
 * Context: any, preemption off.
 */
void rethook_recycle(struct rethook_node *node)
{
	struct rethook *rh = node->rethook;

	if (likely(handler_of(rh)))
		objpool_push(node, &rh->pool);
	else
		objpool_drop(node, &rh->pool);
}

NOKPROBE_SYMBOL(rethook_recycle);

/**
 * rethook_hook() - have the call that was entered just now return to us
 * @node:	from rethook_try_get()
 * @regs:	registers at its entry
 * @mcount:	entered through a call site of the compiler
 *
 * Context: any, preemption off, in the task that made the call.
 */
void rethook_hook(struct rethook_node *node, struct pt_regs *regs, bool mcount)
{
	arch_rethook_prepare(node, regs, mcount);
	__llist_add(&node->link, &current->rethooks);
}

NOKPROBE_SYMBOL(rethook_hook);

/* From @pos on, the node that knows where the call with @frame returns to; any call when @frame is 0. */
static struct rethook_node *knower(struct llist_node *pos, unsigned long frame)
{
	for (; pos; pos = pos->next) {
		struct rethook_node *node = container_of(pos, struct rethook_node, link);

		if (node->ret_addr != (unsigned long)arch_rethook_trampoline && (!frame || node->frame == frame))
			return node;
	}
	return NULL;
}

NOKPROBE_SYMBOL(knower);

/**
 * rethook_find_ret_addr() - the return address that the trampoline's stands for
 * @tsk:	whose stack it is on; current, or not running
 * @frame:	where the address was found on it
 * @cur:	search on behind this node; starts as NULL
 *
 * Context: any.
 * Return: the real address, 0 if there is none.
 */
unsigned long rethook_find_ret_addr(struct task_struct *tsk, unsigned long frame, struct llist_node **cur)
{
	struct rethook_node *node;

	if (!cur || (tsk != current && task_is_running(tsk)))
		return 0;
	node = knower(*cur ? (*cur)->next : tsk->rethooks.first, frame);
	if (!node)
		return 0;
	*cur = &node->link;
	return node->ret_addr;
}

NOKPROBE_SYMBOL(rethook_find_ret_addr);

/* Weak: architectures whose frame has no place for it. */
void __weak arch_rethook_fixup_return(struct pt_regs *regs, unsigned long correct_ret_addr)
{
}

NOKPROBE_SYMBOL(arch_rethook_fixup_return);

/**
 * rethook_trampoline_handler() - a hooked call has returned
 * @regs:	registers as it left them
 * @frame:	where its return address stood
 *
 * Nodes stay on the list while handlers run, so that a stack trace from one is right.
 *
 * Context: called by the architecture's trampoline.
 * Return: where it returns to.
 */
unsigned long rethook_trampoline_handler(struct pt_regs *regs, unsigned long frame)
{
	struct rethook_node *last = knower(current->rethooks.first, frame), *node;
	struct llist_node *pos, *next, *end;
	unsigned long ret;

	if (!last)
		panic("hook: return address of %s/%d is lost", current->comm, current->pid);
	ret = last->ret_addr;
	end = last->link.next;
	instruction_pointer_set(regs, ret);

	preempt_disable_notrace();
	for (pos = current->rethooks.first; pos != end; pos = pos->next) {
		rethook_handler_t handler;

		node = container_of(pos, struct rethook_node, link);
		if (node->frame != frame)
			continue;
		handler = handler_of(node->rethook);
		if (handler)
			handler(node, node->rethook->data, ret, regs);
	}
	arch_rethook_fixup_return(regs, ret);

	pos = current->rethooks.first;
	current->rethooks.first = end;
	for (; pos != end; pos = next) {
		next = pos->next;
		rethook_recycle(container_of(pos, struct rethook_node, link));
	}
	preempt_enable_notrace();
	return ret;
}

NOKPROBE_SYMBOL(rethook_trampoline_handler);

/**
 * rethook_flush_task() - a task ends in calls that will never return
 * @tsk:	the task
 *
 * Context: task.
 */
void rethook_flush_task(struct task_struct *tsk)
{
	struct llist_node *pos = __llist_del_all(&tsk->rethooks), *next;

	guard(preempt_notrace)();
	for (; pos; pos = next) {
		next = pos->next;
		rethook_recycle(container_of(pos, struct rethook_node, link));
	}
}
