#!/usr/bin/env python3
"""Timed models on the command line: reachability, times, queries, exit statuses, JSON documents."""
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent / "tools"))
from program import beeline, run, want, write  # noqa: E402

# Fischer's protocol: mutual exclusion holds if and only if the waiting time W is at least the writing time D.
MUTEX = """# a remark
system:mutex
event:tau
int:1:0:2:0:id
""" + "".join("""
process:P%(i)d
clock:1:x%(i)d
location:P%(i)d:idle{initial:}
location:P%(i)d:asks{invariant: x%(i)d<=%%(D)d}
location:P%(i)d:waits{}
location:P%(i)d:critical{labels: cs%(i)d}
edge:P%(i)d:idle:asks:tau{provided: id==0 : do: x%(i)d=0}
edge:P%(i)d:asks:waits:tau{do: x%(i)d=0; id=%(i)d}
edge:P%(i)d:waits:critical:tau{provided: id==%(i)d && x%(i)d>%%(W)d}
edge:P%(i)d:critical:idle:tau{do: id=0}
""" % {"i": i} for i in (1, 2))
SAFE, UNSAFE = MUTEX % {"D": 3, "W": 3}, MUTEX % {"D": 3, "W": 2}

# The shortest trace to the end is slow: 1 step at time 10, or 3 steps at time 2.
ROADS = """system:roads
event:go
process:P
clock:1:x
clock:1:y
location:P:start{initial: : invariant: x<=10}
location:P:a{invariant: y<=1}
location:P:b{invariant: y<=1}
location:P:end{labels: end}
edge:P:start:end:go{provided: x==10}
edge:P:start:a:go{do: y=0}
edge:P:a:b:go{provided: y==1 : do: y=0}
edge:P:b:end:go{provided: y==1}
"""

# i leaves its range. This is not an error: the edge is disabled then.
RANGE = """system:range
event:e
int:1:0:3:0:i
process:P
location:P:p{initial:}
location:P:q{labels: q}
edge:P:p:p:e{do: i=i+1}
edge:P:p:q:e{provided: i==3}
"""

# P synchronises with Q and, if R is in a location with an edge on b, with R. If that edge is disabled, so is the step.
WEAK = """system:weak
event:a
event:b
int:1:0:9:0:i
process:P
process:Q
process:R
location:P:p{initial:}
location:P:pp{labels: p}
location:Q:q{initial:}
location:Q:qq{labels: q}
location:R:r{initial:}
location:R:rr{labels: r}
edge:P:p:pp:a{do: i=1}
edge:Q:q:qq:a{do: i=i*2}
edge:R:%s:rr:b{provided: i>=%d}
sync:P@a:Q@a:R@b?
"""

UPPAAL = """clock x;
int[0,3] i;
process P() {
state A { x <= 5 }, B, C;
init A;
trans A -> B { guard x >= 2; assign %s; }, B -> C { guard i == 3; };
}
system P;
"""


LOOPS = """clock x;
int[0,5] n;
process P() {
state A { x <= 2 }, B;
init A;
trans A -> A { guard x >= 1; assign x = 0, n = n < 5 ? n + 1 : n; }, A -> B { guard x >= 2; };
}
system P;
"""


def model(folder, text, name="m.tck"):
    return write(folder, text, name)


def keys(value, *wanted):
    want(set(value) == set(wanted), sorted(set(value) ^ set(wanted)))


def reachable(folder):
    path = model(folder, UNSAFE)
    first = beeline("check", path, "labels=cs1,cs2").expect(0).lines[0]
    want(first.startswith("satisfied: labels=cs1,cs2 (trace of ") and first.endswith(")"), first)
    result = beeline("check", "--json", path, "labels=cs1,cs2").expect(0).result()
    want((result["verdict"], result["reason"], result["error"]) == ("satisfied", None, None), result)
    want(result["property"]["kind"] == "reach" and result["property"]["text"] == "labels=cs1,cs2", result["property"])
    keys(result["trace"], "length", "cost", "shortest", "replayed", "loop", "time", "initial", "steps")
    want(result["trace"]["length"] == 6 and result["trace"]["shortest"] and result["trace"]["replayed"], result["trace"])
    want(isinstance(result["trace"]["time"], (int, float)) and result["trace"]["time"] > 2, result["trace"])


