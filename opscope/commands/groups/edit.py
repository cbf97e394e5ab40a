"""Commands that change values and attributes of the current run, save it, and set tap levels."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from typing import Any

from opscope.commands.arguments import words_of
from opscope.commands.command_session import CommandSession
from opscope.commands.grammar import Folder
from opscope.commands.python_call import PythonCall
from opscope.commands.table import command
from opscope.debug.conditions.assignment import literal, target
from opscope.debug.eager.eager_cursor import EagerCursor
from opscope.debug.taps.levels import LEVEL_NAMES, LevelName, level_name, parsed_tap
from opscope.errors import ArgumentError, NotFound
from opscope.ui.text_charts import short

GROUP = "changing"


def _assigned(text: str) -> tuple[str, str]:
    """Return both sides of `h[0] = 1.5`."""
    left, sign, right = text.partition("=")
    if not sign or not left.strip() or not right.strip():
        raise ArgumentError("set needs a variable and a value", fix="set h = 0, set h[0, :3] = 1.5")
    return left.strip(), right.strip()


def _set_calls(text: str) -> Sequence[PythonCall]:
    left, right = _assigned(text)
    name, index = target(left)
    return [PythonCall("run.set", (name, PythonCall("run.evaluate", (right,)), *(() if index is ... else (index,))))]


def _attribute(text: str) -> tuple[str, str, Any]:
    """Return the operator, the name and the value of `op:dropout p 0.9`."""
    op, _, rest = text.partition(" ")
    name, _, value = rest.strip().replace("=", " ", 1).partition(" ")
    if not value.strip():
        raise ArgumentError("attr needs an operator, a name and a value", fix="attr op:dropout p 0.9")
    return op, name, literal(value.strip())


def _attr_calls(text: str) -> Sequence[PythonCall]:
    return [PythonCall("run.set_attr", _attribute(text))]


def _dial(text: str) -> tuple[str, LevelName, int | None]:
    """Return the pattern, the level and the steps between two summaries of `h* statistics every 5`."""
    given, every = parsed_tap(text)
    words = words_of(given)
    if len(words) not in (1, 2):
        fix = f"dial loss everything; one of {', '.join(LEVEL_NAMES)}"
        raise ArgumentError(f"dial takes PATTERN [LEVEL] [every N], not {text or 'nothing'}", fix=fix)
    return words[0], level_name(words[1] if len(words) > 1 else "statistics"), every


def _dial_calls(text: str) -> Sequence[PythonCall]:
    pattern, level, every = _dial(text)
    return [PythonCall("run.dial", (pattern, level), {} if every is None else {"every": every})]


@command("set", usage="NAME[slice] = EXPR", group=GROUP, completes="name", python=_set_calls)
def set_value(debugger: CommandSession, rest: str) -> None:
    """Change a value, and compute what follows from it.

    set h = 0
    set h[0, :3] = h[0, :3] / 2
    set learning_rate = 0.01

    It holds for this run of the program. In the past of this run, the run itself comes back to there.
    """
    left, right = _assigned(rest)
    name, index = debugger.name_and_part(left)
    value = debugger.run.evaluate(debugger.expression(right))
    if value is None:
        raise NotFound(f"{right.strip()} has no value here")
    _show_recomputed(debugger, debugger.run.set(name, value, index))


@command("attr", usage="OP NAME VALUE", group=GROUP, completes="op", python=_attr_calls)
def set_attribute(debugger: CommandSession, rest: str) -> None:
    """Change an attribute of an operator, for this run.

    attr op:dropout p 0.9
    attr 17 axis [0, 1]
    """
    op, name, value = _attribute(rest)
    _show_recomputed(debugger, debugger.run.set_attr(debugger.pattern(op), name, value))


@command("undo", group=GROUP, python="undo")
def undo(debugger: CommandSession) -> None:
    """Take the latest change of this run back.

    What follows from it is as it was, to the bit.
    """
    debugger.printer.line(f"taken back: {debugger.run.undo()}")
    debugger.show_place()


@command("diff", "compare", group=GROUP, python="compare")
def compare(debugger: CommandSession) -> None:
    """List the values that differ because of the changes.

    Each value that is not what it would be without the changes of this run.
    """
    found = debugger.run.compare()
    if not found:
        debugger.printer.line("nothing differs")
        return
    rows = [[d.name, f"{d.differing:,} of {d.size:,}", short(d.largest)] for d in found]
    debugger.printer.rows(("value", "elements", "largest difference"), rows, right=("elements",))


@command("whatif", "branch", usage="STEP NAME[slice] = EXPR", group=GROUP)
def what_if(debugger: CommandSession, rest: str) -> None:
    """Compute the effect of another value in a step.

    whatif 40 x = x / 2    its steps are computed again beside those that were, up to the last one
    whatif 40 w[0] = 1     a part of a value

    The value counts from before the first operator of the step. Nothing of the run itself is touched; functions of
    yours that would be given other values are called with them.
    """
    step, _, change = rest.partition(" ")
    left, sign, right = change.partition("=")
    if not step.isdigit() or not sign or not left.strip() or not right.strip():
        raise ArgumentError("whatif needs a step, a variable and a value", fix="whatif 40 x = x / 2")
    debugger.run.goto(int(step))
    value = debugger.run.evaluate(debugger.expression(right))
    if value is None:
        raise NotFound(f"{right.strip()} has no value before the first operator of step {step}")
    name, index = debugger.name_and_part(left)
    found = debugger.run.branch(int(step), {name: value}, index=index)
    rows = [
        [name, str(last), short(was[last].item()), short(found.edited[name][last].item())]
        for name, was in found.untouched.items()
        if (last := max(was)) in found.edited.get(name, {}) and was[last].size == 1
    ]
    differ = len(found.differences)
    debugger.printer.line(f"{differ} value{'' if differ == 1 else 's'} differ at the end of step {found.last}")
    if rows:
        debugger.printer.rows(("fetched", "step", "was", "would be"), rows, right=("step", "was", "would be"))
    debugger.show_place()


@command("save", group=GROUP, python="save")
def save(debugger: CommandSession, folder: Folder) -> None:
    """Write what is recorded into a folder.

    The folder must be empty, or not be there yet. Python opens it with opscope.debug.open(FOLDER), in any process.
    """
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        debugger.run.save(folder)
    debugger.printer.line(f"saved in {folder}: opscope.debug.open({folder!r}) steps it")
    for each in caught:
        debugger.printer.line(("note", "yellow"), f": {each.message}")


@command("dial", "tap", usage="PATTERN [LEVEL] [every N]", group=GROUP, completes="dial", python=_dial_calls)
def turn(debugger: CommandSession, rest: str) -> None:
    """Watch values more or less closely.

    From the next run on: off, health, statistics, record, sampled, everything.

    dial loss everything   its value is kept at each step: `history` need not compute it again
    dial h* statistics every 1   summaries at each step, not only some times a second
    """
    pattern, level, every = _dial(rest)
    pattern = debugger.pattern(pattern)
    debugger.run.dial(pattern, level, every)
    often = "" if every is None else f" every {every} steps" if every > 1 else " at every step"
    debugger.printer.line(f"{pattern}: {level}{often}, from the next run on")


def _show_recomputed(debugger: CommandSession, count: int) -> None:
    if debugger.ask(lambda navigator: isinstance(navigator.cursor, EagerCursor)):
        debugger.printer.line("what comes from here on sees it", ("  (`undo`)", "dim"))
    else:
        debugger.printer.line(
            f"{count} operator{'' if count == 1 else 's'} computed again", ("  (`diff`, `undo`)", "dim")
        )
    debugger.show_place()
