#!/usr/bin/env python3
"""--reduce cone and --reduce safe: a smaller network, the same verdicts, and traces of the whole model."""
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent / "tools"))
sys.path.insert(0, str(Path(__file__).resolve().parent / "fuzz"))
import reduce  # noqa: E402
from program import beeline, run, want, write  # noqa: E402

# Two counters and a process that waits for their values.
COUNTER = """process P%d() { state s; init s; trans s -> s { guard v%d==0; assign v%d = 1; }, s -> s { guard v%d==1; assign v%d = 2; },
  s -> s { guard v%d==2; assign v%d = 3; }, s -> s { guard v%d==3; assign v%d = 0; }; }
"""
WAITING = """process P3() { state l0, l1, l2, l3; init l0; trans l0 -> l1 { guard v1==2; }, l1 -> l2 { guard v2==2; },
  l2 -> l3 { guard v1==0 && v2==0; }; }
"""
COUNTERS = "int[0,3] v1, v2;\n" + COUNTER % ((1,) * 9) + COUNTER % ((2,) * 9) + WAITING
# A process that nobody reads.
UNREAD = """int[0,9] w;
process Q() { state s; init s; trans s -> s { guard w<9; assign w = w+1; }, s -> s { guard w==9; assign w = 0; }; }
"""
GOAL = "E<> p3.l3"
CONE = COUNTERS + UNREAD + "p1 = P1(); p2 = P2(); p3 = P3(); q = Q(); system p1, p2, p3, q;\n"


def ask(path, query, *options):
    return beeline("check", path, query, "--json", *options)


def answers(path, query, how, status, *options):
    """The answer with and without the reduction; that with it."""
    plain = ask(path, query, "--search", "bfs", "--reduce", "none", *options).expect(status).result()
    less = ask(path, query, "--search", "bfs", "--reduce", how, *options).expect(status).result()
    want(plain["verdict"] == less["verdict"], "%s, with %s %s" % (plain["verdict"], how, less["verdict"]))
    return plain, less


def left_out(result):
    return result["search"].get("left_out", 0)


def cone_leaves_out_what_nobody_reads(folder):
    path = write(folder, CONE, "cone.xta")
    plain, less = answers(path, GOAL, "cone", 0)
    want((plain["stats"]["expanded"], less["stats"]["expanded"]) == (217, 45), less["stats"])
    want(less["trace"]["length"] == 11 and less["trace"]["shortest"] and less["trace"]["replayed"], less["trace"])
    want(less["search"]["reduce"] == ["cone"] and left_out(less) == 2, less["search"])
    astar = ask(path, GOAL, "--search", "astar", "--shortest", "--reduce", "cone").expect(0).result()
    want(astar["trace"]["length"] == 11 and astar["trace"]["shortest"], astar["trace"])
    ask(path, GOAL, "--reduce", "cone").expect(0)
    ask(path, "A[] not p3.l3", "--reduce", "cone", "--first").expect(10)


# What D does can stop time, or the steps of others, so D is in the cone although nothing that it changes is read.
STOPS = """clock x;
process T() { state t0, t1; init t0; trans t0 -> t1 { guard x >= 3; }; }
%s
t = T(); d = D(); system t, d;
"""
STOPPING = {
    "an invariant": "clock y; process D() { state s { y <= 2 }, e; init s; trans s -> s { guard y > 2; }; }",
    "an urgent location": "process D() { state s, e; urgent s; init s; trans e -> s { }; }",
    "a committed location": "process D() { state s; commit s; init s; trans s -> s { }; }",
    "an urgent label": "urgent chan a; process D() { state s; init s; trans s -> s { sync a!; }; }\n"
                       "process R() { state s; init s; trans s -> s { sync a?; }; } r = R();",
}


def cone_keeps_what_stops_time(folder):
    for what, text in STOPPING.items():
        text = STOPS % text
        if "R()" in text:
            text = text.replace("system t, d", "system t, d, r")
        plain, less = answers(write(folder, text, "stops.xta"), "E<> t.t1", "cone", 10)
        want(left_out(less) == 0, "%s was left out" % what)


