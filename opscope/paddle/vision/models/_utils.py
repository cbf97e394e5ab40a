"""Shared parts of models: channels that are a multiple of 8, and outputs of inner layers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from opscope.core.source import site
from opscope.errors import ArgumentError
from opscope.ops.registry import REGISTRY
from opscope.paddle import nn


def _make_divisible(v: float, divisor: int = 8, min_value: int | None = None) -> int:
    """Return the nearest multiple of the divisor that is at least 0.9 * v."""
    found = max(divisor if min_value is None else min_value, int(v + divisor / 2) // divisor * divisor)
    return found + divisor if found < 0.9 * v else found


class IntermediateLayerGetter(nn.LayerDict):
    """A sequence of a model's layers, up to the last wanted layer: a call returns {new name: output}.

    return_layers: {name of a layer of the model: new name}. An image is flattened before a Linear. The model must call
    its layers in the order in which it defines them. Raises ArgumentError (a ValueError) for an unknown name of a
    layer.
    """

    def __init__(self, model: Any, return_layers: Mapping[str, str]) -> None:
        children = dict(model.named_children())
        if missing := [name for name in return_layers if name not in children]:
            raise ArgumentError(
                "each key of return_layers must be the name of a layer in the model",
                facts={"missing": missing, "layers of the model": list(children)},
                site=site(),
            )  # fmt: skip
        names = list(children)
        last = max((names.index(name) for name in return_layers), default=0)
        super().__init__({name: children[name] for name in names[: last + 1]})
        self.return_layers = return_layers

    def forward(self, x: Any) -> dict[str, Any]:
        out: dict[str, Any] = {}
        for name, layer in self.items():
            first = next(iter(layer.sublayers()), None)
            if len(x.shape) == 4 and (isinstance(layer, nn.Linear) or isinstance(first, nn.Linear)):
                x = REGISTRY.public["flatten"](x, 1)
            x = layer(x)
            if name in self.return_layers:
                out[self.return_layers[name]] = x
        return out


__all__ = ["IntermediateLayerGetter", "_make_divisible"]
