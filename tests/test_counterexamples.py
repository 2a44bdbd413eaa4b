#!/usr/bin/env python3
"""Small models on which an abstraction that is not careful goes wrong: it misses an error, invents one, or makes one seem farther
away than it is. Every listed estimate and reduction must give the right answer on each, or refuse; abstractions with any parts left
out must have all steps and errors (tests/tools/simulation), and estimates must be what they claim in all states
(tests/tools/estimates)."""
import os
import shutil
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [os.path.join(HERE, "fuzz")]
import beeline
import fuzz
import guided
import whole
from report import Report

NEVER = None
TOGGLE = "process D() { state s; init s; trans s -> s { guard p == 0; assign p = 1; }, s -> s { guard p == 1; assign p = 0; }; }\n"
WAIT = "process T() { clock x; state t0, t1; init t0; trans t0 -> t1 { guard x >= 1; }; }\n"
DRIVER = "active proctype D() { do :: p == 0 -> p = 1 :: p == 1 -> p = 0 od }\n"

# What it shows, ending, model, question, least number of steps
CASES = [
    # A variable that a driver can set to any value at any time may be left out only if the driver can always move in between.
    ("a committed location leaves the driver no time", "xta",
     "int[0,1] p;\n" + TOGGLE + """process Q() { state c0, c1, c2; commit c1; init c0;
     trans c0 -> c1 { guard p == 0; }, c1 -> c2 { guard p == 1; }; }
     d = D(); q = Q(); system d, q;""", ["E<> q.c2"], NEVER),
    ("an urgent label that always seems possible stops time", "xta",
     "int[0,1] p; urgent chan a;\n" + TOGGLE + WAIT + """process Q() { state c0, c1; init c0; trans c0 -> c1 { guard p == 1; sync a!; }; }
     process R() { state s; init s; trans s -> s { sync a?; }; }
     d = D(); q = Q(); r = R(); t = T(); system d, q, r, t;""", ["E<> t.t1 and q.c0"], 1),
    ("two participants of a step see one value", "xta",
     "int[0,1] p; chan a;\n" + TOGGLE + """process Q() { state c0, c1; init c0; trans c0 -> c1 { guard p == 0; sync a!; }; }
     process R() { state r0, r1; init r0; trans r0 -> r1 { guard p == 1; sync a?; }; }
     d = D(); q = Q(); r = R(); system d, q, r;""", ["E<> q.c1"], NEVER),
    ("three participants of a broadcast see one value", "xta",
     "int[0,1] p; broadcast chan a;\n" + TOGGLE + """process Q() { state c0, c1; init c0; trans c0 -> c1 { sync a!; }; }
     process R() { state r0, r1; init r0; trans r0 -> r1 { guard p == 1; sync a?; }; }
     process S() { state r0, r1; init r0; trans r0 -> r1 { guard p == 0; sync a?; }; }
     d = D(); q = Q(); r = R(); s = S(); system d, q, r, s;""", ["E<> q.c1 and r.r1 == s.r1"], NEVER),
    ("a driver that sets a clock", "xta",
     """int[0,1] p; clock x, y;
     process D() { state s; init s; trans s -> s { guard p == 0; assign p = 1; }, s -> s { guard p == 1; assign p = 0, x = 0; }; }
     process Q() { state c0, c1, c2; init c0; trans c0 -> c1 { guard p == 1 && y >= 1; },
       c1 -> c2 { guard p == 0 && x >= 1 && y <= 1; }; }
     d = D(); q = Q(); system d, q;""", ["E<> q.c2"], NEVER),
    ("a driver with an invariant", "xta",
     """int[0,1] p; clock y;
     process D() { state s { y <= 2 }; init s; trans s -> s { guard p == 0; assign p = 1; }, s -> s { guard p == 1; assign p = 0; }; }
     process Q() { state c0, c1; init c0; trans c0 -> c1 { guard p == 1 && y >= 3; }; }
     d = D(); q = Q(); system d, q;""", ["E<> q.c1"], NEVER),
    ("a driver that waits for a clock", "xta",
     """int[0,1] p; clock y;
     process D() { state s; init s; trans s -> s { guard p == 0 && y >= 2; assign p = 1; }, s -> s { guard p == 1; assign p = 0; }; }
     process Q() { state c0, c1; init c0; trans c0 -> c1 { guard p == 1 && y <= 1; }; }
     d = D(); q = Q(); system d, q;""", ["E<> q.c1"], NEVER),
    ("a driver that cannot go back", "xta",
     """int[0,1] p;
     process D() { state s; init s; trans s -> s { guard p == 0; assign p = 1; }; }
     process Q() { state c0, c1, c2; init c0; trans c0 -> c1 { guard p == 1; }, c1 -> c2 { guard p == 0; }; }
     d = D(); q = Q(); system d, q;""", ["E<> q.c2"], NEVER),
    ("a driver that is driven", "xta",
     "int[0,1] p, r;\n" + TOGGLE + """process E() { state s; init s; trans s -> s { guard p == 1 && r == 0; assign r = 1; },
       s -> s { guard p == 0 && r == 1; assign r = 0; }; }
     process Q() { state c0, c1, c2; init c0; trans c0 -> c1 { guard r == 1; }, c1 -> c2 { guard r == 0 && p == 1; }; }
     d = D(); e = E(); q = Q(); system d, e, q;""", ["E<> q.c2"], 7),
    ("the question reads what is driven", "xta",
     "int[0,1] p;\n" + TOGGLE + """process Q() { state c0, c1; init c0; trans c0 -> c1 { guard p == 0; }; }
     d = D(); q = Q(); system d, q;""", ["E<> q.c1 and p == 1"], 2),
    ("an invariant reads what is driven", "xta",
     "int[0,1] p; clock x;\n" + TOGGLE + """process Q() { state c0, c1 { p == 0 }; init c0; trans c0 -> c1 { guard p == 1; }; }
     d = D(); q = Q(); system d, q;""", ["E<> q.c1"], NEVER),
    ("a driver keeps from a deadlock", "xta",
     "int[0,1] p;\n" + TOGGLE + """process Q() { state c0, c1; init c0; trans c0 -> c1 { guard p == 1; }; }
     d = D(); q = Q(); system d, q;""", ["E<> deadlock"], NEVER),
    ("a driver that goes wrong", "xta",
     """int[0,1] p; int a[2];
     process D() { state s; init s; trans s -> s { guard p == 0; assign p = 1; }, s -> s { guard p == 1; assign a[p + 1] = 1, p = 0; }; }
     d = D(); system d;""", ["--property", "fault"], 2),
    ("priorities", "xta",
     """int[0,1] p; chan a; chan priority default < a;
     process D() { state s; init s; trans s -> s { guard p == 0; assign p = 1; }, s -> s { guard p == 1; assign p = 0; }; }
     process Q() { state c0, c1, c2; init c0; trans c0 -> c1 { guard p == 1; sync a!; }, c0 -> c2 { guard p == 1; }; }
     process R() { state s; init s; trans s -> s { sync a?; }; }
     d = D(); q = Q(); r = R(); system d, q, r;""", ["E<> q.c2"], NEVER),
    ("a driver keeps from an invalid end state", "pml",
     "byte p;\n" + DRIVER + "active proctype Q() { p == 1; p == 0; false }", ["--property", "deadlock"], NEVER),
    ("inside an atomic sequence the driver does not move", "pml",
     "byte p;\n" + DRIVER + "active proctype Q() { atomic { p == 0 -> if :: p == 1 -> assert(false) :: else fi } }",
     ["--property", "assert"], NEVER),
    ("else reads what its siblings read", "pml",
     "byte p;\n" + DRIVER + "active proctype Q() { do :: if :: p == 0 :: p == 1 :: else -> assert(false) fi od }",
     ["--property", "assert"], NEVER),
    ("no timeout while a driver moves", "pml",
     "byte p;\n" + DRIVER + "active proctype Q() { timeout; assert(false) }", ["--property", "assert"], NEVER),
    ("provided reads what is driven", "pml",
     "byte p, x;\n" + DRIVER + "active proctype Q() provided (p == 1) { x = 1; assert(p == 0) }", ["--property", "assert"], 4),
    ("_last sees the driver", "pml",
     "byte p;\n" + DRIVER + "active proctype Q() { skip; _last == 0 -> assert(false) }", ["--property", "assert"], 4),
    # Parts that are left out: what is kept must still be possible, as soon as it was.
    ("a label of three processes", "xta",
     """chan a; process I() { state l0, l1; init l0; trans l0 -> l1 { sync a!; }; }
     process J() { state l0, l1; init l0; trans l0 -> l1 { sync a?; }; }
     process K() { state l0, l1; init l0; trans l0 -> l1 { sync a?; }; }
     i = I(); j = J(); k = K(); system i, j, k;""", ["E<> i.l1 and j.l1"], 1),
    ("an urgent label whose guard is left out", "xta",
     "urgent chan a; int[0,1] v;\n" + WAIT + """process P() { state l0, l1; init l0; trans l0 -> l1 { guard v == 1; sync a!; }; }
     process Q() { state s; init s; trans s -> s { sync a?; }; }
     process S() { state s0, s1; init s0; trans s0 -> s1 { assign v = 1; }; }
     p = P(); q = Q(); s = S(); t = T(); system p, q, s, t;""", ["E<> t.t1"], 1),
    ("one who is committed takes another along", "xta",
     """chan a, b; process I() { state l0, l1; commit l1; init l0; trans l0 -> l1 { sync b!; }; }
     process K() { state k0, k1, k2; commit k1; init k0; trans k0 -> k1 { sync b?; }, k1 -> k2 { sync a!; }; }
     process J() { state l0, l1; init l0; trans l0 -> l1 { sync a?; }; }
     i = I(); j = J(); k = K(); system i, j, k;""", ["E<> i.l1 and j.l1"], 2),
    ("all who hear a broadcast move in one step", "xta",
     """broadcast chan a; process S() { state s0, s1; init s0; trans s0 -> s1 { sync a!; }; }
     process R() { state r0, r1; init r0; trans r0 -> r1 { sync a?; }; }
     s = S(); r1 = R(); r2 = R(); r3 = R(); system s, r1, r2, r3;""", ["E<> r1.r1 and r2.r1 and r3.r1"], 1),
    ("one whose guard is left out need not hear a broadcast", "xta",
     """broadcast chan a; int[0,1] v; process S() { state s0, s1; init s0; trans s0 -> s1 { sync a!; }; }
     process R() { state r0, r1; init r0; trans r0 -> r1 { guard v == 1; sync a?; }; }
     process V() { state v0, v1; init v0; trans v0 -> v1 { assign v = 1; }; }
     s = S(); r = R(); v1 = V(); system s, r, v1;""", ["E<> s.s1 and r.r0"], 1),
    ("a vector of three processes", "tck",
     """system:s
event:a
process:P
location:P:p0{initial:}
location:P:p1{labels:bad}
edge:P:p0:p1:a
process:Q
location:Q:q0{initial:}
location:Q:q1{}
edge:Q:q0:q1:a
process:R
location:R:r0{initial:}
location:R:r1{labels:bad2}
edge:R:r0:r1:a
sync:P@a:Q@a:R@a
""", ["labels=bad,bad2"], 1),
    ("what an invariant loses is an error", "xta",
     """int[0,3] v; process P() { state l0, l1; init l0; trans l0 -> l1 { }; }
     process V() { state s; init s; trans s -> s { guard v < 3; assign v = v + 1; }; }
     p = P(); w = V(); system p, w;""", ["A[] (v < 3 or not p.l1)"], 4),
    ("an index that is left out can be wrong", "xta",
     """int[0,3] v; int[0,1] a[3]; process P() { state l0, l1; init l0; trans l0 -> l1 { guard a[v] == 1; }; }
     process V() { state s; init s; trans s -> s { guard v < 3; assign v = v + 1; }; }
     p = P(); w = V(); system p, w;""", ["--property", "fault"], 4),
    ("a function of what is left out", "xta",
     """int[0,3] v; int[0,9] w; int f(int n) { return n + v; }
     process P() { state l0, l1, l2; init l0; trans l0 -> l1 { assign w = f(1); }, l1 -> l2 { guard w == 4; }; }
     process V() { state s; init s; trans s -> s { guard v < 3; assign v = v + 1; }; }
     p = P(); u = V(); system p, u;""", ["E<> p.l2"], 5),
    ("an argument that is left out can be wrong", "xta",
     """int[0,2] i, n; bool f(int p) { return n == 1; }
     process P() { state l0, l1, l2; init l0; trans l0 -> l1 { assign n = 1; }, l1 -> l2 { guard f(2 / i); }; }
     p = P(); system p;""", ["--property", "fault"], 2),
    ("a fault that is only possible has no priority", "xta",
     """int[0,2] i; int[0,1] a[2]; clock x;
     process P() { state l0, l1 { x < 0 }; init l0; trans l0 -> l1 { assign a[i] = 1; }; }
     process Q() { state l0, l1; init l0; trans l0 -> l1 { }, l1 -> l1 { assign i = 2; }; }
     p = P(); q = Q(); system q < p;""", ["E<> q.l1"], 1),
    ("both halves of a rendezvous count", "pml",
     """chan c = [0] of { byte }; byte x;
     active proctype A() { c!1; c!2 }
     active proctype B() { byte y; c?y; c?x; assert(x == 0) }""", ["--property", "assert"], 5),
    ("an assertion over what is left out", "pml",
     "byte x, y; active proctype A() { do :: x < 3 -> x++ :: x == 3 -> break od } active proctype B() { y = 1; assert(x < 2 || y == 0) }",
     ["--property", "assert"], 6),
    ("a process that is started", "pml",
     "byte x; proctype R(byte n) { x = n } init { run R(1); run R(2); (x == 2) -> assert(false) }", ["--property", "assert"], 5),
    ("a deadlock over what is left out", "pml",
     "byte x; active proctype A() { x = 1; x = 2; end: x == 7 } active proctype B() { x == 1; x == 3 }", ["--property", "deadlock"], 2),
    ("messages that are left out", "pml",
     """chan c = [2] of { byte, byte }; byte x;
     active proctype A() { c!1,2; c!3,4 }
     active proctype B() { c?x,2; c?3,x; assert(x != 4) }""", ["--property", "assert"], 5),
    ("every process that waits for the timeout can go first", "pml",
     "byte x; active [2] proctype A() { timeout -> x++; done: x-- }", ["--invariant", "!(A[0]@done)"], 2),
    # Zones: an entry of a table need not cover what it meets.
    ("extrapolated zones", "xta",
     """clock x, y; process P() { state l0, l1, l2, l3; init l0;
     trans l0 -> l1 { guard x >= 1 && x <= 2; assign y = 0; }, l1 -> l1 { guard y >= 2; assign y = 0; }, l1 -> l2 { guard x >= 7 && y <= 0; },
       l2 -> l3 { guard x <= 9 && y >= 2; }; }
     process Q() { state s; init s; trans s -> s { }; }
     p = P(); q = Q(); system p, q;""", ["E<> p.l3"], 4),
    ("a clock that the abstraction compares and the model does not", "xta",
     """clock x; bool b; process P() { state l0, l1 , l2; init l0; trans l0 -> l1 { guard x >= 5; }, l1 -> l2 { guard b && x <= 3; }; }
     process Q() { state s0, s1; init s0; trans s0 -> s1 { guard x >= 4; assign b = true, x = 0; }; }
     p = P(); q = Q(); system p, q;""", ["E<> p.l2"], 3),
]


