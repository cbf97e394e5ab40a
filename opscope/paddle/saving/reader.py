"""Reader of the part of pickle that data need. Nothing in the file is executed.

A pickle is a program for a stack machine. `pickletools` splits it into instructions; the machine in this file runs the
instructions that build containers, numbers, strings and arrays. A Python name in the file (`numpy.dtype`) must be a
name in `words`; otherwise an error is raised. The reader imports nothing, and calls no function that the file names.
"""

from __future__ import annotations

import io
import os
import pickletools
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from opscope.core.files.untrusted_files import BoundedSource, NotRegularFile, file_size, open_regular
from opscope.core.source import site
from opscope.errors import ArgumentError
from opscope.paddle.saving.replaced import Replacer
from opscope.paddle.saving.words import Budget, Global, OldString, Refused, Word, called

BITS = 512  # of integers
KEY_BITS = 64  # of integers as keys: Python hashes larger ones alike on purpose, which takes quadratic time
NAME = 256  # characters of the name of a function
CONTAINER, ENTRY = 64, 96  # bytes of an empty container; of an entry of the memo
_MARK = object()


def damaged(why: str) -> ArgumentError:
    """Return the error about the content of a file."""
    return ArgumentError(
        f"the file cannot be loaded: {why}",
        site=site(),
        fix="load a file that paddle.save wrote, with state dicts, arrays, numbers or strings",
    )


@contextmanager
def file_source(path: str | os.PathLike[str]) -> Iterator[BoundedSource]:
    """Open the bytes of a file; an ArgumentError about its content gets the name of the file as a fact.

    Raises ArgumentError if it is not a regular file.
    """
    with named_file(path), open_regular(path) as file:
        yield BoundedSource(file, file_size(file))


@contextmanager
def named_file(path: str | os.PathLike[str]) -> Iterator[None]:
    """Add the name of the file to an ArgumentError that is raised in the block."""
    try:
        yield
    except NotRegularFile:
        raise ArgumentError(
            f"the file cannot be loaded: {os.fspath(path)!r} is not a regular file",
            site=site(),
            fix="pass the path of a regular file, not of a pipe, device or directory",
        ) from None
    except ArgumentError as e:
        e.facts.setdefault("file", os.fspath(path))
        raise


def read(content: bytes | BoundedSource) -> Any:
    """Return the value of a pickle of protocol 2 to 4.

    The number of bytes limits the memory, and the time grows linearly with it. Raises ArgumentError for content that is
    not plain data, and for bytes that are not a pickle.
    """
    source = BoundedSource(io.BytesIO(content), len(content)) if isinstance(content, bytes) else content
    if not source.starts_with(b"\x80"):
        raise damaged("the content is not a pickle of protocol 2 or later")
    try:
        return Replacer(lambda value: value.value() if isinstance(value, Word) else value).of(_run(source))
    except Refused as e:
        raise damaged(str(e)) from None
    except (ValueError, TypeError, IndexError, KeyError, OverflowError, MemoryError) as e:
        raise damaged(f"the pickle is damaged ({type(e).__name__})") from None


def _run(source: BoundedSource) -> Any:
    machine = _Machine(Budget(source.size))
    for opcode, arg, _ in pickletools.genops(source):  # type: ignore[arg-type] (what it needs of a file)
        if opcode.name == "STOP":
            found = machine.pop()
            if machine.stack:
                raise Refused("the pickle is damaged: it has more than one value")
            return found
        do = _DO.get(opcode.name)
        if do is None:
            raise Refused(f"the pickle has the instruction {opcode.name}, which a file of data does not need")
        do(machine, arg)
    raise Refused("the pickle ends too early")


