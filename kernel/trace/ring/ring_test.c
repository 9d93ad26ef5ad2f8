// SPDX-License-Identifier: GPL-2.0
/*
 * KUnit tests of the ring: tiny rings, a clock that the test sets, cursors just before they
 * overflow. The same file runs in user space, see tools/testing/tracering.
 */
#include <kunit/test.h>

#include "ring_internal.h"

#define ROOM	order_room(0)

static u64 test_time;

static u64 test_clock(void)
{
	return test_time;
}

/* One ring and the CPU that the test runs on. */
struct fixture {
	struct ring	*r;
	int		cpu;
};

static struct ring *make_ring(struct kunit *test, unsigned long bytes, bool overwrite, u32 start)
{
	struct ring_conf conf = {
		.bytes = bytes, .overwrite = overwrite, .clock = test_clock, .start_lap = start,
	};
	struct ring *r = ring_alloc(&conf);

	KUNIT_ASSERT_NOT_NULL(test, r);
	return r;
}

static void begin(struct kunit *test, struct fixture *f, unsigned long bytes, bool overwrite)
{
	migrate_disable();
	f->cpu = raw_smp_processor_id();
	test_time = 1000;
	f->r = make_ring(test, bytes, overwrite, 0);
}

static void finish(struct fixture *f)
{
	ring_free(f->r);
	migrate_enable();
}

/* An event of @len bytes that says @nr; false when refused. */
static bool put_len(struct ring *r, u32 nr, u32 len)
{
	struct ring_res res;
	u32 *to = ring_reserve(r, len, &res);

	if (!to)
		return false;
	*to = nr;
	ring_commit(&res);
	return true;
}

static bool put(struct ring *r, u32 nr)
{
	return put_len(r, nr, 4);
}

/* The next event must say @nr and that @lost are missing before it. */
static void expect_next(struct kunit *test, struct fixture *f, u32 nr, u64 lost)
{
	struct ring_item it;
	bool got = ring_consume(f->r, f->cpu, &it);

	KUNIT_EXPECT_TRUE(test, got);
	if (!got)
		return;
	KUNIT_EXPECT_EQ(test, *(const u32 *)it.data, nr);
	KUNIT_EXPECT_EQ(test, it.lost, lost);
	KUNIT_EXPECT_EQ(test, it.cpu, f->cpu);
}

static struct ring_stats stats_of(struct fixture *f)
{
	struct ring_stats st;

	ring_stats(f->r, f->cpu, &st);
	return st;
}

/* A page handed out by ring_page_read(); the caller frees it. */
static struct ring_subbuf *take_page(struct fixture *f, size_t len, bool full)
{
	void *page = ring_page_alloc(f->r, f->cpu);
	int ret = ring_page_read(f->r, f->cpu, &page, len, full);

	if (ret >= 0)
		return page;
	ring_page_free(f->r, f->cpu, page);
	return NULL;
}

/* --- format --- */

static void test_header(struct kunit *test)
{
	struct ring_subbuf *page;
	const u32 *word;
	struct fixture f;

	begin(test, &f, 2 * ROOM, true);
	put_len(f.r, 1, 1);
	test_time += 7;
	put_len(f.r, 2, 112);
	test_time += 9;
	put_len(f.r, 3, 113);
	page = take_page(&f, PAGE_SIZE, false);
	KUNIT_ASSERT_NOT_NULL(test, page);
	word = (const u32 *)page->data;

	KUNIT_EXPECT_EQ(test, page->time_stamp, 1000);
	KUNIT_EXPECT_EQ(test, page->commit, 8 + 116 + 8 + 116);
	KUNIT_EXPECT_EQ(test, word[0], 0 << 5 | 1);
	KUNIT_EXPECT_EQ(test, word[1], 1);
	KUNIT_EXPECT_EQ(test, word[2], 7 << 5 | 28);
	KUNIT_EXPECT_EQ(test, word[31], 9 << 5 | 0);
	KUNIT_EXPECT_EQ(test, word[32], 113 + 4);
	KUNIT_EXPECT_EQ(test, word[33], 3);
	ring_page_free(f.r, f.cpu, page);
	finish(&f);
}