def ways():
    for name in guided.heuristics():
        yield ["--search", "astar", "--heuristic", name]
    for reduction in guided.reductions():
        for search in ("bfs", "auto", "dfs"):
            yield ["--search", search, "--reduce", reduction]
        for name in guided.heuristics():
            yield ["--search", "astar", "--heuristic", name, "--reduce", reduction]


def answers(path, asked, shortest):
    """What is wrong with the answers."""
    known = beeline.check(path, *asked, "--search", "bfs", "--reduce", "none")
    if known.status not in (0, 10, 20) or known.length != shortest:
        return "exit %d, %s steps, not %s: %s" % (known.status, known.length, shortest, known.complaint)
    return next(filter(None, (guided.compare(path, asked, known, how) for how in ways())), None)


def look_at(report, path, name, asked, shortest):
    report.check(name, answers(path, asked, shortest))
    report.check(name + ": abstractions", whole.ask("simulation", path, "--selections", "72").problem)
    more = ["--condition", asked[1]] if asked[0] == "--invariant" else []
    report.check(name + ": estimates", whole.ask("estimates", path, "--properties", "4", "--conditions", "4", "--searches", "0",
                                                 "--seconds", "10", *more).problem)


def main():
    report = Report("counterexamples")
    for name in ("simulation", "estimates"):
        if not os.access(whole.program(name), os.X_OK):
            report.missing("counterexamples", "no %s" % whole.program(name))
            report.exit()
    directory = fuzz.work_directory()
    try:
        for number, (name, ending, text, asked, shortest) in enumerate(CASES):
            path = os.path.join(directory, "m%d.%s" % (number, ending))
            with open(path, "w") as f:
                f.write(text)
            look_at(report, path, name, asked, shortest)
    finally:
        shutil.rmtree(directory, ignore_errors=True)
    return report.status()


if __name__ == "__main__":
    sys.exit(main())
