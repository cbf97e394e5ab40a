"""Called: what the script calls its values, read from its lines: `h = paddle.tanh(x)` calls what that line made h."""

from __future__ import annotations

import re
from collections.abc import Iterable

from opscope.core.source import Site
from opscope.ir.program.program import Operator

_ASSIGNED = re.compile(r"(?:\(\s*)?([A-Za-z_]\w*(?:\s*,\s*[A-Za-z_]\w*)*)\s*,?\s*\)?\s*=(?!=)")


def names_on_lines(operators: Iterable[Operator], until: int) -> dict[str, str]:
    """The variable that each name stands for, of what operators of the forward pass made.

    A line calls what its last operator made; several names are its results, in their order. Where several lines give
    a name, the last one before operator `until` counts, or else the first behind it.
    """
    last: dict[Site, Operator] = {}
    for operator in operators:
        if operator.phase == "forward" and operator.site is not None:
            last[operator.site] = operator
    found: dict[str, str] = {}
    for site, operator in sorted(last.items(), key=lambda item: item[1].id):
        for name, variable in _named(site.code, operator):
            if operator.id < until or name not in found:
                found[name] = variable
    return found


def _named(code: str, operator: Operator) -> list[tuple[str, str]]:
    match = _ASSIGNED.match(code)
    if match is None:
        return []
    names = [name.strip() for name in match[1].split(",")]
    results = operator.outputs[: len(names)]
    if len(results) < len(names):
        return []
    return [(name, result) for name, result in zip(names, results, strict=True) if result is not None and name != "_"]
