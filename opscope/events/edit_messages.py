"""Commands that change values or attributes of a run, undo changes, or try another value, and events about changes."""

from __future__ import annotations

from opscope.events.fold_rules import Latest, LatestByKey
from opscope.events.message import Command, Event, command, event


@event(Latest("edits"))
class EditsChanged(Event):
    """The changes of the current run that can be undone, such as `dropout.p = 0.1`. The oldest change comes first."""

    texts: tuple[str, ...] = ()


@event(LatestByKey("branches", key=("name",), limit=8))
class BranchSeen(Event):
    """The values of a scalar in `steps`, with and without an edit. `change` is the edit in the first of these steps.

    `recorded` contains the recorded values in these steps, and `changed` contains the values with the change. None
    means that a value is missing or not finite. `differences` is the number of the program's values that differ at the
    end of the last step because of the change.
    """

    name: str
    change: str
    steps: tuple[int, ...]
    recorded: tuple[float | None, ...]
    changed: tuple[float | None, ...]
    differences: int = 0


@event(Latest("shown_operator"))
class OperatorSeen(Event):
    """An operator, with the names and texts of its attributes in parallel tuples.

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
    """Set `target` (a value `h`, or a part such as `h[0, :3]`) to the value of an expression in this run.

    Values that depend on `target` are computed again.
    """

    target: str
    value: str


@command
class SetAttribute(Command):
    """Set an attribute of operator `op` in this run.

    `value` is the text of a Python literal, such as `0.1` or `[1, 2]`.
    """

    op: int
    name: str
    value: str


@command
class UndoEdit(Command):
    """Undo the latest edit of this run."""


@command
class TryValue(Command):
    """Replay up to `steps` steps with another value, from step `step` on.

    If `step` is 0, begin at the step of the current place, or at the last recorded step if no place is shown.

    Sends a `BranchSeen` for each scalar that the steps have fetched. The run itself is not changed.
    """

    target: str
    value: str
    step: int = 0
    steps: int = 100


@command
class FetchOperator(Command):
    """Send an `OperatorSeen` of an operator."""

    op: int
