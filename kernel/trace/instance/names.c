// SPDX-License-Identifier: GPL-2.0
/*
 * names.c - which name and thread group a pid had when it was recorded.
 *
 * A record holds a pid only.  Whoever records notes the running task here first, so that the name is
 * known whichever events are on.  Names are a fact of the machine, not of an instance: all instances share
 * one cache, which is also what tools expect of the file saved_cmdlines.
 *
 * Entries live in pages that are added while the cache fills, up to the size asked for; then the clock hand
 * looks for one that was not noted again since it last came by.  An index by hashed pid makes it exact: a name
 * is lost only when more tasks than entries were recorded.
 *
 * Noting happens in any context.  That a task is there already, by far the most frequent case, is seen
 * without the lock.  NMI tries the lock a few times and gives up; the next record of the task tries again.
 */

#include <linux/hash.h>
#include <linux/irq_work.h>
#include <linux/mm.h>
#include <linux/pid.h>
#include <linux/rcupdate.h>
#include <linux/sched.h>
#include <linux/seq_file.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/threads.h>
#include <linux/workqueue.h>

#include "instance_internal.h"

#define NONE		U32_MAX			/* no entry */
#define WALK_MAX	64			/* steps of a walk without the lock */
#define NMI_TRIES	4

/**
 * struct task_name - one task
 * @pid:	of the task
 * @tgid:	its thread group, 0 if not wanted when it was noted
 * @comm:	its name
 * @next:	in the chain of its hash, NONE at the end
 * @fresh:	noted again since the hand last passed
 *
 * Written under task_names::lock; read without it by note_known(), which bears any mixture.
 */
struct task_name {
	pid_t	pid;
	pid_t	tgid;
	char	comm[TASK_COMM_LEN];
	u32	next;
	u32	fresh;
};

#define PER_CHUNK	(PAGE_SIZE / sizeof(struct task_name))

/**
 * struct names_table - entries and index
 * @nr:		most entries, as asked for; fixed
 * @bits:	of the hash; fixed
 * @room:	entries that have memory; lock
 * @used:	entries that were ever used; lock
 * @hand:	next candidate for replacement; lock
 * @heads:	first entry of each chain
 * @chunk:	pages of entries; published before @room covers them
 */
struct names_table {
	u32			nr;
	u32			bits;
	u32			room;
	u32			used;
	u32			hand;
	u32			*heads;
	struct task_name	*chunk[];
};

/**
 * struct task_names - the cache
 * @tab:	RCU, readers have preemption off; exchanged under @lock and @resize_lock
 * @lock:	entries and index
 * @resize_lock: whoever adds memory or exchanges the table
 * @kick:	from recording, where nothing can be allocated ...
 * @grow:	... to where it can
 */
struct task_names {
	struct names_table __rcu *tab;
	arch_spinlock_t		lock;
	struct mutex		resize_lock;
	struct irq_work		kick;
	struct work_struct	grow;
};

static struct task_name *name_at(const struct names_table *tab, u32 i)
{
	return &tab->chunk[i / PER_CHUNK][i % PER_CHUNK];
}

static u32 *head_of(const struct names_table *tab, pid_t pid)
{
	return &tab->heads[hash_32(pid, tab->bits)];
}

/*
 * The lock: taken while recording, so nothing in here may record itself.  That rules out the lock and
 * interrupt functions that have tracepoints, also in their waiting loops.
 */
static unsigned long names_lock(struct task_names *tn)
{
	unsigned long flags;

	raw_local_irq_save(flags);
	while (!arch_spin_trylock(&tn->lock))
		cpu_relax();
	return flags;
}

static void names_unlock(struct task_names *tn, unsigned long flags)
{
	arch_spin_unlock(&tn->lock);
	raw_local_irq_restore(flags);
}

static bool names_trylock(struct task_names *tn, unsigned long *flags)
{
	if (!in_nmi()) {
		*flags = names_lock(tn);
		return true;
	}
	/* The holder may be what this NMI interrupted: do not wait for it. */
	raw_local_irq_save(*flags);
	for (int i = 0; i < NMI_TRIES; i++)
		if (arch_spin_trylock(&tn->lock))
			return true;
	raw_local_irq_restore(*flags);
	return false;
}

