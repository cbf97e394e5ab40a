"""Child processes that a program forks: they end where the program ends, before anything of the parent's goes on."""

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
    """Call a program; returns in this process only. A child that it forks ends like a Python process of its own.

    Its status is that of its `sys.exit`, 1 after an error, else 0. What the caller does next is the parent's: reports,
    prompts, files.
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
    """End this process as Python ends one whose program has returned, or raised."""
    status = 1
    try:
        if isinstance(error, SystemExit):
            status = status_of(error)
        elif error is None:
            status = 0
        else:
            trace = error.__traceback__
            sys.excepthook(type(error), error, trace and trace.tb_next)  # without `call_program`
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
