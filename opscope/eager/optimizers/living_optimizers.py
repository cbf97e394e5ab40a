"""Living optimizers of eager code. Their steps use the gradients of their parameters."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any
from weakref import WeakKeyDictionary

from opscope.eager.tape import Tracked

_living: WeakKeyDictionary[Any, set[str]] = WeakKeyDictionary()  # optimizer -> the names of its parameters
_listeners: list[set[str]] = []


def note_optimizer(optimizer: object, parameters: Iterable[Any]) -> None:
    """Store the parameters of a new optimizer until it is deleted. The name of an unnamed parameter is ""."""
    note_names(optimizer, {p._name for p in parameters if isinstance(p, Tracked)})


def note_names(optimizer: object, names: set[str]) -> None:
    """Store the names of the parameters of a new optimizer until it is deleted.

    An unnamed parameter has the name "".
    """
    if names:
        _living[optimizer] = names
        for found in list(_listeners):
            found.update(names)


@contextmanager
def optimized_names() -> Iterator[set[str]]:
    """Context manager: yield a set with the names of the parameters of all living optimizers.

    Inside the block, the names of new optimizers are added.
    """
    found = {name for names in list(_living.values()) for name in names}
    _listeners.append(found)
    try:
        yield found
    finally:
        _listeners[:] = [each for each in _listeners if each is not found]
