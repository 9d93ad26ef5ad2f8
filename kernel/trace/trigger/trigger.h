/* SPDX-License-Identifier: GPL-2.0 */
/*
 * trigger.h - actions on events: what the file "trigger" of an event takes.
 */
#ifndef _TRACE_TRIGGER_H
#define _TRACE_TRIGGER_H

#include "event.h"

struct event_trigger;

/**
 * struct trigger_cmd - one command word of a trigger file
 * @name:	as written
 * @kind:	two commands of one kind exclude each other on an event (traceon and traceoff)
 * @post:	run after the record is in the ring, so that it is part of what the action keeps
 * @target:	takes SYSTEM:EVENT of another event before the count
 * @reg:	last step of adding @t: 0 or an error.  event_mutex held.  May be NULL.
 * @unreg:	undo @reg; no hit of @t is running any more.  event_mutex held.  May be NULL.
 * @act:	do it; true when something changed, which is what a count counts.  Any context.
 * @node:	all commands; boot only
 */
struct trigger_cmd {
	const char	*name;
	unsigned int	kind;
	bool		post;
	bool		target;
	int		(*reg)(struct event_trigger *t);
	void		(*unreg)(struct event_trigger *t);
	bool		(*act)(struct event_trigger *t);
	struct list_head node;
};

/**
 * struct event_trigger - one trigger of one event in one instance
 * @action:	its place among the event's actions, with its filter
 * @cmd:	what to do
 * @file:	the event that fires it
 * @target:	of enable_event and disable_event; holds a reference
 * @count:	times left; TRIGGER_UNLIMITED
 */
struct event_trigger {
	struct event_action	action;
	const struct trigger_cmd *cmd;
	struct trace_event_file	*file;
	struct trace_event_file	*target;
	atomic_long_t		count;
};

#define TRIGGER_UNLIMITED	(-1L)

void trigger_cmd_register(struct trigger_cmd *cmd);		/* boot only */
struct trigger_cmd *trigger_cmd_next(struct trigger_cmd *cmd);	/* NULL starts and ends */

/* Take one line of a trigger file: 0, -EINVAL, -EEXIST, -ENODEV, -ENOMEM.  event_mutex held. */
int event_trigger_write(struct trace_event_file *file, char *line);
/* What the trigger file shows.  event_mutex held. */
void event_trigger_show(struct trace_event_file *file, struct seq_file *m);

int trace_trigger_init(void);

#endif /* _TRACE_TRIGGER_H */
