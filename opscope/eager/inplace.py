"""Writing to a Tensor: one mechanism for every function that ends in `_`, and for x[...] = value.

The function runs out of place on the tensor as it was, which carries the history so far, so that no node leads to
itself. The result then goes into the tensor's memory, and the tensor leads to the node that made it.
"""

from __future__ import annotations

import functools
import inspect
import warnings
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal

import numpy as np

from opscope.core import place as places
from opscope.core.source import site
from opscope.core.state import mode, names
from opscope.eager.eager_errors import explained
from opscope.eager.memory import Memory
from opscope.eager.tape import Tracked, packing
from opscope.errors import ArgumentError, DTypeError, ModeError, OpscopeWarning, RunError
from opscope.ops.index import normalised
from opscope.ops.manipulation.setitem import place, put
from opscope.ops.registry import REGISTRY, Op

Gives = Literal["like", "view", "any"]


class Written(Memory):
    """The part of Tensor that changes elements."""

    __slots__ = ()

    def rewrite(
        self, function: Callable[..., Any], args: Sequence[Any], kwargs: Mapping[str, Any], gives: Gives = "like"
    ) -> Any:
        """Become what the function gives for the arguments, of which this tensor is one; returns the tensor.

        gives: "like": what has its shape and dtype, else ArgumentError or DTypeError is raised; "view": the same memory
        in another shape; "any": perhaps another shape or dtype, for which the tensor then takes other memory.
        """
        if mode.trace is not None:
            mode.trace.write(self, function(*args, **kwargs))
            return self
        recorded = mode.grad and any(map(_tracked, (*args, *kwargs.values())))
        former = self._plain(self._value, self.stop_gradient)
        former._edge, former._name = self._edge, self._name
        if recorded and gives != "view" and (packing or not isinstance(function, Op) or _reads(function, self, args)):
            former._value = self._value.copy()
        given = [former if a is self else a for a in args]
        named = {k: former if a is self else a for k, a in kwargs.items()}
        if self._name and not names.called:
            with names.calling(self._name):
                result = function(*given, **named)
        else:
            result = function(*given, **named)
        if result is former:
            return self
        if gives == "like":
            self._check_fits(result._value)
        now, then = self._value, result._value
        self._take(result, gives == "view" or now.shape != then.shape or now.dtype != then.dtype)
        return self

    def _take(self, result: Tracked, memory: bool) -> None:
        """Have the elements and the history of a result, and its memory, too, or write to the own."""
        if not memory:
            self._write(result._value)
        else:
            self.former = (*self.former, (self._version[0], self._value.shape, self._value.dtype))
            if not self._is_shared_buffer_with(result):
                self._version = [self._version[0]]  # who shows the former memory is not concerned any more
            self._value = result._value
            self._version[0] += 1
        if mode.grad:
            self._edge, self.stop_gradient = result._edge, result.stop_gradient

    def _write(self, array: Any) -> None:
        if not self._is_initialized() or not getattr(self._value.flags, "writeable", True):  # cupy's arrays always are
            self._value = array.copy()
        else:
            self._value[...] = array
        self._version[0] += 1

    def _check_leaf(self) -> None:
        if mode.grad and not self.stop_gradient and self._edge is None:
            raise ArgumentError(
                f"Leaf Var ({self.name}) that doesn't stop gradient can't use inplace strategy.",
                site=site(),
                fix="write under paddle.no_grad(), or to a clone()",
            )

    def _check_fits(self, array: Any) -> None:
        if array.shape != self._value.shape:
            raise ArgumentError(
                f"The shape of broadcast output {list(array.shape)} is different from that of inplace tensor "
                f"{self.shape} in the Inplace operation.",
                site=site(),
                fix="use the function without `_`, whose result is a new tensor",
            )
        if array.dtype != self._value.dtype:
            raise DTypeError(
                f"the result is {array.dtype}, and {self.name}, which it would be written to, is {self._value.dtype}",
                site=site(),
                fix="use the function without `_`, or cast_() the tensor first",
            )

    def set_value(self, value: Any) -> None:
        """Write new elements of the same shape and dtype in place."""
        if mode.trace is not None:
            mode.trace.write(self, value)
            return
        if not isinstance(value, Tracked) and not places.is_array(value) and not hasattr(value, "array"):
            raise ModeError(
                "Variable set_value function, arguments type only support Variable, numpy, Tensor, dict, string.",
                facts={"given": type(value).__name__},
                fix="pass a NumPy array or a Tensor",
            )
        array = value._value if isinstance(value, Tracked) else np.asarray(getattr(value, "array", value))
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

    def apply(self, func: Callable[[Any], Any]) -> Any:
        """What a function gives for the tensor. Raises RunError for one that needs a gradient."""
        self._check_untracked("apply")
        return func(self)

    def apply_(self, func: Callable[[Any], Any]) -> Any:
        """Become what a function gives for the tensor; returns it. Raises RunError for one that needs a gradient."""
        self._check_untracked("apply_")
        return self.rewrite(func, (self,), {})

    def _check_untracked(self, name: str) -> None:
        if not self.stop_gradient:
            raise RunError(
                "Cannot apply function on a tensor that required gradient.",
                site=site(),
                fix=f"detach() it before {name}",
            )

    def __setitem__(self, index: Any, value: Any) -> None:
        if not isinstance(value, _ASSIGNED) and not hasattr(value, "__array__") and not hasattr(value, "__apply_op__"):
            raise ArgumentError(  # of None NumPy would make NaN
                "Value type error. The assign value allows Tensor, numpy.ndarray, integer, float, complex or bool, "
                f"but received {type(value).__name__}",
                site=site(),
            )
        if mode.trace is not None:
            key, arrays = normalised(index)
            given = value if hasattr(value, "__apply_op__") else self._plain(_elements(value, self._value))
            mode.trace.write(self, REGISTRY["setitem"](self, given, *arrays, index=key))
            return
        if mode.grad and not self.stop_gradient and self._edge is None:
            raise ArgumentError(
                f"Leaf Tensor ({self.name}) that doesn't stop gradient can't use inplace strategy.",
                site=site(),
                fix="write under paddle.no_grad(), or to a clone()",
            )
        if self.records(value):
            key, arrays = normalised(index)
            value = value if isinstance(value, Tracked) else self._plain(_elements(value, self._value))
            self.rewrite(functools.partial(REGISTRY["setitem"], index=key), (self, value, *arrays), {})
            return
        if not getattr(self._value.flags, "writeable", True):
            self._value = self._value.copy()
        given = value._value if isinstance(value, Tracked) else value
        try:
            if type(index) in _BASIC or (type(index) is tuple and _BASIC.issuperset(map(type, index))):
                put(self._value, index, given)
            elif type(given) in _NUMBERS and type(index) is not tuple:  # x[flags] = 0, mostly
                self._value[index._value if isinstance(index, Tracked) else index] = given
            else:
                key, arrays = normalised(index)
                place(self._value, key, [getattr(a, "_value", a) for a in arrays], given)
        except (IndexError, OverflowError, TypeError, ValueError) as error:
            key, arrays = normalised(index)
            held = [getattr(a, "_value", a) for a in arrays]
            given = given if hasattr(given, "shape") else np.asarray(given)
            raise explained(error, REGISTRY["setitem"], [self._value, given, *held], {"index": key}) from error
        self._version[0] += 1

    def records(self, value: Any) -> bool:
        """True if writing `value` to a part of this tensor is recorded."""
        return mode.grad and (not self.stop_gradient or _tracked(value))


