"""Session: connects the objects that watch, drive and command one run of a user's function.

    StateCell: the state of the run (running, paused, over), and the threads that wait for a change of the state
    CommandQueue: commands and calls from any thread, with a flag that the driving thread reads
    CommandProcessor: executes the commands between two operators, as WatchedCommands or RecordedCommands
    RunDriver: runs the frames, as WatchedDriver or as FrameDriver; a FrameDriver can also stop a recorded run
    PositionReporter: emits the position at which the run has stopped
    ValueMonitor: selects the values to summarize, and stores the latest summary of each value
    CostReporter: emits the cost of recording and of summaries
    StepCounter: counts the steps, and stores which programs have runs that are steps
    ThreadCalls: records the calls that the Python code of one thread makes itself (EagerCalls)
    ProgramThreads: the threads of the program; only the thread that has the turn runs

The thread that has the turn runs the frames of the program. This thread reads one flag before each operator to see if
commands wait. While the run is paused, only this thread accesses the frame of the run.
"""

from __future__ import annotations

import os
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, nullcontext, suppress
from types import CodeType
from typing import Any, TypeVar

from opscope.core.place import to_host
from opscope.core.random import Claim, current_claim
from opscope.core.random import default as random_numbers
from opscope.core.source import raising_site
from opscope.debug.delivery.event_queue import Emit
from opscope.debug.drivers.frame_driver import FrameDriver
from opscope.debug.drivers.run_driver import RunDriver
from opscope.debug.drivers.thread_calls import CallsOfThreads, ThreadCalls
from opscope.debug.drivers.watched_driver import WatchedDriver
from opscope.debug.eager.eager_step import EagerStep
from opscope.debug.eager_calls.eager_calls import EagerCalls
from opscope.debug.frames.frame_stack import FrameStack
from opscope.debug.navigation.breakpoint_table import BreakpointHit
from opscope.debug.replay.editor import Editor
from opscope.debug.replay.journal import Journal
from opscope.debug.replay.program_failures import ProgramFailure, ProgramFailures
from opscope.debug.replay.program_kind import Cursor
from opscope.debug.rules.live_steps import LiveRules
from opscope.debug.session.command_processor import CommandProcessor
from opscope.debug.session.cost_events import CostReporter
from opscope.debug.session.finding_feed import FindingFeed
from opscope.debug.session.name_checks import NameChecks
from opscope.debug.session.place_expressions import log_text
from opscope.debug.session.position_events import PositionReporter
from opscope.debug.session.recorded_commands import RecordedCommands
from opscope.debug.session.run_findings import RunFindings, live_rules
from opscope.debug.session.search_bar import SearchReports
from opscope.debug.session.shown_program import ShownProgram
from opscope.debug.session.shown_thread import ShownThread
from opscope.debug.session.step_gradients import StepGradients
from opscope.debug.session.step_reports import StepReports
from opscope.debug.session.watched_commands import WatchedCommands
from opscope.debug.session.wire_commands import dispatch
from opscope.debug.state.breakpoint_calls import breakpoint_calls
from opscope.debug.state.command_queue import CommandQueue
from opscope.debug.state.listener import Listener, Listeners, Messages
from opscope.debug.state.program_threads import ProgramThread, ProgramThreads, user_frame
from opscope.debug.state.run_state import UNOBSERVED, RunTerminated, StateCell
from opscope.debug.taps.event_history import History
from opscope.debug.taps.levels import tap_levels
from opscope.debug.taps.probes import ProbePass
from opscope.debug.values.step_counter import StepCounter
from opscope.debug.values.value_monitor import ValueMonitor
from opscope.events import Command
from opscope.ir.program.program import Program
from opscope.runtime.frame import Frame, run_frame
from opscope.runtime.instrument import instrumented, synchronize_passes
from opscope.runtime.lower.lowered_frame import LoweredFrame

R = TypeVar("R")


