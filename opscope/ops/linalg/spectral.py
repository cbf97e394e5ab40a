"""Singular values and eigenvalues, and results that depend on them."""

from __future__ import annotations

from typing import Any

from numpy import linalg as host

from opscope.core import shape as dims
from opscope.core.annotations import Array, ArrayModule
from opscope.core.dtype import as_dtype
from opscope.core.place import to_host
from opscope.core.spec import TensorSpec
from opscope.errors import UnsupportedError
from opscope.ops import infer, samples
from opscope.ops.creation import ones_like
from opscope.ops.elementwise.unary import square as squares
from opscope.ops.linalg.cholesky_qr import positive
from opscope.ops.linalg.matmul import matmul
from opscope.ops.linalg.matrix_shapes import (
    column,
    columns,
    like,
    matrix,
    row,
    rows,
    size,
    square,
    swap,
    wide,
    with_diagonal,
)
from opscope.ops.registry import REGISTRY, Sample, op


def _inverse_gaps(values: Array) -> Any:
    """Return [i, j]: 1 / (values[j] - values[i]), and 0 on the diagonal."""
    unit = with_diagonal(ones_like(values))
    return (1.0 - unit) / (row(values) - column(values) + unit)


def _smaller_dim(x: TensorSpec) -> dims.Dim:
    m, n = x.shape[-2:]
    return None if m is None or n is None else min(m, n)


def _svd_infer(x: TensorSpec, *, full_matrices: bool = False) -> list[TensorSpec]:
    matrix("svd", x)
    batch, (m, n), few = x.shape[:-2], x.shape[-2:], _smaller_dim(x)
    return [
        x.with_shape((*batch, m, m if full_matrices else few)),
        x.with_shape((*batch, few)),
        x.with_shape((*batch, n if full_matrices else few, n)),
    ]


def _skewed(value: Array) -> Any:
    return value - swap(value)


def _svd_rule(x: Array, u: Array, s: Array, vh: Array, du: Any, ds: Any, dvh: Any, full_matrices: bool) -> Any:
    """Gradient rule of svd. Source: Townsend 2016, Differentiating the singular value decomposition."""
    if full_matrices:
        few = min(size(x, -2, "svd"), size(x, -1, "svd"))
        u, du, vh, dvh = columns(u, None, few), columns(du, None, few), rows(vh, None, few), rows(dvh, None, few)
    gaps = _inverse_gaps(squares(s))
    left = _skewed(matmul(u, du, transpose_x=True)) * gaps
    right = _skewed(matmul(vh, dvh, transpose_y=True)) * gaps
    out = matmul(matmul(u, left * row(s) + column(s) * right + with_diagonal(ds)), vh)
    m, n = (-1 if d is None else d for d in x.shape[-2:])
    if -1 in (m, n) or m > n:  # what lies outside the space of u
        outside = du - matmul(u, matmul(u, du, transpose_x=True))
        out = out + matmul(outside / row(s), vh)
    if -1 in (m, n) or m < n:
        beyond = dvh - matmul(matmul(dvh, vh, transpose_y=True), vh)
        out = out + matmul(u, beyond / column(s))
    return [out]


@op(
    dtype_kinds="f",
    infer=_svd_infer,
    outputs=("u", "s", "vh"),
    vjp=_svd_rule,
    samples=lambda: [
        Sample((samples.array(4, 2),)),
        Sample((samples.array(2, 2, 3),)),
        Sample((samples.array(3, 3),), {"full_matrices": True}),
    ],
)
def svd(xp: ArrayModule, x: Array, *, full_matrices: bool = False) -> Array:
    """Return U, the singular values in descending order, and V^T with U * s @ V^T = x [..., m, n].

    With full_matrices, U and V are square. The gradient becomes very large if two singular values are close. The
    gradient of the columns that full_matrices adds is not defined, and counts as 0.
    """
    matrix("svd", x)
    return like(x, *xp.linalg.svd(wide(x), full_matrices=full_matrices))


def _real(x: TensorSpec) -> TensorSpec:
    square("eigh", x)
    return x.with_dtype(as_dtype(_HALF.get(x.dtype.name, x.dtype.name)))


_HALF = {"complex64": "float32", "complex128": "float64"}


def _eigh_infer(x: TensorSpec, *, UPLO: str = "L") -> list[TensorSpec]:
    return [_real(x).with_shape(x.shape[:-1]), x]


