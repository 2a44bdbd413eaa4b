#!/usr/bin/env python3
"""Random timed networks, of which a naive exploration of regions and Beeline must say the same.

usage: timed.py [--seed N] [--count N] [--time SECONDS] [--language NAME] [--searches NAME,...] [--show] [--no-shrink]

Asked are four conditions and whether there is a deadlock; of each whether it can be reached, by every search, and in how few
steps, by those that say so. A model on which they disagree is made smaller and written to tests/fuzz/found/. --show prints
the models and what is known of them, and asks nobody. The binary is $BEELINE, else build/beeline. Exit status 0: no
difference; 1: some.
"""
import argparse
import collections
import copy
import os
import re
import shutil
import sys
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import beeline
import fuzz
import timed_model
from timed_regions import Known, TooMany

SHORTEST = ["bfs", "dijkstra", "astar", "idastar", "bfhs", "frontier", "dfbnb"]
LOCAL = ["beam", "hill"]  # these may end without an answer
SEARCHES = SHORTEST + LOCAL + ["auto", "dfs", "wastar", "greedy", "kbest", "ehc"]
REFUSED = (24, 65)  # not supported, not understood


class Difference(Exception):
    def __init__(self, class_, text):
        super().__init__("%s: %s" % (class_, text))
        self.class_ = class_


def questions(model, known):
    """(options that ask, least number of steps or None)."""
    for tests, shortest in zip(model.conditions, known.shortest):
        text = timed_model.condition_text(model, tests)
        yield (["E<> " + text] if model.language == "uppaal" else ["--invariant", "!(%s)" % text]), shortest
    yield (["E<> deadlock"] if model.language == "uppaal" else ["--property", "deadlock"]), known.deadlock


def compare_answer(answer, search, shortest, what):
    if answer.status in REFUSED:
        raise Difference("refused", "%s: %s" % (what, answer.complaint))
    if answer.status == 20 and search in LOCAL:
        return
    if answer.crash or answer.status not in (0, 10) or answer.document is None or "Sanitizer" in answer.stderr:
        raise Difference("internal", "%s: exit %d: %s" % (what, answer.status, answer.complaint))
    if (answer.length is None) != (shortest is None):
        raise Difference("verdict", "%s: %s steps, Beeline %s" % (what, shortest, answer.length))
    if shortest is None:
        return
    if not answer.replayed:
        raise Difference("replay", what)
    if answer.length < shortest or search in SHORTEST and answer.length != shortest:
        raise Difference("length", "%s: %s steps, Beeline %s" % (what, shortest, answer.length))


def compare(directory, model, searches):
    known = Known(model)
    path = os.path.join(directory, "m" + timed_model.ending(model))
    with open(path, "w") as f:
        f.write(timed_model.render(model))
    for options, shortest in questions(model, known):
        for search in searches:
            how = ["--search", search] + (["--shortest"] if search in SHORTEST else [])
            answer = beeline.check(path, *options, *how)
            compare_answer(answer, search, shortest, "%s --search %s" % (" ".join(options), search))
    return known


def smaller(model):
    """Copies from which one thing is left out."""
    for i in range(len(model.conditions)):
        changed = copy.deepcopy(model)
        del changed.conditions[i]
        yield changed
    for i in range(len(model.vectors)):
        changed = copy.deepcopy(model)
        del changed.vectors[i]
        yield changed
    for p, process in enumerate(model.processes):
        for e, edge in enumerate(process.edges):
            if len(process.edges) > 1:
                changed = copy.deepcopy(model)
                del changed.processes[p].edges[e]
                yield changed
            for part in ("guard", "bounds", "effect"):
                for i in range(len(getattr(edge, part))):
                    if part == "guard" and any(s[0] == "increase" for s in edge.effect):
                        continue
                    changed = copy.deepcopy(model)
                    del getattr(changed.processes[p].edges[e], part)[i]
                    yield changed
        for l, location in enumerate(process.locations):
            if location.kind or location.invariant:
                changed = copy.deepcopy(model)
                changed.processes[p].locations[l].kind = ""
                changed.processes[p].locations[l].invariant = location.invariant if location.kind else []
                yield changed


def difference_of(directory, model, searches, compare=compare):
    try:
        compare(directory, model, searches)
    except TooMany:
        pass
    except Difference as difference:
        return difference
    return None


def shrink(directory, model, difference, searches, compare=compare):
    """The smallest model on which the comparison finds a difference of the same class."""
    is_smaller = True
    while is_smaller:
        is_smaller = False
        for candidate in smaller(model):
            other = difference_of(directory, candidate, searches, compare)
            if other and other.class_ == difference.class_:
                model, difference, is_smaller = candidate, other, True
                break
    return model, difference


def write_found(model, difference, seed):
    os.makedirs(fuzz.FOUND, exist_ok=True)
    name = os.path.join(fuzz.FOUND, "timed-%s-%d%s" % (difference.class_, seed, timed_model.ending(model)))
    with open(name, "w") as f:
        f.write("%s %s\n%s" % ("//" if model.language == "uppaal" else "#", difference, timed_model.render(model)))
    return name


def seeds(arguments):
    start = time.monotonic()
    seed = arguments.seed
    while arguments.count is None or seed < arguments.seed + arguments.count:
        if arguments.time and time.monotonic() - start > arguments.time:
            return
        yield seed
        seed += 1


def show(model):
    print(timed_model.render(model))
    known = Known(model)
    for options, shortest in questions(model, known):
        print("%s: %s" % (" ".join(options), "never" if shortest is None else "%d steps" % shortest))
    print("%d regions\n" % known.states)


def run(arguments, directory):
    count = collections.Counter()
    for seed in seeds(arguments):
        for language in arguments.language:
            model = timed_model.generate(seed, language)
            if arguments.show:
                show(model)
                continue
            try:
                known = compare(directory, model, arguments.searches)
                count["agree"] += 1
                count["reached"] += sum(s is not None for s in [*known.shortest, known.deadlock])
            except TooMany:
                count["large"] += 1
            except Difference as difference:
                count["differ"] += 1
                count[difference.class_] += 1
                print("seed %d, %s: %s" % (seed, language, difference), flush=True)
                if count[difference.class_] <= 3 and not arguments.no_shrink:
                    print("  smallest: %s" % write_found(*shrink(directory, model, difference, arguments.searches), seed), flush=True)
    print(dict(count))
    return 1 if count["differ"] else 0


def names(text):
    return re.split(r"[,\s]+", text)


def main(text, run, searches, languages=None):
    """Parses the options and runs. languages: those of the option --language; None = there is no such option."""
    parser = argparse.ArgumentParser(description=text, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, default=int(time.time()) % 1000000 * 1000)
    parser.add_argument("--count", type=int)
    parser.add_argument("--time", type=float)
    if languages:
        parser.add_argument("--language", type=names, default=languages)
    parser.add_argument("--searches", type=names, default=searches)
    parser.add_argument("--show", action="store_true")
    parser.add_argument("--no-shrink", action="store_true")
    arguments = parser.parse_args()
    if arguments.count is None and arguments.time is None:
        arguments.time = 60
    print("first seed %d" % arguments.seed)
    directory = fuzz.work_directory()
    try:
        return run(arguments, directory)
    finally:
        shutil.rmtree(directory, ignore_errors=True)


if __name__ == "__main__":
    sys.exit(main(__doc__, run, SEARCHES, ["uppaal", "tchecker"]))
