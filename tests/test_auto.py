#!/usr/bin/env python3
"""The search auto and checks with several questions: who gets how much time, what is printed when, what ends it."""
import functools
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent / "tools"))
from program import beeline, ended, interrupted, run, start, want, write  # noqa: E402

beeline = functools.partial(beeline, timeout=120)

# y becomes 1 in the fourth step. That a + b - b == a cannot be shown: there are too many states.
ENDLESS = """
byte x, y
int a, b
active proctype P() { x = 1; x = 2; x = 3; y = 1 }
active proctype A() { do :: a++ od }
active proctype B() { do :: b++ od }
"""
HARD, WRONG, RIGHT = "a + b - b == a", "y == 0", "x < 9"

# The same with clocks; sup is not decided either.
ENDLESS_TIMED = """
int[0,1000000] a, b, c; int[0,1] y;
process P() { clock t; state s, u; init s; trans s -> u { guard t >= 2; assign y := 1; }; }
process A() { state s; init s; trans s -> s { guard a < 1000000; assign a := a + 1; }; }
process B() { state s; init s; trans s -> s { guard b < 1000000; assign b := b + 1; }; }
process C() { state s; init s; trans s -> s { guard c < 1000000; assign c := c + 1; }; }
system P, A, B, C;
"""

# The first error that is found has a long trace, and shorter ones follow.
LONG = """
int x = 1
byte n
active proctype P() {
  do
  :: n < 120 -> atomic { x = (x * 31 + 7) % 131071; n++ }
  :: n < 120 -> atomic { x = (x * 17 + 3) % 131071; n++ }
  :: n >= 0 -> assert(x != 77)
  od
}
active proctype Q() { byte i; do :: i < 6 -> i++ :: i >= 6 -> i = 0 od }
"""

# A deadlock that is found at once, and a proof that takes longer than anyone waits.
PHILOSOPHERS = """
#ifndef N
#define N 40
#endif
chan fork[N] = [1] of {bit};
active [N] proctype philosopher() {
  fork[_pid]!1;
  do
  :: fork[_pid]?_ -> fork[(_pid + 1) % N]?_ -> fork[_pid]!1; fork[(_pid + 1) % N]!1
  od
}
"""

# The first way that is found has 2,003 steps; there is one of 42, among many states.
TWO_WAYS = """
byte a, b, c, d; int n
active proctype P() {
  do
  :: d_step { n < 2000 -> n++ }
  :: d_step { n == 2000 -> assert(false) }
  :: d_step { n == 40 && a == b && c == d -> n = 2000 }
  od
}
active proctype Q() { do :: a++ :: b++ :: c++ :: d++ :: a + b + c + d > 1200 -> skip od }
"""

# No error. Most steps are of one process only, so that the reduced state space is small.
LOCAL = """
byte done
active [5] proctype P() { byte i; do :: i < 7 -> i++ :: i == 7 -> break od; done++; assert(done <= 5) }
"""


def line_of(ran, begin):
    """The number of the first line that begins with this."""
    found = [i for i, line in enumerate(ran.lines) if line.startswith(begin)]
    want(found, "no line begins with %r: %s" % (begin, ran.out[:400]))
    return found[0]


def verdicts(results):
    return [(r["verdict"], r["reason"]) for r in results]


def none_eats_the_time_of_others(folder):
    path = write(folder, ENDLESS)
    wanted = [("undecided", "time"), ("violated", None), ("satisfied", None)]
    for options in ([], ["--first"], ["--search", "bfs", "--reduce", "none"]):
        some = wanted[:2] if options[:1] == ["--search"] else wanted
        asked = (HARD, WRONG, RIGHT)[:len(some)]
        got = verdicts(beeline("check", path, "--json", "--time-limit", 2, *asked, *options).expect(10).results())
        want(got == some, "%s: %s" % (options, got))
    timed = write(folder, ENDLESS_TIMED, "m.xta")
    got = verdicts(beeline("check", timed, "--json", "--time-limit", 2, "sup: a", "A[] a + b >= 0", "E<> y == 1").expect(21).results())
    want(got == [("undecided", "time"), ("undecided", "time"), ("satisfied", None)], got)


def rest_goes_to_the_undecided(folder):
    # What the second question leaves of its half is used for the first.
    path = write(folder, ENDLESS)
    hard, easy = beeline("check", path, "--json", "--time-limit", 2, HARD, WRONG).expect(10).results()
    want(hard["stats"]["search_s"] > 1.5, "only %.2f s of 2 s were used" % hard["stats"]["search_s"])
    want(easy["stats"]["search_s"] < 0.5, "its time includes that of others: %s" % easy["stats"])
    want(easy["stats"]["total_s"] < 0.9, "its time includes that of others: %s" % easy["stats"])


def is_continued(folder):
    path = write(folder, ENDLESS)
    ran = beeline("check", path, "-v", "--time-limit", 2, HARD, WRONG).expect(10)
    starts = ran.err.count("auto: bfs starts")
    want(starts == 2, "bfs started %d times for two questions" % starts)
    # Two questions that both wait may hold no more than half of the memory.
    ran = beeline("check", path, "-v", "--memory-limit", "24M", "--time-limit", 3, HARD, HARD + " + 0", WRONG).expect(10)
    want(ran.err.count("auto: bfs starts") >= 3, ran.err)


