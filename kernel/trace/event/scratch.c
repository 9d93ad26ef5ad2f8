// SPDX-License-Identifier: GPL-2.0
/*
 * scratch.c - where the memory of scratch.h is.
 */

#include "scratch.h"

DEFINE_PER_CPU(struct event_scratch, event_scratch);
