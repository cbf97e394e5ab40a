"""Execution of the commands of a recorded run, at the place where the run has stopped or anywhere in its history."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import nullcontext
from typing import Any, TypeVar

import numpy as np

from opscope.debug.delivery.event_queue import Emit
from opscope.debug.drivers.breakpoints import AnyBreakpoint
from opscope.debug.drivers.frame_driver import COMMAND, FrameDriver
from opscope.debug.frames.frame_stack import FrameStack
from opscope.debug.navigation.goals import OperatorGoal, Resume, StepGoal
from opscope.debug.navigation.search import SearchStopped
from opscope.debug.replay.editor import Editor
from opscope.debug.replay.program_frame import ValueSource
from opscope.debug.replay.run_cursor import RunRewound
from opscope.debug.replay.stops import StopReason
from opscope.debug.session.breakpoint_events import breakpoints_changed
from opscope.debug.session.command_processor import CommandProcessor
from opscope.debug.session.name_checks import NameChecks
from opscope.debug.session.place_expressions import evaluated
from opscope.debug.session.position_events import PositionReporter
from opscope.debug.session.run_findings import RunFindings
from opscope.debug.session.step_gradients import StepGradients
from opscope.debug.state.command_queue import CommandQueue, DriverCall
from opscope.debug.state.listener import Listeners
from opscope.debug.state.program_threads import ProgramThreads
from opscope.debug.state.run_state import StateCell
from opscope.debug.values.step_counter import StepCounter
from opscope.debug.values.value_monitor import ValueMonitor
from opscope.errors import ArgumentError, OpscopeWarning, RunError
from opscope.events import Command, EditsChanged, RecordingChanged, SetTapLevel, Stopped, Warned

R = TypeVar("R")


class RecordedCommands(CommandProcessor):
    """Processor of the commands of a recorded run.

    The thread that drives the run calls `stop_program` to stop at a position. Between two runs of programs, the thread
    calls `is_to_stop`.

    `dispatch` executes a command of the wire protocol, and returns a text for the user.
    """

    driver: FrameDriver

    def __init__(
        self,
        emit: Emit,
        queue: CommandQueue,
        counter: StepCounter,
        values: ValueMonitor,
        driver: FrameDriver,
        threads: ProgramThreads,
        state: StateCell,
        listeners: Listeners,
        reporter: PositionReporter,
        names: NameChecks,
        findings: RunFindings,
        gradients: StepGradients,
        frames: FrameStack,
        dispatch: Callable[[RecordedCommands, Command], str],
    ) -> None:
        super().__init__(emit, queue, counter, values, driver, threads, state, listeners)
        self._reporter = reporter
        self._names = names
        self._findings = findings
        self._gradients = gradients
        self._frames = frames
        self._dispatch = dispatch
        self._retry: Command | DriverCall | None = None  # command to repeat after the run was rewound
        self._watched: tuple[str, ...] = ()  # expressions evaluated at each stop
        self._edits: tuple[str, ...] = ()  # as last emitted
        self._breakpoints: tuple[tuple[int, int, bool, int], ...] = ()  # number, hits, pending, program: as emitted

    # --- the driving thread -------------------------------------------------------------------------

    def is_to_stop(self) -> bool:
        """Execute the waiting commands before a compiled (lowered) run begins.

        Returns True if one of the commands was Pause.
        """
        self.queue.note_read()
        while not self.state.now.is_held:
            command = self.queue.get_nowait()
            if command is None:
                return False
            self._execute(command, None)
        self.queue.update_pending()
        return True

    def stop_program(self, stop: StopReason) -> None:
        """Stop a recorded run at this position, and execute commands until a command lets the program continue."""
        if stop is COMMAND:
            self.queue.note_read()
            while not self.state.now.is_held:
                command = self.queue.get_nowait()
                if command is None:
                    return
                self._execute(command, None)
            stop = StopReason("pause")
        self.state.hold()
        self.threads.forget_choice()
        goal = self.state.goal
        self.driver.set_goal(None)
        self._reporter.report_history()
        if self._retry is not None:
            retry, self._retry = self._retry, None
            self._execute(retry, None)
        else:
            here = self._report_stop(stop)
            if isinstance(goal, StepGoal) and (short := goal.stopped_short(here)):
                self.emit(Warned(subject="goto", text=short))
        with self._standing():
            while self.state.now.is_held:
                self._execute(self._awaited_command(), None)
        self.queue.update_pending()

    def _execute(self, command: Command | DriverCall, frame: ValueSource | None) -> None:
        try:
            super()._execute(command, frame)
        except RunRewound:
            self._retry = command  # the run counts as stopped until it is at that place
            self.driver.set_goal(lambda walk: True)
            raise

    def _obey(self, command: Command) -> str:
        return super()._obey(command) if isinstance(command, SetTapLevel) else self._dispatch(self, command)

    # --- effects of commands ------------------------------------------------------------------------

    def move(self, action: Callable[[], StopReason | Resume], reason: str = "step") -> StopReason | Resume:
        """Move to another place, or let the program continue. Raises RunError if the run is not paused.

        If the move is a search and the user stops it, the run stays at the position before the search.
        """
        if not (self.state.now.is_held or self.state.now.has_ended):
            raise RunError("the run is not paused", fix="pause it first")
        navigator = self.driver.navigator
        before, thread = navigator.shown, self.threads.chosen
        is_current = thread is self.threads.current  # else the line belongs to the thread that has stopped
        with nullcontext() if is_current else navigator.without_line():
            try:
                found = action()
            except (SearchStopped, KeyboardInterrupt):
                navigator.return_to(before)
                raise
        if isinstance(found, StopReason):
            self._report_stop(found)
        else:
            anywhere = isinstance(found.goal, StepGoal | OperatorGoal | None)
            self.driver.set_goal(found.goal, reason, 0 if thread is None or anywhere else thread.ident)
            self._reporter.report_continued(self._counter.steps + 1)
            self.state.go_on()
        return found

    def edit(self, change: Callable[[Editor], R]) -> R:
        """Change the current run, or the past step that is shown, and then emit the event about the position."""
        past_editor = self.driver.past_editor()
        if past_editor is not None:
            found = change(past_editor)
            self._report_stop(StopReason("goto", "edited"))
            return found
        if self.state.now.has_ended:
            raise RunError(
                "the run is over and cannot be changed", fix="to try a change on a past step, use branch(...)"
            )
        if not self.state.now.is_held:
            raise RunError("the run is not paused", fix="pause it first")
        chosen, current = self.threads.chosen, self.threads.current
        if chosen is not None and current is not None and chosen is not current:  # whose names mean other values
            raise RunError(
                f"thread {chosen.number} cannot be changed, because the run has stopped in thread {current.number}",
                fix=f"choose thread {current.number}, or stop in thread {chosen.number}",
            )
        edits = self.driver.editing()
        held = list(self.frames.tensors())  # the Tensor that shows one of another library is alive only here
        for name, tensor in held:
            edits.hold(name, tensor)
        edits.find = self.frames.tensor
        found = change(edits)
        self._report_stop(StopReason("goto", "edited"))
        return found

    def check(self, made: AnyBreakpoint) -> OpscopeWarning | None:
        """Return a warning if a new breakpoint can probably never stop the run.

        Returns None if the breakpoint can stop the run.
        """
        return self._names.check(made)

    def find_faults(self) -> str:
        """Apply the rules to the recorded steps. Returns a text with the number of findings."""
        return self._findings.count_text()

    def check_gradients(self) -> str:
        """Start a check of the gradients of a step.

        Returns a text that describes when the check ends. Raises RunError.
        """
        if self.state.now.has_ended:
            raise RunError(
                "the run is over, so its gradients cannot be checked",
                fix="run the program again with debug.check(train)",
            )
        return self._gradients.begin()

    def watch_expressions(self, expressions: tuple[str, ...]) -> None:
        """Evaluate the watched expressions now, and again at each later stop."""
        self._watched = expressions
        self._evaluate_watched()

    @property
    def frames(self) -> FrameStack:
        return self._frames

    def _report_stop(self, stop: StopReason) -> Stopped:
        """Emit events about the position, the edits that can be undone there, and the watched expressions."""
        here = self._reporter.report_stop(stop)
        self.report_breakpoints()
        live = () if self.driver.edits is None else self.driver.edits.descriptions
        edits = self.driver.navigator.changes or live
        if edits != self._edits:
            self._edits = edits
            self.emit(EditsChanged(texts=edits))
        if self._watched:
            self._evaluate_watched()
        return here

    def report_breakpoints(self) -> None:
        """Emit the event with all breakpoints if a breakpoint has a new hit or match, or if another program runs."""
        here = self.driver.navigator.cursor
        program = -1 if here is None else here.program.id
        found = self.driver.breakpoints.listed
        state = tuple((b.number, b.hit_count, b.pending, program) for b in found)
        if state != self._breakpoints:
            self._breakpoints = state
            self.emit(breakpoints_changed(self.driver))

    def _evaluate_watched(self) -> None:
        with np.errstate(all="ignore"):
            self.emit(evaluated(self.driver, self.frames, self._watched))

    def set_recording(self, on: bool, budget: int | None = None) -> None:
        """Switch recording on or off, or change the budget of the recording, and emit the new recording status."""
        if budget is not None and budget <= 0:
            raise ArgumentError(f"a budget must be a positive number of bytes, not {budget}")
        journal = self.driver.journal
        journal.switch(on, budget)
        self.emit(RecordingChanged(on=journal.recording, budget=journal.budget))
        self._reporter.report_history()

    def _value_at_place(self, name: str) -> tuple[Any, int]:
        return self._reporter.values.find(name)

    # --- progress -----------------------------------------------------------------------------------

    def report_progress(self, now: float) -> None:
        self._reporter.report_progress(now)

    def report_end(self) -> None:
        self._reporter.report_history()
        self.report_breakpoints()
