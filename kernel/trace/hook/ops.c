// SPDX-License-Identifier: GPL-2.0
/*
 * Hooks: registering, and their sets.
 *
 * A hook that leaves may still be running on any CPU, and tasks may be preempted in its trampoline.  Its
 * sites are patched first, then it leaves the list; hook_retire() waits for tasks to come out, before the
 * owner may free it.  A trampoline is freed by itself, later (tramp.c), so hooks in static memory leave
 * without waiting.
 */
#include <linux/kernel.h>
#include <linux/rcupdate.h>
#include <linux/slab.h>
#include <linux/sysctl.h>

#include <asm/sections.h>

#include "hook_internal.h"

static LIST_HEAD(hook_clients);		/* hook_lock */

/* --- the list --- */

/* Hooks that replace return addresses come last: what others read or replace is under theirs. */
static void list_add_hook(struct ftrace_ops *ops)
{
	struct ftrace_ops __rcu **link = &hook_list_head;
	struct ftrace_ops *p;

	while ((ops->flags & FTRACE_OPS_FL_GRAPH) &&
	       (p = rcu_dereference_protected(*link, lockdep_is_held(&hook_lock))))
		link = &p->next;
	rcu_assign_pointer(ops->next, rcu_dereference_protected(*link, lockdep_is_held(&hook_lock)));
	rcu_assign_pointer(*link, ops);
}

/* ops->next stays: who stands on @ops goes on from there. */
static void list_del_hook(struct ftrace_ops *ops)
{
	struct ftrace_ops __rcu **link = &hook_list_head;
	struct ftrace_ops *p;

	while ((p = rcu_dereference_protected(*link, lockdep_is_held(&hook_lock)))) {
		if (p == ops) {
			rcu_assign_pointer(*link, rcu_dereference_protected(ops->next, 1));
			return;
		}
		link = &p->next;
	}
}

static struct hook_set *filter_of(struct ftrace_ops *ops)
{
	return rcu_dereference_protected(ops->filter, lockdep_is_held(&hook_lock));
}

static struct hook_set *avoid_of(struct ftrace_ops *ops)
{
	return rcu_dereference_protected(ops->avoid, lockdep_is_held(&hook_lock));
}

static struct hook_change change_of(struct ftrace_ops *ops, bool was_on, bool is_on)
{
	return (struct hook_change) {
		.ops		= ops,
		.was_on		= was_on,
		.is_on		= is_on,
		.was_filter	= filter_of(ops),
		.was_avoid	= avoid_of(ops),
		.filter		= filter_of(ops),
		.avoid		= avoid_of(ops),
	};
}

/**
 * hook_register_locked() - a hook comes
 * @ops:	the hook
 *
 * Context: task, hook_lock held; hook_direct_lock too for an IPMODIFY or direct hook.
 * Return: 0, -EBUSY: registered already, or the sysctl or another hook forbids it.
 */
int hook_register_locked(struct ftrace_ops *ops)
{
	struct hook_change ch = change_of(ops, false, true);

	lockdep_assert_held(&hook_lock);
	if (ops->flags & FTRACE_OPS_FL_ENABLED)
		return -EBUSY;
	if (!ftrace_enabled && (ops->flags & FTRACE_OPS_FL_PERMANENT))
		return -EBUSY;
	if ((ops->flags & FTRACE_OPS_FL_IPMODIFY) && !hook_may_ipmodify(&ch))
		return -EBUSY;

	if (ops->flags & FTRACE_OPS_FL_SAVE_REGS_IF_SUPPORTED)
		ops->flags |= FTRACE_OPS_FL_SAVE_REGS;
	if (!is_kernel_core_data((unsigned long)ops))
		ops->flags |= FTRACE_OPS_FL_DYNAMIC;
	if (!ops->func)
		ops->func = ftrace_stub;
	ops->trampoline = 0;
	if (!(ops->flags & FTRACE_OPS_FL_DIRECT))
		hook_tramp_make(ops, hook_call_func(ops));

	list_add_hook(ops);
	ops->flags |= FTRACE_OPS_FL_ENABLED;
	if (!(ops->flags & FTRACE_OPS_FL_STUB))
		hook_patch_change(&ch);
	return 0;
}

/**
 * hook_unregister_locked() - a hook goes
 * @ops:	the hook; it may still be running: see hook_retire()
 *
 * Context: task, hook_lock held; hook_direct_lock too for an IPMODIFY or direct hook.
 * Return: 0, -EBUSY: it is not registered.
 */
