"""Interfaces for the debugging of programs: the kind of a program, the record of a run, and the cursor over a run.

A place is a position where a run can stop. A tick is the number of a place in the run. The classes in this file hide
the differences between the two kinds of programs: programs of operators, and eager code. For a new kind of program,
write a new folder with subclasses of the classes in this file.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
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
from opscope.names.standing_variables import StandingVariables
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
    movement at this position. At positions before `skip_before` that have cached results, a movement may omit the
    call of `on_place`. `may_bind_names` is True if a value can get its name in the user's code at a later position than
    the position at which it is written.
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
        """Return the frame of this run that a Python frame of opscope executes; None if it executes no such frame."""
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
        """The operations that the kind of the program supports, such as "edit" and "recompute"."""
        return self.record.kind.abilities

    @property
    def program(self) -> Program:
        """The program that the run executes."""
        return self.record.plan.block.program

    @property
    def iterations(self) -> tuple[int, ...]:
        """The iteration of each while loop around this position, counted from 1; outermost loop first."""
        return ()

    @property
    def lost_calls(self) -> int:
        """The number of calls at the start of the step that are no longer in the history."""
        return 0

    @property
    def last_value(self) -> Any:
        """The result of the op that ran last, if the user's code has just received this result; otherwise None."""
        return None

    # --- values -------------------------------------------------------------------------------------

    def values_here(self) -> Iterable[tuple[str, Any]]:
        """Return the inputs of the operator before its call, or the results of the operator after its call."""
        return ()

    @abstractmethod
    def lookup_own(self, name: str) -> Any:
        """Return the value of the variable `name` of the program at this position; None if it has no value."""

    def lookup(self, name: str) -> Any:
        """Return the value to which a name refers at this position, according to `bindings`.

        The result is None if the name refers to no variable or to several variables, or if the variable has no value.
        """
        value = self.lookup_own(name)
        if value is None and (own := self.own_name(name)) != name:
            value = self.lookup_own(own)
        return value

    def bindings(self, name: str) -> list[Binding]:
        """Return the bindings of a name: the variables to which the name refers at this position.

        If the name is ambiguous, there are several bindings. Raises ArgumentError if the name is an invalid pattern.
        """
        return program_bindings(self.program, name, self.next_operator)

    def own_name(self, name: str) -> str:
        """Return the program's name of the variable to which a name refers at this position.

        If the name refers to no variable, or to several variables, return the name itself.
        """
        found = self.bindings(name)
        return found[0].value if len(found) == 1 else name

    def has_variable(self, name: str) -> bool:
        """Return True if the user's code has a variable with this name in a function that computes values of the step.

        For the run of a program, the result is False, because its operators do not run in the user's functions.
        """
        return False

    def is_awaited(self, name: str) -> bool:
        """Return True if a later operator of the step may give a value to a name."""
        return not self.at_end

    def standing_with(self, variables: StandingVariables) -> AbstractContextManager[None]:
        """Inside the `with` block, the program waits in its own code, in functions that have these variables.

        For the run of a program, the variables are not used, because its values have the names of the program.
        """
        return nullcontext()

    def user_names(self) -> dict[str, str]:
        """Return the names in the user's code at this position, each with the variable to which the name refers.

        Ambiguous names are omitted.
        """
        return {}

    def is_called(self, pattern: str, value: str) -> bool:
        """Return True if a name or pattern selects a variable at this position.

        `value` is the name of the variable, which the name or pattern selects at some position of the run.
        """
        return True

    def values_named_here(self, pattern: str) -> Iterable[tuple[str, Operator]]:
        """Return the variables that get a name in the user's code at this position, each with its last writer."""
        return ()

    def positional_names(self) -> list[str]:
        """Return the numbered names (`in0`, `out1`) of the inputs or outputs of the operator at this position."""
        return []

    def local_value(self, name: str) -> str:
        """Return the name of the value that a local variable of the user's function contains.

        The result is "" in programs of operators, because the local variables of their functions contain Variables, not
        values.
        """
        return ""

    def reaches_result(self, name: str, only_inf: bool) -> bool:
        """Return True if a NaN or Inf in a value that was just written can reach a result of the run."""
        return True

    # --- movement -----------------------------------------------------------------------------------

    @abstractmethod
    def seek(self, tick: int) -> None:
        """Move forward or backward to a position of this run. If the position does not exist, move to the end."""

    @abstractmethod
    def run_to_end(self) -> None:
        """Move to the end of the run; call `on_place` at each position on the way."""

    @abstractmethod
    def fork(self, on_place: OnPlace) -> Cursor:
        """Return an independent cursor at this position; the new cursor reads recorded values."""

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
        """Return the calls of ops from this position to the position `until`, ordered by their starts.

        If `until` is None, return the calls up to the end.
        """
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
    """Do nothing. This function is the `on_place` of movements that must not stop."""


