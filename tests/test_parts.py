#!/usr/bin/env python3
"""--reduce parts: independent parts of a network are searched one by one; verdicts and shortest lengths are those of the whole."""
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent / "tools"))
from program import beeline, run, want, write  # noqa: E402

SEARCHES = ("dfs", "dijkstra", "astar", "wastar", "greedy", "kbest", "beam", "ehc", "idastar", "bfhs", "frontier", "dfbnb")
SHORTEST = ("bfs", "dijkstra", "astar", "idastar", "bfhs", "frontier", "dfbnb")


def promela(count, most=6):
    """Processes that count up and down, each its own variable."""
    names = ", ".join("x%d" % i for i in range(count))
    return "byte %s;\n" % names + "".join("active proctype P%d() { do :: x%d < %d -> x%d++ :: x%d > 0 -> x%d-- od }\n" % (i, i, most, i, i, i)
                                          for i in range(count))


def uppaal(count, most=6):
    """The same, with a location at the end."""
    return "".join("int[0,%d] x%d; process P%d() { state s, t; init s; trans s -> s { guard x%d < %d; assign x%d = x%d + 1; }, "
                   "s -> s { guard x%d > 0; assign x%d = x%d - 1; }, s -> t { guard x%d == %d; }; }\n" % (most, i, i, i, most, i, i, i, i, i, i, most)
                   for i in range(count)) + "system %s;\n" % ", ".join("P%d" % i for i in range(count))


def ask(path, question, *options):
    """The result for the question: a query, or an invariant of a Promela model, or --property assert."""
    asked = ["--property", "assert"] if not question else ["--invariant", question] if str(path).endswith("pml") else [question]
    ran = beeline("check", path, *asked, "--json", *options)
    want(ran.status in (0, 10, 20), ran.err)
    results = ran.results()
    return next((r for r in results if r["property"]["kind"] == "invariant"), results[0])


def told(result):
    trace = result["trace"]
    return result["verdict"], result["reason"], trace and trace["length"]


def compared(path, question, parts, *options):
    """With and without the reduction, by breadth-first search; parts: how many there are, 0 = the network stays whole."""
    plain, less = (ask(path, question, "--search", "bfs", "--reduce", how, *options) for how in ("none", "parts"))
    want(told(plain) == told(less), "%s: %s, with parts %s" % (question, told(plain), told(less)))
    want(less["search"], "%s: %s" % (question, less))
    want(less["search"].get("parts", 0) == parts, "%s: %s" % (question, less["search"]))
    want(not less["trace"] or (less["trace"]["shortest"] and less["trace"]["replayed"]), less["trace"])
    return plain, less


def all_parts_are_needed(folder):
    for name, text, unit in (("m.pml", promela, 12), ("m.xta", uppaal, 7)):
        expanded = []
        for count in range(2, 5):
            path = write(folder, text(count), name)
            goals = ["x%d == 6" % i if name == "m.pml" else "P%d.t" % i for i in range(count)]
            question = ("!(%s)" if name == "m.pml" else "E<> %s") % " && ".join(goals)
            plain, less = compared(path, question, count)
            want(less["trace"]["length"] == unit * count, less["trace"])
            expanded.append(less["stats"]["expanded"])
            want(plain["stats"]["expanded"] > 7 ** count / 2, plain["stats"])
            # Out of reach in the last part, or in the first one.
            for bad in (0, count - 1):
                never = question.replace(goals[bad], goals[bad] + " && x%d > 6" % bad)
                compared(path, never, count)
        want(expanded[2] - expanded[1] == expanded[1] - expanded[0] > 0, "not a sum: %s" % expanded)


