"""A Tensor elsewhere, or of another dtype."""

from __future__ import annotations

from typing import Any, NoReturn

import numpy as np

from opscope.core import place as places
from opscope.core.dtype import DType, as_dtype
from opscope.core.source import site
from opscope.eager.inplace import Written
from opscope.eager.tape import Tracked
from opscope.errors import DTypeError, UnsupportedError, UsageError
from opscope.ops.registry import REGISTRY

_NAMES = ("device", "dtype", "blocking")


class Movable(Written):
    """The part of Tensor that goes to other places."""

    __slots__ = ()

    def cpu(self) -> Any:
        """A copy in main memory; the tensor itself if it is there."""
        return self._moved(places.CPU)

    def cuda(self, device_id: int | None = None, blocking: bool = True) -> Any:
        """A copy on a GPU; the tensor itself if it is there. It is there when this returns, whatever `blocking`."""
        return self._moved(places.CUDAPlace(device_id or 0))

    def pin_memory(self) -> NoReturn:
        """Not here. Raises UnsupportedError."""
        raise UnsupportedError("opscope has no pinned memory", site=site(), fix="leave it out: cuda() copies directly")

    def to(self, *args: Any, **kwargs: Any) -> Any:
        """`to(dtype)`, `to(device, dtype)` or `to(other)`: the tensor there and of that dtype, itself if it is already.

        A bool behind them is `blocking`, and changes nothing. Raises UsageError for other arguments.
        Source: https://www.paddlepaddle.org.cn/documentation/docs/en/api/paddle/Tensor_en.html
        """
        device, dtype = _wanted(args, kwargs)
        moved = self if device is None else self._moved(places.as_place(device))
        return (
            moved
            if dtype is None or as_dtype(dtype) is moved.dtype
            else REGISTRY["cast"](moved, dtype=as_dtype(dtype).name)
        )

    def _to(self, device: Any = None, dtype: Any = None, blocking: bool | None = None) -> Any:
        """As `to`, with all arguments."""
        return self.to(device=device, dtype=dtype)

    def _copy_to(self, place: Any, blocking: bool = True) -> Any:
        """A copy on a place, without history; it is there when this returns, whatever `blocking`."""
        return self._plain(places.to_device(self._value, places.as_place(place)).copy(), self.stop_gradient)

    def _moved(self, place: places.Place) -> Any:
        if self.place == place:
            return self
        return self._plain(places.to_device(self._value, place), self.stop_gradient)

    @property
    def _place_str(self) -> str:
        """The place, as text."""
        return str(self.place)


def _wanted(args: tuple[Any, ...], kwargs: dict[str, Any]) -> tuple[Any, Any]:
    """The device and the dtype that `to` was asked for, None where it was not."""
    if (not args and not kwargs) or len(args) + len(kwargs) > 3:
        raise UsageError(
            "to() received too mant arguments - expected one of: (device, dtype, blocking), (dtype, blocking), "
            "(other, blocking)",
            site=site(),
        )
    if unknown := [name for name in kwargs if name not in (*_NAMES, "other")]:
        raise UsageError(f"to() got an unexpected keyword argument {unknown[0]}", site=site())
    given: dict[str, Any] = dict(kwargs)
    if args:
        names = _NAMES
        if isinstance(args[0], Tracked):
            names = ("other", "blocking")
        elif _is_dtype(args[0]):
            names = ("dtype", "blocking")
        if len(args) > len(names):
            raise UsageError(
                f"to() takes {len(names)} arguments that begin so, and {len(args)} were given", site=site()
            )
        given.update(zip(names, args, strict=False))
    other = given.get("other")
    if isinstance(other, Movable) and given.get("device") is None and given.get("dtype") is None:
        return other.place, other.dtype
    return given.get("device"), given.get("dtype")


def _is_dtype(value: Any) -> bool:
    if isinstance(value, DType | np.dtype):
        return True
    try:
        as_dtype(value)
    except DTypeError:
        return False
    return isinstance(value, str | type)
