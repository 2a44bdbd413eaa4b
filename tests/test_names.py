#!/usr/bin/env python3
"""Misspelled names in properties: an error in the input, with the place of the name and the nearest name."""
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent / "tools"))
from program import beeline, run, want, write  # noqa: E402

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


def expect(ran, text, name, similar):
    """An error in the line `text`, with the caret below the name."""
    column = text.rindex(name)
    caret = "%s\n%s^\n" % (text, " " * column)
    want(ran.status == 65, "exit status %d for %s" % (ran.status, text))
    want(":%d: error: " % (column + 1) in ran.err and caret in ran.err, "%s: %s" % (text, ran.err))
    want("'%s'" % name in ran.err or "'%s(" % name in ran.err, ran.err)
    want("not supported" not in ran.err + ran.out, ran.err)
    hint = "hint: did you mean '%s'?" % similar
    want(hint in ran.err if similar else "did you mean" not in ran.err, "%s: %s" % (text, ran.err))


def queries_on_the_command_line(folder):
    path = write(folder, UPPAAL, "m.xta")
    for text, name, similar in QUERIES:
        expect(beeline("check", path, text), text, name, similar)


def queries_in_the_model(folder):
    for text, name, similar in QUERIES:
        path = write(folder, UPPAAL + "query { %s }\n" % text, "m.xta")
        expect(beeline("check", path), "query { %s }" % text, name, similar)


def queries_in_a_file(folder):
    path = write(folder, UPPAAL, "m.xta")
    for text, name, similar in QUERIES:
        expect(beeline("check", path, write(folder, "A[] true\n%s\n" % text, "other.q")), text, name, similar)


def other_queries_are_checked(folder):
    path = write(folder, UPPAAL + "query { A[] conter == 0 }\nquery { A[] counter == 0 }\nquery { E[] x >= 0 }\n", "m.xta")
    ran = beeline("check", path, "--json")
    results = ran.results()
    want(ran.status == 65, "exit status %d" % ran.status)
    want([r["verdict"] for r in results][:2] == ["undecided", "satisfied"], ran.out)
    want(results[0]["reason"] == "input" and results[0]["property"]["kind"] == "invariant", ran.out)
    text = beeline("check", path).out
    want("satisfied: A[] counter == 0" in text and "has an error (property: A[] conter == 0)" in text, text)
    want(beeline("check", path, "--property", "2").status == 0, "the other query alone")
    want("did you mean 'counter'?" in beeline("info", path).out, "info")
    violated = write(folder, UPPAAL + "query { A[] conter == 0 }\nquery { A[] not Train(0).critical }\n", "v.xta")
    ran = beeline("check", violated)
    want(ran.status == 10 and "unknown name 'conter'" in ran.err, "%d %s" % (ran.status, ran.err))


def names_of_the_model_itself(folder):
    line = "int y = 1; void f() { counetr = 2; } process Q() { state s; init s; trans s -> s { assign f(); }; } system Q;"
    path = write(folder, "int counter;\n%s\n" % line, "m.xta")
    expect(beeline("check", path, "A[] true"), line, "counetr", "counter")


def tchecker_names(folder):
    path = write(folder, TCHECKER, "m.tck")
    expect(beeline("check", path, "labels=finishd"), "labels=finishd", "finishd", "finished")
    expect(beeline("check", path, "labels=finished,finishde"), "labels=finished,finishde", "finishde", "finished")
    expect(beeline("check", path, "--invariant", "coutn < 2"), "coutn < 2", "coutn", "count")
    expect(beeline("check", path, "--invariant", "count < 2 && P.strat"), "count < 2 && P.strat", "strat", "start")
    expect(beeline("check", path, "--invariant", "Q.start"), "Q.start", "Q.start", "P.start")
    wrong = write(folder, TCHECKER.replace("edge:P:start:end", "edge:P:start:edn"), "w.tck")
    expect(beeline("check", wrong, "labels=finished"), "edge:P:start:edn:go{provided: x==10}", "edn", "end")


def promela_names(folder):
    path = write(folder, PROMELA)
    for text, name, similar in [("conuter < 2", "conuter", "counter"), ("last != requst", "requst", "request"),
                                ("!Sender@strat", "strat", "start"), ("!Sendr@start", "Sendr", "Sender"),
                                ("Sender:snet < 2", "snet", "sent")]:
        expect(beeline("check", path, "--invariant", text), text, name, similar)
    wrong = write(folder, PROMELA.replace("[] (counter", "[] (cuonter"), "w.pml")
    expect(beeline("check", wrong), "ltl always { [] (cuonter < 2) }", "cuonter", "counter")


def names_of_formulas(folder):
    path = write(folder, PROMELA)
    ran = beeline("check", path, "--ltl", "alwyas")
    want(ran.status == 65 and "no ltl formula 'alwyas'" in ran.err, "%d %s" % (ran.status, ran.err))
    want("did you mean 'always'?" in ran.err, ran.err)
    ran = beeline("check", path, "--property", "alway")
    want(ran.status == 64 and "did you mean 'always'?" in ran.err, "%d %s" % (ran.status, ran.err))


TESTS = [queries_on_the_command_line, queries_in_the_model, queries_in_a_file, other_queries_are_checked,
         names_of_the_model_itself, tchecker_names, promela_names, names_of_formulas]

run("names", TESTS)