static void test_sizes(struct kunit *test)
{
	struct ring_item it;
	struct fixture f;
	u32 len, max;

	begin(test, &f, 4 * ROOM, true);
	max = ring_max_len(f.r);
	KUNIT_EXPECT_FALSE(test, put_len(f.r, 0, max + 1));
	KUNIT_EXPECT_FALSE(test, put_len(f.r, 0, ~0U));
	KUNIT_EXPECT_FALSE(test, put_len(f.r, 0, ~0U - 3));
	KUNIT_EXPECT_TRUE(test, put_len(f.r, 5, 0));
	expect_next(test, &f, 5, 0);
	for (len = 1; len <= max; len += len < 140 ? 1 : 37) {
		KUNIT_EXPECT_TRUE(test, put_len(f.r, len, len));
		KUNIT_ASSERT_TRUE(test, ring_consume(f.r, f.cpu, &it));
		KUNIT_EXPECT_EQ(test, it.len, len <= 112 ? roundup(len, 4) : len);
	}
	KUNIT_EXPECT_TRUE(test, put_len(f.r, 6, max));
	expect_next(test, &f, 6, 0);
	KUNIT_EXPECT_EQ(test, stats_of(&f).dropped, 0);
	finish(&f);
}

static void test_time_extend(struct kunit *test)
{
	static const u64 steps[] = {
		0, 1, DELTA_MAX - 1, DELTA_MAX, DELTA_MAX + 1, 1ULL << 40, (1ULL << STAMP_BITS) - 1,
		1ULL << STAMP_BITS, 1ULL << 62,
	};
	struct ring_item it;
	struct fixture f;
	int i;

	begin(test, &f, 4 * ROOM, true);
	put(f.r, 0);
	KUNIT_ASSERT_TRUE(test, ring_consume(f.r, f.cpu, &it));
	for (i = 0; i < ARRAY_SIZE(steps); i++) {
		test_time += steps[i];
		put(f.r, i);
		KUNIT_ASSERT_TRUE(test, ring_consume(f.r, f.cpu, &it));
		KUNIT_EXPECT_EQ(test, it.ts, test_time);
		KUNIT_EXPECT_EQ(test, *(const u32 *)it.data, i);
	}
	finish(&f);
}

static void test_time_back(struct kunit *test)
{
	struct ring_item it;
	struct fixture f;
	u32 i;

	begin(test, &f, 4 * ROOM, true);
	put(f.r, 1);
	test_time = 10;
	put(f.r, 2);
	/* Over a page boundary too. */
	for (i = 3; i < 700; i++)
		put(f.r, i);
	test_time = 2000;
	put(f.r, i);
	while (ring_consume(f.r, f.cpu, &it))
		KUNIT_EXPECT_EQ(test, it.ts, *(const u32 *)it.data == 700 ? 2000 : 1000);
	finish(&f);
}

static void test_time_abs(struct kunit *test)
{
	static const u64 times[] = {
		1000, 1001, 5ULL << 30, (7ULL << STAMP_BITS) + 5, (8ULL << STAMP_BITS) + 1,
	};
	struct ring_subbuf *page;
	struct ring_item it;
	struct fixture f;
	int i;

	begin(test, &f, 4 * ROOM, true);
	ring_set_time_abs(f.r, true);
	KUNIT_EXPECT_TRUE(test, ring_time_abs(f.r));
	for (i = 0; i < ARRAY_SIZE(times); i++) {
		test_time = times[i];
		put(f.r, i);
	}
	ring_set_time_abs(f.r, false);
	put(f.r, i);
	for (i = 0; i <= ARRAY_SIZE(times); i++) {
		KUNIT_ASSERT_TRUE(test, ring_consume(f.r, f.cpu, &it));
		KUNIT_EXPECT_EQ(test, it.ts, times[min_t(int, i, ARRAY_SIZE(times) - 1)]);
	}
	ring_reset(f.r, f.cpu);
	ring_set_time_abs(f.r, true);
	put(f.r, 1);
	page = take_page(&f, PAGE_SIZE, false);
	KUNIT_ASSERT_NOT_NULL(test, page);
	KUNIT_EXPECT_EQ(test, page->commit, 16);
	KUNIT_EXPECT_EQ(test, ((u32 *)page->data)[0] & 31, RING_TYPE_TIME_STAMP);
	ring_page_free(f.r, f.cpu, page);
	finish(&f);
}

/* --- full --- */

