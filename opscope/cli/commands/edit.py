"""Changing: values and attributes of the run that is on, and how closely values are watched."""

from __future__ import annotations

import warnings

from opscope.cli.arguments import literal, target
from opscope.cli.command_registry import command
from opscope.cli.prompt_session import Debugger
from opscope.debug.eager.eager_cursor import EagerCursor
from opscope.debug.taps.levels import LEVEL_NAMES
from opscope.demo.terminal import short
from opscope.errors import ArgumentError, NotFound

GROUP = "changing"


@command("set", usage="NAME[slice] = EXPR", group=GROUP, completes="name")
def set_value(at: Debugger, rest: str) -> None:
    """Change a value, and compute what follows from it.

    set h = 0
    set h[0, :3] = h[0, :3] / 2
    set learning_rate = 0.01

    It holds for this run of the program. In the past of this run, the run itself comes back to there.
    """
    left, sign, right = rest.partition("=")
    if not sign or not left.strip() or not right.strip():
        raise ArgumentError("set needs a variable and a value", fix="set h = 0, set h[0, :3] = 1.5")
    name, index = target(left)
    value = at.run.evaluate(at.expression(right))
    if value is None:
        raise NotFound(f"{right.strip()} has no value here")
    _computed(at, at.run.set(at.name(name), value, index))


@command("attr", usage="OP NAME VALUE", group=GROUP, completes="op")
def set_attribute(at: Debugger, rest: str) -> None:
    """Change an attribute of an operator, for this run.

    attr op:dropout p 0.9
    attr 17 axis [0, 1]
    """
    op, _, rest = rest.strip().partition(" ")
    name, _, value = rest.strip().replace("=", " ", 1).partition(" ")
    if not value.strip():
        raise ArgumentError("attr needs an operator, a name and a value", fix="attr op:dropout p 0.9")
    _computed(at, at.run.set_attr(at.pattern(op), name, literal(value.strip())))


@command("undo", group=GROUP)
def undo(at: Debugger, rest: str) -> None:
    """Take the latest change of this run back.

    What follows from it is as it was, to the bit.
    """
    at.printer.line(f"taken back: {at.run.undo()}")
    at.arrived()


@command("diff", "compare", group=GROUP)
def compare(at: Debugger, rest: str) -> None:
    """What differs here because of the changes.

    Each value that is not what it would be without the changes of this run.
    """
    found = at.run.compare()
    if not found:
        at.printer.line("nothing differs")
        return
    rows = [[d.name, f"{d.differing:,} of {d.size:,}", short(d.largest)] for d in found]
    at.printer.rows(("value", "elements", "largest difference"), rows, right=("elements",))


@command("whatif", "branch", usage="STEP NAME = EXPR", group=GROUP)
def what_if(at: Debugger, rest: str) -> None:
    """What would have come of another value in a step.

    whatif 40 x = x / 2    its steps are computed again beside those that were, up to the last one

    The value counts from before the first operator of the step. Nothing of the run itself is touched; functions of
    yours that would be given other values are called with them.
    """
    step, _, change = rest.partition(" ")
    left, sign, right = change.partition("=")
    if not step.isdigit() or not sign or not left.strip() or not right.strip():
        raise ArgumentError("whatif needs a step, a variable and a value", fix="whatif 40 x = x / 2")
    at.run.goto(int(step))
    value = at.run.evaluate(at.expression(right))
    if value is None:
        raise NotFound(f"{right.strip()} has no value before the first operator of step {step}")
    found = at.run.branch(int(step), {at.name(left.strip()): value})
    rows = [
        [name, str(last), short(was[last].item()), short(found.edited[name][last].item())]
        for name, was in found.untouched.items()
        if (last := max(was)) in found.edited.get(name, {}) and was[last].size == 1
    ]
    differ = len(found.differences)
    at.printer.line(f"{differ} value{'' if differ == 1 else 's'} differ at the end of step {found.last}")
    if rows:
        at.printer.rows(("fetched", "step", "was", "would be"), rows, right=("step", "was", "would be"))
    at.arrived()


@command("save", usage="FOLDER", group=GROUP)
def save(at: Debugger, rest: str) -> None:
    """Write what is recorded into a folder.

    The folder must be empty, or not be there yet. Python opens it with opscope.debug.open(FOLDER), in any process.
    """
    if not rest:
        raise ArgumentError("save needs a folder", fix="save night")
    with warnings.catch_warnings(record=True) as doubts:  # said in the prompt's own words
        warnings.simplefilter("always")
        at.run.save(rest)
    at.printer.line(f"saved in {rest}: opscope.debug.open({rest!r}) steps it")
    for doubt in doubts:
        at.printer.line(("note", "yellow"), f": {doubt.message}")


@command("dial", usage="PATTERN LEVEL", group=GROUP, completes="dial")
def turn(at: Debugger, rest: str) -> None:
    """Watch values more or less closely.

    From the next run on: off, health, statistics, record, sampled, everything.

    dial loss everything   its value is kept at each step: `history` need not compute it again
    """
    pattern, _, level = rest.partition(" ")
    pattern = at.pattern(pattern)
    if not level:
        raise ArgumentError(
            "dial needs a pattern and a level", fix=f"dial loss everything; one of {', '.join(LEVEL_NAMES)}"
        )
    at.run.dial(pattern, level.strip())
    at.printer.line(f"{pattern}: {level.strip()}, from the next run on")


def _computed(at: Debugger, count: int) -> None:
    if at.ask(lambda navigator: isinstance(navigator.cursor, EagerCursor)):
        at.printer.line("what comes from here on sees it", ("  (`undo`)", "dim"))
    else:
        at.printer.line(f"{count} operator{'' if count == 1 else 's'} computed again", ("  (`diff`, `undo`)", "dim"))
    at.arrived()
