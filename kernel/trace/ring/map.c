// SPDX-License-Identifier: GPL-2.0
/*
 * A CPU's sub-buffers in the memory of a reading process, as
 * Documentation/trace/ring-buffer-map.rst and <linux/trace_mmap.h> say.
 *
 * What is mapped is one block of the size of a sub-buffer whose head is the meta page, then all
 * sub-buffers in the order of their ids, the reader's among them.  While a mapping is there, ids
 * stay: the part is not reshaped or exchanged, and pages read through a file are copied, not
 * given away.  The process may look at the reader's page, up to meta->reader.read, and asks for
 * the next one by ioctl.
 */
#include <linux/trace_mmap.h>

#include "ring_internal.h"

struct ring_map {
	struct trace_buffer_meta	*meta;	/* written under ring_part.lock */
	unsigned int			users;	/* mappings; ring.mutex */
};

/**
 * part_map_update - let the meta page say how things are
 * @p:	the part, locked
 *
 * Context: any.
 */
void part_map_update(struct ring_part *p)
{
	struct trace_buffer_meta *meta;
	struct part_count n;

	if (!p->map)
		return;
	meta = p->map->meta;
	part_count(p, &n);
	WRITE_ONCE(meta->reader.id, p->rd.page);
	WRITE_ONCE(meta->reader.read, p->rd.off * 4);
	WRITE_ONCE(meta->entries, n.written - p->num0);
	WRITE_ONCE(meta->overrun, part_overrun(p, &n));
	WRITE_ONCE(meta->read, p->rd.read);
}

/*
 * Put into the reader's page itself how far it may be read.  Its writer does so too when it
 * leaves the page, with the final value; if that came between ours must not stand.
 */
static void reader_mark(struct ring_part *p, u64 lost)
{
	struct ring_subbuf *buf = p->bufs[p->rd.page];
	u64 commit = commit_read(p);

	if (commit_ahead(commit, p->rd.seq) == 0) {
		WRITE_ONCE(buf->commit, pos_off(commit) * 4);
		commit = commit_reread(p);
		if (commit_ahead(commit, p->rd.seq) == 0)
			return;
	}
	page_mark(buf, pos_off(p->desc[p->rd.page].end) * 4, p->room * 4, lost);
}

/**
 * ring_map_get_reader - go on to the next page when the process has seen all of this one
 * @r:		the ring
 * @cpu:	the CPU
 *
 * All that is in the reader's page now counts as read.
 *
 * Context: task.
 * Return: 0, -ENODEV when that CPU is not mapped.
 */
int ring_map_get_reader(struct ring *r, int cpu)
{
	struct ring_part *p;
	unsigned long flags;
	u64 lost;

	p = part_lock(r, cpu, &flags);
	if (!p)
		return -ENODEV;
	if (!p->map) {
		part_unlock(p, flags);
		return -ENODEV;
	}
	if (reader_advance(p, true)) {
		lost = p->rd.lost;
		if (!p->rd.off)
			WRITE_ONCE(p->map->meta->reader.lost_events, lost);
		reader_mark(p, p->rd.off ? 0 : lost);
		reader_drain(p);
	}
	part_map_update(p);
	part_unlock(p, flags);
	return 0;
}

/* Insert blocks (meta, page 0, page 1, ...) as far as @vma reaches. */
static int map_insert(struct ring_part *p, struct vm_area_struct *vma)
{
	unsigned long at, pg = vma->vm_pgoff, per = 1UL << p->order, block;
	void *from;
	int err;

	if (pg + vma_pages(vma) > (p->nr + 2UL) << p->order || pg + vma_pages(vma) < pg)
		return -EINVAL;
	for (at = vma->vm_start; at < vma->vm_end; at += PAGE_SIZE, pg++) {
		block = pg / per;
		from = block ? (void *)p->bufs[block - 1] : (void *)p->map->meta;
		err = vm_insert_page(vma, at, virt_to_page(from + pg % per * PAGE_SIZE));
		if (err)
			return err;
	}
	return 0;
}

/* The first mapping of @p. */
static int map_begin(struct ring *r, struct ring_part *p)
{
	struct ring_map *map = kzalloc(sizeof(*map), GFP_KERNEL);
	unsigned long flags;

	if (!map)
		return -ENOMEM;
	map->meta = ring_buf_alloc(p->cpu, p->order);
	if (!map->meta) {
		kfree(map);
		return -ENOMEM;
	}
	map->meta->meta_page_size = PAGE_SIZE << p->order;
	map->meta->meta_struct_len = sizeof(*map->meta);
	map->meta->subbuf_size = PAGE_SIZE << p->order;
	map->meta->nr_subbufs = p->nr + 1;

	raw_spin_lock_irqsave(&p->lock, flags);
	WRITE_ONCE(p->map, map);
	reader_mark(p, 0);
	part_map_update(p);
	raw_spin_unlock_irqrestore(&p->lock, flags);
	return 0;
}

