"""finfo, iinfo and dtype: the limits of number types."""

from __future__ import annotations

from typing import Any

import numpy as np

from opscope.core.dtype import DType, as_dtype
from opscope.core.source import site
from opscope.errors import ArgumentError, DTypeError

dtype = DType
# of which NumPy knows nothing: 8 bits of exponent, 7 of mantissa
_BFLOAT16 = {
    "min": -3.3895313892515355e38, "max": 3.3895313892515355e38, "eps": 0.0078125, "resolution": 0.01,
    "smallest_normal": 1.1754943508222875e-38, "tiny": 1.1754943508222875e-38, "bits": 16,
}  # fmt: skip
_FLOATS = ("min", "max", "eps", "resolution", "smallest_normal", "tiny", "bits")


class finfo:  # noqa: N801 (Paddle's name)
    """Return min, max, eps, resolution, smallest_normal, tiny, bits and dtype of a floating (or complex) type.

    Raises ArgumentError (a ValueError) for another type.
    """

    min: float
    max: float
    eps: float
    resolution: float
    smallest_normal: float
    tiny: float
    bits: int

    def __init__(self, dtype: Any) -> None:
        kind = _kind(dtype, "fc", "finfo", "float32, float64, float16, bfloat16, complex64, or complex128")
        self.dtype = kind.name
        known = None if kind.name == "bfloat16" else np.finfo(kind.dtype)
        for name in _FLOATS:
            value = _BFLOAT16[name] if known is None else getattr(known, name)
            setattr(self, name, int(value) if name == "bits" else float(value))

    def __repr__(self) -> str:
        return f"paddle.finfo({', '.join(f'{n}={getattr(self, n):g}' for n in _FLOATS)}, dtype={self.dtype})"


class iinfo:  # noqa: N801 (Paddle's name)
    """Return min, max, bits and dtype of an integer type. Raises ArgumentError (a ValueError) for another type."""

    def __init__(self, dtype: Any) -> None:
        kind = _kind(dtype, "iu", "iinfo", "int8, int16, int32, int64, or uint8")
        known = np.iinfo(kind.dtype)
        self.min, self.max, self.bits, self.dtype = int(known.min), int(known.max), int(known.bits), kind.name

    def __repr__(self) -> str:
        return f"paddle.iinfo(min={self.min}, max={self.max}, bits={self.bits}, dtype={self.dtype})"


def _kind(given: Any, kinds: str, what: str, known: str) -> DType:
    try:
        found = as_dtype(given)
    except DTypeError:
        found = None
    if found is None or found.kind not in kinds:
        raise ArgumentError(
            f"(InvalidArgument) the argument of paddle.{what} can only be {', '.join(f'paddle.{k}' for k in [known])}",
            facts={"given": repr(given)}, site=site(),
        )  # fmt: skip
    return found