def cone_without_clocks_needs_no_time(folder):
    text = STOPS.replace("guard x >= 3;", "") % STOPPING["an invariant"]
    _, less = answers(write(folder, text, "free.xta"), "E<> t.t1", "cone", 0)
    want(left_out(less) > 0, "D was kept")
    text = STOPS.replace("guard x >= 3;", "") % STOPPING["a committed location"]
    _, less = answers(write(folder, text, "committed.xta"), "E<> t.t1", "cone", 10)
    want(left_out(less) == 0, "D was left out")


def cone_keeps_what_may_fault(folder):
    text = CONE.replace("guard w<9;", "guard w<=9;")
    plain = ask(write(folder, text, "fault.xta"), "A[] p3.l0", "--search", "bfs", "--reduce", "cone").expect(10).result()
    want(left_out(plain) == 0, "a process that may fault was left out")
    ask(write(folder, text, "fault.xta"), "E<> p3.l3 and p3.l0", "--search", "bfs", "--reduce", "cone").expect(20, '"fault"')


def cone_keeps_partners(folder):
    for kind in ("chan", "broadcast chan"):
        text = """%s a; int[0,1] z;
process P() { state s, e; init s; trans s -> e { sync a!; }; }
process D() { state s, e; init s; trans e -> s { sync a?; }, s -> e { assign z = 1; }; }
p = P(); d = D(); system p, d;
""" % kind
        _, less = answers(write(folder, text, "partner.xta"), "E<> p.e", "cone", 0)
        want(left_out(less) == 0, "the partner was left out")


PROMELA = """byte x, y, z;
active proctype A() { x = 1; x = 2; assert(x < 2) }
active proctype B() { do :: y < 5 -> y++ :: y = 0 od }
active proctype C() { z = 1; z = 2 }
"""


def cone_of_promela(folder):
    path = write(folder, PROMELA)
    plain, less = (beeline("check", path, "--property", "assert", "--search", "bfs", "--json", *more).expect(10).result()
                   for more in ((), ("--reduce", "cone")))
    want(less["trace"]["length"] == plain["trace"]["length"] == 3 and less["trace"]["shortest"], less["trace"])
    want(less["stats"]["stored"] < plain["stats"]["stored"] and left_out(less) == 4, (less["search"], less["stats"]))
    both = beeline("check", path, "--property", "assert", "--search", "dfs", "--json", "--reduce", "por,cone").expect(10).result()
    want(both["search"]["reduce"] == ["por", "cone"], both["search"])
    # C waits for B's number of processes; a process that waits for a timeout waits for all.
    for reads in ("timeout", "_nr_pr == 2", "enabled(1)"):
        waiting = write(folder, PROMELA.replace("x = 1;", "%s; x = 1;" % reads))
        less = beeline("check", waiting, "--property", "assert", "--search", "bfs", "--json", "--reduce", "cone").result()
        want(left_out(less) == 0, "%s, but processes were left out" % reads)


# A dies only after B, which is younger; then its variables are 0.
DEATHS = """byte z;
active proctype A() { byte v = 1; v = 2 }
active proctype B() { z = 1; z = 2 }
"""


def cone_sees_deaths(folder):
    ran = beeline("check", write(folder, DEATHS), "--invariant", "A:v != 0", "--search", "bfs", "--json", "--reduce", "cone")
    want(ran.expect(10).result()["trace"]["length"] == 5, ran.out)


def reductions_are_refused_by_name(folder):
    timed, untimed = write(folder, CONE, "cone.xta"), write(folder, PROMELA)
    for arguments, words in (((timed, "E<> deadlock"), "questions about deadlocks"), ((untimed,), "questions about deadlocks"),
                             ((timed, GOAL, "--fastest"), "--fastest"), ((timed, "--census"), "--census"),
                             ((untimed, "--ltl", "p"), "properties of infinite executions"),
                             ((timed, "sup: w"), "sup and inf")):
        if "--ltl" in arguments:
            write(folder, PROMELA + "ltl p { []<> (x == 2) }\n")
        for name in REDUCTIONS:
            ran = beeline("check", *arguments, "--reduce", name)
            ran.expect(64, "reduction '%s' does not support %s" % (name, words))
        write(folder, PROMELA)
    beeline("check", timed, GOAL, "--reduce", "none,cone").expect(64, "there is no reduction 'none'")
    beeline("check", timed, GOAL, "--reduce", "cone,").expect(64, "there is no reduction ''")


# Safe abstraction: p goes round in circles, driven by D, whenever it likes.
DRIVER = """int[0,1] p;
process D() { state s; init s; trans s -> s { guard p==0; assign p = 1; }, s -> s { guard p==1; assign p = 0; }; }
d = D();
"""


