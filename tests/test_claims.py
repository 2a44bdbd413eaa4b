#!/usr/bin/env python3
"""Never claims, accept labels and LTL formulas mean what they mean to SPIN. The verdicts are those that its verifier gives
(spin -o3 -a, pan -a; statement merging would let a claim read fewer states)."""
import re
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent / "tools"))
from program import beeline, run, want, write  # noqa: E402

LINE = "byte x; active proctype P() { x = 1; x = 2; x = 3 } "
LOOP = "byte x; active proctype P() { do :: x = 1 :: x = 2; x = 0 od } "
INSIDE = "byte x, y; active proctype P() { do :: atomic { x = 1; y++; x = 0 } :: y == 3 -> y = 0 od } "
PAIR = ("byte x; chan c = [0] of {byte}; active proctype P() { do :: c!1 :: c!2 od } "
        "active proctype Q() { do :: c?x od } ")
STUCK = "byte x; chan c = [0] of {byte}; active proctype P() { c!1; x = 5; c!2 } active proctype Q() { c?x } "
LABEL = "byte x; active proctype P() { do :: x = 1 :: x = 2 -> acceptP: x = 0 od } "

# A model, the kind of its property, and the length of a shortest trace (stem, loop) of an error; None = there is none.
# A loop of None: the claim ends; "stay": the execution stays in its last state.
RULES = {
    "closing brace": (LINE + "never { do :: x == 2 -> break :: else od }", "never", (2, None)),
    "one statement reads one state": (LINE + "never { x == 0; x == 1; x == 2; x == 3 }", "never", (3, None)),
    "a claim that cannot move ends": (LINE + "never { x == 0; x == 2; x == 2 }", "never", None),
    "the last state is read again": (LINE + "never { x == 2; skip }", "never", None),
    "and again": (LINE + "never { x == 0; x == 1; x == 2; x == 3; x == 3; x == 3; x == 3 }", "never", (4, None)),
    "but only that one": (LINE + "never { x == 0; x == 1; x == 2; x == 3; x == 3; x == 2 }", "never", None),
    "end label": (LINE + "never { do :: x == 2 -> goto endA :: else od; endA: do :: skip od }", "never", (2, None)),
    "end label at the start": (LINE + "never { end: do :: skip od }", "never", (0, None)),
    "assertion": (LINE + "never { do :: assert(x != 2) od }", "never", (2, None)),
    "atomic claim": (LINE + "never { do :: atomic { x == 2 -> assert(x != 2) } :: true od }", "never", (2, None)),
    "atomic claim reads one state": (LINE + "never { atomic { x == 0; x == 1 }; skip }", "never", None),
    "d_step claim": (LINE + "never { d_step { x == 0; x == 0 }; x == 1 }", "never", (1, None)),
    "d_step claim that blocks": (LINE + "never { d_step { x == 0; x == 1 }; x == 1 }", "never", (0, None)),
    "else": (LINE + "never { do :: x < 2 :: else -> break od }", "never", (2, None)),
    "unless": (LINE + "never { { do :: skip od } unless { x == 2 } }", "never", (2, None)),
    "printf": (LINE + "never { printf(\"a\"); x == 1; x == 2 }", "never", (2, None)),
    "goto": (LINE + "never { x == 0; goto l; l: x == 1; goto m; m: x == 2 }", "never", (2, None)),
    "nested if": (LINE + "never { if :: x == 0 -> if :: x == 1 -> do :: x == 2 -> break od fi fi }", "never", (2, None)),
    "false": (LINE + "never { false }", "never", None),
    "local variable": (LINE + "never { byte n; n = 2; do :: n > 0 -> n-- :: n == 0 && x == 3 -> break od }", "never",
                       (4, None)),
    "local variable with a value of the model": (LINE + "never { byte n; do :: n == 2 -> break :: n = x od }", "never",
                                                 (3, None)),
    "pc_value": (LINE + "never { do :: pc_value(0) == 3 -> break :: else od }", "never", (2, None)),
    "_last": (PAIR + "never { do :: _last == 1 -> break :: else od }", "never", (2, None)),
    "enabled": (LINE + "never { do :: !enabled(0) && x == 3 -> break :: else od }", "never", (4, None)),
    "acceptance": (LOOP + "never { do :: x == 1 -> goto accept :: skip od; accept: do :: x == 1 od }", "never", (1, 1)),
    "acceptance where it stays": (LINE + "never { do :: x == 3 -> goto accept :: skip od; accept: do :: x == 3 od }",
                                  "never", (4, "stay")),
    "no acceptance": (LINE + "never { do :: x == 2 -> goto accept :: skip od; accept: do :: x == 2 od }", "never", None),
    "accept label of a process": (LABEL, "acceptance", (0, 2)),
    "accept label where it stays": ("byte x; active proctype P() { x = 1; accept: x == 5 }", "acceptance", (1, "stay")),
    "accept label of a process with a claim": (LABEL + "never { do :: x != 9 od }", "never", (0, 2)),
    "accept label that the claim excludes": (LABEL + "never { do :: x != 2 od }", "never", None),
    "no progress": (LOOP.replace("x = 0", "progress: x = 0"), "progress", (1, 1)),
    "progress": (LOOP.replace("x = 1 ", "x = 1; progress: x = 0 ").replace("x = 0 od", "progress2: x = 0 od"), "progress",
                 None),
    "no progress in a deadlock is no cycle": ("byte x; active proctype P() { x = 1; progress: x = 2; x == 5 }", "progress",
                                              None),
    "formula": (LOOP + "ltl p { [] (x == 1 -> <> (x == 2)) }", "ltl", (1, 1)),
    "formula that holds": (LOOP + "ltl p { [] (x == 2 -> <> (x == 0)) }", "ltl", None),
    "until": (LOOP + "ltl p { (x == 0) U (x == 2) }", "ltl", (1, None)),
    "weak until": (LOOP + "ltl p { (x == 0) W (x == 1 || x == 2) }", "ltl", None),
    "equivalence": (LOOP + "ltl p { <> [] (x == 1) <-> [] <> (x == 2) }", "ltl", (1, 1)),
    "atomic sequences are not read": (INSIDE + "ltl p { [] (x == 0) }", "ltl", None),
    "a loop with atomic sequences": (INSIDE + "ltl p { <> (x == 1) }", "ltl", (0, 11)),
    "a rendezvous in the loop": (PAIR + "ltl p { [] <> (x == 1) }", "ltl", (2, 2)),
    "a deadlock": (STUCK + "ltl p { <> (x == 7) }", "ltl", (4, "stay")),
    "before a deadlock": (STUCK + "ltl p { <> (x == 5) }", "ltl", None),
    "timeout in a loop": ("byte n; active proctype P() { do :: timeout -> n = 1 - n od } ltl p { <> [] (n == 1) }", "ltl",
                          (0, 4)),
    "d_step in a loop": ("byte n; active proctype P() { do :: d_step { n++; n++ } :: n > 5 -> n = 0 od } "
                         "ltl p { [] <> (n == 1) }", "ltl", (0, 5)),
    "remote references": ("byte x; active [2] proctype P() { byte l; L0: x = 1; l = 2; L1: x = 2 } "
                          "never { do :: P[1]@L1 && P[0]:l == 2 -> break :: else od }", "never", (4, None)),
}

