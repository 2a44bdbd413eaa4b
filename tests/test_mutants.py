#!/usr/bin/env python3
"""The tools that look at the tests themselves: which mutants are drawn (tests/tools/mutants.py), how one is tried, and how what was
executed is counted (tests/tools/coverage.py)."""
import os
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE / "fuzz"), str(HERE / "tools")]
import coverage
import mutants
from report import Report

CHANGES = {
    "  if (a < b)": {"  if (a <= b)", "  if (true)", "  if (false)", "  if (!(a < b))"},
    "  } else if (is_late(x) && y) {": {"  } else if (is_late(x) || y) {", "  } else if (true) {", "  } else if (false) {",
                                      "  } else if (!(is_late(x) && y)) {"},
    "  while (k > 0)": {"  while (k >= 0)", "  while (false)", "  while (k > 1)"},
    "  return true;": {"  return false;"},
    "  return n == 3;": {"  return n != 3;", "  return true;", "  return false;", "  return !(n == 3);", "  return n == 4;"},
    "  note(a, b);": {"  ;"},
    "  s->count += n - 2;": {"  s->count = n - 2;", "  s->count += n + 2;", "  s->count += n - 3;", "  ;"},
    "  if (wanted ? first(a,": set(),  # goes on in the next line
}
IDLE = ['  say("a < b");', "  // a < b", "  assert(a < b);", "  mem_free(m, a);", "  for (uint32_t i = 0; i < n; i++)"]
SOURCE = "int twice(int n) {\n  return n + n;\n}\n\nstatic const int table[] = {1, 2};\n"


def wrong_changes():
    for line, wanted in CHANGES.items():
        found = {new for _, new in mutants.changes(mutants.code_of(line))}
        if found != wanted:
            return "%s: %s" % (line.strip(), sorted(found ^ wanted))
    for line in IDLE:
        if mutants.code_of(line) is not None:
            return "%s is changed" % line.strip()
    return None


def wrong_draw():
    first, again, other = (mutants.draw(mutants.ROOT, [], 200, seed) for seed in (1, 1, 2))
    if [str(m) for m in first] != [str(m) for m in again]:
        return "the same seed draws others"
    if [str(m) for m in first] == [str(m) for m in other]:
        return "another seed draws the same"
    if len(first) != 200 or len({m.path for m in first}) < 100:
        return "%d in %d files" % (len(first), len({m.path for m in first}))
    for mutant in first:
        if (mutants.ROOT / mutant.path).read_text().split("\n")[mutant.number - 1] != mutant.old or mutant.old == mutant.new:
            return str(mutant)
    only = mutants.draw(mutants.ROOT, ["src/check/run.c"], 20, 1)
    return None if len(only) == 20 and {m.path for m in only} == {"src/check/run.c"} else "--only does not select"


class Small(mutants.Copy):
    """A copy that builds and tests in its own way: the test fails unless twice(2) is 4."""

    def __init__(self, directory):
        self.root = directory
        self.source = directory / "twice.c"
        self.source.write_text(SOURCE)

    def build(self, targets):
        return subprocess.run(["gcc", "-c", "-O1", "-o", "twice.o", "twice.c"], cwd=self.root, capture_output=True).returncode == 0

    def object_of(self, path):
        return (self.root / "twice.o").read_bytes()

    def noticed_by(self, path):
        test = "extern int twice(int); int main(void) { return twice(2) != 4; }"
        subprocess.run(["gcc", "-o", "test", "twice.o", "-x", "c", "-"], cwd=self.root, input=test, text=True, check=True)
        return None if mutants.Test("twice", ["./test"]).passes(self.root, 10) else "twice"


def wrong_trial(directory):
    copy = Small(directory)
    copy.build([])
    old = "  return n + n;"
    tried = {new: copy.try_one(mutants.Mutant("twice.c", 2, "", old, new))
             for new in ("  return n - n;", "  return n * n;", "  return 2 * n;", "  return n +;")}
    wanted = {"  return n - n;": "twice", "  return n * n;": None, "  return 2 * n;": "same", "  return n +;": "build"}
    if tried != wanted:
        return str(tried)
    return None if copy.source.read_text() == SOURCE else "the source is not restored"


def hangs():
    started = mutants.time.monotonic()
    passes = mutants.Test("hangs", ["sleep", "60"]).passes(HERE, 0.5)
    return "a test that hangs passes" if passes else "it is waited for" if mutants.time.monotonic() - started > 20 else None


def wrong_copy(directory):
    source, copy = directory / "source", directory / "copy"
    for name, text in (("a", "1"), ("b/c", "2")):
        (source / name).parent.mkdir(parents=True, exist_ok=True)
        (source / name).write_text(text)
    mutants.renew(source, copy)
    os.utime(copy / "a", (1, 1))
    (source / "b" / "c").write_text("3")
    (copy / "left").write_text("")
    mutants.renew(source, copy)
    if (copy / "a").stat().st_mtime != 1:
        return "what is the same is written again"
    return None if (copy / "b" / "c").read_text() == "3" and not (copy / "left").exists() else "not the same"


def wrong_counts(directory):
    path = directory / "s.c"
    path.write_text("one\nassert(two)\nthree\n")
    source = coverage.Source(path)
    for line, count, branches in ((1, 0, [0, 1]), (1, 2, [3, 0]), (2, 0, [0, 1]), (3, 0, [0, 0])):
        source.add({"line_number": line, "count": count, "branches": [{"count": b} for b in branches]})
    if source.lines != {1: True, 3: False} or source.branches != {1: [True, True], 3: [False, False]}:
        return "%s %s" % (source.lines, source.branches)
    row = coverage.table({coverage.ROOT / "src" / "lang" / "x" / "s.c": source})
    return None if row["lang/x"] == row["all"] == [1, 2, 2, 4] else str(dict(row))


def main():
    report = Report("mutants")
    report.check("the changes of a line", wrong_changes())
    report.check("mutants are drawn evenly, and the same again", wrong_draw())
    report.check("a test that hangs has noticed", hangs())
    for name, wrong in (("one is tried and restored", wrong_trial), ("only what differs is copied", wrong_copy),
                        ("coverage is counted by line", wrong_counts)):
        with tempfile.TemporaryDirectory(prefix="beeline-mutants-") as directory:
            report.check(name, wrong(Path(directory)))
    report.exit()


if __name__ == "__main__":
    main()
