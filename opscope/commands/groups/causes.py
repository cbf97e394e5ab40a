"""Commands that find the cause of a value, the first NaN, or amplified rounding errors, or mark NaN as expected."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, NamedTuple

from opscope.commands.command_session import CommandSession
from opscope.commands.grammar import Kind, whole
from opscope.commands.kinds import Nan, NotFiniteKind, PatternText, StepNumber, complete_name
from opscope.commands.printer import Printer
from opscope.commands.python_call import PythonCall
from opscope.commands.renderers import renders
from opscope.commands.table import command
from opscope.debug.conditions.assignment import target
from opscope.debug.risk.risks import Risks
from opscope.debug.why.explanation import Explanation
from opscope.debug.why.first_not_finite import NONE_HARMFUL, FirstValue
from opscope.errors import ArgumentError

GROUP = "looking"


class ElementArgument(NamedTuple):
    """A value, or the element of a value at an index."""

    name: str
    at: tuple[int, ...] | None


def _element(text: str) -> ElementArgument:
    name, index = target(text)
    if index is ...:
        return ElementArgument(name, None)
    found = index if isinstance(index, tuple) else (index,)
    if not all(isinstance(i, int) for i in found):
        raise ArgumentError("why explains only one element", fix=f"for example: why {name}, or why {name}[0]")
    return ElementArgument(name, found)


WORST = ElementArgument("", None)
ElementName = Annotated[
    ElementArgument,
    Kind(
        "NAME[index]",
        _element,
        lambda names, given: given._replace(name=names.variable(given.name)),
        complete_name,
        whole,
        fits=bool,
    ),
]


def _why_calls(element: ElementArgument = WORST) -> Sequence[PythonCall]:
    given = () if not element.name else (element.name,) if element.at is None else (element.name, element.at)
    return [PythonCall("run.why", given)]


def _risk_calls(step: int = 0) -> Sequence[PythonCall]:
    return [PythonCall("run.risk", (step,) if step else ())]


@command("why", group=GROUP, python=_why_calls)
def explain(debugger: CommandSession, element: ElementName = WORST) -> Explanation:
    """Explain a value by its first cause.

    why              the NaN or Inf at this stop; after the end of the script, the first NaN or Inf
    why loss
    why h[0, 3]      one element

    The answer also shows the chain of operators from the cause to the value, and the elements that each operator read.
    If the chain reaches a parameter, it continues in the steps that updated this parameter.
    """
    return debugger.run.why(element.name or None, element.at)


@renders(Explanation)
def print_explanation(printer: Printer, found: Explanation) -> None:
    """Print the cause of a value, and the chain from the cause to the value."""
    for number, line in enumerate(repr(found).splitlines()):
        printer.text(line, "bold" if number < 2 else "")


@command("risk", group=GROUP, python=_risk_calls)
def find_risks(debugger: CommandSession, step: StepNumber = 0) -> Risks:
    """List the calls of a step that amplify rounding errors.

    risk       the current step; after the end of the script, the last step
    risk 40    step 40

    Each call is repeated in float64, and with inputs that are changed by one unit in the last place.
    For each call, the list shows the cause, the affected elements, and a fix.
    """
    return debugger.run.risk(step or None)


@renders(Risks)
def print_risks(printer: Printer, found: Risks) -> None:
    """Print the calls whose rounding errors change the results, worst first."""
    printer.line(found.summary)
    for number, risk in enumerate(found, 1):
        head, *lines = str(risk).splitlines()
        printer.text(f"{number}. {head}", "bold")
        for line in lines:
            printer.text(line)
    printer.notes(found.notes)


@command("first", group=GROUP, python="first")
def show_first(debugger: CommandSession, condition: Nan = "nan") -> FirstValue | str:
    """Find the first harmful NaN or Inf in the history.

    The result does not depend on the current place. The command `why` explains the cause of the value.
    """
    return debugger.run.first(condition) or f"there is {NONE_HARMFUL}"


@renders(FirstValue)
def print_first(printer: Printer, found: FirstValue) -> None:
    """Print a value that is NaN or Inf, with its line."""
    printer.text(repr(found))


@command("expect", group="breakpoints", python="expect")
def expect(debugger: CommandSession, pattern: PatternText, kind: NotFiniteKind) -> str:
    """Mark NaN or Inf in values as expected.

    `watch nan` does not stop at values that are expected to be NaN or Inf.

    expect mask -inf
    expect scores* inf    Inf of either sign; also +inf, nan, any
    """
    debugger.run.expect(debugger.names.pattern(pattern), kind)
    return f"{kind} in {pattern} is expected: `watch nan` does not stop there"
