#!/usr/bin/env python3
"""The estimates merge, predicate and enlarge: shortest traces, dead ends and limits, on timed models and on Promela."""
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent / "tools"))
from program import beeline, run, want, write  # noqa: E402

ESTIMATES = ("merge", "merge:n=2", "merge:n=50", "predicate", "predicate:n=1", "predicate:states=20", "enlarge", "enlarge:k=0",
             "enlarge:k=3,n=5")
COUNTERS = """int[0,30] v, w, z;
process P() { state s; init s; trans s -> s { guard v<30; assign v = v+1; }, s -> s { guard v>0; assign v = v-1; }; }
process Q() { state s; init s; trans s -> s { guard w<30; assign w = w+1; }, s -> s { guard w>0; assign w = w-1; }; }
process R() { state s; init s; trans s -> s { guard z<30; assign z = z+1; }, s -> s { guard z>0; assign z = z-1; }; }
system P, Q, R;
"""
# Labels: a call that one process answers, a broadcast that two hear, a guard that decides who hears it.
LABELS = """chan go[2]; broadcast chan all; int[0,3] n; bool b;
process A() { state a, c, d; init a; trans a -> c { guard n < 3; sync go[0]!; assign n = n+1; }, c -> a { sync go[1]!; },
  c -> d { guard n == 3; sync all!; }, a -> a { guard n > 0; assign n = n-1; }; }
process B() { state e, f, g; init e; trans e -> f { sync go[0]?; assign b = true; }, f -> e { sync go[1]?; assign b = false; },
  f -> g { guard b; sync all?; }; }
process C() { state h, i; init h; trans h -> i { sync all?; }; }
system A, B, C;
"""
TIMED = """clock x; int[0,5] n; urgent chan u;
process P() { state a { x <= 3 }, c, d; init a; trans a -> c { guard x >= 2; assign x = 0, n = n+1; },
  c -> a { guard n < 4; }, c -> d { guard n == 4; sync u!; }; }
process Q() { state e, f; init e; trans e -> e { sync u?; }, e -> f { guard n > 2; assign n = 0; }; }
system P, Q;
"""
FUNCTIONS = """int[0,9] a[3]; int[0,2] i;
int total() { int s = 0; int k; for (k = 0; k < 3; k++) s = s + a[k]; return s; }
process P() { state s; init s; trans s -> s { guard a[i] < 3; assign a[i] = a[i]+1; }, s -> s { assign i = (i+1) % 3; }; }
system P;
"""
PROMELA = """byte turn, done; chan c = [2] of { byte }; chan r = [0] of { byte, byte };
proctype Worker(byte me) { byte x; do :: turn == me -> c!me; turn = 1 - me :: r?eval(me), x -> done = done + x od }
active proctype Hub() { byte m, n; run Worker(0); run Worker(1);
  do :: c?m -> n++; if :: n > 2 -> r!m, 1; assert(done < 2) :: else fi od }
"""
# Nothing is wrong, and the counters have 2^32 values together.
APART = """byte a, b, c, d, x, y;
active proctype N() { do :: a++ :: b++ :: c++ :: d++ od }
active proctype A() { x = 1; y = 1; x = 2 }
active proctype B() { y == 1; x == 0; assert(a != b) }
"""
# Predicates and regression see what a search breadth-first walks around.
INVARIANT = """byte p, q, r, s;
active proctype P() { do :: p < 9 -> p++ :: p > 0 -> p-- od }
active proctype Q() { do :: q < 9 -> q++ :: q > 0 -> q-- od }
active proctype R() { do :: r < 9 -> r++ :: r > 0 -> r-- od }
active proctype M() { atomic { p == 5 && q == 4; assert(false) } }
"""
CLAIM = "byte x;\nactive proctype P() { do :: x < 3 -> x++ :: x = 0 od }\nltl p { (x < 2) W (x == 3) }\n"


