/* SPDX-License-Identifier: GPL-2.0 WITH Linux-syscall-note */
/* The user ABI of mapped ring buffers, where the system's headers are too old to have it. */
#ifndef _SHIM_TRACE_MMAP_H
#define _SHIM_TRACE_MMAP_H

#include <linux/types.h>

struct trace_buffer_meta {
	__u32 meta_page_size, meta_struct_len, subbuf_size, nr_subbufs;
	struct {
		__u64 lost_events;
		__u32 id, read;
	} reader;
	__u64 flags, entries, overrun, read, Reserved1, Reserved2;
};

#endif
