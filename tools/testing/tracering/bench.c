// SPDX-License-Identifier: GPL-2.0
/*
 * What one event costs, in nanoseconds: reserve, fill with 16 bytes, commit.
 */
#include "ring_internal.h"
#include <time.h>
#include <x86intrin.h>

static struct ring *ring;
static long rounds = 20 * 1000 * 1000;

static u64 clock_tsc(void)
{
	return __rdtsc();
}

static u64 clock_zero(void)
{
	return 1;
}

static double seconds(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec + t.tv_nsec / 1e9;
}

static void put(u64 a, u64 b)
{
	struct ring_res res;
	u64 *to = ring_reserve(ring, 16, &res);

	if (to) {
		to[0] = a;
		to[1] = b;
		ring_commit(&res);
	}
}

static void put_nested(u64 a)
{
	struct ring_res res;
	u64 *to = ring_reserve(ring, 16, &res);

	if (!to)
		return;
	put(a, a);
	to[0] = a;
	to[1] = a;
	ring_commit(&res);
}

static void *run_plain(void *arg)
{
	double from;
	long i;

	cpu_up((long)arg);
	for (i = 0; i < rounds / 10; i++)
		put(i, i);
	from = seconds();
	for (i = 0; i < rounds; i++)
		put(i, i);
	from = seconds() - from;
	cpu_down();
	return (void *)(long)(from / rounds * 1e12);
}

static void *run_nested(void *arg)
{
	double from;
	long i;

	cpu_up((long)arg);
	from = seconds();
	for (i = 0; i < rounds / 2; i++)
		put_nested(i);
	from = seconds() - from;
	cpu_down();
	return (void *)(long)(from / (rounds / 2 * 2) * 1e12);
}

static void show(const char *what, void *(*fn)(void *), int threads)
{
	pthread_t t[8];
	double sum = 0;
	void *ns;
	int i;

	for (i = 0; i < threads; i++)
		pthread_create(&t[i], NULL, fn, (void *)(long)i);
	for (i = 0; i < threads; i++) {
		pthread_join(t[i], &ns);
		sum += (long)ns / 1e3;
	}
	printf("%-44s %6.2f ns per event\n", what, sum / threads);
}

int main(int argc, char **argv)
{
	struct ring_conf conf = { .bytes = 1 << 20, .overwrite = true, .clock = clock_tsc };
	int i;

	if (argc > 1)
		rounds = atol(argv[1]);
	user_nr_cpus = 2;
	/* All parts are made now; the threads come up on them later. */
	for (i = 0; i < 2; i++)
		cpu_up(i);
	ring = ring_alloc(&conf);
	user_cpu.id = -1;
	show("one thread", run_plain, 1);
	show("two threads", run_plain, 2);
	show("one inside another", run_nested, 1);
	ring_set_time_abs(ring, true);
	show("absolute time stamps", run_plain, 1);
	ring_set_time_abs(ring, false);
	ring_set_clock(ring, clock_zero);
	ring_reset(ring, RING_ALL_CPUS);
	show("one thread, clock left out", run_plain, 1);
	return 0;
}
