#!/usr/bin/env python3
"""Infinite executions of timed models: E[] p, A<> p and p --> q, their lassos and the times of these."""
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent / "tools"))
sys.path.insert(0, str(Path(__file__).resolve().parent / "fuzz"))
import timed  # noqa: E402
import timed_liveness  # noqa: E402
import timed_model  # noqa: E402
from program import beeline, run, want, write  # noqa: E402


def one(text):
    return "process P() { clock x, y; %s }\nsystem P;\n" % text


def ask(folder, model, **queries):
    """By query: satisfied or violated. An execution shows that E[] is satisfied, or that the others are violated."""
    path = write(folder, model, "m.xta")
    for query, verdict in queries["of"].items():
        ran = beeline("check", "--json", path, query).expect(0 if verdict == "satisfied" else 10)
        shows = (verdict == "satisfied") == query.startswith("E")
        result = ran.result()
        want(result["verdict"] == verdict, "%s: %s" % (query, result["verdict"]))
        want(shows == ("length" in (result["trace"] or {})), "%s: a trace, or none" % query)
        want(not shows or result["trace"]["replayed"], "%s: it is replayed" % query)
        want((result["error"] is None) == (verdict == "satisfied" or not shows), "%s: %s" % (query, result["error"]))


def time_can_pass_for_ever(folder):
    ask(folder, one("state A, B; init A; trans A -> B { guard x >= 3; };"),
        of={"A<> P.B": "violated", "E[] P.A": "satisfied", "P.A --> P.B": "violated", "E[] P.x <= 7": "violated",
            "A<> P.x > 7": "satisfied"})
    ask(folder, one("state A { x <= 5 }, B; init A; trans A -> B { guard x >= 3; };"),
        of={"A<> P.B": "satisfied", "E[] P.A": "violated", "P.A --> P.B": "satisfied", "P.B --> P.A": "violated"})


def an_execution_ends_where_no_step_is_possible_any_more(folder):
    late = one("state A { x <= 5 }, B; init A; trans A -> B { guard x <= 3; };")
    ask(folder, late, of={"A<> P.B": "violated", "E[] P.A": "satisfied", "E[] (P.A and P.x <= 4)": "violated",
                          "E[] (P.A and P.x <= 5)": "satisfied"})
    beeline("check", write(folder, late, "m.xta"), "A<> P.B").expect(
        10, "stays in the last state for ever", "delay 3.5", "note: time stops in the last state")
    ask(folder, one("state A { x < 5 }; init A;"), of={"E[] P.A": "satisfied", "A<> P.x >= 4": "satisfied", "A<> P.x >= 5": "violated"})
    for word in ("urgent", "commit"):
        ask(folder, one("state A, B; %s A; init A; trans A -> B { guard x >= 1; };" % word),
            of={"E[] P.A": "satisfied", "A<> P.B": "violated"})


def loops_that_take_no_time_are_told(folder):
    note = "note: time does not diverge in this loop"
    path = write(folder, one("state A { x <= 0 }, B; init A; trans A -> A { }, A -> B { };"), "m.xta")
    beeline("check", path, "A<> P.B").expect(10, note, "a lasso, of 1 step")
    # Each round may take some time, but all of them together no more than 5.
    path = write(folder, one("state A { x <= 5 }, B; init A; trans A -> A { guard y > 0; assign y = 0; }, A -> B { guard x >= 5; };"), "m.xta")
    beeline("check", path, "A<> P.B").expect(10, note)
    path = write(folder, one("state A { x <= 5 }, B; init A; trans A -> A { assign x = 0; }, A -> B { guard x >= 5; };"), "m.xta")
    want(note not in beeline("check", path, "A<> P.B").expect(10).out, "time can pass in every round")


def a_round_has_times(folder):
    path = write(folder, one("state A { x <= 5 }; init A; trans A -> A { guard x >= 2; assign x = 0; };"), "m.xta")
    lines = [line.split() for line in beeline("check", path, "E[] P.x <= 2").expect(0).out.splitlines()]
    want([words[:2] for words in lines[2:6]] == [["delay", "2"], ["for", "ever:"], ["1", "P.A"], ["delay", "2"]], lines)
    ran = beeline("check", path, "E[] P.x < 2").expect(10, "violated")
    want("step" not in ran.lines[0], "nothing to show: %s" % ran.lines[0])