def unreachable(folder):
    path = model(folder, SAFE)
    first = beeline("check", path, "labels=cs1,cs2").expect(10).lines[0]
    want(first == "violated: labels=cs1,cs2: no such state is reachable", first)
    result = beeline("check", "--json", path, "labels=cs1,cs2").expect(10).result()
    want((result["verdict"], result["error"], result["trace"]) == ("violated", None, None), result)
    beeline("check", path, "labels=cs1").expect(0)
    beeline("check", path, "labels=cs3").expect(65, "cs3")
    beeline("check", path, "E<> P1.idle").expect(65, "labels=")


def every_search_agrees(folder):
    safe, unsafe = model(folder, SAFE), model(folder, UNSAFE, "unsafe.tck")
    for search in beeline("list", "searches", "--json").json()["searches"]:
        ran = beeline("check", "--json", "--search", search["name"], unsafe, "labels=cs1,cs2")
        if "does not support reachability" in ran.err:  # it searches for cycles
            continue
        want(ran.status == 0 or not search.get("complete"), "%s: exit %d: %s" % (search["name"], ran.status, ran.err))
        want(ran.result()["verdict"] != "violated", search["name"])
        if search.get("shortest"):
            want(ran.result()["trace"]["length"] == 6, "%s: %s" % (search["name"], ran.result()["trace"]))
        ran = beeline("check", "--json", "--search", search["name"], safe, "labels=cs1,cs2")
        want(ran.status == (10 if search.get("complete") or search["name"] == "auto" else ran.status), search["name"])
        want(ran.result()["verdict"] != "satisfied", search["name"])


def no_property(folder):
    for text, name in ((SAFE, "m.tck"), (UPPAAL % "i = 3", "alone.xta")):
        beeline("check", model(folder, text, name)).expect(64, "no query", "--property fault")
    beeline("check", model(folder, SAFE), "--property", "fault").expect(0, "satisfied: no run-time error")
    beeline("check", model(folder, ROADS), "--property", "deadlock").expect(10, "violated: deadlock")
    beeline("check", model(folder, SAFE), "--property", "deadlock").expect(0)
    beeline("check", model(folder, SAFE), "--invariant", "!(P1.critical && P2.critical)").expect(0)
    violated = beeline("check", "--json", model(folder, UNSAFE), "--invariant", "!(P1.critical && P2.critical)").expect(10)
    want(violated.result()["error"]["kind"] == "invariant", violated.result()["error"])
    late = beeline("check", "--json", model(folder, ROADS), "--invariant", "x <= 11").expect(10).result()
    want(late["trace"]["time"] > 11, late["trace"])


def aims(folder):
    path = model(folder, ROADS)
    for options, length, time in (((), 1, 10), (("--shortest",), 1, 10), (("-t", "1"), 1, 10), (("--fastest",), 3, 2), (("-t2",), 3, 2)):
        trace = beeline("check", "--json", *options, path, "labels=end").expect(0).result()["trace"]
        want((trace["length"], trace["time"]) == (length, time), "%s: %s" % (options, trace))
        want(trace.get("fastest") == (True if length == 3 else None), trace)
    beeline("check", "--fastest", path, "labels=end").expect(0, "3 steps", "time 2, fastest")
    beeline("check", "--first", path, "labels=end").expect(0)
    beeline("check", "--fastest", "--search", "bfs", path, "labels=end").expect(64, "'bfs'", "--fastest")
    beeline("check", "--fastest", "--search", "astar", "--heuristic", "hl", path, "labels=end").expect(64, "'hl'")
    beeline("check", "--fastest", "--shortest", path, "labels=end").expect(64)
    beeline("check", "--fastest", model(folder, "active proctype P() { skip }", "m.pml")).expect(64, "timed")


def fastest_without_waiting(folder):
    """A deadlock reached by a delay in the initial state, and a step that is faster than a delay."""
    path = model(folder, "clock x, y; process P() { state A; init A; trans A -> A { guard y <= 2 && x < 1; }; } system P;", "m.xta")
    trace = beeline("check", "--json", "--fastest", path, "E<> deadlock").expect(0).result()["trace"]
    want((trace["length"], trace["time"], trace["fastest"]) == (0, 1, True), trace)
    path = model(folder, "clock x; process P() { state A; init A; trans A -> A { assign x = 1; }; } system P;", "n.xta")
    trace = beeline("check", "--json", "--fastest", path, "E<> x == 1").expect(0).result()["trace"]
    want((trace["length"], trace["time"], trace["fastest"]) == (1, 0, True), trace)