static void overwrite_from(struct kunit *test, u32 start)
{
	u32 per_page = ROOM / 8, total = per_page * 40 + 17, i, lost;
	struct ring_stats st;
	struct fixture f;

	begin(test, &f, 3 * ROOM, true);
	ring_free(f.r);
	f.r = make_ring(test, 3 * ROOM, true, start);
	for (i = 0; i < total; i++)
		KUNIT_ASSERT_TRUE(test, put(f.r, i));
	st = stats_of(&f);
	lost = per_page * 38;
	KUNIT_EXPECT_EQ(test, st.overrun, lost);
	KUNIT_EXPECT_EQ(test, st.entries, total - lost);
	KUNIT_EXPECT_EQ(test, st.bytes, (total - lost) * 8);
	KUNIT_EXPECT_EQ(test, st.oldest_ts, 1000);
	expect_next(test, &f, lost, lost);
	for (i = lost + 1; i < lost + 100; i++)
		expect_next(test, &f, i, 0);
	/* The reader has its page; two more laps take all others. */
	for (i = total; i < total + per_page * 6; i++)
		put(f.r, i);
	for (i = lost + 100; i < lost + per_page; i++)
		expect_next(test, &f, i, 0);
	st = stats_of(&f);
	i = total + per_page * 6 - st.entries;
	expect_next(test, &f, i, i - lost - per_page);
	st = stats_of(&f);
	KUNIT_EXPECT_EQ(test, st.read + st.entries + st.overrun, total + per_page * 6);
	KUNIT_EXPECT_EQ(test, st.dropped + st.commit_overrun + st.broken, 0);
	finish(&f);
}

static void test_overwrite(struct kunit *test)
{
	overwrite_from(test, 0);
	overwrite_from(test, 0x7fffffeb);
	overwrite_from(test, 0xffffffeb);
	overwrite_from(test, 1);
}

static void test_discard_mode(struct kunit *test)
{
	u32 per_page = ROOM / 8, i;
	struct ring_stats st;
	struct fixture f;

	begin(test, &f, 2 * ROOM, false);
	for (i = 0; i < per_page * 2; i++)
		KUNIT_EXPECT_TRUE(test, put(f.r, i));
	KUNIT_EXPECT_FALSE(test, put(f.r, i));
	KUNIT_EXPECT_FALSE(test, put(f.r, i));
	KUNIT_EXPECT_EQ(test, stats_of(&f).dropped, 2);
	/* Reading the first event takes its page out: there is room for a page again. */
	expect_next(test, &f, 0, 0);
	KUNIT_EXPECT_TRUE(test, put(f.r, i));
	for (i = 1; i <= per_page * 2; i++)
		expect_next(test, &f, i, 0);
	KUNIT_EXPECT_TRUE(test, ring_empty(f.r, f.cpu));
	ring_set_overwrite(f.r, true);
	for (i = 0; i < per_page * 9; i++)
		KUNIT_EXPECT_TRUE(test, put(f.r, i));
	st = stats_of(&f);
	KUNIT_EXPECT_EQ(test, st.dropped, 2);
	KUNIT_EXPECT_GT(test, st.overrun, 0);
	finish(&f);
}

/* --- nesting --- */

static void test_nested(struct kunit *test)
{
	struct ring_res outer, inner;
	struct fixture f;
	u32 *a, *b;

	begin(test, &f, 2 * ROOM, true);
	a = ring_reserve(f.r, 4, &outer);
	test_time = 1010;
	b = ring_reserve(f.r, 4, &inner);
	KUNIT_ASSERT_TRUE(test, a && b);
	*b = 2;
	ring_commit(&inner);
	KUNIT_EXPECT_TRUE(test, ring_empty(f.r, f.cpu));
	*a = 1;
	ring_commit(&outer);
	KUNIT_EXPECT_EQ(test, ring_entries(f.r), 2);
	expect_next(test, &f, 1, 0);
	expect_next(test, &f, 2, 0);
	finish(&f);
}

static void test_commit_overrun(struct kunit *test)
{
	u32 per_page = ROOM / 8, i, in = 0, *a;
	struct ring_res outer;
	struct fixture f;

	begin(test, &f, 3 * ROOM, true);
	for (i = 0; i < per_page * 7 + 3; i++)
		put(f.r, i);
	a = ring_reserve(f.r, 4, &outer);
	KUNIT_ASSERT_NOT_NULL(test, a);
	while (put(f.r, 1000000 + in))
		in++;
	KUNIT_EXPECT_FALSE(test, put(f.r, 7));
	*a = 999999;
	ring_commit(&outer);
	KUNIT_EXPECT_EQ(test, stats_of(&f).commit_overrun, 2);
	KUNIT_EXPECT_EQ(test, in, per_page * 3 - 4);
	/* All of the open event's page and behind it is there. */
	KUNIT_EXPECT_EQ(test, ring_entries(f.r), per_page * 3);
	for (i = 0; i < 3; i++)
		expect_next(test, &f, per_page * 7 + i, i ? 0 : per_page * 7);
	expect_next(test, &f, 999999, 0);
	for (i = 0; i < in; i++)
		expect_next(test, &f, 1000000 + i, 0);
	/* And the ring goes on. */
	KUNIT_EXPECT_TRUE(test, put(f.r, 8));
	expect_next(test, &f, 8, 0);
	finish(&f);
}

