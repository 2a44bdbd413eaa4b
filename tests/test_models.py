#!/usr/bin/env python3
"""Whole-program tests: every model in tests/models and models/ has its expected results in comments.

  // expect: violated KIND [length=N] [shortest] [states=N]    exit 10, length of the trace of --search bfs, census
  // expect: satisfied [states=N]                              exit 0
  // expect: error [LINE[:COLUMN]] ["text"]                    exit 65, place and part of the message
  // expect: unsupported ["text"]                              exit 24
  // args: ...       options for the check, such as -DN=3 or --property assert, or a property
  // spin: no        do not compare with SPIN (its verifier crashes or stops)

Timed models (.xml, .xta, .ta, .tck) have a line for each query, in order. A satisfied query with a trace can have
[length=N] [shortest]; time=T is the time of a fastest trace. A violated query without KIND has no trace (no such state is
reachable). An unsupported query can have a text of its reason. Lines begin with # in .tck, and with nothing in .xml, where they are in a comment.

usage: test_models.py [--spin-only] [MODEL...]      --spin-only checks the expectations against SPIN, without Beeline.
"""
import glob
import os
import re
import shlex
import shutil
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "fuzz"))
import beeline
import compare
import spin
from report import Report


TIMED = (".xml", ".xta", ".ta", ".tck")


def comment_lines(text, word):
    """What follows `word:` at the beginning of comment lines."""
    return re.findall(r"^(?:// |# |)%s: (.*)$" % word, text, re.M)


class Outcome:
    """The expected result of one property."""

    def __init__(self, line):
        self.what, _, rest = line.partition(" ")
        if self.what not in ("violated", "satisfied", "error", "unsupported"):
            raise ValueError("unknown expectation %s" % self.what)
        quoted = re.search(r'"(.*)"', rest)
        self.text = quoted.group(1) if quoted else None
        words = rest.replace(quoted.group(0), "").split() if quoted else rest.split()
        self.kind = words[0] if self.what == "violated" and words else None
        self.place = words[0] if self.what == "error" and words else None
        numbers = dict(w.split("=") for w in words if "=" in w)
        self.length = int(numbers["length"]) if "length" in numbers else None
        self.states = int(numbers["states"]) if "states" in numbers else None
        self.time = float(numbers["time"]) if "time" in numbers else None
        self.shortest = "shortest" in words
        self.verdict = "undecided" if self.what == "unsupported" else self.what
        self.has_trace = bool(self.kind or self.shortest or self.length is not None)


class Expectation(Outcome):
    """The expected results of a model: one, or one for each property."""

    def __init__(self, path):
        with open(path) as f:
            text = f.read()
        self.path = path
        lines = comment_lines(text, "expect")
        self.is_timed = path.endswith(TIMED)
        self.name = os.path.splitext(os.path.basename(path))[0]
        if not lines or len(lines) > 1 and not self.is_timed:
            raise ValueError("%d expect: lines" % len(lines))
        super().__init__(lines[0])
        self.outcomes = [Outcome(line) for line in lines]
        self.args = shlex.split(" ".join(comment_lines(text, "args")))
        self.flags = [a for a in self.args if a.startswith(("-D", "-U", "-I"))]
        self.spin_can_tell = not self.is_timed and not comment_lines(text, "spin") and self.what in ("violated", "satisfied")


def with_spin(expected, directory):
    """How SPIN's result differs from the expectation; None if it does not."""
    try:
        known = compare.Reference(spin.Verifier(directory, path=expected.path, flags=expected.flags), 60)
    except (spin.Rejected, spin.TooBig) as problem:
        return str(problem)
    part = expected.args[expected.args.index("--property") + 1] if "--property" in expected.args else "all"
    found = known.is_error if part == "all" or not known.is_plain else known.lengths.get(part) is not None
    if found != (expected.what == "violated"):
        return "SPIN: " + known.describe()
    if expected.states is not None and known.states != expected.states:
        return "SPIN: %s states" % known.states
    if found and expected.kind not in known.kinds:
        return "SPIN: " + known.describe()
    length = known.lengths.get(part)
    if length is not None and expected.length is not None and length != expected.length:
        return "SPIN: length %s" % length
    return None


