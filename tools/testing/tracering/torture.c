// SPDX-License-Identifier: GPL-2.0
/*
 * All at once: CPUs that write in task, interrupt and NMI context, readers of every kind,
 * resize, order changes, exchange with a spare ring, reset, CPUs going down and up.
 *
 * usage: torture [-t seconds] [-s seed] [-c cpus] [WHAT...]
 * WHAT: discard resize order swap reset iter pages hotplug nocas onoff
 *
 * What must hold in the end, per CPU: every event tried is committed, discarded, dropped or refused
 * behind an open one; every event committed is read, left, or overwritten.  (Not with reset and
 * order, which throw events away without telling how many.)
 */
#define oracle_say(fmt, ...)	fprintf(stderr, fmt, ##__VA_ARGS__)

#include "ring_oracle.h"
#include <time.h>

#define CPUS_MAX	4

enum { W_DISCARD = 1, W_RESIZE = 2, W_ORDER = 4, W_SWAP = 8, W_RESET = 16, W_ITER = 32,
	W_PAGES = 64, W_HOTPLUG = 128, W_NOCAS = 256, W_ONOFF = 512 };

static const struct { const char *name; int bit; } whats[] = {
	{ "discard", W_DISCARD }, { "resize", W_RESIZE }, { "order", W_ORDER }, { "swap", W_SWAP },
	{ "reset", W_RESET }, { "iter", W_ITER }, { "pages", W_PAGES }, { "hotplug", W_HOTPLUG },
	{ "nocas", W_NOCAS }, { "onoff", W_ONOFF },
};

static int what, nr_cpus = 2;
static unsigned int seed = 1;
static bool stop;
static struct ring *live, *spare;
static struct written written[CPUS_MAX];
static struct seen seen[CPUS_MAX];
static u64 reads[CPUS_MAX];		/* events read of either ring */
static u64 walks, pages, resizes, swaps;

static __thread unsigned int rnd_state;

static unsigned int rnd(void)
{
	rnd_state = rnd_state * 1103515245 + 12345;
	return rnd_state >> 8;
}

/*
 * The clock is where most can come between: it is read after head was.  It raises signals on its
 * own CPU, stands still at times and jumps at others.
 */
static u64 clock_test(void)
{
	static __thread u64 ahead;
	struct timespec t;
	unsigned int r = rnd();

	if (user_cpu.id >= 0 && user_cpu.nmi < 2) {
		if (r % 97 == 0)
			raise(SIGUSR2);
		else if (r % 61 == 0)
			raise(SIGUSR1);
	}
	clock_gettime(CLOCK_MONOTONIC, &t);
	if (r % 50021 == 0)
		ahead += 1ULL << (27 + r % 5);
	return (t.tv_sec * 1000000000ULL + t.tv_nsec) / (r & 1 ? 1 : 64) + ahead;
}

static u32 random_len(void)
{
	unsigned int r = rnd();
	u32 len = PAYLOAD_MIN + r % 40;

	if (r % 31 == 0)
		len += r % 600;
	if (r % 511 == 0)
		len = ring_max_len(live) - r % 9;
	return len;
}

static void write_in(int ctx)
{
	int cpu = user_cpu.id;
	unsigned int r = rnd();

	if (cpu >= 0)
		write_one(live, &written[cpu], cpu, ctx, random_len(), r % 7 == 0, NULL);
}

static void irq_event(void)
{
	write_in(CTX_IRQ);
}

static void nmi_event(void)
{
	write_in(CTX_NMI);
}

static void nested(void)
{
	if (rnd() % 2)
		write_in(CTX_TASK);
	if (rnd() % 16 == 0)
		raise(SIGUSR1);
	if (rnd() % 16 == 0)
		raise(SIGUSR2);
}

static void *writer(void *arg)
{
	int cpu = (long)arg;

	rnd_state = seed * 77 + cpu;
	cpu_up(cpu);
	while (!READ_ONCE(stop)) {
		write_one(live, &written[cpu], cpu, CTX_TASK, random_len(), rnd() % 9 == 0,
			  nested);
		if (rnd() % 4096 == 0)
			usleep(50);
		if (what & W_HOTPLUG && rnd() % 65536 == 0) {
			cpu_down();
			usleep(2000);
			cpu_up(cpu);
		}
	}
	cpu_down();
	return NULL;
}

static void *kicker(void *arg)
{
	rnd_state = seed * 99;
	while (!READ_ONCE(stop)) {
		user_kick(rnd() % nr_cpus, rnd() & 1);
		usleep(rnd() % 60);
	}
	return arg;
}

