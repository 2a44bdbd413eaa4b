"""Asks SPIN about a model: how many states, which errors, how short.

Facts about SPIN 6.5.2 that this file relies on:
- `-o1 -o2 -o3` switch off what changes the number of states or the steps of a trail (dead variables, merging).
- pan writes its trail to <model>.trail; a line `step:pid:number` with step >= 0 is one executed statement.
- with -DREACH, `pan -i` goes on with a smaller depth after each error. The last depth it prints is the number of steps of
  the shortest one it saw; the trail it leaves may be longer (an index error is reported again when the step is undone).
- at depths >= limit - 1 pan looks for no invalid end states, so `pan -i` may miss a deadlock that is one step shorter.
- an error found by uerror() is passed with -c0; one found by Uerror() ends the search, so that there is no census.
- a failing array index is an assertion for pan ("invalid array index"), and with -c0 it goes on with a wild access.
- tcc compiles a verifier in about 15 ms, gcc -O0 in about 250 ms.
"""
import os
import re
import shutil
import signal
import subprocess

OPTIONS = ["-o1", "-o2", "-o3"]
DEFINES = ["-DSAFETY", "-DNOREDUCE", "-DNOCLAIM", "-DREACH", "-DMEMLIM=512"]

# The words of pan, and of spin -t, for each kind of error.
KINDS = [
    ("acceptance cycle", "acceptance"),
    ("accept stutter", "acceptance"),
    ("non-progress cycle", "non-progress"),
    ("claim violated", "claim"),
    ("end state in claim reached", "claim"),
    ("invalid array index", "index"),
    ("assertion violated", "assertion"),
    ("invalid end state", "deadlock"),
    ("block in d_step seq", "blocked"),
    ("too many processes", "processes"),
    ("too many queues", "channels"),
    ("uninitialized chan name", "channel"),
    ("bad queue", "channel"),
    ("unknown qid", "channel"),
    ("too few parameters", "fields"),
    ("too many parameters", "fields"),
    ("missing pars", "fields"),
    ("too many fields", "fields"),
    ("wrong nr of msg fields", "fields"),
    ("rv-attempt in d_step", "rendezvous"),
    ("rendezvous in d_step", "rendezvous"),
    ("non-determinism in D_proctype", "choice"),
    ("event_trace", "trace"),
    ("depth limit reached", "depth"),
]


# What spin -t says when a trail does not fit the model.
LOST = re.compile(r"transition failed|transition \d+ not found|Recovered at|doesn't match spec")


def installed():
    return shutil.which("spin") is not None and compiler() is not None


def compiler():
    for name, command in (("tcc", ["tcc", "-w"]), ("gcc", ["gcc", "-O0", "-w"]), ("cc", ["cc", "-O0", "-w"])):
        if shutil.which(name):
            return command
    return None


def kind_of(text):
    for words, kind in KINDS:
        if words in text:
            return kind
    return "other"


class Rejected(Exception):
    """spin does not accept the model."""


class TooBig(Exception):
    """The verifier ran out of time, depth or memory."""


