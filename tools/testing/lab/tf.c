// SPDX-License-Identifier: GPL-2.0
/*
 * tf - what the guest's tests need and a shell cannot do. Static, not position independent: "tf off x"
 * relies on the usual load address.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#ifndef MADV_DOFORK
#define MADV_DOFORK 11
#endif

#define IMAGE_BASE	0x400000UL
#define PIPE_BYTES	(1 << 20)

/* The function that uprobe tests put their probes on; @text is in the first argument register. */
__attribute__((noinline, noclone)) void tf_target(const char *text)
{
	__asm__ volatile("nop" : : "r"(text) : "memory");
}

static int open_or_exit(const char *path, int flags)
{
	int fd = open(path, flags);

	if (fd < 0) {
		printf("%s: open errno=%d (%s)\n", path, errno, strerror(errno));
		exit(1);
	}
	return fd;
}

/* zw FILE: a write of no bytes. */
static int cmd_zero_write(char **arg)
{
	int fd = open(arg[0], O_WRONLY | O_NONBLOCK);
	ssize_t rc = fd < 0 ? -1 : write(fd, "0-2", 0);

	printf("%s rc=%zd errno=%d\n", arg[0], rc, rc < 0 ? errno : 0);
	return 0;
}

/* splice FILE LEN [TIMES]: move through a pipe without blocking, report how much came. */
static int cmd_splice(char **arg)
{
	int fd = open_or_exit(arg[0], O_RDONLY | O_NONBLOCK);
	size_t len = strtoul(arg[1], NULL, 0);
	long times = arg[2] ? strtol(arg[2], NULL, 0) : 50;
	char *sink = malloc(PIPE_BYTES);
	ssize_t n = 0, total = 0;
	int ends[2];

	if (!sink || pipe2(ends, O_NONBLOCK))
		return 1;
	fcntl(ends[1], F_SETPIPE_SZ, PIPE_BYTES);
	for (; times > 0; times--) {
		n = splice(fd, NULL, ends[1], NULL, len, SPLICE_F_NONBLOCK);
		if (n <= 0)
			break;
		total += n;
		while (read(ends[0], sink, PIPE_BYTES) > 0)
			;
	}
	printf("spliced %zd last=%zd errno=%d\n", total, n, n < 0 ? errno : 0);
	return 0;
}

/* mmapfork RAWFILE: map a buffer's meta page, fork, touch and unmap on both sides. */
static int cmd_mmap_fork(char **arg)
{
	int fd = open_or_exit(arg[0], O_RDONLY);
	volatile char *page = mmap(NULL, 4096, PROT_READ, MAP_SHARED, fd, 0);
	pid_t child;

	if (page == MAP_FAILED) {
		perror("mmap");
		return 1;
	}
	printf("dofork=%d\n", madvise((void *)page, 4096, MADV_DOFORK));
	fflush(stdout);
	child = fork();
	if (!child) {
		(void)page[0];
		munmap((void *)page, 4096);
		_exit(0);
	}
	waitpid(child, NULL, 0);
	munmap((void *)page, 4096);
	puts("mmapfork done");
	return 0;
}

/* uev FILE INDEX: write to user_events_data by an index that nobody registered. */
static int cmd_user_event(char **arg)
{
	int fd = open_or_exit(arg[0], O_RDWR);
	int record[2] = { atoi(arg[1]), 0x41414141 };
	ssize_t rc = write(fd, record, sizeof(record));

	printf("index %s rc=%zd errno=%d\n", arg[1], rc, rc < 0 ? errno : 0);
	return 0;
}

static void *close_after_a_second(void *fd)
{
	sleep(1);
	close(*(int *)fd);
	return NULL;
}

/* closewake FILE: block in splice while another thread closes the file; SIGALRM if that never wakes us. */
static int cmd_close_wake(char **arg)
{
	int fd = open_or_exit(arg[0], O_RDONLY), ends[2];
	pthread_t thread;
	ssize_t n;

	if (pipe(ends) || pthread_create(&thread, NULL, close_after_a_second, &fd))
		return 1;
	alarm(10);
	n = splice(fd, NULL, ends[1], NULL, 65536, 0);
	printf("woke n=%zd errno=%d\n", n, n < 0 ? errno : 0);
	return 0;
}

/* as UID GID CMD...: run a command without root's rights. */
static int cmd_as(char **arg)
{
	if (setgroups(0, NULL) || setgid(atoi(arg[1])) || setuid(atoi(arg[0]))) {
		perror("as");
		return 126;
	}
	execvp(arg[2], arg + 2);
	perror(arg[2]);
	return 127;
}

/* rt N: N short sleeps under SCHED_FIFO. */
static int cmd_realtime(char **arg)
{
	struct sched_param param = { .sched_priority = 90 };
	int rc = sched_setscheduler(0, SCHED_FIFO, &param), left;

	for (left = atoi(arg[0]); left > 0; left--)
		usleep(5000);
	printf("rt rc=%d\n", rc);
	return 0;
}

/* off x: where in the file tf_target() starts. */
static int cmd_offset(char **arg)
{
	(void)arg;
	printf("0x%lx\n", (unsigned long)tf_target - IMAGE_BASE);
	return 0;
}

/* longarg N: call tf_target() with a string that takes N bytes. */
static int cmd_long_argument(char **arg)
{
	size_t bytes = strtoul(arg[0], NULL, 0);
	char *text = calloc(1, bytes + 1);

	if (!text || !bytes)
		return 1;
	memset(text, 'q', bytes - 1);
	tf_target(text);
	puts("called");
	return 0;
}

