#!/usr/bin/env python3
"""beeline compare: choice of the runs, table, JSON, CSV, plot, limits, signals, usage."""
import csv
import functools
import io
import os
import re
import signal
import sys
import xml.etree.ElementTree as xml
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent / "tools"))
from program import ROOT, Ran, beeline, ended, run, start, want, write  # noqa: E402

beeline = functools.partial(beeline, timeout=120)
TELEPHONE = ROOT / "models" / "telephone.pml"
SHORTEST = 17  # as its comment says
SVG = "{http://www.w3.org/2000/svg}"

GOOD = "byte x\nactive proctype P() { x = 1; assert(x == 1) }\n"
AT_ONCE = "active proctype P() { false }\n"  # a deadlock after no step, with one state
ENDLESS = "int a, b, c\n" + "".join("active proctype P%s() { do :: %s++ od }\n" % (v, v) for v in "abc") + "active proctype R() { end: a + b + c == -1 }\n"


class Compared(Ran):
    def runs(self):
        """(search, heuristic) -> result, of the JSON document."""
        return {(r["asked"]["search"], r["asked"]["heuristic"]): r for r in self.results()}


def compare(*arguments, **how):
    ran = beeline("compare", *arguments, **how)
    return Compared(ran.status, ran.out, ran.err)


def names(kind):
    return [row["name"] for row in beeline("list", kind, "--json").json()[kind] if row["name"] != "auto" and not row.get("for cycles")]


def all_runs(folder):
    document = compare(TELEPHONE, "--json", "--time-limit", 2).expect(0).json()
    want(set(document) == {"beeline", "model", "language", "planned", "contradiction", "results", "diagnostics"}, sorted(document))
    want(document["contradiction"] is None, document["contradiction"])
    asked = [(r["asked"]["search"], r["asked"]["heuristic"]) for r in document["results"]]
    want(document["planned"] == len(asked) == len(set(asked)), asked)
    want(list(dict.fromkeys(search for search, _ in asked)) == names("searches"), "not every search ran, in their order")
    want(("bfs", "zero") in asked and ("dfs", "zero") in asked, asked)
    want(not [h for s, h in asked if s in ("bfs", "dfs") and h != "zero"], "a blind search ran with an estimate")
    for result in document["results"]:
        want(result["search"]["search"] == result["asked"]["search"], result)
        want(result["search"]["heuristic"] == result["asked"]["heuristic"], result)
        if result["verdict"] == "violated":
            want(result["trace"]["replayed"] and result["trace"]["length"] >= SHORTEST, result)
            want(not result["trace"]["shortest"] or result["trace"]["length"] == SHORTEST, result)
        else:
            want(result["verdict"] == "undecided", result)


def same_as_check(folder):
    ours = compare(TELEPHONE, "--json", "--search", "bfs").expect(0).runs()["bfs", "zero"]
    theirs = beeline("check", TELEPHONE, "--json", "--search", "bfs").result()
    want(set(ours) == set(theirs) | {"asked"}, sorted(set(ours) ^ set(theirs)))
    for key in ("initial", "steps"):  # a table of many runs does not repeat their traces
        del theirs["trace"][key]
    for key in ("property", "verdict", "error", "trace"):
        want(ours[key] == theirs[key], "%s: %s, but check says %s" % (key, ours[key], theirs[key]))
    for key in ("expanded", "generated", "stored"):
        want(ours["stats"][key] == theirs["stats"][key], "%s differs" % key)


def seeds(folder):
    """Each seed gives the run that check has with it, and not all are the same."""
    path = write(folder, "byte x, y; active [2] proctype P() { do :: x < 60 -> x++ :: x > 0 -> x-- :: y < 60 -> y++\n"
                         " :: x == 20 && y == 13 -> assert(false) od }\n")
    chosen, seen = ["--search", "greedy", "--heuristic", "zero", "--json"], set()
    for seed in ("1", "2", "3"):
        ours = compare(path, *chosen, "--seed", seed).expect(0).runs()["greedy", "zero"]["stats"]["expanded"]
        theirs = beeline("check", path, "--property", "safety", *chosen, "--seed", seed).result()["stats"]["expanded"]
        want(ours == theirs, "seed %s: %d, but check expands %d" % (seed, ours, theirs))
        seen.add(ours)
    want(len(seen) > 1, "the seed does not matter")


