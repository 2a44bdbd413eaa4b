#!/usr/bin/env python3
"""Pattern databases on the command line: shortest traces, proofs by the abstract model alone, limits, what is refused."""
import re
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent / "tools"))
from program import ROOT, beeline, run, want, write  # noqa: E402

KINDS = ["pdb", "pdb:pattern=cegar", "pdb:pattern=grow", "pdb:pattern=each,combine=sum", "pdb:pattern=all", "pdb:pattern=goal", "pdb:pattern=layers,d=2", "russian-doll", "layers", "layers:d=0"]

# Peterson's mutual exclusion, beside counters that are not related to it: 2^64 states. Each process alone can enter.
PETERSON = """bool turn, flag[2]; byte in;
active [2] proctype user() {
  do :: flag[_pid] = 1; turn = _pid; (flag[1 - _pid] == 0 || turn == 1 - _pid);
        in++; assert(in == 1); in--; flag[_pid] = 0 od }
active [8] proctype counter() { byte n; do :: n < 200 -> n++ :: n > 0 -> n-- od }
"""

# The same with clocks: Fischer's protocol is safe since 3 <= W, beside eight clocks that go their own ways.
FISCHER = """system:fischer
event:tau
int:1:0:2:0:id
""" + "".join("""
process:P%(i)d
clock:1:x%(i)d
location:P%(i)d:idle{initial:}
location:P%(i)d:asks{invariant: x%(i)d<=3}
location:P%(i)d:waits{}
location:P%(i)d:critical{labels: cs%(i)d}
edge:P%(i)d:idle:asks:tau{provided: id==0 : do: x%(i)d=0}
edge:P%(i)d:asks:waits:tau{do: x%(i)d=0; id=%(i)d}
edge:P%(i)d:waits:critical:tau{provided: id==%(i)d && x%(i)d>3}
edge:P%(i)d:critical:idle:tau{do: id=0}
""" % {"i": i} for i in (1, 2)) + "".join("""
process:Q%(i)d
clock:1:y%(i)d
location:Q%(i)d:a{initial: : invariant: y%(i)d<=%(n)d}
location:Q%(i)d:b{invariant: y%(i)d<=%(m)d}
edge:Q%(i)d:a:b:tau{provided: y%(i)d>=%(k)d : do: y%(i)d=0}
edge:Q%(i)d:b:a:tau{provided: y%(i)d>=1 : do: y%(i)d=0}
""" % {"i": i, "n": 7 + 3 * i, "m": 5 + 2 * i, "k": 3 + i} for i in range(8))


def traces_are_shortest(folder):
    for model in ("models/philosophers.pml", "models/leader.pml", "tests/models/mutex_naive.pml", "models/fischer_flawed.xta"):
        model = ROOT / model
        exact = beeline("check", model, "--search", "bfs", "--json").results()
        for kind in KINDS + ["pdb:states=20", "pdb:lookup=intersect", "pdb:prune=simulated", "pdb:prune=none"]:
            found = beeline("check", model, "--search", "astar", "--heuristic", kind, "--json").results()
            for one, other in zip(exact, found):
                want(one["verdict"] == other["verdict"], "%s: %s: %s" % (model.name, kind, other["verdict"]))
                lengths = [r["trace"] and r["trace"]["length"] for r in (one, other)]
                want(lengths[0] == lengths[1], "%s: %s: %s" % (model.name, kind, lengths))
                want(not other["trace"] or other["trace"]["shortest"], "%s: %s: not proved" % (model.name, kind))


def everything_kept_walks_straight(folder):
    result = beeline("check", ROOT / "models/philosophers.pml", "--search", "astar", "--heuristic", "pdb:pattern=all", "--json").result()
    want(result["stats"]["h_initial"] == result["trace"]["length"], "the first estimate is not exact")
    want(result["stats"]["expanded"] <= result["trace"]["length"] + 1, "%d expanded" % result["stats"]["expanded"])


def distances_of_automata_are_added(folder):
    """Each of two processes has to take three steps."""
    model = write(folder, "byte a, b;\nactive proctype p() { a = 1; a = 2; a = 3 }\nactive proctype q() { b = 1; b = 2; b = 3 }\n")
    for kind, first in (("pdb:pattern=each", 3), ("pdb:pattern=each,combine=sum", 6), ("pdb:pattern=all", 6)):
        ran = beeline("check", model, "--invariant", "!(a == 3 && b == 3)", "--search", "astar", "--heuristic", kind, "--json")
        result = ran.expect(10).result()
        want(result["stats"]["h_initial"] == first, "%s: %s" % (kind, result["stats"]["h_initial"]))
        want(result["trace"]["length"] == 6 and result["trace"]["shortest"], kind)


def the_abstract_model_proves(folder):
    model = write(folder, PETERSON)
    blind = beeline("check", model, "--search", "bfs", "--max-states", "200000")
    blind.expect(20)
    for kind in ("russian-doll", "pdb", "layers:d=3"):
        result = beeline("check", model, "--property", "assert", "--search", "astar", "--heuristic", kind, "--json").expect(0).result()
        want(result["verdict"] == "satisfied" and result["stats"]["expanded"] == 0, "%s: %s" % (kind, result))