/* poll FILE MS: what poll() says of a file, and after how long. */
static int cmd_poll(char **arg)
{
	struct pollfd pfd = { .fd = open_or_exit(arg[0], O_RDONLY | O_NONBLOCK), .events = POLLIN | POLLRDNORM };
	struct timespec from, to;
	int rc;

	clock_gettime(CLOCK_MONOTONIC, &from);
	rc = poll(&pfd, 1, atoi(arg[1]));
	clock_gettime(CLOCK_MONOTONIC, &to);
	printf("poll rc=%d revents=0x%x ms=%ld\n", rc, pfd.revents,
	       (to.tv_sec - from.tv_sec) * 1000 + (to.tv_nsec - from.tv_nsec) / 1000000);
	return 0;
}

/* epoll FILE MS: the same through epoll. */
static int cmd_epoll(char **arg)
{
	struct epoll_event ev = { .events = EPOLLIN };
	int fd = open_or_exit(arg[0], O_RDONLY | O_NONBLOCK), set = epoll_create1(0), rc;

	if (epoll_ctl(set, EPOLL_CTL_ADD, fd, &ev)) {
		printf("epoll add errno=%d\n", errno);
		return 1;
	}
	rc = epoll_wait(set, &ev, 1, atoi(arg[1]));
	printf("epoll rc=%d events=0x%x\n", rc, rc > 0 ? ev.events : 0);
	return 0;
}

/* read FILE LEN [nonblock]: one read. */
static int cmd_read(char **arg)
{
	int fd = open_or_exit(arg[0], O_RDONLY | (arg[2] ? O_NONBLOCK : 0));
	size_t len = strtoul(arg[1], NULL, 0);
	char *bytes = malloc(len + 1);
	ssize_t n = bytes ? read(fd, bytes, len) : -1;

	printf("read rc=%zd errno=%d\n", n, n < 0 ? errno : 0);
	return 0;
}

/* write FILE TEXT: one write, no newline added. */
static int cmd_write(char **arg)
{
	int fd = open_or_exit(arg[0], O_WRONLY);
	ssize_t n = write(fd, arg[1], strlen(arg[1]));

	printf("write rc=%zd errno=%d\n", n, n < 0 ? errno : 0);
	return 0;
}

/* keep FILE MS CMD: open FILE, run CMD in a shell, then read what is left of FILE. */
static int cmd_keep(char **arg)
{
	int fd = open_or_exit(arg[0], O_RDONLY | O_NONBLOCK);
	char bytes[256];
	ssize_t n;
	int rc;

	rc = system(arg[2]);
	usleep(atoi(arg[1]) * 1000);
	n = read(fd, bytes, sizeof(bytes));
	printf("cmd=%d read rc=%zd errno=%d\n", rc, n, n < 0 ? errno : 0);
	return 0;
}

/* spin MS: use the CPU. */
static int cmd_spin(char **arg)
{
	struct timespec from, now;
	long ms = atol(arg[0]);

	clock_gettime(CLOCK_MONOTONIC, &from);
	do
		clock_gettime(CLOCK_MONOTONIC, &now);
	while ((now.tv_sec - from.tv_sec) * 1000 + (now.tv_nsec - from.tv_nsec) / 1000000 < ms);
	return 0;
}

/* getpid N: N system calls that do nothing else. */
static int cmd_getpid(char **arg)
{
	long left;

	for (left = atol(arg[0]); left > 0; left--)
		syscall(SYS_getpid);
	return 0;
}

static const struct command {
	const char *name;
	int nr_args;
	int (*run)(char **arg);
	const char *usage;
} commands[] = {
	{ "zw",		1, cmd_zero_write,	"FILE" },
	{ "splice",	2, cmd_splice,		"FILE LEN [TIMES]" },
	{ "mmapfork",	1, cmd_mmap_fork,	"RAWFILE" },
	{ "uev",	2, cmd_user_event,	"FILE INDEX" },
	{ "closewake",	1, cmd_close_wake,	"FILE" },
	{ "as",		3, cmd_as,		"UID GID CMD..." },
	{ "rt",		1, cmd_realtime,	"N" },
	{ "off",	1, cmd_offset,		"x" },
	{ "longarg",	1, cmd_long_argument,	"N" },
	{ "poll",	2, cmd_poll,		"FILE MS" },
	{ "epoll",	2, cmd_epoll,		"FILE MS" },
	{ "read",	2, cmd_read,		"FILE LEN [nonblock]" },
	{ "write",	2, cmd_write,		"FILE TEXT" },
	{ "keep",	3, cmd_keep,		"FILE MS CMD" },
	{ "spin",	1, cmd_spin,		"MS" },
	{ "getpid",	1, cmd_getpid,		"N" },
};

int main(int argc, char **argv)
{
	size_t i;

	for (i = 0; argc > 1 && i < sizeof(commands) / sizeof(commands[0]); i++) {
		if (!strcmp(argv[1], commands[i].name) && argc - 2 >= commands[i].nr_args)
			return commands[i].run(argv + 2);
	}
	for (i = 0; i < sizeof(commands) / sizeof(commands[0]); i++)
		fprintf(stderr, "tf %s %s\n", commands[i].name, commands[i].usage);
	return 2;
}
