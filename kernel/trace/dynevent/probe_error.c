// SPDX-License-Identifier: GPL-2.0
/*
 * probe_error.c - what can be wrong with a probe definition, in words.
 *
 * The texts are what scripts and people grep for in error_log.
 */

#include "fetch.h"

static const char *const texts[NR_PROBE_ERRS] = {
	[PROBE_ERR_NONE]	= "No error",

	/* uprobe places */
	[PE_FILE_MISSING]	= "Failed to find the given file",
	[PE_FILE_IRREGULAR]	= "Not a regular file",
	[PE_UPROBE_OFFSET]	= "Invalid uprobe offset",
	[PE_REFCNT]		= "Invalid reference counter offset",
	[PE_REFCNT_OPEN]	= "Reference counter brace is not closed",
	[PE_REFCNT_SUFFIX]	= "Reference counter has wrong suffix",

	/* kernel places */
	[PE_PLACE]		= "Invalid probed address or symbol",
	[PE_PLACE_SUFFIX]	= "Invalid probed address suffix",
	[PE_SYM_AMBIGUOUS]	= "The symbol is not unique",
	[PE_RETPROBE]		= "Retprobe address must be an function entry",
	[PE_BOUNDARY]		= "Probe point is not an instruction boundary",
	[PE_TRACEPOINT]		= "Tracepoint is not found",
	[PE_MAXACT_KIND]	= "Maxactive is only for function exit",
	[PE_MAXACT]		= "Invalid maxactive number",
	[PE_MAXACT_BIG]		= "Maxactive is too big",
	[PE_REGISTER]		= "Failed to register probe event",

	/* names of events */
	[PE_GROUP_EMPTY]	= "Group name is not specified",
	[PE_GROUP_LONG]		= "Group name is too long",
	[PE_GROUP_BAD]		= "Group name must follow the same rules as C identifiers",
	[PE_EVENT_EMPTY]	= "Event name is not specified",
	[PE_EVENT_LONG]		= "Event name is too long",
	[PE_EVENT_BAD]		= "Event name must follow the same rules as C identifiers",
	[PE_EVENT_TAKEN]	= "Given group/event name is already used by another event",

	/* expressions */
	[PE_ARG_EMPTY]		= "No argument expression",
	[PE_ARG_LONG]		= "Argument expression is too long",
	[PE_ARG_EXPR]		= "Invalid fetch argument",
	[PE_ARGS_MANY]		= "Too many arguments are specified",
	[PE_VAR]		= "Invalid $-valiable specified",
	[PE_RETVAL]		= "$retval is not available on probe",
	[PE_STACK_NUM]		= "Invalid stack number",
	[PE_ARG_NUM]		= "Invalid argument number",
	[PE_REG]		= "Invalid register name",
	[PE_ADDR]		= "Invalid memory address",
	[PE_IMM]		= "Invalid immediate value",
	[PE_IMMSTR_OPEN]	= "String is not closed with '\"'",
	[PE_FILE_ON_KPROBE]	= "File offset is not available with kprobe",
	[PE_FILE_OFFSET]	= "Invalid file offset value",
	[PE_SYM_ON_UPROBE]	= "Symbol is not available with uprobe",
	[PE_BTF]		= "BTF is not available or not supported",

	/* dereferences */
	[PE_DEREF_DEEP]		= "Dereference is too much nested",
	[PE_DEREF_BRACE]	= "Dereference needs a brace",
	[PE_DEREF_OFFSET]	= "Invalid dereference offset",
	[PE_DEREF_OPEN]		= "Dereference brace is not closed",
	[PE_COMM_DEREF]		= "$comm can not be dereferenced",

	/* types */
	[PE_TYPE]		= "Unknown type is specified",
	[PE_STRING]		= "String accepts only memory argument",
	[PE_SYMSTR]		= "Symbol String doesn't accept data/userdata",
	[PE_BITFIELD]		= "Invalid bitfield",
	[PE_ARRAY_OPEN]		= "Array is not closed",
	[PE_ARRAY_SUFFIX]	= "Array has wrong suffix",
	[PE_ARRAY_NUM]		= "Invalid array size",
	[PE_ARRAY_BIG]		= "Array number is too big",

	/* names of arguments */
	[PE_NAME_EMPTY]		= "Argument name is not specified",
	[PE_NAME_LONG]		= "Argument name is too long",
	[PE_NAME_BAD]		= "Argument name must follow the same rules as C identifiers",
	[PE_NAME_USED]		= "This argument name is already used",

	/* several probes on one event */
	[PE_KIND_DIFFERS]	= "Probe type is different from existing probe",
	[PE_ARG_DIFFERS]	= "Argument type or name is different from existing probe",
	[PE_SAME]		= "There is already the exact same probe event",

	/* probes on events */
	[PE_ATTACH_INFO]	= "This requires both group and event name to attach",
	[PE_ATTACH_EVENT]	= "Attached event does not exist",
	[PE_ATTACH_FIELD]	= "Attached event does not have this field",
	[PE_FILTER_EMPTY]	= "No filter rule after 'if'",
};

const char *probe_err_text(enum probe_err err)
{
	return texts[err];
}

int probe_error(const struct probe_line *line, enum probe_err err, unsigned int col)
{
	trace_error(NULL, line->who, line->text, texts[err], col);
	return -EINVAL;
}
