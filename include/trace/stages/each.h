/* SPDX-License-Identifier: GPL-2.0 */
/*
 * each.h - walk the fields of an event: __TRACE_EACH_*((_tfield, ...) (_tdyn, ...) ...).
 *
 * Two macros take turns to eat one tuple each, so that neither is seen inside its own expansion and the
 * sequence may be of any length:
 *
 *	A (x) (y) (z)  ->  OP_x B (y) (z)  ->  OP_x OP_y A (z)  ->  OP_x OP_y OP_z B
 *
 * __TRACE_EACH_END() turns the A or B that is left over into A_END or B_END, which is nothing.
 */
#ifndef _TRACE_STAGES_EACH_H
#define _TRACE_STAGES_EACH_H

#define __TRACE_EACH_END(...)		__TRACE_EACH_PASTE(__VA_ARGS__)
#define __TRACE_EACH_PASTE(...)		__VA_ARGS__##_END

/* --- a member of the record's struct --- */
#define __TRACE_EACH_MEMBER(seq)	__TRACE_EACH_END(__TRACE_MEMBER_A seq)
#define __TRACE_MEMBER_A(kind, ...)	__TRACE_MEMBER_##kind(__VA_ARGS__) __TRACE_MEMBER_B
#define __TRACE_MEMBER_B(kind, ...)	__TRACE_MEMBER_##kind(__VA_ARGS__) __TRACE_MEMBER_A
#define __TRACE_MEMBER_A_END
#define __TRACE_MEMBER_B_END

#define __TRACE_MEMBER__tfield(type, item, ...)		type item;
#define __TRACE_MEMBER__tarray(type, item, text, len)	type item[len];
#define __TRACE_MEMBER__tdyn(item, ...)			u32 __data_loc_##item;
#define __TRACE_MEMBER__tstr(item, ...)			u32 __data_loc_##item;
#define __TRACE_MEMBER__trel(item, ...)			u32 __rel_loc_##item;
#define __TRACE_MEMBER__trelstr(item, ...)		u32 __rel_loc_##item;

/* --- where dynamic data will be, and what strings are copied from --- */
#define __TRACE_EACH_SIZE(seq)		__TRACE_EACH_END(__TRACE_SIZE_A seq)
#define __TRACE_SIZE_A(kind, ...)	__TRACE_SIZE_##kind(__VA_ARGS__) __TRACE_SIZE_B
#define __TRACE_SIZE_B(kind, ...)	__TRACE_SIZE_##kind(__VA_ARGS__) __TRACE_SIZE_A
#define __TRACE_SIZE_A_END
#define __TRACE_SIZE_B_END

#define __TRACE_SIZE__tfield(...)
#define __TRACE_SIZE__tarray(...)
#define __TRACE_SIZE__tdyn(item, text, sign, filter, bytes)				\
	const u32 __loc_##item __maybe_unused = trace_dyn_room(&__end, bytes);
#define __TRACE_SIZE__tstr(item, src, len)						\
	const char *const __src_##item = trace_str_src(src);				\
	const u32 __loc_##item = trace_dyn_room(&__end, (len) + 1);
#define __TRACE_SIZE__trel	__TRACE_SIZE__tdyn
#define __TRACE_SIZE__trelstr	__TRACE_SIZE__tstr

/* --- the same, into the record --- */
#define __TRACE_EACH_LOC(seq)		__TRACE_EACH_END(__TRACE_LOC_A seq)
#define __TRACE_LOC_A(kind, ...)	__TRACE_LOC_##kind(__VA_ARGS__) __TRACE_LOC_B
#define __TRACE_LOC_B(kind, ...)	__TRACE_LOC_##kind(__VA_ARGS__) __TRACE_LOC_A
#define __TRACE_LOC_A_END
#define __TRACE_LOC_B_END

#define __TRACE_LOC__tfield(...)
#define __TRACE_LOC__tarray(...)
#define __TRACE_LOC__tdyn(item, ...)							\
	__entry->__data_loc_##item = __loc_##item;
#define __TRACE_LOC__trel(item, ...)							\
	__entry->__rel_loc_##item = __loc_##item - offsetofend(typeof(*__entry), __rel_loc_##item);
#define __TRACE_LOC__tstr	__TRACE_LOC__tdyn
#define __TRACE_LOC__trelstr	__TRACE_LOC__trel

/* --- a row of the table of fields; rec_t is the record --- */
#define __TRACE_EACH_ROW(seq)		__TRACE_EACH_END(__TRACE_ROW_A seq)
#define __TRACE_ROW_A(kind, ...)	__TRACE_ROW_##kind(__VA_ARGS__) __TRACE_ROW_B
#define __TRACE_ROW_B(kind, ...)	__TRACE_ROW_##kind(__VA_ARGS__) __TRACE_ROW_A
#define __TRACE_ROW_A_END
#define __TRACE_ROW_B_END

#define __TRACE_ROW(text, shown, item, nr, sign, kind)					\
	{										\
		.type = text, .name = #shown, .offset = offsetof(rec_t, item),		\
		.size = sizeof_field(rec_t, item), .len = nr, .is_signed = sign, .filter = kind, \
	},
#define __TRACE_ROW__tfield(type, item, text, sign, filter)				\
	__TRACE_ROW(text, item, item, 0, sign, filter)
#define __TRACE_ROW__tarray(type, item, text, nr)					\
	__TRACE_ROW(text, item, item, nr, is_signed_type(type), TRACE_FILTER_ARRAY(type, FILTER_STATIC_STRING))
#define __TRACE_ROW__tdyn(item, text, sign, filter, bytes)				\
	__TRACE_ROW(text, item, __data_loc_##item, 0, sign, filter)
#define __TRACE_ROW__trel(item, text, sign, filter, bytes)				\
	__TRACE_ROW(text, item, __rel_loc_##item, 0, sign, filter)
#define __TRACE_ROW__tstr(item, src, len)						\
	__TRACE_ROW("__data_loc char[]", item, __data_loc_##item, 0, is_signed_type(char), FILTER_DYN_STRING)
#define __TRACE_ROW__trelstr(item, src, len)						\
	__TRACE_ROW("__rel_loc char[]", item, __rel_loc_##item, 0, is_signed_type(char), FILTER_RDYN_STRING)

/* --- how many --- */
#define __TRACE_EACH_COUNT(seq)		__TRACE_EACH_END(__TRACE_COUNT_A seq)
#define __TRACE_COUNT_A(...)		+ 1 __TRACE_COUNT_B
#define __TRACE_COUNT_B(...)		+ 1 __TRACE_COUNT_A
#define __TRACE_COUNT_A_END
#define __TRACE_COUNT_B_END

#endif /* _TRACE_STAGES_EACH_H */