def wrong_input(expected, answer):
    wanted = 65 if expected.what == "error" else 24
    if answer.status != wanted:
        return "exit %d, wanted %d: %s" % (answer.status, wanted, answer.complaint)
    place = r":%s\b" % re.escape(expected.place) if expected.place else r":\d+:\d+:"
    if not re.search(re.escape(os.path.basename(expected.path)) + place, answer.stderr):
        return "no message at %s: %s" % (expected.place or "any place", answer.complaint)
    if expected.text and expected.text not in answer.stderr:
        return 'no message with "%s": %s' % (expected.text, answer.complaint)
    if "error:" not in answer.stderr:
        return "the message does not say error: " + answer.complaint
    return None


def violated(expected, answer):
    if answer.kind != expected.kind:
        return "error is %s, wanted %s" % (answer.kind, expected.kind)
    if expected.length is not None and answer.length != expected.length:
        return "length %s, wanted %s" % (answer.length, expected.length)
    if expected.shortest and not answer.shortest:
        return "trace not called shortest"
    if not answer.replayed:
        return "trace not replayed"
    return None


def replays(expected, directory, trail, itf, answer):
    for name in (trail, itf):
        again = beeline.run(["replay", expected.path, name, "--json"] + expected.flags)
        if again.status != 10 or again.kind != expected.kind or again.length != answer.length:
            return "replay of %s: exit %d, %s in %s: %s" % (os.path.basename(name), again.status, again.kind, again.length,
                                                            again.complaint)
    if not spin.installed() or not expected.spin_can_tell or expected.kind not in compare.PLAIN:
        return None
    work = os.path.join(directory, "spin")
    os.makedirs(work)
    shutil.copy(expected.path, work)
    steps, kind, output = spin.replay(work, os.path.basename(expected.path), trail, expected.flags)
    passed = "--property" in expected.args  # spin -t also tells of an error that was not asked for, on the way
    if steps != answer.length or kind != expected.kind and not passed:
        return "spin -t: %s after %s steps" % (kind, steps)
    return None


def with_beeline(expected, directory):
    trail = os.path.join(directory, "m.trail")
    itf = os.path.join(directory, "m.itf.json")
    answer = beeline.check(expected.path, "--search", "bfs", "--trace", "trail=" + trail, "--trace", "itf=" + itf, *expected.args)
    if expected.what in ("error", "unsupported"):
        return wrong_input(expected, answer)
    wanted = {"violated": 10, "satisfied": 0}[expected.what]
    if answer.status != wanted or answer.verdict != expected.what:
        return "exit %d, %s %s, wanted %s: %s" % (answer.status, answer.verdict, answer.kind, expected.what, answer.complaint)
    problem = violated(expected, answer) if expected.what == "violated" else None
    if problem:
        return problem
    deep = beeline.check(expected.path, "--search", "dfs", *expected.args)
    if deep.status != wanted or deep.verdict != expected.what:
        return "dfs: exit %d, %s" % (deep.status, deep.verdict)
    if expected.states is not None:
        census = beeline.check(expected.path, "--census", "--search", "bfs", "--reduce", "none", *expected.flags).census
        if census != expected.states:
            return "census %s, wanted %s" % (census, expected.states)
    return replays(expected, directory, trail, itf, answer) if expected.what == "violated" else None


def one_result(expected, result, answer):
    """How the result of one query of a timed model differs from the expectation; None if it does not."""
    if expected.what == "unsupported":
        why = result.get("why") or ""
        return None if result["reason"] == "unsupported" and (expected.text or "") in why else "%s, %s" % (result["reason"], why)
    trace = result["trace"] or {}
    kind = (result["error"] or {}).get("kind")
    if (result["verdict"], kind) != (expected.what, expected.kind):
        return "%s %s, wanted %s %s" % (result["verdict"], kind, expected.what, expected.kind)
    if bool(trace) != expected.has_trace:
        return "trace %s" % trace
    if expected.length is not None and trace["length"] != expected.length:
        return "length %s, wanted %s" % (trace["length"], expected.length)
    if expected.shortest and not trace["shortest"]:
        return "trace not called shortest"
    return "trace not replayed" if trace and not trace["replayed"] else None


