// SPDX-License-Identifier: GPL-2.0
/*
 * registry.c - which events exist: by name and by id, and their fields.
 *
 * A reader that knows an id finds the event without a lock.  How events come and go is in life.c.
 */

#include <linux/hash.h>
#include <linux/idr.h>
#include <linux/rculist.h>
#include <linux/string.h>
#include "event_internal.h"

DEFINE_MUTEX(event_mutex);	/* see event.h */
LIST_HEAD(trace_event_calls);

#define TYPE_BITS	8
static struct hlist_head types[1 << TYPE_BITS];		/* trace_event::node; RCU, writes under event_mutex */
static DEFINE_IDA(type_ids);
static unsigned int type_next = TRACE_LAST_TYPE;	/* event_mutex */

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

/**
 * trace_event_raw_drop() - undo trace_event_raw_init()
 * @call:	the event; it is not found by its id any more
 *
 * Context: task, event_mutex held.
 */
void trace_event_raw_drop(struct trace_event_call *call)
{
	lockdep_assert_held(&event_mutex);
	hlist_del_init_rcu(&call->event.node);
	if (call->event.type >= TRACE_LAST_TYPE)
		ida_free(&type_ids, call->event.type);
	call->event.type = 0;
}

/* === Tracepoints === */

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
