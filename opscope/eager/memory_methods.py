"""Methods of a Tensor that show, share, replace or free its memory."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from opscope.core import place as places
from opscope.core.source import site
from opscope.core.tensors.dense_tensor import DenseTensor
from opscope.eager import tensor_memory as memory
from opscope.eager.tape import Tracked
from opscope.eager.tensor_memory import ClearedArray, TensorMemory
from opscope.eager.tensor_writes import check_leaf
from opscope.errors import ArgumentError, UsageError


class MemoryMethods(Tracked):
    """Methods of a Tensor that concern its memory."""

    __slots__ = ()

    size: Any  # number of elements; Tensor has it
    clone: Any

    def data_ptr(self) -> int:
        """Return the memory address of the first element."""
        return memory.address(self._value)

    def element_size(self) -> int:
        """Return the size of an element in bytes."""
        return int(self._value.dtype.itemsize)

    @property
    def strides(self) -> list[int]:
        """The distance between neighbors along each dim, in elements."""
        return [s // self._value.dtype.itemsize for s in self._value.strides]

    def get_strides(self) -> list[int]:
        """Return `strides`."""
        return self.strides

    @property
    def offset(self) -> int:
        """The distance of the first element from the start of the memory, in bytes."""
        return self.data_ptr() - memory.address(memory.owner_of(self._value))

    def is_contiguous(self) -> bool:
        """Return True if the elements are contiguous in memory, in row-major order."""
        return bool(self._value.flags.c_contiguous)

    def contiguous(self) -> Any:
        """Return the tensor itself if it is contiguous. Otherwise, return a differentiable contiguous copy."""
        if self.is_contiguous():
            return self
        made = self.clone()
        made._take_array(places.array_module(made._value).ascontiguousarray(made._value))  # type: ignore[attr-defined]
        return made

    def _is_initialized(self) -> bool:
        """Return True if the tensor has memory."""
        return not isinstance(self._value, ClearedArray)

    def _is_shared_buffer_with(self, other: Tracked) -> bool:
        """Return True if two tensors are views of the same memory. They may be views of different parts of it."""
        return memory.owner_of(self._value) is memory.owner_of(other._value)

    def value(self) -> Any:
        """Return the tensor itself. This is an older method of Paddle."""
        return self

    def get_tensor(self) -> DenseTensor:
        """Return the memory as a DenseTensor. Its method `set` changes this tensor."""
        return TensorMemory(self)

    @property
    def data(self) -> Any:
        """The tensor itself.

        After `x.data = y`, x has the memory, shape and dtype of the Tensor y, but not the history of y.
        """
        return self

    @data.setter
    def data(self, value: Any) -> None:
        if not isinstance(value, Tracked):
            raise UsageError(f"data must be a Tensor, but received {type(value).__name__}")
        self._edge = None
        self.stop_gradient = value.stop_gradient
        self._version = value._version
        self._take_array(value._value)

    def _share_buffer_to(self, other: Tracked) -> None:
        """Make `other` a view of the first elements of this tensor. The shape of `other` does not change.

        Raises ArgumentError if this tensor has too few elements or is not contiguous.
        """
        count = math.prod(other._value.shape)
        if count > self.size or not self.is_contiguous():
            raise ArgumentError(
                f"{other.name} cannot share the memory of {self.name}",
                facts={"elements": f"{count} of {self.size}", "contiguous": self.is_contiguous()},
            )
        other._take_array(self._value.reshape(-1)[:count].reshape(other._value.shape))
        other._version = self._version

    _share_underline_tensor_to = _share_buffer_to

    def set_(
        self, source: Any = None, shape: Sequence[int] | None = None, stride: Sequence[int] | None = None,
        offset: int = 0, name: str | None = None,
    ) -> Any:  # fmt: skip
        """Make this tensor a view of the memory of `source` from byte `offset` on.

        Without a source, this tensor has no elements afterwards.

        Return the tensor. The stride is in elements. Raises ArgumentError if source is not a Tensor of the same dtype,
        or is too small for shape and stride.
        """
        check_leaf(self)
        if source is None:
            source, shape, stride = Tracked(self._value.ravel()[:0]), [0], [1]
        if not isinstance(source, Tracked):
            raise ArgumentError(f"Input (source) should be paddle.Tensor but received {type(source)}", site=site())
        if source._value.dtype != self._value.dtype:
            raise ArgumentError(
                f"set_: the dtypes differ: {self.name} is {self._value.dtype}, and source is {source._value.dtype}"
            )
        self._take_array(memory.view_from(source._value, shape, stride, offset))
        self._version = source._version
        self._version[0] += 1
        return self

    def resize_(self, shape: Sequence[int], fill_zero: bool = False) -> Any:
        """Change the shape, and return the tensor. The elements keep their order.

        New elements are always 0, even if fill_zero is False.
        Raises ArgumentError if shape is not a list or tuple, and for a leaf that needs a gradient.
        """
        if not isinstance(shape, list | tuple):
            raise ArgumentError(f"Input (shape) should be list or tuple but received {type(shape)}", site=site())
        check_leaf(self)
        if math.prod(shape) <= self.size and self.is_contiguous():
            return self.set_(self, shape)
        xp: Any = places.array_module(self._value)
        made = xp.zeros(math.prod(shape), dtype=self._value.dtype)
        kept = self._value.ravel()[: made.size]
        made[: kept.size] = kept
        self._version = [self._version[0] + 1]
        self._take_array(made.reshape(tuple(shape)))
        return self

    def _clear_data(self) -> None:
        """Free the memory. The shape does not change. Reading the elements then raises RunError."""
        self._take_array(ClearedArray(self._value))
        self._version[0] += 1

    _clear = _clear_data
