"""Text of a layer for IPython and the prompt: complete if it is short; otherwise, equal layers are folded."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from opscope.paddle.nn.layer.tree import Tree

MOST = 40  # lines


class _Outline(NamedTuple):
    """Outline of a layer: `head` is the text before the opening bracket; equal outlines have equal texts."""

    head: str
    extra: str
    below: tuple[tuple[str, _Outline], ...]
    layers: int


def short_text(layer: Tree) -> str:
    """Return the `repr` of a layer.

    A long `repr` is cut to as many levels as fit: `(0-11): 12 x TransformerEncoderLayer(`.
    """
    text = repr(layer)
    if text.count("\n") < MOST or type(layer).__repr__ is not Tree.__repr__:
        return text
    outline = _outline(layer)
    for depth in range(_height(outline), 0, -1):
        lines = list(_lines(outline, depth))
        if len(lines) <= MOST:
            return "\n".join(lines)
    lines = list(_lines(outline, 1))
    return "\n".join([*lines[: MOST - 2], f"  ... and {len(lines) - MOST + 1:,} more: print() shows all", ")"])


def _outline(layer: Tree) -> _Outline:
    below = tuple((name, _outline(each)) for name, each in layer._sub_layers.items() if isinstance(each, Tree))
    count = 1 + sum(each.layers for _, each in below)
    if type(layer).__repr__ is not Tree.__repr__:
        return _Outline(repr(layer).replace("\n", " "), "", (), count)
    return _Outline(f"{type(layer).__name__}(", layer.extra_repr().replace("\n", " "), below, count)


def _height(outline: _Outline) -> int:
    return 1 + max((_height(each) for _, each in outline.below), default=0)


def _lines(outline: _Outline, depth: int) -> Iterator[str]:
    """Return the lines down to a depth."""
    end = ")" if outline.head.endswith("(") else ""
    if not outline.below:
        yield f"{outline.head}{outline.extra}{end}"
    elif not depth:
        yield f"{outline.head}... {outline.layers - 1:,} layers{end}"
    else:
        yield outline.head + outline.extra
        for label, each in _folded(outline.below):
            first, *others = _lines(each, depth - 1)
            yield f"  {label}{first}"
            yield from (f"  {line}" for line in others)
        yield end


def _folded(below: tuple[tuple[str, _Outline], ...]) -> Iterator[tuple[str, _Outline]]:
    """Yield each sublayer with its label; equal sublayers of a list share a label."""
    start = 0
    while start < len(below):
        (name, outline), stop = below[start], start + 1
        while name.isdigit() and stop < len(below) and below[stop][0].isdigit() and below[stop][1] == outline:
            stop += 1
        yield f"({name}): " if stop == start + 1 else f"({name}-{below[stop - 1][0]}): {stop - start} x ", outline
        start = stop
