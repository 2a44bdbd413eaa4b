#!/usr/bin/env python3
"""Plants small faults in a copy of the sources, one at a time, and reports those that no test notices.

usage: mutants.py [--count N] [--seed N] [--only PATH]... [--list] [--keep DIRECTORY]

A mutant is one line changed: a relation, a connective, a condition made true, false or its opposite, a constant, a sign, a result, or
a statement left out. They are drawn from the files that decide verdicts, evenly over the files; the same seed draws the same ones.
--only selects files by the beginning of their path (src/space, src/check/run.c); --list prints the mutants without trying them.

Each one is built; if the object is the same, it changes nothing. Then the tests are run until the first one fails: the unit tests that
include headers of the file's folder, those of whole models, the other unit tests, and the rest. The copy is deleted afterwards,
unless it is to be kept in a DIRECTORY (which makes the next time faster).
"""
import argparse
import hashlib
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
FOLDERS = ("check", "search", "space", "store", "facts", "relaxation", "causal", "heuristic", "exec")
SCRIPTS = ("test_models.py", "test_timed.py", "test_reduction.py")
LATER_SCRIPTS = ("test_compare.py", "test_cli.py", "test_estimates.py --count 20")
OPTIONS = ["--buildtype", "plain", "-Dc_args=-O1", "-Dwarning_level=0", "-Dwerror=false"]

# Lines in which a change means nothing, or something else than a wrong answer: a leak, more or less speed, an assertion left out.
IDLE = re.compile(r"^\s*(//|#|\*|case\b|static const\b|\.|for \(|typedef\b|enum\b)|\bassert\(|_Static_assert|_free\(|_close\(|->close\("
                  r"|__builtin_|\bvec_reserve\(|_reserve\(|mem_exhausted\(|mem_realloc\(|mem_alloc\(|ARENA_|arena_|_room\b|\broom\b")
SWAPS = [("relation", old, new) for old, new in (
    (" < ", " <= "), (" <= ", " < "), (" > ", " >= "), (" >= ", " > "), (" == ", " != "), (" != ", " == "))]
SWAPS += [("connective", " && ", " || "), ("connective", " || ", " && "), ("sign", " + ", " - "), ("sign", " - ", " + "),
          ("result", "return true;", "return false;"), ("result", "return false;", "return true;"),
          ("assignment", " |= ", " = "), ("assignment", " &= ", " = "), ("assignment", " += ", " = "), ("assignment", " -= ", " = ")]
CONDITION = re.compile(r"^(\s*(?:\} else )?(?:if|while) \()(.*)(\)(?: \{)?)$")
RESULT = re.compile(r"^(\s+return )([^;?]*(?:[=!<>]=|&&|\|\|| [<>] |[!(]is_)[^;?]*)(;.*)$")
NUMBER = re.compile(r"(?<![\w.\"'%\[{])([0-9]+)(?![\w.\"'])")
STATEMENT = re.compile(r"^(\s+)([a-z_][\w>.\-\[\]*]*(?:\(.*\)| [|&+\-]?= [^;]*|\+\+|--));$")


class Mutant:
    def __init__(self, path, number, what, old, new):
        self.path, self.number, self.what, self.old, self.new = path, number, what, old, new

    def __str__(self):
        return "%s:%d: %s\n    - %s\n    + %s" % (self.path, self.number, self.what, self.old.strip(), self.new.strip())


def code_of(line):
    """The line without its comment; None if nothing is left, or if it has a string: what is in one is no code."""
    code = line.split(" //")[0].rstrip()
    return None if not code or '"' in code or IDLE.search(code) else code


def is_balanced(text):
    return text.count("(") == text.count(")")


def changes(code):
    """Every change of one line, as what it is and the new line."""
    for what, old, new in SWAPS:
        for match in re.finditer(re.escape(old), code):
            yield what, code[:match.start()] + new + code[match.end():]
    for pattern in (CONDITION, RESULT):
        match = pattern.match(code)
        if match and is_balanced(match.group(2)):
            before, condition, after = match.groups()
            is_loop = "while" in before
            values = ("false",) if is_loop else ("true", "false", "!(%s)" % condition)
            for value in values:
                yield "condition", before + value + after
    for match in NUMBER.finditer(code):
        yield "constant", code[:match.start()] + str(int(match.group(1)) + 1) + code[match.end():]
    match = STATEMENT.match(code)
    if match and not match.group(2).startswith("return"):
        yield "statement left out", match.group(1) + ";"


