// SPDX-License-Identifier: GPL-2.0
/*
 * tracepoint.c - probes come to tracepoints and go.
 *
 * What a site does (see __TRACE_HIT()), with preemption off:
 *
 *	list = tp->funcs;
 *	if (list)
 *		TARGET(list->data, arguments);
 *
 * TARGET is a call that is patched.  It is either the iterator, which reads tp->funcs again and calls each
 * probe, or directly the one probe of the list.  The list and TARGET change one after the other, so a site
 * may read the one before and the other after the change.  The iterator suits any list.  A probe F must not
 * be called with the data of another one, so
 *
 *	F is TARGET only while every list that a site may still hold is the single F with its data.
 *
 *	no probe -> F		a site can only hold a list from before.  If none has been replaced for a
 *				grace period, or if TARGET is F already, TARGET is F before the list is there.
 *				Else TARGET is the iterator, and F a grace period later.
 *	F -> F, G		TARGET is the iterator before the list changes
 *	F, G -> F		TARGET stays, and is F a grace period later
 *	F -> no probe		TARGET stays, for F may well come back.  If F is in a module, it may
 *				not, so TARGET is the iterator.
 *
 * The probe of an event is TARGET from the start (data.h), so that switching on events patches no call.
 */

#include <linux/cleanup.h>
#include <linux/export.h>
#include <linux/init.h>
#include <linux/kernel.h>
#include <linux/list.h>
#include <linux/mutex.h>
#include <linux/notifier.h>
#include <linux/rcupdate.h>
#include <linux/sched/signal.h>
#include <linux/sched/task.h>
#include <linux/slab.h>
#include <linux/static_call.h>
#include <linux/workqueue.h>
#include "tracepoint_internal.h"

/*
 * tracepoints_mutex: lists and targets of all tracepoints.
 * tracepoint_module_list_mutex: which modules have tracepoints; taken first.
 */
static DEFINE_MUTEX(tracepoints_mutex);
static DEFINE_MUTEX(tracepoint_module_list_mutex);

static LIST_HEAD(module_list);				/* tp_module::list; tracepoint_module_list_mutex */
static BLOCKING_NOTIFIER_HEAD(module_notifiers);	/* called with tracepoint_module_list_mutex held */

extern tracepoint_ptr_t __start___tracepoints_ptrs[];
extern tracepoint_ptr_t __stop___tracepoints_ptrs[];

/* === Lists of probes === */

/**
 * struct probe_list - the probes of a tracepoint; not changed once it is published
 * @rcu:	frees it when no site holds it any more
 * @nr:		probes that are called
 * @nr_quiet:	probes that are not: TRACEPOINT_PROBE_NONE
 * @func:	the @nr probes, an entry without a function that ends them, the @nr_quiet others.
 *		tracepoint::funcs points here.
 */
struct probe_list {
	struct rcu_head		rcu;
	unsigned int		nr;
	unsigned int		nr_quiet;
	struct tracepoint_func	func[];
};

static struct probe_list *probes_of(struct tracepoint *tp)
{
	struct tracepoint_func *funcs = rcu_dereference_protected(tp->funcs, lockdep_is_held(&tracepoints_mutex));

	return funcs ? container_of(funcs, struct probe_list, func[0]) : NULL;
}

static unsigned int nr_entries(const struct probe_list *list)
{
	return list ? list->nr + 1 + list->nr_quiet : 1;
}

/* Where @probe with @data is in the list, -1: it is not. */
static int entry_find(const struct probe_list *list, void *probe, void *data)
{
	for (unsigned int i = 0; list && i < nr_entries(list); i++)
		if (list->func[i].func == probe && list->func[i].data == data)
			return i;
	return -1;
}

/* Where a new entry goes: behind those of the same or a higher priority. */
static unsigned int entry_rank(const struct probe_list *list, const struct tracepoint_func *new)
{
	unsigned int i = 0;

	if (new->func == TRACEPOINT_PROBE_NONE)
		return nr_entries(list);
	while (list && i < list->nr && list->func[i].prio >= new->prio)
		i++;
	return i;
}

