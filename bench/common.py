"""What the benchmarks share: the corpus, the clock, and the means."""
import csv
import json
import math
import os
import resource
import signal
import subprocess
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "tests", "fuzz"))
import beeline  # noqa: E402,F401  (asks the program about a model)
import spin  # noqa: E402,F401  (asks SPIN)


def default_corpus():
    return os.path.abspath(os.environ.get("BEELINE_CORPUS") or os.path.join(HERE, "..", "..", "shared", "corpus"))


class Corpus:
    """The public models: a folder with promela/index.tsv, a row for each model and property."""

    def __init__(self, folder=None):
        self.folder = os.path.join(os.path.abspath(folder or default_corpus()), "promela")
        try:
            with open(os.path.join(self.folder, "index.tsv"), newline="") as f:
                self.rows = {r["id"]: r for r in csv.DictReader(f, delimiter="\t", quoting=csv.QUOTE_NONE)}
        except OSError as problem:
            sys.exit("bench: no corpus: %s (set BEELINE_CORPUS)" % problem)

    def path(self, row):
        return os.path.join(self.folder, row["file"])

    def errors(self, only=()):
        """The rows whose assertions or end states are known to be violated."""
        return [r for r in self.rows.values()
                if r["property"] == "safety" and r["verdict"] == "error" and (not only or r["id"] in only)]


    def liveness(self, verdict, only=()):
        """The rows with an ltl formula, a never claim or progress labels, and this verdict about those: an error of another kind is
        the model's own."""
        return [r for r in self.rows.values() if r["property"] != "safety" and r["verdict"] == verdict
                and r["error_kind"] in ("-", "acceptance-cycle", "non-progress-cycle", "ltl-assert") and (not only or r["id"] in only)]


def flags(row):
    return [] if row["cpp_flags"] in ("", "-") else row["cpp_flags"].split()


def timed(command, directory, timeout):
    """Runs it; returns (CPU seconds, wall seconds, standard output), or None if it took too long."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    start = time.monotonic()
    try:
        ran = subprocess.run(command, cwd=directory, capture_output=True, text=True, errors="replace", timeout=timeout)
    except subprocess.TimeoutExpired:
        return None
    wall = time.monotonic() - start
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, wall, ran.stdout


def within(command, directory, deadline):
    """Runs it with all its children; standard output, or None if it is not done by then."""
    process = subprocess.Popen(command, cwd=directory, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                               errors="replace", stdin=subprocess.DEVNULL, start_new_session=True)
    try:
        return process.communicate(timeout=max(deadline - time.monotonic(), 0.001))[0]
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        process.communicate()
        return None


def mean(values):
    values = [v for v in values if v]
    return math.exp(sum(map(math.log, values)) / len(values)) if values else None


def cell(value, form):
    return "-" if value is None else form % value


def need_program():
    if not os.access(beeline.binary(), os.X_OK):
        sys.exit("bench: there is no %s" % beeline.binary())


def write(name, results):
    with open(os.path.join(HERE, name), "w") as f:
        json.dump(results, f, indent=1)
        f.write("\n")
