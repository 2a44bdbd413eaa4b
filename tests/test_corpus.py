#!/usr/bin/env python3
"""The corpus of public Promela models: verdicts, shortest traces, numbers of states, and trails that spin replays.

usage: test_corpus.py [--all] [ID...]

The corpus is looked for in $BEELINE_CORPUS, else ../shared/corpus beside the project. Its index gives verdicts and sizes. Its
lengths and numbers of states were made with SPIN's statement merging and dead variable elimination, so those are asked of
SPIN again here, with both switched off; the index's own length is then a lower bound (merging only takes steps away), less
one for deadlocks, which `pan -i` and SPIN's breadth-first search report one step too long at times.
Without --all, rows that take long are skipped, visibly.
"""
import csv
import os
import shutil
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "fuzz"))
import beeline
import compare
import spin
from report import Report

CENSUS_LIMIT = 200000    # states, of rows whose states are counted
VERDICT_LIMIT = 600000   # states, of rows that have to be explored to the end
DEFINES = ["-DSAFETY", "-DNOREDUCE", "-DNOCLAIM", "-DVECTORSZ=8192", "-DMEMLIM=2000"]


def corpus():
    return os.path.abspath(os.environ.get("BEELINE_CORPUS") or os.path.join(HERE, "..", "..", "shared", "corpus"))


def rows():
    with open(os.path.join(corpus(), "promela", "index.tsv"), newline="") as f:
        return [r for r in csv.DictReader(f, delimiter="\t", quoting=csv.QUOTE_NONE) if r["property"] == "safety"]


