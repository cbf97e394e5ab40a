"""Files of Python code: search for files by name, for lines that contain code, and for functions."""

from __future__ import annotations

import functools
import gc
import inspect
import linecache
import os
import sys
from collections.abc import Iterable, Iterator
from types import CodeType, FunctionType
from typing import Any, Generic, TypeVar

from opscope.core.source import display_name, user_files
from opscope.core.source_text.file_lines import source_lines
from opscope.debug.frames.python_frames import kind_of

V = TypeVar("V")


class CodeMap(Generic[V]):
    """Dict of code objects by identity, because equal code objects may belong to different files."""

    def __init__(self) -> None:
        self._found: dict[int, tuple[CodeType, V]] = {}  # keeps the code object alive, so that its id stays unique

    def get(self, code: CodeType) -> V | None:
        """Return the value that is stored for a code object, or None."""
        found = self._found.get(id(code))
        return None if found is None else found[1]

    def set(self, code: CodeType, value: V) -> None:
        """Store a value for a code object."""
        self._found[id(code)] = code, value

    def __contains__(self, code: CodeType) -> bool:
        return id(code) in self._found

    @property
    def codes(self) -> list[CodeType]:
        """Return the code objects for which a value is stored."""
        return [code for code, _ in self._found.values()]


class _ProgramFiles(dict[str, bool]):
    """Cache with True for files of the user's program, and False for files of libraries and of opscope."""

    def __missing__(self, filename: str) -> bool:
        has_lines = not filename.startswith("<") or bool(source_lines(filename))  # a namedtuple has none
        self[filename] = found = has_lines and kind_of(filename) == "python"
        return found


program_files = _ProgramFiles()  # by filename


@functools.lru_cache(maxsize=8192)
def same_file(filename: str, name: str) -> bool:
    """Return True if `name` is the path of the file `filename`, the end of the path, or the name of a notebook cell.

    >>> same_file("/home/ada/net/train.py", "train.py"), same_file("/home/ada/train.py", "net/train.py")
    (True, False)
    """
    if filename == name or display_name(filename) == name:
        return True
    if os.path.isabs(name):
        return os.path.realpath(filename) == os.path.realpath(name)
    return os.path.normpath(filename).endswith(os.sep + os.path.normpath(name))


def find_files(name: str) -> list[str]:
    """Return the files that match a name, shortest path first. These are loaded files, or else a file on disk."""
    known = [f for f in _loaded_files() if user_files[f]]
    found = sorted((f for f in known if same_file(f, name)), key=lambda f: (len(f), f))
    return found or ([os.path.abspath(name)] if os.path.isfile(name) else [])


def _loaded_files() -> set[str]:
    """Return the files of loaded modules, and files whose lines were read, such as notebook cells."""
    modules = [getattr(module, "__file__", None) for module in list(sys.modules.values())]
    return {file for file in (*modules, *linecache.cache) if isinstance(file, str)}


def known_functions() -> set[str]:
    """Return the qualified names of functions in the program's loaded files, and of functions in memory."""
    found = set[str]()
    for path in [f for f in _loaded_files() if program_files[f]]:
        source_lines(path)
        found |= file_functions(path, linecache.cache.get(path, ())[:2])
    for function in loaded_functions():
        if program_files[function.__code__.co_filename]:
            found |= _names_of_functions(nested_codes(function.__code__))
    return found


@functools.lru_cache(4096)  # compiling a program of a thousand files takes seconds
def file_functions(path: str, version: tuple[object, ...]) -> frozenset[str]:
    """Return the qualified names of the functions in a file.

    `version` (the size and the modification time of the file) is a key of the cache.
    """
    return _names_of_functions(file_codes(path))


def _names_of_functions(codes: Iterable[CodeType]) -> frozenset[str]:
    return frozenset(code.co_qualname for code in codes if is_function(code))


def is_function(code: CodeType) -> bool:
    """Return True for the code of a function with a name. Return False for the code of a module or a class body."""
    return bool(code.co_flags & inspect.CO_OPTIMIZED) and code.co_name[0] != "<"


def loaded_functions() -> Iterator[FunctionType]:
    """Yield each Python function in memory exactly once.

    After `gc.freeze`, only functions in modules and classes are found. Packages often export the names of their modules
    again, so the search finds the same function 3 to 4 times. This generator yields it only once.
    """
    held = {id(value): value for module in list(sys.modules.values()) for value in list(vars(module).values())}
    # not isinstance, which asks the object: torch.distributed.reduce_op then warns
    classes = [value for value in held.values() if issubclass(type(value), type)]
    held |= {id(member): member for each in classes for member in list(vars(each).values())}
    wrappers: dict[int, bool] = {}  # by id of the type: there are a million objects, and few types
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
    """Return the lines of a file that have code, in order. Return [] if the file cannot be read or compiled."""
    # some versions of Python begin a module with line 0
    return sorted({line for code in file_codes(path) for _, _, line in code.co_lines() if line})


def file_codes(path: str) -> tuple[CodeType, ...]:
    """Return the code objects of a file. Return () if the file is empty, or cannot be read or compiled."""
    return compiled_codes(path, "".join(source_lines(path)))


@functools.lru_cache(8)  # breakpoints are usually set for one file after the other
def compiled_codes(path: str, source: str) -> tuple[CodeType, ...]:
    """Return the code objects that are compiled from a source text."""
    try:
        return tuple(nested_codes(compile(source, path, "exec", dont_inherit=True))) if source else ()
    except (SyntaxError, ValueError):
        return ()


def nested_codes(code: CodeType) -> Iterator[CodeType]:
    """Yield a code object, and then all code objects inside this code object."""
    yield code
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from nested_codes(constant)
