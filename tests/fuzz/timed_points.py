"""Explores the networks of timed_wide.py by regions: naive, and exact also for strict bounds, differences of clocks, faults and
the least time.

A state is (locations, integers, clocks), where the value of a clock is (whole part, rank of the fraction). Values that
nothing can tell apart are made the same: without differences, what is above the greatest number is None; with them, where
between two neighbouring values (0 is one of them) there is more than any difference that is asked, the gap is made smaller.
Steps and delays are as docs/network.md has them, faults too.
"""
import heapq
import itertools

import timed_data as data
from timed_data import Fault, Machine
from timed_regions import TooMany, closer, ranked


class Space:
    def __init__(self, model, has_time=False):
        self.model = model
        self.has_time = has_time  # the last clock is never set and its values are all told apart
        self.has_differences = "differences" in model.features
        self.most = model.most + (model.most_set if self.has_differences else 0)
        self.answers = {}
        self.timeless = Space(model) if has_time else self

    def machine(self, state, process=None, edge_frame=None):
        m = Machine(self.model.shared, list(state[1]), list(state[2]), state[0])
        if process is not None:
            m.frames.append(self.model.processes[process].frame)
        if edge_frame:
            m.frames.append(edge_frame)
        return m

    # Values of clocks

    def known(self, clocks):
        """Values that can be told apart only."""
        own, time = (clocks[:-1], clocks[-1:]) if self.has_time else (clocks, ())
        if not self.has_differences:
            own = [None if c is None or c > (self.most, 0) else c for c in own]
        else:
            own = closer(own, self.most)
        return ranked([*own, *time])

    def next_clocks(self, clocks):
        there = [c for c in clocks if c]
        if any(c[1] == 0 for c in there):
            return self.known([c and (c[0], c[1] + 1) for c in clocks]), False
        last = max((c[1] for c in there), default=0)
        return self.known([c and ((c[0] + 1, 0) if c[1] == last else c) for c in clocks]), True

    # Steps: lists of (process, edge, frame), in the order in which effects are executed

    def stands_at(self, state):
        return [process.locations[at] for process, at in zip(self.model.processes, state[0])]

    def exists(self, state):
        return all(piece.run(self.machine(state, p)) for p, location in enumerate(self.stands_at(state)) for piece in location.invariant)

    def look(self, state, process):
        """(edge, frame, label or None) of those that are ready; faults of guards are steps too: label is a Fault then."""
        own = self.model.processes[process]
        for edge in own.edges:
            if edge.source != state[0][process]:
                continue
            for values in itertools.product(*(range(low, high + 1) for _, low, high in edge.select)):
                frame = {name: data.local(value) for (name, _, _), value in zip(edge.select, values)}
                m = self.machine(state, process, frame)
                try:
                    if not all(piece.run(m) for piece in edge.guard + edge.bounds):
                        continue
                    label = None
                    if edge.channel:
                        name, index = edge.channel
                        label = m.find(name)[1], index.run(m) if index else 0
                except Fault as fault:
                    label = fault
                yield edge, frame, label

    def all_steps(self, state):
        everybody = range(len(self.model.processes))
        looks = [list(self.look(state, p)) for p in everybody]
        for caller in everybody:
            for edge, frame, label in looks[caller]:
                first = (caller, edge, frame)
                if label is None or isinstance(label, Fault):
                    yield [first], label
                elif edge.role == "!":
                    others = [[(p, e, f) for e, f, l in looks[p] if e.role == "?" and l == label] for p in everybody if p != caller]
                    if "broadcast" in self.model.channels[label[0]][0]:
                        for choice in itertools.product(*[answers for answers in others if answers]):
                            yield [first, *choice], label
                    else:
                        for answer in itertools.chain(*others):
                            yield [first, answer], label

    def steps(self, state):
        committed = {i for i, location in enumerate(self.stands_at(state)) if location.kind == "committed"}
        for step, label in self.all_steps(state):
            if not committed or any(process in committed for process, _, _ in step):
                yield step, label

    def after(self, state, step):
        locations, cells, clocks = list(state[0]), list(state[1]), list(state[2])
        for process, edge, frame in step:
            m = self.machine((locations, cells, clocks), process, frame)
            for piece in edge.effect:
                piece.run(m)
            cells, clocks = m.cells, m.clocks
        for process, edge, _ in step:
            locations[process] = edge.target
        return tuple(locations), tuple(cells), self.known(clocks)

    def rank(self, step):
        channel = step[0][1].channel
        return self.model.channels[channel[0]][2] if channel else 0, max(self.model.processes[process].priority for process, _, _ in step)

    def successors(self, state):
        """States, and Faults."""
        if state not in self.answers:
            found = []
            for step, label in self.steps(state):
                after = label
                try:
                    if not isinstance(label, Fault):
                        after = self.after(state, step)
                        if not self.exists(after):
                            continue
                except Fault as fault:
                    after = fault
                found.append((self.rank(step), after))
            if self.model.is_ordered and found:
                highest = max(rank for rank, _ in found)
                found = [(rank, after) for rank, after in found if rank == highest]
            self.answers[state] = [after for _, after in found]
        return self.answers[state]

    # Delays

    def is_pressed(self, state):
        return any(label and not isinstance(label, Fault) and "urgent" in self.model.channels[label[0]][0]
                   for _, label in self.all_steps(state))

    def delayed(self, state):
        if any(location.kind for location in self.stands_at(state)) or self.is_pressed(state):
            return None
        clocks, is_moment = self.next_clocks(state[2])
        later = state[0], state[1], clocks
        if clocks == state[2] or not self.exists(later):
            return None
        return later if is_moment or not self.is_pressed(later) else None

    def initial(self):
        clocks = self.model.clocks + self.has_time
        state = (0,) * len(self.model.processes), tuple(self.model.cells), ((0, 0),) * clocks
        return [state] if self.exists(state) else []

    def is_dead(self, state):
        seen = set()  # where no value is forgotten, the last regions are a circle
        while state and state not in seen:
            if self.successors(state):
                return False
            seen.add(state)
            state = self.delayed(state)
        return True

    def holds(self, state, piece):
        m = self.machine(state)
        own = (state[0], state[1], ranked(state[2][:-1])) if self.has_time else state
        m.is_dead = lambda: self.timeless.is_dead(own)
        return piece.run(m)

    # Exploring

    def explore(self, limit):
        steps, faults, layer, depth = {}, {}, self.initial(), 0
        while layer:
            found = []
            for state in layer:
                while state and state not in steps:
                    steps[state] = depth
                    found.append(state)
                    state = self.delayed(state)
                    if len(steps) > limit:
                        raise TooMany
            layer, depth = [], depth + 1
            for state in found:
                for after in self.successors(state):
                    if isinstance(after, Fault):
                        faults.setdefault(after.kind, depth)
                    else:
                        layer.append(after)
        return steps, faults

    def least_time(self, piece, limit):
        """(time, is more than that) of the earliest state where the condition holds, which there is."""
        queue, seen, number = [], set(), 0
        for state in self.initial():
            heapq.heappush(queue, ((0, False), number, state))
        while queue:
            time, _, state = heapq.heappop(queue)
            if state in seen:
                continue
            seen.add(state)
            if len(seen) > limit:
                raise TooMany
            if self.holds(state, piece):
                return time
            later = self.delayed(state)
            for after in [*self.successors(state), *([later] if later else [])]:
                if not isinstance(after, Fault):
                    number += 1
                    whole, rank = after[2][-1]
                    heapq.heappush(queue, ((whole, rank > 0), number, after))
        raise AssertionError("it cannot be reached")


