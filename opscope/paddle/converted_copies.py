"""Copies of Tensors in a dtype, which the library makes outside operators.

A copy in the past is computed again from the Tensor. A value that is set before the copy is therefore also in the copy.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from opscope.core.dtype import as_dtype
from opscope.eager.tensor import Tensor
from opscope.eager.watch import watched_call
from opscope.ops.registry import REGISTRY


def converted_copy(tensor: Tensor, dtype: Any, name: str = "") -> Tensor:
    """Return a Tensor with a copy of the elements of a Tensor in a dtype, without a gradient."""
    wanted: np.dtype[Any] = as_dtype(dtype).dtype
    if tensor._value.dtype == wanted:
        return Tensor(Tensor._copy_array(tensor._value), name=name)

    def compute() -> Tensor:
        return Tensor(tensor._value.astype(wanted), name=name)

    return watched_call(REGISTRY["cast"], (tensor,), {"dtype": wanted.name}, compute)
