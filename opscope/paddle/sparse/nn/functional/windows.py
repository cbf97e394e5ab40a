"""Windows over the dims between N and C, and the elements of a sparse tensor in each window."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from opscope.core.source import site
from opscope.errors import ShapeError, UnsupportedError
from opscope.ops.nn import windows_nd
from opscope.paddle.nn.functional.layout import window_padding
from opscope.paddle.sparse import sites
from opscope.paddle.sparse.base import SparseTensor


class Windows(NamedTuple):
    """`taps[k]`: the elements at position k of a window.

    `into[k]`: the numbers of their windows, in the order of `where`.
    """

    where: sites.Sites  # of the windows that hold an element
    dims: list[int]  # N and those that the window moves over, afterwards
    taps: list[Any]
    into: list[Any]


def windows(
    x: SparseTensor, kernel: Sequence[int], stride: Any, padding: Any, dilation: Any, name: str, same: bool = False
) -> Windows:
    """Return the windows of x [N, *, C], C dense. `same`: one window around each element, for submanifold convolution.

    Raises UnsupportedError for padding by name, ShapeError if x is smaller than a window.
    """
    count = len(kernel)
    if isinstance(padding, str):
        raise UnsupportedError(
            f"{name}: padding={padding!r} is not supported", site=site(), fix="pass the padding as numbers"
        )
    if x.sparse_dim != count + 1 or x.ndim != count + 2:
        raise UnsupportedError(f"{name}: x must have {count + 1} sparse dims and one dense dim", site=site())
    stride, dilation = (windows_nd.many(v, count, n) for v, n in ((stride, "stride"), (dilation, "dilation")))
    pads = windows_nd.paddings(window_padding(padding, count, True), count)
    if same:
        if any(v != 1 for v in (*stride, *dilation)):
            raise UnsupportedError(
                f"{name} does not support a stride or a dilation", site=site(), fix="pass stride=1 and dilation=1"
            )
        pads = [(k // 2, k // 2) for k in kernel]
    before = x.shape[: count + 1]
    room = [n + sum(p) - d * (k - 1) - 1 for n, p, k, d in zip(before[1:], pads, kernel, dilation, strict=True)]
    if min(room) < 0:
        raise ShapeError(f"{name}: x is smaller than the window", facts={"x": x.shape, "window": list(kernel)})
    dims = before if same else [before[0], *(r // s + 1 for r, s in zip(room, stride, strict=True))]
    found = x.sites()
    taps, numbers = _taps(found, dims, kernel, stride, [p[0] for p in pads], dilation)
    if same:
        return _around(found, dims, taps, numbers)
    union, into = sites.merged(*numbers)
    return Windows(sites.unflat(union, dims), dims, taps, into)


def _taps(found: Any, dims: Any, kernel: Any, stride: Any, before: Any, dilation: Any) -> tuple[list[Any], list[Any]]:
    """Return for each position in a window the elements at this position, and the numbers of their windows."""
    taps: list[Any] = []
    numbers: list[Any] = []
    column = lambda v: np.asarray(v, "int64").reshape(-1, 1)
    size = column(dims[1:])
    for place in itertools.product(*map(range, kernel)):
        begin = found[1:] + column(before) - column(place) * column(dilation)
        at = begin // column(stride)
        inside = ((begin % column(stride) == 0) & (at >= 0) & (at < size)).all(axis=0).nonzero()[0]
        taps.append(inside)
        numbers.append(sites.flat(np.concatenate([found[:1, inside], at[:, inside]]), dims))
    return taps, numbers


def _around(found: Any, dims: list[int], taps: list[Any], numbers: list[Any]) -> Windows:
    """Return only the windows whose center is an element, in the order of the elements."""
    own = sites.flat(found, dims)
    order = np.argsort(own, kind="stable")
    kept: list[Any] = []
    into: list[Any] = []
    for tap, wanted in zip(taps, numbers, strict=True):
        at = np.minimum(np.searchsorted(own[order], wanted), len(own) - 1)
        hit = own[order][at] == wanted if len(own) else np.zeros(0, "bool")
        kept.append(tap[hit])
        into.append(order[at[hit]] if len(own) else wanted)
    return Windows(found, dims, kept, into)
