// SPDX-License-Identifier: GPL-2.0
/*
 * recordmcount: list the call sites of an object that was compiled with -pg -mfentry, and make them nops.
 *
 *	recordmcount [-w] FILE.o...
 *
 * For compilers that have no -mrecord-mcount -mnop-mcount.  Each call to __fentry__ becomes a five-byte nop, its
 * relocation is voided, and the address of the nop goes to a section __mcount_loc, in order of section and
 * offset.  A file without calls, or that has the section already, is left alone.
 *
 * The result is a new file that takes the place of the old one when it is complete; the old content stays where it
 * was in it, and what is new comes behind:
 *
 *	old content | section names | addresses | their relocations | section headers
 */
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "recordmcount.h"

#define LOC_NAME	"__mcount_loc"
#define RELA_NAME	".rela" LOC_NAME
#define SITE_SYMBOL	"__fentry__"
#define SITE_BYTES	5
#define CALL_OPCODE	0xe8

static const uint8_t nop[SITE_BYTES] = { 0x0f, 0x1f, 0x44, 0x00, 0x00 };

static bool warn_ignored;	/* -w: name the sections whose sites cannot be listed */

/* One call site: a place in a section. */
struct site {
	unsigned int	sec;
	uint64_t	off;
};

struct sites {
	struct site	*site;
	size_t		nr, room;
};

/* === Messages: every failure names the file and leaves it as it was === */

static int fail(const struct obj *o, const char *fmt, ...)
{
	va_list ap;

	fprintf(stderr, "recordmcount: %s: ", o->name);
	va_start(ap, fmt);
	vfprintf(stderr, fmt, ap);
	va_end(ap);
	fputc('\n', stderr);
	return -1;
}

static void *must(void *p)
{
	if (!p) {
		fputs("recordmcount: no memory\n", stderr);
		exit(1);
	}
	return p;
}

/* === Reading === */

static int obj_read(struct obj *o, const char *name)
{
	struct stat st;
	size_t got = 0;
	ssize_t n = 1;
	int fd;

	*o = (struct obj) { .name = name };
	fd = open(name, O_RDONLY);
	if (fd < 0)
		return fail(o, "%s", strerror(errno));
	if (fstat(fd, &st) || !S_ISREG(st.st_mode)) {
		close(fd);
		return fail(o, "not a regular file");
	}
	o->size = st.st_size;
	o->data = must(malloc(o->size + 1));
	while (got < o->size && n > 0) {
		n = read(fd, o->data + got, o->size - got);
		got += n > 0 ? n : 0;
	}
	close(fd);
	return got == o->size ? 0 : fail(o, "read: %s", n < 0 ? strerror(errno) : "file got shorter");
}

static int obj_check(struct obj *o)
{
	Elf64_Ehdr *eh = (void *)o->data;

	if (o->size < sizeof(*eh) || memcmp(eh->e_ident, ELFMAG, SELFMAG))
		return fail(o, "not an ELF file");
	if (eh->e_ident[EI_CLASS] != ELFCLASS64 || eh->e_ident[EI_DATA] != ELFDATA2LSB || eh->e_machine != EM_X86_64)
		return fail(o, "not for x86-64");
	if (eh->e_type != ET_REL)
		return fail(o, "not a relocatable object");
	if (!eh->e_shnum || eh->e_shstrndx == SHN_XINDEX || eh->e_shnum >= SHN_LORESERVE - 2)
		return fail(o, "number of sections not supported");
	if (eh->e_shentsize != sizeof(Elf64_Shdr) || eh->e_shoff % 8 ||
	    !obj_has(o, eh->e_shoff, (uint64_t)eh->e_shnum * sizeof(Elf64_Shdr)))
		return fail(o, "section headers are outside the file");
	o->ehdr = eh;
	o->shdr = (void *)(o->data + eh->e_shoff);
	o->nr = eh->e_shnum;
	for (unsigned int i = 1; i < o->nr; i++) {
		if (o->shdr[i].sh_type != SHT_NULL && o->shdr[i].sh_type != SHT_NOBITS && !obj_section(o, i))
			return fail(o, "section %u is outside the file", i);
		if (o->shdr[i].sh_type == SHT_SYMTAB)
			o->symtab = i;
	}
	if (!obj_string(o, eh->e_shstrndx, 0))
		return fail(o, "no section names");
	return 0;
}

static const char *section_name(const struct obj *o, unsigned int sec)
{
	return obj_string(o, o->ehdr->e_shstrndx, o->shdr[sec].sh_name) ?: "?";
}

/* Number of the symbol that sites call; 0 if there is none. */
static unsigned int find_site_symbol(const struct obj *o)
{
	const Elf64_Sym *sym = o->symtab ? obj_section(o, o->symtab) : NULL;
	unsigned int nr = o->symtab ? obj_entries(o, o->symtab, sizeof(*sym)) : 0;

	for (unsigned int i = 1; sym && i < nr; i++) {
		const char *name = obj_string(o, o->shdr[o->symtab].sh_link, sym[i].st_name);

		if (name && sym[i].st_shndx == SHN_UNDEF && !strcmp(name, SITE_SYMBOL))
			return i;
	}
	return 0;
}

