// SPDX-License-Identifier: GPL-2.0
/*
 * A sparse set of pids.
 *
 * A bit per pid, in pages that are made when the first of their pids is put in and stay until the
 * set is freed.  So a reader needs two loads and nothing else, in any context; and writers need no
 * lock against one another: a page goes in by compare-exchange, a bit by an atomic operation.
 *
 * Who may free a set while others read it is its owner's affair (RCU).
 */

#include <linux/atomic.h>
#include <linux/bitmap.h>
#include <linux/bitops.h>
#include <linux/cleanup.h>
#include <linux/gfp.h>
#include <linux/kstrtox.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/threads.h>

#include "base.h"

#define PAGE_PIDS	(PAGE_SIZE * BITS_PER_BYTE)
#define NR_PAGES	DIV_ROUND_UP(PID_MAX_LIMIT, PAGE_PIDS)

/**
 * struct pidset - the set
 * @page:	bits of PAGE_PIDS pids each; NULL: none of them.  Set once.
 */
struct pidset {
	unsigned long	*page[NR_PAGES];
};

DEFINE_FREE(pidset, struct pidset *, pidset_free(_T))

/**
 * pidset_alloc() - an empty set
 *
 * Context: task, may sleep.
 * Return: the set, NULL: no memory.
 */
struct pidset *pidset_alloc(void)
{
	return kzalloc(sizeof(struct pidset), GFP_KERNEL);
}

/**
 * pidset_free() - free a set that nobody looks at any more
 * @ps:	the set, or NULL
 *
 * Context: any but NMI.
 */
void pidset_free(struct pidset *ps)
{
	if (!ps)
		return;
	for (unsigned int i = 0; i < NR_PAGES; i++)
		free_page((unsigned long)ps->page[i]);
	kfree(ps);
}

/**
 * pidset_has() - is a pid in the set?
 * @ps:		the set
 * @pid:	any number
 *
 * Context: any; the owner's rules keep @ps from being freed.
 * Return: true: it is.
 */
bool pidset_has(const struct pidset *ps, pid_t pid)
{
	const unsigned long *page;

	if ((unsigned int)pid >= PID_MAX_LIMIT)
		return false;
	/* Pairs with page_for:A, by address dependency: who sees the page sees it cleared. */
	page = READ_ONCE(ps->page[pid / PAGE_PIDS]);		/* ORD(pidset_has:A) */
	return page && test_bit(pid % PAGE_PIDS, page);
}

/* The page of @pid, made if need be; NULL: no memory. */
static unsigned long *page_for(struct pidset *ps, pid_t pid, gfp_t gfp)
{
	unsigned long **slot = &ps->page[pid / PAGE_PIDS];
	unsigned long *page = READ_ONCE(*slot), *other;

	if (page)
		return page;
	page = (unsigned long *)get_zeroed_page(gfp);
	if (!page)
		return NULL;
	/* Zeroes before the pointer.  Pairs with pidset_has:A. */
	other = cmpxchg(slot, NULL, page);			/* ORD(page_for:A) */
	if (!other)
		return page;
	free_page((unsigned long)page);
	return other;
}

static int add(struct pidset *ps, pid_t pid, gfp_t gfp)
{
	unsigned long *page;

	if ((unsigned int)pid >= PID_MAX_LIMIT)
		return -EINVAL;
	page = page_for(ps, pid, gfp);
	if (!page)
		return -ENOMEM;
	set_bit(pid % PAGE_PIDS, page);
	return 0;
}

/**
 * pidset_set() - put a pid into the set
 * @ps:		the set
 * @pid:	the pid
 *
 * Context: task, may sleep.
 * Return: 0; -EINVAL: no pid can be that; -ENOMEM.
 */
int pidset_set(struct pidset *ps, pid_t pid)
{
	return add(ps, pid, GFP_KERNEL);
}

/**
 * pidset_set_atomic() - put a pid into the set where one cannot sleep
 * @ps:		the set
 * @pid:	the pid
 *
 * Context: any but NMI.
 * Return: as pidset_set().
 */
int pidset_set_atomic(struct pidset *ps, pid_t pid)
{
	return add(ps, pid, GFP_NOWAIT | __GFP_NOWARN);
}

/**
 * pidset_clear() - take a pid out of the set
 * @ps:		the set
 * @pid:	any number
 *
 * Context: any.
 */
void pidset_clear(struct pidset *ps, pid_t pid)
{
	unsigned long *page;

	if ((unsigned int)pid >= PID_MAX_LIMIT)
		return;
	page = READ_ONCE(ps->page[pid / PAGE_PIDS]);
	if (page)
		clear_bit(pid % PAGE_PIDS, page);
}

/**
 * pidset_add_words() - add what a user wrote
 * @ps:		the set
 * @text:	pids, separated by white space; changed
 *
 * Context: task, may sleep.
 * Return: 0; -EINVAL, -ERANGE: no pid; -ENOMEM.  What stands before that is in the set.
 */
int pidset_add_words(struct pidset *ps, char *text)
{
	char *word;
	int pid, ret = 0;

	while (!ret && (word = strsep(&text, " \t\n")))
		if (*word)
			ret = kstrtoint(word, 10, &pid) ?: pidset_set(ps, pid);
	return ret;
}

/**
 * pidset_follow_fork() - a child of a task in the set goes into it
 * @ps:		the set; NULL: nothing to do
 * @parent:	who forked
 * @child:	the new task; left out for want of memory
 *
 * Context: any but NMI.
 */
void pidset_follow_fork(struct pidset *ps, pid_t parent, pid_t child)
{
	if (ps && pidset_has(ps, parent))
		pidset_set_atomic(ps, child);
}

/**
 * pidset_dup() - a copy of a set
 * @ps:	the set; NULL for an empty one
 *
 * Context: task, may sleep.  What goes in or out meanwhile may be in the copy or not.
 * Return: the copy, NULL: no memory.
 */
struct pidset *pidset_dup(const struct pidset *ps)
{
	struct pidset *copy __free(pidset) = pidset_alloc();

	if (!copy)
		return NULL;
	for (unsigned int i = 0; ps && i < NR_PAGES; i++) {
		const unsigned long *page = READ_ONCE(ps->page[i]);

		if (!page || bitmap_empty(page, PAGE_PIDS))
			continue;
		copy->page[i] = (unsigned long *)get_zeroed_page(GFP_KERNEL);
		if (!copy->page[i])
			return NULL;
		bitmap_copy(copy->page[i], page, PAGE_PIDS);
	}
	return no_free_ptr(copy);
}

/**
 * pidset_next() - walk the set
 * @ps:		the set
 * @after:	the pid before, -1 to begin
 *
 * Context: any.
 * Return: the smallest pid in the set that is greater than @after, -1: there is none.
 */
int pidset_next(const struct pidset *ps, pid_t after)
{
	unsigned int pid = after + 1;

	while (pid < PID_MAX_LIMIT) {
		unsigned int base = round_down(pid, PAGE_PIDS);
		const unsigned long *page = READ_ONCE(ps->page[pid / PAGE_PIDS]);
		unsigned int bit = PAGE_PIDS;

		if (page)
			bit = find_next_bit(page, PAGE_PIDS, pid - base);
		if (bit < PAGE_PIDS)
			return base + bit;
		pid = base + PAGE_PIDS;
	}
	return -1;
}

/**
 * pidset_empty() - is nothing in the set?
 * @ps:	the set
 *
 * Context: any.
 * Return: true: nothing is.
 */
bool pidset_empty(const struct pidset *ps)
{
	return pidset_next(ps, -1) < 0;
}
