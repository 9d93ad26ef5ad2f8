// SPDX-License-Identifier: GPL-2.0
/*
 * reader.c - the trace file: all that is in a ring as text, without taking it out.
 *
 * Record number n of the walk is position n of the seq_file; position 0 is the header.  The walk stays where
 * it is between two read() calls, so that reading a file through costs one walk however small the pieces;
 * only going back starts over.
 *
 * Reading changes nothing: recording goes on, unless option pause-on-trace asks for the contrary, and then
 * it is held off by a count that only this reader's close takes back.
 */

#include <linux/err.h>
#include <linux/mm.h>
#include <linux/seq_file.h>
#include <linux/slab.h>
#include "output_internal.h"

/**
 * reader_alloc() - what all kinds of reader need
 * @tr:		instance; the reader takes a reference
 * @cpu:	one CPU or RING_ALL_CPUS
 *
 * Context: task.
 * Return: a reader that reads no ring yet, ERR_PTR(-ENOMEM) or ERR_PTR(-ENODEV).
 */
struct trace_reader *reader_alloc(struct trace_array *tr, int cpu)
{
	struct trace_reader *rd;
	int ret;

	rd = kvzalloc(sizeof(*rd), GFP_KERNEL);
	if (!rd)
		return ERR_PTR(-ENOMEM);
	if (!zalloc_cpumask_var(&rd->started, GFP_KERNEL)) {
		kvfree(rd);
		return ERR_PTR(-ENOMEM);
	}
	ret = trace_array_get(tr);
	if (ret) {
		free_cpumask_var(rd->started);
		kvfree(rd);
		return ERR_PTR(ret);
	}
	rd->cpu = cpu;
	rd->iter.tr = tr;
	rd->iter.cpu = cpu;
	rd->iter.names = name_cache_alloc();
	trace_seq_init(&rd->iter.seq);
	trace_seq_init(&rd->iter.tmp_seq);
	mutex_init(&rd->lock);
	INIT_LIST_HEAD(&rd->node);
	return rd;
}

/**
 * reader_free() - undo reader_alloc()
 * @rd:	the reader; its tracer's ->open, if it had one called, is undone
 *
 * Context: task.
 */
void reader_free(struct trace_reader *rd)
{
	struct trace_iterator *iter = &rd->iter;

	if (iter->tracer && iter->tracer->close)
		iter->tracer->close(iter);
	merge_close(rd->merge);
	record_free(&rd->rec);
	name_cache_free(iter->names);
	free_cpumask_var(rd->started);
	trace_array_put(iter->tr);
	kvfree(rd);
}

/**
 * reader_load() - make the next record the current one
 * @rd:	the reader; ->have says whether there was one
 *
 * Context: task.
 * Return: 1, 0 at the end, -ENOMEM.
 */
int reader_load(struct trace_reader *rd)
{
	struct trace_iterator *iter = &rd->iter;
	const struct ring_item *it = &rd->rec.item;
	int ret;

	do {
		ret = merge_take(rd->merge, &rd->rec);
		/* Nothing the tracer writes is that short; do not let it be looked at. */
	} while (ret > 0 && it->len < sizeof(struct trace_entry));
	rd->have = ret > 0;
	if (!rd->have)
		return ret;
	iter->ent = it->data;
	iter->ent_size = it->len;
	iter->cpu = it->cpu;
	iter->ts = it->ts;
	iter->lost_events = it->lost;
	iter->next_ts = merge_next_ts(rd->merge);
	return 1;
}

/**
 * reader_print() - text of the current record, appended to iter.seq
 * @rd:	the reader
 *
 * Context: task.
 * Return: as trace_print_line().
 */
enum print_line_t reader_print(struct trace_reader *rd)
{
	/* Tables of fields are made when first asked for, and that sleeps. */
	if (rd->iter.opts & (TRACE_OPT(FIELDS) | TRACE_OPT(RAW))) {
		guard(mutex)(&event_mutex);
		return trace_print_line(&rd->iter);
	}
	guard(rcu)();
	return trace_print_line(&rd->iter);
}

/**
 * trace_iter_next() - look at the record behind the current one on the same CPU
 * @iter:	a reader from trace_reader_open() or trace_pipe_open()
 * @ts:		where its time goes; may be NULL
 *
 * Context: from a printer.
 * Return: the record, valid until the printer returns, or NULL.
 */
const struct trace_entry *trace_iter_next(struct trace_iterator *iter, u64 *ts)
{
	struct trace_reader *rd = container_of(iter, struct trace_reader, iter);
	struct ring_item it;

	if (!rd->merge || !merge_peek_cpu(rd->merge, iter->cpu, &it) || it.len < sizeof(struct trace_entry))
		return NULL;
	if (ts)
		*ts = it.ts;
	return it.data;
}

/**
 * trace_iter_skip() - the printer has dealt with the record behind the current one, too
 * @iter:	the reader
 *
 * The current record stays valid.
 *
 * Context: from a printer, after trace_iter_next() gave one.
 */
void trace_iter_skip(struct trace_iterator *iter)
{
	struct trace_reader *rd = container_of(iter, struct trace_reader, iter);

	merge_drop_cpu(rd->merge, iter->cpu);
	iter->next_ts = merge_next_ts(rd->merge);
}

/* --- the trace file --- */

static void reader_rewind(struct trace_reader *rd)
{
	merge_rewind(rd->merge);
	cpumask_clear(rd->started);
	rd->annotate = ring_overruns(rd->ring) > 0;
	rd->iter.start_ts = merge_next_ts(rd->merge);
	rd->pos = 0;
	rd->text_pos = 0;
	rd->have = false;
}

