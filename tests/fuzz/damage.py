#!/usr/bin/env python3
"""Damaged texts of timed models: whatever is in a file, Beeline ends with an exit status that says what is the matter.

usage: damage.py [--seed N] [--count N] [--time SECONDS]

Random models (timed_model.py, timed_wide.py) lose, double, swap and change bytes and words, sometimes those of their queries.
The binary is $BEELINE, else build/beeline; better one with sanitizers. A text that it does not survive is written to
tests/fuzz/found/. Exit status 0: it survives all; 1: not.
"""
import argparse
import collections
import os
import random
import re
import shutil
import sys
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import beeline
import fuzz
import timed
import timed_model
import timed_wide

WORDS = re.compile(r"\w+|\s+|[<>=!&|+\-]+|.")
STRANGE = ["", "0", "-1", "2147483647", "99999999999", "int", "clock", "chan", "x", "x'", "i", "(", ")", "{", "}", "[", "]", "&&", "||", "!",
           "?", ";", ",", ":", "==", "<", "-", "/", "%", "++", "=", "P0", "T0", "forall", "const", "struct", "return", "void", "bool", "deadlock",
           "urgent", "broadcast", "commit", "select", "priority", "typedef", "scalar[3]", "\"", "/*", "//", "\0", "\x80", "é", "P0.l0", "f0(0)"]
FINE = (0, 10, 20, 21, 22, 24, 64, 65)


def damaged(r, text):
    words = WORDS.findall(text)
    for _ in range(r.choice([1, 1, 1, 2, 3, 6])):
        if not words:
            break
        at = r.randrange(len(words))
        kind = r.choice(["lose", "double", "swap", "strange", "other", "insert", "byte", "cut"] if len(words) > 5 else ["strange", "insert"])
        if kind == "lose":
            del words[at:at + r.choice([1, 1, 2, 5])]
        elif kind == "double":
            words[at:at] = words[at:at + r.choice([1, 2, 10, 40])]
        elif kind == "swap":
            other = r.randrange(len(words))
            words[at], words[other] = words[other], words[at]
        elif kind == "strange":
            words[at] = r.choice(STRANGE)
        elif kind == "other":
            words[at] = r.choice(words)
        elif kind == "insert":
            words.insert(at, r.choice(STRANGE))
        elif kind == "byte" and words[at]:
            words[at] = words[at][:-1] + chr(r.randrange(256))
        elif kind == "cut" and r.random() < 0.2:
            del words[at:]
    return "".join(words)


def text_of(seed):
    """(text, query, ending)"""
    r = random.Random("damage %d" % seed)
    kind = r.choice(["wide", "wide", "uppaal", "tchecker"])
    if kind == "wide":
        model = timed_wide.generate(seed)
        text, query = timed_wide.render(model), "E<> " + r.choice(model.conditions).text
    else:
        model = timed_model.generate(seed, kind)
        text, query = timed_model.render(model), "E<> " + timed_model.condition_text(model, model.conditions[0])
    if r.random() < 0.2:
        query = damaged(r, query).replace("\0", "")
    else:
        text = damaged(r, text)
    return text, query, ".tck" if kind == "tchecker" else ".xta"


def problem(directory, seed):
    text, query, ending = text_of(seed)
    path = os.path.join(directory, "d" + ending)
    with open(path, "w", errors="surrogateescape") as f:
        f.write(text)
    asked = [query] if ending == ".xta" else ["--invariant", query[4:]]
    answer = beeline.check(path, "--time-limit", "5", "--max-states", "2000", *asked)
    if answer.status in FINE and "Sanitizer" not in answer.stderr and "runtime error" not in answer.stderr:
        return answer.status, None
    os.makedirs(fuzz.FOUND, exist_ok=True)
    shutil.copy(path, os.path.join(fuzz.FOUND, "damaged-%d%s" % (seed, ending)))
    return answer.status, "exit %d (%s): %s" % (answer.status, query, answer.complaint)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, default=int(time.time()) % 1000000 * 1000)
    parser.add_argument("--count", type=int)
    parser.add_argument("--time", type=float)
    arguments = parser.parse_args()
    if arguments.count is None and arguments.time is None:
        arguments.time = 60
    print("first seed %d" % arguments.seed)
    directory, count, failed = fuzz.work_directory(), collections.Counter(), 0
    try:
        for seed in timed.seeds(arguments):
            status, what = problem(directory, seed)
            count[status] += 1
            if what:
                failed += 1
                print("seed %d: %s" % (seed, what), flush=True)
    finally:
        shutil.rmtree(directory, ignore_errors=True)
    print("by exit status: %s" % dict(sorted(count.items())))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