def driven(text, driver=DRIVER):
    names = ["d"] + [line.split(" ")[1][0].lower() for line in text.splitlines() if line.startswith("process")]
    return driver + text + " ".join("%s = %s();" % (name, name.upper()) for name in names[1:]) + "\nsystem %s;\n" % ", ".join(names)


def safe(result):
    return result["search"].get("safe", 0)


def safe_parts_of_the_running_example(folder):
    text = COUNTERS + "p1 = P1(); p2 = P2(); p3 = P3(); system p1, p2, p3;\n"
    counting = text.replace("guard v1==0; assign v1 = 1;", "guard v1<3; assign v1 = v1+1;")
    for xta in (text, counting):
        plain, less = answers(write(folder, xta, "run.xta"), GOAL, "safe", 0)
        want((less["trace"]["length"], less["trace"]["inserted"], safe(less)) == (11, 8, 2), less["trace"])
        want(less["stats"]["expanded"] == 3 and plain["stats"]["expanded"] == 45, less["stats"])
        want(not less["trace"]["shortest"] and less["trace"]["replayed"], less["trace"])
    ran = beeline("check", write(folder, text, "run.xta"), GOAL, "--search", "bfs", "--reduce", "safe", "-v")
    ran.expect(0, "11 steps (3 + 8 inserted)", "2 automata and variables are left out, 2 of them safe")
    beeline("check", write(folder, text, "run.xta"), GOAL, "--shortest", "--reduce", "safe").expect(64, "does not support --shortest")
    # by auto, which then makes the trace shorter on the model itself
    want(ask(write(folder, text, "run.xta"), GOAL, "--reduce", "safe").expect(0).result()["trace"]["length"] == 11, "auto")


LOCATIONS = """byte n;
active proctype p1() { L0: skip; L1: skip; L2: skip; L3: skip; goto L0 }
active proctype p2() { L0: skip; L1: skip; L2: skip; L3: skip; goto L0 }
active proctype p3() { p1@L2; p2@L2; p1@L0 && p2@L0; n = 1; assert(n == 0) }
"""
VECTORS = """system:running
event:t
event:a
event:b
event:c
process:p1
process:p2
process:p3
location:p3:l0{initial:}
location:p3:l1{}
location:p3:l2{}
location:p3:l3{labels:err}
edge:p3:l0:l1:a{}
edge:p3:l1:l2:b{}
edge:p3:l2:l3:c{}
sync:p1@a:p3@a
sync:p2@b:p3@b
sync:p1@c:p2@c:p3@c
"""


def safe_processes(folder):
    ran = [beeline("check", write(folder, LOCATIONS), "--property", "assert", "--search", "bfs", "--json", *more).expect(10).result()
           for more in ((), ("--reduce", "safe"), ("--reduce", "por,safe"))]
    for less in ran[1:]:
        want((less["trace"]["length"], less["trace"]["inserted"], safe(less)) == (13, 8, 2), less["trace"])
    want(ran[0]["trace"]["length"] == 13, ran[0]["trace"])
    circles = "".join("location:p%d:l%d{%s}\n" % (p, i, "" if i else "initial:") for p in (1, 2) for i in range(4))
    circles += "".join("edge:p%d:l%d:l%d:t{}\n" % (p, i, (i + 1) % 4) for p in (1, 2) for i in range(4))
    own = "".join("edge:p%d:l%d:l%d:%s{}\n" % (p, at, at, label) for p, at, label in ((1, 2, "a"), (1, 0, "c"), (2, 2, "b"), (2, 0, "c")))
    text = VECTORS.replace("process:p2", "process:p2\n" + circles + own)
    plain, less = answers(write(folder, text, "run.tck"), "labels=err", "safe", 0)
    want((less["trace"]["length"], less["trace"]["inserted"], safe(less)) == (11, 8, 2), (less["trace"], less["search"]))


def none_is_safe(folder, text, query, status, *options):
    _, less = answers(write(folder, text, "m.xta"), query, "safe", status, *options)
    want(safe(less) == 0, "%d are said to be safe in %s" % (safe(less), text))