def the_abstract_model_proves_with_clocks(folder):
    model = write(folder, FISCHER, "m.tck")
    ask = "labels=cs1,cs2"
    blind = beeline("check", model, ask, "--search", "bfs", "--max-states", "50000")
    blind.expect(20)
    result = beeline("check", model, ask, "--search", "astar", "--heuristic", "russian-doll", "--json").expect(10).result()
    want(result["verdict"] == "violated" and result["stats"]["expanded"] == 0, "%s" % result)


def limits_cut_the_table_off(folder):
    model = write(folder, PETERSON)
    for limit in ("states=50", "work=100", "bytes=1", "seconds=0.000001"):
        ran = beeline("check", model, "--property", "assert", "--search", "astar", "--heuristic", "pdb:pattern=all," + limit, "-v",
                      "--max-states", "1000")
        ran.expect(20, "cut off by its limits")
    ran = beeline("check", model, "--search", "astar", "--heuristic", "pdb:pattern=all", "--time-limit", "1", timeout=20)
    ran.expect(21)


ENDLESS = "int x, y;\nactive [2] proctype P() { do :: x++ :: y = y + x :: x == 12345678 && y == 7 -> assert(false) od }\n"


def making_tables_shows_progress(folder):
    model = write(folder, ENDLESS)
    for kind, shown in (("pdb:pattern=all,states=100000000", r"pdb: [\d,]+ abstract states"),
                        ("pdb:pattern=cegar,states=1000000000", r"pdb: [\d,]+ abstract states, to find a pattern")):
        ran = beeline("check", model, "--search", "astar", "--heuristic", kind, "--time-limit", "1.2", "--progress").expect(21)
        want(re.search(r"^preparing %s  [\d.]+ MB  [\d.]+ s$" % shown, ran.err, re.M), ran.err)
    ran = beeline("compare", model, "--search", "astar", "--heuristic", "pdb:pattern=all,states=100000000", "--time-limit", "1.2",
                  "--progress")
    want(re.search(r"^1 of 1: \S+ .*  preparing pdb: [\d,]+ abstract states", ran.err, re.M), ran.err)


def work_is_counted_in_the_same_way_everywhere(folder):
    """A limit of work ends a table at the same state in every run, and soon: on models with clocks, without, and with many processes."""
    timers = "".join("process P%d() { clock x; state a { x <= %d }, b; init a; trans a -> b { guard x >= 1; assign x = 0; }, b -> a { guard x > 2; assign x = 0; }; }\n"
                     % (i, i + 3) for i in range(9))
    timers += "system %s;\nquery { E<> %s }\n" % (", ".join("P%d" % i for i in range(9)), " and ".join("P%d.b" % i for i in range(9)))
    many = "byte x; active [120] proctype P() { byte y; do :: y < 100 -> y++ :: y > 3 -> y--; x = x ^ y :: x == 255 && y == 99 -> assert(false) od }\n"
    for model in (write(folder, timers, "m.xta"), write(folder, many), write(folder, ENDLESS, "e.pml")):
        notes = set()
        for _ in range(2):
            ran = beeline("check", model, "--search", "astar", "--heuristic", "pdb:pattern=all,states=1000000000,work=200000", "-v",
                          "--max-states", "100", "--json")
            notes |= set(re.findall(r"(\d+) abstract states explored, (\d+) of work.*; cut off", ran.err))
            want(ran.result()["stats"]["prepare_s"] < 3, ran.result()["stats"])
        want(len(notes) == 1 and 200000 <= int(min(notes)[1]) < 210000, "%s: %s %s" % (model, notes, ran.err))


def a_table_too_large_is_replaced_by_a_coarser_one(folder):
    ran = beeline("check", ROOT / "models/philosophers.pml", "--search", "astar", "--heuristic", "russian-doll:states=30", "-v")
    ran.expect(10, "heuristic russian-doll")


def tables_are_shared_by_runs(folder):
    """The two estimates are the same one, so its table is made once."""
    model = ROOT / "models/leader.pml"
    one = beeline("check", model, "--search", "astar", "--heuristic", "pdb:pattern=all", "-v")
    two = beeline("check", model, "--search", "astar", "--heuristic", "pdb:pattern=all+pdb:pattern=all", "-v")
    want(one.err.count("abstract states explored") * 2 == two.err.count("abstract states explored"), two.err)


