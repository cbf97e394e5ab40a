"""Capture of all output of this process: output of Python, of libraries and of child processes."""

from __future__ import annotations

import codecs
import contextlib
import io
import os
import sys
import threading
from collections.abc import Callable

CHUNK = 1 << 16


class CapturedOutput:
    """Passes the output of this process to the function `say(category, text)`. The category is stdout or stderr."""

    def __init__(self, say: Callable[[str, str], None]) -> None:
        self._say = say
        self._threads: list[threading.Thread] = []
        for descriptor, stream, category in ((1, sys.stdout, "stdout"), (2, sys.stderr, "stderr")):
            source, target = os.pipe()
            if isinstance(stream, io.TextIOWrapper):  # before it is a pipe: it may request its position in a file
                stream.reconfigure(line_buffering=True, write_through=False, errors="backslashreplace")
            os.dup2(target, descriptor)
            os.close(target)
            thread = threading.Thread(
                target=self._read, args=(source, category), name=f"opscope-{category}", daemon=True
            )
            thread.start()
            self._threads.append(thread)

    def _read(self, source: int, category: str) -> None:
        decoder = codecs.getincrementaldecoder("utf-8")("replace")
        while data := os.read(source, CHUNK):
            if text := decoder.decode(data):
                self._say(category, text)
        os.close(source)

    def finish(self) -> None:
        """Pass on the remaining output after the program has ended. Later output is lost."""
        for stream in (sys.stdout, sys.stderr):
            with contextlib.suppress(OSError, ValueError):
                stream.flush()
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, 1)
        os.dup2(nowhere, 2)
        os.close(nowhere)
        for thread in self._threads:
            thread.join(1.0)  # no longer: a child process may continue to print


def private_streams() -> tuple[io.BufferedReader, io.BufferedWriter]:
    """Return the original standard input and output.

    From then on, the program's standard input is empty, and `CapturedOutput` captures the program's output.
    """
    source, target = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    return source, target
