// SPDX-License-Identifier: GPL-2.0
/*
 * Any sequence of operations on two small rings, against a model that knows what every read must
 * return: which event, with which bytes and time, and how many lost before it.
 *
 * The input is a list of operations, a byte or a few each.  All is done by one thread on one CPU;
 * that writers interrupt one another is played by reservations left open while others begin and
 * end. fuzz_main.c feeds it with random input, libFuzzer with better.
 */
#include "ring_internal.h"

#define FUZZ_EVENTS	(1 << 16)
#define FUZZ_OPEN	16

/* What was reserved in one part, in order. */
struct model {
	struct {
		u32	id;
		u32	len;
		u64	ts;
		bool	gone;		/* discarded */
	} ev[FUZZ_EVENTS];
	u32	nr;
	u32	read;			/* the next that a reader may return */
	u64	nr_read, nr_lost;	/* since the last reset */
	u32	base;			/* first since the last reset */
};

struct input {
	const u8	*at, *end;
};

struct open {
	struct ring_res	res;
	struct model	*m;
	u32		ev;
	u32		len;
	u8		*to;
};

static struct model models[2], *model_of[2];
static struct ring *rings[2];
static struct open opens[FUZZ_OPEN];
static int nr_open;
static u64 now, clock_last;
static u32 next_id;

#define MUST(cond) do {								\
	if (!(cond)) {								\
		fprintf(stderr, "fuzz: %s:%d: %s\n", __func__, __LINE__, #cond);	\
		abort();							\
	}									\
} while (0)

static u64 fuzz_clock(void)
{
	clock_last = now;
	return now;
}

static u32 take(struct input *in, int bytes)
{
	u32 v = 0;

	while (bytes-- && in->at < in->end)
		v = v << 8 | *in->at++;
	return v;
}

static void fill(u8 *to, u32 len, u32 id)
{
	u32 i;

	for (i = 0; i < len; i++)
		to[i] = i < 4 ? id >> i * 8 : id + i;
}

static void same(const u8 *data, u32 len, u32 id)
{
	u32 i;

	for (i = 0; i < len; i++)
		MUST(data[i] == (u8)(i < 4 ? id >> i * 8 : id + i));
}

/* --- writing --- */

static void op_open(int which, u32 len)
{
	struct open *o = &opens[nr_open];
	struct model *m = model_of[which];

	len = max_t(u32, len % 5000, 4);
	if (nr_open == FUZZ_OPEN || m->nr == FUZZ_EVENTS)
		return;
	o->to = ring_reserve(rings[which], len, &o->res);
	if (!o->to)
		return;
	MUST(((unsigned long)o->to & 3) == 0);
	o->m = m;
	o->ev = m->nr;
	o->len = len;
	m->ev[m->nr].id = next_id++;
	m->ev[m->nr].len = len;
	m->ev[m->nr].ts = o->res.time;
	m->ev[m->nr++].gone = false;
	nr_open++;
}

static void op_close(bool discard)
{
	struct open *o;

	if (!nr_open)
		return;
	o = &opens[--nr_open];
	fill(o->to, o->len, o->m->ev[o->ev].id);
	if (discard) {
		o->m->ev[o->ev].gone = true;
		ring_discard(&o->res);
	} else {
		ring_commit(&o->res);
	}
}

/* --- reading --- */

/* Step @at over @lost events to the one that is read now; returns its index. */
static u32 model_step(const struct model *m, u32 *at, u64 lost)
{
	u32 i;

	for (i = *at; i < m->nr; i++) {
		if (m->ev[i].gone)
			continue;
		if (!lost--)
			break;
	}
	MUST(i < m->nr);
	*at = i + 1;
	return i;
}

static void model_check(const struct model *m, u32 i, const struct ring_item *it)
{
	MUST(it->len >= m->ev[i].len && it->len < m->ev[i].len + 4);
	MUST(it->ts == m->ev[i].ts);
	same(it->data, m->ev[i].len, m->ev[i].id);
}

static void model_read(struct model *m, const struct ring_item *it)
{
	m->nr_lost += it->lost;
	m->nr_read++;
	model_check(m, model_step(m, &m->read, it->lost), it);
}

static void op_consume(int which, u32 nr)
{
	struct ring_item it, peeked;

	while (nr-- && ring_peek(rings[which], 0, &peeked)) {
		u64 lost = peeked.lost, ts = peeked.ts;

		MUST(ring_consume(rings[which], 0, &it));
		MUST(it.lost == lost && it.ts == ts);
		model_read(model_of[which], &it);
	}
}

static void op_page(int which, u32 len, bool full)
{
	void *page = ring_page_alloc(rings[which], 0);
	struct ring_subbuf *buf;
	struct ring_item it = { };
	struct cursor c;
	u64 lost = 0;
	bool counted = true;

	if (ring_page_read(rings[which], 0, &page, len, full) >= 0) {
		buf = page;
		c = (struct cursor){
			.buf = buf, .end = (buf->commit & 0xfffffff) / 4, .time = buf->time_stamp,
		};
		if (buf->commit & RING_MISSED_STORED)
			memcpy(&lost, buf->data + c.end * 4, sizeof(lost));
		else
			counted = !(buf->commit & RING_MISSED_EVENTS);
		/* The count is missing where the length left no room for it: find it out. */
		while (cursor_next(&c, &it)) {
			struct model *m = model_of[which];
			u32 id, i;

			memcpy(&id, it.data, 4);
			for (i = m->read; !counted && i < m->nr && m->ev[i].id != id; i++)
				lost += !m->ev[i].gone;
			counted = true;
			it.lost = lost;
			lost = 0;
			model_read(m, &it);
		}
		MUST(cursor_whole(&c));
	}
	ring_page_free(rings[which], 0, page);
}

