"""Weights that are computed from other parameters before each forward. The weights have a length, or a bounded norm."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from opscope.core import random
from opscope.core.state import mode
from opscope.eager.autograd import no_grad
from opscope.eager.tensor import Tensor
from opscope.errors import ArgumentError, UnsupportedError
from opscope.ops import reduction
from opscope.ops.elementwise import unary
from opscope.ops.manipulation.reshape import reshape, transpose
from opscope.paddle.nn.layer.layers import Layer
from opscope.paddle.nn.parameter import Parameter


def _weight(layer: Layer, name: str, what: str) -> Parameter:
    """Return the parameter. Raises UnsupportedError in static mode, and ArgumentError if no parameter has the name."""
    if mode.static:
        raise UnsupportedError(f"{what} is not supported in static mode", fix="call paddle.disable_static() first")
    weight = layer._parameters.get(name)
    if weight is None:
        raise ArgumentError(f"{what}: the layer has no parameter {name!r}", facts={"layer": type(layer).__name__})
    return weight


def _replaced(layer: Layer, name: str, weight: Parameter, suffix: str, array: Any) -> None:
    """Make a parameter `<name><suffix>` of the layer."""
    made = Parameter(
        array,
        weight.stop_gradient,
        f"{weight.name}{suffix}",
        learning_rate=weight.optimize_attr["learning_rate"],
        need_clip=weight.need_clip,
    )
    layer.add_parameter(f"{name}{suffix}", made)


class _WeightNorm:
    """Hook that computes weight = g * v / |v|. There is a norm for each position along dim (None: one norm)."""

    def __init__(self, name: str, dim: int | None) -> None:
        self.name, self.dim = name, dim

    def norm(self, v: Any) -> Any:
        rank = len(v.shape)
        axes = [i for i in range(rank) if self.dim is None or i != self.dim]
        size = unary.sqrt(reduction.sum(unary.square(v), axis=axes, keepdim=True))
        return reshape(size, shape=[] if self.dim is None else [-1])

    def weight(self, layer: Layer) -> Any:
        v, g = getattr(layer, f"{self.name}_v"), getattr(layer, f"{self.name}_g")
        rank = len(v.shape)
        shape = [1] * rank
        if self.dim is not None:
            shape[self.dim] = -1
        return v * reshape(g / self.norm(v), shape=shape)

    def __call__(self, layer: Layer, inputs: Any) -> None:
        setattr(layer, self.name, self.weight(layer))


def weight_norm(layer: Layer, name: str = "weight", dim: int | None = 0) -> Layer:
    """Train a weight's length `<name>_g` and direction `<name>_v` instead of the weight itself. Returns the layer.

    dim: a length for each place along it. For None, and for -1 as in Paddle, there is only one length. Source: Salimans
    & Kingma 2016.
    """
    weight = _weight(layer, name, "weight_norm")
    if dim is not None and not -len(weight.shape) <= dim < len(weight.shape):
        raise ArgumentError(
            f"dim must be in the range [-R, R) for a weight of rank R = {len(weight.shape)}, but it is {dim}"
        )
    hook = _WeightNorm(name, None if dim is None or dim == -1 else dim % len(weight.shape))
    with no_grad():
        length = hook.norm(weight)
    delattr(layer, name)
    _replaced(layer, name, weight, "_v", Tensor._copy_array(weight._value))
    _replaced(layer, name, weight, "_g", Tensor._copy_array(length._value))
    hook(layer, ())
    layer.register_forward_pre_hook(hook)
    return layer


def remove_weight_norm(layer: Layer, name: str = "weight") -> Layer:
    """Undo weight_norm, so that the weight is a parameter again.

    Raises ArgumentError if the weight has no weight_norm.
    """
    for key, hook in list(layer._forward_pre_hooks.items()):
        if isinstance(hook, _WeightNorm) and hook.name == name:
            with no_grad():
                value = hook.weight(layer)
            v = layer._parameters[f"{name}_v"]
            for part in (f"{name}_g", f"{name}_v", name):
                delattr(layer, part)
            made = Parameter(Tensor._copy_array(value._value), v.stop_gradient, v.name.removesuffix("_v"))
            layer.add_parameter(name, made)
            del layer._forward_pre_hooks[key]
            return layer
    raise ArgumentError(f"{layer.full_name()} has no weight_norm of '{name}'")


class _SpectralNorm:
    """Hook that computes weight = weight_orig / sigma.

    Power iteration updates sigma, which approximates the largest singular value.
    """

    def __init__(self, name: str, steps: int, eps: float, dim: int) -> None:
        self.name, self.steps, self.eps, self.dim = name, steps, eps, dim

    def matrix(self, weight: Any) -> Any:
        rank = len(weight.shape)
        turned = transpose(weight, perm=[self.dim, *(i for i in range(rank) if i != self.dim)])
        return reshape(turned, shape=[weight.shape[self.dim], -1])

    def iterate(self, layer: Layer, steps: int) -> None:
        matrix = self.matrix(getattr(layer, f"{self.name}_orig")).numpy()
        u, v = (getattr(layer, f"{self.name}{s}").numpy() for s in ("_u", "_v"))
        for _ in range(steps):
            v = matrix.T @ u
            v = v / max(float(np.linalg.norm(v)), self.eps)
            u = matrix @ v
            u = u / max(float(np.linalg.norm(u)), self.eps)
        for suffix, value in (("_u", u), ("_v", v)):
            getattr(layer, f"{self.name}{suffix}").set_value(value.astype(matrix.dtype))

    def __call__(self, layer: Layer, inputs: Any) -> None:
        if layer.training:
            self.iterate(layer, self.steps)
        weight = getattr(layer, f"{self.name}_orig")
        u, v = (getattr(layer, f"{self.name}{s}").clone() for s in ("_u", "_v"))
        sigma = reduction.sum(u * (self.matrix(weight) @ v))
        setattr(layer, self.name, weight / sigma)


def spectral_norm(
    layer: Layer, name: str = "weight", n_power_iterations: int = 1, eps: float = 1e-12, dim: int | None = None
) -> Layer:
    """Divide a weight by its largest singular value before each forward. Returns the layer.

    dim is the dim that becomes the rows (None: 1 for Linear and transposed convolutions, otherwise 0). Source: Miyato
    2018.
    """
    weight = _weight(layer, name, "spectral_norm")
    if n_power_iterations <= 0:
        raise ArgumentError(f"n_power_iterations must be positive, but it is {n_power_iterations}")
    if dim is None:
        dim = 1 if type(layer).__name__ in ("Linear", "Conv1DTranspose", "Conv2DTranspose", "Conv3DTranspose") else 0
    hook = _SpectralNorm(name, n_power_iterations, eps, dim)
    sizes = (weight.shape[dim], math.prod(weight.shape) // weight.shape[dim])
    delattr(layer, name)
    _replaced(layer, name, weight, "_orig", Tensor._copy_array(weight._value))
    draws = random.default.array_generator(np)
    for suffix, size in zip(("_u", "_v"), sizes, strict=True):
        start = draws.standard_normal(size=(size,))
        value = (start / max(float(np.linalg.norm(start)), eps)).astype(weight.dtype.dtype)
        layer.register_buffer(f"{name}{suffix}", Tensor(value))
    hook.iterate(layer, 15)  # as others do: so that the first sigma is near its limit
    hook(layer, ())
    layer.register_forward_pre_hook(hook)
    return layer