REFUSED = {
    "x = 5": "the claim changes the variable x of the model",
    "c!1": "the claim sends or receives a message",
    "run P()": "the claim starts a process",
    "timeout": "the claim uses timeout",
    "int n; n = x": "too large",
}


def shape(path):
    """The number of steps of a trail before and in its loop; a rendezvous has two lines, and two steps."""
    stem, mark, loop = Path(path).read_text().partition("-1:-1:-1\n")
    return len(stem.splitlines()), (len(loop.splitlines()) or "stay") if mark else None


def follows_rule(folder, name):
    model, kind, expected = RULES[name]
    path, trail = write(folder, model + "\n"), str(Path(folder) / "t.trail")
    ran = beeline("check", "--json", "--shortest", path, "--property", kind, "--trace", "trail=" + trail)
    result = ran.results()[0]
    want(result["verdict"] == ("violated" if expected else "satisfied"), "%s: %s" % (name, ran.out))
    if not expected:
        return
    loop, found = expected[1], shape(trail)
    want(result["trace"]["shortest"], "%s: not proved shortest" % name)
    want(sum(n for n in found if isinstance(n, int)) == sum(n for n in expected if isinstance(n, int)) and
         (found[1] if loop in (None, "stay") else bool(found[1])) == (loop if loop in (None, "stay") else True),
         "%s: %s, not %s" % (name, found, expected))
    beeline("replay", "-q", path, trail, "--property", kind).expect(10)


def rules_of_spin(folder):
    for name in RULES:
        follows_rule(folder, name)


def what_claims_cannot_do(folder):
    for body, why in REFUSED.items():
        path = write(folder, "chan c = [1] of {byte}; " + LINE + "never { %s }\n" % body)
        beeline("check", path, "--property", "never").expect(24, why)


def each_claim_is_a_property(folder):
    path = write(folder, LINE + "never a { do :: x == 2 -> break :: else od }\nnever b { do :: x == 7 -> break :: else od }\n"
                                "ltl c { <> (x == 3) }\nltl { [] (x == 0) }\n")
    results = beeline("check", "--json", path).expect(10).results()
    want([(r["property"]["name"], r["verdict"]) for r in results[:-1]] ==
         [("a", "violated"), ("b", "satisfied"), ("c", "satisfied"), ("ltl_0", "violated")], results)


# As `spin -a` prints them, with all parentheses.
FORMULAS = {
    "a U b U c": "((a U b) U c)",
    "a -> b -> c": "((a -> b) -> c)",
    "a <-> b -> c || a && b U c": "((a <-> b) -> (c || (a && (b U c))))",
    "always eventually a implies b until c": "([] <> a -> (b U c))",
    "! a U b": "(!a U b)",
    "[] a && b": "([] a && b)",
    "a V b W c": "((a V b) W c)",
    "a weakuntil b stronguntil c release a": "(((a W b) U c) V a)",
    "next a equivalent X b": "(X a <-> X b)",
    "[] (a /\\ b \\/ c)": "[] (a && b || c)",
    "[]!(a&&b)": "[] !(a && b)",
}


