#!/usr/bin/env python3
"""The rooms keep to the architecture, and the test that says so can tell."""
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
    ("src/check/check.c", '#include "lang/promela/parse.h"', True),
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
           "include/beeline.h"]


def verdict(file, line):
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        for name in HEADERS + [file]:
            (root / name).parent.mkdir(parents=True, exist_ok=True)
            (root / name).touch()
        (root / file).write_text("// first line\n" + line + "\n")
        return not list(layers.problems(root))


def main():
    failed = False
    for file, line, allowed in SAMPLES:
        right = verdict(file, line) == allowed
        failed |= not right
        name = f"layers: {file} with {line} is {'allowed' if allowed else 'refused'}"
        print(f"ok - {name}" if right else f"not ok - {name}: it is not")
    found = list(layers.problems(TESTS.parent))
    failed |= bool(found)
    print(f"not ok - layers of the tree: {'; '.join(found)}" if found else "ok - layers of the tree")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
