"""NotifiedCalls: records each eager op when the op runs, and can stop the run before or after the op.

A place is a position where a run can stop. There is a place before each op and after each op, so a breakpoint on a
value can stop the run before the next line of the user's code.
"""

from __future__ import annotations

import sys
from collections import deque

from opscope.debug.drivers.run_driver import RunDriver
from opscope.debug.eager.eager_record import EagerRecord, PendingCall
from opscope.debug.eager.given_numbers import GivenNumbers
from opscope.debug.eager.tensor_names import NamedArrays
from opscope.debug.eager_calls.call_summaries import CallSummaries
from opscope.debug.eager_calls.step_losses import StepLosses
from opscope.debug.eager_calls.step_recorder import StepRecorder
from opscope.debug.state.command_queue import CommandQueue
from opscope.debug.state.program_threads import ProgramThreads
from opscope.debug.values.value_monitor import ValueMonitor
from opscope.eager.op_call_log import CallLog, ReturnedCall
from opscope.eager.op_calls import GRADIENT_SUM, OpCall
from opscope.ir.op_roles import BACKWARD, FORWARD, OPTIMIZE
from opscope.ir.program.program import Operator
from opscope.names.public_call import returns_itself

RETURNS_BETWEEN_STEPS = 100  # more returned values would keep too much memory alive


