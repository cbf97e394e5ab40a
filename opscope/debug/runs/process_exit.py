"""End of the process: `before_exit` registers a function to call before the end, and `end_process` ends the process."""

from __future__ import annotations

import atexit
import contextlib
import os
import sys
import threading
from collections.abc import Callable
from typing import Any


def before_exit(function: Callable[[], None]) -> None:
    """Register a function to be called after the end of the main thread, before the functions of `atexit` are called.

    If the registered function calls `end_process`, the functions of `atexit` are still called only once. The module
    concurrent.futures registers its functions in the same way.
    """
    register: Any = getattr(threading, "_register_atexit", atexit.register)
    register(function)


def end_process(status: int) -> None:
    """End the process with an exit status, even if other threads still run Python code."""
    with contextlib.suppress(Exception):
        atexit._run_exitfuncs()
    for stream in (sys.stdout, sys.stderr):
        with contextlib.suppress(Exception):
            stream.flush()
    os._exit(status)
