// SPDX-License-Identifier: GPL-2.0
/*
 * eprobe.c - probes on other events: record some of their fields, or what their fields point at.
 *
 *	e[:[GROUP/][EVENT]] SYSTEM.EVENT [ARG...] [if FILTER]
 *
 * An event probe that is on in an instance is an action on its event there.
 */

#include <linux/cleanup.h>
#include <linux/ctype.h>
#include <linux/seq_file.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "probe.h"

/**
 * struct eprobe_probe - a probe on an event
 * @p:		common part
 * @system:	of the event
 * @name:	of the event
 * @filter:	text after "if", or NULL
 * @call:	the event; held while the probe exists
 * @on:		struct eprobe_on of the instances in which it is on; event_mutex
 */
struct eprobe_probe {
	struct probe		p;
	char			*system;
	char			*name;
	char			*filter;
	struct trace_event_call	*call;
	struct list_head	on;
};

/* An event probe that is on in an instance. */
struct eprobe_on {
	struct event_action	action;
	struct eprobe_probe	*e;
	struct trace_event_file	*file;		/* of the event it is on */
	struct trace_event_file	*own;		/* where it records */
	struct list_head	node;		/* eprobe_probe::on */
};

static struct eprobe_probe *to_eprobe(const struct probe *p)
{
	return container_of(p, struct eprobe_probe, p);
}

/* === Hits === */

static void eprobe_run(struct event_action *a, void *rec)
{
	struct eprobe_on *on = container_of(a, struct eprobe_on, action);
	struct fetch_env env = { .rec = rec };

	probe_hit_file(&on->e->p, &env, on->own);
}

/* === On and off, per instance === */

static void on_free(struct eprobe_on *on)
{
	list_del(&on->node);
	event_action_del(on->file, &on->action);
	tracepoint_synchronize_unregister();
	event_filter_free(on->action.filter);
	event_file_put(on->file);
	kfree(on);
}

static void eprobe_gone(struct event_action *a)
{
	on_free(container_of(a, struct eprobe_on, action));
}

static int eprobe_use(struct probe *p, struct trace_event_file *own)
{
	struct eprobe_probe *e = to_eprobe(p);
	struct eprobe_on *on __free(kfree) = kzalloc(sizeof(*on), GFP_KERNEL);
	struct trace_event_file *file;
	int ret;

	if (!on)
		return -ENOMEM;
	file = event_file_get(own->tr, e->call);
	if (IS_ERR(file))
		return PTR_ERR(file);
	on->e = e;
	on->own = own;
	on->file = file;
	on->action.needs_rec = true;
	on->action.run = eprobe_run;
	on->action.gone = eprobe_gone;
	ret = e->filter ? event_filter_create(own->tr, e->call, e->filter, true, &on->action.filter) : 0;
	ret = ret ?: event_action_add(file, &on->action);
	if (ret) {
		event_filter_free(on->action.filter);
		event_file_put(file);
		return ret;
	}
	list_add_tail(&no_free_ptr(on)->node, &e->on);
	return 0;
}

static void eprobe_unuse(struct probe *p, struct trace_event_file *own)
{
	struct eprobe_on *on, *tmp;

	list_for_each_entry_safe(on, tmp, &to_eprobe(p)->on, node)
		if (on->own == own)
			on_free(on);
}

/* === Place === */

/* Where the filter begins, and the line is cut; 0 if there is none. */
static unsigned int find_if(const char *text, unsigned int col)
{
	const char *at = text + col;

	while ((at = strstr(at, "if"))) {
		if (at > text && isspace(at[-1]) && (isspace(at[2]) || !at[2]))
			return at - text;
		at += 2;
	}
	return 0;
}

static int parse_filter(struct eprobe_probe *e, struct probe_def *def)
{
	unsigned int at = find_if(def->line.text, def->args), from;

	if (!at)
		return 0;
	from = at + 2;
	while (isspace(def->line.text[from]))
		from++;
	if (!def->line.text[from])
		return probe_error(&def->line, PE_FILTER_EMPTY, at + 3);	/* behind "if " */
	e->filter = kstrdup(def->line.text + from, GFP_KERNEL);
	def->args_end = at;
	return e->filter ? 0 : -ENOMEM;
}

