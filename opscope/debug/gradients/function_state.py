"""State that functions store between their calls.

A check saves and restores this state, so that the check can call the functions any number of times. The state of a
function consists of all objects that the function can reach by name: closures, globals, defaults, and attributes of the
function's class or object. Containers, arrays, Tensors and random streams inside these objects are also part of the
state. The position of generators and other iterators cannot be restored.
"""

from __future__ import annotations

import functools
import itertools
import random
import sys
import types
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import numpy as np

from opscope.core.random import Generator
from opscope.core.random import default as paddle_stream
from opscope.core.state import names
from opscope.eager.foreign.foreign_functions import function_libraries, saved_state
from opscope.eager.tape import Tracked

Restore = Callable[[], Any]

MAX_OBJECTS = 5_000  # above this number, containers are restored without the content of their members
LEAVES = (int, float, complex, str, bytes, bool, type(None), np.generic, range, slice, frozenset)
LIBRARIES = {"numpy", "opscope", "paddle", "scipy", "cupy", *sys.stdlib_module_names}
_MISSING = object()


class FunctionState:
    """The mutable values that functions can reach by name or through their arguments."""

    def __init__(self, functions: Iterable[Any], objects: Iterable[Any] = ()) -> None:
        self._functions = list(functions)
        self._objects = list(objects)

    def save(self, host_streams: bool = True) -> SavedState:
        """Save the current state of the functions.

        This method never raises an error. The attribute `lost` of the result lists the parts of the state that cannot
        be restored.

        `host_streams` is True if the global streams of random and numpy.random must also be saved. Saving the global
        streams takes longer than saving all other parts of the state.
        """
        saved = SavedState(host_streams)
        try:
            for function in self._functions:
                saved.add(function, getattr(function, "__name__", "function"))
            for value in self._objects:
                saved.add(value, "an argument")
        except Exception as e:  # noqa: BLE001 (attributes of users' objects may raise anything)
            saved.lost.append(f"state that cannot be read ({type(e).__name__})")
        return saved


