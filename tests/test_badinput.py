#!/usr/bin/env python3
"""Wrong input, limits and interruptions: the exit status, the shape of the message, no crash, no hang.

Each case runs with the release binary and, where $BEELINE_ASAN names one, with the binary built with sanitizers.
"""
import json
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "fuzz"))
import beeline
from report import Report

SMALL = "byte x;\nactive proctype A() { do :: x < 9 -> x++ :: else -> break od; assert(x == 9) }\n"
FAILING = "byte x;\nactive proctype A() { x = 1; assert(x == 0) }\n"
# More states than any test has time for.
ENDLESS = "int a, b, c;\nactive proctype A() { do :: a++ :: b++ :: c++ :: a = 0 od }\n"


def nested(open_, close, count):
    return "int x;\nactive proctype A() { x = " + open_ * count + "1" + close * count + " }\n"


def noise(size):
    return random.Random(7).randbytes(1 << 16) * (size >> 16)


class Case:
    """One program under test, in a directory of its own."""

    def __init__(self, report, program, label, slowness):
        self.report = report
        self.program = program
        self.label = label
        self.slowness = slowness
        self.directory = tempfile.mkdtemp(prefix="beeline-bad-")

    def write(self, name, content):
        with open(os.path.join(self.directory, name), "wb") as f:
            f.write(content if isinstance(content, bytes) else content.encode())
        return name

    def run(self, name, arguments, status, seconds=10, message=None, json_too=False, stdin=None, environment=None):
        """status: one, or several that are all right. message: a pattern for standard error."""
        wanted = status if isinstance(status, tuple) else (status,)
        start = time.monotonic()
        answer = beeline.run(arguments, directory=self.directory, program=self.program, timeout=seconds * self.slowness,
                             stdin=stdin, environment=environment)
        problem = self.judge(answer, wanted, message, json_too)
        if not problem and time.monotonic() - start > seconds * self.slowness:
            problem = "took %.1f s" % (time.monotonic() - start)
        self.report.check("%s%s" % (name, self.label), problem)
        return answer

    def judge(self, answer, wanted, message, json_too):
        if answer.crash:
            return "%s: %s" % (answer.crash, answer.complaint)
        if "Sanitizer" in answer.stderr or "runtime error" in answer.stderr:
            return "sanitizer: %s" % answer.complaint
        if answer.status not in wanted:
            return "exit %d, wanted %s: %s" % (answer.status, wanted, answer.complaint)
        if any(s >= 24 for s in wanted) and answer.status and not answer.stderr.strip():
            return "no message"
        if message and not re.search(message, answer.stderr):
            return "message is not like /%s/: %s" % (message, answer.complaint)
        if json_too and not answer.document:
            return "no JSON document"
        return None


def files(case):
    case.run("missing file", ["check", "nowhere.pml"], 65, message=r"nowhere\.pml.*")
    os.mkdir(os.path.join(case.directory, "folder.pml"))
    case.run("directory", ["check", "folder.pml"], 65, message=r"folder\.pml")
    case.write("empty.pml", "")
    case.run("empty file", ["check", "empty.pml"], 65, message=r"empty\.pml")
    case.write("blank.pml", "\n\n  /* nothing */\n")
    case.run("only a comment", ["check", "blank.pml"], 65)
    case.write("binary.pml", bytes(range(256)) * 64)
    case.run("binary file", ["check", "binary.pml"], 65, message=r"error")
    case.write("zero.pml", b"byte x;\0\0\0 active proctype A() { x = 1 }\n")
    case.run("zero bytes", ["check", "zero.pml"], (0, 65))
    case.write("cut.pml", SMALL[:45])
    case.run("cut off in the middle", ["check", "cut.pml"], 65, message=r"cut\.pml:\d+:\d+: error: ")
    case.write("noise.pml", noise(100 << 20))
    case.run("100 MB of noise", ["check", "noise.pml"], (65, 22), seconds=30)
    os.remove(os.path.join(case.directory, "noise.pml"))
    case.write("line.pml", "byte x; active proctype A() { x = 1" + " + 1" * 200000 + " }\n")
    case.run("a line of 200,000 operators", ["check", "line.pml"], (0, 65))
    case.run("standard input", ["check", "-", "--lang", "promela"], 0, stdin=SMALL)


