#!/usr/bin/env python3
"""Random models with parts that are safe, or outside of the cone, or nearly so: with --reduce the verdict must be the same.

usage: reduce.py [--seed N] [--count N] [--show]

Or with two independent halves, or nearly so. With cone and parts the shortest length must be the same as well; with safe the
steps that the search has counted must not be more. The binary is $BEELINE, else build/beeline. Exit status 0: no difference; 1:
some. Prints how many models had something to leave out, or parts to search one by one.
"""
import argparse
import json
import os
import random
import re
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
BEELINE = os.path.abspath(os.environ.get("BEELINE") or os.path.join(ROOT, "build", "beeline"))
REDUCTIONS = ("cone", "safe", "cone,safe", "parts", "cone,parts", "cone,safe,parts")


class Timed:
    """UPPAAL: drivers change a variable each, or their location; workers read the variables."""
    name, options = "m.xta", ()

    def __init__(self, r, is_plain=False):
        """is_plain: without clocks, and without locations and channels that hold up others."""
        self.r, self.is_plain = r, is_plain
        self.drivers = r.choice((1, 2, 2, 3))
        self.workers = r.choice((1, 2, 2))
        self.places = 3
        processes = [self.driver(i) for i in range(self.drivers)] + [self.worker(i) for i in range(self.workers)]
        names = ["d%d" % i for i in range(self.drivers)] + ["w%d" % i for i in range(self.workers)]
        r.shuffle(names)
        self.text = "int[0,2] %s; int[0,2] q; clock x, y; chan a; urgent chan u; broadcast chan b;\n%s\n%s\nsystem %s;\n" % (
            ", ".join("p%d" % i for i in range(self.drivers)), "\n".join(processes),
            " ".join("%s = %s%s();" % (name, name[0].upper(), name[1:]) for name in names), ", ".join(names))
        goal = " and ".join("w%d.l%d" % (i, r.randrange(self.places)) for i in range(self.workers))
        if r.random() < 0.2:
            goal += " and q == %d" % r.randrange(3)
        for i in range(self.drivers):
            if r.random() < 0.15:
                goal += " and p%d == %d" % (i, r.randrange(3))
        self.queries = ["E<> " + goal]

    def driver(self, i):
        r, edges = self.r, []
        values = list(range(r.choice((2, 3))))
        for value in values:
            to = r.choice(values) if r.random() < 0.2 else (value + 1) % len(values)
            guard = "p%d == %d" % (i, value)
            if i and r.random() < 0.3:
                guard += " && p%d == %d" % (i - 1, r.randrange(2))
            if r.random() < 0.05 and not self.is_plain:
                guard += " && x > 1"
            effect = "p%d = %d" % (i, to) if r.random() < 0.8 else "p%d = (p%d + 1) %% %d" % (i, i, len(values))
            if r.random() < 0.05:
                effect += ", q = 1" if self.is_plain else r.choice((", x = 0", ", q = 1"))
            sync = r.choice(("sync a!; ", "sync b!; ")) if r.random() < 0.05 else ""
            edges.append("s -> s { guard %s; %sassign %s; }" % (guard, sync, effect))
        kind = "commit s; " if r.random() < 0.03 else "urgent s; " if r.random() < 0.05 else ""
        invariant = " { y <= 5 }" if r.random() < 0.05 else ""
        if self.is_plain:
            kind = invariant = ""
        return "process D%d() { state s%s; %sinit s; trans %s; }" % (i, invariant, kind, ", ".join(edges))

    def condition(self):
        r = self.r
        clocks = [] if self.is_plain else ["x >= %d" % r.randrange(3), "x <= %d" % r.randrange(3)]
        one = lambda: r.choice(["p%d == %d" % (r.randrange(self.drivers), r.randrange(3))] * 4
                               + ["q == %d" % r.randrange(3)] + clocks)
        return " && ".join(one() for _ in range(r.choice((1, 1, 2))))

    def worker(self, i):
        r, edges = self.r, []
        for _ in range(r.randrange(3, 7)):
            parts = []
            if r.random() < 0.7:
                condition = self.condition()
            else:
                condition = ""
            sync = r.choice(("a!", "a?", "b!", "b?", "u!", "u?")) if r.random() < 0.45 else ""
            if self.is_plain:
                sync = sync.replace("u", "a")
            if sync.startswith("u"):
                condition = " && ".join(c for c in condition.split(" && ") if "x" not in c)
            if condition:
                parts.append("guard %s;" % condition)
            if sync:
                parts.append("sync %s;" % sync)
            if r.random() < 0.4:
                effects = ("q = p%d" % r.randrange(self.drivers), "q = %d" % r.randrange(3), "q = q == 2 ? 0 : q + 1", "x = 0", "y = 0")
                parts.append("assign %s;" % r.choice(effects[:3] if self.is_plain else effects))
            edges.append("l%d -> l%d { %s }" % (r.randrange(self.places), r.randrange(self.places), " ".join(parts)))
        states = ", ".join("l%d%s" % (k, " { x <= %d }" % r.randrange(1, 4) if r.random() < 0.15 else "") for k in range(self.places))
        flags = "".join("%s l%d; " % (kind, r.randrange(self.places)) for kind, share in (("commit", 0.25), ("urgent", 0.15))
                        if r.random() < share and not self.is_plain)
        if self.is_plain:
            states = ", ".join("l%d" % k for k in range(self.places))
        return "process W%d() { state %s; %sinit l0; trans %s; }" % (i, states, flags, ", ".join(edges))