/* The last mapping of @p is gone. */
static void map_end(struct ring_part *p)
{
	struct ring_map *map = p->map;
	unsigned long flags;

	raw_spin_lock_irqsave(&p->lock, flags);
	WRITE_ONCE(p->map, NULL);
	raw_spin_unlock_irqrestore(&p->lock, flags);
	ring_buf_free(map->meta);
	kfree(map);
}

static void map_put(struct ring *r, struct ring_part *p)
{
	lockdep_assert_held(&r->mutex);
	r->pins[p->cpu]--;
	if (--p->map->users == 0)
		map_end(p);
}

/* One more mapping of @cpu; the part then stays in this ring.  ERR_PTR. */
static struct ring_part *map_get(struct ring *r, int cpu)
{
	struct ring_part *p;
	unsigned long flags;
	int err = 0;

	lockdep_assert_held(&r->mutex);
	raw_spin_lock_irqsave(&r->swap_lock, flags);
	p = part_get(&r->cpu[cpu]);
	if (p && !p->map)
		r->reshaping = true;	/* keeps ring_swap() away until p->map does */
	raw_spin_unlock_irqrestore(&r->swap_lock, flags);
	if (!p)
		return ERR_PTR(-ENODEV);
	if (!p->map) {
		err = map_begin(r, p);
		raw_spin_lock_irqsave(&r->swap_lock, flags);
		r->reshaping = false;
		raw_spin_unlock_irqrestore(&r->swap_lock, flags);
	}
	if (err)
		return ERR_PTR(err);
	p->map->users++;
	r->pins[cpu]++;
	return p;
}

/**
 * ring_map - map the sub-buffers of one CPU, read only
 * @r:		the ring
 * @cpu:	the CPU
 * @vma:	where, and from which page on
 *
 * Context: mmap() of a file.
 * Return: 0; -EPERM unless shared and read only; -EINVAL when it reaches too far; -ENODEV for a CPU
 * that never came up; -ENOMEM.
 */
int ring_map(struct ring *r, int cpu, struct vm_area_struct *vma)
{
	struct ring_part *p;
	int err;

	if (vma->vm_flags & (VM_WRITE | VM_EXEC) || !(vma->vm_flags & VM_MAYSHARE))
		return -EPERM;
	vm_flags_mod(vma, VM_MIXEDMAP | VM_DONTCOPY | VM_DONTDUMP | VM_DONTEXPAND, VM_MAYWRITE);

	mutex_lock(&r->mutex);
	p = map_get(r, cpu);
	err = PTR_ERR_OR_ZERO(p);
	if (!err) {
		err = map_insert(p, vma);
		if (err)
			map_put(r, p);
	}
	mutex_unlock(&r->mutex);
	return err;
}

/**
 * ring_map_dup - a mapping was duplicated (fork, split)
 * @r:		the ring
 * @cpu:	the CPU
 *
 * Context: open of a vm_operations_struct.
 */
void ring_map_dup(struct ring *r, int cpu)
{
	struct ring_part *p = part_get(&r->cpu[cpu]);

	mutex_lock(&r->mutex);
	if (!RING_BROKEN(p, !p->map)) {
		p->map->users++;
		r->pins[cpu]++;
	}
	mutex_unlock(&r->mutex);
}

/**
 * ring_unmap - a mapping is gone
 * @r:		the ring
 * @cpu:	the CPU
 *
 * Context: close of a vm_operations_struct.
 */
void ring_unmap(struct ring *r, int cpu)
{
	struct ring_part *p = part_get(&r->cpu[cpu]);

	mutex_lock(&r->mutex);
	if (!RING_BROKEN(p, !p->map))
		map_put(r, p);
	mutex_unlock(&r->mutex);
}

/**
 * ring_mapped - is any CPU of this ring mapped?
 * @r:	the ring
 *
 * Context: any.
 * Return: what was so a moment ago.
 */
bool ring_mapped(struct ring *r)
{
	const struct ring_part *p;
	bool mapped = false;
	int cpu;

	rcu_read_lock();
	for (cpu = 0; cpu < r->nr_cpus && !mapped; cpu++) {
		p = part_get(&r->cpu[cpu]);
		mapped = p && READ_ONCE(p->map);
	}
	rcu_read_unlock();
	return mapped;
}
