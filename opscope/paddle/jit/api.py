"""to_static, and switches of traced functions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from types import ModuleType
from typing import Any

from opscope.core.described import Described
from opscope.core.source import site
from opscope.errors import UnsupportedError, UsageError
from opscope.paddle.jit.static_function import Enabled, StaticFunction
from opscope.paddle.nn.layer.layers import Layer


def to_static(
    function: Any = None,
    input_spec: Any = None,
    build_strategy: Any = None,
    backend: str | None = None,
    *,
    full_graph: bool = True,
    property: bool = False,
) -> Any:
    """Return a function, or a Layer with its forward, that runs as a program.

    Also a decorator, with or without arguments.

    The function is traced, not rewritten: a Python if, while or for whose condition is a Tensor raises an error at its
    line (use static.nn.cond or while_loop). full_graph has no effect. Gradients, optimizers, batch norm and dropout
    work as in the function itself. Raises UsageError for an object that cannot be called, UnsupportedError for
    backend="CINN" and property=True.
    Source: https://www.paddlepaddle.org.cn/documentation/docs/en/api/paddle/jit/to_static_en.html
    """
    if backend not in (None, ""):
        raise UnsupportedError(
            f"to_static does not support the backend {backend!r}", site=site(), fix="leave backend out"
        )
    if property:
        raise UnsupportedError("to_static does not support property=True", site=site(), fix="leave property out")

    def decorated(function: Any) -> Any:
        if isinstance(function, StaticFunction):
            return StaticFunction(function.dygraph_function, input_spec)
        if getattr(function, "_not_to_static", False):
            return function
        if isinstance(function, Layer):
            forward = function.forward
            forward = forward.dygraph_function if isinstance(forward, StaticFunction) else forward
            object.__setattr__(function, "forward", StaticFunction(forward, input_spec))
            return function
        if not callable(function):
            raise UsageError("to_static needs a function or a Layer", facts={"given": repr(function)}, site=site())
        return StaticFunction(function, input_spec)

    return decorated if function is None else decorated(function)


def not_to_static(func: Callable[..., Any] | None = None) -> Any:
    """Decorator: to_static does not change this function. If a traced function calls it, it is traced too.

    Source: https://www.paddlepaddle.org.cn/documentation/docs/en/api/paddle/jit/not_to_static_en.html
    """
    if func is None:
        return not_to_static
    func._not_to_static = True  # type: ignore[attr-defined]
    return func


def ignore_module(modules: Sequence[ModuleType]) -> None:
    """No effect: Paddle does not rewrite the code of these modules, and opscope rewrites no code.

    Raises UsageError for objects that are not modules.
    """
    if not all(isinstance(m, ModuleType) for m in modules):
        raise UsageError("ignore_module needs a list of modules", site=site())


def set_verbosity(level: int = 0, also_to_stdout: bool = False) -> None:
    """No effect: the level belongs to Paddle's log of rewritten code, and opscope rewrites no code.

    Raises UsageError for a level that is not a whole number, 0 or larger.
    Source: https://www.paddlepaddle.org.cn/documentation/docs/en/api/paddle/jit/set_verbosity_en.html
    """
    _check_level(level, also_to_stdout)


def set_code_level(level: int = 100, also_to_stdout: bool = False) -> None:
    """No effect: the level belongs to Paddle's log of rewritten code, and opscope traces functions.

    Raises UsageError for a level that is not a whole number, 0 or larger.
    Source: https://www.paddlepaddle.org.cn/documentation/docs/en/api/paddle/jit/set_code_level_en.html
    """
    _check_level(level, also_to_stdout)


def _check_level(level: int, also_to_stdout: bool) -> None:
    if isinstance(level, bool) or not isinstance(level, int) or level < 0:
        raise UsageError(f"level must be a whole number, 0 or larger, but received {level!r}", site=site())
    if not isinstance(also_to_stdout, bool):
        raise UsageError(f"also_to_stdout must be bool, but received {also_to_stdout!r}", site=site())


def enable_to_static(enable_to_static_bool: bool) -> None:
    """With False, run all functions of to_static as Python code until a call with True.

    Raises UsageError without a bool.

    Source: https://www.paddlepaddle.org.cn/documentation/docs/en/api/paddle/jit/enable_to_static_en.html
    """
    if not isinstance(enable_to_static_bool, bool):
        raise UsageError(
            "The type of 'enable_to_static_bool' in 'enable_to_static' must be bool, but received "
            f"{type(enable_to_static_bool).__name__}.", site=site(),
        )  # fmt: skip
    Enabled.value = enable_to_static_bool


class ProgramTranslator(Described):
    """The switch of Paddle 2.0: `ProgramTranslator().enable(False)`. A process has one instance."""

    _one: ProgramTranslator | None = None

    def __new__(cls) -> ProgramTranslator:
        if cls._one is None:
            cls._one = super().__new__(cls)
        return cls._one

    @classmethod
    def get_instance(cls) -> ProgramTranslator:
        """Return the single instance."""
        return cls()

    @property
    def enable_to_static(self) -> bool:
        """True if functions run as programs."""
        return Enabled.value

    def enable(self, enable_to_static: bool) -> None:
        """Call paddle.jit.enable_to_static."""
        globals()["enable_to_static"](enable_to_static)
