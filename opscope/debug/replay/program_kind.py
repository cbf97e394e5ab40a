"""Interface of programs that can be stepped: the kind, the record of a run, its cursor, and the frames at a place.

A place is a point where a run can stop. A tick is the number of a place in the run. The classes in this file hide the
differences between kinds of programs (programs of operators, eager code). A new kind is one folder with a subclass of
each class.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from types import FrameType
from typing import Any, ClassVar, Literal, NamedTuple, Protocol

from opscope.debug.replay.edit_log import Edit
from opscope.debug.replay.name_bindings import program_bindings
from opscope.debug.replay.program_frame import OperatorCall, ProgramFrame
from opscope.debug.replay.stops import Position, StopReason
from opscope.errors import NotFound, UnsupportedError
from opscope.ir.program.program import Operator, Program
from opscope.names.binding import Binding, Names
from opscope.runtime.plan import Plan

RECORD_BYTES = 2 << 10  # a record without its arrays, as measured by tracemalloc
RNG_STATE_BYTES = 1 << 10  # bytes of one random state

Arrays = dict[str, Any]  # by name
Shapes = dict[str, Any]  # by name; None for a value that is not an array
RngState = dict[str, Any]  # as returned by Generator.get_state

# Abilities of a kind of program: change values at a place; recompute a place; change attributes; step inside the
# rule of a gradient; write records to disk; replay with changes; show the past with changes; list operators before they
# run.
Ability = Literal["edit", "recompute", "attributes", "gradient", "save", "branch", "edit past", "foresee"]
StepKind = Literal["next", "in", "out", "next run"]
OnPlace = Callable[["Cursor"], None]
Goal = Callable[["Cursor"], bool]


class TargetReached(BaseException):
    """Exception that ends the movement of a cursor at its place.

    The class is not derived from Exception, so that the program cannot catch it.
    """


class Cursor(ABC):
    """A place in one run of a program. Moving the cursor never runs the user's code.

    `live`: True at the current place of the program itself. `on_place` is called at each place that a movement passes.
    `on_place` may raise TargetReached to stop at this place. Cached places before `skip_before` may be passed without a
    call of `on_place`. `may_bind_names`: a value may get a name at a later place than the place where it was written.
    """

    may_bind_names: ClassVar[bool] = False

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
        """The next operator; None at the end of a block or step, and after an operator of eager code."""

    @property
    @abstractmethod
    def previous_operator(self) -> Operator | None:
        """The last operator that ran in this frame; None at its beginning."""

    @property
    @abstractmethod
    def at_end(self) -> bool:
        """True at the last place of a run."""

    @abstractmethod
    def frames(self) -> Sequence[ProgramFrame]:
        """Return the frames around this place, outermost first."""

    def entered_by(self, frame: FrameType) -> ProgramFrame | None:
        """Return the frame of this run that a Python frame of the debugger executes, or None."""
        return None

    @property
    def depth(self) -> int:
        """The number of frames around the innermost frame."""
        return len(self.frames()) - 1

    @property
    def behind(self) -> Operator | None:
        """The operator that has just run, in programs that can also stop after an operator; else None."""
        return None

    @property
    def previous_tick(self) -> int | None:
        """The tick of the previous operator in this frame, if it is known without a search; else None."""
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
        """The iterations of the program's while loops around this place, counted from 1, outermost loop first."""
        return ()

    @property
    def lost_calls(self) -> int:
        """The number of calls at the start of the step that were dropped."""
        return 0

    @property
    def last_value(self) -> Any:
        """The result of the last op if the user's code has just received it; else None."""
        return None

    # --- values -------------------------------------------------------------------------------------

    def values_here(self) -> Iterable[tuple[str, Any]]:
        """Return the values that the operator at this place reads or has just made, at its call in the user's code."""
        return ()

    @abstractmethod
    def lookup_own(self, name: str) -> Any:
        """Return the value of a variable at this place by its own name; None if the variable has no value."""

    def lookup(self, name: str) -> Any:
        """Return the value of any name at this place, by `bindings`; None without a value, or for an ambiguous name."""
        value = self.lookup_own(name)
        if value is None and (own := self.own_name(name)) != name:
            value = self.lookup_own(own)
        return value

    def bindings(self, name: str) -> list[Binding]:
        """Return the meanings of a name at this place; several meanings if the name is ambiguous.

        Raises ArgumentError for a wrong pattern.
        """
        return program_bindings(self.program, name, self.next_operator)

    def own_name(self, name: str) -> str:
        """Return the variable for a name at this place.

        Without a variable, or with several variables, return the name itself.
        """
        found = self.bindings(name)
        return found[0].value if len(found) == 1 else name

    def user_names(self) -> dict[str, str]:
        """Return the variables that the user's names mean at this place, without ambiguous names."""
        return {}

    def is_called(self, pattern: str, value: str) -> bool:
        """Return True if a name or pattern that selects a variable somewhere selects this variable at this place."""
        return True

    def values_named_here(self, pattern: str) -> Iterable[tuple[str, Operator]]:
        """Return the variables that get a user's name at this place, with the earlier operators that wrote them."""
        return ()

    def positional_names(self) -> list[str]:
        """Return the names by position (`in0`, `out1`) of the inputs or outputs of the operator at this place."""
        return []

    def local_value(self, name: str) -> str:
        """Return the variable in a local of the user's function; "" if its locals contain variables of a program."""
        return ""

    def reaches_result(self, name: str, only_inf: bool) -> bool:
        """Return True if a NaN or Inf in a value that was just written reaches a result of the run, as far as known."""
        return True

    # --- movement -----------------------------------------------------------------------------------

    @abstractmethod
    def seek(self, tick: int) -> None:
        """Move to a place of this run, forward or backward, or to the end if there is no such place."""

    @abstractmethod
    def run_to_end(self) -> None:
        """Move to the end of the run, and call `on_place` on the way."""

    @abstractmethod
    def fork(self, on_place: OnPlace) -> Cursor:
        """Return an independent cursor over recorded values at this place."""

    def fork_at_end(self, last: int) -> Cursor:
        """Return an independent cursor at a place where all values of the step exist.

        `last` is the last reached tick.
        """
        found = self.fork(ignore_place)
        found.seek(last)
        return found

    def visit(self, visit: OnPlace) -> None:
        """Move forward, and call `visit` at every place. Stop at the end, or when `visit` raises TargetReached."""
        self.on_place = visit
        try:
            self.run_to_end()
        except TargetReached:
            pass
        finally:
            self.on_place, self.skip_before = ignore_place, 0

    def calls(self, until: int | None) -> list[OperatorCall]:
        """Return the calls from this place to the place `until` (None: the end), in the order of their starts."""
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
    """Do nothing; used as the `on_place` callback if a movement must not stop."""


