/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A bounded text buffer for one piece of trace output.
 *
 * A write either fits as a whole or leaves the text as it was and sets ->full; from then on
 * nothing more is taken, so text never ends in the middle of something.  The one who owns the
 * buffer then hands out what is in it, starts afresh and repeats the piece that did not fit.
 */
#ifndef _LINUX_TRACE_SEQ_H
#define _LINUX_TRACE_SEQ_H

#include <linux/build_bug.h>
#include <linux/seq_buf.h>
#include <linux/types.h>

struct path;
struct seq_file;

/* The whole object takes two pages of 4 KiB. */
#define TRACE_SEQ_BYTES		8192
#define TRACE_SEQ_BUFFER_SIZE	\
	(TRACE_SEQ_BYTES - sizeof(struct seq_buf) - sizeof(size_t) - sizeof(int))

/**
 * struct trace_seq - text under construction; one user at a time, its owner's
 * @seq:	where the text is and how much there is
 * @readpos:	bytes that trace_seq_to_user() has handed out
 * @full:	a write did not fit
 * @buffer:	the text
 */
struct trace_seq {
	struct seq_buf		seq;
	size_t			readpos;
	int			full;
	char			buffer[TRACE_SEQ_BUFFER_SIZE];
};

static_assert(sizeof(struct trace_seq) == TRACE_SEQ_BYTES);

static inline void trace_seq_init(struct trace_seq *s)
{
	seq_buf_init(&s->seq, s->buffer, sizeof(s->buffer));
	s->readpos = 0;
	s->full = 0;
}

/* Bytes of text. */
static inline int trace_seq_used(struct trace_seq *s)
{
	return seq_buf_used(&s->seq);
}

/* Where the next byte will go: the start of a string that is about to be put. */
static inline char *trace_seq_buffer_ptr(struct trace_seq *s)
{
	return s->buffer + trace_seq_used(s);
}

static inline bool trace_seq_has_overflowed(struct trace_seq *s)
{
	return s->full || seq_buf_has_overflowed(&s->seq);
}

#ifdef CONFIG_TRACING

__printf(2, 3) void trace_seq_printf(struct trace_seq *s, const char *fmt, ...);
__printf(2, 0) void trace_seq_vprintf(struct trace_seq *s, const char *fmt, va_list args);
void trace_seq_bprintf(struct trace_seq *s, const char *fmt, const u32 *binary);
void trace_seq_puts(struct trace_seq *s, const char *str);
void trace_seq_putc(struct trace_seq *s, unsigned char c);
void trace_seq_putmem(struct trace_seq *s, const void *mem, unsigned int len);
void trace_seq_putmem_hex(struct trace_seq *s, const void *mem, unsigned int len);
void trace_seq_bitmask(struct trace_seq *s, const unsigned long *maskp, int nmaskbits);
int trace_seq_path(struct trace_seq *s, const struct path *path);
int trace_seq_hex_dump(struct trace_seq *s, const char *prefix_str, int prefix_type, int rowsize,
		       int groupsize, const void *buf, size_t len, bool ascii);
char *trace_seq_acquire(struct trace_seq *s, unsigned int len);
int trace_print_seq(struct seq_file *m, struct trace_seq *s);
int trace_seq_to_user(struct trace_seq *s, char __user *ubuf, int cnt);

#else /* !CONFIG_TRACING */

static inline __printf(2, 3) void trace_seq_printf(struct trace_seq *s, const char *fmt, ...) { }
static inline __printf(2, 0)
void trace_seq_vprintf(struct trace_seq *s, const char *fmt, va_list args) { }
static inline void trace_seq_bprintf(struct trace_seq *s, const char *fmt, const u32 *binary) { }
static inline void trace_seq_puts(struct trace_seq *s, const char *str) { }
static inline void trace_seq_putc(struct trace_seq *s, unsigned char c) { }
static inline void trace_seq_putmem(struct trace_seq *s, const void *mem, unsigned int len) { }
static inline void trace_seq_putmem_hex(struct trace_seq *s, const void *mem, unsigned int len) { }
static inline void trace_seq_bitmask(struct trace_seq *s, const unsigned long *maskp, int nr) { }
static inline int trace_seq_path(struct trace_seq *s, const struct path *path) { return 0; }
static inline int trace_seq_hex_dump(struct trace_seq *s, const char *prefix_str, int prefix_type,
				     int rowsize, int groupsize, const void *buf, size_t len,
				     bool ascii)
{
	return 0;
}

static inline char *trace_seq_acquire(struct trace_seq *s, unsigned int len) { return NULL; }
static inline int trace_print_seq(struct seq_file *m, struct trace_seq *s) { return 0; }
static inline int trace_seq_to_user(struct trace_seq *s, char __user *ubuf, int cnt) { return 0; }

#endif /* CONFIG_TRACING */

#endif /* _LINUX_TRACE_SEQ_H */
