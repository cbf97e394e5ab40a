"""Search for the Layers whose `forward` is running, in Python's frames, and for their paths, such as `layer1.0.conv1`.

Calls of Layers are not recorded, so this takes no time in a call. The frame of `Layer.__call__` contains the Layer. The
path of a Layer is computed when it is first read.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from itertools import pairwise
from types import CodeType, FrameType
from typing import Any, NamedTuple

MAX_NAMES = 10_000


class Members(NamedTuple):
    """Names in a Layer class: the attribute with the direct members, and the method that yields all inner members."""

    own: str
    below: str


class LAYERS:
    """The defined Layer classes, and the code objects of the `__call__` methods that run their `forward`."""

    classes: dict[type[Any], Members] = {}  # noqa: RUF012 (the one object of its kind)
    calls: tuple[CodeType, ...] = ()


def add_layer_class(cls: type[Any], call: CodeType, members: Members) -> None:
    """Add a Layer class. The function with the code object `call` runs the `forward` of its Layers."""
    if cls not in LAYERS.classes:
        LAYERS.classes[cls] = members
        LAYERS.calls = (*LAYERS.calls, call)


def member_attributes(value: Any) -> list[str]:
    """Return the names of the attributes that contain the direct members of a Layer. Return [] for other objects."""
    return [members.own for cls, members in LAYERS.classes.items() if isinstance(value, cls)]


class LayerCall:
    """A running or finished call of a Layer. `outer` is the call of the enclosing Layer."""

    __slots__ = ("_layer", "_path", "outer")

    def __init__(self, layer: Any, outer: LayerCall | None) -> None:
        self._layer = layer
        self._path: str | None = None
        self.outer = outer

    @classmethod
    def of_path(cls, path: str) -> LayerCall:
        """Return a LayerCall for a Layer of which only the path is known."""
        made = cls.__new__(cls)
        made._path, made.outer = path, None
        return made

    @property
    def path(self) -> str:
        """The path of the Layer inside the outermost Layer, such as `layer1.0`. "" for the outermost Layer."""
        if self._path is None:
            layers, call = [self._layer], self.outer
            while call is not None:
                layers.insert(0, call._layer)
                call = call.outer
            self._path = layer_path(layers)
        return self._path


def layer_path(layers: Sequence[Any]) -> str:
    """Return the path of the last Layer in a sequence of Layers, in which each Layer calls the next Layer.

    The outermost Layer comes first. A Layer that is not a member of the outer Layers begins a new path.
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
    """Join the path of a Layer and the name of a member: `layer1` and `0` become `layer1.0`."""
    return f"{path}.{name}" if path else name


def _name_in(outer: Any, layer: Any) -> str:
    """Return the structured name of a Layer inside another Layer. Return "" if it is not inside the other Layer."""
    members = next((m for cls, m in LAYERS.classes.items() if isinstance(outer, cls)), None)
    if members is None:
        return ""
    own: Mapping[str, Any] = getattr(outer, members.own)
    key = id(outer), id(layer)
    if own.get(_found_names.get(key, "")) is layer:
        return _found_names[key]
    for name, member in own.items():
        if member is layer:
            if len(_found_names) >= MAX_NAMES:
                _found_names.clear()
            _found_names[key] = name
            return name
    return next((name for name, member in getattr(outer, members.below)() if member is layer), "")


_found_names: dict[tuple[int, int], str] = {}  # by ids of a Layer and its direct member: the name that it had last


def layer_of(frame: FrameType) -> Any:
    """Return the Layer of a frame of `Layer.__call__` or of a directly called `forward`.

    Return None for other frames.
    """
    code = frame.f_code
    if code in LAYERS.calls:
        return frame.f_locals["self"]
    if code.co_name != "forward" or not code.co_argcount or not LAYERS.calls:
        return None
    if frame.f_back is not None and frame.f_back.f_code in LAYERS.calls:
        return None
    found = frame.f_locals.get(code.co_varnames[0])
    return found if isinstance(found, tuple(LAYERS.classes)) else None


def current_layer_path() -> str:
    """Return the path of the innermost Layer whose `forward` is running. Return "" outside of Layers."""
    frame: FrameType | None = sys._getframe(1)
    layers: list[Any] = []
    while frame is not None and frame.f_code.co_name != "<module>":
        if (layer := layer_of(frame)) is not None:
            layers.insert(0, layer)
        frame = frame.f_back
    return layer_path(layers) if layers else ""
