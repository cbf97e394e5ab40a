"""Counters of the loops that the program is executing now, such as `epoch=1, i=4`.

These counters come from the user's code. The debugger's own step numbers start at 1.
"""

from __future__ import annotations

import ast
import functools
from collections import Counter
from collections.abc import Iterator, Sequence
from types import CodeType
from typing import NamedTuple

from opscope.core.source_text.file_lines import source_lines
from opscope.debug.frames.python_frames import PythonFrame

_COUNTS = ("range", "trange", "count")  # yield numbers in order; `enumerate` yields them with values
_MODULE = 0  # key: the first line of a module's code


class _Loop(NamedTuple):
    """A loop with a counter.

    `function` is the first line of the function, and `first` and `last` are the lines of the body.
    """

    function: int
    counter: str
    first: int
    last: int


def loop_counters(frames: Sequence[PythonFrame]) -> str:
    """Return the counters of the loops around the lines of these frames, outermost loop first. Return "" without loops.

    A counter is the target of `for i in range(...)`, `itertools.count` or tqdm's `trange`, or the first target of `for
    i, batch in enumerate(...)`. The counter of a `while` loop is the name that the condition reads and the body
    increments. If two functions have counters with the same name, the name of the function is shown before each
    counter.
    """
    found: list[tuple[str, str, int]] = []
    for each in frames:
        if each.kind != "python":
            continue
        for name in _counters_at(each.frame.f_code, each.line):
            value = each.frame.f_locals.get(name)
            if isinstance(value, int) and not isinstance(value, bool):
                found.append((each.frame.f_code.co_name, name, value))
    times = Counter(name for _, name, _ in found)
    return ", ".join(f"{name if times[name] == 1 else f'{function}.{name}'}={value}" for function, name, value in found)


def _counters_at(code: CodeType, line: int) -> Iterator[str]:
    function = _MODULE if code.co_name == "<module>" else code.co_firstlineno
    for loop in _loops(code.co_filename):
        if loop.function == function and loop.first <= line <= loop.last:
            yield loop.counter


@functools.lru_cache(maxsize=64)
def _loops(filename: str) -> tuple[_Loop, ...]:
    """Return the loops in a file that have a counter, outer loops before inner loops."""
    try:
        tree = ast.parse("".join(source_lines(filename)))
    except (SyntaxError, ValueError):
        return ()
    return tuple(_loops_in(tree, _MODULE))


def _loops_in(node: ast.AST, function: int) -> Iterator[_Loop]:
    if isinstance(node, ast.For | ast.AsyncFor | ast.While):
        counter = _counter_of_while(node) if isinstance(node, ast.While) else _counter_of_for(node.target, node.iter)
        if counter.strip("_"):
            yield _Loop(function, counter, node.body[0].lineno, node.body[-1].end_lineno or 0)
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
        function = min([node.lineno, *(d.lineno for d in node.decorator_list)])
    statements = (c for c in ast.iter_child_nodes(node) if isinstance(c, ast.stmt | ast.ExceptHandler | ast.match_case))
    for child in statements:
        yield from _loops_in(child, function)


def _counter_of_for(target: ast.expr, values: ast.expr) -> str:
    while isinstance(values, ast.Call):
        if _name(values.func) in _COUNTS:
            return _name(target)
        if _name(values.func) == "enumerate":
            return _name(target.elts[0]) if isinstance(target, ast.Tuple) and len(target.elts) == 2 else ""
        if not values.args:  # else it may be a progress bar, `tqdm(range(10))`, or `reversed`
            break
        values = values.args[0]
    return ""


def _counter_of_while(loop: ast.While) -> str:
    """Return the name that the condition of a `while` loop reads and a statement of its body increments."""
    read = {node.id for node in ast.walk(loop.test) if isinstance(node, ast.Name)}
    added = (
        _name(each.target)
        for each in loop.body
        if isinstance(each, ast.AugAssign) and isinstance(each.op, ast.Add) and isinstance(each.value, ast.Constant)
    )
    return next((name for name in added if name in read), "")


def _name(node: ast.expr) -> str:
    return node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute) else ""
