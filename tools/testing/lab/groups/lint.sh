#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# Our sources: checkpatch, compiler warnings of W=1, sparse, kernel-doc, sizes, ordering labels.
#
# The compiler runs again with the kernel's own command of each object plus what W=1 adds, so that the build
# itself stays as it is. What has been clean stays clean until its object is built again.
. "$(dirname "$0")/../lab.sh"

dir=$(build_dir ours)
cache=$OUT/lint
mkdir -p "$cache"
cd "$REPO"

sources() {
	{
		if git rev-parse --git-dir >/dev/null 2>&1; then
			git ls-files -co --exclude-standard -- "$@"
		else
			find "$@" -type f 2>/dev/null
		fi
	} | grep -E '\.(c|h|S)$' | while read -r f; do [ ! -f "$f" ] || echo "$f"; done | sort -u
}
mapfile -t kernel_files < <(sources kernel fs include arch)
mapfile -t user_files < <(sources scripts tools)

# What checkpatch is not asked for, by reason:
ignore=FILE_PATH_CHANGES							# there is no MAINTAINERS file here
# macros that write declarations (events, tables of files) cannot be wrapped or bracketed
ignore=$ignore,COMPLEX_MACRO,MULTISTATEMENT_MACRO_USE_DO_WHILE,MACRO_ARG_REUSE,MACRO_ARG_PRECEDENCE,MACRO_ARG_UNUSED
ignore=$ignore,TRAILING_SEMICOLON,MACRO_WITH_FLOW_CONTROL,FUNCTION_ARGUMENTS,EXPORT_SYMBOL,OPEN_BRACE
# names, texts and codes that are the interface: kept as users and callers know them
ignore=$ignore,NEW_TYPEDEFS,DEFINE_ARCH_HAS,ENOSYS,QUOTED_WHITESPACE_BEFORE_NEWLINE,PRINTF_L
ignore=$ignore,VSPRINTF_SPECIFIER_PX,EMBEDDED_FUNCTION_NAME
# symbols that the linker script makes have no header
ignore=$ignore,AVOID_EXTERNS
# checkpatch looks for the documentation in the same patch; that of boot parameters is in the base already
ignore=$ignore,UNDOCUMENTED_SETUP
# printk_deferred() takes a level, which checkpatch does not know
ignore=$ignore,UNNECESSARY_KERN_LEVEL
# matters of taste
ignore=$ignore,BIT_MACRO,UNCOMMENTED_DEFINITION,CONSTANT_CONVERSION

# In programs for user space: what only the kernel's headers have; and the shim of the ring's tests defines some of it.
ignore_user=$ignore,PREFER_KERNEL_TYPES,CAMELCASE,STRCPY,ARRAY_SIZE,PREFER_DEFINED_ATTRIBUTE_MACRO
ignore_user=$ignore_user,VOLATILE,MEMORY_BARRIER,DATA_RACE,WAITQUEUE_ACTIVE

# A path of a header is no division, and a macro may have an empty argument.
no_code='^include/trace/(define_trace|define_custom_trace|stages/code)\.h:[0-9]+: [A-Z]+:SPACING'

# verdict NAME LOG: no line in the log, no complaint.
verdict() {
	if [ -s "$2" ]; then
		not_ok "lint: $1" "$(wc -l <"$2") complaints in $2: $(head -1 "$2" | cut -c1-160)"
	else
		ok "lint: $1"
	fi
}