class SavedState:
    """State of functions at one moment.

    `lost` lists the names of the parts that cannot be restored.
    """

    def __init__(self, host_streams: bool = True) -> None:
        self.lost: list[str] = []
        self._undo: list[Restore] = []
        self._seen: dict[int, Any] = {}
        self.host_streams: tuple[Any, ...] = ()
        if host_streams:
            self.host_streams = random.getstate(), np.random.get_state(legacy=False)  # noqa: NPY002
            self._undo.append(self._restore_host_streams)
        self._stream(paddle_stream.get_state, paddle_stream.set_state)
        self._mapping(names.current().counters)

    def restore(self) -> None:
        """Restore the saved state of the functions."""
        for undo in self._undo:
            undo()

    def draws_from_host(self, other: SavedState) -> bool:
        """Return True if the global random streams have advanced between this state and another state."""
        return not all(_is_equal(a, b) for a, b in zip(self.host_streams, other.host_streams, strict=True))

    def _restore_host_streams(self) -> None:
        random.setstate(self.host_streams[0])
        np.random.set_state(self.host_streams[1])  # noqa: NPY002

    def _stream(self, get: Callable[[], Any], put: Callable[[Any], Any]) -> None:
        state = get()

        def undo() -> None:
            if not _is_equal(get(), state):  # setting a state costs more than comparing it
                put(state)

        self._undo.append(undo)

    # --- by type ------------------------------------------------------------------------------------

    def add(self, value: Any, name: str, rebind: Callable[[Any], None] | None = None) -> None:
        """Save the content of a value in the state.

        The function `rebind` stores another value in the variable or container from which the value was read.
        """
        if isinstance(value, LEAVES) or id(value) in self._seen or len(self._seen) > MAX_OBJECTS:
            return
        self._seen[id(value)] = value
        if isinstance(value, np.ndarray):
            self._array(value)
        elif isinstance(value, Tracked):
            self._tensor(value)
        elif isinstance(value, list | deque):
            self._sequence(value, name)
        elif isinstance(value, dict):
            self._mapping(value)
            self._members([*value.items()], name, value)
        elif isinstance(value, set | bytearray):
            self._replaceable(value)
        elif isinstance(value, tuple):
            self._members(enumerate(value), name)
        else:
            self._object(value, name, rebind)

    def _object(self, value: Any, name: str, rebind: Callable[[Any], None] | None) -> None:
        if self._is_stream(value):
            return
        if (undo := saved_state(value)) is not None:
            self._undo.append(undo)
            return
        if isinstance(value, itertools.count) and rebind is not None:
            self._count(value, rebind)
        elif isinstance(value, types.GeneratorType | types.AsyncGeneratorType) or _is_iterator(value):
            self.lost.append(f"{name}, {_article(type(value).__name__)}")
        elif isinstance(value, type):
            if not _is_library(value):
                self._class(value)
        elif not self._is_callable(value, name) and not isinstance(value, types.ModuleType) and _is_users(value):
            self._attributes(value)

    def _is_stream(self, value: Any) -> bool:
        """Save the state of a random number stream. Returns False if the value is not such a stream."""
        if isinstance(value, np.random.Generator):
            stream = value.bit_generator
            self._stream(lambda: stream.state, functools.partial(setattr, stream, "state"))
        elif isinstance(value, np.random.RandomState):
            self._stream(lambda: value.get_state(legacy=False), value.set_state)
        elif isinstance(value, random.Random):
            self._stream(value.getstate, value.setstate)
        elif isinstance(value, Generator):
            self._stream(value.get_state, value.set_state)
        else:
            return False
        return True

    def _is_callable(self, value: Any, name: str) -> bool:
        """Save the state of a function or method. Returns False if the value is not a function or method."""
        if isinstance(value, staticmethod | classmethod):
            self.add(value.__func__, name)
        elif isinstance(value, types.MethodType):
            self._members(enumerate((value.__self__, value.__func__)), name)
        elif isinstance(value, functools.partial):
            self._members(enumerate((value.func, *value.args, *value.keywords.values())), name)
        elif isinstance(value, types.FunctionType):
            self._function(value)
        else:
            return isinstance(value, types.BuiltinFunctionType)
        return True

    def _array(self, array: Any) -> None:
        copy = array.copy()

        def undo() -> None:
            if array.flags.writeable:
                array[...] = copy

        self._undo.append(undo)

    def _tensor(self, tensor: Tracked) -> None:
        value, version, grad, edge = tensor._value, tensor._version[0], tensor._grad, tensor._edge
        if isinstance(value, np.ndarray):
            self._array(value)
        if grad is not None:
            self.add(grad, "grad")

        def undo() -> None:
            tensor._version[0], tensor._edge = version, edge
            if tensor._value is not value:
                tensor._take_array(value)
            if tensor._grad is not grad:
                tensor._take_gradient(grad)

        self._undo.append(undo)

    def _sequence(self, value: Any, name: str) -> None:
        copy = list(value)

        def undo() -> None:
            if len(value) != len(copy) or any(a is not b for a, b in zip(value, copy, strict=True)):
                value.clear()
                value.extend(copy)

        self._undo.append(undo)
        self._members(enumerate(copy), name, value)

    def _mapping(self, value: dict[Any, Any]) -> None:
        copy = dict(value)

        def undo() -> None:
            value.clear()
            value.update(copy)

        self._undo.append(undo)

    def _members(self, items: Iterable[tuple[Any, Any]], name: str, owner: Any = None) -> None:
        for key, member in items:
            if not isinstance(member, LEAVES):
                put = None if owner is None else functools.partial(owner.__setitem__, key)
                self.add(member, f"{name}[{key!r}]", put)

    def _replaceable(self, value: Any) -> None:
        copy = type(value)(value)

        def undo() -> None:
            value.clear()
            (value.update if isinstance(value, set) else value.extend)(copy)

        self._undo.append(undo)

    def _count(self, value: Any, rebind: Callable[[Any], None]) -> None:
        start, step = _count_state(value)
        self._undo.append(lambda: rebind(itertools.count(start, step)))

    def _function(self, function: types.FunctionType) -> None:
        for name, cell in zip(function.__code__.co_freevars, function.__closure__ or (), strict=True):
            try:
                content = cell.cell_contents
            except ValueError:  # an empty cell
                continue
            put = functools.partial(setattr, cell, "cell_contents")
            self._undo.append(functools.partial(put, content))
            self.add(content, name, put)
        for default in (*(function.__defaults__ or ()), *(function.__kwdefaults__ or {}).values()):
            self.add(default, f"a default of {function.__name__}")
        if function.__dict__:
            self._mapping(function.__dict__)
            self._members(function.__dict__.items(), function.__name__)
        if not _is_library_module(function.__module__):
            self._globals(function)

    def _globals(self, function: types.FunctionType) -> None:
        space = function.__globals__
        for name in _names_in(function.__code__):
            value = space.get(name, _MISSING)
            if value is _MISSING:
                self._undo.append(functools.partial(space.pop, name, None))
            elif not isinstance(value, types.ModuleType):
                put = functools.partial(space.__setitem__, name)
                self._undo.append(functools.partial(_put_back, space, name, value))
                self.add(value, name, put)

    def _class(self, cls: type) -> None:
        for base in cls.__mro__:
            if _is_library(base):
                continue
            known = {k: v for k, v in vars(base).items() if not (k.startswith("__") and k.endswith("__"))}

            def undo(base: type = base, known: dict[str, Any] = known) -> None:
                for key in [k for k in vars(base) if k not in known and not k.startswith("__")]:
                    delattr(base, key)
                for key, value in known.items():
                    if vars(base).get(key, _MISSING) is not value:
                        setattr(base, key, value)

            self._undo.append(undo)
            for key, value in known.items():
                self.add(value, f"{base.__name__}.{key}", functools.partial(setattr, base, key))

    def _attributes(self, value: Any) -> None:
        self.add(type(value), type(value).__name__)
        inner = getattr(value, "__dict__", None)
        if isinstance(inner, dict):
            self._mapping(inner)
            self._members([*inner.items()], type(value).__name__, inner)


