/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A relocatable ELF file in memory, looked at with suspicion: every offset that comes from the file is checked
 * before it is followed.
 */
#ifndef RECORDMCOUNT_H
#define RECORDMCOUNT_H

#include <elf.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/**
 * struct obj - an object file
 * @name:	of the file, for messages
 * @data:	its bytes
 * @size:	their number
 * @ehdr:	its header, in @data
 * @shdr:	its section headers, in @data
 * @nr:		their number
 * @symtab:	section of symbols, 0 for none
 */
struct obj {
	const char	*name;
	uint8_t		*data;
	size_t		size;
	Elf64_Ehdr	*ehdr;
	Elf64_Shdr	*shdr;
	unsigned int	nr;
	unsigned int	symtab;
};

/* Are @len bytes at @off inside the file? */
static inline bool obj_has(const struct obj *o, uint64_t off, uint64_t len)
{
	return off <= o->size && len <= o->size - off;
}

/* A section's bytes, NULL if they are not all in the file. */
static inline void *obj_section(const struct obj *o, unsigned int sec)
{
	const Elf64_Shdr *sh;

	if (sec >= o->nr)
		return NULL;
	sh = &o->shdr[sec];
	if (sh->sh_type == SHT_NOBITS || !obj_has(o, sh->sh_offset, sh->sh_size))
		return NULL;
	return o->data + sh->sh_offset;
}

/* A string of a string section, NULL if it does not end inside. */
static inline const char *obj_string(const struct obj *o, unsigned int sec, uint64_t off)
{
	const char *text = obj_section(o, sec);

	if (!text || off >= o->shdr[sec].sh_size || !memchr(text + off, 0, o->shdr[sec].sh_size - off))
		return NULL;
	return text + off;
}

/* Entries of a section that is a table of @bytes each. */
static inline unsigned int obj_entries(const struct obj *o, unsigned int sec, size_t bytes)
{
	return o->shdr[sec].sh_entsize == bytes ? o->shdr[sec].sh_size / bytes : 0;
}

#endif /* RECORDMCOUNT_H */
