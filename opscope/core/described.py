"""Base classes for the texts of objects, such as `<SGD learning_rate=0.1>`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from opscope.core import shape as dims

_MAX_FIELDS = 8
_MAX_ITEMS = 4
_MAX_TEXT = 40
_NUMBERS = (bool, int, float, complex)


class Described:
    """Base of classes whose `repr` shows the class name and short attributes, such as numbers and words."""

    __slots__ = ()

    def __repr__(self) -> str:
        parts = [type(self).__name__]
        for name, value in _attributes(self):
            text = _short_text(value)
            if text is not None and len(parts) <= _MAX_FIELDS:
                parts.append(f"{name.lstrip('_')}={text}")
        return f"<{' '.join(parts)}>"


class ShortText:
    """Base of classes whose objects are displayed with a text that is shorter than their `repr`."""

    __slots__ = ()

    def _short_text(self) -> str:
        return repr(self)

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        printer.text(self._short_text())  # IPython's text


def _attributes(described: Described) -> Iterator[tuple[str, Any]]:
    yield from getattr(described, "__dict__", {}).items()
    for owner in type(described).__mro__:
        slots = vars(owner).get("__slots__", ())
        for name in (slots,) if isinstance(slots, str) else slots:
            if not name.startswith("__") and hasattr(described, name):
                yield name, getattr(described, name)


def _short_text(value: Any) -> str | None:
    """Return the text of a number, a word, a few numbers, a type or an array. Return None for other values."""
    text = None
    if isinstance(value, str) or type(value) in _NUMBERS or _is_short(value):
        text = repr(value)
    elif isinstance(value, type):
        text = value.__name__
    elif hasattr(value, "dtype") and hasattr(value, "shape"):
        dtype = value.dtype
        text = f"{getattr(dtype, 'name', dtype)}{dims.text(tuple(value.shape))}"
    return None if text is None or len(text) > _MAX_TEXT else text


def _is_short(value: Any) -> bool:
    return type(value) in (list, tuple) and 0 < len(value) <= _MAX_ITEMS and all(type(v) in _NUMBERS for v in value)