/* A copy of @old with @new in it, NULL: no memory. */
static struct probe_list *list_with(const struct probe_list *old, const struct tracepoint_func *new)
{
	unsigned int at = entry_rank(old, new), nr = nr_entries(old);
	struct probe_list *list = kzalloc(struct_size(list, func, nr + 1), GFP_KERNEL);

	if (!list)
		return NULL;
	if (old) {
		memcpy(list->func, old->func, at * sizeof(*new));
		memcpy(list->func + at + 1, old->func + at, (nr - at) * sizeof(*new));
		list->nr = old->nr;
		list->nr_quiet = old->nr_quiet;
	}
	list->func[at] = *new;
	if (new->func == TRACEPOINT_PROBE_NONE)
		list->nr_quiet++;
	else
		list->nr++;
	return list;
}

/* A copy of @old without the entry @at, NULL: nothing is left. */
static struct probe_list *list_without(const struct probe_list *old, unsigned int at)
{
	unsigned int nr = nr_entries(old);
	struct probe_list *list;

	if (old->nr + old->nr_quiet == 1)
		return NULL;
	/* who takes a probe off cannot be told that it has to stay */
	list = kzalloc(struct_size(list, func, nr - 1), GFP_KERNEL | __GFP_NOFAIL);
	memcpy(list->func, old->func, at * sizeof(*list->func));
	memcpy(list->func + at, old->func + at + 1, (nr - at - 1) * sizeof(*list->func));
	list->nr = old->nr - (at < old->nr);
	list->nr_quiet = old->nr_quiet - (at > old->nr);
	return list;
}

static void list_free_rcu(struct rcu_head *rcu)
{
	kfree(container_of(rcu, struct probe_list, rcu));
}

/* === Targets === */

/* When the last list was replaced.  tracepoints_mutex */
static struct {
	unsigned long	gp;
	bool		any;
} last_change;

/* No site holds a list that was replaced. */
static bool sites_are_current(void)
{
	return !last_change.any || poll_state_synchronize_rcu(last_change.gp);
}

static void *target(const struct tracepoint *tp)
{
	return READ_ONCE(tp->static_call_key->func);
}

static void target_set(struct tracepoint *tp, void *func)
{
	if (target(tp) != func)
		__static_call_update(tp->static_call_key, tp->static_call_tramp, func);
}

/* The probe that sites could call directly when they hold @list, NULL: none. */
static void *list_target(const struct probe_list *list)
{
	if (!TRACEPOINT_DIRECT || !list || list->nr != 1 || list->nr_quiet)
		return NULL;
	return list->func[0].func;
}

/* iterator -> F, where the last change was long enough ago */
static void target_settle(struct tracepoint *tp)
{
	void *func = list_target(probes_of(tp));

	if (func)
		target_set(tp, func);
}

static void settle_all(struct work_struct *work);

static struct rcu_work settle_work = {
	.work	= __WORK_INITIALIZER(settle_work.work, settle_all),
};

static void settle_later(void)
{
	/* early at boot: calls go through the iterator until some tracepoint changes again */
	if (system_wq)
		queue_rcu_work(system_wq, &settle_work);
}

/* Publish a list. */
static void probes_publish(struct tracepoint *tp, struct probe_list *new)
{
	struct probe_list *old = probes_of(tp);
	void *func = list_target(new);

	if (new && target(tp) != func)
		target_set(tp, func && !old && sites_are_current() ? func : tp->iterator);
	if (!new)
		static_branch_disable(&tp->key);
	rcu_assign_pointer(tp->funcs, new ? new->func : NULL);
	if (new && !old)
		static_branch_enable(&tp->key);
	if (old) {
		last_change.gp = get_state_synchronize_rcu();
		last_change.any = true;
		call_rcu(&old->rcu, list_free_rcu);
	}
	if (!new && target(tp) != tp->iterator && !core_kernel_text((unsigned long)target(tp)))
		target_set(tp, tp->iterator);
	if (func && target(tp) != func)
		settle_later();
}

