/* SPDX-License-Identifier: GPL-2.0 */
/*
 * files_func.h - parts of the files about functions that Kconfig picks.
 */
#ifndef _TRACE_CONTROL_FILES_FUNC_H
#define _TRACE_CONTROL_FILES_FUNC_H

#ifdef CONFIG_FUNCTION_PROFILER
void ctl_profile_init(void);
#else
static inline void ctl_profile_init(void) { }
#endif

#ifdef CONFIG_STACK_TRACER
void ctl_stack_init(void);
#else
static inline void ctl_stack_init(void) { }
#endif

#endif /* _TRACE_CONTROL_FILES_FUNC_H */