def inplace(
    name: str,
    function: Callable[..., Any] | None = None,
    *,
    target: str = "",
    gives: Gives = "like",
    leaves: bool = False,
) -> Callable[..., Any]:
    """The function `<name>_`, which writes what `name` (or `function`) gives into its first, or `target`, argument.

    In a program it is the same as the one without `_`. gives: see `Written.rewrite`.
    leaves: leaves that need a gradient may be written to, and stay leaves.
    """
    plain = function or REGISTRY.public.get(name)
    if plain is None:
        return _absent
    parameters = list(inspect.signature(plain).parameters)
    target = target or parameters[0]
    position = parameters.index(target)

    @functools.wraps(plain)
    def written(*args: Any, **kwargs: Any) -> Any:
        tensor = args[position] if position < len(args) else kwargs.get(target)
        called = function or REGISTRY.public[name]
        if not isinstance(tensor, Written):
            return called(*_stated(name, function, tensor, args), **kwargs)
        if leaves and tensor._edge is None and not tensor.stop_gradient:
            tensor.set_value(called(tensor.detach(), *args[1:], **kwargs))  # type: ignore[attr-defined]
            return tensor
        tensor._check_leaf()
        return tensor.rewrite(called, args, kwargs, gives)

    written.__name__ = written.__qualname__ = f"{name}_"
    written.__doc__ = f"{name}, written to {target} itself, which is returned; in a program the same as {name}."
    REGISTRY.public[f"{name}_"] = written
    return written


def _absent() -> None:
    """What stands for a function whose name without `_` there is not: `present` takes it away."""


def present(table: dict[str, Any]) -> list[str]:
    """The in-place functions of a module, which loses those that cannot be."""
    for name in [n for n, value in table.items() if value is _absent]:
        del table[name]
    return [n for n in table if n.endswith("_") and not n.startswith("_")]


def _stated(name: str, function: Any, tensor: Any, args: Sequence[Any]) -> Sequence[Any]:
    """The arguments, for a program. Raises ModeError where there is no function without `_`."""
    if function is not None and hasattr(tensor, "__apply_op__"):
        raise ModeError(
            f"We only support '{name}_()' in dynamic graph mode, please call 'paddle.disable_static()' to enter "
            "dynamic graph mode.",
            site=site(),
        )
    if hasattr(tensor, "__apply_op__"):
        warnings.warn(
            OpscopeWarning(
                f"In static graph mode, {name}_() is the same as {name}() and does not perform inplace operation."
            ),
            stacklevel=3,
        )
    return args


def _tracked(value: Any) -> bool:
    return isinstance(value, Tracked) and not value.stop_gradient


def _reads(op: Op, tensor: Tracked, args: Sequence[Any]) -> bool:
    """True if a gradient rule reads the elements of the tensor, and not only its shape."""
    read = {name for rule in (op.joint_needs, *op.needs.values()) for name in rule}
    return any(
        a is tensor and op.input_name(i) in read for i, a in enumerate(args) if i < len(op.inputs) or op.variadic
    )


_ASSIGNED = (int, float, complex, list, tuple)
_NUMBERS = frozenset((int, float, bool))
_BASIC = frozenset((int, slice, type(None), type(...)))  # what NumPy takes as it is


def _elements(value: Any, like: Any) -> Any:
    return places.array_module(like).asarray(value, dtype=like.dtype)  # type: ignore[attr-defined]
