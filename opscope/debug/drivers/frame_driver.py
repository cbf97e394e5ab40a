"""FrameDriver: runs the frames of a recorded run, writes the journal, and stops at breakpoints, goals and pauses."""

from __future__ import annotations

import operator
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from types import FrameType
from typing import Any, NamedTuple

from opscope.core.place import CPUPlace
from opscope.core.source import raising_site
from opscope.debug.drivers.breakpoints import Breakpoints
from opscope.debug.drivers.run_driver import PreviousStep, RunDriver
from opscope.debug.drivers.watched_driver import only_watched
from opscope.debug.lines.code_breakpoint import CodeBreakpoint
from opscope.debug.lines.code_events import code_events
from opscope.debug.lines.code_stops import CodeStops
from opscope.debug.lines.line_goal import LineGoal
from opscope.debug.navigation.breakpoint_table import BreakpointHit, BreakpointTable, Skips
from opscope.debug.navigation.goals import OperatorGoal, StepGoal, stop_reason_of
from opscope.debug.navigation.past_editor import PastEditor
from opscope.debug.navigation.run_editor import RunEditor
from opscope.debug.navigation.watch_probes import WatchProbes
from opscope.debug.replay.call_log import CallRecorder, PlanLayout, plan_layout
from opscope.debug.replay.editor import Editor
from opscope.debug.replay.journal import Journal
from opscope.debug.replay.program_failures import ProgramFailure, ProgramFailures
from opscope.debug.replay.program_kind import Arrays, Cursor, Goal, RunRecord, ignore_place
from opscope.debug.replay.replay_scope import ReplayScope
from opscope.debug.replay.run_cursor import RunCursor
from opscope.debug.replay.stops import Position, StopReason
from opscope.debug.rules.live_steps import LiveRules
from opscope.debug.state.command_queue import CommandQueue
from opscope.debug.state.listener import Listeners
from opscope.debug.state.program_threads import ProgramThreads
from opscope.debug.state.run_state import Aim, StateCell
from opscope.debug.taps.levels import TapLevels
from opscope.eager.op_calls import end_log, muted, standing_in
from opscope.errors import RunError, error_text
from opscope.ir.program.program import Operator, Variable
from opscope.runtime.frame import Context, Frame, StepwiseRun, run_frame
from opscope.runtime.instrument import replace_passes
from opscope.runtime.lower.lowered_frame import LoweredFrame
from opscope.runtime.lower.lowered_plan import LoweredPlan
from opscope.runtime.lower.observed_frame import ObservedFrame, observed_plan
from opscope.runtime.plan import Plan


def _program_text(plan: Plan) -> str:
    return f"program {plan.block.program.id}"


def _operators_before(plan: Plan, index: int) -> int:
    return plan_layout(plan).places[min(index, len(plan.instructions))]


AHEAD = 0.003  # seconds of runs per operator before the first pause is prepared, which takes about a tenth of this time
COMMAND = StopReason("command")  # a stop only to handle commands; the run stands still only if a command requests it


class Interrupted(NamedTuple):
    """A compiled (lowered) run that was interrupted and is repeated operator by operator.

    The object contains the record of the run up to the interruption, and the recorded calls of user functions.
    """

    context: Context
    record: RunRecord
    calls: CallRecorder | None
    loads: Arrays | None = None  # values that it had loaded, if it has already updated them


