"""Living optimizers of eager code, whose steps use the gradients of their parameters."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any
from weakref import WeakKeyDictionary

from opscope.eager.tape import Tracked

_living: WeakKeyDictionary[Any, set[str]] = WeakKeyDictionary()  # optimizer -> the names of its parameters
_listeners: list[set[str]] = []


def note_optimizer(optimizer: object, parameters: Iterable[Any]) -> None:
    """Remember the parameters of a new optimizer as long as it exists. The name of an unnamed parameter is ""."""
    note_names(optimizer, {p._name for p in parameters if isinstance(p, Tracked)})


def note_names(optimizer: object, names: set[str]) -> None:
    """Remember the names of the parameters of a new optimizer as long as it exists; "" without a name."""
    if names:
        _living[optimizer] = names
        for found in list(_listeners):
            found.update(names)


@contextmanager
def optimized_names() -> Iterator[set[str]]:
    """Yield a set with the parameter names of all living optimizers.

    Inside the block, the names of new optimizers are added.
    """
    found = {name for names in list(_living.values()) for name in names}
    _listeners.append(found)
    try:
        yield found
    finally:
        _listeners[:] = [each for each in _listeners if each is not found]
