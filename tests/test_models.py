#!/usr/bin/env python3
"""Whole-program tests: every model in tests/models and models/ carries what is expected of it in comments.

  // expect: violated KIND [length=N] [shortest] [states=N]    exit 10, length of the trace of --search bfs, census
  // expect: satisfied [states=N]                              exit 0
  // expect: error [LINE[:COLUMN]] ["text"]                    exit 65, place and part of the message
  // expect: unsupported                                       exit 24
  // args: ...       options for the check, such as -DN=3 or --property assert
  // spin: no        SPIN cannot tell (its verifier crashes or stops)

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


class Expectation:
    def __init__(self, path):
        with open(path) as f:
            text = f.read()
        self.path = path
        self.name = os.path.splitext(os.path.basename(path))[0]
        found = re.search(r"^// expect: (\S+)(.*)$", text, re.M)
        if not found:
            raise ValueError("no // expect: line")
        self.what, rest = found.group(1), found.group(2)
        if self.what not in ("violated", "satisfied", "error", "unsupported"):
            raise ValueError("unknown expectation %s" % self.what)
        quoted = re.search(r'"(.*)"', rest)
        self.text = quoted.group(1) if quoted else None
        words = rest.replace(quoted.group(0), "").split() if quoted else rest.split()
        self.kind = words[0] if self.what == "violated" else None
        self.place = words[0] if self.what == "error" and words else None
        numbers = dict(w.split("=") for w in words if "=" in w)
        self.length = int(numbers["length"]) if "length" in numbers else None
        self.states = int(numbers["states"]) if "states" in numbers else None
        self.shortest = "shortest" in words
        found = re.search(r"^// args: (.*)$", text, re.M)
        self.args = shlex.split(found.group(1)) if found else []
        self.flags = [a for a in self.args if a.startswith(("-D", "-U", "-I"))]
        self.spin_can_tell = not re.search(r"^// spin: no", text, re.M) and self.what in ("violated", "satisfied")


def with_spin(expected, directory):
    """What is wrong with the expectation, in SPIN's eyes; None if nothing."""
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


def main():
    arguments = sys.argv[1:]
    spin_only = "--spin-only" in arguments
    named = [a for a in arguments if not a.startswith("--")]
    paths = named or sorted(glob.glob(os.path.join(HERE, "models", "*.pml")) +
                            glob.glob(os.path.join(HERE, "..", "models", "*.pml")))
    report = Report("models")
    if not spin.installed():
        report.missing("models", "spin not installed: traces are not replayed with it")
    for path in paths:
        directory = tempfile.mkdtemp(prefix="beeline-models-")
        try:
            expected = Expectation(path)
            if spin_only and not expected.spin_can_tell:
                continue
            report.check(expected.name, (with_spin if spin_only else with_beeline)(expected, directory))
        except ValueError as problem:
            report.fail(os.path.basename(path), problem)
        finally:
            shutil.rmtree(directory, ignore_errors=True)
    report.exit()


if __name__ == "__main__":
    main()
