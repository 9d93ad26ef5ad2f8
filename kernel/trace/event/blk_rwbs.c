// SPDX-License-Identifier: GPL-2.0
/*
 * blk_rwbs.c - the kind of a block request in letters, for the events of the block layer.
 *
 * First what is done (after F for a flush before it), then how: see RWBS_LEN and blkparse(1).
 */

#include <linux/blk_types.h>
#include <linux/blktrace_api.h>
#include <linux/export.h>

static char *put_operation(char *p, blk_opf_t opf)
{
	switch (opf & REQ_OP_MASK) {
	case REQ_OP_READ:
		*p++ = 'R';
		break;
	case REQ_OP_WRITE:
	case REQ_OP_ZONE_APPEND:
		*p++ = 'W';
		break;
	case REQ_OP_DISCARD:
		*p++ = 'D';
		break;
	case REQ_OP_SECURE_ERASE:
		*p++ = 'D';
		*p++ = 'E';
		break;
	case REQ_OP_FLUSH:
		*p++ = 'F';
		break;
	default:
		*p++ = 'N';
	}
	return p;
}

/**
 * blk_fill_rwbs() - the kind of a block request in letters
 * @rwbs:	RWBS_LEN bytes
 * @opf:	operation and flags of the request
 *
 * Context: any.
 */
void blk_fill_rwbs(char *rwbs, blk_opf_t opf)
{
	static const struct { blk_opf_t flag; char letter; } how[] = {
		{ REQ_FUA, 'F' }, { REQ_RAHEAD, 'A' }, { REQ_SYNC, 'S' }, { REQ_META, 'M' },
	};
	char *p = rwbs;

	if (opf & REQ_PREFLUSH)
		*p++ = 'F';
	p = put_operation(p, opf);
	for (unsigned int i = 0; i < ARRAY_SIZE(how); i++)
		if (opf & how[i].flag)
			*p++ = how[i].letter;
	*p = '\0';
}
EXPORT_SYMBOL_GPL(blk_fill_rwbs);
