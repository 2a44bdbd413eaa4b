#!/usr/bin/env python3
"""The corpus of public timed models: verdicts, traces that replay, shortest lengths, and numbers of symbolic states.

usage: test_corpus_timed.py [--all] [ID...]

The corpus is looked for in $BEELINE_CORPUS, else ../shared/corpus beside the project. For UPPAAL models its index gives
verdicts and lengths of shortest traces; for TChecker's, whether labels can be reached and how many states its coverage search
keeps (`covreach` with the most covered, aLU): no more are needed here. Without --all a row has 5 seconds, and is skipped
after that, visibly.
"""
import csv
import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "fuzz"))
import beeline
from report import Report
from test_corpus import corpus

VERDICTS = {"satisfied": "satisfied", "not satisfied": "violated"}


def index(folder):
    with open(os.path.join(corpus(), folder, "index.tsv"), newline="") as f:
        return list(csv.DictReader(f, delimiter="\t", quoting=csv.QUOTE_NONE))


class Corpus:
    def __init__(self, report, everything, wanted):
        self.report = report
        self.everything = everything
        self.wanted = wanted
        self.seconds = 120 if everything else 5

    def ask(self, folder, file, *options):
        return beeline.check(file, "--time-limit", str(self.seconds), *options, directory=os.path.join(corpus(), folder),
                             timeout=self.seconds + 30)

    def is_wanted(self, name):
        return not self.wanted or name in self.wanted

    def uppaal(self):
        rows = [r for r in index("uppaal") if self.is_wanted(r["id"])]
        for file in sorted({r["file"] for r in rows}):
            self.read(file)
        unknown = [r for r in rows if r["expected"] not in VERDICTS]
        if unknown and not self.everything:
            self.report.skip("%d queries" % len(unknown), "the index knows no verdict; --all asks them")
        for row in rows if self.everything else [r for r in rows if r not in unknown]:
            self.query(row)

    def read(self, file):
        """Every model can be read, or the message names what is not supported."""
        ran = beeline.run(["info", os.path.join(corpus(), "uppaal", file)])
        good = ran.status == 0 or ran.status == 24 and "not supported" in ran.stderr
        self.report.check("%s is read" % file, None if good else "exit %d: %s" % (ran.status, ran.complaint))

    def query(self, row):
        name = "%s %s" % (row["id"], row["query"])
        aim = ["--shortest"] if row["shortest_len"].isdigit() else []
        answer = self.ask("uppaal", row["file"], row["query"], *aim)
        if answer.status in (21, 22, 24):
            self.report.skip(name, answer.complaint or "undecided within %d s" % self.seconds)
            return
        problem = self.wrong(row, answer)
        if not problem and aim and not answer.shortest:
            self.report.skip(name, "not proved shortest within %d s: length %d, known %s" % (self.seconds, answer.length, row["shortest_len"]))
            return
        self.report.check(name, problem)

    def wrong(self, row, answer):
        known = VERDICTS.get(row["expected"], answer.verdict)
        if answer.status not in (0, 10) or answer.verdict != known:
            return "exit %d, %s, wanted %s: %s" % (answer.status, answer.verdict, known, answer.complaint)
        if answer.length is not None and not answer.replayed:
            return "trace not replayed"
        known_length = int(row["shortest_len"]) if row["shortest_len"].isdigit() else None
        if known_length is not None and (answer.length != known_length if answer.shortest else answer.length < known_length):
            return "length %s, shortest %s, known %s" % (answer.length, answer.shortest, row["shortest_len"])
        return None

    def tchecker(self):
        least = {}
        for row in index("tchecker"):
            if row["stored_states"].isdigit() and self.is_wanted(row["file"]):
                key = row["file"], row["labels"]
                least[key] = min(least.get(key, row), row, key=lambda r: int(r["stored_states"]))
        for row in least.values():
            self.labels(row)

    def labels(self, row):
        asked = ["--property", "fault"] if row["labels"].startswith("(") else ["labels=" + row["labels"]]
        answer = self.ask("tchecker", row["file"], "--search", "bfs", *asked)
        if answer.status in (21, 22):
            self.report.skip(row["file"], "undecided within %d s%s" % (self.seconds, "" if self.everything else "; --all has longer"))
            return
        wanted = "satisfied" if asked[0] == "--property" or row["reachable"] == "true" else "violated"
        stored = (answer.result.get("stats") or {}).get("stored")
        problem = None
        if answer.verdict != wanted:
            problem = "exit %d, %s, wanted %s: %s" % (answer.status, answer.verdict, wanted, answer.complaint)
        elif stored > int(row["stored_states"]):
            problem = "%d states stored, TChecker %s" % (stored, row["stored_states"])
        self.report.check("%s %s" % (row["file"], " ".join(asked)), problem)


def main():
    report = Report("timed corpus")
    wanted = [a for a in sys.argv[1:] if not a.startswith("--")]
    run = Corpus(report, "--all" in sys.argv, wanted)
    for folder in ("uppaal", "tchecker"):
        if os.path.isfile(os.path.join(corpus(), folder, "index.tsv")):
            getattr(run, folder)()
        else:
            report.skip("timed corpus", "no %s (set BEELINE_CORPUS)" % os.path.join(corpus(), folder))
    report.exit()


if __name__ == "__main__":
    main()
