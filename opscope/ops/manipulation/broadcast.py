"""Operators that broadcast several tensors to one shape, or put them on the diagonal of a matrix."""

from __future__ import annotations

from typing import Any

from opscope.core import shape as dims
from opscope.core.annotations import Array, ArrayModule
from opscope.core.spec import TensorSpec
from opscope.errors import ShapeError
from opscope.ops import infer, samples
from opscope.ops.elementwise.arithmetic import together
from opscope.ops.grad_ops import sum_to
from opscope.ops.registry import Sample, op


@op(
    infer=lambda *x: [s.with_shape(dims.broadcast(*(one.shape for one in x))) for s in x],
    outputs=("*out",),
    vjp={"x": lambda dout, x: [sum_to(grad, one) for grad, one in zip(dout, x, strict=True)]},
    samples=lambda: [
        Sample((samples.array(2, 1), samples.array(3), samples.array())),
        Sample((samples.array(2, 3), samples.array(2, 3))),
    ],
)
def broadcast_tensors(xp: ArrayModule, *x: Array) -> Array:
    """Broadcast several tensors to their common shape."""
    shape = dims.broadcast(*(one.shape for one in x))
    return [xp.broadcast_to(one, shape) for one in x]


def _blocks(*x: TensorSpec) -> TensorSpec:
    if any(s.rank != 2 for s in x):
        raise ShapeError(
            "block_diag: each input must be a matrix",
            facts={f"x[{i}]": s for i, s in enumerate(x)},
            fix="reshape the other inputs to matrices",
        )
    sides = (dims.add(*(s.shape[i] for s in x)) for i in (0, 1))
    return TensorSpec(tuple(sides), infer.promoted(*x))


def _matrices() -> list[Any]:
    return [samples.array(2, 3), samples.array(1, 2), samples.array(2, 1)]


@op(
    infer=_blocks,
    vjp={"x": lambda dout, x: blocks_of(dout, *x)},
    samples=lambda: [Sample(tuple(_matrices()))],
)
def diagonal_blocks(xp: ArrayModule, *x: Array) -> Array:
    """Return a matrix of zeros with the matrices x along the diagonal."""
    parts = together(xp, x)
    out = xp.zeros((sum(p.shape[0] for p in parts), sum(p.shape[1] for p in parts)), dtype=parts[0].dtype)
    top, left = 0, 0
    for part in parts:
        out[top : top + part.shape[0], left : left + part.shape[1]] = part
        top, left = top + part.shape[0], left + part.shape[1]
    return out


@op(
    infer=lambda x, *likes: [s.with_dtype(x.dtype) for s in likes],
    outputs=("*out",),
    vjp={"x": lambda dout: diagonal_blocks(*dout)},
    samples=lambda: [Sample((samples.array(5, 6), *_matrices()))],
)
def blocks_of(xp: ArrayModule, x: Array, *likes: Array) -> Array:
    """Return the blocks along the diagonal of x in the shapes of `likes`: the gradient of diagonal_blocks."""
    out, top, left = [], 0, 0
    for like in likes:
        out.append(x[top : top + like.shape[0], left : left + like.shape[1]])
        top, left = top + like.shape[0], left + like.shape[1]
    return out
