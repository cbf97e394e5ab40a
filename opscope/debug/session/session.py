"""A debug session: connects the parts that watch, drive and command one run.

    StateCell          whether the run goes on, stands, or is over; those who wait for it
    CommandQueue       commands and calls from any thread, with a flag that the driving thread reads
    CommandProcessor   executes them between two operators; of the run
    FrameDriver        runs the frames of a recorded run and decides where to stop (None: only watched)
    PositionReporter   emits where the run has stopped
    ValueMonitor       which values are summarized, and the latest of each
    CostReporter       emits what recording and summaries cost
    StepCounter        how many steps there were, and which programs make steps
    EagerAdapter       presents the eager ops of one thread as the operators of a program
    ProgramThreads     whose turn it is, of the threads of the program

The thread that has the turn drives, and reads one flag before each operator. While the run is paused the frame is data
and waits in that thread. No other thread touches the frame.
"""

from __future__ import annotations

import math
import os
import sys
import threading
import time
import weakref
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext, suppress
from types import FrameType
from typing import Any, TypeVar

from opscope.core.place import to_host
from opscope.core.random import Claim, current_claim
from opscope.core.random import default as random_numbers
from opscope.core.source import raising_site
from opscope.debug.eager.eager_step import EagerStep
from opscope.debug.frames.frame_stack import FrameStack
from opscope.debug.frames.variables import PlaceValues
from opscope.debug.lines.code_breakpoint import CodeBreakpoint
from opscope.debug.replay.breakpoint_table import BreakpointHit
from opscope.debug.replay.editor import Editor
from opscope.debug.replay.journal import Journal
from opscope.debug.replay.known_programs import KnownPrograms
from opscope.debug.replay.program_failures import ProgramFailure, ProgramFailures
from opscope.debug.replay.program_kind import Cursor
from opscope.debug.replay.search import SearchState
from opscope.debug.replay.stops import StopReason
from opscope.debug.rules.findings import Finding, Findings
from opscope.debug.rules.live_steps import LiveRules
from opscope.debug.rules.recorded_steps import RecordedSteps
from opscope.debug.rules.rule_runner import RuleRunner, warning_of
from opscope.debug.rules.training_step import RunSummary
from opscope.debug.session import inspection
from opscope.debug.session.all_breakpoints import AnyBreakpoint
from opscope.debug.session.breakpoint_calls import breakpoint_calls
from opscope.debug.session.command_processor import CommandProcessor, RunTerminated
from opscope.debug.session.command_queue import CommandQueue
from opscope.debug.session.cost_events import CostReporter
from opscope.debug.session.driver import FrameDriver
from opscope.debug.session.eager_adapter import EagerAdapter
from opscope.debug.session.event_queue import Emit
from opscope.debug.session.finding_feed import FindingFeed
from opscope.debug.session.place_expressions import log_text
from opscope.debug.session.position_events import PositionReporter
from opscope.debug.session.program_threads import ProgramThread, ProgramThreads, user_frame
from opscope.debug.session.run_state import UNOBSERVED, StateCell
from opscope.debug.session.search_bar import SearchBar
from opscope.debug.session.shown_program import ShownProgram
from opscope.debug.session.step_counter import StepCounter
from opscope.debug.session.value_monitor import ValueMonitor
from opscope.debug.taps.probes import ProbePass
from opscope.debug.taps.value_events import finite_or_none
from opscope.eager.op_calls import end_log
from opscope.errors import NotFound, OpscopeWarning, one_line
from opscope.events import Command, SearchProgressed, StepFinished, Warned
from opscope.ir.program.program import Operator, Program
from opscope.names.shown_name import name_beside
from opscope.runtime.frame import Frame, run_frame
from opscope.runtime.instrument import instrumented, synchronize_passes
from opscope.runtime.lower.lowered_frame import LoweredFrame

R = TypeVar("R")


