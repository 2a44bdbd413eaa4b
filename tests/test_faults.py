#!/usr/bin/env python3
"""Every allocation can fail: BEELINE_FAIL_ALLOC=n makes the n-th one fail.

Expected: exit 22 and a JSON document, or the normal result once n is past the last allocation; never a crash, a leak (with
the binary built with sanitizers, $BEELINE_ASAN) or a wrong verdict.
"""
import os
import shutil
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "fuzz"))
import beeline
from report import Report

EVERY = 300   # all n up to here
STRIDE = 37   # then every so many
BUDGET = 7    # seconds for one model
MODELS = {
    "mutex": (10, """bool taken;
byte inside;
active [2] proctype P() {
  !taken; taken = true; inside++;
  assert(inside == 1);
  inside--; taken = false
}
"""),
    "channels": (10, """mtype = { ask, answer };
typedef message { mtype kind; byte value[2] };
chan c = [2] of { message };
chan r = [0] of { byte };
proctype Client(byte n) { message m; m.kind = ask; m.value[1] = n; c!m; r?n }
init { byte i; for (i : 1 .. 2) { run Client(i) } message got; c?got; r!got.value[1]; c?got }
"""),
    "peterson": (0, """bool flag[2];
bit turn;
byte inside;
inline enter(me) { flag[me] = true; turn = me; (!flag[1 - me] || turn == 1 - me) }
active [2] proctype P() {
end:
  do
  :: enter(_pid); inside++; assert(inside == 1); d_step { inside--; flag[_pid] = false }
  od
}
"""),
}


def problem_of(answer, normal, expected_verdict):
    if answer.crash:
        return "%s: %s" % (answer.crash, answer.complaint)
    if "Sanitizer" in answer.stderr or "runtime error" in answer.stderr:
        return "sanitizer: %s" % answer.complaint
    if answer.status not in (22, normal):
        return "exit %d: %s" % (answer.status, answer.complaint)
    if answer.document is None:
        return "no JSON document"
    if answer.status == normal and answer.verdict != expected_verdict:
        return "verdict %s" % answer.verdict
    if answer.status == 22 and answer.verdict not in (None, "undecided"):
        return "exit 22 with verdict %s" % answer.verdict
    return None


def walk(program, path, normal, directory):
    """Returns a problem (or None), the number of injected failures, and whether the last allocation was reached."""
    verdict = {10: "violated", 0: "satisfied"}[normal]
    injected = 0
    undisturbed = 0
    start = time.monotonic()
    n = 1
    while undisturbed < 3:
        if time.monotonic() - start > BUDGET:
            return None, injected, False
        environment = dict(os.environ, BEELINE_FAIL_ALLOC=str(n))
        trail = os.path.join(directory, "trail")
        answer = beeline.check(path, "--trace", "trail=" + trail, program=program, environment=environment)
        problem = problem_of(answer, normal, verdict)
        if problem:
            return "allocation %d: %s" % (n, problem), injected, False
        injected += answer.status == 22
        undisturbed = 0 if answer.status == 22 else undisturbed + 1
        n += 1 if n < EVERY else STRIDE
    return None, injected, True


def main():
    report = Report("faults")
    programs = [(beeline.binary(), "")]
    sanitized = os.environ.get("BEELINE_ASAN")
    if sanitized:
        programs.append((os.path.abspath(sanitized), " (sanitizers)"))
    else:
        report.skip("faults with sanitizers", "BEELINE_ASAN is not set")
    directory = tempfile.mkdtemp(prefix="beeline-faults-")
    try:
        for name, (normal, text) in MODELS.items():
            path = os.path.join(directory, name + ".pml")
            with open(path, "w") as f:
                f.write(text)
            for program, label in programs:
                problem, injected, complete = walk(program, path, normal, directory)
                if not problem and injected < 10:
                    problem = "only %d failures were injected" % injected
                report.check("%s%s: %d failing allocations" % (name, label, injected), problem)
                if not problem and not complete:
                    report.skip("faults: %s%s: later allocations" % (name, label), "more than %d s" % BUDGET)
    finally:
        shutil.rmtree(directory, ignore_errors=True)
    report.exit()


if __name__ == "__main__":
    main()
