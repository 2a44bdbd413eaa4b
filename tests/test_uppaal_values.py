#!/usr/bin/env python3
"""Values in UPPAAL models: what is computed when a model is loaded, and what is refused."""
import os
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BEELINE = os.path.abspath(os.environ.get("BEELINE") or ROOT / "build" / "beeline")

# A model with one declaration on line 10, and functions that its value may call.
MODEL = """int v = 3;
const int a[2] = {1, 2};
int reads() { return v; }
int writes() { v = 2; return 1; }
int at(int i) { return a[i]; }
int divides(int d) { return 1 / d; }
int asserts(int d) { assert(d > 0); return d; }
int spins() { int i = 0; while (true) { i = 0; } return i; }
int nested() { int s = 0; for (i : int[0, 9000]) for (j : int[0, 9000]) s = j; return s; }
%s
process P() { state A; init A; }
system P;
"""

# A declaration, the column of the error, and a part of its message.
REFUSED = [
    ("const int X = reads();", 15, "not constant: it reads 'v'"),
    ("const int X = writes();", 15, "it assigns 'v'"),
    ("int x = v;", 9, "not constant: it reads 'v'"),
    ("int x = v++;", 10, "it assigns 'v'"),
    ("int x[reads()];", 7, "not constant: it reads 'v'"),
    ("int[0, reads()] x;", 8, "not constant: it reads 'v'"),
    ("const int X = at(2);", 15, "array index out of range"),
    ("const int X = a[2];", 15, "array index out of range"),
    ("int x = divides(0);", 9, "division by zero"),
    ("int x[1 / 0];", 7, "division by zero"),
    ("int x = asserts(0);", 9, "assertion violated"),
    ("int x = spins();", 9, "too many steps (limit is 10000000)"),
    ("int x = nested();", 9, "too many steps (limit is 10000000)"),
    ("int x = 100000;", 9, "100000 is outside [-32768,32767]"),
    ("int x = abs(1, 2);", 9, "'abs' has 1 parameter, but gets 2 arguments"),
]

FLOATING = ["fint", "fabs", "hypot", "ilogb", "signbit", "isfinite", "fpclassify", "random_weibull"]


class Wrong(Exception):
    pass


def want(condition, why):
    if not condition:
        raise Wrong(why)


def beeline(*arguments):
    return subprocess.run([BEELINE, *arguments], capture_output=True, text=True, timeout=60)


def write(folder, text, name="m.xta"):
    path = os.path.join(folder, name)
    with open(path, "w", encoding="utf-8") as out:
        out.write(text)
    return path


def refused(folder):
    for declaration, column, message in REFUSED:
        ran = beeline("check", write(folder, MODEL % declaration), "A[] true")
        want(ran.returncode == 65, "%s: exit status %d" % (declaration, ran.returncode))
        want(":10:%d: error:" % column in ran.stderr and message in ran.stderr, "%s: %s" % (declaration, ran.stderr))


def values_are_known_in_reports(folder):
    path = write(folder, MODEL % "int x = at(1) * 4; const int Y = at(0);")
    ran = beeline("check", path, "A[] x == 8 && Y == 1")
    want(ran.returncode == 0, ran.stdout + ran.stderr)


def functions_of_doubles_are_refused(folder):
    for name in FLOATING:
        ran = beeline("check", write(folder, MODEL % ("int x = %s(1);" % name)), "A[] true")
        want(ran.returncode == 24 and ":10:9:" in ran.stderr, "%s: %d %s" % (name, ran.returncode, ran.stderr))


TESTS = [refused, values_are_known_in_reports, functions_of_doubles_are_refused]


def main():
    failed = 0
    only = sys.argv[1:]
    for test in TESTS:
        if only and test.__name__ not in only:
            continue
        name = "uppaal values: " + test.__name__.replace("_", " ")
        with tempfile.TemporaryDirectory() as folder:
            try:
                test(folder)
                print("ok - " + name)
            except Exception as problem:
                failed += 1
                print("not ok - %s: %s" % (name, " ".join(str(problem).split())))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
