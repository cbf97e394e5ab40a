"""Interface of programs that can be stepped: kind of program, record of a run, cursor, and frames at a position.

A place is a point where a run can stop. A tick is the number of a place in the run. The classes in this file hide the
differences between the two kinds of programs: programs of operators, and eager code. A new kind of program is a new
folder, with a subclass of each class in this file.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
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
from opscope.ops.registry import Op
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
    """Exception that ends a movement of a cursor at the cursor's position.

    The class is not a subclass of Exception, so that `except Exception` in the program does not catch it.
    """


class Cursor(ABC):
    """A position in one run of a program. A movement of the cursor never runs the user's code.

    `live` is True if the cursor is at the current position of the program itself. The function `on_place` is called
    at each position that a movement passes. The function `on_place` may raise TargetReached, which ends the
    movement at this position. Positions before `skip_before` with cached results may be passed without a call of
    `on_place`. `may_bind_names` is True if a value may get a name in the user's code at a later position than the
    position of its write.
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
        """The operator that runs next; None at the end of a block or step, and after an operator of eager code."""

    @property
    @abstractmethod
    def previous_operator(self) -> Operator | None:
        """The operator of this frame that ran last; None at the beginning of the frame."""

    @property
    @abstractmethod
    def at_end(self) -> bool:
        """True if this position is the last position of a run."""

    @abstractmethod
    def frames(self) -> Sequence[ProgramFrame]:
        """Return the frames around this position, beginning with the outermost frame."""

    def entered_by(self, frame: FrameType) -> ProgramFrame | None:
        """Return the frame of this run that a Python frame of the debugger executes; None without such a frame."""
        return None

    @property
    def depth(self) -> int:
        """The number of frames that enclose the innermost frame."""
        return len(self.frames()) - 1

    @property
    def behind(self) -> Operator | None:
        """The operator that has just run, in programs that can also stop after an operator; otherwise None."""
        return None

    @property
    def previous_tick(self) -> int | None:
        """The tick of the previous operator of this frame, if no search is needed to find it; otherwise None."""
        return None

    @property
    def can(self) -> frozenset[Ability]:
        """The abilities of this kind of program."""
        return self.record.kind.abilities

    @property
    def program(self) -> Program:
        """The program that the run executes."""
        return self.record.plan.block.program

    @property
    def iterations(self) -> tuple[int, ...]:
        """For each while loop around this position, the number of its iteration, counted from 1.

        Outermost loop first.
        """
        return ()

    @property
    def lost_calls(self) -> int:
        """The number of calls at the start of the step that were dropped from the history."""
        return 0

    @property
    def last_value(self) -> Any:
        """The result of the op that ran last, if the user's code has just received this result; otherwise None."""
        return None

    # --- values -------------------------------------------------------------------------------------

    def values_here(self) -> Iterable[tuple[str, Any]]:
        """Return the values that the operator at this position reads, or has just computed, at its call."""
        return ()

    @abstractmethod
    def lookup_own(self, name: str) -> Any:
        """Return the value of a variable at this position by the variable's own name; None without a value."""

    def lookup(self, name: str) -> Any:
        """Return the value that a name means at this position, by `bindings`; None for no value or several values."""
        value = self.lookup_own(name)
        if value is None and (own := self.own_name(name)) != name:
            value = self.lookup_own(own)
        return value

    def bindings(self, name: str) -> list[Binding]:
        """Return the meanings that a name has at this position; several meanings if the name is ambiguous.

        Raises ArgumentError if the name is an invalid pattern.
        """
        return program_bindings(self.program, name, self.next_operator)

    def own_name(self, name: str) -> str:
        """Return the name of the variable that a name means at this position.

        If the name means no variable, or several variables, return the name itself.
        """
        found = self.bindings(name)
        return found[0].value if len(found) == 1 else name

    def user_names(self) -> dict[str, str]:
        """Return the variables that names of the user's code mean at this position, without ambiguous names."""
        return {}

    def is_called(self, pattern: str, value: str) -> bool:
        """Return True if a name or pattern that selects this variable somewhere also selects it at this position."""
        return True

    def values_named_here(self, pattern: str) -> Iterable[tuple[str, Operator]]:
        """Return the variables that get a user's name at this position, with the operators that wrote them."""
        return ()

    def positional_names(self) -> list[str]:
        """Return the names by position (`in0`, `out1`) of the inputs or outputs of the operator at this position."""
        return []

    def local_value(self, name: str) -> str:
        """Return the name of the value in a local variable of the user's function.

        The result is "" if local variables are Variables of a program.
        """
        return ""

    def reaches_result(self, name: str, only_inf: bool) -> bool:
        """Return True if a NaN or Inf in a value that was just written reaches, or may reach, a result of the run."""
        return True

    # --- movement -----------------------------------------------------------------------------------

    @abstractmethod
    def seek(self, tick: int) -> None:
        """Move to a position of this run, forward or backward, or to its end if the position does not exist."""

    @abstractmethod
    def run_to_end(self) -> None:
        """Move to the end of the run; call `on_place` at each position on the way."""

    @abstractmethod
    def fork(self, on_place: OnPlace) -> Cursor:
        """Return an independent cursor at this position, which reads recorded values."""

    def fork_at_end(self, last: int) -> Cursor:
        """Return an independent cursor at a position at which all values of the step exist.

        `last` is the tick of the latest position that was reached.
        """
        found = self.fork(ignore_place)
        found.seek(last)
        return found

    def visit(self, visit: OnPlace) -> None:
        """Move forward; at every position, call the function `visit`.

        The movement ends at the end of the run, or when `visit` raises TargetReached.
        """
        self.on_place = visit
        try:
            self.run_to_end()
        except TargetReached:
            pass
        finally:
            self.on_place, self.skip_before = ignore_place, 0

    def calls(self, until: int | None) -> list[OperatorCall]:
        """Return the calls from this position to the position `until` (None: the end), ordered by their starts."""
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
    """Do nothing; used as `on_place` in a movement that must not stop."""