class ReplayOfPrograms(Protocol):
    """Object that recomputes runs of programs."""

    def open_program(self, run: int, on_place: OnPlace | None = None) -> Cursor:
        """Return a cursor at the start of a recorded run of a program."""
        ...


class PlaceHistory(Protocol):
    """Interface of the recorded runs for a search that examines every position."""

    def find_last(
        self, run: int, before: int | None, test: Callable[[Cursor], StopReason | bool | None]
    ) -> tuple[Position, StopReason] | None:
        """Return the last position of a run that passes a test and is before a tick (None: before the end).

        The result is None if no position passes the test.
        """
        ...


class ValueChange(NamedTuple):
    """New values of variables at a position of a run. `part` selects the elements that change in each variable."""

    values: Mapping[str, Any]
    tick: int
    part: Any = ...


class AttributeChange(NamedTuple):
    """New value of an attribute. `op` is the number of the operator that has the attribute."""

    op: int
    name: str
    value: Any


class ChangedRecords(NamedTuple):
    """Records of runs that were computed again with a change.

    `values` are the new values by name. `recomputed` is the number of operators that were computed again.
    """

    records: Sequence[RunRecord]
    values: Mapping[str, Any]
    recomputed: int


class StepGraph(Protocol):
    """Interface of drawings of a program whose operators are not known before the step runs."""

    def update(self, record: RunRecord, force: bool) -> Program | None:
        """Return the program to draw for the step of a record.

        The result is None if the last drawing is still valid, or if the step has too many operators. If `force` is
        False, the result is also None if the last drawing was made a short time ago.
        """
        ...

    def forget(self) -> None:
        """Force a new drawing for the next step."""
        ...