def letters_of_verifyta(folder):
    path = model(folder, ROADS)
    for letter, search in (("0", "bfs"), ("1", "dfs")):
        result = beeline("check", "--json", "-o", letter, path, "labels=end").expect(0).result()
        want(result["search"]["search"] == search, result["search"])
    beeline("check", "-o", "2", path).expect(64, "random depth first")
    beeline("check", "-o", "9", path).expect(64)
    beeline("check", "-t", "3", path).expect(64)
    beeline("check", "-t", "1", "-o", "1", path, "labels=end").expect(64, "dfs", "--shortest")


def census(folder):
    path = model(folder, SAFE)
    result = beeline("check", "--json", "--census", path).expect(0).result()
    want(result["stats"]["census"] == result["stats"]["stored"] > 10, result["stats"])
    beeline("check", "--census", path).expect(0, "symbolic states")
    beeline("check", "--reduce", "por", "--property", "fault", path).expect(64, "'por'", "timed")
    beeline("check", "--reduce", "none", "--property", "fault", path).expect(0)


def out_of_range_is_no_step(folder):
    beeline("check", model(folder, RANGE), "--property", "fault").expect(0)
    trace = beeline("check", "--json", model(folder, RANGE), "labels=q").expect(0).result()["trace"]
    want(trace["length"] == 4, trace)
    beeline("check", model(folder, RANGE), "--invariant", "i < 3").expect(10)
    beeline("check", model(folder, RANGE), "--invariant", "i <= 3").expect(0)


def weak_synchronisation(folder):
    together = beeline("check", "--json", model(folder, WEAK % ("r", 0)), "labels=p,q,r").expect(0).result()
    want(together["trace"]["length"] == 1, together["trace"])
    beeline("check", model(folder, WEAK % ("r", 0)), "--invariant", "i == 0 || i == 2").expect(0)
    beeline("check", model(folder, WEAK % ("r", 1)), "labels=p").expect(10)
    beeline("check", model(folder, WEAK % ("rr", 0)), "labels=p").expect(0)
    beeline("check", model(folder, WEAK % ("rr", 0)), "labels=p,r").expect(10)


def languages(folder):
    beeline("check", model(folder, RANGE, "m.txt"), "labels=q").expect(0)
    beeline("check", model(folder, "\n# x\n" + RANGE, "m.tck.txt"), "labels=q").expect(0)
    beeline("check", model(folder, "hello", "h.tck")).expect(65, "h.tck:1:1", "system")
    beeline("check", model(folder, RANGE), "-DN=3").expect(65, "preprocessor")
    info = beeline("info", "--json", model(folder, SAFE)).expect(0).json()
    want(info["language"] == "tchecker" and info["clocks"] == ["x1", "x2"], info)
    names = {(e["from_name"], e["to_name"]) for e in info["processes"][0]["automaton"]}
    want(("waits", "critical") in names, names)
    beeline("info", "-v", model(folder, SAFE)).expect(0, "clocks:", "waits")


def replayed(folder):
    path, itf = model(folder, UNSAFE), Path(folder, "t.itf.json")
    beeline("check", "-q", "--trace", "itf=%s" % itf, path, "labels=cs1,cs2").expect(0)
    beeline("replay", path, itf).expect(0, "6 steps", "time")
    result = beeline("replay", "--json", path, itf).expect(0).result()
    want(result["trace"]["length"] == 6 and result["trace"]["time"] > 2, result["trace"])
    beeline("replay", model(folder, SAFE, "safe.tck"), itf).expect(65)
    beeline("shorten", path, itf).expect(65, "ends in no error")


def stuck_traces_get_shorter(folder):
    path, itf = model(folder, ROADS), Path(folder, "t.itf.json")
    beeline("check", "-q", "--fastest", "--trace", "itf=%s" % itf, path, "--property", "deadlock").expect(10)
    want(beeline("replay", "--json", path, itf).expect(10).result()["trace"]["length"] == 3, "not the long way")
    xtr = Path(folder, "t.xtr")
    beeline("convert", path, itf, "--to", "xtr", "-o", xtr).expect(0) # which does not say that it is a deadlock
    for arguments in ((itf,), (itf, "--property", "deadlock"), (xtr, "--property", "deadlock")):
        want(beeline("shorten", "--json", path, *arguments).expect(10).result()["trace"]["length"] == 1, "not shorter")
    beeline("shorten", path, itf, "--property", "assert").expect(65, "does not answer the question")


