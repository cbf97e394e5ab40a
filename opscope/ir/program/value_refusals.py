"""ValueRefusals: errors of operations that need a variable's value before the program runs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from opscope.core.source import site
from opscope.core.strict import warn
from opscope.errors import ModeError, OpscopeWarning, UnsupportedError, UsageError


class ValueRefusals:
    """Conversions, conditions and iteration of a variable. Each of them raises an error that names the variable."""

    def backward(self: Any, *_: object, **__: object) -> None:
        """Raise an error, because static variables have no tape."""
        raise ModeError(
            "We only support 'backward()' in dynamic graph mode, please call 'paddle.disable_static()' to enter "
            "dynamic graph mode.",
            site=site(),
            fix="in static mode use append_backward, gradients or optimizer.minimize",
        )

    def __bool__(self: Any) -> bool:
        if self.program.capture is None:
            self._report_condition()
            return True
        raise UnsupportedError(
            f"{self.name} is the condition of a Python if, while, and, or or not, but has no value during tracing",
            facts={self.name: self.spec},
            site=site(),
            fix="use paddle.static.nn.cond or while_loop, or functions such as paddle.logical_and; or keep the "
            "function eager with paddle.jit.not_to_static",
        )

    def _report_condition(self: Any) -> None:
        """Warn about `if var:`, which is always true in Paddle. Raise UsageError if an operation needs the value."""
        what = f"{self.name} has no value before the program runs: as a condition of Python it is always true"
        fix = "use paddle.static.nn.cond or while_loop, functions such as paddle.logical_and, or `is not None`"
        # `var in variables` compares with ==: in Paddle, whatever is in the list
        if self.dtype.kind == "b" and (self.op is None or self.op.op.name != "equal"):
            raise UsageError(what, facts={self.name: self.spec}, site=site(), fix=fix)
        warn(OpscopeWarning(what, facts={self.name: self.spec}, site=site(), fix=fix))

    def __len__(self: Any) -> int:
        raise UsageError(f"object of type 'Variable' has no len() ({self.name})", fix=f"use {self.name}.shape")

    def __float__(self: Any, *_: object, **__: object) -> Any:
        what = f"{self.name} has no value before the program runs"
        raise UsageError(what, site=site(), fix="fetch the value with exe.run(fetch_list=[...])")

    def __array__(self: Any, *_: object, **__: object) -> Any:
        return self.__float__()  # else NumPy makes an array of one object

    __int__ = __complex__ = __round__ = __float__

    def __format__(self: Any, spec: str) -> str:
        return self.__float__() if spec else str(self)

    def __iter__(self: Any) -> Iterator[Any]:
        raise UsageError(f"{self.name} cannot be iterated over", fix="use an index, or split() the variable")