def databases_are_saved_and_loaded(folder):
    for model in (ROOT / "models/leader.pml", ROOT / "models/fischer_flawed.xta", ROOT / "models/philosophers.pml"):
        file = Path(folder) / (model.stem + ".pdb")
        ask = ["--property", "1"] if model.suffix == ".xta" else []
        made = beeline("check", model, *ask, "--search", "astar", "--heuristic", "pdb:save=%s" % file, "--json").result()
        read = beeline("check", model, *ask, "--search", "astar", "--heuristic", "pdb:load=%s" % file, "--json").result()
        for key in ("expanded", "generated", "h_initial"):
            want(made["stats"][key] == read["stats"][key], "%s: %s %s" % (model.name, key, read["stats"][key]))
        want(made["verdict"] == read["verdict"], model.name)
    use = ["--search", "astar", "--heuristic", "pdb:load=%s" % file]
    beeline("check", ROOT / "models/leader.pml", *use).expect(64, "made for another model or property")
    beeline("check", model, "--property", "assert", *use).expect(64, "made for another model or property")
    whole = file.read_bytes()
    for wrong, message in ((whole[:-9] + b"x" + whole[-8:], "the file is damaged"), (whole[:100], "the file is damaged"),
                           (b"", "not a pattern database"), (b"x" + whole[1:], "not a pattern database")):
        file.write_bytes(wrong)
        beeline("check", model, *use).expect(64, message)
    beeline("check", model, "--search", "astar", "--heuristic", "pdb:load=" + folder + "/nothing").expect(64, "nothing")
    beeline("check", model, "--search", "astar", "--heuristic", "pdb:save=" + folder + "/no/where").expect(64, "where")
    beeline("check", model, "--search", "astar", "--heuristic", "pdb:save=a,load=b").expect(64, "either saved or loaded")


def users_say_what_is_kept(folder):
    model = write(folder, "byte a, b;\nactive proctype p() { a = 1; a = 2; a = 3 }\nactive proctype q() { b = 1; b = 2; b = 3 }\n")
    for text, first in (("keep p\nkeep a", 3), ("drop b # and nothing else", 3), ("# nothing", 6)):
        file = write(folder, text + "\n", "kept.txt")
        ran = beeline("check", model, "--invariant", "!(a == 3 && b == 3)", "--search", "astar", "--json",
                      "--heuristic", "pdb:pattern=user,file=%s" % file)
        want(ran.expect(10).result()["stats"]["h_initial"] == first, "%r: %s" % (text, ran.result()["stats"]["h_initial"]))
    file = write(folder, "keep nobody\n", "kept.txt")
    beeline("check", model, "--search", "astar", "--heuristic", "pdb:pattern=user,file=%s" % file).expect(64, "has no 'nobody'")
    beeline("check", model, "--search", "astar", "--heuristic", "pdb:pattern=user").expect(64, "needs file=")
    beeline("check", model, "--search", "astar", "--heuristic", "pdb:file=%s" % file).expect(64, "for pattern=user")


def mapped_variables_are_looked_up_by_class(folder):
    """The distance from a state is that from its class. A saved table knows its classes."""
    model = write(folder, "byte a; bool b;\nactive proctype p() { do :: a < 200 -> a++ :: a == 200 -> b = 1; break od }\n")
    file, table = write(folder, "map a: 0..197, 198, 199, 200\n", "map.txt"), Path(folder) / "map.pdb"
    ask = ["check", model, "--invariant", "!b", "--search", "astar", "--json", "--heuristic"]
    found = [beeline(*ask, how).expect(10).result() for how in (
        "zero", "pdb:pattern=user,file=%s,save=%s" % (file, table), "pdb:load=%s" % table)]
    want([r["stats"]["h_initial"] for r in found] == [0, 8, 8], [r["stats"]["h_initial"] for r in found])
    want([r["trace"]["length"] for r in found] == [402] * 3, [r["trace"]["length"] for r in found])
    want(found[1]["stats"]["expanded"] == found[2]["stats"]["expanded"], found)


def other_questions_are_refused(folder):
    model = write(folder, "byte x; ltl p { []<> (x == 0) }\nactive proctype a() { do :: x = 1 - x od }")
    for kind in ("pdb", "russian-doll", "layers"):
        beeline("check", model, "--ltl", "p", "--search", "ndfs", "--heuristic", kind).expect(64, kind, "does not support")
        beeline("check", model, "--census", "--search", "astar", "--heuristic", kind).expect(64, kind, "does not support --census")
        beeline("check", model, "--search", "astar", "--heuristic", kind + ":states=0").expect(64, "'states' must be a number")
    beeline("check", model, "--search", "astar", "--heuristic", "pdb:pattern=none").expect(64, "'pattern' must be one of")


if __name__ == "__main__":
    sys.exit(run("pdb", [traces_are_shortest, everything_kept_walks_straight, distances_of_automata_are_added, the_abstract_model_proves,
                         the_abstract_model_proves_with_clocks, limits_cut_the_table_off,
                         a_table_too_large_is_replaced_by_a_coarser_one, making_tables_shows_progress,
                         work_is_counted_in_the_same_way_everywhere, tables_are_shared_by_runs, databases_are_saved_and_loaded, users_say_what_is_kept,
                         mapped_variables_are_looked_up_by_class, other_questions_are_refused]))
