"""Asks Beeline about a model."""
import json
import os
import signal
import subprocess

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))


def binary():
    return os.path.abspath(os.environ.get("BEELINE") or os.path.join(ROOT, "build", "beeline"))


class Answer:
    def __init__(self, status, out, err):
        self.status = status
        self.crash = signal.Signals(-status).name if status < 0 else None
        self.stdout = out
        self.stderr = err
        try:
            self.document = json.loads(out)
            self.result = self.document["results"][-1] if self.document.get("results") else {}
        except (ValueError, AttributeError, KeyError):
            self.document = None
            self.result = {}
        self.verdict = self.result.get("verdict")
        self.kind = (self.result.get("error") or {}).get("kind")
        trace = self.result.get("trace") or {}
        self.length = trace.get("length")
        self.shortest = trace.get("shortest")
        self.replayed = trace.get("replayed")
        self.census = (self.result.get("stats") or {}).get("census")

    @property
    def complaint(self):
        """The first line of its messages."""
        return (self.stderr.strip().splitlines() or [""])[0][:200]


def run(arguments, directory=None, timeout=30, program=None, environment=None, stdin=None):
    try:
        ran = subprocess.run([program or binary()] + list(arguments), cwd=directory, capture_output=True, text=True,
                             errors="replace", timeout=timeout, env=environment,
                             input=stdin, stdin=subprocess.DEVNULL if stdin is None else None)
    except subprocess.TimeoutExpired:
        return Answer(-int(signal.SIGALRM), "", "no answer within %d s" % timeout)
    return Answer(ran.returncode, ran.stdout, ran.stderr)


def safety(options):
    """The options, narrowed to safety unless they name what is checked: models have labels of progress, too."""
    names = ("--property", "--census", "--invariant", "--ltl")
    return list(options) if any(option in names for option in options) else ["--property", "safety", *options]


def check(model, *options, **how):
    return run(["check", model, "--json"] + list(options), **how)