class NotifiedCalls:
    """Receiver of the calls of eager ops of one thread, while opscope reports these calls one by one.

    The turn is the permission of a thread to run. To record an op, or to stop at an op, the thread needs the turn. To
    execute an op, the thread needs the turn only if the op draws random numbers.
    """

    def __init__(
        self,
        log: CallLog,
        recorder: StepRecorder,
        losses: StepLosses,
        values: ValueMonitor,
        summaries: CallSummaries,
        queue: CommandQueue,
        driver: RunDriver,
        threads: ProgramThreads,
    ) -> None:
        self._log = log
        self._recorder = recorder
        self._losses = losses
        self._values = values
        self._summaries = summaries
        self._queue = queue
        self._driver = driver
        self._threads = threads
        self._drawing = False  # True if the running op draws random numbers, and has the turn
        self._unnamed: tuple[Operator, NamedArrays] | None = None  # not summarized yet
        self._returned: deque[ReturnedCall] = deque(maxlen=RETURNS_BETWEEN_STEPS)  # for the next record

    def before(self, call: OpCall) -> None:
        """Handle an op that is about to run."""
        if self._end_draw():  # an interrupt has ended the last op
            self._threads.release()
        if self._recorder.suspended or not self._threads.take():
            return
        start = self._summaries.clock()
        try:
            self._begin(call)
            self._drawing = call.op.random
        finally:
            self._summaries.note_notified(start)
            if not self._drawing:
                self._threads.release()

    def _begin(self, call: OpCall) -> None:
        recorder, log = self._recorder, self._log
        names, program, running = recorder.names, recorder.program, recorder.running
        number = recorder.take_numbers(1)
        if not self._driver.records and not self._values.active and not self._queue.pending:
            return
        while running and running[-1].call.depth >= call.depth:  # calls that have failed
            running.pop()
        cursor = recorder.begin(number)
        states = recorder.states()
        read, values = names.input_names(call, number)
        caller, layer = log.caller(2)
        around = running[-1].operator if running else None
        made, path = program.origin(call, caller[1], layer, around)
        expected = names.expected_outputs(call, number)
        operator = program.operator(call, number, read, expected, self._role(call), made, path)
        recorder.use_names(cursor.eager_record)
        while self._returned and not _is_over(cursor.eager_record):
            cursor.eager_record.note_return(self._returned.popleft(), names.name_of)
        inner = recorder.enter(sys._getframe(1) if call.node is None else None)
        is_composed = call.node is None and not returns_itself(call.op, log.called)
        called = inner if is_composed and call.op is not GRADIENT_SUM else log.called
        if log.locals is not None:
            called = log.locals.renamed(names.name_of)
        given = GivenNumbers.of(call)
        place = cursor.eager_record.add(operator, False, recorder.around, caller, values, called, given, states)
        cursor.advance_to_latest()
        self.summarize_last()
        running.append(PendingCall(call, number, operator, place, cursor.eager_record))
        recorder.check_stop(cursor, call)

    def after(self, call: OpCall) -> None:
        """Handle an op that has run."""
        recorder = self._recorder
        if recorder.suspended or not (self._end_draw() or self._threads.take()):
            recorder.inner.release()
            return
        start = self._summaries.clock()
        try:
            self._end(call)
        finally:
            self._summaries.note_notified(start)
            recorder.inner.release()  # not earlier: the summaries of the results need their names
            self._threads.release()

    def _end_draw(self) -> bool:
        """Return True if the thread has had the turn to run since the start of the op."""
        drawing, self._drawing = self._drawing, False
        return drawing

    def _end(self, call: OpCall) -> None:
        recorder, driver = self._recorder, self._driver
        program, pending = recorder.program, recorder.running
        if call.phase == "forward" and call.outputs:
            self._losses.note(call.outputs[0], call.name, call.op.name, self._log.caller(2)[0])
        while pending and pending[-1].call is not call and pending[-1].call.depth > call.depth:
            pending.pop()
        if not pending or pending[-1].call is not call:  # nothing was active when it began
            return
        running = pending.pop()
        operator = running.operator
        states = recorder.states()
        names, values = recorder.names.output_names(call, running.number, operator.outputs)
        if names != operator.outputs:  # some ops know the number of their results only now
            made, path = operator.call, operator.layer_path
            operator = program.operator(call, running.number, operator.inputs, names, operator.role, made, path)
            running.set_operator(operator)
        if call.node is None:
            program.note_outputs(operator, call.outputs)
        if program.declare(operator, running.place.values, values):
            driver.breakpoints.operators.invalidate()  # conditions without a place read the names of the program
        if self._values.active:
            self.summarize_last()
            self._unnamed = operator, values
            if call.op.is_computed_here:
                self.summarize_last()
        if driver.records:
            cursor = recorder.cursor or recorder.begin(running.number)
            cursor.eager_record.add(operator, True, recorder.around, running.place.caller, values, states=states)
            cursor.advance_to_latest()
            recorder.check_stop(cursor, call)

    def summarize_last(self) -> None:
        """Summarize the tapped results of the last op.

        For an op of another library, opscope calls this method when the next op begins, because the results then have
        their names in the user's functions.
        """
        last, self._unnamed = self._unnamed, None
        if last is not None:
            self._values.observe_eager(*last, self._recorder.program.global_block().vars)

    def failed(self, call: OpCall, error: Exception) -> None:
        """Handle an op that has failed: stop the run at the line of the error, if the user has requested this."""
        recorder = self._recorder
        recorder.inner.release()
        if recorder.suspended or not (self._end_draw() or self._threads.take()):
            return
        try:
            driver, live = self._driver, recorder.cursor
            if driver.filters.uncaught and live is not None:
                running = next((each for each in reversed(recorder.running) if each.call is call), None)
                driver.on_failure(live, error, None if running is None else running.position)
        finally:
            self._threads.release()

    def note_return(self, call: ReturnedCall) -> None:
        """Record the return of a public function to the user's code, if the calls of the function were reported."""
        recorder = self._recorder
        if recorder.suspended or recorder.named is None:
            return
        if _is_over(recorder.named):  # `to_tensor` between two steps: its result belongs to the next one
            self._returned.append(call)
        else:
            recorder.named.note_return(call, recorder.names.name_of)

    def _role(self, call: OpCall) -> int:
        return OPTIMIZE if self._log.updating else BACKWARD if call.phase == "backward" else FORWARD


def _is_over(record: EagerRecord) -> bool:
    """Return True if the last place of a record is the end of a step."""
    return bool(record.places) and record.places[-1].operator is None
