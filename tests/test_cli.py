#!/usr/bin/env python3
"""The command line as scripts see it: options, exit statuses, the JSON document, help, list, messages, signals."""
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent / "tools"))
from program import BEELINE, ROOT, beeline, ended, run, start, want, write  # noqa: E402

MODELS = ROOT / "models"

# The assertion always holds, but the state space is too large to show it.
ENDLESS = """
int a, b, c
active proctype A() { do :: a++ od }
active proctype B() { do :: b++ od }
active proctype C() { do :: c++; assert(a + b + c - c == a + b) od }
"""
GOOD = "byte x\nactive proctype P() { x = 1; assert(x == 1) }\n"
BAD = "byte x\nactive proctype P() { x = 1; assert(x == 2) }\n"
STUCK = "byte x\nactive proctype P() { x == 1 }\n"
BOTH = "byte x\nactive proctype P() { x = 1; assert(x == 2); x == 7 }\n"
CLAIMED = "byte x\nactive proctype P() { x = 1 }\nltl p { [] (x == 0) }\n"


def verdicts(folder):
    beeline("check", write(folder, GOOD)).expect(0, "satisfied")
    beeline("check", write(folder, BAD)).expect(10, "violated", "assert")
    beeline("check", write(folder, STUCK)).expect(10, "violated", "invalid end state")
    beeline("check", write(folder, ENDLESS), "--max-states", 1000).expect(20, "undecided", "1,000 states")
    beeline("check", write(folder, ENDLESS), "--time-limit", "0.3").expect(21, "undecided", "time limit of 0.3 s")
    beeline("check", write(folder, ENDLESS), "--memory-limit", "4M").expect(22, "undecided", "memory")


def first_line_is_the_verdict(folder):
    out = beeline("check", write(folder, STUCK)).out
    want(out.startswith("violated: "), out[:80])
    want(beeline("check", "-q", write(folder, STUCK)).out.count("\n") == 1, "--quiet prints more than a line")
    want("bytes per state" in beeline("check", "-v", write(folder, STUCK)).out, "--verbose prints no more")
    want("\033" not in out, "colour in a pipe")
    want("\033[" in beeline("check", "--color=always", write(folder, STUCK)).out, "no colour with --color=always")


SHAPE = {
    "property": {"kind": str, "name": str, "text": str, "location": (str, type(None))},
    "verdict": str,
    "reason": (str, type(None)),
    "error": {"kind": str, "message": str, "location": (str, type(None))},
    "trace": {"length": int, "cost": int, "shortest": bool, "replayed": bool, "loop": type(None), "time": type(None),
              "initial": dict, "steps": list},
    "search": {"search": str, "heuristic": str, "store": str, "reduce": list},
    "stats": {"expanded": int, "red": int, "generated": int, "stored": int, "reopened": int, "duplicates": int, "h_initial": int,
              "max_depth": int, "load_s": float, "prepare_s": float, "search_s": float, "total_s": float,
              "memory_bytes": int, "bytes_per_state": float, "census": (int, type(None))},
}


def match(shape, value, where):
    if isinstance(shape, dict):
        want(isinstance(value, dict), "%s is %r" % (where, value))
        want(set(shape) == set(value), "%s has %s" % (where, sorted(set(shape) ^ set(value))))
        for key in shape:
            match(shape[key], value[key], where + "." + key)
    else:
        want(isinstance(value, shape), "%s is %r" % (where, value))


def json_document(folder):
    path = write(folder, STUCK)
    ran = beeline("check", path, "--json").expect(10)
    document = ran.json()
    want(set(document) == {"beeline", "model", "language", "results", "diagnostics"}, sorted(document))
    want((document["model"], document["language"]) == (str(path), "promela"), document)
    match(SHAPE, document["results"][-1], "result")
    result = document["results"][-1]
    want(result["error"]["kind"] == "deadlock", result["error"])
    want(result["error"]["location"] == "%s:2" % path, result["error"])
    want(result["trace"]["replayed"] and result["trace"]["shortest"], result["trace"])
    want(result["stats"]["census"] is None, "a census without --census")


def json_satisfied(folder):
    result = beeline("check", write(folder, GOOD), "--json").expect(0).result()
    want((result["verdict"], result["reason"], result["error"], result["trace"]) == ("satisfied", None, None, None), result)


def json_undecided(folder):
    for option, value, reason, status in (("--max-states", "99", "states", 20), ("--time-limit", "0.2", "time", 21),
                                          ("--memory-limit", "4M", "memory", 22)):
        result = beeline("check", write(folder, ENDLESS), "--json", option, value).expect(status).result()
        want((result["verdict"], result["reason"]) == ("undecided", reason), result)
        want(result["error"] is None and result["trace"] is None, result)
        want(result["stats"]["stored"] > 0, result["stats"])


def json_of_a_bad_model(folder):
    ran = beeline("check", write(folder, "active proctype P() { x = }\n"), "--json").expect(65, "m.pml:1:")
    want([(r["verdict"], r["reason"], r["property"]) for r in ran.json()["results"]] == [("undecided", "input", None)], ran.out)
    want(ran.json()["diagnostics"][0]["line"] == 1, ran.out)
    want(re.match(r".*m\.pml:1:\d+: error: ", ran.err), ran.err)


