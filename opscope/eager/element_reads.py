"""Test whether a gradient rule reads the elements of a value, or only its shape and dtype."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from opscope.core.dtype import as_dtype
from opscope.core.spec import TensorSpec
from opscope.ops.grad_ops import AbstractValue
from opscope.ops.pullback import Pullback
from opscope.ops.registry import Attrs, Op

# Inputs of which an op reads only the shape are called `like`, with these exceptions.
_SHAPE_ONLY = {"expand_as": "y", "zeros_like": "x", "full_like": "x", "shape": "x", "numel": "x"}


class _ElementReads(AbstractValue):
    """A value without elements. It records whether an op would read its elements."""

    __slots__ = ("read",)

    def __init__(self, spec: TensorSpec) -> None:
        super().__init__(spec)
        self.read = False

    @staticmethod
    def __apply_op__(op: Op, inputs: Sequence[Any], attrs: Attrs) -> Any:
        shape_only = ("like", "likes", _SHAPE_ONLY.get(op.name))
        for position, value in enumerate(inputs):
            if isinstance(value, _ElementReads) and op.input_name(position) not in shape_only:
                value.read = True
        made = AbstractValue.__apply_op__(op, inputs, attrs)
        if isinstance(made, list):
            return [None if m is None else _ElementReads(m.spec) for m in made]
        return _ElementReads(made.spec)


def reads_elements(pull: Pullback, position: int, values: Sequence[Any], attrs: Attrs) -> bool:
    """Return True if the gradient rule `pull` reads the elements of the value at `position`, or if this is unknown."""
    asked = [_ElementReads(TensorSpec(tuple(v.shape), as_dtype(v.dtype))) if hasattr(v, "shape") else v for v in values]
    try:
        pull(asked, attrs)
    except Exception:  # noqa: BLE001 (a rule that wants an array here reads it)
        return True
    return asked[position].read
