"""paddle.autograd.jacobian and hessian: matrices of first and second derivatives of computed tensors."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

from opscope.core.described import Described
from opscope.core.public_calls import note_functions
from opscope.errors import ArgumentError
from opscope.ops.registry import REGISTRY
from opscope.paddle.autograd.rows import Rows, full_index

__all__ = ["Hessian", "Jacobian", "hessian", "jacobian"]


def _of_all(name: str) -> Callable[..., Any]:
    """Return a binary operator of the whole matrix."""
    binary = getattr(operator, name)

    def method(self: Jacobian, other: Any) -> Any:
        return binary(self.evaluated(), other.evaluated() if isinstance(other, Jacobian) else other)

    return method


class Jacobian(Described):
    """The matrix of the derivatives d ys / d xs.

    Ints and slices index it like a tensor of its `shape`; only the indexed rows are computed. For ys [N] and xs [M],
    the shape is [N, M]. For batched ys [B, N] and xs [B, M], the shape is [B, N, M]. If ys or xs lacks a dim, the shape
    lacks this dim, too. Attributes and methods of Tensors, and operators, are applied to the whole matrix.
    """

    def __init__(self, ys: Any, xs: Any, is_batched: bool = False) -> None:
        low, high = (1, 2) if is_batched else (0, 1)
        for name, value in (("xs", xs), ("ys", ys)):
            if not low <= len(value.shape) <= high:
                raise ArgumentError(
                    f"{name}.ndim should be {low} or {high} when is_batched={is_batched}, but it is {len(value.shape)}"
                )
        if isinstance(ys, Jacobian):
            ys = ys.evaluated()
        own = len(ys.shape) == high, len(xs.shape) == high  # whether ys and xs have a dim beside the batch's
        self._present = ((True, *own) if is_batched else own) if any(own) or is_batched else (False, False)
        flat = ys if own[0] else REGISTRY.public["reshape"](ys, [-1, 1] if is_batched else [-1])
        self._rows = Rows(flat, [xs], is_batched)
        self.shape = [d for d, there in zip(self._rows.shape, self._present, strict=True) if there]

    def __getitem__(self, index: Any) -> Any:
        return self._rows[full_index(index, self._present)]

    def evaluated(self) -> Any:
        """Return the whole matrix as a tensor."""
        return self._rows[tuple(slice(None) if there else 0 for there in self._present)]

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(f"{type(self).__name__} has no attribute {name}")
        return getattr(self.evaluated(), name)

    __add__, __sub__, __mul__ = _of_all("add"), _of_all("sub"), _of_all("mul")
    __truediv__, __floordiv__, __mod__ = _of_all("truediv"), _of_all("floordiv"), _of_all("mod")
    __pow__, __matmul__ = _of_all("pow"), _of_all("matmul")
    __eq__, __ne__ = _of_all("eq"), _of_all("ne")
    __lt__, __le__, __gt__, __ge__ = _of_all("lt"), _of_all("le"), _of_all("gt"), _of_all("ge")
    __hash__ = object.__hash__


class Hessian(Jacobian):
    """The second derivatives: a Jacobian of a Jacobian."""


def jacobian(ys: Any, xs: Any, batch_axis: int | None = None) -> Any:
    """Return the Jacobian of ys with respect to xs.

    For tuples, return a tuple for each of ys, with a Jacobian for each of xs.

    batch_axis=0: dim 0 of ys [B, N] and xs [B, M] counts independent cases. Raises ArgumentError for other axes, and
    for ys or xs with more dims.
    Source: https://www.paddlepaddle.org.cn/documentation/docs/en/api/paddle/autograd/jacobian_en.html
    """
    return _matrices(Jacobian, ys, xs, batch_axis)


def _matrices(kind: type[Jacobian], ys: Any, xs: Any, batch_axis: int | None) -> Any:
    if batch_axis not in (None, 0):
        raise ArgumentError(f"batch_axis should be None or 0, but got {batch_axis}.")
    if isinstance(ys, list | tuple):
        return tuple(_matrices(kind, y, xs, batch_axis) for y in ys)
    if isinstance(xs, list | tuple):
        return tuple(kind(ys, x, batch_axis == 0) for x in xs)
    return kind(ys, xs, batch_axis == 0)


def hessian(ys: Any, xs: Any, batch_axis: int | None = None) -> Any:
    """Return the Hessian of ys, a tensor of one element, with respect to xs; for a tuple of xs, a tuple of tuples.

    batch_axis=0: a Hessian for each of the cases, ys [B] and xs [B, M]. Raises ArgumentError for ys with more elements.
    Source: https://www.paddlepaddle.org.cn/documentation/docs/en/api/paddle/autograd/hessian_en.html
    """
    if batch_axis is not None and not isinstance(batch_axis, int):
        raise ArgumentError(f"batch_axis should be None or int, but got {type(batch_axis)}.")
    if batch_axis not in (None, 0):
        raise ArgumentError("batch_axis must be None or 0; other batch axes are not supported yet.")
    cases = 1 if batch_axis is None else ys.shape[0]
    count = 1
    for dim in ys.shape:
        count *= dim
    if count != cases:
        name = "ys.numel()" if batch_axis is None else "ys[0].numel()"
        raise ArgumentError(f"hessian needs {name} == 1 when batch_axis is {batch_axis}, but it is {count // cases}.")
    ys = REGISTRY.public["reshape"](ys, [] if batch_axis is None else [-1])
    return _matrices(Hessian, jacobian(ys, xs, batch_axis), xs, batch_axis)


note_functions(__name__)
