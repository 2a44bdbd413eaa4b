"""Makes a model smaller while it keeps showing the same class of difference.

First on the generator's tree: leave out units, statements and options, put the inside of a block in the place of the block,
put a part of an expression (or 0, or 1) in the place of the expression. Then on the tokens of the text, which also works for
models that were not generated here.
"""
import re

from tree import Node, number, render, seq, walk


def candidates(root):
    """Functions that change the tree in one place and return a function that takes the change back."""
    for node in list(walk(root)):
        if node.kind in ("model", "seq", "choice"):
            size = len(node.parts)
            for width in sorted({size // 2, 2, 1}, reverse=True):
                if 0 < width < size or width == size and node.kind == "seq" and size > 0:
                    for at in range(0, size - width + 1, width):
                        yield replacing(node, at, at + width, [])
        for at, part in enumerate(node.parts):
            if not isinstance(part, Node):
                continue
            if node.kind == "seq":
                for inner in bodies(part):
                    yield replacing(node, at, at + 1, inner)
            if part.kind == "expr" and node.kind != "model":
                for child in part.children():
                    if child.kind in ("expr", "number"):
                        yield replacing(node, at, at + 1, [child])
                if part.children() and node.kind in ("expr", "stmt"):
                    yield replacing(node, at, at + 1, [number(0)])
                    yield replacing(node, at, at + 1, [number(1)])
            if part.kind == "number" and part.parts[0] not in ("0", "1"):
                yield replacing(node, at, at + 1, [number(1)])
        if node.kind == "decl" and len(node.parts) > 1:
            yield replacing(node, 1, len(node.parts), [])


def bodies(part):
    """What may stand in the place of a statement: the statements inside it."""
    if part.kind == "choice":
        return [option.parts for option in part.parts]
    if part.kind == "wrap":
        return [p.parts if p.kind == "seq" else [p] for p in part.children() if p.kind in ("seq", "stmt", "wrap", "choice")]
    if part.kind == "seq":
        return [part.parts]
    return []


def replacing(node, low, high, new):
    def change():
        old = node.parts[:]
        node.parts[low:high] = new

        def back():
            node.parts[:] = old
        return back
    return change


class Budget:
    def __init__(self, tries):
        self.left = tries

    def spend(self):
        self.left -= 1
        return self.left >= 0


def shrink_tree(root, still, budget):
    """still(text) says whether the text shows the difference. Works on a copy; returns the smallest tree found."""
    root = root.copy()
    seen = set()
    changed = True
    while changed:
        changed = False
        for change in candidates(root):
            back = change()
            text = render(root)
            if text in seen:
                back()
                continue
            seen.add(text)
            if not budget.spend():
                back()
                return root
            if still(text):
                changed = True
                break  # the list of candidates is out of date
            back()
    return root


TOKEN = re.compile(r"\s*(/\*.*?\*/|//[^\n]*|#[^\n]*\n|\"(?:\\.|[^\"])*\"|[A-Za-z_]\w*|\d+|::|->|\.\.|[^\w\s])", re.S)


def shrink_tokens(text, still, budget):
    """Leaves out runs of tokens and whole bracketed groups."""
    tokens = TOKEN.findall(text)
    changed = True
    while changed:
        changed = False
        for width in (32, 16, 8, 4, 3, 2, 1):
            at = 0
            while at < len(tokens):
                trial = tokens[:at] + tokens[at + width:]
                if balanced(tokens[at:at + width]):
                    if not budget.spend():
                        return pretty(tokens)
                    if still(pretty(trial)):
                        tokens = trial
                        changed = True
                        continue
                at += 1
    return pretty(tokens)


def balanced(tokens):
    depth = []
    pairs = {"}": "{", ")": "(", "]": "[", "fi": "if", "od": "do"}
    for token in tokens:
        if token in pairs.values():
            depth.append(token)
        elif token in pairs and (not depth or depth.pop() != pairs[token]):
            return False
    return not depth


def pretty(tokens):
    """Tokens as text, a line for each statement."""
    out, depth, start = [], 0, True
    for i, token in enumerate(tokens):
        if token == "}" or token in ("fi", "od"):
            depth = max(0, depth - 1)
        if token in ("::", "fi", "od", "}") and not start:
            out.append("\n")
            start = True
        if start:
            out.append("  " * depth)
        elif re.match(r"\w", token) and re.match(r"[\w)\]\"]", tokens[i - 1][-1:]) or token in ("->", "=", "{"):
            out.append(" ")
        out.append(token)
        start = False
        if token in ("{", "if", "do"):
            depth += 1
        if token in (";", "{", "}", "if", "do") or token.startswith(("//", "#")):
            out.append("\n" if not out[-1].endswith("\n") else "")
            start = True
    return "".join(out).rstrip() + "\n"


def shrink(root, text, still, tries=600):
    """root may be None (no tree). Returns the text of the smallest model found."""
    budget = Budget(tries)
    if root is not None:
        text = render(shrink_tree(root, still, budget))
    if still(pretty(TOKEN.findall(text))):
        text = shrink_tokens(text, still, budget)
    return text
