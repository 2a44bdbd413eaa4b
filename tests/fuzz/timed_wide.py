"""Random timed networks that use much of UPPAAL's language, as .xta texts whose pieces know what they mean (timed_data.py).

Each model has some of the FEATURES. Without "faults" no step goes wrong: what is assigned is made to fit, and indices are.
"""
import random

import timed_data as data
from timed_data import Piece

FEATURES = ["differences", "priorities", "select", "channels", "rows", "functions", "structs", "faults", "parameters",
            "quantifiers", "variable", "broadcasts", "alternatives", "copies"]
RELATIONS = ["<=", ">=", "<", ">", "<=", ">=", ">=", "=="]
INTEGERS = [("i", None, 0, 2), ("j", None, 0, 1), ("a", 3, 0, 2)]


class Location:
    def __init__(self, name, kind, invariant):
        self.name = name
        self.kind = kind
        self.invariant = invariant  # pieces


class Edge:
    def __init__(self, source, target):
        self.source = source
        self.target = target
        self.select = []  # (name, low, high)
        self.guard = []
        self.bounds = []
        self.channel = None  # (name, index or None)
        self.role = ""
        self.effect = []


class Template:
    def __init__(self, name):
        self.name = name
        self.parameters = []  # (text, name)
        self.own = []  # (name, "int" or "clock")
        self.locations = []
        self.edges = []


class Process:
    def __init__(self, name, template):
        self.name = name
        self.template = template
        self.arguments = []  # texts
        self.frame = {}  # what its own names stand for
        self.priority = 0

    locations = property(lambda self: self.template.locations)
    edges = property(lambda self: self.template.edges)


class Model:
    language = "uppaal"

    def __init__(self, seed):
        self.seed = seed
        self.features = set()
        self.shared = {}    # names: as timed_data has it, cells not yet known (None)
        self.cells = []     # values at the start
        self.clocks = 0
        self.declarations = []
        self.functions = []
        self.channels = {}  # name -> (kinds, length or None, priority)
        self.templates = []
        self.processes = []
        self.conditions = []
        self.most = 0       # greatest number that a clock is compared with
        self.most_set = 0   # and set to
        self.is_ordered = False