def all_results(expected, answer):
    results = (answer.document or {}).get("results") or []
    if len(results) != len(expected.outcomes):
        return "%d results, wanted %d: %s" % (len(results), len(expected.outcomes), answer.complaint)
    whats = [o.what for o in expected.outcomes]
    wanted = 10 if "violated" in whats else 24 if "unsupported" in whats else 0
    if answer.status != wanted:
        return "exit %d, wanted %d: %s" % (answer.status, wanted, answer.complaint)
    for number, (outcome, result) in enumerate(zip(expected.outcomes, results), 1):
        problem = one_result(outcome, result, answer)
        if problem:
            return "property %d: %s" % (number, problem)
    return None


def only(expected, number):
    """The arguments that select one property."""
    return expected.args + (["--property", str(number)] if len(expected.outcomes) > 1 else [])


def replays_timed(expected, directory, number):
    outcome, itf = expected.outcomes[number - 1], os.path.join(directory, "%d.itf.json" % number)
    answer = beeline.check(expected.path, "--search", "bfs", "--trace", "itf=" + itf, *only(expected, number))
    again = beeline.run(["replay", expected.path, itf, "--json"])
    if again.status not in (0, 10) or again.length != answer.length or not again.replayed:
        return "replay: exit %d, %s steps: %s" % (again.status, again.length, again.complaint)
    if outcome.time is None:
        return None
    fast = beeline.check(expected.path, "--fastest", *only(expected, number)).result.get("trace") or {}
    if (fast.get("time"), fast.get("fastest")) != (outcome.time, True):
        return "fastest trace %s, wanted time %g" % (fast, outcome.time)
    return None


def timed(expected, directory):
    answer = beeline.check(expected.path, "--search", "bfs", *expected.args)
    if expected.what == "error" or answer.document and not answer.result["property"]:
        return wrong_input(expected, answer)
    problem = all_results(expected, answer)
    if problem:
        return problem
    for search in ("dfs", "auto"):
        verdicts = [r["verdict"] for r in (beeline.check(expected.path, "--search", search, *expected.args).document or {})["results"]]
        if verdicts != [o.verdict for o in expected.outcomes]:
            return "%s: %s" % (search, verdicts)
    for number, outcome in enumerate(expected.outcomes, 1):
        problem = replays_timed(expected, directory, number) if outcome.has_trace else None
        if problem:
            return "property %d: %s" % (number, problem)
    return None


def judge(expected, directory, spin_only):
    if spin_only:
        return with_spin(expected, directory)
    return timed(expected, directory) if expected.is_timed else with_beeline(expected, directory)


def main():
    arguments = sys.argv[1:]
    spin_only = "--spin-only" in arguments
    named = [a for a in arguments if not a.startswith("--")]
    folders = (os.path.join(HERE, "models"), os.path.join(HERE, "..", "models"))
    paths = named or sorted(path for folder in folders for ending in (".pml",) + TIMED
                            for path in glob.glob(os.path.join(folder, "*" + ending)))
    report = Report("models")
    if not spin.installed():
        report.missing("models", "spin not installed: traces are not replayed with it")
    for path in paths:
        directory = tempfile.mkdtemp(prefix="beeline-models-")
        try:
            expected = Expectation(path)
            if spin_only and not expected.spin_can_tell:
                continue
            report.check(expected.name, judge(expected, directory, spin_only))
        except ValueError as problem:
            report.fail(os.path.basename(path), problem)
        finally:
            shutil.rmtree(directory, ignore_errors=True)
    report.exit()


if __name__ == "__main__":
    main()