def committed_locations_cannot_wait(folder):
    none_is_safe(folder, driven("""process Q() { state c0, c1, c2; commit c1; init c0; trans c0 -> c1 { guard p==0; }, c1 -> c2 { guard p==1; }; }
"""), "E<> q.c2", 10)
    # the partner is committed
    none_is_safe(folder, driven("""chan a;
process Q() { state c0, c1; init c0; trans c0 -> c1 { guard p==1; sync a?; }; }
process R() { state r0, r1; commit r0; init r0; trans r0 -> r1 { sync a!; }; }
"""), "E<> q.c1", 10)


def urgent_labels_stop_time(folder):
    none_is_safe(folder, driven("""urgent chan a;
process Q() { state c0, c1; init c0; trans c0 -> c1 { guard p==1; sync a!; }; }
process R() { state s; init s; trans s -> s { sync a?; }; }
process T() { clock x; state t0, t1; init t0; trans t0 -> t1 { guard x >= 1; }; }
"""), "E<> t.t1 and q.c0", 0)


def invariants_cannot_wait(folder):
    none_is_safe(folder, driven("""process Q() { state c0, c1 { p == 0 }, c2; init c0; trans c0 -> c1 { }, c1 -> c2 { guard p==1; }; }
"""), "E<> q.c2", 10)


def partners_agree(folder):
    pair = driven("""chan a;
process Q() { state c0, c1; init c0; trans c0 -> c1 { guard p==%d; sync a!; }; }
process R() { state r0, r1; init r0; trans r0 -> r1 { guard p==1; sync a?; }; }
""")
    _, less = answers(write(folder, pair % 0, "m.xta"), "E<> q.c1", "safe", 10)
    want(safe(less) == 1, "p is safe")
    _, less = answers(write(folder, pair % 1, "m.xta"), "E<> q.c1", "safe", 0)
    want(safe(less) == 1 and less["trace"]["length"] == 2 and less["trace"]["inserted"] == 1, less["trace"])
    crowd = write(folder, driven("""broadcast chan b;
process Q() { state c0, c1; init c0; trans c0 -> c1 { sync b!; }; }
process R() { state r0, r1, r2; init r0; trans r0 -> r2 { sync b?; }, r0 -> r1 { guard p==0; sync b?; }; }
process S() { state s0, s1; init s0; trans s0 -> s1 { guard p==1; sync b?; }; }
"""), "m.xta")
    for query, status in (("E<> r.r1 and s.s1", 10), ("E<> r.r1 and s.s0", 0), ("E<> r.r2 and s.s1", 0), ("E<> r.r2 and s.s0", 0)):
        _, less = answers(crowd, query, "safe", status)
        want(safe(less) == 1, "p is safe")
    # labels of an array: one is chosen by a value
    array = write(folder, driven("""chan a[2]; int[0,1] i;
process Q() { state c0, c1; init c0; trans c0 -> c1 { guard p==0; sync a[i]!; }, c0 -> c0 { assign i = 1; }; }
process R() { state r0, r1; init r0; trans r0 -> r1 { guard p==1; sync a[0]?; }, r0 -> r1 { sync a[1]?; }; }
"""), "m.xta")
    _, less = answers(array, "E<> r.r1", "safe", 0)
    want(safe(less) == 1 and less["trace"]["length"] == 2, less["trace"])


def what_drives_does_nothing_else(folder):
    waits = """process Q() { state c0, c1, c2; init c0; trans c0 -> c1 { guard p==1; }, c1 -> c2 { guard p==0; }; }
"""
    _, less = answers(write(folder, driven(waits), "m.xta"), "E<> q.c2", "safe", 0)
    want(safe(less) == 1, less["search"])
    for old, new, status in (("assign p = 1;", "assign p = 1, y = 0;", 0), ("guard p==0;", "guard p==0 && y > 1;", 0),
                             ("assign p = 0;", "assign p = 1;", 10), ("assign p = 1;", "assign p = p + 1 + z;", 0),
                             ("guard p==1; assign p = 0;", "guard p==1; sync a!; assign p = 0;", 10),
                             ("state s; init s;", "state s; commit s; init s;", 10)):
        driver = "clock y; chan a; int[0,1] z;\n" + DRIVER.replace(old, new)
        none_is_safe(folder, driven(waits, driver), "E<> q.c2", status)
    none_is_safe(folder, driven(waits, DRIVER.replace("p = 1; }", "p = p + 2; }")), "A[] q.c0 or not q.c0", 10)  # out of range
    none_is_safe(folder, driven(waits).replace("[0,1]", "[0,1000]").replace("guard p==1; assign p = 0;",
                 "guard p>0; assign p = p == 1000 ? 0 : p + 1;"), "E<> q.c2", 0)
    none_is_safe(folder, driven(waits + "chan e, f;\nchan priority e < f;\n"), "E<> q.c2", 0)