class ReplayOfPrograms(Protocol):
    """Object that recomputes runs of programs."""

    def open_program(self, run: int, on_place: OnPlace | None = None) -> Cursor:
        """Return a cursor at the start of a recorded run of a program."""
        ...


class PlaceHistory(Protocol):
    """The recorded runs, in the form for a search position by position."""

    def find_last(
        self, run: int, before: int | None, test: Callable[[Cursor], StopReason | bool | None]
    ) -> tuple[Position, StopReason] | None:
        """Return the last position of a run, before a tick (None: before the end), that passes a test.

        The result is None without one.
        """
        ...


class ValueChange(NamedTuple):
    """New values at a position of a run: of variables, or of the part `part` of each variable."""

    values: Mapping[str, Any]
    tick: int
    part: Any = ...


class AttributeChange(NamedTuple):
    """New value of an attribute of the operator that has a given number."""

    op: int
    name: str
    value: Any


class ChangedRecords(NamedTuple):
    """Records of runs that were computed again with a change.

    Also the new values by name, and the number of recomputed operators.
    """

    records: Sequence[RunRecord]
    values: Mapping[str, Any]
    recomputed: int


class StepGraph(Protocol):
    """Drawing of steps whose operators are not known before they run."""

    def update(self, record: RunRecord, force: bool) -> Program | None:
        """Return the program to draw for the step of a record.

        The result is None if the last drawing is still valid or is very new.
        """
        ...

    def forget(self) -> None:
        """Force a new drawing for the next step."""
        ...