/* === Memory === */

static u32 nr_chunks(u32 nr)
{
	return DIV_ROUND_UP(nr, PER_CHUNK);
}

static void table_free(struct names_table *tab)
{
	if (!tab)
		return;
	for (u32 i = 0; i < nr_chunks(tab->nr); i++)
		free_page((unsigned long)tab->chunk[i]);
	kvfree(tab->heads);
	kvfree(tab);
}

static bool table_add_chunk(struct names_table *tab, u32 i)
{
	tab->chunk[i] = (struct task_name *)get_zeroed_page(GFP_KERNEL);
	return tab->chunk[i];
}

/* A table for @nr entries with memory for @room of them. */
static struct names_table *table_alloc(u32 nr, u32 room)
{
	struct names_table *tab = kvzalloc(struct_size(tab, chunk, nr_chunks(nr)), GFP_KERNEL);

	if (!tab)
		return NULL;
	tab->nr = nr;
	tab->bits = clamp(order_base_2(nr / 8 + 1), 6, 16);
	tab->heads = kvmalloc_array(1U << tab->bits, sizeof(u32), GFP_KERNEL);
	if (!tab->heads)
		goto fail;
	memset32(tab->heads, NONE, 1U << tab->bits);
	for (u32 i = 0; i < nr_chunks(min(room, nr)); i++)
		if (!table_add_chunk(tab, i))
			goto fail;
	tab->room = min_t(u32, nr, nr_chunks(min(room, nr)) * PER_CHUNK);
	return tab;
fail:
	table_free(tab);
	return NULL;
}

/* Half of the memory is in use: double it, so that a burst of new tasks finds room. */
static void names_grow(struct work_struct *work)
{
	struct task_names *tn = container_of(work, struct task_names, grow);
	struct names_table *tab;
	unsigned long flags;
	u32 have, want;

	guard(mutex)(&tn->resize_lock);
	tab = rcu_dereference_protected(tn->tab, lockdep_is_held(&tn->resize_lock));
	have = nr_chunks(tab->room);
	want = min(nr_chunks(tab->nr), have * 2);
	while (have < want && table_add_chunk(tab, have))
		have++;

	flags = names_lock(tn);
	tab->room = min_t(u32, tab->nr, have * PER_CHUNK);
	names_unlock(tn, flags);
}

static void names_kick(struct irq_work *kick)
{
	schedule_work(&container_of(kick, struct task_names, kick)->grow);
}

struct task_names *trace_names_alloc(unsigned int nr)
{
	struct task_names *tn = kzalloc(sizeof(*tn), GFP_KERNEL);
	struct names_table *tab;

	if (!tn)
		return NULL;
	tab = table_alloc(nr, 1);
	if (!tab) {
		kfree(tn);
		return NULL;
	}
	tn->lock = (arch_spinlock_t)__ARCH_SPIN_LOCK_UNLOCKED;
	mutex_init(&tn->resize_lock);
	init_irq_work(&tn->kick, names_kick);
	INIT_WORK(&tn->grow, names_grow);
	RCU_INIT_POINTER(tn->tab, tab);
	return tn;
}

/* For tests; nobody uses it any more. */
void trace_names_free(struct task_names *tn)
{
	irq_work_sync(&tn->kick);
	cancel_work_sync(&tn->grow);
	table_free(rcu_dereference_protected(tn->tab, true));
	kfree(tn);
}

/* === Entries: lock held === */

static struct task_name *entry_find(const struct names_table *tab, pid_t pid)
{
	for (u32 i = *head_of(tab, pid); i != NONE; i = name_at(tab, i)->next)
		if (name_at(tab, i)->pid == pid)
			return name_at(tab, i);
	return NULL;
}

static void entry_unlink(struct names_table *tab, u32 i)
{
	u32 *link = head_of(tab, name_at(tab, i)->pid);

	while (*link != i)
		link = &name_at(tab, *link)->next;
	WRITE_ONCE(*link, name_at(tab, i)->next);
}

