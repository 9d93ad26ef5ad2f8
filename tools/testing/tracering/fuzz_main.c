// SPDX-License-Identifier: GPL-2.0
/*
 * Random input for fuzz.c where libFuzzer is not at hand.
 *
 * usage: fuzz [SECONDS [SEED]], or fuzz FILE... to run what was saved
 */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <linux/types.h>

int LLVMFuzzerTestOneInput(const u8 *data, size_t size);

static void run_file(const char *name)
{
	static u8 data[1 << 20];
	FILE *f = fopen(name, "rb");
	size_t len;

	if (!f) {
		perror(name);
		exit(2);
	}
	len = fread(data, 1, sizeof(data), f);
	fclose(f);
	LLVMFuzzerTestOneInput(data, len);
}

int main(int argc, char **argv)
{
	unsigned int secs = argc > 1 ? atoi(argv[1]) : 5, seed = argc > 2 ? atoi(argv[2]) : 1;
	unsigned int i, len;
	time_t end = time(NULL) + secs;
	unsigned long runs = 0;
	u8 data[2000];

	if (argc > 1 && !secs) {
		while (*++argv)
			run_file(*argv);
		return 0;
	}
	for (; time(NULL) < end; runs++) {
		srandom(seed++);
		len = 1 + random() % sizeof(data);
		for (i = 0; i < len; i++)
			data[i] = random() >> 8;
		/* Kept for a run that ends here: the last seed tells it. */
		if (getenv("FUZZ_VERBOSE"))
			fprintf(stderr, "seed %u\n", seed - 1);
		LLVMFuzzerTestOneInput(data, len);
	}
	printf("# %lu random runs\n", runs);
	return 0;
}
