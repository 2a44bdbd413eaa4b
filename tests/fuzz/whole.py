"""Random models of all kinds (kinds.py), each given to a program of the build that holds something against its whole space. The
programs are in build/tests; each prints a line `WRONG what: ...` for whatever is wrong."""
import argparse
import collections
import multiprocessing
import os
import re
import shutil
import subprocess
import sys
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import beeline
import fuzz
import kinds

LARGE, UNREADABLE, SLOW = 3, 4, -1
TRIES = 600  # to make a model smaller
CONDITIONS = 4  # of each model that are asked about


def program(name):
    return os.path.join(os.path.dirname(beeline.binary()), "tests", name)


class Answer:
    def __init__(self, status, output):
        self.status = status
        self.output = output
        self.wrong = [line for line in output.splitlines() if line.startswith("WRONG ")]
        self.is_fine = status in (0, LARGE, UNREADABLE) and not self.wrong

    @property
    def class_(self):
        """What is wrong with what, without the figures: this is what stays the same in a smaller model."""
        if self.is_fine:
            return None
        found = re.match(r"WRONG (\w+: (?:(?:search|an?|no) )?[^\s,]+)", self.wrong[0]) if self.wrong else None
        return found.group(1) if found else "exit %d" % self.status

    @property
    def problem(self):
        if self.is_fine:
            return None
        return self.wrong[0] if self.wrong else "exit %d: %s" % (self.status, self.output.strip()[-200:].replace("\n", " "))


def ask(name, model, *options, timeout=100, directory=None):
    """Asks the program of this name about a model."""
    try:
        ran = subprocess.run([program(name), model, *options], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                             errors="replace", timeout=timeout, cwd=directory, stdin=subprocess.DEVNULL)
    except subprocess.TimeoutExpired:
        return Answer(SLOW, "no answer within %d s" % timeout)
    return Answer(ran.returncode, ran.stdout)


class Job:
    """A random model and how to ask about it: ask(path, *options, seed) gives an Answer."""
    def __init__(self, kind, seed, ask, options, directory):
        self.kind, self.seed, self.ask, self.directory = kind, seed, ask, directory
        model = kinds.BY_NAME[kind].generate(seed)
        asked = kinds.BY_NAME[kind].conditions(model)
        self.options = [*options, *(word for text in asked[:CONDITIONS] for word in ("--reach", text))]

    def judge(self, text):
        path = os.path.join(self.directory, "w%d%s" % (os.getpid(), kinds.BY_NAME[self.kind].ending))
        with open(path, "w") as f:
            f.write(text)
        return self.ask(path, *self.options, seed=self.seed)

    def run(self):
        kind = kinds.BY_NAME[self.kind]
        return self, self.judge(kind.render(kind.generate(self.seed)))

    def minimise(self, answer):
        """Writes the smallest model found with the same class of problem; returns the name of the file."""
        kind = kinds.BY_NAME[self.kind]
        text = kind.shrink(kind.generate(self.seed), lambda text: self.judge(text).class_ == answer.class_, TRIES)
        os.makedirs(fuzz.FOUND, exist_ok=True)
        name = os.path.join(fuzz.FOUND, "%s-%d%s" % (re.sub(r"\W+", "-", answer.class_), self.seed, kind.ending))
        with open(name, "w") as f:
            f.write("%s %s\n%s" % (kind.comment, self.judge(text).problem, text))
        return name


def jobs(arguments, ask, options, directory):
    start = time.monotonic()
    seed = arguments.seed
    while arguments.count is None or seed < arguments.seed + arguments.count:
        if arguments.time and time.monotonic() - start > arguments.time:
            return
        yield Job(arguments.kinds[seed % len(arguments.kinds)], seed, ask, options, directory)
        seed += 1


def outcomes(arguments, ask, options, directory):
    with multiprocessing.Pool(arguments.jobs) as pool:
        waiting = collections.deque()
        for job in jobs(arguments, ask, options, directory):
            waiting.append(pool.apply_async(job.run))
            while len(waiting) > 4 * arguments.jobs:
                yield waiting.popleft().get()
        while waiting:
            yield waiting.popleft().get()


def run(arguments, ask, options):
    count, classes = collections.Counter(), collections.Counter()
    start = time.monotonic()
    directory = fuzz.work_directory()
    try:
        for job, answer in outcomes(arguments, ask, options, directory):
            how = {LARGE: "large", UNREADABLE: "unreadable", SLOW: "slow"}.get(answer.status, "fine" if answer.is_fine else "wrong")
            count["%s %s" % (job.kind, how)] += 1
            if answer.is_fine or answer.status == SLOW:
                continue
            classes[answer.class_] += 1
            print("%s, seed %d: %s" % (job.kind, job.seed, answer.problem), flush=True)
            if classes[answer.class_] <= 2 and not arguments.no_shrink:
                print("  smallest: %s" % job.minimise(answer), flush=True)
    finally:
        shutil.rmtree(directory, ignore_errors=True)
    print("%d models in %.0f s: %s %s" % (count.total(), time.monotonic() - start, dict(count), dict(classes) or ""))
    return 1 if classes else 0


def main(text, ask, usual):
    """text: of the script. ask: see Job. usual: options for it, which others behind -- can override."""
    arguments = sys.argv[1:]
    cut = arguments.index("--") if "--" in arguments else len(arguments)
    parser = argparse.ArgumentParser(description=text, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, default=int(time.time()) % 1000000 * 1000)
    parser.add_argument("--count", type=int)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--time", type=float)
    parser.add_argument("--kinds", type=lambda names: names.split(","), default=list(kinds.BY_NAME))
    parser.add_argument("--no-shrink", action="store_true")
    parsed = parser.parse_args(arguments[:cut])
    if parsed.count is None and parsed.time is None:
        parsed.time = 60
    print("first seed %d" % parsed.seed)
    return run(parsed, ask, usual + arguments[cut + 1:])
