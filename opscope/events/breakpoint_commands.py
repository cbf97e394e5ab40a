"""Commands that change breakpoints and exception filters."""

from __future__ import annotations

from opscope.events.message import Command, command


@command
class SetBreakpoint(Command):
    """Stop where `spec` matches (`op:relu`, `id:17`, `h`, ...) if `condition` is true, from hit number `hits` on.

    If `log` is set, log a message at a hit and continue. At a line of Python, the text of the message is `message`.
    """

    spec: str
    condition: str = ""
    hits: int = 1
    log: bool = False
    message: str = ""


@command
class ChangeBreakpoint(Command):
    """Switch a breakpoint on or off, and give the breakpoint this condition and this number of hits."""

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
    """Stop at exceptions of Python code. `filters` are raised, caught, uncaught; `types` are class names ("": all)."""

    filters: tuple[str, ...]
    types: tuple[str, ...] = ()
