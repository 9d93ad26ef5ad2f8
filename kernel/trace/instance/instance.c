// SPDX-License-Identifier: GPL-2.0
/*
 * instance.c - making and removing instances.
 *
 * The top-level directory is the first instance; what makes it is what makes instances/foo.
 *
 *	alloc -> born by each layer -> on the list -> shown by each layer
 *
 * and back the same way.  From the list on, an instance can be found and referenced, see list.c.
 *
 * Two locks: trace_instances_lock is held over making and removing as a whole, during which layers take
 * event_mutex and trace_types_lock; the list itself changes under both.
 */

#include <linux/init.h>
#include <linux/limits.h>
#include <linux/rcupdate.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/wait_bit.h>

#include "instance_internal.h"

static struct task_names *task_names;		/* shared by all instances; made at boot */
static unsigned long default_bytes = 1408 * 1024UL;	/* boot only */
static u32 last_id;				/* trace_instances_lock */

/* === Layers above === */

static void clients_gone(struct trace_array *tr)
{
	struct trace_client *c;

	list_for_each_entry_reverse(c, &trace_clients, node)
		if (c->gone)
			c->gone(tr);
}

static int clients_born(struct trace_array *tr)
{
	struct trace_client *c;
	int ret = 0;

	list_for_each_entry(c, &trace_clients, node) {
		ret = c->born ? c->born(tr) : 0;
		if (ret)
			break;
	}
	if (!ret)
		return 0;
	list_for_each_entry_continue_reverse(c, &trace_clients, node)
		if (c->gone)
			c->gone(tr);
	return ret;
}

static int clients_show(struct trace_array *tr)
{
	struct trace_client *c;

	list_for_each_entry(c, &trace_clients, node) {
		int ret = c->show ? c->show(tr) : 0;

		if (ret)
			return ret;
	}
	return 0;
}

static void clients_hide(struct trace_array *tr)
{
	struct trace_client *c;

	list_for_each_entry_reverse(c, &trace_clients, node)
		if (c->hide)
			c->hide(tr);
}

/**
 * trace_client_register() - let a layer know of instances
 * @client:	kept
 *
 * Context: boot, one task.
 */
void trace_client_register(struct trace_client *client)
{
	struct trace_array *tr;

	guard(mutex)(&trace_instances_lock);
	list_add_tail(&client->node, &trace_clients);
	list_for_each_entry(tr, &trace_arrays, node) {
		int ret = client->born ? client->born(tr) : 0;

		if (!ret && client->show)
			ret = client->show(tr);
		if (ret)
			pr_err("trace: %s cannot use instance %s (%d)\n", client->name,
			       tr->name ?: "0", ret);
	}
}

/* === Making === */

static void array_free(struct trace_array *tr)
{
	if (!tr)
		return;
	trace_errlog_free(tr->errors);
	ring_free(tr->spare);
	ring_free(tr->ring);
	free_cpumask_var(tr->cpumask);
	free_percpu(tr->cpu);
	kfree(tr->systems);
	kfree(tr->name);
	kfree(tr);
}

DEFINE_FREE(array, struct trace_array *, array_free(_T))

/* All of an instance but what other layers add. */
static struct trace_array *array_alloc(const char *name, const char *systems)
{
	struct ring_conf conf = { .bytes = 1, .clock = trace_clocks[0].now };
	struct trace_array *tr __free(array) = kzalloc(sizeof(*tr), GFP_KERNEL);

	if (!tr)
		return NULL;
	INIT_LIST_HEAD(&tr->node);
	raw_spin_lock_init(&tr->snap_lock);
	tr->clock = &trace_clocks[0];
	tr->names = task_names;
	tr->buffer_percent = 50;
	tr->size_asked = default_bytes;
	tr->opts = trace_opts_inherited();
	conf.overwrite = tr->opts & TRACE_OPT(OVERWRITE);

	tr->name = kstrdup(name, GFP_KERNEL);
	tr->systems = kstrdup(systems, GFP_KERNEL);
	if ((name && !tr->name) || (systems && !tr->systems))
		return NULL;
	if (!zalloc_cpumask_var(&tr->cpumask, GFP_KERNEL))
		return NULL;
	cpumask_copy(tr->cpumask, cpu_possible_mask);
	tr->cpu = alloc_percpu(struct trace_cpu);
	tr->errors = trace_errlog_alloc();
	tr->ring = ring_alloc(&conf);
	if (!tr->cpu || !tr->errors || !tr->ring)
		return NULL;
	return_ptr(tr);
}