static void test_nest_limit(struct kunit *test)
{
	struct ring_res res[RING_NEST_MAX + 1];
	struct fixture f;
	int i;

	begin(test, &f, 2 * ROOM, true);
	for (i = 0; i < RING_NEST_MAX; i++)
		KUNIT_EXPECT_NOT_NULL(test, ring_reserve(f.r, 4, &res[i]));
	KUNIT_EXPECT_NULL(test, ring_reserve(f.r, 4, &res[i]));
	while (i--)
		ring_commit(&res[i]);
	KUNIT_EXPECT_EQ(test, ring_entries(f.r), RING_NEST_MAX);
	KUNIT_EXPECT_EQ(test, stats_of(&f).dropped, 1);
	finish(&f);
}

static void test_discard_tail(struct kunit *test)
{
	u32 per_page = ROOM / 8, i;
	struct ring_res res;
	struct ring_item it;
	struct fixture f;

	begin(test, &f, 3 * ROOM, true);
	put(f.r, 0);
	/* Far more than the ring holds: each gives its room, and its time, back. */
	for (i = 0; i < per_page * 10; i++) {
		test_time += 3;
		KUNIT_ASSERT_NOT_NULL(test, ring_reserve(f.r, i % 200, &res));
		ring_discard(&res);
	}
	put(f.r, 1);
	KUNIT_EXPECT_EQ(test, stats_of(&f).entries, 2);
	KUNIT_EXPECT_EQ(test, stats_of(&f).bytes, 16);
	expect_next(test, &f, 0, 0);
	KUNIT_ASSERT_TRUE(test, ring_consume(f.r, f.cpu, &it));
	KUNIT_EXPECT_EQ(test, it.ts, test_time);
	/* At the very end of a page, and so at the begin of the next. */
	for (i = 0; i < per_page * 2; i++) {
		KUNIT_ASSERT_NOT_NULL(test, ring_reserve(f.r, 4, &res));
		ring_discard(&res);
		KUNIT_ASSERT_TRUE(test, put(f.r, i));
		expect_next(test, &f, i, 0);
	}
	finish(&f);
}

/* Walk a page as libtraceevent's kbuffer does: padding is skipped by what array[0] says. */
static u32 kbuffer_count(const struct ring_subbuf *page, u64 *end_time)
{
	u32 at = 0, size = page->commit & ((1U << 27) - 1), nr = 0;
	u64 time = page->time_stamp;

	while (at < size) {
		u32 head = *(const u32 *)(page->data + at);
		u32 first = *(const u32 *)(page->data + at + 4);

		time += head >> 5;
		at += 4;
		switch (head & 31) {
		case RING_TYPE_PADDING:
			at += first;
			break;
		case RING_TYPE_TIME_EXTEND:
			time += (u64)first << DELTA_BITS;
			at += 4;
			break;
		case 0:
			at += 4 + roundup(first - 4, 4);
			nr++;
			break;
		default:
			at += (head & 31) * 4;
			nr++;
		}
	}
	*end_time = time;
	return at == size ? nr : 0;
}

static void test_discard_middle(struct kunit *test)
{
	struct ring_res outer;
	struct ring_subbuf *page;
	struct fixture f;
	u64 end;
	u32 len;

	begin(test, &f, 3 * ROOM, true);
	for (len = 1; len < 150; len += 7) {
		test_time += len & 1 ? 0 : 1 + len * 1000000;
		KUNIT_ASSERT_NOT_NULL(test, ring_reserve(f.r, len, &outer));
		test_time += 5;
		put(f.r, len);
		ring_discard(&outer);
	}
	KUNIT_EXPECT_EQ(test, stats_of(&f).entries, 22);
	page = take_page(&f, PAGE_SIZE, false);
	KUNIT_ASSERT_NOT_NULL(test, page);
	KUNIT_EXPECT_EQ(test, kbuffer_count(page, &end), 22);
	KUNIT_EXPECT_EQ(test, end, test_time);
	ring_page_free(f.r, f.cpu, page);
	KUNIT_EXPECT_EQ(test, stats_of(&f).entries, 0);

	/* The discarded one is in a page that nested writers have left. */
	KUNIT_ASSERT_NOT_NULL(test, ring_reserve(f.r, 40, &outer));
	for (len = 0; len < ROOM / 8 + 5; len++)
		put(f.r, len);
	ring_discard(&outer);
	KUNIT_EXPECT_EQ(test, stats_of(&f).entries, len);
	for (len = 0; len < ROOM / 8 + 5; len++)
		expect_next(test, &f, len, 0);
	KUNIT_EXPECT_TRUE(test, ring_empty(f.r, f.cpu));
	finish(&f);
}