def models(case):
    case.write("parens.pml", nested("(", ")", 10000))
    case.run("10,000 parentheses", ["check", "parens.pml"], (0, 65))
    case.write("bangs.pml", nested("!", "", 100000))
    case.run("100,000 negations", ["check", "bangs.pml"], (0, 65))
    case.write("blocks.pml", "byte x;\nactive proctype A() { " + "{ " * 10000 + "x = 1" + " }" * 10000 + " }\n")
    case.run("10,000 blocks", ["check", "blocks.pml"], (0, 65))
    case.write("ifs.pml", "byte x;\nactive proctype A() { " + "if :: " * 5000 + "x = 1" + " fi" * 5000 + " }\n")
    case.run("5,000 nested ifs", ["check", "ifs.pml"], (0, 65))
    case.write("array.pml", "byte a[1000000];\nactive proctype A() { a[999999] = 1; assert(a[0] == 1) }\n")
    case.run("array of a million elements", ["check", "array.pml", "--json"], (10, 24, 65, 22), seconds=20)
    case.write("huge.pml", "byte a[2000000000];\nint b[2000000000];\nactive proctype A() { a[1] = 1 }\n")
    case.run("arrays of two thousand million elements", ["check", "huge.pml"], (24, 65, 22))
    case.write("channel.pml", "chan c = [2000000000] of { int, int };\nactive proctype A() { c!1,1 }\n")
    case.run("channel of two thousand million messages", ["check", "channel.pml"], (0, 24, 65, 22))
    case.write("inline.pml", "byte x;\ninline a() { x++; b() }\ninline b() { a() }\nactive proctype A() { a() }\n")
    case.run("recursive inline", ["check", "inline.pml"], 65, message=r"inline\.pml:\d+:\d+: error: ")
    bomb = "".join("inline i%d() { i%d(); i%d() }\n" % (n, n - 1, n - 1) for n in range(1, 40))
    case.write("bomb.pml", "byte x;\ninline i0() { x++ }\n" + bomb + "active proctype A() { i39() }\n")
    case.run("inlines that double 39 times", ["check", "bomb.pml", "--memory-limit", "500M"], (22, 65, 24), seconds=20)
    case.write("typedef.pml", "typedef T { byte a; T b };\nT t;\nactive proctype A() { t.a = 1 }\n")
    case.run("recursive typedef", ["check", "typedef.pml"], 65, message=r"typedef\.pml:\d+:\d+: error: ")
    case.write("macro.pml", "#define A B\n#define B A\nbyte x;\nactive proctype P() { x = A }\n")
    case.run("macros in a circle", ["check", "macro.pml"], 65)
    case.write("include.pml", '#include "nowhere.h"\n' + SMALL)
    case.run("missing include", ["check", "include.pml"], (65, 74), message=r"nowhere\.h")
    case.write("self.pml", '#include "self.pml"\n' + SMALL)
    case.run("file that includes itself", ["check", "self.pml"], (65, 74), seconds=20)


def usage(case):
    case.write("small.pml", SMALL)
    case.run("no arguments", [], (0, 64))
    case.run("unknown verb", ["chekc", "small.pml"], 64, message="chekc")
    case.run("unknown option", ["check", "small.pml", "--serach", "bfs"], 64, message="--serach")
    case.run("unknown search", ["check", "small.pml", "--search", "sideways"], 64, message="sideways")
    case.run("unknown store", ["check", "small.pml", "--store", "shoebox"], 64, message="shoebox")
    case.run("unknown heuristic", ["check", "small.pml", "--heuristic", "guess"], 64, message="guess")
    case.run("unknown trace format", ["check", "small.pml", "--trace", "opera"], 64, message="opera")
    case.run("option without its value", ["check", "small.pml", "--search"], 64, message="search")
    case.run("no model", ["check"], 64)
    for value in ("x", "-1", "", "1e999", "99999999999999999999999999"):
        case.run("time limit '%s'" % value, ["check", "small.pml", "--time-limit", value], (64, 0) if value[:1] == "9" else 64)
        case.run("memory limit '%s'" % value, ["check", "small.pml", "--memory-limit", value], 64)
        case.run("max-states '%s'" % value, ["check", "small.pml", "--max-states", value], 64)
    case.run("bad -D", ["check", "small.pml", "-D", "1X=2"], (64, 65), message=r"1X|macro")
    case.run("-D that breaks the text", ["check", "small.pml", "-Dbyte=fi"], 65)
    case.run("ltl that does not exist", ["check", "small.pml", "--ltl", "none"], (24, 64, 65), message="none|ltl")
    case.run("property that does not exist", ["check", "small.pml", "--property", "beauty"], (24, 64, 65), message="beauty")
    case.run("bad invariant", ["check", "small.pml", "--invariant", "x <"], (64, 65))
    case.run("invariant of an unknown variable", ["check", "small.pml", "--invariant", "nobody == 1"], (64, 65), message="nobody")
    case.run("very long argument", ["check", "small.pml", "--search", "b" * 100000], 64)


