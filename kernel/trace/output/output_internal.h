/* SPDX-License-Identifier: GPL-2.0 */
/*
 * output_internal.h - what the files of the output layer share.
 */
#ifndef _TRACE_OUTPUT_INTERNAL_H
#define _TRACE_OUTPUT_INTERNAL_H

#include <linux/cpumask.h>
#include <linux/mutex.h>
#include <linux/string.h>
#include "output.h"

/* --- merge.c: the CPUs of one ring as one stream, oldest record first --- */

/**
 * struct record - a record taken out of a ring, copied so that it stays whatever happens there
 * @item:	what the ring said of it; ->data points to the copy
 * @room:	bytes that @copy holds
 * @copy:	kvmalloc'ed, grows with the longest record seen
 */
struct record {
	struct ring_item	item;
	size_t			room;
	void			*copy;
};

struct merge;

struct merge *merge_open(struct ring *ring, int cpu, bool consume);	/* ERR_PTR */
void merge_close(struct merge *m);
void merge_rewind(struct merge *m);
void merge_look(struct merge *m);
u64 merge_next_ts(struct merge *m);
bool merge_peek_cpu(struct merge *m, int cpu, struct ring_item *it);
int merge_take(struct merge *m, struct record *rec);
void merge_drop_cpu(struct merge *m, int cpu);
void record_free(struct record *rec);

/* --- reader.c: what the trace file and trace_pipe have in common --- */

/**
 * struct trace_reader - one open trace, snapshot or trace_pipe file
 * @iter:	what printers see
 * @ring:	what is read; NULL for the snapshot file while there is no snapshot
 * @merge:	NULL when @ring is
 * @cpu:	one CPU or RING_ALL_CPUS
 * @snapshot:	it is a snapshot file, with a help text of its own
 * @spare:	@ring is the spare ring, held by trace_snapshot_get()
 * @paused:	option pause-on-trace was on at open: recording is held off until close
 * @rec:	the current record
 * @have:	@rec holds one
 * @pos:	trace file: number of the current record, from 1
 * @text_pos:	trace file: the record whose text is in @iter.seq
 * @annotate:	trace file: events were overwritten, so a CPU's first record is announced
 * @started:	trace file: CPUs that had a record
 * @lock:	trace_pipe: one read at a time
 * @gave:	trace_pipe: text was handed out, so that the end of recording is the end of the file
 * @closer:	trace_pipe: whose descriptor was closed last, see trace_pipe_flush()
 * @node:	trace_pipe: all that are open; trace_types_lock
 *
 * A trace file's fields belong to the one who holds the lock of its seq_file, a pipe's to the holder of @lock.
 */
struct trace_reader {
	struct trace_iterator	iter;
	struct ring		*ring;
	struct merge		*merge;
	int			cpu;
	bool			snapshot;
	bool			spare;
	bool			paused;
	struct record		rec;
	bool			have;
	loff_t			pos;
	loff_t			text_pos;
	bool			annotate;
	cpumask_var_t		started;
	struct mutex		lock;
	bool			gave;
	fl_owner_t		closer;
	struct list_head	node;
};

struct trace_reader *reader_alloc(struct trace_array *tr, int cpu);
void reader_free(struct trace_reader *rd);
int reader_load(struct trace_reader *rd);
enum print_line_t reader_print(struct trace_reader *rd);

/* --- names.c: names of tasks and symbols, looked up once --- */

struct name_cache *name_cache_alloc(void);
void name_cache_free(struct name_cache *nc);
void name_cache_forget_tasks(struct name_cache *nc);
const char *iter_comm(struct trace_iterator *iter, pid_t pid, char *room);
pid_t iter_tgid(struct trace_iterator *iter, pid_t pid);
/* Name, '-', pid of at most 10 digits, a blank, and up to a whole number of words. */
#define TASK_COLUMN_ROOM	32
char *put_task_column(char *p, struct trace_iterator *iter, pid_t pid);
char *put_flags(char *p, struct trace_iterator *iter);
void iter_print_ip(struct trace_iterator *iter, unsigned long ip);
void iter_print_sym(struct trace_iterator *iter, struct trace_seq *s, unsigned long ip, bool offset);

/* --- line.c --- */

/* trace_seq_putmem() for those who put many small pieces. */
static inline void seq_put(struct trace_seq *s, const char *p, size_t len)
{
	if (likely(!s->full && len <= sizeof(s->buffer) - s->seq.len)) {
		memcpy(s->buffer + s->seq.len, p, len);
		s->seq.len += len;
	} else {
		s->full = 1;
	}
}

void seq_cut(struct trace_seq *s, size_t len);
char line_delay_mark(u64 ns);

/* --- flags.c --- */
char *line_flags(char *p, const struct trace_entry *ent);

/* --- values.c --- */
u64 value_load(const void *p, unsigned int size, bool is_signed);

/* --- fields.c --- */
enum print_line_t fields_print(struct trace_iterator *iter, struct trace_event_call *call);
enum print_line_t raw_print(struct trace_iterator *iter, struct trace_event_call *call);
enum print_line_t hex_print(struct trace_iterator *iter);
enum print_line_t bin_print(struct trace_iterator *iter);

/* --- printers.c --- */
enum print_line_t print_msg_only(struct trace_iterator *iter);
bool raw_print_builtin(struct trace_iterator *iter);

/* --- printf.c --- */
void iter_vprintf(struct trace_iterator *iter, const char *fmt, va_list args);
bool iter_mem_ok(struct trace_iterator *iter, const void *p);
unsigned int iter_mem_left(struct trace_iterator *iter, const void *p);

/* --- digits.c: numbers as text; @p has room, what is returned is behind the last character --- */
char *put_pair(char *p, u32 v);
char *put_back(char *end, u64 v);
char *put_num(char *p, u64 v, int width, char pad);
char *put_num_left(char *p, u64 v, int width);
char *put_hex(char *p, u64 v, int width);

static inline char *put_pad(char *p, char c, int n)
{
	while (n-- > 0)
		*p++ = c;
	return p;
}

static inline char *put_mem(char *p, const char *from, int n)
{
	memcpy(p, from, n);
	return p + n;
}

#endif /* _TRACE_OUTPUT_INTERNAL_H */
