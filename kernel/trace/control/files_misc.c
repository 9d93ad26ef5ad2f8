// SPDX-License-Identifier: GPL-2.0
/*
 * files_misc.c - tracers, task names, error log, and what tools need to decode raw records.
 */

#include <linux/slab.h>
#include <linux/string.h>

#include "control_internal.h"

/* === Tracers === */

static int tracers_show(struct ctl_open *co, struct seq_file *m)
{
	const char *sep = "";
	struct tracer *t;

	guard(mutex)(&trace_types_lock);
	for (t = tracer_next(NULL); t; t = tracer_next(t)) {
		if (t->top_only && co->tr->name)
			continue;
		seq_printf(m, "%s%s", sep, t->name);
		sep = " ";
	}
	seq_putc(m, '\n');
	return 0;
}

static int tracer_show(struct ctl_open *co, struct seq_file *m)
{
	guard(mutex)(&trace_types_lock);
	seq_printf(m, "%s\n", co->tr->tracer->name);
	return 0;
}

static int tracer_store(struct ctl_open *co, char *text)
{
	return tracer_set(co->tr, text);
}

/* === Task names === */

static int comms_show(struct ctl_open *co, struct seq_file *m)
{
	trace_names_show_comms(co->tr->names, m);
	return 0;
}

static int tgids_show(struct ctl_open *co, struct seq_file *m)
{
	trace_names_show_tgids(co->tr->names, m);
	return 0;
}

static int comms_size_show(struct ctl_open *co, struct seq_file *m)
{
	seq_printf(m, "%u\n", trace_names_size(co->tr->names));
	return 0;
}

static int comms_size_store(struct ctl_open *co, char *text)
{
	unsigned long val;
	int ret = ctl_number(text, &val);

	if (ret)
		return ret;
	return val > UINT_MAX ? -EINVAL : trace_names_resize(co->tr->names, val);
}

/* === Error log: any write that truncates clears it === */

static int errors_show(struct ctl_open *co, struct seq_file *m)
{
	return trace_error_show(co->tr, m);
}

static int errors_trunc(struct ctl_open *co)
{
	trace_error_clear(co->tr);
	return 0;
}

/* === For decoders === */

static int printk_formats_show(struct ctl_open *co, struct seq_file *m)
{
	return trace_printk_formats_show(m);
}

static int eval_map_show(struct ctl_open *co, struct seq_file *m)
{
	return trace_eval_map_show(m);
}

/* === The table === */

const struct ctl_file ctl_misc_files[] = {
	{ "README",			0440, CTL_TOP, ctl_readme_show },
	{ "available_tracers",		0440, .show = tracers_show },
	{ "current_tracer",		0640, .show = tracer_show, .store = tracer_store },
	{ "error_log",			0640, .show = errors_show, .trunc = errors_trunc },
	{ "eval_map",			0440, CTL_TOP, eval_map_show },
	{ "printk_formats",		0440, CTL_TOP, printk_formats_show },
	{ "saved_cmdlines",		0440, CTL_TOP, comms_show },
	{ "saved_cmdlines_size",	0640, CTL_TOP, comms_size_show, comms_size_store },
	{ "saved_tgids",		0440, CTL_TOP, tgids_show },
	{ }
};
