// SPDX-License-Identifier: GPL-2.0
/*
 * fprobe: one call back on entry to, and one on return from, a set of functions.
 */
#include <linux/err.h>
#include <linux/fprobe.h>
#include <linux/kprobes.h>
#include <linux/slab.h>
#include <linux/sort.h>
#include <linux/string.h>

#include "hook_internal.h"

/* What is kept from entry to return; entry_data_size bytes of the user follow. */
struct fprobe_call {
	struct rethook_node	node;
	unsigned long		ip;
	char			data[];
};

/* --- hits --- */

static void fprobe_entry(struct fprobe *fp, unsigned long ip, unsigned long parent_ip, struct pt_regs *regs)
{
	struct rethook_node *node = NULL;
	void *data = NULL;
	int skip = 0;

	if (fp->exit_handler) {
		struct fprobe_call *call;

		node = rethook_try_get(fp->rethook);
		if (!node) {
			fp->nmissed++;
			return;
		}
		call = container_of(node, struct fprobe_call, node);
		call->ip = ip;
		if (fp->entry_data_size)
			data = call->data;
	}
	if (fp->entry_handler)
		skip = fp->entry_handler(fp, ip, parent_ip, regs, data);
	if (!node)
		return;
	if (skip)
		rethook_recycle(node);
	else
		rethook_hook(node, regs, true);
}

static void fprobe_hit(unsigned long ip, unsigned long parent_ip, struct ftrace_ops *op, struct ftrace_regs *fregs)
{
	struct fprobe *fp = container_of(op, struct fprobe, ops);
	int bit;

	if (fprobe_disabled(fp))
		return;
	bit = ftrace_test_recursion_trylock(ip, parent_ip);
	if (bit < 0) {
		fp->nmissed++;
		return;
	}
	if (!fprobe_shared_with_kprobes(fp)) {
		fprobe_entry(fp, ip, parent_ip, ftrace_get_regs(fregs));
	} else if (kprobe_running()) {
		fp->nmissed++;
	} else {
		kprobe_busy_begin();
		fprobe_entry(fp, ip, parent_ip, ftrace_get_regs(fregs));
		kprobe_busy_end();
	}
	ftrace_test_recursion_unlock(bit);
}

NOKPROBE_SYMBOL(fprobe_hit);

static void fprobe_return(struct rethook_node *node, void *data, unsigned long ret_ip, struct pt_regs *regs)
{
	struct fprobe_call *call = container_of(node, struct fprobe_call, node);
	struct fprobe *fp = data;
	int bit;

	if (fprobe_disabled(fp))
		return;
	bit = ftrace_test_recursion_trylock(call->ip, ret_ip);
	if (bit < 0) {
		fp->nmissed++;
		return;
	}
	fp->exit_handler(fp, call->ip, ret_ip, regs, fp->entry_data_size ? call->data : NULL);
	ftrace_test_recursion_unlock(bit);
}

NOKPROBE_SYMBOL(fprobe_return);

/* --- registering --- */

/* The set is made: get a pool, go. */
static int fprobe_start(struct fprobe *fp, unsigned int nr)
{
	unsigned long calls;
	int ret;

	fp->nmissed = 0;
	fp->rethook = NULL;
	if (fp->exit_handler) {
		calls = fp->nr_maxactive ?: (unsigned long)nr * num_possible_cpus() * 2;
		if (fp->nr_maxactive < 0 || calls > INT_MAX)
			return -E2BIG;
		fp->rethook = rethook_alloc(fp, fprobe_return, sizeof(struct fprobe_call) + fp->entry_data_size, calls);
		if (IS_ERR(fp->rethook)) {
			ret = PTR_ERR(fp->rethook);
			fp->rethook = NULL;
			return ret;
		}
	}
	ret = register_ftrace_function(&fp->ops);
	if (ret && fp->rethook) {
		rethook_free(fp->rethook);
		fp->rethook = NULL;
	}
	return ret;
}

static int fprobe_init(struct fprobe *fp)
{
	if (fprobe_is_registered(fp))
		return -EEXIST;
	fp->ops = (struct ftrace_ops) {
		.func	= fprobe_hit,
		.flags	= FTRACE_OPS_FL_SAVE_REGS,
	};
	return 0;
}

static unsigned int nr_functions(struct fprobe *fp)
{
	guard(mutex)(&hook_lock);
	return hook_set_nr(rcu_dereference_protected(fp->ops.filter, lockdep_is_held(&hook_lock)));
}