int hook_unregister_locked(struct ftrace_ops *ops)
{
	struct hook_change ch = change_of(ops, true, false);

	lockdep_assert_held(&hook_lock);
	if (!(ops->flags & FTRACE_OPS_FL_ENABLED))
		return -EBUSY;
	ops->flags &= ~FTRACE_OPS_FL_ENABLED;
	if (!(ops->flags & FTRACE_OPS_FL_STUB))
		hook_patch_change(&ch);
	list_del_hook(ops);
	if (ops->trampoline)
		hook_tramp_retire(ops->trampoline);
	ops->trampoline = 0;
	return 0;
}

/**
 * hook_retire() - wait until nobody is inside a hook that was unregistered
 * @ops:	the hook
 *
 * Context: task, no lock of this layer held.
 */
void hook_retire(struct ftrace_ops *ops)
{
	if (!(ops->flags & FTRACE_OPS_FL_DYNAMIC) || system_state == SYSTEM_BOOTING)
		return;
	/* Tasks that were preempted in a trampoline or a direct call. */
	synchronize_rcu_tasks();
	/* Idle tasks, and the walk over the list: preemption is off there. */
	synchronize_rcu();
}

/**
 * register_ftrace_function() - hook functions
 * @ops:	the hook, its sets already made
 *
 * Context: task.
 * Return: 0, -EBUSY, -EINVAL, -EAGAIN.
 */
int register_ftrace_function(struct ftrace_ops *ops)
{
	int ret;

	if (!(ops->flags & FTRACE_OPS_FL_IPMODIFY)) {
		guard(mutex)(&hook_lock);
		return hook_register_locked(ops);
	}

	guard(mutex)(&hook_direct_lock);
	ret = hook_ipmodify_begin(ops, rcu_dereference_protected(ops->filter, 1));
	if (ret)
		return ret;
	mutex_lock(&hook_lock);
	ret = hook_register_locked(ops);
	mutex_unlock(&hook_lock);
	if (ret)
		hook_ipmodify_end(ops, rcu_dereference_protected(ops->filter, 1));
	return ret;
}
EXPORT_SYMBOL_GPL(register_ftrace_function);

/**
 * unregister_ftrace_function() - take a hook off
 * @ops:	the hook; nobody runs it when this returns and it may be freed, if it is in dynamic memory
 *
 * Context: task, may wait for a grace period.
 * Return: 0, -EBUSY: it was not registered.
 */
int unregister_ftrace_function(struct ftrace_ops *ops)
{
	bool ipmodify = ops->flags & FTRACE_OPS_FL_IPMODIFY;
	int ret;

	if (ipmodify)
		mutex_lock(&hook_direct_lock);
	mutex_lock(&hook_lock);
	ret = hook_unregister_locked(ops);
	mutex_unlock(&hook_lock);
	if (ipmodify) {
		if (!ret)
			hook_ipmodify_end(ops, rcu_dereference_protected(ops->filter, 1));
		mutex_unlock(&hook_direct_lock);
	}
	if (!ret)
		hook_retire(ops);
	return ret;
}
EXPORT_SYMBOL_GPL(unregister_ftrace_function);

/* --- sets --- */

/* Free those of two sets that are not those of @ops. */
static void drop_sets(struct ftrace_ops *ops, struct hook_set *filter, struct hook_set *avoid)
{
	if (filter != filter_of(ops))
		hook_set_free(filter);
	if (avoid != avoid_of(ops))
		hook_set_free(avoid);
}

/**
 * hook_change_set_locked() - give a hook new sets
 * @ops:	the hook
 * @filter:	the new filter; taken over, also on error
 * @avoid:	the new set of what not to hook; the same
 *
 * Context: task, hook_lock held; hook_direct_lock too for an IPMODIFY or direct hook.
 * Return: 0, -EBUSY: an IPMODIFY hook cannot have what it asks for.
 */
int hook_change_set_locked(struct ftrace_ops *ops, struct hook_set *filter, struct hook_set *avoid)
{
	bool on = ops->flags & FTRACE_OPS_FL_ENABLED;
	struct hook_change ch = change_of(ops, on, on);

	lockdep_assert_held(&hook_lock);
	ch.filter = filter;
	ch.avoid = avoid;
	if (on && (ops->flags & FTRACE_OPS_FL_IPMODIFY) && !hook_may_ipmodify(&ch)) {
		drop_sets(ops, filter, avoid);
		return -EBUSY;
	}
	filter = filter_of(ops);
	avoid = avoid_of(ops);
	rcu_assign_pointer(ops->filter, (struct hook_set *)ch.filter);
	rcu_assign_pointer(ops->avoid, (struct hook_set *)ch.avoid);
	if (on && !(ops->flags & FTRACE_OPS_FL_STUB))
		hook_patch_change(&ch);
	drop_sets(ops, filter, avoid);
	return 0;
}

