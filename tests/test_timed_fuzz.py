#!/usr/bin/env python3
"""A fixed sample of the random timed networks (tests/fuzz/timed.py), and tests of what they are held against."""
import os
import shutil
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "fuzz"))
import fuzz
import timed
import timed_model
from report import Report
from timed_model import Edge, Location, Model, Process
from timed_regions import Known

SEED = 1
COUNT = 40
SEARCHES = ["bfs", "auto", "astar", "dfs"]


def edge(source, target, bounds=(), effect=(), label=None, role=""):
    made = Edge(source, target)
    made.bounds, made.effect, made.label, made.role = list(bounds), list(effect), label, role
    return made


def network(clocks, labels, conditions, *processes):
    model = Model("uppaal")
    model.clocks, model.labels, model.conditions = clocks, labels, conditions
    for number, (locations, edges) in enumerate(processes):
        process = Process("P%d" % number)
        process.locations = [Location("l%d" % i, kind, invariant) for i, (kind, invariant) in enumerate(locations)]
        process.edges = edges
        model.processes.append(process)
    return model


ZERO = ("clock", "x", None, 0)
TWICE = [edge(0, 1, [("x", ">", 1)], [ZERO]), edge(1, 2, [("x", "<", 1), ("y", ">=", 2)])]


def by_hand():
    """(what it shows, model, least numbers of steps, that to a deadlock)"""
    plain = ("", [])
    yield ("between two moments there is time", network(["x", "y"], {}, [[("at", 0, 1)], [("at", 0, 2)], [("y", ">", 3)]],
                                                         ([plain, plain, plain], TWICE)), [1, 2, 0], 1)
    yield ("no time passes at an urgent location", network(["x", "y"], {}, [[("at", 0, 1)]],
                                                           ([("urgent", []), plain, plain], TWICE)), [None], 0)
    yield ("an invariant ends time", network(["x", "y"], {}, [[("at", 0, 1)], [("x", "==", 1)]],
                                             ([("", [("y", "<=", 1)]), plain, plain], TWICE)), [None, 0], 0)
    calls = [edge(0, 1, label="a", role="!")], [edge(0, 1, [("x", ">=", 1)], label="a", role="?")]
    both = [[("at", 0, 1), ("at", 1, 0)], [("at", 0, 1), ("at", 1, 1)], [("at", 0, 1), ("x", "<", 1)]]
    two = [([plain, plain], edges) for edges in calls]
    yield "two go together", network(["x"], {"a": set()}, both, *two), [None, 1, None], 1
    yield "a crowd goes without who is late", network(["x"], {"a": {"broadcast"}}, both, *two), [1, 1, 1], 1
    yield ("an urgent label does not wait", network(["x"], {"a": {"urgent", "broadcast"}}, both, *two),
           [1, None, 1], 1)
    held = ([("committed", []), plain], [edge(0, 1)])
    yield ("a committed one goes first", network(["x"], {}, [[("at", 0, 0), ("at", 1, 1)], [("at", 0, 1), ("at", 1, 1)]],
                                                 held, ([plain, plain], [edge(0, 1)])), [None, 2], 2)


def explorer(report):
    for name, model, shortest, deadlock in by_hand():
        known = Known(model)
        found = known.shortest, known.deadlock
        report.check(name, None if found == (shortest, deadlock) else "%s, wanted %s" % (found, (shortest, deadlock)))


def sample(report, directory):
    for language in ("uppaal", "tchecker"):
        for seed in range(SEED, SEED + COUNT):
            difference = timed.difference_of(directory, timed_model.generate(seed, language), SEARCHES)
            report.check("%s, seed %d" % (language, seed), difference)
    for name, model, _, _ in by_hand():
        report.check("Beeline: " + name, timed.difference_of(directory, model, SEARCHES))


def wrong_answers(report):
    """An answer that is wrong must be noticed."""
    class Wrong:
        crash, status, document, stderr, length, replayed = None, 10, {}, "", 3, True

    for what, length, replayed, shortest in (("verdict", 3, True, None), ("verdict", None, None, 3), ("length", 4, True, 3),
                                             ("replay", 3, False, 3)):
        answer = Wrong()
        answer.length, answer.replayed = length, replayed
        try:
            timed.compare_answer(answer, "bfs", shortest, "it")
            report.fail("a wrong %s is noticed" % what, "it is not")
        except timed.Difference as difference:
            report.check("a wrong %s is noticed" % what, None if difference.class_ == what else difference)


def main():
    report = Report("timed fuzz")
    directory = fuzz.work_directory()
    try:
        explorer(report)
        wrong_answers(report)
        sample(report, directory)
    finally:
        shutil.rmtree(directory, ignore_errors=True)
    return report.status()


if __name__ == "__main__":
    sys.exit(main())
