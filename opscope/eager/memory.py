"""A Tensor's memory: where it is, who shares it, and taking another."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from opscope.core import place as places
from opscope.core.dense_tensor import DenseTensor
from opscope.core.source import site
from opscope.eager.gradients import Differentiable
from opscope.eager.tape import Tracked
from opscope.errors import ArgumentError, FatalError, RunError, UnsupportedError, UsageError

made_sparse: dict[str, Callable[..., Any]] = {}  # how tensors become "coo" and "csr": paddle.sparse says


class Memory(Differentiable):
    """The part of Tensor that is about its array, beside what ops do."""

    __slots__ = ()

    # --- asking -------------------------------------------------------------------------------------

    def data_ptr(self) -> int:
        """The address of the first element."""
        if places.array_module(self._value) is np:
            return int(self._value.__array_interface__["data"][0])
        return int(self._value.data.ptr)

    def element_size(self) -> int:
        """Bytes of an element."""
        return int(self._value.dtype.itemsize)

    @property
    def strides(self) -> list[int]:
        """How many elements apart the neighbours along each dim are."""
        return [s // self._value.dtype.itemsize for s in self._value.strides]

    def get_strides(self) -> list[int]:
        """As `strides`."""
        return self.strides

    @property
    def offset(self) -> int:
        """How many bytes behind the beginning of its memory the tensor begins."""
        base = _owner(self._value)
        return self.data_ptr() - Memory.data_ptr(self._plain(base))

    def is_contiguous(self) -> bool:
        """True if the elements lie one behind the other, the last dim's fastest."""
        return bool(self._value.flags.c_contiguous)

    def contiguous(self) -> Any:
        """The tensor itself if it is contiguous, else a copy that is, differentiable."""
        if self.is_contiguous():
            return self
        made = self.clone()  # type: ignore[attr-defined]
        made._value = places.array_module(made._value).ascontiguousarray(made._value)  # type: ignore[attr-defined]
        return made

    def _is_initialized(self) -> bool:
        """True if it has memory."""
        return not isinstance(self._value, _Cleared)

    def _is_shared_buffer_with(self, other: Tracked) -> bool:
        """True if both show the same memory, even other parts of it."""
        return _owner(self._value) is _owner(other._value)

    def value(self) -> Any:
        """The tensor itself: an older name."""
        return self

    def get_tensor(self) -> DenseTensor:
        """Its memory as a DenseTensor: `set` on that changes this tensor."""
        return _Held(self)

    # --- taking another memory ----------------------------------------------------------------------

    @property
    def data(self) -> Any:
        """The tensor itself; assigning a Tensor takes over its memory, shape and dtype, and no history."""
        return self

    @data.setter
    def data(self, value: Any) -> None:
        if not isinstance(value, Tracked):
            raise UsageError(f"data must be a Tensor, but received {type(value).__name__}")
        self._edge = None
        self.stop_gradient = value.stop_gradient
        self._value, self._version = value._value, value._version

    def _share_buffer_to(self, other: Tracked) -> None:
        """Let another tensor show the beginning of this one's memory, in its own shape. Raises ArgumentError."""
        count = math.prod(other._value.shape)
        if count > self.size or not self.is_contiguous():
            raise ArgumentError(
                f"{other.name} cannot show the memory of {self.name}",
                facts={"elements": f"{count} of {self.size}", "contiguous": self.is_contiguous()},
            )
        other._value = self._value.reshape(-1)[:count].reshape(other._value.shape)
        other._version = self._version

    _share_underline_tensor_to = _share_buffer_to

    def set_(
        self, source: Any = None, shape: Sequence[int] | None = None, stride: Sequence[int] | None = None,
        offset: int = 0, name: str | None = None,
    ) -> Any:  # fmt: skip
        """Show the memory of `source` (None: nothing), from `offset` bytes on; returns the tensor.

        Raises ArgumentError if source is no Tensor of its dtype, or is too small for shape and stride (in elements).
        """
        self._check_leaf()
        if source is None:
            source, shape, stride = self._plain(self._value.ravel()[:0]), [0], [1]
        if not isinstance(source, Tracked):
            raise ArgumentError(f"Input (source) should be paddle.Tensor but received {type(source)}", site=site())
        if source._value.dtype != self._value.dtype:
            raise ArgumentError(f"set_: {self.name} is {self._value.dtype}, and source is {source._value.dtype}")
        owner = _owner(source._value)
        start = offset + (Memory.data_ptr(self._plain(source._value)) - Memory.data_ptr(self._plain(owner)))
        shape = list(source._value.shape if shape is None else shape)
        if stride is None:
            same = shape == list(source._value.shape)
            stride = [s // source._value.itemsize for s in source._value.strides] if same else _contiguous(shape)
        self._value = _strided(owner, shape, list(stride), start)
        self._version = source._version
        self._version[0] += 1
        return self

    def resize_(self, shape: Sequence[int], fill_zero: bool = False) -> Any:
        """Take another shape, of the elements in their order; returns the tensor.

        What is more than before is 0. fill_zero=False leaves that open, and is the same here.
        Raises ArgumentError if shape is no list, or for a leaf that needs a gradient.
        """
        if not isinstance(shape, list | tuple):
            raise ArgumentError(f"Input (shape) should be list or tuple but received {type(shape)}", site=site())
        self._check_leaf()
        if math.prod(shape) <= self.size and self.is_contiguous():
            return self.set_(self, shape)
        xp: Any = places.array_module(self._value)
        made = xp.zeros(math.prod(shape), dtype=self._value.dtype)
        kept = self._value.ravel()[: made.size]
        made[: kept.size] = kept
        self._value, self._version = made.reshape(tuple(shape)), [self._version[0] + 1]
        return self

    def copy_(self, source: Any, blocking: bool = True) -> Any:
        """Write the elements of another tensor, here at once whatever `blocking`; returns the tensor."""
        if not isinstance(source, Tracked):
            raise UsageError(f"copy_ takes a Tensor, but received {type(source).__name__}")
        self.set_value(source)  # type: ignore[attr-defined]
        return self

    def _clear_data(self) -> None:
        """Give the memory up; the shape stays, and who reads the elements gets a RunError."""
        self._value = _Cleared(self._value)
        self._version[0] += 1

    _clear = _clear_data

    def detach_(self) -> Any:
        """Forget the history: from now on a leaf that stops the gradient; returns the tensor."""
        self._edge = None
        self.stop_gradient = True
        return self

    def _check_leaf(self) -> None:
        """Raise ArgumentError for a leaf that needs a gradient, while gradients are recorded."""
        raise NotImplementedError

    # --- kinds of tensors, of which opscope has dense and sparse ones ------------------------------------

    def is_dense(self) -> bool:
        """True, but for sparse tensors."""
        return True

    def _no(self, *_: object) -> bool:
        """False: it is no such tensor."""
        return False

    is_selected_rows = is_sparse = is_sparse_coo = is_sparse_csr = is_dist = is_string = _no

    def get_selected_rows(self) -> None:
        """None: opscope's gradients are dense."""

    def is_same_shape(self, y: Tracked) -> bool:
        """True if y, dense or sparse, has the same shape."""
        return self.shape == y.shape  # type: ignore[attr-defined]

    def to_sparse_coo(self, sparse_dim: int) -> Any:
        """As a SparseCooTensor that holds what is not 0, or with fewer sparse dims the slices that are not all 0.

        Differentiable. Raises ArgumentError for a sparse_dim that is not between 1 and the number of dims.
        """
        return made_sparse["coo"](self, sparse_dim)

    def to_sparse_csr(self) -> Any:
        """A SparseCsrTensor of what is not 0: a leaf, as in Paddle. Raises ArgumentError unless 2-D or 3-D."""
        return made_sparse["csr"](self)

    def _unimplemented(self, name: str) -> UnsupportedError:
        return UnsupportedError(
            f"The kernel of ({name}) for input tensors is unimplemented, please check the type of input tensors.",
            facts={"given": type(self).__name__}, site=site(),
        )  # fmt: skip

    def coalesce(self, name: str | None = None) -> Any:
        """Of a SparseCooTensor. Raises UnsupportedError."""
        raise self._unimplemented("coalesce")

    def to_dense(self) -> Any:
        """Of sparse tensors. Raises UnsupportedError."""
        raise self._unimplemented("to_dense")

    def values(self) -> Any:
        """Of sparse tensors. Raises UnsupportedError."""
        raise self._unimplemented("values")

    def indices(self) -> Any:
        """Of a SparseCooTensor. Raises FatalError."""
        raise FatalError("this method is only effective for SparseCooTensor", site=site())

    def crows(self) -> Any:
        """Of a SparseCsrTensor. Raises FatalError."""
        raise FatalError("this method is only effective for SparseCsrTensor", site=site())

    def cols(self) -> Any:
        """Of a SparseCsrTensor. Raises FatalError."""
        raise FatalError("this method is only effective for SparseCsrTensor", site=site())

    def nnz(self) -> Any:
        """Of sparse tensors. Raises FatalError."""
        raise FatalError("this method is only effective for SparseCooTensor or SparseCsrTensor", site=site())

    def rows(self) -> Any:
        """Not here. Raises FatalError."""
        raise FatalError("this method is only effective for SelectedRows, and opscope's tensors are dense", site=site())


class _Held(DenseTensor):
    """The memory of a Tensor, as Paddle's C++ tensor shows it."""

    __slots__ = ("_tensor",)

    def __init__(self, tensor: Tracked) -> None:
        self._tensor = tensor
        super().__init__(tensor._value)

    @property
    def _array(self) -> Any:  # pyright: ignore[reportIncompatibleVariableOverride]
        return None if isinstance(self._tensor._value, _Cleared) else self._tensor._value

    @_array.setter
    def _array(self, array: Any) -> None:
        if array is not self._tensor._value:
            self._tensor._value = array
            self._tensor._version[0] += 1


class _Cleared(np.lib.mixins.NDArrayOperatorsMixin):
    """What stands for an array that was given up: whoever wants its elements gets a RunError."""

    __slots__ = ("base", "dtype", "ndim", "shape", "size")

    def __init__(self, array: Any) -> None:
        self.shape, self.dtype, self.ndim, self.size = array.shape, array.dtype, array.ndim, array.size
        self.base = None

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> Any:
        raise RunError(
            "Tensor holds no memory. Call Tensor::mutable_data firstly.", fix="set_value() it; its data was cleared"
        )

    def __array_ufunc__(self, ufunc: Any, method: str, *inputs: Any, **kwargs: Any) -> Any:
        return self.__array__()

    def __getitem__(self, index: Any) -> Any:
        return self.__array__()

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return self.__array__()


def _owner(array: Any) -> Any:
    """The array whose memory it shows: itself if it is no view."""
    while places.is_array(getattr(array, "base", None)):
        array = array.base
    return array


def _contiguous(shape: Sequence[int]) -> list[int]:
    return [math.prod(shape[i + 1 :]) for i in range(len(shape))]


def _strided(owner: Any, shape: list[int], stride: list[int], start: int) -> Any:
    """The part of an array's memory from a byte on. Raises ArgumentError if it is not all there."""
    xp: Any = places.array_module(owner)
    item = owner.dtype.itemsize
    last = sum((d - 1) * s for d, s in zip(shape, stride, strict=True)) if 0 not in shape else -1
    if len(shape) != len(stride) or start < 0 or start % item or min(stride, default=0) < 0:
        raise ArgumentError(f"set_: shape {shape}, stride {stride} and offset {start} do not fit together")
    if start + (last + 1) * item > owner.size * item:
        raise ArgumentError(
            f"set_: shape {shape} and stride {stride} reach beyond the memory of the source",
            facts={"elements there": owner.size, "elements needed": start // item + last + 1},
        )
    flat = owner.reshape(-1)[start // item :] if owner.flags.c_contiguous else owner.ravel(order="K")[start // item :]
    strides = tuple(s * item for s in stride)
    if xp is np:  # whose as_strided hides whose memory it is
        return np.ndarray(tuple(shape), owner.dtype, flat, strides=strides)
    return xp.lib.stride_tricks.as_strided(flat, tuple(shape), strides)
