#!/usr/bin/env python3
"""Random timed networks and queries about infinite executions: E[] p, A<> p, p --> q. The graph of regions and Beeline must say
the same, and every lasso must be replayed.

usage: timed_liveness.py [--seed N] [--count N] [--time SECONDS] [--searches NAME,...] [--show] [--no-shrink]

A model on which they disagree is made smaller and written to tests/fuzz/found/. The binary is $BEELINE, else build/beeline. Exit
status 0: no difference; 1: some.
"""
import collections
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import beeline
import timed
import timed_model
from timed import Difference
from timed_regions import Liveness, TooMany

SEARCHES = ["auto", "lasso", "ndfs", "ndfs-improved", "scc"]
NOT_CYCLES = 64  # the status of a search for cycles where there are none to be found


def all_of(space, tests):
    return lambda state: space.holds(state, tests)


def none_of(space, tests):
    return lambda state: not space.holds(state, tests)


def any_of(space, *several):
    return lambda state: any(space.holds(state, tests) for tests in several)


def questions(model, known):
    """(query, is it satisfied)."""
    space, texts = known.space, [timed_model.condition_text(model, tests) for tests in model.conditions]
    for tests, text in zip(model.conditions, texts):
        yield "E[] not (%s)" % text, known.potentially_always(none_of(space, tests))
        yield "A<> %s" % text, known.eventually(all_of(space, tests))
        clocks = [test for test in tests if test[0] != "at"]
        if clocks:
            yield "E[] %s" % timed_model.condition_text(model, clocks), known.potentially_always(all_of(space, clocks))
    for i in range(len(texts) - 1):
        a, b = model.conditions[i], model.conditions[i + 1]
        yield "%s --> %s" % (texts[i], texts[i + 1]), known.leads_to(all_of(space, a), all_of(space, b))
        yield "E[] (%s or %s)" % (texts[i], texts[i + 1]), known.potentially_always(any_of(space, a, b))
    yield "A<> deadlock", known.eventually(space.is_dead)
    yield "E[] not deadlock", known.potentially_always(lambda state: not space.is_dead(state))


def compare_answer(answer, is_satisfied, is_existential, what):
    if answer.crash or answer.status not in (0, 10) or answer.document is None or "Sanitizer" in answer.stderr:
        raise Difference("internal", "%s: exit %d: %s %s" % (what, answer.status, answer.result.get("reason"), answer.complaint))
    if (answer.status == 0) != is_satisfied:
        raise Difference("verdict", "%s: %s expected" % (what, "satisfied" if is_satisfied else "violated"))
    if (answer.length is not None) != (is_satisfied == is_existential) or answer.length is not None and not answer.replayed:
        raise Difference("replay", what)


def compare(directory, model, searches):
    known = Liveness(model)
    count = 0
    path = os.path.join(directory, "m.xta")
    with open(path, "w") as f:
        f.write(timed_model.render(model))
    for query, is_satisfied in questions(model, known):
        for search in searches:
            answer = beeline.check(path, query, "--search", search)
            if answer.status == NOT_CYCLES and search != "auto":
                continue  # the query is simpler than it looks
            compare_answer(answer, is_satisfied, query.startswith("E"), "%s --search %s" % (query, search))
            count += answer.length is not None
    return count


def run(arguments, directory):
    count = collections.Counter()
    for seed in timed.seeds(arguments):
        model = timed_model.generate(seed, "uppaal")
        try:
            if arguments.show:
                print(timed_model.render(model))
                for query, is_satisfied in questions(model, Liveness(model)):
                    print("%s: %s" % (query, "satisfied" if is_satisfied else "violated"))
                continue
            count["lassos"] += compare(directory, model, arguments.searches)
            count["agree"] += 1
        except TooMany:
            count["large"] += 1
        except Difference as difference:
            count["differ"] += 1
            count[difference.class_] += 1
            print("seed %d: %s" % (seed, difference), flush=True)
            if count[difference.class_] <= 3 and not arguments.no_shrink:
                found = timed.shrink(directory, model, difference, arguments.searches, compare)
                print("  smallest: %s" % timed.write_found(*found, seed), flush=True)
    print(dict(count))
    return 1 if count["differ"] else 0


if __name__ == "__main__":
    sys.exit(timed.main(__doc__, run, SEARCHES))
