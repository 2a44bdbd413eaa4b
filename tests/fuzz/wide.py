#!/usr/bin/env python3
"""Random timed networks that use much of UPPAAL's language (timed_wide.py), of which an exploration of regions (timed_points.py)
and Beeline must say the same.

usage: wide.py [--seed N] [--count N] [--time SECONDS] [--searches NAME,...] [--show] [--no-shrink]

Of every condition is asked whether it can be reached and in how few steps, by all searches with heuristics in turn; sometimes
in how little time; and whether a step goes wrong, and how. Traces are written and replayed. A model on which they disagree is
made smaller and written to tests/fuzz/found/. The binary is $BEELINE, else build/beeline. Exit status 0: no difference; 1: some.
"""
import collections
import copy
import os
import random
import sys
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import beeline
import fuzz
import timed
import timed_wide
from timed import Difference, LOCAL, SHORTEST
from timed_points import Known
from timed_regions import TooMany

HEURISTICS = ["zero", "dl", "du", "formula", "active", "hl", "hu", "add", "ff", "cg"]
ADMISSIBLE = ["zero", "dl", "hl"]
GUIDED = ["astar", "wastar", "greedy", "kbest", "beam", "hill", "ehc", "idastar", "dfbnb"]


def compare_fault(answer, is_shortest, shortest, faults, what):
    """The answer is that a step goes wrong."""
    trace = answer.result["trace"]
    if answer.kind not in faults:
        raise Difference("fault", "%s: %s, Beeline: %s" % (what, faults, answer.kind))
    if not trace["replayed"]:
        raise Difference("replay", what)
    least = min(faults.values())
    if trace["length"] < faults[answer.kind] or is_shortest and trace["length"] != least:
        raise Difference("length", "%s: goes wrong after %s, Beeline: %s" % (what, faults, trace["length"]))
    if is_shortest and shortest is not None and shortest < least:
        raise Difference("verdict", "%s: %d steps, goes wrong after %d only" % (what, shortest, least))


def compare_answer(answer, search, is_shortest, shortest, faults, what):
    if faults and answer.status == 20 and answer.result.get("reason") == "fault":
        return compare_fault(answer, is_shortest, shortest, faults, what)
    if faults and answer.status == 10 and shortest is None:
        raise Difference("verdict", "%s: goes wrong after %s" % (what, faults))
    return timed.compare_answer(answer, search if is_shortest or search in LOCAL else "", shortest, what)


def compare_time(answer, least, what):
    if answer.status != 0:
        raise Difference("internal", "%s: exit %d: %s" % (what, answer.status, answer.complaint))
    found, (whole, is_more) = answer.result["trace"]["time"], least
    if not answer.result["trace"]["fastest"] or not (whole < found <= whole + 1 if is_more else found == whole):
        raise Difference("time", "%s: %s%d, Beeline %s" % (what, ">" if is_more else "", whole, found))


def compare_extreme(answer, wanted, what):
    """wanted: (value, is not reached itself), or None where there is no state to ask."""
    if answer.status not in (0, 10):
        raise Difference("internal", "%s: exit %d: %s" % (what, answer.status, answer.complaint))
    value = (answer.result.get("values") or [{}])[0]
    found = None if value.get("value") is None else (value["value"], value["strict"])
    if found != wanted or value.get("infinite"):
        raise Difference("extreme", "%s: %s, Beeline %s" % (what, wanted, value))


