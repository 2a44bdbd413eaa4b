#!/usr/bin/env python3
"""Searches on the command line: errors in hand at limits, searches that keep little, costs that are tiny, shorter traces."""
import functools
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent / "tools"))
from program import beeline, interrupted, run, want, write  # noqa: E402

beeline = functools.partial(beeline, timeout=120)

# The error is one step away, but dear; cheap steps lead through a state space without end.
DEAR = "int a, b, c; active proctype E() { assert(false) } active proctype P() { do :: a++ :: b++ :: c++ :: a + b + c == -1 -> skip od }"
DEAR_WEIGHTS = "E: assert* 100000\n"

# Depth-first search meets the error soon, by a long way; many states are within the length of that way.
DEEP = """byte a, b, c, n;
active proctype Q() { do :: a++ :: b++ :: c++ :: a + b + c > 900 -> skip od }
active proctype P() { do :: d_step { n < 200 -> n++ } :: d_step { n == 200 -> assert(false) } :: d_step { n == 3 -> n = 200 } od }"""

# Breadth-first search sees the error while it expands the layer before; a deadlock in that layer would be shorter.
WIDE = """byte a, b, c, n;
active proctype P() { do :: a++ :: b++ :: c++ :: a + b + c > 900 -> skip od }
active proctype E() { do :: d_step { n < 6 -> n++ } :: n == 6 -> assert(false) od }"""

CUBE = "".join("byte %s; active proctype P%s() { do :: %s = (%s + 1) %% 20 :: %s > 20 -> skip od } " % (v, v, v, v, v) for v in "abc")

BEAM = """byte x = 10;
active proctype P() { do :: d_step { x == 10 -> x = 5 } :: d_step { x == 10 -> x = 7 } :: d_step { x == 5 -> x = 7 }
  :: d_step { x == 7 -> x = 0 } :: d_step { x == 0 -> x = 0 } od }"""

# Edges lead back by up to 36 layers.
BACK = """byte m, n;
active proctype P() { do :: n < 90 -> n++ :: n > 40 -> n = n - 37 od }
active proctype Q() { do :: m < 90 -> m++ :: m > 40 -> m = m - 31 od }"""

INIT = """chan c[2] = [1] of { byte };
proctype P(byte i) { do :: c[i]!1; c[1 - i]?1 :: c[i]?1 -> c[1 - i]!1; c[1 - i]!1 od }
init { atomic { run P(0); run P(1) } }"""

# 330 factors of 0.1, or 400 of them in fewer steps.
TINY = """int n, m;
active proctype P() {
  if
  :: n = 2000; do :: n < 2330 -> n++ :: n >= 2330 -> break od; do :: m < 200 -> m++ :: m >= 200 -> break od; assert(false)
  :: n = 1000; do :: n < 1400 -> n++ :: n >= 1400 -> break od; assert(false)
  fi
}"""

# Two ways of the same probability, if 0.01 were exactly 0.1 * 0.1.
CLOSE = """byte n;
active proctype P() { if :: n = 1; n = 2; n = 9 :: n = 5; n = 9 fi; assert(false) }"""

# B fails whatever A does. A only reads what B reads; or it comes to its end.
READER = """int g = 5, u;
active proctype B() { g == 5; assert(g != 5) }
active proctype A() { byte i; do :: i < 20 -> g == 5; u = u + 1; i++ :: i >= 20 -> false od }"""
ENDING = """int g = 5, u;
active proctype B() { g == 5; assert(g != 5) }
active proctype A() { byte i; do :: i < 20 -> u = u + 1; i++ :: i >= 20 -> break od }"""

# The end of A lets the older B end, on which main waits: it must stay.
NEEDED_END = """byte u;
proctype A() { u = 1 }
proctype B() { u = 2 }
active proctype M() { run B(); run A(); _nr_pr == 1; assert(false) }"""

