// SPDX-License-Identifier: GPL-2.0
/*
 * files_inject.c - the file "inject" of an event.
 */

#include <linux/init.h>

#include "control_internal.h"

static int inject_store(struct ctl_open *co, char *text)
{
	return event_inject(co->event, text);
}

static const struct ctl_file ctl_inject_files[] = {
	{ "inject",	0200, .store = inject_store },
	{ }
};

/* Before trace_control_init(). */
int __init trace_ctl_inject_init(void)
{
	trace_ctl_register(TDIR_EVENT, ctl_inject_files);
	return 0;
}