class ProgramKind(ABC):
    """A kind of programs, with all facts and methods that differ between the kinds.

    Each kind of program has one instance. `name` is the noun that texts use for a program of this kind. `why_not` is
    the reason, as text, why this kind of program lacks some abilities. `branch_note` is a text about a restriction of
    runs with changes; "" if there is no restriction. `interleaved` is True if the user's code runs between operators,
    at positions of the run. Each line of this code calls operators. `interleaved` is False if the user's code runs
    inside operators.
    """

    name: str
    abilities: frozenset[Ability] = frozenset()
    interleaved = True
    branch_note = ""

    @property
    def why_not(self) -> str:
        """Return the reason why this kind of program lacks an ability."""
        return f"{self.name} is not run again"

    @abstractmethod
    def open(self, record: RunRecord, on_place: OnPlace, replay: ReplayOfPrograms) -> Cursor:
        """Return a cursor at the first position of a recorded run."""

    def changed_records(
        self, records: Sequence[RunRecord], change: ValueChange | AttributeChange, former: RunRecord | None
    ) -> ChangedRecords:
        """Compute runs again, with a change in the first of them; the run before the first run is `former`.

        Raises NotFound or ArgumentError, and raises UnsupportedError for a run that cannot be computed again.
        """
        raise UnsupportedError(f"the past cannot be shown with changes: {self.why_not}")

    def why_not_changed(self, record: RunRecord, former: RunRecord | None) -> UnsupportedError | None:
        """Return the error if a run cannot be computed again from the results of the previous run; otherwise None."""
        return None

    def graph(self) -> StepGraph | None:
        """Return a drawing of the steps of this kind of program; None if the program itself is drawn."""
        return None

    def target(self, move: StepKind, at: Cursor, now: bool) -> Goal:
        """Return the goal that a step command has, if the command begins at the given position.

        `now` is True if the position is the current position of the program itself.
        """
        depth, run = at.depth, at.record.run
        if move == "next run":
            return lambda c: c.record.run != run
        if move == "in":
            return stops_before_operator
        limit = depth if move == "next" else max(depth - 1, 0)
        return lambda c: stops_before_operator(c) and c.depth <= limit

    def before(self, at: Cursor, history: PlaceHistory) -> Position | None:
        """Return the position of the previous operator that is not deeper.

        The result is None if this operator is in an earlier run.
        """
        depth = at.depth
        found = history.find_last(at.record.run, at.tick, lambda c: c.next_operator is not None and c.depth <= depth)
        return None if found is None else found[0]

    def last_place(self, record: RunRecord, history: PlaceHistory) -> int:
        """Return the position for a step back from the beginning of the next run: before the last operator."""
        found = history.find_last(record.run, None, lambda c: c.next_operator is not None)
        return record.ticks - 1 if found is None else found[0].tick

    def never_ran(self, op: int | str, step: int) -> NotFound:
        """Make the error for an operator that has not run in a step."""
        return NotFound(f"operator {op} did not run in step {step}")


def stops_before_operator(cursor: Cursor) -> bool:
    """Return True before an operator, and also at the end of a run of a program, because no operator follows there."""
    return cursor.next_operator is not None or (cursor.at_end and not cursor.record.kind.interleaved)


