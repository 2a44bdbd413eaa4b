#!/usr/bin/env python3
"""Searches as in MCTA and in the papers around it, and a user's own estimate."""
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent / "tools"))
from program import beeline, run, want, write  # noqa: E402

COUNTERS = """byte x, y
active proctype P() { do :: x < 15 -> x++ :: x > 0 -> x-- od }
active proctype Q() { do :: y < 15 -> y++; assert(x * y != %d) :: atomic { y > 0 -> y-- ; y = y } od }
"""
TIMED = """int x, y; clock c;
process P() { state A { c <= 3 }; init A; trans A -> A { guard x < 9; assign x = x + 1; },
  A -> A { guard x > 0, c >= 1; assign x = x - 1, c = 0; }; }
process Q() { state B; init B; trans B -> B { guard y < 9; assign y = y + 1; }, B -> B { guard y > 0; assign y = y - 1; }; }
system P, Q;
"""


def outcome(*arguments):
    r = beeline("check", "--json", *arguments).result()
    return r["verdict"], r["trace"] and r["trace"]["length"], r["stats"]["expanded"], r["stats"]["stored"]


def random_order_depends_on_the_seed_only(folder):
    for path, asked in ((write(folder, COUNTERS % 77), []), (write(folder, TIMED, "m.xta"), ["E<> x == 7 && y == 8"])):
        seen = set()
        for seed in range(1, 9):
            call = [path, *asked, "--search", "dfs:order=random", "--seed", seed]
            first = outcome(*call)
            want(first[0] == ("satisfied" if asked else "violated") and first[1], first)
            want(outcome(*call) == first, "seed %d twice: %s" % (seed, first))
            seen.add(first)
        want(len(seen) > 3, "eight seeds, outcomes: %s" % seen)


def random_order_visits_everything(folder):
    for path, asked in ((write(folder, COUNTERS % 255), []), (write(folder, TIMED, "m.xta"), ["E<> x == 10"])):
        verdict, length, _, stored = outcome(path, *asked, "--search", "dfs")
        want(verdict == ("violated" if asked else "satisfied") and not length, verdict)
        for seed in range(1, 5):
            again = outcome(path, *asked, "--search", "dfs:order=random", "--seed", seed)
            want(again[0] == verdict and again[1] == length, again)
            want(asked or again[3] == stored, "%s states, not %d" % (again, stored))
    path = write(folder, COUNTERS % 77)
    states = [beeline("check", "--json", path, "--census", "--search", search).expect(0).result()["stats"]["census"]
              for search in ("dfs", "dfs:order=random", "bfs")]
    want(len(set(states)) == 1, states)


def seeds_are_for_random_order(folder):
    path = write(folder, COUNTERS % 77)
    for search in ("dfs", "dfs:order=model"):
        beeline("check", path, "--search", search, "--seed", 1).expect(64, "'dfs'", "--seed", "order=random")
    beeline("check", path, "--search", "dfs:order=other").expect(64, "order")
    beeline("check", path, "--seed", 1).expect(10)
    beeline("list", "searches").expect(0, "order")


PREFER = ("none", "useful", "context", "both")
# The noise has many states of its own, and interferes with nothing.
NOISE = """byte x, y
active proctype P() { do :: x < 9 -> x++ :: x > 4 -> x = 0 od }
active proctype Q() { do :: x > 2 && y < 9 -> y++ od }
active [2] proctype N() { byte n; do :: n < 20 -> n++ :: n == 20 -> n = 0 od }
active proctype W() { (x == 5 && y == 9) -> assert(false) }
"""
# Each bit is made of the one before, which is lost: steps that are needed do not bring the estimate down.
CHAIN = """bit p1, p2, p3, p4
active proctype P() {
  do
  :: atomic { !p1 -> p1 = 1 }
  :: atomic { p1 -> p2 = 1; p1 = 0 }
  :: atomic { p2 -> p3 = 1; p2 = 0 }
  :: atomic { p3 -> p4 = 1; p3 = 0 }
  od
}
active [3] proctype N() { byte n; do :: atomic { n < 12 -> n++ } :: atomic { n == 12 -> n = 0 } od }
active proctype W() { (p1 && p2 && p3 && p4) -> assert(false) }
"""