def properties(folder):
    path = write(folder, BOTH)
    for name, kind in (("assert", "assertion"), ("deadlock", "deadlock"), ("safety", "assertion")):
        result = beeline("check", path, "--json", "--property", name).expect(10).result()
        want(result["error"]["kind"] == kind, "%s gives %s" % (name, result["error"]))
    both = beeline("check", path, "--json", "--property", "assert", "--property", "deadlock").expect(10).json()["results"]
    want([r["property"]["kind"] for r in both] == ["assertion", "deadlock"], both)
    beeline("check", path, "--property", "nonsense").expect(64, "nonsense")
    beeline("check", path, "--property", "99").expect(64, "99")


def invariants(folder):
    path = write(folder, "byte x\nactive proctype P() { do :: x < 9 -> x++ :: else -> break od }\n")
    beeline("check", path, "--invariant", "x <= 9").expect(0, "satisfied: x <= 9")
    result = beeline("check", path, "--invariant", "x != 4", "--json").expect(10).result()
    want(result["error"]["kind"] == "invariant" and result["property"]["text"] == "x != 4", result)
    want(result["trace"]["length"] == 8, result["trace"])
    beeline("check", path, "--invariant", "x <").expect(65, "error:")
    beeline("check", path, "--invariant", "y == 1").expect(65, "y")
    path = write(folder, "hidden byte x; hidden byte read; byte y; init { x = 1; read = 2; y = read }")
    beeline("check", path, "--invariant", "x == 0").expect(65, "'x' is hidden")  # it has no value in a state
    beeline("check", path, "--invariant", "read == 0").expect(10, "violated")


def census(folder):
    def counted(text, status):
        return beeline("check", write(folder, text), "--json", "--census").expect(status).result()

    good = counted(GOOD, 0)
    want(good["stats"]["census"] == good["stats"]["stored"] == 4, good["stats"])
    want(good["verdict"] == "satisfied", good)
    bad = counted(BAD, 0)
    want((bad["verdict"], bad["reason"], bad["trace"]) == ("undecided", "incomplete", None), bad)
    want(bad["stats"]["census"] == 4, bad["stats"])
    inside = counted("byte x\nactive proctype P() { atomic { x = 1; x = 2; x = 3 } }\n", 0)["stats"]
    want(inside["census"] == inside["stored"] == 3, inside)
    want(counted(STUCK, 0)["reason"] == "incomplete", "a deadlock is passed silently")
    for option in (["--first"], ["--shortest"], ["--trace", "text"], ["--property", "assert"], ["--invariant", "true"]):
        beeline("check", write(folder, GOOD), "--census", *option).expect(64, "--census")


def defines(folder):
    path = write(folder, "byte x = N\nactive proctype P() { assert(x == 3) }\n")
    beeline("check", path, "-DN=3").expect(0)
    beeline("check", "-D", "N=4", path).expect(10)
    beeline("check", "-DN=4", path, "-UN", "-DN=3").expect(0)
    Path(folder, "sub").mkdir()
    Path(folder, "sub", "n.h").write_text("#define N 3\n")
    beeline("check", "-I", Path(folder, "sub"), write(folder, '#include "n.h"\n' + path.read_text(), "i.pml")).expect(0)
    beeline("check", path, "-D").expect(64, "argument")
    beeline("check", path, "-D=4").expect(64, "NAME")


def unhonoured_options(folder):
    path = write(folder, GOOD)
    for options, texts in ((["--search", "nosuch"], ["nosuch", "bfs"]), (["--store", "nosuch"], ["nosuch", "hash"]),
                           (["--heuristic", "nosuch"], ["nosuch", "zero"]), (["--reduce", "nosuch"], ["nosuch", "por"]),
                           (["--reduce", "por", "--shortest"], ["por", "--shortest"]), (["--reduce", "por", "--census"], ["por", "--census"]),
                           (["--search", "bfs:x=1"], ["bfs", "'x'"]), (["--search", "auto:x=1"], ["auto"]), (["--search", "wastar:w=x"], ["wastar", "'w'", "number"]),
                           (["--search", "bfs", "--heuristic", "dl"], ["bfs", "dl"]), (["--heuristic", "fsm"], ["fsm", "known"]),
                           (["--search", "beam", "--heuristic", "hu+dl"], ["beam", "hu+dl"]), (["--search", "dfs", "--shortest"], ["dfs", "--shortest"]),
                           (["--threads", "1"], ["no option --threads"]), (["--search", "dfs", "--seed", "1"], ["dfs", "--seed"]),
                           (["--first", "--shortest"], ["--first", "--shortest"]), (["--trace", "nosuch"], ["nosuch", "text"]),
                           (["--json", "--trace", "text"], ["--json", "--trace"])):
        beeline("check", path, *options).expect(64, *texts)
    beeline("check", path, "--reduce", "none", "--store", "hash", "--heuristic", "zero", "--search", "bfs").expect(0)


