"""Listener that passes the notifications of a session to its run."""

from __future__ import annotations

from collections.abc import Callable

from opscope.debug.state.listener import Listener
from opscope.ir.program.program import Program


class RunListener(Listener):
    """Listener that calls a function of the run for each notification.

    `has_frontend` returns True if a panel is displayed, `draw` draws a program, and `hurry` delivers the queued events.
    """

    def __init__(
        self, has_frontend: Callable[[], bool], draw: Callable[[Program], None], hurry: Callable[[], None]
    ) -> None:
        self._has_frontend, self._draw, self._hurry = has_frontend, draw, hurry

    @property
    def is_watched(self) -> bool:
        return self._has_frontend()

    def draw(self, program: Program) -> None:
        self._draw(program)

    def await_command(self) -> None:
        self._hurry()