/* An entry that was not noted since the hand last passed; after one round, any. */
static u32 entry_evict(struct names_table *tab)
{
	u32 i;

	for (u32 steps = 0; ; steps++) {
		i = tab->hand;
		tab->hand = i + 1 < tab->used ? i + 1 : 0;
		if (!name_at(tab, i)->fresh || steps >= tab->used)
			break;
		name_at(tab, i)->fresh = 0;
	}
	entry_unlink(tab, i);
	return i;
}

static struct task_name *entry_new(struct names_table *tab, pid_t pid)
{
	u32 i = tab->used < tab->room ? tab->used++ : entry_evict(tab);
	struct task_name *e = name_at(tab, i);
	u32 *head = head_of(tab, pid);

	WRITE_ONCE(e->pid, pid);
	WRITE_ONCE(e->next, *head);
	WRITE_ONCE(*head, i);
	return e;
}

static void entry_set(struct names_table *tab, pid_t pid, pid_t tgid, const char *comm)
{
	struct task_name *e = entry_find(tab, pid);
	bool known = e;

	if (!known) {
		e = entry_new(tab, pid);
		e->tgid = 0;
	}
	if (tgid)
		e->tgid = tgid;
	memcpy(e->comm, comm, TASK_COMM_LEN);
	e->fresh = known;
}

/* === Noting: any context, preemption off === */

/* Is it there just so?  Any answer is right that was right a moment ago, and a wrong no costs a lock. */
static bool note_known(const struct names_table *tab, pid_t pid, pid_t tgid, const char *comm)
{
	u32 i = READ_ONCE(*head_of(tab, pid));

	for (int steps = 0; i != NONE && steps < WALK_MAX; steps++) {
		struct task_name *e = name_at(tab, i);

		if (READ_ONCE(e->pid) == pid) {
			if (memcmp(e->comm, comm, TASK_COMM_LEN) || (tgid && e->tgid != tgid))
				return false;
			if (!READ_ONCE(e->fresh))
				WRITE_ONCE(e->fresh, 1);
			return true;
		}
		i = READ_ONCE(e->next);
	}
	return false;
}

/**
 * trace_names_note() - remember a task
 * @tn:		cache
 * @pid:	its pid
 * @tgid:	its thread group, 0 if nobody wants to know
 * @comm:	its name, TASK_COMM_LEN bytes
 *
 * Context: any, preemption off.
 * Return: false if it could not be noted now (NMI).
 */
bool trace_names_note(struct task_names *tn, pid_t pid, pid_t tgid, const char *comm)
{
	/* raw: lockdep's opinion is not asked for while recording */
	struct names_table *tab = rcu_dereference_raw(tn->tab);
	unsigned long flags;
	bool kick;

	if (note_known(tab, pid, tgid, comm))
		return true;
	if (!names_trylock(tn, &flags))
		return false;
	tab = rcu_dereference_raw(tn->tab);
	entry_set(tab, pid, tgid, comm);
	kick = tab->used * 2 >= tab->room && tab->room < tab->nr;
	names_unlock(tn, flags);
	if (kick)
		irq_work_queue(&tn->kick);
	return true;
}

/* The slow half of trace_note_task(): another task, or another name, than the last one noted here. */
void __trace_note_task(struct trace_array *tr, struct trace_cpu *tc)
{
	struct task_struct *t = current;
	u64 opts = READ_ONCE(tr->opts);

	if (t->pid && (opts & (TRACE_OPT(RECORD_CMD) | TRACE_OPT(RECORD_TGID)))) {
		pid_t tgid = opts & TRACE_OPT(RECORD_TGID) ? t->tgid : 0;

		if (!trace_names_note(tr->names, t->pid, tgid, t->comm))
			return;
	}
	tc->last_pid = t->pid;
	tc->last_comm = *(const u64 *)t->comm;
}

/* === Asking === */