def traces_get_shorter_for_a_property(folder):
    path, short = model(folder, LOOPS, "m.xta"), Path(folder, "short.xml")
    for format in ("itf", "xtr", "uppaal-xml"):
        long = Path(folder, "t." + format)
        beeline("check", "-q", "--trace", "%s=%s" % (format, long), path, "E<> P.B and n == 4").expect(0, "5 steps")
        for options, length in (((), 1), (("--heuristic", "fsm"), 1), (("--heuristic", "hamming"), 5)):
            result = beeline("shorten", "--json", path, long, "E<> P.B", "--trace", "uppaal-xml=%s" % short, *options).expect(0).result()
            want(result["verdict"] == "satisfied" and result["property"]["text"] == "E<> P.B", result)
            want((result["trace"]["length"], result["trace"]["time"]) == (length, length + 1), result["trace"])
            want(beeline("replay", "--json", path, short).expect(0).result()["trace"]["length"] == length, "another length")
        want(beeline("shorten", "--json", path, long, "E<> P.B and n == 4").expect(0).result()["trace"]["length"] == 5, "shorter")
        violated = beeline("shorten", "--json", path, long, "--invariant", "not P.B").expect(10).result()
        want((violated["verdict"], violated["trace"]["length"]) == ("violated", 1), violated)
        beeline("shorten", path, long, "A[] P.B").expect(65, "does not answer the question: A[] P.B")
        beeline("shorten", path, long, "E<> P.D").expect(65, "'D'")
        beeline("shorten", path, long).expect(65, "ends in no error")


def traces_get_shorter_for_a_query_of_the_model(folder):
    path, xtr = model(folder, UPPAAL % "i = 3, x = 0", "m.xta"), Path(folder, "t.xtr")
    file = model(folder, "A<> P.C\n\nE<> P.C and x > 7\n\n", "some.q")
    beeline("check", "-q", "--trace", "xtr=%s" % xtr, path, "E<> P.C and x > 7").expect(0)
    result = beeline("shorten", "--json", path, xtr, file).expect(0).result() # the times of the file end too early
    want(result["property"]["text"] == "E<> P.C and x > 7" and result["trace"]["time"] > 9, result)
    beeline("shorten", path, xtr).expect(65, "ends in no error")


def traces_of_uppaal(folder):
    broadcast = """broadcast chan all; clock x; int n;
process P() { state A, B; commit B; init A; trans A -> B { guard x > 1; sync all!; assign x = 0; }, B -> A { assign n++; }; }
process Q(int[0,2] i) { clock y; state A, B; init A; trans A -> B { guard y >= i; sync all?; assign y = 0; }, B -> A { }; }
system P, Q;
"""
    for text, name, query in ((UNSAFE, "u.tck", "labels=cs1,cs2"), (UPPAAL % "i = 3", "m.xta", "E<> P.C"), (broadcast, "b.xta", "E<> n == 3 and Q(2).B")):
        path, files = model(folder, text, name), {f: Path(folder, "t." + f) for f in ("itf", "xtr", "uppaal-xml")}
        options = [o for f in files for o in ("--trace", "%s=%s" % (f, files[f]))]
        length = beeline("check", "--json", *options, path, query).expect(0).result()["trace"]["length"]
        for wanted in ("xtr", "uppaal-xml"):
            written = {beeline("convert", path, files[f], "--to", wanted).expect(0).out for f in files}
            want(len(written) == 1, "%s: %s differs with what it was made from" % (name, wanted))
        for f in files:
            want(beeline("replay", "--json", path, files[f]).expect(0).result()["trace"]["length"] == length, f)
    beeline("replay", model(folder, SAFE, "safe.tck"), files["xtr"]).expect(65, "step 0")
    beeline("check", "--trace", "xtr", model(folder, "active proctype P() { assert(0) }", "m.pml")).expect(24, "'xtr' does not support untimed models")


def compared(folder):
    path = model(folder, UNSAFE)
    results = beeline("compare", "--json", path, "labels=cs1,cs2").expect(0).results()
    want(len(results) > 10 and all(r["verdict"] in ("satisfied", "undecided") for r in results), results)
    want({r["trace"]["length"] for r in results if r["trace"] and r["trace"]["shortest"]} == {6}, results)
    beeline("compare", "-q", model(folder, SAFE), "labels=cs1,cs2").expect(0)


