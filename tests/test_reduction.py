#!/usr/bin/env python3
"""Partial order reduction does not change a verdict: checks every model with an expectation, with both searches. And it reduces: a
model of independent loops has far fewer stored states."""
import json
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BEELINE = os.path.abspath(os.environ.get("BEELINE", ROOT / "build/beeline"))
LOOPS = "active [4] proctype P() { byte i; for (i : 1 .. 9) { skip } }\n"


def check(path, *options):
    ran = subprocess.run([BEELINE, "check", "--json", *options, path.name], cwd=path.parent, capture_output=True, text=True)
    return json.loads(ran.stdout)["results"][-1]


def models():
    for path in sorted(Path(ROOT, "models").glob("*.pml")) + sorted(Path(ROOT, "tests/models").glob("*.pml")):
        text = path.read_text(errors="replace")
        expected = re.search(r"^// expect: (violated|satisfied)", text, re.M)
        arguments = re.search(r"^// args: (.*)$", text, re.M)
        if expected:
            yield path, expected.group(1), arguments.group(1).split() if arguments else []


def main():
    failed = 0

    def report(name, problem):
        nonlocal failed
        failed += problem is not None
        print("ok - reduction: %s" % name if problem is None else "not ok - reduction: %s: %s" % (name, problem), flush=True)

    for path, expected, arguments in models():
        found = {search: check(path, "--search", search, "--reduce", "por", *arguments)["verdict"] for search in ("bfs", "dfs")}
        report(path.stem, None if set(found.values()) == {expected} else "%s, wanted %s" % (found, expected))
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "loops.pml")
        path.write_text(LOOPS)
        few, all_ = (check(path, "--search", "dfs", "--reduce", how)["stats"]["stored"] for how in ("por", "none"))
        report("it reduces", None if few * 10 < all_ else "%d states of %d" % (few, all_))
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
