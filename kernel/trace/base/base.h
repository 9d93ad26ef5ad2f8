/* SPDX-License-Identifier: GPL-2.0 */
/*
 * base.h - what every layer of the tracer stands on: clocks, a lexer, name patterns, pid sets,
 * records of who runs where.  Text buffers are in <linux/trace_seq.h>, the lock order in order.h.
 */
#ifndef _TRACE_BASE_H
#define _TRACE_BASE_H

#include <linux/types.h>
#include <linux/trace_seq.h>

/* --- clocks: clock.c --- */

/**
 * struct trace_clock_desc - one line of the trace_clock file
 * @now:	any context, NMI included
 * @name:	as written to trace_clock
 * @in_ns:	its unit is a nanosecond; otherwise text shows the bare number
 *
 * The order of the fields is that of ARCH_TRACE_CLOCKS in <asm/trace_clock.h>.
 */
struct trace_clock_desc {
	u64		(*now)(void);
	const char	*name;
	bool		in_ns;
};

/* In the order of the trace_clock file; the first is the default. */
extern const struct trace_clock_desc trace_clocks[];
extern const unsigned int nr_trace_clocks;
const struct trace_clock_desc *trace_clock_find(const char *name);	/* NULL */

/* --- lexer: lex.c --- */

/**
 * struct lex - a cursor over one line of user text; every token knows its column
 * @text:	the whole line, NUL-terminated, not changed
 * @pos:	offset of the next unread character
 * @tok:	offset of the current token
 * @len:	length of the current token
 */
struct lex {
	const char	*text;
	unsigned int	pos;
	unsigned int	tok;
	unsigned int	len;
};

void lex_init(struct lex *lx, const char *text);
/*
 * Next token up to white space or one of @stops; a quoted run ("" or '') is one token.  False at
 * the end or at a stop.
 */
bool lex_word(struct lex *lx, const char *stops);
bool lex_char(struct lex *lx, char c);		/* eat @c if it is next (after blanks) */
bool lex_is(const struct lex *lx, const char *word);	/* current token equals @word */
bool lex_end(struct lex *lx);			/* only blanks are left */
int lex_quote(const struct lex *lx);		/* the token's quotation mark, 0, -EINVAL: open */
char *lex_dup(const struct lex *lx, gfp_t gfp);	/* kmalloc'ed copy less its quotes, NULL */
int lex_u64(const struct lex *lx, u64 *val);	/* token as number: 0, -EINVAL, -ERANGE */
int lex_s64(const struct lex *lx, s64 *val);

/**
 * struct user_words - words of a user's write(), carried from one write to the next
 *
 * @buf:	the word, NUL-terminated
 * @len:	its length
 * @room:	bytes of @buf
 * @partial:	@buf holds the head of a word that the next write ends
 *
 * Files like set_event take white-space separated words and may be written in pieces.
 * One object per open file, which sees to it that there is one write at a time.  A word longer than
 * the buffer is -EINVAL at once, and nothing of it is kept.
 */
struct user_words {
	char		*buf;
	unsigned int	len;
	unsigned int	room;
	bool		partial;
};

int user_words_init(struct user_words *uw, unsigned int room);
void user_words_free(struct user_words *uw);
/*
 * Take one word from @ubuf: bytes eaten (>= 0) or -EFAULT, -EINVAL.  A whole word is in uw->buf
 * when !partial && len.  A partial one is the last word when the file is closed, and may be taken
 * at the end of a write.
 */
ssize_t user_words_next(struct user_words *uw, const char __user *ubuf, size_t cnt, loff_t *ppos);

/* --- name patterns: match.c --- */

enum match_kind { MATCH_ALL, MATCH_EXACT, MATCH_FRONT, MATCH_MIDDLE, MATCH_END, MATCH_GLOB };

/**
 * struct match - a compiled name pattern: *, ?, [] and a leading ! (negation)
 * @kind:	how it is matched
 * @not:	it began with !
 * @len:	length of @str
 * @str:	the fixed part, inside the caller's buffer
 */
struct match {
	enum match_kind	kind;
	bool		not;
	unsigned int	len;
	const char	*str;
};

void match_init(struct match *m, char *pattern);	/* cuts up @pattern; keep it with @m */
/* @len: of @str, which need not be NUL-terminated.  Does not look at ->not. */
bool match_test(const struct match *m, const char *str, unsigned int len);

/* --- pid sets: pidset.c --- */

/* A set of pids; readers and writers need no lock.  Nobody may have it when it is freed. */
struct pidset;
struct pidset *pidset_alloc(void);
void pidset_free(struct pidset *ps);
bool pidset_has(const struct pidset *ps, pid_t pid);		/* any context */
int pidset_set(struct pidset *ps, pid_t pid);			/* 0, -EINVAL, -ENOMEM; may sleep */
int pidset_set_atomic(struct pidset *ps, pid_t pid);		/* the same where one may not */
void pidset_clear(struct pidset *ps, pid_t pid);
int pidset_add_words(struct pidset *ps, char *text);		/* may sleep */
void pidset_follow_fork(struct pidset *ps, pid_t parent, pid_t child);
struct pidset *pidset_dup(const struct pidset *ps);		/* NULL @ps gives an empty one */
bool pidset_empty(const struct pidset *ps);
int pidset_next(const struct pidset *ps, pid_t after);	/* next pid > @after, -1 at the end */

/* Is a task left out by a list of those that count and one of those that do not?  Each may be NULL. */
static inline bool pidset_skips(const struct pidset *pids, const struct pidset *no_pids, pid_t pid)
{
	return (pids && !pidset_has(pids, pid)) || (no_pids && pidset_has(no_pids, pid));
}

/* --- context --- */

enum trace_flag {		/* common_flags of a record: ABI */
	TRACE_FLAG_IRQS_OFF		= 0x01,
	TRACE_FLAG_NEED_RESCHED_LAZY	= 0x02,
	TRACE_FLAG_NEED_RESCHED		= 0x04,
	TRACE_FLAG_HARDIRQ		= 0x08,
	TRACE_FLAG_SOFTIRQ		= 0x10,
	TRACE_FLAG_PREEMPT_RESCHED	= 0x20,
	TRACE_FLAG_NMI			= 0x40,
	TRACE_FLAG_BH_OFF		= 0x80,
};

/* --- NMIs: nmi.c, in kernels with a tracer that asks --- */
int trace_nmi_watch_add(void (*watch)(bool enter));		/* 0, -EBUSY */
void trace_nmi_watch_del(void (*watch)(bool enter));

#endif /* _TRACE_BASE_H */