class Promela:
    """Drivers change a variable each, or go round in circles; workers read the variables and the locations."""
    name, options = "m.pml", ()

    def __init__(self, r):
        self.r = r
        self.drivers = r.choice((1, 2, 2))
        self.kinds = [r.choice(("assign", "guarded", "d_step", "places")) for _ in range(self.drivers)]
        workers = "\n".join(self.worker(i) for i in range(r.choice((1, 2))))
        self.text = "byte %s; byte q; chan c = [0] of { byte }; chan e = [1] of { byte };\n%s\n%s\n" % (
            ", ".join("p%d" % i for i in range(self.drivers)), "\n".join(self.driver(i) for i in range(self.drivers)), workers)
        self.queries = []
        self.options = ("--property", "assert")

    def driver(self, i):
        r, p = self.r, "p%d" % i
        if self.kinds[i] == "places":
            body = "L0: %sskip; L1: skip; L2: skip; goto L0" % ("printf(\"x\"); " if r.random() < 0.2 else "")
            if r.random() < 0.1:
                body = body.replace("L2: skip", "L2: q = 1")
        else:
            form = {"assign": ":: %s = %d", "guarded": ":: %s == %d -> %s = %d", "d_step": ":: d_step { %s == %d -> %s = %d }"}[self.kinds[i]]
            ways = []
            for value in range(3):
                to = r.randrange(3) if r.random() < 0.15 else (value + 1) % 3
                ways.append(form % ((p, to) if self.kinds[i] == "assign" else (p, value, p, to)))
            if r.random() < 0.1:
                ways.append(":: break")
            if r.random() < 0.05:
                ways.append(":: else -> skip")
            body = "do %s od" % " ".join(ways)
        return "active proctype D%d() { %s }" % (i, body)

    def condition(self):
        i = self.r.randrange(self.drivers)
        if self.kinds[i] == "places":
            return "D%d@L%d" % (i, self.r.randrange(3))
        return "p%d == %d" % (i, self.r.randrange(3))

    def statement(self):
        r = self.r
        reads = lambda: self.condition() if r.random() < 0.8 else "q == %d" % r.randrange(3)
        simple = [reads, reads, lambda: "q = %d" % r.randrange(3), lambda: "q = p%d" % r.randrange(self.drivers),
                  lambda: "c!q", lambda: "c?q", lambda: "e!q", lambda: "e?q", lambda: "c!p0", lambda: "c?eval(p0)"]
        kind = r.random()
        if kind < 0.7:
            return r.choice(simple)()
        if kind < 0.8:
            return "atomic { %s }" % "; ".join(r.choice(simple)() for _ in range(2))
        if kind < 0.9:
            return "if :: %s -> q = 1 :: %s fi" % (reads(), r.choice(("else", "q = 2", "%s -> skip" % reads())))
        return "d_step { q = %d; q = q + 1 }" % r.randrange(3)

    def worker(self, i):
        body = "; ".join(self.statement() for _ in range(self.r.randrange(2, 5)))
        return "active proctype W%d() { %s; assert(q != %d) }" % (i, body, self.r.randrange(3))


