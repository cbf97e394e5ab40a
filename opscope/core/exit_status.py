"""Exit statuses of a process."""

import sys

INTERRUPTED = 130  # of whatever Ctrl-C has ended


def status_of(end: SystemExit) -> int:
    """Exit status for the argument of `sys.exit(...)`; an argument that is no status is printed, as Python does."""
    if end.code is None or isinstance(end.code, int):
        return end.code or 0
    print(end.code, file=sys.stderr)  # noqa: T201 (the program's own last words)
    return 1
