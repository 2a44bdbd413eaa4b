"""Explores a timed network by its regions (Alur and Dill): naive, and exact also for strict bounds and deadlocks.

The value of a clock is None above the greatest constant (but where differences of clocks are asked: see closer()), else
(whole part, rank of the fraction): rank 0 is no fraction, and clocks with the same rank have the same one. A state is
(locations, integers, clocks). How steps and delays go is as docs/network.md has it for labels, and as TChecker has it for
vectors: who takes part is decided by locations alone.
"""
import itertools
import operator

OPERATORS = {"<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge, "==": operator.eq, "!=": operator.ne}


class TooMany(Exception):
    pass


def constants(model):
    for process in model.processes:
        for location in process.locations:
            yield from (abs(number) for _, _, number in location.invariant)
        for edge in process.edges:
            yield from (abs(number) for _, _, number in edge.bounds)
    for tests in model.conditions:
        yield from (abs(test[2]) for test in tests if is_of_clocks(test, model.clocks))


def is_of_clocks(test, clocks):
    return test[0] != "at" and test[0].split(" - ")[0] in clocks


def closer(clocks, most):
    """Where between two neighbouring values (0 is one of them) there is more than any difference that is asked, nothing tells how
    much it is: the gap is made smaller by a whole number."""
    result, below, less = {}, (0, 0), 0
    for value in sorted(set(clocks)):
        gap = value[0] - below[0] - (value[1] < below[1])  # the whole part of it; the rest is 0 if ranks are equal
        if gap > most:
            less += gap - most - (value[1] == below[1])
        result[value] = (value[0] - less, value[1])
        below = value
    return [result[c] for c in clocks]


def ranked(clocks):
    """The same fractions with ranks that leave out none."""
    clocks = tuple(clocks)
    used = sorted({c[1] for c in clocks if c and c[1] > 0})
    new = {old: i + 1 for i, old in enumerate(used)}
    return tuple(c and (c[0], new.get(c[1], 0)) for c in clocks)


class Space:
    def __init__(self, model):
        self.model = model
        self.clock = {name: i for i, name in enumerate(model.clocks)}
        self.integer = {name: i for i, (name, _) in enumerate(model.integers)}
        self.most = max(constants(model), default=0)
        if model.has_differences:  # a clock that was set is compared with others that are further on
            self.most += max((s[3] for p in model.processes for e in p.edges for s in e.effect if s[0] == "clock"), default=0)
        self.answers = {}  # by state: steps, without those that lead to no state

    # Tests

    def clock_holds(self, clocks, test):
        name, relation, number = test
        if " - " in name:
            a, b = (clocks[self.clock[part]] for part in name.split(" - "))
            return OPERATORS[relation]((a[0] - b[0] - number, (a[1] > b[1]) - (a[1] < b[1])), (0, 0))
        value = clocks[self.clock[name]]
        if value is None:
            return relation in (">", ">=", "!=")
        return OPERATORS[relation]((value[0], value[1] > 0), (number, False))

    def integer_holds(self, integers, test):
        return OPERATORS[test[1]](integers[self.integer[test[0]]], test[2])

    def holds(self, state, tests):
        for test in tests:
            if test[0] == "at":
                fits = state[0][test[1]] == test[2]
            elif is_of_clocks(test, self.clock):
                fits = self.clock_holds(state[2], test)
            else:
                fits = self.integer_holds(state[1], test)
            if not fits:
                return False
        return True

    def stands_at(self, state):
        return [process.locations[at] for process, at in zip(self.model.processes, state[0])]

    def exists(self, state):
        return all(self.holds(state, location.invariant) for location in self.stands_at(state))

    def ready(self, state, process, label, role=None):
        return [edge for edge in self.model.processes[process].edges
                if edge.source == state[0][process] and edge.label == label and (role is None or edge.role == role)
                and self.holds(state, edge.guard + edge.bounds)]

    # Steps: lists of (process, edge), in the order in which their effects are executed

    def steps(self, state):
        own = self.steps_by_labels if self.model.language == "uppaal" else self.steps_by_vectors
        committed = {i for i, location in enumerate(self.stands_at(state)) if location.kind == "committed"}
        for step in own(state):
            if not committed or any(process in committed for process, _ in step):
                yield step

    def steps_by_labels(self, state):
        everybody = range(len(self.model.processes))
        for caller in everybody:
            for edge in self.ready(state, caller, None):
                yield [(caller, edge)]
            for label, kinds in self.model.labels.items():
                for edge in self.ready(state, caller, label, "!"):
                    others = [(p, self.ready(state, p, label, "?")) for p in everybody if p != caller]
                    if "broadcast" in kinds:
                        answers = [[(p, e) for e in edges] for p, edges in others if edges]
                        for choice in itertools.product(*answers):
                            yield [(caller, edge), *choice]
                    else:
                        for p, edges in others:
                            for answer in edges:
                                yield [(caller, edge), (p, answer)]

    def steps_by_vectors(self, state):
        bound = {(p, event) for vector in self.model.vectors for p, event, _ in vector}
        for p in range(len(self.model.processes)):
            for event in [None, *self.model.labels]:
                if (p, event) not in bound:
                    for edge in self.ready(state, p, event):
                        yield [(p, edge)]
        for vector in self.model.vectors:
            taking_part = [(p, event) for p, event, is_weak in vector
                           if not is_weak or any(e.source == state[0][p] and e.label == event
                                                 for e in self.model.processes[p].edges)]
            yield from (list(choice) for choice in
                        itertools.product(*([(p, e) for e in self.ready(state, p, event)] for p, event in taking_part)))

    def known(self, clocks):
        return ranked(closer(clocks, self.most) if self.model.has_differences else [self.capped(c) for c in clocks])

    def capped(self, value):
        return None if value is None or value[0] > self.most or value[0] == self.most and value[1] else value

    def after(self, state, step):
        locations, integers, clocks = list(state[0]), list(state[1]), list(state[2])
        for process, edge in step:
            for statement in edge.effect:
                if statement[0] == "clock":
                    _, name, other, value = statement
                    base = (0, 0) if other is None else clocks[self.clock[other]]
                    clocks[self.clock[name]] = base and (base[0] + value, base[1])
                else:
                    at = self.integer[statement[1]]
                    integers[at] = integers[at] + 1 if statement[0] == "increase" else statement[2]
            locations[process] = edge.target
        return tuple(locations), tuple(integers), self.known(clocks)

    def successors(self, state):
        if state not in self.answers:
            after = (self.after(state, step) for step in self.steps(state))
            self.answers[state] = [s for s in after if self.exists(s)]
        return self.answers[state]

    # Delays

    def is_pressed(self, state):
        """Is a step by an urgent label possible? Committed locations and the invariant afterwards are not asked."""
        if self.model.language != "uppaal":
            return False
        return any("urgent" in self.model.labels.get(step[0][1].label, ()) for step in self.steps_by_labels(state))

    def next_clocks(self, clocks):
        there = [c for c in clocks if c]
        if any(c[1] == 0 for c in there):
            return self.known([c and (c[0], c[1] + 1) for c in clocks]), False
        last = max((c[1] for c in there), default=0)
        return self.known([c and ((c[0] + 1, 0) if c[1] == last else c) for c in clocks]), True

    def delayed(self, state):
        """The next region as time passes; None if it may not."""
        if any(location.kind for location in self.stands_at(state)) or self.is_pressed(state):
            return None
        clocks, is_moment = self.next_clocks(state[2])
        later = state[0], state[1], clocks
        if clocks == state[2] or not self.exists(later):
            return None
        return later if is_moment or not self.is_pressed(later) else None

    def initial(self):
        state = ((0,) * len(self.model.processes), (0,) * len(self.model.integers), ((0, 0),) * len(self.model.clocks))
        return [state] if self.exists(state) else []

    def is_dead(self, state):
        seen = set()  # where no value is forgotten, the last regions are a circle
        while state and state not in seen:
            if self.successors(state):
                return False
            seen.add(state)
            state = self.delayed(state)
        return True

    def explore(self, limit=20000):
        """All states, each with the least number of steps that lead to it."""
        steps, layer, depth = {}, self.initial(), 0
        while layer:
            found = []
            for state in layer:
                while state and state not in steps:
                    steps[state] = depth
                    found.append(state)
                    state = self.delayed(state)
            if len(steps) > limit:
                raise TooMany
            layer, depth = [after for state in found for after in self.successors(state)], depth + 1
        return steps


    # Infinite executions

    def goes_on(self, state):
        return self.successors(state) + [later for later in [self.delayed(state)] if later]

    def ends(self, state):
        """Can an execution stay in the region for ever: because time can, or because nothing can happen any more?"""
        if self.delayed(state):
            return False
        if any(location.kind for location in self.stands_at(state)) or self.is_pressed(state):
            return not self.successors(state)
        return self.next_clocks(state[2])[0] == state[2] or not self.successors(state)

    def always(self, states, holds):
        """The states from which an execution goes on in states where it holds, for ever or up to its end."""
        left = {state for state in states if holds(state)}
        while True:
            gone = {state for state in left if not self.ends(state) and not any(s in left for s in self.goes_on(state))}
            if not gone:
                return left
            left -= gone


class Liveness:
    """What is true of UPPAAL's queries about infinite executions of a model; a condition is a function of a state."""
    def __init__(self, model, limit=4000):
        self.space = Space(model)
        self.states = self.space.explore(limit)
        self.first = self.space.initial()

    def potentially_always(self, p):
        return bool(self.first) and self.first[0] in self.space.always(self.states, p)

    def eventually(self, p):
        return not self.potentially_always(lambda state: not p(state))

    def leads_to(self, p, q):
        left = self.space.always(self.states, lambda state: not q(state))
        return not any(p(state) for state in left)


class Known:
    """What is true of a model: by condition (or "deadlock") the least number of steps to it, None if it is never so."""
    def __init__(self, model, limit=20000):
        space = Space(model)
        steps = space.explore(limit)
        self.states = len(steps)
        self.shortest = [min((n for state, n in steps.items() if space.holds(state, tests)), default=None)
                         for tests in model.conditions]
        self.deadlock = min((n for state, n in steps.items() if space.is_dead(state)), default=None)