class Verifier:
    """A compiled pan in a directory of its own. The model's text is written there as m.pml unless it is a file."""

    def __init__(self, directory, text=None, path=None, flags=(), defines=DEFINES, compile_with=None, timeout=30,
                 strict=True):
        self.directory = directory
        self.model = "m.pml"
        if text is not None:
            with open(os.path.join(directory, self.model), "w") as f:
                f.write(text)
        else:
            folder, self.model = os.path.split(os.path.abspath(path))
            for name in os.listdir(folder):
                source = os.path.join(folder, name)
                if os.path.isfile(source) and not os.path.lexists(os.path.join(directory, name)):
                    os.symlink(source, os.path.join(directory, name))
        self.flags = list(flags)
        for name in ("pan.c", "pan"):
            if os.path.exists(os.path.join(directory, name)):
                os.remove(os.path.join(directory, name))
        made = self.run(["spin", "-a"] + OPTIONS + self.flags + [self.model], timeout)
        text = made.stdout + made.stderr
        if strict and made.returncode != 0 or not os.path.exists(os.path.join(directory, "pan.c")):
            raise Rejected(text.strip())
        self.build(defines, compile_with, timeout)

    def build(self, defines, compile_with=None, timeout=30, program="pan"):
        """Compiles pan.c, perhaps once more with other definitions."""
        built = self.run((compile_with or compiler()) + list(defines) + ["-o", program, "pan.c"], timeout)
        if built.returncode != 0:
            raise Rejected("pan.c does not compile: " + (built.stdout + built.stderr).strip())

    def run(self, command, timeout):
        try:
            return subprocess.run(command, cwd=self.directory, capture_output=True, text=True, errors="replace",
                                  timeout=timeout, stdin=subprocess.DEVNULL)
        except subprocess.TimeoutExpired:
            raise TooBig("%s took more than %d s" % (command[0], timeout))

    def pan(self, *options, depth=20000, width=14, timeout=5, program="pan"):
        """Runs pan; returns its Answer."""
        trail = os.path.join(self.directory, self.model + ".trail")
        if os.path.exists(trail):
            os.remove(trail)
        ran = self.run(["./" + program, "-m%d" % depth, "-w%d" % width] + list(options), timeout)
        return Answer(ran, trail, bounded="-i" not in options)

    def shortest(self, *options, **how):
        """(steps of the shortest error or None, its trail or None). Options may be -E (assertions only) or -A (deadlocks only);
        with neither, the result may be one too long if it is a deadlock."""
        found = self.pan("-i", *options, **how)
        if "-A" in options and found.bound is not None:
            again = self.pan("-i", *options, **dict(how, depth=found.bound + 1))
            if again.bound is not None:
                found = again
        return found.bound, found.trail if found.steps == found.bound else None

    def follow(self, trail, timeout=20):
        """Runs `pan -r` on a trail file, which is stricter than spin -t. Returns (steps, kind, output)."""
        ran = self.run(["./pan", "-w10", "-m20000", "-r", trail], timeout)  # with its usual table it starts slowly
        return trail_end(ran.stdout + ran.stderr)


class Answer:
    """What a run of pan said: errors, states, crash (the signal or None), kind and depth of the last error, steps."""

    def __init__(self, ran, trail, bounded):
        out = ran.stdout + ran.stderr
        self.output = out
        if bounded and "max search depth too small" in out or "memory" in out and "reached -DMEMLIM" in out:
            raise TooBig("depth or memory")
        refused = re.search(r"^error: (proctype .*)", out, re.M)  # a self-loop, two elses: found when pan starts
        if refused:
            raise Rejected("pan: " + refused.group(1))
        self.crash = signal.Signals(-ran.returncode).name if ran.returncode < 0 else None
        found = re.search(r"errors: (\d+)", out)
        self.errors = int(found.group(1)) if found else 0
        found = re.search(r"(\S+) states, stored", out)
        self.states = int(float(found.group(1))) if found else None
        messages = re.findall(r"^pan:\d+: (.*?) \(at depth -?\d+\)", out, re.M)
        self.kinds = [kind_of(m) for m in messages]
        self.message = messages[0] if messages else None
        bounds = re.findall(r"reducing search depth to (\d+)", out)
        self.bound = int(bounds[-1]) if bounds else None
        self.steps = None
        self.trail = None
        if os.path.exists(trail):
            with open(trail) as f:
                self.trail = f.read()
            self.steps = count_steps(self.trail)


def count_steps(trail):
    return sum(1 for line in trail.splitlines() if line and not line.startswith("-"))


def replay(directory, model, trail, flags=(), timeout=20):
    """Runs `spin -t -p` on a trail file. Returns (steps taken, kind of the error it ended in or None, output)."""
    try:
        ran = subprocess.run(["spin", "-t", "-p", "-k", trail] + list(flags) + [model], cwd=directory,
                             capture_output=True, text=True, errors="replace", timeout=timeout,
                             stdin=subprocess.DEVNULL)
    except subprocess.TimeoutExpired:
        return 0, None, "spin -t took more than %d s" % timeout
    out = ran.stdout + ran.stderr
    return trail_end(out)


def trail_end(out):
    ended = re.search(r"trail ends after (\d+) steps", out)
    steps = int(ended.group(1)) if ended and not LOST.search(out) else 0
    return steps, kind_of_replay(out), out


def kind_of_replay(out):
    if "assertion violated" in out and "invalid array index" not in out:
        return "assertion"
    if "invalid array index" in out or "indexing array" in out or re.search(r"indexing \S+ - size is", out):
        return "index"
    if re.search(r"trail ends after \d+ steps", out):
        return "deadlock"
    return None
