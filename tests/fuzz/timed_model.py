"""Small random timed networks, as text for UPPAAL (.xta) and for TChecker (.tck).

A test is (name, operator, number), of an integer variable, a clock or a difference of clocks ("x - y"). A statement is
("int", name, value), ("increase", name) or ("clock", name, other clock or None, value). Values never leave the range of a variable: only edges that are taken
alone increase one, behind a guard.
"""
import random

CONSTANT = 3


class Location:
    def __init__(self, name, kind, invariant):
        self.name = name
        self.kind = kind  # "", "urgent", "committed"
        self.invariant = invariant


class Edge:
    def __init__(self, source, target):
        self.source = source
        self.target = target
        self.guard = []   # of variables
        self.bounds = []  # of clocks
        self.label = None
        self.role = ""  # "!" or "?"; of TChecker's events: ""
        self.effect = []


class Process:
    def __init__(self, name):
        self.name = name
        self.locations = []
        self.edges = []


class Model:
    def __init__(self, language):
        self.language = language  # "uppaal", "tchecker"
        self.clocks = []
        self.has_differences = False
        self.integers = []  # (name, greatest); from 0 on, and 0 at the start
        self.labels = {}    # UPPAAL's channels: name -> set of "urgent", "broadcast"
        self.vectors = []   # TChecker's: lists of (number of a process, event, is weak)
        self.processes = []
        self.conditions = []  # lists of tests, or of ("at", process, location)


class Maker:
    def __init__(self, seed, language):
        self.random = random.Random(seed)
        self.model = Model(language)

    def maybe(self, chance):
        return self.random.random() < chance

    def number(self):
        return self.random.randint(0, CONSTANT)

    def bound(self):
        if self.model.has_differences and self.maybe(0.4):
            pair = self.random.sample(self.model.clocks, 2)
            return "%s - %s" % tuple(pair), self.random.choice(["<=", ">=", "<", ">", "=="]), self.random.randint(-2, 2)
        return self.random.choice(self.model.clocks), self.random.choice(["<=", ">=", "<", ">", "<=", ">=", ">=", "=="]), self.number()

    def bounds(self):
        """Not two of one clock that contradict each other."""
        chosen = [self.bound() for _ in range(self.random.choice([0, 0, 1, 1, 2]))]
        return chosen if len({clock for clock, _, _ in chosen}) == len(chosen) else chosen[:1]

    def test(self):
        name, greatest = self.random.choice(self.model.integers)
        return name, self.random.choice(["==", "!=", "<", ">="]), self.random.randint(0, greatest)

    def invariant(self):
        if self.maybe(0.55):
            return []
        return [(self.random.choice(self.model.clocks), self.random.choice(["<=", "<=", "<"]), self.random.randint(1, CONSTANT))]

    def clock_statement(self):
        clock, other, value = self.random.choice(self.model.clocks), None, 0
        if self.maybe(0.25):
            value = self.number()
        if self.model.language == "tchecker" and self.maybe(0.2):
            other = self.random.choice(self.model.clocks)
            value = 0 if self.model.has_differences else self.random.randint(0, 1)
        return "clock", clock, other, value

    def effect(self, edge):
        for _ in range(self.random.choice([0, 1, 1, 2])):
            if self.maybe(0.65):
                edge.effect.append(self.clock_statement())
                continue
            name, greatest = self.random.choice(self.model.integers)
            if edge.label is None and self.maybe(0.4) and not any(s[1] == name for s in edge.effect):
                edge.guard.append((name, "<", greatest))
                edge.effect.append(("increase", name))
            else:
                edge.effect.append(("int", name, self.random.randint(0, greatest)))

    def synchronise(self, edge):
        if self.maybe(0.6):
            return
        edge.label = self.random.choice(sorted(self.model.labels))
        if self.model.language == "uppaal":
            edge.role = self.random.choice("!?")

    def edge(self, process, source):
        edge = Edge(source, self.random.randrange(len(process.locations)))
        self.synchronise(edge)
        kinds = self.model.labels.get(edge.label, ())
        if self.maybe(0.3):
            edge.guard.append(self.test())
        if "urgent" not in kinds:  # UPPAAL knows no urgent edges that ask for times
            edge.bounds = self.bounds()
        self.effect(edge)
        return edge

    def process(self, number):
        process = Process("P%d" % number)
        for i in range(self.random.randint(2, 4)):
            kind = self.random.choice([""] * 8 + ["urgent", "committed"])
            invariant = self.invariant() if i or self.maybe(0.5) else []
            process.locations.append(Location("l%d" % i, kind, invariant))
        sources = list(range(len(process.locations)))
        sources += [self.random.choice(sources) for _ in range(self.random.randint(1, 4))]
        process.edges = [self.edge(process, source) for source in sources]
        return process

    def vector(self, event):
        users = [i for i, p in enumerate(self.model.processes) if any(e.label == event for e in p.edges)]
        self.random.shuffle(users)
        users = sorted(users[:self.random.randint(2, 3)])
        if len(users) < 2:
            return
        strong = self.random.choice(users)
        self.model.vectors.append([(i, event, i != strong and self.maybe(0.4)) for i in users])

    def condition(self):
        chosen = self.random.sample(range(len(self.model.processes)), self.random.randint(1, 2))
        tests = [("at", i, self.random.randrange(len(self.model.processes[i].locations))) for i in sorted(chosen)]
        if self.maybe(0.4):
            tests.append(self.bound())
        if self.maybe(0.3):
            tests.append(self.test())
        return tests

    def make(self):
        model = self.model
        model.clocks = ["x", "y", "z"][:self.random.randint(1, 3)]
        model.has_differences = len(model.clocks) > 1 and self.maybe(0.25)
        model.integers = [("i", 1), ("j", 2)][:self.random.randint(1, 2)]
        for name in "ab":
            model.labels[name] = set()
            if model.language == "uppaal":
                model.labels[name] = {kind for kind in ("urgent", "broadcast") if self.maybe(0.35)}
        model.processes = [self.process(i) for i in range(self.random.randint(2, 3))]
        if model.language == "tchecker":
            for event in "ab":
                self.vector(event)
        model.conditions = [self.condition() for _ in range(4)]
        return model


