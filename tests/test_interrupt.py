#!/usr/bin/env python3
"""Signals at random times, in every phase: reading, preparing, searching, improving, replaying, writing.

Whatever the time and the signal: one JSON document on standard output, the best trace that is known, exit status 10 or
23, and an end soon after the signal. `tests/test_interrupt.py 200` sends 200 of them; the default is a sample.
"""
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent / "tools"))
from program import SIGNALS, Wrong, beeline, ended, run, start, want, write  # noqa: E402

COUNT = int(sys.argv.pop(1)) if len(sys.argv) > 1 else 24
SOON = 6.0  # seconds; what was found may be replayed and written for two seconds more, and machines may be busy


def reading():
    """Many statements: long to read and to compile."""
    lines = ["  :: b == %d -> x[%d] = (x[%d] + %d) %% 251; b = (b * %d + %d) %% 250" %
             (i % 250, i % 200, i * 7 % 200, i % 13, i % 5 + 1, i % 11) for i in range(12000)]
    return "byte b; byte x[200];\nactive proctype P() { do\n%s\n od }\n" % "\n".join(lines)


def preparing():
    """A block of many conditional assignments: long to analyse, and estimates of it are long to compute."""
    lines = ["  if :: x%d == 1 -> x%d = 2 :: else -> x%d = (x%d + b) %% 3 fi;" % (i, i + 1, i + 1, i) for i in range(1500)]
    variables = "\n".join("byte x%d;" % i for i in range(1501))
    return ("byte b;\n%s\nactive [2] proctype P() { do :: d_step {\n%s\n b = (b + 1) %% 7; x0 = (x0 + b) %% 3 } od }\n"
            "int n;\nactive proctype Q() { do :: n++ :: n-- :: n = n * 2 :: n == 12345678 && x7 == 2 -> assert(false) od }\n") % (
        variables, "\n".join(lines))


def searching():
    return ("int x, y, z;\nactive [3] proctype P() { do :: x++ :: y++ :: z = (z + x * y) % 100000\n"
            " :: x == 12345678 && y == 23456789 && z == 34567 -> assert(false) od }\n")


def improving():
    """The error is near, and that no trace is shorter takes long to prove."""
    return ("byte fork[9]; byte n; int noise;\nactive [8] proctype P() { byte m;\n do\n :: atomic { fork[_pid] == 0 -> fork[_pid] = 1 };\n"
            "    atomic { fork[(_pid + 1) % 8] == 0 -> fork[(_pid + 1) % 8] = 1 };\n    n++; m = (m + 1) % 5; n--;\n"
            "    fork[_pid] = 0; fork[(_pid + 1) % 8] = 0\n od }\n"
            "active proctype Noise() { do :: noise = (noise + 1) % 1000 :: noise > 5 && fork[0] == 2 -> break od }\n"
            "active proctype Watch() { do :: fork[0] && fork[3] && fork[5] && n == 0 && noise > 20 -> assert(false) od }\n")


def replaying():
    """A long trace."""
    return "int x; int y;\nactive proctype P() { do :: x < 150000 -> x++; y = y + x % 7 :: else -> break od; assert(y < 0) }\n"


def making_a_table():
    """Without limits, the table of an abstract model is larger than any memory."""
    return searching()


def making_a_table_of_zones():
    """Few discrete states, many zones: both rounds of the table take long."""
    text = "const int N = 9; int[0, N] lock;\nprocess P(const int[1, N] me) { clock x; state idle, wants { x <= 2 }, waits, critical;\n"
    text += "init idle; trans idle -> wants { guard lock == 0; assign x = 0; }, wants -> waits { assign x = 0, lock = me; },\n"
    text += "waits -> wants { guard lock == 0; assign x = 0; }, waits -> critical { guard x >= 2 && lock == me; },\n"
    return text + "critical -> idle { assign lock = 0; }; }\nsystem P;\nquery { A[] not (P(1).critical and P(2).critical) }\n"


def large_factors():
    """Many values: merged automata and predicates."""
    return "byte x[60];\nactive [9] proctype P() { byte i; do :: i = (i + 7) % 60; x[i] = x[(i + 1) % 60] + 1 :: x[i] > x[3] -> x[3] = i\n" \
           " :: x[3] == 200 && x[4] == 100 -> assert(x[5] < x[6]) od }\n"


TABLE = "pdb:pattern=all,states=1000000000"
ENDINGS = {"making_a_table_of_zones": ".xta"}

