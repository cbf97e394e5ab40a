"""A program that can be stepped: its kind, the record of one run, a cursor over that run, and the frames at a place.

A place is a point where a run can stop; a tick is its number in the run. What differs between kinds of programs
(programs of operators, eager code) stands behind these classes: a further kind is one folder with a subclass of each.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from types import FrameType
from typing import Any, Literal, Protocol

from opscope.debug.replay.edit_log import Edit
from opscope.debug.replay.name_bindings import program_bindings
from opscope.debug.replay.program_frame import OperatorCall, ProgramFrame
from opscope.debug.replay.stops import Position, StopReason
from opscope.errors import NotFound
from opscope.ir.program.program import Operator, Program
from opscope.names.binding import Binding, Names
from opscope.runtime.plan import Plan

RECORD_BYTES = 2 << 10  # bytes of a record without its arrays, as tracemalloc measures them
RNG_STATE_BYTES = 1 << 10  # bytes of one random state

Arrays = dict[str, Any]  # by name
Shapes = dict[str, Any]  # by name; None for a value that is no array
RngState = dict[str, Any]  # as returned by Generator.get_state

# What a kind of program may be able to do: change values at a place; compute a place again; change attributes; step
# inside the rule of a gradient; write records to disk; replay with changes; list its operators before they run.
Ability = Literal["edit", "recompute", "attributes", "gradient", "save", "branch", "foresee"]
StepKind = Literal["next", "in", "out", "next run"]
OnPlace = Callable[["Cursor"], None]
Goal = Callable[["Cursor"], bool]


class TargetReached(BaseException):
    """Ends the movement of a cursor, at its place. Not an Exception: the program must not catch it."""


class Cursor(ABC):
    """A place in one run of a program. Moving it never runs the user's code.

    `live`: it stands where the program itself is. `on_place` is called at each place that a movement passes, and may
    raise TargetReached to stop there; cached places before `skip_before` may be passed without a call.
    """

    def __init__(self, record: RunRecord, on_place: OnPlace, *, live: bool = False) -> None:
        self.record = record
        self.on_place = on_place
        self.live = live
        self.tick = 0
        self.skip_before = 0

    # --- the current place --------------------------------------------------------------------------

    @property
    @abstractmethod
    def next_operator(self) -> Operator | None:
        """The operator that is next; None at the end of a block or step, and behind an operator of eager code."""

    @property
    @abstractmethod
    def previous_operator(self) -> Operator | None:
        """The operator that ran last in this frame; None at its beginning."""

    @property
    @abstractmethod
    def at_end(self) -> bool:
        """True at the last place of a run."""

    @abstractmethod
    def frames(self) -> Sequence[ProgramFrame]:
        """The frames around this place, outermost first."""

    def entered_by(self, frame: FrameType) -> ProgramFrame | None:
        """The frame of this run that a Python frame of the debugger executes; None if it executes none."""
        return None

    @property
    def depth(self) -> int:
        """The number of frames around the innermost one."""
        return len(self.frames()) - 1

    @property
    def behind(self) -> Operator | None:
        """The operator that has just run, where places are also behind operators; else None."""
        return None

    @property
    def previous_tick(self) -> int | None:
        """The tick of the previous operator in this frame, where it is known without a search; else None."""
        return None

    @property
    def can(self) -> frozenset[Ability]:
        """The abilities of this kind of program."""
        return self.record.kind.abilities

    @property
    def program(self) -> Program:
        """The program of the run."""
        return self.record.plan.block.program

    @property
    def iterations(self) -> tuple[int, ...]:
        """The iterations of the while loops of the program around this place, from 1, outermost loop first."""
        return ()

    @property
    def lost_calls(self) -> int:
        """The number of calls at the start of the step that are not kept."""
        return 0

    @property
    def last_value(self) -> Any:
        """The result of the op that ran last, where the user's code has just got it; else None."""
        return None

    # --- values -------------------------------------------------------------------------------------

    def values_here(self) -> Iterable[tuple[str, Any]]:
        """The values that the operator here reads or has just made, where the user's code calls it."""
        return ()

    @abstractmethod
    def lookup_own(self, name: str) -> Any:
        """The value of a variable here by its own name; None if it has no value."""

    def lookup(self, name: str) -> Any:
        """The value here of what a name means, by `bindings`; None if that has no value, or is ambiguous."""
        value = self.lookup_own(name)
        if value is None and (own := self.own_name(name)) != name:
            value = self.lookup_own(own)
        return value

    def bindings(self, name: str) -> list[Binding]:
        """Meanings of a name here; several variables if it is ambiguous. Raises ArgumentError for a wrong pattern."""
        return program_bindings(self.program, name, self.next_operator)

    def own_name(self, name: str) -> str:
        """The variable that a name means here; the name itself if it means none, or several."""
        found = self.bindings(name)
        return found[0].value if len(found) == 1 else name

    def user_names(self) -> dict[str, str]:
        """Variables of the user's names here, without ambiguous names."""
        return {}

    def positional_names(self) -> list[str]:
        """The names of the operator's inputs or outputs here by position, where they have some: `in0`, `out1`."""
        return []

    def local_value(self, name: str) -> str:
        """The variable that a local of the user's function holds here; "" if locals hold variables of a program."""
        return ""

    def reaches_result(self, name: str, only_inf: bool) -> bool:
        """True if a NaN or Inf in a value that was just written reaches a result of the run, as far as is known."""
        return True

    # --- movement -----------------------------------------------------------------------------------

    @abstractmethod
    def seek(self, tick: int) -> None:
        """Go to a place of this run, forward or backward; to the end if there is no such place."""

    @abstractmethod
    def run_to_end(self) -> None:
        """Go to the end of the run; `on_place` is called on the way."""

    @abstractmethod
    def fork(self, on_place: OnPlace) -> Cursor:
        """An independent cursor over recorded values at this place."""

    def fork_at_end(self, last: int) -> Cursor:
        """An independent cursor where all values of the step are available; `last` is the last tick reached."""
        found = self.fork(ignore_place)
        found.seek(last)
        return found

    def visit(self, visit: OnPlace) -> None:
        """Go forward, calling `visit` at every place, to the end or to where it raises TargetReached."""
        self.on_place = visit
        try:
            self.run_to_end()
        except TargetReached:
            pass
        finally:
            self.on_place, self.skip_before = ignore_place, 0

    def calls(self, until: int | None) -> list[OperatorCall]:
        """The calls from here to the place `until` (None: the end), in the order in which they begin."""
        found: list[OperatorCall] = []
        running: dict[int, OperatorCall] = {}

        def visit(at: Cursor) -> None:
            depth = at.depth
            for deeper in [d for d in running if d > depth]:
                del running[deeper]
            ended = running.pop(depth, None)
            if ended is not None:
                value = at.frames()[-1].value
                ended.outputs = tuple((n, None if n is None else value(n)) for n in ended.operator.outputs)
                ended.end = at.tick
            if until is not None and at.tick >= until:
                raise TargetReached
            operator = at.next_operator
            if operator is not None:
                inputs = tuple((n, None if n is None else at.lookup(n)) for n in operator.inputs)
                running[depth] = OperatorCall(operator, operator.attrs, inputs, at.tick, depth)
                found.append(running[depth])

        self.visit(visit)
        return found


