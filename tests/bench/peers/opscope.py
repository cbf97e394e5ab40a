"""opscope; variants: "" untapped, or the level at which every value is tapped."""

from __future__ import annotations

from typing import Any

import opscope as paddle
from opscope import debug
from tests.bench.peers import static
from tests.bench.work import Step, Work


def make(work: Work, variant: str) -> Step:
    """One step of the static program, or of the loop."""
    exe, step = static.make(paddle, work)
    if variant:
        level: dict[str, Any] = {"level": variant} if variant != "statistics" else {}  # the default
        debug.attach(exe).tap("*", "*@GRAD*", **level)
    return step


def same_plan(work: Work) -> bool:
    """Whether an executor runs the very plans again that it ran before there were taps."""
    exe, step = static.make(paddle, work)

    def plans() -> list[Any]:
        for _ in range(3):
            step()
        return list(exe._plans.values())

    before = plans()
    taps = debug.attach(exe)
    attached = plans()
    taps.tap("*")
    step()
    taps.detach()
    made = exe.compiled
    after = {id(plan) for plan in plans()}
    return [*map(id, before)] == [*map(id, attached)] and after.issuperset(map(id, before)) and made == exe.compiled