# A model, the options, and when a signal may come (seconds).
CASES = [
    ("reading", reading, [], 2.0),
    ("preparing", preparing, ["--search", "greedy", "--heuristic", "cg"], 3.0),
    ("preparing all", preparing, [], 3.0),
    ("searching", searching, [], 2.0),
    ("searching by estimates", searching, ["--search", "astar", "--heuristic", "hl", "z != 99999"], 2.0),
    ("making a table", making_a_table, ["--search", "greedy", "--heuristic", TABLE], 2.0),
    ("making a table of zones", making_a_table_of_zones, ["--search", "greedy", "--heuristic", TABLE], 4.0),
    ("merging", large_factors, ["--search", "greedy", "--heuristic", "merge:n=1000000"], 3.0),
    ("predicates", large_factors, ["--search", "greedy", "--heuristic", "predicate:states=100000000"], 3.0),
    ("improving", improving, ["--trace", "trail=%(folder)s/out"], 2.5),
    ("replaying", replaying, ["--search", "dfs"], 2.0),
    ("writing", replaying, ["--search", "dfs", "--trace", "itf=%(folder)s/out"], 4.0),
]


def judge(ran, trace):
    want(len(ran.results()) == 1, ran.results())
    result = ran.result()
    if ran.status == 10:
        want(result["verdict"] == "violated" and result["trace"] and result["trace"]["replayed"], result)
        if trace:
            want(trace.exists(), "the trace was not written")
    else:
        ran.expect(23)
        # Only writing a trace may be interrupted after the verdict.
        want(result["reason"] == "interrupted" or (trace and result["verdict"] == "violated"), result)


def interrupt(folder, random_numbers, case):
    name, make, options, longest = case
    path = Path(folder, make.__name__ + ENDINGS.get(make.__name__, ".pml"))
    if not path.exists():
        path.write_text(make())
    trace = Path(folder, "out") if "--trace" in options else None
    if trace and trace.exists():
        trace.unlink()
    number, after = random_numbers.choice(SIGNALS), random_numbers.uniform(0, longest)
    process = start("check", "--json", "--memory-limit", "2G", path, *[o % {"folder": folder} for o in options])
    what = "%s: %s after %.3f s" % (name, number.name, after)
    try:
        ran = ended(process, after)
    except subprocess.TimeoutExpired:
        process.send_signal(number)
        sent = time.monotonic()
        try:
            ran = ended(process)
        except subprocess.TimeoutExpired:
            process.kill()
            process.communicate()
            raise Wrong("%s: it does not end" % what)
        if ran.status < 0 and after < 0.1:
            return  # the signal came before the program could install a handler
        spent = time.monotonic() - sent
        want(spent < SOON, "%s: it ended %.1f s later" % (what, spent))
    try:
        judge(ran, trace)
    except Wrong as problem:
        raise Wrong("%s: %s; %s" % (what, problem, ran.err.strip()[:200]))


def at_random(folder):
    random_numbers = random.Random(20261118)
    for i in range(COUNT):
        interrupt(folder, random_numbers, CASES[i % len(CASES)])


def second_signal_ends_at_once(folder):
    """Also where the first one cannot be obeyed: here, the program waits until somebody reads its output."""
    path = write(folder, "int x; active proctype P() { do :: x < 20000 -> x++ :: else -> break od; assert(false) }\n")
    process = start("check", "--search", "dfs", "--trace", "itf", path)
    time.sleep(1.0)
    want(process.poll() is None, "it should wait for a reader")
    process.send_signal(signal.SIGINT)
    time.sleep(0.5)
    want(process.poll() is None, "the first signal only asks it to stop")
    process.send_signal(signal.SIGTERM)
    want(process.wait(timeout=5) == 23, "exit %d" % process.returncode)
    process.communicate()


def waiting_for_input(folder):
    for language in ("promela", "uppaal", "auto"):
        process = start("check", "-", "--lang", language, "--json", stdin=subprocess.PIPE)
        time.sleep(0.5)
        process.send_signal(signal.SIGTERM)
        want(process.wait(timeout=10) == 23, "exit %d" % process.returncode)
        want(ended(process).results()[0]["reason"] == "interrupted", language)


def replays_stop(folder):
    path, trail = write(folder, replaying()), Path(folder, "m.trail")
    beeline("check", "--search", "dfs", "-q", "--trace", "trail=%s" % trail, path).expect(10)
    process = start("replay", "--json", path, trail)
    time.sleep(0.15)
    process.send_signal(signal.SIGHUP)
    ran = ended(process, 20)
    want(ran.status in (10, 23), "exit %d" % ran.status)
    want(ran.status == 10 or ran.results()[0]["reason"] == "interrupted", ran.out)


TESTS = [at_random, second_signal_ends_at_once, waiting_for_input, replays_stop]

run("interrupt", TESTS)
