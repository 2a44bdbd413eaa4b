#!/usr/bin/env python3
"""Promela on the command line: warnings, refusals, and trails that SPIN replays."""
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent / "tools"))
from program import ROOT, beeline, write  # noqa: E402

MODELS = ROOT / "tests" / "models"

# Processes that are started later; FORMULAS stands for ltl blocks.
LATE = """byte turn;
FORMULAS
proctype P() {
  byte mine = 2;
  turn++;
critical:
  turn--
}

proctype Q() {
  turn++;
critical:
  turn--
}

init {
  atomic {
    run P();
    run Q()
  }
}
"""

failures = 0


def test(name, is_right, why=""):
    global failures
    failures += not is_right
    print("ok - promela: %s" % name if is_right else "not ok - promela: %s: %s" % (name, why))


def run(*arguments, text=None):
    with tempfile.TemporaryDirectory() as folder:
        ran = beeline(*[write(folder, text) if a == "MODEL" else a for a in arguments])
        return ran.status, ran.out, ran.err


def warnings():
    """What SPIN accepts is at most a warning."""
    status, _, err = run("check", MODELS / "fields_blocked.pml")
    test("a wrong number of fields that is never used is a warning",
         status == 0 and "fields_blocked.pml:12:6: warning: a message of 'c' has 3 fields, not 2" in err, err)
    status, _, err = run("check", MODELS / "printf_arguments.pml")
    test("a printf with too few values is a warning",
         status == 0 and "warning: the format needs 2 values, but 1 are given" in err, err)
    status, out, err = run("check", MODELS / "fields_parameter.pml")
    test("polls and channels that are parameters give no warning", status == 0 and "warning" not in err, err)


def refusals():
    """What SPIN reads without a meaning is refused, and the message says what to write."""
    status, _, err = run("check", "MODEL", text="chan c = [1] of { byte };\nactive proctype A() { c!0; c?_pid }\n")
    test("a receive into _pid is refused", status == 65 and "'_pid' cannot be assigned to" in err and "eval()" in err, err)
    status, _, err = run("check", "MODEL", text="byte x;\nltl p { []<> _last == 1 }\nactive proctype A() { x = 1 }\n")
    test("a temporal formula as a number is refused",
         status == 65 and "temporal operators bind tighter than comparisons" in err, err)
    status, _, err = run("check", "MODEL", text="active proctype A() { c_code { x = 1; } }\n")
    test("embedded C is refused by name", status == 24 and "c_code" in err, err)


def remote_references():
    """An invariant may refer to processes that are started later; without one they are 0."""
    late = LATE.replace("FORMULAS", "")
    status, out, err = run("check", "MODEL", "--search", "bfs", "--invariant",
                           "!(P@critical && Q@critical && P:mine == 2)", text=late)
    test("an invariant over processes that start later is violated", status == 10 and ", 4 steps, shortest" in out, out + err)
    status, out, err = run("check", "MODEL", "--invariant", "P:mine == 0 || P:mine == 2 || P:mine == P[1]:mine", text=late)
    test("an invariant over processes that start later holds", status == 0, out + err)
    formulas = "ltl one { [] !(P@critical && Q@critical) } ltl two { <> (P:mine == 2 || P[1]:mine == 2) }"
    status, out, err = run("info", "MODEL", text=LATE.replace("FORMULAS", formulas))
    test("formulas over processes that start later are read", status == 0 and "P@critical" in out, out + err)


ONLY_WRITTEN = """int n0, table[3];
byte i, x;
active proctype A() {
  byte own;
  do
  :: n0++
  :: own = 3; own++; table[i] = 3
  :: n0 = n0 - 2; printf("%d %d\\n", n0, table[1])
  WHAT
  od
}
"""


def only_written():
    """Variables that are only written are no part of the state, except in a census or where they are asked about."""
    text = ONLY_WRITTEN.replace("WHAT", "")
    status, out, err = run("check", "MODEL", "--search", "bfs", text=text)
    test("variables that are only written are left out", status == 0 and "search bfs: 4 states stored" in out, out + err)
    status, out, err = run("check", "MODEL", "--census", "--max-states", "1000", text=text)
    test("a census counts them", status == 20 and "1,00" in out, out + err)
    status, out, err = run("check", "MODEL", "--search", "bfs", "--invariant", "n0 != 3 && table[0] < 9", text=text)
    test("an invariant that reads them keeps them", status == 10 and ", 3 steps, shortest" in out and "n0 = 3" in out, out)
    status, out, err = run("check", "MODEL", "--search", "bfs", text=ONLY_WRITTEN.replace("WHAT", ":: i < 3 -> i++"))
    test("an index out of range in a variable that is left out is found", status == 10 and "index" in out, out + err)
    status, out, err = run("check", "MODEL", "--search", "bfs", text=ONLY_WRITTEN.replace("WHAT", ":: n0 = 1 / (2 - i); i++"))
    test("a division by zero in what it is assigned is found", status == 10 and "division" in out, out + err)
    for options in (["--search", "bfs"], ["--search", "dfs"], ["--search", "astar", "--heuristic", "hl"], []):
        status, out, err = run("check", "MODEL", *options,
                               text=ONLY_WRITTEN.replace("WHAT", ":: x < 3 -> x++; n0 = 7 :: x == 3 -> assert(false)"))
        test("traces show the values of what is left out: %s" % " ".join(options), status == 10 and "n0 = 7" in out, out + err)
    status, out, err = run("info", "MODEL", text=text)
    test("info names what is never read", status == 0 and "n0: -2147483648..2147483647, never read" in out and "i: 0..255\n" in out, out + err)


def trails():
    """SPIN replays the trails of errors in the number of fields, and of loops made of select."""
    if not shutil.which("spin"):
        return
    for name in ("fields_receive", "fields_send", "fields_rendezvous", "fields_rendezvous_send", "fields_poll_beyond",
                 "fields_parameter_wrong", "select_underscore", "select_lines", "select_character", "arrow_long",
                 "underscore_names", "for_in_channels"):
        with tempfile.TemporaryDirectory() as folder:
            model, trail = os.path.join(folder, "m.pml"), os.path.join(folder, "m.pml.trail")
            shutil.copy(MODELS / (name + ".pml"), model)
            status, out, err = run("check", model, "--search", "bfs", "--trace", "trail=" + trail)
            length = int(out.split(" step")[0].split()[-1]) if status == 10 else None
            r = subprocess.run(["spin", "-t", "-p", "m.pml"], cwd=folder, capture_output=True, text=True, timeout=60)
            test("SPIN replays the trail of %s" % name,
                 "trail ends after %s steps" % length in r.stdout and "cannot" not in r.stdout and "<<<<" not in r.stdout,
                 r.stdout[-300:])


warnings()
refusals()
remote_references()
only_written()
trails()
sys.exit(failures > 0)
