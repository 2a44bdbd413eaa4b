#!/usr/bin/env python3
"""Checks that estimates are admissible, consistent and safe as claimed, and that optimal searches find nearest errors: explores the
whole state space of our own models, of small models of the corpus and of random models, and compares (tests/tools/estimates).

usage: test_estimates.py [--all] [--count N] [--seed N] [--jobs N] [NAME...]

Without --all, larger models are sampled: only the estimates of some states and all their successors are checked. With --all, every
state of every model with up to a million states is checked, which takes hours. NAME selects models and rows of the corpus.
"""
import argparse
import concurrent.futures
import os
import shutil
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [os.path.join(HERE, "fuzz"), os.path.join(HERE, "tools")]
import estimates
import fuzz
import models as gathered
from report import Report

# limit: skip models with more states; sample: number of states checked; searches: run searches on models up to this size;
# every: run every such combination; seconds: of processor time for a model
USUAL = ["--limit", "50000", "--sample", "100", "--searches", "500", "--every", "30", "--conditions", "2", "--claims", "1", "--targets", "5",
         "--properties", "2", "--seconds", "1"]
EVERYTHING = ["--limit", "1000000", "--searches", "20000", "--conditions", "10", "--claims", "10", "--targets", "10", "--properties", "10"]
MUTANTS = {"admissible": ["--searches", "0"], "consistent": ["--searches", "0"], "safe": ["--searches", "0"],
           "deterministic": ["--searches", "0"], "length": ["--search", "bfs"], "verdict": ["--search", "dfs"],
           "trace": ["--search", "bfs"]}
MUTANT_MODEL = os.path.join(HERE, "..", "models", "telephone.pml")


def look_at(job):
    name, path, flags, options, timeout = job
    folder, file = os.path.split(path)
    return name, estimates.ask(file, *flags, *options, directory=folder, timeout=timeout)


def tell(report, name, answer, count):
    if answer.status == estimates.LARGE:
        count["large"] += 1
    elif answer.status == estimates.UNREADABLE:
        report.fail(name, "cannot be read")
    else:
        report.check(name, answer.problem)
    if not answer.is_fine:
        print("".join("    | %s\n" % line for line in answer.output.splitlines()[-200:]), end="", flush=True)


def mutants(report):
    """A wrong value must be reported under the right name."""
    for mutant, options in MUTANTS.items():
        options = ["--goal", "safety", "--heuristic", "zero", *options]
        report.check("right without a wrong %s" % mutant, estimates.ask(MUTANT_MODEL, *options).problem)
        answer = estimates.ask(MUTANT_MODEL, *options, "--mutant", mutant)
        noticed = answer.status == 1 and any(line.startswith("WRONG %s:" % mutant) for line in answer.wrong)
        report.check("a wrong %s is noticed" % mutant, None if noticed else "it is not")


def everything(arguments, report, directory):
    options, timeout = (EVERYTHING, 36000) if arguments.all else (USUAL, 100)
    models = [*gathered.own(), *gathered.corpus()]
    if arguments.name:
        models = [m for m in models if m[0] in arguments.name]
    else:
        models += gathered.random(directory, arguments.seed, arguments.count)
    count = {"large": 0}
    with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        for name, answer in pool.map(look_at, [(*m, options, timeout) for m in models]):
            tell(report, name, answer, count)
    if count["large"]:
        report.skip("estimates", "%d of %d models are too large" % (count["large"], len(models)))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--all", action="store_true")
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("name", nargs="*")
    arguments = parser.parse_args()
    report = Report("estimates")
    if not os.access(estimates.program(), os.X_OK):
        report.missing("estimates", "no %s" % estimates.program())
        report.exit()
    directory = fuzz.work_directory()
    try:
        mutants(report)
        everything(arguments, report, directory)
    finally:
        shutil.rmtree(directory, ignore_errors=True)
    report.exit()


if __name__ == "__main__":
    main()
