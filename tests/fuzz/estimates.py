#!/usr/bin/env python3
"""Random models, on which every estimate must be what it claims and every search must find what is there.

usage: estimates.py [--seed N] [--count N] [--jobs N] [--time SECONDS] [--conditions N] [--no-shrink] [-- OPTION...]

Each model's whole space is explored by the program tests/estimates of the build, which holds all estimates and searches
against it; what follows -- are options for it. A model on which something is wrong is made smaller and written to
tests/fuzz/found/. Exit status 0: nothing is wrong; 1: something is.
"""
import argparse
import collections
import multiprocessing
import os
import re
import shutil
import subprocess
import sys
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import beeline
import fuzz
from generate import generate
from shrink import shrink
from tree import render

LARGE, UNREADABLE = 3, 4
USUAL = ["--limit", "20000", "--searches", "2000", "--every", "5", "--targets", "5"]  # options of the program, which -- can override


def program():
    return os.path.join(os.path.dirname(beeline.binary()), "tests", "estimates")


class Answer:
    def __init__(self, status, output):
        self.status = status
        self.output = output
        self.wrong = [line for line in output.splitlines() if line.startswith("WRONG ")]
        self.is_fine = status in (0, LARGE, UNREADABLE) and not self.wrong

    @property
    def class_(self):
        """What is wrong with what, without the figures: this is what stays the same in a smaller model."""
        if self.is_fine:
            return None
        found = re.match(r"WRONG (\w+: (?:search )?[^\s,]+)", self.wrong[0]) if self.wrong else None
        return found.group(1) if found else "exit %d" % self.status

    @property
    def problem(self):
        if self.is_fine:
            return None
        return self.wrong[0] if self.wrong else "exit %d: %s" % (self.status, self.output.strip()[-300:])


def ask(model, *options, timeout=100, directory=None):
    try:
        ran = subprocess.run([program(), model, *options], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                             errors="replace", timeout=timeout, cwd=directory, stdin=subprocess.DEVNULL)
    except subprocess.TimeoutExpired:
        return Answer(-1, "no answer within %d s" % timeout)
    return Answer(ran.returncode, ran.stdout)


def ask_text(directory, text, options):
    path = os.path.join(directory, "m.pml")
    with open(path, "w") as f:
        f.write(text)
    return ask(path, *options)


def worker(job):
    seed, options, directory_of = job
    directory = os.path.join(directory_of, "w%d" % os.getpid())
    os.makedirs(directory, exist_ok=True)
    return seed, ask_text(directory, render(generate(seed)), options)


def seeds(arguments, options, directory):
    start = time.monotonic()
    seed = arguments.seed
    while arguments.count is None or seed < arguments.seed + arguments.count:
        if arguments.time and time.monotonic() - start > arguments.time:
            return
        yield seed, options, directory
        seed += 1


def minimise(seed, answer, options):
    directory = fuzz.work_directory()
    try:
        text = shrink(generate(seed), render(generate(seed)),
                      lambda text: ask_text(directory, text, options).class_ == answer.class_, 600)
        last = ask_text(directory, text, options)
    finally:
        shutil.rmtree(directory, ignore_errors=True)
    os.makedirs(fuzz.FOUND, exist_ok=True)
    name = os.path.join(fuzz.FOUND, "%s-%d.pml" % (re.sub(r"\W+", "-", answer.class_), seed))
    with open(name, "w") as f:
        f.write("// %s\n%s" % (last.problem, text))
    return name


def outcomes(arguments, options, directory):
    with multiprocessing.Pool(arguments.jobs) as pool:
        waiting = collections.deque()
        for job in seeds(arguments, options, directory):
            waiting.append(pool.apply_async(worker, (job,)))
            while len(waiting) > 4 * arguments.jobs:
                yield waiting.popleft().get()
        while waiting:
            yield waiting.popleft().get()


def run(arguments, options):
    count, classes = collections.Counter(), collections.Counter()
    start = time.monotonic()
    directory = fuzz.work_directory()
    try:
        for seed, answer in outcomes(arguments, options, directory):
            count[{LARGE: "large", UNREADABLE: "unreadable"}.get(answer.status, "fine" if answer.is_fine else "wrong")] += 1
            if answer.is_fine:
                continue
            classes[answer.class_] += 1
            print("seed %d: %s" % (seed, answer.problem), flush=True)
            if classes[answer.class_] <= 2 and not arguments.no_shrink:
                print("  smallest: %s" % minimise(seed, answer, options), flush=True)
    finally:
        shutil.rmtree(directory, ignore_errors=True)
    print("%d models in %.0f s: %s %s" % (count.total(), time.monotonic() - start, dict(count), dict(classes) or ""))
    return 1 if count["wrong"] else 0


def main():
    arguments = sys.argv[1:]
    cut = arguments.index("--") if "--" in arguments else len(arguments)
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, default=int(time.time()) % 1000000 * 1000)
    parser.add_argument("--count", type=int)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--time", type=float)
    parser.add_argument("--conditions", type=int, default=3)
    parser.add_argument("--no-shrink", action="store_true")
    parsed = parser.parse_args(arguments[:cut])
    if parsed.count is None and parsed.time is None:
        parsed.time = 60
    if not os.access(program(), os.X_OK):
        print("estimates: there is no %s" % program())
        return 1
    print("first seed %d" % parsed.seed)
    return run(parsed, [*USUAL, "--conditions", str(parsed.conditions)] + arguments[cut + 1:])


if __name__ == "__main__":
    sys.exit(main())
