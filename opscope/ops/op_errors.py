"""Why an op did not take what it was given: in the words of its shape rule, where the kernel only had NumPy's."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from opscope.core.spec import spec_of
from opscope.errors import ArgumentError, OpscopeError, RangeError, UsageError
from opscope.ops.registry import Attrs, Op

_LONG = 60  # characters of an attribute that are shown


def refusal(error: Exception, op: Op, inputs: Sequence[Any], attrs: Attrs) -> Exception:
    """The error to raise where the kernel of `op` raised `error` on these values: of the same built-in type, or wider.

    What opscope does not know how to say better stays itself.
    """
    if isinstance(error, OpscopeError):
        return error
    said = op.stranger(inputs) or _by_rule(op, inputs, attrs)
    if said is None and isinstance(error, AttributeError):  # the kernel asked a number for its dtype
        said = op.stranger(inputs, numbers=False)
    if said is not None:
        return said
    if isinstance(error, IndexError) and not isinstance(error, ValueError):
        return RangeError(
            f"(OutOfRange) {error}", facts=_ends(op, inputs), fix="look at the smallest and largest index"
        )
    if isinstance(error, OverflowError):
        return ArgumentError(str(error), fix="cast the tensor to a wider dtype first")
    if isinstance(error, ValueError):
        return ArgumentError(str(error))
    return UsageError(str(error)) if isinstance(error, TypeError) else error


def _by_rule(op: Op, inputs: Sequence[Any], attrs: Attrs) -> OpscopeError | None:
    try:
        op.infer(*map(spec_of, inputs), **attrs)
    except OpscopeError as said:
        return said
    except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError):  # it has no words for this either
        return None
    return None


def _ends(op: Op, inputs: Sequence[Any]) -> Mapping[str, object]:
    """The smallest and the largest value of integer inputs: of those that may be indices."""
    return {
        f"{op.input_name(i)} holds": f"{v.min()} to {v.max()}"
        for i, v in enumerate(inputs)
        if getattr(getattr(v, "dtype", None), "kind", "") in "iu" and getattr(v, "size", 0)
    }


def _told(value: Any) -> object:
    return spec_of(value) if hasattr(value, "shape") or isinstance(value, int | float | complex) else repr(value)


def shown(op: Op, inputs: Sequence[Any], attrs: Attrs) -> dict[str, object]:
    """What an op was given, by parameter: `x  float32[2, 3]`, `axis  5`."""
    facts: dict[str, object] = {}
    for i, value in enumerate(inputs):
        name = op.input_name(i)
        if value is not None:
            facts[f"{name}[{i - len(op.inputs)}]" if name == op.variadic else name] = _told(value)
    facts.update({n: text for n, v in attrs.items() if v is not None and len(text := repr(v)) <= _LONG})
    return facts