class ReplayOfPrograms(Protocol):
    """Recomputes runs of programs."""

    def open_program(self, run: int, on_place: OnPlace | None = None) -> Cursor:
        """Return a cursor at the start of a run of a program."""
        ...


class PlaceHistory(Protocol):
    """The recorded runs, for searches place by place."""

    def find_last(
        self, run: int, before: int | None, test: Callable[[Cursor], StopReason | bool | None]
    ) -> tuple[Position, StopReason] | None:
        """Return the last place of a run before a tick (None: before the end) that passes a test, or None."""
        ...


class ValueChange(NamedTuple):
    """New values of variables, or of their parts `part`, at a place of a run."""

    values: Mapping[str, Any]
    tick: int
    part: Any = ...


class AttributeChange(NamedTuple):
    """New value of an attribute of the operator with a number."""

    op: int
    name: str
    value: Any


class ChangedRecords(NamedTuple):
    """Records of runs computed again with a change, the new values by name, and the number of recomputed operators."""

    records: Sequence[RunRecord]
    values: Mapping[str, Any]
    recomputed: int


class StepGraph(Protocol):
    """A drawing of steps whose operators are unknown before they run."""

    def update(self, record: RunRecord, force: bool) -> Program | None:
        """Return the program to draw for a record's step; None if the last drawing is still valid, or very new."""
        ...

    def forget(self) -> None:
        """Force a drawing of the next step."""
        ...