def clocks_need_not_come_back_to_the_same_values(folder):
    # y grows for ever; the second loop needs y > x.
    ask(folder, one("state A { x <= 1 }; init A; trans A -> A { guard x >= 1; assign x = 0; };"),
        of={"E[] P.A": "satisfied", "E[] P.y <= 3": "violated", "P.y > 3 --> P.y <= 3": "violated"})
    ask(folder, one("state A { x <= 2 }, B { x <= 3 }; init A; trans A -> B { guard x >= 1 && y > 1; assign x = 0; },"
                    " B -> A { guard y < 5; assign y = 0; };"),
        of={"A<> (P.B and P.x > 2)": "violated", "E[] P.y < 5": "satisfied"})


def conditions_on_clocks(folder):
    ask(folder, one("state A { x <= 5 }; init A; trans A -> A { guard x >= 5; assign x = 0; };"),
        of={"A<> P.x == 3": "satisfied", "A<> P.x > 5": "violated", "P.x >= 2 --> P.x < 1": "satisfied", "E[] P.x < 5": "violated",
            "P.x == 0 --> P.x == 5": "satisfied", "P.y >= 7 --> P.y < 7": "violated"})
    ask(folder, one("state A { x <= 2 }, B; init A; trans A -> B { guard x >= 1; assign x = 0; };"),
        of={"E[] (P.A or P.x <= 3 or P.y > 5)": "satisfied", "E[] (P.A or P.x <= 3 or P.y > 6)": "violated",
            "E[] P.y - P.x <= 1": "satisfied", "E[] P.y - P.x < 1": "violated"})


def deadlocks_as_conditions(folder):
    ask(folder, one("state A { x <= 5 }, B; init A; trans A -> B { guard x <= 3; };"),
        of={"A<> deadlock": "satisfied", "E[] not deadlock": "violated", "A<> (deadlock and P.A)": "violated",
            "E[] (deadlock or P.x <= 2)": "satisfied"})
    ask(folder, one("state A { x <= 5 }; init A; trans A -> A { guard x <= 3; assign x = 0; };"),
        of={"E[] not deadlock": "satisfied", "A<> deadlock": "violated", "P.x >= 3 --> deadlock": "violated"})
    # An execution that stays must have left A late enough: otherwise it stays in a deadlock.
    ask(folder, one("state A { x < 3 }, B; init A; trans A -> B { assign x = 0; }, B -> B { guard y - x > 1; };"),
        of={"A<> deadlock": "violated", "E[] not deadlock": "satisfied"})


def synchronisation(folder):
    ask(folder, "chan hi, lo; chan priority lo < hi; process P() { state A, B, C; urgent A; init A; trans A -> B { sync hi!; },"
                " A -> C { sync lo!; }; } process Q() { state D; init D; trans D -> D { sync hi?; }, D -> D { sync lo?; }; } system P, Q;",
        of={"A<> P.B": "satisfied", "A<> P.C": "violated"})
    ask(folder, "clock x; broadcast chan b; process P() { state A { x <= 1 }, B; init A; trans A -> B { sync b!; }; }"
                " process Q() { state C, D; init C; trans C -> D { guard x >= 1; sync b?; }; } system P, Q;",
        of={"A<> P.B": "satisfied", "A<> Q.D": "violated", "E[] Q.C": "satisfied"})
    # The step of greater priority excludes the other one while x <= 2, in every round.
    ask(folder, "clock x; chan hi, lo; chan priority lo < hi; process P() { state A { x <= 3 }, B; init A;"
                " trans A -> B { guard x <= 2; sync hi!; }, A -> A { guard x >= 1; sync lo!; assign x = 0; }; }"
                " process Q() { state D; init D; trans D -> D { sync hi?; }, D -> D { sync lo?; }; } system P, Q;",
        of={"E[] P.A": "satisfied", "E[] (P.A and x <= 2)": "violated", "E[] (P.A and x < 3)": "satisfied"})


LTL = {"[] (P.A -> <> P.B)": "violated", "<> P.B": "violated", "[] <> P.x >= 3": "violated", "<> [] P.A": "violated",
       "P.A U P.B": "violated", "P.A W P.B": "satisfied", "P.x < 2 W P.y >= 2": "satisfied", "[] (P.x <= 5)": "violated",
       "! <> P.C": "satisfied", "<> P.B -> <> P.y > 5": "satisfied", "[] <> (P.x == 0 and P.A) || <> [] P.B": "satisfied",
       "[] <> P.x == 0 || <> [] P.B": "satisfied", "[] P.A || <> P.B": "satisfied", "[] P.A": "violated",
       "(P.A && P.x <= 5) U (P.B && P.x <= 1) || [] P.A": "satisfied", "[] P.A U P.B": "violated"}


