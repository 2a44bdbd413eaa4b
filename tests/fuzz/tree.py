"""The tree of a generated model: enough structure to print it and to shrink it.

A node has a kind and parts (text or nodes). What a kind may be cut down to is decided in shrink.py:
  model   units                              unit   a declaration, a proctype
  seq     statements, separated by `;`       stmt   one statement
  choice  `if` or `do` with options (seqs)   wrap   something around a seq (atomic, for, unless ...)
  expr    an expression                      decl   a declaration inside a body
  number  a constant
"""


class Node:
    __slots__ = ("kind", "parts", "head")

    def __init__(self, kind, parts, head=None):
        self.kind = kind
        self.parts = parts
        self.head = head

    def children(self):
        return [p for p in self.parts if isinstance(p, Node)]

    def copy(self):
        return Node(self.kind, [p.copy() if isinstance(p, Node) else p for p in self.parts], self.head)


def indent(text):
    return "\n".join("  " + line for line in text.split("\n"))


def render(node):
    if isinstance(node, str):
        return node
    if node.kind == "model":
        return "\n".join(render(p) for p in node.parts) + "\n"
    if node.kind == "seq":
        return ";\n".join(render(p) for p in node.parts) or "skip"
    if node.kind == "choice":
        tail = {"if": "fi", "do": "od"}[node.head]
        options = ["::" + indent(render(p))[1:] for p in node.parts]
        return "\n".join([node.head] + options + [tail])
    text = []
    for part in node.parts:
        if isinstance(part, Node) and part.kind == "seq":
            text.append("\n" + indent(render(part)) + "\n")
        else:
            text.append(render(part))
    return "".join(text)


def walk(node):
    """All nodes under this one, itself first."""
    yield node
    for child in node.children():
        yield from walk(child)


def expr(*parts):
    return Node("expr", list(parts))


def stmt(*parts):
    return Node("stmt", list(parts))


def wrap(*parts):
    return Node("wrap", list(parts))


def number(value):
    return Node("number", [str(value)])


def seq(items):
    return Node("seq", list(items))
