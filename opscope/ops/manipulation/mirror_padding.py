"""Padding with the tensor's own values: mirrored, repeated from the border, or circular."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from opscope.core import shape as dims
from opscope.core.annotations import Array, ArrayModule
from opscope.core.spec import TensorSpec
from opscope.errors import ArgumentError, ShapeError
from opscope.ops import samples
from opscope.ops.manipulation.reshape import shape_like
from opscope.ops.registry import Sample, op

MODES = ("reflect", "replicate", "circular")


def _pairs(paddings: Sequence[int]) -> list[tuple[int, int]]:
    return list(zip(paddings[::2], paddings[1::2], strict=True))


def _check_paddings(shape: dims.Shape, paddings: Sequence[int], mode: str) -> None:
    """Raise ArgumentError for an unknown mode, and ShapeError for paddings that are too large for the dims."""
    if mode not in MODES:
        raise ArgumentError(f"pad: mode {mode!r} is not supported", fix=f"use one of constant, {', '.join(MODES)}")
    facts = {"x": dims.text(shape)}
    if len(paddings) != 2 * len(shape) or min(paddings, default=0) < 0:
        raise ShapeError(
            f"pad: paddings {list(paddings)} do not match the dims of x",
            facts=facts,
            fix="pass two numbers, 0 or more, for each dim",
        )
    for dim, pair in zip(shape, _pairs(paddings), strict=True):
        room = None if dim is None else {"reflect": dim - 1, "circular": dim}.get(mode)
        if room is not None and max(pair) > room:
            raise ShapeError(
                f"pad: {max(pair)} values cannot be copied from a dim of {dim} (mode={mode!r})",
                facts=facts,
                fix="pad less, or use mode='replicate'",
            )


def _padded(x: TensorSpec, *, paddings: Sequence[int], mode: str) -> TensorSpec:
    _check_paddings(x.shape, paddings, mode)
    return x.with_shape(tuple(dims.add(d, *p) for d, p in zip(x.shape, _pairs(paddings), strict=True)))


def _sources(xp: ArrayModule, dim: int, before: int, after: int, mode: str) -> Any:
    """Return the source position of each value of the padded dim."""
    at = xp.arange(-before, dim + after)
    if mode == "circular":
        return at % dim
    if mode == "replicate":
        return xp.clip(at, 0, dim - 1)
    return (dim - 1) - xp.abs((dim - 1) - xp.abs(at))


@op(
    infer=_padded,
    vjp={"x": lambda dout, x, attrs: pad_mirrored_sum(dout, x, **attrs)},
    samples=lambda: [
        Sample((samples.array(2, 3),), {"paddings": [0, 1, 2, 0], "mode": "reflect"}),
        Sample((samples.array(2, 3),), {"paddings": [3, 1, 0, 2], "mode": "replicate"}),
        Sample((samples.array(2, 3),), {"paddings": [1, 2, 3, 1], "mode": "circular"}),
    ],
)
def pad_mirrored(xp: ArrayModule, x: Array, *, paddings: Sequence[int], mode: str) -> Array:
    """Pad x with its own values; paddings: before and after, for each dim from the first.

    mode 'reflect' mirrors without the border, 'replicate' repeats the border, 'circular' continues at the other side.
    """
    _check_paddings(x.shape, paddings, mode)
    for axis, (before, after) in enumerate(_pairs(paddings)):
        if before or after:
            x = xp.take(x, _sources(xp, x.shape[axis], before, after, mode), axis=axis)
    return xp.array(x)


@op(
    infer=shape_like,
    vjp={"x": lambda dout, attrs: pad_mirrored(dout, **attrs)},
    samples=lambda: [
        Sample((samples.array(3, 5), samples.array(2, 3)), {"paddings": [0, 1, 2, 0], "mode": mode}) for mode in MODES
    ],
)
def pad_mirrored_sum(xp: ArrayModule, x: Array, like: Array, *, paddings: Sequence[int], mode: str) -> Array:
    """Add the values of x where pad_mirrored read them, in the shape of `like`: the gradient of pad_mirrored."""
    for axis, (before, after) in enumerate(_pairs(paddings)):
        if before or after:
            out = xp.zeros((*x.shape[:axis], like.shape[axis], *x.shape[axis + 1 :]), dtype=x.dtype)
            sources = _sources(xp, like.shape[axis], before, after, mode)
            xp.add.at(out, (*(slice(None),) * axis, sources), x)
            x = out
    return xp.array(x)
