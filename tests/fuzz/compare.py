"""Compares what SPIN and Beeline say of one model.

A Difference has a class (what the shrinker keeps constant) and a text for people. What is compared:
  refused    Beeline does not read a model that spin reads            internal   exit 70, a crash, no JSON
  verdict    error or none (bfs and dfs)                               kind       what sort of error
  census     number of states                                          length     shortest trace, per property
  trail      spin -t replays Beeline's trail to the same error         replay     beeline replay agrees with itself
  pan-trail  beeline replay accepts pan's own trail

Where SPIN's answer is not evidence (and the comparison is left out):
- census: after an error other than a failed assertion or an invalid end state, pan stops (Uerror) or reads wild memory;
- lengths: same, when the error is one that stops pan. An index out of range is compared by length if it is the only
  kind: until the first one, pan is right;
- kind: when pan was stopped by such an error, another may come first in breadth-first order; then the trail, replayed
  by spin, is the evidence.
- pan does not ask whether the process of a remote reference is of the type it names; the generator avoids those.
- SPIN's own breadth-first search is not used at all: it misses deadlocks with a blocked rendezvous send, and adds a bogus
  step to the trail of a deadlock.
"""
import os

import beeline
import spin

PLAIN = {"assertion", "deadlock"}


class Difference(Exception):
    def __init__(self, class_, text):
        super().__init__("%s: %s" % (class_, text))
        self.class_ = class_
        self.text = text


def reference(directory, text, timeout=5):
    """SPIN's side: a Reference. Raises spin.Rejected, spin.TooBig."""
    return Reference(spin.Verifier(directory, text), timeout)


class Reference:
    def __init__(self, verifier, timeout=5, depth=20000, width=14):
        self.verifier = verifier
        how = {"timeout": timeout, "depth": depth, "width": width}
        census = verifier.pan("-c0", **how)
        self.crash = census.crash
        self.kinds = set(census.kinds)
        self.is_error = bool(census.errors or census.crash)
        self.is_plain = self.kinds <= PLAIN and not census.crash
        self.states = census.states if self.is_plain else None
        self.message = census.message or census.crash
        self.lengths = {}
        self.trails = {}
        if self.is_plain and self.is_error:
            for name, kind, option in (("assert", "assertion", "-E"), ("deadlock", "deadlock", "-A")):
                if kind in self.kinds:
                    self.lengths[name], self.trails[name] = verifier.shortest(option, **how)
            shortest = min((n, name) for name, n in self.lengths.items() if n is not None)
            self.lengths["all"], self.trails["all"] = shortest[0], self.trails[shortest[1]]
        elif self.kinds == {"index"} and not self.crash:
            self.lengths["all"], _ = verifier.shortest(**how)

    def describe(self):
        if not self.is_error:
            return "no error, %s states" % self.states
        lengths = ", ".join("%s %s" % item for item in sorted(self.lengths.items()))
        return "%s (%s), shortest: %s, %s states" % (self.message, ", ".join(sorted(self.kinds)), lengths or "-", self.states)


def perturbed(answer, mutant):
    """For the test of the comparison itself: an answer that is wrong in one way."""
    if mutant == "verdict":
        answer.verdict = {"satisfied": "violated", "violated": "satisfied"}.get(answer.verdict)
    elif mutant == "census" and answer.census is not None:
        answer.census += 1
    elif mutant == "length" and answer.length is not None:
        answer.length += 1
    elif mutant == "kind" and answer.kind:
        answer.kind = {"assertion": "deadlock"}.get(answer.kind, "assertion")
    return answer


MUTANTS = ["verdict", "census", "length", "kind", "trail"]


