// SPDX-License-Identifier: GPL-2.0
/*
 * files_trigger.c - the file "trigger" of an event.
 */

#include <linux/init.h>

#include "control_internal.h"
#include "trigger.h"

static int trigger_show(struct ctl_open *co, struct seq_file *m)
{
	event_trigger_show(co->event, m);
	return 0;
}

static int trigger_store(struct ctl_open *co, char *text)
{
	return event_trigger_write(co->event, text);
}

static const char trigger_readme[] =
	"\n"
	"Triggers: what to do when an event is hit\n"
	"      trigger\t\t- COMMAND[:COUNT] [if FILTER]; !COMMAND removes it.  Commands:\n"
	"\t\t\t  traceon, traceoff, snapshot, stacktrace,\n"
	"\t\t\t  enable_event:SYSTEM:EVENT, disable_event:SYSTEM:EVENT\n";

static const struct ctl_file ctl_trigger_files[] = {
	{ "trigger",	0640, CTL_SWITCHABLE | CTL_OR_MARK, trigger_show, trigger_store },
	{ }
};

/* Before trace_control_init(). */
int __init trace_ctl_trigger_init(void)
{
	trace_ctl_register(TDIR_EVENT, ctl_trigger_files);
	trace_ctl_readme(trigger_readme);
	return 0;
}
