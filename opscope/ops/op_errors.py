"""Better errors from kernels: the error of the shape rule replaces NumPy's error."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from opscope.core.annotations import Array
from opscope.core.spec import spec_of
from opscope.errors import ArgumentError, OpscopeError, RangeError, UsageError
from opscope.ops.registry import Attrs, Op

_LONG = 60  # characters of an attribute that are shown


def user_error(error: Exception, op: Op, inputs: Sequence[Any], attrs: Attrs) -> Exception:
    """Return the error to raise when the kernel of `op` raised `error` for these values.

    The built-in type is the same or a base class. An error that opscope cannot improve is returned unchanged.
    """
    if isinstance(error, OpscopeError):
        return error
    found = op.bad_argument(inputs) or _shape_rule_error(op, inputs, attrs)
    if found is None and isinstance(error, AttributeError):  # the kernel asked a number for its dtype
        found = op.bad_argument(inputs, allow_numbers=False)
    if found is not None:
        return found
    if isinstance(error, IndexError) and not isinstance(error, ValueError):
        return RangeError(
            f"(OutOfRange) {error}",
            facts=_index_range(op, inputs),
            fix="compare the smallest and largest index with the size",
        )
    if isinstance(error, OverflowError):
        return ArgumentError(str(error), fix="cast the tensor to a wider dtype first")
    if isinstance(error, ValueError):
        return ArgumentError(str(error))
    return UsageError(str(error)) if isinstance(error, TypeError) else error


def _shape_rule_error(op: Op, inputs: Sequence[Any], attrs: Attrs) -> OpscopeError | None:
    try:
        op.infer(*map(spec_of, inputs), **attrs)
    except OpscopeError as found:
        return found
    except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError):  # it has no words for this either
        return None
    return None


def _index_range(op: Op, inputs: Sequence[Any]) -> Mapping[str, object]:
    """Return the smallest and the largest value of integer inputs that may be indices."""
    return {
        f"{op.input_name(i)} holds": f"{v.min()} to {v.max()}"
        for i, v in enumerate(inputs)
        if getattr(getattr(v, "dtype", None), "kind", "") in "iu" and getattr(v, "size", 0)
    }


def _describe(value: Array) -> object:
    return spec_of(value) if hasattr(value, "shape") or isinstance(value, int | float | complex) else repr(value)


def describe_arguments(op: Op, inputs: Sequence[Any], attrs: Attrs) -> dict[str, object]:
    """Return the arguments of an op, by parameter: `x  float32[2, 3]`, `axis  5`."""
    facts: dict[str, object] = {}
    for i, value in enumerate(inputs):
        name = op.input_name(i)
        if value is not None:
            facts[f"{name}[{i - len(op.inputs)}]" if name == op.variadic else name] = _describe(value)
    facts.update({n: text for n, v in attrs.items() if v is not None and len(text := repr(v)) <= _LONG})
    return facts
