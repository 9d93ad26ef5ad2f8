/* SPDX-License-Identifier: GPL-2.0 */
/*
 * fetch.h - arguments of probe events: from text to a short program, and from a hit to bytes.
 *
 *	[NAME=]EXPR[:TYPE]
 *
 * One compiler and one interpreter serve every kind of probe.  A compiled argument is a source, a chain
 * of dereferences and a type; kinds of probe differ only in which sources they have.
 */
#ifndef _TRACE_FETCH_H
#define _TRACE_FETCH_H

#include "event.h"

#define FETCH_ARGS_MAX		128	/* arguments of one probe */
#define FETCH_DEREF_MAX		13	/* dereferences of one argument */
#define FETCH_NAME_MAX		31	/* characters of an argument's name */
#define FETCH_TEXT_MAX		63	/* characters of an argument's expression */
#define FETCH_ELEMS_MAX		64	/* elements of an array */
#define FETCH_STRING_MAX	4096	/* bytes of one string, NUL included */

/* Where a value comes from. */
enum fetch_src {
	FETCH_REG,		/* register: .offset in struct pt_regs */
	FETCH_STACK,		/* the stack pointer */
	FETCH_STACK_N,		/* word .imm of the stack */
	FETCH_RETVAL,		/* what the function returns */
	FETCH_PARAM,		/* parameter .imm of the function, from 0 */
	FETCH_COMM,		/* name of the running task */
	FETCH_IMM,		/* .imm */
	FETCH_TEXT,		/* the text .text */
	FETCH_SYM,		/* address of .sym plus .imm, looked up when the probe is switched on */
	FETCH_FILE,		/* offset .imm of the probed file, where it is mapped */
	FETCH_FIELD,		/* .field of the probed event */
};

enum fetch_kind { FETCH_NUM, FETCH_STRING, FETCH_USTRING, FETCH_SYMSTR };

/**
 * struct fetch_type - a type word
 * @name:	as written after ':'
 * @decl:	as the format file shows it
 * @fmt:	conversion in print_fmt
 * @size:	bytes of one element in the record; of a string: its location word
 * @is_signed:	it is a number with a sign
 * @kind:	number or what kind of string
 */
struct fetch_type {
	const char	*name;
	const char	*decl;
	const char	*fmt;
	u8		size;
	bool		is_signed;
	enum fetch_kind	kind;
};

struct fetch_deref {
	long	offset;
	bool	user;		/* the address is in user memory */
};

/**
 * struct fetch_arg - one compiled argument
 * @name:	of the field
 * @body:	expression and type as the user wrote them
 * @type:	of one element
 * @src:	where the first value comes from
 * @offset:	of the register, for FETCH_REG
 * @imm:	number that goes with the source
 * @addend:	to the address of the symbol, for FETCH_SYM
 * @text:	string or symbol that goes with the source
 * @field:	of the probed event, for FETCH_FIELD
 * @nr_deref:	used entries of @deref
 * @deref:	steps from that value through memory; the last one is where the value itself is read
 * @lshift:	bits to shift left in the container, of a bitfield
 * @rshift:	and then right; 0 for no bitfield
 * @nr_elems:	elements of an array, 0 for a scalar
 * @pos:	bytes from the start of the record
 */
struct fetch_arg {
	char			*name;
	char			*body;
	const struct fetch_type	*type;
	enum fetch_src		src;
	unsigned int		offset;
	unsigned long		imm;
	long			addend;
	char			*text;
	const struct trace_field *field;
	unsigned int		nr_deref;
	struct fetch_deref	deref[FETCH_DEREF_MAX];
	u8			lshift, rshift;
	u8			nr_elems;
	u16			pos;
};

/**
 * struct fetch_prog - the arguments of one probe
 * @args:	array of @nr
 * @nr:		arguments
 * @size:	bytes of the record up to where strings begin
 * @dynamic:	at least one string
 */
struct fetch_prog {
	struct fetch_arg	*args;
	unsigned int		nr;
	unsigned int		size;
	bool			dynamic;
};

/* What sources a probe has. */
enum fetch_have {
	FETCH_HAVE_REGS		= 1 << 0,
	FETCH_HAVE_STACK	= 1 << 1,
	FETCH_HAVE_RETVAL	= 1 << 2,
	FETCH_HAVE_PARAMS	= 1 << 3,
	FETCH_HAVE_KERNEL	= 1 << 4,	/* kernel addresses and symbols; else user memory, file offsets */
	FETCH_HAVE_FIELDS	= 1 << 5,	/* fields of another event */
};

