"""What a Tensor knows of its gradient: asking, setting, hooks, backward."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import Any

from opscope.core import place as places
from opscope.core.source import site
from opscope.eager.backward_pass import Walk
from opscope.eager.backward_strategy import BackwardStrategy
from opscope.eager.reading import Readable
from opscope.eager.tape import Hooks, Tracked
from opscope.errors import ArgumentError, ModeError, RunError, UsageError

_numbers = itertools.count()


class HookHandle:
    """What `register_hook` returns."""

    __slots__ = ("_hooks", "_number")

    def __init__(self, hooks: Hooks, number: int) -> None:
        self._hooks, self._number = hooks, number

    def remove(self) -> bool:
        """Take the hook away; False if it was gone already."""
        return self._hooks.pop(self._number, None) is not None


class Differentiable(Readable):
    """The part of Tensor that is about gradients."""

    __slots__ = ()

    @property
    def grad(self) -> Any:
        """The accumulated gradient, or None."""
        return self._grad

    @grad.setter
    def grad(self, value: Any) -> None:
        if value is not None and not isinstance(value, Tracked):
            raise ArgumentError(
                f"argument (position 1) must be Tensor, but got {type(value).__name__}: grad is a Tensor or None",
                site=site(),
            )
        self._grad = value

    grad_ = grad

    def gradient(self) -> Any:
        """The gradient as a NumPy array, or None."""
        return None if self._grad is None else self._grad.numpy()

    def backward(
        self, grad_tensor: Any = None, retain_graph: bool = False, *, backward_strategy: BackwardStrategy | None = None
    ) -> None:
        """Compute the gradients of everything that led here; `grad_tensor` seeds it (ones by default).

        A BackwardStrategy of Paddle 1.8, first or by its name, says what is done anyway.
        """
        if isinstance(grad_tensor, BackwardStrategy):
            grad_tensor = None
        if grad_tensor is not None and not isinstance(grad_tensor, Differentiable):
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
            [(self._taped(), self._seeded(self.ones() if grad_tensor is None else grad_tensor))]
        )

    def _taped(self) -> Any:
        """The tensor that the tape knows: itself, the values of a sparse one."""
        return self

    def _seeded(self, seed: Any) -> Any:
        """A gradient of this tensor, given by the user, as the tape takes it."""
        return seed

    def _as_gradient(self, found: Any) -> Any:
        """A gradient of this tensor, found by the tape, as the user gets it."""
        return found

    def ones(self) -> Any:
        """Ones in the shape and dtype of the tensor: the default seed."""
        xp: Any = places.array_module(self._value)
        return self._plain(xp.ones_like(self._value))

    def retain_grads(self) -> None:
        """Keep the last gradient of this intermediate tensor, too, as it is before hooks that are registered later."""
        if self.stop_gradient or self._edge is None:
            return
        node, index = self._edge
        if self._retain not in node.hooks.get(index, {}).values():
            self.register_hook(self._retain)

    def _retain(self, grad: Any) -> None:
        self._grad = self._plain(grad._value.copy(), False)

    # --- hooks --------------------------------------------------------------------------------------

    def register_hook(self, hook: Callable[[Any], Any]) -> HookHandle:
        """Call `hook(grad)` when the total gradient of this tensor is known; what it returns replaces it."""
        if self.stop_gradient:
            raise RunError(
                "Cannot register hook on a tensor that stop gradient.", fix="set stop_gradient = False first"
            )
        if self._edge is not None:
            hooks = self._edge[0].hooks.setdefault(self._edge[1], {})
        else:
            hooks = self._hooks = self._hooks or {}
        number = next(_numbers)
        hooks[number] = hook
        return HookHandle(hooks, number)

    def _register_grad_hook(self, hook: Callable[[Any], Any]) -> int:
        """As register_hook; what it returns is for _remove_grad_hook."""
        handle = self.register_hook(hook)
        self.__dict__.setdefault("_handles", {})[id(handle)] = handle
        return id(handle)

    def _remove_grad_hook(self, number: int) -> bool:
        """Take the hook of a number away; False if it was gone already."""
        handle = self.__dict__.get("_handles", {}).pop(number, None)
        return handle is not None and handle.remove()

    def _register_backward_hook(self, hook: Callable[[], Any]) -> None:
        """Call `hook()` each time that the gradient of this leaf has been accumulated.

        Raises ArgumentError for a tensor that stops the gradient or was made by an op, UsageError for no function.
        """
        if self.stop_gradient:
            raise ArgumentError("Cannot register backward hook on a Tensor that stop gradient.")
        if self._edge is not None:
            raise ArgumentError("Only can register backward hook for leaf Tensor.", fix="use register_hook")
        if not callable(hook):
            raise UsageError(f"a backward hook is a function, not {type(hook).__name__}")
        self.accumulated = (*self.accumulated, hook)

    # --- the gradient, written ----------------------------------------------------------------------

    def clear_gradient(self, set_to_zero: bool = True) -> None:
        """Zero the gradient, or with False forget it."""
        if not set_to_zero:
            self._grad = None
        else:
            self._zero_grads()

    clear_grad = clear_gradient

    def _zero_grads(self) -> None:
        """Zero the gradient, if there is one."""
        if self._grad is not None:
            xp: Any = places.array_module(self._grad._value)
            self._grad = self._plain(xp.zeros_like(self._grad._value), False)  # times 0, an Inf would stay as a NaN

    def _grad_ivar(self) -> Any:
        """The gradient, or None: an older name of `grad`."""
        return self._grad

    def _grad_name(self) -> str:
        """The gradient's name, "" without one."""
        return "" if self._grad is None else self._grad.name

    def _reset_grad_inplace_version(self, set_to_zero: bool = True) -> None:
        """Count the writes to the gradient from 0 again; True zeroes it, too, once it was written to."""
        if self._grad is None:
            return
        if set_to_zero and self._grad._version[0]:
            self._grad._value[...] = 0
        self._grad._version = [0]
