#!/usr/bin/env python3
"""The causal graph: what `beeline info` shows of it, and the estimate cg made of it."""
import os
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent / "tools"))
from program import ROOT, beeline, run, want, write  # noqa: E402

# The example of the causal-graph paper: p1 and p2 go round, p3 waits for p1 at 2, then p2 at 2, then both at 0.
RING = "".join("edge:%(p)s:l%(i)d:l%(j)d:t%(p)s{}\n" % {"p": p, "i": i, "j": (i + 1) % 4} for p in ("p1", "p2") for i in range(4))
PLACES = "".join("location:p%d:l%d{%s}\n" % (p, i, "initial:" if i == 0 else "labels:err" if (p, i) == (3, 3) else "")
                 for p in (1, 2, 3) for i in range(4))
TCK = ("system:running\n" + "".join("event:%s\n" % e for e in ("tp1", "tp2", "a", "b", "c")) +
       "process:p1\nprocess:p2\nprocess:p3\n" + PLACES + RING +
       "edge:p1:l2:l2:a{}\nedge:p1:l0:l0:c{}\nedge:p2:l2:l2:b{}\nedge:p2:l0:l0:c{}\n"
       "edge:p3:l0:l1:a{}\nedge:p3:l1:l2:b{}\nedge:p3:l2:l3:c{}\n"
       "sync:p1@a:p3@a\nsync:p2@b:p3@b\nsync:p1@c:p2@c:p3@c\n")
COUNT = "s -> s { guard %(v)s<3; assign %(v)s = %(v)s+1; }, s -> s { guard %(v)s==3; assign %(v)s = 0; }"
EACH = ", ".join("s -> s { guard %%(v)s==%d; assign %%(v)s = %d; }" % (i, (i + 1) % 4) for i in range(4))
XTA = """int[0,3] v1, v2;
process P1() { state s; init s; trans %s; }
process P2() { state s; init s; trans %s; }
process P3() { state l0, l1, l2, l3; init l0;
  trans l0 -> l1 { guard v1==2; }, l1 -> l2 { guard v2==2; }, l2 -> l3 { guard v1==0 && v2==0; }; }
p1 = P1(); p2 = P2(); p3 = P3();
system p1, p2, p3;
"""


def xta(edges):
    return XTA % (edges % {"v": "v1"}, edges % {"v": "v2"})


def encodings(folder):
    """Of the example: model, what is asked, variables, arcs."""
    return [(write(folder, TCK, "run.tck"), ["labels=err"], 3, {("p1", "p3"), ("p2", "p3")}),
            (write(folder, xta(COUNT), "run.xta"), ["E<> p3.l3"], 5, {("v1", "p3"), ("v2", "p3")}),
            (write(folder, xta(EACH), "run2.xta"), ["E<> p3.l3"], 5, {("v1", "p3"), ("v2", "p3")}),
            (ROOT / "tests" / "models" / "causal_graph.pml", ["--invariant", "!(p3@L3)"], 3,
             {("p1:0", "p3:2"), ("p2:1", "p3:2")})]


def the_example_of_the_paper_costs_11(folder):
    for model, asked, _, _ in encodings(folder):
        result = beeline("check", model, *asked, "--search", "greedy:explore=none", "--heuristic", "cg", "--json").result()
        want(result["stats"]["h_initial"] == 11, "%s: h = %d" % (model, result["stats"]["h_initial"]))
        want(result["trace"]["length"] == 11, "%s: %d steps" % (model, result["trace"]["length"]))


def graph_of(*arguments):
    return beeline("info", *arguments, "--json").expect(0).json()["causal_graph"]


def arcs_of(graph):
    return {(graph["variables"][a["from"]]["name"], graph["variables"][a["to"]]["name"]) for a in graph["arcs"]}


def the_graph_of_the_example(folder):
    """By definition 5: the loops of p1 and p2 neither change nor need their locations."""
    for model, _, variables, arcs in encodings(folder):
        graph = graph_of(model)
        want(len(graph["variables"]) == variables, graph["variables"])
        want(arcs_of(graph) == arcs, "%s: %s" % (model, sorted(arcs_of(graph))))
        want(not any(a["ignored"] for a in graph["arcs"]), graph["arcs"])


def text(folder):
    model = write(folder, xta(COUNT), "run.xta")
    short = beeline("info", model).expect(0, "causal graph: 5 variables", "2 arcs", "order: ").out
    want("->" not in short, short)
    beeline("info", "-v", model).expect(0, "\n  v1 -> p3: 2 steps\n", "\n  v2 -> p3: 2 steps\n")


def order_for_the_property(folder):
    """x and y wait for each other, so one of the arcs is ignored: the one to the variable that the query does not speak of."""
    model = write(folder, "int[0,2] x, y;\nprocess P() { state a; init a; trans a -> a { guard x<2 && y==1; assign x = x+1; },\n"
                          "  a -> a { guard y<2 && x==0; assign y = y+1; }; }\nsystem P;\n", "two.xta")
    for goal, other in (("x", "y"), ("y", "x")):
        query = write(folder, "E<> %s == 2\n" % goal, "m.q")
        graph = graph_of("--query", query, model)
        want(graph["property"] == 1, graph)
        names = [v["name"] for v in graph["variables"]]
        want(names.index(goal) > names.index(other), names)
        want([names[a["from"]] for a in graph["arcs"] if a["ignored"]] == [goal], graph["arcs"])
        beeline("info", "--query", query, model).expect(0, "order for property 1: ")


