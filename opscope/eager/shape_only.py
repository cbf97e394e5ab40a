"""Whether a gradient rule reads the elements of a value, or asks only for its shape and dtype."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from opscope.core.dtype import as_dtype
from opscope.core.spec import TensorSpec
from opscope.ops.grad import Abstract
from opscope.ops.registry import Attrs, Op
from opscope.ops.rules import Pullback

# Inputs that only lend their shape are called `like`, but for these.
_SHAPE_ONLY = {"expand_as": "y", "zeros_like": "x", "full_like": "x", "shape": "x", "numel": "x"}


class _Asked(Abstract):
    """A value known by its spec, that remembers whether an op wanted its elements."""

    __slots__ = ("read",)

    def __init__(self, spec: TensorSpec) -> None:
        super().__init__(spec)
        self.read = False

    @staticmethod
    def __apply_op__(op: Op, inputs: Sequence[Any], attrs: Attrs) -> Any:
        lent = ("like", "likes", _SHAPE_ONLY.get(op.name))
        for position, value in enumerate(inputs):
            if isinstance(value, _Asked) and op.input_name(position) not in lent:
                value.read = True
        made = Abstract.__apply_op__(op, inputs, attrs)
        if isinstance(made, list):
            return [None if m is None else _Asked(m.spec) for m in made]
        return _Asked(made.spec)


def reads(pull: Pullback, position: int, values: Sequence[Any], attrs: Attrs) -> bool:
    """True if the pullback reads the elements at a position of its values, also where that cannot be told."""
    asked = [_Asked(TensorSpec(tuple(v.shape), as_dtype(v.dtype))) if hasattr(v, "shape") else v for v in values]
    try:
        pull(asked, attrs)
    except Exception:  # noqa: BLE001 (a rule that wants an array here reads it)
        return True
    return asked[position].read