class FrameDriver(RunDriver):
    """Driver that records runs and decides where the runs stop.

    A compiled (lowered) run is executed at full speed unless it may have to stop. A compiled run that may have to stop,
    has failed, or must pause is repeated from its start, operator by operator, with equal results. User functions that
    the run has already called are not called again. A listener executes the user's commands at a stop and between two
    runs.

    `levels` selects the values that the journal stores completely. `rules` selects the steps that must run operator by
    operator. The function `skips` returns True for values that may be NaN or Inf. `state` contains the goal of the run.
    If `stop_on_error` is True, the exception filter "uncaught" is on.
    """

    records = True

    def __init__(
        self,
        journal: Journal,
        commands: CommandQueue,
        levels: TapLevels,
        threads: ProgramThreads,
        state: StateCell,
        failures: ProgramFailures,
        listeners: Listeners,
        rules: LiveRules | None,
        skips: Skips,
        stop_on_error: bool,
    ) -> None:
        operators = BreakpointTable(self._previous, skips=skips)
        super().__init__(journal, Breakpoints(operators, stop_on_error), commands, threads, state, listeners)
        self._operators = operators
        self.code = CodeStops(self.breakpoints.code, self.filters, state, self, code_events)
        self._levels = levels
        self._rules = rules
        self._slow_runs: dict[str, str] = {}  # `slow`, of the runs since `take_slow_runs`
        self._layout_of: LoweredPlan | None = None
        self._layout: PlanLayout  # of the current plan
        self._lowered_context: Context | None = None  # context of the lowered run in progress
        self._calls: CallRecorder | None = None  # calls of this run
        self._interrupted: Interrupted | None = None
        self._record: RunRecord | None = None  # record of the run in progress
        self.failures = failures
        self._in_code = False  # True if the run has stopped in the user's code, not at an operator
        self._passed: tuple[int, int] | None = None  # run and tick up to which nothing stops: already run
        self._watch_probes = WatchProbes((), self._lowered_record, self._interrupt_for_watch)
        self._probed_revision = self._operators.revision  # revision of the breakpoints of these probes

    @property
    def edits(self) -> Editor | None:
        return self._threads.edits

    # --- driving ------------------------------------------------------------------------------------

    def drive(self, frame: Frame, step: int) -> None:
        """Run a frame (a run of a program, or a block) to its end, and record it.

        If a run starts inside another run, it is not recorded.
        """
        walk = self.navigator.live
        if walk is not None:
            if isinstance(walk, RunCursor) and walk.context is frame.context:
                walk.call_frame(frame)
            else:
                run_frame(frame)
            return
        if self._lowered_context is not None:
            if self._lowered_context is frame.context and self._calls is not None:
                self._calls.drive(frame)
            else:
                run_frame(frame)
            return
        with self._drawing_alone(frame):
            if isinstance(frame, LoweredFrame):
                self._drive_lowered(frame, step)
            else:
                self._drive_stepwise(frame, step)

    def _drawing_alone(self, frame: Frame) -> AbstractContextManager[None]:
        """Prevent other threads from drawing random numbers, because opscope cannot replay a run with such draws.

        During the user's functions, other threads may draw random numbers, because opscope records these numbers.
        """
        if self._threads.are_several:
            layout = plan_layout(frame.plan)
            if layout.draws and not layout.calls_functions:
                return frame.context.rng.drawing_alone(self._note_first_draw)
        return nullcontext()

    def _note_first_draw(self, state: Any) -> None:
        """Record the random state at the first draw of the run, because other threads may have drawn numbers before."""
        if self._record is not None:
            self._record.rng_state = state

    def _drive_stepwise(self, frame: Frame, step: int) -> None:
        walk = self._begin(frame, step)
        record = self._record = walk.record
        walk.on_error = self.on_failure if self.filters.uncaught else None
        start = time.perf_counter()
        try:
            self._threads.begin_run(walk, RunEditor(walk))
            walk.call_frame(frame)
        except BaseException as e:
            record.seconds, record.ticks = time.perf_counter() - start, walk.tick + 1
            record.error = f"{type(e).__name__}: {e}".strip().splitlines()[0]
            self.journal.append(record)
            raise
        else:
            record.seconds, record.ticks = time.perf_counter() - start, walk.tick
            record.lowered = _operators_before(frame.plan, frame.until) if isinstance(frame, ObservedFrame) else 0
            self.journal.finish(record, frame)
            if step:
                self.previous_step[frame.plan.block.program.id] = PreviousStep(record, frame.value)
        finally:
            self._threads.end_run()
            self._record = None
            self.navigator.return_to_live()

    @contextmanager
    def following(self, cursor: Cursor, edits: Editor, step: int) -> Iterator[Callable[[], None]]:
        """Inside the `with` block, treat a cursor that other code moves as the live run.

        The context manager yields a function that the caller must call at each position of the run. After the `with`
        block, the record of the cursor is complete.
        """
        record = cursor.record
        record.run, record.step = self.journal.run_count, step
        start = time.perf_counter()
        self._threads.begin_run(cursor, edits)
        try:
            yield lambda: self.on_place(cursor)
        except Exception as e:
            record.error = f"{type(e).__name__}: {e}".strip().splitlines()[0]
            if self.filters.uncaught:
                self.on_failure(cursor, e)
            raise
        finally:
            record.seconds, record.ticks = time.perf_counter() - start, cursor.tick + 1
            self._threads.end_run()
            self.navigator.return_to_live()
            self.journal.append_isolated(record)

    @property
    def in_run(self) -> bool:
        return self._lowered_context is not None or self._in_program

    @property
    def _in_program(self) -> bool:
        """True while the live run is a run of a program.

        While this property is True, only operators of the program can call the user's code.
        """
        live = self.navigator.live
        return live is not None and not live.record.kind.interleaved

    def _begin(self, frame: Frame, step: int) -> RunCursor:
        """Return a cursor at the start of a run.

        If a compiled (lowered) run was interrupted, the cursor continues the record of this run.
        """
        interrupted, self._interrupted = self._interrupted, None
        if interrupted is None or interrupted.context is not frame.context:
            if frame.context.not_lowered:
                self._note_slow(frame.plan, frame.context.not_lowered)
            walk = RunCursor(self.journal.begin(frame, step), self.on_place, live=True)
        else:
            record, calls = interrupted.record, interrupted.calls
            if interrupted.loads is not None:
                for name, slot in frame.plan.loads:
                    frame.env[slot] = interrupted.loads[name]
                if isinstance(frame, ObservedFrame) and frame.observed is not None:
                    frame.start(frame.observed.observed)
            walk = RunCursor(record, self.on_place, live=True)
            if record.rng_state is not None:
                frame.context.rng.set_state(record.rng_state)
            if calls is not None:
                walk.known_calls = dict(record.call_results)
                walk.known_rng_states = dict(record.rng_states)
                walk.known_failure = calls.failure
                record.call_results.clear()
                record.rng_states.clear()
        if isinstance(frame, ObservedFrame):
            walk.record.lowered = _operators_before(frame.plan, frame.until)
            if frame.observed is not None:
                walk.record.shapes = self.journal.expected_shapes(frame.plan, frame.observed.observed.profile)
        return walk

    def release(self) -> None:
        """Complete the journal at the end of the session, and release references to the program's plans and values."""
        self._layout_of = None
        self.failures.release()
        self.journal.release()

    # --- lowered runs -------------------------------------------------------------------------------

    def _drive_lowered(self, frame: LoweredFrame, step: int) -> None:
        if self._must_step(frame.plan, step):
            raise StepwiseRun
        begin = time.perf_counter()
        lowered, context = frame.lowered, frame.context
        if self._layout_of is not lowered:
            self._layout_of, self._layout = lowered, plan_layout(frame.plan)
        layout = self._layout
        record = self._record = self.journal.begin_lowered(lowered, context, step, layout.draws)
        if layout.has_calls:
            self._calls = context.calls = CallRecorder(frame.plan, record, context.rng, self._interrupt_if_urgent)
        self._lowered_context = context
        commands, remaining, committed = self._commands, iter(lowered.calls), False
        start = time.perf_counter()
        try:
            for call in remaining:
                call()
                if commands.urgent:
                    self._interrupt_if_urgent()
            lowered.commit()
            committed = True
            for call in lowered.post_update_calls:
                call()
        except (Exception, StepwiseRun) as e:  # noqa: BLE001 (any error: the stepwise run raises it again)
            lowered.interrupt(operator.length_hint(remaining) + (not committed))
            loads = self._values_before(record) if committed else None
            self._interrupted = Interrupted(context, record, self._calls, loads)
            if not isinstance(e, StepwiseRun):
                self._note_slow(frame.plan, f"the compiled run failed: {type(e).__name__}")
            raise StepwiseRun from (None if isinstance(e, StepwiseRun) else e)
        except BaseException as e:
            record.seconds, record.error = time.perf_counter() - start, type(e).__name__
            index = lowered.owners[min(len(lowered.calls) - operator.length_hint(remaining), len(lowered.owners)) - 1]
            record.ticks = layout.places[index] + 1 if self._calls is None else self._calls.tick_in(index) + 1
            self.journal.append(record)
            raise
        else:
            end = time.perf_counter()
            record.seconds = end - start
            record.ticks = layout.places[-1] + 1 if self._calls is None else self._calls.ticks
            frame.pc = frame.length
            self.journal.finish_lowered(record, lowered)
            self.previous_step.pop(frame.plan.block.program.id, None)
            if self.slow:
                self.slow.pop(_program_text(frame.plan), None)
            finished = time.perf_counter()
            self.cost.add(start - begin + finished - end, finished - begin)
            self._prepare_pause(lowered, finished - begin)
        finally:
            self._lowered_context = self._calls = context.calls = self._record = None

    def _prepare_pause(self, lowered: LoweredPlan, seconds: float) -> None:
        """If a user watches the run, prepare the first pause after a run of the program that took `seconds` seconds."""
        if lowered.observed is not None or not isinstance(lowered.plan.place, CPUPlace):
            return
        lowered.seconds += seconds
        if lowered.seconds <= AHEAD * len(lowered.plan.instructions):
            return
        lowered.seconds = 0.0  # if nobody watches, look again after as long
        if any(each.is_watched for each in self._listeners):
            with suppress(Exception):  # a pause then tries again, and reports the reason
                observed_plan(lowered)

    def _note_slow(self, plan: Plan, reason: str) -> None:
        program = _program_text(plan)
        self.slow[program] = self._slow_runs[program] = reason

    def take_slow_runs(self) -> dict[str, str]:
        found, self._slow_runs = self._slow_runs, {}
        return found

    @property
    def passes(self) -> tuple[WatchProbes, ...]:
        return (self._watch_probes,) if self._watch_probes.breakpoints else ()

    def update_probes(self) -> bool:
        if self._probed_revision == self._operators.revision:
            return False
        self._probed_revision = self._operators.revision
        measured, expected = tuple(self._operators.measured()), tuple(self._operators.expected)
        if measured == self._watch_probes.breakpoints and expected == self._watch_probes.expected:
            return False
        self._watch_probes = WatchProbes(measured, self._lowered_record, self._interrupt_for_watch, expected)
        return True

    def _renew_watches(self) -> bool:
        former = self.passes
        if not self.update_probes():
            return False
        replace_passes(former, self.passes)  # from the next run on
        return True

    def _lowered_record(self) -> RunRecord | None:
        return None if self._lowered_context is None else self._record

    def _interrupt_for_watch(self) -> None:
        raise StepwiseRun

    def _values_before(self, record: RunRecord) -> Arrays | None:
        """Recompute, from the journal, the values that a run has loaded.

        The result is None if the journal does not contain these values.
        """
        replay = self._scope_before(record)
        return None if replay is None else {name: replay.scope.snapshot(name) for name, _ in record.plan.loads}

    def _scope_before(self, record: RunRecord) -> ReplayScope | None:
        """Recompute, from the journal, the persistent values that a run in progress has loaded.

        The result is None if the journal is off.
        """
        if not self.journal.segments:
            return None
        replay, segment = ReplayScope(), self.journal.segments[-1]
        replay.restore(segment.keyframe)
        for each in segment.records:
            replay.run(each)
        replay.restore(record.scope_changes)
        return replay

    def _interrupt_if_urgent(self) -> None:
        if self._commands.urgent:
            self.set_goal(lambda walk: self._commands.pending and walk.tick > 0, "pause")
            raise StepwiseRun

    def _must_step(self, plan: Plan, step: int) -> bool:
        """Execute the waiting commands before a run.

        Returns True if the run must then be executed operator by operator.
        """
        reason = self._reason_to_step(plan, step)
        if reason:
            self._note_slow(plan, reason)
        return bool(reason) or (step > 0 and self._rules is not None and self._rules.is_due(step))

    def _reason_to_step(self, plan: Plan, step: int) -> str:
        """Execute the waiting commands before a run.

        Returns the reason why the run must be executed operator by operator, or "" if there is no reason.
        """
        if self._commands.pending:
            self._pause_at_the_end()
            self.navigator.return_to_live()
        if not isinstance(plan.place, CPUPlace):
            return "a recorded run on a GPU executes operator by operator"
        breakpoints = self._operators.all or self.code.breakpoints.all
        if not (self.state.now.aim or breakpoints or self.filters.examines or self.passes):
            return ""  # the following checks find nothing
        if (goal := self.state.goal_here) is not None and getattr(goal, "first_step", 0) <= step:
            return "the run must stop at the place that you go to"
        if self._operators.may_stop_in(plan):
            return "a breakpoint may stop in this run"
        if (function := self.code.function_that_may_stop(plan)) is not None:
            return f"a breakpoint on a line of {function} may stop this run"
        return "the watchpoints of this run have changed" if self._renew_watches() else ""

    def _pause_at_the_end(self) -> None:
        """Execute the commands that have arrived between two runs.

        If the user has requested a pause, the pause begins at the end of the next run, when all values exist. The pause
        does not wait for the end of a loop, because a loop may never end.
        """
        if any(each.is_to_stop() for each in self._listeners):
            self.set_goal(lambda walk: walk.at_end or walk.depth > 0, "pause")

    def keep_value(self, variable: Variable, operator: Operator | None, value: Any, step: int) -> None:
        record, lowered = self._record, self._lowered_context is not None
        if record is not None and self._levels.is_recorded(variable.name, operator, record.step, variable.program):
            record.kept_values[variable.name] = value.copy() if lowered else value

    def _previous(self, name: str) -> Any:
        """Return the value of a variable at the end of the previous step of the running program."""
        live = self.navigator.live
        if live is None:
            return None
        step = self.previous_step.get(live.program.id)
        return self.navigator.previous_step_value(live, name) if step is None else step.value_of(name)

    # --- stopping -----------------------------------------------------------------------------------

    @property
    def is_active(self) -> bool:
        return bool(self._commands.pending or self.state.goal_here is not None or self._operators.all)

    def on_place(self, walk: Cursor) -> None:
        if self._passed is not None:
            run, tick = self._passed
            if walk.record.run == run and walk.tick <= tick:
                return
            self._passed = None
        stop = None
        if self._operators.all:
            stop = self._hit_breakpoints(walk)
        if stop is None and (aim := self.state.aim_here) is not None and aim.goal(walk):
            missed = aim.goal.missed(walk) if isinstance(aim.goal, StepGoal) else ""
            stop = StopReason("end" if missed else aim.reason, missed)
        if stop is None and self._commands.pending and walk.next_operator is not None:
            if not walk.tick and not walk.record.kind.interleaved:
                self._pause_at_the_end()
            elif not self.state.now.is_held or self._commands.urgent:  # held: it pauses at the end
                stop = COMMAND
        if stop is not None:
            self._stop(stop)

    def _hit_breakpoints(self, walk: Cursor) -> StopReason | None:
        stop = None
        for hit in self._operators.hits_at(walk, True):
            if hit.breakpoint.log:
                self._log(hit)
            elif stop is None:
                stop = stop_reason_of(hit)
            if hit.breakpoint.once and hit.breakpoint.number in self._operators.all:  # a place may hit it twice
                self.breakpoints.remove(hit.breakpoint.number)
        return stop

    def on_failure(self, walk: Cursor, error: Exception, place: Position | None = None) -> bool:
        """Stop before the failed operator.

        Returns True if the operator must run again because the user has edited a value or moved to another position.

        `place` is the position of the operator. None means the current position of the cursor.
        """
        failure = ProgramFailure(error, error.__traceback__, place or Position(walk.record.run, walk.tick))
        if not self.failures.note(failure):  # the failure of an operator inside this one
            return False
        edited = 0 if self.edits is None else self.edits.reruns
        at = walk.tick
        with self.failures.standing_at(failure):
            self._stop(StopReason("exception", error_text(error)))
        runs_again = walk.tick != at or (self.edits is not None and self.edits.reruns != edited)
        if runs_again:
            self.failures.settle(failure)
        return runs_again

    def on_uncaught(self, failure: ProgramFailure) -> None:
        """Stop at the line at which an error leaves the program's code. For each error, the run stops only once."""
        end_log()  # the eager calls so far must be read
        error = failure.error
        if self.filters.uncaught and self.failures.note(failure):
            with self.failures.standing_at(failure):
                self._stop_finally(StopReason("exception", error_text(error), raising_site(error)))

    def stop_in_code(self, stop: StopReason) -> None:
        """Stop in the user's own Python code, between operators or in a user function that a program calls.

        If a run at full speed may have to stop again after the user's function, the run continues operator by operator.
        """
        navigator, calls = self.navigator, self._calls
        self._in_code = True
        try:
            if navigator.live is not None:
                self._stop(stop)
            elif calls is None or (cursor := self._cursor_in_call(calls)) is None:
                self._stop_finally(stop)
            else:
                self._threads.begin_run(cursor, None)
                try:
                    self._stop(stop)
                finally:
                    self._threads.end_run()
                    navigator.return_to_live()
                if self.state.goal is not None or self._operators.may_stop_in(cursor.record.plan):
                    calls.end_run, self._passed = True, (cursor.record.run, cursor.tick)
        finally:
            self._in_code = False

    def _cursor_in_call(self, calls: CallRecorder) -> RunCursor | None:
        """Return a cursor of the compiled (lowered) run at the position before the user function that is running.

        The result is None if the run cannot be recomputed.
        """
        replay = self._scope_before(calls.record)
        if replay is None or calls.running is None:
            return None
        cursor = replay.open(calls.record, ignore_place)
        cursor.unfinished_call = calls.running[0]
        cursor.seek(calls.running[0])
        return cursor

    def listening(self) -> AbstractContextManager[None]:
        return self.code.listening()

    def stop_at_exit(self) -> None:
        goal, last = self.state.goal, self.journal.step_range()[1]
        if isinstance(goal, StepGoal | OperatorGoal) and (self.journal.last_record() or self.navigator.live):
            self._stop_finally(StopReason("end", f"{goal.never_came}: the program ends after step {last}"))

    def stop_at_call(self, stop: StopReason, frame: FrameType | None) -> None:
        """Stop at a call of `breakpoint()` in the user's program.

        After this stop, step commands go from line to line.
        """
        if self.state.now.is_held and self._threads.has_turn:
            where = "" if stop.site is None else f" at {stop.site.where}"
            print(f"{stop.text}{where} does not stop again before the run continues")  # noqa: T201 (the typed line)
        elif not self.state.now.has_ended:
            self.stop_at_line(stop, frame)

    def stop_at_line(self, stop: StopReason, frame: FrameType | None) -> None:
        """Stop at a line of the program's own code, in a frame.

        If `frame` is None, no frame of the program is running.
        """
        known = stop.breakpoint in self.code.breakpoints.all
        with self._threads.turn() as has_turn:
            if not has_turn or (known and stop.breakpoint not in self.code.breakpoints.all):
                return  # the breakpoint was removed while this thread was waiting
            end_log()  # the eager calls so far must be read
            with self.navigator.waiting(stop, frame), muted(), standing_in(frame):
                self.stop_in_code(stop)

    @property
    def is_busy(self) -> bool:
        """True while this thread has the turn and executes a command.

        The run does not stop in code that a command executes.
        """
        return self._commands.executing > 0 and self._threads.has_turn

    def log_line(self, breakpoint: CodeBreakpoint, text: str) -> None:
        """Log the text of a breakpoint on a line of Python."""
        self._log(BreakpointHit(breakpoint, "breakpoint", text))

    def _log(self, hit: BreakpointHit) -> None:
        for listener in self._listeners:
            listener.hit(hit)

    def _stop(self, stop: StopReason) -> None:
        """Wait at a stop until the program may continue."""
        for listener in self._listeners:
            listener.stop_program(stop)

    def _stop_finally(self, stop: StopReason) -> None:
        with self.navigator.waiting(stop):
            self._stop(stop)

    def set_goal(self, goal: Goal | None, reason: str = "step", thread: int = 0) -> None:
        """Set the next stop: a position at which `goal` is true, in the thread `thread`. The thread 0 means any thread.

        If `goal` is None, the run stops only at breakpoints, errors and pauses.
        """
        former = self.state.goal
        self.state.aim_at(None if goal is None else Aim(goal, reason, thread))
        if isinstance(former, LineGoal) or isinstance(goal, LineGoal):
            self.code.update_events()

    def enter_thread(self, number: int, step: int) -> None:
        self.journal.enter_thread(number)
        self.code.update_thread()
        live = self._threads.live
        if live is not None and live.record.kind.interleaved:
            live.record.renumber(self.journal.run_count, step)

    def end_thread(self, thread: int) -> None:
        """Handle the end of a thread. A goal that was set for this thread then applies to any thread."""
        aim = self.state.now.aim
        if aim is not None and aim.thread == thread:
            self.set_goal(aim.goal, aim.reason)

    # --- editing ------------------------------------------------------------------------------------

    def past_editor(self) -> PastEditor | None:
        """Return an editor for the past position that is shown.

        Return None if the past run cannot be shown with changes.
        """
        navigator = self.navigator
        live, past = navigator.live, navigator.past
        if past is None or "edit past" not in past.can or (live is not None and past.record.run == live.record.run):
            return None
        return PastEditor(navigator, past, self.journal.condense)

    def editing(self) -> Editor:
        """Return the editor for the position that is shown, in the current run or in the past.

        If the shown position is in the past of the current run, and the past of this run cannot be edited, the run goes
        back to the shown position. Raises RunError if nothing can be edited at the position. Raises RunRewound if
        blocks inside the program must end first. In this case, the caller must call this method again.
        """
        navigator, past_editor = self.navigator, self.past_editor()
        if past_editor is not None:
            return past_editor
        live, past = navigator.live, navigator.past
        if self._in_code and self._in_program:
            raise RunError(
                "values of the program cannot be changed inside a function that the program calls",
                fix="step out of the function (`finish`), then set the value",
            )
        if live is None or self.edits is None or (past is not None and past.record.run != live.record.run):
            raise RunError("only the current run can be edited", fix="to try a change on a past run, use branch(...)")
        if navigator.gradient is not None:
            raise RunError("the values inside a gradient rule cannot be edited", fix="step out of the rule first")
        if past is not None:
            index = self.edits.index_of(past)
            navigator.return_to_live()
            self.edits.rewind_to(index)
        return self.edits


def recorded(driver: RunDriver, purpose: str = " to step it") -> FrameDriver:
    """Return the driver as a FrameDriver, the driver of a recorded run.

    Raises UnsupportedError if the run is watched but not recorded.
    """
    if not isinstance(driver, FrameDriver):
        raise only_watched(purpose=purpose)
    return driver
