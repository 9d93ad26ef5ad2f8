// SPDX-License-Identifier: GPL-2.0
/*
 * files_dynevent.c - files that take definitions of events: dynamic_events, kprobe_events, uprobe_events.
 */

#include <linux/init.h>
#include <linux/sizes.h>
#include <linux/string.h>

#include "control_internal.h"
#include "dynevent.h"

static enum dynevent_file which(const struct ctl_open *co)
{
	return co->file->arg;
}

static int dynevent_file_show(struct ctl_open *co, struct seq_file *m)
{
	return dynevent_show(which(co), m);
}

/* One definition a line; what comes before a bad one is kept. */
static int dynevent_file_store(struct ctl_open *co, char *text)
{
	char *line;
	int ret = 0;

	while (!ret && (line = strsep(&text, "\n")))
		ret = dynevent_write(which(co), line);
	return ret;
}

static int dynevent_file_trunc(struct ctl_open *co)
{
	return dynevent_clear(which(co));
}

static int profile_show(struct ctl_open *co, struct seq_file *m)
{
	return dynevent_profile_show(which(co), m);
}

#define DEFINITIONS	.show = dynevent_file_show, .store = dynevent_file_store, .trunc = dynevent_file_trunc, \
			.max = SZ_1M

static const struct ctl_file dynevent_any[] = {
	{ "dynamic_events",	0640, CTL_TOP, DEFINITIONS, .arg = DYNEVENT_ANY },
	{ }
};

static const struct ctl_file dynevent_kprobe[] = {
	{ "kprobe_events",	0640, CTL_TOP, DEFINITIONS, .arg = DYNEVENT_KPROBE },
	{ "kprobe_profile",	0440, CTL_TOP, profile_show, .arg = DYNEVENT_KPROBE },
	{ }
};

static const struct ctl_file dynevent_uprobe[] = {
	{ "uprobe_events",	0640, CTL_TOP, DEFINITIONS, .arg = DYNEVENT_UPROBE },
	{ "uprobe_profile",	0440, CTL_TOP, profile_show, .arg = DYNEVENT_UPROBE },
	{ }
};

static const char readme_head[] =
	"\n"
	"Events of your own, one definition a line\n"
	"  dynamic_events\t- Create/append/remove/show events of every kind\n";

static const char readme_kprobe[] =
	"  kprobe_events\t\t- Create/append/remove/show probes on the kernel; kprobe_profile counts their hits\n"
	"\t p[:[<group>/][<event>]] <place> [<args>]\n"
	"\t r[maxactive][:[<group>/][<event>]] <place> [<args>]\n"
	"\t    place: [<module>:]<symbol>[+<offset>]|<memaddr>\n"
	"\t    place (kretprobe): [<module>:]<symbol>[+<offset>]%return|<memaddr>\n";

static const char readme_uprobe[] =
	"  uprobe_events\t\t- Create/append/remove/show probes on programs; uprobe_profile counts their hits\n"
	"\t    place (uprobe): <path>:<offset>[%return][(ref_ctr_offset)]\n";

static const char readme_args[] =
	"\t e[:[<group>/][<event>]] <attached-group>.<attached-event> [<args>] [if <filter>]\n"
	"\t -:[<group>/][<event>]\t\tremoves one\n"
	"\t    args: <name>=fetcharg[:type]\n"
	"\t fetcharg: (%<register>|$<efield>), @<address>, @<symbol>[+|-<offset>],\n"
	"\t\t   $stack<index>, $stack, $retval, $comm, $arg<N>,\n"
	"\t\t   +|-[u]<offset>(<fetcharg>), \\imm-value, \\\"imm-string\"\n"
	"\t    kernel return probes support: $retval, $arg<N>, $comm\n"
	"\t    type: u8/16/32/64, s8/16/32/64, x8/16/32/64, char, symbol, symstr, string, ustring,\n"
	"\t\t   b<bit-width>@<bit-offset>/<container-size>, %pd/%pD, <type>\\[<array-size>\\]\n"
	"\t   efield: a field of the event that an event probe is on\n";

/* Before trace_control_init(). */
int __init trace_ctl_dynevent_init(void)
{
	trace_ctl_register(TDIR_INST, dynevent_any);
	trace_ctl_readme(readme_head);
	if (IS_ENABLED(CONFIG_KPROBE_EVENTS)) {
		trace_ctl_register(TDIR_INST, dynevent_kprobe);
		trace_ctl_readme(readme_kprobe);
	}
	if (IS_ENABLED(CONFIG_UPROBE_EVENTS)) {
		trace_ctl_register(TDIR_INST, dynevent_uprobe);
		trace_ctl_readme(readme_uprobe);
	}
	trace_ctl_readme(readme_args);
	return 0;
}