def checked(path, *options):
    ran = beeline("check", path, "--json", "--time-limit", "60", *options)
    result = ran.results()[0]
    return result["verdict"], (result["trace"] or {}).get("length"), result["stats"], ran


def same_lengths(path, *asked):
    verdict, length, base, ran = checked(path, "--search", "bfs", *asked)
    want(verdict != "undecided", ran.out)
    for estimate in ESTIMATES:
        for search in ("astar", "idastar", "greedy"):
            if search == "idastar" and base["expanded"] > 2000:
                continue
            got, steps, stats, ran = checked(path, "--search", search, "--heuristic", estimate, *asked)
            want(got == verdict, "%s %s: %s" % (search, estimate, ran.out))
            want(search == "greedy" or steps == length, "%s %s: %s instead of %s" % (search, estimate, steps, length))
            want(not length or stats["h_initial"] <= length, "%s: %s" % (estimate, stats))


def lengths_of_timed_models(folder):
    same_lengths(write(folder, LABELS, "m.xta"), "E<> A.d && B.g && C.i")
    same_lengths(write(folder, LABELS, "m.xta"), "E<> A.d && C.h")
    same_lengths(write(folder, TIMED, "m.xta"), "E<> P.d && n == 4")
    same_lengths(write(folder, TIMED, "m.xta"), "E<> Q.f && P.c")
    same_lengths(write(folder, FUNCTIONS, "m.xta"), "E<> total() == 7")


def lengths_of_promela(folder):
    same_lengths(write(folder, PROMELA))
    same_lengths(write(folder, INVARIANT), "--property", "assert")


def exact_where_all_fits(folder):
    for estimate, least in (("merge", 60), ("predicate", 2), ("enlarge:k=5", 30)):
        _, length, stats, ran = checked(write(folder, COUNTERS, "m.xta"), "E<> v == 30 && w == 30", "--search", "astar",
                                        "--heuristic", estimate)
        want(length == 60 and stats["h_initial"] >= least, "%s: %s" % (estimate, stats))
        want(estimate != "merge" or stats["expanded"] <= 61, stats)


def fewer_expansions(folder):
    path = write(folder, INVARIANT)
    asked = ("--property", "assert")
    _, length, base, _ = checked(path, "--search", "bfs", *asked)
    for estimate in ("merge", "predicate", "enlarge"):
        _, steps, stats, _ = checked(path, "--search", "astar", "--heuristic", estimate, *asked)
        want(steps == length and stats["expanded"] * 2 < base["expanded"], "%s: %s, breadth-first: %s" % (estimate, stats, base))
    expanded = [checked(path, "--search", "astar", "--heuristic", "enlarge:k=%d,n=5000" % k, *asked)[2]["expanded"] for k in (0, 12)]
    want(expanded[1] <= expanded[0], expanded)


def proved_by_the_abstraction(folder):
    path = write(folder, APART)
    ran = beeline("check", path, "--property", "assert", "--search", "bfs", "--max-states", "100000", "--json")
    want(ran.results()[0]["verdict"] == "undecided", ran.out)
    for estimate in ("merge", "predicate"):
        verdict, _, stats, ran = checked(path, "--property", "assert", "--search", "astar", "--heuristic", estimate)
        want(verdict == "satisfied" and stats["expanded"] == 0, ran.out)


def what_cannot_be_seen_is_no_dead_end(folder):
    path = write(folder, CLAIM)
    for estimate in ("merge", "predicate", "enlarge"):
        verdict, _, stats, ran = checked(path, "--ltl", "p", "--search", "astar", "--heuristic", estimate)
        want(verdict == "violated" and stats["h_initial"] == 0, ran.out)
        beeline("check", path, "--property", "assert", "--search", "lasso", "--heuristic", estimate).expect(64)


def main():
    run("merge", [lengths_of_timed_models, lengths_of_promela, exact_where_all_fits, fewer_expansions, proved_by_the_abstraction,
                  what_cannot_be_seen_is_no_dead_end])


if __name__ == "__main__":
    main()
