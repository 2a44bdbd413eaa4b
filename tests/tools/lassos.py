"""An oracle for LTL formulas and automata, by definition: their values on many words stem loop loop ... at once.

A set of words is a number, with a bit for each word. All words of a batch have the same length and the same loop.
"""
import re

TOKEN = re.compile(r"\s*(\[\]|<>|&&|\|\||<->|->|!|\(|\)|[A-Za-z_]\w*)")
PRECEDENCE = {"<->": 1, "->": 2, "||": 3, "&&": 4, "U": 5, "V": 5}


def tokens(text):
    place = 0
    while place < len(text.rstrip()):
        match = TOKEN.match(text, place)
        word, place = match[1], match.end()
        while len(word) > 1 and re.fullmatch(r"X(p\d+|X.*)", word):  # Xp0 is X p0
            yield "X"
            word = word[1:]
        yield word


def parse(text):
    words = list(tokens(text))

    def unary():
        word = words.pop(0)
        if word == "(":
            inside = binary(0)
            words.pop(0)
            return inside
        return (word, unary()) if word in ("!", "[]", "<>", "X") else ("atom", word)

    def binary(least):
        left = unary()
        while words and PRECEDENCE.get(words[0], 0) > least:
            op = words.pop(0)
            left = (op, left, binary(PRECEDENCE[op]))
        return left

    return binary(0)


class Words:
    """A batch of random words."""

    def __init__(self, random, count, length, loop, names):
        self.length, self.all = length, (1 << count) - 1
        self.next = [i + 1 if i + 1 < length else loop for i in range(length)]
        self.letters = [{name: self.letter(random, count) for name in names} for _ in range(length)]

    @staticmethod
    def letter(random, count):
        bits, bias = random.getrandbits(count), random.randrange(4)
        if bias == 0:
            return bits & random.getrandbits(count) & random.getrandbits(count)
        return bits | random.getrandbits(count) | random.getrandbits(count) if bias == 1 else bits

    def until(self, a, b):
        held = list(b)
        for _ in range(2):
            for i in reversed(range(self.length)):
                held[i] = b[i] | a[i] & held[self.next[i]]
        return held

    def negate(self, a):
        return [self.all & ~x for x in a]

    def holds(self, f, known=None):
        """By position: the words that satisfy the formula from there on."""
        known = {} if known is None else known
        if f not in known:
            known[f] = self.value(f, known)
        return known[f]

    def value(self, f, known):
        op = f[0]
        if op == "atom":
            return [{"true": self.all, "false": 0}.get(f[1], letter.get(f[1])) for letter in self.letters]
        a, b = (self.holds(f[1], known), self.holds(f[-1], known))
        anything = [self.all] * self.length
        return {"!": lambda: self.negate(a), "X": lambda: [a[i] for i in self.next],
                "&&": lambda: [x & y for x, y in zip(a, b)], "||": lambda: [x | y for x, y in zip(a, b)],
                "->": lambda: [self.all & ~x | y for x, y in zip(a, b)],
                "<->": lambda: [self.all & ~(x ^ y) for x, y in zip(a, b)],
                "<>": lambda: self.until(anything, a), "[]": lambda: self.negate(self.until(anything, self.negate(a))),
                "U": lambda: self.until(a, b),
                "V": lambda: self.negate(self.until(self.negate(a), self.negate(b)))}[op]()


class Automaton:
    """A state-based Büchi automaton, from a file in the HOA format as beeline writes it."""

    def __init__(self, text):
        head, body = text.split("--BODY--\n")
        self.states = int(re.search(r"^States: (\d+)", head, re.M)[1])
        self.initial = int(re.search(r"^Start: (\d+)", head, re.M)[1])
        self.names = re.findall(r'"([^"]*)"', re.search(r"^AP: .*", head, re.M)[0])
        self.edges, self.accepting = [], set()
        for line in body.splitlines():
            state = re.fullmatch(r"State: (\d+)( \{0\})?", line)
            edge = re.fullmatch(r"\[(.*)\] (\d+)", line)
            if state:
                at = int(state[1])
                self.accepting |= {at} if state[2] else set()
            elif edge:
                label = [[] if term.strip() == "t" else term.strip().split("&") for term in edge[1].split("|")]
                self.edges.append((at, int(edge[2]), label))

    def allowed(self, words, label, letter):
        result = 0
        for term in label:
            left = words.all
            for literal in term:
                value = letter[self.names[int(literal.lstrip("!"))]]
                left &= words.all & ~value if literal[0] == "!" else value
            result |= left
        return result

    def accepts(self, words):
        """The words with a run that is in an accepting state again and again: a greatest fixed point of a least one."""
        n = words.length
        by_edge = [[self.allowed(words, label, words.letters[i]) for i in range(n)] for _, _, label in self.edges]
        again = [[words.all] * n for _ in range(self.states)]
        while True:
            reach = [[0] * n for _ in range(self.states)]
            changes = True
            while changes:
                changes = False
                for (s, to, _), allowed in zip(self.edges, by_edge):
                    for i in reversed(range(n)):
                        target = reach[to][words.next[i]] | (again[to][words.next[i]] if s in self.accepting else 0)
                        value = reach[s][i] | allowed[i] & target
                        changes |= value != reach[s][i]
                        reach[s][i] = value
            if reach == again:
                return again[self.initial][0]
            again = reach


def difference(random, formula, automaton, per_batch=40):
    """Compares a formula with an automaton on random words of length 1 to 8, at least 1,000 of them. None = they agree."""
    parsed = parse(formula)
    names = set(re.findall(r"p\d+", formula)) | set(automaton.names)
    count = 0
    for length in range(1, 9):
        for loop in range(length):
            words = Words(random, per_batch, length, loop, names)
            wrong = words.holds(parsed)[0] ^ automaton.accepts(words)
            count += per_batch
            if wrong:
                which = wrong.bit_length() - 1
                letters = [{name: value >> which & 1 for name, value in letter.items()} for letter in words.letters]
                return "loop from %d: %s" % (loop, letters)
    assert count >= 1000
    return None