class ProgramKind(ABC):
    """Differences between kinds of programs. Each kind has one instance.

    `name` is the noun for programs of this kind in texts. `why_not` is the reason why this kind of program lacks
    abilities. `branch_note` is a restriction of changed runs; "" without a restriction. `interleaved` is True if the
    user's code runs between operators, at places of the run, and each of its lines calls operators. `interleaved` is
    False if the user's code runs inside operators.
    """

    name: str
    abilities: frozenset[Ability] = frozenset()
    interleaved = True
    branch_note = ""

    @property
    def why_not(self) -> str:
        """Return the reason why an ability is missing."""
        return f"{self.name} is not run again"

    @abstractmethod
    def open(self, record: RunRecord, on_place: OnPlace, replay: ReplayOfPrograms) -> Cursor:
        """Return a cursor at the first place of a recorded run."""

    def changed_records(
        self, records: Sequence[RunRecord], change: ValueChange | AttributeChange, former: RunRecord | None
    ) -> ChangedRecords:
        """Compute runs again with a change in the first run, which follows the run `former`.

        Raises NotFound, ArgumentError, and UnsupportedError for a run that cannot be computed again.
        """
        raise UnsupportedError(f"the past cannot be shown with changes: {self.why_not}")

    def why_not_changed(self, record: RunRecord, former: RunRecord | None) -> UnsupportedError | None:
        """Return the error for a run that cannot be computed from the results of the previous run; else None."""
        return None

    def graph(self) -> StepGraph | None:
        """Return a drawing of the steps of this kind; None if the program itself is drawn."""
        return None

    def target(self, move: StepKind, at: Cursor, now: bool) -> Goal:
        """Return the goal of a step from a place. `now` is True at the current place of the program itself."""
        depth, run = at.depth, at.record.run
        if move == "next run":
            return lambda c: c.record.run != run
        if move == "in":
            return stops_before_operator
        limit = depth if move == "next" else max(depth - 1, 0)
        return lambda c: stops_before_operator(c) and c.depth <= limit

    def before(self, at: Cursor, history: PlaceHistory) -> Position | None:
        """Return the place of the previous operator that is not deeper; None if this operator is in an earlier run."""
        depth = at.depth
        found = history.find_last(at.record.run, at.tick, lambda c: c.next_operator is not None and c.depth <= depth)
        return None if found is None else found[0]

    def last_place(self, record: RunRecord, history: PlaceHistory) -> int:
        """Return the place for a step back from the beginning of the next run: the place before the last operator."""
        found = history.find_last(record.run, None, lambda c: c.next_operator is not None)
        return record.ticks - 1 if found is None else found[0].tick

    def never_ran(self, op: int | str, step: int) -> NotFound:
        """Make the error for an operator that did not run in a step."""
        return NotFound(f"operator {op} did not run in step {step}")


def stops_before_operator(cursor: Cursor) -> bool:
    """Return True before an operator, and at the end of a run of a program, which no operator follows."""
    return cursor.next_operator is not None or (cursor.at_end and not cursor.record.kind.interleaved)


