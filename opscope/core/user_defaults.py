"""The user's default settings, from the table `[tool.opscope]` in pyproject.toml and from environment variables.

    [tool.opscope]
    budget = "64MB"    # memory of a recording
    rate = 5           # summaries of a value a second; "all": one at every step
    theme = "dark"     # of reports and pages: auto, light, dark
    color = "never"    # of the terminal: auto, always, never

The nearest pyproject.toml with this table is used, in the working directory or above it. The variables OPSCOPE_BUDGET,
OPSCOPE_RATE, OPSCOPE_THEME and OPSCOPE_COLOR have priority over the file. An argument of a call or a command has
priority over both.
"""

from __future__ import annotations

import difflib
import enum
import math
import os
import tomllib
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, Final, NamedTuple

from opscope.core.files.byte_size import size
from opscope.core.files.untrusted_files import read_file
from opscope.errors import ArgumentError, nearest

FILE = "pyproject.toml"
MAX_BYTES = 1 << 20  # of the file
PREFIX = "OPSCOPE_"
OTHER_VARIABLES = ("FULL_TRACEBACK",)
THEMES = ("auto", "light", "dark")
COLORS = ("auto", "always", "never")


BUDGET = 256_000_000  # bytes of a recording


class UserDefaults(NamedTuple):
    """Default values of options that a call or a command omits."""

    budget: int = BUDGET
    rate: float | None = 20.0  # summaries of a value per second; None: at every step
    theme: str = "auto"
    color: str = "auto"


class UserDefault(enum.Enum):
    """Marker for an argument that the caller has omitted, in functions in which None has another meaning."""

    UNSET = "the user's default"

    def __repr__(self) -> str:
        return self.name


UNSET: Final = UserDefault.UNSET


def user_defaults() -> UserDefaults:
    """Read the present defaults from the file and the environment.

    Raises ArgumentError for an unknown key, for an invalid value, or if the file is not valid TOML.
    """
    found: dict[str, Any] = {}
    for key, value, where in (*_of_file(Path.cwd()), *_of_environment(os.environ)):
        try:
            found[key] = _PARSERS[key](value)
        except (ArgumentError, OverflowError, TypeError, ValueError):
            raise ArgumentError(
                f"{where} is {value!r:.100}, which is not valid", fix=f"set {key} to {_FORMS[key]}"
            ) from None
    return UserDefaults(**found)


def budget_of(given: str | None) -> int:
    """Return the number of bytes of the option `--budget` of a command. Without it, return the user's default.

    Raises ArgumentError if the option is not a size.
    """
    return user_defaults().budget if given is None else size(given)


def rate_of(value: object) -> float | None:
    """Return a number of summaries per second, from a text or number. Return None for "all". Raises ValueError."""
    if value == "all":
        return None
    rate = math.nan if isinstance(value, bool) else float(value)  # pyright: ignore[reportArgumentType]
    if not 0 < rate < math.inf:
        raise ValueError(f"{value!r} is not a positive number")
    return rate


def _one_of(choices: tuple[str, ...]) -> Callable[[Any], str]:
    return lambda value: choices[choices.index(value)]


_PARSERS: Mapping[str, Callable[[Any], Any]] = {
    "budget": lambda value: size(str(value)),
    "rate": rate_of,
    "theme": _one_of(THEMES),
    "color": _one_of(COLORS),
}
_FORMS: Mapping[str, str] = {
    "budget": "a size, such as 64MB",
    "rate": 'a positive number, or "all"',
    "theme": f"one of {', '.join(THEMES)}",
    "color": f"one of {', '.join(COLORS)}",
}


def _of_file(folder: Path) -> Iterator[tuple[str, Any, str]]:
    """Yield (key, value, place in the file) for each entry of the nearest table, in a folder or above it."""
    for path in (each / FILE for each in (folder, *folder.parents)):
        table = _table(path)
        if table is None:
            continue
        for key, value in table.items():
            if key not in _PARSERS:
                fix = nearest(key, _PARSERS) or f"use one of the keys {', '.join(_PARSERS)}"
                raise ArgumentError(f"{path}: [tool.opscope] has no key {key!r:.100}", fix=fix)
            yield key, value, f"{path}: {key}"
        return


def _table(path: Path) -> dict[str, Any] | None:
    """Return the table [tool.opscope] of a file. Return None if it has no such table. Raises ArgumentError."""
    try:
        found: Any = tomllib.loads(read_file(path, MAX_BYTES).decode("utf-8"))
    except OSError:  # missing, not a regular file, or not readable
        return None
    except (RecursionError, ValueError) as e:
        raise ArgumentError(f"{path} is not TOML: {e}", fix="correct the file") from None
    for name in ("tool", "opscope"):
        if name not in found:
            return None
        found = found[name]
        if not isinstance(found, dict):
            raise ArgumentError(f"{path}: {name} is not a table", fix="write its keys below the line [tool.opscope]")
    return found


def _of_environment(environment: Mapping[str, str]) -> Iterator[tuple[str, str, str]]:
    """Yield (key, value, variable) for each environment variable that is set.

    Raises ArgumentError for a misspelled name.
    """
    known = {PREFIX + key.upper(): key for key in _PARSERS}
    names = [*known, *(PREFIX + name for name in OTHER_VARIABLES)]
    for name, value in environment.items():
        if name in known:
            yield known[name], value, name
        elif name.startswith(PREFIX) and name not in names:  # others may belong to a program around opscope
            ends = {each.removeprefix(PREFIX): each for each in names}
            if close := difflib.get_close_matches(name.removeprefix(PREFIX), ends, n=1):
                raise ArgumentError(f"there is no variable {name}", fix=f"did you mean {ends[close[0]]}?")
