"""Compares what SPIN and Beeline say of the liveness of one model: its ltl formulas, never claims, accept and progress labels.

A Difference has a class, as in compare.py:
  refused    Beeline does not read what spin reads                     internal   exit 70, a crash, no JSON
  verdict    the program by itself, against pan                        search     a search for cycles, against pan or another one
  fair       the same under weak fairness (pan -f)                     undecided  no answer where pan has one
  replay     a violation that Beeline has not replayed                 trail      spin -t does not follow Beeline's trail
  shortest   a lasso proved shortest is longer than what `pan -i` has  reduced    pan with and without reduction disagree
All models are asked for verdicts; of the searches, trails, lengths and formulas with X, each model gets a sample.

Where pan's answer is not evidence, and what is compared instead:
- a run-time fault (index, channel ...) stops pan: nothing is compared. Beeline calls such a result undecided;
- an "acceptance cycle" whose trail does not say where the cycle begins is none: pan reports it at times where the model is stuck
  inside an atomic sequence and the claim cannot move either;
- weak fairness with rendezvous: pan takes a process that waits to receive for one that cannot move, so it calls more
  executions fair. What Beeline finds pan must find, but not the reverse;
- weak fairness where all processes are stuck: pan -f misses cycles of the claim alone that are not accepting all the time,
  such as those of !<>[]p, which pan -a finds. Where no process can move, every execution is fair;
- pan -f reports "accept stutter" in final states where no process is at an accept label;
- pan -l -f misses cycles that pan -a -f finds with `never { do :: true :: np_ -> break od; accept: do :: np_ od }`;
- weak fairness with provided: pan -f takes a process that its provided clause stops for one that is treated unfairly;
- spin -t takes a rendezvous channel for full, and cuts the values in arrays of bits: it does not follow such trails.
Reported, though pan is wrong, because nothing tells them apart (about 1 in 10,000 pairs):
- pan -a takes steps of the claim alone in a final state for a cycle, although the claim does not come back to where it was;
- pan -a -f misses a cycle if the process that takes it could also leave it: `do :: x = x :: break od` beside one that has ended.
"""
import os
import random
import re
import zlib

import beeline
import spin
from compare import Difference

FULL = ["-DNOREDUCE", "-DNFAIR=3", "-DMEMLIM=512"]
REDUCED = ["-DNFAIR=3", "-DMEMLIM=512"]
VIOLATED = {"acceptance", "non-progress", "claim", "assertion"}
LIMIT = 5  # seconds, after which an answer need not be proved shortest
MUTANTS = ["verdict", "trail", "shortest"]

# Made of two formulas, with X: spin reads no X, so our searches are compared with each other.
NEXT = ["X (%s)", "[] ((%s) -> X (%s))", "<> ((%s) && X (%s))", "(%s) U X (%s)", "[] <> X (%s)", "X X (%s) || (%s)"]

# The searches for cycles, and how they are asked for.
SEARCHES = {
    "ndfs": ["--search", "ndfs"],
    "ndfs-improved": ["--search", "ndfs-improved"],
    "scc": ["--search", "scc"],
    "lasso": ["--search", "lasso"],
}


FAIR = ["scc"]  # those that look for fair cycles
FINITE = ["bfs", "dfs", "astar", "greedy"]


class Model:
    """What there is to ask, read from the text: so that a model can be made smaller, or come from a file."""

    def __init__(self, text):
        self.text = text
        self.formulas = dict(re.findall(r"^\s*ltl (\w+)\s*\{([^}]*)\}", text, re.M))
        self.ltl = list(self.formulas)
        self.never = re.findall(r"^\s*never (\w+)", text, re.M)
        program = re.split(r"^\s*(?:ltl|never) ", text, flags=re.M)[0]
        self.has_asserts = "assert(" in program
        self.has_rendezvous = bool(re.search(r"=\s*\[0\]", program))
        self.has_provided = "provided" in program
        self.is_followed = not (self.has_rendezvous and re.search(r"(full|empty)\(", text)
                                or re.search(r"\b(bit|bool) \w+\s*\[", program))
        self.has_remote_variables = bool(re.search(r"P\d+(?:\[\d+\])?:\w", text))
        self.labels = [kind for kind in ("accept", "progress") if re.search(r"\b%s\w*:" % kind, program)]
        self.random = random.Random(zlib.crc32(text.encode()))  # which part of a sample is taken

    def questions(self):
        """Names of properties: claims, or the labels of a model without claims."""
        return self.ltl + self.never or self.labels


