#!/usr/bin/env python3
"""usage: layers.py [ROOT]

Reads the #include lines under src/ and include/ and reports each one that reaches into a room which the including file's
room may not use. A room may always use itself.
"""
import re
import sys
from pathlib import Path

BELOW_CHECK = ["base", "model", "facts", "exec", "space", "store", "relaxation", "causal", "heuristic", "abstraction", "search",
               "symbolic", "trace"]
ROOMS = {
    "include": [],
    "base": [],
    "model": ["base"],
    "lang": ["base", "model"],
    "exec": ["base", "model", "facts"],
    "facts": ["base", "model"],
    "space": ["base", "model", "facts", "exec"],
    "store": ["base"],
    "relaxation": ["base", "model", "facts", "space"],
    "causal": ["base", "model", "relaxation"],
    "heuristic": ["base", "model", "facts", "space", "relaxation", "causal"],
    "abstraction": ["base", "model", "space", "store", "search"],
    "search": ["base", "heuristic", "space", "store"],
    "symbolic": ["base", "model"],
    "trace": ["base", "model", "facts"],
    "check": BELOW_CHECK + ["lang", "include"],
    "cli": BELOW_CHECK + ["lang", "include", "check"],
}
INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*(?:"([^"]*)"|<([^>]*)>)', re.MULTILINE)


def room_of(path, root):
    """base, model ...; for a language lang/NAME, because the languages are rooms of their own."""
    parts = path.relative_to(root).parts
    if parts[0] == "include":
        return "include"
    if len(parts) < 3:
        return None
    return "/".join(parts[1:3]) if parts[1] == "lang" and len(parts) > 3 else parts[1]


def may_use(room, other):
    # A file of lang/ itself (the table of languages) may see every language, a language only itself.
    if room == other or (room == "lang" and other.startswith("lang/")):
        return True
    row = ROOMS[room.split("/")[0]]
    return other.split("/")[0] in row if not room.startswith("lang/") else other in row + ["lang"]


def problems_in(path, root):
    shown = path.relative_to(root)
    room = room_of(path, root)
    if room is None or room.split("/")[0] not in ROOMS:
        yield f"{shown}: lies in no room of the architecture"
        return
    text = path.read_text(errors="replace")
    for match in INCLUDE.finditer(text):
        name = match.group(1) or match.group(2) or ""
        line = text.count("\n", 0, match.start()) + 1
        target = next((root / base / name for base in ("src", "include") if (root / base / name).is_file()), None)
        if ".." in Path(name).parts:
            yield f"{shown}:{line}: includes \"{name}\": write the path from src/"
        elif target is None:
            if match.group(1) is not None:
                yield f"{shown}:{line}: includes \"{name}\", which is neither in src/ nor in include/"
        else:
            other = room_of(target, root)
            if other is None or not may_use(room, other):
                yield f"{shown}:{line}: {room} may not include \"{name}\""


def problems(root):
    """Yields one line of text per forbidden include."""
    for folder in ("src", "include"):
        for path in sorted((root / folder).rglob("*.[ch]")):
            yield from problems_in(path, root)


def main():
    root = Path(sys.argv[1] if len(sys.argv) > 1 else Path(__file__).parents[2]).resolve()
    found = list(problems(root))
    print("\n".join(found), end="\n" if found else "")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
