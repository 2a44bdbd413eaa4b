"""What tests of the whole program share: run it, look at what it printed, report the outcome."""
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
BEELINE = os.path.abspath(os.environ.get("BEELINE") or ROOT / "build" / "beeline")
SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


class Wrong(Exception):
    pass


def want(condition, why):
    if not condition:
        raise Wrong(why)


class Ran:
    def __init__(self, status, out, err):
        self.status, self.out, self.err = status, out, err
        self.lines = out.splitlines()

    def expect(self, status, *texts):
        """The exit status, and texts that must be in what was printed."""
        want(self.status == status, "exit %s, not %s: %s" % (self.status, status, (self.err or self.out).strip()[:300]))
        for text in texts:
            want(text in self.out + self.err, "%r is not in %r" % (text, (self.out + self.err)[:400]))
        return self

    def json(self):
        try:
            return json.loads(self.out)
        except ValueError as problem:
            raise Wrong("exit %s, no JSON document (%s): %r" % (self.status, problem, self.out[:200]))

    def results(self):
        return self.json()["results"]

    def result(self):
        return self.results()[-1]


def beeline(*arguments, **how):
    how = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "timeout": 60} | how
    ran = subprocess.run([BEELINE, *map(str, arguments)], text=True, **how)
    return Ran(ran.returncode, ran.stdout or "", ran.stderr)


def start(*arguments, **how):
    """A run that goes on, for tests that send signals. In the background of a shell it would ignore some."""
    return subprocess.Popen([BEELINE, *map(str, arguments)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                            preexec_fn=lambda: [signal.signal(number, signal.SIG_DFL) for number in SIGNALS], **how)


def ended(process, timeout=60):
    out, err = process.communicate(timeout=timeout)
    return Ran(process.returncode, out, err)


def interrupted(seconds, *arguments):
    process = start(*arguments)
    time.sleep(seconds)
    process.send_signal(signal.SIGINT)
    return ended(process)


def write(folder, text, name="m.pml"):
    path = Path(folder) / name
    path.write_text(text)
    return path


def run(title, tests):
    """Calls each test with an empty folder; a test that returns a text was skipped because of that. Exits.
    The arguments of the script, if there are any, are the names of the functions to call."""
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
            except Exception as problem:
                failed += 1
                why = str(problem) if isinstance(problem, Wrong) else repr(problem)
                print("not ok - %s: %s" % (name, " ".join(why.split())), flush=True)
    sys.exit(1 if failed else 0)
