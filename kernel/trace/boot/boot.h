/* SPDX-License-Identifier: GPL-2.0 */
/*
 * boot.h - how tracing starts.
 */
#ifndef _TRACE_BOOT_H
#define _TRACE_BOOT_H

#include <linux/init.h>

/* cmdline.c: what the kernel command line asks for, as steps of boot.c */
int boot_buf_size(void);
int boot_options(void);
int boot_clock(void);
int boot_instances(void);
int boot_snapshot_alloc(void);
int boot_events(void);
int boot_tracer(void);
int boot_tracer_last(void);
int boot_snapshot_take(void);

/* tp_printk.c */
int boot_tp_printk(void);
int boot_tp_printk_last(void);

#endif /* _TRACE_BOOT_H */
