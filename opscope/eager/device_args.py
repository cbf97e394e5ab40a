"""Parser for the arguments of `Tensor.to`: a device, a dtype, or a Tensor that has both."""

from __future__ import annotations

from typing import Any

import numpy as np

from opscope.core.dtype import DType, as_dtype
from opscope.core.source import site
from opscope.eager.tape import Tracked
from opscope.errors import DTypeError, UsageError

_NAMES = ("device", "dtype", "blocking")


def device_and_dtype(args: tuple[Any, ...], kwargs: dict[str, Any]) -> tuple[Any, Any]:
    """Return the pair (device, dtype) from the arguments of a call of `to`. A missing argument is None.

    Raises UsageError for other arguments.
    """
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
            raise UsageError(f"to() takes {len(names)} arguments of this form, but {len(args)} were given", site=site())
        given.update(zip(names, args, strict=False))
    other = given.get("other")
    if isinstance(other, Tracked) and given.get("device") is None and given.get("dtype") is None:
        return other.place, other.dtype  # type: ignore[attr-defined]
    return given.get("device"), given.get("dtype")


def _is_dtype(value: Any) -> bool:
    if isinstance(value, DType | np.dtype):
        return True
    try:
        as_dtype(value)
    except DTypeError:
        return False
    return isinstance(value, str | type)
