"""Files of known data sets: given by the user, since nothing is downloaded."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from opscope.core.files.expanded_file import ExpandedFile
from opscope.core.files.untrusted_files import NotRegularFile
from opscope.core.source import site
from opscope.errors import ArgumentError, ModeError, UnsupportedError
from opscope.paddle.io.tar_archive import tar_files


def file_given(path: str | None, download: bool, what: str, file: str, parameter: str = "data_file") -> str:
    """The path of a file. Raises ModeError (an AssertionError) or UnsupportedError where there is none."""
    if path is not None:
        return path
    if not download:
        raise ModeError(f"{parameter} is not set and downloading automatically is disabled", site=site())
    raise UnsupportedError(
        f"{what}: opscope does not download data", site=site(), fix=f"fetch {file}, and give its path: {parameter}=..."
    )


def one_of(mode: str, modes: Sequence[str]) -> str:
    """A mode in small letters. Raises ModeError (an AssertionError) for another."""
    if mode.lower() not in modes:
        known = ", ".join(map(repr, modes[:-1])) + f" or {modes[-1]!r}"
        raise ModeError(f"mode should be {known}, but got {mode}", site=site())
    return mode.lower()


def members(path: str, wanted: Callable[[str], bool]) -> Iterator[tuple[str, bytes]]:
    """(name, content) of the files in a tar archive whose names are wanted, in its order; nothing is unpacked to disk.

    Raises ArgumentError for another kind of file.
    """
    try:
        with ExpandedFile(path) as file:
            yield from tar_files(file, wanted)
    except (NotRegularFile, ValueError) as e:
        raise ArgumentError(
            f"{path} is not a tar archive ({e})", site=site(), fix="give the file as it was fetched"
        ) from None


def member(path: str, name: str) -> bytes:
    """The content of a file in a tar archive. Raises ArgumentError if it has none of that name."""
    plain = name.removeprefix("./")
    for _, content in members(path, lambda found: found.removeprefix("./") == plain):
        return content
    raise ArgumentError(f"{path} has no file {name}", site=site(), fix="give the archive that Paddle downloads")