/**
 * register_fprobe() - probe the functions that a pattern names
 * @fp:		handlers and sizes set
 * @filter:	name or glob
 * @notfilter:	name or glob of what to leave out, or NULL
 *
 * Context: task.
 * Return: 0, -EINVAL: nothing matches, -EEXIST, -E2BIG, -ENOMEM.
 */
int register_fprobe(struct fprobe *fp, const char *filter, const char *notfilter)
{
	int ret;

	if (!fp || !filter)
		return -EINVAL;
	ret = fprobe_init(fp);
	if (ret)
		return ret;
	ret = ftrace_set_filter(&fp->ops, (unsigned char *)filter, strlen(filter), 1);
	if (!ret && notfilter)
		ret = ftrace_set_notrace(&fp->ops, (unsigned char *)notfilter, strlen(notfilter), 1);
	if (!ret)
		ret = fprobe_start(fp, nr_functions(fp));
	if (ret)
		ftrace_free_filter(&fp->ops);
	return ret;
}
EXPORT_SYMBOL_GPL(register_fprobe);

/**
 * register_fprobe_ips() - probe functions by address
 * @fp:		handlers and sizes set
 * @addrs:	call sites, or first instructions of functions
 * @num:	how many
 *
 * Context: task.
 * Return: 0, -EINVAL: one is no function, -EEXIST, -E2BIG, -ENOMEM.
 */
int register_fprobe_ips(struct fprobe *fp, unsigned long *addrs, int num)
{
	int ret;

	if (!fp || !addrs || num <= 0)
		return -EINVAL;
	ret = fprobe_init(fp);
	if (ret)
		return ret;
	ret = ftrace_set_filter_ips(&fp->ops, addrs, num, 0, 1);
	if (!ret)
		ret = fprobe_start(fp, num);
	if (ret)
		ftrace_free_filter(&fp->ops);
	return ret;
}
EXPORT_SYMBOL_GPL(register_fprobe_ips);

static int cmp_names(const void *a, const void *b)
{
	return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/**
 * register_fprobe_syms() - probe functions by name
 * @fp:		handlers and sizes set
 * @syms:	the names; not changed
 * @num:	how many
 *
 * Context: task.
 * Return: 0, -ESRCH: there is no such function, -EINVAL, -EEXIST, -E2BIG, -ENOMEM.
 */
int register_fprobe_syms(struct fprobe *fp, const char **syms, int num)
{
	unsigned long *addrs __free(kfree) = NULL;
	const char **sorted __free(kfree) = NULL;

	if (!fp || !syms || num <= 0)
		return -EINVAL;
	addrs = kcalloc(num, sizeof(*addrs), GFP_KERNEL);
	sorted = kmemdup_array(syms, num, sizeof(*syms), GFP_KERNEL);
	if (!addrs || !sorted)
		return -ENOMEM;
	sort(sorted, num, sizeof(*sorted), cmp_names, NULL);
	if (ftrace_lookup_symbols(sorted, num, addrs))
		return -ESRCH;
	return register_fprobe_ips(fp, addrs, num);
}
EXPORT_SYMBOL_GPL(register_fprobe_syms);

bool fprobe_is_registered(struct fprobe *fp)
{
	return fp && fp->ops.func == fprobe_hit && (fp->ops.flags & FTRACE_OPS_FL_ENABLED);
}

/**
 * unregister_fprobe() - undo register_fprobe() and its kin
 * @fp:		the probe; no handler of it runs any more when this returns
 *
 * Context: task, waits for a grace period.
 * Return: 0, -EINVAL: it was not registered.
 */
int unregister_fprobe(struct fprobe *fp)
{
	int ret;

	if (!fprobe_is_registered(fp))
		return -EINVAL;
	if (fp->rethook)
		rethook_stop(fp->rethook);
	/* The grace period of a hook in dynamic memory is that of the return handler too. */
	fp->ops.flags |= FTRACE_OPS_FL_DYNAMIC;
	ret = unregister_ftrace_function(&fp->ops);
	if (ret)
		return ret;
	if (fp->rethook)
		rethook_free(fp->rethook);
	fp->rethook = NULL;
	ftrace_free_filter(&fp->ops);
	return 0;
}
EXPORT_SYMBOL_GPL(unregister_fprobe);
