// SPDX-License-Identifier: GPL-2.0
/*
 * digits.c - numbers as text, without a format to take apart.
 */

#include <linux/bitops.h>
#include <linux/kernel.h>
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

/**
 * put_hex() - a hexadecimal number
 * @p:		where it goes
 * @v:		the number
 * @width:	least digits, filled with zeros; at most 16
 *
 * Return: behind it.
 */
char *put_hex(char *p, u64 v, int width)
{
	int shift = 4 * max(width, (fls64(v | 1) + 3) / 4);

	while ((shift -= 4) >= 0)
		*p++ = hex_asc[(v >> shift) & 0xf];
	return p;
}
