"""Emission for a GPU. On paper its arrays are NumPy's, which take no memory until they are written."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

import numpy as np

from opscope.runtime.lower.cuda.device_lowerings import HERE
from opscope.runtime.lower.emission import Emission
from opscope.runtime.lower.trace import Node, Ref


class OnHost(functools.partial[Any]):
    """A call that is more than work for the device: the user's code, random numbers, whoever looks at a value."""


class DeviceEmission(Emission):
    """Calls of cupy and of CUDA kernels."""

    forms = HERE
    device = True
    _host = False

    def shown(self, home: Any) -> Any:
        """A home; on paper another array of its kind."""
        return np.empty(home.shape, home.dtype) if self.memory.paper else home

    def call(self, function: Callable[..., Any], *args: Any, **kwargs: Any) -> None:
        """Add a call."""
        if self._host:
            super().call(OnHost(function, *args, **kwargs))
        else:
            super().call(function, *args, **kwargs)

    def operand(self, value: Any) -> Any:
        """What a form is given: constants are on the device, once."""
        if not isinstance(value, Ref) or value.constant is None or self.memory.paper:
            return super().operand(value)
        if value not in self.arrays:
            self.arrays[value] = self.xp.asarray(value.constant)
        return self.arrays[value]

    def emit(self, node: Node) -> None:
        """Emit one node; what the host must do in each run is marked."""
        # plans of cuFFT are cached, and freed, by cupy: a graph would outlive them
        self._host = node.effect or node.op.name.startswith("fft_")
        try:
            super().emit(node)
        finally:
            self._host = False
