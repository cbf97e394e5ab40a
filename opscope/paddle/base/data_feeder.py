"""paddle.base.data_feeder: feeders, checks, and the bits of bfloat16 in the form that NumPy stores."""

from __future__ import annotations

from typing import Any

import numpy as np

from opscope.core.dtype import as_dtype
from opscope.paddle.base.checks import check_dtype, check_shape, check_type, check_variable_and_dtype
from opscope.paddle.static.lod_tensor import DataFeeder


def convert_dtype(dtype: object) -> str:
    """Return the name of a data type, such as 'float32'. Raises DTypeError."""
    return as_dtype(dtype).name


def convert_float_to_uint16(data: Any, data_format: str = "NCHW") -> Any:
    """Return the bits of bfloat16 numbers, which are the upper half of the bits of float32.

    data_format has no effect.
    """
    return (np.asarray(data, "float32").view("uint32") >> 16).astype("uint16")


def convert_uint16_to_float(data: Any) -> Any:
    """Return float32 numbers from the bits of bfloat16 numbers."""
    return (np.asarray(data).astype("uint32") << 16).view("float32")


__all__ = [
    "DataFeeder",
    "check_dtype",
    "check_shape",
    "check_type",
    "check_variable_and_dtype",
    "convert_dtype",
    "convert_float_to_uint16",
    "convert_uint16_to_float",
]
