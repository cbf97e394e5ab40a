"""Complex numbers: their parts, and the gradient rules that are valid for them.

The gradient of a real number L with respect to a complex x is dL/d(real x) + i dL/d(imag x), as in Paddle and
PyTorch. This is the direction in which L grows. Many rules multiply dout by the derivative of a holomorphic function.
To make such a rule valid for complex numbers, `rules` conjugates dout before the rule and the result after it. `rules`
does this only for the ops in HOLOMORPHIC.
"""

from __future__ import annotations

import math
from typing import Any

from opscope.core.annotations import Array, ArrayModule
from opscope.core.dtype import as_dtype, bool_, complex64, complex128, float32, float64
from opscope.core.spec import TensorSpec
from opscope.errors import ArgumentError
from opscope.ops import infer, samples
from opscope.ops.registry import REGISTRY, Op, Sample, op

# Their rules are written for real numbers: dout times the derivative.
HOLOMORPHIC = frozenset((
    *("multiply", "divide", "scale", "matmul", "mul", "contraction", "cumprod", "linear_scan", "prod", "cross"),
    *("exp", "expm1", "log", "log2", "log10", "log1p", "sqrt", "rsqrt", "reciprocal", "sigmoid"),
    *("sin", "cos", "tan", "asin", "acos", "atan", "sinh", "cosh", "tanh", "asinh", "acosh", "atanh"),
))  # fmt: skip

# Their rules are right as they are: the ops take values from one place to another, or add them with real weights ...
LINEAR = frozenset((
    *("add", "subtract", "add_n", "assign", "cast", "cast_like", "sum", "mean", "cumsum", "spread", "trace"),
    *("reshape", "reshape_like", "flatten", "squeeze", "unsqueeze", "transpose", "expand", "expand_as", "tile"),
    *("tile_sum", "flip", "roll", "tril", "triu", "concat", "split", "split_like", "stack", "unbind", "getitem"),
    *("index_put_like", "setitem", "gather", "gather_add_like", "gather_nd", "take_along_axis"),
    *("add_along_axis_like", "where", "sum_to", "broadcast_like", "delayed", "on_diagonal", "multiplex"),
    *("fft_c2c", "fft_c2r", "fft_c2r_adjoint", "fft_r2c", "fft_r2c_adjoint", "fftshift", "ifftshift"),
    *("fitted", "fitted_like", "frame", "overlap_add", "overlap_add_like", "rows_summed"),
    *("pad", "pad_mirrored", "pad_mirrored_sum", "increment", "flatten_to_2d", "broadcast_tensors", "split_axis"),
    *("diagonal", "diagonal_scatter", "diag_embed", "diag", "diagonal_blocks", "blocks_of"),
    *("repeat_interleave", "repeat_interleave_sum", "as_strided", "as_strided_sum", "tensor_unfold"),
    *("tensor_unfold_sum", "scatter", "gather_nd_add_like", "embedding", "embedding_add_like"),
    *("embedding_sparse_grad", "selected_rows_to_dense"),
))  # fmt: skip

# ... or they are the ones that are not holomorphic, and have rules that say so.
PARTS = frozenset((
    *("real", "imag", "conj", "complex", "as_real", "as_complex", "angle", "abs", "sgn", "zeros_like"),
    *("eigh", "eigvalsh"),
))  # fmt: skip

_REAL = {complex64: float32, complex128: float64}


def conjugation_of(op: Op) -> bool | None:
    """True if the rules of an op are conjugated for complex numbers; None if they are valid only for real numbers.

    Ops outside the registry (gradient ops, the user's functions) consist of registered ops, or have their own rules.
    """
    if op.name in HOLOMORPHIC:
        return True
    known = op.name in LINEAR or op.name in PARTS or REGISTRY.ops.get(op.name) is not op
    return False if known else None


def of_parts(x: TensorSpec) -> TensorSpec:
    """Return the spec of the real and imaginary parts of x; magnitudes have the same spec."""
    return x.with_dtype(_REAL.get(x.dtype, x.dtype))


def _whole(x: TensorSpec) -> TensorSpec:
    return x.with_dtype(complex128 if x.dtype in (float64, complex128) else complex64)


def _kind(dtype: Any) -> str:
    """Return the complex dtype with parts of the given floating dtype."""
    return _whole(TensorSpec((), as_dtype(dtype))).dtype.name


def in_dtype(x: Array, dtype: Any) -> Any:
    """Cast an array to a dtype, without NumPy's warning about a dropped imaginary part."""
    return (x.real if x.dtype.kind == "c" and dtype.kind in "iuf" else x).astype(dtype)


def some(*shape: int, seed: int = 0) -> Any:
    """Return complex samples that are far from 0 and from the jumps of logarithms and roots."""
    return samples.array(*shape, seed=seed) + 1j * samples.array(*shape, seed=seed + 1, low=0.3, high=1.5)


def _complexes() -> list[Sample]:
    return [Sample((some(2, 3),)), Sample((some(),)), Sample((some(0, 2),))]


@op(
    dtype_kinds="c",
    infer=of_parts,
    samples=_complexes,
    vjp={"x": lambda dout: REGISTRY["complex"](dout, REGISTRY["zeros_like"](dout))},
)
def real(xp: ArrayModule, x: Array) -> Array:
    """Return the real part of complex x, elementwise."""
    return xp.array(x.real)


@op(
    dtype_kinds="c",
    infer=of_parts,
    samples=_complexes,
    vjp={"x": lambda dout: REGISTRY["complex"](REGISTRY["zeros_like"](dout), dout)},
)
def imag(xp: ArrayModule, x: Array) -> Array:
    """Return the imaginary part of complex x, elementwise."""
    return xp.array(x.imag)


