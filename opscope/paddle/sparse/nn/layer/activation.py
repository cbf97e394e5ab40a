"""Activations of sparse tensors as layers."""

from __future__ import annotations

from opscope.paddle.nn.layer.unit import Unit
from opscope.paddle.sparse.nn import functional as F  # noqa: N812 (as everywhere)


class ReLU(Unit):
    """max(x, 0) of each element of a sparse tensor."""

    function = staticmethod(F.relu)


class ReLU6(Unit):
    """min(max(x, 0), 6) of each element of a sparse tensor."""

    function = staticmethod(F.relu6)


class LeakyReLU(Unit):
    """x where it is positive, negative_slope * x elsewhere, of a sparse tensor."""

    function = staticmethod(F.leaky_relu)
    quiet = ("negative_slope",)

    def __init__(self, negative_slope: float = 0.01, name: str | None = None) -> None:
        super().__init__(name, negative_slope=negative_slope)


class Softmax(Unit):
    """exp(x) along an axis over its sum, among the elements of a sparse tensor."""

    function = staticmethod(F.softmax)
    quiet = ("axis",)

    def __init__(self, axis: int = -1, name: str | None = None) -> None:
        super().__init__(name, axis=axis)
