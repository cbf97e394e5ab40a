"""Options of a run, as a type annotation for functions that pass the options on to `start`."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sequence
from typing import TypedDict

from opscope.core.user_defaults import UserDefault
from opscope.debug.delivery.event_delivery import Sink
from opscope.debug.session.option_checks import NamedTap
from opscope.names.value_name import Named


class RunOptions(TypedDict, total=False):
    """The options of a run; `start` documents them. A test compares these options with the parameters of `start`."""

    taps: Sequence[NamedTap]
    title: str
    record: bool | int | str
    entry: bool
    breakpoints: Iterable[Named | tuple[Named, str]]
    on_error: bool
    keep: Sequence[Named]
    rules: bool
    to: str | os.PathLike[str] | None
    disk: int | None
    hz: float | UserDefault | None
    rate: float
    points: int
    sinks: Iterable[Sink]
    pump: Callable[[], None] | None
