"""The models that estimates and copies are tested on: our own, those of the corpus, random ones. Each is (name, path, flags)."""
import csv
import glob
import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
TESTS = os.path.dirname(HERE)
sys.path[:0] = [TESTS, os.path.join(TESTS, "fuzz")]
import kinds
import test_corpus
from test_models import Expectation

ENDINGS = ("pml", "xta", "xml", "tck")


def own():
    for ending in ENDINGS:
        for folder in (os.path.join(TESTS, "models"), os.path.join(TESTS, "..", "models")):
            for path in sorted(glob.glob(os.path.join(folder, "*." + ending))):
                expected = Expectation(path)
                if expected.what in ("violated", "satisfied"):
                    yield os.path.basename(path), path, expected.flags


def index(folder):
    try:
        with open(os.path.join(test_corpus.corpus(), folder, "index.tsv"), newline="") as f:
            return list(csv.DictReader(f, delimiter="\t", quoting=csv.QUOTE_NONE))
    except OSError:
        return []


def corpus():
    """Nothing if there is none."""
    for row in index("promela"):
        if row["property"] == "safety":
            flags = [] if row["cpp_flags"] in ("", "-") else row["cpp_flags"].split()
            yield row["id"], os.path.join(test_corpus.corpus(), "promela", row["file"]), flags
    for folder in ("uppaal", "tchecker"):
        for file in sorted({row["file"] for row in index(folder)}):
            yield file, os.path.join(test_corpus.corpus(), folder, file), []


def random(directory, seed, count):
    """Of all kinds in turn."""
    for number in range(seed, seed + count):
        kind = kinds.ALL[number % len(kinds.ALL)]
        path = os.path.join(directory, "seed-%d%s" % (number, kind.ending))
        with open(path, "w") as f:
            f.write(kind.render(kind.generate(number)))
        yield "%s, seed %d" % (kind.name, number), path, []
