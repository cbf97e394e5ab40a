"""Tensor, the value of dygraph mode, and `apply_op`, which runs an op and records it on the tape."""

from __future__ import annotations

import functools
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Literal, NoReturn, cast

import numpy as np

from opscope.core import place as places
from opscope.core.annotations import Array
from opscope.core.checks.masked_arrays import unmasked
from opscope.core.dtype import BY_NUMPY_DTYPE, DType, as_dtype
from opscope.core.formats.narrow_arrays import WideArray, dtype_of
from opscope.core.rich_display import RichDisplay
from opscope.core.source import site, user_position
from opscope.core.state import mode
from opscope.core.tensors.number_arrays import number_array
from opscope.core.tracebacks import hides_frames
from opscope.core.variable_kinds import LOD_TENSOR, VarKind
from opscope.eager.backward_pass import BackwardPass
from opscope.eager.backward_strategy import BackwardStrategy
from opscope.eager.device_args import device_and_dtype
from opscope.eager.eager_errors import with_op_context
from opscope.eager.gradient_hooks import HookHandle, hook_numbers
from opscope.eager.memory_methods import MemoryMethods
from opscope.eager.mixed_places import beside_a_gpus
from opscope.eager.sparse_gradient import zeros_for
from opscope.eager.tape import TapeNode, Tracked, current_mode
from opscope.eager.tensor_kinds import TensorKind
from opscope.eager.tensor_memory import link_view_or_copy
from opscope.eager.tensor_text import numbers_text
from opscope.eager.tensor_writes import (
    ASSIGNABLE,
    NUMBERS,
    array_like,
    check_leaf,
    check_result_fits,
    needs_grad,
    new_elements,
    vjp_reads,
    write_elements,
)
from opscope.errors import ArgumentError, ModeError, RunError, ShapeError, UnsupportedError, UsageError
from opscope.ops.index_keys import normalize_index
from opscope.ops.pullback import pullback_of
from opscope.ops.registry import REGISTRY, Attrs, Op, default_interpreters
from opscope.ops.tensor_operators import TensorOperators

ResultKind = Literal["like", "view", "any"]


def apply_op(op: Op, inputs: Sequence[Any], attrs: Attrs) -> Any:
    """Run an op on Tensors, arrays and numbers. Record the op if an input needs a gradient."""
    now = current_mode()
    if now.trace is not None:
        return now.trace.op(op, inputs, attrs)
    inputs = inputs if now.cast is None else now.cast(op, inputs)
    if not op.is_binary or len(inputs) != 2 or "cupy" in sys.modules:
        return _apply_any(op, inputs, attrs, now.grad)
    x, y = inputs  # as `_apply_any`, for what most calls are: two Tensors of NumPy
    if not isinstance(x, Tensor) or not isinstance(y, Tensor):
        return _apply_any(op, inputs, attrs, now.grad)
    arrays = a, b = x._value, y._value
    if type(a) is not np.ndarray or type(b) is not np.ndarray or (op.dtype_kinds and not op.accepts_fast(arrays)):
        return _apply_any(op, inputs, attrs, now.grad)
    try:
        result = op.kernel(np, a, b, **attrs) if attrs else op.kernel(np, a, b)
    except Exception as error:
        raise with_op_context(error, op, arrays, attrs) from error
    if type(result) is not np.ndarray:
        result = op.as_arrays(np, result)
    wanted = (() if y.stop_gradient else (1,)) if x.stop_gradient else (0,) if y.stop_gradient else (0, 1)
    if (wanted and now.grad) or result is a or result is b or type(result) is list:
        return _wrap(op, inputs, attrs, arrays, result, wanted if now.grad else ())
    return _wrap_output(op, result, inputs, None, 0)


def _apply_any(op: Op, inputs: Sequence[Any], attrs: Attrs, grad: bool) -> Any:
    arrays: list[Any] = []
    wanted: tuple[int, ...] = ()
    for value in inputs:
        if isinstance(value, Tensor):
            if not value.stop_gradient:
                wanted += (len(arrays),)
            arrays.append(value._value)
        elif type(value) is tuple and (unpacked := op.unpack_tuples(inputs)) is not None:
            return apply_op(op, unpacked, attrs)
        else:
            arrays.append(value if type(value) in NUMBERS else unmasked(value))
    if "cupy" in sys.modules and np.ndarray in map(type, arrays):
        inputs, arrays = beside_a_gpus(inputs, arrays)
    try:
        result = op.run(arrays, attrs)
    except Exception as error:
        raise with_op_context(error, op, arrays, attrs) from error
    return _wrap(op, inputs, attrs, arrays, result, wanted if grad else ())


