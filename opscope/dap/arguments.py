"""Reader of a request's arguments, with checks of types and limits."""

from __future__ import annotations

from typing import Any, cast

from opscope.errors import ArgumentError

MAX_TEXT = 100_000  # characters of one argument
MAX_ITEMS = 10_000  # of one list


class Arguments:
    """The arguments of a request. Every method raises ArgumentError for a value of the wrong type."""

    def __init__(self, values: dict[str, Any], command: str = "") -> None:
        self.values = values
        self.command = command

    def text(self, name: str, default: str | None = None) -> str:
        """Return the argument `name`, a text. If there is no `default`, the argument is required."""
        value = self._get(name, default)
        if not isinstance(value, str) or len(value) > MAX_TEXT:
            raise self._wrong(name, value, "a text")
        return value

    def integer(self, name: str, default: int | None = None, *, least: int = 0) -> int:
        """Return the argument `name`, a whole number. If there is no `default`, the argument is required."""
        value = self._get(name, default)
        if not isinstance(value, int) or isinstance(value, bool) or not least <= value < 1 << 62:
            raise self._wrong(name, value, f"an integer, at least {least}")
        return value

    def flag(self, name: str, default: bool = False) -> bool:
        """Return the argument `name`, which is True or False."""
        value = self._get(name, default)
        if not isinstance(value, bool):
            raise self._wrong(name, value, "true or false")
        return value

    def texts(self, name: str) -> list[str]:
        """Return the argument `name`, a list of texts. Return [] if the argument is missing."""
        return [v if isinstance(v, str) else self._refuse(name, v, "a list of texts") for v in self._list(name)]

    def objects(self, name: str) -> list[Arguments]:
        """Return the argument `name`, a list of objects. Return [] if the argument is missing."""
        return [
            Arguments(cast("dict[str, Any]", v), f"{self.command}.{name}")
            if isinstance(v, dict)
            else self._refuse(name, v, "a list of objects")
            for v in self._list(name)
        ]

    def object(self, name: str) -> Arguments:
        """Return the argument `name`, an object. If the argument is missing, return an empty object."""
        value = self._get(name, {})
        if not isinstance(value, dict):
            raise self._wrong(name, value, "an object")
        return Arguments(cast("dict[str, Any]", value), f"{self.command}.{name}")

    def __contains__(self, name: str) -> bool:
        return self.values.get(name) is not None

    def _list(self, name: str) -> list[Any]:
        value = self._get(name, [])
        if not isinstance(value, list) or len(cast("list[Any]", value)) > MAX_ITEMS:
            raise self._wrong(name, value, f"a list of at most {MAX_ITEMS} items")
        return cast("list[Any]", value)

    def _get(self, name: str, default: Any) -> Any:
        value = self.values.get(name)
        return default if value is None else value

    def _refuse(self, name: str, value: object, what: str) -> Any:
        raise self._wrong(name, value, what)

    def _wrong(self, name: str, value: object, what: str) -> ArgumentError:
        if value is None:
            return ArgumentError(f"{self.command} needs {name}: {what}")
        return ArgumentError(f"{name} of {self.command} is {what}, not {value!r:.100}")
