"""Search for the syntax node of an instruction, with the package `executing`, in the source of its file."""

from __future__ import annotations

import ast
import bisect
import dis
import functools
import linecache
import textwrap
from types import CodeType
from typing import Any

from opscope.core.source import line_ranges
from opscope.core.source_text.file_lines import SHARED_NAME
from opscope.names.returned_values import Node, target_text

try:
    from executing import Source
except ImportError:  # without it, values have only their own names
    Source = None

# CPython 3.11 counts the depth of the syntax trees that it makes for all threads together: where a garbage collection
# lets another thread parse in between, it raises SystemError, "AST constructor recursion depth mismatch".
MAX_PARSES = 100
# functions of Python that call other functions, or operators, and return another value
_APPLYING = ("list", "tuple", "set", "dict", "sorted", "map", "filter", "max", "min", "any", "all", "zip", "enumerate")
# functions of Python that call other functions and return the result of the last call
_REPEATING = ("next", "reduce", "functools.reduce")
_PRECALL = dis.opmap.get("PRECALL")
_PRECALL_BYTES = 4  # with its cache


def node_at(code: CodeType, instruction: int) -> Node:
    """Return the syntax node of an instruction, such as a call, an operator or a loop.

    Return None if no node is found.
    """
    found = _executing(code, instruction)
    return None if found is None else found.node


def applies_functions(node: Node) -> bool:
    """Return True for a call such as `list(map(f, xs))`, whose result is not the result of f."""
    return isinstance(node, ast.Call) and target_text(node.func) in _APPLYING


def has_own_arguments(node: Node) -> bool:
    """Return False for a call such as `reduce(f, xs)` or `sorted(xs, key=f)`, which passes other arguments to f."""
    return not isinstance(node, ast.Call) or target_text(node.func) not in (*_APPLYING, *_REPEATING)


def repeats_calls(node: Node) -> bool:
    """Return True for a call of a function of Python that may execute several operators, such as `sum(outs)`."""
    return isinstance(node, ast.Call) and target_text(node.func) in (*_APPLYING, *_REPEATING, "sum")


def node_or_statement_at(code: CodeType, instruction: int) -> Node:
    """Return the syntax node of an instruction.

    If no node is found (as for an unpacking or a loop), and the line has only one statement, return this statement.
    """
    found = _executing(code, instruction)
    if found is None or found.node is not None:
        return None if found is None else found.node
    statements = found.statements or ()
    return next(iter(statements)) if len(statements) == 1 else None


def tree_of(code: CodeType, instruction: int) -> Node:
    """Return the syntax tree of the file that contains an instruction. Return None if its source is not found."""
    found = _executing(code, instruction)
    return None if found is None else found.source.tree


def _executing(code: CodeType, instruction: int) -> Any:
    if Source is None or code.co_filename == SHARED_NAME:
        return None
    for _ in range(MAX_PARSES):
        try:
            frame: Any = _Position(_dedented_cell(code) or code, _call_of(code, instruction))
            return Source.executing(frame)
        except SystemError:
            continue
        except Exception:  # noqa: BLE001 (source that has changed or is missing: then there are no names)
            return None
    return None


@functools.lru_cache(maxsize=4096)
def _call_of(code: CodeType, instruction: int) -> int:
    """Return the position of the instruction CALL. If the position is at PRECALL, CALL is the next instruction.

    In CPython 3.11, a call of a C function that has run several times is at PRECALL.
    """
    is_before = _PRECALL is not None and instruction >= 0 and code.co_code[instruction] == _PRECALL
    return instruction + _PRECALL_BYTES if is_before else instruction


@functools.lru_cache(maxsize=1024)
def _dedented_cell(code: CodeType) -> CodeType | None:
    """Return the code of a marimo cell with the file name of its dedented source. Return None for other code.

    Such a cell is the body of a function in the file, and is compiled separately, as `marimo run app.py` does.
    """
    outer = code.co_qualname.split(".")[0]
    tree = Source.for_filename(code.co_filename).tree if Source is not None else None
    if tree is None or (outer.startswith("<") and outer != "<module>"):  # a default argument may be a lambda
        return None
    functions = [each for each in tree.body if isinstance(each, ast.FunctionDef | ast.AsyncFunctionDef)]
    lines = [line for _, _, line in code.co_lines() if line]
    if not lines:
        return None
    low, high = min(lines), max(lines)
    cells = [each for each in functions if each.body[0].lineno <= low and high <= (each.end_lineno or 0)]
    if not cells or cells[0].name == outer:
        return None
    first, last = cells[0].body[0].lineno, cells[0].end_lineno
    source = linecache.getlines(code.co_filename)[first - 1 : last]
    text = "\n" * (first - 1) + textwrap.dedent("".join(source))
    name = f"{code.co_filename}:{first}-{last}"
    linecache.cache[name] = len(text), None, text.splitlines(keepends=True), name
    return code.replace(co_filename=name)


class _Position:
    """Object with the attributes of a frame that the package `executing` reads."""

    f_globals: dict[str, Any] = {}  # noqa: RUF012
    f_builtins: dict[str, Any] = {}  # noqa: RUF012

    def __init__(self, code: CodeType, instruction: int) -> None:
        self.f_code, self.f_lasti = code, instruction
        starts, lines = line_ranges(code)
        at = bisect.bisect_right(starts, instruction) - 1
        self.f_lineno = (at >= 0 and lines[at]) or code.co_firstlineno
