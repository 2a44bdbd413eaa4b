#!/usr/bin/env python3
"""What users see of properties of infinite executions: verdicts, lassos in every format, fairness, and partial order reduction."""
import json
import shutil
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent / "tools"))
from program import beeline, run, want, write  # noqa: E402

# Q may be starved; under weak fairness it is not.
STARVED = """byte x, y
active proctype P() { do :: x = 1; x = 0 od }
active proctype Q() { y = 1 }
"""
ENDS = "byte x\nactive proctype P() { x = 1; x = 2 }\n"
# The loop of P is invisible and independent, and must not hide Q (the ignoring problem).
IGNORED = """byte g
active proctype P() { byte i; do :: i = 1 - i od }
active proctype Q() { g = 1; g = 2 }
"""
# Two processes with many independent steps of their own between visible ones.
LOCAL = """byte x, y
active proctype P() { byte i; do :: i = 1; i = 2; i = 3; x = 1; i = 4; i = 5; x = 0 od }
active proctype Q() { byte i; do :: i = 1; i = 2; i = 3; y = 1; i = 4; i = 5; y = 0 od }
"""
LABELS = """byte x
active proctype P() { byte i; do :: i = 1; i = 2; progress: i = 3; x = 1 - x od }
active proctype Q() { byte i; do :: i = 1; i = 2; i = 3 od }
"""
EVENTUALLY = "<> (y == 1)"


def fairness(folder):
    path = write(folder, STARVED)
    result = beeline("check", "--json", path, EVENTUALLY).expect(10).result()
    want("fair" not in result["property"] and result["error"]["kind"] == "acceptance-cycle", result)
    want((result["trace"]["length"], result["trace"]["loop"], result["trace"]["tight"]) == (2, 2, True), result["trace"])
    for search in ([], ["--search", "scc"], ["--search", "lasso"], ["--first"]):
        result = beeline("check", "--json", "--fair", *search, path, EVENTUALLY).expect(0).result()
        want(result["property"]["fair"] is True and result["search"]["reduce"] == [], result)
    beeline("check", "--fair", path, EVENTUALLY).expect(0, "satisfied: <> (y == 1), under weak fairness")
    beeline("check", "--fair", path, "<> (y == 2)").expect(10, ", under weak fairness", "for ever:")
    beeline("check", "--fair", path).expect(64, "--fair makes no difference")
    beeline("check", "--fair", "--property", "safety", path).expect(64, "--fair makes no difference")
    beeline("check", "--fair", path, "[] (x < 2)").expect(0)  # an invariant in disguise: fairness changes nothing
    beeline("check", "--fair", "--search", "ndfs", path, EVENTUALLY).expect(64, "search 'ndfs' does not support --fair")
    timed = write(folder, "process P() { state A; init A; } system P;\n", "m.xta")
    beeline("check", "--fair", timed, "A<> P.A").expect(64, "does not support --fair: it is a timed model")


def text(folder):
    path = write(folder, STARVED)
    ran = beeline("check", path, EVENTUALLY).expect(10, "2 steps (0, then 2 for ever), shortest\n")
    want("a lasso, of 2 steps: 0, then 2 for ever\n      for ever:\n  1   P" in ran.out, ran.out)
    path = write(folder, ENDS)
    ran = beeline("check", path, "<> (x == 3)").expect(10, "3 steps (then it stays for ever), shortest\n")
    want("stays in the last state for ever\n" in ran.out, ran.out)
    want(beeline("check", "--json", path, "<> (x == 3)").result()["trace"]["loop"] == 0, "loop")
    ran = beeline("check", path, "(x == 0) W (x == 2)").expect(10, "the formula is violated, after 1 step\n", "whatever follows: x = 1")
    want(beeline("check", "--json", path, "(x == 0) W (x == 2)").result()["trace"]["loop"] is None, "no loop")
    # In more than one state the claim may repeat itself later than the model.
    beeline("check", write(folder, STARVED), "[] <> (y == 1) || [] <> (x == 2)").expect(10, ", shortest")


def claims_of_users(folder):
    for claim, message in (("do :: x == 1 -> break :: else od", "the never claim reaches its end (%s:3)"),
                           ("do :: x == 1 ->\nassert(x == 1) :: else od", "an assertion of the never claim fails (%s:4)")):
        path = write(folder, ENDS + "never { %s }\n" % claim)
        ran = beeline("check", path, "--property", "never").expect(10, message % path, "the never claim is violated, after ")
        want(beeline("check", "--json", path).results()[0]["error"]["kind"] == "never", ran.out)
        want("never reached" not in beeline("check", path).out, "an assertion of the claim is none of the model")


def full(folder):
    path = write(folder, STARVED)
    ran = beeline("check", "--trace", "full", path, "[] (x == 1 -> X (y == 1))").expect(10, "claim: ", "-> violated   !(y == 1)")
    ran = beeline("check", "--trace", "full", path, EVENTUALLY).expect(10, ", accepting   !(y == 1)")
    want(ran.out.count("claim: ") == 2, "one move for each state that it reads: %s" % ran.out)
    path = write(folder, ENDS + "never { do :: x == 2 -> break :: else od; accept: do :: x == 2 od }\n")
    beeline("check", "--trace", "full", path, "--property", "never").expect(10, "x == 2   %s:3" % path)