def preferences_find_and_visit_the_same(folder):
    """Whatever is preferred: errors are found, and without an error every state is visited."""
    bad, good = write(folder, COUNTERS % 77), write(folder, COUNTERS % 255, "good.pml")
    timed = write(folder, TIMED, "m.xta")
    states = beeline("check", "--json", good, "--search", "bfs").expect(0).result()["stats"]["stored"]
    least = shortest(bad)
    for heuristic in ("hl", "hu+ff", "cg", "expr:x + y"):
        for prefer in PREFER[1:]:
            for more in ("explore=type", "preferred=yes,explore=novelty", "explore=none,ties=fifo"):
                search = "greedy:prefer=%s,%s" % (prefer, more)
                r = own(bad, heuristic, search=search).expect(10).result()
                want(r["trace"]["length"] >= least and r["trace"]["replayed"], r["trace"]["length"])
            r = own(good, heuristic, "--reduce", "none", search=search).expect(0).result()
            want(r["verdict"] == "satisfied" and r["stats"]["stored"] <= states, r["stats"])
            own(timed, heuristic, "E<> x == 7 && y == 8", search=search).expect(0)
            want(own(timed, heuristic, "E<> x == 10", search=search).expect(10).result()["verdict"] == "violated", "no such state")
    # Over a network that parts were cut from, edges have other numbers.
    for reduce in ("safe", "cone", "por"):
        for search in ("greedy:prefer=both", "greedy:prefer=both,explore=none"):
            own(write(folder, NOISE), "hu", "--reduce", reduce, "--property", "assert", search=search).expect(10)
            own(write(folder, NOISE.replace("y == 9", "y == 11")), "hu", "--reduce", reduce, "--property", "assert", search=search).expect(0)
    want(own(good, "zero", "--census", search="greedy:prefer=both").expect(0).result()["stats"]["census"] > 0, "census")


def preferences_are_deterministic(folder):
    path = write(folder, NOISE)
    for prefer in PREFER:
        seen = [outcome(path, "--search", "greedy:prefer=%s" % prefer, "--heuristic", "hu", "--seed", seed) for seed in (1, 1, 2, 3, 4)]
        want(seen[0] == seen[1] and len(set(seen)) > 1, seen)
        still = [outcome(path, "--search", "greedy:explore=none,prefer=%s" % prefer, "--heuristic", "hu", "--seed", seed) for seed in (1, 2)]
        want(still[0] == still[1], still)


def preferences_direct(folder):
    for text, names, heuristics in ((CHAIN, ("useful", "both"), ("hl", "hu")), (NOISE, ("context", "both"), ("zero",))):
        for heuristic in heuristics:
            plain, *others = [outcome(write(folder, text), "--search", "greedy:explore=none,ties=fifo,prefer=%s" % prefer, "--heuristic", heuristic,
                                      "--property", "assert", "--reduce", "none") for prefer in ("none", *names)]
            for r in others:
                want(r[0] == plain[0] == "violated" and r[2] * 2 < plain[2], "%s: %s, plain: %s" % (names, r, plain))


def preferences_are_keys_of_greedy(folder):
    path = write(folder, CHAIN)
    beeline("check", path, "--search", "greedy:prefer=other").expect(64, "none useful context both")
    beeline("check", path, "--search", "astar:prefer=useful").expect(64, "prefer")
    beeline("list", "searches").expect(0, ":prefer=none useful context both")


LABELS = """byte x, written; chan c = [3] of { byte }
active proctype P() { byte own; own = 3; at: do :: x < 9 -> x++; written = x :: x > 0 -> x--; c!x od }
active proctype Q() { byte y; do :: c?y :: y = 0 -> assert(x != 9 || len(c) < 2) od }
"""


def shortest(path, *asked):
    return beeline("check", "--json", "--search", "bfs", path, *asked).result()["trace"]["length"]


def own(path, text, *arguments, search="astar"):
    return beeline("check", "--json", path, "--search", search, "--heuristic", text, *arguments)


def an_own_estimate_guides(folder):
    path = write(folder, COUNTERS % 77)
    least = shortest(path)
    near = "(x > 7 -> x - 7 : 7 - x) + (y > 11 -> y - 11 : 11 - y)"
    plain = own(path, "zero", search="greedy").expect(10).result()
    for search in ("greedy", "astar", "wastar", "kbest", "beam", "hill", "ehc", "idastar", "bfhs", "frontier", "dfbnb"):
        r = own(path, "expr:" + near, search=search).expect(10).result()
        want(r["search"]["heuristic"] == "expr" and r["trace"]["length"] >= least, r["search"])
        want(r["stats"]["h_initial"] == 18 or search == "hill", "%s: h of the initial state: %s" % (search, r["stats"]["h_initial"]))
    guided = own(path, "expr:" + near, search="greedy:explore=none").expect(10).result()
    want(guided["stats"]["expanded"] * 3 < plain["stats"]["expanded"], [x["stats"]["expanded"] for x in (guided, plain)])
    # Without a search, the default for a heuristic; together with others.
    want(beeline("check", "--json", path, "--heuristic", "expr:3").expect(10).result()["search"]["search"] == "astar", "default")
    want(own(path, "hu+expr:15 - x + y", search="greedy").expect(10).result()["search"]["heuristic"] == "hu+expr", "two estimates")


