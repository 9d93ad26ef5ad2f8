// SPDX-License-Identifier: GPL-2.0
/*
 * files_option.c - trace_options, and the directory options/.
 *
 * The options of a tracer are always in the directory, but in trace_options only while it is the current
 * one.
 */

#include <linux/bitops.h>

#include "control_internal.h"

/* === What is in options/ === */

static bool instance_option_nth(bool top, int *n, struct ctl_option *opt)
{
	for (unsigned int i = 0; i < NR_TRACE_OPTS; i++) {
		u64 bit = 1ULL << i;

		if (!(trace_opts_available & bit) || (!top && (bit & TRACE_OPTS_TOP)))
			continue;
		if ((*n)--)
			continue;
		*opt = (struct ctl_option){ .name = trace_opt_names[i], .bit = bit };
		return true;
	}
	return false;
}

static bool tracer_option_nth(bool top, int n, struct ctl_option *opt)
{
	const struct tracer_opt *o;
	struct tracer *t;

	guard(mutex)(&trace_types_lock);
	for (t = tracer_next(NULL); t; t = tracer_next(t)) {
		if (t->top_only && !top)
			continue;
		for (o = t->opts; o && o->name; o++) {
			if (n--)
				continue;
			*opt = (struct ctl_option){ .name = o->name, .tracer = t, .tracer_bit = o->bit };
			return true;
		}
	}
	return false;
}

/* Number @n; the set does not change after boot.  false: there is none. */
bool ctl_option_nth(bool top, int n, struct ctl_option *opt)
{
	/* The first takes off @n what it has. */
	return instance_option_nth(top, &n, opt) || tracer_option_nth(top, n, opt);
}

static int option_of(struct ctl_open *co, struct ctl_option *opt)
{
	return ctl_option_nth(!co->tr->name, co->n, opt) ? 0 : -ENODEV;
}

static int option_show(struct ctl_open *co, struct seq_file *m)
{
	struct ctl_option opt;
	bool on;
	int ret = option_of(co, &opt);

	if (ret)
		return ret;
	if (opt.tracer)
		on = READ_ONCE(co->tr->tracer_opts[opt.tracer->slot]) & opt.tracer_bit;
	else
		on = READ_ONCE(co->tr->opts) & opt.bit;
	seq_printf(m, "%d\n", on);
	return 0;
}

static int option_store(struct ctl_open *co, char *text)
{
	struct ctl_option opt;
	unsigned long val;
	int ret = ctl_number(text, &val);

	if (ret)
		return ret;
	if (val > 1)
		return -EINVAL;
	ret = option_of(co, &opt);
	if (ret)
		return ret;
	if (opt.tracer)
		return trace_array_set_tracer_opt(co->tr, opt.tracer, opt.tracer_bit, val);
	return trace_array_set_opt_bit(co->tr, opt.bit, val);
}

const struct ctl_file ctl_option_file = { "", 0640, .show = option_show, .store = option_store };

/* === trace_options === */

static void show_word(struct seq_file *m, const char *name, bool on)
{
	seq_printf(m, "%s%s\n", on ? "" : "no", name);
}

static int options_show(struct ctl_open *co, struct seq_file *m)
{
	struct trace_array *tr = co->tr;
	const struct tracer_opt *o;

	guard(mutex)(&trace_types_lock);
	for (unsigned int i = 0; i < NR_TRACE_OPTS; i++)
		if (trace_opts_available & (1ULL << i))
			show_word(m, trace_opt_names[i], tr->opts & (1ULL << i));
	for (o = tr->tracer->opts; o && o->name; o++)
		show_word(m, o->name, trace_array_tracer_opts(tr) & o->bit);
	return 0;
}

static int options_store(struct ctl_open *co, char *text)
{
	return trace_array_set_option(co->tr, text);
}

const struct ctl_file ctl_option_files[] = {
	{ "trace_options",	0640, .show = options_show, .store = options_store },
	{ }
};