/* === Probes === */

static int probe_add(struct tracepoint *tp, const struct tracepoint_func *new)
{
	struct probe_list *old, *list __free(kfree) = NULL;
	int ret;

	guard(mutex)(&tracepoints_mutex);
	old = probes_of(tp);
	if (entry_find(old, new->func, new->data) >= 0)
		return -EEXIST;
	list = list_with(old, new);
	if (!list)
		return -ENOMEM;
	/* the last thing that can fail, so that there is never anything to take back from it */
	ret = !old && tp->ext && tp->ext->regfunc ? tp->ext->regfunc() : 0;
	if (!ret)
		probes_publish(tp, no_free_ptr(list));
	return ret;
}

/**
 * tracepoint_probe_register() - hang a probe of the usual priority on a tracepoint
 * @tp:		the tracepoint
 * @probe:	called with @data and the arguments of the tracepoint, preemption off, in any context that
 *		the tracepoint is hit in; or TRACEPOINT_PROBE_NONE
 * @data:	with @probe it tells the registration from others
 *
 * Context: task; may sleep.
 * Return: 0, -EEXIST (it is there already: a bug, and reported as one), -ENOMEM, what the tracepoint's own
 * registration function returned.
 */
int tracepoint_probe_register(struct tracepoint *tp, void *probe, void *data)
{
	return tracepoint_probe_register_prio(tp, probe, data, TRACEPOINT_DEFAULT_PRIO);
}
EXPORT_SYMBOL_GPL(tracepoint_probe_register);

/**
 * tracepoint_probe_register_prio_may_exist() - hang a probe on a tracepoint unless it is there
 * @tp:		the tracepoint
 * @probe:	as for tracepoint_probe_register()
 * @data:	likewise
 * @prio:	probes of a higher one are called earlier, those of the same one in the order they came
 *
 * Context: task; may sleep.
 * Return: as tracepoint_probe_register(), but -EEXIST is fine.
 */
int tracepoint_probe_register_prio_may_exist(struct tracepoint *tp, void *probe, void *data, int prio)
{
	const struct tracepoint_func new = {
		.prio = prio,
		.data = data,
		.func = probe,
	};

	if (WARN_ON_ONCE(!probe))
		return -EINVAL;
	return probe_add(tp, &new);
}
EXPORT_SYMBOL_GPL(tracepoint_probe_register_prio_may_exist);

/**
 * tracepoint_probe_register_prio() - hang a probe on a tracepoint, with a priority
 * @tp:		the tracepoint
 * @probe:	as for tracepoint_probe_register()
 * @data:	likewise
 * @prio:	as for tracepoint_probe_register_prio_may_exist()
 *
 * Context: task; may sleep.
 * Return: as tracepoint_probe_register().
 */
int tracepoint_probe_register_prio(struct tracepoint *tp, void *probe, void *data, int prio)
{
	int ret = tracepoint_probe_register_prio_may_exist(tp, probe, data, prio);

	WARN_ON_ONCE(ret == -EEXIST);
	return ret;
}
EXPORT_SYMBOL_GPL(tracepoint_probe_register_prio);

/**
 * tracepoint_probe_unregister() - take a probe off
 * @tp:		the tracepoint
 * @probe:	as registered
 * @data:	as registered
 *
 * The probe may still run; tracepoint_synchronize_unregister() waits for it.
 *
 * Context: task; may sleep.
 * Return: 0, -ENOENT (it was not registered).
 */