/* Off the list, without users: undo the rest. */
static void array_destroy(struct trace_array *tr)
{
	clients_hide(tr);
	/* Zero already, but for one whose making failed when it could be found. */
	wait_var_event(&tr->ref, !READ_ONCE(tr->ref));
	scoped_guard(mutex, &trace_types_lock) {
		tracer_set_locked(tr, NULL);
		trace_printk_dest_leave(tr);
	}
	clients_gone(tr);
	/* Nothing was ever recorded in a ring that did not grow: nobody can be in there. */
	if (tr->expanded)
		synchronize_rcu();
	array_free(tr);
}

static int array_unlink(struct trace_array *tr, bool force)
{
	guard(mutex)(&trace_types_lock);
	if (tr->ref && !force)
		return -EBUSY;
	WRITE_ONCE(tr->dying, true);
	list_del_init(&tr->node);
	return 0;
}

/* The one way an instance comes to be; @name is NULL for the top level.  trace_instances_lock held. */
static struct trace_array *array_make(const char *name, const char *systems)
{
	struct trace_array *tr __free(array) = array_alloc(name, systems);
	int ret;

	if (!tr)
		return ERR_PTR(-ENOMEM);
	tr->id = ++last_id;
	ret = trace_array_init_tracer(tr);
	if (ret)
		return ERR_PTR(ret);
	ret = clients_born(tr);
	if (ret)
		return ERR_PTR(ret);

	scoped_guard(mutex, &trace_types_lock)
		list_add_tail(&tr->node, &trace_arrays);
	ret = clients_show(tr);
	if (ret) {
		array_unlink(tr, true);
		array_destroy(no_free_ptr(tr));
		return ERR_PTR(ret);
	}
	return_ptr(tr);
}

static bool name_ok(const char *name)
{
	size_t len = name ? strlen(name) : 0;

	return len && len <= NAME_MAX && !strchr(name, '/') && strcmp(name, ".") && strcmp(name, "..");
}

/**
 * trace_array_create() - make an instance
 * @name:	of its directory under instances/
 * @systems:	comma separated event systems it is limited to, NULL for all
 *
 * Context: task; takes trace_instances_lock.
 * Return: the instance, without a reference, or ERR_PTR(): -EEXIST, -EINVAL, -ENOMEM.
 */
struct trace_array *trace_array_create(const char *name, const char *systems)
{
	if (!name_ok(name))
		return ERR_PTR(-EINVAL);
	guard(mutex)(&trace_instances_lock);
	scoped_guard(mutex, &trace_types_lock)
		if (trace_array_find(name))
			return ERR_PTR(-EEXIST);
	return array_make(name, systems);
}

static int array_remove(struct trace_array *tr)
{
	int ret = array_unlink(tr, false);

	if (!ret)
		array_destroy(tr);
	return ret;
}

/**
 * trace_array_remove() - remove an instance and all that belongs to it
 * @name:	of its directory
 *
 * Context: task; takes trace_instances_lock.
 * Return: 0, -ENOENT, or -EBUSY while somebody uses it.
 */
int trace_array_remove(const char *name)
{
	struct trace_array *tr;

	guard(mutex)(&trace_instances_lock);
	scoped_guard(mutex, &trace_types_lock)
		tr = trace_array_find(name);
	return tr ? array_remove(tr) : -ENOENT;
}

/* The same by pointer, which may be stale. */
int trace_array_remove_ptr(struct trace_array *tr)
{
	struct trace_array *pos;

	guard(mutex)(&trace_instances_lock);
	list_for_each_entry(pos, &trace_arrays, node)
		if (pos == tr)
			return pos->name ? array_remove(pos) : -EINVAL;
	return -ENODEV;
}

/* === Start === */

/* Bytes per CPU that instances get when first used. */
void __init trace_array_default_size(unsigned long bytes)
{
	if (bytes)
		default_bytes = bytes;
}

/**
 * trace_instance_init() - make the top level
 *
 * Context: early boot, when the allocators work; the nop tracer must be registered.
 * Return: 0 or an error; without the top level there is no tracing.
 */
int __init trace_instance_init(void)
{
	struct trace_array *tr;

	task_names = trace_names_alloc(TRACE_NAMES_DEFAULT);
	if (!task_names)
		return -ENOMEM;
	guard(mutex)(&trace_instances_lock);
	tr = array_make(NULL, NULL);
	if (IS_ERR(tr))
		return PTR_ERR(tr);
	return trace_array_set_opt_bit(tr, TRACE_OPT(TRACE_PRINTK_DEST), true);
}
