#!/usr/bin/env python3
"""Shortest lassos, and lassos made shorter: the whole program."""
import re
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent / "tools"))
from program import beeline, run, want, write  # noqa: E402

# Four philosophers who take both forks at once. Who eats should be followed by the neighbour, but one may eat again and
# again: in the product with the claim the shortest lassos have 2 + 2 steps (Edelkamp, Mehler, Jabbar: Tutorial on
# directed model checking, ICAPS 2005, "improving liveness trails").
ENVY = """#define N 4
bool fork[N] = true;
bool eats[N];
#define left _pid
#define right ((_pid + 1) % N)

active [N] proctype phil() {
  do
  :: d_step { fork[left] && fork[right]; fork[left] = false; fork[right] = false; eats[_pid] = true };
     d_step { eats[_pid] = false; fork[left] = true; fork[right] = true }
  od
}

ltl envy { [] (eats[0] -> <> eats[1]) }
"""
# The philosophers 0 and 2 eat, and then again and again.
FOUR_AND_FOUR = "".join("%d:%d:%d\n" % (i, pid, edge) if i else "-1:-1:-1\n" for i, pid, edge in (
    (1, 0, 4), (2, 2, 4), (3, 0, 8), (4, 2, 8), (0, 0, 0), (5, 0, 4), (6, 2, 4), (7, 0, 8), (8, 2, 8)))

RINGS = """byte x, y, z
active proctype P() { do :: x = (x + 1) % 5 :: x == 3 -> y = 1 - y :: z = (z + 1) % 3 od }
ltl visits { [] <> (x == 2) }
ltl settles { <> [] (y == 0) }
ltl answers { [] (x == 1 -> <> (z == 2)) }
ltl holds { [] (x < 5) && ([] <> (x == 2) || <> [] (x != 2)) }
"""
ENDS = "byte x\nactive proctype P() { x = 1; x = 2 }\nltl comes { <> (x == 3) }\nltl back { [] <> (x == 0) }\n"
RENDEZVOUS = """chan c = [0] of { bit }
byte n
active proctype P() { do :: c!0; n = (n + 1) % 2 :: c!1 od }
active proctype Q() { bit b; do :: c?b od }
ltl odd { [] <> (n == 1) }
"""


def lasso(path, name, *options, status=10):
    ran = beeline("check", "--json", "--ltl", name, *options, path).expect(status)
    result = ran.results()[0]
    return result["verdict"], result.get("trace")


def all_ways_agree(folder):
    for text, names in ((RINGS, ("visits", "settles", "answers")), (ENDS, ("comes", "back")), (RENDEZVOUS, ("odd",))):
        path = write(folder, text)
        for name in names:
            _, short = lasso(path, name, "--search", "lasso")
            want(short["shortest"], "%s: %s" % (name, short))
            for search in ("lasso:by=astar", "auto", "scc", "ndfs", "lasso:by=greedy"):
                verdict, trace = lasso(path, name, "--search", search)
                want(verdict == "violated", "%s %s" % (name, search))
                want(trace["shortest"] or search in ("scc", "ndfs", "lasso:by=greedy"), "%s %s" % (name, search))
    path = write(folder, RINGS)
    for search in ("lasso", "lasso:by=astar", "lasso:by=greedy"):
        want(lasso(path, "holds", "--search", search, status=0)[0] == "satisfied", search)


def fairness(folder):
    path = write(folder, "bool a, b\nactive proctype P() { do :: a = !a od }\n"
                 "active proctype Q() { do :: b = !b od }\nltl p { [] <> b }\n")
    want(lasso(path, "p", "--search", "lasso")[0] == "violated", "without fairness")
    for search in ("lasso", "scc"):
        want(lasso(path, "p", "--search", search, "--fair", status=0)[0] == "satisfied", search)
    verdict, trace = lasso(write(folder, Path(path).read_text() + "ltl q { <> [] b }\n"), "q", "--search", "lasso", "--fair")
    want(verdict == "violated" and trace["shortest"], str(trace))


def heuristics_are_not_ignored_silently(folder):
    path = write(folder, RINGS)
    beeline("check", "--search", "lasso", "--heuristic", "hl", "--ltl", "visits", path).expect(64, "uses no estimate")
    beeline("check", "--search", "lasso:by=astar", "--heuristic", "hl", "--ltl", "visits", path).expect(10, "shortest")
    beeline("check", "--search", "lasso:by=astar", "--heuristic", "zero", "--fair", "--ltl", "visits", path).expect(
        64, "no fairness")


# The example of the tutorial: 4 + 4 becomes 2 + 2, or less, as the loop begins as early as it can.
def the_envy_example(folder):
    path = write(folder, ENVY)
    trail = Path(folder) / "long.trail"
    trail.write_text(FOUR_AND_FOUR)
    beeline("replay", path, trail).expect(10, "8 steps")
    ran = beeline("shorten", "--json", path, trail).expect(10)
    trace = ran.results()[0]["trace"]
    want(trace["length"] <= 4 and trace["shortest"], str(trace))
    short = Path(folder) / "short.trail"
    itf = Path(folder) / "short.itf.json"
    beeline("shorten", "-q", "--trace", "trail=%s" % short, "--trace", "itf=%s" % itf, path, trail).expect(10)
    for file in (short, itf):
        beeline("replay", path, file).expect(10)
        again = beeline("shorten", "--json", path, file).expect(10).results()[0]["trace"]
        want(again["length"] <= trace["length"], str(again))


def a_loop_of_no_steps(folder):
    path = write(folder, ENDS)
    trace = lasso(path, "comes", "--search", "lasso")[1]
    want(trace["length"] == 3 and trace["loop"] == 0, str(trace))  # the process also ends
    trail = Path(folder) / "ends.trail"
    beeline("check", "-q", "--ltl", "comes", "--trace", "trail=%s" % trail, path).expect(10)
    beeline("shorten", path, trail).expect(10, "3 steps")


def what_violates_nothing_is_not_made_shorter(folder):
    path = write(folder, "byte x\nactive proctype P() { do :: x = 1 - x od }\nltl p { [] <> (x == 0) }\n")
    trail = Path(folder) / "t.trail"
    other = write(folder, Path(path).read_text().replace("[] <> (x == 0)", "<> (x == 2)"), "other.pml")
    beeline("check", "-q", "--ltl", "p", "--trace", "trail=%s" % trail, other).expect(10)
    ran = beeline("shorten", path, trail)
    want(ran.status == 65 and re.search("violates no property", ran.out + ran.err), "%s %s" % (ran.out, ran.err))


TESTS = (all_ways_agree, fairness, heuristics_are_not_ignored_silently, the_envy_example, a_loop_of_no_steps,
         what_violates_nothing_is_not_made_shorter)

if __name__ == "__main__":
    run("lasso", TESTS)