def channels_and_started_processes(folder):
    model = write(folder, "chan c = [2] of { byte };\nproctype P() { byte x; c?x; x == 3; c!1 }\n"
                          "init { run P(); c!3; c!2 }\n")
    names = {v["name"] for v in graph_of(model)["variables"]}
    for name in (":init::0", "P (started later)", "length of c", "message 1 of c"):
        want(name in names, sorted(names))


def dot(folder):
    model = write(folder, xta(COUNT), "run.xta")
    out = beeline("info", "--dot", model).expect(0).out
    want(out.startswith("digraph causal {") and out.endswith("}\n"), out)
    want(out.count("->") == 2 and out.count("shape=box") == 3, out)
    file = Path(folder) / "causal.dot"
    both = beeline("info", "--dot=%s" % file, model).expect(0, "processes:").out
    want("digraph" not in both and file.read_text() == out, both)
    beeline("info", "--dot", "--json", model).expect(64, "--dot")
    document = beeline("info", "--dot=%s" % file, "--json", model).expect(0).json()
    want(document["causal_graph"]["arcs"], document)
    beeline("info", "--dot=%s/none/causal.dot" % folder, model).expect(74)


def no_initial_state(folder):
    model = write(folder, "clock x;\nprocess P() { state a { x < 0 }; init a; }\nsystem P;\n", "none.xta")
    beeline("info", model).expect(0, "causal graph: none")
    beeline("info", "--dot", model).expect(24, "no causal graph")
    want(graph_of(model) is None, "a graph")


# P reaches its end in 3 steps, Q counts to 3000. Without an estimate the last state in leads Q, the first one P.
RACE = """int[0,3000] v;
process P() { state a, b, c, d; init a; trans a -> b { }, b -> c { }, c -> d { }; }
process Q() { state s; init s; trans s -> s { guard v<3000; assign v = v+1; }; }
system P, Q;
"""


def expanded(model, query, ties):
    result = beeline("check", model, query, "--search", "greedy:explore=none" + ties, "--heuristic", "zero", "--json").result()
    return result["stats"]["expanded"]


def ties_by_turns(folder):
    """Whichever end of a plateau leads to the goal, both ends by turns, the default, find it soon."""
    model = write(folder, RACE, "race.xta")
    want(expanded(model, "E<> P.d", ",ties=fifo") < 20, "first in, near goal")
    want(expanded(model, "E<> v == 2000", ",ties=lifo") < 2100, "last in, far goal")
    want(expanded(model, "E<> P.d", ",ties=lifo") > 1000, "last in, near goal")
    want(expanded(model, "E<> v == 2000", ",ties=fifo") > 7000, "first in, far goal")
    for ties in ("", ",ties=both"):
        want(expanded(model, "E<> P.d", ties) < 40, "near goal" + ties)
        want(expanded(model, "E<> v == 2000", ties) < 6000, "far goal" + ties)


def ties_of_other_models(folder):
    """In a model without time, the last state in comes first."""
    model = write(folder, "byte v;\nactive proctype Q() { do :: v < 200 -> v++ od }\n"
                          "active proctype P() { skip; skip; assert(false) }\n")
    lengths = {ties: beeline("check", model, "--property", "assert", "--search", "greedy:explore=none" + ties, "--heuristic",
                             "zero", "--json").result()["stats"]["expanded"] for ties in ("", ",ties=lifo", ",ties=both")}
    want(lengths[""] == lengths[",ties=lifo"] > 2 * lengths[",ties=both"], lengths)


def arbiter_trees(folder):
    """What an arbiter needs of those between it and the root must count: shortest 12, 14 and 16."""
    corpus = os.environ.get("BEELINE_CORPUS") or ROOT.parent / "shared" / "corpus"
    model = Path(corpus) / "uppaal" / "avacs-arbiter-A-d%d.xml"
    if not os.path.exists(str(model) % 2):
        return "no corpus"
    for depth, least in ((2, 12), (3, 16), (4, 20)):
        result = beeline("check", str(model) % depth, "E<> Client_1.work and Client_2.work", "--search", "greedy", "--heuristic",
                         "cg", "--max-states", 1, "--json").result()
        want(result["stats"]["h_initial"] >= least, "depth %d: h = %d" % (depth, result["stats"]["h_initial"]))
    for explore in ("", ":explore=none"):
        result = beeline("check", str(model) % 4, "E<> Client_1.work and Client_2.work", "--search", "greedy" + explore,
                         "--heuristic", "hu", "--max-states", 10000, "--json").result()
        want(result["verdict"] == "satisfied" and result["stats"]["expanded"] < 40, result["stats"]["expanded"])


run("causal", [the_example_of_the_paper_costs_11, the_graph_of_the_example, text, order_for_the_property,
               channels_and_started_processes, dot, no_initial_state, ties_by_turns,
               ties_of_other_models, arbiter_trees])