@op(
    infer=infer.same,
    samples=lambda: [*_complexes(), Sample((samples.array(3),))],
    vjp={"x": lambda dout: REGISTRY["conj"](dout)},
)
def conj(xp: ArrayModule, x: Array) -> Array:
    """Return x with a negated imaginary part, elementwise; return a copy of a real x."""
    return xp.conj(x) if x.dtype.kind == "c" else xp.array(x)


def _from_parts(x: TensorSpec, y: TensorSpec) -> TensorSpec:
    return _whole(infer.broadcast(x, y))


infer.BROADCASTING.add(_from_parts)


def _joined(xp: ArrayModule, pairs: Any) -> Any:
    """Return complex numbers from pairs [..., 2] of real and imaginary parts."""
    kind = _kind(pairs.dtype)
    parts = xp.ascontiguousarray(pairs.astype(of_parts(TensorSpec((), as_dtype(kind))).dtype.name, copy=False))
    return xp.reshape(parts.view(kind), pairs.shape[:-1])


@op(
    dtype_kinds="f",
    infer=_from_parts,
    samples=samples.binary(),
    vjp={"real": lambda dout: REGISTRY["real"](dout), "imag": lambda dout: REGISTRY["imag"](dout)},
)
def complex(xp: ArrayModule, real: Array, imag: Array) -> Array:
    """Return real + i imag, elementwise with broadcasting; complex128 if an input is float64, else complex64."""
    return _joined(xp, xp.stack(xp.broadcast_arrays(real, imag), axis=-1))


@op(
    dtype_kinds="c",
    infer=lambda x: of_parts(x).with_shape((*x.shape, 2)),
    samples=_complexes,
    vjp={"x": lambda dout: REGISTRY["as_complex"](dout)},
)
def as_real(xp: ArrayModule, x: Array) -> Array:
    """Return the real and imaginary parts of complex x [...] as a tensor [..., 2]."""
    return xp.stack((x.real, x.imag), axis=-1)


def _as_complex(x: TensorSpec) -> TensorSpec:
    last = x.shape[-1] if x.shape else 1
    if last not in (None, 2):
        raise ArgumentError(
            f"The size of the last dimension of input(X) does not equals 2. Expected the size of last dimension of "
            f"input(X) to be 2, but received {last}",
            facts={"x": x},
        )
    return _whole(x).with_shape(x.shape[:-1])


@op(
    dtype_kinds="f",
    infer=_as_complex,
    samples=lambda: [Sample((samples.array(3, 2),)), Sample((samples.array(2),)), Sample((samples.array(0, 2),))],
    vjp={"x": lambda dout: REGISTRY["as_real"](dout)},
)
def as_complex(xp: ArrayModule, x: Array) -> Array:
    """Return complex numbers from a tensor [..., 2] of real and imaginary parts."""
    _as_complex(infer.array_spec(x))
    return _joined(xp, x)


# --- polar ------------------------------------------------------------------------------------------


def _divide_or_zero(x: Array, y: Array) -> Any:
    """Return x / y, and 0 where y is 0."""
    where, none = REGISTRY["where"], y == 0.0
    return where(none, REGISTRY["zeros_like"](x), x / where(none, REGISTRY["zeros_like"](y) + 1.0, y))


def _angle_rule(dout: Array, x: Array) -> Any:
    if x.dtype.kind != "c":
        return REGISTRY["zeros_like"](x)
    a, b = REGISTRY["real"](x), REGISTRY["imag"](x)
    slope = _divide_or_zero(dout, a * a + b * b)
    return REGISTRY["complex"](-(b * slope), a * slope)


@op(
    dtype_kinds="fc",
    infer=of_parts,
    samples=lambda: [*_complexes(), Sample((samples.array(3),))],
    vjp={"x": _angle_rule},
)
def angle(xp: ArrayModule, x: Array) -> Array:
    """Return the angle of x in the complex plane in radians, elementwise.

    A real x has the angle 0 or pi. The gradient at 0 is 0.
    """
    if x.dtype.kind == "c":
        return xp.arctan2(x.imag, x.real)
    return xp.where(x < 0, x.dtype.type(math.pi), x.dtype.type(0))


def _direction_rule(dout: Array, x: Array, out: Array) -> Any:
    """Return the gradient of the direction of x; changes of x along its own direction have the gradient 0."""
    if x.dtype.kind != "c":
        return REGISTRY["zeros_like"](x)
    along = REGISTRY["real"](REGISTRY["conj"](out) * dout)
    return _divide_or_zero(dout - out * along, REGISTRY["abs"](x))


@op(
    dtype_kinds="fc",
    infer=infer.same,
    samples=lambda: [*_complexes(), Sample((samples.array(3),))],
    vjp={"x": _direction_rule},
)
def sgn(xp: ArrayModule, x: Array) -> Array:
    """Return x / |x|, elementwise, and 0 at 0; for real x, this is the sign."""
    if x.dtype.kind != "c":
        return xp.sign(x)
    size = xp.abs(x)
    none = size == 0
    return x / xp.where(none, size.dtype.type(1), size)


@op(
    infer=lambda x: x.with_dtype(bool_),
    samples=lambda: [*_complexes(), Sample((samples.array(3) + 0j,)), Sample((samples.array(3),))],
)
def isreal(xp: ArrayModule, x: Array) -> Array:
    """Return a mask of the elements of x without imaginary part, elementwise, bool."""
    return x.imag == 0 if x.dtype.kind == "c" else xp.ones(x.shape, dtype=bool)
