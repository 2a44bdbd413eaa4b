"""Random small Promela models with what liveness asks of them: ltl formulas, never claims, accept and progress labels.

Same seed, same text. A model has either claims (several: they share the work of making the verifier) or labels:
- with claims, no process has an accept label: pan -a counts those as acceptance of the claim as well;
- asserts of a model are not part of a claim, so pan is told to ignore them (-A). It then ignores those of claims, too, with
  which `ltl` blocks are built: a model with asserts has only never claims without them;
- pan counts the claim as a process, so that _nr_pr depends on what is asked: there is none;
- no priorities, no wrong indices or divisors (the model would end in a fault instead of an answer), no X (spin refuses it).
"""
import re

from generate import Generator
from tree import Node, expr, number, render, seq, stmt, walk, wrap

CLAIMS = 6
WEIGHT = 4  # of a formula, at most
UNARY = ["[]", "[]", "<>", "<>", "[] <>", "<> []", "!"]
BINARY = ["U", "U", "W", "V", "&&", "||", "->", "<->"]
# Shapes that people write: {0}, {1}, {2} are atoms.
PATTERNS = [
    "[] ({0} -> <> {1})", "[] <> {0} -> [] <> {1}", "<> [] {0}", "[] <> {0}", "[] {0}", "<> {0}", "! <> {0}",
    "[] ({0} -> ({1} U {2}))", "[] (({0} && ! {1}) -> ({2} W {1}))", "<> {0} -> (! {0} U {1})", "[] ({0} -> [] {1})",
    "<> ({0} && <> {1})", "(<> [] {0}) || ([] <> {1})", "! ([] <> {0} && [] <> {1})", "[] ({0} -> <> [] {1})", "{0} U ({1} U {2})",
    "{0} V {1}", "[] ({0} || <> {1})", "<> {0} && <> {1}", "{0} W {1}",
]


