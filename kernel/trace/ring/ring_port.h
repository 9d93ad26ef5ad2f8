/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What the ring needs of its surroundings, in the kernel and in user space.
 *
 * The sources speak the kernel's language.  In user space, ring_user.h of tools/testing/tracering
 * offers the same names on top of threads (CPUs) and signals (interrupts).  This is the only file
 * of the folder with an #if.
 */
#ifndef _TRACE_RING_PORT_H
#define _TRACE_RING_PORT_H

#ifndef __KERNEL__
#include "ring_user.h"
#else

#include <linux/atomic.h>
#include <linux/bitops.h>
#include <linux/cleanup.h>
#include <linux/cpu.h>
#include <linux/cpuhotplug.h>
#include <linux/cpumask.h>
#include <linux/delay.h>
#include <linux/err.h>
#include <linux/gfp.h>
#include <linux/indirect_call_wrapper.h>
#include <linux/irq_work.h>
#include <linux/irqflags.h>
#include <linux/kernel.h>
#include <linux/math64.h>
#include <linux/mm.h>
#include <linux/mutex.h>
#include <linux/oom.h>
#include <linux/poll.h>
#include <linux/preempt.h>
#include <linux/printk.h>
#include <linux/rcupdate.h>
#include <linux/sched.h>
#include <linux/sched/signal.h>
#include <linux/slab.h>
#include <linux/smp.h>
#include <linux/spinlock.h>
#include <linux/string.h>
#include <linux/timer.h>
#include <linux/topology.h>
#include <linux/trace_clock.h>
#include <linux/trace_seq.h>
#include <linux/vmalloc.h>
#include <linux/wait.h>
#include <asm/asm.h>
#include <asm/cpufeature.h>
#include <asm/local.h>

/* A counter of one CPU that any context of that CPU may raise: one instruction, no bus lock. */
typedef local_t ring_count_t;

static __always_inline void ring_count(ring_count_t *c)
{
	local_inc(c);
}

static __always_inline u64 ring_count_read(const ring_count_t *c)
{
	return local_read(c);
}

static __always_inline void ring_count_clear(ring_count_t *c)
{
	local_set(c, 0);
}

/* The default clock is called directly, others through their pointer. */
#define ring_clock_read(fn)	INDIRECT_CALL_1(fn, trace_clock_local)

#ifdef CONFIG_X86_64

#define ring_has_cas()		boot_cpu_has(X86_FEATURE_CX16)

/*
 * If the 16 bytes at @head are old make them new, as one instruction: whatever interrupts this
 * CPU comes before or after.  Other CPUs do not write them, so the bus need not be locked.
 */
static __always_inline bool __ring_head_cas(void *head, u64 old_lo, u64 old_hi, u64 new_lo,
					    u64 new_hi)
{
	bool same;

	asm volatile("cmpxchg16b %[head]"
		     : CC_OUT(z) (same), [head] "+m" (*(u128 *)head), "+a" (old_lo), "+d" (old_hi)
		     : "b" (new_lo), "c" (new_hi)
		     : "memory");
	return same;
}

#else /* every event takes the slow path, with interrupts off: see head_move() */

#define ring_has_cas()		false

static __always_inline bool __ring_head_cas(void *head, u64 old_lo, u64 old_hi, u64 new_lo,
					    u64 new_hi)
{
	return false;
}

#endif

/* Gives up rather than have others killed for memory. */
#define RING_GFP	(GFP_KERNEL | __GFP_RETRY_MAYFAIL | __GFP_NOWARN)

/* --- memory of sub-buffers: compound, so that splice may refer to any part of one --- */

static inline void *ring_buf_alloc(int cpu, unsigned int order)
{
	const gfp_t gfp = RING_GFP | __GFP_COMP | __GFP_ZERO;
	struct page *page = alloc_pages_node(cpu_to_node(cpu), gfp, order);

	return page ? page_address(page) : NULL;
}

static inline void ring_buf_free(void *buf)
{
	if (buf)
		put_page(virt_to_page(buf));
}

static inline unsigned int ring_buf_order(const void *buf)
{
	return compound_order(virt_to_head_page(buf));
}

/*
 * Fill the free places of @bufs[@nr].  Task context.  False when memory ran out or the task is
 * being killed; the caller frees what is there.
 */
static inline bool ring_bufs_fill(void **bufs, unsigned long nr, int cpu, unsigned int order)
{
	unsigned long i, got;
	struct page *batch[32];

	for (i = 0; order == 0 && i < nr; ) {
		unsigned long want = min(nr - i, ARRAY_SIZE(batch));

		memset(batch, 0, sizeof(batch));
		got = alloc_pages_bulk_array_node(RING_GFP | __GFP_ZERO, cpu_to_node(cpu), want,
						  batch);
		if (!got || fatal_signal_pending(current))
			break;
		for (unsigned long j = 0; j < got; j++)
			bufs[i++] = page_address(batch[j]);
		cond_resched();
	}
	for (; i < nr; i++) {
		bufs[i] = ring_buf_alloc(cpu, order);
		if (!bufs[i] || fatal_signal_pending(current))
			return false;
		cond_resched();
	}
	return true;
}

/* More than this is refused without trying. */
static inline unsigned long ring_mem_avail(void)
{
	return si_mem_available();
}

/* Other contexts may hold the reader lock and never come back. */
static inline bool ring_lock_may_hang(void)
{
	return in_nmi() || oops_in_progress;
}

#define ring_report(fmt, ...)	printk_deferred(KERN_ERR "ring: " fmt, ##__VA_ARGS__)

#endif /* __KERNEL__ */

#endif /* _TRACE_RING_PORT_H */
