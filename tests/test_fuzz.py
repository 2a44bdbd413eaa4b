#!/usr/bin/env python3
"""A fixed sample of the differential test (tests/fuzz), every model of tests/models, and the test of the comparison itself."""
import glob
import os
import shutil
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "fuzz"))
import compare
import fuzz
import spin
from generate import generate
from report import Report
from tree import render

SEED = 1
COUNT = 150
MUTANT_COUNT = 12


def text_of(path):
    with open(path) as f:
        return f.read()


def sample(report, directory):
    rejected = 0
    for seed in range(SEED, SEED + COUNT):
        outcome = fuzz.judge(directory, render(generate(seed)), seed)
        if outcome.status == "differ":
            report.fail("seed %d" % seed, "%s: %s" % (outcome.class_, outcome.text))
        elif outcome.status == "agree":
            report.ok("seed %d" % seed)
        rejected += outcome.status == "rejected"
    report.check("models that spin refuses", "%d of %d" % (rejected, COUNT) if rejected > COUNT // 20 else None)


def regressions(report, directory):
    for path in sorted(glob.glob(os.path.join(HERE, "models", "*.pml"))):
        text = text_of(path)
        if "// args:" in text or "// expect: error" in text or "// expect: unsupported" in text or "// spin: no" in text:
            continue  # test_models.py looks at these
        outcome = fuzz.judge(directory, text, timeout=30)
        report.check(os.path.basename(path), "%s: %s" % (outcome.class_ or outcome.status, outcome.text)
                     if outcome.status != "agree" else None)


def mutants(report, directory):
    """A wrong answer must be reported."""
    texts = [render(generate(seed)) for seed in range(SEED, SEED + MUTANT_COUNT)]
    for mutant in compare.MUTANTS:
        noticed = any(fuzz.judge(directory, text, mutant=mutant).status == "differ" for text in texts)
        report.check("a wrong %s is noticed" % mutant, None if noticed else "it is not")


def main():
    report = Report("fuzz")
    if not spin.installed():
        report.missing("fuzz", "spin not installed")
        report.exit()
    directory = fuzz.work_directory()
    try:
        mutants(report, directory)
        sample(report, directory)
        regressions(report, directory)
    finally:
        shutil.rmtree(directory, ignore_errors=True)
    report.exit()


if __name__ == "__main__":
    main()
