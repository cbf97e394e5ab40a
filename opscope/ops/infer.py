"""Shape rules that many ops share; a rule computes the specs of the outputs from the specs of the inputs.

Dims may be None.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from typing import Any

from opscope.core import shape as dims
from opscope.core.annotations import Array
from opscope.core.dtype import DType, DTypeLike, as_dtype, bool_, float32, promote
from opscope.core.spec import TensorSpec
from opscope.errors import ShapeError

Spec = TensorSpec


def array_spec(array: Array) -> Spec:
    """Return the spec of an array, for kernels that repeat the checks of their shape rule."""
    return Spec(tuple(array.shape), as_dtype(array.dtype))


def same(x: Spec, *_: Any, **attrs: Any) -> Spec:
    """Shape rule of elementwise functions of one input: the shape and dtype of the first input."""
    return x


def along_axis(x: Spec, *_: Any, axis: int = -1, **attrs: Any) -> Spec:
    """Shape rule of functions along one axis: the shape and dtype of the first input.

    Raises AxisError if x does not have the axis.
    """
    dims.axis_of(axis, x.rank)
    return x


def floating(x: Spec, **attrs: Any) -> Spec:
    """Shape rule of functions with float results: the spec of the first input; integers become float32."""
    return x if x.dtype.floating else x.with_dtype(float32)


def promoted(*specs: Spec) -> DType:
    """Return the common dtype of the inputs."""
    return functools.reduce(promote, (s.dtype for s in specs))


def broadcast(*specs: Spec, **attrs: Any) -> Spec:
    """Shape rule of elementwise functions of several inputs: the broadcast shape and the promoted dtype."""
    return Spec(dims.broadcast(*(s.shape for s in specs)), promoted(*specs))


def predicate(*specs: Spec, **attrs: Any) -> Spec:
    """Shape rule of comparisons and logical functions: the broadcast shape, bool."""
    return Spec(dims.broadcast(*(s.shape for s in specs)), bool_)


def reduction(
    dtype: Callable[[DType], DType] = lambda d: d,
) -> Callable[..., Spec]:
    """Shape rule of reductions over `axis` with `keepdim`; `dtype` maps the input's dtype to the output's dtype."""

    def infer(x: Spec, *, axis: Any = None, keepdim: bool = False, **attrs: Any) -> Spec:
        return Spec(dims.reduce(x.shape, axis, keepdim), dtype(x.dtype))

    return infer


def like_second(_: Spec, like: Spec, **attrs: Any) -> Spec:
    """Shape rule that returns the spec of the second input."""
    return like


def from_shape(*, shape: Sequence[int], dtype: DTypeLike, **attrs: Any) -> Spec:
    """Shape rule of operators that create a tensor; the shape is an attribute."""
    return Spec(tuple(shape), as_dtype(dtype))


def require_known_dim(dim: dims.Dim, op: str, what: str) -> int:
    """Return a dim that the rule needs to know. Raises ShapeError with the name of an unknown dim."""
    if dim is None:
        raise ShapeError(
            f"{op}: {what} must be known when the program is built", fix="declare this size in the shape of the input"
        )
    return dim


# ops with these rules may broadcast, so their gradients are summed back centrally (ops.grad)
BROADCASTING: set[Callable[..., Any]] = {broadcast, predicate}
