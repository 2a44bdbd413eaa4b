"""Random small Promela models. Same seed, same model.

What is left out, and why (each would make SPIN's answer say nothing about the model):
- a d_step that begins with a selection: pan collects the guards of such a d_step itself, and overlooks options that
  begin with an assignment, so it blocks where the language does not;
- reading a hidden variable: pan keeps it outside of the state, so the number of states depends on the search order;
- a rendezvous send inside d_step: pan stops at once;
- a variable of which two instances are in scope under one name (shadowing): spin's own scoping rules changed often;
- a remote reference to a process of another type (or in a model where numbers are used again): pan does not look at the
  type, and compares with whatever stands there;
- a receive into a variable that cannot hold every value of the field: when pan takes such a step back it puts the cut value
  into the channel, and so meets states that do not exist;
- a receive that changes what its own channel, targets or eval() are made of (c[i]?i, c?eval(len(c))): pan looks again, with
  the new values, when it goes on and when it takes the step back;
- channel variables without a channel: where all channels are rendezvous, pan waits there and reports nothing;
- local bits in models with priorities: pan leaves them out of the state;
- enabled(), pc_value(): refused outside of claims, or tied to SPIN's internal numbers;
- goto into or out of d_step: spin refuses it.
"""
import random
import re

from tree import Node, expr, number, render, seq, stmt, walk, wrap

SMALL = ["bit", "bool", "unsigned2", "byte", "mtype"]
TYPES = SMALL + ["short", "int", "unsigned3", "pid"]
CONSTANTS = [0, 0, 1, 1, 1, 2, 2, 3, 4, 5, 7, -1, -2, 127, 128, 255, 256, -129, 32767, 32768, 65536]
BINARY = ["+", "+", "-", "-", "*", "&", "|", "^", "<", "<=", ">", ">=", "==", "==", "!=", "!=", "&&", "&&", "||"]


# The values that a type can hold. (An array of bits, and a lone bit as a message, are bytes in pan.)
RANGES = {"bit": (0, 1), "bool": (0, 1), "unsigned2": (0, 3), "unsigned3": (0, 7), "byte": (0, 255), "mtype": (0, 255),
          "pid": (0, 255), "short": (-32768, 32767), "int": (-2**31, 2**31 - 1)}

NAMES = re.compile(r"[A-Za-z_]\w*")


class Leaf:
    """Something that holds a number: parts are (name, length or None), as in a[2].b."""

    def __init__(self, parts, type_):
        self.parts = parts
        self.type = type_


class Chan:
    def __init__(self, name, length, capacity, fields):
        self.name = name
        self.length = length
        self.capacity = capacity  # None: not known (a parameter)
        self.fields = fields


class Proc:
    def __init__(self, name):
        self.name = name
        self.params = []   # (type, name, Chan or None)
        self.locals = []   # Leaf, of the whole body: what a remote reference may name
        self.labels = []
        self.active = 0
        self.priority = None


class Scope:
    """What can be named at some point of a body."""

    def __init__(self, leaves, chans, structs=()):
        self.leaves = list(leaves)
        self.chans = list(chans)
        self.structs = list(structs)  # (typedef name, variable name)

    def inner(self):
        return Scope(self.leaves, self.chans, self.structs)


class Context:
    def __init__(self, proc, dstep=False, atomic=False, loop=False, depth=0, labels=True):
        self.proc = proc
        self.dstep = dstep
        self.atomic = atomic
        self.loop = loop
        self.depth = depth
        self.labels = labels

    def deeper(self, **change):
        new = Context(self.proc, self.dstep, self.atomic, self.loop, self.depth + 1, self.labels)
        for name, value in change.items():
            setattr(new, name, value)
        return new


def declared(type_, name, length=None):
    bits = ""
    if type_.startswith("unsigned"):
        type_, bits = "unsigned", " : " + type_[8:]
    return "%s %s%s%s" % (type_, name, "[%d]" % length if length else "", bits)