def places_of_a_safe_process_do_not_matter(folder):
    text = """clock x;
process D() { state s, e%s; %sinit s; trans s -> e { }, e -> s { }; }
process T() { state t0, t1; init t0; trans t0 -> t1 { guard x >= 3; }; }
d = D(); t = T(); system d, t;
"""
    _, less = answers(write(folder, text % ("", ""), "m.xta"), "E<> t.t1", "safe", 0)
    want(safe(less) == 1, less["search"])
    for invariant, flags, status in ((" { x <= 2 }", "", 0), ("", "urgent e; ", 0), ("", "commit e; ", 0), (" { x <= 2 }", "urgent s; ", 10)):
        none_is_safe(folder, text % (invariant, flags), "E<> t.t1", status)
    _, less = answers(write(folder, text % ("", ""), "m.xta"), "E<> d.e and t.t1", "safe", 0)  # the question reads it
    want((safe(less), less["trace"]["length"], less["trace"]["inserted"]) == (1, 2, 1), less["trace"])


def one_safe_part_after_the_other(folder):
    text = driven("""int[0,1] r;
process E() { state s; init s; trans s -> s { guard r==0 && p==1; assign r = 1; }, s -> s { guard r==1 && p==0; assign r = 0; }; }
process Q() { state c0, c1, c2; init c0; trans c0 -> c1 { guard r==1 && p==0; }, c1 -> c2 { guard r==0; }; }
""")
    _, less = answers(write(folder, text, "m.xta"), "E<> q.c2", "safe", 0)
    want((safe(less), less["trace"]["length"], less["trace"]["inserted"]) == (2, 6, 4), less["trace"])


def questions_read_safe_parts(folder):
    text = COUNTERS + "p1 = P1(); p2 = P2(); p3 = P3(); system p1, p2, p3;\n"
    path = write(folder, text, "run.xta")
    for query, status, length, counted in (("E<> p3.l1 and v1 == 3 and v2 == 1", 0, 5, 1), ("E<> v1 == 2 and v2 == 2", 0, 4, 0),
                                           ("A[] not (p3.l3 and v1 + v2 == 3)", 10, 14, 3), ("E<> v1 == 0", 0, 0, 0),
                                           ("A[] v1 + v2 < 7", 0, None, None), ("E<> p3.l1 and (v1 == 1 or v2 == 1)", 0, 4, 1)):
        plain, less = answers(path, query, "safe", status)
        want(safe(less) == 2, (query, less["search"]))
        if length is not None:
            trace = less["trace"]
            want((plain["trace"]["length"], trace["length"] - trace.get("inserted", 0)) == (length, counted), (query, trace))
    # private steps are not possible in the committed location that is asked for
    text = driven("process Q() { state c0, c1, c2; commit c1; init c0; trans c0 -> c1 { guard p==0; }, c1 -> c2 { }; }\n")
    none_is_safe(folder, text, "E<> q.c1 and p == 1", 10)
    # a fault of the condition itself
    text = driven("int[0,1] a[1];\nprocess Q() { state c0, c1; init c0; trans c0 -> c1 { }; }\n")
    none_is_safe(folder, text, "E<> q.c1 and a[p] == 1", 20)


def no_steps_to_insert(folder):
    text = driven("process Q() { state c0, c1; init c0; trans c0 -> c1 { guard p==0; }; }\n")
    _, less = answers(write(folder, text, "m.xta"), "E<> q.c1", "safe", 0)
    want(less["trace"]["shortest"] and less["trace"]["length"] == 1 and "inserted" not in less["trace"], less["trace"])


def faults_of_readers(folder):
    text = driven("int[0,1] a[1];\nprocess Q() { state c0, c1; init c0; trans c0 -> c1 { assign a[p] = 1; }; }\n")
    plain, less = answers(write(folder, text, "m.xta"), "A[] not q.c1 or a[0] == 1", "safe", 10)
    want(less["error"]["kind"] == plain["error"]["kind"] == "index" and safe(less) == 1, less["error"])
    want(less["trace"]["length"] == 2 and less["trace"]["inserted"] == 1, less["trace"])


