"""Check that gradients from the user's own functions have the shapes and dtypes of the functions' inputs."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from opscope.core import shape as dims
from opscope.core.dtype import DType
from opscope.core.shape import Shape
from opscope.core.source import Site
from opscope.core.spec import TensorSpec
from opscope.core.strict import warn
from opscope.errors import DTypeError, OpscopeWarning, ShapeError

_any_is_accepted = ContextVar("any_is_accepted", default=False)


@contextmanager
def any_gradient_accepted() -> Iterator[None]:
    """Context manager: `check_gradient` accepts all gradients, because code in the block examines wrong gradients."""
    token = _any_is_accepted.set(True)
    try:
        yield
    finally:
        _any_is_accepted.reset(token)


def check_gradient(function: str, of: str, shape: Shape, dtype: DType, declared: TensorSpec, site: Site | None) -> None:
    """Raise ShapeError or DTypeError if the shape or dtype of a gradient from `function` differs from the input.

    If the shapes differ only in dims of size 1, a warning is issued. In mixed precision, a gradient may have 16 bits
    although its input has 32 bits, or the reverse.
    """
    if _any_is_accepted.get():
        return
    if not _same_dtype(dtype, declared.dtype):
        raise DTypeError(
            f"{function} returned a gradient of dtype {dtype.name} for {of}, which is {declared}",
            facts={"expected": declared, "returned": TensorSpec(shape, dtype)}, site=site,
            fix=f"cast the gradient to {declared.dtype.name}",
        )  # fmt: skip
    pairs = zip(shape, declared.shape, strict=False)
    if len(shape) == len(declared.shape) and all(a == b or None in (a, b) for a, b in pairs):  # unknown dims may fit
        return
    what = f"{function} returned a gradient of shape {dims.text(shape)} for {of}, which is {declared}"
    fix = "sum or reshape the gradient to the shape of the input"
    if [d for d in shape if d != 1] == [d for d in declared.shape if d != 1]:
        warn(OpscopeWarning(what, site=site, fix=fix))
        return
    raise ShapeError(what, facts={"expected": declared, "returned": TensorSpec(shape, dtype)}, site=site, fix=fix)


def check_precision(function: str, of: str, dtype: DType, declared: TensorSpec) -> bool:
    """Warn if a gradient has another precision than its input.

    Returns True if the gradient must be cast.
    """
    differs = dtype.kind == declared.dtype.kind == "f" and not _same_dtype(dtype, declared.dtype)
    if differs and not _any_is_accepted.get():
        what = f"{function} returned a gradient of dtype {dtype.name} for {of}, which is {declared}: it is cast"
        warn(OpscopeWarning(what, fix=f"return the gradient as {declared.dtype.name}"))
    return differs


def _same_dtype(one: DType, other: DType) -> bool:
    if one is other:
        return True
    return one.kind == other.kind == "f" and 2 in (one.dtype.itemsize, other.dtype.itemsize)