/* --- readers --- */

static void test_page_read(struct kunit *test)
{
	u32 per_page = ROOM / 8, i, left;
	struct ring_subbuf *page;
	struct fixture f;
	u64 lost, end;

	begin(test, &f, 3 * ROOM, true);
	KUNIT_EXPECT_NULL(test, take_page(&f, PAGE_SIZE, false));
	for (i = 0; i < per_page * 5 + 10; i++)
		put(f.r, i);
	/* Full to the last byte: the count of lost ones takes the place of the last event. */
	page = take_page(&f, PAGE_SIZE, true);
	KUNIT_ASSERT_NOT_NULL(test, page);
	KUNIT_EXPECT_EQ(test, page->commit & 0xfffffff, ROOM - 8);
	KUNIT_EXPECT_TRUE(test, page->commit & RING_MISSED_EVENTS);
	KUNIT_EXPECT_TRUE(test, page->commit & RING_MISSED_STORED);
	memcpy(&lost, page->data + ROOM - 8, sizeof(lost));
	KUNIT_EXPECT_EQ(test, lost, per_page * 3);
	KUNIT_EXPECT_EQ(test, ((u32 *)page->data)[1], per_page * 3);
	ring_page_free(f.r, f.cpu, page);
	expect_next(test, &f, per_page * 4 - 1, 0);

	/* This one is handed over as it is. */
	page = take_page(&f, PAGE_SIZE, true);
	KUNIT_ASSERT_NOT_NULL(test, page);
	KUNIT_EXPECT_EQ(test, page->commit, ROOM);
	KUNIT_EXPECT_EQ(test, kbuffer_count(page, &end), per_page);
	ring_page_free(f.r, f.cpu, page);

	/* The page being written: not when a full one is wanted, else a copy of what is there. */
	KUNIT_EXPECT_NULL(test, take_page(&f, PAGE_SIZE, true));
	page = take_page(&f, 16 + 3 * 8 + 5, false);
	KUNIT_ASSERT_NOT_NULL(test, page);
	KUNIT_EXPECT_EQ(test, page->commit, 3 * 8);
	ring_page_free(f.r, f.cpu, page);
	page = take_page(&f, PAGE_SIZE, false);
	KUNIT_ASSERT_NOT_NULL(test, page);
	KUNIT_EXPECT_EQ(test, page->commit, 7 * 8);
	for (i = 7 * 8, left = 0; i < ROOM; i++)
		left += page->data[i];
	KUNIT_EXPECT_EQ(test, left, 0);
	ring_page_free(f.r, f.cpu, page);
	KUNIT_EXPECT_NULL(test, take_page(&f, PAGE_SIZE, false));
	KUNIT_EXPECT_EQ(test, stats_of(&f).read, per_page * 2 + 10);
	finish(&f);
}

static void test_peek(struct kunit *test)
{
	struct ring_item a, b;
	struct fixture f;

	begin(test, &f, 2 * ROOM, true);
	KUNIT_EXPECT_FALSE(test, ring_peek(f.r, f.cpu, &a));
	put(f.r, 1);
	put(f.r, 2);
	KUNIT_EXPECT_TRUE(test, ring_peek(f.r, f.cpu, &a) && ring_peek(f.r, f.cpu, &b));
	KUNIT_EXPECT_EQ(test, *(const u32 *)b.data, 1);
	KUNIT_EXPECT_EQ(test, stats_of(&f).entries, 2);
	expect_next(test, &f, 1, 0);
	KUNIT_EXPECT_TRUE(test, ring_peek(f.r, f.cpu, &a));
	KUNIT_EXPECT_EQ(test, *(const u32 *)a.data, 2);
	finish(&f);
}

