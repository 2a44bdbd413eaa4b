#!/usr/bin/env python3
"""The automaton of every proctype has the same states, transitions and numbers as in SPIN (`pan -d`).

Compares `beeline info --json` with `spin -a -o3; pan -d` on the models of this tree and of the corpus."""
import csv
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BEELINE = os.path.abspath(os.environ.get("BEELINE", ROOT / "build/beeline"))
CORPUS = Path(os.environ.get("BEELINE_CORPUS", ROOT / "../shared/corpus")) / "promela"
STATE = re.compile(r"\s*state\s+(\d+) -\(tr\s+\d+\)-> state\s+(\d+)\s+\[id\s+(\d+) tp\s+[\d,]+(?: org\s+\d+)?\] \[(.)(.)(.)(.)")


def models():
    """(name, path, flags): without models that SPIN itself refuses."""
    for path in sorted(Path(ROOT, "models").glob("*.pml")) + sorted(Path(ROOT, "tests/models").glob("*.pml")):
        text = path.read_text(errors="replace")
        if "expect: error" in text or "expect: unsupported" in text:
            continue
        arguments = re.search(r"//\s*args:(.*)", text)
        flags = [word for word in (arguments.group(1).split() if arguments else []) if word.startswith("-D")]
        yield path.name, path, flags
    if not CORPUS.is_dir():
        print("skip - automata: no corpus at %s" % CORPUS)
        return
    seen = set()
    with open(CORPUS / "index.tsv", newline="") as index:
        for row in csv.DictReader(index, delimiter="\t", quoting=csv.QUOTE_NONE):
            flags = [] if row["cpp_flags"] in ("", "-") else row["cpp_flags"].split()
            if (row["file"], *flags) not in seen:
                seen.add((row["file"], *flags))
                yield row["id"], CORPUS / row["file"], flags


def spin_automata(path, flags):
    with tempfile.TemporaryDirectory() as folder:
        for name in os.listdir(path.parent):
            if os.path.isfile(path.parent / name):
                os.symlink(path.parent / name, Path(folder, name))
        subprocess.run(["spin", "-a", "-o1", "-o2", "-o3", *flags, path.name], cwd=folder, capture_output=True)
        if not Path(folder, "pan.c").exists():
            return None
        build = ["-w", "-DSAFETY", "-DNOREDUCE", "-DVECTORSZ=8192", "-o", "pan", "pan.c"]
        compilers = [c for c in ("tcc", "gcc", "cc") if shutil.which(c)]
        if all(subprocess.run([c, *build], cwd=folder, capture_output=True).returncode != 0 for c in compilers):
            return None
        out = subprocess.run(["./pan", "-d"], cwd=folder, capture_output=True, text=True, errors="replace").stdout
    automata, current = {}, None
    for line in out.splitlines():
        head = re.match(r"(proctype|init)\s*(\S*)", line)
        if head:
            current = automata.setdefault(":init:" if head.group(1) == "init" else head.group(2), set())
        elif re.match(r"[a-z]", line):
            current = None
        found = STATE.match(line)
        if found and current is not None:
            start, end, number = (int(x) for x in found.group(1, 2, 3))
            kind, accept, stop, progress = found.group(4, 5, 6, 7)
            current.add((start, end, number, kind in "AD", accept == "a", stop == "e", progress == "p"))
    return automata


def own_automata(path, flags):
    ran = subprocess.run([BEELINE, "info", "--json", *flags, path.name], cwd=path.parent, capture_output=True, text=True)
    if ran.returncode != 0:
        return None
    return {process["name"]: {(e["from"], e["to"], e["id"], e["atomic"] or e["text"].startswith("d_step"), e["accept"],
                               e["end"], e["progress"]) for e in process["automaton"]}
            for process in json.loads(ran.stdout)["processes"]}


def difference(theirs, ours):
    for name, edges in theirs.items():
        if name not in ours:
            return "no process %s" % name
        if ours[name] != edges:
            return "%s: only ours: %s, only SPIN's: %s" % (name, sorted(ours[name] - edges)[:3], sorted(edges - ours[name])[:3])
    return None


def main():
    if not shutil.which("spin"):
        print("%s - automata: spin is not installed" % ("not ok" if os.environ.get("CI") else "skip"))
        sys.exit(1 if os.environ.get("CI") else 0)
    failed = 0
    for name, path, flags in models():
        theirs, ours = spin_automata(path, flags), own_automata(path, flags)
        if theirs is None:
            print("skip - automata: %s: SPIN's verifier for it does not compile" % name)
            continue
        problem = "beeline cannot read it" if ours is None else difference(theirs, ours)
        failed += problem is not None
        print("ok - automata: %s" % name if problem is None else "not ok - automata: %s: %s" % (name, problem), flush=True)
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