def mutants_of(root, path):
    depth = 0
    for number, line in enumerate((root / path).read_text().split("\n"), 1):
        inside = depth > 0  # a function, a type or a table
        depth += line.count("{") - line.count("}")
        code = code_of(line) if inside and not line.startswith(("}", "{")) else None
        for what, new in changes(code) if code is not None else ():
            yield Mutant(path, number, what, line, new)


def draw(root, only, count, seed):
    """One mutant of each file in turn, until there are enough."""
    chance = random.Random(seed)
    paths = sorted(str(p.relative_to(root)) for folder in FOLDERS for p in (root / "src" / folder).glob("*.c"))
    if only:
        paths = sorted(str(p.relative_to(root)) for p in (root / "src").rglob("*.c"))
        paths = [p for p in paths if p.startswith(tuple(only))]
    left = {path: list(mutants_of(root, path)) for path in paths}
    for mutants in left.values():
        chance.shuffle(mutants)
    drawn = []
    while len(drawn) < count and any(left.values()):
        chance.shuffle(paths)
        drawn += [left[path].pop() for path in paths if left[path]]
    return drawn[:count]


class Test:
    def __init__(self, name, command, rooms=()):
        self.name, self.command, self.rooms = name, command, rooms
        self.seconds = 0.0

    def passes(self, work, limit):
        """Stops at the first failure."""
        environment = dict(os.environ, BEELINE=str(work / "build" / "beeline"), CMOCKA_MESSAGE_OUTPUT="TAP")
        environment.pop("BEELINE_ASAN", None)
        start = time.monotonic()
        process = subprocess.Popen(self.command, cwd=work, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                                   stdin=subprocess.DEVNULL, start_new_session=True)
        timer = threading.Timer(limit, lambda: os.killpg(process.pid, signal.SIGKILL))
        timer.start()
        failed = False
        for line in process.stdout:
            if line.startswith(b"not ok"):
                failed = True
                break
        try:
            if failed:
                os.killpg(process.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        status = process.wait()
        timer.cancel()
        process.stdout.close()
        self.seconds = time.monotonic() - start
        return not failed and status == 0


def renew(source, copy):
    """Makes the copy the same. What is the same already keeps its time, so that it is not built again."""
    if not source.is_dir():
        if not copy.exists() or copy.read_bytes() != source.read_bytes():
            shutil.copyfile(source, copy)
            shutil.copymode(source, copy)
        return
    copy.mkdir(exist_ok=True)
    names = {p.name for p in source.iterdir() if p.name != "__pycache__"}
    for old in copy.iterdir():
        if old.name not in names:
            shutil.rmtree(old) if old.is_dir() else old.unlink()
    for name in names:
        renew(source / name, copy / name)


class Copy:
    """A copy of the tree, with its build."""

    def __init__(self, directory):
        self.root = directory
        for name in ("src", "include", "tests", "tools", "models", "docs", "meson.build"):
            renew(ROOT / name, directory / name)
        self.unit = [Test(p.stem, [str(directory / "build" / "tests" / p.stem)], self.rooms_of(p))
                     for p in sorted((directory / "tests" / "unit").glob("test_*.c"))]
        self.scripts, self.later = ([self.script(line.split()) for line in lines] for lines in (SCRIPTS, LATER_SCRIPTS))
        self.limits = {}

    def script(self, words):
        return Test(words[0], [sys.executable, str(self.root / "tests" / words[0]), *words[1:]])

    def rooms_of(self, source, seen=()):
        """The headers of src that a test includes, through headers of tests too."""
        found = []
        for header in re.findall(r'^#include "([^"]+)"', source.read_text(), re.M):
            near = source.parent / header
            if "/" in header:
                found.append(header)
            elif near.exists() and header not in seen:
                found += self.rooms_of(near, (*seen, header))
        return found

    def succeeds(self, command):
        environment = dict(os.environ, CC="gcc")
        return subprocess.run(command, cwd=self.root, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode == 0

    def build(self, targets):
        return self.succeeds(["ninja", "-C", "build", *targets])

    def object_of(self, path):
        name = "_".join(Path(path).parts) + ".o"
        return hashlib.sha256(next((self.root / "build").glob("libbeeline.so*.p/" + name)).read_bytes()).digest()

    def tests_for(self, path):
        room, stem = Path(path).parts[1], Path(path).stem
        near = [t for t in self.unit if any(r.startswith(room + "/") for r in t.rooms)]
        near.sort(key=lambda t: (not t.name.startswith("test_" + stem), "%s/%s.h" % (room, stem) not in t.rooms, self.limits.get(t.name, 0)))
        return [near, self.scripts, [t for t in self.unit if t not in near], self.later]

    def measure(self):
        """All tests must pass on what is not changed; how long they take says when one hangs."""
        if not self.succeeds(["tools/build", "build", "all,unit-tests", *OPTIONS]):
            sys.exit("mutants: the copy cannot be built")
        for test in self.unit + self.scripts + self.later:
            if not test.passes(self.root, 600):
                sys.exit("mutants: %s fails without any mutant" % test.name)
            self.limits[test.name] = 5 * test.seconds + 10

    def noticed_by(self, path):
        """The name of the test that fails, or None."""
        for group in self.tests_for(path):
            units = [t for t in group if t in self.unit]
            if not self.build(["tests/" + t.name for t in units] if units else ["beeline", "tests/estimates", "tests/simulation"]):
                return "build"
            for test in group:
                if not test.passes(self.root, self.limits[test.name]):
                    return test.name
        return None

    def try_one(self, mutant):
        """What became of it: the name of a test, "same", "build", or None if nobody noticed."""
        path = self.root / mutant.path
        text = path.read_text()
        lines = text.split("\n")
        assert lines[mutant.number - 1] == mutant.old
        before = self.object_of(mutant.path)
        lines[mutant.number - 1] = mutant.new
        path.write_text("\n".join(lines))
        try:
            if not self.build(["libbeeline.a"]):
                return "build"
            return "same" if self.object_of(mutant.path) == before else self.noticed_by(mutant.path)
        finally:
            path.write_text(text)
            self.build(["libbeeline.a"])


def tell(results, started):
    survivors = [m for m, by in results if by is None]
    count = {"build": 0, "same": 0}
    for _, by in results:
        if by in count:
            count[by] += 1
    print("\n%d mutants in %.0f s: %d noticed, %d not noticed, %d that do not compile, %d that change nothing" % (
        len(results), time.monotonic() - started, len(results) - len(survivors) - sum(count.values()), len(survivors), count["build"],
        count["same"]))
    for mutant in survivors:
        print("not noticed: %s" % mutant)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", action="append", default=[])
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--keep", type=Path)
    arguments = parser.parse_args()
    chosen = draw(ROOT, arguments.only, arguments.count, arguments.seed)
    if arguments.list:
        print("\n".join(str(m) for m in chosen))
        return
    started = time.monotonic()
    work = arguments.keep.resolve() if arguments.keep else Path(tempfile.mkdtemp(prefix="beeline-mutants-"))
    work.mkdir(parents=True, exist_ok=True)
    results = []
    try:
        copy = Copy(work)
        copy.measure()
        print("the tests take %.0f s without a mutant" % (time.monotonic() - started), flush=True)
        for number, mutant in enumerate(chosen, 1):
            start = time.monotonic()
            by = copy.try_one(mutant)
            results.append((mutant, by))
            print("%d/%d %s (%.0f s): %s" % (number, len(chosen), by or "NOT NOTICED", time.monotonic() - start, mutant), flush=True)
    except KeyboardInterrupt:
        print("interrupted")
    finally:
        if not arguments.keep:
            shutil.rmtree(work, ignore_errors=True)
    tell(results, started)


if __name__ == "__main__":
    main()
