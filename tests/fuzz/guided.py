#!/usr/bin/env python3
"""Random models, on which every estimate, reduction and search must agree with breadth-first search without any of them.

usage: guided.py [--seed N] [--count N] [--jobs N] [--time SECONDS] [--kinds NAME,...] [--no-shrink] [-- --most N]

The whole program is asked: whether there is an error or a state, how far away it is, and whether the trace is called shortest;
with whatever `beeline list` has. --most: so many questions for each model, chosen by the seed (20). A model on which they
disagree is made smaller and written to tests/fuzz/found/. The binary is $BEELINE, else build/beeline. Exit status 0: no
difference; 1: some.
"""
import functools
import itertools
import json
import random
import sys

import beeline
import whole

USUAL = ["--most", "20"]
LOCAL = ("beam", "hill")  # these may end without an answer
REFUSED = (24, 64)        # what was chosen does not go together, or not with this model
FOUND, NOTHING = "found", "nothing"


@functools.lru_cache(None)
def listed(kind):
    return json.loads(beeline.run(["list", "--json"]).stdout)[kind]


def heuristics():
    return [row["name"] for row in listed("heuristics") if not row["for shorten"] and not row["takes EXPR"]]


def reductions():
    names = [row["name"] for row in listed("reductions")]
    return [*names, *(",".join(pair) for pair in itertools.combinations(names, 2))]


def ways():
    """Options that must not change the answer."""
    searches = [row for row in listed("searches") if not row.get("for cycles")]
    for row in searches:
        yield ["--search", row["name"]]
        if row["name"] == "dfs":
            yield ["--search", "dfs:order=random", "--seed", "7"]
        if row.get("directed"):
            yield from (["--search", row["name"], "--heuristic", name] for name in heuristics())
    for reduction in reductions():
        yield from (["--search", row["name"], "--reduce", reduction] for row in searches)
        yield from (["--search", "astar", "--heuristic", name, "--reduce", reduction] for name in heuristics())
    yield ["--shortest"]
    yield ["--first"]


def questions(path, conditions):
    if path.endswith(".pml"):
        return [["--property", name] for name in ("safety", "assert", "deadlock")]
    if path.endswith(".tck"):
        return [*(["--invariant", "!(%s)" % text] for text in conditions), ["--property", "deadlock"]]
    return [*(["E<> " + text] for text in conditions), ["E<> deadlock"], ["--property", "fault"]]


def outcome(answer):
    """What was found, or None if the search says that it does not know."""
    if answer.length is not None:
        return FOUND
    return NOTHING if answer.status in (0, 10) else None


def disagreement(known, answer, search):
    """(class, text), or None. known: the answer of breadth-first search."""
    if answer.status in REFUSED:
        return None
    told = outcome(answer)
    if told is None and answer.status == 20 and (search in LOCAL or answer.result.get("reason") == "incomplete"):
        return None
    if answer.crash or answer.status not in (0, 10, 20) or told is None or "Sanitizer" in answer.stderr:
        return "internal", "exit %d: %s" % (answer.status, answer.complaint)
    if told != outcome(known):
        return "verdict", "%s, not %s" % (told, outcome(known))
    if told == NOTHING:
        return None
    if not answer.replayed:
        return "replay", "not replayed"
    if answer.length < known.length or answer.shortest and answer.length != known.length:
        return "length", "%d%s, not %d" % (answer.length, ", called shortest" if answer.shortest else "", known.length)
    return None


def compare(path, asked, known, how):
    answer = beeline.check(path, *asked, *how, "--time-limit", "20", timeout=60)
    if answer.status == 21 or answer.crash == "SIGALRM":
        return None
    search = how[1].split(":")[0] if how[0] == "--search" else "auto"
    found = disagreement(known, answer, search)
    return found and "WRONG %s: %s: %s: %s" % (found[0], "/".join(how[1::2]) or how[0], " ".join([*asked, *how]), found[1])


def ask(path, *options, seed=0):
    """The options: --most N, --reach EXPR ..."""
    pairs = list(zip(options[::2], options[1::2]))
    most = int([value for name, value in pairs if name == "--most"][-1])
    wrong, known = [], {}
    work = [(tuple(q), how) for q in questions(path, [value for name, value in pairs if name == "--reach"]) for how in ways()]
    for asked, how in random.Random(seed).sample(work, min(most, len(work))):
        if asked not in known:
            known[asked] = beeline.check(path, *asked, "--search", "bfs", "--reduce", "none", "--time-limit", "20", timeout=60)
        if known[asked].status not in (0, 10, 20):
            return whole.Answer(whole.LARGE if known[asked].status == 21 else whole.UNREADABLE, known[asked].complaint)
        wrong.append(compare(path, asked, known[asked], how))
    wrong = [line for line in wrong if line]
    return whole.Answer(1 if wrong else 0, "\n".join(wrong))


if __name__ == "__main__":
    sys.exit(whole.main(__doc__, ask, USUAL))