/* A definition line while it is parsed; errors go to error_log with the column of what is wrong. */
struct probe_line {
	const char		*who;		/* "trace_kprobe" */
	const char		*text;		/* the line as written */
	unsigned int		have;		/* FETCH_HAVE_* */
	struct trace_event_call	*call;		/* for FETCH_HAVE_FIELDS */
};

/**
 * struct fetch_env - a hit
 * @regs:	at the probe; NULL for an event
 * @params:	of the function, kept from its entry for a return probe; NULL: take them from @regs
 * @rec:	record of the probed event, for FETCH_FIELD
 * @base:	what to add to a file offset, for FETCH_FILE
 * @user:	memory is user memory and may fault in
 */
struct fetch_env {
	struct pt_regs		*regs;
	const unsigned long	*params;
	const void		*rec;
	unsigned long		base;
	bool			user;
};

/* --- fetch_type.c --- */
const struct fetch_type *fetch_type_find(const char *name, unsigned int len);
enum print_line_t fetch_print(struct trace_seq *s, const struct fetch_prog *prog, const void *rec);
void fetch_print_fmt(struct seq_buf *sb, const struct fetch_arg *arg);		/* "name=%d" */
void fetch_print_fmt_args(struct seq_buf *sb, const struct fetch_arg *arg);	/* ", REC->name" */

/* --- fetch_parse.c: task context --- */
/* Compile the arguments in columns [@col, @end) of @line; records begin with @head bytes.  0, -EINVAL, -ENOMEM */
int fetch_parse(struct fetch_prog *prog, const struct probe_line *line, unsigned int col, unsigned int end,
		unsigned int head);
void fetch_free(struct fetch_prog *prog);
/* 0: same names and types; else 1 + index of the first argument that differs. */
unsigned int fetch_differs(const struct fetch_prog *a, const struct fetch_prog *b);
bool fetch_same(const struct fetch_prog *a, const struct fetch_prog *b);	/* same expressions too */
/* Look up the symbols that arguments name: 0, -ENOENT. */
int fetch_resolve(struct fetch_prog *prog);

/* --- fetch.c: context of the hit --- */
unsigned int fetch_dyn_bytes(const struct fetch_prog *prog, const struct fetch_env *env);
/* Fill in the arguments of @rec, with @room bytes for strings behind prog->size. */
void fetch_store(const struct fetch_prog *prog, const struct fetch_env *env, void *rec, unsigned int room);

/* --- probe_error.c --- */
enum probe_err {
	PROBE_ERR_NONE,
	PE_FILE_MISSING, PE_FILE_IRREGULAR, PE_REFCNT, PE_REFCNT_OPEN, PE_REFCNT_SUFFIX, PE_UPROBE_OFFSET,
	PE_MAXACT_KIND, PE_MAXACT, PE_MAXACT_BIG, PE_PLACE, PE_SYM_AMBIGUOUS, PE_RETPROBE, PE_TRACEPOINT,
	PE_PLACE_SUFFIX,
	PE_GROUP_EMPTY, PE_GROUP_LONG, PE_GROUP_BAD, PE_EVENT_EMPTY, PE_EVENT_LONG, PE_EVENT_BAD, PE_EVENT_TAKEN,
	PE_RETVAL, PE_STACK_NUM, PE_ARG_NUM, PE_VAR, PE_REG, PE_ADDR, PE_IMM, PE_IMMSTR_OPEN, PE_FILE_ON_KPROBE,
	PE_FILE_OFFSET, PE_SYM_ON_UPROBE, PE_DEREF_DEEP, PE_DEREF_BRACE, PE_DEREF_OFFSET, PE_DEREF_OPEN, PE_COMM_DEREF,
	PE_ARG_EXPR, PE_ARRAY_OPEN, PE_ARRAY_SUFFIX, PE_ARRAY_NUM, PE_ARRAY_BIG, PE_TYPE, PE_STRING, PE_SYMSTR,
	PE_BITFIELD, PE_NAME_LONG, PE_NAME_EMPTY, PE_NAME_BAD, PE_NAME_USED, PE_ARG_LONG, PE_ARG_EMPTY, PE_ARGS_MANY,
	PE_BTF, PE_BOUNDARY, PE_REGISTER, PE_KIND_DIFFERS, PE_ARG_DIFFERS, PE_SAME, PE_ATTACH_INFO, PE_ATTACH_EVENT,
	PE_ATTACH_FIELD, PE_FILTER_EMPTY,
	NR_PROBE_ERRS
};

/* Log @err at column @col of the line.  Always returns -EINVAL, so that callers can return it. */
int probe_error(const struct probe_line *line, enum probe_err err, unsigned int col);
const char *probe_err_text(enum probe_err err);

#endif /* _TRACE_FETCH_H */
