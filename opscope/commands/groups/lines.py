"""Commands that step from line to line of Python code, and stop at exceptions of Python code."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, NamedTuple

from opscope.commands.command_session import CommandSession
from opscope.commands.grammar import Kind, whole
from opscope.commands.kinds import Count, one_of
from opscope.commands.python_call import PythonCall
from opscope.commands.table import command
from opscope.debug.lines.exception_filters import FILTERS, Filter
from opscope.errors import ArgumentError, UnsupportedError, nearest

FORWARDS = "forwards"


class Caught(NamedTuple):
    """Filters of exceptions, and names of exception classes."""

    filters: list[Filter]
    types: list[str]


def _caught(text: str) -> Caught:
    words = text.split()
    filters: list[Filter] = [f for f in FILTERS if f in words]
    types = [word for word in words if word not in (*FILTERS, "off")]
    if types and not filters:
        filters = ["raised"]
    if "off" not in words and "uncaught" not in filters:
        filters.append("uncaught")
    if wrong := [name for name in types if not name.isidentifier()]:
        raise ArgumentError(f"{wrong[0]!r} is not the name of a class", fix="for example: catch raised KeyError")
    for name in (name for name in types if name.islower()):
        if guess := nearest(name, (*FILTERS, "off")):
            raise ArgumentError(f"unknown exception filter {name!r}", fix=guess)
    return Caught(filters, types)


Exceptions = Annotated[
    Caught | None,
    Kind("[raised|caught|uncaught|off] [CLASS ...]", _caught, complete=one_of(*FILTERS, "off"), take=whole),
]


def _catch_calls(given: Caught | None = None) -> Sequence[PythonCall]:
    if given is None:
        raise UnsupportedError(
            "catch without an argument lists the filters and has no Python equivalent", fix="catch raised"
        )
    return [PythonCall("run.catch", given.filters, {"types": given.types} if given.types else {})]


@command(
    "nextLine",
    "nl",
    group=FORWARDS,
    repeatable=True,
    python=lambda count=1: [PythonCall("run.next", (count,) if count > 1 else (), {"by": "line"})],
)
def go_next_line(debugger: CommandSession, count: Count = 1) -> None:
    """Stop at the next line of this Python function.

    At a line, `nextLine` does the same as `next`. `nextLine` also works at an operator. Operators between the lines
    are executed. Enter repeats the command.
    """
    debugger.go(lambda: debugger.run.next(by="line"), count)


@command(
    "stepLine",
    "sl",
    group=FORWARDS,
    repeatable=True,
    python=lambda count=1: [PythonCall("run.step_in", (), {"by": "line"})] * count,
)
def go_step_line(debugger: CommandSession, count: Count = 1) -> None:
    """Stop at the next line, even in a called function.

    At a line, `stepLine` does the same as `step`. `stepLine` also works at an operator: the program stops at the very
    next line, or at the next operator. Enter repeats the command.
    """
    debugger.go(lambda: debugger.run.step_in(by="line"), count)


@command("return", "r", group=FORWARDS, python="run_to_return")
def go_to_return(debugger: CommandSession) -> None:
    """Continue to the return of this Python function.

    The message shows the returned value. `finish` stops after the return.
    """
    debugger.go(debugger.run.run_to_return)


@command("catch", group="breakpoints", python=_catch_calls)
def catch(debugger: CommandSession, given: Exceptions = None) -> str:
    """Stop at exceptions of the script's Python code.

    catch raised              where an exception is raised in the script's code, or reaches it
    catch raised KeyError     only exceptions of this class and its subclasses
    catch caught              in the `except` block that catches the exception
    catch uncaught            only where an operator fails, or an exception ends the script: the setting at the start
    catch off                 never
    catch                     show the filters
    """
    driver = debugger.driver
    if given is not None:
        debugger.run.catch(*given.filters, types=given.types)
    of = f" of {', '.join(driver.filters.types)}" if driver.filters.types else ""
    found = ", ".join(driver.filters.listed) or "none"
    return f"stops at exceptions{of}: {found}"