def usage_errors(folder):
    path = write(folder, GOOD)
    beeline().expect(64, "check")
    beeline("nosuch").expect(64, "nosuch", "check")
    beeline("check").expect(64)
    beeline("info", path, "more").expect(64, "more")
    beeline("check", path, "--serach", "bfs").expect(64, "did you mean --search")
    beeline("check", path, "--nosuch").expect(64, "--nosuch")
    beeline("check", path, "-x").expect(64, "-x")
    beeline("check", path, "--search").expect(64, "argument")
    beeline("check", path, "--json=yes").expect(64, "--json")
    beeline("list", "--search", "bfs").expect(64, "list", "--search")
    for option, value in (("--time-limit", "soon"), ("--time-limit", "-1"), ("--time-limit", "nan"), ("--memory-limit", "1X"),
                          ("--memory-limit", "99999999999G"), ("--max-states", "0"), ("--max-states", "1e3"),
                          ("--seed", "none"), ("--color=x", "list")):
        beeline("check", path, option, value).expect(64)


def option_forms(folder):
    path = write(folder, ENDLESS)
    for form in (["--max-states=50"], ["--max-states", "50"], ["--max", "50"]):
        beeline("check", path, *form).expect(20)
        beeline("check", *form, "--", path).expect(20)
    beeline("check", "--memory-limit=4096k", path).expect(22)
    beeline("check", "-", input=BAD).expect(10)


def searches(folder):
    path = MODELS / "telephone.pml"
    lengths = {}
    for options in ([], ["--search", "bfs"], ["--shortest"], ["--search", "bfs", "--first", "--reduce", "none"]):
        trace = beeline("check", path, "--json", *options).expect(10).result()["trace"]
        want(trace["shortest"], trace)
        lengths[trace["length"]] = True
    want(len(lengths) == 1, "shortest traces of different lengths: %s" % lengths)
    for options in (["--first"], ["--search", "dfs"], ["--search", "greedy", "--heuristic", "active"]):
        result = beeline("check", path, "--json", *options).expect(10).result()
        want(result["search"]["search"] == (options + ["bfs"])[1] and result["trace"]["length"] >= min(lengths), result)


def shorten(folder):
    path, long, short = MODELS / "philosophers.pml", Path(folder, "long.trail"), Path(folder, "short.trail")
    shortest = beeline("check", path, "--json", "--shortest").expect(10).result()["trace"]["length"]
    given = beeline("check", path, "--json", "--search", "dfs", "--trace", "trail=%s" % long).expect(10).result()["trace"]["length"]
    want(given > shortest, "depth-first search gave %s steps, as short as can be" % given)
    for options in ([], ["--heuristic", "fsm"], ["--heuristic", "hamming"], ["--search", "wastar:w=2", "--heuristic", "fsm"]):
        ran = beeline("shorten", path, long, "--json", "--trace", "trail=%s" % short, *options).expect(10)
        length = ran.result()["trace"]["length"]
        want(shortest <= length < given, "%s: %s steps of %s, shortest %s" % (options, length, given, shortest))
        want(beeline("replay", path, short, "--json").expect(10).result()["trace"]["length"] == length, "does not replay")
    lines = beeline("shorten", path, long).expect(10).lines
    want(lines[0].startswith("violated: ") and any(line.startswith("shorter: %d steps" % shortest) for line in lines), lines[0])
    beeline("shorten", path, long, "--heuristic", "dl").expect(64, "dl", "hamming")
    beeline("shorten", path, long, "--search", "bfs").expect(64, "bfs")
    beeline("shorten", path, Path(folder, "nosuch")).expect(74)
    fine = Path(folder, "fine.itf.json")
    beeline("check", path, "false", "--search", "dfs", "--trace", "itf=%s" % fine).expect(10)
    beeline("shorten", path, fine).expect(65, "no error")
    beeline("shorten", path, fine, "--invariant", "false").expect(10, "0 steps")
    beeline("shorten", path, long, "--property", "deadlock").expect(10, "%d steps" % shortest)
    beeline("shorten", path, long, "--property", "safety").expect(10, "%d steps" % shortest)
    beeline("shorten", path, long, "--property", "assert").expect(65, "does not answer the question")
    beeline("shorten", path, long, "--invariant", "nosuch").expect(65, "nosuch")
    beeline("shorten", path, path).expect(65)


def filtered(folder):
    # The steps of Q and R are not needed for the error.
    path, trail = write(folder, """
byte x, y, z
active proctype P() { x = 1; assert(x == 2) }
active proctype Q() { y = 1; y = 2; y = 3; y = 4 }
active proctype R() { z = 1; atomic { z = 2; z = 3 }; z = 4 }
"""), Path(folder, "long.trail")
    beeline("check", path, "--search", "dfs", "--reduce", "none", "--trace", "trail=%s" % trail).expect(10)
    given = beeline("replay", path, trail, "--json").result()["trace"]["length"]
    want(given > 2, "the trace is as short as can be")
    ran = beeline("shorten", path, trail, "--json", "--heuristic", "hamming").expect(10).result()
    want(ran["trace"]["length"] == 2, ran["trace"])


