"""Process-wide modes and names, in one place, so that one call resets them.

Modes are plain process state: a ContextVar set in an async notebook cell is lost in the next cell.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Protocol

from opscope.core.dtype import DType, as_dtype, float32
from opscope.errors import DTypeError

_resets: list[Callable[[], None]] = []


def on_reset(function: Callable[[], None]) -> Callable[[], None]:
    """Register what `reset` must do for a module that keeps process-wide state."""
    _resets.append(function)
    return function


def reset() -> None:
    """Restore the state of a fresh import: modes, names, default programs, global scope, random state."""
    mode.static = False
    mode.grad = True
    mode.dtype = float32
    mode.cast = mode.trace = None
    names.counters.clear()
    names.prefix = names.result_name = ""
    for function in _resets:
        function()


class EagerTracer(Protocol):
    """Receives the operations of eager code while a function is traced into a program."""

    def op(self, op: Any, inputs: Sequence[Any], attrs: dict[str, Any]) -> Any:
        """Append an op to the program; returns its Variables."""
        ...

    def layer(self, cls: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        """Append the call of a PyLayer to the program; returns its Variables."""
        ...

    def write(self, tensor: Any, value: Any) -> None:
        """Record the write of a value into a Tensor that was made outside the function."""
        ...


class Mode:
    """static: programs are built; grad: eager ops record a tape; dtype: what `dtype=None` means.

    cast: None, or the function that converts the inputs of an eager op: mixed precision.
    trace: None, or the tracer of the function that is being traced into a program.
    """

    __slots__ = ("cast", "dtype", "grad", "static", "trace")

    def __init__(self) -> None:
        self.static = False
        self.grad = True
        self.dtype: DType = float32
        self.cast: Callable[[Any, Sequence[Any]], Sequence[Any]] | None = None
        self.trace: EagerTracer | None = None


class Names:
    """Counters behind `fc_0.w_0` and its like."""

    __slots__ = ("counters", "in_operator", "named_op", "prefix", "result_name")

    def __init__(self) -> None:
        self.counters: dict[str, int] = {}
        self.prefix = ""
        self.result_name = ""  # the `name=` of the function that is running: `tanh(x, name="h")`
        self.named_op: object = None  # that function, if it is an op
        self.in_operator = False  # True while a Python operator runs: `x + y`

    def __call__(self, key: str) -> str:
        """`key_0`, `key_1`, ... as paddle.utils.unique_name.generate."""
        number = self.counters.get(key, 0)
        self.counters[key] = number + 1
        return f"{self.prefix}{key}_{number}"

    @contextmanager
    def naming(self, name: str, named_op: object = None) -> Iterator[None]:
        """Name the results of the ops inside `<name>.tmp_0` and so on."""
        kept = self.result_name, self.named_op
        self.result_name, self.named_op = name, named_op
        try:
            yield
        finally:
            self.result_name, self.named_op = kept

    @contextmanager
    def guard(self, prefix: str = "") -> Iterator[None]:
        """Fresh counters inside; the old ones afterwards."""
        kept = self.counters, self.prefix
        self.counters, self.prefix = {}, prefix
        try:
            yield
        finally:
            self.counters, self.prefix = kept


mode = Mode()
names = Names()


def set_default_dtype(d: object) -> None:
    """Set the default dtype, for `dtype=None`: float16, float32 or float64."""
    found = as_dtype(d)
    if found.kind != "f":
        raise DTypeError(
            f"set_default_dtype only supports [float16, float32, float64], but received {found.name}",
            fix="pass a floating type",
        )
    mode.dtype = found


def get_default_dtype() -> str:
    """The name of the default floating dtype."""
    return mode.dtype.name
