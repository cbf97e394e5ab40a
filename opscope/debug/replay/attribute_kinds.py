"""Check of an attribute value that the user sets: the value must match the type annotation of the kernel."""

from __future__ import annotations

import inspect
import numbers
from collections.abc import Callable
from typing import Any

import numpy as np

from opscope.errors import ArgumentError, NotFound, UnsupportedError, nearest
from opscope.ir.program.program import Operator


def _is_bool(value: Any) -> bool:
    return isinstance(value, bool | np.bool_)


def _is_int(value: Any) -> bool:
    return isinstance(value, numbers.Integral) and not _is_bool(value)


def _is_number(value: Any) -> bool:
    return isinstance(value, numbers.Real) and not _is_bool(value)


def _all(test: Callable[[Any], bool]) -> Callable[[Any], bool]:
    return lambda value: isinstance(value, list | tuple) and all(map(test, value))


_KINDS: dict[str, tuple[Callable[[Any], bool], str]] = {
    "bool": (_is_bool, "True or False"),
    "int": (_is_int, "a whole number"),
    "float": (_is_number, "a number"),
    "str": (lambda value: isinstance(value, str), "a text"),
    "Sequence[int]": (_all(_is_int), "a list of whole numbers, as [1, 2]"),
    "Sequence[float]": (_all(_is_number), "a list of numbers, as [0.5, 1]"),
    "axis": (lambda value: _is_int(value) or _all(_is_int)(value), "an axis, or a list of axes, as [0, 1]"),
}
"""For each annotation in the kernels' signatures: a test for values, and a text that describes the allowed values.

Attributes with other annotations (dtypes, templates) accept any value, except axes."""


def check_kind(operator: Operator, name: str, value: Any) -> None:
    """Raise ArgumentError if a value has the wrong type for the attribute, because a run with this value would fail.

    None is accepted if the default value or the current value of the attribute is None.
    """
    parameter = inspect.signature(operator.op.kernel).parameters.get(name)
    words = str(parameter.annotation).split(" | ") if parameter is not None else []
    if words == ["Any"] and name == "axis":
        words = ["axis"]
    kinds = [_KINDS[word] for word in words if word in _KINDS]
    now = operator.op.with_defaults(operator.attrs)[name]
    if len(kinds) < len([word for word in words if word != "None"]) or not kinds:
        return
    may_be_none = now is None or parameter is None or parameter.default is None or "None" in words
    if (value is None and may_be_none) or any(test(value) for test, _ in kinds):
        return
    wanted = " or ".join(text for _, text in kinds) + (", or None" if may_be_none else "")
    raise ArgumentError(
        f"{name} of {operator.type} must be {wanted}, not {value!r}", fix=f"pass a value like the present one, {now!r}"
    )


def fixed_attributes(operator: Operator) -> str:
    """Return the reason why no attribute of an operator can be changed; "" if its attributes can be changed."""
    return "it calls the program's own functions" if operator.op.opaque or operator.blocks else ""


def check_attribute(operator: Operator, name: str) -> None:
    """Raise UnsupportedError if the operator's attributes cannot be changed, and NotFound for an unknown attribute."""
    if why := fixed_attributes(operator):
        raise UnsupportedError(f"{operator.type} has no attributes to change: {why}")
    known = operator.op.with_defaults(operator.attrs)
    if not isinstance(name, str) or name not in known:
        fix = nearest(name, known) or f"the operator has {', '.join(known) or 'none'}"
        raise NotFound(f"{operator.type} has no attribute {name!r}", fix=fix)
