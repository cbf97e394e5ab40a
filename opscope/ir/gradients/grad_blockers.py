"""Causes of a missing gradient: the operators that block the path from a target back to a variable."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from opscope.core.source import Site
from opscope.ir.gradients.reverse_walk import gradient_passes
from opscope.ir.program.program import Block, Operator
from opscope.ir.program.py_func import PyFunc


class GradBlocker(NamedTuple):
    """Reason for a missing gradient, with the line of the operator, and a fix.

    `implicit` is True if the user has not requested that the gradient stops, as for a py_func.
    """

    reason: str
    site: Site | None
    fix: str
    implicit: bool = False


def find_blocker(
    forward: Block, operators: Sequence[Operator], targets: Iterable[str], wanted: Iterable[str], blocked: set[str]
) -> GradBlocker | None:
    """Return the first operator that blocks gradients from the targets to the wanted names.

    Return None if a gradient reaches a wanted name on any path.
    """
    ends, starts = list(targets), list(wanted)
    path = _paths_between(operators, ends, starts)
    if not path and not set(ends) & set(starts):
        return _unconnected(forward, ends, starts)
    live = set(starts)
    found: GradBlocker | None = None
    for operator in path:
        passes, outputs = False, {n for n in operator.outputs if n is not None}
        for position, name in enumerate(operator.inputs):
            if name not in live:
                continue
            if gradient_passes(operator, position, name, forward, blocked):
                passes = True
            elif found is None:
                found = _blocker_at(forward, operator, position, str(name), blocked)
        live = live | outputs if passes else live - (outputs - {*starts})  # it may write what it reads, as all_reduce
    return None if live & set(ends) else found


def _paths_between(operators: Sequence[Operator], ends: Iterable[str], starts: Iterable[str]) -> list[Operator]:
    """Return the operators on paths from the starts to the ends."""
    down, up = set(starts), set(ends)
    reached: list[Operator] = []
    for operator in operators:
        if any(n in down for n in operator.inputs):
            reached.append(operator)
            down.update(n for n in operator.outputs if n is not None)
    path: list[Operator] = []
    for operator in reversed(reached):
        if any(n in up for n in operator.outputs):
            path.append(operator)
            up.update(n for n in operator.inputs if n is not None)
    return path[::-1]


def _unconnected(forward: Block, ends: Sequence[str], starts: Sequence[str]) -> GradBlocker:
    if not starts:
        return GradBlocker("there is nothing to train", None, "make parameters, or set stop_gradient=False on them")
    end = forward.find(ends[0])
    what = f"{ends[0]} does not depend on {' or '.join(starts[:3])}{', ...' if len(starts) > 3 else ''}"
    return GradBlocker(what, None if end is None else end.site, "compute it from the variables that need a gradient")


def _blocker_at(forward: Block, operator: Operator, position: int, name: str, blocked: set[str]) -> GradBlocker:
    variable, site = forward.var_of(name), operator.site
    if name in blocked:
        return GradBlocker(f"{name} is in no_grad_set", site, f"leave {name} out of no_grad_set")
    if variable.detached:
        return GradBlocker(f"{name} is detached", variable.site, "use the value itself instead of detach()")
    if variable.stop_gradient:
        return GradBlocker(f"{name}.stop_gradient is True", variable.site, f"set {name}.stop_gradient = False")
    if not variable.dtype.floating:
        return GradBlocker(
            f"{name} is {variable.dtype.name}, and only floats have gradients", site, "compute with floats"
        )
    if isinstance(operator.op, PyFunc):
        function = getattr(operator.op.function, "__name__", "?")
        return GradBlocker(
            f"the py_func {function} has no backward_func", site,
            "give py_func a backward_func, or set stop_gradient=True on its results", implicit=True,
        )  # fmt: skip
    slot = operator.op.input_name(position)
    in_place = name in operator.outputs
    fix = "apply the operator after minimize, or to a copy" if in_place else "use an operator that has a gradient"
    return GradBlocker(f"{operator.type} has no gradient for its {slot}", site, fix)


def py_func_blockers(
    forward: Block, operators: Sequence[Operator], target: str, wanted: Iterable[str], blocked: set[str]
) -> dict[str, GradBlocker]:
    """Return the wanted names whose gradient is blocked by a py_func without backward_func, each with its blocker."""
    if not any(isinstance(o.op, PyFunc) and o.op.backward is None and o.outputs for o in operators):
        return {}
    found = {name: find_blocker(forward, operators, [target], [name], blocked) for name in wanted}
    return {name: b for name, b in found.items() if b is not None and b.implicit}
