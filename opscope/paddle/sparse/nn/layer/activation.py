"""Activations of sparse tensors as layers."""

from __future__ import annotations

from opscope.paddle.nn.layer.unit import Unit
from opscope.paddle.sparse.nn import functional as F  # noqa: N812 (as everywhere)


class ReLU(Unit, function=F.relu):
    """max(x, 0) of each element of a sparse tensor."""


class ReLU6(Unit, function=F.relu6):
    """min(max(x, 0), 6) of each element of a sparse tensor."""


class LeakyReLU(Unit, function=F.leaky_relu):
    """x where x > 0, and negative_slope * x elsewhere, of a sparse tensor."""

    quiet = ("negative_slope",)

    def __init__(self, negative_slope: float = 0.01, name: str | None = None) -> None: ...


class Softmax(Unit, function=F.softmax):
    """exp(x) divided by the sum along an axis, over the elements of a sparse tensor."""

    quiet = ("axis",)

    def __init__(self, axis: int = -1, name: str | None = None) -> None: ...
