"""Pieces of UPPAAL's language that know how they are written and what they mean, apart from Beeline's own opinion of it.

A piece is made by one of the functions below; run(m) gives its value (of a statement: does what it does) on a Machine, which
has the cells of the variables and the values of the clocks. What a name stands for is looked up when the piece runs, so one
piece may belong to several processes. A Value is ("int", list, first cell, length or None, low, high), ("clock", first,
length or None) or ("channel", name, length or None).
"""
import operator

COMPARE = {"<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge, "==": operator.eq, "!=": operator.ne}
INT = (-32768, 32767)


class Fault(Exception):
    def __init__(self, kind):
        super().__init__(kind)
        self.kind = kind  # as in Beeline's documents


class Return(Exception):
    def __init__(self, value):
        self.value = value


class Piece:
    def __init__(self, text, run):
        self.text = text
        self.run = run


class Machine:
    def __init__(self, shared, cells=(), clocks=(), locations=(), is_dead=None):
        self.shared = shared  # names that all know
        self.cells = cells
        self.clocks = clocks
        self.locations = locations
        self.is_dead = is_dead
        self.frames = [{}]

    def find(self, name):
        for frame in reversed(self.frames):
            if name in frame:
                return frame[name]
        found = self.shared[name]
        return found if found[1] is not None else (found[0], self.cells, *found[2:])

    def with_frame(self, frame, run):
        self.frames.append(frame)
        try:
            return run()
        finally:
            self.frames.pop()


def local(value, low=INT[0], high=INT[1]):
    return "int", [value], 0, None, low, high


def shifted(m, thing):
    """What is written in a frame of a process is about the cells that the machine has now."""
    return ("int", m.cells, *thing[2:]) if thing[0] == "int" and thing[1] is None else thing


# Places: run(m) gives (list, cell, low, high)

def whole(name):
    def run(m):
        _, cells, at, _, low, high = shifted(m, m.find(name))
        return cells, at, low, high
    return Piece(name, run)


def element(name, index):
    def run(m):
        at = index.run(m)
        _, cells, first, length, low, high = shifted(m, m.find(name))
        if not 0 <= at < length:
            raise Fault("index")
        return cells, first + at, low, high
    return Piece("%s[%s]" % (name, index.text), run)


def store(place, value):
    cells, at, low, high = place
    if not low <= value <= high:
        raise Fault("range")
    cells[at] = int(value)
    return cells[at]


# Expressions

def number(value):
    return Piece(str(value), lambda m: value)


def read(place):
    def run(m):
        cells, at, _, _ = place.run(m)
        return cells[at]
    return Piece(place.text, run)


def divide(a, b):
    if b == 0:
        raise Fault("division")
    return abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1)


ARITHMETIC = {"+": operator.add, "-": operator.sub, "*": operator.mul, "/": divide, "%": lambda a, b: a - b * divide(a, b),
              "<?": min, ">?": max, "&": operator.and_, "|": operator.or_, "^": operator.xor}


def binary(op, a, b):
    do = ARITHMETIC.get(op) or COMPARE[op]
    return Piece("(%s %s %s)" % (a.text, op, b.text), lambda m: int(do(a.run(m), b.run(m))))


def both(a, b):
    return Piece("(%s && %s)" % (a.text, b.text), lambda m: int(bool(a.run(m) and b.run(m))))


def either(a, b):
    return Piece("(%s || %s)" % (a.text, b.text), lambda m: int(bool(a.run(m) or b.run(m))))


def implies(a, b):
    return Piece("(%s imply %s)" % (a.text, b.text), lambda m: int(bool(not a.run(m) or b.run(m))))


def no(a):
    return Piece("!(%s)" % a.text, lambda m: int(not a.run(m)))


def minus(a):
    return Piece("(-%s)" % a.text, lambda m: -a.run(m))


def choose(c, a, b):
    return Piece("(%s ? %s : %s)" % (c.text, a.text, b.text), lambda m: a.run(m) if c.run(m) else b.run(m))


def step(place, op, is_before):
    by = 1 if op == "++" else -1

    def run(m):
        at = place.run(m)
        old = at[0][at[1]]
        store(at, old + by)
        return old + by if is_before else old
    return Piece(op + place.text if is_before else place.text + op, run)


def assign(place, op, value):
    """op: "", "+", "-", ..."""
    def run(m):
        at = place.run(m)
        new = value.run(m)
        return store(at, ARITHMETIC[op](at[0][at[1]], new) if op else new)
    return Piece("%s %s= %s" % (place.text, op, value.text), run)


def quantified(word, name, low, high, body):
    join = {"forall": all, "exists": any, "sum": sum}[word]

    def run(m):
        return int(join(m.with_frame({name: local(i)}, lambda: body.run(m)) for i in range(low, high + 1)))
    return Piece("(%s (%s : int[%d,%d]) %s)" % (word, name, low, high, body.text), run)


