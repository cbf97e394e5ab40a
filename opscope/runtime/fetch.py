"""What a run returns: the names in a fetch list; and what it does besides: the updates in it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from opscope.core.source import site
from opscope.errors import ModeError, UsageError
from opscope.ir.op_roles import OPTIMIZE
from opscope.ir.program.program import Operator, Variable


def fetched(fetch_list: Any) -> tuple[list[str], tuple[Operator, ...]]:
    """What `fetch_list` holds: names (of Variables, or names; nested lists are flattened), and Operators that update.

    What an optimizer's minimize has returned stands for its operators. Raises ModeError (an AssertionError) for what
    is no list, UsageError naming the position of what is neither, or of another operator.
    """
    if fetch_list is None:
        return [], ()
    if isinstance(fetch_list, Variable | str):
        fetch_list = [fetch_list]
    if not isinstance(fetch_list, list | tuple):
        raise ModeError(
            "Currently , The fetch_list type only should be list or tuple, but the input type is "
            f"{type(fetch_list)}. Please pass a list of Variables or names.", site=site(),
        )  # fmt: skip
    names: list[str] = []
    updates: list[Operator] = []
    for position, item in enumerate(_flat(fetch_list)):
        if isinstance(item, Variable):
            names.append(item.name)
        elif isinstance(item, str):
            names.append(item)
        elif not isinstance(item, Operator):
            raise UsageError(
                f"Require fetch_list[{position}] 's type shall be one of (Variable, str), but received "
                f"{type(item).__name__}.", site=site(),
            )  # fmt: skip
        elif item.role & OPTIMIZE:
            updates.append(item)
        else:
            raise UsageError("The operator in fetch_list is not an optimize_op", facts={"given": item}, site=site())
    return names, tuple(updates)


def _flat(items: Sequence[Any]) -> Iterator[Any]:
    for item in items:
        if isinstance(item, tuple) and item and isinstance(item[0], list):
            yield from _flat(item[0])  # of minimize: (operators, [(parameter, gradient)])
        elif isinstance(item, list | tuple):
            yield from _flat(item)
        else:
            yield item