def chosen_runs(folder):
    both = [("bfs", "zero"), ("dfs", "zero")]
    for options in (["--search", "bfs,dfs"], ["--search", "bfs", "--search", "dfs"], ["--search=bfs", "--search=dfs"]):
        want(list(compare(TELEPHONE, "--json", *options).expect(0).runs()) == both, options)
    want(list(compare(TELEPHONE, "--json", "--search", "dfs,bfs").runs()) == both[::-1], "not in the order asked for")
    want(list(compare(TELEPHONE, "--json", "--search", "auto").expect(0).runs()) == [("auto", "auto")], "auto")


def estimates(folder):
    """With the searches that use an estimate: every pair runs, and a name may have keys with commas."""
    document = compare(TELEPHONE, "--json", "--time-limit", 2).runs()
    users = list(dict.fromkeys(search for search, heuristic in document if heuristic != "zero"))
    want({"astar", "greedy"} <= set(users), users)
    pairs = compare(TELEPHONE, "--json", "--search", users[0], "--heuristic", "zero,formula", "--heuristic", "dl").expect(0).runs()
    want(list(pairs) == [(users[0], "zero"), (users[0], "formula"), (users[0], "dl")], list(pairs))
    pairs = compare(TELEPHONE, "--json", "--search", "bfs,astar", "--heuristic", "dl").expect(0).runs()
    want(list(pairs) == [("bfs", "zero"), ("astar", "dl")], list(pairs))
    want(pairs["astar", "dl"]["trace"]["length"] == SHORTEST and pairs["astar", "dl"]["trace"]["shortest"], pairs)
    pairs = compare(TELEPHONE, "--json", "--search", "greedy:ties=fifo,explore=none,wastar:w=2,bfs", "--heuristic", "dl").expect(0)
    want(list(pairs.runs()) == [("greedy:ties=fifo,explore=none", "dl"), ("wastar:w=2", "dl"), ("bfs", "zero")], pairs.out[:300])
    compare(TELEPHONE, "--search", "astar", "--heuristic", "nosuch").expect(64, "nosuch")
    compare(TELEPHONE, "--heuristic", "nosuch").expect(64, "nosuch")
    compare(TELEPHONE, "--search", "astar", "--heuristic", "hamming").expect(64, "hamming", "known")
    want(not [h for _, h in document if h in ("hamming", "fsm")], "a heuristic of shorten ran without an error state")
    compare(TELEPHONE, "--search", "bfs", "--heuristic", "dl").expect(64, "--heuristic dl", "estimate")


def table(folder):
    out = compare(TELEPHONE, "--search", "bfs,dfs").expect(0).out
    lines = out.splitlines()
    want(lines[0].split() == ["search", "heuristic", "verdict", "length", "expanded", "generated", "time", "memory"], lines[0])
    rows = {line.split()[0]: line.split() for line in lines[1:3]}
    want(list(rows) == ["bfs", "dfs"], lines[1:3])
    want(rows["bfs"][2:4] == ["violated", "%d*<" % SHORTEST], rows["bfs"])
    want(rows["dfs"][4].endswith("<") and not rows["bfs"][4].endswith("<"), "the best of the column is not marked: %s" % rows)
    want("shortest trace   %d steps, proved: bfs\n" % SHORTEST in out, out)
    want("fewest expanded  %s: dfs\n" % rows["dfs"][4].rstrip("<") in out, out)
    want(len(set(map(len, lines[:3]))) == 1, "columns are not aligned")
    want("\033" not in out, "colour in a pipe")
    want("\033[" in compare(TELEPHONE, "--search", "bfs", "--color=always").out, "no colour where it is wanted")
    quiet = compare(TELEPHONE, "--search", "bfs,dfs", "-q").expect(0).out
    want("generated" not in quiet and quiet.startswith("shortest trace"), quiet)


def without_errors(folder):
    path = write(folder, GOOD)
    out = compare(path, "--search", "bfs,dfs").expect(0, "satisfied").out
    want("fewest expanded" in out and "shortest trace" not in out, out)
    drawing = xml.fromstring(compare(path, "--search", "bfs,dfs", "--svg").expect(0).out)
    want("2 of 2 runs gave no trace" in [t.text for t in drawing.iter(SVG + "text")], "the plot does not say why it is empty")