class Session:
    """A watched run. `passes`, `drive` and `lower` are the arguments of `runtime.instrumented`.

    With a `journal` the run is recorded and can be stepped both ways; without one it is only watched.
    `taps` are the patterns of the values to summarize, at most `hz` times a second each (None), or every so many
    steps; `keep` those of values to
    keep in full. `on_program` is called with each new program to draw, `say(subject, text)` with what the user must
    know, `on_finding` with the text of each new finding of the rules that does not follow from another one.
    """

    def __init__(
        self,
        emit: Emit,
        taps: Sequence[tuple[str, int | None]] = (),
        hz: float | None = None,
        on_program: Callable[[Program], None] | None = None,
        journal: Journal | None = None,
        keep: Sequence[str] = (),
        stop_on_error: bool = False,
        say: Callable[[str, str], None] | None = None,
        rules: bool = False,
        on_finding: Callable[[str], None] | None = None,
        state: StateCell | None = None,
    ) -> None:
        self.state = state or StateCell(UNOBSERVED)
        self.emit = emit
        self.feed = FindingFeed(emit)
        self._on_finding = on_finding
        self.step_losses: Callable[[], Mapping[int, dict[str, float]]] = dict  # of eager code, by step
        self.counter = StepCounter()
        self.values = ValueMonitor(emit, taps, keep, hz, self.counter)
        queue = CommandQueue()
        self.failures = ProgramFailures()
        self.driver: FrameDriver | None = None
        self._reporter: PositionReporter | None = None
        if journal is not None:
            self.driver = FrameDriver(
                journal,
                queue,
                self.values.levels,
                self._wait_while_paused,
                self._log,
                lambda: self.commands.poll_between_runs(),
                self.failures,
                self.state,
                stop_on_error,
            )
            self._reporter = PositionReporter(
                emit,
                self.driver,
                self.values,
                lambda cursor: self._shown.show_place(cursor),
                lambda n: self.threads.label(n),
                self.feed.add_stop,
                lambda: "" if self.frames is None else self.frames.loop_counters(),
                self.state,
            )
            self.values.keep = self.driver.keep_value
            search = self.driver.navigator.search
            search.is_urgent, search.on_progress = lambda: queue.urgent > 0, self._report_search
        self.frames: FrameStack | None = None
        self.threads = ProgramThreads(
            self._enter_thread,
            self._leave_thread,
            self._say_unrecorded,
            lambda: self.state.now.is_held,
            self._end_if_terminated,
        )
        self.commands = CommandProcessor(
            emit,
            queue,
            self.counter,
            self.values,
            self.driver,
            self._reporter,
            self.check_breakpoint,
            self.threads,
            lambda: self.frames,
            self.state,
        )
        self.commands.find_faults = self._find_faults
        self._step_end = self.commands.running_clock()  # of the newest step, at first the start
        self._fetched_called: dict[tuple[int | str, ...], tuple[str, ...]] = {}  # by program and names
        if self.driver is not None:
            commands, threads = self.commands, self.threads
            self.driver.turn = threads.turn
            self.driver.has_threads = lambda: len(threads.all) > 1
            self.driver.code.is_busy = lambda: commands.executing > 0 and threads.has_turn
            self.driver.breakpoints.skips = self._is_left_to_scaling
        self.costs = CostReporter(emit, self.driver, self.values)
        self._queue = queue
        self._adapters: list[EagerAdapter] = []  # of all threads, in their order
        self._adding = threading.Lock()  # of a thread and its adapter
        self._pace = 0.0  # seconds that a step takes, averaged over the last ones
        self._claim: Claim | None = None  # of random numbers: what the program's threads draw in
        self._last_thread: ProgramThread | None = None  # that had the turn
        self._body_adapter = self._new_adapter()
        self.rules = LiveRules(self._report_finding, self._is_frozen) if rules else None
        if self.rules is not None and self.driver is not None:
            self.driver.looks_at = self.rules.is_due
        self._recorded_findings: tuple[int, RuleRunner] | None = None  # up to a run of the journal
        if self.driver is not None:
            self.frames = FrameStack(
                self.driver.navigator,
                self._values_here,
                self.failures,
                self._other_thread,
            )
        self._search_bar = SearchBar()
        self._shown = ShownProgram(on_program)
        self.program_listeners: list[Callable[[Program], None]] = []  # called before the first run of each program
        self.on_log: Callable[[str, str], None] = lambda subject, text: emit(Warned(subject=subject, text=text))
        self.say = say or self.on_log
        self._is_unchecked = True  # whether a new program has run since names were checked
        self._checked: weakref.WeakSet[AnyBreakpoint] = weakref.WeakSet()  # something was said of them, if need be
        self._has_said_lost = False

    def __repr__(self) -> str:
        return f"<Session: {self.steps} steps, {'only watched' if self.driver is None else 'recorded'}>"

    @property
    def passes(self) -> tuple[ProbePass, ...]:
        """The plan passes that insert probes; none when nothing is tapped or watched."""
        gauges = () if self.rules is None else (self.rules.gauges.probes,)
        if self.driver is None:
            return self.values.passes
        self.driver.update_probes()
        return (*self.values.passes, *gauges, *self.driver.passes)

    @property
    def lower(self) -> bool:
        """Return True if plans may be lowered."""
        return True

    @property
    def steps(self) -> int:
        """Number of finished steps."""
        return self.counter.steps

    def handle(self, command: Command) -> None:
        """Take a command from any thread; it is executed before the next operator, and answered."""
        self.commands.submit(command)

    def call(self, function: Callable[[], R], timeout: float | None = None) -> R:
        """Call a function in the driving thread, between two operators; returns or raises what it does.

        Raises TimeoutError if the program does not reach an operator in time; then the function is not called.
        """
        return self.commands.call(function, timeout)

    # --- running programs ---------------------------------------------------------------------------

    def drive(self, frame: Frame) -> None:
        """Run a frame to its end, checking for commands before each operator."""
        driver = self.driver
        if not self.threads.has_turn:
            run_frame(frame)
            return
        if frame.context.depth or (driver is not None and driver.in_run):
            self._drive_nested(frame)
            return
        if self.counter.register(frame):
            self._is_unchecked = True
            program = frame.plan.block.program
            for listener in self.program_listeners:
                listener(program)
            self._announce(program)
        is_step = self.counter.is_step(frame)
        if is_step and self._shown.waits_for_step:
            self._shown.announce(frame.plan.block.program)
        rules = self.rules if is_step else None
        is_looked_at = rules is not None and not isinstance(frame, LoweredFrame) and rules.is_due(self.steps + 1)
        loaded = LiveRules.loaded(frame) if is_looked_at else None
        eager = self.eager
        eager.suspend()
        try:
            if driver is None:
                self._drive_nested(frame)
            else:
                driver.drive(frame, self.steps + 1 if is_step else 0)
        finally:
            eager.resume()
        now = time.perf_counter()
        if is_step:
            env = frame.env
            fetched = [(name, env[slot]) for name, slot in frame.plan.fetches]
            scalars = [(name, _scalar(value)) for name, value in fetched if getattr(value, "size", 0) == 1]
            if rules is not None:
                rules.end_run(frame, self.steps + 1, loaded, scalars)
            start, self._step_end = self._step_end, self.commands.running_clock()
            called = self._called(frame.plan.block.program, [name for name, _ in scalars])
            self._finish_step(self._step_end - start, scalars, called, frame.plan.block.program)
        if self._reporter is not None:
            self._reporter.report_progress(now)
        self.costs.report(now)

    @contextmanager
    def record_step(self, cursor: Cursor, edits: Editor | None = None) -> Iterator[Callable[[], None]]:
        """Inside the block, this thread makes the calls of the next step, of another kind of program.

        `cursor` is the live one over a new record; the caller moves it forward with the calls. The value is a function
        to call at each place: it returns when the program may go on. What fails inside stops at the cursor's place.
        """
        with self.threads.turn() as has_turn:
            if not has_turn or self.driver is None:
                yield lambda: None
                return
            begin = self.commands.running_clock()
            self.eager.suspend()
            try:
                self._shown.announce(cursor.program)
                with self.driver.following(cursor, edits or Editor(cursor), self.steps + 1) as at_place:
                    yield at_place
            finally:
                self.eager.resume()
            self.values.observe_calls(cursor)
            scalars = [(name, _scalar(value)) for name, value in cursor.record.results()]
            self._finish_step(self.commands.running_clock() - begin, scalars, (), cursor.program)
            if self._reporter is not None:
                self._reporter.report_progress(time.perf_counter())

    def _announce(self, program: Program) -> None:
        """Tell of a program whose runs are steps: before it is compiled, else a large one is drawn late."""
        nested = self.driver is not None and self.driver.in_run
        if not nested and self.threads.has_turn and self.counter.will_count(program):
            self._shown.announce(program)

    def _drive_nested(self, frame: Frame) -> None:
        if self.driver is not None:
            self.driver.drive(frame, 0)
            return
        context, queue = frame.context, self._queue
        context.depth += 1
        try:
            if isinstance(frame, LoweredFrame):
                frame.run_until_pending(queue)
            while not frame.done:
                if queue.pending:
                    self.commands.poll(frame, frame.next.operator)
                frame.step()
        finally:
            context.depth -= 1

    def _finish_step(
        self,
        seconds: float,
        scalars: Sequence[tuple[str, float | None]],
        called: tuple[str, ...],
        program: Program,
    ) -> None:
        self.counter.steps += 1
        self._pace = seconds if self.counter.steps == 1 else 0.8 * self._pace + 0.2 * seconds
        if self._is_unchecked:
            self._is_unchecked = False
            self._check_names(program)
        tapped = self.values.cache.take_scalars()
        self.emit(
            StepFinished(
                step=self.steps,
                seconds=seconds,
                names=tuple([n for n, _ in scalars]),
                scalars=tuple([finite_or_none(v) for _, v in scalars]),
                called=called,
                pace=self._pace,
                tapped=tuple(tapped),
                tapped_scalars=tuple([finite_or_none(x) for x in tapped.values()]),
                infinite=tuple([n for n, x in tapped.items() if math.isinf(x)]),
            )
        )

    def _called(self, program: Program, names: Sequence[str]) -> tuple[str, ...]:
        """Look up the user's names of fetched values, once."""
        key = program.id, *names
        if key not in self._fetched_called:
            self._fetched_called[key] = tuple(name_beside(program, name) for name in names)
        return self._fetched_called[key]

    def claim_random_numbers(self) -> None:
        """Called where the run is started: what it draws then follows from the state of now, and can be replayed.

        A run that is only watched draws as the code that starts it.
        """
        self._claim = current_claim() if self.driver is None else random_numbers.claim()

    def release_random_numbers(self) -> None:
        """The run is over: what is drawn next follows its draws."""
        if self.driver is not None and self._claim is not None:
            self._claim.release()

    @contextmanager
    def in_thread(self, name: str = "") -> Iterator[None]:
        """Inside the block, this thread is one of the program: what it runs, and its Python code, reach the session.

        The first is that of the body, which is called `name`. A thread may come again: it keeps its number.
        """
        with self._adding:
            is_body = not self.threads.names
            thread = self.threads.add(name)
            if thread.number > len(self._adapters):
                self._new_adapter()
            adapter = self._adapter_of(thread)
        try:
            with (
                nullcontext() if self._claim is None else self._claim.drawing(),
                breakpoint_calls(self.stop_at_call),
                instrumented(self.passes, self.drive, self.lower, self.threads, self._announce),
                adapter.listening(),
                nullcontext() if self.driver is None else self.driver.code.listening(),
            ):
                yield
        finally:
            if not is_body:
                self._end_thread(thread)

    def _end_thread(self, thread: ProgramThread) -> None:
        with suppress(RunTerminated), self.threads.turn() as has_turn:
            if has_turn:
                self._adapter_of(thread).flush()
            if self.driver is not None:
                self.driver.end_thread(thread.ident)
        self.threads.remove(thread)

    def _enter_thread(self, thread: ProgramThread) -> None:
        """A thread has got the turn: the driver has its state."""
        self._end_if_terminated()
        driver = self.driver
        if driver is not None:
            driver.journal.thread = thread.number
            driver.navigator.live, driver.edits = thread.live, thread.edits
        if thread is self._last_thread:
            return
        self._last_thread = thread
        synchronize_passes(self.passes)
        if driver is not None:
            driver.code.update_thread()
            if thread.live is not None and thread.live.record.kind.interleaved:  # other threads have recorded since
                thread.live.record.run, thread.live.record.step = driver.journal.run_count, self.steps + 1

    def _end_if_terminated(self) -> None:
        if self.state.now.terminating:
            raise RunTerminated

    def _leave_thread(self, thread: ProgramThread) -> None:
        """A thread gives its turn away."""
        driver = self.driver
        if driver is not None:
            thread.live, thread.edits = driver.navigator.live, driver.edits
            driver.navigator.live = driver.edits = None

    def _say_unrecorded(self, thread: ProgramThread, holder: ProgramThread) -> None:
        """A thread goes on without its turn."""
        frame = user_frame(sys._getframe(1))
        where = "" if frame is None else f" at {os.path.basename(frame.f_code.co_filename)}:{frame.f_lineno}"
        text = (
            f"thread {thread.name!r} goes on{where} beside a run of thread {holder.name!r}, and is not recorded there"
        )
        self.say("threads", f"{text}: a function that this run calls waits, perhaps for that thread")

    def _new_adapter(self) -> EagerAdapter:
        made = EagerAdapter(
            self.counter,
            self.values,
            self.commands,
            self.driver,
            self.threads,
            self._end_calls,
            self._finish_eager_step,
        )
        self._adapters.append(made)
        return made

    @property
    def eager(self) -> EagerAdapter:
        """The adapter of the thread whose turn it is; of the body where it is nobody's."""
        thread = self.threads.current
        return self._body_adapter if thread is None else self._adapter_of(thread)

    def _adapter_of(self, thread: ProgramThread) -> EagerAdapter:
        return self._adapters[thread.number - 1]

    def _is_frozen(self, name: str) -> bool:
        return any(adapter.is_frozen(name) for adapter in self._adapters)

    def _is_left_to_scaling(self, cursor: Cursor, operator: Operator | None) -> bool:
        return any(adapter.is_left_to_scaling(cursor, operator) for adapter in self._adapters)

    def _note_optimizers(self, summary: RunSummary) -> None:
        for adapter in self._adapters:
            summary.given.update(adapter.optimized)
            summary.to_optimize.update(adapter.to_optimize)

    def stop_at_error(self, failure: ProgramFailure) -> None:
        """An error ends the program's own code, or a thread of it: stop there, in a run that stops on errors."""
        with self.threads.turn() as has_turn:
            if self.driver is not None and has_turn:
                end_log()  # the eager calls so far are to be looked at
                self.driver.on_uncaught(failure)

    def stop_at_call(self, stop: StopReason, frame: FrameType | None) -> None:
        """The program has called `breakpoint()` or the like, in a frame: steps go on from there line by line."""
        where = "" if stop.site is None else f" at {stop.site.where}"
        if self.driver is None:
            self.say(
                "breakpoint", f"{stop.text}{where} does not stop a run that is only watched: start it with record=True"
            )
        elif self.state.now.is_held and self.threads.has_turn:
            print(f"{stop.text}{where} does not stop again while the run stands")  # noqa: T201 (the typed line prints it)
        elif not self.state.now.has_ended:
            self.driver.stop_at_line(stop, frame)

    def _other_thread(self) -> int | None:
        """The chosen thread, if the run does not stand in it."""
        chosen = self.threads.chosen
        return None if chosen is None or chosen is self.threads.current else chosen.ident

    def _values_here(self) -> PlaceValues:
        """Known values of the tensors at the place of the navigator."""
        assert self.driver is not None
        navigator = self.driver.navigator
        if (chosen := self.threads.chosen) is not None and chosen is not self.threads.current:
            return PlaceValues(self._adapter_of(chosen).names.name_of, lambda name: None, False, lambda name: "")

        def lookup(name: str) -> Any:
            try:
                return inspection.find_value(navigator, name)
            except NotFound:
                return None

        def bound(name: str) -> str:
            past = navigator.past
            return "" if past is None else past.local_value(name)

        return PlaceValues(self.eager.names.name_of, lookup, navigator.past is not None, bound)

    # --- callbacks ----------------------------------------------------------------------------------

    def _finish_eager_step(self, seconds: float, scalars: dict[str, float]) -> None:
        if self.rules is not None:
            self.rules.note_eager_losses(self.steps + 1, scalars)
        self._finish_step(seconds, list(scalars.items()), (), self.eager.program)
        now = time.perf_counter()
        if self._reporter is not None:
            self._reporter.report_progress(now)
        self.costs.report(now)

    def _end_calls(self, step: EagerStep) -> None:
        if self.rules is not None:
            self.rules.end_calls(step)
        if not step.is_complete:
            self._say_lost(step)
        self._shown.show_step(step.records[-1])

    def _report_finding(self, finding: Finding) -> None:
        self.feed.add([finding])
        if self._on_finding is not None and not self.feed.is_consequence(finding):
            self._on_finding(one_line(warning_of(finding)))

    def _find_faults(self) -> str:
        count = len(self.findings())
        return f"{count} finding{'s' * (count != 1)}"

    def findings(self) -> Findings:
        """The findings of the rules, live or in the recorded steps, and the other findings of the feed."""
        assert self.driver is not None
        eager_losses = self.step_losses()
        journal = self.driver.journal
        runner = None if self.rules is None else self.rules.runner
        if runner is None:
            if self._recorded_findings is None or self._recorded_findings[0] != journal.run_count:
                runner = RuleRunner()
                steps = RecordedSteps(
                    runner, self._is_frozen, lambda step: eager_losses.get(step, {}), self.driver.navigator.search
                )
                steps.read(journal)
                self._recorded_findings = journal.run_count, runner
            runner = self._recorded_findings[1]
        self._note_optimizers(runner.summary)
        if not self.steps and self.rules is not None:  # calls without a step are recorded, and not looked at
            RecordedSteps(runner, self._is_frozen, lambda step: {}, self.driver.navigator.search).read(journal)
        found = runner.findings(self.feed.others)
        self.feed.add(found.every)
        return found

    def findings_to_keep(self) -> list[Finding]:
        """Findings for a recording on disk, because they cannot be found again there: see `findings`."""
        has_eager_code = self.driver is not None and any(s.isolated for s in self.driver.journal.segments)
        return self.findings().every if has_eager_code or self.rules is not None else self.feed.others

    def _wait_while_paused(self, stop: StopReason) -> None:
        self.commands.wait_while_paused(stop)

    def _report_search(self, state: SearchState | None) -> None:
        self._search_bar.show(state)
        at = state or SearchState("", 0, 0, 0.0)
        self.emit(SearchProgressed(text=at.text, done=at.done, total=at.total))

    def _log(self, hit: BreakpointHit) -> None:
        self.on_log(f"breakpoint {hit.breakpoint.number}", f"step {self.steps + 1}: {log_text(hit)}")

    def stop_at_exit(self) -> None:
        """The program's code has ended: stop once more if it was to stop at a place that has not come."""
        with self.threads.turn() as has_turn:
            if self.driver is not None and has_turn:
                self.driver.stop_at_exit()

    def _check_names(self, program: Program) -> None:
        """A new program has run: say once of each tap and breakpoint that it matches nothing so far."""
        # eager code may call more ops, but is likely to call the same ones again
        known = KnownPrograms([program], complete=True)
        if self.steps <= 1:
            for selector, problem in self.values.unmatched(known):
                self.say(str(selector), one_line(problem) + self._of_program(program))
        driver = self.driver
        if driver is None:
            return
        for breakpoint in list(driver.breakpoints.all.values()):
            was_checked = breakpoint in self._checked
            all_known = known if program is self.eager.program else driver.navigator.programs()
            problem = driver.breakpoints.check(breakpoint, all_known)
            self._checked.add(breakpoint)
            if problem is not None and not was_checked:
                self.say(f"breakpoint {breakpoint.number}", one_line(problem) + self._of_program(program))
        for each in driver.code.breakpoints.enabled:
            found = driver.all_breakpoints.code_problem(each, known)
            if found is not None and not each.pending and each not in self._checked:
                self._checked.add(each)
                self.say(f"breakpoint {each.number}", one_line(found))

    def _of_program(self, program: Program) -> str:
        """A note about the program that a name means nothing in: others may follow, and have it."""
        made = next((operator.site for operator in program.operators if operator.site is not None), None)
        if program is self.eager.program or made is None:
            return ""
        return f" (the program made at {made.where}; another one may have it)"

    def _check_names_of_all(self) -> None:
        """The code has ended: say of each tap and breakpoint that none of several programs had anything for it."""
        driver = self.driver
        known = KnownPrograms([] if driver is None else driver.navigator.programs().programs, complete=True)
        if driver is None or len(known.programs) < 2:
            return
        text = f"matched nothing in the {len(known.programs)} programs that have run"
        for selector, problem in self.values.unmatched(known):
            self.say(str(selector), f"the tap {selector} {text}: {problem.fix}".rstrip(": "))
        for each in driver.breakpoints.all.values():
            problem = driver.breakpoints.problem(each, known) if each.pending and not each.hit_count else None
            if problem is not None:
                self.say(f"breakpoint {each.number}", f"breakpoint {each.number}, {each.spec}, {text}: {problem.fix}")

    def _check_names_known_late(self) -> None:
        """The code has ended: say of each breakpoint on a name of eager code that no write of it was a stop."""
        driver, operators = self.driver, self.eager.program.operators
        if driver is None:
            return
        for each in [b for b in driver.breakpoints.all.values() if b.is_name_without_hit]:
            made = set(driver.breakpoints.matching_operators(each, operators))
            if types := dict.fromkeys(f"op:{o.op.name}" for o in operators if o.id in made):
                ops = " or ".join(types)
                reason = f"{ops} was not known to make {each.spec} when it ran, or ran before; {ops} stops there"
                self.say(
                    f"breakpoint {each.number}", f"breakpoint {each.number}, {each.spec}, has not stopped: {reason}"
                )

    def _check_code_breakpoints(self) -> None:
        """The code has ended: say of each breakpoint in Python that there was no such file or function."""
        for each in () if self.driver is None else self.driver.code.breakpoints.enabled:
            if (problem := each.problem(over=True)) is not None:
                self.say(f"breakpoint {each.number}", one_line(problem))

    def check_breakpoint(self, made: AnyBreakpoint) -> OpscopeWarning | None:
        """Return why a new breakpoint can never stop, as far as is known; None if it can, or if no program has run."""
        assert self.driver is not None
        if isinstance(made, CodeBreakpoint):
            problem = self.driver.all_breakpoints.code_problem(made, self.driver.navigator.programs())
            if problem is not None and not made.pending:
                self._checked.add(made)
            return problem
        known = self.driver.navigator.programs()
        if known.complete:
            self._checked.add(made)
        return self.driver.breakpoints.check(made, known)

    def complete(self, error: str = "") -> None:
        """The program's code is over: summarize the last value of each name, and complete the journal.

        Commands wait until `commands.ending`.
        """
        with suppress(RunTerminated), self.threads.turn():
            self.eager.flush(error)
            for adapter in self._adapters:
                adapter.observe_last_step()
            if self._is_unchecked and not self.steps:  # the code has no step, in which names are looked for
                self._check_names(self.eager.program)
            self._check_names_of_all()
            self._check_names_known_late()
            self._check_code_breakpoints()
        self._say_nothing_kept()
        self.threads.close()
        self.values.cache.close()
        if self.rules is not None:
            self._note_optimizers(self.rules.runner.summary)
            self.rules.runner.say_conclusions()
        if self.driver is not None and self._reporter is not None:
            self.driver.navigator.live = None  # a second interrupt may have kept the driver from doing this
            self.driver.release()
            self._reporter.report_history()
            self.commands.report_breakpoints()
        if self.failures.end is not None:
            self._report_failure(self.failures.end.error)

    def _say_nothing_kept(self) -> None:
        """Say that the history is empty because the budget was too small for a run."""
        journal = None if self.driver is None else self.driver.journal
        if journal is not None and journal.run_count and journal.recording and journal.first_run() is None:
            self.say("recording", ": ".join(journal.nothing_kept()))

    def _say_lost(self, step: EagerStep) -> None:
        """Say once that the budget was too small for a step of eager code."""
        if not self._has_said_lost and self.driver is not None:
            self._has_said_lost = True
            budget = self.driver.journal.budget / 1e6
            text = f"step {step.number} does not fit into a history of {budget:.3g} MB: its first calls are not kept"
            self.say("recording", f'{text}, and rules do not look at it: record="{4 * budget:.0f}MB" may keep it')

    def _report_failure(self, error: BaseException) -> None:
        """An error has ended the program's code: add it to the findings, with the operator that it came from."""
        record = None if self.driver is None else self.driver.journal.last_record()
        operator: Operator | None = None
        if self.driver is not None and record is not None and record.error:
            cursor = self.driver.navigator.open_run(record.run)
            cursor.seek(max(record.ticks - 1, 0))
            operator = cursor.next_operator
        site = getattr(error, "site", None) or raising_site(error)
        self.feed.add_failure(error, site, 0 if record is None else record.step, operator)


def _scalar(value: Any) -> float | None:
    return float(to_host(value).item()) if value.dtype.kind in "fiub" else None
