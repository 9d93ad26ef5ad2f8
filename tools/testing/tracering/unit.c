// SPDX-License-Identifier: GPL-2.0
/*
 * The ring's KUnit tests in user space, and tests that need more than a kernel test can have:
 * memory that runs out at a chosen call, a vma made by hand, readers that sleep.
 */
#include "../../../kernel/trace/ring/ring_test.c"

#include <linux/trace_mmap.h>

/* Each allocation on the way fails once; whatever fails leaves all as it was, and nothing leaks. */
static void test_no_memory(struct kunit *test)
{
	struct ring_conf conf = { .bytes = 3 * ROOM, .overwrite = true, .clock = test_clock };
	struct fixture f = { .cpu = 0 };
	int i, done;

	for (i = 0, f.r = NULL; !f.r && i < 100; i++) {
		user_alloc_fail = i;
		f.r = ring_alloc(&conf);
	}
	user_alloc_fail = -1;
	KUNIT_ASSERT_NOT_NULL(test, f.r);
	put(f.r, 1);
	for (i = 0, done = -ENOMEM; done && i < 100; i++) {
		user_alloc_fail = i;
		done = ring_resize(f.r, 7 * ROOM, RING_ALL_CPUS);
		KUNIT_EXPECT_EQ(test, ring_nr_subbufs(f.r, 0), done ? 3 : 7);
		KUNIT_EXPECT_EQ(test, ring_nr_subbufs(f.r, 1), done ? 3 : 7);
	}
	KUNIT_EXPECT_EQ(test, done, 0);
	for (i = 0, done = -ENOMEM; done && i < 100; i++) {
		KUNIT_EXPECT_EQ(test, ring_entries(f.r), 1);
		user_alloc_fail = i;
		done = ring_set_order(f.r, 1);
		KUNIT_EXPECT_EQ(test, ring_order(f.r), !done);
	}
	KUNIT_EXPECT_EQ(test, done, 0);
	user_alloc_fail = 0;
	KUNIT_EXPECT_TRUE(test, IS_ERR(ring_iter_open(f.r, 0)));
	user_alloc_fail = 1;
	KUNIT_EXPECT_TRUE(test, IS_ERR(ring_iter_open(f.r, 0)));
	user_alloc_fail = -1;
	KUNIT_EXPECT_EQ(test, ring_resize(f.r, ROOM, RING_ALL_CPUS), 0);
	ring_free(f.r);
}

/* An NMI is refused, and counted, while the part is closed, and inside of a slow exchange. */
static void test_closed(struct kunit *test)
{
	struct fixture f;

	begin(test, &f, 2 * ROOM, true);
	put(f.r, 1);
	f.r->cpu[f.cpu].part->shut = PART_CLOSED;
	f.r->cpu[f.cpu].part->delta_max = 0;
	KUNIT_EXPECT_FALSE(test, put(f.r, 2));
	f.r->cpu[f.cpu].part->shut = 0;
	f.r->cpu[f.cpu].part->busy = true;
	KUNIT_EXPECT_FALSE(test, put(f.r, 2));
	f.r->cpu[f.cpu].part->busy = false;
	KUNIT_EXPECT_TRUE(test, put(f.r, 3));
	f.r->cpu[f.cpu].part->delta_max = DELTA_MAX;
	KUNIT_EXPECT_EQ(test, stats_of(&f).dropped, 2);
	expect_next(test, &f, 1, 0);
	expect_next(test, &f, 3, 0);
	finish(&f);
}

/* A slot that cannot be: the part stops, is counted, and everything else works on. */
static void test_broken(struct kunit *test)
{
	struct ring_part *p;
	struct fixture f;
	u32 i;

	begin(test, &f, 3 * ROOM, true);
	put(f.r, 1);
	p = f.r->cpu[f.cpu].part;
	p->slots[1] += 1ULL << SLOT_SEQ_SHIFT << 5;
	for (i = 0; i < ROOM; i++)
		put(f.r, i);
	KUNIT_EXPECT_EQ(test, stats_of(&f).broken, 1);
	KUNIT_EXPECT_FALSE(test, put(f.r, 1));
	expect_next(test, &f, 1, 0);
	KUNIT_EXPECT_EQ(test, user_reports, 1);
	user_reports = 0;
	finish(&f);
}