class Function:
    """parameters: (name, "value", "reference" or "array"); body: one statement."""
    def __init__(self, name, result, parameters, body):
        self.name = name
        self.result = result  # "void", "int", "bool"
        self.parameters = parameters
        self.body = body

    @property
    def text(self):
        kinds = {"value": "int %s", "reference": "int[0,2] &%s", "array": "int[0,2] &%s[3]"}
        return "%s %s(%s) %s" % (self.result, self.name, ", ".join(kinds[kind] % name for name, kind in self.parameters), self.body.text)


def call(function, arguments):
    """arguments: expressions, places for references, and for arrays pieces with their names."""
    def run(m):
        frame = {}
        for (name, kind), argument in zip(function.parameters, arguments):
            if kind == "value":
                frame[name] = local(argument.run(m))
            elif kind == "reference":
                cells, at, low, high = argument.run(m)
                frame[name] = ("int", cells, at, None, low, high)
            else:
                frame[name] = shifted(m, m.find(argument.text))
        frames, m.frames = m.frames, [{}, frame]  # a function sees no names of its caller
        try:
            function.body.run(m)
        except Return as returned:
            return returned.value
        finally:
            m.frames = frames
        return 0
    return Piece("%s(%s)" % (function.name, ", ".join(a.text for a in arguments)), run)


# Statements

def block(declarations, statements):
    """declarations: (name, low or None, high, value)."""
    def within(m):
        for name, low, high, value in declarations:
            start = value.run(m)
            place = local(0, *(INT if low is None else (low, high)))
            store((place[1], 0, place[4], place[5]), start)
            m.frames[-1][name] = place
        for s in statements:
            s.run(m)
    text = "".join("%s %s = %s; " % ("int" if low is None else "int[%d,%d]" % (low, high), name, value.text)
                   for name, low, high, value in declarations)
    return Piece("{ %s%s }" % (text, " ".join(s.text for s in statements)), lambda m: m.with_frame({}, lambda: within(m)))


def simple(e):
    return Piece(e.text + ";", e.run)


def when(condition, yes, otherwise):
    def run(m):
        if condition.run(m):
            yes.run(m)
        elif otherwise:
            otherwise.run(m)
    return Piece("if (%s) %s%s" % (condition.text, yes.text, " else " + otherwise.text if otherwise else ""), run)


def count_up(name, limit, body, word):
    """The name is a local one, of which the body reads only."""
    place = whole(name)

    def run(m):
        at = place.run(m)
        if word != "do":
            store(at, 0)
        while True:
            if word != "do" and not at[0][at[1]] < limit:
                return
            body.run(m)
            store(at, at[0][at[1]] + 1)
            if word == "do" and not at[0][at[1]] < limit:
                return
    text = {"for": "for (%s = 0; %s < %d; %s++) %s" % (name, name, limit, name, body.text),
            "while": "{ %s = 0; while (%s < %d) { %s %s++; } }" % (name, name, limit, body.text, name),
            "do": "do { %s ++%s; } while (%s < %d);" % (body.text, name, name, limit)}[word]
    return Piece(text, run)


def each(name, low, high, body):
    def run(m):
        for i in range(low, high + 1):
            m.with_frame({name: local(i)}, lambda: body.run(m))
    return Piece("for (%s : int[%d,%d]) %s" % (name, low, high, body.text), run)


def give(value):
    def run(m):
        raise Return(value.run(m))
    return Piece("return %s;" % value.text, run)


# Time. The value of a clock is (whole part, rank of the fraction), or None: greater than everything that is asked.

def clock(name, index=None):
    """run(m) gives the number of the clock."""
    def run(m):
        _, first, length = m.find(name)
        at = index.run(m) if index else 0
        if index and not 0 <= at < length:
            raise Fault("index")
        return first + at
    return Piece("%s[%s]" % (name, index.text) if index else name, run)


def sign(a, b):
    return (a > b) - (a < b)


def bound(x, y, relation, limit, is_turned=False):
    """x - y compared with a number; y: None or a clock; is_turned: written as x ~ y (and the limit is 0)."""
    compare = COMPARE[relation]

    def run(m):
        c = limit.run(m)
        a, b = m.clocks[x.run(m)], (0, 0) if y is None else m.clocks[y.run(m)]
        if a is None:
            return int(compare(1, 0))
        return int(compare((a[0] - b[0] - c, sign(a[1], b[1])), (0, 0)))
    if is_turned:
        return Piece("%s %s %s" % (x.text, relation, y.text), run)
    return Piece("%s %s %s" % (x.text if y is None else "%s - %s" % (x.text, y.text), relation, limit.text), run)


def set_clock(x, other, value):
    def run(m):
        base = m.clocks[other.run(m)] if other else (0, 0)
        m.clocks[x.run(m)] = base and (base[0] + value.run(m), base[1])
    return Piece("%s = %s" % (x.text, other.text if other else value.text), run)


# Queries

def stands(name, process, place, location):
    return Piece("%s.%s" % (name, location), lambda m: int(m.locations[process] == place))


def deadlock():
    return Piece("deadlock", lambda m: int(m.is_dead()))
