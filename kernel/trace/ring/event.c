// SPDX-License-Identifier: GPL-2.0
/*
 * Reading the events of one sub-buffer, the writer's or a copy.
 *
 * What is read may be torn, when the page is taken away meanwhile: nothing outside of the words
 * up to cursor.end is looked at, whatever the bytes say.  The caller finds out and throws the
 * result away.
 */
#include "ring_internal.h"

/* Words of event data behind the header of type @type; @ext: is the length in array[0]? */
static u32 event_words(u32 type, u32 array0, bool *ext)
{
	*ext = type == 0;
	if (type == 0)
		return array0 / 4 + !!(array0 % 4);
	if (type == RING_TYPE_PADDING)
		return array0 / 4;
	if (type > RING_TYPE_PADDING)
		return 1;
	return type;
}

/* The stamp has STAMP_BITS only: the rest is that of the time so far. */
static u64 stamp_widen(u64 stamp, u64 time)
{
	u64 full = (time & ~((1ULL << STAMP_BITS) - 1)) | stamp;

	return full < time ? full + (1ULL << STAMP_BITS) : full;
}

/**
 * cursor_next - step over the next event that carries data
 * @c:	where to look; moved behind that event, or to the end
 * @it:	data, len and ts are filled in when there is one
 *
 * Context: any.
 * Return: false at the end.
 */
bool cursor_next(struct cursor *c, struct ring_item *it)
{
	const u32 *word = (const u32 *)c->buf->data;

	while (c->off + 1 < c->end) {
		u32 head = READ_ONCE(word[c->off]), array0 = READ_ONCE(word[c->off + 1]);
		u32 type = head & 31, delta = head >> 5, words;
		u64 stamp = (u64)array0 << DELTA_BITS | delta;
		bool ext;

		words = event_words(type, array0, &ext);
		if (words > c->end - c->off - 1 || !words)
			break;
		if (type <= RING_TYPE_DATA_MAX) {
			it->data = &word[c->off + 1 + ext];
			it->len = ext ? array0 - 4 : words * 4;
			c->time += delta;
			it->ts = c->time;
			c->off += 1 + words;
			return true;
		}
		if (type == RING_TYPE_TIME_EXTEND)
			c->time += stamp;
		else if (type == RING_TYPE_TIME_STAMP)
			c->time = stamp_widen(stamp, c->time);
		else
			c->time += delta;
		c->off += 1 + words;
	}
	return false;
}

/**
 * cursor_whole - did the walk end where the events end?
 * @c:	after cursor_next() said false
 *
 * Return: false when what was read are no events.
 */
bool cursor_whole(const struct cursor *c)
{
	return c->off == c->end;
}
