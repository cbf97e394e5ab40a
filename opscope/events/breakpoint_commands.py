"""Commands that change breakpoints and exception filters."""

from __future__ import annotations

from opscope.events.message import Command, command


@command
class SetBreakpoint(Command):
    """Stop at the places that match `spec` (`op:relu`, `id:17`, `h`, ...) if `condition` is true, from hit `hits` on.

    If `log` is true, log a message at a hit, and continue. At a line of Python, the text of the message is `message`.
    """

    spec: str
    condition: str = ""
    hits: int = 1
    log: bool = False
    message: str = ""


@command
class ChangeBreakpoint(Command):
    """Switch a breakpoint on or off, and set its condition and the number of the first hit at which it stops."""

    number: int
    enabled: bool
    condition: str
    hits: int


@command
class ClearBreakpoint(Command):
    """Remove the breakpoint with this number."""

    number: int


@command
class SetExceptionFilters(Command):
    """Stop at exceptions of Python code.

    `filters`: raised, caught, uncaught. `types`: names of classes (empty: all).
    """

    filters: tuple[str, ...]
    types: tuple[str, ...] = ()