static void test_iter(struct kunit *test)
{
	u32 per_page = ROOM / 8, i, nr;
	struct ring_iter *iter;
	struct ring_item it;
	struct fixture f;

	begin(test, &f, 3 * ROOM, true);
	for (i = 0; i < per_page * 2 + 5; i++)
		put(f.r, i);
	expect_next(test, &f, 0, 0);
	iter = ring_iter_open(f.r, f.cpu);
	KUNIT_ASSERT_FALSE(test, IS_ERR(iter));
	put(f.r, i);		/* after the walk's end */
	for (nr = 1; ring_iter_peek(iter, &it); nr++) {
		KUNIT_EXPECT_EQ(test, *(const u32 *)it.data, nr);
		KUNIT_EXPECT_EQ(test, it.lost, 0);
		ring_iter_next(iter);
	}
	KUNIT_EXPECT_EQ(test, nr, per_page * 2 + 5);
	KUNIT_EXPECT_EQ(test, stats_of(&f).entries, per_page * 2 + 5);

	/* Overtaken: go on from the oldest, say how many were missed. */
	ring_iter_reset(iter);
	KUNIT_EXPECT_TRUE(test, ring_iter_peek(iter, &it));
	for (i++; i < per_page * 30; i++)
		put(f.r, i);
	for (nr = 0; ring_iter_peek(iter, &it); nr++)
		ring_iter_next(iter);
	KUNIT_EXPECT_EQ(test, nr, per_page - 1);
	ring_iter_reset(iter);
	for (nr = 0; ring_iter_peek(iter, &it); nr++) {
		if (nr == per_page - 1)
			KUNIT_EXPECT_EQ(test, it.lost, *(const u32 *)it.data - per_page);
		if (nr == per_page + 3) {
			for (; i < per_page * 32; i++)
				put(f.r, i);
		}
		ring_iter_next(iter);
	}
	KUNIT_EXPECT_EQ(test, ring_resize(f.r, 9 * ROOM, f.cpu), -EBUSY);
	KUNIT_EXPECT_EQ(test, ring_set_order(f.r, 1), -EBUSY);
	ring_reset(f.r, f.cpu);
	KUNIT_EXPECT_FALSE(test, ring_iter_peek(iter, &it));
	put(f.r, 77);
	ring_iter_reset(iter);
	KUNIT_EXPECT_TRUE(test, ring_iter_peek(iter, &it));
	ring_iter_close(iter);
	KUNIT_EXPECT_EQ(test, ring_resize(f.r, 9 * ROOM, f.cpu), 0);
	finish(&f);
}

static void test_poll(struct kunit *test)
{
	u32 per_page = ROOM / 8, i;
	struct fixture f;

	begin(test, &f, 4 * ROOM, true);
	KUNIT_EXPECT_EQ(test, ring_poll(f.r, f.cpu, NULL, NULL, 0), 0);
	KUNIT_EXPECT_EQ(test, ring_poll(f.r, RING_ALL_CPUS, NULL, NULL, 0), 0);
	put(f.r, 1);
	KUNIT_EXPECT_NE(test, ring_poll(f.r, f.cpu, NULL, NULL, 0), 0);
	KUNIT_EXPECT_NE(test, ring_poll(f.r, RING_ALL_CPUS, NULL, NULL, 0), 0);
	KUNIT_EXPECT_EQ(test, ring_poll(f.r, f.cpu, NULL, NULL, 50), 0);
	KUNIT_EXPECT_EQ(test, ring_wait(f.r, f.cpu, 0, NULL, NULL), 0);
	for (i = 0; i < per_page; i++)
		put(f.r, i);
	KUNIT_EXPECT_NE(test, ring_poll(f.r, f.cpu, NULL, NULL, 50), 0);
	KUNIT_EXPECT_EQ(test, ring_poll(f.r, f.cpu, NULL, NULL, 100), 0);
	for (i = 0; i < per_page * 9; i++)
		put(f.r, i);
	KUNIT_EXPECT_NE(test, ring_poll(f.r, f.cpu, NULL, NULL, 100), 0);
	KUNIT_EXPECT_EQ(test, ring_wait(f.r, f.cpu, 100, NULL, NULL), 0);
	finish(&f);
}

/* --- shape --- */

