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
# Too many states to explore: the variables are read, so they are part of the state.
ENDLESS = "int a, b, c;\nactive proctype A() { do :: a++ :: b++ :: c++ :: a = 0 :: a + b + c == -1 -> break od }\n"


TIMED = "clock x;\nprocess P() { state A { x <= 5 }, B; init A; trans A -> B { guard x >= 2; }; }\nsystem P;\n"
XML = ("<nta><declaration>%s</declaration><template><name>P</name><location id='a'><name>A</name></location><init ref='a'/>"
       "</template><system>system P;</system>%s</nta>")


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
        """status: the expected exit status, or several that are allowed. message: a pattern for standard error."""
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


def timed_files(case):
    for ending in ("xml", "xta", "tck"):
        case.write("empty." + ending, "")
        case.run("empty .%s" % ending, ["check", "empty." + ending], 65, message=r"empty\.%s:1:1: error: " % ending)
        case.write("noise." + ending, noise(1 << 16))
        case.run("noise as .%s" % ending, ["check", "noise." + ending], 65, message=r"noise\.%s(:\d+:\d+)?: error: " % ending)
    case.write("cut.xml", "<nta><declaration>clock x;")
    case.run("XML cut off", ["check", "cut.xml"], 65, message=r"cut\.xml:1:27: error: XML: ")
    case.write("page.xml", "<html><body/></html>")
    case.run("XML of something else", ["check", "page.xml"], 65, message=r"page\.xml:1:1: error: .*<html>")
    entities = "".join('<!ENTITY e%d "%s">' % (n, "&e%d;" % (n - 1) * 10) for n in range(1, 9))
    case.write("laugh.xml", '<!DOCTYPE nta [<!ENTITY e0 "xx">%s]>' % entities + XML % ("//&e8;", ""))
    case.run("entities that grow without end", ["check", "laugh.xml"], 65, message=r"laugh\.xml:\d+:\d+: error: ")
    case.write("latin.xml", b'<?xml version="1.0" encoding="iso-8859-1"?>' + (XML % ("// \xe4\nclock x;", "")).encode("latin-1"))
    case.run("XML in Latin-1", ["check", "latin.xml", "E<> P.A"], 0)
    case.write("wide.xml", ('<?xml version="1.0" encoding="utf-16"?>' + XML % ("clock x;", "")).encode("utf-16"))
    case.run("XML in UTF-16", ["check", "wide.xml", "E<> P.A"], 0)


def timed_models(case):
    process = "process P() { state A; init A; }\nsystem P;\n"
    deep = {"parentheses": "int a = %s1%s;\n" % ("(" * 50000, ")" * 50000), "negations": "bool a = %strue;\n" % ("!" * 50000),
            "blocks": "void f() %s%s\n" % ("{ " * 50000, "} " * 50000)}
    for name, text in deep.items():
        case.write("deep.xta", text + process)
        case.run("50,000 %s" % name, ["check", "deep.xta"], 65, message=r"deep\.xta:1:\d+: error: nested too deeply")
    case.write("deep.xml", "<nta>" * 50000)
    case.run("50,000 elements", ["check", "deep.xml"], 65, message=r"deep\.xml:\d+:\d+: error: ")
    case.write("deep.tck", "system:s\nint:1:0:1:0:i\nevent:e\nprocess:P\nlocation:P:a{initial:}\nedge:P:a:a:e{provided: " +
               "(" * 50000 + "i==0" + ")" * 50000 + "}\n")
    case.run("50,000 parentheses, TChecker", ["check", "deep.tck"], 65, message=r"deep\.tck:6:\d+: error: .*too deeply")
    many = "clock x;\nint[0,1] v;\nprocess P() {\nstate " + ", ".join("L%d" % i for i in range(18000)) + ";\ninit L0;\ntrans "
    many += ",\n".join("L%d -> L%d { guard x >= %d; assign v = %d; }" % (i, i + 1, i % 7, i % 2) for i in range(17999)) + ";\n}\n"
    case.write("large.xta", many + "system P;\n")
    case.run("a model of 1 MB", ["check", "large.xta", "E<> P.L17999", "-q"], 0, seconds=30)
    for name, text, message in (
            ("clocks", "clock %s;\n" % ", ".join("c%d" % i for i in range(2000)) + process, "too many clocks"),
            ("processes", "process P(const int[0,999] i, const int[0,99] j) { state A; init A; }\nsystem P;\n", "too many processes"),
            ("cells", "int a[2000000000];\n" + process, "too large"),
            ("choices", process.replace("A; }", "A; trans A -> A { select i : int[0,9999], j : int[0,9999]; }; }"), "too many values"),
            ("operators", "int a = 1%s;\n" % (" + 1" * 100000) + process, "too large")):
        case.write("many.xta", text)
        case.run("too many %s" % name, ["check", "many.xta"], 65, message=r"many\.xta:\d+:\d+: error: .*%s" % message)
    case.write("self.xta", "int f(int a) { return f(a); }\nint b = f(1);\n" + process)
    case.run("a function that calls itself", ["check", "self.xta"], 65, message=r"self\.xta:1:\d+: error: .*calls itself")
    case.write("endless.xta", "int v;\nvoid f() { while (true) v = 0; }\n" +
               process.replace("A; }", "A; trans A -> A { assign f(); }; }"))
    case.run("a loop without end", ["check", "endless.xta", "--property", "fault"], 10, seconds=30)


