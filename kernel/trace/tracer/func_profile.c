// SPDX-License-Identifier: GPL-2.0
/*
 * func_profile.c - the function profiler: how often each function was called and how long it took. *
 * Counts are in func_profile_table.c; the trace_stat files show sorted copies of them.
 */
#include <linux/cpumask.h>
#include <linux/kallsyms.h>
#include <linux/math64.h>
#include <linux/percpu.h>
#include <linux/seq_file.h>
#include <linux/slab.h>
#include <linux/sort.h>
#include <linux/time64.h>

#include "func_internal.h"
#include "func_profile.h"

static bool prof_on;					/* func_lock */

/* === On and off === */

static int prof_start(void)
{
	struct func_inst *fi = func_inst(trace_array_top());
	struct ftrace_ops *ops = func_profile_hook();
	int ret;

	ret = func_profile_tables_make();
	if (!ret)
		ret = func_sets_copy(fi, ops);
	if (!ret)
		ret = func_profile_hook_on();
	if (!ret)
		func_profile_ops = ops;
	return ret;
}

/**
 * func_profile_set() - switch the profiler
 * @on:		it begins at zero; off, its counts stay to be read
 *
 * Context: task; takes func_lock.
 * Return: 0 or an error.
 */
int func_profile_set(bool on)
{
	int ret = 0;

	guard(mutex)(&func_lock);
	if (on == prof_on)
		return 0;
	if (on) {
		ret = prof_start();
	} else {
		func_profile_ops = NULL;
		func_profile_hook_off();
		ftrace_free_filter(func_profile_hook());
	}
	if (!ret)
		prof_on = on;
	return ret;
}

bool func_profile_is_on(void)
{
	return READ_ONCE(prof_on);
}

/* === Text === */

struct func_profile_view {
	unsigned int		nr;
	struct prof_func	func[];
};

/* Longest time first; without times, most hits. */
static int cmp_func(const void *a, const void *b)
{
	const struct prof_func *x = a, *y = b;

	if (x->time != y->time)
		return x->time < y->time ? 1 : -1;
	return x->hits < y->hits ? 1 : x->hits > y->hits ? -1 : 0;
}

/**
 * func_profile_view_make() - a sorted copy of what a CPU counted
 * @cpu:	the CPU
 *
 * Context: task; takes func_lock.
 * Return: the copy; ERR_PTR(-ENOMEM).
 */
struct func_profile_view *func_profile_view_make(int cpu)
{
	struct func_profile_view *pv;
	const struct prof_func *table;
	unsigned int nr = 0;

	guard(mutex)(&func_lock);
	table = func_profile_table(cpu);
	for (unsigned int i = 0; table && i < 1 << PROF_BITS; i++)
		nr += !!READ_ONCE(table[i].ip);
	pv = kvzalloc(struct_size(pv, func, nr), GFP_KERNEL);
	if (!pv)
		return ERR_PTR(-ENOMEM);
	for (unsigned int i = 0; table && pv->nr < nr && i < 1 << PROF_BITS; i++) {
		struct prof_func f = table[i];

		if (f.ip && f.hits)
			pv->func[pv->nr++] = f;
	}
	sort(pv->func, pv->nr, sizeof(pv->func[0]), cmp_func, NULL);
	return pv;
}

void func_profile_view_free(struct func_profile_view *pv)
{
	kvfree(pv);
}

/* "    12.345 us   ": a column. */
static void show_us(struct seq_file *m, u64 ns)
{
	u32 rest = do_div(ns, 1000);

	seq_printf(m, "%6llu.%03u us   ", ns, rest);
}

/* Sample variance of the times, in ns squared. */
static u64 variance(const struct prof_func *f)
{
	u64 mean = div64_ul(f->time, f->hits), sum;

	if (f->hits < 2)
		return 0;
	sum = f->square - f->hits * mean * mean;
	return (s64)sum < 0 ? 0 : div64_ul(sum, f->hits - 1);
}

static void show_times(struct seq_file *m, const struct prof_func *f)
{
	seq_puts(m, "    ");
	show_us(m, f->time);
	show_us(m, div64_ul(f->time, f->hits));
	show_us(m, div_u64(variance(f), 1000));
}

loff_t func_profile_view_lines(const struct func_profile_view *pv)
{
	return pv->nr + 1;
}

/**
 * func_profile_view_show() - one line
 * @pv:		the copy
 * @m:		where to
 * @pos:	0 is the legend
 *
 * Context: task.
 */
void func_profile_view_show(struct func_profile_view *pv, struct seq_file *m, loff_t pos)
{
	const struct prof_func *f;
	char name[KSYM_NAME_LEN];

	if (!pos) {
		seq_puts(m, func_profile_times() ?
			 "  Function                               Hit    Time            Avg             s^2\n"
			 "  --------                               ---    ----            ---             ---\n" :
			 "  Function                               Hit\n"
			 "  --------                               ---\n");
		return;
	}
	f = &pv->func[pos - 1];
	kallsyms_lookup(f->ip, NULL, NULL, NULL, name);
	seq_printf(m, "  %-30.30s  %10lu", name, f->hits);
	if (func_profile_times())
		show_times(m, f);
	seq_putc(m, '\n');
}
