#!/usr/bin/env python3
"""Limits hold in every phase: time and resident memory, on models that are generated to be large."""
import os
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent / "tools"))
from program import BEELINE, Ran, run, want, write  # noqa: E402

MEGABYTE = 1 << 20


class Measured(Ran):
    """A run, with the largest resident memory (of the program or the preprocessor) and the processor time it took."""

    def __init__(self, *arguments, seconds=60):
        with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
            process = subprocess.Popen(["timeout", "-s", "KILL", str(seconds), BEELINE, *map(str, arguments)], stdout=out, stderr=err)
            _, status, usage = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(status)
            out.seek(0)
            err.seek(0)
            super().__init__(process.returncode, out.read().decode(), err.read().decode())
        self.resident = usage.ru_maxrss * 1024
        self.processor = usage.ru_utime + usage.ru_stime

    def expect_any(self, *statuses):
        want(self.status in statuses, "exit %d, not %s: %s" % (self.status, statuses, (self.err or self.out)[:300]))
        return self


def branches(count):
    """A loop with many branches: its text and its network are large, and so is its state space."""
    lines = [" :: b == %d -> x%d = (x%d + %d) %% 251; b = (b * %d + %d) %% 250" %
             (i % 250, i % 200, i * 7 % 200, i % 13, i % 5 + 1, i % 11) for i in range(count)]
    return "byte b;\n%sactive proctype P() { do\n%s\n od }\n" % ("".join("byte x%d;\n" % i for i in range(200)), "\n".join(lines))


def walkers(count):
    """Few statements and very many states; the error is too far to be found."""
    return ("byte x[%d]; int n;\nactive [%d] proctype P() { do :: x[_pid] < 250 -> x[_pid]++ :: x[_pid] > 0 -> x[_pid]--; n = n + x[_pid]\n"
            " :: n > 100000000 && n %% 1234567 == 1 -> assert(false) od }\n" % (count, count))


def timers(count):
    """The same with clocks."""
    text = ["system:timers", "event:tau", "int:1:0:%d:0:n" % (1 << 20)]
    for i in range(count):
        text += ["process:P%d" % i, "clock:1:x%d" % i, "location:P%d:a{initial: : invariant: x%d<=%d}" % (i, i, 7 + i),
                 "location:P%d:b{invariant: x%d<=%d}" % (i, i, 11 + i),
                 "edge:P%d:a:b:tau{provided: x%d>=%d : do: x%d=0; n=n+%d}" % (i, i, 1 + i, i, i + 1),
                 "edge:P%d:b:a:tau{provided: x%d>=2 && n>%d : do: x%d=0; n=n-%d}" % (i, i, i, i, i)]
    text += ["process:Z", "location:Z:s{initial:}", "location:Z:t{labels: never}", "edge:Z:s:t:tau{provided: n==%d}" % ((1 << 20) - 3)]
    return "\n".join(text) + "\n"


def keeps(path, limit, *options):
    ran = Measured("check", "--json", "--time-limit", 20, "--memory-limit", "%dM" % limit, *options, path).expect_any(22, 21, 10, 0)
    want(ran.resident <= 1.05 * limit * MEGABYTE,
         "limit %d MB, resident %.1f MB (%s)" % (limit, ran.resident / MEGABYTE, " ".join(options)))
    return ran


def resident_memory_while_reading(folder):
    path = write(folder, branches(60000))
    for limit in (50, 100):
        ran = keeps(path, limit).expect(22)
        want((ran.result()["verdict"], ran.result()["reason"]) == ("undecided", "memory"), ran.out)


def resident_memory_while_searching(folder):
    path = write(folder, walkers(9))
    for limit in (50, 100):
        for options in (["--search", "bfs"], ["--search", "dfs"], ["--search", "astar", "--heuristic", "hl"], ["--census"], []):
            keeps(path, limit, *options)


def resident_memory_with_clocks(folder):
    path = write(folder, timers(7), "m.tck")
    for limit in (50, 100):
        for options in (["--search", "bfs"], ["--search", "greedy", "--heuristic", "cg"], []):
            keeps(path, limit, *options, "--lang", "tchecker", "--property", "fault")


def counter(count):
    return "int x; int y;\nactive proctype P() { do :: x < %d -> x++; y = y + x %% 7 :: else -> break od; assert(y < 0) }\n" % count


def resident_memory_while_replaying(folder):
    """The search has used most of the memory when its trace, which is long, is replayed."""
    keeps(write(folder, counter(800000)), 100, "--search", "dfs")


def resident_memory_while_writing(folder):
    path = write(folder, counter(60000))
    keeps(path, 50, "--search", "dfs", "--trace", "itf=%s/out" % folder)


