// SPDX-License-Identifier: GPL-2.0
/*
 * filter_eval.c - run a compiled filter over a record.
 *
 * Any context with preemption off.  Each term says which one is next if it is true and if it is false, so
 * "&&" and "||" cost nothing and nothing is looked at that does not matter.
 */

#include <linux/cpumask.h>
#include <linux/export.h>
#include <linux/sched.h>
#include <linux/smp.h>
#include <linux/string.h>
#include <linux/uaccess.h>
#include <linux/unaligned.h>
#include "filter.h"
#include "scratch.h"

static_assert(sizeof(struct filter_insn) <= 32);

/* A string in a record that has no size ends at its NUL; should that be missing, here. */
#define STRING_MAX	4096

/* Where what a __data_loc or __rel_loc at @pos tells of is, and how long. */
static const void *loc_data(const void *rec, const struct filter_insn *in, bool rel, unsigned int *len)
{
	u32 loc = *(const u32 *)(rec + in->offset);

	*len = loc >> 16;
	return rec + (loc & 0xffff) + (rel ? in->offset + sizeof(u32) : 0);
}

/* The number at @p. */
static u64 number(const struct filter_insn *in, const void *p)
{
	switch (in->load) {
	case LOAD_U8:
		return *(const u8 *)p;
	case LOAD_S8:
		return *(const s8 *)p;
	case LOAD_U16:
		return *(const u16 *)p;
	case LOAD_S16:
		return *(const s16 *)p;
	case LOAD_U32:
		return *(const u32 *)p;
	case LOAD_S32:
		return *(const s32 *)p;
	case LOAD_CPU:
		return raw_smp_processor_id();
	default:
		return *(const u64 *)p;
	}
}

/* A string elsewhere in memory: copied, as it may go away or not be there. */
static bool far_string(const struct filter_insn *in, const void *rec)
{
	const void *at = *(void *const *)(rec + in->offset);
	char *copy = scratch_get();
	bool res = false;
	long len;

	if (!copy)
		return false;
	if (in->load == LOAD_USER_STRING)
		len = strncpy_from_user_nofault(copy, (const void __force __user *)at, SCRATCH_BYTES);
	else
		len = strncpy_from_kernel_nofault(copy, at, SCRATCH_BYTES);
	if (len > 0)
		res = match_test(&in->str->match, copy, len) ^ in->not;
	scratch_put();
	return res;
}

static bool string(const struct filter_insn *in, const void *rec)
{
	const char *text;
	unsigned int len;

	switch (in->load) {
	case LOAD_STATIC_STRING:
		text = rec + in->offset;
		len = in->size ?: STRING_MAX;
		break;
	case LOAD_COMM:
		text = current->comm;
		len = TASK_COMM_LEN;
		break;
	case LOAD_DYN_STRING:
	case LOAD_REL_STRING:
		text = loc_data(rec, in, in->load == LOAD_REL_STRING, &len);
		break;
	default:
		return far_string(in, rec);
	}
	return match_test(&in->str->match, text, len) ^ in->not;
}

static bool mask(const struct filter_insn *in, const void *rec)
{
	unsigned int len;
	const struct cpumask *m = loc_data(rec, in, in->load == LOAD_REL_MASK, &len);

	if (in->cmp == CMP_MASK_MEET)
		return cpumask_intersects(m, in->mask) ^ in->not;
	return cpumask_equal(m, in->mask) ^ in->not;
}

static bool cpu(const struct filter_insn *in, u64 nr)
{
	bool is_in = nr < nr_cpu_ids && cpumask_test_cpu(nr, in->mask);

	if (in->cmp == CMP_CPU_ONLY)
		is_in = is_in && cpumask_weight(in->mask) == 1;
	return is_in ^ in->not;
}

static bool compare(const struct filter_insn *in, u64 val)
{
	switch (in->cmp) {
	case CMP_EQ:
		return val == in->num;
	case CMP_LT:
		return (s64)val < (s64)in->num;
	case CMP_LE:
		return (s64)val <= (s64)in->num;
	case CMP_GT:
		return (s64)val > (s64)in->num;
	case CMP_GE:
		return (s64)val >= (s64)in->num;
	case CMP_ULT:
		return val < in->num;
	case CMP_ULE:
		return val <= in->num;
	case CMP_UGT:
		return val > in->num;
	case CMP_UGE:
		return val >= in->num;
	default:
		return val & in->num;
	}
}

/* Does one of the elements fit? */
static bool array(const struct filter_insn *in, const void *p)
{
	bool fits = false;

	for (unsigned int i = 0; i < in->count && !fits; i++)
		fits = compare(in, number(in, p + i * in->size));
	return fits ^ in->not;
}

/* The comparisons that few filters use. */
static noinline bool term_rest(const struct filter_insn *in, const void *rec)
{
	const void *p = rec + in->offset;

	switch (in->cmp) {
	case CMP_STRING:
		return string(in, rec);
	case CMP_MASK_MEET:
	case CMP_MASK_EQ:
		return mask(in, rec);
	case CMP_CPU_IN:
	case CMP_CPU_ONLY:
		return cpu(in, number(in, p));
	case CMP_RANGE:
		return (number(in, p) - in->num < in->len) ^ in->not;
	}
	return in->count ? array(in, p) : compare(in, number(in, p)) ^ in->not;
}

/* === Numbers, as nearly all filters compare them === */

/*
 * To switch over sizes, signs and operators costs more than to compare, and it can all be done beforehand.  The
 * eight bytes that end where the field ends are always part of a record, which begins with that many.  Whatever
 * the field, they are loaded at once; the field is at the top of the word or, on big-endian CPUs, at the bottom.
 * Moved to the top, numbers of all sizes, signed or not, are in a range if they are not further than its size
 * from its start, modulo 2^64.
 */

