// SPDX-License-Identifier: GPL-2.0
/*
 * Who wants to know of NMIs.  See <linux/ftrace_irq.h> for the other end.
 */

#include <linux/ftrace_irq.h>
#include <linux/kernel.h>
#include <linux/mutex.h>
#include <linux/rcupdate.h>

#include "base.h"

unsigned int trace_nmi_watchers;	/* writes under nmi_lock */

static DEFINE_MUTEX(nmi_lock);
/* Writes under nmi_lock; read in NMI, an entry is not used after a grace period. */
static void (*nmi_watch[2])(bool enter);

/**
 * trace_nmi_watch_add() - call @watch at the start and end of every NMI
 * @watch:	NMI context
 *
 * Context: task.
 * Return: 0, or -EBUSY when all places are taken.
 */
int trace_nmi_watch_add(void (*watch)(bool enter))
{
	guard(mutex)(&nmi_lock);
	for (unsigned int i = 0; i < ARRAY_SIZE(nmi_watch); i++) {
		if (nmi_watch[i])
			continue;
		WRITE_ONCE(nmi_watch[i], watch);
		WRITE_ONCE(trace_nmi_watchers, trace_nmi_watchers + 1);
		return 0;
	}
	return -EBUSY;
}

/**
 * trace_nmi_watch_del() - undo trace_nmi_watch_add()
 * @watch:	what was added; it does not run any more on return
 *
 * Context: task.
 */
void trace_nmi_watch_del(void (*watch)(bool enter))
{
	scoped_guard(mutex, &nmi_lock) {
		for (unsigned int i = 0; i < ARRAY_SIZE(nmi_watch); i++) {
			if (nmi_watch[i] != watch)
				continue;
			WRITE_ONCE(trace_nmi_watchers, trace_nmi_watchers - 1);
			WRITE_ONCE(nmi_watch[i], NULL);
		}
	}
	synchronize_rcu();
}

/**
 * trace_nmi_tell() - pass the news on
 * @enter:	an NMI begins
 *
 * Context: NMI, RCU watching.
 */
void notrace trace_nmi_tell(bool enter)
{
	for (unsigned int i = 0; i < ARRAY_SIZE(nmi_watch); i++) {
		void (*watch)(bool enter) = READ_ONCE(nmi_watch[i]);

		if (watch)
			watch(enter);
	}
}
