"""Table: what ops come to, by name."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

Rule = Callable[..., Any]  # (program, *operands, **attributes) to a value, several, or None
RULES: dict[str, Rule] = {}


def rule(*names: str) -> Callable[[Rule], Rule]:
    """Enter what ops come to."""

    def enter(function: Rule) -> Rule:
        RULES.update(dict.fromkeys(names, function))
        return function

    return enter
