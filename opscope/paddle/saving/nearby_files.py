"""Suggests a file for a path without a file: with the same suffix, in the same folder."""

from __future__ import annotations

from pathlib import Path

from opscope.errors import listed, nearest

SOME_FILES = 6


def suggest_file(path: Path) -> str:
    """Return a fix that names the nearest file with the suffix of the path, else the existing files."""
    folder = path.parent
    files = (each for each in folder.glob(f"*{path.suffix}") if each.suffix == path.suffix and each.is_file())
    stems = {each.stem: each.name for each in files}
    if near := nearest(path.stem, stems):
        return near.replace("'?", f"{path.suffix}'?")
    found = sorted(stems.values())
    where = "the working directory" if folder == Path() else str(folder)
    if found:
        return f"{where} has {listed(found, SOME_FILES)}"
    kind = f"{path.suffix} file" if path.suffix else "file without a suffix"
    return f"{where} has no {kind}: give the path that it was saved to" if folder.is_dir() else f"there is no {where}"
