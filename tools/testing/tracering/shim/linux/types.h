/* SPDX-License-Identifier: GPL-2.0 */
/* The kernel's integer types, for the ring in user space. */
#ifndef _SHIM_LINUX_TYPES_H
#define _SHIM_LINUX_TYPES_H

#include <assert.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

typedef uint8_t u8;
typedef uint16_t u16;
typedef uint32_t u32;
typedef unsigned long long u64;
typedef int32_t s32;
typedef long long s64;
typedef u32 __u32;
typedef u64 __u64;
typedef unsigned int gfp_t;

/* The kernel's static_assert() has an optional message. */
#undef static_assert
#define static_assert(expr, ...)	_Static_assert(expr, #expr)

#endif
