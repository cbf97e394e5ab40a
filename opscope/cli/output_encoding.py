"""Output of characters that the encoding of standard output does not have, such as arrows in ASCII."""

from __future__ import annotations

import io
import sys


def replace_unencodable() -> None:
    """Print a question mark for arrows, block characters and other characters that standard output cannot encode."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")
