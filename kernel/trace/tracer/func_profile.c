// SPDX-License-Identifier: GPL-2.0
/*
 * func_profile.c - the function profiler: how often each function was called and how long it took.
 *
 * Each CPU counts in a table of its own, hashed by address, so a hit takes no lock; a table never grows while the
 * profiler is on and hits of functions that find no place are dropped.  The trace_stat files show sorted copies.
 */
#include <linux/cpumask.h>
#include <linux/hash.h>
#include <linux/kallsyms.h>
#include <linux/math64.h>
#include <linux/percpu.h>
#include <linux/seq_file.h>
#include <linux/slab.h>
#include <linux/sort.h>
#include <linux/time64.h>

#include "func_internal.h"
#include "func_profile.h"

/**
 * struct prof_func - one function on one CPU
 * @ip:		its site, 0: free; set once, then only counts change
 * @hits:	calls
 * @time:	ns in it
 * @square:	sum of its squares, for the variance
 */
struct prof_func {
	unsigned long	ip;
	unsigned long	hits;
	u64		time;
	u64		square;
};

#define PROF_BITS	15		/* more than twice the functions that run on a CPU */
#define PROF_PROBES	16

static DEFINE_PER_CPU(struct prof_func *, prof_table);	/* func_lock; hits only while the profiler is on */
static DEFINE_PER_CPU(int, prof_busy);			/* a hit is in the table; that CPU */
static bool prof_on;					/* func_lock */

/* The place of a function, made if it must be; this CPU, one context at a time. */
static struct prof_func *place_of(struct prof_func *table, unsigned long ip)
{
	unsigned int at = hash_long(ip, PROF_BITS);

	for (unsigned int i = 0; i < PROF_PROBES; i++) {
		struct prof_func *f = &table[(at + i) & ((1 << PROF_BITS) - 1)];

		if (likely(f->ip == ip))
			return f;
		if (!f->ip) {
			f->ip = ip;
			return f;
		}
	}
	return NULL;
}

/**
 * func_profile_count() - one call of a function
 * @ip:		its site
 * @ns:		time in it, 0 if that is not known
 *
 * Context: any, preemption off.
 */
void func_profile_count(unsigned long ip, u64 ns)
{
	struct prof_func *table = this_cpu_read(prof_table), *f;

	/* What interrupts a hit is not counted: the two could take one place. */
	if (unlikely(!table || this_cpu_read(prof_busy)))
		return;
	this_cpu_write(prof_busy, 1);
	barrier();
	f = place_of(table, ip);
	if (likely(f)) {
		f->hits++;
		f->time += ns;
		f->square += ns * ns;
	}
	barrier();
	this_cpu_write(prof_busy, 0);
}

/* === On and off === */

static void tables_free(void)
{
	int cpu;

	for_each_possible_cpu(cpu) {
		kvfree(per_cpu(prof_table, cpu));
		per_cpu(prof_table, cpu) = NULL;
	}
}

static int tables_make(void)
{
	int cpu;

	for_each_possible_cpu(cpu) {
		struct prof_func **table = per_cpu_ptr(&prof_table, cpu);

		if (*table) {
			memset(*table, 0, sizeof(**table) << PROF_BITS);
			continue;
		}
		*table = kvcalloc(1 << PROF_BITS, sizeof(**table), GFP_KERNEL);
		if (!*table) {
			tables_free();
			return -ENOMEM;
		}
	}
	return 0;
}

static int prof_start(void)
{
	struct func_inst *fi = func_inst(trace_array_top());
	struct ftrace_ops *ops = func_profile_hook();
	int ret;

	ret = tables_make();
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
	struct prof_func *table;
	unsigned int nr = 0;

	guard(mutex)(&func_lock);
	table = per_cpu(prof_table, cpu);
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