/* What is known of @pid; @tgid and @comm may be NULL. */
bool trace_names_find(struct task_names *tn, pid_t pid, pid_t *tgid, char *comm)
{
	struct task_name *e;
	unsigned long flags;

	if (!names_trylock(tn, &flags))
		return false;
	e = entry_find(rcu_dereference_raw(tn->tab), pid);
	if (e && tgid)
		*tgid = e->tgid;
	if (e && comm)
		memcpy(comm, e->comm, TASK_COMM_LEN);
	names_unlock(tn, flags);
	return e;
}

/**
 * trace_find_comm() - name of a recorded task
 * @tr:		instance
 * @pid:	of the task
 * @comm:	filled in, TASK_COMM_LEN bytes
 *
 * Context: any.
 */
void trace_find_comm(struct trace_array *tr, pid_t pid, char comm[])
{
	bool found;

	if (!pid) {
		strscpy(comm, "<idle>", TASK_COMM_LEN);
		return;
	}
	if (pid < 0) {
		strscpy(comm, "<XXX>", TASK_COMM_LEN);
		return;
	}
	scoped_guard(preempt_notrace)
		found = trace_names_find(tr->names, pid, NULL, comm);
	if (!found)
		strscpy(comm, "<...>", TASK_COMM_LEN);
}

/* Thread group of a recorded task, 0 if unknown.  Context: any. */
pid_t trace_find_tgid(struct trace_array *tr, pid_t pid)
{
	pid_t tgid = 0;

	scoped_guard(preempt_notrace)
		trace_names_find(tr->names, pid, &tgid, NULL);
	return tgid;
}

/* === The files: task context === */

unsigned int trace_names_size(const struct task_names *tn)
{
	unsigned int nr;

	scoped_guard(preempt_notrace)
		nr = rcu_dereference_sched(tn->tab)->nr;
	return nr;
}

/* Take over what @from holds, the last ones if there is not room for all.  tn->lock held. */
static void table_copy(struct names_table *to, const struct names_table *from)
{
	u32 skip = from->used > to->room ? from->used - to->room : 0;

	for (u32 n = skip; n < from->used; n++) {
		const struct task_name *e = name_at(from, (from->hand + n) % from->used);

		entry_set(to, e->pid, e->tgid, e->comm);
	}
}

/**
 * trace_names_resize() - change how many tasks are remembered
 * @tn:		cache
 * @nr:		most entries
 *
 * Context: task.
 * Return: 0, -EINVAL, -ENOMEM.
 */
int trace_names_resize(struct task_names *tn, unsigned int nr)
{
	struct names_table *old, *new;
	unsigned long flags;

	if (!nr || nr > PID_MAX_LIMIT)
		return -EINVAL;
	guard(mutex)(&tn->resize_lock);
	old = rcu_dereference_protected(tn->tab, lockdep_is_held(&tn->resize_lock));
	new = table_alloc(nr, old->room);
	if (!new)
		return -ENOMEM;
	flags = names_lock(tn);
	table_copy(new, old);
	rcu_assign_pointer(tn->tab, new);
	names_unlock(tn, flags);
	synchronize_rcu();
	table_free(old);
	return 0;
}

/* Entry number @i, copied; false past the last. */
static bool names_nth(struct task_names *tn, u32 i, struct task_name *copy)
{
	struct names_table *tab = rcu_dereference_protected(tn->tab, lockdep_is_held(&tn->resize_lock));
	unsigned long flags = names_lock(tn);
	bool there = i < tab->used;

	if (there)
		*copy = *name_at(tab, i);
	names_unlock(tn, flags);
	return there;
}

void trace_names_show_comms(struct task_names *tn, struct seq_file *m)
{
	struct task_name e;

	guard(mutex)(&tn->resize_lock);
	for (u32 i = 0; names_nth(tn, i, &e) && !seq_has_overflowed(m); i++)
		seq_printf(m, "%d %.*s\n", e.pid, TASK_COMM_LEN, e.comm);
}

void trace_names_show_tgids(struct task_names *tn, struct seq_file *m)
{
	struct task_name e;

	guard(mutex)(&tn->resize_lock);
	for (u32 i = 0; names_nth(tn, i, &e) && !seq_has_overflowed(m); i++)
		if (e.tgid)
			seq_printf(m, "%d %d\n", e.pid, e.tgid);
}
