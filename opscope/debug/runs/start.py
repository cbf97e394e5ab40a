"""`debug.start`: run a function in a worker thread."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from opscope.core.checks.unknown_options import reject_unknown_options
from opscope.core.user_defaults import UNSET, UserDefault
from opscope.debug.delivery.event_delivery import Sink
from opscope.debug.runs.run import Run
from opscope.debug.runs.started_runs import started
from opscope.debug.session.option_checks import NamedTap
from opscope.names.value_name import Named


@reject_unknown_options
def start(
    body: Callable[[], Any],
    taps: Sequence[NamedTap] = (),
    *,
    title: str = "run",
    record: bool | int | str = True,
    entry: bool = False,
    breakpoints: Iterable[Named | tuple[Named, str]] = (),
    on_error: bool = False,
    keep: Sequence[Named] = (),
    rules: bool = False,
    to: str | os.PathLike[str] | None = None,
    disk: int | None = None,
    hz: float | UserDefault | None = UNSET,
    rate: float = 30.0,
    points: int = 512,
    sinks: Iterable[Sink] = (),
    pump: Callable[[], None] | None = None,
) -> Run:
    """Run a function in a worker thread, and return the handle of the run at once.

    `opscope.debug(body, ...)` does the same as `debug.start(body, ...)`. If a script ends before its run has ended,
    the process waits for the run.

    Args:
        body: the function; it is called without arguments.
        taps: patterns of the values to summarize: `h*`, `op:relu`, `*@GRAD`. A pattern may have an interval in steps:
            `("h*", 1)`, or as text `"h* every 1"`. `hz` does not limit patterns with an interval. The numbers of values
            with one element are stored for all steps.
        title: the name of the run.
        record: True: store a history of the run, so that you can step forward and back. A number of bytes, or a text
            such as "64MB", sets the memory budget of the history (default 256 MB). False: do not store a history, and
            only watch the run.
        entry: stop the run before the first operator.
        breakpoints: patterns, or (pattern, condition) pairs, at which the run will stop; see `Run.breakpoint`.
        on_error: stop the run if an operator fails, and if an error of the program's own code ends the program.
        keep: patterns of the values that are stored completely at every step.
        rules: search for common mistakes in training during the run, and print each finding; see `debug.rules`.
        to: also write the history to this folder during the run.
        disk: largest number of bytes in the folder `to`. If the history is larger, only the latest steps stay in the
            folder. None: the folder gets the whole history.
        hz: maximum number of summaries of each value per second (default 20); None: a summary at every step. Summaries,
            and the checks for NaN and Inf between summaries, take at most a twentieth of the run's time, so some steps
            have no summaries. `hz` has no effect on taps with an interval, or on values with one element.
        rate: maximum number of batches of events per second that sinks receive.
        points: number of summaries of each value in `history`, evenly spaced over the steps; values with one element
            have a number for each step.
        sinks: receivers of events. Sinks of `opscope.sinks` get each event, in the thread where the event happens.
            Other functions get lists of events in a separate thread, with the newest event of each value.
        pump: a function that is called repeatedly while `wait` or `until_stopped` waits.

    Returns:
        The handle of the run.

    Raises:
        ArgumentError: a pattern is invalid, or a number is not greater than 0.
        UsageError: an option is unknown or needs another option; or the body or a sink is not a function.

    Example:
        >>> run = debug.start(train, taps=["*@GRAD"])
        >>> run.wait()
        >>> run.steps
        5
    """
    run = Run(
        body, taps=taps, title=title, record=record, entry=entry, breakpoints=breakpoints, on_error=on_error, keep=keep,
        rules=rules, to=to, disk=disk, hz=hz, rate=rate, points=points, sinks=sinks, pump=pump,
    )  # fmt: skip
    started.add(run.start())
    return run
