"""Pooling of sparse tensors."""

from __future__ import annotations

from typing import Any

import numpy as np

from opscope.core.public_calls import note_functions
from opscope.core.source import site
from opscope.errors import ModeError, UnsupportedError
from opscope.ops.indexing.segments import rows_extreme
from opscope.ops.nn import windows_nd
from opscope.paddle.sparse.base import picked, placed
from opscope.paddle.sparse.creation import dynamic
from opscope.paddle.sparse.formats import SparseCooTensor
from opscope.paddle.sparse.nn.functional.windows import windows


def max_pool3d(
    x: Any, kernel_size: Any, stride: Any = None, padding: Any = 0, ceil_mode: bool = False,
    data_format: str = "NDHWC", name: str | None = None,
) -> Any:  # fmt: skip
    """Return the maximum of the stored elements in each window of a SparseCooTensor [N, D, H, W, C], C dense.

    stride None means the size of the window. Raises ModeError for another format of x or of the data, UnsupportedError
    for ceil_mode and for padding by name.
    """
    dynamic("max_pool3d")
    if not getattr(x, "is_sparse_coo", lambda: False)():
        raise ModeError("sparse.max_pool3d supports only a SparseCooTensor as input", site=site())
    if data_format != "NDHWC":
        raise ModeError("sparse.max_pool3d supports only data_format='NDHWC'", site=site())
    if ceil_mode:
        raise UnsupportedError(
            "sparse.max_pool3d does not support ceil_mode", site=site(), fix="pad x, or leave ceil_mode out"
        )
    kernel = windows_nd.many(kernel_size, 3, "pool_size")
    found = windows(x, kernel, kernel if stride is None else stride, padding, 1, "max_pool3d")
    into = np.concatenate(found.into)
    rows = picked(x._values, np.concatenate(found.taps))
    values = rows_extreme(rows, placed(into, rows), rows=found.where.shape[1])
    return SparseCooTensor.at(found.where, values, [*found.dims, x.shape[-1]], x.kinds())


note_functions(__name__)
