"""Function that interrupts a thread, as Ctrl-C interrupts the main thread."""

from __future__ import annotations

import ctypes


def interrupt_thread(thread: int | None) -> None:
    """Raise KeyboardInterrupt in a thread, as soon as the thread executes Python code."""
    if thread is not None:
        ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), ctypes.py_object(KeyboardInterrupt))
