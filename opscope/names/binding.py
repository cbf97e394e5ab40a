"""Bindings: the meaning of a name from a place on; and what the records of a program have shown of names."""

from __future__ import annotations

from dataclasses import dataclass, field
from types import CodeType
from typing import Any, NamedTuple, Protocol

from opscope.core.source import CodePosition, Position, Site, UserCall, site_of
from opscope.ir.program.program import Operator
from opscope.names.call_results import InnerCalls
from opscope.names.frame_positions import Seen

Names = dict[str, dict[str, None]]  # by value


class Binding(NamedTuple):
    """At `tick`, a name of the function `call` began to mean the value `value`; at a position of the user's code.

    `root` is what an attribute of `self` is called where the outermost method was called: names with one root are of
    one object.
    """

    name: str
    value: str
    tick: int
    call: UserCall | None
    position: Position | None
    root: tuple[Any, str] | None = None

    @property
    def function(self) -> Any:
        """The identity of the function, or object, that the name belongs to."""
        return self.root or (self.call and self.call.code)

    @property
    def site(self) -> Site | None:
        """The user's line."""
        return site_of(self.position)


@dataclass
class SeenNames:
    """The names that the records of a program have shown.

    `intermediate` are possible results that, in the step where they were seen last, a later op of their call has read.
    """

    names: Names = field(default_factory=Names)
    intermediate: set[Any] = field(default_factory=set[Any])
    events: Seen = field(default_factory=Seen)  # where operators are made


class NamedPlace(Protocol):
    """The part of an `EagerPlace` that names come from."""

    @property
    def operator(self) -> Operator | None: ...
    @property
    def after(self) -> bool: ...
    @property
    def caller(self) -> tuple[CodePosition | None, UserCall | None]: ...
    @property
    def parent(self) -> NamedPlace | None: ...
    @property
    def called(self) -> InnerCalls | CodeType | None: ...