def one_part_is_enough(folder):
    for name, text, unit in (("m.pml", promela, 2), ("m.xta", uppaal, 1)):
        stored = []
        for count in range(2, 5):
            path = write(folder, text(count), name)
            goals = ["x%d == %d" % (i, 3 + i) for i in range(count)]
            question = ("!(%s)" if name == "m.pml" else "E<> %s") % " || ".join(goals)
            _, less = compared(path, question, count)
            want(less["trace"]["length"] == 3 * unit, less["trace"])
            compared(path, question.replace("x0 == 3", "x0 == 7"), count)
            same = " && ".join("x%d != %d" % (i, 3 + i) for i in range(count))
            compared(path, same if name == "m.pml" else "A[] " + same, count)
            never = ("%s" if name == "m.pml" else "A[] %s") % " && ".join("x%d < 7" % i for i in range(count))
            stored.append(compared(path, never, count)[1]["stats"]["stored"])
        want(stored[2] - stored[1] == stored[1] - stored[0] > 0, "not a sum: %s" % stored)


def several_leaves_in_a_part(folder):
    path = write(folder, uppaal(3), "m.xta")
    compared(path, "E<> (x0 == 2 || P0.t) && x1 == 3 && P0.s && true", 2)
    compared(path, "E<> x0 == 2 && x1 == 3 && x2 == 1 && x0 + x1 == 5", 2)
    compared(path, "E<> x0 + x1 + x2 == 5", 0)
    compared(path, "E<> (x0 == 3 && x1 == 3) || x2 == 5", 2)
    compared(path, "E<> (x0 == 3 && x1 == 3) || x2 == 9", 2)
    compared(path, "E<> (x0 == 3 || x1 == 3) && (x1 == 4 || x2 == 5)", 0)
    compared(path, "A[] x0 == 3 imply x1 != 2", 2)
    compared(path, "A[] !(x0 == 3 && !(x1 != 2 || P0.t))", 2)
    compared(path, "A[] !(x0 == 3 && !(x1 != 2 || P2.t))", 3)


def errors_of_one_part(folder):
    text = promela(2) + "active proctype Q() { byte i; i = 1; i = 2; i = 3; assert(i == 2) }\nactive proctype R() { byte i; i = 1; assert(i == 2) }\n"
    path = write(folder, text)
    _, less = compared(path, None, 4)
    want(less["error"]["kind"] == "assertion" and less["trace"]["length"] == 2, less)
    compared(write(folder, text.replace("assert(i == 2)", "skip")), None, 4)
    # A run-time error: by itself it answers the question, so parts are not put one after the other.
    faulty = uppaal(3).replace("guard x2 < 6; ", "").replace("int[0,6] x2", "int[0,3] x2")
    path = write(folder, faulty, "m.xta")
    want(compared(path, "E<> P0.t && P1.t", 2)[1]["reason"] == "fault", "a fault is nearer")
    want(compared(path, "E<> P0.t || P1.t", 3)[1]["reason"] == "fault", "a fault is nearer")
    want(compared(path, "E<> x0 == 2 || x1 == 3", 3)[1]["verdict"] == "satisfied", "the fault is farther away")
    want(compared(path, "A[] x0 < 7 && x1 < 7 && x2 < 7", 3)[1]["error"]["kind"] == "range", "another error")
    compared(write(folder, uppaal(2), "m.xta"), "E<> x0 == 2 && 1 / x1 == 1", 0)
    compared(write(folder, uppaal(2), "m.xta"), "E<> x0 == 5 || 1 / (x1 - 2) == 3", 2)


def processes_of_one_template(folder):
    compared(write(folder, "active [4] proctype P() { byte i; do :: i < 5 -> i++ :: i > 0 -> i--; assert(i != 4) od }\n"), None, 4)
    compared(write(folder, "byte a[4]; active [4] proctype P() { do :: a[_pid] < 3 -> a[_pid]++ :: else -> break od; assert(a[_pid] == 2) }\n"), None, 0)