class Live(Generator):
    STATEMENTS = 4

    def __init__(self, seed):
        super().__init__(seed)
        self.risky = self.priorities = self.uses_last = False
        self.remotes = True  # so that only init starts processes: elsewhere it would take _nr_pr to limit their number
        self.has_claims = self.chance(0.8)
        self.has_asserts = self.has_claims and self.chance(0.12)
        self.LABELS = ["L", "L", "end", "progress"] if self.has_claims else ["accept", "accept", "progress", "progress", "L", "end"]

    def special(self, scope):
        return expr("_pid")

    def proctype(self, proc):
        unit = super().proctype(proc)
        if self.chance(0.7):
            self.repeat(unit.parts[-2])
        if not self.has_claims and self.chance(0.7):
            self.label(unit.parts[-2], proc)
        return unit

    def repeat(self, body):
        """Puts the statements of a process into a loop."""
        declarations = [part for part in body.parts if part.kind == "decl"]
        rest = [part for part in body.parts if part.kind != "decl"]
        options = [seq([stmt(self.condition(self.globals)) if self.chance(0.5) else stmt("true")] + rest)]
        if self.chance(0.3):
            options.append(seq([self.assign(self.globals)]))
        if self.chance(0.15):
            options.append(seq([stmt(self.condition(self.globals)), stmt("break")]))
        body.parts = declarations + [Node("choice", options, "do")]

    def label(self, body, proc):
        last = body.parts[-1]
        parts = last.parts[0].parts if last.kind == "choice" else body.parts
        at = self.random.randrange(1, len(parts)) if len(parts) > 1 else 0
        if parts[at].kind in ("stmt", "choice") and (at or parts is body.parts):
            parts[at] = wrap("%s%d: " % (self.pick(self.LABELS), 50 + len(proc.labels)), parts[at])

    # Formulas

    def atom(self, is_never=False):
        """In an ltl block spin does not read empty(q) and its like."""
        roll = self.random.random()
        leaf = self.variable(self.globals)
        if roll < 0.2:
            remote = self.remote(self.globals)
            if remote:
                return remote
        if roll < 0.3 and self.globals.chans:
            channel = self.channel(self.pick(self.globals.chans), self.globals)
            if is_never:
                return expr(self.pick(["empty", "full", "nempty", "nfull"]) + "(", channel, ")")
            return expr("(len(", channel, ") ", self.pick(["==", "<", ">"]), " ", number(self.random.randrange(2)), ")")
        value = expr(self.pick(self.mtypes)) if leaf.type == "mtype" and self.mtypes else number(self.pick([0, 0, 1, 1, 1, 2]))
        return expr("(", self.read(leaf, self.globals), " " + self.pick(["==", "==", "==", "!=", "<", ">"]) + " ", value, ")")

    def formula(self, depth):
        roll = self.random.random()
        if depth == 0 or roll < 0.12:
            return self.atom()
        if roll < 0.55:
            return expr("(" + self.pick(UNARY) + " ", self.formula(depth - 1), ")")
        return expr("(", self.formula(depth - 1), " " + self.pick(BINARY) + " ", self.formula(depth - 1), ")")

    def small_formula(self):
        """spin -a takes minutes for some formulas with many temporal operators."""
        while True:
            formula = self.formula(self.random.randrange(1, 4))
            if weight(formula) <= WEIGHT:
                return formula

    def pattern(self):
        atoms = [render(self.atom()) for _ in range(3)]
        return expr(self.pick(PATTERNS).format(*atoms))

    def ltl(self, name):
        formula = self.pattern() if self.chance(0.4) else self.small_formula()
        return Node("unit", ["ltl %s { " % name, formula, " }"])

    # Never claims

    def never(self, name):
        """An automaton of a few states, some of which accept; it may fall through its closing brace."""
        count = self.random.randrange(1, 4)
        labels = [self.pick(["S", "accept_", "accept_"]) + "%d" % i for i in range(count)]
        states = []
        for label in labels:
            options = [self.never_option(labels) for _ in range(self.random.randrange(1, 4))]
            if self.chance(0.25):
                options.append(seq([stmt("else"), self.never_target(labels)]))
            states += [Node("wrap", [label + ": ", Node("choice", options, "do")])]
        if self.chance(0.3):
            states.append(stmt(self.atom(True)))
        return Node("unit", ["never %s {" % name, seq(states), "}"])

    def never_option(self, labels):
        guard = stmt(self.atom(True)) if self.chance(0.7) else stmt(self.pick(["true", "skip"]))
        if self.chance(0.08) and not self.has_asserts:
            guard = stmt("assert(", self.atom(True), ")")
        parts = [guard]
        if self.chance(0.15):
            parts.append(stmt(self.atom(True)))
        return seq(parts + [self.never_target(labels)])

    def never_target(self, labels):
        return stmt("break") if self.chance(0.06) else stmt("goto " + self.pick(labels))

    def model(self):
        model = super().model()
        self.has_claims |= not re.search(r"\b(accept|progress)\w*:", render(model))  # else there would be nothing to ask
        if not self.has_asserts:
            for node in walk(model):
                if node.kind == "stmt" and node.parts[0] == "assert(":
                    node.parts = ["skip"]
        if self.has_claims:
            for i in range(CLAIMS):
                is_never = self.has_asserts or i == CLAIMS - 1
                model.parts.append(self.never("n%d" % i) if is_never else self.ltl("p%d" % i))
        return model


def weight(formula):
    """The number of temporal operators, as far as spin's translation sees them: it writes both sides of <-> twice."""
    inner = sum(weight(child) for child in formula.children())
    text = "".join(part for part in formula.parts if isinstance(part, str))
    return 2 * inner if "<->" in text else inner + sum(text.count(word) for word in ("[]", "<>", " U ", " V ")) + 2 * text.count(" W ")


def generate(seed):
    return Live(seed).model()