@dataclass(slots=True)
class RunRecord:
    """Record of one run of a program.

    - `run`: number of the run, from 0, over all programs.
    - `step`: number of the step, from 1; 0 for a run that is not a step (a startup program, an evaluation).
    - `executor_step`: step number in the executor's context.
    - `scope_changes`: values that the run read from the scope and that differ from the values after the previous run.
    - `kind`: kind of the program.
    - `rng_state`: random state at the start.
    - `call_results`: results of the user's functions, by tick, by name.
    - `rng_states`: random states by tick, if they do not follow from the earlier part of the run.
    - `kept_values`: values recorded in full, for the option `keep`.
    - `fetched`: small values that the run returned. A replay must compute the small values that the run returned with
      equal bits.
    - `edits`: the user's changes.
    - `lowered`: number of operators of the outermost block, from the first operator on, that were computed as in a
      lowered run.
    - `shapes`: expected (shape, dtype) of each result of a user's function or a block in a lowered run, by name.
    - `ticks`: number of positions of the run; 0 if the run did not finish.
    - `error`: the error that ended the run, "" without an error.
    - `thread`: number of the thread that has executed the run, 0 if unknown.
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
        """True if the end of this run is also the end of the step."""
        return True

    def ops_called(self) -> Iterator[Op]:
        """Yield the ops of the program."""
        return (operator.op for operator in self.plan.block.ops)

    def renumber(self, run: int, step: int) -> None:
        """Give the run and its step new numbers, because other runs were recorded after this run had begun."""
        self.run, self.step = run, step

    @property
    def nbytes(self) -> int:
        """Number of bytes that this record and its arrays take."""
        total = RECORD_BYTES + RNG_STATE_BYTES * len(self.rng_states)
        for arrays in (self.feeds, self.scope_changes, self.kept_values, *self.call_results.values()):
            for array in arrays.values():
                total += 0 if array is None else array.nbytes
        return total + sum(edit.nbytes for edit in self.edits)

    def condense(self) -> bool:
        """Drop those data that can be computed again from other records.

        Returns False if the record has no data that can be computed again.
        """
        return False

    @property
    def prepares(self) -> bool:
        """True for a run that reads no inputs, such as a run of a startup program."""
        return not (self.plan.feeds or self.plan.extra_feeds or self.plan.loads)

    def operators(self) -> list[Operator]:
        """Return the operators of the run in order; operators of a block follow the operator that owns it."""
        return _operators(self.plan)

    def drawing(self) -> Program:
        """Return the program that is drawn for this run."""
        return self.plan.block.program

    def value_names(self) -> Names | None:
        """Return the user's names of values in this run, by value; None to use the names in the program."""
        return None

    def home(self, name: str) -> tuple[RunRecord, str]:
        """Return the record that has computed a value of this record, and the name of the value in that record."""
        return self, name

    def declare_values(self) -> None:
        """Add the operators of the run, with their values and names, to its program, but only once."""

    def bindings_at_end(self, name: str) -> list[Binding]:
        """Return the meanings that a name has at the end of the run; several meanings if the name is ambiguous.

        Raises ArgumentError.
        """
        return program_bindings(self.plan.block.program, name, None)

    @property
    def learning_rates(self) -> Sequence[float]:
        """Return the learning rates that the optimizers' updates in the run have read, if these rates were recorded."""
        return ()

    def final_value(self, name: str) -> Any:
        """Return the last value of a name that was recorded; None without a recorded value."""
        return None

    def holds_at_end(self, name: str) -> bool:
        """Return True if, in the record, a name has a value at the end of the run."""
        return self.final_value(name) is not None

    @property
    def is_finite(self) -> bool:
        """True if all values of the run are known to be finite.

        The result is False if the positions of the run must be visited to decide this.
        """
        return False

    def scanned_value(self, name: str) -> tuple[Any] | None:
        """Return the value that a name of the user's code has at the end, as a tuple of one item.

        The item of the tuple is None if the name has no value. The result None, without a tuple, means that the
        record must be opened to find the value.
        """
        return None

    def results(self) -> Iterable[tuple[str, Any]]:
        """Return the values, by name, that the run has returned to the user's code."""
        return self.fetched.items()

    def result_names(self) -> Sequence[str]:
        """Return the names of the numbers that the run has returned."""
        return [name for name, value in self.results() if getattr(value, "size", 0) == 1]

    def values_at_end(self) -> Iterable[tuple[str, Any]]:
        """Return all values that the record has at the end of the run, in the order of their first writes."""
        return self.fetched.items()


def _operators(plan: Plan) -> list[Operator]:
    found: list[Operator] = []
    for instruction in plan.instructions:
        if instruction.kind == "op":
            found.append(instruction.operator)
            for inner in instruction.plans:
                found += _operators(inner)
    return found
