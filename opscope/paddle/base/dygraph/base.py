"""paddle.base.dygraph.base: switches to dygraph, and makes tensors from arrays."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from opscope.core import place as places
from opscope.core import state
from opscope.core.block_decorators import block_manager
from opscope.core.context_settings import ContextSettings, Setting
from opscope.core.dtype import as_dtype
from opscope.core.modes import disable_static, enable_static, in_declarative_mode, in_dynamic_mode, in_to_static_mode
from opscope.core.state import mode, names
from opscope.eager.autograd import GradMode, enable_grad
from opscope.eager.autograd import no_grad as no_grad_
from opscope.eager.tensor import Tensor
from opscope.eager.to_tensor import to_tensor
from opscope.ir.program import program
from opscope.ir.program.context import program_guard
from opscope.ir.program.program import Program
from opscope.paddle.autograd.ir_backward import grad
from opscope.paddle.static.variable import Variable


class _Tracer(ContextSettings):
    """The part of the tracer of Paddle 1.x that programs read: the mode that train() and eval() of any model set.

    guarded is True inside a guard, and between enable_dygraph() and disable_dygraph().
    """

    training = Setting(True)
    guarded = Setting(False)

    def train_mode(self) -> None:
        """Set the training mode of functions without a separate state, such as fluid.layers.dropout."""
        self.training = True

    def eval_mode(self) -> None:
        """Set the evaluation mode of these functions."""
        self.training = False


tracer = _Tracer()
state.on_reset(tracer.reset)


@block_manager
def guard(place: object = None) -> Iterator[None]:
    """Inside the block, ops compute at once, new tensors are at `place`, and names count from 0.

    Source: https://www.paddlepaddle.org.cn/documentation/docs/en/1.8/api/dygraph/guard.html
    """
    modes = (
        mode.block(static=False, number_arrays=True),
        tracer.block(training=True, guarded=True),
        places.place_guard(place),
    )
    with modes[0], modes[1], modes[2], program_guard(Program(), Program()), names.guard():
        yield


def guarded() -> bool:
    """True inside a guard, and between enable_dygraph() and disable_dygraph()."""
    return tracer.guarded


def enabled() -> bool:
    """True if ops compute at once."""
    return in_dynamic_mode()


def no_grad(func: Callable[..., Any] | None = None) -> Any:
    """Disable recording of ops inside a `with`, or in a decorated function (with or without parentheses)."""
    return GradMode(False) if func is None else GradMode(False)(func)


def to_variable(value: Any, name: str | None = None, zero_copy: bool | None = None, dtype: object = None) -> Any:
    """Return a Tensor of an array, a list, a number or a Tensor. Return a Variable unchanged.

    Source: https://www.paddlepaddle.org.cn/documentation/docs/en/1.8/api/dygraph/to_variable.html
    """
    if isinstance(value, program.Variable):
        return value
    made = value if isinstance(value, Tensor) else to_tensor(value)
    made = made if dtype is None else made.astype(as_dtype(dtype))
    if name is not None:
        made.name = name
    return made


def enable_dygraph(place: object = None) -> None:
    """Make ops compute at once from now on, including ops of fluid.layers."""
    tracer.guarded = mode.number_arrays = True
    disable_static(place)


def disable_dygraph() -> None:
    """From now on, build programs."""
    tracer.guarded = mode.number_arrays = False
    enable_static()


@block_manager
def param_guard(parameters: Any) -> Iterator[None]:
    """Do nothing, because a traced function reads its parameters as variables of the program."""
    yield


@block_manager
def program_desc_tracing_guard(enable: bool) -> Iterator[None]:
    """Do nothing, because opscope's runs do not use the tracer of Paddle 1.x that this call switches."""
    yield


__all__ = [
    "Tensor",
    "Variable",
    "disable_dygraph",
    "disable_static",
    "enable_dygraph",
    "enable_grad",
    "enable_static",
    "enabled",
    "grad",
    "guard",
    "guarded",
    "in_declarative_mode",
    "in_dynamic_mode",
    "in_to_static_mode",
    "no_grad",
    "no_grad_",
    "param_guard",
    "program_desc_tracing_guard",
    "to_tensor",
    "to_variable",
    "tracer",
]
