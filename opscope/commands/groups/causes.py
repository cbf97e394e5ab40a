"""Commands that explain values: why a value is what it is, the first NaN, and NaN or Inf that is meant."""

from __future__ import annotations

from collections.abc import Sequence

from opscope.commands.command_session import CommandSession
from opscope.commands.python_call import PythonCall
from opscope.commands.table import command
from opscope.debug.conditions.assignment import target
from opscope.debug.replay.absorbed_values import KINDS
from opscope.debug.why.first_not_finite import NONE_HARMFUL
from opscope.errors import ArgumentError

GROUP = "looking"


def _expected(text: str) -> tuple[str, str]:
    """Return the pattern and the kind of `mask -inf`."""
    pattern, _, kind = text.rpartition(" ")
    if not pattern:
        raise ArgumentError("expect needs a pattern and a kind", fix=f"expect mask -inf; one of {', '.join(KINDS)}")
    return pattern.strip(), kind


def _expect_calls(text: str) -> Sequence[PythonCall]:
    return [PythonCall("run.expect", _expected(text))]


def _first_calls(text: str) -> Sequence[PythonCall]:
    return [PythonCall("run.first", (text,) if text else ())]


@command("why", usage="[NAME[index]]", group=GROUP, completes="name")
def explain(debugger: CommandSession, rest: str) -> None:
    """Explain a value by its first cause.

    why              the NaN or Inf at this stop; when the script is over, the first one
    why loss
    why h[0, 3]      one element

    Then the chain of operators from there, with elements. It goes through parameters to the steps that updated them.
    """
    name, index = target(rest) if rest else ("", ...)
    found = None if index is ... else index if isinstance(index, tuple) else (index,)
    if found is not None and not all(isinstance(i, int) for i in found):
        raise ArgumentError("why is about one element", fix=f"why {name}, or why {name}[0]")
    text = repr(debugger.run.why(debugger.name(name) if name else None, found))
    for number, line in enumerate(text.splitlines()):
        debugger.printer.text(line, "bold" if number < 2 else "")


@command("first", usage="[nan]", group=GROUP, python=_first_calls)
def show_first(debugger: CommandSession, rest: str) -> None:
    """The first NaN or Inf of the history that does harm.

    Whatever stands there now. `why` then says where it comes from.
    """
    found = debugger.run.first(rest or "nan")
    if found is None:
        debugger.printer.line(f"there is {NONE_HARMFUL}")
    else:
        debugger.printer.text(repr(found))


@command("expect", usage="PATTERN KIND", group="breakpoints", completes="name", python=_expect_calls)
def expect(debugger: CommandSession, rest: str) -> None:
    """NaN or Inf is meant: `watch nan` goes on.

    expect mask -inf
    expect scores* inf    of either sign; also +inf, nan, any
    """
    pattern, kind = _expected(rest)
    debugger.run.expect(debugger.pattern(pattern), kind)
    debugger.printer.line(f"{kind} in {pattern} is meant")
