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

static bool term(const struct filter_insn *in, const void *rec)
{
	if (in->cmp == CMP_EQ && !in->count)
		return (number(in, rec + in->offset) == in->num) ^ in->not;
	return term_rest(in, rec);
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
	unsigned int i = 0;

	if (!filter)
		return 1;
	while (i < filter->nr)
		i = filter->insn[i].next[term(&filter->insn[i], rec)];
	return i == filter->nr;
}
EXPORT_SYMBOL_GPL(filter_match_preds);
