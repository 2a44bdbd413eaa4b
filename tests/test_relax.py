#!/usr/bin/env python3
"""What the estimates over the relaxation, the graph distances and the formula say of the initial state of small models, worked out by
hand; and that A* with the admissible ones finds the shortest trace."""
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent / "tools"))
from program import ROOT, beeline, run, want, write  # noqa: E402

# The running example of the causal-graph paper: two processes go round, a third needs them at 2, 2 and both at 0.
ROUND = """int[0,3] v, w;
process P() { state s; init s; trans s -> s { guard v < 3; assign v = v + 1; }, s -> s { guard v == 3; assign v = 0; }; }
process Q() { state s; init s; trans s -> s { guard w < 3; assign w = w + 1; }, s -> s { guard w == 3; assign w = 0; }; }
process R() { state a, b, c, d; init a; trans a -> b { guard v == 2; }, b -> c { guard w == 2; }, c -> d { guard v == 0 && w == 0; }; }
p = P(); q = Q(); r = R();
system p, q, r;
"""
EACH = "".join("%s s -> s { guard %%s == %d; assign %%s = %d; }" % ("," if i else "", i, (i + 1) % 4) for i in range(4))
CONSTANTS = ROUND.replace("s -> s { guard v < 3; assign v = v + 1; }, s -> s { guard v == 3; assign v = 0; }", EACH % (("v",) * 8)) \
                 .replace("s -> s { guard w < 3; assign w = w + 1; }, s -> s { guard w == 3; assign w = 0; }", EACH % (("w",) * 8))
LABELS = "system:round\n" + "".join("event:%s\n" % e for e in "tuabc") + "".join(
    "process:p%d\n" % p + "".join("location:p%d:l%d{%s}\n" % (p, i, "" if i else "initial:") for i in range(4)) + "".join(
        "edge:p%d:l%d:l%d:%s{}\n" % (p, i, (i + 1) % 4, "tu"[p - 1]) for i in range(4)) +
    "edge:p%d:l2:l2:%s{}\nedge:p%d:l0:l0:c{}\n" % (p, "ab"[p - 1], p) for p in (1, 2)) + "process:p3\n" + "".join(
    "location:p3:l%d{%s}\n" % (i, "initial:" if i == 0 else "labels:err" if i == 3 else "") for i in range(4)) + "".join(
    "edge:p3:l%d:l%d:%s{}\n" % (i, i + 1, "abc"[i]) for i in range(3)) + "sync:p1@a:p3@a\nsync:p2@b:p3@b\nsync:p1@c:p2@c:p3@c\n"
BOTH_WAYS = "process %s() { state s; init s; trans s -> s { guard %s < 30; assign %s = %s + 1; }, s -> s { guard %s > 0; assign %s = %s - 1; }; }\n"
NOISE = "int[0,30] v, w, z;\n" + "".join(BOTH_WAYS % ((name,) + (x,) * 6) for name, x in zip("PQR", "vwz")) + "p = P(); q = Q(); r = R();\nsystem p, q, r;\n"
COUNT = """int[0,100] v;
process P() { state s, e; init s; trans s -> s { guard v < 9; assign v = v + 1; }, s -> e { guard v == 9; }; }
p = P();
system p;
"""
SPLIT = "byte v;\nactive proctype p() { do :: v < 9 -> v = v + 1 :: v == 9 -> break od; assert(false) }\n"
TWO_STEPS = "byte v, x;\nactive proctype p() { do :: v < 5 -> x = 1 - x; v = v + 1 :: v == 5 -> break od; assert(false) }\n"
SHARED = SPLIT + "active proctype q() { v = 7 }\n"
ONE_STEP = "byte x, y;\nactive proctype p() { d_step { x = 1; y = x }; assert(y == 0) }\n"
BLOCK = "byte v, w;\nactive proctype p() { do :: d_step { v < 9; w = v; v = v + 1 } od }\nactive proctype q() { v == 9; assert(false) }\n"
COPY = """int[0,9] v, x;
process P() { state s; init s; trans s -> s { guard v < 9; assign v = v + 1; }, s -> s { assign x = v; }; }
p = P();
system p;
"""
HANDED = """chan c = [0] of { byte }; byte v;
active proctype p() { byte n; do :: n < 5 -> n++ :: c!n od }
active proctype q() { do :: c?v od }
"""
STARTS = """chan c[2] = [1] of { byte };
proctype P(byte i) { do :: c[i]!1; c[1 - i]?1 :: c[i]?1 -> c[1 - i]!1; c[1 - i]!1 od }
init { atomic { run P(0); run P(1) } }
"""
LATER = "proctype P() { skip; skip; there: skip }\ninit { skip; run P() }\n"
INDEX = "byte a[4];\nactive proctype p() { byte i; do :: i < 4 -> a[i] = 1; i++ :: i == 4 -> break od; i = 0; i = 1; i = 2; assert(false) }\n"


