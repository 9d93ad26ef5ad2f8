# SPDX-License-Identifier: GPL-2.0
# Ordering labels: ORD(function:X) stands once, and some other comment names function:X; nothing is named that is
# not there. Labels are looked up over all files given.
{
	line = $0
	while (match(line, /ORD\([a-z_0-9]+:[A-Z]\)/)) {
		label = substr(line, RSTART + 4, RLENGTH - 5)
		if (label in defined)
			print FILENAME ":" FNR ": " label " stands a second time, first at " defined[label]
		else
			defined[label] = FILENAME ":" FNR
		line = substr(line, 1, RSTART - 1) " " substr(line, RSTART + RLENGTH)
	}
	while (match(line, /[a-z_][a-z_0-9]*:[A-Z]($|[^A-Za-z0-9_])/)) {
		label = substr(line, RSTART, RLENGTH)
		sub(/[^A-Z]$/, "", label)
		if (!(label in named))
			named[label] = FILENAME ":" FNR
		line = substr(line, RSTART + RLENGTH)
	}
}
END {
	for (label in named)
		if (!(label in defined))
			print named[label] ": " label " is named and stands nowhere"
	for (label in defined)
		if (!(label in named))
			print defined[label] ": nobody names " label
}