# The short way leads through 226,981 states.
FAR = """int n; byte x, y, z;
active proctype P() {
  do
  :: d_step { n < 1000 && x + y + z == 0 -> n++ }
  :: d_step { n == 0 && x < 60 -> x++ }
  :: d_step { n == 0 && y < 60 -> y++ }
  :: d_step { n == 0 && z < 60 -> z++ }
  :: n == 1000 || x + y + z == 180 -> assert(false)
  od
}"""

# The way through W is long, in atomic sequences; the error is also a few sequences away.
LONG_FIRST = """int n; byte k;
active proctype W() { do :: atomic { k < 8 -> k++; n = 1; do :: n < 300 -> n++ :: n >= 300 -> break od }
  :: atomic { k > 0 && k < 8 -> k = 8 } :: k == 8 -> assert(false) od }"""


def check(*arguments):
    return beeline("check", "--json", *arguments)


def searches():
    return [s["name"] for s in beeline("list", "searches", "--json").json()["searches"]]


def error_in_hand_at_limits(folder):
    path, weights = write(folder, DEAR), write(folder, DEAR_WEIGHTS, "w")
    for limit in (["--max-states", 1000], ["--time-limit", 1], ["--memory-limit", "20M"]):
        result = check(path, "--cost", "sum", "--weights", weights, *limit).expect(10).result()
        want(result["verdict"] == "violated" and result["trace"]["length"] == 1, result)
        want(result["trace"]["cheapest"] is False, "%s: nothing is proved" % limit)
    path = write(folder, DEEP)
    for limit in (["--max-states", 2000], ["--memory-limit", "20M", "--time-limit", 60]):
        result = check(path, "--search", "dfbnb", "--heuristic", "zero", *limit).expect(10).result()
        want(not result["trace"]["shortest"] and result["trace"]["replayed"], result["trace"])


def error_in_hand_when_interrupted(folder):
    path, weights = write(folder, DEAR), write(folder, DEAR_WEIGHTS, "w")
    result = interrupted(1, "check", "--json", path, "--cost", "sum", "--weights", weights).expect(10).result()
    want(result["verdict"] == "violated" and result["trace"]["cheapest"] is False, result)


# Once a search has found the error with so many states, it finds it with more; with enough of them, always.
def more_states_lose_nothing(folder):
    path = write(folder, WIDE)
    for search in searches():
        if search == "auto":
            continue
        has_found = False
        for states in (100, 200, 300, 320, 340, 360, 380, 400, 420, 440, 460, 480, 500, 700, 900):
            result = check(path, "--search", search, "--heuristic", "none", "--max-states", states).result()
            want(result["verdict"] == "violated" or not has_found, "%s: %s with %d states" % (search, result["verdict"], states))
            has_found |= result["verdict"] == "violated"
            if has_found and result["trace"]["shortest"]:
                want(result["trace"]["length"] == 8, "%s: %s" % (search, result["trace"]))
    # The error is seen in the last layer but one, and is proved shortest when that is expanded.
    for search, states in (("bfs", 330), ("dijkstra", 400), ("frontier", 400), ("bfhs", 400)):
        result = check(path, "--search", search, "--heuristic", "none", "--max-states", states).expect(10).result()
        want(result["trace"]["length"] == 8 and result["trace"]["replayed"] and not result["trace"]["shortest"], result["trace"])


