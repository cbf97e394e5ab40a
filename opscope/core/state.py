"""Modes and name counters of the process, which `reset` resets."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Protocol

from opscope.core.context_settings import ContextSettings, Setting, SettingsBlock
from opscope.core.dtype import DType, as_dtype, float32
from opscope.errors import DTypeError

_resets: list[Callable[[], None]] = []


def on_reset(function: Callable[[], None]) -> Callable[[], None]:
    """Register a function that `reset` calls, for a module with process-wide state."""
    _resets.append(function)
    return function


def reset() -> None:
    """Restore the state after `import opscope`: modes, names, default programs, global scope, random state."""
    mode.reset()
    names.reset(counters={})
    for function in _resets:
        function()


class EagerTracer(Protocol):
    """Interface of a tracer, which receives the operations of eager code while a function is traced into a program."""

    def op(self, op: Any, inputs: Sequence[Any], attrs: dict[str, Any]) -> Any:
        """Append an operator to the program. Returns its output Variables."""
        ...

    def layer(self, cls: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        """Append the call of a PyLayer to the program. Returns its output Variables."""
        ...

    def write(self, tensor: Any, value: Any) -> None:
        """Record a write of a value to a Tensor that does not belong to the traced function."""
        ...


class Mode(ContextSettings):
    """Modes of the process.

    static: True if ops build programs.
    grad: True if eager ops are recorded on the tape.
    dtype: the default dtype, which ops use if the argument `dtype` is None.
    cast: None, or the function that converts the inputs of an eager op (mixed precision).
    trace: None, or the tracer of the function that is being traced into a program.
    pack: None, or the function that stores the values for the tape: the hook of the innermost saved_tensors_hooks.
    number_arrays: True if arrays of shape [1] can be used as numbers, as in Paddle 1.x (core.number_arrays).
    """

    static = Setting(False)
    grad = Setting(True)
    dtype = Setting[DType](float32)
    cast = Setting[Callable[[Any, Sequence[Any]], Sequence[Any]] | None](None)
    trace = Setting[EagerTracer | None](None)
    pack = Setting[Callable[[Any], Any] | None](None)
    number_arrays = Setting(False)


class Names(ContextSettings):
    """Counters for generated names such as `fc_0.w_0`.

    result_name: the argument `name` of the running function, as in `tanh(x, name="h")`.
    named_op: the running function, if it is an op.
    in_operator: True while a Python operator runs, as in `x + y`.
    """

    counters = Setting[dict[str, int]]({})
    prefix = Setting("")
    result_name = Setting("")
    named_op = Setting[object](None)
    in_operator = Setting(False)

    def __call__(self, key: str) -> str:
        """Return the next name, `key_0`, `key_1`, ..., like paddle.utils.unique_name.generate."""
        now = self.current()
        number = now.counters.get(key, 0)
        now.counters[key] = number + 1
        return f"{now.prefix}{key}_{number}"

    def naming(self, name: str, named_op: object = None) -> SettingsBlock:
        """Return a context manager. In its block, the results of ops get the names `<name>.tmp_0` and so on."""
        return self.block(result_name=name, named_op=named_op)

    def guard(self, prefix: str = "") -> SettingsBlock:
        """Return a context manager. New counters are used inside its block, and the old counters after the block."""
        return self.block(counters={}, prefix=prefix)


mode = Mode()
names = Names()


def set_default_dtype(d: object) -> None:
    """Set the default dtype, which ops use for `dtype=None`: float16, float32 or float64."""
    found = as_dtype(d)
    if found.kind != "f":
        raise DTypeError(
            f"set_default_dtype only supports [float16, float32, float64], but received {found.name}",
            fix="pass a floating type",
        )
    mode.dtype = found


def get_default_dtype() -> str:
    """Return the name of the default floating dtype."""
    return mode.dtype.name
