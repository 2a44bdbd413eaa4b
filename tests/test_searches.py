#!/usr/bin/env python3
"""The searches for accepting cycles: they agree, on verdicts that are known; and what each of them does not support."""
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent / "tools"))
from program import beeline, run, want, write  # noqa: E402

SEARCHES = ("ndfs", "ndfs-improved", "scc")

PETERSON = """bool wants[2]
byte turn, inside
active [2] proctype P() {
  do
  :: wants[_pid] = true; turn = 1 - _pid;
     (!wants[1 - _pid] || turn == _pid) -> inside = _pid + 1;
     inside = 0; wants[_pid] = false
  od
}
"""
COUNTER = """byte x
active proctype P() {
  do
  :: x < 9 -> x++
  :: x > 5 -> atomic { x = 0; if :: true -> x = 1 :: true -> x = 2; x = 1 fi }
  od
}
"""
ONCE = "byte x\nactive proctype P() { x = 3; do :: x = 5 :: x = 6 od }\n"
ENDS = "byte x\nactive proctype P() { do :: x < 3 -> x++ :: x == 3 -> break od }\n"
LABELS = """byte x
active proctype P() { do :: x = 1; %s: x = 2 :: x = 3 od }
"""
IN_ATOMIC = """bool x
active proctype P() { atomic { do :: x = !x od } }
active proctype Q() { x = 0 }
"""

# (model, formula or kind of cycle, violated?). Each verdict is SPIN's (pan -a, pan -l).
KNOWN = [
    (PETERSON, "[] (wants[0] -> <> (inside == 1))", True),  # without fairness the other may run alone
    (PETERSON, "<> (inside == 1)", True),
    (PETERSON, "[] <> (inside == 1)", True),
    (PETERSON, "[] <> (inside == 1) || <> [] (inside != 1)", False),
    (PETERSON, "! (<> [] (inside == 2))", False),
    (PETERSON, "! ([] <> (inside == 2))", True),
    (COUNTER, "[] <> (x == 5)", False),
    (COUNTER, "[] <> (x == 8)", True),
    (COUNTER, "<> (x == 6)", False),
    (COUNTER, "[] <> (x > 4)", False),
    (COUNTER, "<> [] (x > 0)", False),
    (COUNTER, "[] (x == 3 -> X (x == 3 || x == 4))", False),
    (COUNTER, "[] <> (x == 0)", True),  # the claim does not see inside atomic sequences
    (COUNTER, "([] <> (x == 7)) -> ([] <> (x == 1))", False),
    (ONCE, "! ([] <> (x == 3))", False),
    (ENDS, "<> [] (x == 3)", False),
    (ENDS, "[] <> (x < 3)", True),
    (ENDS, "<> (x == 2) && [] (x == 2 -> <> (x == 3))", False),
    (LABELS % "accept", "acceptance", True),
    (LABELS % "progress", "progress", True),
    ((LABELS % "progress").replace(" :: x = 3", ""), "progress", False),
    (IN_ATOMIC, "<> (x == 1)", False),
]


def asked(what):
    return ["--property", what] if what in ("acceptance", "progress") else [what]


def verdicts(folder):
    for number, (model, what, is_violated) in enumerate(KNOWN):
        path = write(folder, model, "m%d.pml" % number)
        for search in SEARCHES:
            for options in ([], ["--reduce", "none"]):
                ran = beeline("check", path, "--search", search, "--json", *options, *asked(what))
                result = ran.results()[0]
                want(result["verdict"] == ("violated" if is_violated else "satisfied"),
                     "%s: %s: %s" % (search, what, ran.out[:300]))
                want(result["search"]["search"] == search or result["trace"] is None, ran.out[:300])
                if is_violated:
                    want(result["trace"]["replayed"], ran.out[:300])


def fairness(folder):
    path = write(folder, PETERSON)
    for what, is_violated in (("[] (wants[0] -> <> (inside == 1))", False), ("[] <> (inside == 1)", False),
                              ("<> [] (inside != 1)", True)):
        beeline("check", path, "--search", "scc", "--fair", what).expect(10 if is_violated else 0)
    for search in SEARCHES[:2]:
        beeline("check", path, "--search", search, "--fair", "[] <> (inside == 1)").expect(
            64, "search '%s' does not support --fair" % search)


def second_searches(folder):
    """No second search where every cycle of a component of the claim is accepting; one where only some are."""
    path = write(folder, ONCE)
    some, every = "! ([] <> (x == 3))", "<> (x == 3)"
    red = {}
    for search in SEARCHES:
        for what in (some, every):
            red[search, what] = beeline("check", path, "--search", search, "--json", what).expect(0).results()[0]["stats"]["red"]
    want(red["scc", some] == red["scc", every] == red["ndfs-improved", every] == 0, red)
    want(0 < red["ndfs-improved", some] <= red["ndfs", some], red)
    shown = beeline("check", path, "--search", "ndfs", "-v", some).expect(0)
    want("%d expansions of the nested search" % red["ndfs", some] in shown.out + shown.err, shown.out)


def several_acceptance_sets(folder):
    """scc and lasso take the automaton with three acceptance sets, which has one state; that of ndfs has more."""
    path = write(folder, "bool p, q, r\nactive proctype A() { do :: p = !p :: q = !q :: r = !r od }\n")
    for search in ("ndfs", "scc", "lasso"):
        ran = beeline("check", path, "--search", search, "--json", "--reduce", "none", "!([]<> p && []<> q && []<> r)")
        stored = ran.results()[0]["stats"]["stored"]
        want((stored > 8) == (search == "ndfs"), "%s stores %d states, the model has 8" % (search, stored))


def estimates_only_order(folder):
    path = write(folder, PETERSON)
    for search in SEARCHES:
        for estimate in ("zero", "ff", "hl"):
            beeline("check", path, "--search", search, "--heuristic", estimate, "! (<> [] (inside == 2))").expect(0)
            beeline("check", path, "--search", search, "--heuristic", estimate, "[] <> (inside == 1)").expect(10)


def refusals(folder):
    path = write(folder, PETERSON)
    for search in SEARCHES:
        beeline("check", path, "--search", search, "--shortest", "[] <> (inside == 1)").expect(
            64, "search '%s' does not support --shortest" % search)
        beeline("list", "searches").expect(0, search)


run("searches", [verdicts, fairness, second_searches, several_acceptance_sets, estimates_only_order, refusals])
