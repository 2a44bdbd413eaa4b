#!/usr/bin/env python3
"""usage: coverage.py BUILD

Prints which part of the lines and branches of each folder of src was executed, from what the programs of a build with --coverage have
left behind (-Db_coverage=true). Everything they ran counts together. Lines with assertions are left out: one of their
branches is never taken.
"""
import collections
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent


def reports(build):
    """What gcov says of each object: a JSON document on a line of its own."""
    data = sorted(str(path.resolve()) for path in Path(build).glob("*.p/*.gcda"))
    for first in range(0, len(data), 50):
        with tempfile.TemporaryDirectory(prefix="beeline-coverage-") as folder:
            ran = subprocess.run(["gcov", "--json-format", "--stdout", "--branch-probabilities", *data[first:first + 50]],
                                 cwd=folder, capture_output=True, text=True)
        if ran.returncode:
            sys.exit("coverage: gcov failed: " + ran.stderr.strip()[-500:])
        for line in ran.stdout.splitlines():
            if line.startswith("{"):
                yield json.loads(line)


class Source:
    """Counts by line. A header is in many objects: what one of them executes is executed."""

    def __init__(self, path):
        self.lines = {}
        self.branches = {}
        self.asserts = {number for number, line in enumerate(path.read_text().splitlines(), 1) if "assert(" in line}

    def add(self, line):
        number = line["line_number"]
        if number in self.asserts:
            return
        self.lines[number] = self.lines.get(number, False) or line["count"] > 0
        taken = [branch["count"] > 0 for branch in line["branches"]]
        before = self.branches.get(number, [])
        if len(before) == len(taken):
            taken = [a or b for a, b in zip(before, taken)]
        if len(taken) >= len(before):
            self.branches[number] = taken


def sources(build):
    found = {}
    for report in reports(build):
        for file in report["files"]:
            path = Path(os.path.normpath(os.path.join(build, file["file"])))
            if not path.is_relative_to(ROOT / "src"):
                continue
            source = found.setdefault(path, None) or Source(path)
            found[path] = source
            for line in file["lines"]:
                source.add(line)
    return found


def table(found):
    folders = collections.defaultdict(lambda: [0, 0, 0, 0])
    for path, source in found.items():
        parts = path.relative_to(ROOT / "src").parts
        for name in ("/".join(parts[:-1]), "all"):
            row = folders[name]
            row[0] += sum(source.lines.values())
            row[1] += len(source.lines)
            row[2] += sum(sum(taken) for taken in source.branches.values())
            row[3] += sum(len(taken) for taken in source.branches.values())
    return folders


def percent(part, whole):
    return "%5.1f %%" % (100 * part / whole) if whole else "    -  "


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    folders = table(sources(os.path.abspath(sys.argv[1])))
    if not folders:
        sys.exit("coverage: %s has no counts: it was not built with -Db_coverage=true, or nothing was run" % sys.argv[1])
    print("coverage        lines     branches")
    for name in sorted(folders, key=lambda name: (name == "all", name)):
        row = folders[name]
        print("%-14s %s   %s" % (name, percent(*row[:2]), percent(*row[2:])))


if __name__ == "__main__":
    main()
