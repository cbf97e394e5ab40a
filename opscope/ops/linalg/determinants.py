"""Determinants, and the logarithms of determinants."""

from __future__ import annotations

from typing import Any

from opscope.core.annotations import Array, ArrayModule
from opscope.core.public_calls import note_functions
from opscope.core.spec import TensorSpec
from opscope.ops import samples
from opscope.ops.linalg.matmul import matmul
from opscope.ops.linalg.matrix_shapes import column, like, square, squared, swap, wide
from opscope.ops.linalg.solve import inverse, regular
from opscope.ops.reduction import sum as total
from opscope.ops.registry import REGISTRY, Sample, op


def _det(x: TensorSpec) -> TensorSpec:
    square("det", x)
    return x.with_shape(x.shape[:-2])


def _over_matrices(x: Array) -> Any:
    """Reshape one number per matrix so that it broadcasts over the matrix."""
    return column(column(x))


@op(
    dtype_kinds="f",
    infer=_det,
    vjp={"x": lambda dout, x: _over_matrices(dout) * cofactors(x)},
    samples=lambda: [Sample((samples.array(3, 3),)), Sample((regular(2, 2, 2),))],
)
def determinant(xp: ArrayModule, x: Array) -> Array:
    """Return the determinants of square matrices [..., n, n]. The gradient of a singular matrix is also correct."""
    square("det", x)
    return like(x, xp.linalg.det(wide(x)))[0]


def _cofactors_rule(dout: Array, x: Array, out: Array) -> Any:
    turned = swap(inverse(x))
    both = _over_matrices(total(dout * out, axis=(-2, -1)))
    return both * turned - matmul(out, matmul(dout, turned, transpose_x=True))


@op(
    dtype_kinds="f",
    infer=squared("det"),
    vjp={"x": _cofactors_rule},
    samples=lambda: [Sample((regular(3, 3),)), Sample((regular(2, 2, 2),))],
)
def cofactors(xp: ArrayModule, x: Array) -> Array:
    """Return the derivatives of the determinant with respect to each element, also for singular matrices.

    The gradients of cofactors need an inverse.
    """
    u, s, vh = xp.linalg.svd(wide(x))
    ones = xp.ones((*s.shape[:-1], 1), dtype=s.dtype)
    before = xp.concatenate([ones, xp.cumprod(s, axis=-1)[..., :-1]], axis=-1)
    after = xp.concatenate([xp.flip(xp.cumprod(xp.flip(s, axis=-1), axis=-1), axis=-1)[..., 1:], ones], axis=-1)
    sign = xp.linalg.det(u) * xp.linalg.det(vh)
    return like(x, (u * (sign[..., None] * before * after)[..., None, :]) @ vh)[0]


def _slogdet(x: TensorSpec) -> TensorSpec:
    square("slogdet", x)
    return x.with_shape((2, *x.shape[:-2]))


@op(
    dtype_kinds="f",
    infer=_slogdet,
    vjp={"x": lambda dout, x: _over_matrices(REGISTRY["getitem"](dout, index=(1,))) * swap(inverse(x))},
    samples=lambda: [Sample((regular(3, 3),)), Sample((-regular(2, 3, 3),))],
)
def slogdet(xp: ArrayModule, x: Array) -> Array:
    """Return the signs and the logarithms of the absolute values of determinants; -inf for singular matrices."""
    square("slogdet", x)
    sign, logarithm = xp.linalg.slogdet(wide(x))
    return like(x, xp.stack([sign, logarithm]))[0]


def det(x: Array, name: str | None = None) -> Any:
    """Return the determinants of square matrices [..., n, n].

    Source: https://www.paddlepaddle.org.cn/documentation/docs/en/api/paddle/linalg/det_en.html
    """
    return determinant(x, name=name)


note_functions(__name__)
REGISTRY.public["det"] = det
