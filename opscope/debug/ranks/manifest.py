"""Manifest of a job's recordings: a file `ranks.json` beside the folders `rank-0`, `rank-1`, ...

Each folder `rank-N` is a complete recording. Rank 0 writes the manifest when the recording begins. The manifest is one
line with a checksum: {"format": 1, "size": the number of ranks, "script", "host", "created": ISO 8601, "python",
"opscope", "numpy"}.
"""

from __future__ import annotations

import os
import platform
import re
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import numpy as np

from opscope._version import __version__
from opscope.core.checks.argument_checks import file_path
from opscope.debug.disk.checksummed_jsonl import DamagedFileError, decode_line, encode_line, read_lines
from opscope.errors import NotFound, RecordingError

MANIFEST = "ranks.json"
FORMAT = 1
_FOLDER = re.compile(r"rank-(0|[1-9]\d*)")
_LONGEST = 1 << 20  # bytes of a manifest


def rank_folder(folder: str | os.PathLike[str], rank: int) -> Path:
    """Return the folder of the recording of a rank."""
    return Path(folder) / f"rank-{rank}"


def write_manifest(folder: str | os.PathLike[str], size: int, script: str) -> None:
    """Write the manifest of a job of `size` ranks. Raises RecordingError if the file cannot be written."""
    path = file_path(folder, "the folder of recordings")
    line = encode_line(
        {
            "format": FORMAT, "size": size, "script": script, "host": platform.node(),
            "created": datetime.now(UTC).isoformat(timespec="seconds"), "python": platform.python_version(),
            "opscope": __version__, "numpy": np.__version__,
        }
    )  # fmt: skip
    try:
        path.mkdir(parents=True, exist_ok=True)
        unfinished = path / f".{MANIFEST}.tmp"
        unfinished.write_bytes(line)
        unfinished.replace(path / MANIFEST)
    except OSError as e:
        raise RecordingError(
            f"the manifest cannot be written: {e.strerror}",
            facts={"folder": path},
            fix="choose a folder that you can write to",
        ) from e


def read_manifest(folder: str | os.PathLike[str]) -> dict[str, Any] | None:
    """Return the manifest in a folder. Return None if the manifest is missing or damaged."""
    try:
        found = decode_line(read_lines(Path(folder) / MANIFEST, _LONGEST))
    except (OSError, DamagedFileError):
        return None
    return found if isinstance(found, dict) and isinstance(found.get("size"), int) else None


def is_folder_of_ranks(folder: str | os.PathLike[str]) -> bool:
    """Return True if a folder contains a manifest, or folders of ranks."""
    path = Path(folder)
    return path.is_dir() and ((path / MANIFEST).exists() or bool(_folders(path)))


def rank_folders(folder: str | os.PathLike[str]) -> dict[int, Path]:
    """Return the folders with the recordings of the ranks, as a dict by rank, in the order of the ranks.

    Raises NotFound if the folder contains no recordings of ranks, or if the recording of a rank is missing.
    """
    path = file_path(folder, "the folder of recordings")
    if not path.is_dir():
        raise NotFound(
            f"there is no folder {path}", fix="write a folder with: opscope launch -n 2 --record FOLDER train.py"
        )
    found = _folders(path)
    manifest = read_manifest(path)
    size = max(found, default=-1) + 1 if manifest is None else manifest["size"]
    missing = [rank for rank in range(size) if rank not in found]
    if not found or missing:
        what = "no recordings of ranks" if not found else f"no recording of {', '.join(f'rank-{n}' for n in missing)}"
        raise NotFound(f"{path} has {what}", fix="record each rank with: opscope launch -n 2 --record FOLDER train.py")
    return found


def _folders(path: Path) -> dict[int, Path]:
    numbered = ((match, each) for each in path.iterdir() if (match := _FOLDER.fullmatch(each.name)) and each.is_dir())
    return dict(sorted((int(match[1]), each) for match, each in numbered))
