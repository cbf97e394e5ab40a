"""Errors of writes to standard output, for example because a disk is full or a pipe is closed."""

from __future__ import annotations

import argparse
import contextlib
import os
import sys
from typing import Any

from opscope.core.source import is_raised_by_user

FAILED = 1  # the exit status


class OutputParser(argparse.ArgumentParser):
    """A parser that also reports an error if its help or its version could not be written to standard output."""

    def _print_message(self, message: str, file: Any = None) -> None:
        if message:
            (sys.stderr if file is None else file).write(message)


def flush_output() -> None:
    """Flush standard output. Raises OSError now, because Python would report the error only when the process ends."""
    if sys.stdout is not None:
        sys.stdout.flush()


def is_lost_output(error: OSError) -> bool:
    """Return True if opscope could not write its own output. Return False for an error in the user's program."""
    return error.filename is None and error.strerror is not None and not is_raised_by_user(error)


def report_lost_output(error: OSError) -> int:
    """Print a line about output that could not be written. Returns the exit status. A closed pipe is not an error."""
    with contextlib.suppress(OSError, ValueError):  # else the interpreter's last flush fails, too
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    if isinstance(error, BrokenPipeError):
        return 0
    print(f"opscope: the output cannot be written: {error.strerror}", file=sys.stderr)
    return FAILED