def generate(seed, language):
    return Maker(seed, language).make()


def conjunction(tests):
    return " && ".join("%s%s%d" % test for test in tests)


def condition_text(model, tests):
    places = ["%s.%s" % (model.processes[p].name, model.processes[p].locations[l].name) for kind, p, l in tests if kind == "at"]
    return " && ".join(places + ["%s %s %d" % test for test in tests if test[0] != "at"])


def statement_text(statement, assign):
    if statement[0] == "increase":
        return "%s %s %s + 1" % (statement[1], assign, statement[1])
    if statement[0] == "int":
        return "%s %s %d" % (statement[1], assign, statement[2])
    _, clock, other, value = statement
    if other is None:
        return "%s %s %d" % (clock, assign, value)
    return "%s %s %s" % (clock, assign, "%s + %d" % (other, value) if value else other)


def xta_edge(process, edge):
    parts = []
    if edge.guard or edge.bounds:
        parts.append("guard %s;" % conjunction(edge.guard + edge.bounds))
    if edge.label:
        parts.append("sync %s%s;" % (edge.label, edge.role))
    if edge.effect:
        parts.append("assign %s;" % ", ".join(statement_text(s, ":=") for s in edge.effect))
    names = [process.locations[i].name for i in (edge.source, edge.target)]
    return "  %s -> %s { %s }" % (names[0], names[1], " ".join(parts))


def xta(model):
    lines = ["clock %s;" % ", ".join(model.clocks)]
    lines += ["int[0,%d] %s;" % (greatest, name) for name, greatest in model.integers]
    lines += ["%schan %s;" % ("".join(kind + " " for kind in ("urgent", "broadcast") if kind in kinds), name)
              for name, kinds in sorted(model.labels.items())]
    for process in model.processes:
        lines.append("process %s() {" % process.name)
        lines.append("state %s;" % ", ".join(l.name + (" { %s }" % conjunction(l.invariant) if l.invariant else "")
                                             for l in process.locations))
        for word, kind in (("commit", "committed"), ("urgent", "urgent")):
            names = [l.name for l in process.locations if l.kind == kind]
            if names:
                lines.append("%s %s;" % (word, ", ".join(names)))
        lines.append("init %s;" % process.locations[0].name)
        lines.append("trans\n%s;" % ",\n".join(xta_edge(process, edge) for edge in process.edges))
        lines.append("}")
    lines.append("system %s;" % ", ".join(process.name for process in model.processes))
    return "\n".join(lines) + "\n"


def tck_attributes(pairs):
    return "{%s}" % " : ".join("%s: %s" % pair for pair in pairs)


def tck_location(process, number):
    location = process.locations[number]
    pairs = [("initial", "")] if number == 0 else []
    if location.kind:
        pairs.append((location.kind, ""))
    if location.invariant:
        pairs.append(("invariant", conjunction(location.invariant)))
    return "location:%s:%s%s" % (process.name, location.name, tck_attributes(pairs))


def tck_edge(process, edge):
    pairs = []
    if edge.guard or edge.bounds:
        pairs.append(("provided", conjunction(edge.guard + edge.bounds)))
    if edge.effect:
        pairs.append(("do", "; ".join(statement_text(s, "=") for s in edge.effect)))
    return "edge:%s:%s:%s:%s%s" % (process.name, process.locations[edge.source].name, process.locations[edge.target].name,
                                   edge.label or "alone", tck_attributes(pairs))


def tck(model):
    lines = ["system:random"] + ["event:%s" % name for name in ["alone"] + sorted(model.labels)]
    lines += ["clock:1:%s" % name for name in model.clocks]
    lines += ["int:1:0:%d:0:%s" % (greatest, name) for name, greatest in model.integers]
    for process in model.processes:
        lines.append("process:%s" % process.name)
        lines += [tck_location(process, i) for i in range(len(process.locations))]
        lines += [tck_edge(process, edge) for edge in process.edges]
    for vector in model.vectors:
        lines.append("sync:" + ":".join("%s@%s%s" % (model.processes[p].name, event, "?" if is_weak else "")
                                        for p, event, is_weak in vector))
    return "\n".join(lines) + "\n"


def render(model):
    return xta(model) if model.language == "uppaal" else tck(model)


def ending(model):
    return ".xta" if model.language == "uppaal" else ".tck"
