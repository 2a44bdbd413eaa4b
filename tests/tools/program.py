"""What tests of the whole program share: run it, look at what it printed, report the outcome."""
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
BEELINE = os.path.abspath(os.environ.get("BEELINE") or ROOT / "build" / "beeline")


class Wrong(Exception):
    pass


def want(condition, why):
    if not condition:
        raise Wrong(why)


class Ran:
    def __init__(self, status, out, err):
        self.status, self.out, self.err = status, out, err

    def expect(self, status, *texts):
        """The exit status, and texts that must be in what was printed."""
        printed = self.out + self.err
        want(self.status == status, "exit %s, not %s: %s" % (self.status, status, printed.strip()[:300]))
        for text in texts:
            want(text in printed, "%r is not in %r" % (text, printed[:400]))
        return self

    def json(self):
        try:
            return json.loads(self.out)
        except ValueError as problem:
            raise Wrong("no JSON document (%s): %r" % (problem, self.out[:200]))

    def results(self):
        return self.json()["results"]


def beeline(*arguments, timeout=60, **more):
    ran = subprocess.run([BEELINE, *map(str, arguments)], capture_output=True, text=True, timeout=timeout, **more)
    return Ran(ran.returncode, ran.stdout, ran.stderr)


def write(folder, text, name="m.pml"):
    path = Path(folder) / name
    path.write_text(text)
    return path


def run(title, tests):
    """Calls each test with an empty folder; a test that returns a text was skipped because of that. Exits."""
    failed = 0
    only = sys.argv[1:]
    for test in tests:
        if only and test.__name__ not in only:
            continue
        name = "%s: %s" % (title, test.__name__.replace("_", " "))
        with tempfile.TemporaryDirectory() as folder:
            try:
                skipped = test(folder)
                print("skip - %s: %s" % (name, skipped) if skipped else "ok - " + name, flush=True)
            except (Wrong, subprocess.TimeoutExpired, KeyError, TypeError, IndexError) as problem:
                failed += 1
                print("not ok - %s: %s" % (name, " ".join(str(problem).split()) or repr(problem)), flush=True)
    sys.exit(1 if failed else 0)