def _wrap(
    op: Op, inputs: Sequence[Any], attrs: Attrs, arrays: Sequence[Any], result: Any, wanted: tuple[int, ...]
) -> Any:
    for array in arrays:
        if array is result:  # scale by 1 returns its input: a write to one Tensor must not change the other
            result = array.copy()
    many = type(result) is list
    node = None
    if wanted:
        outs = cast("list[Any]", result) if many else (result,)
        pull = pullback_of(op, wanted, len(inputs), len(outs))
        if pull.wrt:  # the user's frame is above this function, apply_op and its caller
            node = TapeNode(op, pull, inputs, attrs, outs, user_position(4))
    if not many:
        return _wrap_output(op, result, inputs, node, 0)
    outs = cast("list[Any]", result)
    outs[:] = [o.copy() if any(o is array for array in arrays) and o is not None else o for o in outs]
    return [None if o is None else _wrap_output(op, o, inputs, node, index) for index, o in enumerate(outs)]


def _wrap_output(op: Op, array: Array, inputs: Sequence[Any], node: TapeNode | None, index: int) -> Tensor:
    tensor = Tensor(array)
    if array.base is not None:
        link_view_or_copy(op, tensor, inputs)
    if node is not None:
        tensor.stop_gradient = False
        tensor._edge = (node, index)
        if node.outputs and index in node.pullback.kept_outputs and current_mode().pack is None:
            node.output_versions += ((tensor._version, tensor._version[0]),)
    return tensor


