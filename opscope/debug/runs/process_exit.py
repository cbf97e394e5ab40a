"""End of the process: functions that are called before the end, and an end with a given exit status."""

from __future__ import annotations

import atexit
import contextlib
import os
import sys
import threading
from collections.abc import Callable
from typing import Any


def before_exit(function: Callable[[], None]) -> None:
    """Call a function after the end of the main thread, before the functions of `atexit` are called.

    If the function calls `end_process`, the functions of `atexit` are still called only once. The module
    concurrent.futures also uses this list of functions.
    """
    register: Any = getattr(threading, "_register_atexit", atexit.register)
    register(function)


def end_process(status: int) -> None:
    """End the process with an exit status, even if threads are busy with Python code."""
    with contextlib.suppress(Exception):
        atexit._run_exitfuncs()
    for stream in (sys.stdout, sys.stderr):
        with contextlib.suppress(Exception):
            stream.flush()
    os._exit(status)
