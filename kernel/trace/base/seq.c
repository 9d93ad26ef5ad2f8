// SPDX-License-Identifier: GPL-2.0
/*
 * Writes into a struct trace_seq: all of it or nothing.
 *
 * seq_buf does the formatting; it marks an overflow in its length.  Every function here remembers
 * the length before, and takes it back if the write did not fit.
 */

#include <linux/export.h>
#include <linux/seq_file.h>
#include <linux/trace_seq.h>

/* The length to go back to; false when the buffer takes nothing more. */
static bool seq_begin(struct trace_seq *s, size_t *len)
{
	*len = s->seq.len;
	return !s->full;
}

/* Keep what was written since seq_begin() gave @len, or take it back. */
static bool seq_end(struct trace_seq *s, size_t len)
{
	if (likely(!seq_buf_has_overflowed(&s->seq)))
		return true;
	s->seq.len = len;
	s->full = 1;
	/* A half-written string is behind the text now, and may be looked at as one. */
	if (len < s->seq.size)
		s->buffer[len] = '\0';
	return false;
}

/**
 * trace_seq_vprintf() - append formatted text
 * @s:		the buffer
 * @fmt:	as for printf()
 * @args:	its arguments
 *
 * Context: any; @s is the caller's alone.  So for all functions of this file.
 */
void trace_seq_vprintf(struct trace_seq *s, const char *fmt, va_list args)
{
	size_t len;

	if (!seq_begin(s, &len))
		return;
	seq_buf_vprintf(&s->seq, fmt, args);
	seq_end(s, len);
}
EXPORT_SYMBOL_GPL(trace_seq_vprintf);

/**
 * trace_seq_printf() - append formatted text
 * @s:		the buffer
 * @fmt:	as for printf()
 */
void trace_seq_printf(struct trace_seq *s, const char *fmt, ...)
{
	va_list args;

	va_start(args, fmt);
	trace_seq_vprintf(s, fmt, args);
	va_end(args);
}
EXPORT_SYMBOL_GPL(trace_seq_printf);

/**
 * trace_seq_bprintf() - append text whose arguments were stored by vbin_printf()
 * @s:		the buffer
 * @fmt:	as for printf()
 * @binary:	what vbin_printf() made of the arguments
 */
void trace_seq_bprintf(struct trace_seq *s, const char *fmt, const u32 *binary)
{
	size_t len;

	if (!seq_begin(s, &len))
		return;
	seq_buf_bprintf(&s->seq, fmt, binary);
	seq_end(s, len);
}
EXPORT_SYMBOL_GPL(trace_seq_bprintf);

/**
 * trace_seq_puts() - append a string
 * @s:		the buffer
 * @str:	NUL-terminated
 */
void trace_seq_puts(struct trace_seq *s, const char *str)
{
	/* Not seq_buf_puts(), which wants room for a NUL as well. */
	trace_seq_putmem(s, str, strlen(str));
}
EXPORT_SYMBOL_GPL(trace_seq_puts);

/**
 * trace_seq_putc() - append one byte
 * @s:	the buffer
 * @c:	the byte; NUL to end a string that a printer returns
 */
void trace_seq_putc(struct trace_seq *s, unsigned char c)
{
	size_t len;

	if (!seq_begin(s, &len))
		return;
	seq_buf_putc(&s->seq, c);
	seq_end(s, len);
}
EXPORT_SYMBOL_GPL(trace_seq_putc);

/**
 * trace_seq_putmem() - append bytes
 * @s:		the buffer
 * @mem:	the bytes
 * @len:	their number
 */
void trace_seq_putmem(struct trace_seq *s, const void *mem, unsigned int len)
{
	size_t before;

	if (!seq_begin(s, &before))
		return;
	seq_buf_putmem(&s->seq, mem, len);
	seq_end(s, before);
}
EXPORT_SYMBOL_GPL(trace_seq_putmem);

/**
 * trace_seq_putmem_hex() - append memory as hexadecimal numbers of up to eight bytes
 * @s:		the buffer
 * @mem:	the memory
 * @len:	bytes of it
 */
