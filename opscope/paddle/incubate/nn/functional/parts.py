"""Fused functions: linear, normalization and dropout, with a bias, a residual or an activation."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from opscope.core.public_calls import note_functions
from opscope.core.source import site
from opscope.errors import ArgumentError, UnsupportedError
from opscope.ops.elementwise.unary import rsqrt
from opscope.ops.linalg.matmul import matmul
from opscope.ops.manipulation.reshape import reshape
from opscope.ops.nn import activation as activations
from opscope.ops.public_functions import public
from opscope.ops.reduction import mean
from opscope.paddle.functions.neural import dropout, layer_norm
from opscope.paddle.functions.reshape import slice

Pair = tuple[Any, Any]


@public
def fused_matmul_bias(
    x: Any, y: Any, bias: Any = None, transpose_x: bool = False, transpose_y: bool = False, name: str | None = None
) -> Any:
    """Return x @ y + bias; bias is optional."""
    out = matmul(x, y, transpose_x=transpose_x, transpose_y=transpose_y)
    return out if bias is None else out + bias


@public
def fused_linear(x: Any, weight: Any, bias: Any = None, transpose_weight: bool = False, name: str | None = None) -> Any:
    """Return x @ weight + bias; weight is [in, out], or [out, in] if transpose_weight."""
    return fused_matmul_bias(x, weight, bias, False, transpose_weight)


_ACTIVATIONS = {"relu": activations.relu, "gelu": activations.gelu}


def activated(x: Any, name: str | None) -> Any:
    """Return relu or gelu of x. Raises UnsupportedError for another activation."""
    if name in (None, "", "none"):
        return x
    if name not in _ACTIVATIONS:
        raise UnsupportedError(f"the activation {name!r} is not supported", site=site(), fix="use 'relu' or 'gelu'")
    return _ACTIVATIONS[name](x)


def fused_linear_activation(
    x: Any, y: Any, bias: Any, trans_x: bool = False, trans_y: bool = False, activation: str | None = None
) -> Any:
    """Return relu or gelu of x @ y + bias, or x @ y + bias itself."""
    return activated(fused_matmul_bias(x, y, bias, trans_x, trans_y), activation)


@public
def fused_dropout_add(
    x: Any, y: Any, p: float = 0.5, training: bool = True, mode: str = "upscale_in_train", name: str | None = None
) -> Any:
    """Return dropout(x) + y. Raises ArgumentError (a ValueError) for p outside of 0 to 1 and for another mode."""
    return dropout(x, p, training=training, mode=mode) + y


@public
def fused_bias_dropout_residual_layer_norm(
    x: Any,
    residual: Any,
    bias: Any = None,
    ln_scale: Any = None,
    ln_bias: Any = None,
    dropout_rate: float = 0.5,
    ln_epsilon: float = 1e-5,
    training: bool = True,
    mode: str = "upscale_in_train",
    name: str | None = None,
) -> Any:
    """Return layer_norm(residual + dropout(bias + x)) over the last dim."""
    out = x if bias is None else x + bias
    out = residual + dropout(out, dropout_rate, training=training, mode=mode)
    return layer_norm(out, [out.shape[-1]], ln_scale, ln_bias, ln_epsilon)


def _added(x: Any, bias: Any, residual: Any, alpha: float) -> Any:
    x = x if bias is None else x + bias
    return x if residual is None else x + residual * alpha


def _unquantized(function: str, quant_scale: float) -> None:
    if quant_scale > 0:
        raise UnsupportedError(
            f"{function} does not support quant_scale, because it cannot return int8",
            site=site(),
            fix="leave quant_scale out",
        )


def _flat(weight: Any, sizes: Sequence[int]) -> Any:
    return None if weight is None else reshape(weight, shape=list(sizes))


def fused_rms_norm(
    x: Any,
    norm_weight: Any,
    norm_bias: Any,
    epsilon: float,
    begin_norm_axis: int,
    bias: Any = None,
    residual: Any = None,
    quant_scale: float = -1,
    quant_round_type: float = 0,
    quant_max_bound: float = 0,
    quant_min_bound: float = 0,
) -> Pair:
    """Return (y, s): s = x + bias + residual, and y = s / its root mean square over dims from begin_norm_axis.

    norm_weight multiplies y, and norm_bias is added; both are optional. Raises UnsupportedError for int8.
    Source: Zhang & Sennrich 2019.
    """
    _unquantized("fused_rms_norm", quant_scale)
    whole = _added(x, bias, residual, 1.0)
    axes = tuple(range(begin_norm_axis % len(x.shape), len(x.shape)))
    out = whole * rsqrt(mean(whole * whole, axis=axes, keepdim=True) + epsilon)
    sizes = x.shape[axes[0] :]
    out = out * _flat(norm_weight, sizes)
    return (out if norm_bias is None else out + _flat(norm_bias, sizes)), whole


def fused_layer_norm(
    x: Any,
    norm_weight: Any,
    norm_bias: Any,
    epsilon: float,
    residual_alpha: float = 1.0,
    begin_norm_axis: int = 1,
    bias: Any = None,
    residual: Any = None,
    quant_scale: float = -1,
    quant_round_type: float = 0,
    quant_max_bound: float = 0,
    quant_min_bound: float = 0,
) -> Any:
    """Return layer_norm(s) over the dims from begin_norm_axis, where s = x + bias + residual_alpha * residual.

    With residual, return a pair of the norm and s. Without norm_weight and norm_bias, return only s. Raises
    UnsupportedError for int8.
    """
    _unquantized("fused_layer_norm", quant_scale)
    whole = _added(x, bias, residual, residual_alpha)
    if norm_weight is None and norm_bias is None:
        return whole
    sizes = list(x.shape[begin_norm_axis % len(x.shape) :])
    out = layer_norm(whole, sizes, _flat(norm_weight, sizes), _flat(norm_bias, sizes), epsilon)
    return out if residual is None else (out, whole)


@public
def swiglu(x: Any, y: Any = None, name: str | None = None) -> Any:
    """Return silu(x) * y; without y, x and y are the two halves of x along the last dim.

    Raises ArgumentError for an odd last dim.
    Source: Shazeer 2020.
    """
    if y is None:
        size = x.shape[-1]
        if size < 0 or size % 2:
            raise ArgumentError(
                f"swiglu: the last dim of x has the odd size {size}, so it has no two halves",
                site=site(),
                fix="pass y, or an x whose last dim is even",
            )
        x, y = (slice(x, [-1], [i], [i + size // 2]) for i in (0, size // 2))
    return activations.silu(x) * y


note_functions(__name__)
