"""Writing of a page's file, completely or not at all."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from opscope.errors import RunError


def check(path: Path, fix: str) -> None:
    """Create the folder of a page. Raises RunError if the page cannot be written to this path."""
    try:
        if path.is_dir():
            raise IsADirectoryError(21, os.strerror(21))
        path.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=path.parent):
            pass
    except OSError as e:
        raise RunError(f"cannot write {path}: {e.strerror or e}", fix=fix) from e


def write(path: Path, text: str, fix: str) -> None:
    """Write the file, or replace it atomically. If this fails, raise RunError, and leave the old file unchanged."""
    new = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        try:
            new.write_text(text, "utf-8")
            os.replace(new, path)
        finally:
            new.unlink(missing_ok=True)
    except OSError as e:
        raise RunError(f"cannot write {path}: {e.strerror or e}", fix=fix) from e
