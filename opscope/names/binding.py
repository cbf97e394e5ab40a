"""Binding: the value that a name has from a certain point of the program on.

The class `SeenNames` stores the names that were found in the records of a program.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import CodeType
from typing import Any, NamedTuple, Protocol

from opscope.core.frame_locals import FrameLocals
from opscope.core.source import CodePosition, Position, Site, UserCall, site_of
from opscope.ir.program.program import Operator
from opscope.names.call_results import InnerCalls
from opscope.names.operator_calls import OperatorCalls

Names = dict[str, dict[str, None]]  # by value


class Binding(NamedTuple):
    """A binding of a name to a value.

    From the place `tick` of the record on, the name has the value `value` in the function `call`. The value was
    assigned at the position `position` of user code. For a name such as `self.h`, `root` identifies the object. The
    root contains the name of the object in the code that called the outermost method. Names with the same root belong
    to the same object.
    """

    name: str
    value: str
    tick: int
    call: UserCall | None
    position: Position | None
    root: tuple[Any, str] | None = None

    @property
    def function(self) -> Any:
        """A key for the function, or the object, to which the name belongs."""
        return self.root or (self.call and self.call.code)

    @property
    def site(self) -> Site | None:
        """The user's line in which the name gets the value."""
        return site_of(self.position)


class LeftNames(NamedTuple):
    """The functions that are running at the end of a record, with the values of their variables and their positions."""

    values: Mapping[tuple[UserCall, str], str]
    positions: Mapping[UserCall, int]


@dataclass
class SeenNames:
    """The names that were found in the records of a program.

    The generated name of a value contains the number of the call that computes the value, counted in the step. So in
    another step, another value may have the same generated name. `intermediate` contains outputs that seemed to be the
    result of a call, until a later op of the same call read them. If an output is intermediate only in some steps, its
    entry describes the latest step that recorded the output.
    """

    names: Names = field(default_factory=Names)
    intermediate: set[Any] = field(default_factory=set[Any])
    made_at: dict[str, CodePosition] = field(default_factory=dict[str, CodePosition])  # what made values last
    revision: int = 0  # counts how often names were taken back because of another step
    operator_calls: OperatorCalls = field(default_factory=OperatorCalls)

    def note_made(self, operator: Operator | None, position: CodePosition | None) -> None:
        """Remove the names of an operator's results that another call of the code computed in an earlier step."""
        if operator is None or position is None:
            return
        for value in operator.outputs:
            if value is not None and value not in operator.inputs:  # an input is written in place, not made here
                if self.made_at.get(value, position) != position:
                    self.revision += self.names.pop(value, None) is not None
                self.made_at[value] = position


class NamedPlace(Protocol):
    """The attributes of an `EagerPlace` from which names are derived."""

    @property
    def operator(self) -> Operator | None: ...
    @property
    def after(self) -> bool: ...
    @property
    def caller(self) -> tuple[CodePosition | None, UserCall | None]: ...
    @property
    def parent(self) -> NamedPlace | None: ...
    @property
    def called(self) -> InnerCalls | CodeType | FrameLocals | None: ...