def values_of_own_estimates(folder):
    """The estimate of the initial state."""
    path = write(folder, LABELS)
    for text, value in (("12", 12), ("x - 5", 0), ("5 - x", 5), ("3 / x", 0), ("1 << 20", 1 << 20), ("(x == 0)", 1), ("P@at", 0),
                        ("!P@at", 1), ("len(c) + 4", 4), ("P:own + 2", 2), ("(x == 0 -> 3 : 4)", 3), ("8 - written", 8), ("admissible=no,6", 6),
                        ("_nr_pr", 2)):
        r = own(path, "expr:" + text, "--property", "assert").expect(10).result()
        want(r["stats"]["h_initial"] == value, "%s: %s, not %s" % (text, r["stats"]["h_initial"], value))
    path = write(folder, TIMED.replace("int x,", "int admissible = 3; int x,"), "m.xta")
    for text, value in (("7 - x + (y < 8 ? 8 - y : 0)", 15), ("2 * x", 0), ("P.A", 1), ("P.A ? 3 : 2", 3), ("P.A && x == 0", 1), ("x - 3", 0),
                        ("admissible == 3", 1), ("admissible==4", 0), ("admissible=yes,admissible + 1", 4), ("9 / x", 0)):
        r = own(path, "expr:" + text, "E<> x == 7 && y == 8").expect(0).result()
        want(r["stats"]["h_initial"] == value, "%s: %s, not %s" % (text, r["stats"]["h_initial"], value))
    path = write(folder, "system:s\nint:1:0:9:0:i\nclock:1:x\nevent:a\nprocess:P\nlocation:P:l{initial:}\nlocation:P:m{labels:bad}\n"
                 "edge:P:l:l:a{provided:i<9 : do:i=i+1}\nedge:P:l:m:a{provided:i==4}\n", "m.tck")
    want(own(path, "expr:4 - i", "labels=bad").expect(0).result()["stats"]["h_initial"] == 4, "TChecker")
    own(path, "expr:x < 3", "labels=bad").expect(65, "an estimate cannot use clocks")


def variables_that_are_only_written_are_seen(folder):
    """The model never reads them, so that they could be left out of the states, but the estimate does."""
    path = write(folder, "byte far = 9, x\nactive proctype P() { do :: x < 100 -> x++ :: far > 0 -> far-- :: x == 3 -> far = 0; assert(false) od }\n")
    r = own(path, "expr:far").expect(10).result()
    want(r["stats"]["h_initial"] == 9, r["stats"])
    path = write(folder, "byte out = 7, x\nactive proctype P() { do :: x < 90 -> x++; out = 7 :: x < 90 -> x++; out = 0 :: x == 80 -> assert(false) od }\n")
    r = own(path, "expr:out").expect(10).result()
    want(r["stats"]["h_initial"] == 7, r["stats"])


