#!/usr/bin/env python3
"""A fixed sample of random models on which every estimate, reduction and search must agree with breadth-first search
(tests/fuzz/guided.py)."""
import os
import shutil
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [os.path.join(HERE, "fuzz"), os.path.join(HERE, "tools")]
import fuzz
import guided
import kinds
import whole
from report import Report

SEED, COUNT = 1, 48
OPTIONS = ["--most", "15"]


class Said:
    """What the program might say."""
    crash, stderr, complaint, result = None, "", "", {}

    def __init__(self, status, length=None, shortest=False, replayed=True, reason=None):
        self.status, self.length, self.shortest, self.replayed = status, length, shortest, replayed
        self.result = {"reason": reason}


def wrong_answers(report):
    """A wrong answer must be noticed, a right one must not."""
    for what, known, answer, search in (
            ("verdict", Said(10, 3), Said(0), "astar"), ("verdict", Said(0), Said(10, 3), "astar"),
            ("length", Said(10, 3), Said(10, 2), "dfs"), ("length", Said(10, 3), Said(10, 4, True), "astar"),
            ("replay", Said(10, 3), Said(10, 3, replayed=False), "astar"), ("internal", Said(0), Said(70), "astar"),
            ("internal", Said(0), Said(20, reason="lossy"), "astar"), (None, Said(10, 3), Said(10, 3, True), "astar"),
            (None, Said(10, 3), Said(10, 9), "dfs"), (None, Said(0), Said(0), "astar"), (None, Said(10, 3), Said(64), "astar"),
            (None, Said(10, 3), Said(20), "beam")):
        found = guided.disagreement(known, answer, search)
        report.check("%s: exit %d, length %s" % (what or "right", answer.status, answer.length),
                     None if (found and found[0]) == what else "%s, not %s" % (found, what))


def everything_listed(report):
    """What the program lists is tried, in every combination with A*."""
    tried = {" ".join(way) for way in guided.ways()}
    for name in guided.heuristics():
        report.check("A* with %s is tried" % name, None if "--search astar --heuristic " + name in tried else "it is not")
    for name in guided.reductions():
        report.check("--reduce %s is tried" % name, None if "--search astar --reduce " + name in tried else "it is not")


def sample(report, directory):
    for seed in range(SEED, SEED + COUNT):
        kind = kinds.ALL[seed % len(kinds.ALL)].name
        _, answer = whole.Job(kind, seed, guided.ask, OPTIONS, directory).run()
        report.check("%s, seed %d" % (kind, seed), answer.problem)


def main():
    report = Report("guided")
    directory = fuzz.work_directory()
    try:
        wrong_answers(report)
        everything_listed(report)
        sample(report, directory)
    finally:
        shutil.rmtree(directory, ignore_errors=True)
    return report.status()


if __name__ == "__main__":
    sys.exit(main())
