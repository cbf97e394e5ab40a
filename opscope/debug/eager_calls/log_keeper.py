"""LogKeeper: decides if the eager calls of a thread are only logged, and reads the log of these calls."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from opscope.core.checks.finite import all_finite
from opscope.core.frame_locals import FormerLocals
from opscope.core.place import is_array
from opscope.debug.drivers.run_driver import RunDriver
from opscope.debug.eager.eager_record import EagerRecord, PendingCall
from opscope.debug.eager.log_size import LogSize
from opscope.debug.eager.logged_calls import LoggedCalls, LogReader
from opscope.debug.eager.tensor_names import LoggedNames
from opscope.debug.eager_calls.call_summaries import CallSummaries
from opscope.debug.eager_calls.notified_calls import NotifiedCalls
from opscope.debug.eager_calls.step_garbage import LONG_LOG, STEP_GARBAGE
from opscope.debug.eager_calls.step_losses import StepLosses
from opscope.debug.eager_calls.step_recorder import MAX_PLACES, StepRecorder
from opscope.debug.navigation.goals import StepGoal
from opscope.debug.replay.program_kind import Cursor, Goal
from opscope.debug.state.command_queue import CommandQueue
from opscope.debug.state.program_threads import ProgramThreads
from opscope.debug.state.run_state import RunState, RunTerminated, StateCell
from opscope.debug.values.step_counter import StepCounter
from opscope.debug.values.value_monitor import ValueMonitor
from opscope.eager.array_versions import WritesPart
from opscope.eager.op_call_log import Caller, CallLog, LoggedCall
from opscope.eager.op_calls import end_log, muted, thread_state

EACH_VALUE = "taps summarize each value (hz=None)"
LIVE_CALLS = 500  # calls of the current record before it is written to the journal


class LogKeeper:
    """The log of the eager calls of one thread.

    `notified` is the object that receives the calls that are reported one by one. Calls are logged without a report if
    the run cannot stop at these calls, and if the values of the calls are not needed at once. opscope reads the log
    later, on request. In an unrecorded run, the log is idle (ignores calls) in steps whose values no tap needs.
    """

    def __init__(
        self,
        recorder: StepRecorder,
        losses: StepLosses,
        counter: StepCounter,
        values: ValueMonitor,
        queue: CommandQueue,
        state: StateCell,
        driver: RunDriver,
        threads: ProgramThreads,
        clock: Callable[[], float],
    ) -> None:
        self._recorder = recorder
        self._counter = counter
        self._losses = losses
        self._queue = queue
        self._state = state
        self._driver = driver
        self._threads = threads
        self._summaries = CallSummaries(values, recorder, counter, driver.records, clock)
        self._stepwise = ""  # reason why calls are notified one by one
        self._versions = recorder.versions
        self.log = CallLog(self._versions, self._may_log, self._must_notify, self._end, self._end_late, self._fail)
        self.notified = NotifiedCalls(self.log, recorder, losses, values, self._summaries, queue, driver, threads)
        self.log.turn = threads.turn
        self.log.on_scalar = losses.note
        self.log.on_checked = self._summaries.note_checked
        queue.on_put.append(self.log.wake)
        state.on_change.append(self.log.wake)
        self.log.on_return = self.notified.note_return
        self._writes: WritesPart = self._versions.part  # since the start of the record, or of the first logged call
        self._size = LogSize(self.log, lambda: recorder.share, self._overwritten_bytes)
        self._are_results_finite = False  # those of all calls in the log
        self._former = FormerLocals()  # at the end of the last log of the step
        self._going: RunState | None = None  # the last state in which calls need not wait
        self._pending_calls: dict[LoggedCall, PendingCall] = {}  # calls that were running when the log ended

    def _overwritten_bytes(self) -> int:
        return sum(part.nbytes for part in self._writes.following())

    @property
    def is_open(self) -> bool:
        """True if the log is ready to receive the next call."""
        return thread_state.log is self.log

    @property
    def is_noting(self) -> bool:
        """True if the next call will be stored in the log: the log is open and is not idle."""
        return self.is_open and not self.log.is_idle

    @property
    def is_empty(self) -> bool:
        """True if the log is open but contains no calls."""
        writes = self._writes
        return self.is_open and not self.log.calls and writes is self._versions.part and not writes.changes

    # --- when to log --------------------------------------------------------------------------------

    def _may_log(self) -> bool:
        """Return True if the run cannot stop at the next calls, and if their values are not needed at once.

        For breakpoints at NaN or Inf, and for periodic summaries, a log of the calls is enough.
        """
        if self._recorder.suspended or self._must_wait:
            return False
        self._stepwise = self._reason_to_notify()
        if self._stepwise:
            return False
        self._choose_examination()
        live = self._live
        if live is not None and live.tick >= LIVE_CALLS - 1:
            with self._threads.turn() as has_turn:
                if has_turn:
                    self._recorder.flush()
        self._writes = self._versions.start_part()
        self._rest()
        return True

    def _rest(self) -> None:
        """Set the log to idle if the calls until the end of the step or of the window are not needed."""
        log, summaries = self.log, self._summaries
        if not summaries.can_rest:
            log.wake()
            return
        if not log.is_idle:
            STEP_GARBAGE.end_log()
            self._recorder.names.invalidate_copies()  # nobody notes what the program writes to
        log.rest(summaries.window)
        if self._must_wait:  # since just now: it has not ended what began only here
            log.wake()

    def _reason_to_notify(self) -> str:
        """Return the reason why the next calls must be reported one by one; "" if the calls can be logged."""
        driver = self._driver
        if self._summaries.needs_calls:
            return EACH_VALUE
        goal = driver.state.goal_here
        if goal is not None and getattr(goal, "stops_at_operators", True) and not self._is_of_later_step(goal):
            return "a move may end at each call"
        stops = [b for b in driver.breakpoints.operators.all.values() if b.enabled]
        may_stop = not all(b.is_measured and b.watches_finiteness for b in stops)
        return "a breakpoint may stop at each call" if may_stop else ""

    def _is_of_later_step(self, goal: Goal) -> bool:
        """Return True for the goal of a move to a step that comes later than the current step."""
        return isinstance(goal, StepGoal) and goal.first_step > self._counter.steps + 1

    def _choose_examination(self) -> None:
        """Set the function that receives the results of each logged call."""
        if any(b.enabled for b in self._driver.breakpoints.operators.all.values()):
            self.log.examine = self._stop_if_not_finite
        else:
            self._are_results_finite = False
            self.log.examine = None if self._summaries.health_check is None else self._check_health

    def _check_health(self, made: list[Any]) -> None:
        check = self._summaries.health_check
        if check is not None and not check(made) and not self._driver.records:
            end_log()  # the call is notified when it ends, and so is the rest of the step

    def _must_notify(self, calls: int) -> bool:
        if self.log.skipped and self._end_rest():
            return True
        if self._queue.pending or (self._state.now is not self._going and self._must_wait):
            return True
        return calls >= self._size.limit and not self._make_room(calls)

    def _end_rest(self) -> bool:
        """Count the calls that the idle log has skipped.

        After a window of skipped calls, decide again if the next calls are skipped.

        Returns True if the next calls must be reported one by one.
        """
        is_over = self.log.skipped >= self.log.skip_limit
        self._count_skipped()
        return is_over and self._must_notify_window()

    def _must_notify_window(self) -> bool:
        """At the end of a window of calls, decide if the next calls are reported one by one, logged or skipped.

        Returns True if the next calls must be reported one by one.
        """
        if self._summaries.needs_calls:
            return True
        self._choose_examination()
        self._rest()
        return False

    def _count_skipped(self) -> None:
        self._recorder.take_numbers(self.log.skipped)
        self.log.skipped = 0

    @property
    def _must_wait(self) -> bool:
        """True if the next call must check for commands, or must wait because the run is stopped or is ending."""
        now = self._state.now
        if now.is_held or now.terminating:
            return True
        self._going = now
        return self._queue.pending

    @property
    def _live(self) -> Cursor | None:
        """The cursor of this thread's record, if the record exists."""
        thread = self._threads.here
        return None if thread is None else thread.live

    def _stop_if_not_finite(self, made: list[Any]) -> None:
        if not all(all_finite(array) for array in made if is_array(array)):
            end_log()  # the call is notified as usual when it ends, and stops there

    # --- writing the log ----------------------------------------------------------------------------

    def _make_room(self, calls: int) -> bool:
        """If the logged calls take too much memory, remove them from the log, and write them to the journal.

        Returns True if the next calls can be logged, and False if the next calls must be reported one by one.
        """
        full = self._size.is_full() or 2 * calls >= MAX_PLACES or (calls >= LIVE_CALLS and self._live is not None)
        full |= not self._driver.records and calls >= self._summaries.window
        if not full:
            if calls >= LONG_LOG:
                STEP_GARBAGE.delay()
            return True
        with self._threads.turn() as has_turn:
            has_room = not has_turn or self._make_room_in_turn()
        if self.is_noting and has_room:
            STEP_GARBAGE.collect()
        return has_room

    def _make_room_in_turn(self) -> bool:
        if not self._driver.records:
            self._losses.note_logged(self.log.calls)
            self.end_unrecorded()
            return not self._must_notify_window()
        if self._live is not None and not (self.log.depth or self._recorder.running):
            self._recorder.flush()
        if self._threads.live is not None:
            return False
        if not self.log.depth:  # a record contains whole calls
            self._losses.note_logged(self.log.calls)
            logged = self.take()
            self.write(self._recorder.add_log(logged), logged)
        return not self._summaries.needs_calls

    def take(self, end: Caller | None = None) -> LoggedCalls:
        """Remove the calls from the log and return them.

        `end` is the user's call that ends the step of the logged calls; None if the step has not ended.
        """
        logged = LoggedCalls(
            self.log.calls,
            self.log.returned,
            self._recorder.take_numbers(len(self.log.calls)),
            self._recorder.program,
            self._writes,
            self._recorder.names,
            None if end is None else (end, self._versions.count),
            self._versions,
            self._are_results_finite,
            read_last=self.log.read_last,
            former=self._former,
        )
        self.log.read_last = None
        self._are_results_finite = self.log.examine == self._stop_if_not_finite
        self.log.take()
        self._size.restart()
        return logged

    def write(self, record: EagerRecord, logged: LoggedCalls) -> None:
        """Write a record to the journal; the record contains the logged calls that `take` has returned."""
        self._former = FormerLocals()
        if logged.end is None:
            self._former = logged.former.after(logged.called())
        self._summaries.summarize(record)
        self._writes = self._versions.start_part()
        logged.until = self._writes.first if self._writes is not logged.writes else self._versions.count
        self._recorder.write_log(record, logged)

    def end_unrecorded(self) -> None:
        """Remove the calls from the log, in a run that is not recorded.

        At the end of the run, the values of the last removed calls are summarized.
        """
        self._count_skipped()
        logged = self.take()
        if not self._summaries.active:
            return
        self._summaries.note_seen()
        if logged.calls:
            self._summaries.summarize(self._recorder.of_log(logged))
            self._writes = self._versions.start_part()

    def end_step(self, calls: int) -> str:
        """Prepare the log for the next step: drop the calls that were logged after the end of the previous step.

        `calls` is the number of calls in the step that has ended. Returns a message about the cost of taps; "" if there
        is no message.
        """
        self.log.take()
        self._size.end_step()
        if self.is_open and self._driver.state.goal_here is not None and self._reason_to_notify():
            end_log()  # the next step is the goal
        self._summaries.end_step(calls)
        if self._summaries.active:
            self._choose_examination()
            if self.is_open and not self._driver.records and self._summaries.needs_calls:
                end_log()
        if self.is_open:
            self._rest()
        return self._summaries.notice()

    @property
    def slow(self) -> dict[str, str]:
        """The reasons why calls are slower than logged calls: opscope reports each call, or taps summarize values."""
        found = {"taps": self._summaries.cost, "eager calls": self._stepwise}
        if self._stepwise == EACH_VALUE and self._summaries.samples:  # for a step
            del found["eager calls"]
        return {what: text for what, text in found.items() if text}

    def observe_last_step(self) -> None:
        """At the end of the run, summarize the values of the last step, unless they were already summarized."""
        self._summaries.observe_last_step()

    # --- reading the log ----------------------------------------------------------------------------

    def _end(self) -> None:
        """Read the logged calls. After this method, each call is reported when the call starts and ends."""
        try:
            with self._threads.turn() as has_turn:
                if has_turn:
                    self._read()
                else:
                    self.take()
        except RunTerminated:  # the next call raises it: the watch itself must end without an error
            self.take()
        finally:
            STEP_GARBAGE.end_log()  # not before: the places of a long log are many objects, too

    def _read(self) -> None:
        self._losses.note_logged(self.log.calls)
        logged, recorder = self.take(), self._recorder
        if not logged.calls or not (self._driver.records or self._summaries.active):
            return
        cursor = recorder.begin(logged.number, logged.writes)
        names = LoggedNames(logged.writes, recorder.names.states, recorder.names)
        for call, pending in LogReader(logged, cursor.eager_record, names).read(self.log.depth):
            call.log_ended = True
            self._pending_calls[call] = pending
            recorder.running.append(pending)
        if self.log.on_read is not None:
            self.log.on_read()
        cursor.advance_to_latest()
        if self._driver.records:
            self._summaries.summarize(cursor.eager_record)

    def _end_late(self, logged: LoggedCall) -> None:
        """Handle the end of a call that was running when the log ended."""
        pending = self._pending_calls.pop(logged, None)
        if pending is not None:
            pending.call.outputs = logged.outputs or ()
            with muted():
                self.notified.after(pending.call)
            pending.call.release()

    def _fail(self, logged: LoggedCall, error: Exception) -> None:
        """Handle the error of a logged call."""
        if not self._driver.filters.uncaught:
            return
        if self.is_open and logged not in self._pending_calls:
            self.log.depth += 1  # the call counts as running, so it is the place
            end_log()
            self.log.depth -= 1
        pending = self._pending_calls.pop(logged, None)
        if pending is not None:
            with muted():
                self.notified.failed(pending.call, error)
            pending.call.release()