def ignore_place(cursor: Cursor) -> None:
    """An `on_place` that does nothing."""


class ReplayOfPrograms(Protocol):
    """Computes runs of programs again."""

    def open_program(self, run: int, on_place: OnPlace | None = None) -> Cursor:
        """A cursor at the start of a run of a program."""
        ...


class PlaceHistory(Protocol):
    """The recorded runs, which can be gone through place by place."""

    def find_last(
        self, run: int, before: int | None, test: Callable[[Cursor], StopReason | bool | None]
    ) -> tuple[Position, StopReason] | None:
        """The last place of a run, before a tick (None: up to its end), that passes a test."""
        ...


class StepGraph(Protocol):
    """A drawing of steps whose operators are not known before they run."""

    def update(self, record: RunRecord, force: bool) -> Program | None:
        """The program to draw for the step of a record; None if the last drawing still shows it, or is very new."""
        ...

    def forget(self) -> None:
        """Draw the next step in any case."""
        ...


class ProgramKind(ABC):
    """Differences between kinds of programs; an object for each kind.

    `name` is that of the programs in a sentence. `why_not` is the reason for the abilities that are missing.
    `interleaved`: the user's code runs between operators, at places of the run, and calls each operator by a line of
    its own; else it runs inside of operators.
    """

    name: str
    abilities: frozenset[Ability] = frozenset()
    interleaved = True

    @property
    def why_not(self) -> str:
        """The reason why an ability is missing."""
        return f"{self.name} is not run again"

    @abstractmethod
    def open(self, record: RunRecord, on_place: OnPlace, replay: ReplayOfPrograms) -> Cursor:
        """A cursor at the first place of a recorded run."""

    def graph(self) -> StepGraph | None:
        """A drawing of the steps of this kind; None if the program is drawn as it is."""
        return None

    def target(self, move: StepKind, at: Cursor, now: bool) -> Goal:
        """The goal of a step from a place; `now`: the program itself stands there."""
        depth, run = at.depth, at.record.run
        if move == "next run":
            return lambda c: c.record.run != run
        if move == "in":
            return stops_before_operator
        limit = depth if move == "next" else max(depth - 1, 0)
        return lambda c: stops_before_operator(c) and c.depth <= limit

    def before(self, at: Cursor, history: PlaceHistory) -> Position | None:
        """The place of the operator before a place, not deeper than that; None if it is in an earlier run."""
        depth = at.depth
        found = history.find_last(at.record.run, at.tick, lambda c: c.next_operator is not None and c.depth <= depth)
        return None if found is None else found[0]

    def last_place(self, record: RunRecord, history: PlaceHistory) -> int:
        """The place to which a step back from the beginning of the next run leads: before the last operator."""
        found = history.find_last(record.run, None, lambda c: c.next_operator is not None)
        return record.ticks - 1 if found is None else found[0].tick

    def never_ran(self, op: int | str, step: int) -> NotFound:
        """The error for an operator that a step did not run."""
        return NotFound(f"operator {op} did not run in step {step}")


