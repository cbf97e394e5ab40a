"""opscope; variants: "" untapped, a level at which every value is tapped, or what a debug session does besides."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from opscope import debug, paddle
from opscope.core.source import UserCall, UserCalls
from tests.bench import goals
from tests.bench.peers import static
from tests.bench.work import LEVELS, NAMES_AND_LINES, SESSION, Step, Work

FULL_BUDGET = 8_000_000  # bytes; hundreds of steps fill it, and a step of LeNet fits


def make(work: Work, variant: str) -> Step:
    """One step of the static program, or of the loop."""
    exe, step = static.make(paddle, work)
    if variant in LEVELS:
        level: dict[str, Any] = {"level": variant} if variant != "statistics" else {}  # the default
        debug.attach(exe).tap("*", "*@GRAD*", **level)
    return step


def hosted(variant: str, body: Callable[[], None]) -> None:
    """Do it in the thread that the variant's steps belong to: of a session the one that it drives."""
    if variant == "alone" or variant not in (*SESSION, *NAMES_AND_LINES):
        body()
        return
    with tempfile.TemporaryDirectory() as folder:
        options: dict[str, Any] = {
            "watched": {"record": False},
            "watched, all at 20 Hz": {"record": False, "taps": ["*", "*@GRAD*"], "hz": 20.0},
            "all at 20 Hz": {"taps": ["*", "*@GRAD*"], "hz": 20.0},
            "to folder": {"to": Path(folder) / "recording"},
            "budget full": {"record": FULL_BUDGET},
        }.get(variant, {})
        run = debug.Run(body, **options)
        if variant == "watch nan":
            run.watch("nan")
        if variant == "recorded without names":
            only = UserCall(body.__code__, 0, None, -1)
            UserCalls.of = lambda self, frame: only  # this process does nothing else
        if variant == "recorded with a line breakpoint":
            run.breakpoint(f"{goals.__file__}:{goals.fastest_peer.__code__.co_firstlineno + 2}")
        run.start().wait()


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
