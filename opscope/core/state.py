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
    """Everything as just imported: modes, names, default programs, global scope, random state."""
    mode.static = False
    mode.grad = True
    mode.dtype = float32
    mode.cast = mode.trace = None
    names.counters.clear()
    names.prefix = names.called = ""
    for function in _resets:
        function()


class Tracing(Protocol):
    """Who turns what eager code does into a program."""

    def op(self, op: Any, inputs: Sequence[Any], attrs: dict[str, Any]) -> Any:
        """An op on Tensors: what it gives in the program."""
        ...

    def layer(self, cls: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        """The apply of a PyLayer: what it gives in the program."""
        ...

    def write(self, tensor: Any, value: Any) -> None:
        """A Tensor of the outside gets another value."""
        ...


class Mode:
    """static: programs are built; grad: eager ops record a tape; dtype: what `dtype=None` means.

    cast, where it is set, says of an eager op and its inputs which inputs it runs on instead: mixed precision.
    trace, where it is set, is who turns what eager code does into a program: a function is being traced.
    """

    __slots__ = ("cast", "dtype", "grad", "static", "trace")

    def __init__(self) -> None:
        self.static = False
        self.grad = True
        self.dtype: DType = float32
        self.cast: Callable[[Any, Sequence[Any]], Sequence[Any]] | None = None
        self.trace: Tracing | None = None


class Names:
    """Counters behind `fc_0.w_0` and its like."""

    __slots__ = ("asked", "called", "counters", "prefix", "signs")

    def __init__(self) -> None:
        self.counters: dict[str, int] = {}
        self.prefix = ""
        self.called = ""  # what the user called the function that is being run: `tanh(x, name="h")`
        self.asked: object = None  # that function, where it is one op
        self.signs = False  # whether it is one of Python's operators that is being run: `x + y`

    def __call__(self, key: str) -> str:
        """`key_0`, `key_1`, ... as paddle.utils.unique_name.generate."""
        number = self.counters.get(key, 0)
        self.counters[key] = number + 1
        return f"{self.prefix}{key}_{number}"

    @contextmanager
    def calling(self, name: str, asked: object = None) -> Iterator[None]:
        """Results of the ops inside are called `<name>.tmp_0` and so on."""
        kept = self.called, self.asked
        self.called, self.asked = name, asked
        try:
            yield
        finally:
            self.called, self.asked = kept

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
    """What `dtype=None` means from now on: float16, float32 or float64."""
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
