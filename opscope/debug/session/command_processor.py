"""Execution of commands between two operators, in the thread that drives the run.

After the end of the run, any thread may execute commands.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

import numpy as np

from opscope.core.place import has_numbers
from opscope.debug.delivery.event_queue import Emit
from opscope.debug.drivers.run_driver import RunDriver
from opscope.debug.drivers.watched_driver import only_watched
from opscope.debug.frames.frame_stack import FrameStack
from opscope.debug.navigation.goals import Resume
from opscope.debug.navigation.search import SearchStopped
from opscope.debug.replay.editor import Editor
from opscope.debug.replay.program_frame import ValueSource
from opscope.debug.replay.stops import StopReason
from opscope.debug.session.inspector_values import InspectorValues
from opscope.debug.state.command_queue import CommandQueue, DriverCall
from opscope.debug.state.listener import Listener, Listeners
from opscope.debug.state.program_threads import ProgramThreads
from opscope.debug.state.run_state import Outcome, RunTerminated, StateCell
from opscope.debug.taps.value_events import detail_seen
from opscope.debug.values.place_values import values_by_step
from opscope.debug.values.step_counter import StepCounter
from opscope.debug.values.value_monitor import ValueMonitor
from opscope.errors import OpscopeError, OpscopeWarning, nearest, one_line
from opscope.events import (
    Command,
    FetchDetail,
    FetchSlice,
    Pause,
    PinValue,
    Response,
    SetTapLevel,
    Terminate,
    WatchDetail,
)
from opscope.runtime.instrument import replace_passes

R = TypeVar("R")


class CommandProcessor(Listener):
    """Processor that receives commands from any thread and executes one command at a time.

    An event answers each command. During the run, the thread that drives the run executes commands at positions where
    the run may stop. After the end of the run, commands are executed at once. This base class refuses commands that
    need a recorded run.
    """

    def __init__(
        self,
        emit: Emit,
        queue: CommandQueue,
        counter: StepCounter,
        values: ValueMonitor,
        driver: RunDriver,
        threads: ProgramThreads,
        state: StateCell,
        listeners: Listeners,
    ) -> None:
        self.emit = emit
        self.queue = queue
        self.driver = driver
        self.state = state
        self.threads = threads
        self._listeners = listeners
        self._paused_seconds = 0.0  # seconds for which the run has stood still
        self._counter = counter
        self._values = values
        self._pins = InspectorValues()
        self._post_mortem = threading.RLock()  # one command at a time after the run
        self._post_mortem_thread: int | None = None  # thread that executes a command after the run

    # --- any thread ---------------------------------------------------------------------------------

    def submit(self, command: Command | DriverCall) -> None:
        """Queue a command; the command is executed before the next operator.

        During the run, `submit` never blocks.
        """
        if self.state.now.has_ended:
            self._answer_post_mortem(command)
            return
        self.queue.put(command)
        if self.state.now.has_ended:  # the run ended in between: the driving thread no longer reads the queue
            self._answer_waiting()

    def call(self, function: Callable[[], R], timeout: float | None = None) -> R:
        """Call a function between two operators, in the thread that drives the run.

        Returns the result of the function, or raises its error.

        In a thread that belongs to the program, the function is called at once. Raises TimeoutError if the program does
        not reach an operator within `timeout` seconds. After a TimeoutError, the function will not be called.
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
        """Return the time from `time.perf_counter`, minus the seconds during which the run was stopped."""
        return time.perf_counter() - self._paused_seconds

    @contextmanager
    def _standing(self) -> Iterator[None]:
        """Count the duration of the `with` block as time in which the run was stopped."""
        start = time.perf_counter()
        try:
            yield
        finally:
            self._paused_seconds += time.perf_counter() - start

    def _awaited_command(self) -> Command | DriverCall:
        """Return the next command; the program does not continue until the command comes."""
        for listener in self._listeners:
            listener.await_command()
        return self.queue.get()

    def _execute(self, command: Command | DriverCall, frame: ValueSource | None) -> None:
        with self.queue.execution():
            self._execute_command(command, frame)

    def _execute_command(self, command: Command | DriverCall, frame: ValueSource | None) -> None:
        if isinstance(command, DriverCall):
            command.run()
        elif isinstance(command, Pause):
            self.state.hold()
            self._answer(command, True)
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
                    note = self._obey(command)
            except OpscopeError as e:
                self._answer(command, False, f"{e.summary}" + (f" ({e.fix})" if e.fix else ""))
            except SearchStopped:
                self._answer(command, False, "the search was stopped")
            else:
                self._answer(command, True, note)

    def _obey(self, command: Command) -> str:
        """Execute a command where the run has stopped. Returns a note for the user, or "" if there is no note.

        Raises OpscopeError. The text of the error becomes the answer to the command.
        """
        if isinstance(command, SetTapLevel):
            problem = self.set_level(command.pattern, command.level)
            return "" if problem is None else one_line(problem)
        raise only_watched(f"the command {command.kind} is not supported: ")

    def _answer(self, command: Command, ok: bool, text: str = "") -> None:
        self.emit(Response(request=command.request, ok=ok, text=text))

    # --- effects of commands ------------------------------------------------------------------------

    def move(self, action: Callable[[], StopReason | Resume], reason: str = "step") -> StopReason | Resume:
        """Move to another place of the run, or let the program continue. Raises RunError if the run is not paused."""
        raise only_watched()

    def edit(self, change: Callable[[Editor], R]) -> R:
        """Make a change in the current run, and then emit the event about the position of the run."""
        raise only_watched()

    def set_recording(self, on: bool, budget: int | None = None) -> None:
        """Switch recording on or off, or change the budget of the recording, and emit the recording status."""
        raise only_watched()

    @property
    def frames(self) -> FrameStack:
        """Return the stack of frames at the position where the run has stopped."""
        raise only_watched()

    def set_level(self, pattern: str, level: str, every: int | None = None) -> OpscopeWarning | None:
        """Set the level of taps for a pattern of values, from the next run of a program on.

        Returns a warning if the pattern matches nothing in the programs that have run.
        """
        former = self._values.passes
        self._values.set_level(pattern, level, every)
        if not self.state.now.has_ended:
            replace_passes(former, self._values.passes)
        return self.driver.navigator.programs().unmatched(pattern, "the tap")

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
                self.emit(self._pins.slice(command, value, step, self.driver.navigator))
        except OpscopeError as e:
            self._answer(command, False, e.summary)
        else:
            self._answer(command, True)

    def _find_value(self, name: str, frame: ValueSource | None) -> tuple[Any, int]:
        """Return the value of a name, and the step of this value.

        The value is searched first at the current position, then in the frame, and then at the end of the last step.
        """
        value, step = self._value_at_place(name)
        if value is None and frame is not None:
            return frame.value(name), self._counter.steps + 1
        return self._value_of_last_step(name) if value is None else (value, step)

    def _value_of_last_step(self, name: str) -> tuple[Any, int]:
        """Return the value of a name at the end of the last complete step, and the number of this step.

        Returns (None, 0) if no value is stored. A run that is interrupted has already overwritten the values of the
        previous step in memory.
        """
        try:
            found = [*values_by_step(self.driver.navigator, name, [self._counter.steps])]
        except OpscopeError:
            return None, 0
        return next(((value.copy(), step) for step, value in found), (None, 0))

    def _value_at_place(self, name: str) -> tuple[Any, int]:
        """Return the latest tapped value of a name, and the step of this value.

        Returns (None, 0) if the name was not tapped.
        """
        seen = self._values.latest.get(name)
        return (None, 0) if seen is None else (seen.value, seen.step)

    # --- progress -----------------------------------------------------------------------------------

    def report_progress(self, now: float) -> None:
        """During the run, emit the recording status at intervals."""

    def report_end(self) -> None:
        """At the end of the program's code, emit the recording status."""

    # --- after the run ------------------------------------------------------------------------------

    def _answer_post_mortem(self, command: Command | DriverCall) -> None:
        """Execute a command now, in the calling thread.

        If another thread is executing a command, a function call waits for this thread. All other commands are executed
        by that thread. So the thread that receives the commands of a panel can still receive the command that stops a
        search.
        """
        search = self.driver.navigator.search
        if isinstance(command, Pause | Terminate) and search.active:  # in another thread
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
        """Execute the waiting commands.

        If another thread is executing a command, that thread executes the waiting commands afterwards.
        """
        if self._post_mortem_thread == threading.get_ident():  # a sink sends a command during another command
            return
        while not self.queue.empty and self._post_mortem.acquire(blocking=False):
            try:
                while (command := self.queue.get_nowait()) is not None:
                    self._execute_post_mortem(command)
            finally:
                self._post_mortem.release()

    def _execute_post_mortem(self, command: Command | DriverCall) -> None:
        is_known = isinstance(command, DriverCall | FetchDetail | WatchDetail | FetchSlice | PinValue)
        if isinstance(command, Pause | Terminate) or not (self.driver.records or is_known):
            self._answer(command, False, "the run is over")
            return
        with self._alone():
            self._execute(command, None)

    @contextmanager
    def _alone(self) -> Iterator[None]:
        """Let only this thread execute commands of the finished run until the `with` block ends."""
        with self._post_mortem:
            before, self._post_mortem_thread = self._post_mortem_thread, threading.get_ident()
            try:
                yield
            finally:
                self._post_mortem_thread = before

    @contextmanager
    def ending(self, outcome: Outcome = "finished") -> Iterator[None]:
        """End the run: inside the `with` block, the run has ended, but its commands are not answered yet.

        After the `with` block, waiting commands are answered, and later commands are answered at once.
        """
        try:
            with self._alone():
                self.state.end(outcome)
                try:
                    yield
                finally:
                    self.state.tell_end()
        finally:
            self._answer_waiting()
