// SPDX-License-Identifier: GPL-2.0
/*
 * options.c - trace_options: names, and what a change does.
 *
 * An option is a bit of trace_array::opts, read wherever it matters.  What must happen at the moment of a
 * change is here when it concerns the instance itself; other layers are asked through trace_client::option
 * and may refuse.
 */

#include <linux/export.h>
#include <linux/rcupdate.h>
#include <linux/string.h>

#include "instance_internal.h"

const char *const trace_opt_names[NR_TRACE_OPTS] = {
#define X(id, name)	name,
	TRACE_OPTIONS(X)
#undef X
};

static_assert(NR_TRACE_OPTS <= 64);

/* What the first instance starts with; others start with what it has then. */
#define OPTS_DEFAULT	(TRACE_OPT(PRINT_PARENT) | TRACE_OPT(PRINTK) | TRACE_OPT(ANNOTATE) |	\
			 TRACE_OPT(CONTEXT_INFO) | TRACE_OPT(RECORD_CMD) | TRACE_OPT(OVERWRITE) | \
			 TRACE_OPT(IRQ_INFO) | TRACE_OPT(MARKERS) | TRACE_OPT(HASH_PTR) |	\
			 TRACE_OPT(FUNCTION))

/* Never inherited: they belong to one instance, or follow its own pid lists. */
#define OPTS_OWN	(TRACE_OPT(TRACE_PRINTK_DEST) | TRACE_OPT(EVENT_FORK) | TRACE_OPT(FUNC_FORK))

/* Options of features that are not there yet: their owner adds the bit. */
#define OPTS_LATER	(TRACE_OPT(FUNCTION) | TRACE_OPT(FUNC_FORK) | TRACE_OPT(DISPLAY_GRAPH))

u64 trace_opts_available = ((1ULL << NR_TRACE_OPTS) - 1) & ~OPTS_LATER;

u64 trace_opts_inherited(void)
{
	struct trace_array *top = trace_array_top();

	return top ? READ_ONCE(top->opts) & ~OPTS_OWN : OPTS_DEFAULT;
}

/* === trace_printk_dest: exactly one instance has it, the top level when nobody else wants it === */

static struct trace_array __rcu *printk_dest;	/* writes: trace_types_lock */

struct trace_array *trace_printk_dest(void)
{
	return rcu_dereference_sched(printk_dest);
}

static void printk_dest_set(struct trace_array *tr)
{
	struct trace_array *old = rcu_dereference_protected(printk_dest, lockdep_is_held(&trace_types_lock));

	if (old)
		WRITE_ONCE(old->opts, old->opts & ~TRACE_OPT(TRACE_PRINTK_DEST));
	WRITE_ONCE(tr->opts, tr->opts | TRACE_OPT(TRACE_PRINTK_DEST));
	rcu_assign_pointer(printk_dest, tr);
}

static int printk_dest_change(struct trace_array *tr, bool on)
{
	struct trace_array *top = trace_array_top();

	if (!on && tr == top)
		return -EINVAL;		/* only by setting it elsewhere */
	printk_dest_set(on ? tr : top);
	return 0;
}

void trace_printk_dest_leave(struct trace_array *tr)
{
	lockdep_assert_held(&trace_types_lock);
	if (tr->opts & TRACE_OPT(TRACE_PRINTK_DEST)) {
		printk_dest_set(trace_array_top());
		synchronize_rcu();
	}
}

/* === A change === */

/* Whoever is noted as known on a CPU must be noted again, now with what was switched on. */
static void forget_noted(struct trace_array *tr)
{
	int cpu;

	for_each_possible_cpu(cpu)
		WRITE_ONCE(per_cpu_ptr(tr->cpu, cpu)->last_pid, -1);
}

static void opt_changed(struct trace_array *tr, u64 bit, bool on)
{
	switch (bit) {
	case TRACE_OPT(OVERWRITE):
		ring_set_overwrite(tr->ring, on);
		if (tr->spare)
			ring_set_overwrite(tr->spare, on);
		break;
	case TRACE_OPT(RECORD_CMD):
	case TRACE_OPT(RECORD_TGID):
		forget_noted(tr);
		break;
	}
}

int trace_opt_set_locked(struct trace_array *tr, u64 bit, bool on)
{
	int ret;

	lockdep_assert_held(&trace_types_lock);
	if (!!(tr->opts & bit) == on)
		return 0;
	if (bit == TRACE_OPT(TRACE_PRINTK_DEST))
		return printk_dest_change(tr, on);
	ret = trace_clients_option(tr, bit, on);
	if (ret)
		return ret;
	WRITE_ONCE(tr->opts, on ? tr->opts | bit : tr->opts & ~bit);
	opt_changed(tr, bit, on);
	return 0;
}

/**
 * trace_array_set_opt_bit() - switch one option
 * @tr:		instance
 * @bit:	TRACE_OPT()
 * @on:		new state
 *
 * Context: task; takes trace_types_lock.
 * Return: 0, -EINVAL, or why a layer refuses.
 */
int trace_array_set_opt_bit(struct trace_array *tr, u64 bit, bool on)
{
	guard(mutex)(&trace_types_lock);
	return trace_opt_set_locked(tr, bit, on);
}

static int tracer_opt_set_locked(struct trace_array *tr, struct tracer *t, u32 bit, bool on)
{
	u32 *opts = &tr->tracer_opts[t->slot];
	int ret;

	if (!!(*opts & bit) == on)
		return 0;
	ret = t->set_flag ? t->set_flag(tr, *opts, bit, on) : 0;
	if (!ret)
		WRITE_ONCE(*opts, on ? *opts | bit : *opts & ~bit);
	return ret;
}

/* Switch an option that tracer @t brings; it need not be the current one.  Takes trace_types_lock. */
int trace_array_set_tracer_opt(struct trace_array *tr, struct tracer *t, u32 bit, bool on)
{
	guard(mutex)(&trace_types_lock);
	return tracer_opt_set_locked(tr, t, bit, on);
}

static int set_by_name(struct trace_array *tr, const char *name, bool on)
{
	const struct tracer_opt *opt;

	for (unsigned int i = 0; i < NR_TRACE_OPTS; i++)
		if ((trace_opts_available & (1ULL << i)) && !strcmp(trace_opt_names[i], name))
			return trace_opt_set_locked(tr, 1ULL << i, on);
	for (opt = tr->tracer->opts; opt && opt->name; opt++)
		if (!strcmp(opt->name, name))
			return tracer_opt_set_locked(tr, tr->tracer, opt->bit, on);
	return -ENOENT;
}

/**
 * trace_array_set_option() - take one word of trace_options
 * @tr:		instance
 * @word:	"name" or "noname", an option of the instance or of its current tracer
 *
 * Context: task; takes trace_types_lock.
 * Return: 0, -EINVAL for an unknown word, or why it is refused.
 */
int trace_array_set_option(struct trace_array *tr, const char *word)
{
	int ret;

	guard(mutex)(&trace_types_lock);
	ret = set_by_name(tr, word, true);
	if (ret == -ENOENT && !strncmp(word, "no", 2))
		ret = set_by_name(tr, word + 2, false);
	return ret == -ENOENT ? -EINVAL : ret;
}
