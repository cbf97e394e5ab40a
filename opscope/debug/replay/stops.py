"""Positions in a run, and reasons of stops."""

from __future__ import annotations

from typing import NamedTuple

from opscope.core.source import Site


class Position(NamedTuple):
    """A place of a run."""

    run: int
    tick: int


class StopReason(NamedTuple):
    """Reason of a stop, in terms of the Debug Adapter Protocol, and a text with details.

    `site` is the user's line, if this line differs from the operator's line. `breakpoint` is the number of the
    breakpoint. `value` is the name of the value that the breakpoint examined.
    """

    reason: str
    text: str = ""
    site: Site | None = None
    breakpoint: int = 0
    value: str = ""


STEP = StopReason("step")
BEGINNING = StopReason("entry", "the beginning of what is recorded")
END = StopReason("end", "the end of what is recorded")
