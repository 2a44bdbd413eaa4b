#!/usr/bin/env python3
"""A fixed sample of the differential test of liveness (tests/fuzz/liveness.py), and the test of the comparison itself."""
import os
import shutil
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "fuzz"))
import fuzz
import liveness
import liveness_compare
import spin
from liveness_model import generate
from report import Report
from tree import render

SEED = 1
COUNT = 60
MUTANT_COUNT = 12

# pan's side by itself: verdicts that follow from the definitions. (name, model, {question: violated?, under fairness?})
KNOWN = [
    ("response", """
byte x; active proctype P() { do :: x = 1; x = 2 :: x = 0 od }
ltl answered { [] (x == 1 -> <> (x == 2)) }
ltl again { [] <> (x == 1) }
ltl reached { <> (x == 1) }
""", {"answered": (False, False), "again": (True, True), "reached": (True, True)}),
    ("the end lasts for ever", """
byte x; active proctype P() { x = 1 }
ltl kept { <> [] (x == 1) }
ltl left { [] <> (x == 0) }
""", {"kept": (False, False), "left": (True, True)}),
    ("fairness", """
bit x, y; active proctype P() { do :: y = 1 - y od }
active proctype Q() { x = 1 }
ltl moved { <> (x == 1) }
""", {"moved": (True, False)}),
    ("never claims", """
bit x; active proctype P() { do :: x = 1 - x od }
never end_reached { do :: x == 1 -> break :: else od }
never ends_not { do :: x == 2 -> break :: else od }
never accepts { do :: true -> goto accept_1 od; accept_1: do :: true od }
never asserts { do :: assert(x == 0) od }
""", {"end_reached": (True, True), "ends_not": (False, False), "accepts": (True, True), "asserts": (True, True)}),
    ("labels", """
bit x; active proctype P() { do :: x = 1 - x; progress0: skip :: x == 1 -> x = x od }
active proctype Q() { do :: x == 1 -> accept0: x = 0 od }
""", {"accept": (True, True), "progress": (True, False)}),
]


def answers(verdicts, name):
    return tuple({"violated": True, "satisfied": False}.get(verdicts.get((name, is_fair))) for is_fair in (False, True))


def known(report, directory):
    for name, text, expected in KNOWN:
        verdicts = liveness_compare.Reference(directory, liveness_compare.Model(text), timeout=10).verdicts
        wrong = ["%s: %s" % (q, answers(verdicts, q)) for q in expected if answers(verdicts, q) != expected[q]]
        report.check("pan on %s" % name, "; ".join(wrong))
        outcome = liveness.judge(directory, text, timeout=10)
        report.check(name, None if outcome.status == "agree" else "%s: %s" % (outcome.class_ or outcome.status, outcome.text))


def sample(report, directory):
    rejected = 0
    for seed in range(SEED, SEED + COUNT):
        outcome = liveness.judge(directory, render(generate(seed)), seed, timeout=5)
        if outcome.status == "differ":
            report.fail("seed %d" % seed, "%s: %s" % (outcome.class_, outcome.text))
        elif outcome.status == "agree":
            report.ok("seed %d" % seed)
        rejected += outcome.status == "rejected"
    report.check("models that spin refuses", "%d of %d" % (rejected, COUNT) if rejected > COUNT // 8 else None)


def mutants(report, directory):
    """A wrong answer must be reported, on models where the right ones are not."""
    texts = [render(generate(seed)) for seed in range(SEED, SEED + MUTANT_COUNT)]
    texts = [text for text in texts if liveness.judge(directory, text).status == "agree"]
    for mutant in liveness_compare.MUTANTS:
        noticed = any(liveness.judge(directory, text, mutant=mutant).status == "differ" for text in texts)
        report.check("a wrong %s is noticed" % mutant, None if noticed else "it is not")


def main():
    report = Report("liveness fuzz")
    if not spin.installed():
        report.missing("liveness fuzz", "spin not installed")
        report.exit()
    directory = fuzz.work_directory()
    try:
        known(report, directory)
        mutants(report, directory)
        sample(report, directory)
    finally:
        shutil.rmtree(directory, ignore_errors=True)
    report.exit()


if __name__ == "__main__":
    main()