def queries(folder):
    path = model(folder, UPPAAL % "i = 3", "m.xta")
    file = model(folder, "A[] P.C imply i == 3\n\nE<> P.C\n\nE<> P.B and i == 0\n\n", "other.q")
    verdicts = ["satisfied", "satisfied", "violated"]
    for arguments in ((path, file), ("--query", file, path)):
        results = beeline("check", "--json", *arguments).expect(10).results()
        want([r["verdict"] for r in results] == verdicts, results)
        want([r["property"]["kind"] for r in results] == ["invariant", "reach", "reach"], results)
        want([r["property"]["name"] for r in results] == ["1", "2", "3"], results)
        want([r["trace"] is not None for r in results] == [False, True, False], results)
    beeline("check", path, file, "--property", "2").expect(0, "satisfied: E<> P.C (trace of 2 steps")
    beeline("check", path, file, "--property", "4").expect(64, "'4'")
    beeline("check", "--json", path).expect(64, "no query")
    beeline("check", path, model(folder, "// nothing\n", "empty.q")).expect(65, "no query in this file")
    beeline("check", path, "--query", str(path)).expect(65)
    file.rename(Path(folder, "m.q"))
    want(len(beeline("check", "--json", path).expect(10).results()) == 3, "the file beside the model is not read")
    beeline("check", "--json", path, "E<> P.C").expect(0)
    beeline("check", model(folder, RANGE), Path(folder, "m.q")).expect(65, "no query files")
    beeline("check", path, "--query", Path(folder, "missing.q")).expect(65, "missing.q")
    beeline("check", path, Path(folder, "m.q"), "--query", Path(folder, "m.q")).expect(64, "only one")


def unsupported_queries(folder):
    path = model(folder, UPPAAL % "i = 3", "m.xta")
    for query in ("Pr[<=5](<> P.C)", "control: A<> P.C", "simulate [<=9] { P.A }"):
        result = beeline("check", "--json", path, query).expect(24).result()
        want((result["verdict"], result["reason"]) == ("undecided", "unsupported"), result)
    file = model(folder, "Pr[<=5](<> P.C)\n\nE<> P.C\n\n", "some.q")
    results = beeline("check", "--json", path, file).expect(24).results()
    want([r["verdict"] for r in results] == ["undecided", "satisfied"], results)


def faults(folder):
    path = model(folder, UPPAAL % "i = 4", "m.xta")
    reach = beeline("check", "--json", path, "E<> P.C").expect(20).result()
    want((reach["verdict"], reach["reason"], reach["error"]["kind"]) == ("undecided", "fault", "range"), reach)
    want(reach["trace"]["length"] == 1 and reach["trace"]["time"] == 2, reach["trace"])
    beeline("check", path, "E<> P.C").expect(20, "undecided: run-time error: value out of range", "property: E<> P.C")
    beeline("check", "--search", "bfs", path, "E<> P.C").expect(20, "run-time error")
    always = beeline("check", "--json", path, "A[] not P.C").expect(10).result()
    want((always["verdict"], always["error"]["kind"]) == ("violated", "range"), always)
    beeline("check", path, "--property", "fault").expect(10, "value out of range")
    beeline("check", path, "E<> P.A").expect(0)


def faults_of_what_nobody_asks_for(folder):
    path = model(folder, "int a[2]; int i = 2; int f() { return a[i]; } "
                 "process P() { state A, B; init A; trans A -> B { assign f(); }; } system P;", "m.xta")
    found = beeline("check", "--json", path, "--property", "fault").expect(10).result()
    want((found["error"]["kind"], found["trace"]["length"]) == ("index", 1), found)


