// SPDX-License-Identifier: GPL-2.0
/*
 * actions.c - the commands of a trigger file.
 *
 * traceon, traceoff, snapshot and stacktrace act on the instance; enable_event and disable_event on
 * another event of it, which is kept in soft mode as long as the trigger exists.
 */

#include <linux/bitops.h>
#include <linux/init.h>

#include "trigger.h"

enum trigger_kind { KIND_ONOFF, KIND_SNAPSHOT, KIND_STACKTRACE, KIND_EVENT };

/* === Recording on and off === */

static bool traceon_act(struct event_trigger *t)
{
	if (trace_array_is_on(t->file->tr))
		return false;
	trace_array_on(t->file->tr);
	return true;
}

static bool traceoff_act(struct event_trigger *t)
{
	if (!trace_array_is_on(t->file->tr))
		return false;
	trace_array_off(t->file->tr, "a traceoff trigger");
	return true;
}

/* === Snapshot === */

static int snapshot_reg(struct event_trigger *t)
{
	guard(mutex)(&trace_types_lock);
	return trace_snapshot_alloc(t->file->tr);
}

static bool snapshot_act(struct event_trigger *t)
{
	trace_snapshot_take(t->file->tr, RING_ALL_CPUS);
	return true;
}

/* === Stack trace === */

#define TRIGGER_SKIP	3	/* frames of the tracer between the hit and here */

static bool stacktrace_act(struct event_trigger *t)
{
	trace_record_stack(t->file->tr, TRIGGER_SKIP, NULL);
	return true;
}

/* === Another event === */

static int event_reg(struct event_trigger *t)
{
	int ret = event_file_soft(t->target, true);

	return ret < 0 ? ret : 0;
}

static void event_unreg(struct event_trigger *t)
{
	event_file_soft(t->target, false);
}

static bool enable_event_act(struct event_trigger *t)
{
	return test_and_clear_bit(EVENT_FILE_FL_SOFT_DISABLED_BIT, &t->target->flags);
}

static bool disable_event_act(struct event_trigger *t)
{
	return !test_and_set_bit(EVENT_FILE_FL_SOFT_DISABLED_BIT, &t->target->flags);
}

/*
 * traceoff comes after the record so that the hit that switched recording off is the last one seen, and
 * snapshot after it so that the hit is in the snapshot.
 */
static struct trigger_cmd cmds[] = {
	{ "traceon",	KIND_ONOFF,	 .act = traceon_act },
	{ "traceoff",	KIND_ONOFF,	 .post = true, .act = traceoff_act },
	{ "snapshot",	KIND_SNAPSHOT,	 .post = true, .reg = snapshot_reg, .act = snapshot_act },
	{ "stacktrace",	KIND_STACKTRACE, .post = true, .act = stacktrace_act },
	{ "enable_event",  KIND_EVENT, .target = true, .reg = event_reg, .unreg = event_unreg,
	  .act = enable_event_act },
	{ "disable_event", KIND_EVENT, .target = true, .reg = event_reg, .unreg = event_unreg,
	  .act = disable_event_act },
};

/**
 * trace_trigger_init() - register the commands
 *
 * Context: boot.
 * Return: 0.
 */
int __init trace_trigger_init(void)
{
	for (unsigned int i = 0; i < ARRAY_SIZE(cmds); i++)
		trigger_cmd_register(&cmds[i]);
	return 0;
}