def _is_equal(a: Any, b: Any) -> bool:
    """Return True if two states of a random number stream are equal."""
    if isinstance(a, np.ndarray):
        return a.tobytes() == b.tobytes()
    return all(_is_equal(value, b[key]) for key, value in a.items()) if isinstance(a, dict) else a == b


def _put_back(space: dict[str, Any], name: str, value: Any) -> None:
    if space.get(name, _MISSING) is not value:
        space[name] = value


def _names_in(code: types.CodeType) -> Iterator[str]:
    yield from code.co_names
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            yield from _names_in(constant)


def _count_state(value: Any) -> tuple[Any, Any]:
    """Return the next number and the step of an itertools.count, from the repr of the object."""
    inner = repr(value).removeprefix("count(").removesuffix(")").split(", ")
    start, step = [float(t) if any(c in t for c in ".en") else int(t) for t in (*inner, "1")[:2]]
    return start, step


def _is_iterator(value: Any) -> bool:
    return hasattr(value, "__next__") and not hasattr(value, "read")


def _is_users(value: Any) -> bool:
    """Return True for an instance of a class that the user has written. Also return True for a layer of a library."""
    return not _is_library(type(value)) or hasattr(value, "named_sublayers")


def _is_library(cls: type) -> bool:
    return _is_library_module(cls.__module__)


def _is_library_module(module: str | None) -> bool:
    package = (module or "").partition(".")[0]
    return (package in LIBRARIES or package in function_libraries) and not (module or "").startswith("opscope.demo")


def _article(word: str) -> str:
    return f"{'an' if word[:1] in 'aeiou' else 'a'} {word}"
