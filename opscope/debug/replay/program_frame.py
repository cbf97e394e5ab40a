"""Frames of a program at a position of a run, and calls of operators with their inputs and results."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from opscope.core.source import CodePosition
from opscope.ir.program.program import Block, Operator
from opscope.ops.registry import Attrs, Op

Named = tuple[str | None, Any]  # a name and its value


class ValueSource(Protocol):
    """Interface of objects that return values by name, such as a frame of a program or a lowered (compiled) run."""

    def value(self, name: str) -> Any:
        """Return the value of a variable at this position; None if the variable has no value."""
        ...


class ProgramFrame(ValueSource, Protocol):
    """A frame at a position of a run: a block of a program, or the calls that one function of eager code makes.

    `iteration` is the number of the iteration, counted from 1, if the frame is the body of a while loop; otherwise 0.
    `called_at` is the position in the user's code at which the current operator is called; None in a block.
    """

    iteration: int

    @property
    def block(self) -> Block:
        """The block that declares the variables of the operators."""
        ...

    @property
    def given(self) -> Iterable[str]:
        """The variables that already have a value at the start of the frame."""
        ...

    @property
    def operators(self) -> Sequence[Operator]:
        """The known operators of the frame, in order."""
        ...

    @property
    def ran(self) -> Sequence[Operator]:
        """The operators of the frame that have run before this position."""
        ...

    @property
    def next_operator(self) -> Operator | None:
        """The operator that runs next or is running; None at the end of a block, and after an eager call."""
        ...

    @property
    def previous_operator(self) -> Operator | None:
        """The operator that has just run in this frame."""
        ...

    @property
    def first_tick(self) -> int | None:
        """The tick (number) of the first position of the frame.

        None if the current position is the first position.
        """
        ...

    @property
    def called_at(self) -> CodePosition | None:
        """The position in the user's code at which the current operator is called; None in a block."""
        ...

    def names(self) -> Iterable[str]:
        """Return the variables that may have a value at this position."""
        ...


@dataclass(eq=False, slots=True)
class OperatorCall:
    """A call of an op in a run. The call starts at the position `tick` and ends at the position `end`.

    `end` is -1 if the call has failed or has not ended. `depth` is the number of blocks, or of user's functions called
    by ops, that enclose the call.
    """

    operator: Operator
    attrs: Attrs
    inputs: tuple[Named, ...]
    tick: int
    depth: int
    outputs: tuple[Named, ...] = ()
    end: int = -1

    @property
    def op(self) -> Op:
        """The called op."""
        return self.operator.op
