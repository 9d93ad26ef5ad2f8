// SPDX-License-Identifier: GPL-2.0
/*
 * nop.c - the tracer that traces nothing: what an instance has when only its events record.
 *
 * Its two options are for trying how options of tracers behave: one can be set, the other refuses.
 */

#include <linux/errno.h>
#include <linux/init.h>

#include "tracer.h"

enum nop_opt {
	NOP_OPT_ACCEPT	= 1 << 0,
	NOP_OPT_REFUSE	= 1 << 1,
};

static const struct tracer_opt nop_opts[] = {
	{ "test_nop_accept", NOP_OPT_ACCEPT },
	{ "test_nop_refuse", NOP_OPT_REFUSE },
	{ }
};

static int nop_set_flag(struct trace_array *tr, u32 old_flags, u32 bit, int set)
{
	return bit == NOP_OPT_REFUSE ? -EINVAL : 0;
}

static struct tracer nop_tracer = {
	.name		= "nop",
	.set_flag	= nop_set_flag,
	.opts		= nop_opts,
};

int __init trace_nop_init(void)
{
	return tracer_register(&nop_tracer);
}
