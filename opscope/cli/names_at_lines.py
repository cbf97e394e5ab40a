"""The script's names of its values, read from its lines: `h = paddle.tanh(x)` names the result of that line h."""

from __future__ import annotations

import re
from collections.abc import Iterable

from opscope.core.source import Site
from opscope.ir.program.program import Operator

_ASSIGNED = re.compile(r"(?:\(\s*)?([A-Za-z_]\w*(?:\s*,\s*[A-Za-z_]\w*)*)\s*,?\s*\)?\s*=(?!=)")


def names_on_lines(operators: Iterable[Operator], until: int) -> dict[str, str]:
    """Script name -> variable, for the results of forward operators.

    A line names the results of its last operator, in their order. If several lines assign a name, the last one before
    operator `until` counts, or else the first one after it.
    """
    last: dict[Site, Operator] = {}
    for operator in operators:
        if operator.phase == "forward" and operator.site is not None:
            last[operator.site] = operator
    found: dict[str, str] = {}
    for site, operator in sorted(last.items(), key=lambda item: item[1].id):
        for name, variable in _assigned_names(site.code, operator):
            if operator.id < until or name not in found:
                found[name] = variable
    return found


def _assigned_names(code: str, operator: Operator) -> list[tuple[str, str]]:
    match = _ASSIGNED.match(code)
    if match is None:
        return []
    names = [name.strip() for name in match[1].split(",")]
    results = operator.outputs[: len(names)]
    if len(results) < len(names):
        return []
    return [(name, result) for name, result in zip(names, results, strict=True) if result is not None and name != "_"]