def first_is_the_first(folder):
    path, weights = write(folder, DEAR), write(folder, DEAR_WEIGHTS, "w")
    result = check(path, "--first", "--cost", "sum", "--weights", weights).expect(10).result()
    want(result["stats"]["expanded"] < 10 and result["trace"]["cheapest"] is False, result)
    path = write(folder, DEEP)
    first = check(path, "--first", "--search", "dfbnb", "--heuristic", "zero", "--reduce", "none").expect(10).result()
    want(first["stats"]["expanded"] < 2000 and not first["trace"]["shortest"], first)
    for search in ("bfs", "astar", "idastar", "bfhs", "frontier", "dijkstra"):
        heuristic = [] if search in ("bfs", "dijkstra") else ["--heuristic", "hl"]
        best = check(path, "--search", search, *heuristic).expect(10).result()
        first = check(path, "--first", "--search", search, "--reduce", "none", *heuristic).expect(10).result()
        want(best["trace"]["shortest"] and best["trace"]["length"] == 5, "%s: %s" % (search, best["trace"]))
        want(first["trace"]["length"] == 5 or not first["trace"]["shortest"], "%s: %s" % (search, first["trace"]))
        want(first["stats"]["expanded"] <= best["stats"]["expanded"], search)


def branch_and_bound_expands_each_state_once(folder):
    result = check(write(folder, CUBE), "--search", "dfbnb", "--heuristic", "zero").expect(0).result()
    want(result["stats"]["expanded"] == 8000, result["stats"]["expanded"])
    result = check(write(folder, DEEP.replace("c++", "skip").replace("a + b + c", "a + b").replace("byte", "unsigned a : 3, b : 3; byte").replace("byte a, b, c, n", "byte n")),
                   "--search", "dfbnb", "--heuristic", "zero").expect(10).result()
    want(result["trace"]["shortest"] and result["trace"]["length"] == 5, result["trace"])
    want(result["stats"]["expanded"] < 60 * result["stats"]["stored"], result["stats"])


def a_beam_forgets_what_it_cuts(folder):
    path = write(folder, BEAM)
    result = check(path, "--search", "beam:k=1,broaden=no", "--heuristic", "formula", "--invariant", "x != 0").expect(10).result()
    want(result["trace"]["length"] == 3, result["trace"])
    result = check(write(folder, CUBE), "--search", "beam:k=3,broaden=no", "--heuristic", "zero").expect(20).result()
    want(result["stats"]["stored"] < 8000 and result["reason"] == "incomplete", result)
    result = check(write(folder, CUBE), "--search", "beam:k=3", "--heuristic", "zero").expect(0).result()
    want(result["verdict"] == "satisfied", result)


def a_frontier_ends_where_edges_lead_back(folder):
    path = write(folder, BACK)
    every = check(path, "--search", "bfs").expect(0).result()["stats"]["stored"]
    stats = check(path, "--search", "frontier", "--heuristic", "zero").expect(0).result()["stats"]
    want(stats["expanded"] < 2 * every and stats["stored"] < every, stats)


def sparse_searches_keep_little(folder):
    path = write(folder, WIDE.replace("a++ :: b++ :: c++", "d_step { a < 40 -> a++ } :: d_step { b < 40 -> b++ }").replace("n < 6", "n < 30")
                 .replace("n == 6", "n == 30"))
    every = check(path, "--search", "bfs").expect(10).result()
    for search in ("frontier", "bfhs"):
        result = check(path, "--search", search, "--heuristic", "zero").expect(10).result()
        want(result["trace"]["shortest"] and result["trace"]["length"] == every["trace"]["length"], result["trace"])
        want(result["stats"]["stored"] < every["stats"]["stored"] / 2, "%s: %s" % (search, result["stats"]["stored"]))


def bounds_of_sparse_searches(folder):
    path = write(folder, WIDE)
    for search in ("frontier", "bfhs"):
        result = check(path, "--search", search + ":bound=9", "--heuristic", "hl").expect(10).result()
        want(result["trace"]["length"] == 8 and result["trace"]["shortest"], result["trace"])
        want(check(path, "--search", search + ":bound=8").expect(20).result()["reason"] == "incomplete", search)
        beeline("check", path, "--search", search + ":bound=9", "--heuristic", "formula").expect(64, search, "formula", "not admissible")
    for aim in ([], ["--shortest"]):
        result = check(path, "--search", "frontier", "--heuristic", "formula", *aim).expect(10).result()
        want(result["trace"]["length"] == 8 and result["trace"]["shortest"], result["trace"])
    beeline("check", path, "--search", "bfhs", "--census").expect(64, "bfhs", "--census")