def _conj(v: Array) -> Any:
    return REGISTRY["conj"](v) if v.dtype.kind == "c" else v


def _eigh_rule(w: Array, v: Array, dw: Any, dv: Any) -> Any:
    """Return the Hermitian gradient for changes that keep x Hermitian, as in Paddle."""
    mirrored = _conj(v)
    turn = matmul(mirrored, dv, transpose_x=True)
    inner = 0.5 * (turn - _conj(swap(turn))) * _inverse_gaps(w) + with_diagonal(dw)
    return [matmul(matmul(v, inner), mirrored, transpose_y=True)]


# No law varies a symmetric matrix: tests/ops/test_linalg_gradients.py does.
@op(
    dtype_kinds="fc",
    infer=_eigh_infer,
    outputs=("w", "v"),
    vjp=_eigh_rule,
    samples=lambda: [
        Sample((positive(3, 3),), smooth=False),
        Sample((positive(2, 2, 2),), {"UPLO": "U"}, smooth=False),
    ],
)
def eigh(xp: ArrayModule, x: Array, *, UPLO: str = "L") -> Array:
    """Return the eigenvalues in ascending order, and the eigenvectors as columns, of symmetric matrices [..., n, n].

    x may also be Hermitian. The lower triangle is read, or the upper triangle with UPLO='U'. The gradient becomes very
    large if two eigenvalues are close.
    """
    square("eigh", x)
    w, v = xp.linalg.eigh(wide(x), UPLO=UPLO)
    return [w.astype("float16"), v.astype("float16")] if x.dtype == "float16" else [w, v]


def _eigvalsh_rule(dout: Array, x: Array, UPLO: str) -> Any:
    _, v = eigh(x, UPLO=UPLO)
    return matmul(v * row(dout), _conj(v), transpose_y=True)


@op(
    dtype_kinds="fc",
    infer=lambda x, *, UPLO="L": _real(x).with_shape(x.shape[:-1]),
    vjp={"x": _eigvalsh_rule},
    samples=lambda: [
        Sample((positive(3, 3),), smooth=False),
        Sample((positive(2, 2, 2),), {"UPLO": "U"}, smooth=False),
    ],
)
def eigvalsh(xp: ArrayModule, x: Array, *, UPLO: str = "L") -> Array:
    """Return the eigenvalues of symmetric matrices in ascending order.

    The lower triangle is read, or the upper triangle with UPLO='U'.
    """
    square("eigvalsh", x)
    out = xp.linalg.eigvalsh(wide(x), UPLO=UPLO)
    return out.astype("float16") if x.dtype == "float16" else out


def _complex(x: TensorSpec) -> TensorSpec:
    square("eig", x)
    return x.with_dtype(as_dtype("complex128" if x.dtype.name in ("float64", "complex128") else "complex64"))


def _refused(x: Array) -> Any:
    """Refuse the gradient of eigenvectors of matrices without symmetry."""
    raise UnsupportedError(
        "eig and eigvals have no gradient in opscope", fix="use eigh for symmetric matrices, or detach() the input"
    )


@op(
    dtype_kinds="fc",
    infer=lambda x: [_complex(x).with_shape(x.shape[:-1]), _complex(x)],
    outputs=("w", "v"),
    vjp={"x": _refused},
    samples=lambda: [Sample((samples.array(3, 3),)), Sample((samples.array(2, 2, 2),))],
)
def eig(xp: ArrayModule, x: Array) -> Array:
    """Return the complex eigenvalues and eigenvectors (as columns) of square matrices [..., n, n].

    There is no gradient: a request for a gradient is an error.
    """
    square("eig", x)
    w, v = host.eig(to_host(wide(x)))  # GPUs have none
    kind = _complex(infer.array_spec(x)).dtype.dtype
    return [xp.asarray(w.astype(kind)), xp.asarray(v.astype(kind))]


@op(
    dtype_kinds="fc",
    infer=lambda x: _complex(x).with_shape(x.shape[:-1]),
    vjp={"x": _refused},
    samples=lambda: [Sample((samples.array(3, 3),)), Sample((samples.array(2, 2, 2),))],
)
def eigvals(xp: ArrayModule, x: Array) -> Array:
    """Return the complex eigenvalues of square matrices [..., n, n].

    There is no gradient: a request for a gradient is an error.
    """
    square("eigvals", x)
    return xp.asarray(host.eigvals(to_host(wide(x))).astype(_complex(infer.array_spec(x)).dtype.dtype))
