#!/usr/bin/env python3
"""Exit 0 means that everything that was asked, or is in the model, was checked and holds."""
import re
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent / "tools"))
from program import beeline, run, want, write  # noqa: E402

WRITES = "byte x\nactive proctype P() { x = 1 }\n"
NEVER = WRITES + "never { do :: x == 2 -> break :: else od }\n"
LABELS = "byte x\nactive proctype P() { progress: x = 1; accept: x = 0 }\n"
ENDLESS = "byte x\nactive proctype P() { %s: do :: x = 1 od }\n"
INSIDE = "byte x\nactive proctype P() { %s { x = 1; x = 0 } }\nltl p { [] (x == 0) }\n"
ASSERTIONS = """byte x
inline small(v) { assert(v < 9) }
active proctype P() {
  if :: x == 0 -> small(x) :: x == 1 -> small(x) fi;
  if
  :: x == 0 -> skip
  :: x == 2 -> assert(x != 3)
  fi;
  d_step { if :: x == 4 -> assert(x == 4) :: else -> skip fi };
  if :: x == 5 -> assert(false) :: else -> skip fi
}
"""
TIMED = "clock x; process P() { state A { x <= 3 }, B; init A; trans A -> B { guard x >= 2; }; } system P;\n"


def kinds(results):
    return [(r["property"]["kind"], r["verdict"], r["reason"]) for r in results]


def formulas_that_are_invariants(folder):
    path = write(folder, WRITES + "ltl p { [] (x == 0) }\n")
    beeline("check", path).expect(10, "violated: the formula does not hold: [] (x == 0)")
    ran = beeline("check", "--json", path).expect(10)
    want(kinds(ran.results()) == [("ltl", "violated", None), ("safety", "satisfied", None)], ran.out)
    want(ran.results()[0]["trace"]["shortest"] and ran.results()[0]["property"]["name"] == "p", ran.out)
    beeline("check", "-q", path).expect(10, "violated")
    for formula, status in (("[] (x < 2)", 0), ("! <> (x == 2)", 0), ("!(<> (x == 1))", 10), ("[] (x == 1 -> x != 0)", 0),
                            ("[] ! (x == 1)", 10), ("[] (x < 3) && ! <> (x == 1)", 10), ("[] [] (x < 2)", 0),
                            ("! (<> (x == 5) || <> (x == 1))", 10), ("always (x < 2)", 0), ("! ! [] (x == 0)", 10),
                            ("[] ((x == 2) <-> (x > 7))", 0), ("[] ((x == 1) <-> (x > 7))", 10)):
        beeline("check", "-q", write(folder, WRITES + "ltl p { %s }\n" % formula), "--ltl", "p").expect(status)
        beeline("check", "-q", write(folder, WRITES), formula).expect(status)


def claims_do_not_look_inside_atomic_sequences(folder):
    beeline("check", write(folder, INSIDE % "atomic")).expect(0)
    beeline("check", write(folder, INSIDE % "")).expect(10)


def claims_and_labels_are_results(folder):
    path = write(folder, WRITES + "ltl p { <> (x == 1) }\n")
    ran = beeline("check", "--json", path).expect(0)
    want(kinds(ran.results()) == [("ltl", "satisfied", None), ("safety", "satisfied", None)], ran.out)
    want(ran.results()[0]["property"]["location"] == "%s:3" % path, ran.out)
    beeline("check", path).expect(0, "satisfied: <> (x == 1)", "satisfied: no failing assertion")
    want(kinds(beeline("check", "--json", write(folder, NEVER)).expect(0).results())[0] == ("never", "satisfied", None), "never claim")
    labels = kinds(beeline("check", "--json", write(folder, LABELS)).expect(0).results())
    want([kind for kind, _, _ in labels] == ["acceptance", "progress", "safety"], labels)
    # One that is violated is enough, and each has a verdict of its own.
    for text, what in ((WRITES + "ltl p { <> (x == 2) }\n", "acceptance-cycle"), (WRITES + "ltl p { (x == 0) U (x == 2) }\n", "ltl"),
                       (WRITES + "ltl p { X (x == 3) }\n", "ltl"),
                       (WRITES + "never { do :: x == 1 -> break :: else od }\n", "never"),
                       (WRITES + "never { accept: do :: x < 2 od }\n", "acceptance-cycle"),
                       (ENDLESS % "accept", "acceptance-cycle"), (ENDLESS % "progress: x = x; loop", "non-progress-cycle")):
        results = beeline("check", "--json", write(folder, text)).expect(10).results()
        want([r["verdict"] for r in results] == ["violated", "satisfied"], kinds(results))
        want(results[0]["error"]["kind"] == what, results[0]["error"])
    beeline("check", "--max-states", "1", path).expect(20)


