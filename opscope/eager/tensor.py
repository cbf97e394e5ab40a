"""Tensor: an array that remembers how it was made."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, cast

import numpy as np

from opscope.core import place as places
from opscope.core.dense import DenseTensor
from opscope.core.dtype import as_dtype
from opscope.core.source import calling, site
from opscope.core.state import mode
from opscope.eager.reading import Readable
from opscope.eager.tape import Node, Walk
from opscope.errors import ArgumentError, ModeError, RunError, UnsupportedError, UsageError
from opscope.ops.methods import TensorOperators
from opscope.ops.registry import REGISTRY, Attrs, Op, sources
from opscope.ops.rules import pullback_of


def apply(op: Op, inputs: Sequence[Any], attrs: Attrs) -> Any:
    """Run an op on Tensors (and arrays and numbers among them) and record it if a gradient may be wanted."""
    if mode.cast is not None:
        inputs = mode.cast(op, inputs)
    arrays: list[Any] = []
    wanted: tuple[int, ...] = ()
    for value in inputs:
        if isinstance(value, Tensor):
            if not value.stop_gradient:
                wanted += (len(arrays),)
            arrays.append(value._value)
        else:
            arrays.append(value)
    result = op.run(arrays, attrs)
    node = _recorded(op, inputs, attrs, result, wanted) if wanted and mode.grad else None
    if isinstance(result, list):
        outs = cast("list[Any]", result)
        return [None if o is None else _output(o, inputs, node, index) for index, o in enumerate(outs)]
    return _output(result, inputs, node, 0)


def _recorded(op: Op, inputs: Sequence[Any], attrs: Attrs, result: Any, wanted: tuple[int, ...]) -> Node | None:
    outs = cast("list[Any]", result) if isinstance(result, list) else [result]
    pull = pullback_of(op, wanted, len(inputs), len(outs))
    # the user is above this function, apply and Op.on, which calls interpreters
    return Node(op, pull, inputs, attrs, outs, calling(4)) if pull.wrt else None


def _output(array: Any, inputs: Sequence[Any], node: Node | None, index: int) -> Tensor:
    tensor = Tensor(array)
    if array.base is not None:
        _share_version(tensor, inputs)
    if node is not None and array.dtype.kind in "fc":
        tensor.stop_gradient = False
        tensor._edge = (node, index)
    return tensor


def _share_version(view: Tensor, inputs: Sequence[Any]) -> None:
    """What writes to a view writes to the tensor it shows, and the other way round: they count as one."""
    for value in inputs:
        if isinstance(value, Tensor) and any(view._value.base is a for a in (value._value, value._value.base)):
            view._version = value._version


class Tensor(Readable, TensorOperators):
    """A value of dygraph mode.

    `stop_gradient` is True unless set otherwise; results of ops have it False when any input has. `grad` is
    filled by `backward` on leaves (and where `retain_grads` was called) and accumulates.
    Source: https://www.paddlepaddle.org.cn/documentation/docs/en/api/paddle/Tensor_en.html
    """

    __slots__ = ("__dict__", "__weakref__")

    persistable = False  # parameters say True

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

    def cpu(self) -> Tensor:
        """A copy in main memory; the tensor itself if it is there."""
        return self._moved(places.CPU)

    def cuda(self, device_id: int = 0) -> Tensor:
        """A copy on a GPU; the tensor itself if it is there."""
        return self._moved(places.CUDAPlace(device_id))

    def _moved(self, place: places.Place) -> Tensor:
        return self if self.place == place else Tensor(places.to_device(self._value, place), self.stop_gradient)

    def set_value(self, value: Any) -> None:
        """Write new elements of the same shape and dtype in place."""
        array = value._value if isinstance(value, Tensor) else np.asarray(getattr(value, "array", value))
        if tuple(array.shape) != tuple(self._value.shape):
            raise ModeError(
                f"Variable Shape not match, Variable [ {self.name} ] need tensor with shape {self.shape} but load set "
                f"tensor with shape {list(array.shape)}"
            )
        if array.dtype != self._value.dtype:
            raise ModeError(
                f"Variable dtype not match, Variable [ {self.name} ] need tensor with dtype {self.dtype.name} but load "
                f"tensor with dtype {array.dtype}"
            )
        self._write(places.to_device(array, self.place))

    def _write(self, array: Any) -> None:
        if not getattr(self._value.flags, "writeable", True):  # cupy's arrays always are
            self._value = self._value.copy()
        self._value[...] = array
        self._version[0] += 1

    def __setitem__(self, index: Any, value: Any) -> None:
        if mode.grad and not self.stop_gradient:
            if self.is_leaf:
                raise ArgumentError(
                    f"Leaf Tensor ({self.name}) that doesn't stop gradient can't use inplace strategy.",
                    site=site(),
                    fix="write under paddle.no_grad(), or to a clone()",
                )
            raise UnsupportedError(
                f"assignment to part of {self.name}, which needs a gradient, is not supported",
                site=site(),
                fix="build the new value with where(), concat() or put_along_axis()",
            )
        if not getattr(self._value.flags, "writeable", True):  # cupy's arrays always are
            self._value = self._value.copy()
        self._value[_plain_index(index)] = value._value if isinstance(value, Tensor) else value
        self._version[0] += 1

    # --- gradients ----------------------------------------------------------------------------------

    @property
    def grad(self) -> Tensor | None:
        """The accumulated gradient, or None."""
        return self._grad

    @grad.setter
    def grad(self, value: Tensor | None) -> None:
        if value is not None and not isinstance(value, Tensor):
            raise ArgumentError(f"grad must be a Tensor or None, but received {type(value).__name__}")
        self._grad = value

    def gradient(self) -> Any:
        """The gradient as a NumPy array, or None."""
        return None if self._grad is None else self._grad.numpy()

    def backward(self, grad_tensor: Tensor | None = None, retain_graph: bool = False) -> None:
        """Compute the gradients of everything that led here; `grad_tensor` seeds it (ones by default)."""
        if grad_tensor is not None and not isinstance(grad_tensor, Tensor):
            raise ModeError(
                "The type of grad_tensor must be paddle.Tensor", facts={"given": type(grad_tensor).__name__}
            )
        if grad_tensor is not None and grad_tensor.shape != self.shape:
            raise ModeError(
                f"Tensor shape not match, Tensor of grad_tensor [ {grad_tensor.name} ] with shape {grad_tensor.shape} "
                f"mismatch Tensor [ {self.name} ] with shape {self.shape}"
            )
        if self.stop_gradient:
            return
        Walk(create_graph=False, retain_graph=retain_graph).run(
            [(self, ones_like(self) if grad_tensor is None else grad_tensor)]
        )

    def retain_grads(self) -> None:
        """Keep the gradient of this intermediate tensor too."""
        if self.stop_gradient:
            return
        if self._edge is not None:
            node, index = self._edge
            node.retained[index] = self

    def register_hook(self, hook: Callable[[Tensor], Any]) -> HookHandle:
        """Call `hook(grad)` when the total gradient of this tensor is known; what it returns replaces it."""
        if self.stop_gradient:
            raise RunError(
                "Cannot register hook on a tensor that stop gradient.", fix="set stop_gradient = False first"
            )
        if self._edge is not None:
            hooks = self._edge[0].hooks.setdefault(self._edge[1], [])
        else:
            hooks = self._hooks = self._hooks or []
        hooks.append(hook)
        return HookHandle(hooks, hook)

    def clear_gradient(self, set_to_zero: bool = True) -> None:
        """Zero the gradient, or with False forget it."""
        if self._grad is not None and set_to_zero:
            xp: Any = places.array_module(self._grad._value)
            self._grad = Tensor(xp.zeros_like(self._grad._value))  # times 0, an Inf would stay as a NaN
        elif not set_to_zero:
            self._grad = None

    clear_grad = clear_gradient


class HookHandle:
    """What `register_hook` returns."""

    __slots__ = ("_hook", "_hooks")

    def __init__(self, hooks: list[Any], hook: Any) -> None:
        self._hooks, self._hook = hooks, hook

    def remove(self) -> bool:
        """Take the hook away; False if it was gone already."""
        if self._hook in self._hooks:
            self._hooks.remove(self._hook)
            return True
        return False


def _plain_index(index: Any) -> Any:
    if isinstance(index, tuple):
        return tuple(_plain_index(i) for i in index)
    return index._value if isinstance(index, Tensor) else index


def ones_like(tensor: Tensor) -> Tensor:
    """Ones in the shape and dtype of a tensor: the default seed."""
    xp: Any = places.array_module(tensor._value)
    return Tensor(xp.ones_like(tensor._value))


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
        out = REGISTRY["assign"](data) if dtype is None else REGISTRY.public["cast"](data, dtype)
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
        raise UsageError(
            f"Can't constructs a 'paddle.Tensor' with data type {type(data)}, its elements are {array.dtype}",
            site=site(),
        )
    return array


def _plain_data(data: Any) -> Any:
    if isinstance(data, list | tuple):
        return [_plain_data(d) for d in data]
    return data.numpy() if isinstance(data, Tensor) else data
