// SPDX-License-Identifier: GPL-2.0
/*
 * dump.c - ftrace_dump(): the rings to the console, when the machine is going down.
 *
 * May be called anywhere: from an oops, a panic, an NMI, the sysrq key.  So: no allocation, no lock that is waited
 * for, one static reader, one CPU at a time.  Recording is switched off and stays off: what is in the rings
 * is what led to this, and the console is slow.  What is dumped is taken out.
 */

#include <linux/atomic.h>
#include <linux/export.h>
#include <linux/ftrace.h>
#include <linux/init.h>
#include <linux/kdebug.h>
#include <linux/kernel.h>
#include <linux/nmi.h>
#include <linux/notifier.h>
#include <linux/panic_notifier.h>
#include <linux/printk.h>
#include "output_internal.h"

/* Longer pieces are cut by printk(). */
#define DUMP_PIECE	900

/*
 * What to dump on an oops or panic: kernel.ftrace_dump_on_oops and the boot parameter of that name. "0": nothing;
 * else a list: "1": the top level, "2" or "orig_cpu": only its part of the CPU that oopsed, "NAME" and "NAME=2":
 * an instance.
 */
char ftrace_dump_on_oops[MAX_TRACER_SIZE] = "0";

/* The one reader of all dumps; of the CPU that holds dump_owner. */
static struct trace_iterator dump_iter;
static atomic_t dump_owner = ATOMIC_INIT(-1);

/* The CPU with the oldest record; false when there is none. */
static bool dump_next(struct ring *ring, int only_cpu, struct ring_item *first)
{
	struct ring_item it;
	bool found = false;
	int cpu;

	for_each_possible_cpu(cpu) {
		if (only_cpu != RING_ALL_CPUS && cpu != only_cpu)
			continue;
		if (!ring_peek(ring, cpu, &it) || (found && it.ts >= first->ts))
			continue;
		*first = it;
		found = true;
	}
	return found && ring_consume(ring, first->cpu, first);
}

static void dump_text(struct trace_seq *s)
{
	const char *p = s->buffer, *end = p + trace_seq_used(s), *nl;
	int len;

	while (p < end) {
		nl = memchr(p, '\n', end - p);
		len = min_t(int, (nl ?: end) - p, DUMP_PIECE);
		pr_emerg("%.*s\n", len, p);
		p += len;
		if (p < end && *p == '\n')
			p++;
	}
}

static void dump_record(struct trace_iterator *iter, const struct ring_item *it)
{
	if (it->len < sizeof(struct trace_entry))
		return;
	iter->ent = it->data;
	iter->ent_size = it->len;
	iter->cpu = it->cpu;
	iter->ts = it->ts;
	iter->lost_events = it->lost;
	trace_seq_init(&iter->seq);
	if (trace_print_line(iter) == TRACE_TYPE_PARTIAL_LINE)
		trace_seq_puts(&iter->seq, "[LINE TOO BIG]\n");
	dump_text(&iter->seq);
	iter->nr++;
}

static void dump_instance(struct trace_array *tr, int cpu)
{
	struct trace_iterator *iter = &dump_iter;
	struct ring_item it;

	trace_array_off(tr, "ftrace_dump");
	iter->tr = tr;
	iter->tracer = NULL;
	iter->names = NULL;
	iter->nr = 0;
	iter->start_ts = 0;
	iter->next_ts = 0;
	/* Memory of tasks is not to be looked at from here, and other forms are of no use on a console. */
	iter->opts = READ_ONCE(tr->opts) | TRACE_OPT(LATENCY_FMT);
	iter->opts &= ~(TRACE_OPT(SYM_USEROBJ) | TRACE_OPT(BIN) | TRACE_OPT(HEX) | TRACE_OPT(RAW) |
			TRACE_OPT(FIELDS) | TRACE_OPT(VERBOSE));

	pr_emerg("Dumping ftrace %sbuffer%s%s:\n", tr->name ? "instance " : "", tr->name ? " " : "",
		 tr->name ?: "");
	while (dump_next(tr->ring, cpu, &it)) {
		if (!iter->nr)
			pr_emerg("---------------------------------\n");
		touch_nmi_watchdog();
		dump_record(iter, &it);
	}
	if (iter->nr)
		pr_emerg("---------------------------------\n");
	else
		pr_emerg("   (ftrace buffer empty)\n");
}

/* The list may be in the middle of a change by a CPU that is stopped; names are compared, nothing is taken. */
static struct trace_array *dump_find(const char *name, size_t len)
{
	struct trace_array *tr;

