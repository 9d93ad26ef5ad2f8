# SPDX-License-Identifier: GPL-2.0
# Drives the lab: what it does is in tools/testing/lab/*.sh. "make" alone lists the targets.

# Everything that is built, logged or cached goes here, outside the checkout.
export RETRACE_OUT ?= $(HOME)/.cache/retrace
export V KERNEL TESTS

LAB := tools/testing/lab
Q := $(if $(filter 1,$(V)),,@)

.PHONY: help
help:
	@echo 'make run          boot the kernel with our tracing, show a second of its events (and a shell, on a terminal)'
	@echo 'make check        build and test everything; last line: N passed, N failed, N skipped'
	@echo
	@echo 'make kernel       assemble the tree and build it'
	@echo 'make tree         only assemble: base, less the boundary, plus ours, plus patches/'
	@echo 'make shell        a shell in the guest, /sys/kernel/tracing mounted'
	@echo 'make test-NAME    one group: lint layers ring kunit selftests ours cases clients'
	@echo '                  TESTS="event/* 00basic/basic1.tc" picks tests, KERNEL=stock runs them on the base'
	@echo 'make lint layers  the same as test-lint, test-layers'
	@echo 'make check-hooks  the selftests of the function tracers, on a kernel with configs/hooks.config'
	@echo 'make check-debug  the guest tests on a kernel with lockdep and KASAN (configs/debug.config)'
	@echo 'make stock-run stock-shell stock-kernel   the untouched base, same config, same initramfs'
	@echo 'make bench        the yardstick on stock and on ours, side by side; bench-compare OLD=FILE.json shows changes'
	@echo 'make compare      layout of our files against those of stock'
	@echo 'make series       numbered patches against the pristine base, for git am'
	@echo 'make clean        remove our builds and logs (distclean: all of it, the base and ccache too)'
	@echo
	@echo 'V=1 shows commands. Output: RETRACE_OUT=$(RETRACE_OUT)'

.PHONY: deps base tree kernel stock-kernel debug-kernel hooks-kernel
deps:
	$(Q)$(LAB)/deps.sh
base: deps
	$(Q)$(LAB)/unpack.sh
tree: base
	$(Q)$(LAB)/assemble.sh
kernel: tree
	$(Q)$(LAB)/kbuild.sh ours
debug-kernel: tree
	$(Q)$(LAB)/kbuild.sh debug
hooks-kernel: tree
	$(Q)$(LAB)/kbuild.sh hooks
stock-kernel: base
	$(Q)$(LAB)/kbuild.sh stock

.PHONY: run shell stock-run stock-shell
run: kernel
	$(Q)$(LAB)/run.sh ours run
shell: kernel
	$(Q)$(LAB)/run.sh ours shell
stock-run: stock-kernel
	$(Q)$(LAB)/run.sh stock run
stock-shell: stock-kernel
	$(Q)$(LAB)/run.sh stock shell

.PHONY: check check-debug check-hooks lint layers compare
check: base
	$(Q)$(LAB)/check.sh
test-%: base
	$(Q)$(LAB)/check.sh $*
lint layers: %: test-%
check-hooks: base
	$(Q)KERNEL=hooks TESTS="ftrace/*" $(LAB)/check.sh selftests
check-debug: base
	$(Q)KERNEL=debug TEST_LIMIT=900 CASE_SCALE=4 GUEST_TIMEOUT=5400 $(LAB)/check.sh kunit selftests ours cases clients
compare: kernel stock-kernel
	$(Q)$(LAB)/compare.sh

.PHONY: bench bench-compare
bench: kernel stock-kernel
	$(Q)$(LAB)/bench.sh
bench-compare: kernel stock-kernel
	$(Q)$(LAB)/bench.sh --compare $(OLD)

.PHONY: series clean distclean
series: base
	$(Q)$(LAB)/series.sh
clean:
	$(Q)cd $(RETRACE_OUT) && rm -rf tree tree.* patched build build-debug initramfs logs lint run series tracering
distclean: clean
	$(Q)rm -rf $(RETRACE_OUT)