/* === Sites === */

static void note_site(struct sites *ss, unsigned int sec, uint64_t off)
{
	if (ss->nr == ss->room) {
		ss->room = ss->room * 2 ?: 64;
		ss->site = must(realloc(ss->site, ss->room * sizeof(*ss->site)));
	}
	ss->site[ss->nr++] = (struct site) { sec, off };
}

/* A call becomes a nop, its relocation nothing. */
static int take_site(struct obj *o, unsigned int sec, Elf64_Rela *rela, struct sites *ss)
{
	uint8_t *text = obj_section(o, sec);
	uint64_t off = rela->r_offset - 1;
	uint32_t type = ELF64_R_TYPE(rela->r_info);

	if (!rela->r_offset || off + SITE_BYTES > o->shdr[sec].sh_size)
		return fail(o, "%s: a relocation is outside the section", section_name(o, sec));
	if (text[off] != CALL_OPCODE || (type != R_X86_64_PLT32 && type != R_X86_64_PC32))
		return fail(o, "%s+0x%llx: not a direct call of " SITE_SYMBOL, section_name(o, sec),
			    (unsigned long long)off);
	memcpy(text + off, nop, SITE_BYTES);
	rela->r_info = ELF64_R_INFO(0, R_X86_64_NONE);
	rela->r_addend = 0;
	note_site(ss, sec, off);
	return 0;
}

static int cmp_site(const void *a, const void *b)
{
	const struct site *x = a, *y = b;

	if (x->sec != y->sec)
		return x->sec < y->sec ? -1 : 1;
	return x->off < y->off ? -1 : x->off > y->off;
}

static int find_sites(struct obj *o, unsigned int symbol, struct sites *ss)
{
	for (unsigned int i = 1; i < o->nr; i++) {
		Elf64_Rela *rela = obj_section(o, i);
		unsigned int sec = o->shdr[i].sh_info, nr;

		if (o->shdr[i].sh_type != SHT_RELA || sec >= o->nr || !(o->shdr[sec].sh_flags & SHF_EXECINSTR))
			continue;
		if (!obj_section(o, sec))
			return fail(o, "%s: code without content", section_name(o, sec));
		nr = obj_entries(o, i, sizeof(*rela));
		for (unsigned int j = 0; j < nr; j++)
			if (ELF64_R_SYM(rela[j].r_info) == symbol && take_site(o, sec, &rela[j], ss))
				return -1;
	}
	qsort(ss->site, ss->nr, sizeof(*ss->site), cmp_site);
	return 0;
}

/*
 * A symbol that stands for a section: its own, or one that is defined in it and cannot be replaced by the linker; 0
 * if there is none.
 */
static unsigned int symbol_for(const struct obj *o, unsigned int sec)
{
	const Elf64_Sym *sym = obj_section(o, o->symtab);
	unsigned int nr = obj_entries(o, o->symtab, sizeof(*sym)), best = 0;

	for (unsigned int i = 1; i < nr; i++) {
		if (sym[i].st_shndx != sec || ELF64_ST_BIND(sym[i].st_info) == STB_WEAK)
			continue;
		if (ELF64_ST_TYPE(sym[i].st_info) == STT_SECTION)
			return i;
		best = best ?: i;
	}
	return best;
}

/* Relocations that make the addresses of @ss; those of sections without a symbol are dropped from it. */
static Elf64_Rela *make_relas(const struct obj *o, struct sites *ss)
{
	const Elf64_Sym *sym = obj_section(o, o->symtab);
	Elf64_Rela *rela = must(calloc(ss->nr + 1, sizeof(*rela)));
	unsigned int last = 0, symbol = 0;
	size_t kept = 0;

	for (size_t i = 0; i < ss->nr; i++) {
		struct site s = ss->site[i];

		if (s.sec != last) {
			last = s.sec;
			symbol = symbol_for(o, s.sec);
			if (!symbol && warn_ignored)
				fail(o, "%s: only weak symbols, its sites are not listed", section_name(o, s.sec));
		}
		if (!symbol)
			continue;
		rela[kept] = (Elf64_Rela) {
			.r_offset = kept * sizeof(uint64_t),
			.r_info	  = ELF64_R_INFO(symbol, R_X86_64_64),
			.r_addend = s.off - sym[symbol].st_value,
		};
		ss->site[kept++] = s;
	}
	ss->nr = kept;
	return rela;
}

/* === Writing === */

/* Bytes that will be written, and where the next go. */
struct out {
	uint8_t	*data;
	size_t	size;
};

static size_t out_put(struct out *out, const void *data, size_t size)
{
	size_t at = (out->size + 7) & ~(size_t)7;

	out->data = must(realloc(out->data, at + size));
	memset(out->data + out->size, 0, at - out->size);
	if (data)
		memcpy(out->data + at, data, size);
	else
		memset(out->data + at, 0, size);
	out->size = at + size;
	return at;
}

