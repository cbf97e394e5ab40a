"""The file of a saved model's program: `.pdmodel` in Paddle's format, `.opscope.json` in the project's own."""

from __future__ import annotations

import os
from pathlib import Path

PADDLE_SUFFIX = ".pdmodel"
OWN_SUFFIX = ".opscope.json"


def is_own_format(content: bytes) -> bool:
    """True for JSON of this project, False for a message of Paddle's."""
    return content[:1] == b"{"


def suffix_of(content: bytes) -> str:
    """The end of the name of a file with this content."""
    return OWN_SUFFIX if is_own_format(content) else PADDLE_SUFFIX


def find_program(prefix: str | os.PathLike[str]) -> Path:
    """The file of the program of `prefix`: the newer one if there are two; `<prefix>.pdmodel` if there is none."""
    files = [Path(f"{prefix!s}{suffix}") for suffix in (PADDLE_SUFFIX, OWN_SUFFIX)]
    there = [file for file in files if file.exists()]
    return max(there, key=lambda file: file.stat().st_mtime_ns) if there else files[0]


def find_named_program(path: str | Path) -> Path:
    """The file that a path names (`x.pdmodel`, `__model__`), or the one of the project's own format in its place."""
    given = Path(path)
    if given.exists():
        return given
    own = given.with_name(given.name.removesuffix(PADDLE_SUFFIX) + OWN_SUFFIX)
    return own if own.exists() else given


def remove_other_format(prefix: str, suffix: str) -> None:
    """Delete the program that an earlier save has left under the other suffix: a prefix names one model."""
    other = PADDLE_SUFFIX if suffix == OWN_SUFFIX else OWN_SUFFIX
    Path(prefix + other).unlink(missing_ok=True)


def saved_methods(prefix: str) -> dict[str, str]:
    """The other functions saved with a layer: the prefixes of their files by name."""
    found: dict[str, str] = {}
    place = Path(prefix)
    for file in sorted(place.parent.iterdir()) if place.parent.is_dir() else ():
        for suffix in (PADDLE_SUFFIX, OWN_SUFFIX):
            name = file.name.removeprefix(f"{place.name}.").removesuffix(suffix)
            if file.name == f"{place.name}.{name}{suffix}" and name.isidentifier():
                found[name] = f"{prefix}.{name}"
    return found
