"""EagerCalls: the calls of eager ops in one thread's Python code, as operators of a program.

A step ends with `Optimizer.step()`. The ops of each step are numbered from 0. If an operator of a program calls a
Python function, the ops in this function are not recorded.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from types import FrameType
from typing import Any, Protocol

from opscope.core.source import user_frames
from opscope.debug.drivers.run_driver import PreviousStep, RunDriver
from opscope.debug.drivers.thread_calls import ThreadCalls
from opscope.debug.eager.eager_record import EagerRecord
from opscope.debug.eager.eager_step import EagerStep
from opscope.debug.eager_calls.log_keeper import LogKeeper
from opscope.debug.eager_calls.optimized_parameters import OptimizedParameters
from opscope.debug.eager_calls.step_garbage import STEP_GARBAGE
from opscope.debug.eager_calls.step_losses import StepLosses
from opscope.debug.eager_calls.step_recorder import StepRecorder
from opscope.debug.replay.program_kind import Cursor
from opscope.debug.state.command_queue import CommandQueue
from opscope.debug.state.listener import Listeners
from opscope.debug.state.program_threads import ProgramThreads
from opscope.debug.state.run_state import RunTerminated, StateCell
from opscope.debug.values.step_counter import StepCounter
from opscope.debug.values.value_monitor import ValueMonitor
from opscope.eager.call_sources import open_call_sources
from opscope.eager.op_calls import backward_roots, end_log, start_log, thread_state
from opscope.eager.optimizers.optimizer_steps import on_optimizer_step, skipped_for
from opscope.eager.watch import watched
from opscope.errors import listed
from opscope.ir.program.program import Operator
from opscope.names.standing_variables import StandingVariables

MOST_REPORTED = 20  # skipped steps
MOST_NAMED = 3  # parameters in their messages


class Commands(Protocol):
    """Interface of the object that executes the user's commands between two calls of the program."""

    queue: CommandQueue
    state: StateCell

    def running_clock(self) -> float:
        """Return the seconds that the program has run so far; time during stops is not counted."""
        ...