void trace_seq_putmem_hex(struct trace_seq *s, const void *mem, unsigned int len)
{
	size_t before;

	if (!seq_begin(s, &before))
		return;
	seq_buf_putmem_hex(&s->seq, mem, len);
	seq_end(s, before);
}
EXPORT_SYMBOL_GPL(trace_seq_putmem_hex);

/**
 * trace_seq_bitmask() - append a bit mask in hexadecimal, comma every 32 bits
 * @s:		the buffer
 * @maskp:	the mask
 * @nmaskbits:	bits in it
 */
void trace_seq_bitmask(struct trace_seq *s, const unsigned long *maskp, int nmaskbits)
{
	trace_seq_printf(s, "%*pb", nmaskbits, maskp);
}
EXPORT_SYMBOL_GPL(trace_seq_bitmask);

/**
 * trace_seq_path() - append a path name, blanks escaped
 * @s:		the buffer
 * @path:	the path
 *
 * Return: 1 when it was appended, 0 when it did not fit or has no name.
 */
int trace_seq_path(struct trace_seq *s, const struct path *path)
{
	size_t len;

	if (!seq_begin(s, &len))
		return 0;
	seq_buf_path(&s->seq, path, "\n \t");
	return seq_end(s, len);
}
EXPORT_SYMBOL_GPL(trace_seq_path);

/**
 * trace_seq_hex_dump() - append a dump of memory, lines of bytes
 * @s:		the buffer
 * @prefix_str:	start of each line
 * @prefix_type: DUMP_PREFIX_*
 * @rowsize:	bytes per line, 16 or 32
 * @groupsize:	bytes per number: 1, 2, 4, 8
 * @buf:	the memory
 * @len:	bytes of it
 * @ascii:	text behind each line
 *
 * Return: 1 when it was appended, 0 when it did not fit.
 */
int trace_seq_hex_dump(struct trace_seq *s, const char *prefix_str, int prefix_type, int rowsize,
		       int groupsize, const void *buf, size_t len, bool ascii)
{
	size_t before;

	if (!seq_begin(s, &before))
		return 0;
	seq_buf_hex_dump(&s->seq, prefix_str, prefix_type, rowsize, groupsize, buf, len, ascii);
	return seq_end(s, before);
}
EXPORT_SYMBOL_GPL(trace_seq_hex_dump);

/**
 * trace_seq_acquire() - take room that the caller fills in itself
 * @s:		the buffer
 * @len:	bytes wanted
 *
 * Return: where they are, or NULL when they do not fit.
 */
char *trace_seq_acquire(struct trace_seq *s, unsigned int len)
{
	char *room = trace_seq_buffer_ptr(s);

	if (s->full || len > seq_buf_buffer_left(&s->seq)) {
		s->full = 1;
		return NULL;
	}
	s->seq.len += len;
	return room;
}
EXPORT_SYMBOL_GPL(trace_seq_acquire);

/**
 * trace_print_seq() - move the text into a seq_file
 * @m:	where to
 * @s:	the buffer; emptied if @m took it, kept to try again if not
 *
 * Return: 0, or not 0 when @m is full.
 */
int trace_print_seq(struct seq_file *m, struct trace_seq *s)
{
	int ret = seq_buf_print_seq(m, &s->seq);

	if (!ret)
		trace_seq_init(s);
	return ret;
}

/**
 * trace_seq_to_user() - hand the next part of the text to user space
 * @s:		the buffer; remembers how far it got
 * @ubuf:	where to
 * @cnt:	room there
 *
 * Context: task, may fault.
 * Return: bytes copied, -EBUSY when all text has been handed out, -EFAULT.
 */
int trace_seq_to_user(struct trace_seq *s, char __user *ubuf, int cnt)
{
	int ret = seq_buf_to_user(&s->seq, ubuf, s->readpos, cnt);

	if (ret > 0)
		s->readpos += ret;
	return ret;
}
EXPORT_SYMBOL_GPL(trace_seq_to_user);
