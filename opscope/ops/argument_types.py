"""Types of the arguments of public functions: tensors of both modes, shapes, axes and dtypes.

Type stubs use these types.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeAlias

import numpy as np

from opscope.ops.tensor_operators import TensorOperators

TensorLike: TypeAlias = TensorOperators | np.ndarray[Any, Any] | np.generic | complex | Sequence[Any]
AxisLike: TypeAlias = int | Sequence[int] | TensorOperators
ShapeLike: TypeAlias = int | Sequence[int | TensorOperators] | TensorOperators
