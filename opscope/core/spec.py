"""TensorSpec: the shape and dtype of a value, which are known before the value is computed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from opscope.core import shape as dims
from opscope.core.dtype import DType, as_dtype, float32
from opscope.core.formats.narrow_arrays import dtype_of
from opscope.core.shape import Shape


class TensorSpec(NamedTuple):
    """Shape (unknown dims are None) and dtype. The text of a spec looks like `float32[?, 3]`."""

    shape: Shape
    dtype: DType

    @property
    def rank(self) -> int:
        """Number of dims."""
        return len(self.shape)

    def with_shape(self, shape: Shape) -> TensorSpec:
        """Return a spec with the dtype of this spec and another shape."""
        return TensorSpec(shape, self.dtype)

    def with_dtype(self, dtype: DType) -> TensorSpec:
        """Return a spec with the shape of this spec and another dtype."""
        return TensorSpec(self.shape, dtype)

    def __str__(self) -> str:
        return self.dtype.name + dims.text(self.shape)


def spec_of(value: Any) -> TensorSpec | None:
    """Return the spec of an array or a Python number. For None, return None."""
    if value is None:
        return None
    if isinstance(value, bool | int | float | complex):
        return TensorSpec((), float32 if type(value) is float else as_dtype(type(value)))
    return TensorSpec(tuple(value.shape), dtype_of(value))


def spec_list(inferred: TensorSpec | Sequence[TensorSpec | None]) -> list[TensorSpec | None]:
    """Return the result of an op's `infer`, which is one spec or several specs, as a list.

    >>> spec_list(TensorSpec((2,), float32)) == spec_list((TensorSpec((2,), float32),))
    True
    """
    return [inferred] if isinstance(inferred, TensorSpec) else list(inferred)
