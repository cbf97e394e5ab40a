"""Files of known data sets, which the user downloads: opscope downloads no files."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from opscope.core.files.expanded_file import ExpandedFile
from opscope.core.files.untrusted_files import NotRegularFile
from opscope.core.source import site
from opscope.errors import ArgumentError, ModeError, UnsupportedError
from opscope.paddle.io.tar_archive import tar_files


def file_given(path: str | None, download: bool, what: str, file: str, parameter: str = "data_file") -> str:
    """Return the path of a file. Raises ModeError (an AssertionError) or UnsupportedError without a file."""
    if path is not None:
        return path
    if not download:
        raise ModeError(f"{parameter} is not set and downloading automatically is disabled", site=site())
    raise UnsupportedError(
        f"{what}: opscope does not download data",
        site=site(),
        fix=f"download {file}, and pass its path: {parameter}=...",
    )


def one_of(mode: str, modes: Sequence[str]) -> str:
    """Return a mode in lower case. Raises ModeError (an AssertionError) for another mode."""
    if mode.lower() not in modes:
        known = ", ".join(map(repr, modes[:-1])) + f" or {modes[-1]!r}"
        raise ModeError(f"mode should be {known}, but got {mode}", site=site())
    return mode.lower()


def members(path: str, wanted: Callable[[str], bool]) -> Iterator[tuple[str, bytes]]:
    """Yield (name, content) of the wanted files in a tar archive, in its order; nothing is unpacked to disk.

    Raises ArgumentError for another kind of file.
    """
    try:
        with ExpandedFile(path) as file:
            yield from tar_files(file, wanted)
    except (NotRegularFile, ValueError) as e:
        raise ArgumentError(
            f"{path} is not a tar archive ({e})", site=site(), fix="pass the downloaded file without changes"
        ) from None


def member(path: str, name: str) -> bytes:
    """Return the content of a file in a tar archive. Raises ArgumentError if the archive has no such file."""
    plain = name.removeprefix("./")
    for _, content in members(path, lambda found: found.removeprefix("./") == plain):
        return content
    raise ArgumentError(f"{path} has no file {name}", site=site(), fix="pass the archive that Paddle downloads")