/* With other than plain exact streams, a reader sees parts come and go. */
static bool streams_exact(void)
{
	return !(what & (W_SWAP | W_RESET | W_ORDER));
}

static void read_page(int cpu)
{
	void *page = ring_page_alloc(live, cpu);
	const struct ring_subbuf *buf;
	struct ring_item it = { };
	struct cursor c = { };
	u64 lost = 0, before = seen[cpu].nr;
	int ret;

	if (!page)
		return;
	ret = ring_page_read(live, cpu, &page, PAGE_SIZE << ring_buf_order(page), rnd() & 1);
	buf = page;
	if (ret >= 0) {
		c.buf = buf;
		c.off = ret / 4;
		c.end = (buf->commit & 0xfffffff) / 4;
		c.time = buf->time_stamp;
		if (buf->commit & RING_MISSED_STORED)
			memcpy(&lost, buf->data + c.end * 4, sizeof(lost));
		else
			CHECK(!(buf->commit & RING_MISSED_EVENTS), "lost, not told how many");
		seen[cpu].lost += lost;
		while (cursor_next(&c, &it)) {
			it.cpu = cpu;
			it.lost = 0;
			check_item(&it, &seen[cpu], streams_exact());
		}
		CHECK(cursor_whole(&c), "page ends at %u, not %u", c.off, c.end);
		__atomic_add_fetch(&reads[cpu], seen[cpu].nr - before, __ATOMIC_RELAXED);
		pages++;
	}
	ring_page_free(live, cpu, page);
}

static void *reader(void *arg)
{
	struct ring_item it;
	int cpu, i;

	rnd_state = seed * 55;
	while (!READ_ONCE(stop)) {
		cpu = rnd() % nr_cpus;
		if (what & W_PAGES && rnd() % 4)
			read_page(cpu);
		for (i = rnd() % 200; i; i--) {
			if (!ring_consume(live, cpu, &it))
				break;
			check_item(&it, &seen[cpu], streams_exact());
			__atomic_add_fetch(&reads[cpu], 1, __ATOMIC_RELAXED);
		}
		if (rnd() % 8 == 0)
			usleep(rnd() % 300);
	}
	return arg;
}

static void *walker(void *arg)
{
	struct ring_iter *iter;
	struct ring_item it;
	struct seen s;
	int cpu;

	rnd_state = seed * 33;
	while (!READ_ONCE(stop)) {
		cpu = rnd() % nr_cpus;
		iter = ring_iter_open(live, cpu);
		if (IS_ERR(iter))
			continue;
		memset(&s, 0, sizeof(s));
		while (ring_iter_peek(iter, &it)) {
			check_item(&it, &s, streams_exact());
			ring_iter_next(iter);
		}
		ring_iter_close(iter);
		walks++;
		usleep(rnd() % 500);
	}
	return arg;
}

static void *shaper(void *arg)
{
	int ret;

	rnd_state = seed * 11;
	while (!READ_ONCE(stop)) {
		usleep(rnd() % 3000);
		if (what & W_RESIZE) {
			ret = ring_resize(live, PAGE_SIZE * (rnd() % 12),
					  (int)(rnd() % (nr_cpus + 1)) - 1);
			CHECK(ret == 0 || ret == -EBUSY, "resize %d", ret);
			resizes += !ret;
		}
		if (what & W_ORDER && rnd() % 4 == 0) {
			ret = ring_set_order(live, rnd() % 3);
			CHECK(ret == 0 || ret == -EBUSY, "order %d", ret);
		}
		if (what & W_RESET && rnd() % 8 == 0)
			ring_reset(live, (int)(rnd() % (nr_cpus + 1)) - 1);
		if (what & W_ONOFF && rnd() % 16 == 0) {
			ring_record_off(live);
			ring_stop_cpu(live, 0);
			usleep(100);
			ring_record_on(live);
			ring_start_cpu(live, 0);
		}
	}
	return arg;
}

/* The snapshot's side: what was exchanged is read empty, checked, and exchanged again. */
static void *swapper(void *arg)
{
	struct ring_item it;
	struct seen s;
	int cpu;

	rnd_state = seed * 22;
	while (!READ_ONCE(stop)) {
		usleep(rnd() % 500);
		cpu = (int)(rnd() % (nr_cpus + 1)) - 1;
		if (ring_swap(live, spare, cpu))
			continue;
		swaps++;
		for (cpu = 0; cpu < nr_cpus; cpu++) {
			memset(&s, 0, sizeof(s));
			while (ring_consume(spare, cpu, &it)) {
				check_item(&it, &s, true);
				__atomic_add_fetch(&reads[cpu], 1, __ATOMIC_RELAXED);
			}
		}
	}
	return arg;
}

