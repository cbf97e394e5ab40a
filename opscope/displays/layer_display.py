"""Display of a Layer: a tree of its sublayers, with the shapes of the parameters, and bars for numbers of elements."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice
from math import prod
from typing import Any, Protocol

from opscope.core.shape import text as shape_text
from opscope.displays import pictures
from opscope.displays.html_block import ROWS, Markup, block, code, markup, table

OWN = 12  # listed parameters of a layer


class ShownLayer(Protocol):
    """Interface of a Layer that the display uses."""

    training: bool

    def named_sublayers(self, prefix: str = "", include_self: bool = False) -> Iterable[tuple[str, Any]]:
        """Return (structured name, layer) of each sublayer."""
        ...

    def named_parameters(self, prefix: str = "", include_sublayers: bool = True) -> Iterable[tuple[str, Any]]:
        """Return (structured name, parameter) of each parameter. A shared parameter is returned once."""
        ...


def html(layer: ShownLayer) -> str:
    """Return the HTML of a Layer."""
    parameters = dict(layer.named_parameters())
    frozen = sum(_size(p) for p in parameters.values() if p.stop_gradient)
    facts: list[tuple[str, object]] = [
        ("parameters", f"{len(parameters):,} with {sum(map(_size, parameters.values())):,} elements"),
        *([("frozen", f"{frozen:,} elements")] if frozen else []),
        ("mode", "training" if layer.training else "evaluation"),
    ]
    layers = list(layer.named_sublayers(include_self=True))
    found = layers[:ROWS]
    own = [dict(each.named_parameters(include_sublayers=False)) for _, each in found]
    bars = pictures.rows_of([sum(map(_size, each.values())) for each in own])
    rows = [_row(name, each, its, bar) for (name, each), its, bar in zip(found, own, bars, strict=True)]
    return block(type(layer).__name__, facts, table(("name", "layer", "parameters", ""), rows, "layers", len(layers)))


def _row(name: str, layer: Any, own: dict[str, Any], bar: Markup) -> tuple[object, ...]:
    indent = Markup("&nbsp;" * 4 * (name.count(".") + 1 if name else 0))
    short = name.rpartition(".")[2]
    extra = layer.extra_repr().replace("\n", " ")
    what = f"{type(layer).__name__}({extra})" if extra else type(layer).__name__
    shapes = ", ".join(f"{n} {shape_text(tuple(p.shape))}" for n, p in islice(own.items(), OWN))
    shapes += f", and {len(own) - OWN:,} more" if len(own) > OWN else ""
    return Markup(f"{indent}{markup(short)}"), code(what), code(shapes) if shapes else "", bar if own else ""


def _size(parameter: Any) -> int:
    return prod(int(d) for d in parameter.shape)
