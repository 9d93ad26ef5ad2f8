#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# No edge from a lower to a higher layer, between siblings, or in a circle: objects by nm, headers by #include.
. "$(dirname "$0")/../lab.sh"

dir=$(build_dir "${KERNEL:-ours}")
log=$LOGS/layers.log
if [ ! -d "$dir/kernel/trace" ]; then
	skip "layers: objects" "no build in $dir"
elif python3 "$LAB/layers.py" objects "$LAB/layers.txt" "$dir" >"$log" 2>&1; then
	ok "layers: objects ($(tail -1 "$log"))"
else
	not_ok "layers: objects" "$(grep -cE '^(upward|sideways|cycle|unknown)' "$log") complaints in $log: $(head -1 "$log")"
fi
if python3 "$LAB/layers.py" headers "$LAB/layers.txt" "$REPO" >"$log.headers" 2>&1; then
	ok "layers: headers ($(tail -1 "$log.headers"))"
else
	not_ok "layers: headers" "$(head -1 "$log.headers") ($log.headers)"
fi