# run_checkpatch IGNORED FILE...
run_checkpatch() {
	local ignored=$1
	shift
	[ $# = 0 ] || printf '%s\n' "$@" | xargs -P "$(nproc)" -n 20 \
		perl "$BASE/scripts/checkpatch.pl" --root="$BASE" --no-tree --no-summary --terse --show-types --strict \
		--max-line-length=120 --ignore "$ignored" -f 2>/dev/null
}

checkpatch() {
	local log=$LOGS/lint-checkpatch.log
	{
		run_checkpatch "$ignore" "${kernel_files[@]}" || true
		run_checkpatch "$ignore_user" "${user_files[@]}" || true
	} | grep -E '(ERROR|WARNING|CHECK):' | grep -vE "$no_code" | sort >"$log" || true
	rm -f .checkpatch-camelcase.*
	verdict checkpatch "$log"
}

# objects: our objects in the build, those that come from a source file of ours.
objects() {
	[ ! -d "$dir/kernel/trace" ] || find "$dir/kernel/trace" "$dir/fs/tracefs" "$dir/kernel/tracepoint.o" \
		"$dir"/arch/x86/kernel/ftrace*.o -name '*.o' ! -name '*.mod.o' 2>/dev/null | while read -r o; do
		src=$(sed -n 's/^source_[^ ]* := \(.*\.c\)$/\1/p' "$(dirname "$o")/.$(basename "$o").cmd" 2>/dev/null)
		# what was moved or removed since may still have an object
		[ -z "$src" ] || [ ! -f "$src" ] || echo "$o"
	done
}

# One object, compiled and read by sparse again; its complaints end up beside its stamp.
lint_object() {
	local o=$1 cmd gcc src stamp=$cache/${1#"$dir"/}
	mkdir -p "$(dirname "$stamp")"
	[ "$o" -nt "$stamp.done" ] || return 0
	cmd=$(sed -n '1s/^savedcmd_[^=]* := //p' "$(dirname "$o")/.$(basename "$o").cmd" | sed 's/ ; .*//; s/[[:space:]]*$//')
	src=$(awk '{ print $NF }' <<<"$cmd")
	gcc=${cmd#ccache gcc }
	gcc=$(sed -E 's/ -c -o [^ ]+ [^ ]+$//; s/-Wp,-MMD,[^ ]+//; s/\$\(pound\)/#/g' <<<"$gcc")
	rm -f "$stamp.o"
	(cd "$dir" && eval "ccache gcc $gcc $w1 -c -o '$stamp.o' $src") >"$stamp.all" 2>&1 || true
	grep -E '(warning|error):' "$stamp.all" | grep -E "$ours_re" >"$stamp.gcc" || true
	[ -f "$stamp.o" ] || [ -s "$stamp.gcc" ] || echo "$src: does not compile again: $(head -1 "$stamp.all")" >"$stamp.gcc"
	if command -v sparse >/dev/null; then
		(cd "$dir" && eval "sparse -D__linux__ -Dlinux -D__STDC__ -Dunix -D__unix__ -Wbitwise -Wno-return-void \
			-Wno-unknown-attribute -D__x86_64__ --arch=x86 -mlittle-endian -m64 $gcc $src") 2>&1 |
			grep -E '(warning|error):' | grep -E "$ours_re" >"$stamp.sparse" || true
	fi
	touch "$stamp.done"
}
w1="-Wextra -Wunused -Wno-unused-parameter -Wmissing-format-attribute -Wold-style-definition -Wmissing-include-dirs \
	-Wunused-but-set-variable -Wunused-const-variable -Wformat-overflow -Wformat-truncation -Wstringop-truncation \
	-Wno-sign-compare -Wno-missing-field-initializers -Wno-type-limits -Wno-shift-negative-value"
export w1
export -f lint_object
export dir cache
# A complaint counts where it points into a file that we wrote.
ours_re="(kernel/trace/|fs/tracefs/|kernel/tracepoint\.c|include/trace/[a-z_]+\.h|include/linux/(ftrace|ring_buffer|\
trace|fprobe|rethook|user_events)|arch/x86/kernel/ftrace|arch/x86/include/asm/ftrace\.h)"
export ours_re

compiled() {
	local o
	mapfile -t built < <(objects)
	if [ ${#built[@]} = 0 ]; then
		skip "lint: W=1" "no kernel was built"
		skip "lint: sparse" "no kernel was built"
		return
	fi
	printf '%s\n' "${built[@]}" | xargs -P "$(nproc)" -I{} bash -c 'lint_object {}'
	: >"$LOGS/lint-w1.log"
	: >"$LOGS/lint-sparse.log"
	for o in "${built[@]}"; do
		cat "$cache/${o#"$dir"/}.gcc" >>"$LOGS/lint-w1.log"
		cat "$cache/${o#"$dir"/}.sparse" >>"$LOGS/lint-sparse.log" 2>/dev/null || true
	done
	sort -u -o "$LOGS/lint-w1.log" "$LOGS/lint-w1.log"
	sort -u -o "$LOGS/lint-sparse.log" "$LOGS/lint-sparse.log"
	verdict "W=1" "$LOGS/lint-w1.log"
	if command -v sparse >/dev/null; then
		verdict sparse "$LOGS/lint-sparse.log"
	else
		skip "lint: sparse" "sparse is not installed"
	fi
}

kernel_doc() {
	local log=$LOGS/lint-kernel-doc.log
	: >"$log"
	[ ${#kernel_files[@]} = 0 ] || perl "$BASE/scripts/kernel-doc" -none "${kernel_files[@]}" 2>&1 |
		grep -E '(warning|error):' >"$log" || true
	verdict kernel-doc "$log"
}

# Files to 1,200 lines, functions to 100, no #if in a .c file.
sizes() {
	local log=$LOGS/lint-sizes.log f
	for f in "${kernel_files[@]}"; do
		awk -v file="$f" '
			/^[a-zA-Z_].*\)$/ { head = $0 }
			/^\{/ { from = FNR }
			/^\}/ { if (from && FNR - from > 100) print file ":" from ": " FNR - from " lines: " head; from = 0 }
			file ~ /\.c$/ && /^#[ \t]*(if|ifdef|ifndef)([ \t(]|$)/ { print file ":" FNR ": " $0 }
			END { if (FNR > 1200) print file ": " FNR " lines" }' "$f"
	done >"$log"
	verdict sizes "$log"
}

labels() {
	local log=$LOGS/lint-labels.log
	if grep -lq 'ORD(' "${kernel_files[@]}" 2>/dev/null; then
		awk -f "$LAB/labels.awk" $(grep -l 'ORD(' "${kernel_files[@]}") >"$log" || true
		verdict "ordering labels" "$log"
	else
		skip "lint: ordering labels" "no file has one"
	fi
}

checkpatch
compiled
kernel_doc
sizes
labels