def faults_of_queries_after_a_delay(folder):
    """What stands after && is evaluated only where the rest holds: the fault is that of a later moment."""
    path = model(folder, "int i; int a[2]; clock x; process P() { state s, t; init s; trans s -> t { guard x > 2; }; } system P;", "m.xta")
    later = {"x > 5 && 1 / i == 1": ("division", 0, 5.5), "x >= 4 && x < 1 / i": ("division", 0, 4), "P.t && 1 / i == 1": ("division", 1, 2.5),
             "!(x < 7 || 1 / i == 1)": ("division", 0, 7), "deadlock && x >= 4 && 1 / i == 1": ("division", 1, 4),
             "(x > 5) == (x > 9 && 1 / i == 1)": ("division", 0, 9.5), "x < 3 ? false : x > 4 && a[i + 2] == 1": ("index", 0, 4.5),
             # two faults, each at its own time: the one that is told is the one of that time
             "((x < 2 || a[i + 2] == 1) && x > 3) || (x >= 1 && x < 2 && 1 / i == 1)": ("index", 0, 2)}
    for condition, (kind, length, time) in later.items():
        reach = beeline("check", "--json", path, "E<> " + condition).expect(20).result()
        want((reach["verdict"], reach["reason"], reach["error"]["kind"]) == ("undecided", "fault", kind), (condition, reach))
        want((reach["trace"]["length"], reach["trace"]["time"]) == (length, time), (condition, reach["trace"]))
        always = beeline("check", "--json", path, "A[] !(%s)" % condition).expect(10).result()
        want((always["verdict"], always["error"]["kind"], always["trace"]["time"]) == ("violated", kind, time), (condition, always))
        for search in ("dfs", "astar", "greedy", "frontier", "bfhs", "idastar", "dfbnb"):
            beeline("check", path, "E<> " + condition, "--search", search).expect(20, "undecided: run-time error")
        beeline("check", path, "E<> " + condition, "--fastest").expect(20, "undecided: run-time error")
    for query in ("A<> x > 5 && 1 / i == 1", "E[] !(x > 5 && 1 / i == 1)", "P.s --> (x > 5 && 1 / i == 1)"):
        live = beeline("check", "--json", path, query).expect(20).result()
        want((live["reason"], live["error"]["kind"], live["trace"]["time"]) == ("fault", "division", 5.5), (query, live))
    beeline("check", path, "E<> x > 5 && 1 / i == 1").expect(20, "division by zero, in the property, after 0 steps, time 5.5",
                                                            "delay 5.5")


def clocks_in_queries(folder):
    path = model(folder, UPPAAL % "i = 3", "m.xta")
    result = beeline("check", "--json", path, "E<> P.C and x > 7").expect(0).result()
    want(result["trace"]["length"] == 2 and result["trace"]["time"] > 7, result["trace"])
    fast = beeline("check", "--json", "-t", "2", path, "E<> P.C and x >= 7").expect(0).result()
    want(fast["trace"]["time"] == 7 and fast["trace"]["fastest"], fast["trace"])
    beeline("check", path, "E<> P.A and x > 5").expect(10)


def extremes(folder):
    path = model(folder, "int[0,5] n;\nprocess P() { clock x, y; state a { x < 4 }, b; init a;\n"
                 "  trans a -> a { guard x >= 2, n < 3; assign x := 0, n := n + 1; }, a -> b { guard n == 3; }; }\n"
                 "system P;\n", "m.xta")
    query = "sup{P.a}: P.x, P.y, n"
    known = [("P.x", 4, False, True), ("P.y", 16, False, True), ("n", 3, False, False)]
    for options in ([], ["--search", "dfs"], ["--search", "dijkstra"]):
        result = beeline("check", path, query, "--json", *options).expect(0).result()
        values = [(v["term"], v["value"], v["infinite"], v["strict"]) for v in result["values"]]
        want(values == known and result["trace"] is None, result)
    least = beeline("check", path, "inf{P.b}: P.y", "--json").expect(0).result()["values"][0]
    want((least["value"], least["strict"]) == (6, False), least)
    endless = beeline("check", path, "sup: P.y", "--json").expect(0).result()["values"][0]
    want(endless["infinite"] and endless["value"] is None, endless)
    beeline("check", path, query, "--search", "greedy").expect(64, "'greedy' does not support sup and inf")


TESTS = [extremes, reachable, unreachable, every_search_agrees, no_property, aims, fastest_without_waiting, letters_of_verifyta, census,
         out_of_range_is_no_step, weak_synchronisation, languages, replayed, stuck_traces_get_shorter,
         traces_get_shorter_for_a_property, traces_get_shorter_for_a_query_of_the_model, traces_of_uppaal, compared, queries,
         unsupported_queries, faults, faults_of_what_nobody_asks_for,
         faults_of_queries_after_a_delay, clocks_in_queries]

run("timed", TESTS)
