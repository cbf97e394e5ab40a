"""Output to a standard output that cannot encode all characters: ASCII, or a code page of Windows."""

from __future__ import annotations

import io
import sys


def replace_unencodable() -> None:
    """Print a question mark for arrows, block characters and other characters that standard output cannot encode."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")