static void test_resize(struct kunit *test)
{
	u32 per_page = ROOM / 8, i, total = per_page * 3;
	struct ring_stats st;
	struct fixture f;

	begin(test, &f, 3 * ROOM, true);
	for (i = 0; i < total; i++)
		put(f.r, i);
	expect_next(test, &f, 0, 0);
	KUNIT_EXPECT_EQ(test, ring_resize(f.r, 10 * ROOM, RING_ALL_CPUS), 0);
	KUNIT_EXPECT_EQ(test, ring_nr_subbufs(f.r, f.cpu), 10);
	KUNIT_EXPECT_EQ(test, ring_size(f.r, f.cpu), 10 * ROOM);
	KUNIT_EXPECT_EQ(test, stats_of(&f).entries, total - 1);
	for (; i < per_page * 11; i++)
		put(f.r, i);
	KUNIT_EXPECT_EQ(test, stats_of(&f).overrun, 0);
	/* Smaller: the reader's page and the newest stay. */
	KUNIT_EXPECT_EQ(test, ring_resize(f.r, 1, f.cpu), 0);
	KUNIT_EXPECT_EQ(test, ring_nr_subbufs(f.r, f.cpu), RING_SLOTS_MIN);
	st = stats_of(&f);
	KUNIT_EXPECT_EQ(test, st.entries, per_page - 1 + per_page * 2);
	KUNIT_EXPECT_EQ(test, st.overrun, per_page * 8);
	for (i = 1; i < per_page; i++)
		expect_next(test, &f, i, 0);
	expect_next(test, &f, per_page * 9, per_page * 8);
	for (i = per_page * 9 + 1; i < per_page * 11; i++)
		expect_next(test, &f, i, 0);
	/* The reader has the page being written: grow under it. */
	put(f.r, 1);
	expect_next(test, &f, 1, 0);
	KUNIT_EXPECT_EQ(test, ring_resize(f.r, 5 * ROOM, f.cpu), 0);
	for (i = 0; i < per_page * 4; i++)
		put(f.r, i);
	for (i = 0; i < per_page * 4; i++)
		expect_next(test, &f, i, 0);
	KUNIT_EXPECT_EQ(test, stats_of(&f).broken, 0);
	finish(&f);
}

static void test_resize_refused(struct kunit *test)
{
	struct fixture f;

	begin(test, &f, 3 * ROOM, true);
	put(f.r, 1);
	KUNIT_EXPECT_EQ(test, ring_resize(f.r, ~0UL / 2, f.cpu), -ENOMEM);
	KUNIT_EXPECT_EQ(test, ring_resize(f.r, ~0UL, RING_ALL_CPUS), -ENOMEM);
	KUNIT_EXPECT_EQ(test, ring_set_order(f.r, RING_ORDER_MAX + 1), -EINVAL);
	KUNIT_EXPECT_EQ(test, ring_nr_subbufs(f.r, f.cpu), 3);
	expect_next(test, &f, 1, 0);
	finish(&f);
}

static void test_order(struct kunit *test)
{
	unsigned int order;
	struct fixture f;
	u32 max;

	begin(test, &f, 6 * ROOM, true);
	for (order = 3; order <= 3; order--) {
		put(f.r, 1);
		KUNIT_EXPECT_EQ(test, ring_set_order(f.r, order), 0);
		KUNIT_EXPECT_EQ(test, ring_order(f.r), order);
		KUNIT_EXPECT_EQ(test, ring_subbuf_bytes(f.r), PAGE_SIZE << order);
		KUNIT_EXPECT_TRUE(test, ring_empty(f.r, f.cpu));
		KUNIT_EXPECT_GE(test, ring_size(f.r, f.cpu), 6 * ROOM);
		max = ring_max_len(f.r);
		KUNIT_EXPECT_TRUE(test, put_len(f.r, 2, max));
		KUNIT_EXPECT_TRUE(test, put_len(f.r, 3, max));
		expect_next(test, &f, 2, 0);
		expect_next(test, &f, 3, 0);
	}
	finish(&f);
}

static void test_reset(struct kunit *test)
{
	struct ring_stats st;
	struct fixture f;
	u32 i;

	begin(test, &f, 2 * ROOM, false);
	for (i = 0; i < ROOM; i++)
		put(f.r, i);
	expect_next(test, &f, 0, 0);
	ring_reset(f.r, RING_ALL_CPUS);
	st = stats_of(&f);
	KUNIT_EXPECT_EQ(test, st.entries + st.overrun + st.read + st.bytes, 0);
	KUNIT_EXPECT_EQ(test, st.dropped + st.commit_overrun, 0);
	KUNIT_EXPECT_TRUE(test, ring_empty(f.r, RING_ALL_CPUS));
	put(f.r, 5);
	expect_next(test, &f, 5, 0);
	finish(&f);
}

