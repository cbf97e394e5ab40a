"""Living Tensors by the names that users have given them. Listeners are notified of each change."""

from __future__ import annotations

import weakref
from collections.abc import Iterator
from typing import Any, Protocol


class NameListener(Protocol):
    """Listener that is notified of changes of the names of Tensors."""

    def named(self, tensor: Any, name: str) -> None:
        """Handle the new name of a Tensor."""
        ...

    def unnamed(self, name: str) -> None:
        """Handle a name that a Tensor has lost, because the Tensor was renamed or deleted."""
        ...


_by_name: dict[str, dict[int, weakref.KeyedRef[tuple[str, int], Any]]] = {}
listeners: list[NameListener] = []


def add(tensor: Any, name: str) -> None:
    """Record that a Tensor has got a name."""
    key = id(tensor)
    _by_name.setdefault(name, {})[key] = weakref.KeyedRef(tensor, _gone, (name, key))
    for listener in tuple(listeners):
        listener.named(tensor, name)


def discard(tensor: Any, name: str) -> None:
    """Remove the name of a Tensor."""
    _forget(name, id(tensor))


def of_name(name: str) -> list[Any]:
    """Return the living Tensors that have this name."""
    found = _by_name.get(name)
    return [] if found is None else [t for ref in found.copy().values() if (t := ref()) is not None]


def is_name(name: str) -> bool:
    """Return True if a living Tensor has this name, and the user has given the name."""
    return name in _by_name


def is_shared(name: str) -> bool:
    """Return True if several living Tensors have this name."""
    return len(_by_name.get(name, ())) > 1


def all_named() -> Iterator[tuple[str, list[Any]]]:
    """Yield each name with the living Tensors that have it."""
    for name in _by_name.copy():  # not tuple(): Tensors may be collected meanwhile
        if found := of_name(name):
            yield name, found


def _gone(ref: weakref.KeyedRef[tuple[str, int], Any]) -> None:
    name, key = ref.key
    if (found := _by_name.get(name)) is not None and found.get(key) is ref:
        _forget(name, key)


def _forget(name: str, key: int) -> None:
    found = _by_name.get(name)
    if found is None or found.pop(key, None) is None:
        return
    if not found:
        _by_name.pop(name, None)
    for listener in tuple(listeners):
        listener.unnamed(name)
