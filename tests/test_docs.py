#!/usr/bin/env python3
"""Runs every `$ beeline ...` of README.md and docs/ and compares the output with the one shown there.

Times and sizes may differ. The tables of `compare` consist of them, so only their existence is checked. The targets of links to other
pages must exist.
"""
import glob
import os
import re
import shlex
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(HERE)
sys.path.insert(0, os.path.join(HERE, "fuzz"))
import beeline
from report import Report


def sessions(text):
    """Pairs of a command and the lines that follow it."""
    for block in re.findall(r"(?:^    .*\n|^\n(?=    ))+", text, re.M):
        lines = [line[4:].rstrip() for line in block.splitlines()]
        starts = [i for i, line in enumerate(lines) if line.startswith("$ beeline ")]
        for start, end in zip(starts, starts[1:] + [len(lines)]):
            yield lines[start][2:], "\n".join(lines[start + 1:end]).strip()


def plain(text):
    text = re.sub(r"\b\d+\.\d+ s\b", "TIME", text)
    return re.sub(r"\b\d+\.\d+ [KMG]?B\b", "SIZE", "\n".join(line.rstrip() for line in text.splitlines())).strip()


def difference(command, shown):
    ran = beeline.run(shlex.split(command)[1:], directory=ROOT, timeout=60)
    if ran.crash or ran.status not in (0, 10):
        return "exit %d: %s" % (ran.status, ran.complaint)
    if command.startswith("beeline compare"):
        return None if "search" in shown and "search" in ran.stdout else "no table"
    said, real = plain(shown).splitlines(), plain(ran.stdout).splitlines()
    for a, b in zip(said, real):
        if a != b:
            return "it says '%s', not '%s'" % (b, a)
    return None if len(said) == len(real) else "%d lines, not %d" % (len(real), len(said))


def main():
    report = Report("docs")
    for page in [os.path.join(ROOT, "README.md")] + sorted(glob.glob(os.path.join(ROOT, "docs", "*.md"))):
        name = os.path.relpath(page, ROOT)
        with open(page) as f:
            text = f.read()
        for command, shown in sessions(text):
            report.check("%s: %s" % (name, command), difference(command, shown))
        for link in sorted(set(re.findall(r"\]\(([^)#:]+)\)", text))):
            there = os.path.exists(os.path.join(os.path.dirname(page), link))
            report.check("%s: link to %s" % (name, link), None if there else "no such page")
    report.exit()


if __name__ == "__main__":
    main()
