"""The name that output shows next to a generated name, such as `net.fc.weight` for `linear_0.w_0`."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping

from opscope.ir.program.program import GRAD, Program
from opscope.names.generated_names import UNNUMBERED, is_generated
from opscope.names.program_names import assigned_names, user_names
from opscope.names.structured_names import structured_name
from opscope.names.user_functions import RECEIVERS


def name_beside(program: Program, value: str, names: Mapping[str, Iterable[str]] | None = None) -> str:
    """Return the name in the user's code or in a Layer of a value with a generated name. Return "" if no name is known.

    If there are several names, a name without `self` is preferred. If the name in the code does not show the Layer of a
    parameter (as for `b.fc.weight` in a loop, or for a Sequential), the structured name `blocks.1.fc.weight` is
    returned. `names` maps each value in one record of eager code to its names. These names are needed because in
    another step, another value may have the same generated name.
    """
    if not is_generated(value):
        return ""
    base, grad, rest = value.partition(GRAD)
    found = assigned_names(program, base) if names is None else tuple(names.get(base, ()))
    structured = structured_name(program, base, found)
    if not structured or any(f".{name}".endswith(f".{structured}") for name in found):
        plain = [n for n in found if n.partition("[")[0] == n or n.partition("[")[0] not in found]  # h, not h[0]
        structured = next((n for n in plain if n.partition(".")[0] not in RECEIVERS), found[-1] if found else "")
    return structured + grad + rest if structured else ""


def names_shown_first(program: Program, value: str) -> tuple[str, ...]:
    """Return all names of a value in the user's code. The name that output shows comes first."""
    return tuple(dict.fromkeys(filter(None, (name_beside(program, value), *user_names(program, value)))))


def names_in(program: Program) -> Callable[[str], tuple[str, ...]]:
    """Return a function like `names_shown_first`, which returns () if another thread adds ops at the same time."""

    def names(value: str) -> tuple[str, ...]:
        try:
            return names_shown_first(program, value)
        except RuntimeError:  # a dict changed its size: once the program is complete, output is written again
            return ()

    return names


def with_names_beside(program: Program, text: str, title: str = "") -> str:
    """Return a text about values in which the user's name is added after each generated name, except after `title`."""
    named: set[str] = {title}

    def beside(found: re.Match[str]) -> str:
        value = found[0]
        if value in named:
            return value
        named.add(value)
        return label(value, name_beside(program, value))

    return _VALUE.sub(beside, text)


def in_user_names(program: Program, text: str, names: Mapping[str, Iterable[str]] | None = None) -> str:
    """Replace each generated name in a text by the user's name if that name is known. `name_beside` finds the name."""
    return _VALUE.sub(lambda found: name_beside(program, found[0], names) or found[0], text)


def label(value: str, called: str) -> str:
    """Return the name of a value, followed by another name in parentheses, such as `linear_0.w_0 (net.fc.weight)`."""
    return f"{value} ({called})" if called else value


_VALUE = re.compile(rf"\b(?:[A-Za-z]\w*_\d+(?:\.\w+)*|{UNNUMBERED})(?:{GRAD})?(?![\w@(])")
