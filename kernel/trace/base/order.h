/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The lock order of the tracer, all of it.
 *
 * Outermost first:
 *
 *	0. trace_instances_lock: instances are made and removed one at a time	(instance)
 *	1. inode locks of tracefs directories; mmap_lock; the lock of an open file
 *	2. probe_lock: the list of probe events					(dynevent)
 *	3. event_mutex: which events and triggers exist, and are on		(event)
 *	4. trace_types_lock: which instances exist, their options and tracer	(instance)
 *	5. a lock of one instance: its error log, the size of its task names	(instance)
 *	6. stack_mutex, func_lock: sets and commands of functions		(tracer)
 *	   fgraph_lock, hook_direct_lock, hook_lock, in this order, with
 *	   cpus_read_lock() and text_mutex in that of the rest of the kernel	(hook)
 *	7. cpus_read_lock(), the mutex of a ring, its swap lock			(ring)
 *	8. the lock of owners in tracefs					(tracefs)
 *	9. spinning locks: a ring's reader lock, snap_lock, task names		(ring, instance)
 *
 * So: whoever needs several takes them in this order and never waits for an outer one while he
 * holds an inner one.  The VFS holds inode locks when it looks something up in a virtual directory
 * of tracefs, which takes 3 or 4; entries of tracefs are therefore made and removed with none but 0
 * held.  (tracefs_virtual_gone() takes no inode lock and may be called under any of them.)  For
 * mkdir and rmdir of an instance the VFS holds inode locks too, which tracefs drops before it calls
 * the control layer.  copy_to_user() and copy_from_user() may take mmap_lock, so they are done with
 * none of 2 to 9 held, except by a ring reader that has pinned or copied its page.  What is freed
 * after a grace period is waited for with 2 to 4, func_lock and fgraph_lock at most.  The record
 * path takes none of these in any context: it reads what is published by RCU (preemption off), and
 * what it must wake it wakes through irq_work.
 *
 * Each lock's own lockdep class sees to it; the layer that starts the tracer calls
 * lock_order_teach() for the chain at boot, so that the first path that goes against it is
 * reported, not the first that deadlocks.
 */
#ifndef _TRACE_ORDER_H
#define _TRACE_ORDER_H

#include <linux/lockdep.h>
#include <linux/mutex.h>

/**
 * lock_order_teach() - tell lockdep that one lock is taken inside another
 * @outer:	taken first
 * @inner:	taken while @outer is held
 *
 * Nothing but two uncontended locks when lockdep is off.
 *
 * Context: task, at boot, neither lock held.
 */
static inline void lock_order_teach(struct mutex *outer, struct mutex *inner)
{
	mutex_lock(outer);
	mutex_lock(inner);
	mutex_unlock(inner);
	mutex_unlock(outer);
}

#endif /* _TRACE_ORDER_H */
