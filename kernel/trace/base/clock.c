// SPDX-License-Identifier: GPL-2.0
/*
 * The clocks that time stamps come from.
 *
 * All are called by the record path with NMIs and everything else around it, so none takes a lock.
 * (On 32-bit machines jiffies_64 is behind a seqcount and 64-bit atomics may be behind a spinlock;
 * there "uptime", "global" and "counter" are not for NMIs.)
 */

#include <linux/atomic.h>
#include <linux/cache.h>
#include <linux/export.h>
#include <linux/jiffies.h>
#include <linux/kernel.h>
#include <linux/sched/clock.h>
#include <linux/string.h>
#include <linux/timekeeping.h>
#include <linux/trace_clock.h>

#include "base.h"

/**
 * trace_clock_local() - the fast clock of this CPU
 *
 * Context: any.
 * Return: nanoseconds; never goes back on one CPU, but CPUs may differ.
 */
u64 notrace trace_clock_local(void)
{
	return sched_clock();
}
EXPORT_SYMBOL_GPL(trace_clock_local);

/**
 * trace_clock() - the clock that perf uses
 *
 * Context: any.
 * Return: nanoseconds; CPUs agree to within a tick.
 */
u64 notrace trace_clock(void)
{
	return local_clock();
}
EXPORT_SYMBOL_GPL(trace_clock);

/* Latest time that trace_clock_global() gave out; any CPU, only grows. */
static atomic64_t global_last ____cacheline_aligned_in_smp;

/* The later of @now and the latest time given out, which it becomes. */
static __always_inline u64 global_raise(atomic64_t *last, u64 now)
{
	s64 seen = atomic64_read(last);

	/* Order of the one variable alone: nothing else is published through it. */
	do {
		if ((s64)(now - seen) <= 0)
			return seen;
	} while (!atomic64_try_cmpxchg_relaxed(last, &seen, now));
	return now;
}

/**
 * trace_clock_global() - a clock that all CPUs agree on
 *
 * Costs a cache line that all CPUs fight for.
 *
 * Context: any.
 * Return: nanoseconds; a call that begins after another one ended, on whichever CPU, gives no
 *	earlier time.
 */
u64 notrace trace_clock_global(void)
{
	return global_raise(&global_last, local_clock());
}
EXPORT_SYMBOL_GPL(trace_clock_global);

/**
 * trace_clock_jiffies() - time since boot by the tick
 *
 * Context: any.
 * Return: nanoseconds, in steps of a tick.
 */
u64 notrace trace_clock_jiffies(void)
{
	return jiffies64_to_nsecs(get_jiffies_64() - INITIAL_JIFFIES);
}
EXPORT_SYMBOL_GPL(trace_clock_jiffies);

static atomic64_t counter;	/* number of calls of trace_clock_counter() */

/**
 * trace_clock_counter() - the order of things and nothing else
 *
 * Context: any.
 * Return: a number that no other call got, greater than that of every call that ended before.
 */
u64 notrace trace_clock_counter(void)
{
	return atomic64_inc_return(&counter);
}
EXPORT_SYMBOL_GPL(trace_clock_counter);

const struct trace_clock_desc trace_clocks[] = {
	{ trace_clock_local,		"local",	true },
	{ trace_clock_global,		"global",	true },
	{ trace_clock_counter,		"counter",	false },
	{ trace_clock_jiffies,		"uptime",	false },
	{ trace_clock,			"perf",		true },
	{ ktime_get_mono_fast_ns,	"mono",		true },
	{ ktime_get_raw_fast_ns,	"mono_raw",	true },
	{ ktime_get_boot_fast_ns,	"boot",		true },
	{ ktime_get_tai_fast_ns,	"tai",		true },
	ARCH_TRACE_CLOCKS
};

const unsigned int nr_trace_clocks = ARRAY_SIZE(trace_clocks);

/**
 * trace_clock_find() - a clock by its name
 * @name:	as the trace_clock file lists it
 *
 * Context: any.
 * Return: the clock, NULL if there is none of that name.
 */
const struct trace_clock_desc *trace_clock_find(const char *name)
{
	for (unsigned int i = 0; i < nr_trace_clocks; i++) {
		if (!strcmp(trace_clocks[i].name, name))
			return &trace_clocks[i];
	}
	return NULL;
}
