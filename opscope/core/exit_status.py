"""Exit statuses of a process."""

import sys

INTERRUPTED = 130  # of whatever Ctrl-C has ended


def status_of(end: SystemExit) -> int:
    """The status that `sys.exit(...)` asks for. As Python does, print what is no status."""
    if end.code is None or isinstance(end.code, int):
        return end.code or 0
    print(end.code, file=sys.stderr)  # noqa: T201 (the program's own last words)
    return 1
