"""Unit: base of most small layers; such a layer is a function of its inputs with settings."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Mapping
from typing import Any, ClassVar

from opscope.paddle.nn.layer.layers import Layer, TensorT

_ALSO = {"ksize": "kernel_size", "divisor": "divisor_override"}  # what Paddle's layers call some settings


class Unit(Layer):
    """Base of layers that are a function of their inputs, with settings.

    `class ELU(Unit, function=F.elu)` declares its settings as the parameters of __init__, with the names of the
    function's parameters, and has an empty body. The settings are stored here and passed to the function. A setting is
    an attribute that may be set, such as `pool.stride`, also as `_stride`, because Paddle's layers have one of the two
    names. `quiet` lists settings that the layer's text omits; `usual` lists settings that it omits if they have these
    values.
    `spelled`: the function's name for an input that has another name in forward().
    """

    function: ClassVar[Callable[..., Any]]
    quiet: ClassVar[tuple[str, ...]] = ()
    usual: ClassVar[Mapping[str, Any]] = {}
    spelled: ClassVar[Mapping[str, str]] = {}

    def __init_subclass__(cls, function: Callable[..., Any] | None = None, **defaults: Any) -> None:
        super().__init_subclass__(**defaults)
        if function is not None:
            cls.function = staticmethod(function)
            if cls.__init__ is not Unit.__init__:
                cls.__init__ = _keeping_settings(cls.__init__)

    def __init__(self, name: str | None = None, **settings: Any) -> None:
        self._check_settings(settings)
        super().__init__()
        self._settings = settings
        self._name = name

    def _check_settings(self, settings: Mapping[str, Any]) -> None:
        """Raise an error for settings that the layer refuses when it is made."""

    def forward(self, *inputs: TensorT, **named: Any) -> TensorT:
        if named:
            named = {self.spelled.get(name, name): value for name, value in named.items()}
        return type(self).function(*inputs, **named, **self._settings)

    def _setting(self, name: str) -> str:
        """Return the setting of an attribute; "" if the attribute is not a setting."""
        settings = self.__dict__.get("_settings", ())
        plain = name.removeprefix("_")
        return next((key for key in (name, plain, _ALSO.get(plain, "")) if key in settings), "")

    def __getattr__(self, name: str) -> Any:
        if key := self._setting(name):
            return self._settings[key]
        return self._name if name == "name" else super().__getattr__(name)

    def __setattr__(self, name: str, value: Any) -> None:
        if key := self._setting(name):
            self._settings[key] = value
        else:
            super().__setattr__(name, value)

    def extra_repr(self) -> str:
        shown = {k: v for k, v in self._settings.items() if k not in self.quiet and (k, v) not in self.usual.items()}
        return ", ".join([*(f"{k}={v}" for k, v in shown.items()), *([f"name={self._name}"] if self._name else [])])


def _keeping_settings(declared: Callable[..., None]) -> Callable[..., None]:
    """Return an __init__ with the parameters of `declared`, which stores them as settings of the unit."""
    declared = inspect.unwrap(declared)
    parameters = inspect.signature(declared).parameters
    names = [n for n in parameters if n != "self"]
    defaults = {n: p.default for n, p in parameters.items() if p.default is not p.empty}

    @functools.wraps(declared)
    def __init__(self: Unit, *args: Any, **named: Any) -> None:  # noqa: N807 (it becomes one)
        declared(self, *args, **named)  # refuses arguments that do not fit, in Python's words
        given = {**defaults, **dict(zip(names, args, strict=False)), **named}
        Unit.__init__(self, given.pop("name", None), **{n: given[n] for n in names if n != "name"})

    return __init__
