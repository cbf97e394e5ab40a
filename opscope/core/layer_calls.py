"""Layer calls: the Layers whose `forward` is running, found in Python's frames, and their paths: `layer1.0.conv1`.

Calls of Layers are not recorded, so they cost nothing: the frame of `Layer.__call__` contains the Layer. A path is
computed when it is read.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from itertools import pairwise
from types import CodeType, FrameType
from typing import Any, Protocol


class SubLayers(Protocol):
    """The part of a Layer that is needed to compute its path."""

    _sub_layers: dict[str, Any]

    def named_sublayers(self) -> Iterator[tuple[str, Any]]: ...


class LAYERS:
    """The class of Layers, once defined, and the code of its `__call__`, which runs `forward`."""

    cls: type[Any] | None = None
    call: CodeType | None = None


def set_layer_class(cls: type[Any]) -> None:
    """Set the class of Layers."""
    LAYERS.cls, LAYERS.call = cls, cls.__call__.__code__


class LayerCall:
    """A running or finished call of a Layer. `outer` is the call of the Layer around it."""

    __slots__ = ("_layer", "_path", "outer")

    def __init__(self, layer: SubLayers, outer: LayerCall | None) -> None:
        self._layer = layer
        self._path: str | None = None
        self.outer = outer

    @classmethod
    def of_path(cls, path: str) -> LayerCall:
        """A call of a Layer of which the path alone is known."""
        made = cls.__new__(cls)
        made._path, made.outer = path, None
        return made

    @property
    def path(self) -> str:
        """The structured name of the Layer below the outermost Layer; "" for the outermost."""
        if self._path is None:
            layers, call = [self._layer], self.outer
            while call is not None:
                layers.insert(0, call._layer)
                call = call.outer
            self._path = layer_path(layers)
        return self._path


def layer_path(layers: Sequence[SubLayers]) -> str:
    """Return the path of the last of some Layers that call each other, the outermost first.

    A Layer outside of the outer ones begins a new path.
    """
    paths: list[str] = [""]
    for count, (caller, layer) in enumerate(pairwise(layers), 1):
        if layer is caller:
            paths.append(paths[-1])
            continue
        around = ((layers[i], paths[i]) for i in range(count - 1, -1, -1))
        found = next((join(path, name) for outer, path in around if (name := _name_in(outer, layer))), "")
        paths.append(found)
    return paths[-1]


def join(path: str, name: str) -> str:
    """Join the path of a member of a Layer: `layer1` and `0` make `layer1.0`."""
    return f"{path}.{name}" if path else name


def _name_in(outer: SubLayers, layer: SubLayers) -> str:
    """Return the structured name of a Layer below another Layer; "" if it is not below it."""
    for name, member in outer._sub_layers.items():
        if member is layer:
            return name
    return next((name for name, member in outer.named_sublayers() if member is layer), "")


def layer_of(frame: FrameType) -> SubLayers | None:
    """Return the Layer that runs in a frame of `Layer.__call__`, or of a `forward` called without it."""
    code = frame.f_code
    if code is LAYERS.call:
        return frame.f_locals["self"]
    if code.co_name != "forward" or not code.co_argcount or LAYERS.cls is None:
        return None
    if frame.f_back is not None and frame.f_back.f_code is LAYERS.call:
        return None
    found = frame.f_locals.get(code.co_varnames[0])
    return found if isinstance(found, LAYERS.cls) else None


def current_layer_path() -> str:
    """Return the path of the innermost Layer whose `forward` is running; "" outside of Layers."""
    frame: FrameType | None = sys._getframe(1)
    layers: list[SubLayers] = []
    while frame is not None and frame.f_code.co_name != "<module>":
        if (layer := layer_of(frame)) is not None:
            layers.insert(0, layer)
        frame = frame.f_back
    return layer_path(layers) if layers else ""
