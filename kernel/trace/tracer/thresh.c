// SPDX-License-Identifier: GPL-2.0
/*
 * thresh.c - tracing_thresh, which several tracers look at.
 */
#include <linux/cache.h>

#include "tracer.h"

unsigned long tracing_thresh __read_mostly;