def locks(count):
    """Few discrete states, many zones: a table of them has two rounds, of a second or more each."""
    text = "const int N = %d; int[0, N] lock;\nprocess P(const int[1, N] me) { clock x; state idle, wants { x <= 2 }, waits, critical;\n" % count
    text += "init idle; trans idle -> wants { guard lock == 0; assign x = 0; }, wants -> waits { assign x = 0, lock = me; },\n"
    text += "waits -> wants { guard lock == 0; assign x = 0; }, waits -> critical { guard x > 2 && lock == me; },\n"
    return text + "critical -> idle { assign lock = 0; }; }\nsystem P;\nquery { E<> P(1).critical && P(2).critical }\n"


TABLE = ["--search", "astar", "--heuristic", "pdb:pattern=all,states=1000000000"]


def resident_memory_while_making_tables(folder):
    """Before the tests that read long traces: the system counts the memory of this script as well."""
    plain, timed = write(folder, walkers(9)), write(folder, locks(10), "m.xta")
    for limit in (50, 100):
        ran = keeps(plain, limit, *TABLE).expect(22)
        want((ran.result()["reason"], ran.result()["stats"]["expanded"]) == ("memory", 0), ran.out)
        ran = keeps(timed, limit, *TABLE).expect(22)
        want((ran.result()["reason"], ran.result()["stats"]["expanded"]) == ("memory", 0), ran.out)


def time_while_making_tables(folder):
    plain, timed = write(folder, walkers(9)), write(folder, locks(9), "m.xta")
    for limit in (0.2, 0.5, 0.8, 1.1, 1.4, 1.7, 2.0):
        for path in (plain, timed):
            ran = Measured("check", "--json", "--time-limit", limit, "--memory-limit", "2G", *TABLE, path).expect_any(21, 10)
            want(ran.processor < limit + 1, "%s: limit %g s, took %.1f s" % (path, limit, ran.processor))
            if ran.status == 21:
                want((ran.result()["reason"], ran.result()["stats"]["expanded"]) == ("time", 0), ran.out)


def chain(count):
    lines = ["  if :: x%d == 1 -> x%d = 2 :: else -> x%d = (x%d + b) %% 3 fi;" % (i, i + 1, i + 1, i) for i in range(count)]
    return ("byte b;\n%s\nactive proctype P() { do :: d_step {\n%s\n b = (b + 1) %% 7; x0 = (x0 + b) %% 3 }\n"
            " :: x%d == 2 && b == 3 && x0 == 1 && x1 == 1 -> assert(false) od }\n" %
            ("\n".join("byte x%d;" % i for i in range(count + 1)), "\n".join(lines), count))


def chains_of_conditions(folder):
    """Their estimates once took time exponential in the length of the chain, and nothing could stop that."""
    path = write(folder, chain(60))
    for options in (["--search", "greedy", "--heuristic", "cg"], ["--first"]):
        ran = Measured("check", "--json", "--time-limit", 20, *options, path, seconds=40).expect_any(0, 10)
        want(ran.processor < 5, "%.1f s" % ran.processor)


def long_blocks(folder):
    """Whether a block ends was found out in cubic time."""
    ran = Measured("check", "--json", "--search", "bfs", "--time-limit", 50, write(folder, chain(1500))).expect_any(0, 10)
    want(ran.processor < 5, "%.1f s" % ran.processor)


def time_in_every_phase(folder):
    for name, text in (("branches", branches(30000)), ("chain", chain(2000)), ("walkers", walkers(9))):
        path = write(folder, text, name + ".pml")
        for limit in (0.05, 0.3, 0.8):
            for options in ([], ["--search", "greedy", "--heuristic", "cg"], ["--search", "astar", "--heuristic", "hl"]):
                ran = Measured("check", "--json", "--time-limit", limit, "--memory-limit", "1G", *options, path).expect_any(21, 0, 10)
                want(ran.processor < limit + 1, "%s %s: limit %g s, took %.1f s" % (name, options, limit, ran.processor))
                if ran.status == 21:
                    want(ran.result()["reason"] == "time", ran.out)


def units_of_time(folder):
    path = write(folder, "byte x; active proctype P() { x = 1; assert(x == 2) }\n")
    for value in ("90s", "5m", "1h", "1.5", "1.5h", "500ms", "2d", ".5m"):
        Measured("check", "-q", "--time-limit", value, path).expect(10)
    for value in ("90x", "5 m", "h", "", "-5m", "0s", "1e999h", "nan", "5ms5"):
        ran = Measured("check", "-q", "--time-limit", value, path).expect(64)
        want("expects a time" in ran.err and "hint: units are" in ran.err, ran.err)
    ran = Measured("check", "--time-limit", "200ms", write(folder, walkers(9))).expect(21)
    want("0.2 s" in ran.out, ran.out)


TESTS = [resident_memory_while_reading, resident_memory_while_searching, resident_memory_with_clocks, resident_memory_while_making_tables,
         resident_memory_while_replaying,
         resident_memory_while_writing, time_while_making_tables,
         chains_of_conditions, long_blocks, time_in_every_phase, units_of_time]

run("limits", TESTS)
