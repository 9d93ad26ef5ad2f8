// SPDX-License-Identifier: GPL-2.0
/*
 * Words of what a user writes, over as many write() calls as he likes.
 */

#include <linux/ctype.h>
#include <linux/kernel.h>
#include <linux/minmax.h>
#include <linux/slab.h>
#include <linux/uaccess.h>

#include "base.h"

/* User memory is looked at in pieces of this size: a word or a few, seldom more. */
#define PIECE_BYTES	64

static bool is_blank(char c)
{
	return !c || isspace(c);
}

static void forget(struct user_words *uw)
{
	uw->len = 0;
	uw->partial = false;
	uw->buf[0] = '\0';
}

/**
 * user_words_init() - make room for words
 * @uw:		the object
 * @room:	bytes of the longest word, and one more
 *
 * Context: task, may sleep.
 * Return: 0, -ENOMEM.
 */
int user_words_init(struct user_words *uw, unsigned int room)
{
	uw->buf = kmalloc(room, GFP_KERNEL);
	if (!uw->buf)
		return -ENOMEM;
	uw->room = room;
	forget(uw);
	return 0;
}

/**
 * user_words_free() - undo user_words_init()
 * @uw:	the object
 */
void user_words_free(struct user_words *uw)
{
	kfree(uw->buf);
	uw->buf = NULL;
}

/*
 * Add what of @piece belongs to the word: bytes used, *done when the word ended in it; -EINVAL: too
 * long.
 */
static int take_piece(struct user_words *uw, const char *piece, unsigned int cnt, bool *done)
{
	unsigned int used = 0;

	if (!uw->len) {
		while (used < cnt && is_blank(piece[used]))
			used++;
	}
	for (; used < cnt; used++) {
		if (is_blank(piece[used])) {
			*done = true;
			return used + 1;
		}
		if (uw->len + 1 >= uw->room)
			return -EINVAL;
		uw->buf[uw->len++] = piece[used];
	}
	return used;
}

/**
 * user_words_next() - one word
 * @uw:		the object
 * @ubuf:	what is left of the write
 * @cnt:	bytes of it
 * @ppos:	file position, moved by what was eaten
 *
 * Call it until @cnt bytes are eaten.  Afterwards uw->buf holds, with a NUL, either a whole word
 * (uw->len and not uw->partial), or nothing, or the head of a word that the write's end cut off
 * (uw->partial).  The next write goes on with that; when the file is closed instead, or if the file
 * takes no words in pieces, it is the last word.
 *
 * Context: task, may fault.
 * Return: bytes eaten; -EFAULT; -EINVAL: a word longer than the room.  After an error nothing is
 *	kept.
 */
ssize_t user_words_next(struct user_words *uw, const char __user *ubuf, size_t cnt, loff_t *ppos)
{
	char piece[PIECE_BYTES];
	size_t eaten = 0;
	bool done = false;

	if (!uw->partial)
		forget(uw);
	while (eaten < cnt && !done) {
		unsigned int nr = min(cnt - eaten, sizeof(piece));
		int used = -EFAULT;

		if (!copy_from_user(piece, ubuf + eaten, nr))
			used = take_piece(uw, piece, nr, &done);
		if (used < 0) {
			forget(uw);
			return used;
		}
		eaten += used;
	}
	uw->buf[uw->len] = '\0';
	uw->partial = uw->len && !done;
	*ppos += eaten;
	return eaten;
}
