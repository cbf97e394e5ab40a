"""Containers of layers and parameters: sequences, lists and dicts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Self

from opscope.core.source import site
from opscope.errors import ArgumentError, ModeError, UsageError
from opscope.paddle.nn.layer.layers import Layer


def _each(items: Iterable[Any], what: str) -> Iterable[Any]:
    if not isinstance(items, Iterable):
        raise UsageError(f"{what}, but received {items!r}", site=site())
    return items


def _place(index: Any, size: int) -> str:
    """Return the name of an element from its index or, as in Paddle, from its name.

    Raises IndexError, KeyError, UsageError.
    """
    if isinstance(index, str):
        if index not in map(str, range(size)):
            raise KeyError(index)
        return index
    if not hasattr(index, "__index__"):
        raise UsageError(
            f"an index must be an integer, a slice or the name of an element, but received a {type(index).__name__}"
        )
    number = index.__index__()
    if not -size <= number < size:
        raise IndexError(f"index {number} is out of range for {size} elements")
    return str(number % size)


class Sequential(Layer):
    """Sequence of layers, or of (name, layer) pairs; each layer is called with the result of the previous layer."""

    def __init__(self, *layers: Any) -> None:
        super().__init__()
        for number, given in enumerate(layers):
            name, layer = given if isinstance(given, list | tuple) else (str(number), given)
            self.add_sublayer(str(name), layer)

    def __getitem__(self, name: Any) -> Any:
        if isinstance(name, slice):
            return type(self)(*list(self._sub_layers.values())[name])
        if isinstance(name, str):
            return self._sub_layers[name]
        return list(self._sub_layers.values())[int(_place(name, len(self)))]

    def __setitem__(self, name: Any, layer: Any) -> None:
        key = name if isinstance(name, str) else list(self._sub_layers)[int(_place(name, len(self)))]
        self.add_sublayer(key, layer)

    def __delitem__(self, name: Any) -> None:
        del self._sub_layers[name if isinstance(name, str) else list(self._sub_layers)[int(_place(name, len(self)))]]

    def __len__(self) -> int:
        return len(self._sub_layers)

    def __iter__(self) -> Iterator[Any]:
        return iter(self._sub_layers.values())

    def forward(self, input: Any) -> Any:
        if not self._sub_layers:
            return input
        *before, last = self._sub_layers.values()
        for layer in before:
            input = layer(input)
        return last(input)


class LayerList(Layer):
    """List of layers that are part of the model; it has no forward."""

    def __init__(self, sublayers: Iterable[Any] | None = None) -> None:
        super().__init__()
        self.extend(sublayers or [])

    def __getitem__(self, index: Any) -> Any:
        if isinstance(index, slice):
            return LayerList(list(self._sub_layers.values())[index])
        return self._sub_layers[_place(index, len(self))]

    def __setitem__(self, index: Any, layer: Any) -> None:
        self.add_sublayer(_place(index, len(self)), layer)

    def __delitem__(self, index: Any) -> None:
        rest = list(self._sub_layers.values())
        del rest[index]
        self._sub_layers.clear()
        self.extend(rest)

    def __len__(self) -> int:
        return len(self._sub_layers)

    def __iter__(self) -> Iterator[Any]:
        return iter(self._sub_layers.values())

    def append(self, sublayer: Any) -> Self:
        """Add a layer at the end."""
        self.add_sublayer(str(len(self)), sublayer)
        return self

    def insert(self, index: int, sublayer: Any) -> None:
        """Insert a layer before the layer at `index`; if `index` is the length, append it."""
        if not -len(self) <= index <= len(self):
            raise ModeError(
                f"insert: index should be an integer in the range [{-len(self)}, {len(self)}], but it is {index}"
            )
        rest = list(self._sub_layers.values())
        rest.insert(index, sublayer)
        self._sub_layers.clear()
        self.extend(rest)

    def extend(self, sublayers: Iterable[Any]) -> Self:
        """Add layers at the end."""
        for layer in _each(sublayers, "LayerList needs a list of layers"):
            self.append(layer)
        return self


class ParameterList(Layer):
    """List of parameters that are part of the model."""

    def __init__(self, parameters: Iterable[Any] | None = None) -> None:
        super().__init__()
        for parameter in _each(parameters or [], "ParameterList needs a list of parameters"):
            self.append(parameter)

    def __getitem__(self, index: Any) -> Any:
        return self._parameters[_place(index, len(self))]

    def __setitem__(self, index: Any, parameter: Any) -> None:
        setattr(self, _place(index, len(self)), parameter)

    def __len__(self) -> int:
        return len(self._parameters)

    def __iter__(self) -> Iterator[Any]:
        return iter(self._parameters.values())

    def append(self, parameter: Any) -> Self:
        """Add a parameter at the end."""
        self.add_parameter(str(len(self)), parameter)
        return self


class LayerDict(Layer):
    """Dict of layers, in the order of insertion."""

    def __init__(self, sublayers: Any = None) -> None:
        super().__init__()
        if sublayers is not None:
            self.update(sublayers)

    def __getitem__(self, key: str) -> Any:
        return self._sub_layers[key]

    def __setitem__(self, key: str, sublayer: Any) -> None:
        self.add_sublayer(key, sublayer)

    def __delitem__(self, key: str) -> None:
        del self._sub_layers[key]

    def __len__(self) -> int:
        return len(self._sub_layers)

    def __iter__(self) -> Iterator[str]:
        return iter(self._sub_layers)

    def __contains__(self, key: object) -> bool:
        return key in self._sub_layers

    def clear(self) -> None:
        """Remove all layers."""
        self._sub_layers.clear()

    def pop(self, key: str) -> Any:
        """Remove the layer of a key, and return it."""
        return self._sub_layers.pop(key)

    def keys(self) -> Iterable[str]:
        """Return the keys."""
        return self._sub_layers.keys()

    def items(self) -> Iterable[tuple[str, Any]]:
        """Return (key, layer) pairs."""
        return self._sub_layers.items()

    def values(self) -> Iterable[Any]:
        """Return the layers."""
        return self._sub_layers.values()

    def update(self, sublayers: Mapping[str, Any] | Sequence[Any] | LayerDict) -> None:
        """Add layers from a dict or from (key, layer) pairs. Raises ArgumentError for an invalid pair."""
        pairs: Any = sublayers.items() if isinstance(sublayers, Mapping | LayerDict) else sublayers
        for pair in _each(pairs, "LayerDict needs a dict or (key, layer) pairs"):
            if not isinstance(pair, list | tuple) or len(pair) != 2:
                raise ArgumentError(f"LayerDict needs a dict or (key, layer) pairs, but received {pair!r}")
            self.add_sublayer(*pair)