class ProgramKind(ABC):
    """A kind of program, with all facts and methods that differ between the kinds.

    Each kind of program has one instance. `name` is the noun that texts use for a program of this kind. `why_not` is a
    text with the reason why this kind of program does not support some operations. `branch_note` is a text about a
    limit of replays with changes; "" if there is no limit. `interleaved` is True if the user's code runs between the
    operators and calls them (eager code). `interleaved` is False if the user's code runs only inside operators.
    """

    name: str
    abilities: frozenset[Ability] = frozenset()
    interleaved = True
    branch_note = ""

    @property
    def why_not(self) -> str:
        """The reason why this kind of program does not support some operations."""
        return f"{self.name} is not run again"

    @abstractmethod
    def open(self, record: RunRecord, on_place: OnPlace, replay: ReplayOfPrograms) -> Cursor:
        """Return a cursor at the first position of a recorded run."""

    def changed_records(
        self, records: Sequence[RunRecord], change: ValueChange | AttributeChange, former: RunRecord | None
    ) -> ChangedRecords:
        """Compute runs again, with a change in the first run; `former` is the record of the run before the first run.

        Raises NotFound or ArgumentError if the change is not possible, and UnsupportedError if a run cannot be computed
        again.
        """
        raise UnsupportedError(f"the past cannot be shown with changes: {self.why_not}")

    def why_not_changed(self, record: RunRecord, former: RunRecord | None) -> UnsupportedError | None:
        """Return an error if a run cannot be computed again from the results of the run `former`; otherwise None."""
        return None

    def graph(self) -> StepGraph | None:
        """Return an object that draws the steps of this kind of program; None if the program itself is drawn."""
        return None

    def target(self, move: StepKind, at: Cursor, now: bool) -> Goal:
        """Return the goal of a step command that begins at `at`: a test that is True where the run must stop.

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
        """Return the position of the previous operator that is not in a deeper block than the position `at`.

        The result is None if this operator is in an earlier run.
        """
        depth = at.depth
        found = history.find_last(at.record.run, at.tick, lambda c: c.next_operator is not None and c.depth <= depth)
        return None if found is None else found[0]

    def last_place(self, record: RunRecord, history: PlaceHistory) -> int:
        """Return the target of a step back from the beginning of the next run: the place before the last operator."""
        found = history.find_last(record.run, None, lambda c: c.next_operator is not None)
        return record.ticks - 1 if found is None else found[0].tick

    def never_ran(self, op: int | str, step: int) -> NotFound:
        """Make the error for an operator that has not run in a step."""
        return NotFound(f"operator {op} did not run in step {step}")


def stops_before_operator(cursor: Cursor) -> bool:
    """Return True at a position before an operator, and at the end of a run of a program of operators."""
    return cursor.next_operator is not None or (cursor.at_end and not cursor.record.kind.interleaved)


@dataclass(slots=True)
class RunRecord:
    """Record of one run of a program.

    - `run`: number of the run, from 0, over all programs.
    - `step`: number of the step, from 1; 0 for a run that is not a step (a startup program, an evaluation).
    - `executor_step`: step number in the executor's context.
    - `scope_changes`: values that the run read from the scope, if they differ from the values after the previous run.
    - `kind`: kind of the program (a program of operators, or eager code).
    - `rng_state`: random state at the start of the run.
    - `call_results`: results of the user's functions, by tick and by name.
    - `rng_states`: random states by tick, if a replay cannot compute them from the earlier part of the run.
    - `kept_values`: whole values that were recorded because of the option `keep`.
    - `fetched`: small values that the run returned. A replay must compute the same values, bit for bit.
    - `edits`: the changes that the user has made.
    - `lowered`: number of operators of the outermost block, from the first operator on, that were computed as in a
      lowered run.
    - `shapes`: expected (shape, dtype) of each result of a user's function or a block in a lowered run, by name.
    - `ticks`: number of positions of the run; 0 if the run did not finish.
    - `error`: text of the error that ended the run; "" without an error.
    - `thread`: number of the thread that has executed the run; 0 if unknown.
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
        """Drop the data that can be computed again.

        Returns False if the record has no data that can be computed again.
        """
        return False

    @property
    def prepares(self) -> bool:
        """True for a run that reads no inputs, such as a run of a startup program."""
        return not (self.plan.feeds or self.plan.extra_feeds or self.plan.loads)

    def operators(self) -> list[Operator]:
        """Return the operators of the run in order.

        An operator that has blocks comes before the operators in its blocks.
        """
        return _operators(self.plan)

    def drawing(self) -> Program:
        """Return the program that is drawn for this run."""
        return self.plan.block.program

    def value_names(self) -> Names | None:
        """Return the names that values of this run have in the user's code.

        The result None means that the names in the program are used.
        """
        return None

    def home(self, name: str) -> tuple[RunRecord, str]:
        """Return the record of the run that has computed a value, and the name of the value in this record."""
        return self, name

    def declare_values(self) -> None:
        """Add the operators of the run to its program, with values and names. A second call does nothing."""

    def bindings_at_end(self, name: str) -> list[Binding]:
        """Return the bindings of a name: the variables to which the name refers at the end of the run.

        If the name is ambiguous, there are several bindings. Raises ArgumentError if the name is an invalid pattern.
        """
        return program_bindings(self.plan.block.program, name, None)

    @property
    def learning_rates(self) -> Sequence[float]:
        """The learning rates that the optimizers have used in the run, if these rates were recorded."""
        return ()

    def final_value(self, name: str) -> Any:
        """Return the last recorded value of a name; None if no value was recorded."""
        return None

    def holds_at_end(self, name: str) -> bool:
        """Return True if the record has the value of a name at the end of the run."""
        return self.final_value(name) is not None

    @property
    def is_finite(self) -> bool:
        """True if the record shows that all values of the run are finite.

        If this is False, a search must visit the positions of the run to find NaN and Inf.
        """
        return False

    def scanned_value(self, name: str) -> tuple[Any] | None:
        """Return the value that a name in the user's code has at the end of the run, as a tuple of one item.

        The item of the tuple is None if the name has no value. If the result itself is None, the run must be replayed
        to find the value.
        """
        return None

    def results(self) -> Iterable[tuple[str, Any]]:
        """Return the values, by name, that the run has returned to the user's code."""
        return self.fetched.items()

    def result_names(self) -> Sequence[str]:
        """Return the names of the results that have one element."""
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