def timed_queries(case):
    case.write("m.xta", TIMED)
    case.write("m.tck", "system:s\nprocess:P\nlocation:P:a{initial: : labels: here}\n")
    for name, query, status, message in (
            ("an empty query", "", 65, r"query:1:1: error: expected a query"),
            ("half a query", "E<> (P.A", 65, r"query:1:9: error: expected '\)'"),
            ("a query without an operator", "P.A", 65, r"query:1:4: error: .*\n.*\n.*\n.*hint: write E<>"),
            ("an unknown process", "E<> Q.A", 65, r"query:1:5: error: unknown process 'Q'"),
            ("an unknown location", "E<> P.C", 65, r"query:1:7: error: process 'P' has no location or variable 'C'"),
            ("a query that assigns", "E<> (x = 0)", 65, r"query:1:\d+: error: "),
            ("a query of 50,000 parentheses", "E<> " + "(" * 50000, 65, r"query:1:\d+: error: nested too deeply"),
            ("a file of queries that is missing", "nowhere.q", 65, r"nowhere\.q: error: cannot read the file")):
        case.run(name, ["check", "m.xta", query], status, message=message)
    case.run("a query of another language", ["check", "m.tck", "E<> P.a"], 65, message=r"labels=")
    case.run("an unknown label", ["check", "m.tck", "labels=there"], 65, message=r"there")
    case.write("bad.q", "// two good ones\nE<> P.B\nA[] x <= 5 or P.B\n\nA[] (x\n")
    case.run("a file of queries with an error", ["check", "m.xta", "bad.q"], 65, message=r"bad\.q:5:7: error: ")
    case.write("unknown.q", "E<> P.B\nE<> P.C\n")
    case.run("a file of queries with an unknown name", ["check", "m.xta", "unknown.q"], 65, message=r"unknown\.q:2:7: error: .*'C'")
    case.write("empty.q", "// nothing\n")
    case.run("a file without queries", ["check", "m.xta", "empty.q"], 65, message=r"empty\.q: error: there is no query")
    case.write("inside.xml", XML % ("", "<queries><query><formula>E&lt;&gt; (P.A</formula></query></queries>"))
    case.run("a query with an error in the model", ["check", "inside.xml"], 24, message=r"inside\.xml:1:\d+: warning: cannot parse this query")
    case.run("a number of no query", ["check", "m.xta", "--property", "3"], 64, message="'3'")
    case.run("--fastest with a search that cannot", ["check", "m.xta", "--fastest", "--search", "dfs"], 64, message="dfs")
    case.run("a trail of a timed model", ["check", "m.xta", "--property", "deadlock", "--trace", "trail"], 24, message="trail")


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
        case.run("trace to a full disk", ["check", "failing.pml", "--trace", "text=/dev/full"], 10, message="/dev/full")
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
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                               # in the background of a shell it would be ignored
                               preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL))
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
    """Standard output is closed by the reader, as in `beeline ... | head -1`, is full, or does not exist."""
    case.write("long.pml", "byte x, y;\nactive proctype A() { do :: x < 250 -> x++; y = x :: else -> break od; assert(false) }\n")
    for how, arguments in (("text", []), ("full text", ["--trace", "full"]), ("JSON", ["--json"])):
        reading, writing = os.pipe()
        os.close(reading)
        ran = subprocess.run([case.program, "check", "long.pml"] + arguments, cwd=case.directory, stdout=writing,
                             stderr=subprocess.PIPE, timeout=20 * case.slowness)
        os.close(writing)
        problem = None if ran.returncode == 10 and not ran.stderr else "exit %d: %s" % (
            ran.returncode, ran.stderr[:200].decode(errors="replace"))
        case.report.check("closed pipe, %s%s" % (how, case.label), problem)
        if os.path.exists("/dev/full"):
            with open("/dev/full", "w") as full:
                ran = subprocess.run([case.program, "check", "long.pml"] + arguments, cwd=case.directory, stdout=full,
                                     stderr=subprocess.PIPE, timeout=20 * case.slowness)
            case.report.check("full disk, %s%s" % (how, case.label), None if ran.returncode == 10 and b"violated: " in ran.stderr else
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
            for group in (files, models, timed_files, timed_models, timed_queries, usage, traces, limits, interrupts, closed_output):
                group(case)
        finally:
            shutil.rmtree(case.directory, ignore_errors=True)
    report.exit()


if __name__ == "__main__":
    main()
