"""paddle.base.data_feeder."""

from opscope.core.dtype import as_dtype
from opscope.static.lod_tensor import DataFeeder


def convert_dtype(dtype: object) -> str:
    """The name of a data type: 'float32'. Raises DTypeError."""
    return as_dtype(dtype).name


__all__ = [
    "DataFeeder",
    "convert_dtype",
]
