#!/usr/bin/env python3
"""Abstractions of models, with random parts left out, have every step and every error of the model. On our own
models, those of the corpus, and random ones (tests/tools/simulation).

usage: test_simulation.py [--count N] [--seed N] [NAME...]      NAME selects models.
"""
import argparse
import os
import shutil
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [os.path.join(HERE, "fuzz"), os.path.join(HERE, "tools")]
import fuzz
import models as gathered
import simulation
import whole
from report import Report

USUAL = ["--limit", "150", "--selections", "12", "--seconds", "2"]
MUTANTS = ["step", "error"]
MUTANT_MODEL = os.path.join(HERE, "..", "models", "crossing.xml")


def look_at(report, name, path, flags):
    folder, file = os.path.split(path)
    answer = simulation.ask(file, *flags, *USUAL, directory=folder)
    if answer.status == whole.UNREADABLE:
        report.skip(name, "cannot be read")
    else:
        report.check(name, answer.problem)


def mutants(report):
    """What is wrong must be reported."""
    report.check("right without a mutant", simulation.ask(MUTANT_MODEL, *USUAL).problem)
    for mutant in MUTANTS:
        answer = simulation.ask(MUTANT_MODEL, *USUAL, "--mutant", mutant)
        noticed = answer.status == 1 and answer.wrong
        report.check("a missing %s is noticed" % mutant, None if noticed else "it is not")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("name", nargs="*")
    arguments = parser.parse_args()
    report = Report("simulation")
    if not os.access(whole.program("simulation"), os.X_OK):
        report.missing("simulation", "no %s" % whole.program("simulation"))
        report.exit()
    directory = fuzz.work_directory()
    try:
        mutants(report)
        for name, path, flags in [*gathered.own(), *gathered.corpus(), *gathered.random(directory, arguments.seed, arguments.count)]:
            if not arguments.name or name in arguments.name:
                look_at(report, name, path, flags)
    finally:
        shutil.rmtree(directory, ignore_errors=True)
    report.exit()


if __name__ == "__main__":
    main()
