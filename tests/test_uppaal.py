#!/usr/bin/env python3
"""UPPAAL models: what is left out of them, what is refused and where, and files that are not quite XML."""
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE / "fuzz"))
from report import Report

BEELINE = os.path.abspath(os.environ.get("BEELINE") or HERE.parent / "build" / "beeline")

# The behaviour of HOT depends on a floating-point number, that of MEASURED does not.
HOT = """double temperature = 20.0;
int n;
process P() {
  state A, B;
  init A;
  trans A -> B { guard temperature > 3.5; assign n = 1; };
}
system P;
"""
MEASURED = HOT.replace("guard temperature > 3.5; assign", "assign temperature = temperature + 0.5,")
WHY = "it depends on a floating-point number"

XML = """<nta><declaration>%s</declaration>
<template><name>P</name><declaration>clock x;</declaration>
<location id="a"><name>A</name></location><location id="b"><name>B</name></location><init ref="a"/>
<transition><source ref="a"/><target ref="b"/><label kind="guard">x &gt;= 2</label></transition></template>
<system>system P;</system><queries>%s</queries></nta>
"""
QUERY = "<query><formula>%s</formula></query>"


class Ran:
    def __init__(self, status, out, err):
        self.status, self.out, self.err = status, out, err
        self.all = out + err

    def problem(self, status, *texts):
        """None if the program ended with this status and printed these texts."""
        if self.status != status:
            return "exit %s, not %s: %s" % (self.status, status, self.all.strip()[:300])
        missing = [text for text in texts if text not in self.all]
        return "%r is not in %r" % (missing[0], self.all[:400]) if missing else None

    def verdicts(self):
        return [r["verdict"] for r in json.loads(self.out)["results"]]


class Cases:
    def __init__(self, folder):
        self.folder = Path(folder)
        self.report = Report("uppaal")

    def write(self, name, content):
        (self.folder / name).write_bytes(content if isinstance(content, bytes) else content.encode())
        return name

    def run(self, *arguments):
        ran = subprocess.run([BEELINE] + list(arguments), cwd=self.folder, text=True, capture_output=True, timeout=60)
        return Ran(ran.returncode, ran.stdout, ran.stderr)

    def expect(self, name, status, texts, *arguments):
        self.report.check(name, self.run(*arguments).problem(status, *texts))


def nothing_is_answered(c):
    """Whatever is asked of a model whose behaviour is not known, the answer is why not, and where."""
    c.write("hot.xta", HOT)
    place = "%s (hot.xta:6:36)" % WHY
    for name, asked in (("a query", ["E<> P.B"]), ("an invariant", ["--invariant", "n < 2"]), ("a deadlock", ["--property", "deadlock"]),
                        ("errors", ["--property", "fault"]), ("a census", ["--census"]), ("a statistical query", ["Pr[<=10](<> P.B)"])):
        texts = [place] if "statistical" not in name else ["statistical query"]
        c.expect("of a model with an unknown behaviour: %s" % name, 24, texts, "check", "hot.xta", *asked)
    c.write("hot.q", "E<> P.B\nA[] n == 0\n")
    c.expect("each query is refused by name", 24, ["not checked: %s (property: E<> P.B)" % place, "(property: A[] n == 0)"], "check", "hot.xta")
    c.expect("the model can be looked at", 0, ["no property can be checked: " + place, "1 reach: E<> P.B"], "info", "hot.xta")
    ran = c.run("check", "hot.xta", "E<> P.B", "--json")
    c.report.check("no verdict in the document", None if ran.verdicts() == ["undecided"] else ran.out[:200])


def traces_are_refused(c):
    c.write("hot.xta", HOT)
    c.write("cold.xta", MEASURED)
    c.expect("a trace of the model without the guard", 0, [], "check", "cold.xta", "E<> P.B", "--trace", "itf=t.json")
    for verb, *rest in (["replay"], ["shorten"], ["convert", "--to", "text"]):
        c.expect("%s a trace of an unknown behaviour" % verb, 24, ["cannot be replayed: " + WHY], verb, "hot.xta", "t.json", *rest)


