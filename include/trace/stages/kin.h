/* SPDX-License-Identifier: GPL-2.0 */
/*
 * kin.h - the members of the TRACE_EVENT() family that are made of DECLARE_EVENT_CLASS() and DEFINE_EVENT*().
 *
 * No guard: read once in each of the passes that define.
 */

#undef DEFINE_EVENT_CONDITION
#undef TRACE_EVENT
#undef TRACE_EVENT_FN
#undef TRACE_EVENT_FN_COND
#undef TRACE_EVENT_CONDITION

/* The condition is at the site: declare.h. */
#define DEFINE_EVENT_CONDITION(template, name, proto, args, cond)			\
	DEFINE_EVENT(template, name, PARAMS(proto), PARAMS(args))

#define TRACE_EVENT(name, proto, args, tstruct, assign, print)				\
	DECLARE_EVENT_CLASS(name, PARAMS(proto), PARAMS(args), PARAMS(tstruct), PARAMS(assign), PARAMS(print)) \
	DEFINE_EVENT(name, name, PARAMS(proto), PARAMS(args))

#define TRACE_EVENT_CONDITION(name, proto, args, cond, tstruct, assign, print)		\
	TRACE_EVENT(name, PARAMS(proto), PARAMS(args), PARAMS(tstruct), PARAMS(assign), PARAMS(print))

#define TRACE_EVENT_FN(name, proto, args, tstruct, assign, print, reg, unreg)		\
	DECLARE_EVENT_CLASS(name, PARAMS(proto), PARAMS(args), PARAMS(tstruct), PARAMS(assign), PARAMS(print)) \
	DEFINE_EVENT_FN(name, name, PARAMS(proto), PARAMS(args), reg, unreg)

#define TRACE_EVENT_FN_COND(name, proto, args, cond, tstruct, assign, print, reg, unreg) \
	TRACE_EVENT_FN(name, PARAMS(proto), PARAMS(args), PARAMS(tstruct), PARAMS(assign), PARAMS(print), reg, unreg)
