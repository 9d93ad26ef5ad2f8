// SPDX-License-Identifier: GPL-2.0
/*
 * life.c - events come and go.
 *
 * Events of the kernel come at boot in the order of their linker section, so that ids are stable; those
 * of modules come and go with them, all or nothing; users make more at run time.
 *
 * An event that goes away is unhashed first.  Its memory may be freed after one grace period (RCU);
 * for modules this file waits, whoever made a dynamic event sees to it himself, so that a thousand of them can
 * share one.
 */

#include <linux/init.h>
#include <linux/list.h>
#include <linux/module.h>
#include <linux/notifier.h>
#include <linux/string.h>
#include "event_internal.h"

static const struct event_watch *watch;			/* boot only */

void event_watch_set(const struct event_watch *w)
{
	watch = w;
}

/* === Coming and going === */

static int call_add(struct trace_event_call *call, struct module *mod)
{
	const char *name = trace_event_name(call);
	int ret;

	lockdep_assert_held(&event_mutex);
	if (WARN_ON(!name))
		return -EINVAL;
	ret = call->class->raw_init ? call->class->raw_init(call) : trace_event_raw_init(call);
	if (ret)
		return ret;
	if (!(call->flags & TRACE_EVENT_FL_DYNAMIC))
		call->module = mod;
	list_add_tail(&call->list, &trace_event_calls);
	if (watch)
		watch->added(call);
	return 0;
}

static void call_del(struct trace_event_call *call)
{
	lockdep_assert_held(&event_mutex);
	event_files_drop(call);
	list_del_init(&call->list);
	trace_event_raw_drop(call);
	if (watch)
		watch->removed(call);
}

/**
 * trace_event_add() - add a dynamic event
 * @call:	filled in, with TRACE_EVENT_FL_DYNAMIC
 *
 * Context: task, event_mutex held.
 * Return: 0, -EEXIST (an event of that name is there), or why there is no id.
 */
int trace_event_add(struct trace_event_call *call)
{
	if (trace_event_find(call->class->system, trace_event_name(call)))
		return -EEXIST;
	return call_add(call, NULL);
}

static bool call_busy(struct trace_event_call *call)
{
	if ((call->flags & TRACE_EVENT_FL_DYNAMIC) && atomic_read(&call->refcnt))
		return true;
	return trace_event_perf_file(call) || event_files_busy(call);
}

/**
 * trace_event_remove() - remove a dynamic event
 * @call:	the event
 *
 * Context: task, event_mutex held.
 * Return: 0: free it after a grace period; -EBUSY: somebody uses it.
 */
int trace_event_remove(struct trace_event_call *call)
{
	lockdep_assert_held(&event_mutex);
	if (call_busy(call))
		return -EBUSY;
	call_del(call);
	return 0;
}

/**
 * trace_add_event_call() - trace_event_add() for a caller without event_mutex
 * @call:	the event
 *
 * Context: task.
 * Return: as trace_event_add().
 */
int trace_add_event_call(struct trace_event_call *call)
{
	guard(mutex)(&event_mutex);
	return trace_event_add(call);
}
EXPORT_SYMBOL_GPL(trace_add_event_call);

/**
 * trace_remove_event_call() - trace_event_remove() for a caller without event_mutex
 * @call:	the event
 *
 * Context: task.
 * Return: as trace_event_remove().
 */
int trace_remove_event_call(struct trace_event_call *call)
{
	guard(mutex)(&event_mutex);
	return trace_event_remove(call);
}
EXPORT_SYMBOL_GPL(trace_remove_event_call);

/* === Modules === */

static void module_events_gone(struct module *mod)
{
	struct trace_event_call **calls;
	unsigned int nr = module_events(mod, &calls);
	bool any = false;

	for (unsigned int i = 0; i < nr; i++) {
		/* not there if the load failed before it was added */
		if (!calls[i]->event.type)
			continue;
		call_del(calls[i]);
		any = true;
	}
	/* a reader may be printing one of its records, a hit be under way */
	if (any) {
		tracepoint_synchronize_unregister();
		event_files_clear_stale();
	}
}

static int module_events_coming(struct module *mod)
{
	struct trace_event_call **calls;
	unsigned int nr = module_events(mod, &calls);

	for (unsigned int i = 0; i < nr; i++) {
		int ret = call_add(calls[i], mod);

		if (ret) {
			pr_warn("%s: event %s cannot be added: %d\n", mod->name, trace_event_name(calls[i]), ret);
			module_events_gone(mod);
			return ret;
		}
		event_fmt_check(calls[i], mod);
	}
	return 0;
}

static int module_coming(struct module *mod)
{
	int ret = trace_printk_module(mod, true);

	if (!ret)
		ret = event_evals_module(mod, true);
	if (ret)
		return ret;
	ret = module_events_coming(mod);
	if (ret)
		event_evals_module(mod, false);
	return ret;
}

static int module_notify(struct notifier_block *nb, unsigned long state, void *data)
{
	struct module *mod = data;
	int ret = 0;

	if (state == MODULE_STATE_COMING) {
		guard(mutex)(&event_mutex);
		ret = module_coming(mod);
	} else if (state == MODULE_STATE_GOING) {
		guard(mutex)(&event_mutex);
		module_events_gone(mod);
		event_evals_module(mod, false);
		trace_printk_module(mod, false);
	}
	return notifier_from_errno(ret);
}

static struct notifier_block module_nb = {
	.notifier_call	= module_notify,
	.priority	= 1,		/* before those who use events in their own notifiers */
};

/* === Boot === */

static struct trace_client event_client = {
	.name	= "event",
	.id	= TRACE_CLIENT_EVENT,
	.born	= event_files_born,
	.gone	= event_files_gone,
	.option	= event_inst_option,
};

static void __init add_all(void)
{
	struct trace_event_call **iter;

	guard(mutex)(&event_mutex);
	for (unsigned int i = 0; i < nr_trace_builtin_calls; i++)
		call_add(&trace_builtin_calls[i], NULL);
	event_syscalls_init();
	for (iter = __start_ftrace_events; iter < __stop_ftrace_events; iter++)
		call_add(*iter, NULL);	/* a system call that this kernel lacks is left out */
}

/**
 * trace_event_init() - register the kernel's events
 *
 * Context: boot, after the first instance was made and before the first initcall.
 * Return: 0.
 */
int __init trace_event_init(void)
{
	event_evals_init();
	trace_printk_init();
	add_all();
	trace_client_register(&event_client);
	return register_module_notifier(&module_nb);
}