# Two parts, and what links them, or lets one of them hold up the other.
LINKS = {
    "none": ("", ""), "a variable": ("x0 < 6", "x0 < 6 && x1 < 7"), "a channel": ("od }", ":: c!1 od }"), "timeout": (":: x0 > 0", ":: timeout -> skip :: x0 > 0"),
    "_nr_pr": (":: x0 > 0", ":: _nr_pr == 1 -> skip :: x0 > 0"), "_last": (":: x0 > 0", ":: _last == 1 -> skip :: x0 > 0"),
    "enabled": (":: x0 > 0", ":: enabled(1) -> skip :: x0 > 0"), "provided": ("P0()", "P0() provided (x1 < 9)"), "a process": ("P0() {", "P0() { run P1();"),
    "a location": (":: x0 > 0", ":: P1@here -> skip :: x0 > 0"), "a local variable": (":: x1 > 0", ":: P0:here == 1 -> skip :: x1 > 0"),
    "a constant": ("x0 < 6", "x0 < 6 && k == 0"), "what nobody reads": ("x0 > 0", "x0 > 0 && (x0 != 1 || true)"), "atomic": (":: x0 > 0 -> x0--", ":: atomic { x0 > 0 -> x0--; x0 = x0 }"),
}


def links_of_promela(folder):
    for what, (old, new) in LINKS.items():
        text = "byte k; chan c = [1] of { byte };\n" + promela(2)
        if what == "a location":
            text = text.replace("P1() { do", "P1() { here: do")
        if what == "a local variable":
            text = text.replace("P0() { do", "P0() { byte here; do")
        if what == "a channel":
            text = text.replace("od }", ":: c?k od }").replace(":: c?k od }", "od }", 1)
        want(old in text, what)
        path = write(folder, text.replace(old, new, 1))
        parts = 2 if what in ("none", "a constant", "what nobody reads", "atomic") else 0
        for question in ("!(x0 == 3 && x1 == 3)", "!(x0 == 3 || x1 == 4)", "!(x0 == 7 && x1 == 3)", "x0 < 7 && x1 < 7"):
            compared(path, question, parts)


def what_nobody_reads_links_nothing(folder):
    text = "byte k;\n" + promela(2)
    for question in ("!(x0 == 3 && x1 == 3)", "!(x0 == 7 || x1 == 4)", "x0 < 7 && x1 < 7"):
        compared(write(folder, text.replace("++", "++; k = 1")), question, 2)
        compared(write(folder, text.replace("++", "++; k = 1 - k")), question, 0)


def links_of_uppaal(folder):
    text = """int[0,9] n; %s
process A() { int[0,9] i; state s; init s; trans s -> s { guard i < 5; %s assign i = i + 1; }; }
process B() { int[0,9] i; state s, t%s; init s; trans s -> s { guard i < 5; %s assign i = i + 1; }, s -> t { guard i == 4; }; }
a = A(); b = B(); system a, b;
"""
    cases = (("", "", "", "", 2), ("chan c;", "sync c!;", "", "sync c?;", 0), ("broadcast chan c;", "sync c!;", "", "sync c?;", 0),
             ("int[0,9] m;", "", " { m < 1 }", "", 2))
    for head, a, place, b, parts in cases:
        path = write(folder, text % (head, a, place, b), "m.xta")
        for query in ("E<> a.i == 3 && b.i == 4", "E<> a.i == 2 && b.t", "E<> a.i == 6 && b.t", "E<> a.i == 6 || b.t", "A[] a.i < 4 && b.i < 4"):
            compared(path, query, parts)
    # The invariant of a location reads what another process writes.
    path = write(folder, (text % ("", "", " { n >= 2 }", "")).replace("i < 5;  assign i = i + 1; }; }", "i < 5; assign i = i + 1, n = i; }; }", 1), "m.xta")
    for query in ("E<> a.i == 1 && b.t", "E<> a.i == 6 || b.t"):
        compared(path, query, 0)


