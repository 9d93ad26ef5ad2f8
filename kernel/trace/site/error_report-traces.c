// SPDX-License-Identifier: GPL-2.0
/*
 * error_report-traces.c - an event for reports of KFENCE, KASAN and warnings.
 */

#include <linux/export.h>
#include <linux/module.h>

#define CREATE_TRACE_POINTS
#include <trace/events/error_report.h>

EXPORT_TRACEPOINT_SYMBOL_GPL(error_report_end);
