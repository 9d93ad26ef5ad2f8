// SPDX-License-Identifier: GPL-2.0
/*
 * digits.c - numbers as text, without a format to take apart.
 */

#include <linux/bitops.h>
#include <linux/kernel.h>
#include "output_internal.h"

/**
 * put_back() - digits of a number, written backwards
 * @end:	behind the last digit
 * @v:		the number
 *
 * Context: any; so for all functions of this file.
 * Return: the first digit.
 */
char *put_back(char *end, u64 v)
{
	u32 low, digit;

	while (v >> 32) {
		v = div_u64_rem(v, 10, &digit);
		*--end = '0' + digit;
	}
	low = v;
	do {
		*--end = '0' + low % 10;
		low /= 10;
	} while (low);
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