def asked(ran):
    """The result for the invariant, if one was given."""
    results = ran.results()
    return next((r for r in results if r["property"]["kind"] == "invariant"), results[0])


def estimates(path, *arguments, **expected):
    for name, value in expected.items():
        ran = beeline("check", path, *arguments, "--search", "greedy", "--heuristic", name, "--json")
        want(ran.status in (0, 10), "exit %d: %s" % (ran.status, ran.err))
        found = asked(ran)["stats"]["h_initial"]
        want(found == value, "%s is %d, not %d" % (name, found, value))


def shortest(path, *arguments, length, names=("dl", "hl")):
    for name in names:
        ran = beeline("check", path, *arguments, "--search", "astar", "--heuristic", name, "--json")
        trace = asked(ran)["trace"]
        want(trace and trace["length"] == length and trace["shortest"], "%s: %s" % (name, ran.out[:300]))


def the_running_example(folder):
    for model in (ROUND, CONSTANTS):
        path = write(folder, model, "m.xta")
        estimates(path, "E<> r.d", dl=3, du=3, hl=5, hu=7, ff=7, cg=11)
        shortest(path, "E<> r.d", length=11)
    path = write(folder, LABELS, "m.tck")
    estimates(path, "labels=err", dl=3, du=3, hl=5, hu=7, ff=7, cg=11)
    shortest(path, "labels=err", length=11)
    estimates(ROOT / "tests" / "models" / "causal_graph.pml", "--property", "assert", hl=6, hu=8, ff=8, cg=12)


def counters_cost_a_step_for_each_value(folder):
    path = write(folder, COUNT, "m.xta")
    estimates(path, "E<> p.e", hl=10, hu=10, ff=10)
    shortest(path, "E<> p.e", length=10)
    path = write(folder, NOISE, "m.xta")
    estimates(path, "E<> v == 30 && w == 30", hl=30, hu=60, ff=60)
    want(beeline("check", path, "E<> v == 30 && w == 30", "--search", "greedy:explore=none", "--heuristic", "hu",
                 "--json").results()[0]["trace"]["length"] == 60, "greedy hu goes straight")


def copies_and_messages_cost_a_step(folder):
    estimates(write(folder, COPY, "m.xta"), "E<> x == 9", hl=10, hu=10)
    path = write(folder, HANDED)
    # n is tested and counted in two steps; the rendezvous costs 2
    estimates(path, "--invariant", "v != 5", hl=12, hu=12)
    shortest(path, "--invariant", "v != 5", length=12)


def what_the_same_step_has_written_is_free(folder):
    path = write(folder, ONE_STEP)
    estimates(path, "--property", "assert", hl=2, hu=2)
    shortest(path, "--property", "assert", length=2)
    path = write(folder, BLOCK)
    estimates(path, "--property", "assert", hl=11, hu=11)
    shortest(path, "--property", "assert", length=11)


def a_test_and_an_assignment_are_two_steps(folder):
    path = write(folder, SPLIT)
    estimates(path, "--property", "assert", hl=20, hu=20, ff=20)
    shortest(path, "--property", "assert", length=20)
    path = write(folder, TWO_STEPS)
    estimates(path, "--property", "assert", hl=17, hu=17)
    shortest(path, "--property", "assert", length=17)
    shortest(write(folder, SHARED), "--property", "assert", length=7)


def guarded_counters_are_no_faults(folder):
    path = write(folder, INDEX)
    estimates(path, "--property", "assert", dl=5, du=5)
    shortest(path, "--property", "assert", length=17)


def formula_before_processes_are_started(folder):
    path = write(folder, STARTS)
    estimates(path, formula=3)
    path = write(folder, LATER)
    estimates(path, "--invariant", "!(P[1]@there)", formula=4)


run("relax", [the_running_example, counters_cost_a_step_for_each_value, copies_and_messages_cost_a_step,
              what_the_same_step_has_written_is_free, a_test_and_an_assignment_are_two_steps, guarded_counters_are_no_faults,
              formula_before_processes_are_started])
