#!/usr/bin/env python3
"""usage: layers.py [ROOT]

Checks the sources under src/ and include/ against the table of rooms below and reports

- an include of a header if the row of the room lists neither the header nor the header's room;
- an include of another room's internal header: NAME_internal.h, or one whose first words are "// Inside";
- a use of a field if no struct that the room may see has a field of that name, and a call of a function if no header
  that the room may use declares it. Headers include other headers: search gets model/network.h with space/space.h, but
  may not use the fields of a network;
- an exported name without the prefix of its room or module. (Names built by macros are not checked.)
"""
import re
import sys
from pathlib import Path
from typing import NamedTuple


class Row(NamedTuple):
    """uses: rooms, or single headers of a room if only its interface may be used. A room may always use itself.
    sees: STRUCT, STRUCT.FIELD or FUNCTION of other rooms that may be used too; their headers are included indirectly.
    prefixes: of exported names, besides NAME_ of the room and of its headers."""
    uses: list
    sees: list = []
    prefixes: list = []


QUESTION = ["model/question.h", "model/answer.h"]
LANGUAGES = [f"lang/{name}/{name}.h" for name in ("promela", "tchecker", "uppaal")]
ENGINES = ["base", "model", "omega", "facts", "space", "store", "relaxation/task.h", "heuristic", "abstraction", "search", "trace"]
ROOMS = {
    "include": Row([]),
    "base": Row([]),
    "model": Row(["base"], prefixes=["net_", "fault_"]),
    "facts": Row(["base", "model"], prefixes=["range_"]),
    "lang": Row(["base", "model"]),
    "lang/promela": Row(["base", "model"], prefixes=["pml_", "token_"]),
    "lang/tchecker": Row(["base", "model"]),
    "lang/uppaal": Row(["base", "model", "trace/compute.h"], prefixes=["upp_"]),
    "exec": Row(["base", "model", "facts"], prefixes=["layouts_"]),
    "space": Row(["base", "model", "facts", "exec"], prefixes=["clock_", "step_", "rendezvous_"]),
    "omega": Row(["base", "model"]),
    "store": Row(["base"]),
    "relaxation": Row(["base", "model", "facts", "space/view.h"], prefixes=["tasks_"]),
    "causal": Row(["base", "model", "relaxation/task.h"], prefixes=["cg_"]),
    "heuristic": Row(["base", "model", "facts", "space/view.h", "relaxation/relax.h", "relaxation/task.h",
                      "causal/cg_goal.h"], prefixes=["heuristics"]),
    "abstraction": Row(["base", "model", "facts", "exec", "space", "store", "relaxation", "causal", "heuristic"], prefixes=["merge_", "predicate_", "pattern_", "pdb_", "heuristic_"]),
    "search": Row(["base", *QUESTION, "model/claim.h", "space/space.h", "space/product.h", "space/view.h", "store", "heuristic/heuristic.h", "facts/interference.h",
                   "include/beeline_stats.h"],
                  sees=["net_action", "net_is_same_action", "net_stutter", "net_is_stutter", "network.has_rendezvous", "network.global_cells", "network.is_timed"],
                  prefixes=["stack_"]),
    "trace": Row(["base", "model", "facts"], prefixes=["told_", "recovery_", "xml_"]),
    "check": Row([*ENGINES, *LANGUAGES, "include"], prefixes=["beeline_", "polish_"]),
    "cli": Row([*ENGINES, "causal/causal_graph.h", "include", "check"], prefixes=["command_", "main"]),
}

INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*(?:"([^"]*)"|<([^>]*)>)', re.MULTILINE)
NOISE = re.compile(r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'', re.DOTALL)
STRUCT = re.compile(r"\b(?:struct|union)\s+(\w+)?\s*\{|\b(?:struct|union)\s*\{")
ACCESS = re.compile(r"(?:->|(?<![\d.])\.)\s*([A-Za-z_]\w*)")
CALL = re.compile(r"(?<![>.\w])([a-z]\w*)\(")
DEFINITION = re.compile(r"^static (?:[A-Za-z_]\w*[ *]+)+(\w+)\(", re.MULTILINE)
DECLARATION = re.compile(r"^(?!typedef\b|#)(?:[A-Za-z_]\w*[ *]+)+(\w+)\(", re.MULTILINE)
# In a file formatted by clang-format: a definition in the first column that is neither static nor a type.
EXPORT = re.compile(r"^(?!static\b|typedef\b|extern\b|return\b|else\b)(?:[A-Za-z_]\w*[ *]+)+(\w+)(?=\(|\[|;| =)", re.MULTILINE)


def room_of(path, root):
    """base, model ...; lang/NAME for a language, because each language is a room. None: in no room."""
    parts = path.relative_to(root).parts
    if parts[0] == "include":
        return "include"
    if len(parts) < 3:
        return None
    room = "/".join(parts[1:3]) if parts[1] == "lang" and len(parts) > 3 else parts[1]
    return room if room in ROOMS else None


def without_noise(text):
    """The text without comments and literals; line numbers do not change."""
    return NOISE.sub(lambda m: '""' if m[0][0] == '"' else "\n" * m[0].count("\n"), text)


def closing(text, start):
    """The position of the brace that closes the one before start."""
    depth = 1
    for place in range(start, len(text)):
        depth += {"{": 1, "}": -1}.get(text[place], 0)
        if not depth:
            return place
    return len(text)


