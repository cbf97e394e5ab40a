"""Selection of rows from several tensors; an index selects the tensor of each row."""

from __future__ import annotations

from typing import Any

import numpy as np

from opscope.core import shape as dims
from opscope.core.annotations import Array, ArrayModule
from opscope.core.spec import TensorSpec
from opscope.errors import ShapeError
from opscope.ops import infer, samples
from opscope.ops.elementwise.arithmetic import cast_like, together
from opscope.ops.manipulation import reshape
from opscope.ops.registry import Sample, op


def _chosen(index: TensorSpec, *inputs: TensorSpec) -> TensorSpec:
    if index.rank != 2:
        raise ShapeError(
            "The index tensor must be a vector with 2 dimensions",
            facts={"index": index},
            fix="reshape index to [rows, 1]",
        )
    shape: dims.Shape | None = inputs[0].shape
    for other in inputs[1:]:
        shape = shape and dims.unify(shape, other.shape)
    if not shape:
        raise ShapeError(
            "multiplex: the inputs have different shapes", facts={f"inputs[{i}]": spec for i, spec in enumerate(inputs)}
        )
    return TensorSpec((index.shape[0] if shape[0] is None else shape[0], *shape[1:]), infer.promoted(*inputs))


def _rows_rule(dout: Array, index: Array, inputs: Array) -> list[Any]:
    wide = reshape.unsqueeze(index, axis=[-1] * (len(dout.shape) - 2)) if len(dout.shape) > 2 else index
    wide = reshape.squeeze(wide, axis=-1) if len(dout.shape) == 1 else wide
    return [dout * cast_like(wide == k, dout) for k in range(len(inputs))]


@op(
    check_shapes=True,
    infer=_chosen,
    samples=lambda: [
        Sample((np.array([[1], [0]]), samples.array(2, 3), samples.array(2, 3, seed=1))),
        Sample((np.array([[2], [0], [1]]), *(samples.array(3, 2, 2, seed=i) for i in range(3)))),
    ],
    vjp={"inputs": _rows_rule},
)
def multiplex(xp: ArrayModule, index: Array, *inputs: Array) -> Array:
    """Return an output whose row i is row i of the tensor number index[i]; index: integers [rows, 1]."""
    rows = xp.arange(index.shape[0])
    return xp.stack(together(xp, inputs))[index[:, 0], rows]