def any_time(folder):
    path = write(folder, PHILOSOPHERS)
    ran = beeline("check", path, "-v").expect(10)
    lines = ran.lines
    want(lines[0].startswith("violated: "), lines[0])
    proofs = [line for line in lines if line.startswith("trace ") and line.split(" (")[0].endswith("proved shortest")]
    want(len(proofs) == 1 or lines[0].endswith("shortest"), "no proof: %s" % lines[0])
    for word in ("bfs", "greedy"):
        want("auto: %s" % word in ran.err, "-v does not explain %s: %s" % (word, ran.err))
    quick = beeline("check", path, "--json", "--first").expect(10).result()["trace"]["length"]
    best = beeline("check", path, "--json").expect(10).result()["trace"]
    want(best["shortest"] and best["length"] <= quick, "%s, at first %s" % (best, quick))
    # The time limit stops the search for shorter traces; the verdict stays, with the reason.
    limited = beeline("check", path, "-DN=40", "--json", "--time-limit", "3").expect(10).result()
    want(limited["verdict"] == "violated" and not limited["trace"]["shortest"] and limited["reason"] == "time", limited)


PHILOSOPHERS = """
#ifndef N
#define N 11
#endif
chan fork[N] = [1] of {bit};
active [N] proctype philosopher() {
  fork[_pid]!1;
  do
  :: fork[_pid]?_ -> fork[(_pid + 1) % N]?_ -> fork[_pid]!1; fork[(_pid + 1) % N]!1
  od
}
"""

# Three traces to the error, of 2, 3 and 4 steps.
WAYS = """
byte x
active proctype P() {
  if
  :: x = 1
  :: x = 2; x = 5
  :: x = 3; x = 6; x = 7
  fi;
  assert(x == 0)
}
"""


def costs(folder):
    path, weights = write(folder, WAYS), Path(folder, "w")
    weights.write_text("# the short trace is expensive\n\nP: x = 1   9\nP: x = [25] 3\n*: x = *  4\n")
    for cost, expected, length in (("sum", 7, 3), ("max", 3, 3), ("min", 1, 2)):
        trace = beeline("check", path, "--json", "--cost", cost, "--weights", weights).expect(10).result()["trace"]
        want((trace["cost"], trace["length"]) == (expected, length), "%s: %s" % (cost, trace))
        want(trace["counted"] == cost and trace["cheapest"] and not trace["shortest"], trace)
    beeline("check", path, "--weights", weights).expect(10, "3 steps, sum 7, cheapest", "search dijkstra")
    weights.write_text("*x = 1 0.25\r\n*x = [23] 0.5\n*x = 5 0.4\n*x = 6 1\n")
    for cost, expected, length in (("probability", 0.5, 4), ("fuzzy", 0.5, 4)):
        trace = beeline("check", path, "--json", "--cost", cost, "--weights", weights).expect(10).result()["trace"]
        want((trace["cost"], trace["length"]) == (expected, length), "%s: %s" % (cost, trace))
    weights.write_text("*x = 1 3,9\n*x = [25] 2,5\n*x = 3 2,8\n*x = [67] 1,1\n*assert* 0,2\n")
    trace = beeline("check", path, "--json", "--cost", "lex:sum,max", "--weights", weights).expect(10).result()["trace"]
    want(trace["cost"] == [3, 9] and trace["length"] == 2, trace)
    weights.write_text("*x = 1 4,9\n*x = [25] 2,5\n*x = 3 2,8\n*x = [67] 1,1\n*assert* 0,2\n")
    trace = beeline("check", path, "--json", "--cost", "lex:sum,max", "--weights", weights).expect(10).result()["trace"]
    want(trace["cost"] == [4, 5] and trace["length"] == 3, trace)
    beeline("check", write(folder, GOOD, "good.pml"), "--cost", "max").expect(0)
    plain = beeline("check", path, "--json", "--cost", "sum", "--search", "bfs").expect(10).result()["trace"]
    want(plain["cost"] == plain["length"] == 2 and plain["shortest"] and "counted" not in plain, plain)


