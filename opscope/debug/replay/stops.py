"""Positions in a run, and the reasons why a run has stopped."""

from __future__ import annotations

from typing import NamedTuple

from opscope.core.source import Site


class Position(NamedTuple):
    """A position in a run: the number of the run, and the tick (the number of the position in the run)."""

    run: int
    tick: int


class StopReason(NamedTuple):
    """Reason why a run has stopped: `reason` is a term of the Debug Adapter Protocol, and `text` has the details.

    `site` is the user's line, if this line is not the operator's line. `breakpoint` is the number of the breakpoint
    at which the run has stopped. `value` is the name of the value that this breakpoint has tested.
    """

    reason: str
    text: str = ""
    site: Site | None = None
    breakpoint: int = 0
    value: str = ""


STEP = StopReason("step")
BEGINNING = StopReason("entry", "the beginning of what is recorded")
END = StopReason("end", "the end of what is recorded")