# In Promela: what W does with p, which D changes; violated or not; is p safe?
WORKERS = [
    ("p == 1; p == 0; assert(false)", True, True),
    ("x = p; y = p; assert(x == y)", True, True),
    ("atomic { x = p; y = p }; assert(x == y)", False, False),
    ("atomic { x = p; y = 1 }; assert(x == 0)", True, True),  # only the first step of the sequence reads it
    ("if :: p == 0 -> skip :: else -> assert(false) fi", True, False),
    ("if :: p == 0 -> skip :: p == 1 -> skip :: else -> assert(false) fi", False, False),
    ("{ x = 1; x = 2 } unless { p == 5 -> assert(false) }", False, False),
    ("timeout; assert(false)", False, False),
    ("d_step { x = p; y = p }; assert(x == y)", False, False),
    ("c!p; skip", True, False),
    ("e!p; e?x; assert(x == 0)", True, True),
    ("assert(p == 0)", True, True),
]


def safe_variables_of_promela(folder):
    for body, is_violated, is_safe in WORKERS:
        text = "byte p, x, y; chan c = [0] of { byte }; chan e = [1] of { byte };\nactive proctype D() { do :: p = 1 :: p = 0 od }\n"
        text += "active proctype W() { %s }\n" % body
        if "c!p" in body:  # the receiver reads it as well
            text += "active proctype R() { c?eval(1 - p); assert(false) }\n"
            is_violated = False
        ran = [beeline("check", write(folder, text), "--property", "assert", "--search", "bfs", "--json", *more).expect(10 if is_violated else 0).result()
               for more in ((), ("--reduce", "safe"), ("--reduce", "safe,por", "--search", "dfs"))]
        want(safe(ran[1]) == is_safe, "%s: %s" % (body, ran[1]["search"]))
        if is_violated:
            counted = ran[1]["trace"]["length"] - ran[1]["trace"].get("inserted", 0)
            want(counted <= ran[0]["trace"]["length"] <= ran[1]["trace"]["length"], "%s: %s" % (body, ran[1]["trace"]))
    for old, new in (("active proctype W()", "active proctype W() provided (p == 1)"), ("D() { do", "D() provided (x == 0) { do"),
                     ("p = 0 od", "p = 0 :: break od"), ("active proctype D()", "active [2] proctype E() { x = 1 }\nproctype D()"),
                     (":: p = 0", ":: else -> p = 0")):
        text = "byte p, x, y;\nactive proctype D() { do :: p = 1 :: p = 0 od }\nactive proctype W() { p == 1; p == 0; assert(false) }\n"
        want(old in text, old)
        less = beeline("check", write(folder, text.replace(old, new)), "--property", "assert", "--search", "bfs", "--json", "--reduce", "safe").result()
        want(safe(less) == 0, "%s: %s" % (new, less["search"]))


def expressions_may_read_what_is_left_out(folder):
    path = write(folder, CONE, "cone.xta")
    for name in REDUCTIONS:
        beeline("check", path, GOAL, "--search", "greedy", "--heuristic", "expr:w", "--reduce", name).expect(64, "expressions")


def random_models_have_the_same_verdicts(folder):
    left = dict.fromkeys(reduce.REDUCTIONS, 0)
    for seed in range(80):
        why, counts = reduce.compare(seed, folder)
        want(not why, why)
        for name, count in counts.items():
            left[name] += count > 0
    want(min(left.values()) > 15, "only so many were reduced: %s" % left)


REDUCTIONS = ("cone", "safe")
run("reduce", [cone_leaves_out_what_nobody_reads, cone_keeps_what_stops_time, cone_without_clocks_needs_no_time,
               cone_keeps_what_may_fault, cone_keeps_partners, cone_of_promela, cone_sees_deaths,
               reductions_are_refused_by_name, safe_parts_of_the_running_example, safe_processes,
               committed_locations_cannot_wait, urgent_labels_stop_time, invariants_cannot_wait, partners_agree,
               what_drives_does_nothing_else, places_of_a_safe_process_do_not_matter, one_safe_part_after_the_other,
               questions_read_safe_parts, no_steps_to_insert, faults_of_readers, safe_variables_of_promela, expressions_may_read_what_is_left_out,
               random_models_have_the_same_verdicts])