class Maker:
    def __init__(self, seed):
        self.random = random.Random("wide %d" % seed)
        self.model = Model(seed)
        self.frame = {}     # names of the process that is made
        self.locals = []    # integers of the function or quantifier that is made: (name, least, greatest, may be assigned)
        self.is_pure = True

    def maybe(self, chance):
        return self.random.random() < chance

    def has(self, feature, chance=1.0):
        return feature in self.model.features and self.maybe(chance)

    def pick(self, things):
        return self.random.choice(list(things))

    # Names

    def names(self, kind, is_row=None):
        known = {**self.model.shared, **self.frame}
        return sorted(name for name, thing in known.items() if thing[0] == kind and
                      (is_row is None or (thing[3 if kind == "int" else 2] is not None) == is_row))

    def thing(self, name):
        return self.frame.get(name) or self.model.shared[name]

    def declare(self, frame, kind, name, length, low=0, high=0, start=0):
        if kind == "int":
            frame[name] = ("int", None, len(self.model.cells), length, low, high)
            self.model.cells += [start] * (length or 1)
        elif kind == "clock":
            frame[name] = ("clock", self.model.clocks, length)
            self.model.clocks += length or 1

    # Expressions

    def index(self, length):
        """Of a row of that length; it fits, but for faults."""
        if self.has("faults", 0.3):
            return self.value(1)
        fitting = [n for n, low, high, _ in self.locals if low >= 0 and high < length]
        fitting += [n for n in self.names("int", False) if self.thing(n)[4] >= 0 and self.thing(n)[5] < length]
        if fitting and self.maybe(0.7):
            return data.read(data.whole(self.pick(fitting)))
        return data.number(self.random.randrange(length))

    def place(self, is_assigned=False):
        """Never a variable that an index of the same piece changes."""
        choices = [data.whole(n) for n, _, _, is_free in self.locals if is_free or not is_assigned]
        choices += [data.whole(n) for n in self.names("int", False)]
        for name in self.names("int", True):
            choices.append(data.element(name, self.index(self.thing(name)[3])))
        return self.pick(choices)

    def value(self, depth=2):
        kind = self.pick(["number", "read", "read", "read"] + (["binary", "binary", "choose", "minus", "logic"] if depth > 0 else []))
        if kind == "number":
            return data.number(self.random.randint(0, 2))
        if kind == "read":
            return data.read(self.place())
        if kind == "minus":
            return data.minus(self.value(depth - 1))
        if kind == "logic":
            return self.condition(depth - 1)
        if kind == "choose":
            return data.choose(self.condition(depth - 1), self.value(depth - 1), self.value(depth - 1))
        if self.has("functions", 0.3):
            called = self.call()
            if called:
                return called
        if self.has("quantifiers", 0.3):
            return self.quantified("sum", depth)
        op = self.pick(["+", "-", "*", "<?", ">?", "&", "|", "^", "%", "/"])
        right = self.value(depth - 1)
        if op in "%/" and not self.has("faults", 0.5):
            right = data.number(self.random.randint(1, 2))
        return data.binary(op, self.value(depth - 1), right)

    def quantified(self, word, depth):
        name = "q%d" % len(self.locals)
        self.locals.append((name, 0, 2, False))
        body = self.value(depth - 1) if word == "sum" else self.condition(depth - 1)
        self.locals.pop()
        return data.quantified(word, name, 0, 2, body)

    def condition(self, depth=2):
        kind = self.pick(["compare"] * 3 + (["both", "either", "no", "implies"] if depth > 0 else []))
        if self.has("quantifiers", 0.2) and depth > 0:
            return self.quantified(self.pick(["forall", "exists"]), depth)
        if kind == "compare":
            return data.binary(self.pick(data.COMPARE), self.value(depth - 1), self.value(depth - 1))
        if kind == "no":
            return data.no(self.condition(depth - 1))
        return getattr(data, kind)(self.condition(depth - 1), self.condition(depth - 1))

    def call(self, is_statement=False):
        """Of a function without effects, unless effects are allowed here; None if there is none."""
        fitting = [(f, has_effects) for f, has_effects in self.model.functions
                   if (not has_effects or not self.is_pure) and (f.result != "void" or is_statement)]
        if not fitting:
            return None
        function, _ = self.pick(fitting)
        arguments = []
        saved, self.is_pure = self.is_pure, True
        for _, kind in function.parameters:
            if kind == "value":
                arguments.append(self.value(1))
            elif kind == "array":
                arguments.append(Piece("a", None))
            else:
                fitting = [n for n in self.names("int", False) if self.thing(n)[4:] == (0, 2)]
                arguments.append(data.whole(self.pick(fitting)) if self.maybe(0.7) else data.element("a", self.safe(lambda: self.index(3))))
        self.is_pure = saved
        called = data.call(function, arguments)
        called.has_value = function.result != "void"
        return called

    # Statements

    def fitting(self, low, high):
        if self.maybe(0.4):
            return data.number(self.random.randint(low, high))
        return data.binary("<?", data.binary(">?", self.value(), data.number(low)), data.number(high))

    def limits(self, place):
        name = place.text.split("[")[0]
        for local, low, high, _ in self.locals:
            if local == name:
                return low, high
        return self.thing(name)[4:]

    def assignment(self):
        """A change of a variable. What has effects beside it stands alone."""
        place = self.place(True)
        low, high = self.limits(place)
        if self.has("faults", 0.4):
            kind = self.pick(["step", "assign", "change"])
            if kind == "step":
                return data.step(place, self.pick(["++", "--"]), self.maybe(0.5))
            return data.assign(place, "" if kind == "assign" else self.pick(["+", "-", "*", "/", "%"]), self.value())
        if self.maybe(0.25):
            up = data.choose(data.binary("<", data.read(place), data.number(high)), data.binary("+", data.read(place), data.number(1)),
                             data.number(low))
            return data.assign(place, "", up)
        return data.assign(place, "", self.fitting(low, high))

    def statement(self, depth):
        kind = self.pick(["assign"] * 3 + (["when", "for", "each", "call", "block"] if depth > 0 else []))
        if kind == "when":
            return data.when(self.condition(1), self.body(depth - 1), self.body(depth - 1) if self.maybe(0.5) else None)
        if kind == "each":
            name = "e%d" % len(self.locals)
            self.locals.append((name, 0, 1, False))
            body = self.body(depth - 1)
            self.locals.pop()
            return data.each(name, 0, 1, body)
        if kind == "for":
            name = "n%d" % len(self.locals)
            self.locals.append((name, 0, 4, False))
            body = self.body(depth - 1)
            self.locals.pop()
            loop = data.count_up(name, self.random.randint(1, 3), body, self.pick(["for", "while", "do"]))
            return data.block([(name, None, 0, data.number(0))], [loop])
        if kind == "block":
            return self.body(depth - 1)
        if kind == "call":
            called = self.call(True)
            if called:
                return data.simple(called)
        return data.simple(self.assignment())

    def body(self, depth, last=None):
        declared = []
        mark = len(self.locals)
        if self.maybe(0.4):
            name = "t%d" % len(self.locals)
            declared.append((name, *self.pick([(0, 2), (None, 0)]), self.fitting(0, 2)))
            self.locals.append((name, *((0, 2) if declared[0][1] is not None else (-9, 9)), True))
        statements = [self.statement(depth) for _ in range(self.random.randint(1, 2))]
        if last:
            statements.append(last())
        del self.locals[mark:]
        return data.block(declared, statements)

    def function(self, number, has_effects):
        """Without effects: it assigns only what is its own."""
        parameters = [("p%d" % i, self.pick(["value", "value", "reference", "array"] if has_effects else ["value"]))
                      for i in range(self.random.randint(0, 2))]
        result = self.pick(["int", "bool"] + (["void"] if has_effects else []))
        self.locals = [(name, -9, 9, True) if kind == "value" else (name, 0, 2, True) for name, kind in parameters if kind != "array"]
        self.is_pure = not has_effects
        shared = self.model.shared
        if not has_effects:
            self.locals.append(("r", -9, 9, True))
            body = data.block([("r", None, 0, data.number(1))], [self.pure_statement(), data.give(self.result(result))])
        else:
            body = self.body(2, None if result == "void" else lambda: data.give(self.result(result)))
        self.locals, self.is_pure, self.model.shared = [], True, shared
        self.model.functions.append((data.Function("f%d" % number, result, parameters, body), has_effects))

    def pure_statement(self):
        own = [n for n, _, _, is_free in self.locals if is_free]
        change = data.simple(data.assign(data.whole(self.pick(own)), "", self.fitting(-9, 9)))
        other = data.simple(data.assign(data.whole(self.pick(own)), "", self.fitting(-9, 9)))
        kind = self.pick(["when", "each", "plain", "return"])
        if kind == "when":
            return data.when(self.condition(1), change, other)
        if kind == "return":
            return data.when(self.condition(1), data.give(data.number(1)), None)
        return data.each("e", 0, 1, data.block([], [change, other])) if kind == "each" else change

    def result(self, kind):
        return self.condition(1) if kind == "bool" else self.value(1)

    # Time

    def clock(self):
        name = self.pick(self.names("clock"))
        length = self.thing(name)[2]
        return data.clock(name, self.index_of_clock(length) if length else None)

    def index_of_clock(self, length):
        fitting = [n for n in self.names("int", False) if self.thing(n)[4] >= 0 and self.thing(n)[5] < length]
        return data.read(data.whole(self.pick(fitting))) if self.maybe(0.6) else data.number(self.random.randrange(length))

    def limit(self, least=0):
        if self.has("variable", 0.4):
            self.model.most = max(self.model.most, 2)
            name = self.pick(n for n in self.names("int", False) if self.thing(n)[5] <= 2)
            return data.read(data.whole(name))
        value = self.random.randint(least, 2)
        self.model.most = max(self.model.most, abs(value))
        return data.number(value)

    def bound(self, relations=RELATIONS):
        x = self.clock()
        if self.has("differences", 0.45):
            y = self.clock()
            if y.text != x.text:
                if self.maybe(0.2):
                    return data.bound(x, y, self.pick(relations), data.number(0), True)
                return data.bound(x, y, self.pick(relations), self.limit(-2))
        return data.bound(x, None, self.pick(relations), self.limit())

    def bounds(self):
        chosen = [self.bound() for _ in range(self.pick([0, 0, 1, 1, 1, 2]))]
        if self.has("alternatives", 0.4):
            chosen.append(data.either(self.bound(), self.pick([self.bound, lambda: self.condition(1)])()))
        return chosen

    def invariant(self):
        if self.maybe(0.6):
            return []
        pieces = [self.bound(["<=", "<=", "<"])]
        if self.has("variable", 0.3):
            pieces.append(data.implies(self.safe(lambda: self.condition(1)), self.bound(["<=", "<"])))
        if self.has("variable", 0.2):
            pieces.append(self.safe(lambda: self.condition(1)))
        return pieces

    def safe(self, make):
        features, self.model.features = self.model.features, self.model.features - {"faults", "functions"}
        try:
            return make()
        finally:
            self.model.features = features

    def clock_statement(self):
        other, value = None, data.number(0)
        if self.has("copies", 0.4):
            other = self.clock()
        elif self.maybe(0.2):
            value = data.number(1)
            self.model.most_set = 1
        elif self.has("variable", 0.2):
            value = data.read(data.whole("i"))
            self.model.most_set = 2
        return data.set_clock(self.clock(), other, value)

    # Edges

    def synchronise(self, edge):
        if self.maybe(0.3 if self.has("broadcasts") else 0.6):
            return
        name = self.pick(self.names("channel"))
        length = self.thing(name)[2]
        edge.channel = (name, self.index_of_channel(edge, length) if length else None)
        edge.role = self.pick("!?")

    def index_of_channel(self, edge, length):
        fitting = [n for n, low, high in edge.select if high < length]
        if fitting and self.maybe(0.7):
            return data.read(data.whole(fitting[0]))
        return self.index_of_clock(length)

    def is_urgent(self, edge):
        return edge.channel and "urgent" in self.model.channels[self.thing(edge.channel[0])[1]][0]

    def edge(self, template, source):
        edge = Edge(source, self.random.randrange(len(template.locations)))
        if self.has("select", 0.4):
            edge.select = [("s", 0, self.random.randint(0, 2))]
            self.locals = [("s", 0, edge.select[0][2], False)]
        self.synchronise(edge)
        if self.maybe(0.3):
            edge.guard.append(self.condition(self.random.randint(0, 2)))
        if not self.is_urgent(edge):
            edge.bounds = self.safe(self.bounds)
        self.is_pure = False
        for _ in range(self.pick([0, 1, 1, 2])):
            edge.effect.append(self.effect())
        self.is_pure = True
        self.locals = []
        return edge

    def effect(self):
        if self.maybe(0.5):
            return self.clock_statement()
        called = self.call(True) if self.has("functions", 0.5) else None
        if called and self.maybe(0.3) and called.has_value:
            return data.both(self.condition(1), called) if self.maybe(0.5) else data.choose(self.condition(1), called, data.number(0))
        return called or self.assignment()

    def template(self, number):
        template = Template("T%d" % number)
        self.frame = {}
        if self.has("parameters", 0.8):
            template.parameters = self.random.sample([("int[0,2] v", "v"), ("const int[0,2] w", "w"), ("int[0,2] &r", "r"),
                                                      ("clock &c", "c")], self.random.randint(1, 4))
            for _, name in template.parameters:
                self.frame[name] = ("clock", 0, None) if name == "c" else ("int", None, 0, None, 0, 2)
        if self.has("parameters", 0.4):
            template.own.append("o")
            self.frame["o"] = ("int", None, 0, None, 0, 2)
        for i in range(self.random.randint(2, 4)):
            kind = self.pick([""] * 8 + ["urgent", "committed"]) if i else ""
            template.locations.append(Location("l%d" % i, kind, self.invariant() if i or self.maybe(0.2) else []))
        sources = list(range(len(template.locations)))
        sources += [self.pick(sources) for _ in range(self.random.randint(2, 5))]
        constant = {name: thing for name, thing in self.frame.items() if name in "vw"}
        self.made_without(template, sources, constant)
        return template

    def made_without(self, template, sources, constant):
        """What is assigned is no constant: those are numbers that can be read only."""
        for name in constant:
            del self.frame[name]
        template.edges = [self.edge(template, source) for source in sources]
        if constant:
            for edge in template.edges:
                if self.maybe(0.5):
                    edge.guard.append(data.binary(self.pick(["<=", "!=", "=="]), data.read(self.place()),
                                                  data.read(data.whole(self.pick(constant)))))

    def process(self, number, template):
        process = Process("P%d" % number, template)
        for _, name in template.parameters:
            if name in "vw":
                value = self.random.randint(0, 2)
                process.arguments.append(str(value))
                process.frame[name] = data.local(value, 0, 2)
            elif name == "r":
                chosen = self.pick(["i", "a[0]", "a[2]"])
                process.arguments.append(chosen)
                of = self.model.shared[chosen[0]]
                process.frame[name] = ("int", None, of[2] + (int(chosen[2]) if "[" in chosen else 0), None, 0, 2)
            else:
                process.arguments.append("x")
                process.frame[name] = self.model.shared["x"]
        for name in template.own:
            self.declare(process.frame, "int", name, None, 0, 2, 1)
        return process

    # Queries: of what all know

    def query(self, depth=2):
        kind = self.pick(["at", "at", "bound", "data"] + (["both", "both", "either", "no", "deadlock"] if depth > 0 else []))
        if kind == "at":
            number = self.random.randrange(len(self.model.processes))
            process = self.model.processes[number]
            place = self.random.randrange(len(process.locations))
            return data.stands(process.name, number, place, process.locations[place].name)
        if kind == "bound":
            return self.bound([*RELATIONS, "!="])
        if kind == "data":
            return self.safe(lambda: self.condition(1))
        if kind == "deadlock":
            return data.deadlock() if "faults" not in self.model.features else self.query(0)
        if kind == "no":
            return data.no(self.query(depth - 1))
        return getattr(data, kind)(self.query(depth - 1), self.query(depth - 1))

    def declarations(self):
        model = self.model
        for name, length, low, high in INTEGERS:
            self.declare(model.shared, "int", name, length, low, high)
            model.declarations.append("int[%d,%d] %s%s;" % (low, high, name, "[%d]" % length if length else ""))
        if self.has("structs"):
            self.declare(model.shared, "int", "z.f", None, -1, 1)
            self.declare(model.shared, "int", "z.g", 2, 0, 1)
            model.declarations.append("struct { int[-1,1] f; int[0,1] g[2]; } z;")
        for name in ["x", "y"][:self.random.randint(1, 2)]:
            self.declare(model.shared, "clock", name, None)
            model.declarations.append("clock %s;" % name)
        if self.has("rows"):
            self.declare(model.shared, "clock", "k", 2)
            model.declarations.append("clock k[2];")
        for name, length in [("u", None), ("v", None)] + ([("w", 2)] if self.has("channels") else []):
            kinds = {kind for kind, chance in (("urgent", 0.25), ("broadcast", 0.7 if self.has("broadcasts") else 0.35)) if self.maybe(chance)}
            name = "c" + name
            model.shared[name] = ("channel", name, length)
            model.channels[name] = (kinds, length, self.random.randint(-1, 1) if self.has("priorities") else 0)
            model.declarations.append("".join(kind + " " for kind in ("urgent", "broadcast") if kind in kinds) + "chan %s%s;" %
                                      (name, "[%d]" % length if length else ""))
        if self.has("priorities"):
            model.is_ordered = True
            groups = [", ".join([n for n, c in model.channels.items() if c[2] == p] + (["default"] if p == 0 else [])) for p in (-1, 0, 1)]
            model.declarations.append("chan priority %s;" % " < ".join(g for g in groups if g))

    def make(self):
        model = self.model
        model.features = set(self.random.sample(FEATURES, self.random.randint(1, 5)))
        self.declarations()
        if self.has("functions"):
            for i in range(self.random.randint(1, 3)):
                self.function(i, self.maybe(0.6))
        count = self.random.randint(3, 4) if self.has("broadcasts") else self.pick([1, 2, 2, 3])
        for i in range(count):
            if i and self.maybe(0.3):
                template = model.processes[-1].template
            else:
                template = self.template(i)
                model.templates.append(template)
            model.processes.append(self.process(i, template))
        self.frame = {}
        if self.has("priorities", 0.7):
            for process in model.processes:
                process.priority = self.random.randint(0, 1)
            model.processes.sort(key=lambda p: p.priority)
        model.conditions = [self.query() for _ in range(12)]
        if "faults" not in model.features:
            model.conditions.append(data.deadlock())
        return model