class _Machine:
    """The stack of the pickle machine, and its memo of values."""

    def __init__(self, budget: Budget) -> None:
        self.stack: list[Any] = []
        self.memo: dict[int, Any] = {}
        self.budget = budget

    def push(self, value: Any) -> None:
        self.stack.append(value)

    def pop(self) -> Any:
        return self.several(1)[0]

    def several(self, count: int) -> list[Any]:
        found = self.stack[-count:]
        if len(found) < count or any(v is _MARK for v in found):
            raise Refused("the pickle is damaged: a value is missing")
        del self.stack[-count:]
        return found

    def since_mark(self) -> list[Any]:
        at = len(self.stack) - 1
        while at >= 0 and self.stack[at] is not _MARK:
            at -= 1
        if at < 0:
            raise Refused("the pickle is damaged: a mark is missing")
        found = self.stack[at + 1 :]
        del self.stack[at:]
        return found

    def top(self, kind: type) -> Any:
        if not self.stack or not isinstance(self.stack[-1], kind):
            raise Refused(f"the pickle is damaged: it adds elements to an object that is not a {kind.__name__.lower()}")
        return self.stack[-1]

    def container(self, made: Any) -> None:
        self.budget.spend(CONTAINER)
        self.push(made)

    def remember(self, number: int) -> None:
        self.budget.spend(ENTRY)
        self.memo[number] = self.several(1)[0]
        self.push(self.memo[number])

    def fill(self, values: list[Any]) -> None:
        if len(values) % 2:
            raise Refused("the pickle is damaged: a key has no value")
        target = self.top(dict)
        for key, value in zip(values[::2], values[1::2], strict=True):
            if key is not None and not isinstance(key, str | int | float | bytes):
                raise Refused(f"the pickle has a dict with a key of type {type(key).__name__}")
            if isinstance(key, int) and key.bit_length() > KEY_BITS:
                raise Refused(
                    f"the pickle has a dict whose key is an integer of {key.bit_length()} bits, but at most "
                    f"{KEY_BITS} bits are allowed"
                )
            target[key] = value

    def integer(self, value: int) -> None:
        if value.bit_length() > BITS:
            raise Refused(
                f"the pickle has an integer of {value.bit_length()} bits, but at most {BITS} bits are allowed"
            )
        self.push(value)

    def named(self, name: Any, module: Any) -> None:
        if not isinstance(name, str) or not isinstance(module, str):
            raise Refused("the pickle is damaged: a name is not a string")
        if len(name) > NAME or len(module) > NAME:
            raise Refused("the pickle is damaged: a name is too long")
        self.budget.spend(CONTAINER)
        self.push(Global(f"{module}.{name}"))

    def call(self) -> None:
        function, args = self.several(2)
        if not isinstance(function, Global) or not isinstance(args, tuple):
            raise Refused("the pickle calls an object without a name")
        self.push(called(function, args, self.budget))

    def build(self) -> None:
        state = self.pop()
        self.top(Word).build(state, self.budget)


def _constant(value: Any) -> Callable[[_Machine, Any], None]:
    return lambda m, arg: m.push(value)


def _many(names: str, do: Callable[[_Machine, Any], None]) -> dict[str, Callable[[_Machine, Any], None]]:
    return dict.fromkeys(names.split(), do)


_DO: dict[str, Callable[[_Machine, Any], None]] = {
    **_many("PROTO FRAME", lambda m, arg: None),
    **_many("BININT BININT1 BININT2 LONG1 LONG4", lambda m, arg: m.integer(arg)),
    **_many("BINFLOAT BINUNICODE SHORT_BINUNICODE BINUNICODE8", lambda m, arg: m.push(arg)),
    **_many("BINSTRING SHORT_BINSTRING", lambda m, arg: m.push(OldString(arg))),
    **_many("BINBYTES SHORT_BINBYTES BINBYTES8", lambda m, arg: m.push(arg)),
    "NONE": _constant(None),
    "NEWTRUE": _constant(True),
    "NEWFALSE": _constant(False),
    "EMPTY_DICT": lambda m, arg: m.container({}),
    "EMPTY_LIST": lambda m, arg: m.container([]),
    "EMPTY_TUPLE": _constant(()),
    "MARK": _constant(_MARK),
    "TUPLE": lambda m, arg: m.container(tuple(m.since_mark())),
    "TUPLE1": lambda m, arg: m.container(tuple(m.several(1))),
    "TUPLE2": lambda m, arg: m.container(tuple(m.several(2))),
    "TUPLE3": lambda m, arg: m.container(tuple(m.several(3))),
    "APPEND": lambda m, arg: (value := m.pop(), m.top(list).append(value)),
    "APPENDS": lambda m, arg: (values := m.since_mark(), m.top(list).extend(values)),
    "SETITEM": lambda m, arg: m.fill(m.several(2)),
    "SETITEMS": lambda m, arg: m.fill(m.since_mark()),
    "POP": lambda m, arg: m.pop(),
    **_many("BINPUT LONG_BINPUT", lambda m, arg: m.remember(arg)),
    "MEMOIZE": lambda m, arg: m.remember(len(m.memo)),
    **_many("BINGET LONG_BINGET", lambda m, arg: m.push(m.memo[arg])),
    "GLOBAL": lambda m, arg: m.named(*arg.split(" ", 1)[::-1]),
    "STACK_GLOBAL": lambda m, arg: m.named(*m.several(2)[::-1]),
    "REDUCE": lambda m, arg: m.call(),
    "BUILD": lambda m, arg: m.build(),
}  # type: ignore[dict-item]
