"""Search for the variable, such as `loss`, to which a call's result is assigned, without a record of calls."""

from __future__ import annotations

from opscope.core.source import CodePosition, UserCall
from opscope.names.assignment_targets import COUNT, call_targets
from opscope.names.returned_values import Path
from opscope.names.user_functions import RECEIVERS


def result_name(position: CodePosition | None, call: UserCall | None) -> str:
    """Return the user's variable to which the result of an op, or of a function that returns this result, is assigned.

    The name in the innermost function is preferred if it does not begin with `self`, as in `name_beside`. The result is
    "" if the source contains no name, or only a name with a number (`losses[3]`), which changes at each step.
    """
    found: list[str] = []
    waiting: list[Path] = [()]
    while position is not None and call is not None and waiting:
        targets = call_targets(*position)
        kept = [t for t in targets.names if t.part in waiting and not t.alias and COUNT not in t.name]
        found += [t.name for t in kept]
        waiting = [
            (*returned.place, *element[len(returned.part) :])
            for returned in targets.returned
            for element in waiting
            if element[: len(returned.part)] == returned.part and not returned.is_yielded
        ]
        position, call = call.caller, call.outer
    return next((n for n in found if n.partition(".")[0] not in RECEIVERS), found[0] if found else "")
