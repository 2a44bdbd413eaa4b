#!/usr/bin/env python3
"""Automata of LTL formulas: convert --to never, hoa and dot; automata as properties; sizes and languages on published formulas."""
import csv
import os
import random
import re
import shutil
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent / "tools"))
import lassos  # noqa: E402
from program import ROOT, beeline, run, want, write  # noqa: E402

CORPUS = Path(os.environ.get("BEELINE_CORPUS") or ROOT.parent / "shared" / "corpus")
MODEL = """mtype = { red, green }
mtype light = red
byte a[3]
chan q = [2] of { byte, byte }
bool over
active [2] proctype P() {
  byte turn;
wait: turn = 1;
  a[1] = 2; q!1,turn;
critical: light = green; over = true
}
ltl answered { [] (P[0]@critical -> <> (light == green && a[1] > 1)) }
ltl filled { [] (len(q) < 2 -> <> (P[1]:turn == 1 || over || nfull(q) || q?[1,_])) }
ltl ready { [] (P@wait -> (empty(q) U over)) }
never mine { do :: light == green -> break :: else od }
"""
COUNTER = "byte x\nactive proctype P() { do :: x < 5 -> x++ :: x == 5 -> x = 0 od }\n"


def formula_rows():
    path = CORPUS / "ltl" / "formulas.tsv"
    if not path.exists():
        return []
    with open(path, newline="") as f:
        return list(csv.DictReader(f, delimiter="\t", quoting=csv.QUOTE_NONE))


def automaton_of(formula):
    """That of the formula itself: convert writes what violates it."""
    spaced = re.sub(r"\bX(?=[pX])", "X ", re.sub(r"\bX(?=[pX])", "X ", formula))
    return lassos.Automaton(beeline("convert", "--formula", "!(%s)" % spaced, "--to", "hoa").expect(0).out)


def published_formulas(folder):
    """On every formula the automaton accepts what the semantics says; on three sets it is about as small as Spot's."""
    source, ours, spots, rows = random.Random(5), 0, 0, formula_rows()
    if not rows:
        return "there is no corpus"
    for row in rows:
        automaton = automaton_of(row["formula"])
        why = lassos.difference(source, row["formula"], automaton)
        want(why is None, "%s: %s: %s" % (row["id"], row["formula"], why))
        if re.match("(eh|dac|sb)[0-9]", row["id"]):
            ours += automaton.states
            spots += int(row["spot_ba_states"])
            want(not row["spin_states"].isdigit() or automaton.states <= int(row["spin_states"]),
                 "%s has %d states, more than SPIN's %s" % (row["id"], automaton.states, row["spin_states"]))
    want(ours <= 1.1 * spots, "%d states, Spot has %d" % (ours, spots))
    return None


def the_oracle_notices(folder):
    """A wrong automaton is not taken for a right one."""
    source = random.Random(6)
    for formula, other in (("[] p0", "<> p0"), ("[]<> p0", "<>[] p0"), ("p0 U p1", "p1 V (p0 || p1)"), ("X p0", "p0"),
                           ("[] (p0 -> <> p1)", "[] (p0 -> X <> p1)")):
        automaton = automaton_of(formula)
        want(lassos.difference(source, formula, automaton) is None, formula)
        want(lassos.difference(source, other, automaton) is not None, "%s is taken for %s" % (formula, other))


def formats(folder):
    formula = ("convert", "--formula", "[] (p -> <> q)", "--to")
    hoa = beeline(*formula, "hoa").expect(0).out
    want(hoa == 'HOA: v1\nname: "!([] (p -> <> q))"\ntool: "beeline"\nStates: 2\nStart: 0\nAP: 2 "p" "q"\nacc-name: Buchi\n'
         "Acceptance: 1 Inf(0)\nproperties: trans-labels explicit-labels state-acc stutter-invariant\n--BODY--\nState: 0\n"
         "[0&!1] 1\n[t] 0\nState: 1 {0}\n[!1] 1\n--END--\n", hoa)
    never = beeline(*formula, "never").expect(0).out
    want(never == "never { /* !([] (p -> <> q)) */\nT0_init:\n\tdo\n\t:: ((p) && (!q)) -> goto accept_S1\n\t:: (1) -> goto T0_init\n"
         "\tod;\naccept_S1:\n\tdo\n\t:: ((!q)) -> goto accept_S1\n\tod;\n}\n", never)
    dot = beeline(*formula, "dot").expect(0).out
    want(dot.startswith("digraph automaton {") and 's0 -> s1 [label="p && !q"];' in dot, dot)
    if shutil.which("dot"):
        want(subprocess.run(["dot"], input=dot, capture_output=True, text=True).returncode == 0, dot)
    want("stutter-invariant" not in beeline("convert", "--formula", "[] (p -> X q)", "--to", "hoa").expect(0).out, "X")
    file = Path(folder, "a.hoa")
    want(beeline(*formula, "hoa", "-o", file).expect(0).out == "" and file.read_text() == hoa, "-o")


