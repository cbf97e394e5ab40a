"""Tracebacks without the frames of opscope. They show only the lines of the user's code.

The functions that programs call (`Executor.run`, ops, layers, `backward`, ...) remove opscope's frames from the
traceback of an error. If the error is a bug in opscope, the frames stay. If OPSCOPE_FULL_TRACEBACK=1 is set in the
environment, all frames stay.
"""

from __future__ import annotations

import functools
import inspect
import os
from collections.abc import Callable
from types import TracebackType
from typing import ParamSpec, TypeVar

import numpy as np

from opscope.core.source import is_opscope_file, is_user_file
from opscope.errors import OpscopeError

P = ParamSpec("P")
R = TypeVar("R")
T = TypeVar("T")
_NUMPY = os.path.dirname(np.__file__) + os.sep
FULL = os.environ.get("OPSCOPE_FULL_TRACEBACK", "0") not in ("", "0")


def hide_frames(error: BaseException) -> None:
    """Remove the frames of opscope from the tracebacks of an error and of its cause.

    Call this function in an `except` block that ends with a bare `raise`, so that the frame of the caller is also
    hidden.
    """
    if FULL:
        return
    error.__traceback__ = user_part(error)
    cause = error.__cause__
    if cause is None or cause is error:
        return
    cause.__traceback__ = user_part(cause)
    of_a_kernel = isinstance(cause, ArithmeticError | LookupError | TypeError | ValueError)
    if of_a_kernel and isinstance(error, OpscopeError) and not _has_user_frame(cause.__traceback__):
        error.__cause__ = None  # `error` contains all its information


def hides_frames(function: Callable[P, R]) -> Callable[P, R]:
    """Decorate a function that calls functions of the user, so that `hide_frames` handles all errors."""

    @functools.wraps(function)
    def hiding(*args: P.args, **kwargs: P.kwargs) -> R:
        try:
            return function(*args, **kwargs)
        except (Exception, KeyboardInterrupt) as e:
            hide_frames(e)
            raise

    return hiding


def hides_frames_of_methods(kind: type[T]) -> type[T]:
    """Decorate a class that user code uses, so that errors in its public members do not show opscope's frames."""
    for name, member in list(vars(kind).items()):
        if name.startswith("_"):
            continue
        if inspect.isfunction(member):
            setattr(kind, name, hides_frames(member))
        elif isinstance(member, property) and member.fget is not None:
            setattr(kind, name, property(hides_frames(member.fget), member.fset, member.fdel, member.__doc__))
    return kind


def user_part(error: BaseException) -> TracebackType | None:
    """Return an error's traceback without the frames of opscope.

    If the error seems to be a bug of opscope, the traceback is unchanged. Frames of the standard library and NumPy that
    a frame of opscope has called are also omitted. A lack of memory is not a bug.
    """
    found: list[TracebackType] = []
    trace, hidden = error.__traceback__, False
    while trace is not None:
        file = trace.tb_frame.f_code.co_filename
        hidden = is_opscope_file(file) or (hidden and _is_library(file))
        if not hidden:
            found.append(trace)
        trace = trace.tb_next
    if hidden and not isinstance(error, OpscopeError | MemoryError | KeyboardInterrupt):
        return error.__traceback__
    part: TracebackType | None = None
    for each in reversed(found):
        part = TracebackType(part, each.tb_frame, each.tb_lasti, each.tb_lineno)
    return part


def inner_part(trace: TracebackType | None, frames: int) -> TracebackType | None:
    """Return a traceback without its first `frames` frames, which are the outermost ones."""
    for _ in range(frames):
        trace = trace and trace.tb_next
    return trace


def _has_user_frame(trace: TracebackType | None) -> bool:
    while trace is not None:
        if not _is_library(trace.tb_frame.f_code.co_filename):
            return True
        trace = trace.tb_next
    return False


def _is_library(file: str) -> bool:
    return not is_user_file(file) or file.startswith(_NUMPY)