def wrong_costs(folder):
    path, weights = write(folder, WAYS), Path(folder, "w")
    weights.write_text("P: x = 1 2\n")
    for options, texts in ((["--cost", "nosuch"], ["nosuch", "sum", "probability"]), (["--cost", "lex:sum"], ["two"]),
                           (["--cost", "lex:min,sum"], ["not isotone", "(4,2)", "(3,1)", "(3,3) and (3,2)"]),
                           (["--cost", "max", "--search", "bfs"], ["bfs", "--cost max", "dijkstra"]),
                           (["--weights", weights, "--search", "dfs"], ["dfs", "--weights"]),
                           (["--cost", "max", "--shortest"], ["--cost max", "--shortest"]),
                           (["--cost", "max", "--reduce", "por"], ["--cost max", "por"])):
        beeline("check", path, *options).expect(64, *texts)
    for text, cost, where, what in (("P: x = 1 -2\n", "sum", "1:10", "whole number"), ("\nx 1.5\n", "sum", "2:3", "whole number"),
                                    ("x 2", "probability", "1:3", "from 0 to 1"), ("x nan", "max", "1:3", "from 0"),
                                    ("#\n  7\n", "sum", "2:3", "pattern and a weight"), ("x 1z\n", "max", "1:4", "after the weight"),
                                    ("x 1\n", "lex:sum,max", "1:4", "two weights"), ("x 1,1,1", "lex:sum,max", "1:6", "after the weight"),
                                    ("x 1,x", "lex:sum,max", "1:5", "from 0")):
        weights.write_text(text)
        beeline("check", path, "--cost", cost, "--weights", weights).expect(65, "%s:%s: error" % (weights, where), what)
    weights.write_bytes(b"x 1\0")
    beeline("check", path, "--weights", weights).expect(65, str(weights), "not a text")
    weights.write_text("Q: * 2\n")
    beeline("check", path, "--weights", weights).expect(10, "%s:1:1: warning" % weights, "'Q: *'")
    beeline("check", path, "--weights", Path(folder, "nosuch")).expect(74, "nosuch")
    beeline("check", path, "--weights", folder).expect(74, "directory")


def narrow_searches(folder):
    path = write(folder, ENDLESS.replace("int", "byte").replace("a++", "a++; assert(a != 9)"))
    good = write(folder, "byte a, b\nactive proctype A() { do :: a < 9 -> a++ od }\nactive proctype B() { do :: b < 9 -> b++ od }\n",
                 "good.pml")
    for search in ("beam:k=2", "beam:k=2,width=flexible", "ehc", "hill"):
        beeline("check", path, "--heuristic", "zero", "--property", "assert", "--search", search).expect(10, "violated")
    for search, status in (("beam:k=2", 0), ("beam:k=2,broaden=no", 20), ("beam:k=1000,broaden=no", 0), ("ehc", 0), ("hill", 20)):
        ran = beeline("check", good, "--heuristic", "zero", "--property", "assert", "--search", search).expect(status)
        want(status == 0 or "did not visit all states" in ran.out, ran.out)
    beeline("check", good, "--heuristic", "zero", "--search", "hill", "--seed", 7, "--property", "assert").expect(20)
    beeline("check", good, "--search", "beam:k=0").expect(64, "k", "1")
    beeline("check", good, "--heuristic", "zero", "--search", "hill", "--census").expect(64, "hill", "--census")


def trace_files(folder):
    path = write(folder, BAD)
    trail, itf = Path(folder, "t.trail"), Path(folder, "t.itf.json")
    beeline("check", path, "--trace", "trail=%s" % trail, "--trace", "itf=%s" % itf, "--json").expect(10)
    for name in (trail, itf):
        ran = beeline("replay", path, name, "--json").expect(10)
        want(ran.result()["error"]["kind"] == "assertion" and ran.result()["trace"]["replayed"], ran.out)
        beeline("replay", path, name).expect(10, "replayed: 2 steps")
        beeline("convert", path, name, "--to", "itf", "-o", Path(folder, "again.json")).expect(0)
        want(Path(folder, "again.json").read_text() == itf.read_text(), "the converted trace of %s differs" % name)
    out = beeline("convert", path, itf, "--to", "trail").expect(0).out
    want(out == trail.read_text(), out)
    beeline("convert", path, itf).expect(64, "--to")
    beeline("convert", path, "--to", "trail").expect(64, "trace")
    ran = beeline("check", path, "--trace", "trail").expect(10)
    want("violated" in ran.err and ran.out == trail.read_text(), "a trail does not stand alone on the output: %s" % ran.out)
    stuck = write(folder, "active proctype P() { false }\n", "stuck.pml")
    beeline("check", stuck, "--trace", "trail=%s" % trail).expect(10)
    want(trail.read_text() == "", "an error at the start has steps: %s" % trail.read_text())
    want(beeline("replay", stuck, trail, "--json").expect(10).result()["error"]["kind"] == "deadlock", "an empty trail")


def false_traces(folder):
    path = write(folder, BAD)
    trail = Path(folder, "t.trail")
    beeline("check", path, "--trace", "trail=%s" % trail).expect(10)
    other = write(folder, "byte x\nactive proctype P() { x == 1; x = 1; assert(x == 2) }\n", "other.pml")
    beeline("replay", other, trail).expect(65, "error:")
    beeline("replay", path, write(folder, "what is this", "no.trail")).expect(65, "error:")
    beeline("replay", path, Path(folder, "missing.trail")).expect(74, "missing.trail")


def unwritable(folder):
    path = write(folder, BAD)
    beeline("check", path, "--trace", "trail=%s/no/such/t" % folder).expect(74, "no/such/t")
    beeline("check", path, "--trace", "trail=%s" % folder).expect(74, "directory")
    if os.path.exists("/dev/full"):
        beeline("check", path, "--trace", "trail=/dev/full").expect(10, "/dev/full", "violated")
        with open("/dev/full", "w") as full:
            for arguments in (["list"], ["--help"], ["info", path]):
                beeline(*arguments, stdout=full).expect(74, "error:")
    closed = subprocess.run("%s check %s >&-" % (BEELINE, path), shell=True, stderr=subprocess.PIPE, text=True)
    want(closed.returncode == 10 and "violated" in closed.stderr, "closed output: exit %d" % closed.returncode)
    reader, writer = os.pipe()
    os.close(reader)
    ran = beeline("check", path, stdout=writer)
    os.close(writer)
    want(ran.status == 10 and not ran.err, "broken pipe: exit %d, %s" % (ran.status, ran.err))