class Reference:
    """pan's verdicts: verdicts[name, is_fair] = "violated", "satisfied" or None (no evidence)."""

    def __init__(self, directory, model, timeout):
        self.model = model
        self.how = {"timeout": timeout, "depth": 1500}
        self.verifier = spin.Verifier(directory, model.text, defines=FULL, timeout=2)  # some formulas take spin minutes
        self.programs = {"progress": self.build("pan-np", ["-DNP"])} if "progress" in model.questions() else {}
        self.verdicts = {}
        self.states = 0
        for name in model.questions():
            for is_fair in (False, True):
                self.verdicts[name, is_fair] = self.ask(name, is_fair)

    def build(self, program, defines):
        self.verifier.build(FULL + defines, program=program)
        return program

    def options(self, name, is_fair):
        options = ["-l" if name == "progress" else "-a", "-E", "-b"]
        if name not in self.model.labels:
            options += ["-N", name]
        return options + ["-A"] * self.model.has_asserts + ["-f"] * is_fair

    def ask(self, name, is_fair, program=None):
        answer = self.verifier.pan(*self.options(name, is_fair), program=program or self.programs.get(name, "pan"), **self.how)
        self.states += answer.states or 0
        if "depth" in answer.kinds:
            raise spin.TooBig("depth")
        if answer.crash or not set(answer.kinds) <= VIOLATED or "cycle" in (answer.message or "") and "-1:-1:-1" not in (answer.trail or ""):
            return None
        if is_fair and "accept stutter" in (answer.message or ""):
            return None
        return "violated" if answer.errors else "satisfied"

    def reduced(self):
        """pan's own reduction must not change its answers; where it does, it is no judge of ours."""
        if self.model.has_remote_variables:
            return
        self.verifier.build(REDUCED, program="pan-reduced")
        for name in self.model.ltl:
            answer = self.ask(name, False, "pan-reduced")
            if answer != self.verdicts[name, False]:
                raise Difference("reduced", "%s: pan -DNOREDUCE %s, with reduction %s" % (name, self.verdicts[name, False], answer))

    def shortest(self, name):
        """System steps of the shortest violation that `pan -i` comes upon, or None. It is not made for cycles, and at times leaves a
        trail that is none: without the line that begins it, the trail must end in a failed assertion of the claim."""
        answer = self.verifier.pan("-i", *(word for word in self.options(name, False) if word != "-b"), **self.how)
        if not answer.errors or not answer.trail:
            return None
        path = os.path.join(self.verifier.directory, "shortest.trail")
        with open(path, "w") as f:
            f.write(answer.trail)
        if "-1:-1:-1" not in answer.trail and (self.model.has_asserts or "assertion violated" not in spin.replay(
                self.verifier.directory, "m.pml", path)[2]):
            return None
        return system_steps(answer.trail, has_claim=name != "accept")


def system_steps(trail, has_claim=True):
    """Steps of the model: with a claim, that is process 0."""
    steps = [line.split(":") for line in trail.splitlines() if re.match(r"\d+:\d+:\d+$", line)]
    return sum(1 for _, process, _ in steps if process != "0" or not has_claim)


def cycle_problem(out, loop):
    """What is wrong with what spin -t printed of a lasso; None = nothing. loop: steps of its loop, None = there is none."""
    lost = spin.LOST.search(out)
    if lost or not re.search(r"trail ends after -?\d+ steps|assertion violated", out):
        return "spin -t does not follow: %s" % (lost.group(0) if lost else " ".join(out.split())[-100:])
    if loop and "<<<<<START OF CYCLE>>>>>" not in out:
        return "spin -t sees no cycle"
    return None


def named(property_):
    """The name by which a property is asked for."""
    return "accept" if property_["kind"] == "acceptance" else property_["name"] or property_["kind"]