def reduced_as_well(folder):
    """Partial order reduction takes steps of one process for those of all: of those of its part."""
    text = "active proctype B() { byte j; j = 1; assert(false) }\nactive proctype A() { byte i; i = 1; i = 2; assert(i == 2) }\n"
    for path in (write(folder, text), write(folder, "\n".join(reversed(text.splitlines())) + "\n")):
        for search in ("dfs", "bfs", "greedy"):
            found = ask(path, None, "--search", search, "--reduce", "por,parts")
            want(found["verdict"] == "violated" and found["search"]["parts"] == 2, (search, found))
    beeline("check", path, "--property", "assert", "--reduce", "local,parts").expect(64, "reductions 'local' and 'parts' cannot be combined")


def goals_inside_atomic_sequences(folder):
    text = "byte x, y; active proctype A() { atomic { x = 3; x = %d } }\nactive proctype B() { y = 1; atomic { y = 2; y = 3 } }\n"
    for last in (3, 4):
        path = write(folder, text % last)
        for question in ("!(x == 3 && y == 1)", "!(x >= 3 && y == 2)", "!(x == 4 && y == 3)", "!(x == 3 || y == 2)"):
            compared(path, question, 2)
            plain, less = (ask(path, question, "--search", "dfs", "--reduce", how) for how in ("none", "por,parts"))
            want(plain["verdict"] == less["verdict"], (question, less))


def deaths_are_seen(folder):
    text = "byte x, y; active proctype A() { x = 1; x = 2 }\nactive proctype B() { y = 1; end: y = 2 }\n"
    compared(write(folder, text), "!(x == 2 && y == 2)", 2)
    compared(write(folder, text), "!(x == 2 && !(B@end))", 2)
    # A dies only after B, which is younger; then its variables are 0.
    text = text.replace("x = 1;", "byte v = 1; x = 1;")
    compared(write(folder, text), "!(A:v == 0 && y == 2)", 0)


# A moves without time, B needs time.
TIMED = """clock x; int[0,9] n; %s
process A() { state a, b, c; %s init a; trans a -> b { %s }, b -> c { assign n = 3; }; }
process B() { clock y; state a%s, b, c; %s init a; trans a -> b { guard x >= 2 && y >= 1; assign x = 0; }, b -> c { guard x >= 3; }; }
%s
a = A(); b = B(); system a, b%s;
"""


def time_is_in_one_part(folder):
    plain = ("", "", "", "", "", "", "")
    for what, parts, change in (("nothing", 2, {}), ("an urgent location", 0, {1: "urgent b;"}), ("a committed location", 0, {1: "commit b;"}),
                                ("an urgent label", 0, {0: "urgent chan u;", 2: "sync u!;", 5: "process C() { state a; init a; trans a -> a { sync u?; }; } c = C();", 6: ", c"}),
                                ("its own urgent location", 2, {4: "urgent b;"}), ("its own invariant", 2, {3: " { x <= 4 }"}),
                                ("a clock of both", 0, {2: "guard x <= 1;"}), ("another clock", 0, {0: "clock z;", 2: "guard z >= 1;"})):
        path = write(folder, TIMED % tuple(change.get(i, text) for i, text in enumerate(plain)), "m.xta")
        for query in ("E<> a.c && b.c", "E<> a.c && b.c && x >= 7", "E<> n == 3 && b.b && x < 1", "E<> a.b && b.c", "E<> n == 4 && b.c", "E<> a.c && b.c && x < 3"):
            compared(path, query, parts)


def parts_that_cannot_idle(folder):
    plain = ("", "", "", "", "", "", "")
    for what, parts, change in (("nothing", 2, {}), ("urgent at the start", 0, {1: "urgent a;"}), ("urgent later", 2, {1: "urgent b;"}),
                                ("committed at the start", 0, {1: "commit a;"}), ("committed later", 2, {4: "commit b;"}),
                                ("an invariant", 2, {3: " { x <= 4 }"}), ("another clock", 2, {0: "clock z;", 2: "guard z >= 1;"}),
                                ("an invariant of two parts", 0, {0: "clock z;", 2: "guard z >= 1;", 3: " { x <= 4 }"})):
        path = write(folder, TIMED % tuple(change.get(i, text) for i, text in enumerate(plain)), "m.xta")
        for query in ("E<> a.c || b.c", "E<> n == 4 || b.c && x >= 7", "E<> b.a && b.b || a.c", "A[] n < 4 && !(b.c && x < 3)"):
            compared(path, query, parts)