def formula_sees_processes_to_come(folder):
    path = write(folder, INIT)
    result = check(path, "--search", "astar", "--heuristic", "formula").expect(10).result()
    want(0 < result["stats"]["h_initial"] < 10, result["stats"]["h_initial"])
    result = check(path, "--search", "idastar", "--heuristic", "formula").expect(10).result()
    want(result["trace"]["length"] == 7, result["trace"])


def tiny_probabilities(folder):
    path, weights = write(folder, TINY), write(folder, "P: n++* 0.1\nP: * 1\n", "w")
    result = check(path, "--cost", "probability", "--weights", weights).expect(10).result()
    want(result["trace"]["length"] == 1064 and result["trace"]["cheapest"], result["trace"])
    want(abs(result["trace"]["cost_log10"] + 330) < 1e-6, result["trace"])
    beeline("check", path, "--cost", "probability", "--weights", weights).expect(10, "probability 1e-330, cheapest")
    path = write(folder, CLOSE)
    weights = write(folder, "P: n = 1* 0.1\nP: n = 2* 0.1\nP: n = 5* 0.01\n", "w")
    result = check(path, "--cost", "probability", "--weights", weights).expect(10).result()
    want(abs(result["trace"]["cost"] - 0.01) < 1e-9 and result["trace"]["cheapest"] is False, result["trace"])
    weights = write(folder, "P: n = 1* 0.5\nP: n = 2* 0.5\nP: n = 5* 0.25\n", "w")
    want(check(path, "--cost", "probability", "--weights", weights).expect(10).result()["trace"]["cheapest"], "powers of two are exact")


def irrelevant_steps_go(folder):
    for text in (READER, ENDING):
        path, trail = write(folder, text), Path(folder) / "m.trail"
        long = check(path, "--first", "--search", "dfs", "--reduce", "none", "--property", "assert", "--trace", "trail=%s" % trail).result()
        want(long["trace"]["length"] > 60, long["trace"])
        short = beeline("shorten", "--json", path, trail, "--heuristic", "fsm", "--search", "dfbnb:depth=1").expect(10).result()
        want(short["trace"]["length"] == 2, short["trace"])
    path = write(folder, NEEDED_END)
    check(path, "--first", "--search", "dfs", "--reduce", "none", "--property", "assert", "--trace", "trail=%s" % trail).expect(10)
    beeline("shorten", path, trail).expect(10)


def shortening_goes_on_until_the_time_is_over(folder):
    path, trail = write(folder, FAR), Path(folder) / "m.trail"
    check(path, "--first", "--search", "dfs", "--reduce", "none", "--trace", "trail=%s" % trail).expect(10)
    usual = beeline("shorten", "--json", "--heuristic", "fsm", path, trail).expect(10).result()
    more = beeline("shorten", "--json", "--heuristic", "fsm", "--time-limit", 60, path, trail).expect(10).result()
    want(usual["trace"]["length"] == 1002 and more["trace"]["length"] == 182, (usual["trace"], more["trace"]))
    want(more["stats"]["search_s"] < 50, "it ends when no search is cut short")


def a_long_first_trace_is_polished(folder):
    result = check(write(folder, LONG_FIRST), "--first").expect(10).result()
    want(result["trace"]["length"] < 700, result["trace"])


TESTS = [error_in_hand_at_limits, error_in_hand_when_interrupted, more_states_lose_nothing, first_is_the_first,
         branch_and_bound_expands_each_state_once, a_beam_forgets_what_it_cuts, a_frontier_ends_where_edges_lead_back,
         sparse_searches_keep_little, bounds_of_sparse_searches, formula_sees_processes_to_come, tiny_probabilities,
         irrelevant_steps_go, shortening_goes_on_until_the_time_is_over, a_long_first_trace_is_polished]

run("search", TESTS)