class Comparison:
    def __init__(self, directory, model, known, mutant=None, flags=(), timeout=30):
        self.directory = directory
        self.model = model
        self.known = known
        self.mutant = mutant
        self.flags = list(flags)
        self.timeout = timeout

    def ask(self, *options):
        answer = beeline.check(self.model, *self.flags, *beeline.safety(options), directory=self.directory, timeout=self.timeout)
        if answer.status in (24, 65):
            raise Difference("refused", "exit %d: %s" % (answer.status, answer.complaint))
        if answer.crash or answer.status not in (0, 10, 20) or answer.document is None or "Sanitizer" in answer.stderr:
            raise Difference("internal", "%s: exit %d: %s" % (" ".join(options), answer.status, answer.complaint))
        return perturbed(answer, self.mutant)

    def run(self):
        self.verdicts()
        if self.known.states is not None:
            census = self.ask("--search", "bfs", "--reduce", "none", "--census").census
            if census != self.known.states:
                raise Difference("census", "SPIN %s states, Beeline %s" % (self.known.states, census))
        self.lengths()

    def verdicts(self):
        known = self.known
        want = "violated" if known.is_error else "satisfied"
        trail = os.path.join(self.directory, "beeline.trail")
        itf = os.path.join(self.directory, "beeline.itf.json")
        for name in (trail, itf):
            if os.path.exists(name):
                os.remove(name)
        first = self.ask("--search", "bfs", "--trace", "trail=" + trail, "--trace", "itf=" + itf)
        if first.verdict != want:
            raise Difference("verdict", "SPIN: %s; Beeline: %s %s" % (known.describe(), first.verdict, first.kind))
        for options in (["--search", "dfs"], ["--search", "dfs", "--reduce", "por"], ["--search", "bfs", "--reduce", "por"]):
            other = self.ask(*options)
            if other.verdict != want:
                raise Difference("verdict", "%s: %s, bfs: %s" % (" ".join(options), other.verdict, first.verdict))
        if not known.is_error:
            return
        if not first.replayed or not first.shortest:
            raise Difference("replay", "bfs: replayed %s, shortest %s" % (first.replayed, first.shortest))
        self.kinds(first)
        self.replays(first, trail, itf)

    def kinds(self, first):
        known = self.known
        if (known.is_plain or known.kinds <= PLAIN | {"index"}) and not known.crash and first.kind not in known.kinds:
            raise Difference("kind", "SPIN %s, Beeline %s" % (sorted(known.kinds), first.kind))
        if known.lengths.get("all") is not None and first.length != known.lengths["all"]:
            raise Difference("length", "SPIN %s, Beeline %s" % (known.lengths["all"], first.length))

    def replays(self, first, trail, itf):
        if self.mutant == "trail":
            with open(trail) as f:
                lines = f.read().splitlines()
            with open(trail, "w") as f:
                f.write("\n".join(lines[:-1]) + "\n")
        self.follow(first, trail, "pan -r", self.known.verifier.follow)
        self.follow(first, trail, "spin -t", lambda path: spin.replay(self.directory, self.model, path, self.flags))
        for name in (trail, itf):
            self.replay(name, first.kind)
        pan_trail = self.known.trails.get("all")
        if pan_trail and self.known.is_plain:
            name = os.path.join(self.directory, "pan.trail")
            with open(name, "w") as f:
                f.write(pan_trail)
            self.replay(name, None, "pan-trail")

    def follow(self, first, trail, who, replay):
        """Whether pan -r and spin -t get to the same error. Neither is quite the verifier (pan -r does not keep _last, the
        simulator takes a rendezvous channel for full and an array of bits for bits): one that does not follow pan's own
        trail either is no judge."""
        steps, kind, _ = replay(trail)
        if first.kind not in PLAIN or (steps, kind) == (first.length, first.kind):
            return
        path = os.path.join(self.directory, "other.trail")
        for name, text in self.known.trails.items():
            if text:
                with open(path, "w") as f:
                    f.write(text)
                own_steps, own_kind, _ = replay(path)
                if own_steps != self.known.lengths[name] or name != "all" and not (own_kind or "").startswith(name):
                    return
        raise Difference("trail", "%s in %d steps; %s: %s in %d steps" % (first.kind, first.length, who, kind, steps))

    def replay(self, name, kind, class_="replay"):
        answer = beeline.run(["replay", self.model, name, "--json"] + self.flags, directory=self.directory, timeout=self.timeout)
        if answer.status != 10 or kind and answer.kind != kind:
            raise Difference(class_, "replay of %s: exit %d %s, wanted 10 %s: %s"
                             % (os.path.basename(name), answer.status, answer.kind, kind, answer.complaint))

    def lengths(self):
        """Where both kinds of error exist, each on its own."""
        if self.known.kinds != PLAIN:
            return
        for name in ("assert", "deadlock"):
            answer = self.ask("--search", "bfs", "--property", name)
            if answer.length != self.known.lengths[name]:
                raise Difference("length", "--property %s: SPIN %s, Beeline %s" % (name, self.known.lengths[name], answer.length))


def compare(directory, text, mutant=None, timeout=5):
    """Returns None if both agree; raises Difference, spin.Rejected or spin.TooBig."""
    known = reference(directory, text, timeout)
    Comparison(directory, "m.pml", known, mutant).run()
    return known