def traces(case):
    case.write("failing.pml", FAILING)
    case.run("trace file in a missing folder", ["check", "failing.pml", "--trace", "trail=no/such/file"], 74, message="no/such/file")
    case.run("trace file is a folder", ["check", "failing.pml", "--trace", "itf=."], 74)
    if os.path.exists("/dev/full"):
        case.run("trace to a full disk", ["check", "failing.pml", "--trace", "text=/dev/full"], 74)
    case.run("replay without a file", ["replay", "failing.pml", "nowhere.trail"], 74, message=r"nowhere\.trail")
    case.write("noise.trail", "1:0:999\n2:77:1\nabc\n")
    case.run("replay of nonsense", ["replay", "failing.pml", "noise.trail"], 65, message=r"noise\.trail")
    case.write("other.trail", bytes(range(256)))
    case.run("replay of a binary file", ["replay", "failing.pml", "other.trail"], 65)
    case.write("bad.itf.json", '{"#meta": {}, "vars": 7, "states": [{"#meta": []}, 3]}')
    case.run("replay of broken ITF", ["replay", "failing.pml", "bad.itf.json"], 65)
    case.write("deep.itf.json", "[" * 100000)
    case.run("replay of 100,000 brackets", ["replay", "failing.pml", "deep.itf.json"], 65)
    case.write("empty.trail", "")
    case.run("replay of an empty trail", ["replay", "failing.pml", "empty.trail"], (0, 65))


def limits(case):
    case.write("endless.pml", ENDLESS)
    def reason(answer, wanted, name):
        got = answer.result.get("reason")
        case.report.check("%s: reason%s" % (name, case.label), None if (answer.verdict, got) == ("undecided", wanted) else
                          "%s %s, wanted undecided %s" % (answer.verdict, got, wanted))
    for search in ("bfs", "dfs"):
        name = "time limit, " + search
        reason(case.run(name, ["check", "endless.pml", "--json", "--search", search, "--time-limit", "0.5"], 21, json_too=True),
               "time", name)
        name = "memory limit, " + search
        reason(case.run(name, ["check", "endless.pml", "--json", "--search", search, "--memory-limit", "20M"], 22, json_too=True),
               "memory", name)
        name = "max-states, " + search
        reason(case.run(name, ["check", "endless.pml", "--json", "--search", search, "--max-states", "1000"], 20, json_too=True),
               "states", name)
    case.write("small.pml", SMALL)
    case.run("a memory limit too small for anything", ["check", "small.pml", "--json", "--memory-limit", "1K"], 22)


def interrupts(case):
    case.write("endless.pml", ENDLESS)
    for number in (signal.SIGINT, signal.SIGTERM):
        process = subprocess.Popen([case.program, "check", "endless.pml", "--json", "--search", "bfs"], cwd=case.directory,
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        time.sleep(0.7)
        process.send_signal(number)
        name = "%s%s" % (number.name, case.label)
        try:
            out, err = process.communicate(timeout=10 * case.slowness)
            document = json.loads(out)
        except subprocess.TimeoutExpired:
            process.kill()
            process.communicate()
            case.report.fail(name, "does not stop")
            continue
        except ValueError:
            case.report.fail(name, "exit %d, no JSON: %s" % (process.returncode, err.strip()[:200]))
            continue
        result = document["results"][-1]
        good = process.returncode == 23 and result["verdict"] == "undecided" and result["reason"] == "interrupted"
        case.report.check(name, None if good else "exit %d, %s %s" % (process.returncode, result["verdict"], result["reason"]))


def closed_output(case):
    """As in `beeline ... | head -1`, and standard output that is full or not there at all."""
    case.write("long.pml", "byte x, y;\nactive proctype A() { do :: x < 250 -> x++; y = x :: else -> break od; assert(false) }\n")
    for how, arguments in (("text", []), ("full text", ["--trace", "full"]), ("JSON", ["--json"])):
        reading, writing = os.pipe()
        os.close(reading)
        ran = subprocess.run([case.program, "check", "long.pml"] + arguments, cwd=case.directory, stdout=writing,
                             stderr=subprocess.PIPE, timeout=20 * case.slowness)
        os.close(writing)
        problem = None if ran.returncode == 74 and b"Sanitizer" not in ran.stderr else "exit %d: %s" % (
            ran.returncode, ran.stderr[:200].decode(errors="replace"))
        case.report.check("closed pipe, %s%s" % (how, case.label), problem)
        if os.path.exists("/dev/full"):
            with open("/dev/full", "w") as full:
                ran = subprocess.run([case.program, "check", "long.pml"] + arguments, cwd=case.directory, stdout=full,
                                     stderr=subprocess.PIPE, timeout=20 * case.slowness)
            case.report.check("full disk, %s%s" % (how, case.label), None if ran.returncode == 74 and ran.stderr else
                              "exit %d, %d bytes of message" % (ran.returncode, len(ran.stderr)))


def main():
    report = Report("bad input")
    programs = [(beeline.binary(), "", 1)]
    sanitized = os.environ.get("BEELINE_ASAN")
    if sanitized:
        programs.append((os.path.abspath(sanitized), " (sanitizers)", 6))
    else:
        report.skip("bad input with sanitizers", "BEELINE_ASAN is not set")
    for program, label, slowness in programs:
        case = Case(report, program, label, slowness)
        try:
            for group in (files, models, usage, traces, limits, interrupts, closed_output):
                group(case)
        finally:
            shutil.rmtree(case.directory, ignore_errors=True)
    report.exit()


if __name__ == "__main__":
    main()