static struct trace_reader *reader_step(struct trace_reader *rd)
{
	int ret;

	if (rd->pos && !rd->have)
		return NULL;
	ret = reader_load(rd);
	if (ret < 0)
		return ERR_PTR(ret);
	rd->pos++;
	rd->iter.nr = rd->pos - 1;
	return rd->have ? rd : NULL;
}

static void *reader_start(struct seq_file *m, loff_t *pos)
{
	struct trace_reader *rd = m->private, *at = rd;

	rd->iter.opts = READ_ONCE(rd->iter.tr->opts);
	name_cache_forget_tasks(rd->iter.names);
	if (!*pos) {
		if (rd->merge)
			reader_rewind(rd);
		return SEQ_START_TOKEN;
	}
	if (!rd->merge)
		return NULL;
	if (*pos < rd->pos)
		reader_rewind(rd);
	while (!IS_ERR_OR_NULL(at) && rd->pos < *pos)
		at = reader_step(rd);
	if (IS_ERR(at))
		return at;
	return rd->have && rd->pos == *pos ? rd : NULL;
}

static void *reader_next(struct seq_file *m, void *v, loff_t *pos)
{
	struct trace_reader *rd = m->private;

	++*pos;
	return rd->merge ? reader_step(rd) : NULL;
}

static void reader_stop(struct seq_file *m, void *v)
{
}

/* The first record of a CPU: what was overwritten before it is history, and in the header's counts. */
static void reader_first_of_cpu(struct trace_reader *rd)
{
	struct trace_iterator *iter = &rd->iter;

	if (likely(cpumask_test_cpu(iter->cpu, rd->started)))
		return;
	__cpumask_set_cpu(iter->cpu, rd->started);
	iter->lost_events = 0;
	if (rd->annotate && rd->pos > 1 && iter->opts & TRACE_OPT(ANNOTATE))
		trace_seq_printf(&iter->seq, "##### CPU %d buffer started ####\n", iter->cpu);
}

static int reader_show(struct seq_file *m, void *v)
{
	struct trace_reader *rd = m->private;
	struct trace_seq *s = &rd->iter.seq;

	if (v == SEQ_START_TOKEN) {
		trace_print_header(rd, m);
		return 0;
	}
	/* Asked again because the seq_file was full: printers may keep state, so they see a record once. */
	if (rd->text_pos != rd->pos) {
		trace_seq_init(s);
		reader_first_of_cpu(rd);
		if (reader_print(rd) == TRACE_TYPE_PARTIAL_LINE)
			trace_seq_puts(s, "[LINE TOO BIG]\n");
		rd->text_pos = rd->pos;
	}
	seq_write(m, s->buffer, trace_seq_used(s));
	return 0;
}

const struct seq_operations trace_reader_seq_ops = {
	.start	= reader_start,
	.next	= reader_next,
	.stop	= reader_stop,
	.show	= reader_show,
};

/* What to read and who prints; both stay until close. */
static int reader_bind(struct trace_reader *rd, struct ring *ring, bool snapshot)
{
	struct trace_array *tr = rd->iter.tr;

	guard(mutex)(&trace_types_lock);
	rd->iter.tracer = tr->tracer;
	rd->iter.opts = tr->opts;
	rd->snapshot = snapshot;
	/* A latency tracer keeps its worst case in the spare ring, and that is what its trace file shows. */
	if (snapshot || tr->tracer->use_max_tr) {
		rd->spare = !trace_snapshot_get(tr);
		ring = rd->spare ? tr->spare : snapshot ? NULL : ring;
	}
	rd->ring = ring;
	if (!ring)
		return 0;
	rd->merge = merge_open(ring, rd->cpu, false);
	if (IS_ERR(rd->merge)) {
		int ret = PTR_ERR(rd->merge);

		rd->merge = NULL;
		return ret;
	}
	merge_rewind(rd->merge);
	if (!rd->spare && tr->opts & TRACE_OPT(PAUSE_ON_TRACE)) {
		rd->paused = true;
		ring_stop(ring);
	}
	return 0;
}

/**
 * trace_reader_open() - open a trace or snapshot file for reading
 * @tr:		instance
 * @ring:	its live ring; not looked at for a snapshot
 * @cpu:	one CPU or RING_ALL_CPUS
 * @snapshot:	read what the last snapshot took; if there is no spare ring, a help text is shown
 *
 * Context: task; takes trace_types_lock.
 * Return: the reader, or ERR_PTR(-ENOMEM), ERR_PTR(-ENODEV).
 */
struct trace_reader *trace_reader_open(struct trace_array *tr, struct ring *ring, int cpu, bool snapshot)
{
	struct trace_reader *rd = reader_alloc(tr, cpu);
	int ret;

	if (IS_ERR(rd))
		return rd;
	ret = reader_bind(rd, ring, snapshot);
	if (ret) {
		rd->iter.tracer = NULL;
		trace_reader_close(rd);
		return ERR_PTR(ret);
	}
	if (rd->iter.tracer->open)
		rd->iter.tracer->open(&rd->iter);
	return rd;
}

/**
 * trace_reader_close() - undo trace_reader_open()
 * @rd:	the reader
 *
 * Context: task; takes trace_types_lock.
 */
void trace_reader_close(struct trace_reader *rd)
{
	struct trace_array *tr = rd->iter.tr;

	if (rd->paused)
		ring_start(rd->ring);
	/* The walkers go before the ring may. */
	merge_close(rd->merge);
	rd->merge = NULL;
	if (rd->spare) {
		guard(mutex)(&trace_types_lock);
		trace_snapshot_put(tr);
	}
	reader_free(rd);
}
