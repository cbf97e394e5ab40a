"""Commands that change a run (values, attributes, undo, replays with another value), and the events about changes."""

from __future__ import annotations

from opscope.events.fold_rules import Latest, LatestByKey
from opscope.events.message import Command, Event, command, event


@event(Latest("edits"))
class EditsChanged(Event):
    """The edits of the current run that can be undone, oldest first: `h[2x3] = [...]`, `dropout.p = 0.1`."""

    texts: tuple[str, ...] = ()


@event(LatestByKey("branches", key=("name",), limit=8))
class BranchSeen(Event):
    """The values that a number has in `steps` if `change` is made in the first of these steps.

    `recorded` are the recorded values in these steps, and `changed` are the values with the change. None means that a
    value is missing or not finite. `differences` is the number of the program's values that differ at the end of the
    last step.
    """

    name: str
    change: str
    steps: tuple[int, ...]
    recorded: tuple[float | None, ...]
    changed: tuple[float | None, ...]
    differences: int = 0


@event(Latest("shown_operator"))
class OperatorSeen(Event):
    """An operator with its attributes, in parallel tuples.

    `fixed` is the reason why the attributes cannot be changed; "" if they can be changed.
    """

    op: int
    op_type: str
    name: str
    site: str
    names: tuple[str, ...] = ()
    texts: tuple[str, ...] = ()
    fixed: str = ""


@command
class SetValue(Command):
    """Set `target` (`h`, or a part: `h[0, :3]`) to an expression in this run.

    Values that depend on `target` are computed again.
    """

    target: str
    value: str


@command
class SetAttribute(Command):
    """Set an attribute of operator `op` in this run: a number, True, False, None, a text, or [1, 2]."""

    op: int
    name: str
    value: str


@command
class UndoEdit(Command):
    """Undo the latest edit of this run."""


@command
class TryValue(Command):
    """Replay up to `steps` steps from step `step` on (0: the current step, or the last step) with another value.

    Sends a `BranchSeen` for each number that the steps returned. The run itself is not changed.
    """

    target: str
    value: str
    step: int = 0
    steps: int = 100


@command
class FetchOperator(Command):
    """Send an `OperatorSeen` of an operator."""

    op: int