class Row:
    def __init__(self, row, everything, report):
        self.id = row["id"]
        self.row = row
        self.everything = everything
        self.report = report
        self.flags = [] if row["cpp_flags"] in ("", "-") else row["cpp_flags"].split()
        self.folder, self.file = os.path.split(os.path.join(corpus(), "promela", row["file"]))
        self.states = int(row["states_full"]) if row["states_full"].isdigit() else None
        self.seconds = 120 if everything else 5
        self.directory = tempfile.mkdtemp(prefix="beeline-corpus-")

    def ask(self, *options, seconds=None):
        seconds = seconds or self.seconds
        return beeline.check(self.file, *self.flags, "--time-limit", str(seconds), *beeline.safety(options), directory=self.folder,
                             timeout=seconds + 30)

    def verifier(self, *defines):
        return spin.Verifier(self.directory, path=os.path.join(self.folder, self.file), flags=self.flags,
                             defines=DEFINES + list(defines), strict=False)

    def run(self):
        try:
            if self.row["verdict"] == "ok":
                self.satisfied()
            elif self.row["verdict"] == "error":
                self.violated()
            else:
                self.report.skip(self.id, "the index knows no verdict")
            self.census()
        finally:
            shutil.rmtree(self.directory, ignore_errors=True)

    def satisfied(self):
        if not self.everything and (self.states is None or self.states > VERDICT_LIMIT):
            self.report.skip("%s verdict" % self.id, "%s states; --all runs it" % self.row["states_full"])
            return
        answer = self.ask("--search", "bfs")
        if self.everything and answer.status in (21, 22):
            self.report.skip("%s verdict" % self.id, "undecided: %s" % answer.result.get("reason"))
            return
        self.report.check("%s verdict" % self.id, None if answer.verdict == "satisfied" and answer.status == 0 else
                          "exit %d, %s %s: %s" % (answer.status, answer.verdict, answer.kind, answer.complaint))

    def violated(self):
        trail = os.path.join(self.directory, "beeline.trail")
        answer = self.ask("--search", "bfs", "--trace", "trail=" + trail)
        if answer.status in (21, 22):
            answer = self.ask("--search", "dfs", "--trace", "trail=" + trail)
        if answer.status in (21, 22):
            self.report.skip("%s verdict" % self.id, "not decided within %d s" % self.seconds)
            return
        # An index out of range is an assertion to SPIN.
        kinds = {"assertion": ("assertion", "index")}.get(self.row["error_kind"], (self.row["error_kind"],))
        good = answer.status == 10 and answer.verdict == "violated" and answer.replayed and answer.kind in kinds
        self.report.check("%s verdict" % self.id, None if good else "exit %d, %s %s, wanted %s: %s" % (
            answer.status, answer.verdict, answer.kind, self.row["error_kind"], answer.complaint))
        if good and answer.shortest:
            self.report.check("%s shortest" % self.id, self.length(answer))
        if good and spin.installed():
            self.report.check("%s trail" % self.id, self.replay(answer, trail))

    def length(self, answer):
        known = int(self.row["shortest_trail"]) if self.row["shortest_trail"].isdigit() else None
        if known is not None and answer.length < known - (answer.kind == "deadlock"):
            return "length %d, less than the index's %d" % (answer.length, known)
        if not spin.installed():
            return None
        try:
            # The depth limit is the length that Beeline found: pan must find an error of that length, and none shorter.
            verifier = self.verifier("-DREACH")
            how = {"depth": answer.length + 20, "width": 20, "timeout": 10 * self.seconds if self.everything else 3}
            found = [verifier.shortest(option, **how)[0] for option in ("-E", "-A")[:1 if answer.kind == "index" else 2]]
        except (spin.TooBig, spin.Rejected) as problem:
            self.report.skip("%s shortest" % self.id, "SPIN: %s" % problem)
            return None
        theirs = min((n for n in found if n is not None), default=None)
        return None if theirs == answer.length else "length %d, SPIN %s" % (answer.length, theirs)

    def replay(self, answer, trail):
        if answer.length > 5000:
            self.report.skip("%s trail" % self.id, "%d steps are too many for spin -t" % answer.length)
            return None
        for name in os.listdir(self.folder):
            if not os.path.lexists(os.path.join(self.directory, name)):
                os.symlink(os.path.join(self.folder, name), os.path.join(self.directory, name))
        steps, kind, _ = spin.replay(self.directory, self.file, trail, self.flags)
        if answer.kind == "index" and kind == "index":
            return None  # spin stops there without counting
        if (steps, kind) != (answer.length, answer.kind):
            return "%s in %d steps, spin -t: %s in %d" % (answer.kind, answer.length, kind, steps)
        return None

    def census(self):
        limit = 10 * CENSUS_LIMIT if self.everything else CENSUS_LIMIT
        if self.states is None or self.states > limit:
            self.report.skip("%s census" % self.id, "%s states; limit %d" % (self.row["states_full"], limit))
            return
        if not spin.installed():
            return
        try:
            theirs = self.verifier().pan("-c0", depth=1000000, width=20, timeout=60)
        except (spin.TooBig, spin.Rejected) as problem:
            self.report.skip("%s census" % self.id, "SPIN: %s" % problem)
            return
        if theirs.crash or not set(theirs.kinds) <= compare.PLAIN:
            self.report.skip("%s census" % self.id, "SPIN stops or reads wild memory: %s" % theirs.message)
            return
        mine = self.ask("--census", "--search", "bfs", "--reduce", "none", seconds=60)
        self.report.check("%s census" % self.id, None if mine.census == theirs.states else
                          "%s states, SPIN %s: %s" % (mine.census, theirs.states, mine.complaint))


def main():
    report = Report("corpus")
    if not os.path.isfile(os.path.join(corpus(), "promela", "index.tsv")):
        report.skip("corpus", "no %s (set BEELINE_CORPUS)" % corpus())
        report.exit()
    if not spin.installed():
        report.missing("corpus", "spin not installed: lengths, censuses and trails are not compared")
    wanted = [a for a in sys.argv[1:] if not a.startswith("--")]
    for row in rows():
        if not wanted or row["id"] in wanted:
            Row(row, "--all" in sys.argv, report).run()
    report.exit()


if __name__ == "__main__":
    main()