int tracepoint_probe_unregister(struct tracepoint *tp, void *probe, void *data)
{
	struct probe_list *old, *new;
	int at;

	guard(mutex)(&tracepoints_mutex);
	old = probes_of(tp);
	at = probe ? entry_find(old, probe, data) : -1;
	if (at < 0)
		return -ENOENT;
	new = list_without(old, at);
	probes_publish(tp, new);
	if (!new && tp->ext && tp->ext->unregfunc)
		tp->ext->unregfunc();
	return 0;
}
EXPORT_SYMBOL_GPL(tracepoint_probe_unregister);

/* === All tracepoints === */

/**
 * for_each_kernel_tracepoint() - tracepoints of the kernel without its modules
 * @fct:	called for each, no lock held
 * @priv:	for @fct
 *
 * Context: as @fct.
 */
void for_each_kernel_tracepoint(void (*fct)(struct tracepoint *tp, void *priv), void *priv)
{
	for (tracepoint_ptr_t *p = __start___tracepoints_ptrs; p < __stop___tracepoints_ptrs; p++)
		fct(tracepoint_ptr_deref(p), priv);
}
EXPORT_SYMBOL_GPL(for_each_kernel_tracepoint);

static void call_for_module(struct module *mod,
			    void (*fct)(struct tracepoint *tp, struct module *mod, void *priv), void *priv)
{
	unsigned int nr;
	tracepoint_ptr_t *p = module_tracepoints(mod, &nr);

	while (nr--)
		fct(tracepoint_ptr_deref(p++), mod, priv);
}

/**
 * for_each_tracepoint_in_module() - tracepoints of a module
 * @mod:	it does not go away meanwhile
 * @fct:	called for each
 * @priv:	for @fct
 *
 * Context: from a notifier of register_tracepoint_module_notifier().
 */
void for_each_tracepoint_in_module(struct module *mod,
				   void (*fct)(struct tracepoint *tp, struct module *mod, void *priv), void *priv)
{
	lockdep_assert_held(&tracepoint_module_list_mutex);
	call_for_module(mod, fct, priv);
}

/**
 * for_each_module_tracepoint() - tracepoints of all modules
 * @fct:	called for each; no module comes or goes meanwhile
 * @priv:	for @fct
 *
 * Context: task; may sleep.  Not from a notifier of register_tracepoint_module_notifier().
 */
void for_each_module_tracepoint(void (*fct)(struct tracepoint *tp, struct module *mod, void *priv), void *priv)
{
	struct tp_module *tpm;

	guard(mutex)(&tracepoint_module_list_mutex);
	list_for_each_entry(tpm, &module_list, list)
		call_for_module(tpm->mod, fct, priv);
}

static void settle_kernel(struct tracepoint *tp, void *priv)
{
	target_settle(tp);
}

static void settle_module(struct tracepoint *tp, struct module *mod, void *priv)
{
	target_settle(tp);
}

/* A grace period after some list was replaced: where there is one probe, call it directly. */
static void settle_all(struct work_struct *work)
{
	struct tp_module *tpm;

	guard(mutex)(&tracepoint_module_list_mutex);
	guard(mutex)(&tracepoints_mutex);
	if (!sites_are_current()) {	/* another one was replaced since */
		settle_later();
		return;
	}
	for_each_kernel_tracepoint(settle_kernel, NULL);
	list_for_each_entry(tpm, &module_list, list)
		call_for_module(tpm->mod, settle_module, NULL);
}

/* === Modules === */

/**
 * register_tracepoint_module_notifier() - hear of modules with tracepoints
 * @nb:		called with MODULE_STATE_COMING (at once for those that are there) and MODULE_STATE_GOING
 *		and a struct tp_module
 *
 * Context: task; may sleep.
 * Return: 0 or what a notifier chain returns.
 */
int register_tracepoint_module_notifier(struct notifier_block *nb)
{
	struct tp_module *tpm;
	int ret;

	guard(mutex)(&tracepoint_module_list_mutex);
	ret = blocking_notifier_chain_register(&module_notifiers, nb);
	if (ret)
		return ret;
	list_for_each_entry(tpm, &module_list, list)
		nb->notifier_call(nb, MODULE_STATE_COMING, tpm);
	return 0;
}
EXPORT_SYMBOL_GPL(register_tracepoint_module_notifier);

