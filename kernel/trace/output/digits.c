// SPDX-License-Identifier: GPL-2.0
/*
 * digits.c - numbers as text, without a format to take apart.
 */

#include <linux/bitops.h>
#include <linux/kernel.h>
#include <linux/unaligned.h>
#include "output_internal.h"

#define TEN(d)	d "0" d "1" d "2" d "3" d "4" d "5" d "6" d "7" d "8" d "9"

/* "00" to "99": half the divisions. */
static const char pairs[] = TEN("0") TEN("1") TEN("2") TEN("3") TEN("4") TEN("5") TEN("6") TEN("7") TEN("8") TEN("9");

/**
 * put_pair() - a number below 100 as two digits
 * @p:	where it goes
 * @v:	the number
 *
 * Context: any; so for all functions of this file.
 * Return: behind it.
 */
char *put_pair(char *p, u32 v)
{
	memcpy(p, pairs + 2 * v, 2);
	return p + 2;
}

/**
 * put_back() - digits of a number, written backwards
 * @end:	behind the last digit
 * @v:		the number
 *
 * Return: the first digit.
 */
char *put_back(char *end, u64 v)
{
	u32 low, pair;

	while (v >> 32) {
		v = div_u64_rem(v, 100, &pair);
		end -= 2;
		put_pair(end, pair);
	}
	for (low = v; low >= 100; low /= 100) {
		end -= 2;
		put_pair(end, low % 100);
	}
	if (low >= 10) {
		end -= 2;
		put_pair(end, low);
	} else {
		*--end = '0' + low;
	}
	return end;
}

/**
 * put_num() - a number, right aligned
 * @p:		where it goes
 * @v:		the number
 * @width:	least characters
 * @pad:	what is put before the number to fill them
 *
 * Return: behind it.
 */
char *put_num(char *p, u64 v, int width, char pad)
{
	char digits[20] __uninitialized;
	char *end = digits + sizeof(digits);
	char *from = put_back(end, v);

	p = put_pad(p, pad, width - (end - from));
	while (from < end)
		*p++ = *from++;
	return p;
}

/**
 * put_num_left() - a number, left aligned
 * @p:		where it goes
 * @v:		the number
 * @width:	least characters
 *
 * Return: behind it.
 */
char *put_num_left(char *p, u64 v, int width)
{
	char *start = p;

	p = put_num(p, v, 0, ' ');
	return put_pad(p, ' ', width - (p - start));
}

#define EACH_BYTE(b)	((b) * 0x0101010101010101ULL)

/* The eight hexadecimal digits of @v, all at once: the first in the top byte. */
static u64 hex_digits(u32 v)
{
	u64 x = v, letters;

	/* each half-byte into a byte of its own */
	x = (x << 16 | x) & 0x0000ffff0000ffffULL;
	x = (x << 8 | x) & 0x00ff00ff00ff00ffULL;
	x = (x << 4 | x) & EACH_BYTE(0x0f);
	/* those above 9 come over 15 with 6 added */
	letters = (x + EACH_BYTE(6)) >> 4 & EACH_BYTE(1);
	return x + EACH_BYTE('0') + letters * ('a' - '0' - 10);
}

/**
 * put_hex() - a hexadecimal number
 * @p:		where it goes; whatever the number, 16 bytes may be written
 * @v:		the number
 * @width:	least digits, filled with zeros; at most 16
 *
 * Return: behind it.
 */
char *put_hex(char *p, u64 v, int width)
{
	int nr = max(width, (fls64(v | 1) + 3) / 4);

	if (nr > 8) {
		nr -= 8;
		put_unaligned_be64(hex_digits(v >> 32) << (64 - 8 * nr), p);
		p += nr;
		nr = 8;
	}
	put_unaligned_be64(hex_digits(v) << (64 - 8 * nr), p);
	return p + nr;
}
