#!/usr/bin/env python3
"""Sizes and values in UPPAAL models: what is computed when a model is loaded, what is refused, and many processes."""
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent / "tools"))
from program import ROOT, beeline, run, want, write  # noqa: E402

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


def refused(folder):
    for declaration, column, message in REFUSED:
        ran = beeline("check", write(folder, MODEL % declaration, "m.xta"), "A[] true")
        want(ran.status == 65, "%s: exit status %d" % (declaration, ran.status))
        want(":10:%d: error:" % column in ran.err and message in ran.err, "%s: %s" % (declaration, ran.err))


def values_are_known_in_reports(folder):
    path = write(folder, MODEL % "int x = at(1) * 4; const int Y = at(0);", "m.xta")
    ran = beeline("check", path, "A[] x == 8 && Y == 1")
    want(ran.status == 0, ran.out + ran.err)


def functions_of_doubles_are_refused(folder):
    for name in FLOATING:
        ran = beeline("check", write(folder, MODEL % ("int x = %s(1);" % name), "m.xta"), "A[] true")
        want(ran.status == 24 and ":10:9)" in ran.out, "%s: %d %s" % (name, ran.status, ran.out))


# A token goes from process 0 to process 299; numbers above 255 take part in pairs and in a broadcast.
MANY = ROOT / "tests" / "models" / "timed_many.xta"
LAST = "E<> P(299).gone"


def traces_of_many_processes(folder):
    for form in ("itf", "xtr", "uppaal-xml"):
        path = Path(folder, "trace." + form)
        ran = beeline("check", MANY, LAST, "-q", "--trace", "%s=%s" % (form, path))
        want(ran.status == 0, "%s: %s" % (form, ran.err))
        ran = beeline("replay", MANY, path, "-q")
        want(ran.status == 0 and "301 steps" in ran.out, "%s: %s%s" % (form, ran.out, ran.err))
    text = beeline("check", MANY, LAST).out
    want("P(298).has -> P(298).wait" in text and "P(299).wait -> P(299).has" in text, text[-2000:])


def searches_with_many_processes(_):
    for search, heuristic in (("dfs", None), ("astar", "hl"), ("greedy", "ff"), ("greedy", "dl"), ("greedy", "formula"),
                              ("greedy", "cg"), ("greedy", "active"), ("frontier", None)):
        ran = beeline("check", MANY, LAST, "-q", "--search", search, *(["--heuristic", heuristic] if heuristic else []))
        want(ran.status == 0 and "301 steps" in ran.out, "%s %s: %s%s" % (search, heuristic, ran.out, ran.err))
    ran = beeline("check", MANY, "A[] not P(299).gone", "-q")
    want(ran.status == 10 and "301 steps" in ran.out, ran.out + ran.err)


def many_processes_of_tchecker(folder):
    """All 300 processes must take part in the step; if the last one cannot, there is none."""
    text = "system:many\nevent:go\nevent:first\n"
    for i in range(300):
        text += "process:P%d\nlocation:P%d:a{initial:}\nlocation:P%d:b{labels: b%d}\nedge:P%d:a:b:go\n" % (i, i, i, i, i)
    text += "location:P299:c{}\nedge:P299:c:a:first\n"
    text += "sync:%s\n" % ":".join("P%d@go" % i for i in range(300))
    path = write(folder, text, "m.tck")
    result = beeline("check", path, "labels=b0,b299", "--json").results()[0]
    want(result["verdict"] == "satisfied" and result["trace"]["length"] == 1, result)
    stuck = text.replace("P299:a{initial:}", "P299:a{}").replace("P299:c{}", "P299:c{initial:}")
    ran = beeline("check", write(folder, stuck.replace("first\nsync", "first{provided: 1==2}\nsync"), "m.tck"), "labels=b0")
    want("violated" in ran.out, ran.out + ran.err)


def states_do_not_grow(_):
    """The number of processes takes one byte, each location one, `done` two, and the zone 16."""
    shown = beeline("info", MANY).out
    want("301 processes" in shown and "state of 320 bytes" in shown, shown.splitlines()[0])


TESTS = [refused, values_are_known_in_reports, functions_of_doubles_are_refused, traces_of_many_processes,
         searches_with_many_processes, many_processes_of_tchecker, states_do_not_grow]

run("uppaal values", TESTS)
