#!/usr/bin/env python3
"""--reduce local: fewer states, and traces that are as short as those of the whole space, proved by breadth-first search and A*."""
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent / "tools"))
from program import beeline, run, want, write  # noqa: E402

# Three processes that count by themselves; what happens then.
COUNTING = "byte x; active [3] proctype P() { byte i; do :: i < 5 -> i++ :: else -> break od; %s }\n"
MODELS = {
    # An error of Q needs no step of P, an error of one P no step of the others.
    "not needed": COUNTING % "x++" + "active proctype Q() { x == 1; assert(false) }\n",
    "not needed at all": COUNTING % "x++" + "active proctype Q() { assert(false) }\n",
    # A deadlock needs all of them.
    "deadlock": COUNTING % "x == 9",
    # So does what waits for timeout, but not what need not wait for it.
    "timeout": COUNTING % "x == 9" + "active proctype Q() { timeout; assert(false) }\n",
    "perhaps timeout": COUNTING % "x == 9" + "active proctype Q() { x = 1; (timeout || x == 1); assert(false) }\n",
    # A rendezvous needs both sides, and no third process.
    "rendezvous": "chan c = [0] of { byte };\n" + COUNTING % "c!1" + "active proctype Q() { byte i; i = 1; i = 2; c?i; assert(i != 1) }\n",
    # Others can move only after the atomic sequence: its local steps are needed, if it was entered by another step.
    "atomic": "byte x; active proctype P() { byte i; atomic { x = 1; i = 1; i = 2 }; i = 3; i = 4 }\n"
               "active proctype Q() { byte i; i = 1; i = 2; x == 1; assert(false) }\n",
    "atomic that is not needed": "byte x; active proctype P() { byte i; atomic { i = 1; i = 2 }; x = 1 }\n"
                                  "active proctype Q() { byte i; i = 1; x == 0; assert(false) }\n",
    # A local step that faults would hide the nearer error of Q.
    "fault": "byte x; active proctype P() { byte i; i = 1; i = 2; i = 3; i = 4 / (i - 3) }\n"
              "active proctype Q() { x = 1; x = 2; assert(false) }\n",
    # Processes are started, end, and leave their numbers to others.
    "processes": "byte x; proctype R(byte n) { byte i; i = n; i = n + 1; x = i }\n"
                  "init { byte i; run R(1); i = 1; i = 2; (_nr_pr == 1); run R(5); (_nr_pr == 1); assert(x != 6) }\n",
    # The condition sees globals only.
    "end state": COUNTING % "end: x == 9" + "active proctype Q() { end: x == 8 }\n",
}


def lengths_are_kept(name):
    def test(folder):
        path = write(folder, MODELS[name])
        for asked in ("safety", "assert", "deadlock"):
            ask = lambda *how: beeline("check", path, "--json", "--property", asked, *how)  # noqa: E731
            plain = ask("--search", "bfs", "--reduce", "none")
            for how in (["--search", "bfs"], ["--search", "astar", "--heuristic", "hl"], ["--search", "dijkstra"]):
                less = ask(*how, "--reduce", "local").expect(plain.status)
                stats = plain.result()["stats"]["stored"], less.result()["stats"]["stored"]
                if plain.status == 10:
                    lengths = [(a.result()["trace"]["length"], a.result()["trace"]["shortest"]) for a in (plain, less)]
                    want(lengths[0] == lengths[1] and lengths[0][1] and less.result()["trace"]["replayed"], (asked, how, lengths))
                else:
                    want(stats[1] < stats[0], (asked, how, stats))
            ask("--shortest").expect(plain.status)
    test.__name__ = "lengths: " + name
    return test


def it_reduces(folder):
    path = write(folder, COUNTING % "x++" + "active proctype Q() { x == 3; assert(false) }\n")
    few, all_ = (beeline("check", path, "--json", "--search", "bfs", "--reduce", how).expect(10).result()["stats"]["expanded"]
                 for how in ("local", "none"))
    want(few * 4 < all_, "%d states of %d" % (few, all_))


def an_invariant_is_seen_in_time(folder):
    path = write(folder, COUNTING % "x++")
    for how in ("local", "none"):
        found = beeline("check", path, "--json", "--search", "bfs", "--reduce", how, "--invariant", "x < 1", "--property", "assert")
        want([r["trace"]["length"] for r in found.expect(10).results() if r.get("trace")] == [12], found.out)


def what_is_refused(folder):
    path = write(folder, COUNTING % "x++")
    beeline("check", path, "--search", "dfs", "--reduce", "local").expect(64, "--reduce local", "--reduce por")
    beeline("check", path, "--reduce", "por,local").expect(64, "por", "local")
    beeline("check", path, "--search", "bfs", "--reduce", "local", "--census").expect(64, "local")
    timed = write(folder, "clock x; process P() { state s; init s; }\nsystem P;\n", "m.xta")
    beeline("check", timed, "E<> P.s", "--search", "bfs", "--reduce", "local").expect(64, "timed")


run("local", [*(lengths_are_kept(name) for name in MODELS), it_reduces, an_invariant_is_seen_in_time, what_is_refused])