def unreadable(folder):
    beeline("check", Path(folder, "missing.pml")).expect(65, "missing.pml", "error:")
    beeline("check", folder).expect(65, "directory")
    beeline("check", write(folder, "MODULE main\n", "m.smv")).expect(24, "SMV")
    beeline("check", write(folder, "mdp\nmodule m endmodule\n", "m.pm")).expect(24, "PRISM")
    beeline("check", write(folder, GOOD, "m.pm")).expect(0)
    beeline("check", write(folder, GOOD, "m.txt")).expect(0)
    beeline("check", write(folder, "hello", "h.txt")).expect(65, "--lang")
    beeline("check", write(folder, GOOD, "m.smv"), "--lang", "promela").expect(0)
    beeline("check", write(folder, GOOD), "--lang", "cobol").expect(64, "cobol")


def signals(folder):
    path = write(folder, ENDLESS)
    for number in (signal.SIGINT, signal.SIGTERM):
        process = start("check", "--json", "--memory-limit", "1G", "--progress", path)
        process.stderr.readline()  # progress: it searches
        sent = time.monotonic()
        process.send_signal(number)
        process.send_signal(number)
        result = ended(process, 30).expect(23).result()
        want((result["verdict"], result["reason"]) == ("undecided", "interrupted"), result)
        want(time.monotonic() - sent < 5, "slow to stop")


def progress(folder):
    ran = beeline("check", write(folder, ENDLESS), "--time-limit", "1.2", "--progress").expect(21)
    want(re.search(r"^[\d,]+ states  [\d,]+/s  open [\d,]+  depth [\d,]+(?:  h \d+ of \d+)?  [\d.]+ \w+  [\d.]+ s$", ran.err, re.M), ran.err)
    want("states  " not in beeline("check", write(folder, ENDLESS), "--time-limit", "1").err, "progress without a terminal")


def info(folder):
    text = "mtype = { a, b }\nchan q = [2] of { mtype, byte }\nchan r = [0] of { bit }\nshort z[4]\n" \
           "active [2] proctype P(byte k) { int y; q!a(k) ; y = 1; z[0] = y }\ninit { run P(3) }\n"
    path = write(folder, text)
    document = beeline("info", "--json", path).expect(0).json()
    processes = {p["name"]: p for p in document["processes"]}
    want(processes["P"]["at_start"] == 2, processes)
    want(document["state_bytes"] > 8, document)
    want({v["name"]: v["cells"] for v in document["variables"]}.get("z") == 4, document["variables"])
    want(sorted(c["capacity"] for c in document["channels"]) == [0, 2], document["channels"])
    beeline("info", path).expect(0, "P: 2 at the start", "rendezvous", "-32768..32767")
    beeline("info", write(folder, CLAIMED)).expect(0, "ltl p")
    beeline("info", write(folder, "x")).expect(65)


def listing(folder):
    document = beeline("list", "--json").expect(0).json()
    want({s["name"] for s in document["searches"]} >= {"auto", "bfs", "dfs"}, document["searches"])
    bfs = next(s for s in document["searches"] if s["name"] == "bfs")
    want(bfs["complete"] and bfs["shortest"], bfs)
    want({f["name"] for f in document["formats"]} >= {"text", "full", "itf", "trail"}, document["formats"])
    want([x["name"] for x in document["languages"]] == ["promela", "uppaal", "tchecker"], document["languages"])
    text = beeline("list").expect(0).out
    for kind in ("searches", "heuristics", "stores", "costs", "languages", "formats"):
        want(kind + ":" in text, "%s is not listed" % kind)
        want(set(beeline("list", kind, "--json").expect(0).json()) == {"beeline", kind}, kind)
    beeline("list", "nosuch").expect(64, "nosuch", "searches")


def names_work(folder):
    document = beeline("list", "--json").json()
    path = write(folder, BAD)
    for kind, option in (("searches", "--search"), ("heuristics", "--heuristic"), ("stores", "--store"), ("costs", "--cost")):
        for row in document[kind]:
            if row.get("for shorten"):
                beeline("check", path, option, row["name"]).expect(64, row["name"], "shorten")
            elif row.get("for cycles"):
                beeline("check", path, option, row["name"]).expect(64, row["name"], "does not support errors")
                beeline("check", path, option, row["name"], "<> (x == 3)").expect(10)
            elif row.get("takes EXPR"):
                beeline("check", path, option, row["name"]).expect(64, row["name"], "expression")
                beeline("check", path, option, row["name"] + ":x").expect(10)
            else:
                beeline("check", path, option, row["name"]).expect(10)
    beeline("check", path, "--lang", "promela").expect(10)
    for row in document["formats"]:
        file = Path(folder, "out." + row["name"])
        if not row.get("untimed"):
            beeline("check", path, "--trace", "%s=%s" % (row["name"], file)).expect(24, "timed", row["name"])
            continue
        beeline("check", path, "--trace", "%s=%s" % (row["name"], file)).expect(10)
        want(file.stat().st_size > 0, "format %s writes nothing" % row["name"])