static void test_swap(struct kunit *test)
{
	struct ring_res res;
	struct fixture f, g;
	u32 *to, i;

	begin(test, &f, 3 * ROOM, true);
	g.cpu = f.cpu;
	g.r = make_ring(test, 2 * ROOM, false, 0);
	put(f.r, 1);
	to = ring_reserve(f.r, 4, &res);
	KUNIT_ASSERT_NOT_NULL(test, to);
	/* In the middle of an event: it is completed where it was begun. */
	KUNIT_EXPECT_EQ(test, ring_swap(f.r, g.r, f.cpu), 0);
	*to = 2;
	ring_commit(&res);
	put(f.r, 3);
	expect_next(test, &g, 1, 0);
	expect_next(test, &g, 2, 0);
	KUNIT_EXPECT_TRUE(test, ring_empty(g.r, g.cpu));
	expect_next(test, &f, 3, 0);
	/* Settings stay with the ring. */
	for (i = 0; i < ROOM; i++)
		put(f.r, i);
	KUNIT_EXPECT_EQ(test, stats_of(&f).dropped, 0);
	KUNIT_EXPECT_EQ(test, ring_swap(f.r, g.r, RING_ALL_CPUS), 0);
	KUNIT_EXPECT_GT(test, stats_of(&g).entries, 0);
	KUNIT_EXPECT_TRUE(test, ring_empty(f.r, RING_ALL_CPUS));
	KUNIT_EXPECT_EQ(test, ring_swap(f.r, f.r, RING_ALL_CPUS), -EINVAL);
	ring_set_order(g.r, 1);
	KUNIT_EXPECT_EQ(test, ring_swap(f.r, g.r, RING_ALL_CPUS), -EINVAL);
	ring_free(g.r);
	finish(&f);
}

static void test_on_off(struct kunit *test)
{
	struct fixture f;

	begin(test, &f, 2 * ROOM, true);
	KUNIT_EXPECT_TRUE(test, ring_record_is_on(f.r) && put(f.r, 1));
	ring_record_off(f.r);
	KUNIT_EXPECT_FALSE(test, ring_record_is_on(f.r) || put(f.r, 1));
	ring_stop(f.r);
	ring_record_on(f.r);
	KUNIT_EXPECT_TRUE(test, ring_record_is_on(f.r));
	KUNIT_EXPECT_FALSE(test, put(f.r, 1));
	ring_stop_cpu(f.r, f.cpu);
	ring_start(f.r);
	KUNIT_EXPECT_FALSE(test, put(f.r, 1));
	ring_start_cpu(f.r, f.cpu);
	KUNIT_EXPECT_TRUE(test, put(f.r, 1));
	KUNIT_EXPECT_EQ(test, stats_of(&f).dropped, 0);
	finish(&f);
}

/* The packed words keep what they are given, at the edges of each field. */
static void test_packing(struct kunit *test)
{
	static const u64 seqs[] = {
		0, 1, (1ULL << 31) - 1, 1ULL << 31, (1ULL << 39) - 1, 1ULL << 39, ~0ULL,
	};
	u64 pos, slot;
	int i, by;

	pos = pos_make((1U << 31) - 1, (1U << POS_CNT_BITS) - 1, POS_OFF_MASK);
	KUNIT_EXPECT_EQ(test, pos, ~0ULL);
	pos = pos_make(5, 6, 7);
	KUNIT_EXPECT_TRUE(test, pos_top(pos) == 5 && pos_cnt(pos) == 6 && pos_off(pos) == 7);
	for (i = 0; i < ARRAY_SIZE(seqs); i++) {
		for (by = -3; by <= 3; by++) {
			slot = slot_make(seqs[i] + by, SLOT_TAKEN, RING_PAGES_MAX - 1);
			KUNIT_EXPECT_EQ(test, slot_ahead(slot, seqs[i]), by);
			KUNIT_EXPECT_TRUE(test, slot_taken(slot));
			KUNIT_EXPECT_EQ(test, slot_page(slot), RING_PAGES_MAX - 1);
			pos = pos_make(seqs[i] + by, 1, 1);
			KUNIT_EXPECT_EQ(test, commit_ahead(pos, seqs[i]), by);
		}
	}
}

static struct kunit_case ring_cases[] = {
	KUNIT_CASE(test_packing),
	KUNIT_CASE(test_header),
	KUNIT_CASE(test_sizes),
	KUNIT_CASE(test_time_extend),
	KUNIT_CASE(test_time_back),
	KUNIT_CASE(test_time_abs),
	KUNIT_CASE(test_overwrite),
	KUNIT_CASE(test_discard_mode),
	KUNIT_CASE(test_nested),
	KUNIT_CASE(test_commit_overrun),
	KUNIT_CASE(test_nest_limit),
	KUNIT_CASE(test_discard_tail),
	KUNIT_CASE(test_discard_middle),
	KUNIT_CASE(test_page_read),
	KUNIT_CASE(test_peek),
	KUNIT_CASE(test_iter),
	KUNIT_CASE(test_poll),
	KUNIT_CASE(test_resize),
	KUNIT_CASE(test_resize_refused),
	KUNIT_CASE(test_order),
	KUNIT_CASE(test_reset),
	KUNIT_CASE(test_swap),
	KUNIT_CASE(test_on_off),
	{ }
};

static struct kunit_suite ring_suite = {
	.name		= "trace_ring",
	.test_cases	= ring_cases,
};

kunit_test_suite(ring_suite);
