"""Padding with a constant value."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from opscope.core import shape as dims
from opscope.core.annotations import Array, ArrayModule
from opscope.core.spec import TensorSpec
from opscope.errors import ShapeError
from opscope.ops import samples
from opscope.ops.manipulation.getitem import getitem
from opscope.ops.registry import Sample, op


def _pad(x: TensorSpec, *, paddings: Sequence[int], value: float = 0.0) -> TensorSpec:
    if len(paddings) != 2 * x.rank or min(paddings, default=0) < 0:
        raise ShapeError(
            f"pad: paddings {list(paddings)} do not match the dims of x",
            facts={"x": x},
            fix="pass two numbers, 0 or more, for each dim",
        )
    return x.with_shape(tuple(dims.add(d, *paddings[2 * i : 2 * i + 2]) for i, d in enumerate(x.shape)))


def _inside(paddings: Sequence[int]) -> tuple[Any, ...]:
    """Return the index of the values that are not padding."""
    return tuple((before, -after or None, None) for before, after in zip(paddings[::2], paddings[1::2], strict=True))


@op(
    check_shapes=True,
    infer=_pad,
    vjp={"x": lambda dout, paddings: getitem(dout, index=_inside(paddings))},
    samples=lambda: [
        Sample((samples.array(2, 3),), {"paddings": [0, 1, 2, 0]}),
        Sample((samples.array(3),), {"paddings": [1, 1], "value": 2.5}),
    ],
)
def pad(xp: ArrayModule, x: Array, *, paddings: Sequence[int], value: float = 0.0) -> Array:
    """Pad x with `value`; paddings: before and after, for each dim from the first."""
    pairs = list(zip(paddings[::2], paddings[1::2], strict=True))
    return xp.pad(x, pairs, mode="constant", constant_values=value)
