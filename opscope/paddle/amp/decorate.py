"""decorate: converts models to float16, and lets optimizers keep float32 copies, for level O2."""

from __future__ import annotations

from typing import Any

from opscope.core.dtype import as_dtype
from opscope.core.source import site
from opscope.eager.tensor import Tensor
from opscope.errors import ArgumentError, UnsupportedError, UsageError
from opscope.ops.registry import REGISTRY
from opscope.paddle.amp.auto_cast import checked_dtype, checked_level
from opscope.paddle.nn.layer.layers import Layer
from opscope.paddle.nn.layer.norm import InstanceNorm1D, InstanceNorm2D, InstanceNorm3D, LayerNorm
from opscope.paddle.optimizer.optimizer import Optimizer

_NORMS = (LayerNorm, InstanceNorm1D, InstanceNorm2D, InstanceNorm3D)


def decorate(
    models: Any,
    optimizers: Any = None,
    level: str = "O1",
    dtype: str = "float16",
    master_weight: bool | None = None,
    save_dtype: str | None = None,
    master_grad: bool = False,
    excluded_layers: Any = None,
) -> Any:
    """Prepare models and optimizers for a level; return models, or (models, optimizers), in the given form.

    At O2, the parameters become float16, except parameters of normalization layers and of excluded_layers (layers or
    classes). The optimizers keep float32 copies, unless master_weight is False. save_dtype is the dtype in the
    state_dict. O1 changes nothing. Raises UnsupportedError for bfloat16 and master_grad=True.
    Source: https://www.paddlepaddle.org.cn/documentation/docs/en/api/paddle/amp/decorate_en.html
    """
    checked_dtype(dtype)
    checked_level(level)
    if master_grad:
        raise UnsupportedError("decorate does not support master_grad=True", site=site(), fix="leave master_grad out")
    if level in ("O1", "O2"):
        for model in _list(models):
            if not isinstance(model, Layer):
                raise UsageError(f"each model must be an nn.Layer, but received {type(model).__name__}", site=site())
        for optimizer in _list(optimizers):
            if not isinstance(optimizer, Optimizer):
                raise UsageError(
                    f"each optimizer must be an Optimizer, but received {type(optimizer).__name__}", site=site()
                )
        if level == "O2":
            _cast(models, optimizers, master_weight is not False, excluded_layers)
        if save_dtype is not None:
            _save_as(_list(models), save_dtype)
    return models if optimizers is None else (models, optimizers)


amp_decorate = decorate


def _list(given: Any) -> list[Any]:
    return list(given) if isinstance(given, list | tuple) else [] if given is None else [given]


def _cast(models: Any, optimizers: Any, masters: bool, excluded: Any) -> None:
    apart = (*_list(excluded), *_NORMS)
    for model in _list(models):
        for layer in model.sublayers(include_self=True):
            if not layer.keeps_float32 and not any(layer is a or _is(layer, a) for a in apart):
                for parameter in layer.parameters(include_sublayers=False):
                    if parameter.dtype.name == "float32":
                        parameter.become("float16")
    for optimizer in _list(optimizers):
        optimizer.multi_precision = masters


def _is(layer: Any, kind: Any) -> bool:
    return isinstance(kind, type) and isinstance(layer, kind)


def _save_as(models: list[Any], dtype: str) -> None:
    name = as_dtype(dtype).name
    if name not in ("float16", "float32", "float64"):
        raise ArgumentError(f"save_dtype can only be float16, float32 or float64, but received {dtype}", site=site())

    def cast(state_dict: Any) -> None:
        for key, value in state_dict.items():
            if isinstance(value, Tensor) and value.dtype.kind == "f":
                state_dict[key] = REGISTRY["cast"](value, dtype=name).detach()
                state_dict[key].name = value.name

    for model in models:
        model.register_state_dict_hook(cast)
