"""Sparse tensors with moved elements: transpose, reshape and slice."""

from __future__ import annotations

import builtins
import math
from collections.abc import Sequence
from typing import Any

from opscope.core.public_calls import note_functions
from opscope.core.source import site
from opscope.errors import ArgumentError, ShapeError, UnsupportedError
from opscope.ops.attr_values import static_sizes
from opscope.ops.manipulation import reshape as manipulation
from opscope.paddle.sparse import sites
from opscope.paddle.sparse.asked import axis_of, sparse
from opscope.paddle.sparse.base import SparseTensor, picked


def transpose(x: Any, perm: Sequence[int], name: str | None = None) -> Any:
    """Permute the dims: dim i of the result is dim perm[i] of x.

    Raises ArgumentError if perm is not a permutation of the dims, UnsupportedError if sparse and dense dims would mix.
    """
    x = sparse(x, "transpose")
    order = [axis_of(int(axis), x, "transpose") for axis in perm]
    if sorted(order) != list(range(x.ndim)):
        raise ArgumentError(
            f"perm should contain each of the {x.ndim} dims once, but it is {list(perm)}",
            site=site(),
        )
    lead = x.sparse_dim
    if max(order[:lead]) >= lead:
        raise UnsupportedError(
            f"a transpose that exchanges sparse dims (the first {lead} dims) with dense dims is not supported",
            site=site(),
            fix="call x.to_dense().transpose(perm)",
        )
    values = x.values()
    if lead < x.ndim:
        values = manipulation.transpose(values, perm=[0, *(axis - lead + 1 for axis in order[lead:])])
    return x.at(x.sites()[order[:lead]], values, [x.shape[axis] for axis in order], x.kinds())


def _filled(shape: Sequence[int], x: SparseTensor) -> list[int]:
    """Return the shape: a 0 is the dim of x at this position, and one -1 is computed."""
    if any(d == 0 and i >= x.ndim for i, d in enumerate(shape)):
        raise ArgumentError(
            f"reshape: a 0 in shape {list(shape)} copies a dim that x does not have", facts={"x": x.shape}, site=site()
        )
    filled = [x.shape[i] if d == 0 else d for i, d in enumerate(shape)]
    known = math.prod(d for d in filled if d != -1)
    if filled.count(-1) == 1 and known:
        filled[filled.index(-1)] = x.size // known
    if min(filled, default=0) < 0 or math.prod(filled) != x.size:
        raise ShapeError(
            f"reshape: x has {x.size} elements and the shape {x.shape}, which do not fill the shape {list(shape)}.",
            site=site(),
        )
    return filled


def reshape(x: Any, shape: Sequence[int], name: str | None = None) -> Any:
    """Reshape x: a 0 is the dim of x at this position, and one -1 is computed.

    Raises ShapeError (a ValueError) for another number of elements, UnsupportedError if dense dims would change.
    """
    x = sparse(x, "reshape")
    wanted = _filled(static_sizes(shape, "reshape"), x)
    lead = x.sparse_dim
    dense = x.shape[lead:]
    rest = len(wanted) - len(dense)
    if rest < 1 or wanted[rest:] != dense:
        raise UnsupportedError(
            f"a reshape that changes the dense dims {dense} is not supported", facts={"x": x.shape, "shape": wanted},
            site=site(), fix="call x.to_dense().reshape(shape)",
        )  # fmt: skip
    found = sites.unflat(sites.flat(x.sites(), x.shape[:lead]), wanted[:rest])
    return x.at(found, x.values(), wanted, x.kinds())


def _bounds(axis: int, start: int, end: int, x: SparseTensor) -> tuple[int, int]:
    size = x.shape[axis]
    start, end = (min(max(v + size if v < 0 else v, 0), size) for v in (start, end))
    if end < start:
        raise ArgumentError(
            f"slice: end should not be less than start, but end is {end} and start is {start}.", site=site()
        )
    return start, end


def slice(x: Any, axes: Any, starts: Any, ends: Any, name: str | None = None) -> Any:
    """Return the part of x from starts to ends along axes. Negative numbers count from the end.

    starts and ends are lists or Tensors. Raises ArgumentError (a ValueError) if the lists have different lengths, and
    for an end before its start.
    """
    x = sparse(x, "slice")
    axes, starts, ends = (_numbers(v) for v in (axes, starts, ends))
    if not len(axes) == len(starts) == len(ends):
        raise ArgumentError(
            f"slice: axes, starts and ends should have the same length, but have {len(axes)}, {len(starts)} and "
            f"{len(ends)} elements",
            site=site(),
        )
    axes = [axis_of(axis, x, "slice") for axis in axes]
    if len(set(axes)) < len(axes):
        raise ArgumentError(f"slice: axes {axes} contains an axis twice", site=site())
    bounds = [(0, d) for d in x.shape]
    for axis, start, end in zip(axes, starts, ends, strict=True):
        bounds[axis] = _bounds(axis, start, end, x)
    found, lead = x.sites(), x.sparse_dim
    inside = found[0] >= 0
    for row, (start, end) in zip(found, bounds[:lead], strict=True):
        inside &= (row >= start) & (row < end)
    kept = inside.nonzero()[0]
    values = picked(x._values, kept)
    values = values[tuple(builtins.slice(*pair) for pair in [(None, None), *bounds[lead:]])]
    first = [[start] for start, _ in bounds[:lead]]
    return x.at(found[:, kept] - first, values, [end - start for start, end in bounds], x.kinds())


def _numbers(given: Any) -> list[int]:
    return [int(v) for v in given]


note_functions(__name__)