/* The old names and two more; *loc and *rela are where those begin. */
static size_t put_names(const struct obj *o, struct out *out, size_t *size, uint32_t *loc, uint32_t *rela)
{
	unsigned int sec = o->ehdr->e_shstrndx;
	size_t old = o->shdr[sec].sh_size, at;
	char *names = must(malloc(old + sizeof(RELA_NAME) + sizeof(LOC_NAME)));

	memcpy(names, obj_section(o, sec), old);
	*rela = old;
	strcpy(names + old, RELA_NAME);
	*loc = old + sizeof(RELA_NAME);
	strcpy(names + *loc, LOC_NAME);
	*size = *loc + sizeof(LOC_NAME);
	at = out_put(out, names, *size);
	free(names);
	return at;
}

static void build(const struct obj *o, const struct sites *ss, const Elf64_Rela *rela, struct out *out)
{
	Elf64_Shdr *shdr = must(calloc(o->nr + 2, sizeof(*shdr)));
	unsigned int strsec = o->ehdr->e_shstrndx;
	uint32_t loc_name, rela_name;
	Elf64_Ehdr *eh;
	size_t size, at;

	out_put(out, o->data, o->size);
	memcpy(shdr, o->shdr, o->nr * sizeof(*shdr));
	shdr[strsec].sh_offset = put_names(o, out, &size, &loc_name, &rela_name);
	shdr[strsec].sh_size = size;
	shdr[o->nr] = (Elf64_Shdr) {
		.sh_name = loc_name, .sh_type = SHT_PROGBITS, .sh_flags = SHF_ALLOC, .sh_addralign = 8,
		.sh_offset = out_put(out, NULL, ss->nr * sizeof(uint64_t)), .sh_size = ss->nr * sizeof(uint64_t),
	};
	shdr[o->nr + 1] = (Elf64_Shdr) {
		.sh_name = rela_name, .sh_type = SHT_RELA, .sh_flags = SHF_INFO_LINK, .sh_addralign = 8,
		.sh_link = o->symtab, .sh_info = o->nr, .sh_entsize = sizeof(*rela),
		.sh_offset = out_put(out, rela, ss->nr * sizeof(*rela)), .sh_size = ss->nr * sizeof(*rela),
	};
	at = out_put(out, shdr, (o->nr + 2) * sizeof(*shdr));
	eh = (void *)out->data;
	eh->e_shoff = at;
	eh->e_shnum = o->nr + 2;
	free(shdr);
}

/* @out takes the place of the file, or nothing changes. */
static int replace(const struct obj *o, const struct out *out)
{
	char *tmp = must(malloc(strlen(o->name) + sizeof(".rmc")));
	size_t put = 0;
	struct stat st;
	int fd, ret = 0;

	sprintf(tmp, "%s.rmc", o->name);
	fd = open(tmp, O_WRONLY | O_CREAT | O_TRUNC, 0600);
	if (fd < 0 || stat(o->name, &st) || fchmod(fd, st.st_mode & 07777))
		ret = fail(o, "%s: %s", tmp, strerror(errno));
	while (!ret && put < out->size) {
		ssize_t n = write(fd, out->data + put, out->size - put);

		if (n <= 0)
			ret = fail(o, "%s: %s", tmp, strerror(errno));
		put += n > 0 ? n : 0;
	}
	if (fd >= 0 && close(fd) && !ret)
		ret = fail(o, "%s: %s", tmp, strerror(errno));
	if (!ret && rename(tmp, o->name))
		ret = fail(o, "rename: %s", strerror(errno));
	if (ret)
		unlink(tmp);
	free(tmp);
	return ret;
}

static int record(const char *name)
{
	struct sites ss = {};
	struct out out = {};
	Elf64_Rela *rela = NULL;
	unsigned int symbol;
	struct obj o;
	int ret;

	ret = obj_read(&o, name) ?: obj_check(&o);
	for (unsigned int i = 1; !ret && i < o.nr; i++)
		if (!strcmp(section_name(&o, i), LOC_NAME))
			goto done;
	symbol = ret ? 0 : find_site_symbol(&o);
	if (symbol)
		ret = find_sites(&o, symbol, &ss);
	if (!ret && ss.nr) {
		rela = make_relas(&o, &ss);
		build(&o, &ss, rela, &out);
		ret = replace(&o, &out);
	}
done:
	free(out.data);
	free(rela);
	free(ss.site);
	free(o.data);
	return ret;
}

int main(int argc, char **argv)
{
	int opt, bad = 0;

	while ((opt = getopt(argc, argv, "w")) >= 0) {
		if (opt != 'w') {
			fputs("usage: recordmcount [-w] FILE.o...\n", stderr);
			return 2;
		}
		warn_ignored = true;
	}
	if (optind == argc) {
		fputs("usage: recordmcount [-w] FILE.o...\n", stderr);
		return 2;
	}
	for (; optind < argc; optind++)
		bad |= record(argv[optind]);
	return bad ? 1 : 0;
}
