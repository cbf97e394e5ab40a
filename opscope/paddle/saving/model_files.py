"""The file of a saved model's program: `.pdmodel` in Paddle's format, `.opscope.json` in the project's own."""

from __future__ import annotations

import os
from pathlib import Path

PADDLE_SUFFIX = ".pdmodel"
OWN_SUFFIX = ".opscope.json"


def is_own_format(content: bytes) -> bool:
    """Return True for JSON of this project, False for a message of Paddle."""
    return content[:1] == b"{"


def suffix_of(content: bytes) -> str:
    """Return the suffix of a file with this content."""
    return OWN_SUFFIX if is_own_format(content) else PADDLE_SUFFIX


def find_program(prefix: str | os.PathLike[str]) -> Path:
    """Return the file of the program of `prefix`: the newer of two files; `<prefix>.pdmodel` if no file exists."""
    files = [Path(f"{prefix!s}{suffix}") for suffix in (PADDLE_SUFFIX, OWN_SUFFIX)]
    there = [file for file in files if file.exists()]
    return max(there, key=lambda file: file.stat().st_mtime_ns) if there else files[0]


def find_named_program(path: str | Path) -> Path:
    """Return the file of a path (`x.pdmodel`, `__model__`), or the file in the project's format instead."""
    given = Path(path)
    if given.exists():
        return given
    own = given.with_name(given.name.removesuffix(PADDLE_SUFFIX) + OWN_SUFFIX)
    return own if own.exists() else given


def remove_other_format(prefix: str, suffix: str) -> None:
    """Delete the program of an earlier save with the other suffix, because a prefix names one model."""
    other = PADDLE_SUFFIX if suffix == OWN_SUFFIX else OWN_SUFFIX
    Path(prefix + other).unlink(missing_ok=True)


def saved_methods(prefix: str) -> dict[str, str]:
    """Return the prefixes of the files of other functions saved with a layer, by name."""
    found: dict[str, str] = {}
    place = Path(prefix)
    for file in sorted(place.parent.iterdir()) if place.parent.is_dir() else ():
        for suffix in (PADDLE_SUFFIX, OWN_SUFFIX):
            name = file.name.removeprefix(f"{place.name}.").removesuffix(suffix)
            if file.name == f"{place.name}.{name}{suffix}" and name.isidentifier():
                found[name] = f"{prefix}.{name}"
    return found