	list_for_each_entry_rcu(tr, &trace_arrays, node, true)
		if (tr->name && strlen(tr->name) == len && !strncmp(tr->name, name, len))
			return tr;
	return NULL;
}

static bool word_is(const char *word, size_t len, const char *want)
{
	return strlen(want) == len && !strncmp(word, want, len);
}

static bool means_this_cpu(const char *word, size_t len)
{
	return word_is(word, len, "2") || word_is(word, len, "orig_cpu");
}

/* One word of the list: a mode for the top level, or an instance and perhaps its mode. */
static void dump_word(const char *word, size_t len)
{
	size_t name_len = min_t(size_t, strcspn(word, "="), len);
	struct trace_array *tr;
	int cpu = RING_ALL_CPUS;

	if (word_is(word, len, "0"))
		return;
	if (word_is(word, len, "1")) {
		dump_instance(trace_array_top(), cpu);
		return;
	}
	if (means_this_cpu(word, len)) {
		dump_instance(trace_array_top(), raw_smp_processor_id());
		return;
	}
	tr = dump_find(word, name_len);
	if (!tr) {
		pr_emerg("ftrace_dump_on_oops: no instance %.*s\n", (int)name_len, word);
		return;
	}
	if (name_len < len && means_this_cpu(word + name_len + 1, len - name_len - 1))
		cpu = raw_smp_processor_id();
	dump_instance(tr, cpu);
}

static void dump_by_param(void)
{
	const char *p = ftrace_dump_on_oops;

	while (*p) {
		size_t len = strcspn(p, ",");

		if (len)
			dump_word(p, len);
		p += len;
		if (*p)
			p++;
	}
}

/**
 * ftrace_dump() - dump rings to the console
 * @oops_dump_mode:	DUMP_ALL, DUMP_ORIG: the top level, all of it or of this CPU; DUMP_PARAM: what
 *			kernel.ftrace_dump_on_oops says
 *
 * Context: any.
 */
void ftrace_dump(enum ftrace_dump_mode oops_dump_mode)
{
	int none = -1;

	/* Another CPU is at it; or this one is, and something in here went wrong. */
	if (!trace_array_top() || !atomic_try_cmpxchg(&dump_owner, &none, raw_smp_processor_id()))
		return;
	switch (oops_dump_mode) {
	case DUMP_ALL:
		dump_instance(trace_array_top(), RING_ALL_CPUS);
		break;
	case DUMP_ORIG:
		dump_instance(trace_array_top(), raw_smp_processor_id());
		break;
	case DUMP_PARAM:
		dump_by_param();
		break;
	case DUMP_NONE:
		break;
	}
	atomic_set(&dump_owner, -1);
}
EXPORT_SYMBOL_GPL(ftrace_dump);

static bool dump_wanted(void)
{
	return strcmp(ftrace_dump_on_oops, "0") && ftrace_dump_on_oops[0];
}

static int dump_on_panic(struct notifier_block *nb, unsigned long event, void *unused)
{
	if (dump_wanted())
		ftrace_dump(DUMP_PARAM);
	return NOTIFY_OK;
}

static int dump_on_die(struct notifier_block *nb, unsigned long event, void *unused)
{
	if (event == DIE_OOPS && dump_wanted())
		ftrace_dump(DUMP_PARAM);
	return NOTIFY_OK;
}

/* Early: before others get the chance to hang. */
static struct notifier_block panic_block = {
	.notifier_call	= dump_on_panic,
	.priority	= INT_MAX - 1,
};

static struct notifier_block die_block = {
	.notifier_call	= dump_on_die,
	.priority	= INT_MAX - 1,
};

/* "ftrace_dump_on_oops", "ftrace_dump_on_oops=LIST", "ftrace_dump_on_oops,LIST" */
static int __init dump_param(char *str)
{
	if (!*str)
		strscpy(ftrace_dump_on_oops, "1");
	else if (*str == ',')
		snprintf(ftrace_dump_on_oops, sizeof(ftrace_dump_on_oops), "1%s", str);
	else if (*str == '=')
		strscpy(ftrace_dump_on_oops, str + 1);
	else
		return 0;
	return 1;
}
__setup("ftrace_dump_on_oops", dump_param);

static int __init dump_init(void)
{
	atomic_notifier_chain_register(&panic_notifier_list, &panic_block);
	return register_die_notifier(&die_block);
}
early_initcall(dump_init);