/* See hook.h. */
int hook_ops_set(struct ftrace_ops *ops, struct hook_set *filter, struct hook_set *avoid)
{
	bool both = (ops->flags & FTRACE_OPS_FL_IPMODIFY) && (ops->flags & FTRACE_OPS_FL_ENABLED);
	int ret = 0;

	if (both)
		mutex_lock(&hook_direct_lock);
	if (both && filter)
		ret = hook_ipmodify_begin(ops, filter);
	mutex_lock(&hook_lock);
	if (!ret)
		ret = hook_change_set_locked(ops, filter, avoid);
	else
		drop_sets(ops, filter, avoid);
	mutex_unlock(&hook_lock);
	if (both)
		mutex_unlock(&hook_direct_lock);
	return ret;
}

/* The set of @ops with @cnt addresses more or less; NULL when nothing is left of a hook that is off. */
static struct hook_set *set_edit(struct ftrace_ops *ops, const unsigned long *ips, unsigned int cnt, bool remove,
				 bool reset)
{
	struct hook_filter hf __free(hook_filter) = {};
	int ret = 0;

	hook_filter_init(&hf);
	if (!reset) {
		guard(mutex)(&hook_lock);
		ret = hook_filter_copy(&hf, filter_of(ops));
	}
	for (unsigned int i = 0; !ret && i < cnt; i++) {
		unsigned long ip = ftrace_location(ips[i]);

		if (!ip)
			return ERR_PTR(-EINVAL);
		if (!remove)
			ret = hook_filter_add(&hf, ip);
		else if (!hook_filter_del(&hf, ip))
			return ERR_PTR(-ENOENT);
	}
	if (ret)
		return ERR_PTR(ret);
	if (!hf.nr && !(ops->flags & FTRACE_OPS_FL_ENABLED))
		return NULL;
	return hook_filter_set(&hf);
}

/**
 * ftrace_set_filter_ips() - add functions to a hook, or take them away, by address
 * @ops:	the hook
 * @ips:	call sites, or first instructions of functions
 * @cnt:	their number
 * @remove:	nonzero to take away
 * @reset:	nonzero to forget what was set before
 *
 * Context: task.  Changes of one hook's sets are serialised by its owner.
 * Return: 0, -EINVAL: no such function, -ENOENT: it was not set, -EBUSY, -ENOMEM.
 */
int ftrace_set_filter_ips(struct ftrace_ops *ops, unsigned long *ips, unsigned int cnt, int remove, int reset)
{
	struct hook_set *set = set_edit(ops, ips, cnt, remove, reset);

	if (IS_ERR(set))
		return PTR_ERR(set);
	return hook_ops_set(ops, set, rcu_dereference_protected(ops->avoid, 1));
}
EXPORT_SYMBOL_GPL(ftrace_set_filter_ips);

/**
 * ftrace_set_filter_ip() - as ftrace_set_filter_ips(), for one function
 * @ops:	the hook
 * @ip:		call site, or first instruction of a function
 * @remove:	nonzero to take it away
 * @reset:	nonzero to forget what was set before
 *
 * Context: task.
 * Return: 0 or an error.
 */
int ftrace_set_filter_ip(struct ftrace_ops *ops, unsigned long ip, int remove, int reset)
{
	return ftrace_set_filter_ips(ops, &ip, 1, remove, reset);
}
EXPORT_SYMBOL_GPL(ftrace_set_filter_ip);

/* The set @old with what the pattern @buf names, or NULL for no pattern at all. */
static struct hook_set *set_by_text(struct hook_set *old, const unsigned char *buf, int len, bool reset)
{
	struct hook_filter hf __free(hook_filter) = {};
	char *text __free(kfree) = NULL;
	int ret = 0;

	hook_filter_init(&hf);
	if (!reset) {
		guard(mutex)(&hook_lock);
		ret = hook_filter_copy(&hf, old);
	}
	if (!ret && buf && len > 0) {
		text = kstrndup(buf, len, GFP_KERNEL);
		ret = text ? hook_filter_word(&hf, strim(text)) : -ENOMEM;
	}
	if (ret)
		return ERR_PTR(ret);
	return hf.nr ? hook_filter_set(&hf) : NULL;
}

/**
 * ftrace_set_filter() - choose the functions of a hook by a name or glob
 * @ops:	the hook
 * @buf:	the pattern; NULL for none
 * @len:	its length
 * @reset:	nonzero to forget what was set before
 *
 * Context: task.
 * Return: 0, -EINVAL: nothing matches, -EBUSY, -ENOMEM.
 */