static void check_cpu(int cpu)
{
	struct ring_stats a, b = { };
	struct written *w = &written[cpu];
	u64 committed = written_sum(w), refused, left = 0;
	struct ring_item it;

	ring_stats(live, cpu, &a);
	if (spare)
		ring_stats(spare, cpu, &b);
	CHECK(a.broken + b.broken == 0, "cpu %d broken", cpu);
	while (ring_consume(live, cpu, &it)) {
		if (!left++)
			CHECK(it.ts == a.oldest_ts, "oldest %llu, said %llu", it.ts, a.oldest_ts);
		check_item(&it, &seen[cpu], streams_exact());
	}
	CHECK(left == a.entries, "cpu %d: %llu left, stats say %llu", cpu, left, a.entries);
	CHECK(ring_empty(live, cpu), "cpu %d not empty", cpu);
	if (what & (W_RESET | W_ORDER))
		return;
	CHECK(a.read + b.read == reads[cpu], "cpu %d: read %llu, stats say %llu", cpu, reads[cpu],
	      a.read + b.read);
	CHECK(committed == a.read + a.entries + a.overrun + b.read + b.entries + b.overrun,
	      "cpu %d: wrote %llu; read %llu left %llu overrun %llu", cpu, committed,
	      a.read + b.read, a.entries + b.entries, a.overrun + b.overrun);
	refused = a.dropped + a.commit_overrun + b.dropped + b.commit_overrun;
	CHECK(what & W_ONOFF || w->tried == committed + w->discarded + refused,
	      "cpu %d: tried %llu, all that is counted is %llu", cpu, w->tried,
	      committed + w->discarded + refused);
	if (streams_exact())
		CHECK(seen[cpu].lost == a.overrun, "cpu %d: told of %llu lost, overrun %llu", cpu,
		      seen[cpu].lost, a.overrun);
	printf("cpu%d tried %llu wrote %llu discarded %llu read %llu left %llu overrun %llu ", cpu,
	       w->tried, committed, w->discarded, a.read + b.read, a.entries + b.entries,
	       a.overrun + b.overrun);
	printf("refused %llu\n", refused);
}

static void parse(int argc, char **argv, int *secs)
{
	unsigned int i;
	int opt;

	while ((opt = getopt(argc, argv, "t:s:c:")) > 0) {
		if (opt == 't')
			*secs = atoi(optarg);
		else if (opt == 's')
			seed = atoi(optarg);
		else
			nr_cpus = atoi(optarg);
	}
	for (; optind < argc; optind++) {
		for (i = 0; i < sizeof(whats) / sizeof(whats[0]); i++) {
			if (!strcmp(argv[optind], whats[i].name))
				what |= whats[i].bit;
		}
	}
}

int main(int argc, char **argv)
{
	struct ring_conf conf = { .bytes = 3 * 4080, .clock = clock_test };
	pthread_t t[16];
	int n = 0, i, secs = 2;

	parse(argc, argv, &secs);
	conf.overwrite = !(what & W_DISCARD);
	user_no_cas = what & W_NOCAS;
	user_nr_cpus = nr_cpus;
	for (i = 0; i < nr_cpus; i++)
		cpu_up(i);
	live = ring_alloc(&conf);
	if (what & W_SWAP)
		spare = ring_alloc(&conf);
	for (i = 0; i < nr_cpus; i++) {
		user_cpu.id = i;
		cpu_down();
	}
	user_irq_fn = irq_event;
	user_nmi_fn = nmi_event;

	for (i = 0; i < nr_cpus; i++)
		pthread_create(&t[n++], NULL, writer, (void *)(long)i);
	pthread_create(&t[n++], NULL, kicker, NULL);
	pthread_create(&t[n++], NULL, reader, NULL);
	pthread_create(&t[n++], NULL, shaper, NULL);
	if (what & W_ITER)
		pthread_create(&t[n++], NULL, walker, NULL);
	if (what & W_SWAP)
		pthread_create(&t[n++], NULL, swapper, NULL);
	sleep(secs);
	WRITE_ONCE(stop, true);
	for (i = 0; i < n; i++)
		pthread_join(t[i], NULL);

	for (i = 0; i < nr_cpus; i++)
		check_cpu(i);
	printf("walks %llu pages %llu resizes %llu swaps %llu\n", walks, pages, resizes, swaps);
	CHECK(!user_reports, "%d invariants broken", user_reports);
	ring_free(live);
	ring_free(spare);
	return atomic_read(&oracle_failures) != 0;
}
