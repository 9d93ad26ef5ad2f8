// SPDX-License-Identifier: GPL-2.0
/*
 * func_profile_table.c - the profiler's counts.
 *
 * Each CPU counts in a table of its own, hashed by address, so a hit takes no lock; a table never grows while the
 * profiler is on and hits of functions that find no place are dropped.
 */
#include <linux/cpumask.h>
#include <linux/hash.h>
#include <linux/percpu.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "func_internal.h"
#include "func_profile.h"

#define PROF_PROBES	16

static DEFINE_PER_CPU(struct prof_func *, prof_table);	/* func_lock; hits only while the profiler is on */
static DEFINE_PER_CPU(int, prof_busy);			/* a hit is in the table; that CPU */

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

static void tables_free(void)
{
	int cpu;

	for_each_possible_cpu(cpu) {
		kvfree(per_cpu(prof_table, cpu));
		per_cpu(prof_table, cpu) = NULL;
	}
}

/**
 * func_profile_tables_make() - empty tables for all CPUs
 *
 * Context: task, func_lock held, the profiler is off.
 * Return: 0, -ENOMEM.
 */
int func_profile_tables_make(void)
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

const struct prof_func *func_profile_table(int cpu)
{
	return per_cpu(prof_table, cpu);
}
