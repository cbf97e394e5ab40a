"""A condensed step: a step of eager code without the arrays that its calls made, which the same calls make again.

A step is described by a structure, which equal steps share, and by what is different in each: stored arrays, numbers.
Arrays are known by slots, numbered in each step. A slot is filled by a call, or it has a source: a stored array, or a
slot of the step before. The first step of a stretch has stored arrays only, so it needs no other.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from types import CodeType
from typing import Any, Literal, NamedTuple

from opscope.core.layer_calls import LayerCall
from opscope.eager.op_call_log import Caller, Partial
from opscope.eager.tape import TapeNode
from opscope.ops.registry import Attrs, Op

CALL_BYTES = 1500  # that a call takes in a structure, with its part of the key
SOURCE_BYTES = 200  # that a source takes; equal steps share them
STEP_BYTES = 600  # that a step takes beside its arrays

# in which way a call makes its results again: by the operator, by its gradient rule, as a sum; not at all
Means = Literal["op", "gradient", "sum", ""]


class NotCertainError(Exception):
    """A step that cannot be described so that computing it again is certain to give the same."""


class Source(NamedTuple):
    """Where a slot is taken from when a step begins: stored at `place`, or that slot of the step before."""

    slot: int
    is_stored: bool
    place: int


class CallForm(NamedTuple):
    """A call as it is in all steps of a structure.

    Each of `inputs` and `made` is (Tensor, slot), (slot,) of an array, or ("value", any other value); an input
    that is a number is (). `edges` are those of its node. `writes` and `until` count from the beginning of the step.
    """

    op: Op
    means: Means
    inputs: tuple[tuple[Any, ...], ...]
    made: tuple[tuple[Any, ...], ...] | None
    attrs: Attrs
    node: int | None
    edges: tuple[Any, ...]
    edge: Any
    partial: Partial
    phase: str
    updating: bool
    depth: int
    caller: Caller
    called: CodeType | None
    layer: LayerCall | None
    result_name: str
    writes: int
    until: int


class HeldChange(NamedTuple):
    """A Tensor with a name holds other arrays."""

    number: int
    name: str
    tensor: int | None
    array: int
    gradient: int


class Write(NamedTuple):
    """The memory of a slot takes the elements of another slot, or stored ones."""

    number: int
    owner: int
    slot: int  # -1: stored
    stored: int


class View(NamedTuple):
    """A slot is a view of another slot's memory."""

    slot: int
    owner: int
    offset: int
    shape: tuple[int, ...]
    strides: tuple[int, ...]
    dtype: Any


class Copy(NamedTuple):
    """A slot is a copy of another; `plus_zero`: added to a gradient of zeros."""

    slot: int
    of: int
    plus_zero: bool


class TensorForm(NamedTuple):
    """A Tensor: its name, the node and position that made it, and the slot of its array."""

    name: str
    edge: tuple[int, int] | None
    slot: int


class ReturnForm(NamedTuple):
    """A public function that has returned."""

    until: int
    caller: Caller
    given: tuple[tuple[Any, int], ...]
    made: tuple[tuple[Any, int], ...]
    length: int


Event = int | HeldChange | Write | View | Copy  # int: a call


@dataclass
class StepStructure:
    """The calls of a step and what happens between them, in order, without elements.

    `initial` has what the Tensors with names hold when it begins. `nodes` are those of the tape, without their values.
    `uses` counts the steps that have it; `is_certain` is False once computing one again gave other results.
    """

    calls: Sequence[CallForm]
    events: Sequence[Event]
    initial: Sequence[HeldChange]
    tensors: Sequence[TensorForm]
    nodes: Sequence[tuple[Op, Any]]
    returned: Sequence[ReturnForm]
    end: tuple[Caller, int]
    slots: int
    keeps: Any = None  # what lives as long: it is known by id in the key
    uses: int = 0
    is_certain: bool = True

    @property
    def nbytes(self) -> int:
        """Bytes that it takes."""
        return CALL_BYTES * (len(self.calls) + len(self.events) // 4 + len(self.initial) // 4)


@dataclass(eq=False)
class Stretch:
    """Consecutive condensed steps, of which each goes on from the one before."""

    steps: list[CondensedStep] = field(default_factory=list["CondensedStep"])
    calls: int = 0
    nbytes: int = 0
    broken_from: int | None = None  # the first step that gave other results when it was computed again


@dataclass(eq=False, slots=True)
class CondensedStep:
    """A step of a structure: what is different in it. `checksum` is that of the small results of its calls."""

    structure: StepStructure
    sources: tuple[Source, ...]
    stored: tuple[Any, ...]
    numbers: tuple[complex, ...]
    checksum: int
    nbytes: int
    stretch: Stretch
    index: int  # in the stretch


def node_key(node: TapeNode) -> tuple[Any, Any]:
    """The part of a structure's key that a node is."""
    return node.op.name if node.op.opaque else id(node.op), node.position and (id(node.position[0]), node.position[1])