class EagerCalls(ThreadCalls):
    """The eager ops of one thread: their log, the records and losses of the steps, and the optimized parameters.

    At the end of a step, listeners receive first the calls of the step, and then the duration and losses of the step.
    """

    def __init__(
        self,
        counter: StepCounter,
        values: ValueMonitor,
        commands: Commands,
        driver: RunDriver,
        threads: ProgramThreads,
        listeners: Listeners,
    ) -> None:
        self._counter = counter
        self._commands = commands
        self._driver = driver
        self._threads = threads
        self._listeners = listeners
        self._recorder = StepRecorder(counter, driver, threads)
        self._losses = StepLosses()
        self._parameters = OptimizedParameters(self._recorder.names)
        self._keeper = LogKeeper(
            self._recorder, self._losses, counter, values, commands.queue, commands.state, driver, threads,
            commands.running_clock,
        )  # fmt: skip
        self._log = self._keeper.log
        self.program = self._recorder.program
        self._set_aside = -1  # number of executed commands when an empty log was set aside for a run; -1: no log
        self._step_start = commands.running_clock()
        self._skipped = 0  # steps that gradient scaling has skipped

    @property
    def optimized(self) -> Collection[str]:
        return self._parameters.stepped

    @property
    def to_optimize(self) -> Collection[str]:
        return self._parameters.of_all

    @property
    def slow(self) -> dict[str, str]:
        return self._keeper.slow

    def name_of(self, value: Any) -> str:
        return self._recorder.names.name_of(value)

    def keep_track(self, name: str, value: Any) -> None:
        self._recorder.names.keep_track(name, value)

    def forget_copies(self) -> None:
        self._recorder.names.invalidate_copies()

    def is_frozen(self, name: str) -> bool:
        found = self._recorder.names.live_tensor(name)
        return found is not None and bool(found.stop_gradient)

    def is_left_to_scaling(self, cursor: Cursor, operator: Operator | None) -> bool:
        return self._losses.is_left_to_scaling(cursor, operator)

    @contextmanager
    def listening(self) -> Iterator[None]:
        try:
            with (
                STEP_GARBAGE.at_log_ends(), self._parameters.listening(), on_optimizer_step(self._optimizer_step),
                watched(self._keeper.notified, self._log), backward_roots(self._losses.roots),
                open_call_sources(self._log),
            ):  # fmt: skip
                start_log()
                outer, thread_state.stands = thread_state.stands, self._standing_in
                try:
                    yield
                finally:
                    thread_state.stands = outer
                    self._log.release()
        finally:
            self._name_last_values()

    @contextmanager
    def _standing_in(self, frame: FrameType) -> Iterator[None]:
        """Inside the `with` block, the newest records have the variables of a waiting function and of its callers."""
        with ExitStack() as stack:
            for at in self._driver.navigator.shown_cursors():
                variables = StandingVariables(at.tick, user_frames(frame), self._recorder.names.name_of)
                stack.enter_context(at.standing_with(variables))
            yield

    def _name_last_values(self) -> None:
        """Record the local variables of the user's functions after the last call, unless the last call was logged."""
        read, self._log.read_last = self._log.read_last, None
        if read is None or not self._driver.records:
            return
        with suppress(RunTerminated), self._threads.turn() as has_turn:
            if has_turn and (cursor := self._recorder.cursor) is not None:
                cursor.eager_record.note_last_locals(read().renamed(self._recorder.names.name_of))

    # --- runs of programs in between ----------------------------------------------------------------

    def suspend(self) -> None:
        if self._keeper.is_empty and self._threads.live is None:
            thread_state.log, self._set_aside = None, self._commands.queue.executed
        else:
            end_log()
            self.flush()
        self._recorder.suspend()

    def resume(self) -> None:
        self._recorder.resume()
        if not self._recorder.suspended:
            executed, self._set_aside = self._set_aside, -1
            if executed == self._commands.queue.executed:  # the log does not depend on any change since
                thread_state.log = self._log
                return
        start_log()

    # --- steps --------------------------------------------------------------------------------------

    @contextmanager
    def _optimizer_step(self) -> Iterator[None]:
        around, self._log.update = self._log.update, object()
        self._log.updating += 1
        self._parameters.note_step()
        try:
            yield
        finally:
            self._log.updating -= 1
            self._log.update = around
        if (reason := skipped_for()) is not None and not self._recorder.suspended:
            self._report_skipped(reason)
        self._finish_step()

    def _report_skipped(self, parameters: Sequence[str]) -> None:
        """Report that gradient scaling has skipped the update of the step that ends."""
        self._skipped += 1
        if self._skipped > MOST_REPORTED:
            return
        of = f" of {listed(parameters, MOST_NAMED)}" if parameters else ""
        text = f"step {self._counter.steps + 1}: gradient scaling has skipped the optimizer's step"
        text = f"{text}: NaN or Inf in the gradients{of}; no parameter has changed"
        if self._skipped == MOST_REPORTED:
            text += " (later skipped steps are not reported)"
        for listener in self._listeners:
            listener.say("skipped step", text)

    def _finish_step(self) -> None:
        """End the step, because an optimizer has updated parameters."""
        if self._recorder.suspended:
            return
        with self._threads.turn() as has_turn:
            if has_turn:
                self._record_step()
            else:
                self._log.take()
        if self._keeper.is_noting:
            STEP_GARBAGE.collect()

    def _record_step(self) -> None:
        self._keeper.notified.summarize_last()
        recorder, losses = self._recorder, self._losses.of_step(self._log.calls, self._log.root_names)
        self._losses.end_step(self._counter.steps + 1)
        cursor = recorder.cursor
        if self._keeper.is_open and self._driver.records and self._threads.live is None:
            logged = self._keeper.take(self._log.caller(2)[0])
            record = recorder.add_log(logged)
            self._end_calls(record)
            self._keeper.write(record, logged)
        elif not self._driver.records:
            self._keeper.end_unrecorded()
        elif cursor is not None or self._threads.live is None:
            end_log()
            cursor = cursor or recorder.begin(recorder.number)  # of a step without calls since the last record
            cursor.eager_record.add(None, False, None, self._log.caller(2)[0], states=recorder.states())
            cursor.advance_to_latest()
            recorder.check_stop(cursor, None)
            self._end_calls(cursor.eager_record)
            recorder.flush()
        now = self._commands.running_clock()
        seconds, self._step_start = now - self._step_start, now
        self._losses.start_step()
        calls = recorder.number
        recorder.start_step()
        for listener in self._listeners:
            listener.end_eager_step(seconds, losses)
        if notice := self._keeper.end_step(calls):
            for listener in self._listeners:
                listener.say("taps", notice)
        start_log()

    def _end_calls(self, record: EagerRecord) -> None:
        """Pass the last record of a step to the listeners."""
        self._driver.previous_step[self.program.id] = PreviousStep(record, record.final_value)
        step = EagerStep(record.step_records)
        for listener in self._listeners:
            listener.end_calls(step)

    # --- the end ------------------------------------------------------------------------------------

    def flush(self, error: str = "") -> None:
        self._recorder.flush(error)

    def observe_last_step(self) -> None:
        self._keeper.observe_last_step()
