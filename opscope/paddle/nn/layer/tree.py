"""Tree of a layer: parameters, buffers and sublayers, their structured names, and functions applied to all."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Self


class Tree:
    """Part of Layer that traverses the tree."""

    training: bool
    _parameters: dict[str, Any]
    _buffers: dict[str, Any]
    _sub_layers: dict[str, Any]

    def named_children(self) -> Iterator[tuple[str, Any]]:
        """Return (name, layer) of the direct sublayers."""
        seen: set[int] = set()
        for name, layer in self._sub_layers.items():
            if layer is not None and id(layer) not in seen:
                seen.add(id(layer))
                yield name, layer

    def children(self) -> Iterator[Any]:
        """Return the direct sublayers."""
        return (layer for _, layer in self.named_children())

    def named_sublayers(
        self, prefix: str = "", include_self: bool = False, layers_set: set[Any] | None = None
    ) -> Iterator[tuple[str, Any]]:
        """Return (structured name, layer) of all layers below, each layer once."""
        seen: set[Any] = set() if layers_set is None else layers_set
        if include_self and self not in seen:
            seen.add(self)
            yield prefix, self
        for name, layer in self._sub_layers.items():
            if layer is not None:
                yield from layer.named_sublayers(f"{prefix}.{name}" if prefix else name, True, seen)

    def sublayers(self, include_self: bool = False) -> list[Any]:
        """Return all layers below, each layer once."""
        return [layer for _, layer in self.named_sublayers(include_self=include_self)]

    def _named(self, kind: str, prefix: str, below: bool) -> Iterator[tuple[str, Any]]:
        seen: set[int] = set()
        layers = self.named_sublayers(prefix, include_self=True) if below else [(prefix, self)]
        for where, layer in layers:
            for name, value in vars(layer)[kind].items():
                if value is not None and id(value) not in seen:
                    seen.add(id(value))
                    yield f"{where}.{name}" if where else name, value

    def named_parameters(self, prefix: str = "", include_sublayers: bool = True) -> Iterator[tuple[str, Any]]:
        """Return (structured name, parameter) pairs, each parameter once."""
        return self._named("_parameters", prefix, include_sublayers)

    def parameters(self, include_sublayers: bool = True) -> list[Any]:
        """Return the parameters, each once."""
        return [value for _, value in self.named_parameters(include_sublayers=include_sublayers)]

    def named_buffers(self, prefix: str = "", include_sublayers: bool = True) -> Iterator[tuple[str, Any]]:
        """Return (structured name, buffer) pairs, each buffer once."""
        return self._named("_buffers", prefix, include_sublayers)

    def buffers(self, include_sublayers: bool = True) -> list[Any]:
        """Return the buffers, each once."""
        return [value for _, value in self.named_buffers(include_sublayers=include_sublayers)]

    # --- done to all --------------------------------------------------------------------------------

    def train(self) -> None:
        """Set training mode for this layer and all layers below.

        In training, dropout is active, and batch norm uses the batch's statistics.
        """
        self._set_training(True)

    def eval(self) -> None:
        """Set evaluation mode for this layer and all layers below."""
        self._set_training(False)

    def _set_training(self, value: bool) -> None:
        for layer in self.sublayers(include_self=True):
            layer.training = value

    def apply(self, fn: Callable[[Any], Any]) -> Self:
        """Call fn(layer) for all layers below, then for this layer, and return this layer."""
        for layer in self.children():
            layer.apply(fn)
        fn(self)
        return self

    def clear_gradients(self, set_to_zero: bool = True) -> None:
        """Set the gradients of all trainable parameters to 0; with set_to_zero=False, delete them."""
        for parameter in self.parameters():
            if parameter.trainable:
                parameter.clear_gradient(set_to_zero)

    # --- text ---------------------------------------------------------------------------------------

    def extra_repr(self) -> str:
        """Return the text between the brackets of the layer's text; a subclass defines it."""
        return ""

    def __repr__(self) -> str:
        extra = self.extra_repr().split("\n")
        text = f"{type(self).__name__}("
        text += extra[0] if len(extra) == 1 else "".join(f"\n  {line}" for line in extra) + "\n"
        lines = [f"({name}): " + repr(layer).replace("\n", "\n  ") for name, layer in self._sub_layers.items()]
        return text + ("\n  " + "\n  ".join(lines) + "\n" if lines else "") + ")"
