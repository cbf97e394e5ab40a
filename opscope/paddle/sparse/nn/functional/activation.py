"""Activations of sparse tensors: f(0) is 0, so only the values change. softmax uses only the stored elements."""

from __future__ import annotations

from typing import Any

from opscope.core.public_calls import note_functions
from opscope.core.source import site
from opscope.errors import UnsupportedError
from opscope.ops.indexing.segments import rows_extreme
from opscope.ops.registry import REGISTRY
from opscope.paddle.sparse import sites
from opscope.paddle.sparse.asked import axis_of, floats, sparse
from opscope.paddle.sparse.base import SparseTensor, added_up, picked, placed
from opscope.paddle.sparse.formats import SparseCsrTensor


def _of_floats(x: Any, name: str) -> SparseTensor:
    return floats(sparse(x, name), name)


def relu(x: Any, name: str | None = None) -> Any:
    """Return max(x, 0) for each element of a sparse tensor. Raises UnsupportedError for a dense tensor."""
    x = _of_floats(x, "relu")
    return x.like(REGISTRY.public["relu"](x._values))


def relu6(x: Any, name: str | None = None) -> Any:
    """Return min(max(x, 0), 6) for each element of a sparse tensor. Raises UnsupportedError for a dense tensor."""
    x = _of_floats(x, "relu6")
    return x.like(REGISTRY.public["relu6"](x._values))


def leaky_relu(x: Any, negative_slope: float = 0.01, name: str | None = None) -> Any:
    """Return x where x > 0, and negative_slope * x elsewhere. Raises UnsupportedError for a dense tensor."""
    x = _of_floats(x, "leaky_relu")
    return x.like(REGISTRY.public["leaky_relu"](x._values, negative_slope))


def softmax(x: Any, axis: int = -1, name: str | None = None) -> Any:
    """Return exp(x), divided by the sum along an axis; only stored elements are in the sum.

    The axis of a SparseCsrTensor is the last axis. Raises UnsupportedError for another axis, AxisError for an axis out
    of range.
    """
    x = _of_floats(x, "softmax")
    if isinstance(x, SparseCsrTensor) and axis != -1:
        raise UnsupportedError(
            "softmax of a SparseCsrTensor supports only axis=-1",
            facts={"axis": axis},
            site=site(),
            fix="convert x to a SparseCooTensor",
        )
    axis, lead = axis_of(axis, x, "softmax"), x.sparse_dim
    if axis >= lead:
        return x.like(REGISTRY.public["softmax"](x._values, axis - lead + 1))
    others = [d for d in range(lead) if d != axis]
    numbers, (group,) = sites.merged(sites.flat(x.sites()[others], [x.shape[d] for d in others]))
    return x.like(grouped_softmax(x._values, group, len(numbers)))


def grouped_softmax(values: Any, group: Any, count: int) -> Any:
    """Return the softmax over the rows of each of `count` groups."""
    top = rows_extreme(values.detach(), placed(group, values), rows=count)
    powers = REGISTRY.public["exp"](values - picked(top, group))
    return powers / picked(added_up(powers, group, count), group)


note_functions(__name__)