def comma_separated(folder):
    file = Path(folder, "out.csv")
    out = compare(TELEPHONE, "--search", "bfs,dfs", "--csv").expect(0).out
    compare(TELEPHONE, "--search", "bfs,dfs", "--csv=%s" % file).expect(0, "shortest trace")
    for text in (out, file.read_text()):
        rows = list(csv.DictReader(io.StringIO(text)))
        want([r["search"] for r in rows] == ["bfs", "dfs"], text)
        want((rows[0]["length"], rows[0]["shortest"], rows[1]["shortest"]) == (str(SHORTEST), "true", "false"), text)
        want(all(None not in r and None not in r.values() for r in rows), "rows of different lengths")
        want(int(rows[0]["expanded"]) > 100 and float(rows[0]["search_s"]) >= 0, text)
    rows = list(csv.DictReader(io.StringIO(compare(write(folder, ENDLESS), "--search", "bfs", "--max-states", 50, "--csv").out)))
    want((rows[0]["verdict"], rows[0]["reason"], rows[0]["length"]) == ("undecided", "states", ""), rows)


def plotted(drawing):
    """The titles of the marks, without those of the legend."""
    marks = [m for kind in ("circle", "polygon") for m in drawing.iter(SVG + kind)]
    return [m.find(SVG + "title").text for m in marks if " steps, " in m.find(SVG + "title").text]


def plot(folder):
    file = Path(folder, "out.svg")
    compare(TELEPHONE, "--time-limit", 2, "--svg=%s" % file, "--csv=%s" % Path(folder, "out.csv")).expect(0)
    drawing = xml.parse(file).getroot()
    want(drawing.tag == SVG + "svg" and drawing.get("viewBox"), drawing.attrib)
    with open(Path(folder, "out.csv"), newline="") as f:
        traces = [r for r in csv.DictReader(f) if r["length"]]
    titles = plotted(drawing)
    want(len(titles) == len(traces), "%d marks for %d traces" % (len(titles), len(traces)))
    want(any(re.fullmatch(r"bfs: %d steps, \d+ expanded" % SHORTEST, t) for t in titles), titles)
    texts = [t.text for t in drawing.iter(SVG + "text")]
    want({"expanded states", "steps of the trace", "searches", "bfs", "dfs", "shortest: %d" % SHORTEST} <= set(texts), texts)
    width, height = map(float, drawing.get("viewBox").split()[2:])
    for text in drawing.iter(SVG + "text"):
        want(0 <= float(text.get("x")) <= width and 0 <= float(text.get("y")) <= height, "%s is off the page" % text.text)


def awkward_plots(folder):
    for name, text in (("at<&>\"\x01\xe9\u20ac.pml", AT_ONCE), ("one.pml", "byte x\nactive proctype P() { x = 1; assert(0) }\n")):
        path = write(folder, text, name)
        drawing = xml.fromstring(compare(path, "--search", "bfs", "--svg").expect(0).out)
        want(len(plotted(drawing)) == 1, plotted(drawing))
        want(drawing.find(SVG + "title").text == str(path).replace("\x01", "?"), drawing.find(SVG + "title").text)
    drawing = xml.fromstring(compare(write(folder, "#define N 3000\n byte x; int n\nactive proctype P() { do :: n < N -> n++ "
                                           ":: n == 5 -> assert(0) :: n >= N -> assert(0) od }\n", "long.pml"),
                                     "--search", "bfs,dfs", "--svg").expect(0).out)
    want(len(plotted(drawing)) == 2, plotted(drawing))


def limits(folder):
    path = write(folder, ENDLESS)
    for option, value, reason in (("--time-limit", 0.2, "time"), ("--max-states", 500, "states"), ("--memory-limit", "4M", "memory")):
        runs = compare(path, "--json", "--search", "bfs,dfs", option, value).expect(0).runs()
        want(len(runs) == 2, runs)
        for run in runs.values():
            want((run["verdict"], run["reason"]) == ("undecided", reason), run)
    out = compare(path, "--search", "bfs,dfs", "--max-states", 500).expect(0, "undecided: states").out
    want("0 of 2 runs are decided" in out and "fewest" not in out, out)