/* As the base's ring-buffer selftest maps and reads a CPU. */
static void test_map(struct kunit *test)
{
	void *pages[16];
	struct vm_area_struct vma = {
		.vm_end = PAGE_SIZE, .vm_flags = VM_MAYSHARE, .pages = pages,
	};
	const struct trace_buffer_meta *meta;
	struct ring_subbuf *page;
	struct fixture f;
	u32 i;

	begin(test, &f, 3 * ROOM, true);
	put(f.r, 1);
	expect_next(test, &f, 1, 0);
	ring_reset(f.r, f.cpu);
	KUNIT_EXPECT_EQ(test, ring_map_get_reader(f.r, f.cpu), -ENODEV);
	KUNIT_ASSERT_TRUE(test, ring_map(f.r, f.cpu, &vma) == 0);
	KUNIT_EXPECT_TRUE(test, ring_mapped(f.r));
	meta = pages[0];
	KUNIT_EXPECT_EQ(test, meta->nr_subbufs, 4);
	KUNIT_EXPECT_EQ(test, meta->subbuf_size, PAGE_SIZE);
	KUNIT_EXPECT_EQ(test, meta->entries + meta->overrun + meta->read, 0);
	KUNIT_EXPECT_EQ(test, meta->reader.id, 0);
	KUNIT_EXPECT_EQ(test, ring_map_get_reader(f.r, f.cpu), 0);
	KUNIT_EXPECT_EQ(test, meta->reader.id, 0);

	vma.vm_pgoff = 1;
	vma.vm_end = 4 * PAGE_SIZE;
	KUNIT_EXPECT_EQ(test, ring_map(f.r, f.cpu, &vma), 0);
	for (i = 0; i < 16; i++)
		put(f.r, i);
	for (i = 0; i < 2; i++) {
		KUNIT_EXPECT_EQ(test, ring_map_get_reader(f.r, f.cpu), 0);
		KUNIT_EXPECT_EQ(test, meta->entries, 16);
		KUNIT_EXPECT_EQ(test, meta->read, 16);
		KUNIT_EXPECT_EQ(test, meta->reader.id, 1);
		KUNIT_EXPECT_EQ(test, meta->reader.read, 16 * 8);
		page = pages[meta->reader.id];
		KUNIT_EXPECT_EQ(test, page->commit, 16 * 8);
	}
	KUNIT_EXPECT_EQ(test, ring_resize(f.r, 9 * ROOM, f.cpu), -EBUSY);
	KUNIT_EXPECT_EQ(test, ring_set_order(f.r, 1), -EBUSY);
	/* Read in full, page by page, with a gap. */
	for (i = 16; i < ROOM / 8 * 9; i++)
		put(f.r, i);
	for (i = 0; i < 4; i++) {
		KUNIT_EXPECT_EQ(test, ring_map_get_reader(f.r, f.cpu), 0);
		page = pages[meta->reader.id];
		KUNIT_EXPECT_EQ(test, page->commit & 0xfffffff, ROOM);
		if (i == 1)
			KUNIT_EXPECT_EQ(test, meta->reader.lost_events, ROOM / 8 * 5);
	}
	KUNIT_EXPECT_EQ(test, meta->read + meta->overrun, meta->entries);
	/* A file read copies; a reset keeps the ids that the process knows. */
	for (i = 0; i < ROOM / 8 + 3; i++)
		put(f.r, i);
	page = take_page(&f, PAGE_SIZE, false);
	for (i = 0; i < 4; i++)
		KUNIT_EXPECT_TRUE(test, pages[i] != page);
	ring_page_free(f.r, f.cpu, page);
	ring_reset(f.r, f.cpu);
	KUNIT_EXPECT_EQ(test, meta->entries, 0);
	put(f.r, 5);
	KUNIT_EXPECT_EQ(test, ring_map_get_reader(f.r, f.cpu), 0);
	page = pages[meta->reader.id];
	KUNIT_EXPECT_EQ(test, ((u32 *)page->data)[1], 5);

	vma.vm_pgoff = 2;
	vma.vm_end = 5 * PAGE_SIZE;
	KUNIT_EXPECT_EQ(test, ring_map(f.r, f.cpu, &vma), -EINVAL);
	vma.vm_flags = VM_WRITE | VM_MAYSHARE;
	KUNIT_EXPECT_EQ(test, ring_map(f.r, f.cpu, &vma), -EPERM);
	ring_map_dup(f.r, f.cpu);
	for (i = 0; i < 3; i++)
		ring_unmap(f.r, f.cpu);
	KUNIT_EXPECT_FALSE(test, ring_mapped(f.r));
	KUNIT_EXPECT_EQ(test, ring_resize(f.r, 9 * ROOM, f.cpu), 0);
	finish(&f);
}