def renamed(text, names, half):
    return re.sub(r"\b(%s)\b" % names, r"\1" + half, text)


class TimedHalves:
    """Two models that share nothing, or nearly so, with a question about both."""
    name, options = "m.xta", ()

    def __init__(self, r):
        texts, goals, systems = [], [], []
        for half in "AB":
            model = Timed(r, r.random() < 0.75)
            text = renamed(model.text, r"p\d|q|x|y|a|u|b|[dDwW]\d", half)
            if r.random() < 0.1:
                text = re.sub(r"q%s = q%s == 2 \? 0 : q%s" % (half, half, half), "q%s = q%s" % (half, half), text)  # may leave its range
            if r.random() < 0.04 and half == "B":
                text = text.replace(*r.choice((("pB == 0", "qA == 0"), ("aB!", "aA!"), ("qB = 1", "qA = 1"), ("l0 -> ", "l1 -> "))))
            head, _, system = text.rpartition("system ")
            texts.append(head)
            systems.append(system.strip().rstrip(";"))
            goals.append("(%s)" % renamed(model.queries[0][4:], r"p\d|q|w\d", half))
        self.text = "\n".join(texts) + "\nsystem %s;\n" % ", ".join(systems)
        if r.random() < 0.2:
            goals.append("(%s)" % r.choice(("true", "qA == 1", "qB == 0", "xA >= 2")))
        goals = [r.choice(("%s", "%s", "not %s")) % g for g in goals]
        self.queries = [r.choice(("E<> %s" % " and ".join(goals), "E<> %s" % " or ".join(goals), "E<> " + goals[0],
                                  "A[] not (%s)" % " and ".join(goals), "A[] %s" % " and ".join(goals), "A[] %s" % " or ".join(goals)))]


class PromelaHalves:
    """The same in Promela: the question is about assertions, or an invariant."""
    name = "m.pml"

    def __init__(self, r):
        texts = []
        for half in "AB":
            text = renamed(Promela(r).text, r"p\d|q|c|e|[DW]\d", half)
            if r.random() < 0.04:
                text = text.replace(*r.choice((("qB == ", "qA == "), ("cB!", "cA!"), ("skip", "timeout"), ("skip", "_nr_pr > 2"), ("do ", "do :: _last == 0 -> skip "))))
            if r.random() < 0.3:
                text = re.sub(r"; assert\(.*?\)", "", text)
            texts.append(text)
        self.text = "\n".join(texts)
        self.queries, self.options = [], ("--property", "assert")
        if r.random() < 0.6:
            goals = [r.choice(("", "!")) + "(%s)" % r.choice(("q%s == %d" % (half, r.randrange(3)), "p0%s == %d" % (half, r.randrange(3)),
                                                              "q%s > 0 && p0%s > 0" % (half, half), "q%s > 0 || p0%s > 0" % (half, half)))
                     for half in "AB"]
            self.options = ("--invariant", r.choice(("!(%s && %s)", "!(%s || %s)", "%s || %s", "%s && %s")) % tuple(goals))