def fields_of(body):
    """The names of the fields in the body of a struct, including those of nested structs."""
    body = re.sub(r"\bVEC\([^)]*\)", "VEC", body.replace("\\\n", " "))
    for declaration in re.split(r"[;{}]", body):
        function = re.search(r"\(\s*\*(?:const\s+)?(\w+)\s*(?:\[[^\]]*\])?\s*\)\s*\(", declaration)
        if function:
            yield function[1]
            continue
        for part in re.sub(r"\[[^\]]*\]|:\s*\w+|\([^)]*\)", "", declaration).split(","):
            words = re.findall(r"[A-Za-z_]\w*", part)
            if words:
                yield words[-1]


def structs_in(text):
    """Pairs of a name ("" for a struct without) and the set of its fields."""
    for match in STRUCT.finditer(text):
        end = closing(text, match.end())
        after = re.match(r"\}\s*(\w+)\s*;", text[end:])
        yield match[1] or (after[1] if after else ""), set(fields_of(text[match.end():end]))


class File:
    def __init__(self, path, root):
        self.room = room_of(path, root)
        self.shown = path.relative_to(root)
        name = str(self.shown)
        self.name = name[4:] if name.startswith("src/") else name  # as in a row
        self.is_header = path.suffix == ".h"
        self.text = path.read_text(errors="replace")
        self.code = without_noise(self.text)
        self.structs = list(structs_in(self.code))
        self.functions = set(DECLARATION.findall(self.code)) if self.is_header else set()
        self.is_internal = self.is_header and (path.stem.endswith("_internal") or self.text.startswith("// Inside "))

    def line(self, place):
        return self.code.count("\n", 0, place) + 1


class Tree:
    def __init__(self, root):
        self.files = [File(path, root) for folder in ("src", "include")
                      for path in sorted((root / folder).rglob("*.[ch]"))]
        self.headers = {f.name: f for f in self.files if f.is_header}
        for f in self.files:  # include/beeline.h is included as beeline.h
            if f.is_header and f.room == "include":
                self.headers[f.name[len("include/"):]] = f
        self.fields = {field for f in self.headers.values() for _, fields in f.structs for field in fields}
        self.functions = set().union(*(f.functions for f in self.headers.values()))

    def may_include(self, room, header):
        return room == header.room or (room == "lang" and header.room.startswith("lang/")) or \
            header.room in ROOMS[room].uses or header.name in ROOMS[room].uses

    def include_problems(self, f):
        for match in INCLUDE.finditer(f.text):
            name = match[1] or match[2] or ""
            where = f"{f.shown}:{f.text.count(chr(10), 0, match.start()) + 1}"
            header = self.headers.get(name)
            if ".." in Path(name).parts:
                yield f"{where}: includes \"{name}\": write the path from src/"
            elif header is None:
                if match[1] is not None:
                    yield f"{where}: includes \"{name}\", which is neither in src/ nor in include/"
            elif header.room is None or not self.may_include(f.room, header):
                interface = [use for use in ROOMS[f.room].uses if use.startswith(f"{header.room}/")]
                yield f"{where}: {f.room} may not include \"{name}\"" + \
                    (f", only the interface: {', '.join(interface)}" if interface else "")
            elif header.is_internal and header.room != f.room:
                yield f"{where}: {f.room} may not include \"{name}\": it is internal to {header.room}"

    def seen_by(self, room):
        """The names of all fields and functions that a room may use."""
        seen = {use.rpartition(".")[2] for use in ROOMS[room].sees}
        for f in self.files:
            is_usable = f.room == room or (f.is_header and f.room and self.may_include(room, f) and not f.is_internal)
            seen |= f.functions if is_usable else set()
            for name, fields in f.structs:
                seen |= fields if is_usable or name in ROOMS[room].sees else set()
        return seen

    def use_problems(self, f, seen):
        own = set(DEFINITION.findall(f.code))
        for match in ACCESS.finditer(f.code):
            if match[1] in self.fields and match[1] not in seen:
                yield f"{f.shown}:{f.line(match.start())}: {f.room} may not see the field '{match[1]}'"
        for match in CALL.finditer(f.code):
            if match[1] in self.functions and match[1] not in seen | own:
                yield f"{f.shown}:{f.line(match.start())}: {f.room} may not call '{match[1]}'"

    def prefixes_of(self, room):
        """The name of a header is a prefix, unless it is the prefix of another room."""
        modules = {Path(f.name).stem.removesuffix("_internal") for f in self.files if f.is_header and f.room == room}
        own = room.split("/")[-1]
        rooms = {other.split("/")[-1] for other in ROOMS} - {own}
        return tuple({f"{name}_" for name in (modules | {own}) - rooms} | set(ROOMS[room].prefixes))

    def export_problems(self, f, prefixes):
        if f.is_header:
            return
        for match in EXPORT.finditer(f.code):
            if not f"{match[1]}_".startswith(prefixes):
                yield f"{f.shown}:{f.line(match.start())}: {f.room} exports '{match[1]}', which has not its prefix"

    def problems(self):
        """Yields one line of text for each violation."""
        for f in self.files:
            if f.room is None:
                yield f"{f.shown}: lies in no room of the architecture"
        for room in ROOMS:
            seen, prefixes = self.seen_by(room), self.prefixes_of(room)
            for f in self.files:
                if f.room == room:
                    yield from self.include_problems(f)
                    yield from self.use_problems(f, seen)
                    yield from self.export_problems(f, prefixes)


def problems(root):
    return list(Tree(root).problems())


def main():
    root = Path(sys.argv[1] if len(sys.argv) > 1 else Path(__file__).parents[2]).resolve()
    found = problems(root)
    print("\n".join(found), end="\n" if found else "")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
