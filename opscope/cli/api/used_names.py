"""Search for Paddle's names in a program or in a text file."""

from __future__ import annotations

import ast
from typing import NamedTuple

from opscope.errors import ArgumentError
from opscope.own_names import OWN


class Use(NamedTuple):
    """A dotted name that begins with `paddle.`, how often it occurs in a file, and the line where it occurs first."""

    name: str
    times: int
    line: int


def used(path: str) -> list[Use]:
    """Return the names in a file. The most frequent name comes first.

    In a .py file, these are the names that the program uses; any other file has one name per line.

    Raises ArgumentError if a .py file is not valid Python.
    """
    with open(path, encoding="utf-8") as file:
        text = file.read()
    lines = in_program(text, path) if path.endswith(".py") else in_list(text)
    uses = [Use(name, len(at), min(at)) for name, at in lines.items()]
    return sorted(uses, key=lambda use: (-use.times, use.line, use.name))


def in_list(text: str) -> dict[str, list[int]]:
    """Return the line numbers of each name in a text that has one name per line, as the first word of the line.

    The prefix `paddle.` may be omitted, and `#` begins a comment.
    """
    found: dict[str, list[int]] = {}
    for number, line in enumerate(text.splitlines(), 1):
        for word in line.partition("#")[0].split()[:1]:
            found.setdefault(f"paddle.{word.removeprefix('paddle.')}", []).append(number)
    return found


def in_program(text: str, path: str = "<program>") -> dict[str, list[int]]:
    """Return the line numbers of each name that a program imports, or reads from a module, such as `F.relu`."""
    try:
        tree = ast.parse(text, path)
    except SyntaxError as e:
        raise ArgumentError(f"{path} is not valid Python: {e.msg}", facts={"line": e.lineno}) from None
    program = _Program()
    program.imports(tree)
    program.visit(tree)
    return program.found


class _Program(ast.NodeVisitor):
    """Visits a program twice: first its imports, then the names that it uses."""

    def __init__(self) -> None:
        self.bound: dict[str, str] = {}
        self.found: dict[str, list[int]] = {}

    def imports(self, tree: ast.AST) -> None:
        for node in ast.walk(tree):
            if isinstance(node, ast.Import):
                for alias in node.names:
                    self._import(alias, node.lineno)
            elif isinstance(node, ast.ImportFrom) and not node.level and _is_paddle(node.module or ""):
                for alias in node.names:
                    if alias.name != "*":
                        self.bound[alias.asname or alias.name] = full = f"{node.module}.{alias.name}"
                        self._use(full, node.lineno)

    def _import(self, alias: ast.alias, line: int) -> None:
        if _is_paddle(alias.name):
            first = alias.name.partition(".")[0]
            self.bound[alias.asname or first] = alias.name if alias.asname else first
            self._use(alias.name, line)

    def visit_Attribute(self, node: ast.Attribute) -> None:
        names, value = [node.attr], node.value
        while isinstance(value, ast.Attribute):
            names.append(value.attr)
            value = value.value
        if isinstance(value, ast.Name) and value.id in self.bound:
            self._use(".".join([self.bound[value.id], *reversed(names)]), node.lineno)
        else:
            self.generic_visit(node)

    def _use(self, name: str, line: int) -> None:
        full = _in_paddle(name)
        if "." in full:
            self.found.setdefault(full, []).append(line)


def _is_paddle(module: str) -> bool:
    return module.partition(".")[0] in ("paddle", "opscope")


def _in_paddle(name: str) -> str:
    """Return Paddle's spelling of a name, such as `paddle.nn` for `opscope.paddle.nn`.

    Return "" for `opscope.debug`.
    """
    first, *rest = name.split(".")
    if first == "opscope" and rest and rest[0] in OWN:
        if rest[0] != "paddle":
            return ""
        del rest[0]
    return ".".join(["paddle", *rest])
