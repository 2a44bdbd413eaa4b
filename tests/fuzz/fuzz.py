#!/usr/bin/env python3
"""Differential test: random models, the same questions to SPIN and to Beeline.

usage: fuzz.py [--seed N] [--count N] [--jobs N] [--time SECONDS] [--mutant WHAT] [--show] [--file MODEL...]

A model on which they disagree is made smaller and written to tests/fuzz/found/, with both answers in a comment.
--mutant perturbs Beeline's answers (verdict, census, length, kind, trail): every such run must report differences, which
shows that the comparison can fail. --file compares given models instead. --show prints the models, asks nobody.
The binary is $BEELINE, else build/beeline. Exit status 0: no difference; 1: some.
"""
import argparse
import collections
import multiprocessing
import os
import shutil
import sys
import tempfile
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import beeline
import compare
import spin
from generate import generate
from shrink import shrink
from tree import render

FOUND = os.path.join(os.path.dirname(os.path.abspath(__file__)), "found")


def work_directory():
    fast = "/dev/shm"
    return tempfile.mkdtemp(prefix="beeline-fuzz-", dir=fast if os.access(fast, os.W_OK) else None)


class Outcome:
    def __init__(self, seed, status, class_=None, text=None, states=0, model=None, describe=None):
        self.seed = seed
        self.status = status  # agree, rejected, big, differ
        self.class_ = class_
        self.text = text
        self.states = states
        self.model = model
        self.describe = describe


def judge(directory, text, seed=None, mutant=None, timeout=5):
    try:
        known = compare.compare(directory, text, mutant, timeout)
        return Outcome(seed, "agree", states=known.states or 0, describe="error" if known.is_error else "ok")
    except spin.Rejected as problem:
        return Outcome(seed, "rejected", text=str(problem), model=text)
    except spin.TooBig as problem:
        return Outcome(seed, "big", text=str(problem))
    except compare.Difference as difference:
        return Outcome(seed, "differ", difference.class_, difference.text, model=text)


def worker(job):
    seed, mutant, directory_of = job
    directory = os.path.join(directory_of, "w%d" % os.getpid())
    os.makedirs(directory, exist_ok=True)
    return judge(directory, render(generate(seed)), seed, mutant)


def minimise(outcome, tree, mutant, tries=600):
    """The smallest model that shows the same class of difference, and what is said of it."""
    directory = work_directory()
    try:
        def still(text):
            now = judge(directory, text, mutant=mutant, timeout=2)
            return now.status == "differ" and now.class_ == outcome.class_
        text = shrink(tree, outcome.model, still, tries)
        return text, judge(directory, text, mutant=mutant)
    finally:
        shutil.rmtree(directory, ignore_errors=True)


def keep(outcome, text, last):
    os.makedirs(FOUND, exist_ok=True)
    name = os.path.join(FOUND, "%s-%s.pml" % (outcome.class_, outcome.seed))
    with open(name, "w") as f:
        f.write("// %s\n" % outcome.class_)
        f.write("".join("// %s\n" % line for line in (last.text or outcome.text).splitlines()))
        f.write(text)
    return name


def seeds(arguments, directory):
    start = time.monotonic()
    seed = arguments.seed
    while arguments.count is None or seed < arguments.seed + arguments.count:
        if arguments.time and time.monotonic() - start > arguments.time:
            return
        yield seed, arguments.mutant, directory
        seed += 1


def outcomes(arguments, directory, work=worker):
    if arguments.jobs == 1:
        yield from map(work, seeds(arguments, directory))
        return
    # Handed out a few at a time: imap would read the endless list of seeds to its end.
    with multiprocessing.Pool(arguments.jobs) as pool:
        waiting = collections.deque()
        for job in seeds(arguments, directory):
            waiting.append(pool.apply_async(work, (job,)))
            while len(waiting) > 4 * arguments.jobs:
                yield waiting.popleft().get()
        while waiting:
            yield waiting.popleft().get()


def report(outcome, arguments):
    print("seed %s: %s: %s" % (outcome.seed, outcome.class_, outcome.text.splitlines()[0]), flush=True)
    if arguments.mutant or arguments.no_shrink:
        return
    text, last = minimise(outcome, generate(outcome.seed), arguments.mutant)
    print("  smallest: %s" % keep(outcome, text, last), flush=True)


def fuzz(arguments):
    count = collections.Counter()
    classes = collections.Counter()
    states = []
    start = time.monotonic()
    directory = work_directory()
    try:
        for outcome in outcomes(arguments, directory):
            count[outcome.status] += 1
            if outcome.status == "agree":
                states.append(outcome.states)
                count[outcome.describe] += 1
            elif outcome.status == "rejected" and arguments.verbose:
                print("seed %s rejected: %s" % (outcome.seed, outcome.text.splitlines()[:1]))
            elif outcome.status == "differ":
                classes[outcome.class_] += 1
                report(outcome, arguments)
                if classes.total() >= arguments.stop_after:
                    break
    finally:
        shutil.rmtree(directory, ignore_errors=True)
    spent = time.monotonic() - start
    total = sum(count[s] for s in ("agree", "rejected", "big", "differ"))
    print("%d models in %.1f s (%.1f/s): %d agree (%d with an error, %d without; %d states), %d too big, %d rejected by spin, "
          "%d differ %s" % (total, spent, total / spent if spent else 0, count["agree"], count["error"], count["ok"],
                            sum(states), count["big"], count["rejected"], count["differ"], dict(classes) or ""))
    return count


def compare_files(arguments):
    bad = 0
    for name in arguments.file:
        with open(name) as f:
            text = f.read()
        directory = work_directory()
        try:
            outcome = judge(directory, text, os.path.splitext(os.path.basename(name))[0], arguments.mutant, timeout=60)
        finally:
            shutil.rmtree(directory, ignore_errors=True)
        print("%s: %s %s %s" % (name, outcome.status, outcome.class_ or "", outcome.text or ""))
        if outcome.status == "differ":
            bad += 1
            if not arguments.no_shrink:
                text, last = minimise(outcome, None, arguments.mutant)
                print("  smallest: %s" % keep(outcome, text, last))
    return bad


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, default=int(time.time()) % 1000000 * 1000)
    parser.add_argument("--count", type=int)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--time", type=float)
    parser.add_argument("--mutant", choices=compare.MUTANTS)
    parser.add_argument("--show", action="store_true")
    parser.add_argument("--no-shrink", action="store_true")
    parser.add_argument("--stop-after", type=int, default=20, help="differences after which to stop (20)")
    parser.add_argument("--verbose", action="store_true")
    parser.add_argument("--file", nargs="+")
    arguments = parser.parse_args()
    if arguments.count is None and arguments.time is None:
        arguments.time = 60
    if arguments.show:
        for seed in range(arguments.seed, arguments.seed + (arguments.count or 1)):
            print("// seed %d\n%s" % (seed, render(generate(seed))))
        return 0
    if not spin.installed():
        print("fuzz: spin is not installed (or no C compiler)")
        return 1
    if not os.access(beeline.binary(), os.X_OK):
        print("fuzz: there is no %s" % beeline.binary())
        return 1
    if arguments.file:
        return 1 if compare_files(arguments) else 0
    print("first seed %d" % arguments.seed)
    return 1 if fuzz(arguments)["differ"] else 0


if __name__ == "__main__":
    sys.exit(main())