class Asking:
    """What is asked of one model."""
    def __init__(self, directory, model, searches, is_thorough=False):
        self.model = model
        self.searches = searches
        self.is_thorough = is_thorough
        self.random = random.Random(model.seed)
        self.path = os.path.join(directory, "m.xta")
        self.trace = os.path.join(directory, "t.itf.json")
        self.known = Known(model)
        self.times = self.extremes = 0
        with open(self.path, "w") as f:
            f.write(timed_wide.render(model))

    def how(self, search):
        is_shortest = search in SHORTEST
        options = ["--search", search]
        if search in GUIDED and self.random.random() < 0.7:
            name = self.random.choice([h for h in HEURISTICS if not is_shortest or h in ADMISSIBLE])
            options += ["--heuristic", name]
        return options + (["--shortest"] if is_shortest else []), is_shortest

    def reach(self, text, shortest):
        for search in self.searches:
            options, is_shortest = self.how(search)
            query = "E<> " + text
            what = "'%s' %s" % (query, " ".join(options))
            is_always = not self.known.faults and self.random.random() < 0.2
            if is_always:
                query = "A[] not (%s)" % text
            if os.path.exists(self.trace):
                os.remove(self.trace)
            answer = beeline.check(self.path, query, *options, "--trace", "itf=" + self.trace)
            compare_answer(answer, search, is_shortest, shortest, self.known.faults, what)
            if is_always and (answer.status == 10) != (answer.length is not None):
                raise Difference("verdict", what + ": exit status of A[]")
            if answer.length is not None and self.random.random() < 0.3:
                self.replay(what, answer)

    def replay(self, what, answer):
        again = beeline.run(["replay", "--json", self.path, self.trace])
        if again.status not in (0, 10) or again.length != answer.length:
            raise Difference("replay", "%s: %s, replay: %s (exit %d)" % (what, answer.length, again.length, again.status))

    def fastest(self, number, piece):
        try:
            least = self.known.least_time(number)
        except TooMany:
            return
        self.times += 1
        what = "'E<> %s' --fastest" % piece.text
        compare_time(beeline.check(self.path, "E<> " + piece.text, "--fastest"), least, what)

    def extreme(self, number, piece):
        name, is_least = self.random.choice(["x", "i"]), self.random.random() < 0.4
        wanted = self.known.extreme(number, name, is_least)
        if wanted is not False:
            query = "%s{%s}: %s" % ("inf" if is_least else "sup", piece.text, name)
            compare_extreme(beeline.check(self.path, query), wanted, query)
            self.extremes += 1

    def faults(self):
        """Without a property: does any step go wrong?"""
        for search in self.searches:
            options, is_shortest = self.how(search)
            answer = beeline.check(self.path, "--property", "fault", *options)
            what = "check --property fault " + " ".join(options)
            if not self.known.faults:
                compare_answer(answer, search, False, None, {}, what)
            elif answer.status == 10 and answer.kind:
                compare_fault(answer, is_shortest, None, self.known.faults, what)
            elif search not in LOCAL:
                raise Difference("fault", "%s: %s, Beeline: exit %d" % (what, self.known.faults, answer.status))

    def everything(self):
        """Of the conditions, those that need most steps, and some that cannot be reached."""
        ways = list(enumerate(zip(self.model.conditions, self.known.shortest)))
        ways.sort(key=lambda way: -(way[1][1] or 0))
        ways = ways[:4] + [way for way in ways if way[1][1] is None][:2]
        self.asked = [shortest for _, (_, shortest) in ways]
        for number, (piece, shortest) in ways:
            self.reach(piece.text, shortest)
            if shortest is not None and not self.known.faults and (self.is_thorough or self.random.random() < 0.4):
                self.fastest(number, piece)
            if not self.known.faults:
                self.extreme(number, piece)
        self.faults()
        answer = beeline.check(self.path, "--census")
        verdict = "undecided" if self.known.faults else "satisfied"
        if (answer.status, answer.verdict) != (0, verdict) or not answer.census and self.known.states:
            raise Difference("census", "exit %d, %s" % (answer.status, answer.census))
        return self


def smaller(model):
    for i in range(len(model.conditions)):
        changed = copy.deepcopy(model)
        del changed.conditions[i]
        yield changed
    if len(model.processes) > 1 and not any("P" in piece.text for piece in model.conditions):
        for i in range(len(model.processes)):
            changed = copy.deepcopy(model)
            del changed.processes[i]
            yield changed
    for t, template in enumerate(model.templates):
        for e, edge in enumerate(template.edges):
            changed = copy.deepcopy(model)
            del changed.templates[t].edges[e]
            yield changed
            for part in ("guard", "bounds", "effect"):
                for i in range(len(getattr(edge, part))):
                    changed = copy.deepcopy(model)
                    del getattr(changed.templates[t].edges[e], part)[i]
                    yield changed
        for l, location in enumerate(template.locations):
            if location.kind or location.invariant:
                changed = copy.deepcopy(model)
                changed.templates[t].locations[l].kind = ""
                changed.templates[t].locations[l].invariant = location.invariant if location.kind else []
                yield changed


def difference_of(directory, model, searches):
    try:
        Asking(directory, model, searches, True).everything()
    except TooMany:
        pass
    except Difference as difference:
        return difference
    return None


def shrink(directory, model, difference, searches, seconds=60):
    is_smaller, start = True, time.monotonic()
    while is_smaller and time.monotonic() - start < seconds:
        is_smaller = False
        for candidate in smaller(model):
            other = difference_of(directory, candidate, searches)
            if other and other.class_ == difference.class_:
                model, difference, is_smaller = candidate, other, True
                break
    return model, difference


def write_found(model, difference, seed):
    os.makedirs(fuzz.FOUND, exist_ok=True)
    name = os.path.join(fuzz.FOUND, "wide-%s-%d.xta" % (difference.class_, seed))
    with open(name, "w") as f:
        f.write("// %s\n%s" % (difference, timed_wide.render(model)))
    return name


def run(arguments, directory):
    count = collections.Counter()
    for seed in timed.seeds(arguments):
        model = timed_wide.generate(seed)
        if arguments.show:
            known = Known(model)
            print(timed_wide.render(model) + "\n".join("%s: %s" % (c.text, n) for c, n in zip(model.conditions, known.shortest)))
            print("%d regions, faults: %s\n" % (known.states, known.faults))
            continue
        try:
            asked = Asking(directory, model, arguments.searches).everything()
            count.update(["agree"] + (["goes wrong"] if asked.known.faults else []))
            count["times"] += asked.times
            count["extremes"] += asked.extremes
            count["conditions"] += len(asked.asked)
            count["reached"] += sum(s is not None for s in asked.asked)
            count["by steps"] += sum(bool(s) for s in asked.asked)
            count["regions"] += asked.known.states
        except TooMany:
            count["large"] += 1
        except Difference as difference:
            count["differ"] += 1
            count[difference.class_] += 1
            print("seed %d: %s" % (seed, difference), flush=True)
            if count[difference.class_] <= 3 and not arguments.no_shrink:
                print("  smallest: %s" % write_found(*shrink(directory, model, difference, arguments.searches), seed), flush=True)
    print(dict(count))
    return 1 if count["differ"] else 0


if __name__ == "__main__":
    sys.exit(timed.main(__doc__, run, timed.SEARCHES))
