#!/usr/bin/env python3
"""Misspelled names in properties: an error in the input, with the place of the name and the nearest name."""
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BEELINE = os.path.abspath(os.environ.get("BEELINE") or ROOT / "build" / "beeline")

UPPAAL = """typedef struct { int first, second; } S;
S pairs[2];
int counter;
clock x;
bool ready() { return true; }
process Train(const int[0,1] id) {
  int local;
  state idle, critical;
  init idle;
  trans idle -> critical { guard x > 2; };
}
system Train;
"""

# A query, the misspelled name (its last occurrence is where the caret is), and the name that is suggested.
QUERIES = [
    ("A[] conter == 0", "conter", "counter"),
    ("E<> Train(0).critcal", "critcal", "critical"),
    ("E<> Trian(0).critical", "Trian", "Train"),
    ("A<> Train(1).idel", "idel", "idle"),
    ("E[] Train(1).locl > 0", "locl", "local"),
    ("Train(0).idle --> Train(1).criticl", "criticl", "critical"),
    ("A[] redy()", "redy", "ready"),
    ("A[] pairs[0].frist == 0", "frist", "first"),
    ("sup{Train(0).idel}: x", "idel", "idle"),
    ("inf: conuter", "conuter", "counter"),
    ("A[] quite_unrelated", "quite_unrelated", None),
]

TCHECKER = """system:names
event:go
int:1:0:3:0:count
process:P
clock:1:x
location:P:start{initial:}
location:P:end{labels: finished}
edge:P:start:end:go{provided: x==10}
"""

PROMELA = """mtype = { request, reply }
byte counter;
mtype last;
active proctype Sender() {
  byte sent;
start:
  sent = 1;
  counter = 1
}
ltl always { [] (counter < 2) }
"""


class Wrong(Exception):
    pass


def want(condition, why):
    if not condition:
        raise Wrong(why)


def beeline(*arguments):
    return subprocess.run([BEELINE, *arguments], capture_output=True, text=True, timeout=60)


def write(folder, name, text):
    path = os.path.join(folder, name)
    with open(path, "w", encoding="utf-8") as out:
        out.write(text)
    return path


def expect(ran, text, name, similar):
    """An error in the line `text`, with the caret below the name."""
    column = text.rindex(name)
    caret = "%s\n%s^\n" % (text, " " * column)
    want(ran.returncode == 65, "exit status %d for %s" % (ran.returncode, text))
    want(":%d: error: " % (column + 1) in ran.stderr and caret in ran.stderr, "%s: %s" % (text, ran.stderr))
    want("'%s'" % name in ran.stderr or "'%s(" % name in ran.stderr, ran.stderr)
    want("not supported" not in ran.stderr + ran.stdout, ran.stderr)
    hint = "hint: did you mean '%s'?" % similar
    want(hint in ran.stderr if similar else "did you mean" not in ran.stderr, "%s: %s" % (text, ran.stderr))


def queries_on_the_command_line(folder):
    path = write(folder, "m.xta", UPPAAL)
    for text, name, similar in QUERIES:
        expect(beeline("check", path, text), text, name, similar)


def queries_in_the_model(folder):
    for text, name, similar in QUERIES:
        path = write(folder, "m.xta", UPPAAL + "query { %s }\n" % text)
        expect(beeline("check", path), "query { %s }" % text, name, similar)


def queries_in_a_file(folder):
    path = write(folder, "m.xta", UPPAAL)
    for text, name, similar in QUERIES:
        expect(beeline("check", path, write(folder, "other.q", "A[] true\n%s\n" % text)), text, name, similar)


def other_queries_are_checked(folder):
    path = write(folder, "m.xta", UPPAAL + "query { A[] conter == 0 }\nquery { A[] counter == 0 }\nquery { E[] x < 3 }\n")
    ran = beeline("check", path, "--json")
    results = json.loads(ran.stdout)["results"]
    want(ran.returncode == 65, "exit status %d" % ran.returncode)
    want([r["verdict"] for r in results][:2] == ["undecided", "satisfied"], ran.stdout)
    want(results[0]["reason"] == "input" and results[0]["property"]["kind"] == "invariant", ran.stdout)
    text = beeline("check", path).stdout
    want("satisfied: A[] counter == 0" in text and "has an error (property: A[] conter == 0)" in text, text)
    want(beeline("check", path, "--property", "2").returncode == 0, "the other query alone")
    want("did you mean 'counter'?" in beeline("info", path).stdout, "info")
    violated = write(folder, "v.xta", UPPAAL + "query { A[] conter == 0 }\nquery { A[] not Train(0).critical }\n")
    ran = beeline("check", violated)
    want(ran.returncode == 10 and "unknown name 'conter'" in ran.stderr, "%d %s" % (ran.returncode, ran.stderr))


def names_of_the_model_itself(folder):
    line = "int y = 1; void f() { counetr = 2; } process Q() { state s; init s; trans s -> s { assign f(); }; } system Q;"
    path = write(folder, "m.xta", "int counter;\n%s\n" % line)
    expect(beeline("check", path, "A[] true"), line, "counetr", "counter")


def tchecker_names(folder):
    path = write(folder, "m.tck", TCHECKER)
    expect(beeline("check", path, "labels=finishd"), "labels=finishd", "finishd", "finished")
    expect(beeline("check", path, "labels=finished,finishde"), "labels=finished,finishde", "finishde", "finished")
    expect(beeline("check", path, "--invariant", "coutn < 2"), "coutn < 2", "coutn", "count")
    expect(beeline("check", path, "--invariant", "count < 2 && P.strat"), "count < 2 && P.strat", "strat", "start")
    expect(beeline("check", path, "--invariant", "Q.start"), "Q.start", "Q.start", "P.start")
    wrong = write(folder, "w.tck", TCHECKER.replace("edge:P:start:end", "edge:P:start:edn"))
    expect(beeline("check", wrong, "labels=finished"), "edge:P:start:edn:go{provided: x==10}", "edn", "end")


def promela_names(folder):
    path = write(folder, "m.pml", PROMELA)
    for text, name, similar in [("conuter < 2", "conuter", "counter"), ("last != requst", "requst", "request"),
                                ("!Sender@strat", "strat", "start"), ("!Sendr@start", "Sendr", "Sender"),
                                ("Sender:snet < 2", "snet", "sent")]:
        expect(beeline("check", path, "--invariant", text), text, name, similar)
    wrong = write(folder, "w.pml", PROMELA.replace("[] (counter", "[] (cuonter"))
    expect(beeline("check", wrong), "ltl always { [] (cuonter < 2) }", "cuonter", "counter")


def names_of_formulas(folder):
    path = write(folder, "m.pml", PROMELA)
    ran = beeline("check", path, "--ltl", "alwyas")
    want(ran.returncode == 65 and "no ltl formula 'alwyas'" in ran.stderr, "%d %s" % (ran.returncode, ran.stderr))
    want("did you mean 'always'?" in ran.stderr, ran.stderr)
    ran = beeline("check", path, "--property", "alway")
    want(ran.returncode == 64 and "did you mean 'always'?" in ran.stderr, "%d %s" % (ran.returncode, ran.stderr))


TESTS = [queries_on_the_command_line, queries_in_the_model, queries_in_a_file, other_queries_are_checked,
         names_of_the_model_itself, tchecker_names, promela_names, names_of_formulas]


def main():
    failed = 0
    only = sys.argv[1:]
    for test in TESTS:
        if only and test.__name__ not in only:
            continue
        name = "names: " + test.__name__.replace("_", " ")
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
