"""cast_narrow: values of the formats that NumPy lacks, such as bfloat16, 8-bit floats and 4-bit integers.

A tensor of such a format is stored in the smallest NumPy dtype that can represent all its values. Therefore, every
operator, tap and gradient accepts the tensor, on every device. Only the cast rounds the values to the format.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from opscope.core.annotations import Array, ArrayModule
from opscope.core.dtype import as_dtype
from opscope.core.formats.float_formats import FLOATS, POWERS, FloatFormat
from opscope.core.spec import TensorSpec
from opscope.errors import DTypeError
from opscope.ops import samples
from opscope.ops.elementwise.arithmetic import cast_like
from opscope.ops.registry import Sample, op


class IntegerFormat(NamedTuple):
    """Integer format: its number of bits, and True for a signed format."""

    bits: int
    signed: bool

    @property
    def least(self) -> int:
        """The smallest value."""
        return -(1 << (self.bits - 1)) if self.signed else 0

    @property
    def largest(self) -> int:
        """The largest value."""
        return self.least + (1 << self.bits) - 1


INTEGERS = {
    "int4": IntegerFormat(4, True), "uint4": IntegerFormat(4, False),
    "int2": IntegerFormat(2, True), "uint2": IntegerFormat(2, False),
}  # fmt: skip
HELD_IN = {
    **dict.fromkeys((*FLOATS, POWERS), "float32"),
    **{name: "int8" if found.signed else "uint8" for name, found in INTEGERS.items()},
}  # the dtype of a tensor that holds values of a format
ROUNDINGS = ("up", "down", "nearest")


def _infer(x: TensorSpec, *, dtype: str, saturate: bool = True, round_mode: str = "up") -> TensorSpec:
    if dtype not in HELD_IN:
        raise DTypeError(f"cast_narrow: {dtype!r} is not a supported format", fix=f"use one of {', '.join(HELD_IN)}")
    if round_mode not in ROUNDINGS:
        raise DTypeError(
            f"cast_narrow: round_mode {round_mode!r} is not supported", fix=f"use one of {', '.join(ROUNDINGS)}"
        )
    return x.with_dtype(as_dtype(HELD_IN[dtype]))


@op(
    infer=_infer,
    vjp={"x": lambda dout, x: cast_like(dout, x)},
    samples=lambda: [
        *(Sample((samples.array(2, 3),), {"dtype": name}, smooth=False) for name in HELD_IN),
        Sample((samples.special(6),), {"dtype": "float8_e4m3fn", "saturate": False}, smooth=False),
        Sample((samples.array(2, 3),), {"dtype": POWERS, "round_mode": "nearest"}, smooth=False),
    ],
)
def cast_narrow(xp: ArrayModule, x: Array, *, dtype: str, saturate: bool = True, round_mode: str = "up") -> Array:
    """Round x to a format that NumPy lacks, and return it in the dtype that stores the format: float32, int8 or uint8.

    Floats are rounded to the nearest value, ties to even. A float above the largest value becomes the largest value if
    `saturate` is true, else inf, or NaN in a format without inf. round_mode selects the power of two for
    float8_e8m0fnu. Integers keep their lowest bits. The gradient equals the gradient of cast.
    """
    x = xp.asarray(x)
    if dtype in INTEGERS:
        return _lowest_bits(xp, x, INTEGERS[dtype]).astype(HELD_IN[dtype])
    wide = x if x.dtype.name in ("float32", "float64") else x.astype("float64" if x.dtype.kind in "iu" else "float32")
    found = _powers(xp, wide, saturate, round_mode) if dtype == POWERS else _rounded(xp, wide, FLOATS[dtype], saturate)
    return found.astype("float32")


def _lowest_bits(xp: ArrayModule, x: Array, format_: IntegerFormat) -> Any:
    whole = x.astype("int64") if x.dtype.kind != "f" else xp.where(xp.isfinite(x), x, 0).astype("int64")
    low = whole & ((1 << format_.bits) - 1)
    return (low ^ -format_.least) + format_.least


def _rounded(xp: ArrayModule, x: Array, format_: FloatFormat, saturate: bool) -> Any:
    size = xp.abs(x)
    _, exponent = xp.frexp(xp.where(xp.isfinite(size), size, 0))
    step = xp.maximum(exponent - 1, format_.least) - format_.fraction  # exponent of the distance to the next value
    near = xp.ldexp(xp.rint(xp.ldexp(size, -step)), step)
    limited = (saturate and format_.saturates) or not format_.nan
    beyond = format_.largest if limited else float("inf") if format_.infinity else float("nan")
    near = xp.where(near > format_.largest, x.dtype.type(beyond), near)
    if not format_.nan:
        near = xp.where(xp.isnan(near), x.dtype.type(0), near)
    signed = xp.copysign(near, x)
    return signed if format_.negative_zero else signed + x.dtype.type(0)  # -0.0 + 0.0 is 0.0


def _powers(xp: ArrayModule, x: Array, saturate: bool, round_mode: str) -> Any:
    finite = xp.isfinite(x)
    part, exponent = xp.frexp(xp.where(finite, xp.abs(x), 0))  # part: 0, or from 0.5 to 1
    up = {"up": part > 0.5, "down": part > 1.0, "nearest": part >= 0.75}[round_mode]
    power = xp.where(part == 0, -127, xp.maximum(exponent - 1 + up, -127))
    power = xp.minimum(power, 127) if saturate else power
    return xp.where(finite & (power < 128), xp.ldexp(xp.ones_like(x), power), x.dtype.type(float("nan")))
