// SPDX-License-Identifier: GPL-2.0
/*
 * fetch.c - from a hit to the bytes of its record.
 *
 * A hit is gone through twice: once to learn how long its strings are, so that the record can be
 * reserved, and once to fill it in.  Memory may change in between; the second pass never writes more
 * than the first one asked for.  What cannot be read is 0 for a number and "(fault)" for a string.
 */

#include <linux/kallsyms.h>
#include <linux/kernel.h>
#include <linux/ptrace.h>
#include <linux/sched.h>
#include <linux/string.h>
#include <linux/uaccess.h>

#include "fetch.h"

/* === Memory === */

static bool mem_read(const struct fetch_env *env, bool user, void *dst, unsigned long addr, size_t len)
{
	if (env->user)
		return !copy_from_user(dst, (void __user *)addr, len);
	if (user)
		return !copy_from_user_nofault(dst, (void __user *)addr, len);
	return !copy_from_kernel_nofault(dst, (void *)addr, len);
}

/* Bytes of the string at kernel address @addr with its NUL, at most @max; 0 when it cannot be read. */
static unsigned int kernel_strlen(unsigned long addr, unsigned int max)
{
	unsigned int n = 0;

	while (n < max) {
		char c;

		if (copy_from_kernel_nofault(&c, (void *)(addr + n), 1))
			return 0;
		n++;
		if (!c)
			return n;
	}
	return max;
}

static unsigned int string_bytes(const struct fetch_env *env, bool user, unsigned long addr)
{
	long n;

	if (env->user)
		n = strnlen_user((void __user *)addr, FETCH_STRING_MAX);
	else if (user)
		n = strnlen_user_nofault((void __user *)addr, FETCH_STRING_MAX);
	else
		return kernel_strlen(addr, FETCH_STRING_MAX);
	return n <= 0 ? 0 : min_t(long, n, FETCH_STRING_MAX);
}

/* Copy the string at @addr; bytes with its NUL, which is always there, or 0. */
static unsigned int string_copy(const struct fetch_env *env, bool user, char *dst, unsigned long addr,
				unsigned int room)
{
	long n;

	if (!room)
		return 0;
	if (env->user)
		n = strncpy_from_user(dst, (void __user *)addr, room);
	else if (user)
		n = strncpy_from_user_nofault(dst, (void __user *)addr, room);
	else
		n = strncpy_from_kernel_nofault(dst, (void *)addr, room);
	if (n < 0)
		return 0;
	if (n >= room)
		n = room - 1;
	dst[n] = '\0';
	return strnlen(dst, n) + 1;
}

/* === Sources === */

static u64 field_value(const struct trace_field *f, const void *rec)
{
	const void *p = rec + f->offset;

	switch (f->filter) {
	case FILTER_STATIC_STRING:
		return (unsigned long)p;
	case FILTER_DYN_STRING:
		return (unsigned long)rec + (*(const u32 *)p & 0xffff);
	case FILTER_RDYN_STRING:
		return (unsigned long)p + sizeof(u32) + (*(const u32 *)p & 0xffff);
	default:
		break;
	}
	switch (f->size) {
	case 1:
		return f->is_signed ? (u64)*(const s8 *)p : *(const u8 *)p;
	case 2:
		return f->is_signed ? (u64)*(const s16 *)p : *(const u16 *)p;
	case 4:
		return f->is_signed ? (u64)*(const s32 *)p : *(const u32 *)p;
	case 8:
		return *(const u64 *)p;
	default:
		return (unsigned long)p;
	}
}

static bool stack_word(const struct fetch_env *env, unsigned int n, u64 *val)
{
	unsigned long word = 0;

	if (!env->user) {
		*val = regs_get_kernel_stack_nth(env->regs, n);
		return true;
	}
	if (!mem_read(env, true, &word, user_stack_pointer(env->regs) + n * sizeof(word), sizeof(word)))
		return false;
	*val = word;
	return true;
}

