"""Commands that change values and attributes of the current run, save the recording, and set tap levels."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from typing import Annotated, Any, NamedTuple

from opscope.commands.command_session import CommandSession
from opscope.commands.grammar import Kind, whole
from opscope.commands.kinds import (
    Assigned,
    AssignmentHere,
    AssignmentLater,
    Folder,
    FromStep,
    OperatorSpec,
    Pattern,
    one_of,
)
from opscope.commands.plain_text import Text
from opscope.commands.printer import Printer
from opscope.commands.python_call import PythonCall
from opscope.commands.renderers import Listing, Noted, renders
from opscope.commands.table import command
from opscope.debug.conditions.assignment import literal, target
from opscope.debug.conditions.expression import Expression as ParsedExpression
from opscope.debug.session.edit_requests import recomputed
from opscope.debug.session.place_expressions import value_here
from opscope.debug.session.what_if import Branch, before_step
from opscope.debug.taps.levels import LEVEL_NAMES, LevelName, interval, level_name
from opscope.errors import NotFound, one_line
from opscope.ui.text_charts import short

GROUP = "changing"
USUAL: LevelName = "statistics"


class AttributeValue(NamedTuple):
    """The name of an attribute of an operator, and its new value."""

    name: str
    value: Any


def _attribute_words(text: str) -> tuple[str, str]:
    name, _, value = text.replace("=", " ", 1).partition(" ")
    return name, value.strip()


def _attribute(text: str) -> AttributeValue:
    name, value = _attribute_words(text)
    return AttributeValue(name, literal(value))


Attribute = Annotated[
    AttributeValue,
    Kind(
        "NAME VALUE",
        _attribute,
        take=whole,
        fits=lambda text: all(_attribute_words(text)),
        needs=("a name", "a value"),
    ),
]


def _every(text: str) -> int:
    return interval(text.removeprefix("every").strip())


Level = Annotated[
    LevelName, Kind("LEVEL", level_name, complete=one_of(*LEVEL_NAMES), fits=lambda t: bool(t) and t != "every")
]
Every = Annotated[
    int | None, Kind("every N", _every, take=whole, complete=one_of("every"), fits=lambda t: t.split()[:1] == ["every"])
]


def _set_calls(given: Assigned) -> Sequence[PythonCall]:
    name, index = target(given.left)
    value = PythonCall("run.evaluate", (given.right,))
    return [PythonCall("run.set", (name, value, *(() if index is ... else (index,))))]


def _attr_calls(op: str, attribute: AttributeValue) -> Sequence[PythonCall]:
    return [PythonCall("run.set_attr", (op, *attribute))]


def _dial_calls(pattern: str, level: LevelName = USUAL, every: int | None = None) -> Sequence[PythonCall]:
    return [PythonCall("run.dial", (pattern, level), {} if every is None else {"every": every})]


@command("set", group=GROUP, python=_set_calls)
def set_value(debugger: CommandSession, change: AssignmentHere) -> None:
    """Change a value, and compute its dependent values.

    set h = 0
    set h[0, :3] = h[0, :3] / 2
    set learning_rate = 0.01

    The change is valid for this run of the program. If this place is in the past of this run, the program itself
    goes back to this place. If this place is in a past step of eager code, the later values are shown with the
    change, and the program itself is not changed. `undo` shows these values without the change.
    """
    value = debugger.run.evaluate(change.expression)
    if value is None:
        raise NotFound(f"{change.typed} has no value here")
    _show_recomputed(debugger, debugger.run.set(change.name, value, change.index))


@command("attr", group=GROUP, python=_attr_calls)
def set_attribute(debugger: CommandSession, op: OperatorSpec, attribute: Attribute) -> None:
    """Change an attribute of an operator, for this run.

    attr op:dropout p 0.9
    attr 17 axis [0, 1]
    """
    _show_recomputed(debugger, debugger.run.set_attr(op, *attribute))


@command("undo", group=GROUP, python="undo")
def undo(debugger: CommandSession) -> None:
    """Undo the latest change of this run.

    Values that depend on the change get their former values again, bit for bit.
    """
    debugger.render(f"taken back: {debugger.run.undo()}")
    debugger.show_place()


@command("diff", "compare", group=GROUP, python="compare")
def compare(debugger: CommandSession) -> Listing | str:
    """List the values that differ because of your changes.

    Each value is compared with the value that it has without your changes of this run.
    """
    found = debugger.run.compare()
    if not found:
        return "nothing differs"
    rows = [[d.name, f"{d.differing:,} of {d.size:,}", short(d.largest)] for d in found]
    return Listing(("value", "elements", "largest difference"), rows, right=("elements",))


@command("whatif", "branch", group=GROUP)
def what_if(debugger: CommandSession, step: FromStep, change: AssignmentLater) -> Branch:
    """Compute the effect of a changed value in a step.

    whatif 40 x = x / 2    compute the steps from 40 to the last again, and compare them with the recorded steps
    whatif 40 w[0] = 1     change a part of a value

    The change applies before the first operator of the step. The run itself does not change. Your own functions are
    called again if their inputs differ.
    """
    name, index, value = debugger.ask(lambda _: _changed(debugger, step, change))
    return debugger.run.branch(step, {name: value}, index=index)


@renders(Branch)
def print_branch(printer: Printer, found: Branch) -> None:
    """Print how many values differ because of the change, and the fetched numbers of the last step."""
    rows = [
        [name, str(last), short(was[last].item()), short(found.edited[name][last].item())]
        for name, was in found.untouched.items()
        if (last := max(was)) in found.edited.get(name, {}) and was[last].size == 1
    ]
    differ = len(found.differences)
    printer.line(f"{differ} value{'' if differ == 1 else 's'} differ at the end of step {found.last}")
    if rows:
        printer.rows(("fetched", "step", "was", "would be"), rows, right=("step", "was", "would be"))
    if found.note:
        printer.line(found.note)


def _changed(debugger: CommandSession, step: int, change: Assigned) -> tuple[str, Any, Any]:
    """Return the name, the part and the new value of a change that applies before the first operator of a step."""
    with before_step(debugger.driver, step):
        name, index, expression, typed = change.here(debugger.names)
        value = value_here(debugger.driver, ParsedExpression.parse(expression))
    if value is None:
        raise NotFound(f"{typed} has no value before the first operator of step {step}")
    return name, index, value


@command("save", group=GROUP, python="save")
def save(debugger: CommandSession, folder: Folder) -> Noted:
    """Write the recording into a folder.

    The folder must be empty or must not exist. opscope.debug.open(FOLDER) opens the recording in any process.
    """
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        debugger.run.save(folder)
    opened = f"saved in {folder}: opscope.debug.open({folder!r}) opens the recording"
    return Noted(opened, [str(each.message) for each in caught])


@command("dial", "tap", group=GROUP, python=_dial_calls)
def turn(debugger: CommandSession, pattern: Pattern, level: Level = USUAL, every: Every = None) -> Noted:
    """Choose how closely values are observed.

    The levels are off, health, statistics, record, sampled, everything. A new level applies from the next run on.

    dial loss everything         store the value of loss at each step, so that `history` does not compute it again
    dial h* statistics every 1   summarize the values h* at each step, not only some times a second
    """
    debugger.run.dial(pattern, level, every)
    often = "" if every is None else f" every {every} steps" if every > 1 else " at every step"
    problem = None
    if debugger.front_end == "prompt":  # elsewhere the run itself warns
        problem = debugger.ask(lambda navigator: navigator.programs().unmatched(pattern, "the tap"))
    notes = () if problem is None else (one_line(problem),)
    return Noted(f"{pattern}: {level}{often}, from the next run on", notes)


def _show_recomputed(debugger: CommandSession, count: int) -> None:
    can_recompute = debugger.ask(lambda n: n.cursor is None or bool(n.changes) or "recompute" in n.cursor.can)
    text = debugger.ask(lambda navigator: recomputed(navigator, count))
    debugger.render(Text.assemble(text, ("  (`diff`, `undo`)" if can_recompute else "  (`undo`)", "dim")))
    debugger.show_place()