def every_search_agrees(folder):
    path = write(folder, promela(3, 4))
    for question, status, length in (("!(x0 == 4 && x1 == 2 && x2 == 3)", "violated", 18), ("!(x0 == 4 && x1 == 5 && x2 == 3)", "satisfied", None),
                                     ("!(x0 == 4 || x1 == 2 || x2 == 3)", "violated", 4), ("x0 < 5 && x1 < 5", "satisfied", None)):
        for search in SEARCHES:
            found = ask(path, question, "--search", search, "--reduce", "parts")
            want(found["verdict"] == status and found["search"]["parts"] == 3, "%s %s: %s" % (search, question, found["verdict"]))
            if length:
                proved = search in SHORTEST
                want(found["trace"]["length"] == length if proved else found["trace"]["length"] >= length, (search, found["trace"]))
                want(found["trace"]["shortest"] == proved, (search, found["trace"]))
        for how in ("parts,por", "cone,parts,por", "cone,safe,parts"):
            found = ask(path, question, "--search", "dfs", "--reduce", how)
            want(found["verdict"] == status, "%s: %s" % (how, found))


def auto_uses_parts(folder):
    path = write(folder, uppaal(6, 9), "m.xta")
    query = "E<> %s" % " && ".join("P%d.t" % i for i in range(6))
    found = ask(path, query)
    want(found["trace"]["shortest"] and found["trace"]["length"] == 60 and found["search"]["parts"] == 6, found)
    want(found["stats"]["expanded"] < 200, found["stats"])
    want("parts" not in ask(path, query.replace("&&", "+"), "--reduce", "none", "--max-states", "5")["search"], "none was asked for")
    beeline("check", "-v", path, query).expect(0, "6 independent parts, searched one after the other", "reduce parts (6 parts)")
    beeline("check", "-v", path, "A[] x0 < 10 && x1 < 10").expect(0, "searched each by itself")
    beeline("check", "-v", path, "E<> x0 + x1 == 2", "--reduce", "parts", "--search", "bfs").expect(0, "parts, searched each by itself")
    text = "active proctype A() { byte i; do :: i < 3 -> i++; assert(i < 9) :: i == 4 -> assert(i == 4) od }\n"
    two = text.replace("A()", "B()").replace("i == 4 ->", "i == 3 ->").replace("assert(i == 4)", "assert(i == 3)")
    noted = beeline("check", "--json", write(folder, text + two), "--property", "assert").expect(0).result()
    want(noted["search"]["parts"] == 2 and noted["assertions"]["unreached"][0].endswith("m.pml:1"), noted)


def refused_by_name(folder):
    path = write(folder, promela(2))
    beeline("check", path, "--property", "deadlock", "--reduce", "parts").expect(64, "reduction 'parts' does not support questions about deadlocks")
    beeline("check", path, "--property", "assert", "--census", "--reduce", "parts").expect(64, "reduction 'parts' does not support --census")
    beeline("check", path, "[]<> (x0 == 1)", "--reduce", "parts").expect(64, "reduction 'parts' does not support")
    beeline("check", write(folder, uppaal(2), "m.xta"), "E<> P0.t", "--fastest", "--reduce", "parts").expect(64, "reduction 'parts' does not support --fastest")
    beeline("list", "reductions").expect(0, "parts")


run("parts", [all_parts_are_needed, one_part_is_enough, several_leaves_in_a_part, errors_of_one_part, processes_of_one_template, links_of_promela,
              what_nobody_reads_links_nothing, links_of_uppaal, reduced_as_well, goals_inside_atomic_sequences, deaths_are_seen, time_is_in_one_part, parts_that_cannot_idle, every_search_agrees, auto_uses_parts, refused_by_name])