class Tensor(RichDisplay, MemoryMethods, TensorKind, TensorOperators):
    """Tensor of dygraph mode.

    `stop_gradient` is True by default. The result of an op has stop_gradient=False if any input has it.
    `backward` adds gradients to the `grad` of leaves, and of tensors with `retain_grads`.
    Source: https://www.paddlepaddle.org.cn/documentation/docs/en/api/paddle/Tensor_en.html
    """

    __slots__ = ("__dict__", "__weakref__")

    _display = "tensor"
    persistable = False  # True for parameters

    # --- shape, dtype, place ------------------------------------------------------------------------

    @property
    def shape(self) -> list[int]:
        """Dims."""
        return list(self._value.shape)

    @property
    def dtype(self) -> DType:
        """The data type."""
        own = self._value.dtype
        if type(self._value) is WideArray or own.kind == "V":
            return dtype_of(self._value)
        return BY_NUMPY_DTYPE.get(own) or as_dtype(own)

    @property
    def type(self) -> VarKind:
        """Type of variable, which is always LOD_TENSOR, as for Variables."""
        return LOD_TENSOR

    @property
    def ndim(self) -> int:
        """Number of dims."""
        return self._value.ndim

    def dim(self) -> int:
        """Number of dims."""
        return self.ndim

    ndimension = dim

    @property
    def size(self) -> int:
        """Number of elements."""
        return int(self._value.size)

    def _numel(self) -> int:
        """Number of elements."""
        return self.size

    @property
    def place(self) -> places.Place:
        """The place (device) of the array."""
        return places.place_of(self._value)

    @property
    def _place_str(self) -> str:
        """The place (device), as text."""
        return str(self.place)

    @property
    def layout(self) -> str:
        """The layout, which is always NCHW. A tensor has no information about the meaning of its dims."""
        return "NCHW"

    def is_same_shape(self, y: Tensor) -> bool:
        """Return True if y has the same shape. y may be dense or sparse."""
        return self.shape == y.shape

    # --- conversion to NumPy, Python and text -------------------------------------------------------

    def numpy(self) -> np.ndarray[Any, Any]:
        """Return a copy of the elements as a NumPy array."""
        return number_array(np.array(places.to_host(self._value)), mode.number_arrays)

    def item(self, *index: int) -> Any:
        """Return the only element (or the element at `index`) as a Python number."""
        if not index and self.size != 1:
            raise ArgumentError(
                "only one element tensors can be converted to Python scalars when no input coordinates.",
                facts={self.name: self.shape},
                fix="pass the index of one element to item(), or use a tensor with one element",
            )
        try:
            return places.to_host(self._value).item(*index)
        except IndexError as e:
            raise ArgumentError(str(e), facts={self.name: self.shape}) from None

    def tolist(self) -> Any:
        """Return the elements as nested Python lists."""
        return places.to_host(self._value).tolist()

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> Any:
        host = places.to_host(self._value)
        return np.asarray(host, dtype=dtype) if copy is False else np.array(host, dtype=dtype)

    def __len__(self) -> int:
        if not self.ndim:
            raise ModeError("len() of a 0-D tensor is wrong")
        return self._value.shape[0]

    def __iter__(self) -> Iterator[Tensor]:
        if not self.ndim:
            raise UsageError("iteration over a 0-D tensor")
        return (self[i] for i in range(len(self)))

    def __bool__(self) -> bool:
        if self.size != 1:
            raise ModeError(
                "When Variable is used as the condition of if/while , Variable can only contain one element.",
                facts={self.name: self.shape},
                fix="reduce the Tensor to one element first, for example with any() or all()",
            )
        return bool(self.item())

    def _python_number(self, kind: Callable[[Any], Any]) -> Any:
        if self.size != 1:
            raise ModeError(
                f"only one element variable can be converted to {kind.__name__}.",
                facts={self.name: self.shape},
                fix="use a Tensor with one element, for example x[0] or x.mean()",
            )
        return kind(self.item())

    def __float__(self) -> float:
        return self._python_number(float)

    def __int__(self) -> int:
        return self._python_number(int)

    __long__, __nonzero__ = __int__, __bool__

    def __index__(self) -> int:
        if self.dtype.kind not in "iub":
            raise UsageError(f"only integer tensors can be used as an index, but {self.name} is {self.dtype.name}")
        return self._python_number(int)

    def __format__(self, spec: str) -> str:
        return format(self.item(), spec) if spec and self.size == 1 else format(repr(self), spec)

    def __repr__(self) -> str:
        text = numbers_text(places.to_host(self._value), 7)
        return (
            f"Tensor(shape={self.shape}, dtype={self.dtype.name}, place={self.place}, "
            f"stop_gradient={self.stop_gradient},\n       {text})"
        )

    # --- ops and history ----------------------------------------------------------------------------

    __apply_op__ = staticmethod(apply_op)

    @property
    def is_leaf(self) -> bool:
        """True if the tensor is not the result of a recorded op."""
        return self._edge is None

    def detach(self) -> Tensor:
        """Return a tensor on the same memory, without history."""
        tensor = Tensor(self._value)
        tensor._version = self._version
        return tensor

    def detach_(self) -> Tensor:
        """Remove the history, and return the tensor. It becomes a leaf with stop_gradient=True."""
        self._edge = None
        self.stop_gradient = True
        return self

    def clone(self) -> Tensor:
        """Return a differentiable copy."""
        return REGISTRY["assign"](self)

    def apply(self, func: Callable[[Any], Any]) -> Any:
        """Call `func` with the tensor, and return the result. Raises RunError if the tensor needs a gradient."""
        self._check_stops_gradient("apply")
        return func(self)

    def apply_(self, func: Callable[[Any], Any]) -> Any:
        """Call `func` with the tensor, and write the result into the tensor. Return the tensor.

        Raises RunError if the tensor needs a gradient.
        """
        self._check_stops_gradient("apply_")
        return self.rewrite(func, (self,), {})

    def _check_stops_gradient(self, name: str) -> None:
        if not self.stop_gradient:
            raise RunError(
                "Cannot apply function on a tensor that required gradient.",
                site=site(),
                fix=f"detach() the tensor before {name}",
            )

    # --- gradient -----------------------------------------------------------------------------------

    @property
    def grad(self) -> Tensor | None:
        """The accumulated gradient, or None."""
        return self._grad

    @grad.setter
    def grad(self, value: Any) -> None:
        if value is not None and not isinstance(value, Tracked):
            raise ArgumentError(
                f"argument (position 1) must be Tensor, but got {type(value).__name__}: grad is a Tensor or None",
                site=site(),
            )
        if value is not None and value.shape != self.shape:
            raise ShapeError(
                f"the gradient of {self.name} has the shape {value.shape}, but needs {self.shape}", site=site(),
                fix="set grad to a tensor of the same shape, or to None",
            )  # fmt: skip
        self._take_gradient(value)

    grad_ = grad

    def gradient(self) -> Any:
        """Return the gradient as a NumPy array, or None without a gradient.

        For the weight of an embedding with sparse=True, return (values, rows), as in Paddle.
        """
        grad = self._grad
        return None if grad is None else getattr(grad, "values_and_rows", grad.numpy)()

    @hides_frames
    def backward(
        self, grad_tensor: Any = None, retain_graph: bool = False, *, backward_strategy: BackwardStrategy | None = None
    ) -> None:
        """Compute the gradients of all leaves that this tensor depends on.

        `grad_tensor` is the gradient of this tensor, with which the backward pass starts (default: ones).
        A BackwardStrategy of Paddle 1.8 has no effect.
        """
        if isinstance(grad_tensor, BackwardStrategy):
            grad_tensor = None
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
        BackwardPass(create_graph=False, retain_graph=retain_graph).run(
            [(self._tape_tensor(), self._as_seed(self.ones() if grad_tensor is None else grad_tensor))]
        )

    def _tape_tensor(self) -> Any:
        """Return the tensor that the tape records: this tensor, or the values of a sparse tensor."""
        return self

    def _as_seed(self, seed: Any) -> Any:
        """Convert a gradient of this tensor from the user to the form that the tape uses."""
        return seed

    def _as_user_gradient(self, found: Any) -> Any:
        """Convert a gradient of this tensor from the tape to the form that the user receives."""
        return found

    def ones(self) -> Any:
        """Return ones in the shape and dtype of the tensor. By default, `backward` starts with this gradient."""
        xp: Any = places.array_module(self._value)
        return Tensor(xp.ones_like(self._value))

    def retain_grads(self) -> None:
        """Keep the gradient of this intermediate tensor in `grad`. Hooks that are registered later do not change it."""
        if self.stop_gradient or self._edge is None:
            return
        node, index = self._edge
        if self._retain_grad not in node.hooks.get(index, {}).values():
            self.register_hook(self._retain_grad)

    def _retain_grad(self, grad: Array) -> None:
        self._take_gradient(Tensor(self._copy_array(grad._value), False))

    def clear_gradient(self, set_to_zero: bool = True) -> None:
        """Set the gradient to zero. With set_to_zero=False, set it to None."""
        if not set_to_zero:
            self._take_gradient(None)
        else:
            self._zero_grads()

    clear_grad = clear_gradient

    def _zero_grads(self) -> None:
        """Set the gradient to zero, if there is one."""
        if self._grad is not None:
            self.zeroed_gradient = zeros_for(self._grad, Tensor)
            self._take_gradient(self.zeroed_gradient)

    def _grad_ivar(self) -> Any:
        """Return the gradient, or None. This is an older form of `grad`."""
        return self._grad

    def _grad_name(self) -> str:
        """Return the name of the gradient, or "" without a gradient."""
        return "" if self._grad is None else self._grad.name

    def _reset_grad_inplace_version(self, set_to_zero: bool = True) -> None:
        """Reset the version of the gradient to 0.

        If the argument is True and code has written to the gradient, the gradient is also set to zero.
        """
        if self._grad is None:
            return
        if set_to_zero and self._grad._version[0]:
            self._grad._write(places.array_module(self._grad._value).zeros_like(self._grad._value))
        self._grad._version = [0]

    # --- gradient hooks -----------------------------------------------------------------------------

    def register_hook(self, hook: Callable[[Any], Any]) -> HookHandle:
        """Register a hook, which is called with the total gradient of this tensor in each backward pass.

        If the hook returns a Tensor, it replaces the gradient.
        """
        if self.stop_gradient:
            raise RunError("Cannot register hook on a tensor that stop gradient.", fix="set stop_gradient = False")
        if self._edge is not None:
            hooks = self._edge[0].hooks.setdefault(self._edge[1], {})
        else:
            hooks = self._hooks = self._hooks or {}
        number = next(hook_numbers)
        hooks[number] = hook
        return HookHandle(hooks, number)

    def _register_grad_hook(self, hook: Callable[[Any], Any]) -> int:
        """Register a hook like register_hook. Return a number for _remove_grad_hook."""
        handle = self.register_hook(hook)
        self.__dict__.setdefault("_handles", {})[id(handle)] = handle
        return id(handle)

    def _remove_grad_hook(self, number: int) -> bool:
        """Remove the hook with this number. Return False if the hook was removed before."""
        handle = self.__dict__.get("_handles", {}).pop(number, None)
        return handle is not None and handle.remove()

    def _register_backward_hook(self, hook: Callable[[], Any]) -> None:
        """Register a hook without arguments. It is called each time a gradient of this leaf was accumulated.

        Raises ArgumentError for a tensor that stops the gradient, and for the result of an op. Raises UsageError if
        hook is not callable.
        """
        if self.stop_gradient:
            raise ArgumentError("Cannot register backward hook on a Tensor that stop gradient.")
        if self._edge is not None:
            raise ArgumentError("Only can register backward hook for leaf Tensor.", fix="use register_hook")
        if not callable(hook):
            raise UsageError(f"a backward hook is a function, not {type(hook).__name__}")
        self.backward_hooks = (*self.backward_hooks, hook)

    # --- places and dtypes --------------------------------------------------------------------------

    def cpu(self) -> Any:
        """Return a copy in main memory. If the tensor is already there, return the tensor itself."""
        return self._on(places.CPU)

    def cuda(self, device_id: int | None = None, blocking: bool = True) -> Any:
        """Return a copy on a GPU. If the tensor is already there, return the tensor itself.

        The copy is complete when the method returns. `blocking` has no effect.
        """
        return self._on(places.CUDAPlace(device_id or 0))

    def pin_memory(self) -> NoReturn:
        """Raise UnsupportedError, because pinned memory is not supported."""
        raise UnsupportedError(
            "opscope does not support pinned memory", site=site(), fix="leave out the call: cuda() copies directly"
        )

    def to(self, *args: Any, **kwargs: Any) -> Any:
        """Return a copy on another device or in another dtype: `to(dtype)`, `to(device, dtype)` or `to(other)`.

        If nothing changes, return the tensor itself. A bool after these arguments is `blocking`, which has no effect.
        Raises UsageError for other arguments. Source:
        https://www.paddlepaddle.org.cn/documentation/docs/en/api/paddle/Tensor_en.html
        """
        device, dtype = device_and_dtype(args, kwargs)
        moved = self if device is None else self._on(places.as_place(device))
        if dtype is None or as_dtype(dtype) is moved.dtype:
            return moved
        return REGISTRY["cast"](moved, dtype=as_dtype(dtype).name)

    def _to(self, device: Any = None, dtype: Any = None, blocking: bool | None = None) -> Any:
        """Call `to` with all arguments."""
        return self.to(device=device, dtype=dtype)

    def _copy_to(self, place: Any, blocking: bool = True) -> Any:
        """Return a copy on a place, without history. The copy is complete when the method returns.

        `blocking` has no effect.
        """
        return Tensor(self._copy_array(places.to_device(self._value, places.as_place(place))), self.stop_gradient)

    def _on(self, place: places.Place) -> Any:
        if self.place == place:
            return self
        return Tensor(places.to_device(self._value, place), self.stop_gradient)

    # --- writes -------------------------------------------------------------------------------------
    #
    # An in-place function runs out of place on `former`, a tensor with the memory and the history of this one, so that
    # no node leads to itself. The result then goes into the memory of this tensor, which takes the result's history.

    @property
    def inplace_version(self) -> int:
        """The number of writes to the memory."""
        return self._version[0]

    def _inplace_version(self) -> int:
        """Return `inplace_version`."""
        return self._version[0]

    def _bump_inplace_version(self) -> None:
        """Increase the version after a write that the tensor did not count."""
        self._version[0] += 1

    def rewrite(
        self, function: Callable[..., Any], args: Sequence[Any], kwargs: Mapping[str, Any], gives: ResultKind = "like"
    ) -> Any:
        """Replace the elements by the result of a function whose arguments include this tensor. Return the tensor.

        gives: kind of the result. "like": the same shape and dtype, otherwise raises ArgumentError or DTypeError.
            "view": the same memory in another shape. "any": any shape and dtype. If they differ, the tensor takes the
            memory of the result.
        """
        if mode.trace is not None:
            mode.trace.write(self, function(*args, **kwargs))
            return self
        recorded = mode.grad and any(map(needs_grad, (*args, *kwargs.values())))
        is_read = recorded and gives != "view" and (mode.pack is not None or vjp_reads(function, self, args))
        former = Tensor(self._copy_array(self._value) if is_read else self._value, self.stop_gradient)
        former._edge, former._name = self._edge, self._name
        positional = [former if a is self else a for a in args]
        named = {k: former if a is self else a for k, a in kwargs.items()}
        result = function(*positional, **named)
        if result is former:
            return self
        if gives == "like":
            check_result_fits(self, result._value)
        now, then = self._value, result._value
        self._adopt(result, gives == "view" or now.shape != then.shape or now.dtype != then.dtype)
        return self

    def _adopt(self, result: Tracked, take_memory: bool) -> None:
        """Replace the elements and the history by the elements and history of a result.

        If `take_memory` is True, the tensor also takes the memory of the result.
        """
        if not take_memory:
            self._write(result._value)
        else:
            self.shape_history = (*self.shape_history, (self._version[0], self._value.shape, self._value.dtype))
            if not self._is_shared_buffer_with(result):
                self._version = [self._version[0]]  # views of the former memory do not see later writes
            self._take_array(result._value)
            self._version[0] += 1
        if mode.grad:
            self._edge, self.stop_gradient = result._edge, result.stop_gradient

    @property
    def _has_writable_memory(self) -> bool:
        """True if a write can change the array itself.

        Otherwise, the Tensor gets a new array with the written elements.
        """
        return self._is_initialized() and getattr(self._value.flags, "writeable", True)  # cupy has no such flag

    def _write(self, array: Array) -> None:
        if self._has_writable_memory:
            self._value[...] = places.to_device(array, self.place)
        else:
            self._take_array(self._copy_array(array))
        self._version[0] += 1

    def set_value(self, value: Any) -> None:
        """Write new elements of the same shape and dtype in place."""
        if mode.trace is not None:
            mode.trace.write(self, value)
            return
        self._write(places.to_device(new_elements(self, value), self.place))

    def copy_(self, source: Any, blocking: bool = True) -> Any:
        """Write the elements of another tensor to this tensor, and return this tensor. `blocking` has no effect."""
        if not isinstance(source, Tracked):
            raise UsageError(f"copy_ takes a Tensor, but received {type(source).__name__}")
        self.set_value(source)
        return self

    def records(self, value: Any) -> bool:
        """Return True if a write of `value` to a part of this tensor is recorded on the tape."""
        return mode.grad and (not self.stop_gradient or needs_grad(value))

    def __setitem__(self, index: Any, value: Any) -> None:
        if not isinstance(value, ASSIGNABLE) and not hasattr(value, "__array__") and not hasattr(value, "__apply_op__"):
            raise ArgumentError(  # NumPy would write NaN for None
                "Value type error. The assign value allows Tensor, numpy.ndarray, integer, float, complex or bool, "
                f"but received {type(value).__name__}",
                site=site(),
            )
        if mode.trace is not None:
            key, arrays = normalize_index(index)
            given = value if hasattr(value, "__apply_op__") else Tensor(array_like(value, self._value))
            mode.trace.write(self, REGISTRY["setitem"](self, given, *arrays, index=key))
            return
        if mode.grad and not self.stop_gradient and self._edge is None:
            check_leaf(self, "Tensor")
        if self.records(value):
            key, arrays = normalize_index(index)
            value = value if isinstance(value, Tracked) else Tensor(array_like(value, self._value))
            self.rewrite(functools.partial(REGISTRY["setitem"], index=key), (self, value, *arrays), {})
            return
        if not getattr(self._value.flags, "writeable", True):
            self._take_array(self._copy_array(self._value))
        write_elements(self, index, value)
        self._version[0] += 1


default_interpreters[False] = apply_op