int ftrace_set_filter(struct ftrace_ops *ops, unsigned char *buf, int len, int reset)
{
	struct hook_set *set = set_by_text(rcu_dereference_protected(ops->filter, 1), buf, len, reset);

	if (IS_ERR(set))
		return PTR_ERR(set);
	return hook_ops_set(ops, set, rcu_dereference_protected(ops->avoid, 1));
}
EXPORT_SYMBOL_GPL(ftrace_set_filter);

/**
 * ftrace_set_notrace() - choose by a name or glob what a hook shall leave alone
 * @ops:	the hook
 * @buf:	the pattern; NULL for none
 * @len:	its length
 * @reset:	nonzero to forget what was set before
 *
 * Context: task.
 * Return: 0, -EINVAL: nothing matches, -EBUSY, -ENOMEM.
 */
int ftrace_set_notrace(struct ftrace_ops *ops, unsigned char *buf, int len, int reset)
{
	struct hook_set *set = set_by_text(rcu_dereference_protected(ops->avoid, 1), buf, len, reset);

	if (IS_ERR(set))
		return PTR_ERR(set);
	return hook_ops_set(ops, rcu_dereference_protected(ops->filter, 1), set);
}
EXPORT_SYMBOL_GPL(ftrace_set_notrace);

/**
 * ftrace_free_filter() - forget the sets of a hook that is not registered
 * @ops:	the hook
 *
 * Context: task.
 */
void ftrace_free_filter(struct ftrace_ops *ops)
{
	guard(mutex)(&hook_lock);
	if (WARN_ON_ONCE(ops->flags & FTRACE_OPS_FL_ENABLED))
		return;
	hook_change_set_locked(ops, NULL, NULL);
}
EXPORT_SYMBOL_GPL(ftrace_free_filter);

/* --- text goes away --- */

void hook_client_register(struct hook_client *client)
{
	guard(mutex)(&hook_lock);
	list_add_tail(&client->node, &hook_clients);
}

/* Nothing is patched: the text is gone.  Without memory the set keeps addresses that match nothing. */
static void forget(struct hook_set __rcu **setp, unsigned long start, unsigned long end)
{
	struct hook_set *old = rcu_dereference_protected(*setp, lockdep_is_held(&hook_lock));
	struct hook_set *rest = hook_set_without(old, start, end);

	if (IS_ERR(rest) || rest == old)
		return;
	rcu_assign_pointer(*setp, rest);
	hook_set_free(old);
}

/**
 * hook_text_gone() - text is about to be freed: forget its sites everywhere
 * @start:	first address
 * @end:	behind the last
 *
 * Context: task.
 */
void hook_text_gone(unsigned long start, unsigned long end)
{
	struct hook_client *client;
	struct ftrace_ops *ops;

	guard(mutex)(&hook_lock);
	hook_tables_drop(start, end);
	for_each_hook(ops) {
		forget(&ops->filter, start, end);
		forget(&ops->avoid, start, end);
	}
	list_for_each_entry(client, &hook_clients, node)
		client->text_gone(start, end);
}

/**
 * ftrace_free_init_mem() - the kernel's init text goes away
 *
 * Context: task, boot.
 */
void ftrace_free_init_mem(void)
{
	hook_text_gone((unsigned long)__init_begin, (unsigned long)__init_end);
}

void hook_module_live(const char *name)
{
	struct hook_client *client;

	/* Clients are registered at boot and stay. */
	list_for_each_entry(client, &hook_clients, node)
		if (client->module_live)
			client->module_live(name);
}

/* --- kernel.ftrace_enabled --- */

static int enabled_set(bool on)
{
	struct ftrace_ops *ops;

	guard(mutex)(&hook_lock);
	if (!on) {
		for_each_hook(ops) {
			if (ops->flags & FTRACE_OPS_FL_PERMANENT)
				return -EBUSY;
		}
	}
	if (on == !!ftrace_enabled)
		return 0;
	WRITE_ONCE(ftrace_enabled, on);
	hook_patch_set(NULL);
	return 0;
}

static int enabled_sysctl(const struct ctl_table *table, int write, void *buffer, size_t *lenp, loff_t *ppos)
{
	int on = ftrace_enabled;
	struct ctl_table tmp = { .procname = table->procname, .data = &on, .maxlen = sizeof(on), .mode = table->mode };
	int ret = proc_dointvec(&tmp, write, buffer, lenp, ppos);

	if (ret || !write)
		return ret;
	return enabled_set(on);
}

static struct ctl_table hook_sysctls[] = {
	{
		.procname	= "ftrace_enabled",
		.data		= &ftrace_enabled,
		.maxlen		= sizeof(int),
		.mode		= 0644,
		.proc_handler	= enabled_sysctl,
	},
};

static int __init hook_sysctl_init(void)
{
	register_sysctl_init("kernel", hook_sysctls);
	return 0;
}
late_initcall(hook_sysctl_init);