class Generator:
    LABELS = ["L", "L", "L", "end", "end", "progress", "accept"]
    STATEMENTS = 6  # at most, in the body of a process, not counting those inside others

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.serial = 0
        self.mtypes = []
        self.typedefs = []  # (name, [(type or typedef name, field, length)])
        self.globals = Scope([], [])
        self.hidden = []
        self.procs = []
        self.current = None  # the proctype whose body is being made
        self.in_dstep = False
        self.remotes = False  # a remote reference was made: no process may be started
        self.runs = False
        self.inlines = []   # (name, number of parameters)
        self.risky = self.chance(0.06)       # indices and divisors that may be wrong
        self.priorities = self.chance(0.03)
        self.uses_last = self.chance(0.04)

    def chance(self, p):
        return self.random.random() < p

    def pick(self, items):
        return self.random.choice(items)

    def name(self, prefix):
        self.serial += 1
        return "%s%d" % (prefix, self.serial)

    def local_type(self):
        if self.priorities:
            return self.pick(["byte", "int"])
        return self.pick(SMALL if self.chance(0.6) else TYPES)

    # Expressions

    def constant(self, type_=None):
        if type_ == "mtype" and self.mtypes and self.chance(0.9):
            return expr(self.pick(self.mtypes))
        if type_ in ("bit", "bool") and self.chance(0.8):
            return number(self.pick([0, 1])) if type_ == "bit" else expr(self.pick(["true", "false"]))
        if self.chance(0.7):
            return number(self.pick([0, 1, 1, 2, 3]))
        return number(self.pick(CONSTANTS))

    def index(self, scope, length):
        scalars = [leaf for leaf in scope.leaves if all(n is None for _, n in leaf.parts)]
        if self.risky and scalars and self.chance(0.3):
            return self.read(self.pick(scalars), scope)
        if scalars and length in (2, 4) and self.chance(0.4):
            return expr(self.read(self.pick(scalars), scope), " & ", number(length - 1))
        return number(self.random.randrange(length))

    def read(self, leaf, scope):
        parts = []
        for i, (name, length) in enumerate(leaf.parts):
            parts.append(("." if i else "") + name)
            if length:
                parts += ["[", self.index(scope, length), "]"]
        return expr(*parts)

    def variable(self, scope, type_=None):
        leaves = [leaf for leaf in scope.leaves if type_ is None or leaf.type == type_]
        if not leaves:
            leaves = scope.leaves
        return self.pick(leaves) if leaves else None

    def channel(self, chan, scope):
        if chan.length:
            return expr(chan.name + "[", self.index(scope, chan.length), "]")
        return expr(chan.name)

    def value(self, scope, depth=2, type_=None):
        """An expression without side effects."""
        roll = self.random.random()
        leaf = self.variable(scope, type_)
        if depth <= 0 or roll < 0.35:
            if leaf is None or self.chance(0.35):
                return self.constant(type_)
            return self.read(leaf, scope)
        if roll < 0.75:
            return expr("(", self.value(scope, depth - 1), " " + self.pick(BINARY) + " ", self.value(scope, depth - 1), ")")
        if roll < 0.80:
            return expr("(", self.value(scope, depth - 1), " " + self.pick(["<<", ">>"]) + " ",
                        number(self.random.randrange(8)), ")")
        if roll < 0.84:
            divisor = number(self.random.randrange(1, 4))
            if self.risky and self.chance(0.1):
                divisor = self.value(scope, 0)
            return expr("(", self.value(scope, depth - 1), " " + self.pick(["/", "%"]) + " ", divisor, ")")
        if roll < 0.89:
            return expr(self.pick(["-", "~", "!"]), "(", self.value(scope, depth - 1), ")")
        if roll < 0.93:
            return expr("(", self.value(scope, depth - 1), " -> ", self.value(scope, depth - 1), " : ",
                        self.value(scope, depth - 1), ")")
        if roll < 0.97 and scope.chans:
            return expr("len(", self.channel(self.pick(scope.chans), scope), ")")
        return self.special(scope)

    def special(self, scope):
        names = ["_pid", "_nr_pr"] + (["_last"] if self.uses_last else [])
        return expr(self.pick(names))

    def condition(self, scope, depth=1):
        """An expression meant as a guard."""
        roll = self.random.random()
        if roll < 0.12 and scope.chans:
            return self.channel_test(scope)
        if roll < 0.17:
            remote = self.remote(scope)
            if remote:
                return remote
        leaf = self.variable(scope)
        if leaf is None:
            return self.value(scope, depth)
        if roll < 0.75:
            return expr("(", self.read(leaf, scope), " " + self.pick(["==", "!=", "<", "<=", ">"]) + " ",
                        self.value(scope, depth - 1, leaf.type), ")")
        return expr("(", self.value(scope, depth + 1), ")")

    def channel_test(self, scope):
        chan = self.pick(scope.chans)
        if self.chance(0.6) or chan.capacity in (0, None):
            test = self.pick(["empty", "full", "nempty", "nfull"])
            return expr(test + "(", self.channel(chan, scope), ")")
        return expr("(", self.channel(chan, scope), self.pick(["?", "??"]), "[", *self.patterns(chan, scope, poll=True), "])")

    def remote(self, scope):
        procs = [p for p in self.procs if p.active and p is not self.current and (p.labels or p.locals)]
        if not procs or self.in_dstep or self.runs or any(not p.active for p in self.procs):
            return None
        p = self.pick(procs)
        index = expr()
        if self.chance(0.8) or p.active > 1:
            first = sum(q.active for q in self.procs[:self.procs.index(p)])
            index = expr("[", "%d" % (first + self.random.randrange(p.active)), "]")
        if p.labels and (self.chance(0.6) or not p.locals):
            self.remotes = True
            return expr("(", p.name, index, "@" + self.pick(p.labels), ")")
        if not p.locals:
            return None
        leaf = self.pick(p.locals)
        self.remotes = True
        return expr("(", p.name, index, ":", self.read(leaf, Scope([], [])), " == ", self.constant(leaf.type), ")")

    # Channels

    def holder(self, scope, field, lone):
        """A variable that holds every value of a message's field."""
        low, high = RANGES["byte"] if lone and field in ("bit", "bool") else RANGES[field]

        def fits(leaf):
            range_ = RANGES["byte"] if leaf.parts[-1][1] and leaf.type in ("bit", "bool") else RANGES[leaf.type]
            return range_[0] <= low and high <= range_[1]
        leaves = [leaf for leaf in scope.leaves if fits(leaf)]
        return self.pick(leaves) if leaves else None

    def some_fields(self, fields, p):
        """Sometimes too few: an error only when a message is sent or received."""
        return fields[:self.random.randrange(1, len(fields))] if len(fields) > 1 and self.chance(p) else fields

    def arguments(self, chan, scope):
        out = []
        for i, field in enumerate(self.some_fields(chan.fields, 0.1 if self.risky else 0)):
            if i:
                out.append(", ")
            out.append(self.field_value(field, scope))
        return out

    def field_value(self, field, scope):
        if field == "chan":
            plain = [c for c in scope.chans if c.fields == ["byte"]] or scope.chans
            return self.channel(self.pick(plain), scope)
        if field.startswith("T"):
            named = [v for t, v in scope.structs if t == field]
            return expr(self.pick(named)) if named else number(0)
        return self.value(scope, 1, field)

    def patterns(self, chan, scope, used=(), poll=False):
        """used: names that must not be received into."""
        out = []
        used = set(used)
        for i, field in enumerate(self.some_fields(chan.fields, 0.1 if poll or self.risky else 0)):
            if i:
                out.append(", ")
            roll = self.random.random()
            if field == "chan":
                targets = [c.name for c in scope.chans if c.capacity is None and not c.length and c.name not in used]
                out.append(expr(self.pick(targets)) if targets and not poll else expr("_"))
                continue
            if field.startswith("T"):
                named = [v for t, v in scope.structs if t == field]
                cells = sum(max(1, l.parts[-1][1] or 1) * max(1, len(l.parts) > 1 and l.parts[-2][1] or 1)
                            for l in self.struct_leaves(field, []))
                out.append(expr(self.pick(named)) if named else expr(", ".join(["_"] * cells)))
                continue
            leaf = self.holder(scope, field, len(chan.fields) == 1)
            target = self.read(leaf, scope) if leaf else None
            names = set(NAMES.findall(render(target))) if leaf else set()
            if names & used:
                leaf = None  # spin refuses a variable twice in one message
            if roll < 0.2:
                out.append(self.constant(field))
            elif roll < 0.35:
                value = self.value(scope, 1, field)
                names = set(NAMES.findall(render(value)))
                if names & (used | {"len"}):
                    value = self.constant(field)
                used |= names
                out.append(expr("eval(", value, ")"))
            elif roll < 0.42 or leaf is None:
                out.append(expr("_"))
            else:
                used |= names
                out.append(target)
        return out

    def send(self, scope, dstep=False):
        chans = [c for c in scope.chans if not dstep or c.capacity]
        if not chans:
            return stmt("skip")
        chan = self.pick(chans)
        return stmt(self.channel(chan, scope), self.pick(["!", "!", "!", "!!"]), *self.arguments(chan, scope))

    def receive(self, scope, dstep=False):
        chans = [c for c in scope.chans if not dstep or c.capacity]
        if not chans:
            return stmt("skip")
        chan = self.pick(chans)
        buffered = bool(chan.capacity)
        how = self.pick(["?", "?", "?", "??"]) if buffered else "?"
        channel = self.channel(chan, scope)
        patterns = self.patterns(chan, scope, NAMES.findall(render(channel)))
        if buffered and self.chance(0.15):
            return stmt(channel, how, "<", *patterns, ">")
        return stmt(channel, how, *patterns)

    # Statements

    def assign(self, scope):
        if self.hidden and self.chance(0.1):
            return stmt(self.pick(self.hidden), " = ", self.value(scope, 1))
        leaf = self.variable(scope)
        if leaf is None:
            return stmt("skip")
        target = self.read(leaf, scope)
        roll = self.random.random()
        if leaf.type in ("byte", "short", "int", "pid") and roll < 0.45:
            # Bounded most of the time, so that state spaces stay small.
            return stmt(target, " = ", expr("(", self.read(leaf, scope), " + ", number(self.pick([1, 1, 2, 3, -1])), ") % ",
                                            number(self.pick([2, 3, 4]))))
        if roll < 0.58:
            return stmt(target, self.pick(["++", "--"])) if leaf.type in SMALL[:3] or self.chance(0.3) else \
                stmt(target, " = ", self.constant(leaf.type))
        depth = 1 if leaf.type in ("int", "short") else 2
        return stmt(target, " = ", self.value(scope, depth, leaf.type))

    def run(self, scope, target=True):
        candidates = [p for p in self.procs if p.active == 0] or self.procs
        proc = self.pick(candidates)
        arguments = []
        for i, (type_, _, chan) in enumerate(proc.params):
            if i:
                arguments.append(", ")
            if type_ == "chan":
                fitting = [c for c in scope.chans if c.fields == chan.fields]
                arguments.append(self.channel(self.pick(fitting), scope) if fitting else number(0))
            elif type_ == "mtype":
                arguments.append(expr(self.pick(self.mtypes)))  # spin refuses a variable here
            else:
                arguments.append(self.value(scope, 1, type_))
        call = ["run " + proc.name + "("] + arguments + [")"]
        pids = [leaf for leaf in scope.leaves if leaf.type == "pid"]
        if target and pids and self.chance(0.3):
            return stmt(self.read(self.pick(pids), scope), " = ", *call)
        return stmt(*call)

    def simple(self, scope, context):
        """A statement without parts."""
        roll = self.random.random()
        if context.dstep and roll > 0.62 and self.chance(0.85):
            roll = self.random.random() * 0.62
        if roll < 0.42:
            return self.assign(scope)
        if roll < 0.48:
            return stmt("assert(", self.condition(scope, 1), ")")
        if roll < 0.52:
            return stmt("skip")
        if roll < 0.55:
            return stmt('printf("%d\\n", ', self.value(scope, 1), ")")
        if roll < 0.62 and self.inlines:
            name, count = self.pick(self.inlines)
            leaves = [leaf for leaf in scope.leaves if all(n is None for _, n in leaf.parts)]
            if leaves:
                arguments = []
                for i in range(count):
                    arguments += [", "] if i else []
                    arguments.append(self.read(self.pick(leaves), scope))
                return stmt(name + "(", *arguments, ")")
            return stmt("skip")
        if roll < 0.62:
            return self.assign(scope)
        if roll < 0.74:
            return self.send(scope, context.dstep)
        if roll < 0.86:
            return self.receive(scope, context.dstep)
        if roll < 0.90 and not context.dstep and self.procs and not self.remotes:
            self.runs = True
            return Node("seq", [stmt("(_nr_pr < %d)" % self.pick([3, 4, 5])), self.run(scope)])
        return stmt(self.condition(scope))

    def option(self, scope, context, is_last):
        inner = scope.inner()
        roll = self.random.random()
        items = []
        if context.dstep and is_last or is_last and self.chance(0.35):
            items.append(stmt("else"))
        elif roll < 0.5:
            items.append(stmt(self.condition(scope)))
        elif roll < 0.57 and not context.dstep:
            items.append(stmt("timeout"))
        elif roll < 0.60 and not context.dstep:
            items.append(stmt("(timeout && ", self.condition(scope), ")"))
        elif roll < 0.75 and not context.dstep:
            items.append(self.receive(scope))
        elif roll < 0.83 and not context.dstep:
            items.append(self.send(scope))
        elif roll < 0.88 and context.depth < 3 and not context.dstep:
            first = self.compound(scope, context.deeper())
            items += [stmt("skip")] if first.parts[-2:-1] and "} unless {" in first.parts else []
            items.append(first)
        elif context.dstep:
            items.append(stmt(self.condition(scope)))
        else:
            items.append(self.simple(scope, context))
        items += self.body(inner, context.deeper(), self.random.randrange(0, 3)).parts
        if context.loop and len(items) == 1 and render(items[0]) == "skip":
            items.append(stmt("break"))  # pan refuses a loop of nothing
        elif context.loop and self.chance(0.35) or len(items) > 1 and items[-1].kind == "decl":
            items.append(stmt("break" if context.loop else "skip"))
        return seq(items)

    def compound(self, scope, context):
        roll = self.random.random()
        if context.dstep:
            roll *= 0.62
        if roll < 0.32:
            count = self.random.randrange(1, 4)
            loop = context.deeper(loop=context.loop and not context.dstep)
            return Node("choice", [self.option(scope, loop, i == count - 1) for i in range(count)], "if")
        if roll < 0.52:
            if context.dstep:
                return self.counted(scope, context)
            count = self.random.randrange(1, 4)
            options = [self.option(scope, context.deeper(loop=True), i == count - 1) for i in range(count)]
            if self.chance(0.6):
                options[-1].parts = options[-1].parts[:1] + [stmt("break")]
            return Node("choice", options, "do")
        if roll < 0.62:
            return self.counted(scope, context)
        if roll < 0.77:
            body = self.body(scope.inner(), context.deeper(atomic=True), self.random.randrange(1, 4))
            return wrap("atomic {", body, "}")
        if roll < 0.86:
            inside = context.deeper(dstep=True, loop=False, labels=False)
            self.in_dstep = True
            first = self.pick([stmt(self.condition(scope)), self.assign(scope), stmt("skip")])
            body = self.body(scope.inner(), inside, self.random.randrange(0, 3))
            self.in_dstep = False
            return wrap("d_step {", seq([first] + body.parts), "}")
        if roll < 0.95:
            main = self.body(scope.inner(), context.deeper(loop=False), self.random.randrange(1, 3))
            escape = seq([stmt(self.condition(scope)) if self.chance(0.7) else self.receive(scope)] +
                         self.body(scope.inner(), context.deeper(loop=False), self.random.randrange(0, 2)).parts)
            return wrap("{", main, "} unless {", escape, "}")
        return wrap("{", self.body(scope.inner(), context.deeper(), self.random.randrange(1, 3), declare=True), "}")

    def counted(self, scope, context):
        """for and select."""
        counters = [leaf for leaf in scope.leaves if leaf.type in ("byte", "int", "short") and len(leaf.parts) == 1 and leaf.parts[0][1] is None]
        if not counters:
            return self.assign(scope)
        counter = self.pick(counters).parts
        name = counter[0][0]
        low = self.random.randrange(0, 2)
        high = low + self.random.randrange(0, 3)
        if self.chance(0.35) and not context.dstep:
            return stmt("select (%s : " % name, number(low), " .. ", number(high), ")")
        inside = context.deeper(loop=not context.dstep)
        return wrap("for (%s : " % name, number(low), " .. ", number(high), ") {",
                    self.body(scope.inner(), inside, self.random.randrange(1, 3)), "}")

    def body(self, scope, context, count, declare=False):
        items = []
        for _ in range(count):
            if (declare or self.chance(0.05)) and not context.dstep and context.depth < 3:
                declare = False
                type_ = self.local_type()
                name = self.name("m")
                init = [" = ", self.value(scope, 1, type_)] if self.chance(0.6) and not type_.startswith("unsigned") else []
                items.append(Node("decl", [declared(type_, name)] + init))
                scope.leaves.append(Leaf([(name, None)], type_))
            if context.depth < 3 and self.chance(0.38 if context.depth == 0 else 0.25):
                item = self.compound(scope, context)
            else:
                item = self.simple(scope, context)
            if context.labels and context.proc and self.may_label(item, items, context) and self.chance(0.1):
                label = self.pick(self.LABELS) + str(len(context.proc.labels))
                context.proc.labels.append(label)
                item = wrap(label + ": ", item)
            if items and item.parts[0] == "d_step {":
                items.append(stmt("skip"))  # spin takes the break of a loop before it for a jump into the d_step
            items.append(item)
            if context.labels and context.proc and context.proc.labels and not context.dstep and self.chance(0.07):
                target = self.pick(context.proc.labels)
                items.append(Node("choice", [seq([stmt(self.condition(scope)), stmt("goto " + target)]),
                                             seq([stmt("else")])], "if"))
        return seq(items)

    def may_label(self, item, before, context):
        """spin refuses a label inside the opening brace of a block, and a jump to a d_step."""
        first = item
        while first.children() and first.kind in ("seq", "wrap", "choice"):
            if first.kind == "wrap" and first.parts[0] == "d_step {":
                return False
            first = first.children()[0]
        return item.kind != "seq" and (context.depth == 0 or any(b.kind != "decl" for b in before))

    # Units

    def declare_globals(self, units):
        if self.chance(0.5):
            self.mtypes = ["ma", "mb", "mc"][:self.random.randrange(1, 4)]
            units.append(Node("unit", ["mtype = { %s };" % ", ".join(self.mtypes)]))
        if self.chance(0.25):
            self.declare_typedefs(units)
        for _ in range(self.random.randrange(1, 4)):
            type_ = self.pick(SMALL if self.chance(0.7) else TYPES)
            length = self.pick([2, 3, 4]) if self.chance(0.2) and not type_.startswith("unsigned") else None
            name = self.name("g")
            parts = [declared(type_, name, length)]
            if self.chance(0.4):
                if length and self.chance(0.4):
                    values = []
                    for i in range(length):
                        values += [", "] if i else []
                        values.append(number(self.random.randrange(3)))
                    parts += [" = { "] + values + [" }"]
                else:
                    parts += [" = ", self.constant(type_)]
            units.append(Node("unit", parts + [";"]))
            self.globals.leaves.append(Leaf([(name, length)], type_))
        if self.chance(0.06):
            self.hidden.append(self.name("h"))
            units.append(Node("unit", ["hidden %s %s;" % (self.pick(["byte", "int"]), self.hidden[-1])]))
        for _ in range(self.pick([0, 0, 1, 1, 1, 2])):
            self.declare_channel(self.globals, units, "q")

    def declare_typedefs(self, units):
        for i in range(self.random.randrange(1, 3)):
            name = "T%d" % i
            fields = []
            for j in range(self.random.randrange(1, 3)):
                if i and self.chance(0.4):
                    fields.append(("T0", "s%d%d" % (i, j), self.pick([None, None, 2])))
                else:
                    type_ = self.pick(SMALL)
                    type_ = "byte" if type_.startswith("unsigned") else type_
                    length = self.pick([None, None, 2])
                    fields.append((type_, "f%d%d" % (i, j), length))
            self.typedefs.append((name, fields))
            text = "; ".join(declared(t, n, l) for t, n, l in fields)
            units.append(Node("unit", ["typedef %s { %s };" % (name, text)]))
        name, _ = self.pick(self.typedefs)
        variable = self.name("s")
        length = self.pick([None, None, 2])
        units.append(Node("unit", [declared(name, variable, length) + ";"]))
        self.globals.leaves += self.struct_leaves(name, [(variable, length)])
        if not length:
            self.globals.structs.append((name, variable))

    def struct_leaves(self, typedef, prefix):
        out = []
        for type_, name, length in dict(self.typedefs)[typedef]:
            parts = prefix + [(name, length)]
            out += self.struct_leaves(type_, parts) if type_.startswith("T") else [Leaf(parts, type_)]
        return out

    def declare_channel(self, scope, units, prefix, kind="unit"):
        capacity = self.pick([0, 0, 1, 1, 2]) if not self.priorities else self.pick([1, 2])
        roll = self.random.random()
        if roll < 0.5:
            fields = ["byte"]
        elif roll < 0.6:
            fields = ["chan"]
        elif roll < 0.7 and self.typedefs:
            fields = [self.pick(self.typedefs)[0]]
        else:
            fields = [self.pick(SMALL + ["short", "int"]) for _ in range(self.random.randrange(1, 4))]
            fields = [f if not f.startswith("unsigned") else "byte" for f in fields]
        length = 2 if self.chance(0.12) else None
        name = self.name(prefix)
        text = "chan %s%s = [%d] of { %s }" % (name, "[2]" if length else "", capacity, ", ".join(fields))
        units.append(Node(kind, [text + (";" if kind == "unit" else "")]))
        scope.chans.append(Chan(name, length, capacity, fields))

    def declare_inlines(self, units):
        if not self.chance(0.2):
            return
        name = self.name("step")
        count = self.random.randrange(0, 3)
        names = ["a%d" % i for i in range(count)]
        scope = self.globals.inner()
        scope.leaves += [Leaf([(n, None)], "byte") for n in names]
        body = self.body(scope, Context(None, depth=2, labels=False), self.random.randrange(1, 3))
        units.append(Node("unit", ["inline %s(%s) {" % (name, ", ".join(names)), body, "}"]))
        self.inlines.append((name, count))

    def proctype(self, proc):
        self.current = proc
        scope = self.globals.inner()
        locals_ = []
        for type_, name, chan in proc.params:
            if type_ == "chan":
                scope.chans.append(Chan(name, None, None, chan.fields))
            else:
                scope.leaves.append(Leaf([(name, None)], type_))
        for _ in range(self.pick([0, 1, 1, 2])):
            type_ = self.local_type()
            name = self.name("l")
            length = 2 if self.chance(0.12) and not type_.startswith("unsigned") else None
            init = [" = ", self.constant(type_)] if self.chance(0.3) else []
            locals_.append(Node("decl", [declared(type_, name, length)] + init))
            leaf = Leaf([(name, length)], type_)
            scope.leaves.append(leaf)
            if not length and type_ != "mtype":
                proc.locals.append(leaf)
        if self.typedefs and not self.priorities and self.chance(0.2):
            typedef, _ = self.pick(self.typedefs)
            name = self.name("s")
            locals_.append(Node("decl", ["%s %s" % (typedef, name)]))
            scope.leaves += self.struct_leaves(typedef, [(name, None)])
            scope.structs.append((typedef, name))
        if self.chance(0.12):
            self.declare_channel(scope, locals_, "c", kind="decl")
        plain = [c.name for c in scope.chans if c.fields == ["byte"] and not c.length and c.capacity is not None]
        if any(c.fields == ["chan"] for c in scope.chans) and plain:
            name = self.name("v")
            locals_.append(Node("decl", ["chan %s = %s" % (name, self.pick(plain))]))
            scope.chans.append(Chan(name, None, None, ["byte"]))
        count = self.random.randrange(1, self.STATEMENTS + 1)
        body = seq(locals_ + self.body(scope, Context(proc), count).parts)
        if not [p for p in body.parts if p.kind != "decl"] or body.parts[-1].kind == "decl":
            body.parts.append(stmt("skip"))
        head = ["active [%d] " % proc.active if proc.active > 1 else "active " if proc.active else ""]
        parameters = "; ".join("%s %s" % (t, n) for t, n, _ in proc.params)
        head.append("proctype %s(%s)" % (proc.name, parameters))
        if proc.priority:
            head.append(" priority %d" % proc.priority)
        if self.chance(0.04):
            head += [" provided (", self.value(Scope(self.globals.leaves, []), 1), ")"]
        return Node("unit", head + [" {", body, "}"])

    def model(self):
        units = []
        self.declare_globals(units)
        self.declare_inlines(units)
        count = self.pick([1, 2, 2, 3, 3])
        for i in range(count):
            proc = Proc("P%d" % i)
            proc.active = self.pick([0, 1, 1, 1, 2]) if i else 1
            if not proc.active:
                for _ in range(self.random.randrange(0, 3)):
                    if self.globals.chans and self.chance(0.3):
                        proc.params.append(("chan", self.name("p"), self.pick(self.globals.chans)))
                    else:
                        proc.params.append((self.pick(SMALL[:2] + ["byte", "int"] + ["mtype"] * bool(self.mtypes)), self.name("p"), None))
            if self.priorities:
                proc.priority = self.random.randrange(1, 4)
            self.procs.append(proc)
        bodies = [self.proctype(proc) for proc in self.procs]
        self.current = None
        units += bodies
        idle = [p for p in self.procs if not p.active]
        if idle or self.chance(0.15) and not self.remotes:
            items = [self.run(self.globals, target=False) for _ in range(max(1, len(idle)))]
            if self.chance(0.5):
                items = [wrap("atomic {", seq(items), "}")]
            if self.chance(0.4):
                items.append(stmt(self.condition(self.globals)))
            if self.chance(0.4):
                items.append(stmt("assert(", self.condition(self.globals), ")"))
            units.append(Node("unit", ["init {", seq(items), "}"]))
        return drop_lost_gotos(Node("model", units))


def drop_lost_gotos(model):
    """A goto may name a label that the body lost on the way (a label is on a statement that was dropped)."""
    for unit in model.parts:
        labels = {n.parts[0][:-2] for n in walk(unit) if n.kind == "wrap" and str(n.parts[0]).endswith(": ")}
        for node in walk(unit):
            if node.kind == "stmt" and str(node.parts[0]).startswith("goto ") and node.parts[0][5:] not in labels:
                node.parts = ["skip"]
    return model


def generate(seed):
    return Generator(seed).model()
