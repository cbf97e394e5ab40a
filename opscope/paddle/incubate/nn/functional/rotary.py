"""Rotary position embedding: rotates pairs of values by angles that grow with the position."""

from __future__ import annotations

from typing import Any

import numpy as np

from opscope.core.public_calls import note_functions
from opscope.core.source import site
from opscope.errors import ArgumentError, UnsupportedError
from opscope.ops import creation
from opscope.ops.elementwise.arithmetic import cast_like
from opscope.ops.indexing.gather import gather
from opscope.ops.manipulation import concat_split
from opscope.ops.manipulation.reshape import reshape, unsqueeze


def _table(length: int, size: int) -> tuple[Any, Any]:
    """Return (sin, cos) [length, size] of the paper: both values of a pair have one angle."""
    angles = np.arange(length)[:, None] / 10000.0 ** (np.arange(0, size, 2) / size)
    angles = np.repeat(angles, 2, axis=1)
    return creation.assign_value(values=np.sin(angles)), creation.assign_value(values=np.cos(angles))


def _rotated(x: Any, adjacent: bool) -> Any:
    """Return (-b, a) for each pair (a, b) of the last dim: adjacent values, or one value of each half."""
    half = x.shape[-1] // 2
    if adjacent:
        pairs = reshape(x, shape=[*x.shape[:-1], half, 2])
        return reshape(concat_split.stack([-pairs[..., 1], pairs[..., 0]], axis=-1), shape=list(x.shape))
    return concat_split.concat([-x[..., half:], x[..., :half]], axis=-1)


def _at(table: Any, position_ids: Any, like: Any) -> Any:
    """Return sin or cos as [1 or N, length, 1, size]."""
    table = cast_like(reshape(table, shape=[-1, table.shape[-1]]), like)
    rows = table if position_ids is None else gather(table, position_ids)
    return unsqueeze(rows, axis=[0, 2] if position_ids is None else [2])


def fused_rotary_position_embedding(
    q: Any,
    k: Any = None,
    v: Any = None,
    sin: Any = None,
    cos: Any = None,
    position_ids: Any = None,
    use_neox_rotary_style: bool = True,
) -> tuple[Any, Any, Any]:
    """Return (q, k, v) rotated, None for an absent argument: [N, length, heads, size].

    The size is even. Pairs are adjacent values, or with use_neox_rotary_style=False one value of each half. sin and cos
    are [length, size] or [1, length, 1, size]; by default, the angles are position / 10000 ** (2 i / size).
    position_ids [N, length] select rows of sin and cos. Raises ArgumentError for an odd size or for sin without cos,
    UnsupportedError for halves without sin and cos, and for positions without sin and cos, where Paddle's kernel and
    its documentation do not agree.
    Source: Su et al. 2021.
    """
    if (sin is None) != (cos is None):
        raise ArgumentError(
            "fused_rotary_position_embedding: sin and cos must both be passed, or both be left out", site=site()
        )
    if q.shape[-1] % 2:
        raise ArgumentError("The head_dim of input must be a multiple of 2.", facts={"q": list(q.shape)}, site=site())
    if sin is None and (not use_neox_rotary_style or position_ids is not None):
        raise UnsupportedError(
            "without sin and cos, fused_rotary_position_embedding needs use_neox_rotary_style=True and no "
            "position_ids", site=site(),
            fix="pass sin and cos",
        )  # fmt: skip
    if sin is None and -1 in (q.shape[1], q.shape[3]):
        raise UnsupportedError(
            "fused_rotary_position_embedding: the length of the sequence is unknown",
            site=site(),
            fix="pass sin and cos",
        )
    if sin is None:
        sin, cos = _table(q.shape[1], q.shape[3])
    turn = [None if x is None else _turned(x, sin, cos, position_ids, use_neox_rotary_style) for x in (q, k, v)]
    return turn[0], turn[1], turn[2]


def _turned(x: Any, sin: Any, cos: Any, position_ids: Any, adjacent: bool) -> Any:
    return x * _at(cos, position_ids, x) + _rotated(x, adjacent) * _at(sin, position_ids, x)


note_functions(__name__)
