#!/usr/bin/env python3
"""Safety properties that are no invariants, as claims: every search for errors and every estimate answers them over the product."""
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent / "tools"))
from program import beeline, run, want, write  # noqa: E402

# The numbers of steps to the errors follow from the model: 2 for each x++ with its guard.
MODEL = """byte x; bool p, q
active proctype A() {
  do
  :: x < 9 -> x++
  :: x == 4 && !p -> p = true
  :: p && x == 6 -> q = true
  :: x == 9 -> break
  od
}
active proctype B() { bit y; do :: x < 9 -> y = 1 - y :: x == 9 -> break od }
"""
# formula: the number of steps of a shortest violation; None = it holds
FORMULAS = {
    "[] (p -> [] !q)": 16, "! <> (p && <> q)": 16, "x < 3 W p": 6, "x < 5 W p": 10, "[] (x == 3 -> X (x == 3))": 8,
    "[] (q -> [] p)": None, "! <> (q && <> (x == 5))": None, "(x <= 6) W (x == 7 || q)": None, "(x < 3) W false": 6,
    "[] (p || x < 9) && (!q W p)": 18, "!q W p": None, "[] (x == 9 -> X X X (x < 9))": 21,
    "[] (x == 9 -> X X X X X X X X (x < 9))": 22,  # both processes have ended by then: the claim goes on alone
}
OPTIMAL = ("bfs", "dijkstra", "astar", "idastar", "bfhs", "frontier", "dfbnb")
OTHERS = ("dfs", "wastar", "greedy", "kbest", "beam", "hill", "ehc")
ESTIMATES = ("zero", "dl", "du", "formula", "active", "hl", "hu", "add", "ff", "cg")
UNGUIDED = ("bfs", "dfs", "dijkstra")
NEVER = """
never {
  do
  :: true
  :: p -> break
  od;
  do
  :: !q
  :: q -> break
  od
}
"""


def check(path, formula, *options):
    return beeline("check", path, formula, "--json", *options)


def judge(ran, formula, length, is_shortest):
    result = ran.result()
    if length is None:
        ran.expect(0)
        want(result["verdict"] == "satisfied", "%s: %s" % (formula, result["verdict"]))
        return
    ran.expect(10)
    trace = result["trace"]
    want(result["verdict"] == "violated" and trace["replayed"], "%s: %s" % (formula, result))
    want(trace["length"] == length if is_shortest else trace["length"] >= length, "%s: %s steps" % (formula, trace["length"]))
    want(trace["loop"] is None, "%s: a loop" % formula)
    want(trace["shortest"] or not is_shortest, "%s: not said to be a shortest one" % formula)


def every_search_agrees(folder):
    path = write(folder, MODEL)
    for formula, length in FORMULAS.items():
        for search in OPTIMAL + OTHERS:
            if search == "hill" and length is None:
                continue
            estimate = () if search in UNGUIDED else ("--heuristic", "hl")
            judge(check(path, formula, "--search", search, *estimate), formula, length, search in OPTIMAL)


def every_estimate_agrees(folder):
    path = write(folder, MODEL)
    for formula, length in FORMULAS.items():
        for estimate in ESTIMATES:
            judge(check(path, formula, "--search", "greedy", "--heuristic", estimate), formula, length, False)
            judge(check(path, formula, "--search", "dfbnb", "--heuristic", estimate), formula, length, True)


def estimates_know_what_the_claim_waits_for(folder):
    path = write(folder, MODEL)
    for estimate in ("dl", "du", "formula", "hl", "hu", "add", "ff", "cg"):
        found = check(path, "[] (p -> [] !q)", "--search", "greedy", "--heuristic", estimate).result()
        want(found["stats"]["h_initial"] > 0, "%s says nothing" % estimate)


def auto_and_its_aims(folder):
    path = write(folder, MODEL)
    for formula, length in FORMULAS.items():
        judge(check(path, formula), formula, length, True)
        judge(check(path, formula, "--shortest"), formula, length, True)
        judge(check(path, formula, "--first"), formula, length, False)


def invariants_as_claims(folder):
    """The same property, recognised as an invariant and not."""
    path = write(folder, MODEL)
    for value in range(10):
        plain = beeline("check", path, "--invariant", "x != %d" % value, "--json", "--search", "bfs").result()
        for search in OPTIMAL:
            estimate = () if search in UNGUIDED else ("--heuristic", "hl")
            claim = check(path, "(x != %d) W (x > 20)" % value, "--search", search, *estimate).result()
            want(claim["trace"]["length"] == plain["trace"]["length"], "%s, %d: %s" % (search, value, claim["trace"]))


def claims_that_only_end(folder):
    path = write(folder, MODEL + NEVER)
    for search in OPTIMAL + OTHERS:
        estimate = () if search in UNGUIDED else ("--heuristic", "ff") if search in OTHERS else ("--heuristic", "hl")
        ran = beeline("check", path, "--property", "never", "--json", "--search", search, *estimate)
        judge(ran, "never", 16, search in OPTIMAL)


def traces_are_made_shorter(folder):
    path = write(folder, MODEL)
    formula, long = "[] (p -> [] !q)", Path(folder) / "long.itf.json"
    found = check(path, formula, "--search", "dfs", "--trace", "itf=%s" % long).result()
    want(found["trace"]["length"] > 16, "dfs finds a shortest trace by itself: %s" % found["trace"])
    for options in ([], ["--heuristic", "fsm"], ["--heuristic", "hamming"]):
        ran = beeline("shorten", path, long, formula, "--json", *options).expect(10)
        want(ran.result()["trace"]["length"] == 16, "%s: %s" % (options, ran.result()["trace"]))


if __name__ == "__main__":
    run("directed", [every_search_agrees, every_estimate_agrees, estimates_know_what_the_claim_waits_for, auto_and_its_aims,
                     invariants_as_claims, claims_that_only_end, traces_are_made_shorter])