def stops_before_operator(cursor: Cursor) -> bool:
    """Return True before an operator, and at the end of a run of a program, which no operator follows."""
    return cursor.next_operator is not None or (cursor.at_end and not cursor.record.kind.interleaved)


@dataclass(slots=True)
class RunRecord:
    """The record of one run of a program.

    - `run`: the number of the run, from 0, over all programs.
    - `step`: the number of the step, from 1; 0 for a run that is no step (a startup program, an evaluation).
    - `executor_step`: the step number in the executor's context.
    - `scope_changes`: values that the run read from the scope and that the previous run did not leave there.
    - `kind`: the kind of the program.
    - `rng_state`: the random state at the start.
    - `call_results`: results of the user's functions, by tick, by name.
    - `rng_states`: random states by tick, where they do not follow from the run so far.
    - `kept_values`: values recorded in full, for the option `keep`.
    - `fetched`: small values that the run returned. A replay must compute the same bits.
    - `edits`: the user's changes.
    - `lowered`: how many operators of the outermost block, from the first on, computed as they do in a lowered run.
    - `shapes`: the (shape, dtype) that a lowered run expects of each result of a user's function or a block, by name.
    - `ticks`: the number of places of the run (see `Cursor`); 0 if it did not finish.
    - `error`: the error that ended it, "" if none did.
    - `thread`: the number of the program's thread that ran it, 0 if that is not known.
    """

    run: int
    step: int
    executor_step: int
    plan: Plan
    feeds: Arrays
    scope_changes: Arrays
    kind: ProgramKind
    rng_state: RngState | None = None
    call_results: dict[int, Arrays] = field(default_factory=dict[int, Arrays])
    rng_states: dict[int, RngState] = field(default_factory=dict[int, RngState])
    kept_values: Arrays = field(default_factory=Arrays)
    fetched: Arrays = field(default_factory=Arrays)
    edits: list[Edit] = field(default_factory=list[Edit])
    seconds: float = 0.0
    lowered: int = 0
    shapes: Shapes = field(default_factory=Shapes)
    ticks: int = 0
    error: str = ""
    thread: int = 0

    def renumber(self, run: int, step: int) -> None:
        """Other runs were recorded since this one began."""
        self.run, self.step = run, step

    @property
    def nbytes(self) -> int:
        """Bytes of this record and of its arrays."""
        total = RECORD_BYTES + RNG_STATE_BYTES * len(self.rng_states)
        for arrays in (self.feeds, self.scope_changes, self.kept_values, *self.call_results.values()):
            for array in arrays.values():
                total += 0 if array is None else array.nbytes
        return total + sum(edit.nbytes for edit in self.edits)

    @property
    def prepares(self) -> bool:
        """True for a run that reads nothing, as a startup program."""
        return not (self.plan.feeds or self.plan.extra_feeds or self.plan.loads)

    def operators(self) -> list[Operator]:
        """The operators of the run in their order; an operator with blocks is followed by those of its blocks."""
        return _operators(self.plan)

    def drawing(self) -> Program:
        """The program to draw for this run."""
        return self.plan.block.program

    def value_names(self) -> Names | None:
        """The user's names of values in this run, by value; None if they are those of the program."""
        return None

    def bindings_at_end(self, name: str) -> list[Binding]:
        """Meanings of a name when the run is over; several variables if it is ambiguous. Raises ArgumentError."""
        return program_bindings(self.plan.block.program, name, None)

    @property
    def learning_rates(self) -> Sequence[float]:
        """The learning rates that the updates of the run have read, where its record has them."""
        return ()

    def final_value(self, name: str) -> Any:
        """The last value of a name that the record has; None if there is none."""
        return None

    def holds_at_end(self, name: str) -> bool:
        """True if the record has a value of a name at its end."""
        return self.final_value(name) is not None

    def results(self) -> Iterable[tuple[str, Any]]:
        """The values that the run has returned to the user's code, by name."""
        return self.fetched.items()


def _operators(plan: Plan) -> list[Operator]:
    found: list[Operator] = []
    for instruction in plan.instructions:
        if instruction.kind == "op":
            found.append(instruction.operator)
            for inner in instruction.plans:
                found += _operators(inner)
    return found