def ltl_over_timed_models(folder):
    path = write(folder, one("state A { x <= 5 }, B, C; init A; trans A -> A { guard x >= 2; assign x = 0; }, A -> B { guard x <= 1; };"), "m.xta")
    for formula, verdict in LTL.items():
        result = beeline("check", "--json", path, formula).expect(0 if verdict == "satisfied" else 10).result()
        want(verdict == "satisfied" or result["trace"]["replayed"], formula)
    beeline("check", path, "[] X P.A").expect(65, "formula:1:4", "X has no meaning")
    beeline("check", path, "[] (P.A -> <> P.D)").expect(65, "condition:1:17", "no location or variable 'D'")
    beeline("check", path, "[] (P.A -> )").expect(65, "formula:1", "an operand is missing")
    tck = write(folder, "system:s\nevent:e\nclock:1:x\nprocess:P\nlocation:P:A{initial: : invariant: x<=5}\nlocation:P:B{}\n"
                        "edge:P:A:A:e{provided: x>=2 : do: x=0}\nedge:P:A:B:e{provided: x<=1}\n", "m.tck")
    for formula, verdict in (("<> P.B", "violated"), ("[] (P.B -> x < 9 || <> x >= 9)", "satisfied"), ("[] <> x >= 3", "violated"),
                             ("P.A W P.B", "satisfied"), ("<> x >= 2", "satisfied")):
        result = beeline("check", "--json", tck, formula).expect(0 if verdict == "satisfied" else 10).result()
        want(verdict == "satisfied" or result["trace"]["replayed"], formula)
    beeline("check", tck, "P.A && P.B").expect(65, "LTL formula")


def lassos_are_replayed_from_files(folder):
    path = write(folder, one("state A { x <= 5 }, B; init A; trans A -> A { guard x >= 2; assign x = 0; }, A -> B { guard x <= 1; };"), "m.xta")
    file, steps = Path(folder) / "t.itf", "a lasso, of 1 step: 0, then 1 for ever"
    beeline("check", path, "E[] P.A", "--trace", "itf=%s" % file).expect(0)
    beeline("replay", path, file).expect(0, steps, "without an error")
    beeline("replay", path, file, "E[] P.A").expect(0, steps)
    beeline("replay", path, file, "A<> P.B").expect(10, steps)
    beeline("replay", path, file, "A<> P.A").expect(65, "does not answer the question")
    beeline("shorten", path, file, "A<> P.B").expect(10, "1 step")
    want("(null)" not in beeline("shorten", path, file, "E[] P.A").expect(0).out, "there is no error")
    text = file.read_text()
    want('"time": "4"' in text or '"time":"4"' in text, text)
    # A second round would take too long: y <= 5 must hold, and nothing sets y.
    path = write(folder, one("state A { x <= 5 && y <= 5 }, B; init A; trans A -> A { guard x >= 2; assign x = 0; }, A -> B { guard x <= 1; };"), "m.xta")
    beeline("replay", path, file).expect(0, "an execution, of 1 step")


def random_models(folder):
    for seed in range(1, 26):
        difference = timed.difference_of(folder, timed_model.generate(seed, "uppaal"), ["auto"], timed_liveness.compare)
        want(not difference, "seed %d: %s" % (seed, difference))


def wrong_answers_are_noticed(folder):
    class Answer:
        crash, document, stderr, complaint, result = None, {}, "", "", {}

    for what, status, length, replayed, query in (("verdict", 0, None, None, "A<> p"), ("verdict", 10, 1, True, "E[] p"),
                                                  ("replay", 10, 1, False, "A<> p"), ("replay", 10, None, None, "A<> p"), ("internal", 20, None, None, "A<> p")):
        answer = Answer()
        answer.status, answer.length, answer.replayed = status, length, replayed
        is_satisfied = query.startswith("E")
        try:
            timed_liveness.compare_answer(answer, is_satisfied, is_satisfied, query)
            want(False, "a wrong %s is not noticed" % what)
        except timed_liveness.Difference as difference:
            want(difference.class_ == what, "%s: %s" % (what, difference))


def faults_leave_it_open(folder):
    path = write(folder, "int[0,1] i; process P() { state A, B; urgent A; init A; trans A -> A { assign i = i + 1; }, A -> B { }; } system P;", "m.xta")
    beeline("check", path, "A<> P.B").expect(20, "undecided")


if __name__ == "__main__":
    sys.exit(run("infinite executions of timed models",
                 [time_can_pass_for_ever, an_execution_ends_where_no_step_is_possible_any_more, loops_that_take_no_time_are_told,
                  a_round_has_times, clocks_need_not_come_back_to_the_same_values, conditions_on_clocks, deadlocks_as_conditions,
                  synchronisation, ltl_over_timed_models, lassos_are_replayed_from_files, faults_leave_it_open,
                  random_models, wrong_answers_are_noticed]))
