"""Cursor over one run of a program: executes the run position by position, forward and backward.

A place is a position where a run can stop: before an operator (also inside a block of another operator), and at the end
of a block. A tick is the number of a place in the run, in the order of execution. Each replay of the run has the same
ticks. The cursor caches the results of each instruction, together with the inputs of the instruction. Kernels do not
write to their inputs, so two inputs are equal if they are the same array. If the cursor goes back, cached arrays are
restored. If the cursor goes forward again, only instructions with changed inputs are executed.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import replace
from types import FrameType
from typing import Any

from opscope.core.random import Generator
from opscope.debug.replay.absorbed_values import Future
from opscope.debug.replay.cached_execution import CachedExecution
from opscope.debug.replay.edit_log import Edit, EditLog
from opscope.debug.replay.name_bindings import program_bindings
from opscope.debug.replay.outer_versions import value_in
from opscope.debug.replay.program_kind import OnPlace, RunRecord, TargetReached, ignore_place
from opscope.debug.replay.replay_frame import ReplayFrame
from opscope.ir.program.program import Operator
from opscope.names.binding import Binding
from opscope.names.program_names import has_names
from opscope.names.resolver import all_user_names
from opscope.runtime.frame import Context, Frame


class RunRewound(BaseException):
    """Exception that ends all running inner blocks, because the run goes back in the outermost frame.

    After this exception, the run continues from the position to which the outermost frame has gone back.
    """


class RunCursor(CachedExecution):
    """A cursor over one run, which is the live run of the program or a replay of a recorded run.

    At every position, the cursor calls `on_place(cursor)`. The function `on_place` may raise TargetReached to stop at
    the position. If an operator fails, the cursor calls `on_error(cursor, error)`. The function `on_error` returns True
    if the operator must be executed again. After an error, or after TargetReached, `stack` still contains the frames of
    the last position.
    """

    def __init__(self, record: RunRecord, on_place: OnPlace, *, live: bool = False) -> None:
        super().__init__(record, on_place, live=live)
        self.on_error: Callable[[RunCursor, Exception], bool] | None = None

    # --- the current place --------------------------------------------------------------------------

    @property
    def context(self) -> Context | None:
        """The execution context that all frames share; None before the first frame."""
        return self.stack[0].frame.context if self.stack else None

    @property
    def depth(self) -> int:
        """The number of blocks that enclose the current block."""
        return len(self.stack) - 1

    def frames(self) -> list[ReplayFrame]:
        """Return the blocks around this position, beginning with the outermost block."""
        return self.stack

    def entered_by(self, frame: FrameType) -> ReplayFrame | None:
        """Return the block of this run that a Python frame of opscope executes; None if it executes no block."""
        if frame.f_code is not RunCursor._run_frame.__code__ or frame.f_locals["self"] is not self:
            return None
        return frame.f_locals["replay_frame"]

    @property
    def frame(self) -> Frame:
        """The innermost frame of the run."""
        return self.stack[-1].frame

    @property
    def next_operator(self) -> Operator | None:
        """The operator that runs next; None at the end of a block."""
        return None if self.frame.done else self.frame.next.operator

    @property
    def previous_operator(self) -> Operator | None:
        """The operator of this block that ran last; None at the beginning of the block."""
        return self.stack[-1].previous_operator

    @property
    def at_end(self) -> bool:
        """True if this position is the end of the outermost block."""
        return len(self.stack) == 1 and self.frame.done

    @property
    def iterations(self) -> tuple[int, ...]:
        """The iteration of each while loop around this position, counted from 1; outermost loop first."""
        return tuple([level.iteration for level in self.stack if level.iteration])

    def lookup_own(self, name: str) -> Any:
        """Return the value of the variable `name` of the program at this position; None if it has no value."""
        return value_in([level.frame for level in self.stack], name)

    def bindings(self, name: str) -> list[Binding]:
        """Return the bindings of a name: the variables to which the name refers at this position.

        If the name is ambiguous, there are several bindings. Raises ArgumentError if the name is an invalid pattern.
        """
        for level in reversed(self.stack[1:]):  # a block has the names of the function that made it
            frame, after = level.frame, level.frame.done
            operators = frame.plan.instructions[-1:] if after else [frame.next]
            if operators and has_names(operators[0].operator):
                return program_bindings(self.program, name, operators[0].operator, after)
        at = self.stack[0].frame if self.stack else None
        return program_bindings(self.program, name, None if at is None or at.done else at.next.operator)

    def user_names(self) -> dict[str, str]:
        """Return the names in the user's code at this position, each with the variable to which the name refers.

        Ambiguous names are omitted.
        """
        found = {name: self.bindings(name) for name in all_user_names(self.program)}
        return {name: bindings[0].value for name, bindings in found.items() if len(bindings) == 1}

    def own_name(self, name: str) -> str:
        """Return the program's name of the variable to which a name refers at this position.

        If the name refers to no variable, or to several variables, return the name itself.
        """
        if any(name in block.vars for block in self.program.blocks):
            return name
        found = self.bindings(name)
        return found[0].value if len(found) == 1 else name

    @property
    def previous_tick(self) -> int | None:
        """The tick before the operator of this block that ran last; None at the beginning of the block."""
        return self.stack[-1].previous_tick

    def reaches_result(self, name: str, only_inf: bool) -> bool:
        """Return True if a NaN or Inf in a value that was just written will reach a result of the run."""
        return Future(self.stack[0].frame, bool(self.depth), only_inf).reaches_result(name)

    # --- execution ----------------------------------------------------------------------------------

    def call_frame(self, frame: Frame) -> None:
        """Execute a frame to its end; during the execution, this frame is the top of the stack.

        The execution context calls this method to run a block.
        """
        replay_frame = ReplayFrame(frame)
        if self.stack:
            replay_frame.iteration = self.stack[-1].begin_block(frame.plan.block.idx, self.tick)
        self.stack.append(replay_frame)
        self._run_frame(replay_frame)
        self.stack.pop()
        self.tick += 1

    def start(self, frame: Frame) -> None:
        """Start the run: make a frame the outermost frame, and move to its beginning."""
        self.stack = [ReplayFrame(frame)]

    def run_to_end(self) -> None:
        """Move to the end of the run. The movement begins at the current operator of the outermost block."""
        self._unwind_to_outermost()
        self._run_frame(self.stack[0])

    def seek(self, tick: int) -> None:
        """Move forward or backward to a position of this run. If the position does not exist, move to the end."""
        replay_frame = self._unwind_to_outermost()
        if tick < self.tick:
            self.rewind(replay_frame, max(i for i, start in enumerate(replay_frame.start_ticks) if start <= tick))
        self._run_until(replay_frame, lambda cursor: cursor.tick >= tick, tick)

    def advance_to(self, replay_frame: ReplayFrame, index: int) -> None:
        """Advance to the position before instruction `index` of a frame, without calls of `on_place`."""
        self._run_until(
            replay_frame,
            lambda cursor: cursor.stack[-1] is replay_frame and replay_frame.frame.pc >= index,
            sys.maxsize,
        )

    def visit_until(self, visit: OnPlace, until: int) -> None:
        """Advance to a position; call `visit` at each position on the way, and at the target position."""

        def is_target(cursor: RunCursor) -> bool:
            if cursor.tick <= until:
                visit(cursor)
            return cursor.tick >= until

        self._run_until(self._unwind_to_outermost(), is_target, 0)

    def rewind(self, replay_frame: ReplayFrame, index: int) -> None:
        """Go back in a frame to the position before its instruction `index`, which has already run."""
        replay_frame.fill_cache(self.apply_edits)
        frame, outermost = replay_frame.frame, replay_frame is self.stack[0]
        start_ticks = [*replay_frame.start_ticks, self.tick]
        del self.stack[self.stack.index(replay_frame) + 1 :]
        self.tick = start_ticks[index]
        if self.live and outermost:
            self.edits.suspend(start_ticks, self.tick)
        frame.env, frame.pc = replay_frame.env_before(index, self.tick, self.apply_edits), index
        del replay_frame.start_ticks[index:], replay_frame.results[index:]
        if outermost:
            self._reentry_depth = 0
        if self.live:  # these are recorded again, perhaps at other ticks, when the run continues
            for recorded in (self.record.call_results, self.record.rng_states):
                for tick in [t for t in recorded if t > self.tick]:
                    del recorded[tick]

    def prepare_edit(self) -> None:
        """Prepare the cursor for an edit of the run.

        The method stores the random states, because an edited run cannot be computed again from the record alone.
        """
        for replay_frame in self.stack:
            replay_frame.fill_cache(self.apply_edits)
            if not self.edited:
                self.record.rng_states.update(
                    (replay_frame.start_ticks[i], s)
                    for i, s in replay_frame.rng_states.items()
                    if i < len(replay_frame.start_ticks)
                )
        self.edited, self._reentry_depth = True, 0

    def fork(self, on_place: OnPlace) -> RunCursor:
        """Return an independent replay of this run, at the current operator of the outermost block."""
        fork = RunCursor(self.record, on_place)
        fork.edits = EditLog(self.record.edits, self.edits.edited_values)
        replay_frame = self.stack[0]
        replay_frame.fill_cache(self.apply_edits)
        rng = Generator()  # for operators that have not run yet
        rng.set_state(replay_frame.frame.context.rng.get_state())
        context = Context(fork.call_frame, rng, replay_frame.frame.context.step)
        fork.stack = [replay_frame.fork(context)]
        fork.tick, fork.unfinished_call = self.tick, self.unfinished_call
        if (running := self.stack[-1].running_tick) is not None:
            fork.unfinished_call = running
        if fork.stack[0].running_tick is not None:
            fork.tick = fork.stack[0].start_ticks.pop()
            fork.stack[0].results.pop()
        return fork

    def fork_with_edits(self, edits: list[Edit]) -> RunCursor:
        """Return a copy of the cursor that has the edits `edits` and a separate record.

        If the inputs of a user's function differ, the copy calls the function again.
        """
        fork, record = self.fork(ignore_place), self.record
        fork.record = replace(
            record, edits=edits, call_results=dict(record.call_results), rng_states=dict(record.rng_states)
        )
        fork.edits, fork.calls_functions = EditLog(edits, self.edits.edited_values), True
        return fork

    def _unwind_to_outermost(self) -> ReplayFrame:
        replay_frame = self.stack[0]
        if self.depth:
            del self.stack[1:]
            self.tick = replay_frame.start_ticks.pop()
            replay_frame.results.pop()
            self._reentry_depth = 0
        return replay_frame

    def _run_until(self, replay_frame: ReplayFrame, is_target: Callable[[RunCursor], bool], skip_before: int) -> None:
        def visit(cursor: RunCursor) -> None:
            if is_target(cursor):
                raise TargetReached

        saved = self.on_place, self.on_error, self.skip_before
        self.on_place, self.on_error, self.skip_before = visit, None, skip_before
        try:
            self._run_frame(replay_frame)
        except TargetReached:
            pass
        finally:
            self.on_place, self.on_error, self.skip_before = saved

    def _run_frame(self, replay_frame: ReplayFrame) -> None:
        frame, record = replay_frame.frame, self.record
        shown = False  # True if `on_place` or `on_error` was already called here: the frame was rewound, or failed here
        while True:
            if self.edits or record.rng_states:
                self._apply_recorded_state(replay_frame)
            at = frame.pc
            if at == len(frame.plan.instructions):
                if not shown:
                    self.on_place(self)
                if frame.pc == at:
                    self._store_edited_values(replay_frame)
                    return
                shown = True
                continue
            instruction = frame.plan.instructions[at]
            if instruction.kind == "op" and not shown:
                self.on_place(self)
                if frame.pc != at:
                    shown = True
                    continue
                instruction = frame.plan.instructions[at]  # an edit may have replaced it
            shown = False
            try:
                self._execute(replay_frame, instruction)
            except RunRewound:
                if replay_frame is not self.stack[0]:
                    raise
            except Exception as e:  # noqa: BLE001 (raised again, unless an edit fixes it)
                self._handle_error(replay_frame, e)
                shown = True
            except BaseException:  # an interrupt, or the end of the run
                self._return_to_failed(replay_frame)
                raise

    def _store_edited_values(self, replay_frame: ReplayFrame) -> None:
        """Store edited values that the program only reads, so that later runs read the edited values."""
        frame, plan = replay_frame.frame, replay_frame.frame.plan
        names = {edit.name for edit in self.edits.entries} - dict(plan.stores).keys()
        frame.stores = (*plan.stores, *((name, slot) for name, slot in plan.loads if name in names))

    def _return_to_failed(self, replay_frame: ReplayFrame) -> bool:
        """Go back to the position before the failed instruction.

        Do nothing and return False if the failed instruction is in an inner block.
        """
        if self.stack[-1] is not replay_frame:
            return False
        self.tick = replay_frame.start_ticks.pop()
        replay_frame.results.pop()
        return True

    def _handle_error(self, replay_frame: ReplayFrame, error: Exception) -> None:
        """Report an error to `on_error`; raise the error again, unless `on_error` requests another execution."""
        if self._return_to_failed(replay_frame) and self.on_error is not None and self.on_error(self, error):
            return
        raise error
