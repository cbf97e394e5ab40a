"""Lazy values: a dict whose values are read from disk at an access, and a cache of values with a byte budget."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterator, Mapping
from typing import Any
from weakref import WeakValueDictionary

_MISSING = object()


class LazyValue:
    """A value in a LazyDict that was not read from disk yet."""

    __slots__ = ("key", "read")

    def __init__(self, key: Any, read: Callable[[Any], Any]) -> None:
        self.key = key
        self.read = read

    def value(self) -> Any:
        """Read the value from disk now."""
        return self.read(self.key)

    def __repr__(self) -> str:
        return "<not read>"


class LazyDict(dict[str, Any]):
    """A dict whose items may be `LazyValue` objects. Each access to such an item reads the value from disk.

    The dict never returns a LazyValue object. Iteration over names, `in` and `len` read nothing from disk. `values`,
    `items`, `copy`, `dict(...)` and `|` read all values.
    """

    def __getitem__(self, name: str) -> Any:
        value = super().__getitem__(name)
        return value.value() if type(value) is LazyValue else value

    def __iter__(self) -> Iterator[str]:
        return super().__iter__()  # needed: only with its own __iter__ do dict(...) and ** call __getitem__

    def get(self, name: str, default: Any = None) -> Any:
        value = super().get(name, default)
        return value.value() if type(value) is LazyValue else value

    def values(self) -> Any:
        return {name: self[name] for name in self}.values()

    def items(self) -> Any:
        return {name: self[name] for name in self}.items()

    def copy(self) -> dict[str, Any]:
        return dict(self)

    def pop(self, name: str, default: Any = _MISSING) -> Any:
        value = self[name] if default is _MISSING else self.get(name, default)
        super().pop(name, None)
        return value

    def popitem(self) -> tuple[str, Any]:
        name = next(reversed(self), None)
        if name is None:
            raise KeyError("popitem(): dictionary is empty")
        return name, self.pop(name)

    def setdefault(self, name: str, default: Any = None) -> Any:
        super().setdefault(name, default)
        return self[name]

    def __or__(self, other: Mapping[str, Any]) -> dict[str, Any]:  # pyright: ignore[reportIncompatibleMethodOverride]
        return {**self, **other}

    def __ror__(self, other: Mapping[str, Any]) -> dict[str, Any]:  # pyright: ignore[reportIncompatibleMethodOverride]
        return {**other, **self}

    def __eq__(self, other: object) -> bool:
        return dict(self) == other

    __hash__ = None  # pyright: ignore[reportAssignmentType]


class ValueCache:
    """Cache of the values that were used last. The values in the cache need at most `budget` bytes.

    The cache also finds values that are still in use elsewhere in the program.

    So a value with several names is in memory only once.
    """

    def __init__(self, budget: int) -> None:
        self.budget = budget
        self.nbytes = 0
        self._values: OrderedDict[Hashable, Any] = OrderedDict()
        self._in_use: WeakValueDictionary[Hashable, Any] = WeakValueDictionary()
        self._lock = threading.Lock()

    def get(self, key: Hashable, read: Callable[[], Any]) -> Any:
        """Return the value for a key. If the value is not in the cache, the function `read` makes the value."""
        with self._lock:
            if key in self._values:
                self._values.move_to_end(key)
                return self._values[key]
            if (value := self._in_use.get(key)) is not None:
                return value
        value = read()
        with self._lock:
            self._in_use[key] = value
            if key not in self._values and value.nbytes <= self.budget:
                self._values[key] = value
                self.nbytes += value.nbytes
                while self.nbytes > self.budget:
                    self.nbytes -= self._values.popitem(last=False)[1].nbytes
        return value