@dataclass(slots=True)
class RunRecord:
    """Record of one run of a program.

    - `run`: number of the run, from 0, over all programs.
    - `step`: number of the step, from 1; 0 for a run that is not a step (a startup program, an evaluation).
    - `executor_step`: step number in the executor's context.
    - `scope_changes`: values that the run read from the scope and that the previous run did not leave there.
    - `kind`: kind of the program.
    - `rng_state`: random state at the start.
    - `call_results`: results of the user's functions, by tick, by name.
    - `rng_states`: random states by tick, where they do not follow from the run so far.
    - `kept_values`: values recorded in full, for the option `keep`.
    - `fetched`: small values that the run returned. A replay must compute the same bits.
    - `edits`: the user's changes.
    - `lowered`: number of operators of the outermost block, from the first, that computed as in a lowered run.
    - `shapes`: expected (shape, dtype) of each result of a user's function or a block in a lowered run, by name.
    - `ticks`: number of places of the run (see `Cursor`); 0 if it did not finish.
    - `error`: the error that ended it, "" for none.
    - `thread`: number of the program's thread that ran it, 0 if unknown.
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

    @property
    def ends_step(self) -> bool:
        """True if the step ends with this run."""
        return True

    def renumber(self, run: int, step: int) -> None:
        """Set new numbers of the run and the step, because other runs were recorded since this run began."""
        self.run, self.step = run, step

    @property
    def nbytes(self) -> int:
        """Number of bytes of this record and of its arrays."""
        total = RECORD_BYTES + RNG_STATE_BYTES * len(self.rng_states)
        for arrays in (self.feeds, self.scope_changes, self.kept_values, *self.call_results.values()):
            for array in arrays.values():
                total += 0 if array is None else array.nbytes
        return total + sum(edit.nbytes for edit in self.edits)

    def condense(self) -> bool:
        """Drop the data that can be computed again from other records. Returns False if there is no such data."""
        return False

    @property
    def prepares(self) -> bool:
        """True for a run without inputs, such as a startup program."""
        return not (self.plan.feeds or self.plan.extra_feeds or self.plan.loads)

    def operators(self) -> list[Operator]:
        """Return the operators of the run in order; the operators of blocks follow their owner."""
        return _operators(self.plan)

    def drawing(self) -> Program:
        """Return the program to draw for this run."""
        return self.plan.block.program

    def value_names(self) -> Names | None:
        """Return the user's names of values in this run, by value; None to use the names of the program."""
        return None

    def declare_values(self) -> None:
        """Add the operators of the run, its values and their names to its program, unless this was done before."""

    def bindings_at_end(self, name: str) -> list[Binding]:
        """Return the meanings of a name at the end of the run; several meanings if the name is ambiguous.

        Raises ArgumentError.
        """
        return program_bindings(self.plan.block.program, name, None)

    @property
    def learning_rates(self) -> Sequence[float]:
        """Return the learning rates that the updates of the run have read, if recorded."""
        return ()

    def final_value(self, name: str) -> Any:
        """Return the last recorded value of a name; None without a value."""
        return None

    def holds_at_end(self, name: str) -> bool:
        """Return True if the record has a value of a name at the end of the run."""
        return self.final_value(name) is not None

    @property
    def is_finite(self) -> bool:
        """True if certainly no value of the run is NaN or Inf; False if the places of the run must be visited."""
        return False

    def scanned_value(self, name: str) -> tuple[Any] | None:
        """Return the value of a user's name at the end, in a tuple.

        The value is None if the name has no value. The result is None if the record must be opened to find the value.
        """
        return None

    def results(self) -> Iterable[tuple[str, Any]]:
        """Return the values that the run has returned to the user's code, by name."""
        return self.fetched.items()

    def result_names(self) -> Sequence[str]:
        """Return the names of the numbers that the run has returned."""
        return [name for name, value in self.results() if getattr(value, "size", 0) == 1]

    def values_at_end(self) -> Iterable[tuple[str, Any]]:
        """Return all values that the record has at the end of the run, in the order of their first values."""
        return self.fetched.items()


def _operators(plan: Plan) -> list[Operator]:
    found: list[Operator] = []
    for instruction in plan.instructions:
        if instruction.kind == "op":
            found.append(instruction.operator)
            for inner in instruction.plans:
                found += _operators(inner)
    return found
