"""Execution of a program that may fork its process. A forked child ends at the end of the program."""

from __future__ import annotations

import atexit
import contextlib
import os
import signal
import sys
import threading
from collections.abc import Callable
from typing import Any, NoReturn, TypeVar

from opscope.core.exit_status import status_of

R = TypeVar("R")


def call_program(body: Callable[[], R]) -> R:
    """Call the function of a program. The call returns only in this process, not in forked children.

    A forked child ends like a separate Python process. Its exit status is the argument of its `sys.exit`, 1 after an
    error, and otherwise 0. So the code after the call, for example for reports, prompts and files, runs only in the
    parent.
    """
    process = os.getpid()
    try:
        result = body()
    except BaseException as e:
        if os.getpid() != process:
            _end_process(e)
        raise
    if os.getpid() != process:
        _end_process(None)
    return result


def _end_process(error: BaseException | None) -> NoReturn:
    """End this process in the same way as Python does after the end, or after an error, of a program."""
    status = 1
    try:
        if isinstance(error, SystemExit):
            status = status_of(error)
        elif error is None:
            status = 0
        else:
            trace = error.__traceback__
            sys.excepthook(type(error), error, trace and trace.tb_next)  # without the frame of `call_program`
        wait_for_threads: Any = getattr(threading, "_shutdown", lambda: None)
        wait_for_threads()
        atexit._run_exitfuncs()
        for stream in (sys.stdout, sys.stderr):
            with contextlib.suppress(Exception):
                stream.flush()
        if isinstance(error, KeyboardInterrupt):
            signal.signal(signal.SIGINT, signal.SIG_DFL)
            os.kill(os.getpid(), signal.SIGINT)
    finally:
        os._exit(status & 0xFF)
