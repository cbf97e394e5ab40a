"""Tensor: an array that remembers how it was made."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, cast

import numpy as np

from opscope.core import place as places
from opscope.core.dense_tensor import DenseTensor
from opscope.core.dtype import as_dtype
from opscope.core.source import calling, site
from opscope.core.state import mode
from opscope.eager.eager_errors import explained
from opscope.eager.moving import Movable
from opscope.eager.tape import Node, packing
from opscope.errors import ArgumentError, UsageError
from opscope.ops.methods import TensorOperators
from opscope.ops.registry import REGISTRY, Attrs, Op, sources
from opscope.ops.rules import pullback_of


def apply(op: Op, inputs: Sequence[Any], attrs: Attrs) -> Any:
    """Run an op on Tensors (and arrays and numbers among them) and record it if a gradient may be wanted."""
    if mode.trace is not None:
        return mode.trace.op(op, inputs, attrs)
    if mode.cast is not None:
        inputs = mode.cast(op, inputs)
    arrays: list[Any] = []
    wanted: tuple[int, ...] = ()
    for value in inputs:
        if isinstance(value, Tensor):
            if not value.stop_gradient:
                wanted += (len(arrays),)
            arrays.append(value._value)
        elif type(value) is tuple and (opened := op.opened(inputs)) is not None:
            return apply(op, opened, attrs)
        else:
            arrays.append(value)
    try:
        result = op.run(arrays, attrs)
    except Exception as error:
        raise explained(error, op, arrays, attrs) from error
    for array in arrays:
        if array is result:  # scale by 1: what is written to the one is not to be seen in the other
            result = array.copy()
    node = _recorded(op, inputs, attrs, result, wanted) if wanted and mode.grad else None
    if isinstance(result, list):
        outs = cast("list[Any]", result)
        outs[:] = [o.copy() if any(o is array for array in arrays) and o is not None else o for o in outs]
        return [None if o is None else _output(op, o, inputs, node, index) for index, o in enumerate(outs)]
    return _output(op, result, inputs, node, 0)


def _recorded(op: Op, inputs: Sequence[Any], attrs: Attrs, result: Any, wanted: tuple[int, ...]) -> Node | None:
    outs = cast("list[Any]", result) if isinstance(result, list) else [result]
    pull = pullback_of(op, wanted, len(inputs), len(outs))
    # the user is above this function, apply and Op.on, which calls interpreters
    return Node(op, pull, inputs, attrs, outs, calling(4)) if pull.wrt else None


def _output(op: Op, array: Any, inputs: Sequence[Any], node: Node | None, index: int) -> Tensor:
    tensor = Tensor(array)
    if array.base is not None:
        _apart(op, tensor, inputs)
    if node is not None:
        tensor.stop_gradient = False
        tensor._edge = (node, index)
        if node.outputs and not packing and index in node.pullback.kept.outputs:
            node.marks += ((tensor._version, tensor._version[0]),)
    return tensor


# What the results of these ops show is the memory of their input, as in Paddle; other results are on their own.
_VIEWS = frozenset((
    "reshape", "reshape_like", "flatten", "flatten_to_2d", "squeeze", "unsqueeze", "transpose", "getitem", "unbind",
    "diagonal", "as_strided", "view", "view_dtype", "tensor_unfold",
))  # fmt: skip


def _apart(op: Op, view: Tensor, inputs: Sequence[Any]) -> None:
    """What writes to a view writes to the tensor it shows, and the other way round: they count as one."""
    for value in inputs:
        if isinstance(value, Tensor) and any(view._value.base is a for a in (value._value, value._value.base)):
            if op.name in _VIEWS:
                view._version = value._version
                if op.name == "diagonal":  # NumPy's does not let itself be written to, Paddle's does
                    view._value.setflags(write=view._value.base.flags.writeable)
            else:
                view._value = view._value.copy()
            return


class Tensor(Movable, TensorOperators):
    """A value of dygraph mode.

    `stop_gradient` is True unless set otherwise; results of ops have it False when any input has. `grad` is
    filled by `backward` on leaves (and where `retain_grads` was called) and accumulates.
    Source: https://www.paddlepaddle.org.cn/documentation/docs/en/api/paddle/Tensor_en.html
    """

    __slots__ = ("__dict__", "__weakref__")

    persistable = False  # parameters say True

    def _plain(self, array: Any, stop_gradient: bool = True) -> Tensor:
        return Tensor(array, stop_gradient)

    # --- ops ----------------------------------------------------------------------------------------

    __apply_op__ = staticmethod(apply)

    def __iter__(self) -> Iterator[Tensor]:
        if not self.ndim:
            raise UsageError("iteration over a 0-D tensor")
        return (self[i] for i in range(len(self)))

    def detach(self) -> Tensor:
        """The same memory without history."""
        tensor = Tensor(self._value)
        tensor._version = self._version
        return tensor

    def clone(self) -> Tensor:
        """A copy, differentiable."""
        return REGISTRY["assign"](self)


sources[False] = apply


def to_tensor(data: Any, dtype: object = None, place: object = None, stop_gradient: bool = True) -> Any:
    """A Tensor of numbers, nested lists, arrays or Tensors; in static mode a Variable that holds them.

    Python floats become float32 (the default dtype), ints int64; arrays keep their dtype.
    Raises UsageError (a TypeError) for anything else.
    """
    if mode.static and not isinstance(data, Tensor | DenseTensor):
        return _constant(data, dtype, stop_gradient)
    array = _array(data, dtype)
    xp: Any = places.module_of(places.as_place(place))
    array = places.to_device(array, places.as_place(place))
    wanted = as_dtype(array.dtype if dtype is None else dtype).dtype
    return Tensor(xp.array(array, dtype=wanted), stop_gradient)


def _constant(data: Any, dtype: object, stop_gradient: bool) -> Any:
    """What to_tensor makes in static mode: an operator of the program that is being built."""
    if hasattr(data, "__apply_op__"):  # a Variable
        out = REGISTRY["assign"](data) if dtype is None else REGISTRY["cast"](data, dtype=as_dtype(dtype).name)
    else:
        array = _array(data, dtype)
        out = REGISTRY["assign_value"](values=array if dtype is None else array.astype(as_dtype(dtype).dtype))
    out.stop_gradient = stop_gradient
    return out


def _array(data: Any, dtype: object) -> Any:
    if isinstance(data, Tensor):
        array = data._value
    elif isinstance(data, DenseTensor):
        array = data.array
    elif places.is_array(data):
        array = data
    elif isinstance(data, list | tuple | int | float | complex):
        array = np.array(_plain_data(data))
        if dtype is None and array.dtype == np.float64:
            array = array.astype(mode.dtype.dtype)
        elif dtype is None and array.dtype == np.complex128:
            array = array.astype(np.complex64)
    else:
        raise UsageError(
            f"Can't constructs a 'paddle.Tensor' with data type {type(data)}, data type must be "
            "scalar|list|tuple|np.ndarray|paddle.Tensor",
            site=site(),
        )
    if array.dtype.kind not in "biufc":
        raise ArgumentError(
            f"Can't constructs a 'paddle.Tensor' with data type {type(data)}, its elements are {array.dtype}",
            site=site(),
        )
    return array


def _plain_data(data: Any) -> Any:
    if isinstance(data, list | tuple):
        return [_plain_data(d) for d in data]
    return data.numpy() if isinstance(data, Tensor) else data
