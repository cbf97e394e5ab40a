"""A condensed step: a step of eager code without the results of its calls, which can be computed again from the calls.

A condensed step consists of a structure, which equal steps share, and of the data that differs between equal steps:
stored arrays and numbers. Arrays are identified by numbers, called slots; each step numbers its own slots. The array
of a slot comes from a call, from a stored array, or from a slot of the previous step. The first step of a stretch
(sequence of steps) has only stored arrays, so it does not depend on other steps.
"""

from __future__ import annotations

import functools
import math
import weakref
from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import Enum
from types import CodeType
from typing import Any, Literal, NamedTuple

import numpy as np

from opscope.core.layer_calls import LayerCall
from opscope.core.source import CodePosition, UserCall
from opscope.eager.op_call_log import Caller, Partial
from opscope.ops.registry import Attrs, Op
from opscope.ops.repeats import Repeat

CALL_BYTES = 1500  # bytes of a call in a structure, with its part of the key
SOURCE_BYTES = 200  # bytes of a source; equal steps share sources
STEP_BYTES = 1_200  # bytes of a step without its arrays, and of its record beyond RECORD_BYTES
ARRAY_BYTES = 48  # bytes of a stored array without its elements

# how a call computes its results again: by the operator, by its gradient rule, as a sum, by the library that made the
# call; "": not at all
Means = Literal["op", "gradient", "sum", "repeat", ""]


class OwnNumber(Enum):
    """Placeholder in the attributes of a repeated call.

    The placeholder stands for a number that differs between steps.
    """

    NUMBER = "number"


class NotCertainError(Exception):
    """Raised for a step whose results may differ when the step is computed again."""


class Source(NamedTuple):
    """Source of the array that a slot has when a step begins.

    The source is the stored array number `place` if `is_stored` is True; otherwise, it is the slot `place` of the
    previous step.
    """

    slot: int
    is_stored: bool
    place: int


class CallForm(NamedTuple):
    """A call in a structure, which all steps with equal calls share.

    Each item of `inputs` and `made` is (Tensor, slot), (slot,) for an array, or ("value", any other value); an input
    that is a number is (). `edges` are the edges of the call's node in the tape of autograd. `writes` is the number of
    writes in the step before the call starts, and `until` is the number of writes before the call ends. The function
    `repeat` repeats a call to another library. In the attributes of a call to another library, numbers can differ
    between steps, so `attrs` has placeholders for these numbers.
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
    called: CodeType | LocalsForm | None
    layer: LayerCall | None
    result_name: str
    writes: int
    until: int
    repeat: Repeat | None = None


class LocalsForm(NamedTuple):
    """Local variables of the user's functions during a call.

    Each item of `frames` describes a function: its call, the slots of its variables by name, and the names in the field
    `left` of `FunctionLocals`.
    """

    frames: tuple[tuple[UserCall, tuple[tuple[str, int], ...], frozenset[str]], ...]


class HeldChange(NamedTuple):
    """A change of the arrays of a named Tensor."""

    number: int
    name: str
    tensor: int | None
    array: int
    gradient: int


class Write(NamedTuple):
    """A write to the memory of the slot `owner`. The write assigns the elements of another slot or of a stored array.

    If the write assigns to a view of this memory, `target` is the slot of the view; otherwise -1.
    """

    number: int
    owner: int
    slot: int  # -1: stored elements
    stored: int
    target: int = -1

    @property
    def written(self) -> int:
        """Return the slot of the array that is assigned to."""
        return self.owner if self.target < 0 else self.target


class OwnWrite(NamedTuple):
    """A write by the next call to the memory of a slot.

    When the call is repeated, the call writes to the memory again.
    """

    number: int
    owner: int


class ResultMemory(NamedTuple):
    """A slot for the array that owns the memory of another slot.

    The slot is for the result of a call, or for an array with a change.
    """

    slot: int
    of: int


class View(NamedTuple):
    """A slot whose array is a view of another slot's memory."""

    slot: int
    owner: int
    offset: int
    shape: tuple[int, ...]
    strides: tuple[int, ...]
    dtype: Any


