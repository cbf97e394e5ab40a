"""How many public parameters are annotated `Any`: `python -m tests.annotations [-v]`; -v lists them.

Public are the functions, classes and methods without an underscore in modules without one. What is dynamic on purpose
says so with an alias (`opscope.core.annotations`: Array, ArrayModule) and is not counted as `Any`.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1] / "opscope"
PARTS = {
    "tool": ("debug", "viz", "ui", "notebook", "dap", "commands", "cli", "demo"),
    "engine": ("core", "ops", "ir", "eager", "runtime"),
}
Function = ast.FunctionDef | ast.AsyncFunctionDef


def modules(packages: tuple[str, ...]) -> Iterator[Path]:
    """The public modules of packages."""
    for package in packages:
        for path in sorted((ROOT / package).rglob("*.py")):
            names = path.relative_to(ROOT).with_suffix("").parts
            if "js" not in names and not any(name[0] == "_" and name != "__init__" for name in names):
                yield path


def functions(body: list[ast.stmt]) -> Iterator[Function]:
    """The public functions of a module or class, and the methods of its public classes."""
    for node in body:
        if isinstance(node, ast.ClassDef) and node.name[0] != "_":
            yield from functions(node.body)
        elif isinstance(node, Function) and (node.name[0] != "_" or node.name in ("__init__", "__call__")):
            yield node


def parameters(function: Function) -> list[ast.arg]:
    """All parameters but self and cls."""
    given = function.args
    every = [*given.posonlyargs, *given.args, given.vararg, *given.kwonlyargs, given.kwarg]
    return [p for p in every if p is not None and p.arg not in ("self", "cls")]


def measured(part: str) -> tuple[int, list[str]]:
    """(public parameters of a part of opscope, those annotated `Any`)."""
    count, found = 0, []
    for path in modules(PARTS[part]):
        for function in functions(ast.parse(path.read_text()).body):
            for parameter in parameters(function):
                count += 1
                if isinstance(parameter.annotation, ast.Name) and parameter.annotation.id == "Any":
                    place = f"{path.relative_to(ROOT.parent)}:{parameter.lineno}"
                    found.append(f"{place} {function.name}({parameter.arg})")
    return count, found


if __name__ == "__main__":
    for part in PARTS:
        count, found = measured(part)
        print(f"{part}: {len(found)} of {count} public parameters are Any ({len(found) / count:.1%})")
        if "-v" in sys.argv:
            print(*found, sep="\n")