class Session(Listener):
    """A session that watches one run of a user's function.

    The methods `passes`, `drive` and `lower` are the arguments of `runtime.instrumented`. With a `journal`, the run is
    recorded, and the user can step forward and back. Without a journal, the run is only watched. `taps` contains the
    patterns of the values to summarize, each with an interval in steps. If the interval is None, the values are
    summarized at most `hz` times a second. `keep` contains the patterns of the values that are stored completely.
    `listeners` are the objects that receive the session's events. `bottom` is the code object of the function that
    calls the body of the run. `history` contains the losses of the run's eager steps.
    """

    def __init__(
        self,
        emit: Emit,
        journal: Journal | None = None,
        *,
        taps: Sequence[tuple[str, int | None]] = (),
        keep: Sequence[str] = (),
        hz: float | None = None,
        stop_on_error: bool = False,
        rules: bool = False,
        listeners: Sequence[Listener] = (),
        state: StateCell | None = None,
        history: History | None = None,
        bottom: CodeType | None = None,
    ) -> None:
        self.emit, self.state, self.listeners = emit, state or StateCell(UNOBSERVED), Listeners()
        self.failures, self.counter, self.feed = ProgramFailures(), StepCounter(), FindingFeed(emit)
        self.threads = ProgramThreads(self.state, self.listeners)
        self._calls = CallsOfThreads(self.threads)
        self.rules = live_rules(self.feed, self._calls, self.listeners) if rules else None
        queue, levels = CommandQueue(), tap_levels(taps, keep)
        self.driver: RunDriver
        self.commands: CommandProcessor
        if journal is None:
            self.driver = WatchedDriver(queue, self.threads, self.state, self.listeners)
        else:
            self.driver = FrameDriver(
                journal, queue, levels, self.threads, self.state, self.failures, self.listeners, self.rules,
                self._calls.is_left_to_scaling, stop_on_error,
            )  # fmt: skip
        self.values = ValueMonitor(emit, levels, hz, self.counter, self.driver)
        self.names = NameChecks(self.driver, self.values, self._calls, self.counter, self.listeners)
        self.findings = RunFindings(self.feed, self.rules, self._calls, self.driver, self.counter, history)
        self.gradients = StepGradients(emit, self.feed, self.counter)
        if isinstance(self.driver, FrameDriver):
            self.commands = self._recorded_commands(queue, self.driver, bottom)
        else:
            self.commands = WatchedCommands(
                emit, queue, self.counter, self.values, self.driver, self.threads, self.state, self.listeners
            )
        self.costs = CostReporter(emit, self.driver, self.values)
        begin = self.commands.running_clock()
        self._reports = StepReports(emit, self.counter, self.values, self.names, self.gradients, begin)
        self._shown = ShownProgram(self.listeners)
        self._adding = threading.Lock()  # of a thread and its calls
        self._claim: Claim | None = None  # random numbers that the program's threads draw
        self._has_said_lost = False
        self._add_calls()
        self.listeners += (
            self.findings, self, self.names, self._shown, SearchReports(emit),
            *(listeners or [Messages(emit)]), self.commands,
        )  # fmt: skip

    def _recorded_commands(self, queue: CommandQueue, driver: FrameDriver, bottom: CodeType | None) -> RecordedCommands:
        """Return the commands of a recorded run, with the objects that show its positions."""
        shown = ShownThread(self.threads, self._calls, driver.navigator)
        forget_copies = lambda: self.thread_calls.forget_copies()
        frames = FrameStack(driver.navigator, shown.values, self.failures, shown.other, forget_copies, bottom)
        reporter = PositionReporter(self.emit, driver, self.values, self.threads, frames, self.state, self.listeners)
        return RecordedCommands(
            self.emit, queue, self.counter, self.values, driver, self.threads, self.state, self.listeners, reporter,
            self.names, self.findings, self.gradients, frames, dispatch,
        )  # fmt: skip

    def __repr__(self) -> str:
        return f"<Session: {self.steps} steps, {'recorded' if self.driver.records else 'only watched'}>"

    @property
    def passes(self) -> tuple[ProbePass, ...]:
        """The compiler passes that insert probes into plans. The tuple is empty if no value is tapped or watched."""
        gauges = () if self.rules is None else (self.rules.gauges.probes,)
        self.driver.update_probes()
        return (*self.values.passes, *gauges, *self.driver.passes)

    @property
    def lower(self) -> bool:
        """True, because plans of this session may be lowered (compiled to direct calls)."""
        return True

    @property
    def frames(self) -> FrameStack:
        """Return the stack at the current position. Raises UnsupportedError in a run that is only watched."""
        return self.commands.frames

    @property
    def steps(self) -> int:
        """Number of finished steps."""
        return self.counter.steps

    def handle(self, command: Command) -> None:
        """Queue a command; any thread may call this method.

        The command is executed before the next operator, and an event answers the command.
        """
        self.commands.submit(command)

    def call(self, function: Callable[[], R], timeout: float | None = None) -> R:
        """Call a function between two operators, in the thread that drives the run.

        Returns the result of the function, or raises its error.

        Raises TimeoutError if the program does not reach an operator within `timeout` seconds. After a TimeoutError,
        the function will not be called.
        """
        return self.commands.call(function, timeout)

    # --- running programs ---------------------------------------------------------------------------

    def drive(self, frame: Frame) -> None:
        """Run a frame to its end. Before each operator, check for waiting commands."""
        driver = self.driver
        if not self.threads.has_turn:
            run_frame(frame)
            return
        if frame.context.depth or driver.in_run:
            driver.drive(frame, 0)
            return
        if self.counter.register(frame):
            program = frame.plan.block.program
            for listener in self.listeners:
                listener.new_program(program)
            self._announce(program)
        is_step = self.counter.is_step(frame)
        if is_step and self._shown.waits_for_step:
            self._shown.announce(frame.plan.block.program)
        rules = self.rules if is_step else None
        is_looked_at = rules is not None and not isinstance(frame, LoweredFrame) and rules.is_due(self.steps + 1)
        loaded = LiveRules.loaded(frame) if is_looked_at else None
        calls = self.thread_calls
        calls.suspend()
        try:
            driver.drive(frame, self.steps + 1 if is_step else 0)
        finally:
            calls.resume()
        now = time.perf_counter()
        if is_step:
            env = frame.env
            fetched = [(name, env[slot]) for name, slot in frame.plan.fetches]
            scalars = [(name, _scalar(value)) for name, value in fetched if getattr(value, "size", 0) == 1]
            if rules is not None:
                rules.end_run(frame, self.steps + 1, loaded, scalars)
            self._reports.end_run(self.commands.running_clock(), scalars, frame.plan.block.program)
        self.commands.report_progress(now)
        if notice := self.costs.report(now):
            self._say("taps", notice)

    @contextmanager
    def record_step(self, cursor: Cursor, edits: Editor | None = None) -> Iterator[Callable[[], None]]:
        """Record the calls that this thread makes inside the `with` block as the next step.

        This step is not a run of a program. `cursor` is the live cursor, and belongs to a new record. After each call,
        the caller moves the cursor forward. This context manager yields a function that the caller calls at each
        position. The yielded function returns when the program may continue. If the block raises an error, the run
        stops at the cursor's position.
        """
        with self.threads.turn() as has_turn:
            driver = self.driver
            if not has_turn or not isinstance(driver, FrameDriver):
                yield lambda: None
                return
            begin = self.commands.running_clock()
            self.thread_calls.suspend()
            try:
                self._shown.announce(cursor.program)
                with driver.following(cursor, edits or Editor(cursor), self.steps + 1) as at_place:
                    yield at_place
            finally:
                self.thread_calls.resume()
            self.values.observe_calls(cursor)
            scalars = [(name, _scalar(value)) for name, value in cursor.record.results()]
            self._reports.end_step(self.commands.running_clock() - begin, scalars, (), cursor.program)
            self.commands.report_progress(time.perf_counter())

    def _announce(self, program: Program) -> None:
        """Announce a program whose runs are steps, before it is compiled, so that a large program is drawn early."""
        if not self.driver.in_run and self.threads.has_turn and self.counter.will_count(program):
            self._shown.announce(program)

    def claim_random_numbers(self) -> None:
        """Claim the random number streams at the start of the run.

        The random numbers of the run then depend only on the state that the streams have now. A run that is only
        watched uses the streams of the code that starts the run.
        """
        self._claim = random_numbers.claim() if self.driver.records else current_claim()

    def release_random_numbers(self) -> None:
        """At the end of the run, release the random number streams.

        Code after the run draws the random numbers that follow the numbers of the run.
        """
        if self.driver.records and self._claim is not None:
            self._claim.release()

    @contextmanager
    def in_thread(self, name: str = "") -> Iterator[None]:
        """Make this thread belong to the program inside the `with` block: its runs and its Python code are watched.

        The first thread is the thread that runs the user's function. The name of this thread is `name`. If a thread
        enters again, it keeps its number.
        """
        with self._adding:
            is_body = not self.threads.names
            thread = self.threads.add(name)
            if thread.number > len(self._calls.all):
                self._add_calls()
            calls = self._calls.of(thread)
        try:
            with (
                nullcontext() if self._claim is None else self._claim.drawing(),
                breakpoint_calls(self.driver.stop_at_call),
                instrumented(self.passes, self.drive, self.lower, self.threads, self._announce),
                calls.listening(),
                self.driver.listening(),
            ):
                yield
        finally:
            if not is_body:
                self._end_thread(thread)

    def _end_thread(self, thread: ProgramThread) -> None:
        with suppress(RunTerminated), self.threads.turn() as has_turn:
            if has_turn:
                self._calls.of(thread).flush()
            self.driver.end_thread(thread.ident)
        self.threads.remove(thread)

    def enter_thread(self, thread: int) -> None:
        synchronize_passes(self.passes)
        self.driver.enter_thread(thread, self.steps + 1)

    def refuse_thread(self, thread: str, holder: str) -> None:
        frame = user_frame(sys._getframe(1))
        where = "" if frame is None else f" at {os.path.basename(frame.f_code.co_filename)}:{frame.f_lineno}"
        text = f"thread {thread!r} continues{where} during a run of thread {holder!r}, and is not recorded there"
        self._say("threads", f"{text}: a function in this run waits, perhaps for that thread")

    def _say(self, subject: str, text: str) -> None:
        for listener in self.listeners:
            listener.say(subject, text)

    def _add_calls(self) -> None:
        """Add an object that records the calls of a new thread."""
        self._calls.add(EagerCalls(self.counter, self.values, self.commands, self.driver, self.threads, self.listeners))

    @property
    def slow(self) -> dict[str, str]:
        """The reasons why programs and eager code run more slowly than necessary, by the name of the program."""
        cost = self.values.cache.cost_of_steps
        return {**({"taps": cost} if cost else {}), **self.driver.slow, **self._calls.slow}

    @property
    def thread_calls(self) -> ThreadCalls:
        """The object that records the calls of the thread that has the turn (may run now).

        If no thread has the turn, the property returns the object of the main thread of the run.
        """
        return self._calls.current

    def stop_at_error(self, failure: ProgramFailure) -> None:
        """Stop the run at an error that has ended the program's code or a thread, if stops at errors are requested."""
        with self.threads.turn() as has_turn:
            if has_turn:
                self.driver.on_uncaught(failure)

    # --- events for the listeners -------------------------------------------------------------------

    def end_eager_step(self, seconds: float, losses: dict[str, float]) -> None:
        self._reports.end_step(seconds, list(losses.items()), (), self.thread_calls.program)
        now = time.perf_counter()
        self.commands.report_progress(now)
        self.costs.report(now)

    def end_calls(self, step: EagerStep) -> None:
        if not step.is_complete and not self._has_said_lost:
            self._has_said_lost = True
            budget = self.driver.journal.budget / 1e6
            text = f"step {step.number} does not fit into a history of {budget:.3g} MB: its first calls are missing"
            self._say(
                "recording", f'{text}, and rules do not check this step: record="{4 * budget:.0f}MB" may be enough'
            )

    def hit(self, hit: BreakpointHit) -> None:
        for listener in self.listeners:
            listener.log(f"breakpoint {hit.breakpoint.number}", f"step {self.steps + 1}: {log_text(hit)}")

    # --- the end ------------------------------------------------------------------------------------

    def stop_at_exit(self) -> None:
        """Stop at the end of the program's code if the run has not reached a position that was requested."""
        with self.threads.turn() as has_turn:
            if has_turn:
                self.driver.stop_at_exit()

    def complete(self, error: str = "") -> None:
        """At the end of the program's code, summarize the last value of each name, and complete the journal.

        Commands that arrive meanwhile wait until the block of `commands.ending` has ended.
        """
        with suppress(RunTerminated), self.threads.turn():
            self.thread_calls.flush(error)
            for calls in self._calls.all:
                calls.observe_last_step()
            self.names.end_run()
        self._say_nothing_kept()
        self.gradients.end()
        self.threads.close()
        self.values.cache.close()
        self.findings.conclude()
        self.driver.release()
        self.commands.report_end()
        if (end := self.failures.end) is not None:
            step, operator = self.findings.failed_operator()
            site = getattr(end.error, "site", None) or raising_site(end.error)
            self.feed.add_failure(end.error, site, step, operator)

    def _say_nothing_kept(self) -> None:
        """Report that the history is empty because the budget was too small for a run."""
        journal = self.driver.journal
        if journal.run_count and journal.recording and journal.first_run() is None:
            self._say("recording", ": ".join(journal.nothing_kept()))


def _scalar(value: Any) -> float | None:
    return float(to_host(value).item()) if value.dtype.kind in "fiub" else None