VERBS = ("check", "replay", "shorten", "info", "compare", "convert", "list", "help")


def help_text(folder):
    text = beeline("--help").expect(0, "Exit status").out
    for verb in VERBS:
        want("\n  %s " % verb in text, "%s is not in --help" % verb)
        own = beeline(verb, "--help").expect(0).out
        want(own.startswith("Examples:\n  beeline %s" % verb), "%s --help does not begin with examples" % verb)
        want(max(map(len, own.splitlines())) <= 120, "%s --help is too wide" % verb)
        want(own == beeline(verb, "-h").out, "-h differs")
    options = beeline("check", "--help").out
    for option in ("search", "heuristic", "store", "reduce", "cost", "weights", "first", "shortest", "census", "property", "invariant", "ltl",
                   "time-limit", "memory-limit", "max-states", "seed", "trace", "json", "color", "progress", "lang"):
        want("--%s" % option in options, "--%s is not in check --help" % option)
    want(beeline("--version").expect(0).out == "beeline %s\n" % beeline("list", "--json").json()["beeline"], "version")


def generated(folder):
    manual = beeline("--generate", "man").expect(0).out
    want(manual.startswith(".TH BEELINE 1") and "\\-\\-time\\-limit" in manual, manual[:100])
    for shell in ("bash", "zsh", "fish"):
        text = beeline("--generate", shell).expect(0).out
        want("memory-limit" in text and "bfs" in text and "convert" in text, "%s completion lacks options" % shell)
        want(re.search(r"por( \w+)* none", text), "%s completion of --reduce lacks the reductions, or none" % shell)
    script = beeline("--generate", "bash").out + """
COMP_WORDS=(beeline check --sea); COMP_CWORD=2; _beeline; echo "${COMPREPLY[@]}"
COMP_WORDS=(beeline check --search dfs); COMP_CWORD=3; _beeline; echo "${COMPREPLY[@]}"
COMP_WORDS=(beeline con); COMP_CWORD=1; _beeline; echo "${COMPREPLY[@]}"
"""
    ran = subprocess.run(["bash", "-c", script], capture_output=True, text=True)
    want(ran.stdout.split("\n")[:3] == ["--search", "dfs", "convert"], ran.stdout + ran.stderr)
    beeline("--generate", "nosuch").expect(64, "nosuch")


def examples(folder):
    for path in sorted(MODELS.glob("*.pml")):
        expected = re.search(r"// expect: (.*)", path.read_text())
        want(expected, "%s says nothing of what is expected" % path.name)
        words = expected.group(1).split()
        result = beeline("check", path, "--json").result()
        want(result["verdict"] == words[0], "%s: %s" % (path.name, result["verdict"]))
        for word in words[1:]:
            key, _, value = word.partition("=")
            if key == "length":
                want(result["trace"]["length"] == int(value), "%s: length %s" % (path.name, result["trace"]["length"]))
            elif key == "shortest":
                want(result["trace"]["shortest"], "%s: not shortest" % path.name)
            elif key == "states":
                states = beeline("check", path, "--json", "--census").expect(0).result()["stats"]["census"]
                want(states == int(value), "%s: %s states" % (path.name, states))
            else:
                want(result["error"]["kind"] == word, "%s: %s" % (path.name, result["error"]))


def fixed_examples(folder):
    for name, option in (("telephone", "-DFIXED"), ("philosophers", "-DPOLITE"), ("buffer", "-DFIXED")):
        beeline("check", MODELS / (name + ".pml"), option).expect(0)


def allocation_failures(folder):
    path = write(folder, BAD)
    seen = set()
    for n in list(range(1, 40)) + list(range(40, 400, 9)):
        ran = beeline("check", path, "--json", env=dict(os.environ, BEELINE_FAIL_ALLOC=str(n)))
        want(ran.status in (10, 22), "allocation %d: exit %d" % (n, ran.status))
        seen.add(ran.status)
        if ran.status == 22:
            want((ran.result()["verdict"], ran.result()["reason"]) == ("undecided", "memory"), ran.out)
    want(22 in seen, "no allocation failed")
    beeline("check", path, env=dict(os.environ, BEELINE_FAIL_ALLOC="1000000000")).expect(10)


