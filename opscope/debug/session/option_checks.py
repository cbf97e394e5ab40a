"""Checks of the options of a run before the run starts. An invalid option raises an error at the user's line."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, SupportsIndex, TypeAlias

from opscope.core.checks.number_checks import positive_number, positive_whole
from opscope.core.user_defaults import UNSET, UserDefault
from opscope.debug.taps.levels import interval, parsed_tap
from opscope.errors import ArgumentError, UsageError
from opscope.names.value_name import Named, given_name

NamedTap: TypeAlias = Named | tuple[Named, int]


def checked_body(body: Callable[[], Any]) -> Callable[[], Any]:
    """Check the function that a run will call, and return it. Raises UsageError if the object cannot be called."""
    if not callable(body):
        raise UsageError(
            f"a run needs a function without arguments, not {type(body).__name__}", fix="call debug(train)"
        )
    return body


def patterns(given: Named | Iterable[Named]) -> list[str]:
    """Return the patterns in the argument as a list.

    A text is a single pattern. For a variable, the pattern is the name of the variable.
    """
    if isinstance(given, Named):
        return [given_name(given)]
    if not isinstance(given, Iterable):
        raise ArgumentError(
            f"names or patterns must be a list of texts, not {given!r}", fix="pass a list such as ['loss', '*@GRAD']"
        )
    return [given_name(each) for each in given]


def tap_patterns(given: NamedTap | Iterable[NamedTap]) -> list[tuple[str, int | None]]:
    """Return each tap as a pair of a pattern and an interval in steps.

    If the interval is None, the rate `hz` decides when the values are summarized. A tap in `given` is a pattern, a text
    such as `"h every 10"`, or a pair such as `("h", 10)`. Raises ArgumentError for other objects.
    """
    if isinstance(given, Named) or not isinstance(given, Iterable):
        return [parsed_tap(pattern) for pattern in patterns(given)]
    return [
        (given_name(each[0]), interval(each[1]))
        if isinstance(each, tuple) and len(each) == 2
        else parsed_tap(given_name(each))  # type: ignore[arg-type]
        for each in given
    ]


def check_numbers(hz: float | UserDefault | None, rate: float, points: int, disk: int | None, *, on_disk: bool) -> None:
    """Raise ArgumentError if a rate or a size is not a number above zero. Raise UsageError for `disk` without `to`."""
    if hz is not None and hz is not UNSET:
        positive_number(hz, "hz", fix="hz=None summarizes at every step")
    positive_number(rate, "rate", fix="rate=30 calls the sinks at most 30 times a second")
    positive_whole(points, "points")
    if disk is None:
        return
    positive_whole(disk, "disk")
    if not on_disk:
        raise UsageError("disk= limits the size of a folder, but no folder is given", fix='pass to="folder"')


def checked_sinks(sinks: Any) -> list[Any]:
    """Check the sinks of a run, and return them as a list. Raises UsageError if one of the sinks cannot be called."""
    if not isinstance(sinks, Iterable):
        raise UsageError(f"sinks must be a list, not {type(sinks).__name__}", fix="pass sinks=[sinks.logger()]")
    return [checked_sink(each) for each in sinks]


def checked_sink(sink: Any) -> Any:
    """Check a sink, and return it. Raises UsageError if the sink cannot be called."""
    if not callable(sink):
        raise UsageError(
            f"a sink must be a function of a list of events, but {type(sink).__name__} cannot be called",
            fix="pass sinks=[print], or a sink of opscope.sinks",
        )
    return sink


def step_number(step: Any, fix: str = "") -> int:
    """Check the number of a step, and return it. Raises ArgumentError for a value that is not a whole number."""
    if isinstance(step, bool) or not isinstance(step, SupportsIndex):
        raise ArgumentError(f"a step must be a whole number, not {step!r}", fix=fix)
    return step.__index__()


def step_numbers(steps: Any) -> list[int] | None:
    """Check the numbers of some steps, and return them as a list. Returns None, which means all steps, for None.

    Raises ArgumentError for a value that is not a whole number.
    """
    if steps is None:
        return None
    if not isinstance(steps, Iterable) or isinstance(steps, str):
        raise ArgumentError(
            f"steps must be a list of whole numbers, not {steps!r}", fix="pass steps=[2], or range(2, 5)"
        )
    return [step_number(step) for step in steps]
