"""Unit: a layer that is a function of its inputs with settings, which is what most small layers are."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar

from opscope.paddle.nn.layer.layers import Layer, TensorT

_ALSO = {"ksize": "kernel_size", "divisor": "divisor_override"}  # what Paddle's layers call some settings


class Unit(Layer):
    """Base. A subclass names its `function`, and hands its settings to __init__ under the function's parameter names.

    Settings are attributes, which may be set: `pool.stride`, also as `_stride`, for Paddle's layers have the one or
    the other. Those listed in `quiet` are left out of the layer's text, those in `usual` where they are that.
    `spelled`: what the function calls an input that forward() takes under another name.
    """

    function: ClassVar[Callable[..., Any]]
    quiet: ClassVar[tuple[str, ...]] = ()
    usual: ClassVar[Mapping[str, Any]] = {}
    spelled: ClassVar[Mapping[str, str]] = {}

    def __init__(self, name: str | None = None, **settings: Any) -> None:
        super().__init__()
        self._settings = settings
        self._name = name

    def forward(self, *inputs: TensorT, **named: Any) -> TensorT:
        if named:
            named = {self.spelled.get(name, name): value for name, value in named.items()}
        return type(self).function(*inputs, **named, **self._settings)

    def _setting(self, name: str) -> str:
        """The setting that an attribute is; "" if it is none."""
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