static bool source_value(const struct fetch_arg *arg, const struct fetch_env *env, u64 *val)
{
	switch (arg->src) {
	case FETCH_REG:
		*val = regs_get_register(env->regs, arg->offset);
		return true;
	case FETCH_STACK:
		*val = env->user ? user_stack_pointer(env->regs) : kernel_stack_pointer(env->regs);
		return true;
	case FETCH_STACK_N:
		return stack_word(env, arg->imm, val);
	case FETCH_RETVAL:
		*val = regs_return_value(env->regs);
		return true;
	case FETCH_PARAM:
		*val = env->params ? env->params[arg->imm] : regs_get_kernel_argument(env->regs, arg->imm);
		return true;
	case FETCH_COMM:
		*val = (unsigned long)current->comm;
		return true;
	case FETCH_IMM:
	case FETCH_SYM:
		*val = arg->imm;
		return true;
	case FETCH_TEXT:
		*val = (unsigned long)arg->text;
		return true;
	case FETCH_FILE:
		*val = env->base + arg->imm;
		return true;
	case FETCH_FIELD:
		*val = field_value(arg->field, env->rec);
		return true;
	}
	return false;
}

/* A place in memory that holds the value, or with !mem the value itself. */
struct fetch_place {
	u64	val;
	bool	mem;
	bool	user;
};

static bool place_find(const struct fetch_arg *arg, const struct fetch_env *env, struct fetch_place *pl)
{
	pl->mem = false;
	pl->user = false;
	if (!source_value(arg, env, &pl->val))
		return false;
	for (unsigned int i = 0; i < arg->nr_deref; i++) {
		unsigned long word;

		if (pl->mem) {
			if (!mem_read(env, pl->user, &word, pl->val, sizeof(word)))
				return false;
			pl->val = word;
		}
		pl->val += arg->deref[i].offset;
		pl->mem = true;
		pl->user = arg->deref[i].user;
	}
	return true;
}

/* === Numbers === */

static u64 bitfield(const struct fetch_arg *arg, u64 val)
{
	unsigned int bits = arg->type->size * 8;

	if (!arg->rshift)
		return val;
	val = (val << arg->lshift) & GENMASK_ULL(bits - 1, 0);
	return val >> arg->rshift;
}

static void store_number(const struct fetch_arg *arg, void *dst, u64 val)
{
	val = bitfield(arg, val);
	memcpy(dst, &val, arg->type->size);	/* little-endian: the low bytes come first */
}

static void store_numbers(const struct fetch_arg *arg, const struct fetch_env *env, void *dst)
{
	unsigned int nr = arg->nr_elems ?: 1, size = arg->type->size;
	struct fetch_place pl;

	if (!place_find(arg, env, &pl)) {
		memset(dst, 0, nr * size);
		return;
	}
	for (unsigned int i = 0; i < nr; i++) {
		u64 val = 0;

		if (!pl.mem)
			val = pl.val;
		else if (!mem_read(env, pl.user, &val, pl.val + i * size, size))
			val = 0;
		store_number(arg, dst + i * size, val);
	}
}

/* === Strings === */

/* Where string number @i of @arg is; false when it cannot be told. */
static bool string_place(const struct fetch_arg *arg, const struct fetch_env *env, struct fetch_place *pl,
			 unsigned int i, unsigned long *addr, bool *user)
{
	unsigned long word;

	*user = pl->user || arg->type->kind == FETCH_USTRING;
	*addr = pl->val;
	if (!arg->nr_elems)
		return true;
	/* an array of strings is an array of pointers to them */
	if (!mem_read(env, pl->user, &word, pl->val + i * sizeof(word), sizeof(word)))
		return false;
	*addr = word;
	return true;
}

/* A string that the kernel itself holds can be read in every context, also for a probe of user memory. */
static bool source_is_text(const struct fetch_arg *arg)
{
	if (arg->nr_deref)
		return false;
	if (arg->src == FETCH_FIELD)
		return arg->field->filter != FILTER_OTHER && arg->field->filter != FILTER_PTR_STRING;
	return arg->src == FETCH_COMM || arg->src == FETCH_TEXT;
}

