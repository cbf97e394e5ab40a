"""Formats of floats that NumPy does not have, such as bfloat16 and 8-bit floats: the meaning of their bits."""

from __future__ import annotations

from typing import NamedTuple


class FloatFormat(NamedTuple):
    """A format of floats.

    fraction: the number of bits of the fraction. least: the exponent of the smallest normal value. largest: the largest
    value. saturates: True if a cast may convert larger numbers to the largest value. infinity, nan, negative_zero: True
    if the format has these values. Source: Micikevicius et al. 2022, "FP8 formats for deep learning";
    https://onnx.ai/onnx/technical/float8.html
    """

    fraction: int
    least: int
    largest: float
    saturates: bool = True
    infinity: bool = False
    nan: bool = True
    negative_zero: bool = True


FLOATS = {
    "bfloat16": FloatFormat(7, -126, (2 - 2.0**-7) * 2.0**127, saturates=False, infinity=True),
    "float8_e4m3fn": FloatFormat(3, -6, 448.0),
    "float8_e4m3fnuz": FloatFormat(3, -7, 240.0, negative_zero=False),
    "float8_e5m2": FloatFormat(2, -14, 57344.0, infinity=True),
    "float8_e5m2fnuz": FloatFormat(2, -15, 57344.0, negative_zero=False),
    "float4_e2m1fn": FloatFormat(1, 0, 6.0, nan=False),
}
POWERS = "float8_e8m0fnu"  # powers of two from 2**-127 to 2**127, no zero, no sign: scales of blocks