static int parse_event(struct eprobe_probe *e, struct probe_def *def)
{
	const char *place = def->line.text + def->place;
	unsigned int len = def->place_end - def->place;
	const char *sep = memchr(place, '/', len) ?: memchr(place, '.', len);

	if (!sep || sep == place || sep == place + len - 1)
		return probe_error(&def->line, PE_ATTACH_INFO, def->place);
	e->system = kmemdup_nul(place, sep - place, GFP_KERNEL);
	e->name = kmemdup_nul(sep + 1, place + len - sep - 1, GFP_KERNEL);
	if (!e->system || !e->name)
		return -ENOMEM;
	guard(mutex)(&event_mutex);
	e->call = trace_event_find(e->system, e->name);
	if (!e->call || !trace_event_hold(e->call)) {
		e->call = NULL;
		probe_error(&def->line, PE_ATTACH_EVENT, def->place);
		return -ENODEV;
	}
	return 0;
}

static int eprobe_parse(struct probe *p, struct probe_def *def)
{
	struct eprobe_probe *e = to_eprobe(p);
	int ret;

	INIT_LIST_HEAD(&e->on);
	if (def->has_number)
		return probe_error(&def->line, PE_MAXACT_KIND, def->number_col);
	ret = parse_event(e, def) ?: parse_filter(e, def);
	if (ret)
		return ret;
	if (!def->event[0])
		strscpy(def->event, e->name);
	def->line.have = FETCH_HAVE_FIELDS | FETCH_HAVE_KERNEL;
	def->line.call = e->call;
	return 0;
}

static int eprobe_add(struct probe *p, struct probe_def *def)
{
	return 0;
}

static void eprobe_del(struct probe **ps, unsigned int nr)
{
}

/* === Text === */

static void eprobe_show_place(const struct probe *p, struct seq_file *m)
{
	struct eprobe_probe *e = to_eprobe(p);

	seq_printf(m, "%s.%s", e->system, e->name);
}

static void eprobe_show_tail(const struct probe *p, struct seq_file *m)
{
	struct eprobe_probe *e = to_eprobe(p);

	if (e->filter)
		seq_printf(m, " if %s", e->filter);
}

static bool eprobe_at(const struct probe *p, const char *place, unsigned int len)
{
	struct eprobe_probe *e = to_eprobe(p);
	unsigned int system = strlen(e->system), name = strlen(e->name);

	return len == system + 1 + name && !strncmp(place, e->system, system) &&
	       (place[system] == '/' || place[system] == '.') && !strncmp(place + system + 1, e->name, name);
}

static void eprobe_free(struct probe *p)
{
	struct eprobe_probe *e = to_eprobe(p);

	if (e->call)
		trace_event_drop(e->call);
	kfree(e->system);
	kfree(e->name);
	kfree(e->filter);
}

static enum print_line_t eprobe_print(struct trace_iterator *iter, int flags, struct trace_event *event)
{
	struct probe_event *pe = probe_event_of(container_of(event, struct trace_event_call, event));
	const struct probe *p = probe_first(pe);
	struct eprobe_probe *e = to_eprobe(p);
	struct trace_seq *s = &iter->seq;

	trace_seq_printf(s, "%s: (%s.%s)", pe->call.name, e->system, e->name);
	return fetch_print(s, &p->prog, iter->ent);
}

static struct trace_event_functions eprobe_funcs = { .trace = eprobe_print };

static struct probe_kind eprobe_kind = {
	.who		= "event_probe",
	.letters	= "e",
	.group		= "eprobes",
	.file		= DYNEVENT_ANY,
	.size		= sizeof(struct eprobe_probe),
	.flags		= TRACE_EVENT_FL_EPROBE,
	.parse		= eprobe_parse,
	.add		= eprobe_add,
	.del		= eprobe_del,
	.use		= eprobe_use,
	.unuse		= eprobe_unuse,
	.show_place	= eprobe_show_place,
	.show_tail	= eprobe_show_tail,
	.at		= eprobe_at,
	.free		= eprobe_free,
	.funcs		= &eprobe_funcs,
};

void __init eprobe_kind_init(void)
{
	probe_kind_register(&eprobe_kind);
}