def generate(seed):
    return Maker(seed).make()


def conjunction(pieces):
    return " && ".join(piece.text for piece in pieces)


def edge_text(template, edge):
    parts = []
    if edge.select:
        parts.append("select %s;" % ", ".join("%s : int[%d,%d]" % s for s in edge.select))
    if edge.guard or edge.bounds:
        parts.append("guard %s;" % conjunction(edge.guard + edge.bounds))
    if edge.channel:
        name, index = edge.channel
        parts.append("sync %s%s%s;" % (name, "[%s]" % index.text if index else "", edge.role))
    if edge.effect:
        parts.append("assign %s;" % ", ".join(piece.text for piece in edge.effect))
    return "  %s -> %s { %s }" % (template.locations[edge.source].name, template.locations[edge.target].name, " ".join(parts))


def template_text(template):
    lines = ["process %s(%s) {" % (template.name, ", ".join(text for text, _ in template.parameters))]
    lines += ["int[0,2] %s = 1;" % name for name in template.own]
    lines.append("state %s;" % ", ".join(l.name + (" { %s }" % conjunction(l.invariant) if l.invariant else "") for l in template.locations))
    for word, kind in (("commit", "committed"), ("urgent", "urgent")):
        names = [l.name for l in template.locations if l.kind == kind]
        if names:
            lines.append("%s %s;" % (word, ", ".join(names)))
    lines.append("init %s;" % template.locations[0].name)
    if template.edges:
        lines.append("trans\n%s;" % ",\n".join(edge_text(template, edge) for edge in template.edges))
    return "\n".join(lines + ["}"])


def render(model):
    lines = list(model.declarations) + [function.text for function, _ in model.functions]
    lines += [template_text(template) for template in model.templates]
    lines += ["%s = %s(%s);" % (p.name, p.template.name, ", ".join(p.arguments)) for p in model.processes]
    order = ""
    for before, process in zip([None, *model.processes], model.processes):
        order += ("" if before is None else " < " if before.priority < process.priority else ", ") + process.name
    return "\n".join(lines + ["system %s;" % order]) + "\n"


def ending(_):
    return ".xta"
