"""Notification about calls of public functions in the user's code, with their arguments and returned values.

The code that finds names of values registers a listener. A public function may call several operators, so its own
result is known only when the function returns.
"""

from __future__ import annotations

import functools
import sys
from collections.abc import Callable, Iterable
from types import CodeType, FrameType, FunctionType
from typing import Any, ParamSpec, TypeVar, cast

from opscope.core.source import user_files
from opscope.core.tracebacks import hide_frames

P = ParamSpec("P")
R = TypeVar("R")
T = TypeVar("T")
Path = tuple[Any, ...]  # indices and keys of an element
Listener = Callable[[FrameType, tuple[Any, ...], dict[str, Any], Any], None]

MAX_ELEMENTS = 64  # noted elements of an argument or result
MAX_DEPTH = 3

listeners: list[Listener] = []  # called with the user's frame, the arguments and the result
methods: set[CodeType] = set()  # code of methods of tensors that call the public function of the same name

wrappers: set[CodeType] = set()  # code of functions that notify the listeners of others' results
ops: set[CodeType] = set()  # code that calls an op

OWNER = ""  # keyword under which listeners get the owner of a method


def note_return(args: tuple[Any, ...], kwargs: dict[str, Any], result: Any) -> None:
    """Notify the listeners that a public function returns to the user's code.

    The wrapper of the public function calls `note_return`.
    """
    frame = sys._getframe(2)
    if frame.f_code in methods and frame.f_back is not None:
        frame, args, kwargs = frame.f_back, args[1:], {OWNER: args[0], **kwargs}
    if user_files[frame.f_code.co_filename]:
        for listener in listeners:
            listener(frame, args, kwargs, result)


def function_called(frame: FrameType | None) -> CodeType | None:
    """Return the code of the opscope function that the user's code called, and that leads to this frame.

    Return None if the frame itself is a frame of the user's code.
    """
    called: CodeType | None = None
    inner: CodeType | None = None
    while frame is not None and not user_files[frame.f_code.co_filename]:
        inner, called = called, frame.f_code
        frame = frame.f_back
    return through_method(called, inner)


def through_method(called: CodeType | None, inner: CodeType | None) -> CodeType | None:
    """Return `called`, the function that user code calls.

    If `called` is a tensor method that only calls a public function, return this public function, `inner`.
    """
    return inner if called in methods and inner not in ops else called


def noted(function: Callable[P, R]) -> Callable[P, R]:
    """Decorate a public function, so that the listeners receive its results.

    Tracebacks of errors hide the frames of opscope.
    """
    receivers = receiver_count(function)

    @functools.wraps(function)
    def noting(*args: P.args, **kwargs: P.kwargs) -> R:
        try:
            result = function(*args, **kwargs)
        except Exception as e:
            hide_frames(e)
            raise
        if listeners:
            note_return(args[receivers:], kwargs, result)
        return result

    wrappers.add(code_of(noting))
    return noting


def code_of(function: Callable[..., Any]) -> CodeType:
    """Return the code of a function written in Python."""
    return cast(FunctionType, function).__code__


def receiver_count(function: Callable[..., Any]) -> int:
    """Return the number of arguments that calls in source code do not contain: 1 (`self`) for a method, otherwise 0."""
    return int("." in getattr(function, "__qualname__", "").rpartition("<locals>.")[2])


def note_functions(module: str) -> None:
    """Decorate the public functions of a module, so that listeners receive their results.

    Call this function at the end of the module.
    """
    namespace = vars(sys.modules[module])
    for name, value in list(namespace.items()):
        if isinstance(value, FunctionType) and value.__module__ == module and not name.startswith("_"):
            namespace[name] = value if value.__code__ in wrappers else noted(value)


def notes_methods(kind: type[T]) -> type[T]:
    """Decorate a class that user code uses, so that the listeners receive the results of its public methods."""
    for name, member in list(vars(kind).items()):
        if isinstance(member, FunctionType) and (name == "__call__" or not name.startswith("_")):
            setattr(kind, name, member if member.__code__ in wrappers else noted(member))
    return kind


def leaves(value: Any, kind: type[Any]) -> dict[Path, Any]:
    """Return the objects of a class in a value and in its tuples, lists and dicts, by path.

    The path () means the value itself.
    """
    if isinstance(value, kind):
        return {(): value}
    found: dict[Path, Any] = {}
    _collect(value, kind, (), found)
    return found


def _collect(value: Any, kind: type[Any], path: Path, found: dict[Path, Any]) -> None:
    items: Iterable[tuple[Any, Any]]
    if isinstance(value, list | tuple):
        items = enumerate(value[:MAX_ELEMENTS])  # pyright: ignore[reportUnknownArgumentType, reportUnknownVariableType]
    elif isinstance(value, dict):
        items = list(value.items())[:MAX_ELEMENTS]  # pyright: ignore[reportUnknownArgumentType, reportUnknownVariableType]
    else:
        return
    for key, element in items:
        if isinstance(element, kind):
            found[*path, key] = element
        elif len(path) < MAX_DEPTH:
            _collect(element, kind, (*path, key), found)
