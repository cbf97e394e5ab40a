"""Executes commands in the thread that drives the run, between two operators; after the run, in any thread."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from typing import Any, TypeVar

import numpy as np

from opscope.core.place import has_numbers
from opscope.debug.delivery.event_queue import Emit
from opscope.debug.frames.frame_stack import FrameStack
from opscope.debug.navigation.goals import OperatorGoal, Resume, StepGoal
from opscope.debug.navigation.search import SearchStopped
from opscope.debug.replay.editor import Editor
from opscope.debug.replay.program_frame import ValueSource
from opscope.debug.replay.run_cursor import RunRewound
from opscope.debug.replay.stops import StopReason
from opscope.debug.session.all_breakpoints import AnyBreakpoint
from opscope.debug.session.driver import COMMAND, FrameDriver
from opscope.debug.session.inspector_values import InspectorValues
from opscope.debug.session.name_checks import NameChecks
from opscope.debug.session.place_expressions import evaluated
from opscope.debug.session.position_events import PositionReporter, stopped_before
from opscope.debug.session.run_findings import RunFindings
from opscope.debug.session.wire_commands import breakpoints_changed, dispatch
from opscope.debug.state.command_queue import CommandQueue, DriverCall
from opscope.debug.state.listener import Listener, Listeners
from opscope.debug.state.program_threads import ProgramThreads
from opscope.debug.state.run_state import Outcome, RunTerminated, StateCell
from opscope.debug.taps.value_events import detail_seen
from opscope.debug.values.step_counter import StepCounter
from opscope.debug.values.value_monitor import ValueMonitor
from opscope.errors import ArgumentError, OpscopeError, OpscopeWarning, RunError, UnsupportedError, nearest
from opscope.events import (
    Command,
    Continue,
    Continued,
    EditsChanged,
    FetchDetail,
    FetchSlice,
    Pause,
    PinValue,
    RecordingChanged,
    Response,
    Stopped,
    Terminate,
    Warned,
    WatchDetail,
)
from opscope.ir.program.program import Operator
from opscope.runtime.instrument import replace_passes

R = TypeVar("R")


class CommandProcessor(Listener):
    """Takes commands from any thread and executes them one at a time. Every command is answered by an event.

    The driving thread calls `poll` (in a run that is only watched) or `stop_program` (in a recorded run). When
    the run is over, commands are answered at once, from the recorded history.
    """

    def __init__(
        self,
        emit: Emit,
        queue: CommandQueue,
        counter: StepCounter,
        values: ValueMonitor,
        driver: FrameDriver | None,
        reporter: PositionReporter | None,
        names: NameChecks,
        findings: RunFindings | None,
        threads: ProgramThreads,
        frames: FrameStack | None,
        state: StateCell,
        listeners: Listeners,
    ) -> None:
        self.emit = emit
        self.queue = queue
        self.driver = driver
        self._names = names
        self._findings = findings
        self.state = state
        self.threads = threads
        self._listeners = listeners
        self._paused_seconds = 0.0  # how long the run has stood still
        self._stood_at = 0.0  # since when a run stands still that is only watched
        self._counter = counter
        self._values = values
        self._reporter = reporter
        self._retry: Command | DriverCall | None = None  # what to execute again where it has rewound the run to
        self._frames = frames
        self._watched: tuple[str, ...] = ()  # expressions that are evaluated at each stop
        self._edits: tuple[str, ...] = ()  # as they were last emitted
        self._breakpoints: tuple[tuple[int, int, bool, int], ...] = ()  # number, hits, pending and program, likewise
        self._pins = InspectorValues()
        self._post_mortem = threading.RLock()  # one command at a time when the run is over
        self._post_mortem_thread: int | None = None  # that executes it

    # --- any thread ---------------------------------------------------------------------------------

    def submit(self, command: Command | DriverCall) -> None:
        """Queue a command; it is executed before the next operator. Never blocks while the run goes on."""
        if self.state.now.has_ended:
            self._answer_post_mortem(command)
            return
        self.queue.put(command)
        if self.state.now.has_ended:  # the run ended in between: the driving thread no longer reads the queue
            self._answer_waiting()

    def call(self, function: Callable[[], R], timeout: float | None = None) -> R:
        """Call a function in the driving thread, between two operators; returns or raises what it does.

        Called by the program's own code, in one of its threads, it does so at once. Raises TimeoutError if the program
        does not reach an operator in time; then the function is not called.
        """
        if not self.state.now.has_ended and self.threads.here is not None:
            with self.threads.turn():
                return function()
        call = DriverCall(function)
        self.submit(call)
        try:
            return call.result.result(timeout)
        except TimeoutError:
            if call.result.cancel():
                raise
            return call.result.result()  # it has started: wait for it

    # --- the driving thread -------------------------------------------------------------------------

    def running_clock(self) -> float:
        """Seconds, as `time.perf_counter`, without the time that the run has stood still."""
        return time.perf_counter() - self._paused_seconds

    def poll(self, frame: ValueSource, operator: Operator | None) -> None:
        """In a run that is only watched: execute the waiting commands; paused before `operator`, wait for more."""
        self.queue.note_read()
        self._values.cache.note_progress(frame)
        while True:
            if self.state.now.phase == "stopping":
                place = stopped_before(StopReason("pause"), operator, step=self._counter.steps + 1)
                self.state.stand_at(place, self.emit)
                self._stood_at = time.perf_counter()
            command = self._awaited_command() if self.state.now.is_held else self.queue.get_nowait()
            if command is None:
                break
            self._execute(command, frame)

    def is_to_stop(self) -> bool:
        """In a recorded run, before a lowered run of a program: execute the waiting commands. True after a Pause."""
        self.queue.note_read()
        while not self.state.now.is_held:
            command = self.queue.get_nowait()
            if command is None:
                return False
            self._execute(command, None)
        self.queue.update_pending()
        return True

    def stop_program(self, stop: StopReason) -> None:
        """In a recorded run: stop here and execute commands until the program is to continue."""
        driver, reporter = self.driver, self._reporter
        assert driver is not None and reporter is not None
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
        driver.set_goal(None)
        reporter.report_history()
        if self._retry is not None:
            retry, self._retry = self._retry, None
            self._execute(retry, None)
        else:
            here = self._report_stop(stop)
            if isinstance(goal, StepGoal) and (short := goal.stopped_short(here)):
                self.emit(Warned(subject="goto", text=short))
        start = time.perf_counter()
        while self.state.now.is_held:
            self._execute(self._awaited_command(), None)
        self._paused_seconds += time.perf_counter() - start
        self.queue.update_pending()

    def _awaited_command(self) -> Command | DriverCall:
        """The next command, for which the program stands still."""
        for listener in self._listeners:
            listener.await_command()
        return self.queue.get()

    def _execute(self, command: Command | DriverCall, frame: ValueSource | None) -> None:
        try:
            with self.queue.execution():
                self._execute_command(command, frame)
        except RunRewound:
            assert self.driver is not None
            self._retry = command  # the run counts as stopped until it stands there
            self.driver.set_goal(lambda walk: True)
            raise

    def _execute_command(self, command: Command | DriverCall, frame: ValueSource | None) -> None:
        if isinstance(command, DriverCall):
            command.run()
        elif isinstance(command, Pause):
            self.state.hold()
            self._answer(command, True)
        elif isinstance(command, Continue) and self.driver is None:
            self._answer(command, True)
            self._continue_watched()
        elif isinstance(command, Terminate):
            self.state.terminate()
            self._answer(command, True)
            raise RunTerminated
        elif isinstance(command, FetchDetail | WatchDetail):
            self._send_detail(command, frame)
        elif isinstance(command, FetchSlice | PinValue):
            self._inspect(command, frame)
        else:
            try:
                with np.errstate(all="ignore"):
                    note = dispatch(self, command)
            except OpscopeError as e:
                self._answer(command, False, f"{e.summary}" + (f" ({e.fix})" if e.fix else ""))
            except SearchStopped:
                self._answer(command, False, "the search was stopped")
            else:
                self._answer(command, True, note)

    def _continue_watched(self) -> None:
        """Let a run go on that is only watched, at once: the next command may be another Pause."""
        if self.state.now.is_held:
            self._paused_seconds += time.perf_counter() - self._stood_at
            self.emit(Continued(step=self._counter.steps + 1))
            self.state.go_on()

    def _answer(self, command: Command, ok: bool, text: str = "") -> None:
        self.emit(Response(request=command.request, ok=ok, text=text))

    # --- what commands do ---------------------------------------------------------------------------

    def move(self, action: Callable[[], StopReason | Resume], reason: str = "step") -> StopReason | Resume:
        """Go to another place, or let the program continue. Raises RunError if the run is not paused.

        A search that is stopped leaves the run where it stood.
        """
        if not (self.state.now.is_held or self.state.now.has_ended):
            raise RunError("the run is not paused", fix="pause it first")
        assert self.driver is not None and self._reporter is not None
        navigator = self.driver.navigator
        before, thread = navigator.shown, self.threads.chosen
        is_current = thread is self.threads.current  # else the line is one of the thread that has stopped
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
        """Change something in the current run and emit where it stops now."""
        if self.state.now.has_ended:
            raise RunError("the run is over", fix="branch(...) tries a change on a past step")
        if not self.state.now.is_held:
            raise RunError("the run is not paused", fix="pause it first")
        assert self.driver is not None and self._reporter is not None
        edits = self.driver.editing()
        for name, tensor in self.frames.tensors():
            edits.hold(name, tensor)
        found = change(edits)
        self._report_stop(StopReason("goto", "edited"))
        return found

    def check(self, made: AnyBreakpoint) -> OpscopeWarning | None:
        """Return why a new breakpoint can never stop, as far as is known; None if it can."""
        return self._names.check(made)

    def find_faults(self) -> str:
        """Let the rules look at what is recorded; returns how many findings there are."""
        assert self._findings is not None
        return self._findings.count_text()

    def watch_expressions(self, expressions: tuple[str, ...]) -> None:
        """Evaluate these expressions now, and at each stop from now on."""
        self._watched = expressions
        self._evaluate_watched()

    @property
    def frames(self) -> FrameStack:
        """The frames at the place. Raises UnsupportedError in a run that is only watched."""
        if self._frames is None:
            raise UnsupportedError("this run is only watched", fix="start it with record=True")
        return self._frames

    def _report_stop(self, stop: StopReason) -> Stopped:
        """Emit where the run stands, what can be undone there, and the values of the watch expressions."""
        assert self.driver is not None and self._reporter is not None
        here = self._reporter.report_stop(stop)
        self.report_breakpoints()
        edits = () if self.driver.edits is None else self.driver.edits.descriptions
        if edits != self._edits:
            self._edits = edits
            self.emit(EditsChanged(texts=edits))
        if self._watched:
            self._evaluate_watched()
        return here

    def report_breakpoints(self) -> None:
        """Emit the breakpoints again if they were hit since, if they fit now, or if another program runs."""
        assert self.driver is not None
        here = self.driver.navigator.cursor
        program = -1 if here is None else here.program.id
        found = self.driver.all_breakpoints.listed
        state = tuple((b.number, b.hit_count, b.pending, program) for b in found)
        if state != self._breakpoints:
            self._breakpoints = state
            self.emit(breakpoints_changed(self.driver))

    def _evaluate_watched(self) -> None:
        assert self.driver is not None
        with np.errstate(all="ignore"):
            self.emit(evaluated(self.driver, self.frames, self._watched))

    def set_level(self, pattern: str, level: str, every: int | None = None) -> OpscopeWarning | None:
        """Set how closely the values of a pattern are watched from the next run on.

        Returns a warning if the pattern matches nothing in the programs that have run.
        """
        former = self._values.passes
        self._values.set_level(pattern, level, every)
        if not self.state.now.has_ended:
            replace_passes(former, self._values.passes)
        if self.driver is None:
            return None
        return self.driver.navigator.programs().unmatched(pattern, "the tap")

    def set_recording(self, on: bool, budget: int | None = None) -> None:
        """Switch recording on or off, or change its budget; emit what holds now."""
        assert self.driver is not None and self._reporter is not None
        if budget is not None and budget <= 0:
            raise ArgumentError(f"a budget is a positive number of bytes, not {budget}")
        journal = self.driver.journal
        journal.switch(on, budget)
        self.emit(RecordingChanged(on=journal.recording, budget=journal.budget))
        self._reporter.report_history()

    def _send_detail(self, command: FetchDetail | WatchDetail, frame: ValueSource | None) -> None:
        name = command.name
        if isinstance(command, WatchDetail):
            self._values.cache.follow_details(name)
            if not name:
                self._answer(command, True)
                return
        value, step = self._find_value(name, frame)
        if not has_numbers(value):
            guess = nearest(name, self._values.latest)
            self._answer(command, False, f"no value of {name!r} has been seen: {guess or 'tap it'}")
            return
        self.emit(detail_seen(name, value, step, command.request))
        self._answer(command, True)

    def _inspect(self, command: FetchSlice | PinValue, frame: ValueSource | None) -> None:
        value, step = self._find_value(command.name, frame) if command.name else (None, 0)
        if command.name and not has_numbers(value):
            self._answer(command, False, f"{command.name!r} has no value here")
            return
        try:
            if isinstance(command, PinValue):
                self.emit(self._pins.pin(command.name, value, step))
            else:
                self.emit(self._pins.slice(command, value, step, self.driver))
        except OpscopeError as e:
            self._answer(command, False, e.summary)
        else:
            self._answer(command, True)

    def _find_value(self, name: str, frame: ValueSource | None) -> tuple[Any, int]:
        """The value of a name and its step: at the place of the navigator, else the latest one that a tap has seen."""
        if self._reporter is not None:
            value, step = self._reporter.values.find(name)
        else:
            seen = self._values.latest.get(name)
            value, step = (None, 0) if seen is None else (seen.value, seen.step)
        if value is None and frame is not None:
            return frame.value(name), self._counter.steps + 1
        return value, step

    # --- after the run ------------------------------------------------------------------------------

    def _answer_post_mortem(self, command: Command | DriverCall) -> None:
        """Execute a command now. While another thread executes one, a call waits for it, and a command is left to it.

        So the thread that gets the commands of a panel is free for the one that stops a search.
        """
        search = None if self.driver is None else self.driver.navigator.search
        if isinstance(command, Pause | Terminate) and search is not None and search.active:  # in another thread
            search.stop()
            self._answer(command, True)
            return
        try:
            if isinstance(command, DriverCall):
                self._execute_post_mortem(command)
            else:
                self.queue.put(command)
        finally:
            self._answer_waiting()

    def _answer_waiting(self) -> None:
        """Execute the commands that wait; if another thread executes one, it executes them after that."""
        if self._post_mortem_thread == threading.get_ident():  # a sink asks while a command is half done
            return
        while not self.queue.empty and self._post_mortem.acquire(blocking=False):
            try:
                while (command := self.queue.get_nowait()) is not None:
                    self._execute_post_mortem(command)
            finally:
                self._post_mortem.release()

    def _execute_post_mortem(self, command: Command | DriverCall) -> None:
        is_known = isinstance(command, DriverCall | FetchDetail | WatchDetail | FetchSlice | PinValue)
        if isinstance(command, Pause | Terminate) or (self.driver is None and not is_known):
            self._answer(command, False, "the run is over")
            return
        with self._alone():
            self._execute(command, None)

    @contextmanager
    def _alone(self) -> Iterator[None]:
        """In the block no other thread executes a command of a run that is over."""
        with self._post_mortem:
            before, self._post_mortem_thread = self._post_mortem_thread, threading.get_ident()
            try:
                yield
            finally:
                self._post_mortem_thread = before

    @contextmanager
    def ending(self, outcome: Outcome = "finished") -> Iterator[None]:
        """In the block the run ends. Then the waiting commands are answered, and later ones at once."""
        try:
            with self._alone():
                self.state.end(outcome)
                try:
                    yield
                finally:
                    self.state.tell_end()
        finally:
            self._answer_waiting()
