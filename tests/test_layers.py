#!/usr/bin/env python3
"""The includes between the rooms follow the architecture, and tests/tools/layers.py finds violations."""
import shutil
import sys
import tempfile
from pathlib import Path

TESTS = Path(__file__).resolve().parent
sys.path.insert(0, str(TESTS / "tools"))
import layers  # noqa: E402

# file, what it includes, whether that is allowed
SAMPLES = [
    ("src/model/expr.c", '#include "base/mem.h"', True),
    ("src/model/expr.c", '#include "model/expr.h"', True),
    ("src/model/expr.c", "#include <stdio.h>", True),
    ("src/search/bfs.c", '#include "space/space.h"', True),
    ("src/cli/main.c", '#include "beeline.h"', True),
    ("src/check/check.c", '#include "lang/promela/promela.h"', True),
    ("src/check/check.c", '#include "lang/promela/parse.h"', False),
    ("src/search/bfs.c", '#include "beeline_stats.h"', True),
    ("src/search/bfs.c", '#include "beeline.h"', False),
    ("src/lang/promela/parse.c", '#include "lang/promela/parse.h"', True),
    ("src/lang/languages.c", '#include "lang/promela/parse.h"', True),
    ("src/base/mem.c", '#include "model/expr.h"', False),
    ("src/search/bfs.c", '#include "model/expr.h"', False),
    ("src/search/bfs.c", "#  include <model/expr.h>", False),
    ("src/model/expr.c", '#include "../base/mem.h"', False),
    ("src/model/expr.c", '#include "expr.h"', False),
    ("src/model/expr.c", '#include "beeline.h"', False),
    ("src/lang/smv/parse.c", '#include "lang/promela/parse.h"', False),
    ("src/check/check.c", '#include "cli/cli.h"', False),
    ("include/beeline.h", '#include "base/mem.h"', False),
    ("src/attic/old.c", "#include <stdio.h>", False),
    ("src/stray.c", "#include <stdio.h>", False),
]
HEADERS = ["src/base/mem.h", "src/model/expr.h", "src/space/space.h", "src/cli/cli.h", "src/lang/promela/parse.h",
           "src/lang/promela/promela.h", "include/beeline.h", "include/beeline_stats.h"]

# A line added to the end of a file of the tree, and the only violation that must be reported. None: no violation.
PROBES = [
    ("src/store/hash.c", '#include "model/network.h"', 'store may not include "model/network.h"'),
    ("src/space/space.h", '#include "search/search.h"', 'space may not include "search/search.h"'),
    ("src/facts/risk.c", '#include "exec/exec.h"', 'facts may not include "exec/exec.h"'),
    ("src/check/check.c", '#include "cli/options.h"', 'check may not include "cli/options.h"'),
    ("src/lang/uppaal/parse.c", '#include "lang/promela/promela.h"',
     'lang/uppaal may not include "lang/promela/promela.h"'),
    # an internal header: by its name, and by its first words
    ("src/check/check.c", '#include "trace/ref_internal.h"',
     'check may not include "trace/ref_internal.h": it is internal to trace'),
    ("src/check/check.c", '#include "space/timed.h"', 'check may not include "space/timed.h": it is internal to space'),
    # more than the interface
    ("src/search/bfs.c", '#include "heuristic/inspect.h"',
     'search may not include "heuristic/inspect.h", only the interface: heuristic/heuristic.h'),
    ("src/relaxation/relax.c", '#include "space/space.h"',
     'relaxation may not include "space/space.h", only the interface: space/view.h'),
    # a field, read and set, and a function of a room whose header is included indirectly
    ("src/search/bfs.c", "static uint32_t probe(const space *s) { return s->net->templates.count; }",
     "search may not see the field 'templates'"),
    ("src/search/bfs.c", "static const net_edge probe = {.guard = NULL};", "search may not see the field 'guard'"),
    ("src/search/bfs.c", "static void probe(network *n) { net_add_location(n, NULL); }",
     "search may not call 'net_add_location'"),
    ("src/search/bfs.c", "static uint32_t probe(const net_action *a) { return a->partner_edge; }", None),
    ("src/search/bfs.c", "// as s->net->templates, net_add_location(n, NULL)", None),
    # exported names
    ("src/base/text.c", "int probe(void) { return 0; }", "base exports 'probe', which has not its prefix"),
    ("src/base/text.c", "const int probe[] = {1};", "base exports 'probe', which has not its prefix"),
    ("src/trace/replay.c", "int search_probe(void) { return 0; }",
     "trace exports 'search_probe', which has not its prefix"),
    ("src/base/text.c", "int text_probe(void) { return 0; }", None),
    ("src/base/text.c", "static int probe(void) { return 0; }", None),
]


def verdict(file, line):
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        for name in HEADERS + [file]:
            (root / name).parent.mkdir(parents=True, exist_ok=True)
            (root / name).touch()
        (root / file).write_text("// first line\n" + line + "\n")
        return not layers.problems(root)


def said_of(root, file, planted):
    """The violations reported if that line is at the end of the file; restores the file."""
    before = (root / file).read_text()
    (root / file).write_text(before + planted + "\n")
    said = layers.problems(root)
    (root / file).write_text(before)
    return said, before.count("\n") + 1


def try_probes():
    """True if all violations were found."""
    good = True
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        for part in ("src", "include"):
            shutil.copytree(TESTS.parent / part, root / part)
        for file, planted, message in PROBES:
            said, line = said_of(root, file, planted)
            right = said == ([f"{file}:{line}: {message}"] if message else [])
            good &= right
            name = f"layers: {planted} in {file} is {'caught' if message else 'fine'}"
            print(f"ok - {name}" if right else f"not ok - {name}: {'; '.join(said) or 'nothing was said'}")
    return good


def main():
    failed = not try_probes()
    for file, line, allowed in SAMPLES:
        right = verdict(file, line) == allowed
        failed |= not right
        name = f"layers: {file} with {line} is {'allowed' if allowed else 'refused'}"
        print(f"ok - {name}" if right else f"not ok - {name}: it is not")
    found = layers.problems(TESTS.parent)
    failed |= bool(found)
    print(f"not ok - layers of the tree: {'; '.join(found)}" if found else "ok - layers of the tree")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
