"""Exit statuses of a process."""

import sys

INTERRUPTED = 130  # after Ctrl-C


def status_of(end: SystemExit) -> int:
    """Return the exit status for an argument of `sys.exit(...)`.

    If the argument is not a status, print it and return 1.
    """
    if end.code is None or isinstance(end.code, int):
        return end.code or 0
    print(end.code, file=sys.stderr)  # noqa: T201 (the program's own last words)
    return 1
