"""Base class of sparse tensors: indices locate the elements, and a dense Tensor contains their values."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any, NoReturn, Self

import numpy as np

from opscope.core import place as places
from opscope.core.dtype import DType
from opscope.core.source import site
from opscope.eager.gradient_hooks import HookHandle
from opscope.eager.tensor import Tensor
from opscope.eager.tensor_text import numbers_text
from opscope.errors import UnsupportedError
from opscope.ops.indexing.gather import gather, scatter
from opscope.ops.indexing.segments import rows_summed
from opscope.ops.manipulation.reshape import reshape
from opscope.paddle.sparse import sites


class SparseTensor(Tensor):
    """Base class: `parts` locate the elements, and `values` [nnz, ...] are the elements; all other elements are 0.

    The history and the gradient belong to the values. Ops read the array of a tensor; for a sparse tensor, they get an
    UnsupportedError, because only the functions of paddle.sparse work on sparse tensors.
    """

    __slots__ = ("_dims", "_parts", "_values")

    names: tuple[str, ...] = ()  # of the parts

    def __init__(self, parts: Sequence[Any], values: Any, shape: Sequence[int]) -> None:
        self._parts = tuple(parts)
        self._values = values
        self._dims = tuple(int(d) for d in shape)
        self._name = ""

    # --- where the elements are -----------------------------------------------------------------------

    def sites(self) -> sites.Sites:
        """Return the indices of the elements along the sparse dims, [sparse dims, nnz], in main memory."""
        raise NotImplementedError

    @classmethod
    def at(cls, where: sites.Sites, values: Any, shape: Sequence[int], kinds: Sequence[Any] = ("int64",)) -> Self:
        """Return a tensor with elements at these sites; the parts get these dtypes."""
        raise NotImplementedError

    def like(self, values: Any, kinds: Sequence[Any] = ()) -> Self:
        """Return a tensor with other elements at the same sites."""
        parts = self._parts
        if kinds:
            parts = [Tensor(p._value.astype(k)) for p, k in zip(parts, kinds, strict=True)]
        return type(self)(parts, values, self._dims)

    def kinds(self) -> tuple[Any, ...]:
        """Return the dtypes of the parts."""
        return tuple(p._value.dtype for p in self._parts)

    @property
    def sparse_dim(self) -> int:
        """Return the number of sparse dims, which the sites index; all other dims belong to the values."""
        return self.ndim - max(len(self._values.shape) - 1, 0)

    def _same_sites(self, other: SparseTensor) -> bool:
        return self._dims == other._dims and all(
            np.array_equal(places.to_host(a._value), places.to_host(b._value))
            for a, b in zip(self._parts, other._parts, strict=True)
        )

    # --- what the tape knows --------------------------------------------------------------------------

    def _refuse(self, *_: Any) -> NoReturn:
        raise UnsupportedError(
            "this operation supports only dense tensors, because a sparse tensor has no array",
            facts={type(self).__name__: list(self._dims)},
            site=site(),
            fix="call the function of paddle.sparse, or convert x with x.to_dense()",
        )

    _value = property(_refuse, _refuse)  # pyright: ignore[reportAssignmentType, reportIncompatibleVariableOverride]
    _edge = property(lambda self: self._values._edge, lambda self, edge: setattr(self._values, "_edge", edge))
    _version = property(lambda self: self._values._version)
    _hooks = property(lambda self: self._values._hooks)

    @property
    def stop_gradient(self) -> bool:  # pyright: ignore[reportIncompatibleVariableOverride]
        """True if no gradient of the values is computed."""
        return self._values.stop_gradient

    @stop_gradient.setter
    def stop_gradient(self, stop: bool) -> None:
        self._values.stop_gradient = stop

    @property
    def _grad(self) -> Any:  # pyright: ignore[reportIncompatibleVariableOverride]
        return self._as_user_gradient(self._values._grad)

    @_grad.setter
    def _grad(self, grad: Any) -> None:
        self._values._take_gradient(None if grad is None else self._as_seed(grad))

    def _tape_tensor(self) -> Any:
        return self._values

    def _as_seed(self, seed: Any) -> Any:
        if not isinstance(seed, type(self)) or not self._same_sites(seed):
            raise UnsupportedError(
                f"the gradient of a {type(self).__name__} must have elements at the same positions as the tensor",
                site=site(),
            )
        return seed._values

    def _as_user_gradient(self, found: Any) -> Any:
        return None if found is None else self.like(found)

    def ones(self) -> Any:
        """Return ones at the sites: the default seed."""
        return self.like(self._values.ones())

    def register_hook(self, hook: Callable[[Any], Any]) -> HookHandle:
        """Call `hook(grad)` with the total gradient, a sparse tensor; the result of the hook replaces it."""

        def of_values(grad: Any) -> Any:
            found = hook(self.like(grad))
            return None if found is None else self._as_seed(found)

        return self._values.register_hook(of_values)

    def retain_grads(self) -> None:
        """Keep the gradient of this intermediate tensor."""
        self._values.retain_grads()

    def _zero_grads(self) -> None:
        self._values._zero_grads()

    def _register_backward_hook(self, hook: Callable[[], Any]) -> None:
        self._values._register_backward_hook(hook)

    def detach(self) -> Any:
        """Return a tensor with the same memory, without history."""
        return self.like(self._values.detach())

    def clone(self) -> Any:
        """Return a differentiable copy."""
        return type(self)([p.clone() for p in self._parts], self._values.clone(), self._dims)

    def __deepcopy__(self, memo: dict[int, Any]) -> Any:
        copied = self.detach().clone()
        copied.stop_gradient = self.stop_gradient
        memo[id(self)] = copied
        return copied

    # --- facts ----------------------------------------------------------------------------------------

    @property
    def shape(self) -> list[int]:
        """The dims of the dense tensor."""
        return list(self._dims)

    @property
    def dtype(self) -> DType:
        """The data type of the values."""
        return self._values.dtype

    @property
    def ndim(self) -> int:
        """The number of dims."""
        return len(self._dims)

    @property
    def size(self) -> int:
        """The number of elements of the dense tensor."""
        return math.prod(self._dims)

    @property
    def place(self) -> places.Place:
        """The place of the values."""
        return self._values.place

    def __len__(self) -> int:
        return self._dims[0]

    def numel(self, name: str | None = None) -> Any:
        """Return the number of elements of the dense tensor, as a Tensor."""
        return Tensor(np.asarray(self.size, "int64"))

    def element_size(self) -> int:
        """Return the number of bytes of an element."""
        return self._values.element_size()

    def nnz(self) -> int:
        """Return the number of elements."""
        return self._values.shape[0] if self._values.shape else 1

    def is_dense(self) -> bool:
        """Return False."""
        return False

    def is_sparse(self, *_: object) -> bool:
        """Return True."""
        return True

    def _is_initialized(self) -> bool:
        return True

    def values(self) -> Any:
        """Return the elements, [nnz, ...], with the same memory; differentiable."""
        return reshape(self._values, shape=self._values.shape)

    def to_dense(self) -> Any:
        """Return the dense tensor; differentiable.

        If several elements have one site, the last is used, as in Paddle.
        """
        numbers = sites.flat(self.sites(), self._dims[: self.sparse_dim])
        values = reshape(self._values, shape=[self.nnz(), *self._dims[self.sparse_dim :]])
        kept = sites.last(numbers)
        if kept is not None:
            values, numbers = picked(values, kept), numbers[kept]
        shape = (math.prod(self._dims[: self.sparse_dim]), *self._dims[self.sparse_dim :])
        nothing = placed(np.zeros(shape, self.dtype.dtype), values)
        return reshape(scatter(nothing, placed(numbers, values), values), shape=self.shape)

    def __repr__(self) -> str:
        shown = [*zip(self.names, self._parts, strict=True), ("values", self._values)]
        texts = (f"{name}={numbers_text(places.to_host(t._value), 8 + len(name))}" for name, t in shown)
        head = f"shape={self.shape}, dtype=paddle.{self.dtype.name}, place={self.place}, "
        return f"Tensor({head}stop_gradient={self.stop_gradient}, \n       " + ", \n       ".join(texts) + ")"


def placed(host: Any, values: Any) -> Tensor:
    """Return integers at the place of the values."""
    return Tensor(places.to_device(host, values.place))


def picked(values: Any, which: Any) -> Any:
    """Return the rows of values at the indices `which`. The selection is differentiable."""
    return gather(values, placed(which, values))


def added_up(values: Any, into: Any, count: int) -> Any:
    """Return `count` rows; each row is the sum of the values that `into` assigns to it. Differentiable."""
    return rows_summed(values, placed(into, values), rows=count)