def queries_are_refused_alone(c):
    c.write("cold.xta", MEASURED)
    c.write("cold.q", "E<> P.B\nE<> temperature > 20\nA[] n <= 1\nsimulate [<=10] { n }\ncontrol: A<> P.B\n"
            "strategy s = minE(n) [<=10] : <> P.B\nsaveStrategy(\"f\", s)\nE<> P.B under s\nbounds: n\nE[<=10; 5](max: n)\n")
    ran = c.run("check", "cold.xta", "--json")
    wanted = ["satisfied", "undecided", "satisfied"] + ["undecided"] * 7
    c.report.check("the queries that can be answered are", None if ran.verdicts() == wanted else "%s" % ran.verdicts())
    c.expect("the others are refused by name", 24, ["not checked: %s (cold.q:2:17) (property: E<> temperature > 20)" % WHY,
             "not checked: simulation (property: simulate [<=10] { n })", "not checked: game (property: control: A<> P.B)",
             "not checked: strategy", "not checked: query of bounds (property: bounds: n)"], "check", "cold.xta")
    c.expect("an invariant over an unknown value", 24, ["'temperature < 30' is not checked: " + WHY], "check", "cold.xta",
             "--invariant", "temperature < 30")


def empty_queries(c):
    queries = QUERY % "" + QUERY % "  " + QUERY % "// E&lt;&gt; P.B" + QUERY % "/* later */" + QUERY % "E&lt;&gt; P.B"
    c.write("empty.xml", XML % ("", queries))
    ran = c.run("check", "empty.xml", "--json")
    c.report.check("queries without a formula", None if ran.verdicts() == ["satisfied"] else ran.all[:200])
    c.write("empty.xta", MEASURED + "query { }\nquery { /* none */ }\nquery { E<> P.B }\n")
    ran = c.run("check", "empty.xta", "--json")
    c.report.check("queries without a formula in .xta", None if ran.verdicts() == ["satisfied"] else ran.all[:200])


def not_quite_xml(c):
    text = XML % ("// gr\xf6\xdfe\nint n;", QUERY % "E&lt;&gt; P.B")
    for name, content in (("latin-1 that claims to be UTF-8", b'<?xml version="1.0" encoding="utf-8"?>' + text.encode("latin-1")),
                          ("an encoding that Expat does not know", b'<?xml version="1.0" encoding="windows-1252"?>' + text.encode("cp1252")),
                          ("control characters", text.replace("\xf6\xdf", "\x01\x0b\x1f").encode()),
                          ("a multi-byte encoding", '<?xml version="1.0" encoding="gbk"?>'.encode() + text.replace("\xf6\xdf", "\u4e2d\u6587").encode("gbk"))):
        c.write("odd.xml", content)
        c.expect(name, 0, ["satisfied"], "check", "odd.xml")
    c.write("wrong.xml", text.replace("x &gt;= 2", "x &gt;= 2 && x"))
    c.expect("a raw & is an error, with its place", 65, ["wrong.xml:5:", "XML: ", "&amp;"], "check", "wrong.xml")
    c.write("late.xml", (XML % ("// \xf6\nint n = ;", "")).encode("latin-1"))
    c.expect("places after such characters", 65, ["late.xml:2:9: error: expected an expression"], "check", "late.xml")


def labels(c):
    c.write("label.xml", XML.replace("x &gt;= 2", "x &gt;= 2;") % ("", QUERY % "E&lt;&gt; P.B"))
    c.expect("a semicolon at the end of a label", 0, ["label.xml:4:76: warning: the ';' at the end", "satisfied"], "check", "label.xml")
    c.write("more.xml", XML.replace("x &gt;= 2", "x &gt;= 2; x") % ("", ""))
    c.expect("a semicolon in a label", 65, ["more.xml:4:76: error: expected an operator or the end of the label"], "check", "more.xml")
    c.write("cost.xta", "process Q() { state A; init A; } cost = Q(); system cost;\n")
    c.expect("a process with a predefined name", 0, ["satisfied"], "check", "cost.xta", "E<> cost.A")


def branchpoints_replay(c):
    """Traces through a branchpoint, in UPPAAL's own formats."""
    model = str(HERE / "models" / "timed_branchpoint.xml")
    for form in ("xtr", "uppaal-xml", "itf"):
        c.expect("a branch as %s" % form, 0, [], "check", model, "--property", "2", "--trace", "%s=t.%s" % (form, form))
        c.expect("the branch read from %s" % form, 0, ["replayed: 1 step", "n = 10"], "replay", model, "t.%s" % form)


def main():
    with tempfile.TemporaryDirectory(prefix="beeline-uppaal-") as folder:
        c = Cases(folder)
        for test in (nothing_is_answered, traces_are_refused, queries_are_refused_alone, empty_queries, not_quite_xml, labels,
                     branchpoints_replay):
            try:
                test(c)
            except Exception as problem:  # a test that cannot go on has failed
                c.report.fail(test.__name__, repr(problem))
        return c.report.status()


if __name__ == "__main__":
    sys.exit(main())
