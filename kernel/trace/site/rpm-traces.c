// SPDX-License-Identifier: GPL-2.0
/*
 * rpm-traces.c - events of run-time power management.
 */

#include <linux/device.h>
#include <linux/module.h>
#include <linux/pm_runtime.h>
#include <linux/string.h>
#include <linux/types.h>

#define CREATE_TRACE_POINTS
#include <trace/events/rpm.h>
