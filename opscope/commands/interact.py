"""Input of Python line by line, including blocks of several lines."""

from __future__ import annotations

import codeop
from collections.abc import Callable

_EXITS = ("exit", "exit()", "quit", "quit()")


def interact(read: Callable[[str], str], run: Callable[[str], None]) -> None:
    """Read lines and run complete statements, until the end of the input or `exit()`.

    `read` is called with the prompt, and raises EOFError at the end of the input. Ctrl-C drops the typed lines.
    """
    lines: list[str] = []
    while True:
        try:
            lines.append(read("... " if lines else ">>> "))
        except EOFError:
            return
        except KeyboardInterrupt:
            lines = []
            continue
        code = "\n".join(lines)
        if not code.strip():
            lines = []
            continue
        if code.strip() in _EXITS:  # the function `exit` would close the standard input
            return
        if is_complete(code):
            lines = []
            run(code)


def is_complete(code: str) -> bool:
    """Return True if no further line is needed.

    The result is also True if the code has an error that no further line can fix.

    >>> is_complete("for i in range(3):"), is_complete("x = 1"), is_complete("x = = 1")
    (False, True, True)
    """
    try:
        return codeop.compile_command(code, symbol="single") is not None
    except (SyntaxError, OverflowError, ValueError):
        return True