def accepted_by_spin(folder):
    """SPIN takes our never claims, and finds with them what it finds with its own. Its formulas have no nfull and empty."""
    if not shutil.which("spin") or not shutil.which("cc"):
        return "it needs spin and a compiler"
    path = write(folder, MODEL)
    for name in ("answered", "filled", "ready"):
        claim = beeline("convert", path, "--ltl", name, "--to", "never").expect(0).out
        without = re.sub(r"(?m)^(ltl|never) .*\n", "", MODEL)
        formula = re.search(r"(?m)^ltl %s (.*)\n" % name, MODEL)[0]
        verdicts = []
        for text in (without + claim, without + formula.replace("nfull(q)", "len(q) < 2").replace("empty(q)", "len(q) == 0")):
            model = write(folder, text, "spin.pml")
            for command in (["spin", "-a", model.name], ["cc", "-O1", "-w", "-o", "pan", "pan.c"]):
                ran = subprocess.run(command, cwd=folder, capture_output=True, text=True)
                want(ran.returncode == 0 and "rror" not in ran.stdout, "%s: %s" % (text, ran.stdout + ran.stderr))
            out = subprocess.run(["./pan", "-a", "-n"], cwd=folder, capture_output=True, text=True).stdout
            verdicts.append("errors: 0" in out)
        want(verdicts[0] == verdicts[1], "%s: SPIN says %s with our claim" % (name, verdicts))
    return None


def properties_of_models(folder):
    path = write(folder, MODEL)
    one = beeline("convert", path, "--property", "answered", "--to", "hoa").expect(0).out
    want('"P[0]@critical" "light == ' in one and '"a[1] > 1"' in one, one)
    want(one == beeline("convert", path, "--ltl", "answered", "--to", "hoa").expect(0).out, "--ltl")
    beeline("convert", path, "--to", "hoa").expect(64, "several properties", "--ltl NAME")
    beeline("convert", path, "--property", "deadlock", "--to", "hoa").expect(64, "'deadlock' has no automaton")
    beeline("convert", path, "--ltl", "nowhere", "--to", "hoa").expect(65, "there is no property 'nowhere'")
    formula = beeline("convert", path, "--formula", "<> (light == green)", "--to", "hoa").expect(0).out
    want("light == 1" in formula, formula)
    beeline("convert", path, "--formula", "<> (dark == green)", "--to", "hoa").expect(65, "'dark' is not declared", "^")
    only = write(folder, COUNTER + "ltl top { <> (x == 5) }\n", "only.pml")
    want("x == 5" in beeline("convert", only, "--to", "never").expect(0).out.replace("x != 5", "x == 5"), "the only property")
    beeline("convert", write(folder, COUNTER, "none.pml"), "--to", "hoa").expect(64, "has no property with an automaton")


def wrong_requests(folder):
    path = write(folder, COUNTER)
    beeline("convert", "--to", "hoa").expect(64, "a model is missing")
    beeline("convert", "--to", "trail").expect(64, "missing")
    beeline("convert", "--formula", "[] p").expect(64, "--to")
    beeline("convert", "--formula", "[] p", "--to", "trail").expect(64, "never, hoa or dot")
    beeline("convert", "--formula", "[] p", "--ltl", "a", "--to", "hoa").expect(64, "several automata")
    beeline("convert", path, "some.trail", "--to", "hoa").expect(64, "not made from a trace")
    beeline("convert", "--formula", "[] (p", "--to", "hoa").expect(65, "formula:1:6", "^")
    beeline("convert", "--formula", "", "--to", "hoa").expect(65)
    beeline("convert", "--formula", "[] p", "--to", "hoa", "-o", Path(folder, "no", "where")).expect(74)
    beeline("convert", Path(folder, "missing.pml"), "--to", "hoa").expect(65, "cannot read")


def automata_as_properties(folder):
    path, file = write(folder, COUNTER), Path(folder, "claim.hoa")
    beeline("convert", path, "--formula", "[] (x < 5)", "--to", "hoa", "-o", file).expect(0)
    ran = beeline("check", path, "--property", file, "--json").expect(10)
    result = ran.result()
    want(result["property"]["kind"] == "automaton" and result["property"]["name"] == str(file), ran.out)
    want(result["trace"]["length"] == 10 and result["trace"]["replayed"], ran.out)
    beeline("convert", path, "--formula", "[] (x < 6)", "--to", "hoa", "-o", file).expect(0)
    beeline("check", path, "--property", file).expect(0, "satisfied")
    file.write_text(file.read_text().replace("x < 6", "y < 6"))
    beeline("check", path, "--property", file).expect(65, "claim.hoa:6:7", "'y' is not declared")
    file.write_text(file.read_text().replace("Inf(0)", "Fin(0)"))
    beeline("check", path, "--property", file).expect(65)
    file.write_text(file.read_text().replace("y < 6", "x < 6"))
    beeline("check", path, "--property", file).expect(24, "claim.hoa:8:15", "only Büchi")
    beeline("check", path, "--property", Path(folder, "missing.hoa")).expect(65, "cannot read")


def large_formulas(folder):
    """Formulas that have large automata, or whose negations have, do not hang."""
    fair = " && ".join("([]<> a%d)" % i for i in range(12))
    ran = beeline("convert", "--formula", fair, "--to", "hoa").expect(0)
    want("States: 13\n" in ran.out, ran.out[:200])
    beeline("convert", "--formula", "[] (%s)" % " && ".join("p%d" % i for i in range(40)), "--to", "hoa").expect(0)
    beeline("convert", "--formula", "<> (p && X (q && X (p && X (q && X (p && X (q && X p))))))", "--to", "hoa").expect(0)


run("omega", [formats, the_oracle_notices, properties_of_models, wrong_requests, automata_as_properties, large_formulas,
              accepted_by_spin, published_formulas])