class Copy(NamedTuple):
    """A slot with a copy of another slot's array. If `plus_zero` is True, the copy was added to a gradient of zeros."""

    number: int
    slot: int
    of: int
    plus_zero: bool


class TensorForm(NamedTuple):
    """A Tensor: its name, the node of the tape that made it and the output of this node, and the slot of its array."""

    name: str
    edge: tuple[int, int] | None
    slot: int


class ReturnForm(NamedTuple):
    """A return of a public function to the user's code."""

    until: int
    caller: Caller
    given: tuple[tuple[Any, int], ...]
    made: tuple[tuple[Any, int], ...]
    length: int


Event = int | HeldChange | Write | OwnWrite | ResultMemory | View | Copy  # int: a call


@dataclass(eq=False)
class StepStructure:
    """The calls of a step, and the changes between the calls, in order.

    A structure does not contain elements of arrays. `initial` are the arrays that named Tensors have at the beginning
    of the step. `nodes` are the nodes of autograd's tape, without the values in the nodes. `layouts` are (slot, shape,
    strides, dtype) of the stored arrays. `scalars` are (call, slot, shape, dtype) of the one-element results of forward
    calls. `uses` is the number of steps that have this structure. `is_certain` is False after a step of this structure
    gave different results when it was recomputed. `seconds` is the shortest time in which a step of this structure was
    recomputed. `sizes` contains the number of bytes of each slot's array. `limited` is True if the structure was read
    from a file, so that no result may take more bytes than its slot has in `sizes`.
    """

    calls: Sequence[CallForm]
    events: Sequence[Event]
    initial: Sequence[HeldChange]
    tensors: Sequence[TensorForm]
    nodes: Sequence[tuple[Op, Any]]
    returned: Sequence[ReturnForm]
    end: tuple[Caller, int]
    sizes: Sequence[int]
    layouts: Sequence[tuple[Any, ...]] = ()
    scalars: Sequence[tuple[int, int, tuple[int, ...], Any]] = ()
    limited: bool = False
    keeps: Any = None  # objects kept alive because the key contains their ids
    uses: int = 0
    is_certain: bool = True
    seconds: float = math.inf

    @functools.cached_property
    def input_slots(self) -> list[list[int] | None]:
        """Return, for each call, the slots of its inputs; None for a call with inputs that are not arrays."""
        found: list[list[int] | None] = []
        for form in self.calls:
            slots = [each[-1] for each in form.inputs if each and each[0] != "value" and each[-1] >= 0]
            found.append(slots if len(slots) == len(form.inputs) else None)
        return found

    @functools.cached_property
    def scalar_places(self) -> dict[int, tuple[int, tuple[int, ...], Any]]:
        """Return, for each slot of a scalar, its first byte in the stored scalars, its shape and its dtype."""
        found: dict[int, tuple[int, tuple[int, ...], Any]] = {}
        start = 0
        for _, slot, shape, dtype in self.scalars:
            found.setdefault(slot, (start, shape, dtype))
            start += dtype.itemsize
        return found

    @functools.cached_property
    def copied_slots(self) -> frozenset[int]:
        """Return the slots whose last write has copied the elements of another slot."""
        found: set[int] = set()
        for event in self.events:
            if isinstance(event, Copy):
                found.add(event.slot)
            elif isinstance(event, Write) and event.slot >= 0 and event.target < 0:
                found.add(event.owner)
            elif isinstance(event, Write | OwnWrite):
                found.discard(event.owner)
        return frozenset(found)

    @functools.cached_property
    def result_slots(self) -> frozenset[int]:
        """Return the slots of the results of calls, except calls to another library."""
        calls = [call for call in self.calls if call.op.is_computed_here]
        forms = [each for call in calls for each in call.made or () if each and each[0] != "value"]
        return frozenset(each[-1] for each in forms)

    @property
    def repeats(self) -> bool:
        """True if the step has calls to another library."""
        return not all(form.op.is_computed_here for form in self.calls)

    @property
    def slots(self) -> int:
        """Return the number of slots that the step has."""
        return len(self.sizes)

    @property
    def nbytes(self) -> int:
        """Return the size of the structure in bytes."""
        return CALL_BYTES * (len(self.calls) + len(self.events) // 4 + len(self.initial) // 4)


@dataclass(eq=False)
class Stretch:
    """Consecutive condensed steps, each of which continues from the previous step.

    Each step keeps the previous step in memory, but the stretch itself keeps no step in memory. A step that the history
    has dropped is therefore released at once, and not by a later garbage collection. `length` is the number of steps,
    including released steps.

    `nbytes` is the size of the steps without their structures. `first_nbytes` is the size of the first step.
    `seconds` is the time to compute all steps of the stretch again, from the measured times of their structures.

    `links` maps slots of the first step to slots of the last step before the stretch, if both slots have the same
    array. `links` is None if no condensed step comes before the stretch. A stretch of steps with a change continues
    from the step `after`. `start` has the arrays that exist after the step `after`, by slot.
    """

    calls: int = 0
    nbytes: int = 0
    first_nbytes: int = 0
    seconds: float = 0.0
    links: dict[int, int] | None = None
    start: dict[int, Any] = field(default_factory=dict[int, Any])
    after: CondensedStep | None = None
    broken_from: int | None = None  # the first step that gave other results when recomputed
    _steps: list[weakref.ref[CondensedStep]] = field(default_factory=list["weakref.ref[CondensedStep]"], init=False)

    @property
    def length(self) -> int:
        """The number of steps."""
        return len(self._steps)

    def add(self, step: CondensedStep) -> None:
        """Add a step; the attribute `former` of the step is the last step."""
        self._steps.append(weakref.ref(step))

    def step(self, index: int) -> CondensedStep | None:
        """Return the step with the given number; None if the stretch has no such step, or if the step was released."""
        return self._steps[index]() if index < len(self._steps) else None


@dataclass(eq=False, slots=True, weakref_slot=True)
class CondensedStep:
    """A condensed step: its structure, and the data that only this step has.

    `former` is the previous step in the stretch, and `index` is the number of steps before this step in the stretch.
    `checksum` is the checksum of the small results of the step's calls. `scalars` are the elements of the structure's
    scalars, in order; None if the layout of the scalars of this step differs from the layout in the structure.
    `is_finite` is True if all values of the step are known to be finite.
    """

    structure: StepStructure
    sources: tuple[Source, ...]
    stored: Sequence[Any]
    numbers: tuple[complex, ...]
    checksum: int
    nbytes: int
    stretch: Stretch
    former: CondensedStep | None
    scalars: bytes | None = None
    is_finite: bool = False
    index: int = field(init=False)

    def __post_init__(self) -> None:
        self.index = 0 if self.former is None else self.former.index + 1

    @property
    def is_broken(self) -> bool:
        """True if this step, or an earlier step of the stretch, gave different results when it was recomputed."""
        return self.stretch.broken_from is not None and self.index >= self.stretch.broken_from

    def kept_scalar(self, slot: int) -> Any:
        """Return the array of a scalar by its slot; None if the step does not store the elements of the scalar."""
        found = self.structure.scalar_places.get(slot)
        if found is None or self.scalars is None:
            return None
        start, shape, dtype = found
        return np.frombuffer(self.scalars, dtype, 1, start).reshape(shape).copy()


def follows(step: CondensedStep, former: CondensedStep) -> bool:
    """Return True if the arrays before the step `step` are certainly the arrays after the step `former`."""
    if step.stretch.after is not None and not step.index:
        return step.stretch.after is former
    if step.index:
        return step.stretch is former.stretch and step.index == former.index + 1
    links, slots = step.stretch.links, former.structure.slots
    is_last = former.index + 1 == former.stretch.length
    return links is not None and is_last and all(place < slots for place in links.values())


def node_key(op: Op, position: CodePosition | None) -> tuple[Any, Any]:
    """Return the part of the key of a structure that describes a node of the tape."""
    return op.name if op.opaque else id(op), position and (id(position[0]), position[1])
