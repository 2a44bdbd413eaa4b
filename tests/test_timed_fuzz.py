#!/usr/bin/env python3
"""A fixed sample of the random timed networks (tests/fuzz/timed.py), and tests of the programs that they are compared with."""
import os
import shutil
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "fuzz"))
import damage
import fuzz
import timed
import timed_data as data
import timed_model
import timed_points
import timed_wide
import wide
from report import Report
from timed_model import Edge, Location, Model, Process
from timed_regions import Known

SEED = 1
COUNT = 40
SEARCHES = ["bfs", "auto", "astar", "dfs"]
WIDE = {"differences": [111, 259],
        "priorities": [7, 31],
        "select": [126, 272],
        "channels": [29, 54],
        "rows": [116, 195],
        "functions": [318, 357],
        "structs": [167, 284],
        "faults": [261, 342],
        "parameters": [128, 341],
        "quantifiers": [12, 36],
        "variable": [33, 317],
        "broadcasts": [325, 331],
        "alternatives": [69, 110],
        "copies": [93, 94]}  # by feature: seeds of models that have it, and in which something happens
WIDE_SEARCHES = ["bfs", "auto", "greedy"]


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
    yield "a broadcast goes without who is late", network(["x"], {"a": {"broadcast"}}, both, *two), [1, 1, 1], 1
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
    for feature, seeds in WIDE.items():
        for seed in seeds:
            model = timed_wide.generate(seed)
            has_it = feature in model.features
            report.check("%s, seed %d" % (feature, seed), wide.difference_of(directory, model, WIDE_SEARCHES) if has_it else "it has none")


class Wrong:
    crash, status, document, stderr, length, replayed, kind = None, 10, {}, "", 3, True, "range"


def noticed(report, what, compare, *arguments):
    try:
        compare(*arguments)
        report.fail("a wrong %s is noticed" % what, "it is not")
    except timed.Difference as difference:
        report.check("a wrong %s is noticed" % what, None if difference.class_ == what else difference)


def damaged(report, directory):
    for seed in range(SEED, SEED + COUNT):
        report.check("damaged text, seed %d" % seed, damage.problem(directory, seed)[1])


def wrong_answers(report):
    """A wrong answer must be reported."""
    for what, length, replayed, shortest in (("verdict", 3, True, None), ("verdict", None, None, 3), ("length", 4, True, 3),
                                             ("replay", 3, False, 3)):
        answer = Wrong()
        answer.length, answer.replayed = length, replayed
        noticed(report, what, timed.compare_answer, answer, "bfs", shortest, "it")
    answer = Wrong()
    answer.status, answer.result = 20, {"reason": "fault", "trace": {"length": 3, "replayed": True}}
    for what, shortest, faults in (("fault", None, {"index": 3}), ("length", None, {"range": 4}), ("length", None, {"range": 2}),
                                   ("verdict", 2, {"range": 3})):
        noticed(report, what, wide.compare_answer, answer, "bfs", True, shortest, faults, "it")
    answer = Wrong()
    answer.length = None
    noticed(report, "verdict", wide.compare_answer, answer, "bfs", True, None, {"range": 3}, "it")
    answer.status = 0
    for least, time in (((2, False), 2.5), ((2, False), 1), ((2, True), 2), ((2, True), 3.5)):
        answer.result = {"trace": {"time": time, "fastest": True}}
        noticed(report, "time", wide.compare_time, answer, least, "it")
    answer.result = {"trace": {"time": 2, "fastest": False}}
    noticed(report, "time", wide.compare_time, answer, (2, False), "it")
    for value, wanted in ((3, (2, False)), (2, (2, True)), (None, (2, False)), (2, None)):
        answer.result = {"values": [{"value": value, "strict": False, "infinite": False}]}
        noticed(report, "extreme", wide.compare_extreme, answer, wanted, "it")


def pieces(report):
    """The semantics of UPPAAL's language, on small models."""
    shared = {"i": ("int", None, 0, None, 0, 2), "a": ("int", None, 1, 3, 0, 2), "x": ("clock", 0, None), "y": ("clock", 1, None)}
    i, zero, one, two = data.whole("i"), data.number(0), data.number(1), data.number(2)
    function = data.Function("f", "int", [("p", "reference")], data.block([], [
        data.simple(data.assign(i, "", two)), data.simple(data.assign(data.whole("p"), "", one)), data.give(data.number(7))]))
    through = data.call(function, [data.element("a", data.read(i))])
    for what, piece, wanted in (
            ("a reference stays where it was", through, (7, [2, 1, 0, 0])),
            ("what is not asked has no effect", data.both(zero, through), (0, [0, 0, 0, 0])),
            ("x++ is what x was", data.step(i, "++", False), (0, [1, 0, 0, 0])),
            ("beyond a range", data.assign(i, "-", one), "range"),
            ("beyond an array", data.read(data.element("a", data.number(3))), "index"),
            ("by nothing", data.binary("/", one, data.read(i)), "division"),
            ("towards nothing", data.binary("/", data.number(-3), two), (-1, [0, 0, 0, 0])),
            ("a sum", data.quantified("sum", "q", 0, 2, data.read(data.whole("q"))), (3, [0, 0, 0, 0])),
            ("between two numbers", data.bound(data.clock("x"), data.clock("y"), "<", data.number(-1)), (1, [0, 0, 0, 0])),
            ("not yet", data.bound(data.clock("x"), data.clock("y"), "<=", data.number(-2)), (0, [0, 0, 0, 0]))):
        m = data.Machine(shared, [0, 0, 0, 0], [(1, 1), (2, 2)])
        try:
            found = piece.run(m), m.cells
        except data.Fault as fault:
            found = fault.kind
        report.check("pieces: " + what, None if found == wanted else "%s, wanted %s" % (found, wanted))


def far_apart(report):
    """Gaps between clock values that are greater than all constants become smaller; nothing else changes."""
    model = timed_wide.Model(0)
    model.features, model.most = {"differences"}, 2
    space = timed_points.Space(model)
    for clocks, wanted in ((((9, 0), (1, 1)), ((4, 0), (1, 1))), (((9, 1), (1, 1)), ((4, 1), (1, 1))), (((2, 0), (0, 0)), ((2, 0), (0, 0))),
                           (((7, 1), (7, 0)), ((3, 1), (3, 0))), (((12, 1), (6, 2)), ((5, 1), (2, 2)))):
        found = space.known(clocks)
        report.check("far apart: %s" % (clocks,), None if found == wanted else "%s, wanted %s" % (found, wanted))


def main():
    report = Report("timed fuzz")
    directory = fuzz.work_directory()
    try:
        explorer(report)
        wrong_answers(report)
        pieces(report)
        far_apart(report)
        sample(report, directory)
        damaged(report, directory)
    finally:
        shutil.rmtree(directory, ignore_errors=True)
    return report.status()


if __name__ == "__main__":
    sys.exit(main())
