#!/usr/bin/env python3
"""The corpus of public Promela models: ltl formulas, never claims and progress. Verdicts as SPIN's, lassos that both replay.

usage: test_corpus_liveness.py [--all] [ID...]

The corpus is looked for in $BEELINE_CORPUS, else ../shared/corpus beside the project. Its index gives the verdicts. Each violation
must be replayed by `beeline replay` from a .trail file, and by `spin -t`; a shortest lasso must not be longer than what `pan -i`
finds. Without --all, a row that is not decided within seconds is skipped, visibly.
"""
import csv
import os
import shutil
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "fuzz"))
import beeline
import liveness_compare
import spin
from report import Report
from test_corpus import corpus

VERDICTS = {"ok": "satisfied", "error": "violated"}
OF_CLAIM = {"acceptance-cycle", "non-progress-cycle", "ltl-assert"}  # the other errors are the model's own
SPIN_STEPS = 20000  # longer trails are too slow for spin -t


def rows():
    with open(os.path.join(corpus(), "promela", "index.tsv"), newline="") as f:
        return [r for r in csv.DictReader(f, delimiter="\t", quoting=csv.QUOTE_NONE) if r["property"] != "safety"]


def question(row):
    """How it is asked for."""
    kind, _, name = row["property"].partition(":")
    return ["--ltl", name] if name else ["--property", kind]


class Row:
    def __init__(self, row, everything, report):
        self.id = row["id"]
        self.row = row
        self.report = report
        self.seconds = 120 if everything else 10
        self.flags = [] if row["cpp_flags"] in ("", "-") else row["cpp_flags"].split()
        self.pan_options = [] if row["pan_args"] in ("", "-") else row["pan_args"].split()
        self.fair = ["--fair"] * ("-f" in self.pan_options)
        self.folder, self.file = os.path.split(os.path.join(corpus(), "promela", row["file"]))
        self.directory = tempfile.mkdtemp(prefix="beeline-corpus-")
        for name in os.listdir(self.folder):
            if os.path.isfile(os.path.join(self.folder, name)):
                os.symlink(os.path.join(self.folder, name), os.path.join(self.directory, name))

    def ask(self, *options):
        return beeline.check(self.file, *self.flags, *question(self.row), *self.fair, "--time-limit", str(self.seconds), *options,
                             directory=self.directory, timeout=self.seconds + 30)

    def run(self):
        try:
            known = VERDICTS.get(self.row["verdict"])
            if known == "violated" and self.row["error_kind"] not in OF_CLAIM:
                self.of_model()
            else:
                self.verdict(known)
        finally:
            shutil.rmtree(self.directory, ignore_errors=True)

    def of_model(self):
        """The index's error is one of the model itself, which no claim is about: the model's own questions find it."""
        answer = self.ask("--property", "safety", "--first")
        kinds = [(r["error"] or {}).get("kind") for r in (answer.document or {}).get("results", [])]
        self.report.check("%s verdict" % self.id, None if self.row["error_kind"] in kinds else
                          "exit %d, %s, wanted %s: %s" % (answer.status, kinds, self.row["error_kind"], answer.complaint))

    def verdict(self, known):
        trail = os.path.join(self.directory, "beeline.trail")
        answer = self.ask("--first", "--trace", "trail=" + trail)
        if answer.status in (21, 22):
            self.report.skip("%s verdict" % self.id, "not decided within %d s" % self.seconds)
            return
        good = answer.verdict == known and answer.status == {"satisfied": 0, "violated": 10}[known] if known else \
            answer.verdict in ("satisfied", "violated")
        self.report.check("%s verdict" % self.id, None if good else "exit %d, %s %s, wanted %s: %s" % (
            answer.status, answer.verdict, answer.result.get("reason"), known or "an answer", answer.complaint))
        if answer.verdict == "violated":
            self.report.check("%s replayed" % self.id, None if answer.replayed else "the trace is not replayed")
            self.report.check("%s beeline replay" % self.id, self.replay(trail))
            if spin.installed():
                self.follow(answer, trail)
                self.shortest(answer)

    def replay(self, trail):
        answer = beeline.run(["replay", self.file, trail, *self.flags, *question(self.row), *self.fair, "--json"], directory=self.directory,
                             timeout=self.seconds + 30)
        return None if answer.status == 10 else "exit %d: %s" % (answer.status, answer.complaint)

    def follow(self, answer, trail):
        name = "%s spin -t" % self.id
        if answer.length > SPIN_STEPS:
            self.report.skip(name, "%d steps are too many" % answer.length)
            return
        _, _, out = spin.replay(self.directory, self.file, trail, self.flags, timeout=60)
        self.report.check(name, liveness_compare.cycle_problem(out, answer.result["trace"]["loop"]))

    def shortest(self, first):
        """Only where the whole product is small: pan -i goes through it many times."""
        name = "%s shortest" % self.id
        try:
            verifier = spin.Verifier(self.directory, path=os.path.join(self.folder, self.file), flags=self.flags,
                                     defines=["-DNOREDUCE", "-DMEMLIM=2000", "-DVECTORSZ=8192"], strict=False)
            theirs = verifier.pan("-i", *self.pan_options, depth=2 * first.length + 50, width=20, timeout=self.seconds)
        except (spin.TooBig, spin.Rejected) as problem:
            self.report.skip(name, "SPIN: %s" % str(problem).splitlines()[0])
            return
        is_lasso = self.row["error_kind"] != "ltl-assert"
        if not theirs.trail or is_lasso and "-1:-1:-1" not in theirs.trail:  # it is not made for cycles, and may leave half of one
            self.report.skip(name, "pan -i finds no lasso within %d steps" % (2 * first.length + 50))
            return
        answer = self.ask("--shortest")
        if answer.status in (21, 22):
            self.report.skip(name, "no proof within %d s" % self.seconds)
            return
        steps = liveness_compare.system_steps(theirs.trail)
        self.report.check(name, None if answer.shortest and answer.length <= steps else
                          "%s steps, pan -i %d: %s" % (answer.length, steps, answer.complaint))


def main():
    report = Report("corpus liveness")
    if not os.path.isfile(os.path.join(corpus(), "promela", "index.tsv")):
        report.skip("corpus liveness", "no %s (set BEELINE_CORPUS)" % corpus())
        report.exit()
    if not spin.installed():
        report.missing("corpus liveness", "spin not installed: lassos are not replayed by it, lengths not compared")
    wanted = [a for a in sys.argv[1:] if not a.startswith("--")]
    for row in rows():
        if not wanted or row["id"] in wanted:
            Row(row, "--all" in sys.argv, report).run()
    report.exit()


if __name__ == "__main__":
    main()
