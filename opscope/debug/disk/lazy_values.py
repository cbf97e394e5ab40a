"""Values that are read when they are asked for: a dict of them, and the memory of the latest within a byte budget."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterator, Mapping
from typing import Any

_MISSING = object()


class Unread:
    """Stands in a LazyDict for a value that is still to be read."""

    __slots__ = ("key", "read")

    def __init__(self, key: Any, read: Callable[[Any], Any]) -> None:
        self.key = key
        self.read = read

    def value(self) -> Any:
        """The value, read now."""
        return self.read(self.key)

    def __repr__(self) -> str:
        return "<not read>"


class LazyDict(dict[str, Any]):
    """A dict that reads an `Unread` value each time it is asked for it, and never gives one away.

    Names, `in` and `len` read nothing; `values`, `items`, `copy`, `dict(...)` and `|` read all.
    """

    def __getitem__(self, name: str) -> Any:
        value = super().__getitem__(name)
        return value.value() if type(value) is Unread else value

    def __iter__(self) -> Iterator[str]:
        return super().__iter__()  # where a class has its own, dict(...) and ** ask __getitem__ for the values

    def get(self, name: str, default: Any = None) -> Any:
        value = super().get(name, default)
        return value.value() if type(value) is Unread else value

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


class Cache:
    """The values that were asked for last; together they have at most `budget` bytes."""

    def __init__(self, budget: int) -> None:
        self.budget = budget
        self.nbytes = 0
        self._values: OrderedDict[Hashable, Any] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, key: Hashable, read: Callable[[], Any]) -> Any:
        """The value of a key, which `read` gives if it is not there."""
        with self._lock:
            if key in self._values:
                self._values.move_to_end(key)
                return self._values[key]
        value = read()
        with self._lock:
            if key not in self._values and value.nbytes <= self.budget:
                self._values[key] = value
                self.nbytes += value.nbytes
                while self.nbytes > self.budget:
                    self.nbytes -= self._values.popitem(last=False)[1].nbytes
        return value
