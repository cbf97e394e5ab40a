"""What a run returns: the names in a fetch list."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from opscope.errors import UsageError
from opscope.ir.program import Operator, Variable


def fetch_names(fetch_list: Any) -> list[str]:
    """Names of what `fetch_list` holds: Variables, names, nested lists, or one alone; Operators are passed over.

    Raises UsageError naming the position of what is neither.
    """
    if fetch_list is None:
        return []
    if isinstance(fetch_list, Variable | str):
        fetch_list = [fetch_list]
    if not isinstance(fetch_list, list | tuple):
        raise UsageError(
            "Currently , The fetch_list type only should be list or tuple, but the input type is "
            f"{type(fetch_list)}. Please pass a list of Variables or names."
        )
    names: list[str] = []
    for position, item in enumerate(_flat(fetch_list)):
        if isinstance(item, Variable):
            names.append(item.name)
        elif isinstance(item, str):
            names.append(item)
        elif not isinstance(item, Operator):  # operators (of minimize) run anyway, and give nothing
            raise UsageError(
                f"Require fetch_list[{position}] 's type shall be one of (Variable, str), but received "
                f"{type(item).__name__}."
            )
    return names


def _flat(items: Sequence[Any]) -> list[Any]:
    return [leaf for item in items for leaf in (_flat(item) if isinstance(item, list | tuple) else [item])]
