"""Values by name in files of tensors: a file for each value in a directory, or one file in the order of names."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from opscope.core.files.untrusted_files import BoundedSource, open_regular
from opscope.core.source import site
from opscope.errors import ArgumentError, MissingFile
from opscope.paddle.saving.nearby_files import suggest_file
from opscope.paddle.saving.reader import file_source
from opscope.paddle.saving.tensors import Rows, is_tensors, tensors_of, written
from opscope.paddle.saving.to_file import opened

Target = str | os.PathLike[str]


def write_values(values: Mapping[str, Any], directory: Target, filename: str | None = None) -> None:
    """Write arrays to `filename`, or each array to a file."""
    files = {n: [n] for n in values} if filename is None else {filename: sorted(values)}
    for file, names in files.items():
        with opened(os.path.join(directory, file)) as target:
            target.write(written(Rows(values[n]) for n in names))


def read_values(names: Iterable[str], directory: Target, filename: str | None = None) -> dict[str, Any]:
    """Return the arrays of these names. Raises FileNotFoundError, ArgumentError for files with other arrays."""
    wanted = sorted(names)
    files = {n: [n] for n in wanted} if filename is None else {filename: wanted}
    return {n: a for file, held in files.items() for n, a in _read(Path(directory, file), held).items()}


def _read(path: Path, names: list[str]) -> dict[str, Any]:
    if not path.is_file():
        raise MissingFile(f"there is no file {path}", site=site(), fix=suggest_file(path))
    with file_source(path) as source:
        return joined_values(names, source, str(path))


def joined_values(names: Iterable[str], content: bytes | BoundedSource, what: str) -> dict[str, Any]:
    """Return the arrays of these names from the bytes of one file. Raises ArgumentError for other arrays."""
    wanted = sorted(names)
    found = tensors_of(content) if is_tensors(content) else []
    if len(found) != len(wanted):
        raise ArgumentError(
            f"{what} contains {len(found)} tensors, but {len(wanted)} tensors are needed",
            site=site(),
            fix="load a file that was saved from the same object",
        )
    return {n: rows.array for n, rows in zip(wanted, found, strict=True)}


def named_files(directory: Target) -> list[str]:
    """Return the names of the values in a directory of tensor files."""
    root = Path(directory)
    return [f.relative_to(root).as_posix() for f in sorted(root.rglob("*")) if f.is_file() and _begins(f)]


def _begins(path: Path) -> bool:
    with open_regular(path) as file:
        return is_tensors(file.read(4))


__all__ = ["joined_values", "named_files", "read_values", "write_values"]