def results_appear_as_they_come(folder):
    path = write(folder, ENDLESS)
    process = start("check", path, "--time-limit", 4, HARD, RIGHT)
    line = process.stdout.readline()
    told = time.monotonic()
    ended(process).expect(21)
    want(line.startswith("satisfied: " + RIGHT), line)
    want(time.monotonic() - told > 1, "the result was printed at the end")


def all_is_decided_before_anything_is_shortened(folder):
    ran = beeline("check", write(folder, LONG), "--invariant", "n < 3").expect(10)
    first, second = line_of(ran, "violated: assertion failed"), line_of(ran, "violated: the invariant does not hold: n < 3")
    want(first < second < line_of(ran, "shorter: "), ran.out[:400])
    want(": no failing assertion" in ran.lines[line_of(ran, "shorter: ")], "it does not say which trace became shorter")
    for line in ran.lines[line_of(ran, "shorter: ") + 1:]:
        want(not line.startswith("violated"), "the verdict is printed again: %s" % line)


def trace_is_printed_once(folder):
    ran = beeline("check", write(folder, LONG), "--progress").expect(10)
    want(ran.lines[0].startswith("violated: ") and "shortest" not in ran.lines[0], ran.lines[0])
    want(ran.lines[1].startswith("shorter: ") and " steps (" in ran.lines[1], ran.lines[1])
    final = [line for line in ran.lines if line.startswith("trace ") and ", proved shortest (" in line]
    want(len(final) == 1, final)
    titles = [i for i, line in enumerate(ran.lines) if line.startswith("assertion violated: ")]
    want(len(titles) == 1 and titles[0] > ran.lines.index(final[0]), "%d traces" % len(titles))
    want(ran.lines[titles[0]].endswith("after %s steps" % final[0].split()[1]), ran.lines[titles[0]])
    want("stopped" not in ran.out, ran.out[-200:])
    want("error found; looking for a shorter trace (Ctrl-C keeps this one)" in ran.err, ran.err[:200])
    for options in (["--first"], ["--search", "dfs"]):
        want("looking for" not in beeline("check", write(folder, LONG), "--progress", *options).expect(10).err, options)


def a_long_first_trace_is_told_at_once(folder):
    ran = beeline("check", write(folder, TWO_WAYS), "--first").expect(10)
    want(ran.lines[0].startswith("violated: ") and ran.lines[0].endswith(" 2,003 steps"), ran.lines[0])
    want(ran.lines[1].startswith("shorter: "), ran.lines[1])


def limits_are_named(folder):
    path = write(folder, PHILOSOPHERS)
    for text, reason, options in (("time limit", "time", ["--time-limit", 1]), ("state limit", "states", ["-DN=11", "--max-states", 30000]),
                                  ("memory limit", "memory", ["--memory-limit", "12M"])):
        ran = beeline("check", path, *options).expect(10)
        want(ran.lines[-1] == "stopped: %s; not proved shortest" % text, ran.lines[-1])
        result = beeline("check", path, "--json", *options).expect(10).results()[0]
        want((result["verdict"], result["reason"], result["trace"]["shortest"]) == ("violated", reason, False), result["reason"])
        ran = beeline("check", path, "-q", *options).expect(10)
        want(len(ran.lines) == 1 and ran.lines[0].startswith("%s: violated" % path), ran.out)
    ran = interrupted(1, "check", path).expect(10)
    want(ran.lines[-1] == "stopped: interrupted; not proved shortest", ran.lines[-1])
    want(any(line.startswith("invalid end state: ") for line in ran.lines), "no trace")
    result = interrupted(1, "check", path, "--json").expect(10).results()[0]
    want((result["reason"], result["trace"]["shortest"]) == ("interrupted", False), result["reason"])
    # The first error was asked for: nothing was stopped.
    ran = beeline("check", path, "--first", "--time-limit", 20).expect(10)
    want("stopped" not in ran.out, ran.lines[-1])


def interrupt_leaves_no_question_without_a_result(folder):
    ran = interrupted(1, "check", write(folder, ENDLESS), "--json", HARD, HARD + " + 0", HARD).expect(23)
    want(verdicts(ran.results()) == [("undecided", "interrupted")] * 3, verdicts(ran.results()))


def proof_costs_little_more_than_the_fastest_search(folder):
    path = write(folder, LOCAL)
    alone = beeline("check", path, "--json", "--search", "dfs", "--reduce", "por").expect(0).results()[0]["stats"]
    for options in ([], ["--first"], ["--shortest"]):
        result = beeline("check", path, "--json", *options).expect(0).results()[0]
        free = 50000
        most = alone["generated"] * 1.5 + free
        want(result["stats"]["generated"] <= most, "%s: %s transitions, %s by depth-first search alone" %
             (options, result["stats"]["generated"], alone["generated"]))
        want((result["search"]["search"], result["search"]["reduce"]) == ("dfs", ["por"]), result["search"])


def two_runs_do_the_same(folder):
    path = write(folder, LONG)
    runs = [beeline("check", path, "--json", "x != 77", "n < 3").expect(10).results() for _ in range(2)]
    for key in ("expanded", "generated", "stored"):
        counts = [[r["stats"][key] for r in run] for run in runs]
        want(counts[0] == counts[1], "%s: %s" % (key, counts))


TESTS = [none_eats_the_time_of_others, rest_goes_to_the_undecided, is_continued, results_appear_as_they_come,
         all_is_decided_before_anything_is_shortened, trace_is_printed_once, a_long_first_trace_is_told_at_once, limits_are_named,
         interrupt_leaves_no_question_without_a_result, proof_costs_little_more_than_the_fastest_search, two_runs_do_the_same]

run("auto", TESTS)