def formats(folder):
    for source, formula, loop in ((STARVED, EVENTUALLY, 2), (ENDS, "<> (x == 3)", 0)):
        path = write(folder, source)
        stem = {2: 0, 0: 3}[loop]
        itf = json.loads(beeline("check", "--trace", "itf", path, formula).expect(10).out)
        want(itf["loop"] == stem, itf["loop"])
        beeline("check", "--trace", "dot", path, formula).expect(10, "-> s%d [style=dashed" % stem)
        beeline("check", "--trace", "mermaid", path, formula).expect(10, "for ever")
        trail = Path(folder, "m.pml.trail")
        beeline("check", "--trace", "trail=%s" % trail, path, formula).expect(10)
        lines = trail.read_text().splitlines()
        want(lines.index("-1:-1:-1") == stem, lines)
        if shutil.which("spin"):
            ran = subprocess.run(["spin", "-t", "-p", path.name], cwd=folder, capture_output=True, text=True, timeout=60)
            want("START OF CYCLE" in ran.stdout and "trail ends after" in ran.stdout and "error" not in ran.stdout, ran.stdout)
    timed = write(folder, "process P() { state A, B; init A; trans A -> A { }; } system P;\n", "m.xta")
    for name in ("xtr", "uppaal-xml"):
        beeline("check", "--trace", name, timed, "A<> P.B").expect(24, "loops")


def listing(folder):
    path = write(folder, STARVED + "ltl live { %s }\nltl safe { (x == 0) W (y == 1) }\n" % EVENTUALLY)
    beeline("info", path).expect(0, "    claim of 1 state, 1 edge\n", "; a safety property")
    claims = {p["name"]: p["claim"] for p in beeline("info", "--json", path).json()["properties"]}
    want(claims["live"] == {"states": 1, "edges": 1, "conditions": 1, "safety": False}, claims)
    want(claims["safe"]["safety"] is True and claims["assert"] is None, claims)
    rows = {row["name"]: row for row in beeline("list", "--json").json()["searches"]}
    want(rows["lasso"]["for cycles"] and not rows["bfs"]["for cycles"], rows["lasso"])
    ran = beeline("compare", path, "--ltl", "live", "--json").expect(0)
    searches = {r["asked"]["search"] for r in ran.results()}
    want(searches == {name for name, row in rows.items() if row.get("for cycles")}, searches)
    want("skipped" not in ran.err, ran.err)
    for asked, has_lasso in (("safe", True), ("safety", False)):  # searches for cycles answer all claims, and nothing else
        ran = beeline("compare", path, "--property", asked, "--json", "--heuristic", "zero").expect(0)
        searches = {r["asked"]["search"] for r in ran.results()}
        want("bfs" in searches and ("lasso" in searches) == has_lasso and "skipped" not in ran.err, searches)


def reduction(folder):
    for source, formula, verdict in ((IGNORED, "<> (g == 1)", "violated"), (IGNORED, "[] (g < 2)", "violated"), (IGNORED, "[] <> (g == 1)", "violated"),
                                     (IGNORED, "[] (g < 3)", "satisfied"), (LOCAL, "[] (x == 1 -> <> (x == 0))", "violated"),
                                     (LOCAL, "<> [] (x == 0)", "violated"), (LOCAL, "[] <> (x == 1) || [] <> (y == 1)", "satisfied"),
                                     (LOCAL, "(x == 0) W (y == 1)", "violated")):
        path = write(folder, source)
        for search in ("auto", "scc", "ndfs", "ndfs-improved", "lasso"):
            for how in ("por", "none"):
                ran = beeline("check", "--json", "--search", search, "--reduce", how, path, formula)
                if "does not support errors" in ran.err:  # a safety property, in disguise
                    continue
                want(ran.result()["verdict"] == verdict, "%s: %s, %s: %s" % (formula, search, how, ran.out[:300]))
    path = write(folder, LOCAL)
    stored = {how: beeline("check", "--json", "--search", "scc", "--reduce", how, path, "[] <> (x == 1) || [] <> (y == 1)").expect(0).result()["stats"]["stored"]
              for how in ("por", "none")}
    want(stored["por"] * 2 < stored["none"], stored)
    path = write(folder, LABELS)
    for how in ("por", "none"):
        beeline("check", "--search", "scc", "--reduce", how, path, "--property", "progress").expect(10, "non-progress cycle")


def what_the_reduction_refuses(folder):
    path = write(folder, STARVED)
    beeline("check", "--reduce", "por", path, "X (x == 1)").expect(64, "reduction 'por' does not support formulas with next (X)")
    beeline("check", "--reduce", "por", "--fair", path, EVENTUALLY).expect(64, "reduction 'por' does not support --fair")
    claimed = write(folder, ENDS + "never { accept: do :: x < 3 od }\n", "n.pml")
    beeline("check", "--reduce", "por", claimed).expect(64, "reduction 'por' does not support never claims")
    beeline("check", "--first", claimed, "--property", "never").expect(10)  # nobody has named it: it is not used
    want(beeline("check", "--json", "--first", "--search", "ndfs", claimed, "--property", "never").expect(10).result()["search"]["reduce"] == [], "reduce")


run("reports", [fairness, text, claims_of_users, full, formats, listing, reduction, what_the_reduction_refuses])
