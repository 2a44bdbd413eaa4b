#!/usr/bin/env python3
"""Differential test of liveness: random models with ltl formulas, never claims or labels, asked of SPIN and of Beeline.

usage: liveness.py [--seed N] [--pairs N] [--jobs N] [--time SECONDS] [--mutant WHAT] [--show] [--file MODEL...]

A pair is a model and one thing asked of it; both are asked with and without weak fairness. Without --pairs and --time it goes on
for a minute. A model on which they disagree is made smaller and written to tests/fuzz/found/, with both answers in a comment;
liveness_compare.py lists the classes of differences. --mutant perturbs Beeline's answers: such a run must report differences.
--file compares given models. The binary is $BEELINE, else build/beeline. Exit status 0: no difference; 1: some.
"""
import argparse
import collections
import os
import shutil
import sys
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import beeline
import fuzz
import liveness_compare
import spin
from compare import Difference
from liveness_model import generate
from shrink import shrink
from tree import render


def judge(directory, text, seed=None, mutant=None, timeout=1):
    try:
        known = liveness_compare.compare(directory, text, mutant, timeout)
        return fuzz.Outcome(seed, "agree", states=known.states, describe=known.verdicts)
    except spin.Rejected as problem:
        return fuzz.Outcome(seed, "rejected", text=str(problem), model=text)
    except spin.TooBig as problem:
        return fuzz.Outcome(seed, "big", text=str(problem))
    except Difference as difference:
        return fuzz.Outcome(seed, "differ", difference.class_, difference.text, model=text)


def worker(job):
    seed, mutant, directory_of = job
    directory = os.path.join(directory_of, "w%d" % os.getpid())
    os.makedirs(directory, exist_ok=True)
    return judge(directory, render(generate(seed)), seed, mutant)


def minimise(outcome, tree, tries=400):
    """The smallest model that shows the same class of difference, and what is said of it."""
    directory = fuzz.work_directory()
    try:
        def still(text):
            now = judge(directory, text)
            return now.status == "differ" and now.class_ == outcome.class_
        text = shrink(tree, outcome.model, still, tries)
        return text, judge(directory, text)
    finally:
        shutil.rmtree(directory, ignore_errors=True)


def report(outcome, arguments, tree):
    print("seed %s: %s: %s" % (outcome.seed, outcome.class_, outcome.text.splitlines()[0]), flush=True)
    if not arguments.mutant and not arguments.no_shrink:
        text, last = minimise(outcome, tree)
        print("  smallest: %s" % fuzz.keep(outcome, text, last), flush=True)


def run(arguments):
    count, classes, verdicts = collections.Counter(), collections.Counter(), collections.Counter()
    start = time.monotonic()
    directory = fuzz.work_directory()
    try:
        for outcome in fuzz.outcomes(arguments, directory, worker):
            count[outcome.status] += 1
            if outcome.status == "agree":
                count["pairs"] += len(outcome.describe) // 2
                verdicts.update(outcome.describe.values())
            elif outcome.status == "differ":
                classes[outcome.class_] += 1
                report(outcome, arguments, generate(outcome.seed))
            elif outcome.status == "rejected" and arguments.verbose:
                print("seed %s rejected: %s" % (outcome.seed, outcome.text.splitlines()[:1]))
            if classes.total() >= arguments.stop_after or arguments.pairs and count["pairs"] >= arguments.pairs:
                break
    finally:
        shutil.rmtree(directory, ignore_errors=True)
    spent = time.monotonic() - start
    print("%d pairs of %d models in %.1f s (%.1f/s): %d answers violated, %d satisfied, %d without evidence; %d models too big, %d rejected "
          "by spin or with nothing to ask, %d differ %s" % (
              count["pairs"], count["agree"], spent, count["pairs"] / spent if spent else 0, verdicts["violated"], verdicts["satisfied"],
              verdicts[None], count["big"], count["rejected"], count["differ"], dict(classes) or ""))
    return count


def compare_files(arguments):
    bad = 0
    for name in arguments.file:
        with open(name) as f:
            text = f.read()
        directory = fuzz.work_directory()
        try:
            outcome = judge(directory, text, os.path.splitext(os.path.basename(name))[0], arguments.mutant, timeout=60)
        finally:
            shutil.rmtree(directory, ignore_errors=True)
        print("%s: %s %s %s" % (name, outcome.status, outcome.class_ or "", outcome.text or ""))
        if outcome.status == "differ":
            bad += 1
            report(outcome, arguments, None)
    return bad


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, default=int(time.time()) % 1000000 * 1000)
    parser.add_argument("--pairs", type=int)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--time", type=float)
    parser.add_argument("--mutant", choices=liveness_compare.MUTANTS)
    parser.add_argument("--show", action="store_true")
    parser.add_argument("--no-shrink", action="store_true")
    parser.add_argument("--stop-after", type=int, default=20, help="differences after which to stop (20)")
    parser.add_argument("--verbose", action="store_true")
    parser.add_argument("--file", nargs="+")
    arguments = parser.parse_args()
    arguments.count = None
    if arguments.pairs is None and arguments.time is None:
        arguments.time = 60
    if arguments.show:
        print("// seed %d\n%s" % (arguments.seed, render(generate(arguments.seed))))
        return 0
    if not spin.installed():
        print("liveness: spin is not installed (or no C compiler)")
        return 1
    if not os.access(beeline.binary(), os.X_OK):
        print("liveness: there is no %s" % beeline.binary())
        return 1
    if arguments.file:
        return 1 if compare_files(arguments) else 0
    print("first seed %d" % arguments.seed)
    return 1 if run(arguments)["differ"] else 0


if __name__ == "__main__":
    sys.exit(main())
