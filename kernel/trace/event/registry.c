// SPDX-License-Identifier: GPL-2.0
/*
 * registry.c - which events exist.
 *
 * Events of the kernel come at boot in the order of their linker section, so that ids are stable; those
 * of modules come and go with them, all or nothing; users make more at run time.  A reader that knows
 * an id finds the event without a lock.
 *
 * An event that goes away is unhashed first.  Its memory may be freed after one grace period (RCU);
 * for modules this file waits, whoever made a dynamic event sees to it himself, so that a thousand of them can
 * share one.
 */

#include <linux/hash.h>
#include <linux/idr.h>
#include <linux/init.h>
#include <linux/module.h>
#include <linux/notifier.h>
#include <linux/rculist.h>
#include <linux/string.h>
#include "event_internal.h"

DEFINE_MUTEX(event_mutex);	/* see event.h */
LIST_HEAD(trace_event_calls);

#define TYPE_BITS	8
static struct hlist_head types[1 << TYPE_BITS];		/* trace_event::node; RCU, writes under event_mutex */
static DEFINE_IDA(type_ids);
static unsigned int type_next = TRACE_LAST_TYPE;	/* event_mutex */
static const struct event_watch *watch;			/* boot only */

#define COMMON(t, n, f)	{ .type = #t, .name = "common_" #n, .offset = offsetof(struct trace_entry, f),	\
			  .size = sizeof_field(struct trace_entry, f), .is_signed = is_signed_type(t) }

const struct trace_field trace_common_fields[] = {
	COMMON(unsigned short, type, type),
	COMMON(unsigned char, flags, flags),
	COMMON(unsigned char, preempt_count, preempt_count),
	COMMON(int, pid, pid),
};
const unsigned int nr_trace_common_fields = ARRAY_SIZE(trace_common_fields);

static_assert(sizeof(struct trace_entry) == 8 && offsetof(struct trace_entry, pid) == 4);

/* Not in the record: where and by whom it is made. */
static const struct trace_field generic_fields[] = {
	{ .type = "int", .name = "CPU", .is_signed = 1, .size = 4, .filter = FILTER_CPU },
	{ .type = "int", .name = "cpu", .is_signed = 1, .size = 4, .filter = FILTER_CPU },
	{ .type = "char *", .name = "COMM", .size = TASK_COMM_LEN, .filter = FILTER_COMM },
	{ .type = "char *", .name = "comm", .size = TASK_COMM_LEN, .filter = FILTER_COMM },
	{ .type = "char *", .name = "stacktrace", .filter = FILTER_STACKTRACE },
	{ .type = "char *", .name = "STACKTRACE", .filter = FILTER_STACKTRACE },
};

/* === Looking up === */

/**
 * trace_event_find() - an event by name
 * @system:	its directory under events/
 * @name:	its own name
 *
 * Context: task, event_mutex held.
 * Return: the event or NULL.
 */
struct trace_event_call *trace_event_find(const char *system, const char *name)
{
	struct trace_event_call *call;

	lockdep_assert_held(&event_mutex);
	list_for_each_entry(call, &trace_event_calls, list)
		if (!strcmp(trace_event_name(call), name) && !strcmp(call->class->system, system))
			return call;
	return NULL;
}

static struct hlist_head *type_bucket(int type)
{
	return &types[type & ((1 << TYPE_BITS) - 1)];
}

/**
 * trace_event_by_type() - an event by id
 * @type:	trace_entry::type
 *
 * Context: any, under RCU.
 * Return: the event, valid until the RCU section ends, or NULL.
 */
struct trace_event_call *trace_event_by_type(int type)
{
	struct trace_event *event;

	hlist_for_each_entry_rcu(event, type_bucket(type), node, lockdep_is_held(&event_mutex))
		if (event->type == type)
			return container_of(event, struct trace_event_call, event);
	return NULL;
}

/**
 * trace_event_fields() - the fields of an event without the common ones
 * @call:	the event
 * @nr:		where their number goes
 *
 * Context: task.
 * Return: the table, NULL if there is no memory to make it or no field.
 */
const struct trace_field *trace_event_fields(struct trace_event_call *call, unsigned int *nr)
{
	*nr = call->class->nr_fields;
	if (call->class->get_fields)
		return call->class->get_fields(call, nr);
	return call->class->fields;
}

static const struct trace_field *field_in(const struct trace_field *table, unsigned int nr, const char *name)
{
	for (unsigned int i = 0; i < nr; i++)
		if (!strcmp(table[i].name, name))
			return &table[i];
	return NULL;
}