static __always_inline u64 word_load(const struct filter_insn *in, const void *rec)
{
	return get_unaligned((const u64 *)(rec + in->offset));
}

/* The field at the top, and nothing below. */
static __always_inline u64 word_top(u64 word, unsigned int shift)
{
	return IS_ENABLED(CONFIG_CPU_BIG_ENDIAN) ? word << shift : word >> shift << shift;
}

static __always_inline bool word_fits(const struct filter_insn *in, const void *rec)
{
	return (word_load(in, rec) & in->len) == in->num;
}

static __always_inline bool span_fits(const struct filter_insn *in, const void *rec)
{
	return word_top(word_load(in, rec), in->shift) - in->num <= in->len;
}

static bool load_is_signed(const struct filter_insn *in)
{
	return in->load == LOAD_S8 || in->load == LOAD_S16 || in->load == LOAD_S32 || in->load == LOAD_S64;
}

/* What a field of @bits can hold is @lo ... @hi; they are signed if the field is. */
static void field_limits(bool is_signed, unsigned int bits, u64 *lo, u64 *hi)
{
	*lo = is_signed ? -1ULL << (bits - 1) : 0;
	*hi = (is_signed ? ~0ULL >> 1 : ~0ULL) >> (64 - bits);
}

/* Less @lo than all a field holds, so that order is that of numbers without sign. */
static bool within_limits(u64 num, u64 lo, u64 hi)
{
	return num - lo <= hi - lo;
}

/* The range for a comparison that has an order.  False: it is none, or always true or always false. */
static bool cmp_range(int cmp, u64 num, u64 *lo, u64 *hi)
{
	switch (cmp) {
	case CMP_LT:
	case CMP_ULT:
		*hi = num - 1;
		return num != *lo;
	case CMP_LE:
	case CMP_ULE:
		*hi = num;
		return true;
	case CMP_GT:
	case CMP_UGT:
		*lo = num + 1;
		return num != *hi;
	case CMP_GE:
	case CMP_UGE:
		*lo = num;
		return true;
	default:
		return false;
	}
}

/* "==" and "&", of which the latter is true when the former, with zero, is not. */
static void tune_word(struct filter_insn *in, unsigned int shift, bool equal)
{
	unsigned int up = IS_ENABLED(CONFIG_CPU_BIG_ENDIAN) ? 0 : shift;

	in->len = (equal ? ~0ULL >> shift : in->num) << up;
	in->num = equal ? in->num << up & in->len : 0;
	in->not ^= !equal;
	in->cmp = CMP_WORD;
}

static void tune_span(struct filter_insn *in, unsigned int shift, u64 lo, u64 hi)
{
	in->num = lo << shift;
	in->len = (hi - lo) << shift;
	in->shift = shift;
	in->cmp = CMP_SPAN;
}

/**
 * filter_insn_tune() - make a term one that is quick to evaluate, if there is a way
 * @insn:	complete, its ways out included
 *
 * Context: task.
 */
void filter_insn_tune(struct filter_insn *insn)
{
	bool is_signed = load_is_signed(insn), order_signed = insn->cmp >= CMP_LT && insn->cmp <= CMP_GE;
	unsigned int end = insn->offset + insn->size, shift;
	u64 lo, hi;

	if (insn->load > LOAD_S64 || insn->cmp > CMP_UGE || insn->count || end < sizeof(u64))
		return;
	shift = 64 - insn->size * 8;
	field_limits(is_signed, insn->size * 8, &lo, &hi);
	if (!within_limits(insn->num, lo, hi))
		return;
	if (insn->cmp == CMP_EQ || (insn->cmp == CMP_BITS && !(insn->num >> (63 - shift))))
		tune_word(insn, shift, insn->cmp == CMP_EQ);
	else if (order_signed == is_signed && cmp_range(insn->cmp, insn->num, &lo, &hi))
		tune_span(insn, shift, lo, hi);
	else
		return;
	insn->offset = end - sizeof(u64);
	if (insn->not)
		swap(insn->next[0], insn->next[1]);
}

static bool term(const struct filter_insn *in, const void *rec)
{
	if (in->cmp == CMP_WORD)
		return word_fits(in, rec);
	if (in->cmp == CMP_SPAN)
		return span_fits(in, rec);
	return term_rest(in, rec);
}

/* From term @i on. */
static noinline int match_from(const struct event_filter *filter, const void *rec, unsigned int i)
{
	while (i < filter->nr)
		i = filter->insn[i].next[term(&filter->insn[i], rec)];
	return i == filter->nr;
}

/**
 * filter_match_preds() - does a record pass?
 * @filter:	NULL: all do
 * @rec:	the record, filled in
 *
 * Context: any, preemption off; on the CPU and by the task that made the record.
 * Return: 1: it passes.
 */
int filter_match_preds(struct event_filter *filter, void *rec)
{
	const struct filter_insn *in;
	unsigned int i = 0;
	bool fits;

	if (!filter)
		return 1;
	/* no calls in this loop, so that nothing is to be saved for them */
	while (i < filter->nr) {
		in = &filter->insn[i];
		if (in->cmp == CMP_WORD)
			fits = word_fits(in, rec);
		else if (in->cmp == CMP_SPAN)
			fits = span_fits(in, rec);
		else
			return match_from(filter, rec, i);
		i = in->next[fits];
	}
	return i == filter->nr;
}
EXPORT_SYMBOL_GPL(filter_match_preds);
