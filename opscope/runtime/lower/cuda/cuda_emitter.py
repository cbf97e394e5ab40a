"""CudaEmitter, which emits cupy calls and CUDA kernels.

A dry run uses NumPy arrays, which use no memory before a write.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

import numpy as np

from opscope.core.annotations import Array, ArrayModule
from opscope.runtime.lower.cuda.capturable_module import capturable
from opscope.runtime.lower.cuda.cuda_lowerings import CUDA_LOWERINGS, elementwise
from opscope.runtime.lower.emitter import Emitter
from opscope.runtime.lower.primitives import PRIMITIVES
from opscope.runtime.lower.trace import TraceNode, TraceValue


class HostCall(functools.partial[Any]):
    """Call that the host must make, such as user code, random numbers and probes."""


class CudaEmitter(Emitter):
    """Emitter of cupy calls and CUDA kernel launches."""

    lowerings = CUDA_LOWERINGS
    device = True
    _needs_host = False

    def persistent_operand(self, home: Any) -> Any:
        """Return a persistent buffer. In a dry run, return a NumPy array of the same shape and dtype."""
        return np.empty(home.shape, home.dtype) if self.memory.dry_run else home

    @property
    def kernel_module(self) -> ArrayModule:
        """The cupy module, with matrix products that can be captured."""
        return self.xp if self._needs_host else capturable(self.xp)

    def call(self, function: Callable[..., Any], *args: Any, **kwargs: Any) -> None:
        """Add a call."""
        if self._needs_host:
            super().call(HostCall(function, *args, **kwargs))
        else:
            super().call(function, *args, **kwargs)

    def device_call(self, function: Callable[..., Any], *args: Any) -> None:
        """Add a call that can be captured in a CUDA graph, even between calls that the host makes."""
        super().call(function, *args)

    def operand(self, value: Array) -> Any:
        """Return the operand for a lowering rule. Constants are copied to the device once."""
        if not isinstance(value, TraceValue) or value.constant is None or self.memory.dry_run:
            return super().operand(value)
        if value not in self.arrays:
            self.arrays[value] = self.xp.asarray(value.constant)
        return self.arrays[value]

    def _emit_lowering(self, node: TraceNode) -> list[Any] | None:
        primitive = PRIMITIVES.get(node.op.name)
        if primitive is None or not primitive.is_elementwise:
            return super()._emit_lowering(node)
        made = elementwise(self, *map(self.operand, node.inputs))  # all elementwise primitives share one rule
        return None if made is None else [made]

    def emit(self, node: TraceNode) -> None:
        """Emit one node. Mark calls that the host must make in each run."""
        # cupy caches and frees cuFFT plans: a captured graph would outlive them
        self._needs_host = node.has_effect or node.op.name.startswith("fft_")
        try:
            super().emit(node)
        finally:
            self._needs_host = False
