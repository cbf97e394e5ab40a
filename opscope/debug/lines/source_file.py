"""Files of Python code: which one a user means by a name, and which of its lines have code."""

from __future__ import annotations

import functools
import gc
import linecache
import os
import sys
from collections.abc import Iterable, Iterator
from types import CodeType, FunctionType
from typing import Any, Generic, TypeVar

from opscope.core.source import display_name, user_files
from opscope.debug.frames.python_frames import kind_of

V = TypeVar("V")


class CodeMap(Generic[V]):
    """A mapping of code objects by identity: equal ones may be in different files, and hashing one takes long."""

    def __init__(self) -> None:
        self._found: dict[int, tuple[CodeType, V]] = {}  # with the code, whose id then stays its own

    def get(self, code: CodeType) -> V | None:
        """The value of a code object; None if it has none."""
        found = self._found.get(id(code))
        return None if found is None else found[1]

    def set(self, code: CodeType, value: V) -> None:
        """Set the value of a code object."""
        self._found[id(code)] = code, value

    def __contains__(self, code: CodeType) -> bool:
        return id(code) in self._found

    @property
    def codes(self) -> list[CodeType]:
        """The code objects that have a value."""
        return [code for code, _ in self._found.values()]


class _ProgramFiles(dict[str, bool]):
    """A cache: True for the files of the user's program, False for those of libraries and of opscope."""

    def __missing__(self, filename: str) -> bool:
        has_lines = not filename.startswith("<") or bool(linecache.getlines(filename))  # a namedtuple's code has none
        self[filename] = found = has_lines and kind_of(filename) == "python"
        return found


program_files = _ProgramFiles()  # by filename


@functools.lru_cache(maxsize=8192)
def same_file(filename: str, name: str) -> bool:
    """Return True if a user who says `name` means the file `filename`: its path, the end of its path, or a cell's name.

    >>> same_file("/home/ada/net/train.py", "train.py"), same_file("/home/ada/train.py", "net/train.py")
    (True, False)
    """
    if filename == name or display_name(filename) == name:
        return True
    if os.path.isabs(name):
        return os.path.realpath(filename) == os.path.realpath(name)
    return os.path.normpath(filename).endswith(os.sep + os.path.normpath(name))


def find_files(name: str) -> list[str]:
    """The files that a user may mean by a name, the shortest path first: those that are loaded, or one that exists."""
    known = [f for f in _loaded_files() if user_files[f]]
    found = sorted((f for f in known if same_file(f, name)), key=lambda f: (len(f), f))
    return found or ([os.path.abspath(name)] if os.path.isfile(name) else [])


def _loaded_files() -> set[str]:
    """The files of modules, and those whose lines have been read: cells."""
    modules = [getattr(module, "__file__", None) for module in list(sys.modules.values())]
    return {file for file in (*modules, *linecache.cache) if isinstance(file, str)}


def known_functions() -> set[str]:
    """The qualified names of the program's known functions: those in its loaded files, and those that exist."""
    found = set[str]()
    for path in [f for f in _loaded_files() if program_files[f]]:
        linecache.getlines(path)
        found |= file_functions(path, linecache.cache.get(path, ())[:2])
    for function in loaded_functions():
        if program_files[function.__code__.co_filename]:
            found |= _names_of_functions(nested_codes(function.__code__))
    return found


@functools.lru_cache(4096)  # of a program of a thousand files, compiling takes seconds
def file_functions(path: str, version: tuple[object, ...]) -> frozenset[str]:
    """The qualified names of the functions in a version of a file: its size, and when it was written."""
    return _names_of_functions(file_codes(path))


def _names_of_functions(codes: Iterable[CodeType]) -> frozenset[str]:
    return frozenset(code.co_qualname for code in codes if code.co_name[0] != "<")


def loaded_functions() -> Iterator[FunctionType]:
    """All functions of Python, once each; of objects that `gc.freeze` hides, those in modules and classes.

    Names of a package are often those of another: in modules alone, each function stands three to four times.
    """
    held = {id(value): value for module in list(sys.modules.values()) for value in list(vars(module).values())}
    classes = [value for value in held.values() if isinstance(value, type)]
    held |= {id(member): member for each in classes for member in list(vars(each).values())}
    wrappers: dict[int, bool] = {}  # by the id of a type: there are a million objects, and few types
    yielded = set[int]()
    each: Any
    for each in (*held.values(), *gc.get_objects()):
        kind: type = type(each)
        if kind is not FunctionType:
            is_wrapper = wrappers.get(id(kind))
            if is_wrapper is None:
                is_wrapper = wrappers[id(kind)] = issubclass(kind, property | staticmethod | classmethod)
            if not is_wrapper:
                continue
            each = each.fget if isinstance(each, property) else each.__func__
            if type(each) is not FunctionType:
                continue
        if id(each) not in yielded:
            yielded.add(id(each))
            yield each


def executable_lines(path: str) -> list[int]:
    """The lines of a file that have code, in order; none if it cannot be read or compiled."""
    # a module begins with line 0 in some versions
    return sorted({line for code in file_codes(path) for _, _, line in code.co_lines() if line})


def file_codes(path: str) -> tuple[CodeType, ...]:
    """The code objects of a file; none if it is empty, or cannot be read or compiled."""
    return compiled_codes(path, "".join(linecache.getlines(path)))


@functools.lru_cache(8)  # breakpoints come a file at a time
def compiled_codes(path: str, source: str) -> tuple[CodeType, ...]:
    """The code objects of a source."""
    try:
        return tuple(nested_codes(compile(source, path, "exec", dont_inherit=True))) if source else ()
    except (SyntaxError, ValueError):
        return ()


def nested_codes(code: CodeType) -> Iterator[CodeType]:
    """A code object and all that are nested in it."""
    yield code
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from nested_codes(constant)