def formulas_are_read_as_spin_reads_them(folder):
    model = "bool a, b, c; active proctype P() { a = 1 }\n"
    for formula, text in FORMULAS.items():
        out = beeline("info", write(folder, model + "ltl p { %s }\n" % formula)).expect(0).out
        want("ltl p: %s (" % text in out, "%s: %s" % (formula, out))


ATOMS = """mtype = { red, green }
#define is_one (x == 1)
#define LIMIT 3
byte x; mtype col = red; chan ch = [2] of { byte, mtype }; byte row[3];
typedef T { byte f[2] }; T rec
active [2] proctype P() { byte loc; again: x = 1; loc = 2; L2: x = 2; goto again }
"""


def formulas_on_the_command_line(folder):
    path = write(folder, ATOMS)
    for formula, status in (("[] (is_one -> <> (x == 2))", 0), ("[] <> (P[0]@L2)", 10), ("<> (P[1]:loc == 2)", 10),
                            ("[] (ch ? [1, red] || len(ch) < 2)", 0), ("[] <> (col == red && row[1] == 0)", 0),
                            ("<> [] (rec.f[1] == 0 && x < LIMIT)", 0), ("! [] <> (P[0]@again || P[1]@again)", 10),
                            ("<> (x == 1\n || x == NUMBER)", 0), ("X (x == 1)", 0), ("X X (x == 2)", 10)):
        ran = beeline("check", "-q", "-DNUMBER=2", path, formula)
        ran.expect(status)
        want(ran.out.count("\n") == formula.count("\n") + 1, ran.out)
    beeline("check", "-q", path, "--invariant", "!is_one || x < LIMIT", "--property", "assert").expect(0)
    beeline("check", path, "is_one -> <> nosuch").expect(65, "(x == 1) -> <> nosuch", "'nosuch' is not declared")
    beeline("check", path, "[] (is_one").expect(65, "expected ')'")


def replay_is_told_the_property(folder):
    path = write(folder, "byte x, y; active proctype P() { do :: x = 1 :: x = 2 od } active proctype Q() { do :: y = 1 - y od }\n"
                         "ltl one { [] <> (x == 1) }\nltl two { [] <> (x == 2) }\n")
    trail = str(Path(folder) / "t.trail")
    Path(trail).write_text("1:0:1\n-1:-1:-1\n2:0:1\n")
    beeline("replay", path, trail, "--ltl", "one").expect(10, "violating the property", "[] <> (x == 1)", "for ever")
    beeline("replay", path, trail).expect(10, "[] <> (x == 1)")  # the first of the model's that it violates
    beeline("replay", path, trail, "--ltl", "two").expect(65, "the execution satisfies the formula")
    beeline("replay", path, trail, "--ltl", "one", "--fair").expect(65, "not weakly fair")
    beeline("replay", path, trail, "<> (x == 1)").expect(10, "<> (x == 1)")
    beeline("replay", path, trail, "--property", "safety").expect(65)
    Path(trail).write_text("1:0:1\n-1:-1:-1\n2:0:1\n3:1:6\n4:1:6\n")
    beeline("replay", path, trail, "--ltl", "one", "--fair").expect(10, "violating the property")
    Path(trail).write_text("1:0:1\n-1:-1:-1\n2:1:6\n")
    beeline("replay", path, trail, "--ltl", "one").expect(65, "does not reach its end")  # the loop does not close


def trails_of_spin(folder):
    """As pan writes them: the claim is process 0; when it ends, a line of another step may follow."""
    path = write(folder, LINE + "never { do :: x == 2 -> break :: else od }\n")
    trail = str(Path(folder) / "t.trail")
    for rest in ("", "6:1:1\n", "6:1:2\n"):
        Path(trail).write_text("-2:1:-2\n1:0:7\n2:1:0\n3:0:7\n4:1:1\n5:0:5\n" + rest)
        ran = beeline("replay", "--json", path, trail, "--property", "never").expect(10)
        want(ran.results()[0]["trace"]["length"] == 2, "%s: %s" % (rest, ran.out))
    path = write(folder, LINE + "never { do :: x == 3 -> goto accept :: skip od; accept: do :: x == 3 od }\n")
    Path(trail).write_text("-2:1:-2\n1:0:7\n2:1:0\n3:0:7\n4:1:1\n5:0:7\n6:1:2\n7:0:7\n8:1:3\n9:0:4\n-1:-1:-1\n10:0:11\n")
    out = beeline("replay", path, trail, "--property", "never").expect(10, "stays in the last state for ever").out
    want(re.search(r"4 steps", out), out)


run("claims", [rules_of_spin, what_claims_cannot_do, each_claim_is_a_property, formulas_are_read_as_spin_reads_them,
               formulas_on_the_command_line, replay_is_told_the_property, trails_of_spin])
