#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0
"""Check the layers of the tracing code.

layers.py objects LAYERS BUILD	who takes which symbol from whom, by nm over the built objects
layers.py headers LAYERS REPO	who includes whose header, by the text of our sources

Complains about edges that go up ("upward"), to a sibling ("sideways") or round ("cycle"); the last line sums up.
"""
import os
import re
import subprocess
import sys

PLACES = ("kernel/trace", "fs/tracefs", "kernel/tracepoint", "arch/x86/kernel/ftrace")


class Layers:
    """The lines of layers.txt: which layer a path belongs to, and who may use whom."""

    def __init__(self, path):
        self.rank, self.prefixes = {}, []
        for line in open(path):
            words = line.split("#")[0].split()
            if words:
                self.rank[words[1]] = int(words[0])
                self.prefixes += [(p, words[1]) for p in words[2:]]
        self.prefixes.sort(key=lambda p: -len(p[0]))

    def of(self, path):
        for prefix, layer in self.prefixes:
            if path.startswith(prefix):
                return layer
        return None

    def verdict(self, user, used):
        a, b = self.of(user), self.of(used)
        if a is None or b is None or a == b:
            return None
        if self.rank[b] > self.rank[a]:
            return "upward"
        return "sideways" if self.rank[b] == self.rank[a] else None


def ours(root, suffixes):
    for top in ("kernel/trace", "fs/tracefs", "kernel", "arch/x86/kernel"):
        for where, dirs, files in os.walk(os.path.join(root, top)):
            if top in ("kernel", "arch/x86/kernel"):
                dirs[:] = []
            for name in files:
                path = os.path.relpath(os.path.join(where, name), root)
                if name.endswith(suffixes) and path.startswith(PLACES):
                    yield path


def source_exists(command):
    """Does the .cmd file of an object name one source, which is still there?  Else it is a sum or a left-over."""
    source = os.path.exists(command) and re.search(r"^source_\S+ := (\S+)", open(command).read(), re.M)
    return bool(source) and os.path.exists(os.path.join(os.path.dirname(command), source[1]))


def object_graph(root):
    """{object: {object: symbols}} over the objects that have a source of their own."""
    defined, taken = {}, {}
    for path in sorted(set(ours(root, ".o"))):
        full = os.path.join(root, path)
        command = os.path.join(os.path.dirname(full), "." + os.path.basename(full) + ".cmd")
        if path.endswith(".mod.o") or not source_exists(command):
            continue
        taken[path] = set()
        for line in subprocess.run(["nm", full], capture_output=True, text=True).stdout.splitlines():
            words = line.split()
            if words[-2] in ("U", "w"):
                taken[path].add(words[-1])
            elif words[-2] in "TDBRVWC":
                defined.setdefault(words[-1], path)
    graph = {path: {} for path in taken}
    for path, symbols in taken.items():
        for symbol in symbols:
            owner = defined.get(symbol)
            if owner and owner != path:
                graph[path].setdefault(owner, set()).add(symbol)
    return graph


def header_graph(root):
    """{file: {header of ours: {header}}}; a header is found beside its user or in its layer's folder."""
    files = sorted(set(ours(root, (".c", ".h", ".S"))))
    by_name = {}
    for path in files:
        if path.endswith(".h"):
            by_name.setdefault(os.path.basename(path), []).append(path)
    graph = {path: {} for path in files}
    for path in files:
        text = open(os.path.join(root, path), errors="replace").read()
        for name in re.findall(r'^\s*#\s*include\s+"([^"]+)"', text, re.M):
            beside = os.path.normpath(os.path.join(os.path.dirname(path), name))
            for used in [beside] if beside in graph else by_name.get(os.path.basename(name), []):
                if used != path:
                    graph[path].setdefault(used, set()).add(name)
    return graph


def circles(graph):
    """Groups of more than one node that all reach each other (Kosaraju, no recursion)."""
    order, seen = [], set()
    for start in graph:
        stack = [(start, iter(graph[start]))] if start not in seen else []
        seen.add(start)
        while stack:
            node, rest = stack[-1]
            step = next((n for n in rest if n not in seen), None)
            if step is None:
                order.append(node)
                stack.pop()
            else:
                seen.add(step)
                stack.append((step, iter(graph.get(step, ()))))
    back = {n: [] for n in graph}
    for node, users in graph.items():
        for used in users:
            back.setdefault(used, []).append(node)
    placed = set()
    for start in reversed(order):
        group, todo = [], [start] if start not in placed else []
        while todo:
            node = todo.pop()
            if node not in placed:
                placed.add(node)
                group.append(node)
                todo += back.get(node, [])
        if len(group) > 1:
            yield sorted(group)


def main():
    if len(sys.argv) != 4 or sys.argv[1] not in ("objects", "headers"):
        sys.exit(__doc__)
    layers = Layers(sys.argv[2])
    graph = (object_graph if sys.argv[1] == "objects" else header_graph)(sys.argv[3])
    bad = 0
    for user in sorted(graph):
        if layers.of(user) is None and user.count("/") > 2:
            bad += 1
            print(f"unknown: {user} is in no layer of {sys.argv[2]}")
        for used in sorted(graph[user]):
            verdict = layers.verdict(user, used)
            if verdict:
                bad += 1
                print(f"{verdict}: {user} ({layers.of(user)}) -> {used} ({layers.of(used)}): "
                      + " ".join(sorted(graph[user][used])[:6]))
    for group in circles(graph):
        bad += 1
        print("cycle: " + " ".join(group))
    print(f"{len(graph)} files, {sum(map(len, graph.values()))} edges, {bad} complaints")
    return 1 if bad else 0


sys.exit(main())