def what_is_taken_on_trust_is_said(folder):
    path = write(folder, COUNTERS % 77)
    least = shortest(path)
    beeline("check", path, "--shortest", "--search", "astar", "--heuristic", "expr:3").expect(64, "'expr'", "--shortest", "admissible")
    trusted = "expr:admissible=yes,(x > 7 -> x - 7 : 7 - x)"
    clause = "the estimate '(x > 7 -> x - 7 : 7 - x)' is admissible"
    beeline("check", path, "--heuristic", trusted).expect(10, "shortest, if %s, as you say" % clause)
    for arguments in ([], ["--shortest"]):
        r = own(path, trusted, *arguments).expect(10).result()
        want(r["trace"]["shortest"] and r["trace"]["assumes"] == clause, r["trace"])
    for text in ("expr:3", "hl"):
        trace = own(path, text).expect(10).result()["trace"]
        want("assumes" not in trace and trace["shortest"] == (text == "hl"), trace)
    want(own(path, "hl+" + trusted).expect(10).result()["trace"]["assumes"] == clause, "with hl")
    want("assumes" not in own(path, trusted, search="greedy").expect(10).result()["trace"], "greedy proves nothing")
    # A lie is repeated, not believed: a comparison takes it for no proof.
    lie = "expr:admissible=yes,40 * (x == y)"
    wrong = own(write(folder, "byte x, y\nactive proctype P() { if :: x++; y++; x++; assert(false) :: y++; assert(false) fi }", "n.pml"),
                "expr:admissible=yes,40 * (y > x)").expect(10).result()["trace"]
    want(wrong["length"] == 4 and wrong["shortest"] and "40 * (y > x)" in wrong["assumes"], wrong)
    shown = beeline("compare", folder + "/n.pml", "--search", "astar", "--heuristic", "hl,expr:admissible=yes,40 * (y > x)").expect(0)
    want("contradict" not in shown.out.lower() and " 4*" not in shown.out and " 2*" in shown.out, shown.out)
    # What holds is proved without trust.
    want(own(write(folder, COUNTERS % 255), lie).expect(0).result()["verdict"] == "satisfied", "no error")


def inconsistent_estimates_reopen(folder):
    """Admissible, but only near the start: the longer way to b looks cheaper first."""
    path = write(folder, """byte at
active proctype P() {
  if
  :: at = 1; at = 2; at = 3
  :: at = 4; at = 3
  fi;
  at = 5; at = 6; at = 7; assert(false)
}
""")
    r = own(path, "expr:admissible=yes,(at == 4 -> 5 : 0)").expect(10).result()
    want(r["trace"]["length"] == shortest(path) == 6 and r["stats"]["reopened"] > 0, [r["trace"]["length"], r["stats"]["reopened"]])


def wrong_own_estimates(folder):
    path = write(folder, COUNTERS % 77)
    for text in ("expr", "expr:", "expr: ", "expr:admissible=yes", "expr:admissible=yes,", "hl+expr"):
        beeline("check", path, "--heuristic", text).expect(64, "'expr' needs an expression", "expr:EXPR")
    beeline("check", path, "--heuristic", "expr:admissible=maybe,x").expect(64, "'admissible' must be one of")
    for text, place in (("z + 1", 1), ("x + + 1", 5), ("15 - x, y", 7), ("P@q", 3), ("x = 3", 3), ("15 - x+hu", 8)):
        beeline("check", path, "--heuristic", "expr:" + text).expect(65, "estimate:1:%d: error:" % place, text)
    beeline("check", path, "--heuristic", "expr:_last").expect(65, "cannot use _last")
    beeline("check", path, "--search", "bfs", "--heuristic", "expr:x").expect(64, "bfs", "expr:x")
    beeline("check", "-q", path, "--trace", "itf=%s/t.json" % folder).expect(10)
    beeline("shorten", path, folder + "/t.json", "--heuristic", "expr:x").expect(64, "cannot be used to shorten")
    timed = write(folder, TIMED.replace("clock c;", "clock c; int f() { return x; }"), "m.xta")
    for text, status, why in (("c", 65, "found a clock"), ("c < 3", 65, "clock"), ("f()", 65, "functions"), ("x = 3", 65, "assignment"),
                              ("P.W", 65, "estimate:1:3"), ("x,y", 65, "estimate:1:2")):
        beeline("check", timed, "E<> x == 3", "--heuristic", "expr:" + text).expect(status, why)
    want("expr" in beeline("list", "heuristics").expect(0).out, "beeline list")
    want("expr" not in beeline("compare", path, "--time-limit", 1).expect(0).out, "compare has no expression of its own")


def own_estimates_with_claims(folder):
    path = write(folder, COUNTERS % 255 + "ltl p { [] (x == 9 -> [] (y < 12)) }\nltl q { <> (x == 3) }\n")
    want(own(path, "expr:12 - y", "--ltl", "p").expect(10).result()["trace"]["length"] > 0, "a claim")
    own(path, "expr:12 - y", "--ltl", "q", search="lasso:by=astar").expect(10)


run("mcta", [random_order_depends_on_the_seed_only, random_order_visits_everything, seeds_are_for_random_order,
             preferences_find_and_visit_the_same, preferences_are_deterministic, preferences_direct, preferences_are_keys_of_greedy,
             an_own_estimate_guides, values_of_own_estimates, variables_that_are_only_written_are_seen, what_is_taken_on_trust_is_said,
             inconsistent_estimates_reopen, wrong_own_estimates, own_estimates_with_claims])