def properties(folder):
    path = write(folder, "byte x\nactive proctype P() { do :: x < 9 -> x++ :: else -> break od }\n")
    runs = compare(path, "--json", "--search", "bfs,dfs", "--invariant", "x != 4").expect(0).runs()
    want({r["error"]["kind"] for r in runs.values()} == {"invariant"}, runs)
    want({r["trace"]["length"] for r in runs.values()} == {8}, runs)
    want(compare(path, "--json", "--search", "bfs", "--property", "assert").runs()["bfs", "zero"]["verdict"] == "satisfied", "assert")
    compare(path, "--invariant", "x <").expect(65, "error:")
    compare(path, "--property", "nosuch").expect(64, "nosuch")
    compare(path, "--invariant", "true", "--property", "assert").expect(64, "one property")
    compare(path, "--ltl", "p").expect(65, "p")
    claimed = write(folder, "byte x\nactive proctype P() { x = 1 }\nltl p { [] (x == 0) }\nltl q { <> (x == 1) }\n", "claimed.pml")
    compare(claimed, "--search", "bfs").expect(0, "satisfied")
    compare(claimed, "--search", "bfs", "--ltl", "p").expect(0, "violated")


def usage(folder):
    path = write(folder, GOOD)
    compare().expect(64)
    compare(path, "more", "and", "more").expect(64, "more")
    compare(path, "--search", "nosuch").expect(64, "nosuch", "bfs")
    compare(path, "--search", "bfs,nosuch").expect(64, "nosuch")
    compare(path, "--search", "bfs,").expect(64, "there is no search ''")
    compare(path, "--search", "bfs:x=1").expect(64, "bfs", "x")
    compare(path, "--store", "nosuch").expect(64, "nosuch")
    compare(path, "--reduce", "nosuch").expect(64, "nosuch")
    compare(path, "--shortest").expect(64, "--shortest")
    for two in (["--json", "--csv"], ["--json", "--svg"], ["--csv", "--svg"], ["--csv=-", "--svg"]):
        compare(path, *two).expect(64, "standard output")
    compare(path, "--svg=").expect(64, "--svg")
    compare(path, "--csv=%s/no/such.csv" % folder).expect(74, "such.csv")
    compare(path, "--svg=%s" % folder).expect(74, "directory")
    compare(Path(folder, "missing.pml")).expect(65, "missing.pml")
    bad = compare(write(folder, "active proctype P() { x = }\n", "bad.pml"), "--json").expect(65)
    want(bad.json()["diagnostics"][0]["line"] == 1, bad.out)
    if os.path.exists("/dev/full"):
        compare(path, "--csv=/dev/full").expect(74, "/dev/full")
        compare(path, "--svg=/dev/full").expect(74, "/dev/full")
        with open("/dev/full", "w") as full:
            for option in ([], ["--json"], ["--csv"], ["--svg"]):
                compare(path, *option, stdout=full).expect(74)


def progress(folder):
    ran = compare(write(folder, ENDLESS), "--search", "bfs,dfs", "--time-limit", 0.8, "--progress").expect(0)
    want(re.search(r"^1 of 2: bfs", ran.err, re.M) and re.search(r"^2 of 2: dfs  [\d,]+ states", ran.err, re.M), ran.err)
    want(compare(TELEPHONE, "--search", "bfs").err == "", "progress without a terminal")


def interrupted(folder):
    process = start("compare", "--json", "--memory-limit", "1G", "--progress", "--search", "bfs,dfs", "--time-limit", 30,
                    write(folder, ENDLESS))
    while "states" not in process.stderr.readline():
        pass
    process.send_signal(signal.SIGINT)
    document = ended(process, 20).expect(23).json()
    want(document["planned"] == 2 and len(document["results"]) == 1, "the second run was not left out")
    want(document["results"][0]["reason"] == "interrupted", document["results"])


TESTS = [all_runs, same_as_check, seeds, chosen_runs, estimates, table, without_errors, comma_separated, plot, awkward_plots, limits,
         properties, usage, progress, interrupted]

run("compare", TESTS)
