// SPDX-License-Identifier: GPL-2.0
/*
 * files_profile.c - the function profiler: function_profile_enabled, trace_stat/functionN.
 */

#include <linux/cpumask.h>
#include <linux/err.h>
#include <linux/fs.h>
#include <linux/init.h>
#include <linux/seq_file.h>
#include <linux/tracefs.h>

#include "control_internal.h"
#include "files_func.h"
#include "tracer.h"

static int profile_show(struct ctl_open *co, struct seq_file *m)
{
	seq_printf(m, "%d\n", func_profile_is_on());
	return 0;
}

static int profile_store(struct ctl_open *co, char *text)
{
	unsigned long val;
	int ret = ctl_number(text, &val);

	return ret ?: func_profile_set(val);
}

static const struct ctl_file profile_files[] = {
	{ "function_profile_enabled", 0640, CTL_TOP, profile_show, profile_store },
	{ }
};

/* === trace_stat: a sorted copy for each open === */

static void *stat_start(struct seq_file *m, loff_t *pos)
{
	return *pos < func_profile_view_lines(m->private) ? pos : NULL;
}

static void *stat_next(struct seq_file *m, void *v, loff_t *pos)
{
	++*pos;
	return stat_start(m, pos);
}

static void stat_stop(struct seq_file *m, void *v)
{
}

static int stat_show(struct seq_file *m, void *v)
{
	func_profile_view_show(m->private, m, *(loff_t *)v);
	return 0;
}

static const struct seq_operations stat_seq = {
	.start = stat_start, .next = stat_next, .stop = stat_stop, .show = stat_show,
};

static int stat_open(struct inode *inode, struct file *file)
{
	struct func_profile_view *pv = func_profile_view_make((long)inode->i_private);
	int ret;

	if (IS_ERR(pv))
		return PTR_ERR(pv);
	ret = seq_open(file, &stat_seq);
	if (ret) {
		func_profile_view_free(pv);
		return ret;
	}
	((struct seq_file *)file->private_data)->private = pv;
	return 0;
}

static int stat_release(struct inode *inode, struct file *file)
{
	func_profile_view_free(((struct seq_file *)file->private_data)->private);
	return seq_release(inode, file);
}

static const struct file_operations stat_fops = {
	.open		= stat_open,
	.read		= seq_read,
	.read_iter	= seq_read_iter,
	.splice_read	= copy_splice_read,
	.llseek		= seq_lseek,
	.release	= stat_release,
};

/* The root is there once trace_control_init() has run. */
static int __init stat_files_init(void)
{
	struct dentry *dir = tracefs_create_dir("trace_stat", NULL);
	char name[32];
	long cpu;

	if (IS_ERR_OR_NULL(dir))
		return -ENODEV;
	for_each_possible_cpu(cpu) {
		snprintf(name, sizeof(name), "function%ld", cpu);
		tracefs_create_file(name, 0440, dir, (void *)cpu, &stat_fops);
	}
	return 0;
}
device_initcall(stat_files_init);

void __init ctl_profile_init(void)
{
	trace_ctl_register(TDIR_INST, profile_files);
}
