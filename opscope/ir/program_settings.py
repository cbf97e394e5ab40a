"""Settings of the position and form of appended operators. A `with` block changes these settings in its own context."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextvars import ContextVar
from typing import Any, Generic, TypeVar, overload

from opscope.core import state
from opscope.core.block_decorators import block_manager
from opscope.core.context_settings import ContextSettings, Setting

T = TypeVar("T")
# the open blocks of this context, the outermost first: a key, the program, and what the block changes
_blocks: ContextVar[tuple[tuple[object, Any, Mapping[str, Any]], ...]] = ContextVar("program_settings", default=())


class ProgramSetting(Generic[T]):
    """Member of Program. A read returns the value in this context, and an assignment acts like a statement.

    A statement changes the value for the program. Inside a block that sets the same member, the change lasts until the
    block ends.
    """

    __slots__ = ("name",)

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name

    @overload
    def __get__(self, program: None, owner: type) -> ProgramSetting[T]: ...
    @overload
    def __get__(self, program: object, owner: type) -> T: ...
    def __get__(self, program: object | None, owner: type) -> ProgramSetting[T] | T:
        if program is None:
            return self
        for _, of, changed in reversed(_blocks.get()):
            if of is program and self.name in changed:
                return changed[self.name]
        return program.__dict__[self.name]

    def __set__(self, program: object, value: T) -> None:
        blocks = _blocks.get()
        for i in range(len(blocks) - 1, -1, -1):
            key, of, changed = blocks[i]
            if of is program and self.name in changed:
                _blocks.set((*blocks[:i], (key, of, {**changed, self.name: value}), *blocks[i + 1 :]))
                return
        program.__dict__[self.name] = value


class Appending(ContextSettings):
    """Block to which ops without inputs are appended, if it is not the current block of the main program."""

    target = Setting[Any](None)


appending = Appending()
state.on_reset(appending.reset)


@block_manager
def changed_in_block(program: object, values: Mapping[str, Any]) -> Iterator[None]:
    """Set these members of the program inside `with`, only in this context."""
    key = object()
    _blocks.set((*_blocks.get(), (key, program, values)))
    try:
        yield
    finally:
        _blocks.set(tuple(block for block in _blocks.get() if block[0] is not key))