static void test_print(struct kunit *test)
{
	static const char page[] =
		"\tfield: u64 timestamp;\toffset:0;\tsize:8;\tsigned:0;\n"
		"\tfield: local_t commit;\toffset:8;\tsize:8;\tsigned:1;\n"
		"\tfield: int overwrite;\toffset:8;\tsize:1;\tsigned:1;\n"
		"\tfield: char data;\toffset:16;\tsize:4080;\tsigned:0;\n";
	static const char event[] =
		"# compressed entry header\n\ttype_len    :    5 bits\n\ttime_delta  :   27 bits\n"
		"\tarray       :   32 bits\n\n\tpadding     : type == 29\n\ttime_extend : type == 30\n"
		"\ttime_stamp : type == 31\n\tdata max type_len  == 28\n";
	struct trace_seq s = { };
	struct fixture f;

	begin(test, &f, 2 * ROOM, true);
	ring_print_page_header(f.r, &s);
	KUNIT_EXPECT_TRUE(test, !strcmp(s.buf, page));
	s = (struct trace_seq){ };
	ring_print_event_header(&s);
	KUNIT_EXPECT_TRUE(test, !strcmp(s.buf, event));
	finish(&f);
}

/* --- sleeping --- */

struct sleeper {
	struct ring	*r;
	int		cpu, percent, ret;
	int		up;
	pthread_t	thread;
};

static void *sleeper_run(void *arg)
{
	struct sleeper *s = arg;

	s->ret = ring_wait(s->r, s->cpu, s->percent, NULL, NULL);
	__atomic_store_n(&s->up, 1, __ATOMIC_RELEASE);
	return NULL;
}

static void sleeper_start(struct sleeper *s, struct ring *r, int cpu, int percent)
{
	*s = (struct sleeper){ .r = r, .cpu = cpu, .percent = percent };
	pthread_create(&s->thread, NULL, sleeper_run, s);
}

static bool sleeper_up(struct sleeper *s, bool wait)
{
	int i;

	for (i = 0; i < (wait ? 2000 : 20) && !__atomic_load_n(&s->up, __ATOMIC_ACQUIRE); i++)
		usleep(1000);
	return s->up;
}

static void test_wait(struct kunit *test)
{
	struct sleeper any, all, full, other;
	struct fixture f;
	struct ring *g;
	u32 i;

	begin(test, &f, 4 * ROOM, true);
	sleeper_start(&any, f.r, f.cpu, 0);
	sleeper_start(&all, f.r, RING_ALL_CPUS, 0);
	sleeper_start(&full, f.r, f.cpu, 50);
	sleeper_start(&other, f.r, 1 - f.cpu, 0);
	KUNIT_EXPECT_FALSE(test, sleeper_up(&any, false) || sleeper_up(&all, false));
	put(f.r, 1);
	KUNIT_EXPECT_TRUE(test, sleeper_up(&any, true) && sleeper_up(&all, true));
	KUNIT_EXPECT_FALSE(test, sleeper_up(&full, false));
	for (i = 0; i < ROOM / 8; i++)
		put(f.r, i);
	KUNIT_EXPECT_TRUE(test, sleeper_up(&full, true));
	KUNIT_EXPECT_FALSE(test, sleeper_up(&other, false));
	ring_wake(f.r, RING_ALL_CPUS);
	KUNIT_EXPECT_TRUE(test, sleeper_up(&other, true));
	pthread_join(any.thread, NULL);
	pthread_join(all.thread, NULL);
	pthread_join(full.thread, NULL);
	pthread_join(other.thread, NULL);

	/* Who waited for a part that was exchanged waits for the one that came. */
	ring_reset(f.r, RING_ALL_CPUS);
	g = make_ring(test, 4 * ROOM, true, 0);
	sleeper_start(&any, f.r, f.cpu, 0);
	KUNIT_EXPECT_FALSE(test, sleeper_up(&any, false));
	KUNIT_EXPECT_EQ(test, ring_swap(f.r, g, RING_ALL_CPUS), 0);
	KUNIT_EXPECT_FALSE(test, sleeper_up(&any, false));
	put(f.r, 1);
	KUNIT_EXPECT_TRUE(test, sleeper_up(&any, true));
	pthread_join(any.thread, NULL);
	ring_free(g);
	finish(&f);
}

static struct kunit_case user_cases[] = {
	KUNIT_CASE(test_no_memory),
	KUNIT_CASE(test_closed),
	KUNIT_CASE(test_broken),
	KUNIT_CASE(test_map),
	KUNIT_CASE(test_print),
	KUNIT_CASE(test_wait),
	{ }
};

static struct kunit_suite user_suite = { .name = "user_ring", .test_cases = user_cases };

/* A second CPU, which does nothing but answer calls. */
static void *idle(void *arg)
{
	cpu_up(1);
	for (;;)
		pause();
	return arg;
}

int main(int argc, char **argv)
{
	pthread_t thread;
	int failed;

	user_no_cas = argc > 1 && !strcmp(argv[1], "nocas");
	user_nr_cpus = 2;
	pthread_create(&thread, NULL, idle, NULL);
	while (!cpu_online(1))
		usleep(100);
	cpu_up(0);
	failed = kunit_run(kunit_suite);
	if (!user_no_cas)
		failed += kunit_run(&user_suite);
	return failed != 0;
}