class Known:
    """What is true of a model: by condition the least number of steps to it, None if it is never so; by kind of fault the least
    number of steps, the last of which goes wrong."""
    def __init__(self, model, limit=4000):
        space = Space(model)
        self.model = model
        steps, self.faults = space.explore(limit)
        self.space, self.reached = space, steps
        self.states = len(steps)
        self.shortest = [min((n for state, n in steps.items() if space.holds(state, piece)), default=None)
                         for piece in model.conditions]

    def least_time(self, number, limit=8000):
        return Space(self.model, True).least_time(self.model.conditions[number], limit)

    def extreme(self, number, name, is_least):
        """Of a clock or an integer where the condition holds: (value, is not reached itself); None if that is never so; False if
        it cannot be told, because values are too great to be told apart."""
        states = [state for state in self.reached if self.space.holds(state, self.model.conditions[number])]
        kind, *where = self.model.shared[name]
        if not states:
            return None
        if kind == "int":
            values = [(state[1][where[1]], False) for state in states]
            return min(values) if is_least else max(values)
        values = [state[2][where[0]] for state in states]
        known = [v for v in values if v and v <= (self.model.most, 0)]
        if is_least:
            return min((whole, rank > 0) for whole, rank in known) if known else False
        if len(known) < len(values):
            return False
        whole, is_reached = max((whole + (rank > 0), rank == 0) for whole, rank in known)
        return whole, not is_reached
