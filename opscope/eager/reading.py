"""What can be asked of a Tensor: facts, and its numbers as NumPy, Python or text."""

from __future__ import annotations

from typing import Any

import numpy as np

from opscope.core import place as places
from opscope.core.dtype import NATIVE, DType, as_dtype
from opscope.core.variable_kinds import LOD_TENSOR, VarKind
from opscope.eager.tape import Tracked
from opscope.eager.tensor_text import numbers_text
from opscope.errors import ArgumentError, ModeError, UsageError


class Readable(Tracked):
    """The half of Tensor that computes nothing."""

    __slots__ = ()

    def _plain(self, array: Any, stop_gradient: bool = True) -> Any:
        """A Tensor of an array; Tensor says how."""
        raise NotImplementedError

    # --- facts --------------------------------------------------------------------------------------

    @property
    def shape(self) -> list[int]:
        """Dims."""
        return list(self._value.shape)

    @property
    def dtype(self) -> DType:
        """The data type."""
        own = self._value.dtype
        return NATIVE.get(own) or as_dtype(own)

    @property
    def type(self) -> VarKind:
        """LOD_TENSOR: what Paddle's programs ask of variables of both kinds."""
        return LOD_TENSOR

    @property
    def ndim(self) -> int:
        """Number of dims."""
        return self._value.ndim

    @property
    def size(self) -> int:
        """Number of elements."""
        return int(self._value.size)

    @property
    def place(self) -> places.Place:
        """Where the array is."""
        if places.array_module(self._value) is np:
            return places.CPU
        return places.CUDAPlace(int(self._value.device.id))

    @property
    def is_leaf(self) -> bool:
        """True if no recorded op made it."""
        return self._edge is None

    @property
    def inplace_version(self) -> int:
        """How often the memory was written in place."""
        return self._version[0]

    def dim(self) -> int:
        """Number of dims."""
        return self.ndim

    ndimension = dim

    def _inplace_version(self) -> int:
        """As `inplace_version`."""
        return self._version[0]

    def _bump_inplace_version(self) -> None:
        """Count a write in place that was not seen."""
        self._version[0] += 1

    @property
    def layout(self) -> str:
        """NCHW: the order of dims is not known of a tensor."""
        return "NCHW"

    def _numel(self) -> int:
        """Number of elements."""
        return self.size

    # --- out of the tensor --------------------------------------------------------------------------

    def numpy(self) -> Any:
        """A NumPy copy."""
        return np.array(places.to_host(self._value))

    def item(self, *index: int) -> Any:
        """The one element (or the one at `index`) as a Python number."""
        if not index and self.size != 1:
            raise ArgumentError(
                "only one element tensors can be converted to Python scalars when no input coordinates.",
                facts={self.name: self.shape},
            )
        try:
            return places.to_host(self._value).item(*index)
        except IndexError as e:
            raise ArgumentError(str(e), facts={self.name: self.shape}) from None

    def tolist(self) -> Any:
        """Nested Python lists."""
        return places.to_host(self._value).tolist()

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> Any:
        host = places.to_host(self._value)
        return np.asarray(host, dtype=dtype) if copy is False else np.array(host, dtype=dtype)

    def __len__(self) -> int:
        if not self.ndim:
            raise ModeError("len() of a 0-D tensor is wrong")
        return self._value.shape[0]

    def __bool__(self) -> bool:
        if self.size != 1:
            raise ModeError(
                "When Variable is used as the condition of if/while , Variable can only contain one element.",
                facts={self.name: self.shape},
            )
        return bool(self.item())

    def _number(self, kind: type) -> Any:
        if self.size != 1:
            raise ModeError(
                f"only one element variable can be converted to {kind.__name__}.", facts={self.name: self.shape}
            )
        return kind(self.item())

    def __float__(self) -> float:
        return self._number(float)

    def __int__(self) -> int:
        return self._number(int)

    __long__, __nonzero__ = __int__, __bool__

    def __index__(self) -> int:
        if self.dtype.kind not in "iub":
            raise UsageError(f"only integer tensors can be used as an index, but {self.name} is {self.dtype.name}")
        return self._number(int)

    def __format__(self, spec: str) -> str:
        return format(self.item(), spec) if spec and self.size == 1 else format(repr(self), spec)

    def __repr__(self) -> str:
        text = numbers_text(places.to_host(self._value), 7)
        return (
            f"Tensor(shape={self.shape}, dtype={self.dtype.name}, place={self.place}, "
            f"stop_gradient={self.stop_gradient},\n       {text})"
        )
