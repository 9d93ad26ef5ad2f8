// SPDX-License-Identifier: GPL-2.0
/*
 * dynevent.c - start-up of the dynamic events.
 */

#include <linux/init.h>

#include "probe.h"

/* Kinds that probe other events come last: they are cleared first. */
int __init trace_dynevent_init(void)
{
	kprobe_kind_init();
	uprobe_kind_init();
	eprobe_kind_init();
	return 0;
}