def what_cannot_be_checked_is_a_result(folder):
    path = write(folder, TIMED, "m.xta")
    queries = write(folder, "Pr[<=5](<> P.B)\n\nE<> P.B\n", "m.q")
    results = beeline("check", "--json", path, "--query", queries).expect(24).results()
    want([(r["verdict"], r["reason"]) for r in results] == [("undecided", "unsupported"), ("satisfied", None)], kinds(results))
    want("statistical" in results[0]["why"], results[0])
    lines = [line for line in beeline("check", path, "--query", queries).expect(24).lines if re.match("satisfied|undecided", line)]
    want(lines[0].startswith("satisfied: ") and lines[-1].startswith("undecided: not checked: "), "verdicts come first: %s" % lines)
    beeline("check", "-q", path, "--query", queries).expect(24, "undecided: not checked: ", "satisfied")
    # A violation and a limit say more.
    beeline("check", path, "Pr[<=5](<> P.B)", "A[] P.A").expect(10)


def what_is_named_is_all_that_is_checked(folder):
    path = write(folder, NEVER + "ltl p { <> (x == 1) }\nltl q { [] (x < 2) }\n")
    for asked in (["--property", "safety"], ["--property", "assert"], ["--property", "deadlock"], ["--property", "fault"],
                  ["--ltl", "q"], ["--property", "q"], ["[] (x < 2)"], ["x < 2"]):
        want(len(beeline("check", "--json", path, *asked).expect(0).results()) == 1, asked)
    for asked in (["--ltl", "p"], ["--property", "p"], ["--property", "never"], ["--property", "progress"],
                  ["--property", "accept"], ["<> (x == 1)"]):
        want(len(beeline("check", "--json", path, *asked).expect(0).results()) == 1, asked)
    want(len(beeline("check", "--json", path, "--property", "ltl").expect(0).results()) == 2, "both formulas")
    beeline("check", path, "--ltl", "r").expect(65, "'r'")
    beeline("check", write(folder, WRITES), "--property", "never").expect(0, "the model has no never claim")


def an_invariant_is_added(folder):
    path = write(folder, WRITES + "active proctype Q() { assert(x == 0) }\n")
    ran = beeline("check", "--json", path, "--invariant", "x < 2").expect(10)
    want(kinds(ran.results()) == [("safety", "violated", None), ("invariant", "satisfied", None)], ran.out)
    ran = beeline("check", "--json", path, "--property", "deadlock", "--invariant", "x < 2").expect(0)
    want(kinds(ran.results()) == [("deadlock", "satisfied", None), ("invariant", "satisfied", None)], ran.out)


def properties_as_arguments(folder):
    path = write(folder, WRITES)
    beeline("check", path, "x < 1").expect(10, "the invariant does not hold: x < 1")
    beeline("check", path, "[] (y == 1)").expect(65, "property:1:5: error:", "y")
    beeline("check", path, "[] (x ==").expect(65, "property:1:")
    beeline("check", path, "x == (").expect(65, "property:1:")
    beeline("check", path, write(folder, WRITES, "other.pml")).expect(64, "other.pml' is a file")


def a_timed_model_needs_a_query(folder):
    path = write(folder, TIMED, "m.xta")
    for verb in ("check", "compare"):
        beeline(verb, path).expect(64, "no query", "--property fault", "--property deadlock")
    beeline("check", path, "--property", "fault").expect(0, "no run-time error")
    beeline("check", path, "--property", "deadlock").expect(10)
    beeline("check", path, "Pr[<=5](<> P.B)").expect(24, "undecided: not checked: statistical quer")
    beeline("check", path, write(folder, "// none yet\n", "empty.q")).expect(65, "empty.q: error: there is no query")
    beeline("check", path, "--query", Path(folder) / "missing.q").expect(65)
    tck = write(folder, "system:s\nprocess:P\nlocation:P:a{initial:}\n", "m.tck")
    beeline("check", tck).expect(64, "no query")
    beeline("check", tck, "--property", "fault").expect(0)


def assertions_that_nothing_reaches(folder):
    path = write(folder, ASSERTIONS)
    where = ["%s:%d" % (path, line) for line in (7, 9)]
    for search in ([], ["--search", "bfs"], ["--search", "dfs"], ["--search", "dfs", "--reduce", "por"], ["--first"]):
        beeline("check", path, *search).expect(0, "2 of 3 assertions were never reached: %s, %s" % tuple(where))
        result = beeline("check", "--json", path, *search).expect(0).results()[0]
        want(result["assertions"] == {"count": 3, "unreached": where}, result["assertions"])
    beeline("check", path, "-q").expect(0, "never reached")
    result = beeline("check", "--json", write(folder, "active proctype P() { assert(true) }", "true.pml")).expect(0).results()[0]
    want(result["assertions"] == {"count": 1, "unreached": []}, result)
    for asked in (["--property", "deadlock"], ["--search", "astar"], ["--invariant", "x == 0", "--property", "deadlock"]):
        want("never reached" not in beeline("check", path, *asked).expect(0).out, asked)


run("asked", [formulas_that_are_invariants, claims_do_not_look_inside_atomic_sequences,
              claims_and_labels_are_results, what_cannot_be_checked_is_a_result,
              what_is_named_is_all_that_is_checked, an_invariant_is_added, properties_as_arguments,
              a_timed_model_needs_a_query, assertions_that_nothing_reaches])