/**
 * trace_event_field() - a field by name
 * @call:	the event
 * @name:	of one of its fields, of a common one, or CPU, COMM, STACKTRACE
 *
 * Context: task.
 * Return: the field or NULL.  A field of the event hides a general one of the same name.
 */
const struct trace_field *trace_event_field(struct trace_event_call *call, const char *name)
{
	const struct trace_field *table, *field = NULL;
	unsigned int nr = 0;

	table = trace_event_fields(call, &nr);
	if (table)
		field = field_in(table, nr, name);
	if (!field)
		field = field_in(generic_fields, ARRAY_SIZE(generic_fields), name);
	if (!field)
		field = field_in(trace_common_fields, nr_trace_common_fields, name);
	return field;
}

/**
 * trace_event_get_offsets() - bytes from the start of a record to the end of its last field
 * @call:	the event
 *
 * Context: task.
 * Return: the number of bytes that a program may look at.
 */
int trace_event_get_offsets(struct trace_event_call *call)
{
	const struct trace_field *table;
	unsigned int nr = 0;
	int end = sizeof(struct trace_entry);

	table = trace_event_fields(call, &nr);
	for (unsigned int i = 0; table && i < nr; i++)
		end = max(end, table[i].offset + table[i].size);
	return end;
}

bool trace_event_can_enable(const struct trace_event_call *call)
{
	return call->class->reg && !(call->flags & TRACE_EVENT_FL_IGNORE_ENABLE);
}

/* === Ids === */

/* Ids go up and wrap late, so that an old record of an event that is gone is not taken for one of a new event. */
static int type_take(void)
{
	int type = ida_alloc_range(&type_ids, type_next, TRACE_EVENT_TYPE_MAX, GFP_KERNEL);

	if (type == -ENOSPC)
		type = ida_alloc_range(&type_ids, TRACE_LAST_TYPE, TRACE_EVENT_TYPE_MAX, GFP_KERNEL);
	if (type >= 0)
		type_next = type + 1;
	return type;
}

/**
 * trace_event_raw_init() - give an event an id and make it findable by it
 * @call:	the event; a type that is set is kept
 *
 * Context: task, event_mutex held.
 * Return: 0, -ENOSPC, -ENOMEM.
 */
int trace_event_raw_init(struct trace_event_call *call)
{
	lockdep_assert_held(&event_mutex);
	if (!call->event.type) {
		int type = type_take();

		if (type < 0)
			return type;
		call->event.type = type;
	}
	hlist_add_head_rcu(&call->event.node, type_bucket(call->event.type));
	return 0;
}
EXPORT_SYMBOL_GPL(trace_event_raw_init);

static void type_drop(struct trace_event_call *call)
{
	hlist_del_init_rcu(&call->event.node);
	if (call->event.type >= TRACE_LAST_TYPE)
		ida_free(&type_ids, call->event.type);
	call->event.type = 0;
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
	type_drop(call);
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

/**
 * trace_event_reg() - switch an event of a tracepoint on and off
 * @call:	the event
 * @type:	TRACE_REG_*
 * @data:	see enum trace_reg
 *
 * Context: task, event_mutex held.
 * Return: 0 or an error of tracepoint_probe_register().
 */
int trace_event_reg(struct trace_event_call *call, enum trace_reg type, void *data)
{
	struct trace_event_class *class = call->class;

	switch (type) {
	case TRACE_REG_REGISTER:
	case TRACE_REG_PERF_REGISTER:
		if (!(call->flags & TRACE_EVENT_FL_TRACEPOINT))
			return -ENODEV;		/* a custom event whose tracepoint was not found */
		return tracepoint_probe_register(call->tp, class->probe, data);
	case TRACE_REG_UNREGISTER:
	case TRACE_REG_PERF_UNREGISTER:
		tracepoint_probe_unregister(call->tp, class->probe, data);
		return 0;
	default:	/* opening and scheduling of a perf event need nothing here */
		return 0;
	}
}
EXPORT_SYMBOL_GPL(trace_event_reg);

/**
 * trace_event_set_printer() - say how a record of the tracer itself is printed
 * @type:	TRACE_FN ... TRACE_LAST_TYPE - 1
 * @funcs:	printers
 *
 * Context: boot.
 */
void trace_event_set_printer(int type, struct trace_event_functions *funcs)
{
	struct trace_event_call *call = trace_builtin_call(type);

	if (!WARN_ON(!call))
		call->event.funcs = funcs;
}

void event_watch_set(const struct event_watch *w)
{
	watch = w;
}

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