class Comparison:
    def __init__(self, directory, model, known, mutant=None, timeout=30):
        self.directory = directory
        self.model = model
        self.known = known
        self.mutant = mutant
        self.timeout = timeout
        self.said = {}  # (name, is_fair): the first verdict of ours, and whose it is

    def check(self, names, *options):
        chosen = [word for name in names for word in ("--property", name)]
        return beeline.check("m.pml", *chosen, *options, "--time-limit", str(LIMIT), directory=self.directory, timeout=self.timeout)

    def ask(self, names, *options):
        """{name: result} of one run of the program for some questions."""
        answer = self.check(names, *options)
        said = " ".join(options) + ": exit %d: %s" % (answer.status, answer.complaint)
        if answer.status == 64 and "--fair makes no difference" in answer.stderr:
            return {}
        if answer.status in (64, 65):
            raise Difference("refused", said)
        if answer.crash or answer.document is None or answer.status not in (0, 10, 20, 21, 24) or "Sanitizer" in answer.stderr:
            raise Difference("internal", said)
        results = {named(result["property"]): result for result in answer.document["results"]}
        if not names:  # asked by a formula, which is printed in another way
            return {options[0]: answer.result}
        for name in names:
            if name not in results:
                raise Difference("internal", "%s: no result for %s, only %s" % (said, name, ", ".join(results)))
            if self.mutant == "verdict":
                results[name]["verdict"] = {"satisfied": "violated", "violated": "satisfied"}.get(results[name]["verdict"])
        return results

    def judge(self, class_, results, is_fair, how):
        for name, result in results.items():
            known, verdict = self.known.verdicts.get((name, is_fair)), result["verdict"]
            if verdict not in ("satisfied", "violated"):
                if result.get("reason") not in ("fault", "time" if "--search" in how else ""):
                    raise Difference("undecided", "%s: %s: %s %s" % (name, how, result.get("reason"), result.get("why")))
                continue
            if known not in (verdict, None) and not (is_fair and self.is_excused(name, result)):
                raise Difference(class_, "%s: pan %s, %s %s" % (name, known, how, verdict))
            if verdict == "violated" and not result["trace"]["replayed"]:
                raise Difference("replay", "%s: %s: the trace is not replayed" % (name, how))
            before, by = self.said.setdefault((name, is_fair), (verdict, how))
            if verdict != before:
                raise Difference("search", "%s: %s %s, %s %s" % (name, by, before, how, verdict))

    def is_excused(self, name, result):
        """Is pan -f no judge of this?"""
        if result["verdict"] == "violated" and name == "progress":
            return True
        if result["verdict"] == "satisfied":
            return self.model.has_rendezvous
        return self.model.has_provided or not result["trace"]["loop"] and self.known.verdicts[name, False] != "satisfied"

    def run(self):
        names = self.model.questions()
        chance = self.model.random
        results = self.ask(names)
        self.judge("verdict", results, False, "beeline")
        self.judge("fair", self.ask(names, "--fair"), True, "beeline --fair")
        # What a finite execution shows is not a question for a search for cycles.
        cycles = [name for name in names if results[name]["search"]["search"] in SEARCHES]
        for search in chance.sample(list(SEARCHES), 2):
            self.search(search, cycles)
        self.search(chance.choice(FINITE), [name for name in names if name not in cycles])
        if self.model.ltl and chance.random() < 0.3:
            self.next()
        violated = [name for name in names if self.known.verdicts[name, False] == "violated"]
        if violated and self.model.is_followed and chance.random() < 0.5:
            self.trail(chance.choice(violated))
        if violated and chance.random() < 0.5:
            self.shortest(chance.choice(violated))

    def search(self, search, names):
        """One search, with a reduction or under weak fairness. Reduction needs a claim that does not notice repeated states."""
        chance = self.model.random
        is_fair = search in FAIR and chance.random() < 0.3
        reduce = "none" if is_fair else chance.choice(["none", "por"])
        asked = [name for name in names if reduce == "none" or name in self.model.ltl]
        how = [*SEARCHES.get(search, ["--search", search]), "--reduce", reduce, "--first"] + ["--fair"] * is_fair
        if asked:
            self.judge("search", self.ask(asked, *how), is_fair, " ".join(how))

    def next(self):
        """A formula with X: the program by itself, and two searches."""
        chance = self.model.random
        shape = chance.choice(NEXT)
        formula = shape % tuple(chance.choice(list(self.model.formulas.values())).strip() for _ in range(shape.count("%s")))
        result = self.ask([], formula)[formula]
        self.judge("search", {formula: result}, False, "beeline")
        for search in chance.sample(list(SEARCHES) if result["search"]["search"] in SEARCHES else FINITE, 2):
            how = [*SEARCHES.get(search, ["--search", search]), "--first"]
            self.judge("search", {formula: self.ask([], formula, *how)[formula]}, False, " ".join(how))

    def trail(self, name):
        """spin -t follows Beeline's trail to its end."""
        path = os.path.join(self.directory, "beeline.trail")
        if os.path.exists(path):
            os.remove(path)
        result = self.ask([name], "--trace", "trail=" + path)[name]
        if result["verdict"] != "violated":
            return
        if self.mutant == "trail":
            with open(path) as f:
                lines = f.read().splitlines()
            with open(path, "w") as f:
                f.write("\n".join(line for line in lines if line != lines[-2]) + "\n")
        _, _, out = spin.replay(self.directory, "m.pml", path)
        problem = cycle_problem(out, result["trace"]["loop"])
        if problem:
            raise Difference("trail", "%s: %s" % (name, problem))
        replayed = beeline.run(["replay", "m.pml", path, "--json", "--property", name], directory=self.directory, timeout=self.timeout)
        if replayed.status != 10:
            raise Difference("trail", "%s: beeline replay: exit %d: %s" % (name, replayed.status, replayed.complaint))

    def shortest(self, name):
        theirs = self.known.shortest(name)
        if theirs is None:
            return
        trace = self.ask([name], "--shortest")[name]["trace"]
        if not trace or not trace["shortest"]:
            return  # no proof in time; the verdict has been compared
        length = trace["length"] + 1000 * (self.mutant == "shortest")
        # A formula's claim that is not tight may need more steps than spin's; a never claim is the same for both.
        comparable = trace.get("tight") or name not in self.model.ltl or self.mutant == "shortest"
        if length > theirs and comparable:
            raise Difference("shortest", "%s: pan -i %d steps, beeline --shortest %s" % (name, theirs, length))


def compare(directory, text, mutant=None, timeout=5):
    """Returns the Reference if both agree; raises Difference, spin.Rejected or spin.TooBig."""
    model = Model(text)
    if not model.questions():
        raise spin.Rejected("nothing to ask")
    known = Reference(directory, model, timeout)
    if model.random.random() < 0.2:
        known.reduced()
    Comparison(directory, model, known, mutant).run()
    return known