API = r"""
#include <beeline.h>
#include <assert.h>
#include <stdlib.h>
#include <string.h>

static beeline_check *made(beeline_model *model, beeline_options options) { return beeline_check_new(model, &options); }

static void count(void *context, const beeline_stats *so_far) {
  beeline_preparation now;
  assert(so_far->stored > 0 || beeline_check_preparing(*(beeline_check **)context, &now));
  beeline_stop(*(beeline_check **)context);
}

int main(int argc, char **argv) {
  assert(argc == 4);
  beeline_model *bad = beeline_load(argv[1], NULL), *endless = beeline_load(argv[2], NULL), *wrong = beeline_load(argv[3], NULL);
  beeline_diagnostic d;
  assert(beeline_model_status(bad) == BEELINE_OK && strcmp(beeline_model_language(bad), "promela") == 0);
  assert(beeline_model_status(wrong) == BEELINE_EXIT_INPUT && beeline_model_diagnostic(wrong, 0, &d) && d.at.line == 1);
  assert(!beeline_check_new(wrong, NULL));

  beeline_check *running = NULL;
  running = made(endless, (beeline_options){.progress = count, .progress_context = &running, .progress_seconds = 0.01});
  beeline_check *first = made(bad, (beeline_options){.aim = BEELINE_AIM_FIRST}), *second = beeline_check_new(bad, NULL);
  assert(beeline_trace_write(first, 0, "text", stdout, 0) == BEELINE_EXIT_USAGE);
  assert(beeline_check_run(running) == BEELINE_EXIT_INTERRUPTED);
  assert(beeline_check_result(running, 0)->reason == BEELINE_REASON_INTERRUPTED);
  assert(beeline_check_run(first) == BEELINE_EXIT_VIOLATED && beeline_check_run(second) == BEELINE_EXIT_VIOLATED);
  assert(beeline_check_result(first, 0)->has_trace);
  assert(beeline_check_result(second, 0)->trace_shortest && !beeline_check_result(second, 1));
  assert(beeline_check_status(second) == BEELINE_EXIT_VIOLATED);
  assert(beeline_check_run(second) == BEELINE_EXIT_VIOLATED);

  char *texts[2] = {0};
  size_t sizes[2];
  beeline_check *checks[2] = {first, second};
  for (int i = 0; i < 2; i++) {
    FILE *out = open_memstream(&texts[i], &sizes[i]);
    assert(beeline_trace_write(checks[i], 0, "trail", out, 0) == BEELINE_OK);
    assert(beeline_trace_write(checks[i], 0, "nosuch", out, 0) == BEELINE_EXIT_USAGE);
    fclose(out);
  }
  assert(sizes[0] && strcmp(texts[0], texts[1]) == 0);
  free(texts[0]);
  free(texts[1]);

  beeline_check *stopped = beeline_check_new(endless, NULL);
  beeline_stop(stopped);
  assert(beeline_check_run(stopped) == BEELINE_EXIT_INTERRUPTED);
  beeline_check *unknown = made(bad, (beeline_options){.search = "nosuch"});
  assert(beeline_check_status(unknown) == BEELINE_EXIT_USAGE && beeline_check_diagnostic(unknown, 0, &d));
  assert(!beeline_check_diagnostic(unknown, 1, &d) && beeline_check_run(unknown) == BEELINE_EXIT_USAGE);

  assert(beeline_model_status(NULL) == BEELINE_EXIT_MEMORY && beeline_check_run(NULL) == BEELINE_EXIT_MEMORY);
  assert(!beeline_check_new(NULL, NULL) && !beeline_check_result(NULL, 0));
  beeline_stop(NULL);
  beeline_check *all[] = {running, first, second, stopped, unknown, NULL};
  for (int i = 0; i < 6; i++)
    beeline_check_delete(all[i]);
  beeline_model_delete(bad);
  beeline_model_delete(endless);
  beeline_model_delete(wrong);
  beeline_model_delete(NULL);
  return 0;
}
"""


def api(folder):
    library = Path(BEELINE).parent / "libbeeline.a"
    if not library.exists():
        return "no libbeeline.a beside the program"
    source, program = write(folder, API, "api.c"), Path(folder, "api")
    symbols = Path(BEELINE).read_bytes()
    compiler = ["clang", "-fsanitize=address,undefined"] if b"__asan_init" in symbols else ["gcc"]
    compiler += ["--coverage"] if b"__gcov_init" in symbols else []
    built = subprocess.run([*compiler, "-std=gnu17", "-Wall", "-Wextra", "-Werror", "-I", ROOT / "include", source, library,
                            "-ljansson", "-lxxhash", "-lexpat", "-lm", "-o", program], capture_output=True, text=True)
    want(built.returncode == 0, built.stderr[:400])
    ran = subprocess.run([program, write(folder, BAD), write(folder, ENDLESS, "e.pml"), write(folder, "x", "x.pml")],
                         capture_output=True, text=True, timeout=60)
    want(ran.returncode == 0 and not ran.stdout and not ran.stderr, "exit %d: %s" % (ran.returncode, ran.stderr[:300]))
    return None


TESTS = [shorten, filtered, any_time, verdicts, first_line_is_the_verdict, json_document, json_satisfied, json_undecided, json_of_a_bad_model, properties,
         invariants, census, defines, unhonoured_options, usage_errors, option_forms, searches,
         costs, wrong_costs, narrow_searches,
         trace_files, false_traces, unwritable, unreadable, signals, progress, info, listing, names_work, help_text, generated,
         examples, fixed_examples, allocation_failures, api]

run("cli", TESTS)