/**
 * unregister_tracepoint_module_notifier() - hear no more of modules with tracepoints
 * @nb:		called with MODULE_STATE_GOING for those that are there
 *
 * Context: task; may sleep.
 * Return: 0, -ENOENT (it was not registered).
 */
int unregister_tracepoint_module_notifier(struct notifier_block *nb)
{
	struct tp_module *tpm;
	int ret;

	guard(mutex)(&tracepoint_module_list_mutex);
	ret = blocking_notifier_chain_unregister(&module_notifiers, nb);
	if (ret)
		return ret;
	list_for_each_entry(tpm, &module_list, list)
		nb->notifier_call(nb, MODULE_STATE_GOING, tpm);
	return 0;
}
EXPORT_SYMBOL_GPL(unregister_tracepoint_module_notifier);

static int module_coming(struct module *mod)
{
	struct tp_module *tpm;
	unsigned int nr;

	module_tracepoints(mod, &nr);
	if (!nr || module_is_foreign(mod))
		return 0;
	tpm = kmalloc(sizeof(*tpm), GFP_KERNEL);
	if (!tpm)
		return -ENOMEM;
	tpm->mod = mod;
	guard(mutex)(&tracepoint_module_list_mutex);
	list_add_tail(&tpm->list, &module_list);
	blocking_notifier_call_chain(&module_notifiers, MODULE_STATE_COMING, tpm);
	return 0;
}

static void warn_if_used(struct tracepoint *tp, struct module *mod, void *priv)
{
	WARN_ONCE(rcu_access_pointer(tp->funcs), "tracepoint %s goes with its module and has probes\n", tp->name);
}

static void module_going(struct module *mod)
{
	struct tp_module *tpm;

	guard(mutex)(&tracepoint_module_list_mutex);
	list_for_each_entry(tpm, &module_list, list) {
		if (tpm->mod != mod)
			continue;
		blocking_notifier_call_chain(&module_notifiers, MODULE_STATE_GOING, tpm);
		list_del(&tpm->list);
		kfree(tpm);
		call_for_module(mod, warn_if_used, NULL);
		return;
	}
}

static int module_notify(struct notifier_block *nb, unsigned long state, void *data)
{
	int ret = 0;

	if (state == MODULE_STATE_COMING)
		ret = module_coming(data);
	else if (state == MODULE_STATE_GOING)
		module_going(data);
	return notifier_from_errno(ret);
}

static struct notifier_block module_nb = {
	.notifier_call	= module_notify,
};

static int __init tracepoints_init(void)
{
	return register_module_notifier(&module_nb);
}
early_initcall(tracepoints_init);

/* === System calls === */

static unsigned int nr_syscall_users;	/* tracepoints_mutex */

static void all_tasks_trace_syscalls(bool on)
{
	struct task_struct *p, *t;

	/* a task that is not in the list yet takes after its parent when it is: syscall_tracepoint_update() */
	read_lock(&tasklist_lock);
	for_each_process_thread(p, t)
		task_trace_syscalls(t, on);
	read_unlock(&tasklist_lock);
}

/**
 * syscall_regfunc() - a tracepoint of system calls gets its first probe
 *
 * Context: from tracepoint_probe_register().
 * Return: 0.
 */
int syscall_regfunc(void)
{
	lockdep_assert_held(&tracepoints_mutex);
	if (!nr_syscall_users++)
		all_tasks_trace_syscalls(true);
	return 0;
}

/**
 * syscall_unregfunc() - a tracepoint of system calls lost its last probe
 *
 * Context: from tracepoint_probe_unregister().
 */
void syscall_unregfunc(void)
{
	lockdep_assert_held(&tracepoints_mutex);
	if (!--nr_syscall_users)
		all_tasks_trace_syscalls(false);
}
