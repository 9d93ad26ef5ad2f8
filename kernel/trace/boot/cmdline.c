// SPDX-License-Identifier: GPL-2.0
/*
 * cmdline.c - what the kernel command line asks of tracing.
 *
 * Words are kept as they are read, long before anything can be done about them, and taken up by the steps
 * of boot.c.  A word that means nothing is named in the log, so that nobody waits for what it will not do.
 */

#include <linux/ftrace.h>
#include <linux/init.h>
#include <linux/kernel.h>
#include <linux/printk.h>
#include <linux/string.h>
#include <linux/trace.h>
#include <asm/setup.h>

#include "boot.h"
#include "event.h"

#define TRACER_NAME_MAX	64

static unsigned long buf_size __initdata;
static char option_words[COMMAND_LINE_SIZE] __initdata;
static char event_words[COMMAND_LINE_SIZE] __initdata;
static char clock_word[32] __initdata;
static char tracer_word[TRACER_NAME_MAX] __initdata;
static char instance_words[COMMAND_LINE_SIZE] __initdata;
static bool snapshot_wanted __initdata;
static char snapshot_word[256] __initdata;	/* ftrace_boot_snapshot: the instance */
static bool snapshot_at_end __initdata;

/* === Keeping === */

/* The same word may be given several times; @sep goes between. */
static void __init keep(char *to, size_t room, char sep, const char *word)
{
	size_t len = strlen(to);

	if (len && len + 1 < room) {
		to[len++] = sep;
		to[len] = '\0';
	}
	if (strlcat(to, word, room) >= room)
		pr_warn("trace: too much on the command line, cut: %.64s...\n", word);
}

static int __init keep_buf_size(char *str)
{
	buf_size = memparse(str, NULL);
	if (!buf_size)
		pr_warn("trace: trace_buf_size=%s is no size\n", str);
	return 1;
}
__setup("trace_buf_size=", keep_buf_size);

static int __init keep_options(char *str)
{
	keep(option_words, sizeof(option_words), ',', str);
	return 1;
}
__setup("trace_options=", keep_options);

static int __init keep_events(char *str)
{
	keep(event_words, sizeof(event_words), ',', str);
	return 1;
}
__setup("trace_event=", keep_events);

static int __init keep_clock(char *str)
{
	strscpy(clock_word, str);
	return 1;
}
__setup("trace_clock=", keep_clock);

static int __init keep_tracer(char *str)
{
	strscpy(tracer_word, str);
	return 1;
}
__setup("ftrace=", keep_tracer);

static int __init keep_instance(char *str)
{
	keep(instance_words, sizeof(instance_words), '\t', str);
	return 1;
}
__setup("trace_instance=", keep_instance);

static int __init keep_alloc_snapshot(char *str)
{
	snapshot_wanted = true;
	return 1;
}
__setup("alloc_snapshot", keep_alloc_snapshot);

static int __init keep_boot_snapshot(char *str)
{
	snapshot_at_end = true;
	if (*str == '=')
		strscpy(snapshot_word, str + 1);
	return 1;
}
__setup("ftrace_boot_snapshot", keep_boot_snapshot);

/* "traceoff_on_warning", also "=0" and "=off" to take it back. */
static int __init keep_traceoff(char *str)
{
	__disable_trace_on_warning = strcmp(str, "=0") && strcmp(str, "=off");
	return 1;
}
__setup("traceoff_on_warning", keep_traceoff);

/* === Doing: steps of boot.c === */

int __init boot_buf_size(void)
{
	trace_array_default_size(buf_size);
	return 0;
}

int __init boot_options(void)
{
	char *pos = option_words, *word;

	while ((word = strsep(&pos, ",")))
		if (*word && trace_array_set_option(trace_array_top(), word))
			pr_warn("trace: trace_options=: no option '%s'\n", word);
	return 0;
}

int __init boot_clock(void)
{
	if (*clock_word && trace_array_set_clock(trace_array_top(), clock_word))
		pr_warn("trace: trace_clock=: no clock '%s'\n", clock_word);
	return 0;
}

static void __init enable_events(struct trace_array *tr, char *words)
{
	char *word;

	while ((word = strsep(&words, ",")))
		if (*word && event_set(tr, word, true))
			pr_warn("Failed to enable trace event: %s\n", word);
}

int __init boot_events(void)
{
	enable_events(trace_array_top(), event_words);
	return 0;
}

static void __init instance_flag(struct trace_array *tr, const char *flag)
{
	if (!strcmp(flag, "traceoff"))
		trace_array_off(tr, "trace_instance= on the command line");
	else if (!strcmp(flag, "traceprintk") || !strcmp(flag, "printk") || !strcmp(flag, "trace_printk"))
		trace_array_set_opt_bit(tr, TRACE_OPT(TRACE_PRINTK_DEST), true);
	else
		pr_warn("trace: trace_instance=%s: no flag '%s'\n", tr->name, flag);
}

/* NAME[^FLAG...][@MEMORY][,EVENT...] */
static void __init instance_make(char *text)
{
	char *name = strsep(&text, ","), *memory = strchr(name, '@'), *flags;
	struct trace_array *tr;

	if (memory) {
		*memory++ = '\0';
		pr_warn("trace: trace_instance=: memory '%s' cannot be used, the ring goes to ordinary memory\n",
			memory);
	}
	flags = name;
	name = strsep(&flags, "^");
	tr = trace_array_create(name, NULL);
	if (IS_ERR(tr)) {
		pr_warn("trace: trace_instance=: no instance '%s' (%ld)\n", name, PTR_ERR(tr));
		return;
	}
	while ((name = strsep(&flags, "^")))
		instance_flag(tr, name);
	enable_events(tr, text);
}

int __init boot_instances(void)
{
	char *pos = instance_words, *text;

	while ((text = strsep(&pos, "\t")))
		if (*text)
			instance_make(text);
	return 0;
}

int __init boot_snapshot_alloc(void)
{
	return snapshot_wanted ? tracing_alloc_snapshot() : 0;
}

/* Not all tracers are there from the start. */
int __init boot_tracer(void)
{
	if (*tracer_word && !tracer_set(trace_array_top(), tracer_word))
		*tracer_word = '\0';
	return 0;
}

int __init boot_tracer_last(void)
{
	boot_tracer();
	if (*tracer_word)
		pr_warn("ftrace bootup tracer '%s' not registered.\n", tracer_word);
	return 0;
}

int __init boot_snapshot_take(void)
{
	struct trace_array *tr = trace_array_top();

	if (!snapshot_at_end)
		return 0;
	guard(mutex)(&trace_types_lock);
	if (*snapshot_word)
		tr = trace_array_find(snapshot_word);
	if (!tr) {
		pr_warn("trace: ftrace_boot_snapshot=: no instance '%s'\n", snapshot_word);
		return 0;
	}
	return trace_snapshot_alloc(tr) ?: trace_snapshot_take(tr, RING_ALL_CPUS);
}