def ask(path, model, *more):
    ran = subprocess.run([BEELINE, "check", path, *model.queries, *model.options, "--json", "--search", "bfs",
                          "--max-states", "20000", *more], capture_output=True, text=True, timeout=60)
    if ran.returncode not in (0, 10, 20):
        return {"failed": "exit %d: %s" % (ran.returncode, ran.stderr.strip()[:300])}
    results = json.loads(ran.stdout)["results"]
    result = next((r for r in results if r["property"]["kind"] == "invariant"), results[0])
    trace = result["trace"]
    return {"verdict": result["verdict"], "reason": result["reason"], "length": trace and trace["length"],
            "inserted": trace and trace.get("inserted", 0), "shortest": trace and trace["shortest"],
            "left_out": result["search"].get("left_out", 0), "parts": result["search"].get("parts", 0)}


# A run-time error that is as near as what is asked for: which of them is found first is not determined.
def is_tie(one, other):
    return {one["reason"], other["reason"]} == {None, "fault"} and one["length"] is not None and one["length"] == other["length"]


def other_searches(path, model, plain):
    """The same by searches that see the parts in another order, and with partial order reduction."""
    guided = ask(path, model, "--reduce", "parts", "--search", "astar", "--heuristic", "hl")
    if "failed" in guided or guided["reason"] != "states" and not is_tie(plain, guided) and (
            (guided["verdict"], guided["length"], guided["shortest"]) != (plain["verdict"], plain["length"], plain["shortest"])):
        return "%s, with astar %s" % (plain, guided)
    deep = ask(path, model, "--reduce", "parts" if path.endswith("xta") else "parts,por", "--search", "dfs")
    if "failed" in deep or deep["reason"] not in ("states", "fault") and plain["reason"] != "fault" and deep["verdict"] != plain["verdict"]:
        return "%s, with dfs %s" % (plain, deep)
    return None


def difference(path, model):
    """(None or what is wrong, the greatest number of parts that were left out by each reduction)."""
    plain, counts = ask(path, model), {}
    if "failed" in plain:
        return (None if "exit 65" in plain["failed"] or "exit 24" in plain["failed"] else plain["failed"]), counts
    for reduce in REDUCTIONS:
        less = ask(path, model, "--reduce", reduce)
        if plain["reason"] == "states" or less.get("reason") == "states":
            continue
        if "failed" in less:
            return "--reduce %s: %s" % (reduce, less["failed"]), counts
        counts[reduce] = less["parts"] if reduce.endswith("parts") else less["left_out"]
        if is_tie(plain, less):
            continue
        if plain["verdict"] != less["verdict"] or plain["reason"] != less["reason"]:
            return "%s, with --reduce %s %s" % (plain, reduce, less), counts
        if plain["length"] is None:
            continue
        counted = less["length"] - less["inserted"]
        if counted > plain["length"] or less["length"] < plain["length"]:
            return "%s steps, with --reduce %s %s" % (plain["length"], reduce, less), counts
        if less["shortest"] != (not less["inserted"]) or (less["shortest"] and less["length"] != plain["length"]):
            return "%s, with --reduce %s %s" % (plain, reduce, less), counts
    return (other_searches(path, model, plain) if counts.get("parts") else None), counts


KINDS = (Timed, Promela, TimedHalves, PromelaHalves)


def compare(seed, folder, kinds=KINDS, show=False):
    """The difference for one random model, if there is one, with the model; and what was left out."""
    r = random.Random(seed)
    model = r.choice(kinds)(r)
    path = os.path.join(folder, model.name)
    with open(path, "w") as out:
        out.write(model.text)
    if show:
        print(model.text, model.queries)
    why, counts = difference(path, model)
    return why and "seed %d: %s\n%s%s" % (seed, why, model.text, model.queries), counts


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--show", action="store_true")
    options = parser.parse_args()
    failed, reduced = 0, dict.fromkeys(REDUCTIONS, 0)
    with tempfile.TemporaryDirectory() as folder:
        for seed in range(options.seed, options.seed + options.count):
            why, counts = compare(seed, folder, show=options.show)
            for name, count in counts.items():
                reduced[name] += count > 0
            if why:
                failed += 1
                print(why, flush=True)
    print("%d models, %d differences; parts were left out in: %s" % (options.count, failed, reduced))
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