static const struct fetch_env kernel_env;

static unsigned int symstr_copy(char *dst, u64 addr, unsigned int room)
{
	char name[KSYM_SYMBOL_LEN];
	int n = sprint_symbol(name, addr);

	if (!room)
		return 0;
	n = min_t(int, n, room - 1);
	memcpy(dst, name, n);
	dst[n] = '\0';
	return n + 1;
}

static unsigned int strings_bytes(const struct fetch_arg *arg, const struct fetch_env *env)
{
	unsigned int nr = arg->nr_elems ?: 1, sum = 0;
	struct fetch_place pl;
	unsigned long addr;
	bool user;

	if (!place_find(arg, env, &pl))
		return 0;
	if (arg->type->kind == FETCH_SYMSTR) {
		char name[KSYM_SYMBOL_LEN];

		return sprint_symbol(name, pl.val) + 1;
	}
	if (source_is_text(arg))
		return string_bytes(&kernel_env, false, pl.val);
	for (unsigned int i = 0; i < nr; i++)
		if (string_place(arg, env, &pl, i, &addr, &user))
			sum += string_bytes(env, user, addr);
	return sum;
}

static unsigned int one_string(const struct fetch_arg *arg, const struct fetch_env *env, struct fetch_place *pl,
			       unsigned int i, char *dst, unsigned int room)
{
	unsigned long addr;
	bool user;

	if (arg->type->kind == FETCH_SYMSTR)
		return symstr_copy(dst, pl->val, room);
	if (source_is_text(arg))
		return string_copy(&kernel_env, false, dst, pl->val, room);
	if (!string_place(arg, env, pl, i, &addr, &user))
		return 0;
	return string_copy(env, user, dst, addr, room);
}

/* Store the strings of @arg at @offset of @rec; returns the bytes they took of @room. */
static unsigned int store_strings(const struct fetch_arg *arg, const struct fetch_env *env, void *rec,
				  unsigned int offset, unsigned int room)
{
	unsigned int nr = arg->nr_elems ?: 1, used = 0;
	u32 *loc = rec + arg->pos;
	struct fetch_place pl;
	bool found = place_find(arg, env, &pl);

	for (unsigned int i = 0; i < nr; i++) {
		unsigned int n = 0;

		if (found)
			n = one_string(arg, env, &pl, i, rec + offset + used, room - used);
		loc[i] = n << 16 | (offset + used);
		used += n;
	}
	return used;
}

/* === A whole record === */

/**
 * fetch_dyn_bytes() - bytes that the strings of a hit take
 * @prog:	the arguments
 * @env:	the hit
 *
 * Context: of the hit; may sleep if @env->user.
 */
unsigned int fetch_dyn_bytes(const struct fetch_prog *prog, const struct fetch_env *env)
{
	unsigned int sum = 0;

	if (!prog->dynamic)
		return 0;
	for (unsigned int i = 0; i < prog->nr; i++)
		if (prog->args[i].type->kind != FETCH_NUM)
			sum += strings_bytes(&prog->args[i], env);
	return sum;
}

/**
 * fetch_store() - fill in the arguments of a record
 * @prog:	the arguments
 * @env:	the hit
 * @rec:	record with room for prog->size + @room bytes
 * @room:	bytes for strings
 *
 * Context: of the hit; may sleep if @env->user.
 */
void fetch_store(const struct fetch_prog *prog, const struct fetch_env *env, void *rec, unsigned int room)
{
	unsigned int used = 0;

	for (unsigned int i = 0; i < prog->nr; i++) {
		const struct fetch_arg *arg = &prog->args[i];

		if (arg->type->kind == FETCH_NUM)
			store_numbers(arg, env, rec + arg->pos);
		else
			used += store_strings(arg, env, rec, prog->size + used, room - used);
	}
	if (used < room)	/* strings that became shorter since they were measured */
		memset(rec + prog->size + used, 0, room - used);
}