/* A whole walk; with @between, writers are at work meanwhile. */
static void op_walk(int which, u32 between)
{
	struct ring_iter *iter = ring_iter_open(rings[which], 0);
	struct model *m = model_of[which];
	u32 at = m->read, i, nr = 0;
	struct ring_item it;
	bool first = true;

	MUST(!IS_ERR(iter));
	while (ring_iter_peek(iter, &it)) {
		if (first) {
			u32 id;

			memcpy(&id, it.data, 4);
			while (at < m->nr && m->ev[at].id != id)
				at++;
		}
		MUST(!first || it.lost == 0);
		first = false;
		i = model_step(m, &at, it.lost);
		model_check(m, i, &it);
		ring_iter_next(iter);
		if (between && nr++ % 8 == 0) {
			op_open(which, between * 16);
			op_close(false);
		}
	}
	MUST(nr_open || ring_resize(rings[which], 1, 0) == -EBUSY);
	ring_iter_close(iter);
}

/* --- the rest --- */

static void model_restart(int which)
{
	struct model *m = model_of[which];

	m->base = m->nr;
	m->read = m->nr;
	m->nr_read = 0;
	m->nr_lost = 0;
}

static void op_stats(int which)
{
	const struct model *m = model_of[which];
	struct ring_stats st;
	u64 written = 0;
	u32 i, open = 0;

	ring_stats(rings[which], 0, &st);
	MUST(!st.broken);
	for (i = m->base; i < m->nr; i++)
		written += !m->ev[i].gone;
	for (i = 0; i < nr_open; i++)
		open += opens[i].m == m;
	MUST(st.read == m->nr_read);
	MUST(st.overrun >= m->nr_lost);
	if (!open)
		MUST(st.read + st.entries + st.overrun == written);
	MUST(ring_empty(rings[which], 0) == !st.entries);
}

static void op_shape(int which, u32 what, u32 arg)
{
	struct model *m;
	int ret;

	/* These wait for writers at work, who are we. */
	if (nr_open)
		return;
	switch (what) {
	case 0:
		ret = ring_resize(rings[which], arg % 9 * PAGE_SIZE, 0);
		MUST(!ret);
		break;
	case 1:
		ret = ring_set_order(rings[which], arg % 3);
		MUST(!ret);
		model_restart(0);
		model_restart(1);
		ring_reset(rings[0], 0);
		ring_reset(rings[1], 0);
		ring_set_order(rings[!which], arg % 3);
		break;
	case 2:
		ring_reset(rings[which], 0);
		model_restart(which);
		break;
	}
	m = model_of[which];
	(void)m;
}

static void op_swap(void)
{
	struct model *m = model_of[0];

	if (ring_swap(rings[0], rings[1], 0))
		return;
	model_of[0] = model_of[1];
	model_of[1] = m;
}

static void op_time(u32 arg)
{
	switch (arg & 7) {
	case 0:
		now += 1ULL << 27;
		break;
	case 1:
		now -= min_t(u64, now, arg);
		break;
	case 2:
		now += (u64)arg << 24;
		break;
	case 3:
		now += arg == 3 ? 1ULL << 60 : 0;
		break;
	default:
		now += arg;
	}
}

static void step(struct input *in)
{
	u32 op = take(in, 1), which = op >> 7, arg;

	switch (op & 15) {
	case 0:
		op_open(which, take(in, 2));
		break;
	case 1:
		op_close(false);
		break;
	case 2:
		op_close(true);
		break;
	case 3:
		op_consume(which, take(in, 1));
		break;
	case 4:
		arg = take(in, 2);
		op_page(which, arg & 0x8000 ? PAGE_SIZE << 3 : arg, arg & 1);
		break;
	case 5:
		op_walk(which, 0);
		break;
	case 6:
		op_walk(which, take(in, 1));
		break;
	case 7:
		arg = take(in, 1);
		op_shape(which, arg & 3, arg >> 2);
		break;
	case 8:
		op_swap();
		break;
	case 9:
		op_time(take(in, 1));
		break;
	case 10:
		arg = take(in, 1);
		ring_set_overwrite(rings[which], arg & 1);
		ring_set_time_abs(rings[which], arg & 2);
		break;
	case 11:
		op_stats(which);
		break;
	case 12:
		arg = take(in, 1);
		if (arg & 1)
			ring_record_off(rings[which]);
		else
			ring_record_on(rings[which]);
		break;
	default:
		/* A run of plain events of one size: pages fill up. */
		arg = take(in, 2);
		for (op = arg >> 8 & 127; op; op--) {
			op_open(which, (arg & 255) + 4);
			op_close(false);
			now += arg & 3;
		}
	}
}

int LLVMFuzzerTestOneInput(const u8 *data, size_t size);

int LLVMFuzzerTestOneInput(const u8 *data, size_t size)
{
	struct ring_conf conf = { .bytes = 3 * PAGE_SIZE - 100, .clock = fuzz_clock };
	struct input in = { data, data + size };
	int i;

	if (user_cpu.id < 0) {
		user_nr_cpus = 1;
		cpu_up(0);
	}
	conf.overwrite = take(&in, 1) & 1;
	now = 5;
	next_id = 0;
	nr_open = 0;
	for (i = 0; i < 2; i++) {
		rings[i] = ring_alloc(&conf);
		MUST(rings[i]);
		model_of[i] = &models[i];
		models[i].nr = 0;
		model_restart(i);
	}
	while (in.at < in.end)
		step(&in);
	while (nr_open)
		op_close(false);
	for (i = 0; i < 2; i++) {
		op_stats(i);
		op_consume(i, ~0U);
		op_stats(i);
		MUST(ring_empty(rings[i], 0));
		ring_free(rings[i]);
	}
	MUST(!user_reports);
	return 0;
}
