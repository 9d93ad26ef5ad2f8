/* SPDX-License-Identifier: GPL-2.0 */
/*
 * filter.h - the inside of filters: text -> tree -> program.
 */
#ifndef _TRACE_EVENT_FILTER_H
#define _TRACE_EVENT_FILTER_H

#include <linux/cpumask.h>
#include "event_internal.h"

/* What can be wrong with a filter; the texts are what users and tools see. */
#define FILTER_ERRORS(X)									\
	X(NONE,			"No error")							\
	X(INVALID_OP,		"Invalid operator")						\
	X(TOO_MANY_OPEN,	"Too many '('")							\
	X(TOO_MANY_CLOSE,	"Too few '('")							\
	X(MISSING_QUOTE,	"Missing matching quote")					\
	X(MISSING_BRACE_OPEN,	"Missing '{'")							\
	X(MISSING_BRACE_CLOSE,	"Missing '}'")							\
	X(OPERAND_TOO_LONG,	"Operand too long")						\
	X(EXPECT_STRING,	"Expecting string field")					\
	X(EXPECT_DIGIT,		"Expecting numeric field")					\
	X(ILLEGAL_FIELD_OP,	"Illegal operation for field type")				\
	X(FIELD_NOT_FOUND,	"Field not found")						\
	X(ILLEGAL_INTVAL,	"Illegal integer value")					\
	X(BAD_SUBSYS,		"Couldn't find or set field in one of a subsystem's events")	\
	X(TOO_MANY_PREDS,	"Too many terms in predicate expression")			\
	X(MEANINGLESS,		"Meaningless filter expression")				\
	X(INVALID_CPULIST,	"Invalid cpulist")						\
	X(INVALID_VALUE,	"Invalid value (did you forget quotes)?")			\
	X(NO_FUNCTION,		"Function not found")						\
	X(ERRNO,		"Error")							\
	X(NO_FILTER,		"No filter found")

enum filter_err {
#define X(id, text)	FILTER_ERR_##id,
	FILTER_ERRORS(X)
#undef X
};

/* How a term gets the left side of its comparison. */
enum filter_load {
	LOAD_U8, LOAD_S8, LOAD_U16, LOAD_S16, LOAD_U32, LOAD_S32, LOAD_U64, LOAD_S64,
	LOAD_CPU,		/* the CPU we run on */
	LOAD_STATIC_STRING,	/* in the record, at most ->size bytes; 0: to its NUL */
	LOAD_DYN_STRING,	/* u32 at ->offset: offset, length << 16 */
	LOAD_REL_STRING,	/* the same, counted from behind the u32 */
	LOAD_KERNEL_STRING,	/* a pointer */
	LOAD_USER_STRING,	/* a pointer */
	LOAD_COMM,		/* of the current task */
	LOAD_DYN_MASK, LOAD_REL_MASK,
};

/* How it is compared. */
enum filter_cmp {
	CMP_EQ, CMP_LT, CMP_LE, CMP_GT, CMP_GE, CMP_BITS,	/* with ->num */
	CMP_ULT, CMP_ULE, CMP_UGT, CMP_UGE,			/* the same without sign */
	CMP_RANGE,						/* num <= x < num + len */
	CMP_CPU_IN, CMP_CPU_ONLY,				/* in ->mask; the only one in it */
	CMP_STRING,						/* with ->str */
	CMP_MASK_MEET, CMP_MASK_EQ,				/* a mask with ->mask */

	/* What filter_insn_tune() makes of numbers: the eight bytes that end with the field, from ->offset on */
	CMP_WORD,						/* word & ->len is ->num */
	CMP_SPAN,						/* its top bits are in ->num ... ->num + ->len */
};

/* A string or a pattern to compare with. */
struct filter_str {
	struct match	match;
	char		text[];
};

/**
 * struct filter_insn - one term of a compiled filter
 * @load:	enum filter_load
 * @cmp:	enum filter_cmp
 * @not:	turn the result over; a string that cannot be read matches neither way
 * @shift:	of CMP_SPAN: bits of the word that are not the field's
 * @count:	elements of an array of numbers, one of which must fit; 0: not an array
 * @size:	of a field in the record, or of an element
 * @offset:	of the field
 * @next:	what to do then: [0] the term is false, [1] it is true.  The number of another term, of an end
 *		with "match" (event_filter::nr) or of one without (nr + 1)
 * @num:	number, or the start of a range
 * @len:	of a range, or a mask
 * @str:	owned
 * @mask:	owned
 */
struct filter_insn {
	u8	load;
	u8	cmp;
	bool	not;
	u8	shift;
	u16	count;
	u16	size;
	u16	offset;
	u16	next[2];
	union {
		struct {
			u64		num;
			u64		len;
		};
		struct filter_str	*str;
		struct cpumask		*mask;
	};
};

/**
 * struct event_filter - a filter as it was written and as it runs; fixed once published
 * @text:	as written; followed by a caret and a message if it was refused
 * @rcu:	frees it after the last hit
 * @nr:		terms; 0: matches all
 * @insn:	the program
 */
struct event_filter {
	char			*text;
	struct rcu_head		rcu;
	unsigned int		nr;
	struct filter_insn	insn[] __counted_by(nr);
};

/* === filter_parse.c === */

/**
 * struct filter_node - a term, or several joined by one operator
 * @kind:	which
 * @neg:	turn the result over
 * @leaves:	terms in it
 * @next:	sibling
 * @first:	child of AND and OR
 * @insn:	of a term; load, compare and operand only
 */
struct filter_node {
	enum { NODE_TERM, NODE_AND, NODE_OR } kind;
	bool			neg;
	unsigned int		leaves;
	struct filter_node	*next;
	union {
		struct filter_node	*first;
		struct filter_insn	insn;
	};
};

struct filter_error {
	enum filter_err	code;
	unsigned int	pos;		/* column */
};

struct filter_node *filter_parse(struct trace_event_call *call, const char *text, struct filter_error *err);
void filter_tree_free(struct filter_node *node);
void filter_insn_clean(struct filter_insn *insn);

/* The text of "code", for messages. */
const char *filter_err_text(enum filter_err code);

/* === filter.c === */
struct event_filter *filter_build(struct trace_event_call *call, const char *text, struct filter_error *err);

/* === filter_eval.c === */
void filter_insn_tune(struct filter_insn *insn);

/* === filter_term.c === */
/* Where a term is being read. */
struct filter_cursor {
	struct lex		lx;
	struct trace_event_call	*call;
	struct filter_error	*err;
	unsigned int		depth;		/* of parentheses */
	unsigned int		nr;		/* terms so far */
};

int filter_fail(struct filter_cursor *fc, enum filter_err code, unsigned int pos);	/* -EINVAL */
int filter_term(struct filter_cursor *fc, struct filter_insn *insn);

#endif /* _TRACE_EVENT_FILTER_H */
