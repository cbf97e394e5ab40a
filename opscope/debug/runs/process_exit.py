"""The end of the process: what waits before it, and how to end it with a status of one's own."""

from __future__ import annotations

import atexit
import contextlib
import os
import sys
import threading
from collections.abc import Callable
from typing import Any


def before_exit(function: Callable[[], None]) -> None:
    """Call a function when the main thread has ended, before any function of `atexit`.

    So `end_process` in it calls those of `atexit` once. concurrent.futures uses the same list.
    """
    register: Any = getattr(threading, "_register_atexit", atexit.register)
    register(function)


def end_process(status: int) -> None:
    """End the process with a status, although threads may be busy with Python code."""
    with contextlib.suppress(Exception):
        atexit._run_exitfuncs()
    for stream in (sys.stdout, sys.stderr):
        with contextlib.suppress(Exception):
            stream.flush()
    os._exit(status)
