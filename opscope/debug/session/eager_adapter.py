"""EagerAdapter: presents the eager ops of a run's Python code to a session as operators of a program.

A place is before an op or after it, so a data breakpoint stops before the user's next line. A step ends with
`Optimizer.step()`; ops are numbered from 0 in each step. Ops in functions that a run of a program calls are ignored.
"""

from __future__ import annotations

import sys
import time
import weakref
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple, Protocol

from opscope.core.checks.finite import all_finite
from opscope.core.place import is_array, to_host
from opscope.debug.drivers.run_driver import PreviousStep, RunDriver
from opscope.debug.eager.condensed_history import CondensedHistory
from opscope.debug.eager.eager_cursor import EagerCursor
from opscope.debug.eager.eager_editor import EagerEditor
from opscope.debug.eager.eager_kind import new_record
from opscope.debug.eager.eager_program import EagerProgram
from opscope.debug.eager.eager_record import EagerPlace, EagerRecord, GivenNumbers, PendingCall
from opscope.debug.eager.eager_step import EagerStep
from opscope.debug.eager.log_size import LogSize
from opscope.debug.eager.logged_calls import LoggedCalls, LogReader
from opscope.debug.eager.tensor_names import GENERATED_PREFIX, LoggedNames, TensorNames, own_name
from opscope.debug.eager.tensor_states import NamedStates, TensorStates
from opscope.debug.replay.program_kind import Cursor, ignore_place
from opscope.debug.state.command_queue import CommandQueue
from opscope.debug.state.listener import Listeners
from opscope.debug.state.program_threads import ProgramThreads
from opscope.debug.state.run_state import RunTerminated, StateCell
from opscope.debug.taps.sampling_rate import SHARE
from opscope.debug.values.step_counter import StepCounter
from opscope.debug.values.value_monitor import ValueMonitor
from opscope.eager.array_versions import ArrayVersions, WritesPart
from opscope.eager.op_call_log import Caller, CallLog, LoggedCall, ReturnedCall
from opscope.eager.op_calls import GRADIENT_SUM, OpCall, backward_roots, end_log, muted, start_log, thread_state
from opscope.eager.optimizers.living_optimizers import optimized_names
from opscope.eager.optimizers.loss_scaling import is_scaled
from opscope.eager.optimizers.optimizer_steps import on_optimizer_step, stepped_parameters
from opscope.eager.tape import Tracked
from opscope.eager.watch import watched
from opscope.ir.op_roles import BACKWARD, FORWARD, OPTIMIZE
from opscope.ir.program.program import GRAD, Block, Operator
from opscope.names.call_results import InnerCalls
from opscope.names.program_names import register_eager
from opscope.names.public_call import returns_itself
from opscope.names.result_name import result_name
from opscope.torch_calls.seen_calls import torch_calls_seen

MAX_PLACES = 20_000  # places of one record
LIVE_CALLS = 500  # calls of the current record before it is written to the journal
BUDGET_SHARE = 8  # a record takes at most budget / BUDGET_SHARE of the journal


class _Scalar(NamedTuple):
    """A one-element result: its array, the user's name of its op, the op, and the user's call that made it."""

    array: Any
    given: str
    op: str
    caller: Caller


class Commands(Protocol):
    """Executor of commands between two calls."""

    queue: CommandQueue
    state: StateCell

    def running_clock(self) -> float:
        """Return seconds without the time of stops."""
        ...


class EagerAdapter:
    """Watcher of the eager ops (see `eager.watch`) of one thread of a session.

    While nothing can stop at a call or needs its values, calls are only logged, and read later on request. Reading and
    stopping take the thread's turn; the ops themselves do not, unless they draw random numbers.

    Listeners receive the calls of a finished step, and then its seconds and losses.
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
        self._values = values
        self._commands = commands
        self._queue = commands.queue
        self._driver = driver
        self._threads = threads
        self._listeners = listeners
        self._of_step: list[weakref.ref[EagerRecord]] = []  # records of this step, including the current one
        self._kept: list[EagerRecord] = []  # written ones, kept even if the journal drops them
        self.names = TensorNames()
        self.program = EagerProgram(self.names)
        self._past = CondensedHistory(self.program, driver.journal.budget)
        self._named: EagerRecord | None = None  # the record from which breakpoints and taps get the user's names
        self._inner = InnerCalls(None)  # calls around the running op
        register_eager(self.program, self._read_names)
        self._running: list[PendingCall] = []
        self._number = 0  # of the next call in this step
        self._suspended = 0  # number of program runs in progress
        self._set_aside = -1  # number of executed commands when an empty log was set aside for a run; -1: no log
        self._versions = ArrayVersions(driver.journal.budget // BUDGET_SHARE if driver.records else 0)
        self._log = CallLog(self._versions, self._may_log, self._must_notify, self._end_log, self._end_late, self._fail)
        self._log.turn = threads.turn
        self._log.on_return = self._note_return
        self._drawing = False  # True if the running op draws random numbers, and has the turn
        self._writes: WritesPart = self._versions.part  # since the start of the record, or of the first logged call
        self._log_size = LogSize(self._log, self._share)
        self._is_healthy = True  # as far as known for the values of logged calls
        self._next_summary = 0.0  # of logged calls
        self._summary_seconds = 0.0  # duration of the last summary
        self._unseen: EagerRecord | None = None  # the newest record, if its values were not summarized
        self._edits: EagerEditor | None = None  # editor of the current record
        self._pending_calls: dict[LoggedCall, PendingCall] = {}  # calls that were running when the log ended
        self._roots: list[Tracked] = []  # starting points of the backward passes in this step
        self._scalars: list[_Scalar] = []  # the latest one-element results
        self._unrecorded: EagerCursor | None = None  # cursor of this step, in a run that is not recorded
        self._step_start = commands.running_clock()
        self._scaled_steps: set[int] = set()  # steps with scaled losses
        self._optimizers: dict[tuple[int, int], list[str]] = {}  # names of their trainable parameters
        self._to_optimize: set[str] = set()  # names of the parameters of all optimizers so far

    @property
    def optimized(self) -> list[str]:
        """The names of the trainable parameters of optimizers, with a gradient or without."""
        return [name for names in self._optimizers.values() for name in names]

    @property
    def to_optimize(self) -> set[str]:
        """The names of the parameters of all optimizers so far; "" for parameters without a name."""
        return {"" if name.startswith(GENERATED_PREFIX) else name for name in self._to_optimize}

    def is_frozen(self, name: str) -> bool:
        """Return True if the Tensor with this name stops gradients."""
        found = self.names.live_tensor(name)
        return found is not None and bool(found.stop_gradient)

    @contextmanager
    def listening(self) -> Iterator[None]:
        """Connect the eager ops of this thread, the adapter's, to the session inside the block."""
        with (
            optimized_names() as self._to_optimize, on_optimizer_step(self._optimizer_step),
            watched(self, self._log), backward_roots(self._roots), torch_calls_seen(self._log),
        ):  # fmt: skip
            start_log()
            yield

    @contextmanager
    def _optimizer_step(self) -> Iterator[None]:
        self._log.updating += 1
        parameters = stepped_parameters()
        if parameters and (key := (id(parameters[0]), len(parameters))) not in self._optimizers:
            self._optimizers[key] = [self.names.name_of(p) for p in parameters if not p.stop_gradient]
        try:
            yield
        finally:
            self._log.updating -= 1
        self._finish_step()

    def suspend(self) -> None:
        """End the current record, and ignore ops in functions that a running program calls, until `resume`."""
        if self._is_log_empty() and self._threads.live is None:
            thread_state.log, self._set_aside = None, self._queue.executed
        else:
            end_log()
            self.flush()
        self._suspended += 1

    def resume(self) -> None:
        """Resume after a run of a program."""
        self._suspended -= 1
        if not self._suspended:
            executed, self._set_aside = self._set_aside, -1
            if executed == self._queue.executed:  # the log does not depend on any change since
                thread_state.log = self._log
                return
        start_log()

    def _is_log_empty(self) -> bool:
        writes = self._writes
        return (
            thread_state.log is self._log
            and not self._log.calls
            and writes is self._versions.part
            and not writes.changes
        )

    def _read_names(self) -> None:
        if self._named is not None:
            _ = self._named.names

    # --- a call -------------------------------------------------------------------------------------

    def before(self, call: OpCall) -> None:
        """Handle an op that is about to run."""
        if self._end_draw():  # an interrupt has ended the last op
            self._threads.release()
        if self._suspended or not self._threads.take():
            return
        try:
            self._begin(call)
            self._drawing = call.op.random
        finally:
            if not self._drawing:
                self._threads.release()

    def _begin(self, call: OpCall) -> None:
        number, self._number = self._number, self._number + 1
        if not self._driver.records and not self._values.active and not self._queue.pending:
            return
        while self._running and self._running[-1].call.depth >= call.depth:  # calls that have failed
            self._running.pop()
        walk = self._current_cursor(number)
        states = self._states()
        names, values = self.names.input_names(call, number)
        caller, layer = self._log.caller(2)
        around = self._running[-1].operator if self._running else None
        made, path = self.program.origin(call, caller[1], layer, around)
        expected = self.names.expected_outputs(call, number)
        operator = self.program.operator(call, number, names, expected, self._role(call), made, path)
        self._named = walk.eager_record
        self._inner.release()
        self._inner = InnerCalls(sys._getframe(1) if call.node is None else None, self._inner)
        is_composed = call.node is None and not returns_itself(call.op, self._log.called)
        called = self._inner if is_composed and call.op is not GRADIENT_SUM else self._log.called
        if self._log.locals is not None:
            called = self._log.locals.renamed(self.names.name_of)
        given = GivenNumbers.of(call)
        place = walk.eager_record.add(operator, False, self._around, caller, values, called, given, states)
        walk.advance_to_latest()
        self._running.append(PendingCall(call, number, operator, place, walk.eager_record))
        self._check_stop(walk, call)

    def after(self, call: OpCall) -> None:
        """Handle an op that has run."""
        if self._suspended or not (self._end_draw() or self._threads.take()):
            self._inner.release()
            return
        try:
            self._end(call)
        finally:
            self._inner.release()  # not earlier: the summaries of the results need their names
            self._threads.release()

    def _end_draw(self) -> bool:
        """Return True if the op that ends has had the turn from its start."""
        drawing, self._drawing = self._drawing, False
        return drawing

    def _end(self, call: OpCall) -> None:
        if call.phase == "forward" and call.outputs:
            self._note_scalar(call.outputs[0], call.name, call.op.name, self._log.caller(2)[0])
        while self._running and self._running[-1].call is not call and self._running[-1].call.depth > call.depth:
            self._running.pop()
        if not self._running or self._running[-1].call is not call:  # nothing was active when it began
            return
        running = self._running.pop()
        operator, driver = running.operator, self._driver
        states = self._states()
        names, values = self.names.output_names(call, running.number, operator.outputs)
        if names != operator.outputs:  # some ops know the number of their results only now
            made, path = operator.call, operator.layer_path
            operator = self.program.operator(call, running.number, operator.inputs, names, operator.role, made, path)
            running.set_operator(operator)
        if call.node is None:
            self.program.note_outputs(operator, call.outputs)
        if self.program.declare(operator, running.place.values, values):
            driver.breakpoints.operators.invalidate()  # conditions without a place read the names of the program
        if self._values.active:
            self._values.observe_eager(operator, values, self.program.global_block().vars)
        if driver.records:
            walk = self._walk or self._current_cursor(running.number)
            walk.eager_record.add(operator, True, self._around, running.place.caller, values, states=states)
            walk.advance_to_latest()
            self._check_stop(walk, call)

    def _note_return(self, call: ReturnedCall) -> None:
        """Note the return of a public function that the user's code has called; its calls were notified."""
        if not self._suspended and self._named is not None:
            self._named.note_return(call, self.names.name_of)

    def failed(self, call: OpCall, error: Exception) -> None:
        """Handle a failed op: stop once, where the error was raised."""
        self._inner.release()
        if self._suspended or not (self._end_draw() or self._threads.take()):
            return
        try:
            driver = self._driver
            live = self._walk
            if driver.filters.uncaught and live is not None:
                running = next((each for each in reversed(self._running) if each.call is call), None)
                driver.on_failure(live, error, None if running is None else running.position)
        finally:
            self._threads.release()

    def _states(self) -> NamedStates:
        """Return the values of Tensors that have changed since the last place, such as running statistics of a norm."""
        found = self.names.states.until(self._versions.count, self.names.name_of)
        self.program.declare_values(found)
        return found

    def is_left_to_scaling(self, cursor: Cursor, operator: Operator | None) -> bool:
        """Return True for gradients of a scaled loss: loss scaling skips a step with NaN or Inf in one of them."""
        if not cursor.record.kind.interleaved or operator is None or operator.phase != "backward":
            return False
        return cursor.record.step in self._scaled_steps or (cursor.live and any(map(is_scaled, self._roots[-1:])))

    def _role(self, call: OpCall) -> int:
        return OPTIMIZE if self._log.updating else BACKWARD if call.phase == "backward" else FORWARD

    @property
    def _around(self) -> EagerPlace | None:
        return self._running[-1].parent_place if self._running else None

    def _check_stop(self, walk: EagerCursor, call: OpCall | None) -> None:
        driver, edits = self._driver, self._edits
        if edits is not driver.edits or not driver.is_active:
            return
        if edits is None:  # nothing is recorded that could be edited
            driver.on_place(walk)
            return
        edits.call = call
        try:
            driver.on_place(walk)
        finally:
            edits.call = None

    @property
    def _walk(self) -> EagerCursor | None:
        """The cursor of the current record, while this thread has the turn; None if there is none."""
        live = self._threads.live
        return live if isinstance(live, EagerCursor) else None

    # --- records ------------------------------------------------------------------------------------

    def _current_cursor(self, first_call: int, start: WritesPart | None = None) -> EagerCursor:
        """Return the cursor of the record for the current calls; for a new record, this is the first call.

        It begins at the part `start` of the array versions; by default now.
        """
        block, driver, step = self.program.global_block(), self._driver, self._counter.steps + 1
        if not driver.records:
            return self._step_cursor(block, step, first_call)
        live, budget = self._walk, self._share()
        if live is not None:
            trace = live.eager_record
            if self._running or (len(trace.places) < MAX_PLACES and trace.held_bytes < budget):
                trace.trim(budget)
                return live
            self.flush()
        start = start or self._versions.start_part()
        record = new_record(block, driver.journal.run_count, step, first_call, self._of_step, start)
        self.names.states = TensorStates(start)
        walk = EagerCursor(record, driver.on_place, self._alive)
        self._edits = EagerEditor(walk, self.names)
        self._threads.begin_run(walk, self._edits)
        return walk

    def _step_cursor(self, block: Block, step: int, first_call: int) -> EagerCursor:
        """Return the cursor of an unrecorded step: its places describe the results of ops, without the elements."""
        walk = self._unrecorded
        if walk is None or len(walk.eager_record.places) >= MAX_PLACES or walk.eager_record.step != step:
            walk = self._unrecorded = EagerCursor(new_record(block, 0, step, first_call), ignore_place, self._alive)
            self.names.states = TensorStates(self._versions.start_part())
        walk.eager_record.trim(0)
        return walk

    def flush(self, error: str = "") -> None:
        """End the current record and write it to the journal. `error` is the error of the code, "" for none."""
        driver = self._driver
        live = self._walk
        if live is None:
            return
        self._inner.end()
        record = live.eager_record
        record.ticks, record.error = len(record.places), error
        self._threads.end_run()
        driver.navigator.return_to_live()
        driver.journal.append_isolated(record)
        self._keep_for_step(record, driver)

    def _keep_for_step(self, record: EagerRecord, driver: RunDriver) -> None:
        """Keep a record until its step ends, within the journal's budget; the oldest are dropped first."""
        self._kept.append(record)
        while self._kept and sum(each.nbytes for each in self._kept) > driver.journal.budget:
            del self._kept[0]

    def _finish_step(self) -> None:
        """Handle an update of parameters by an optimizer."""
        if self._suspended:
            return
        with self._threads.turn() as has_turn:
            if has_turn:
                self._record_step()
            else:
                self._log.take()

    def _record_step(self) -> None:
        losses, driver = self._losses(), self._driver
        if any(map(is_scaled, self._roots)):
            self._scaled_steps.add(self._counter.steps + 1)
        live = self._walk
        if thread_state.log is self._log and driver.records and self._threads.live is None:
            self._append_log(driver, (self._log.caller(2)[0], self._versions.count))
        elif live is not None:
            end_log()
            live.eager_record.add(None, False, None, self._log.caller(2)[0], states=self._states())
            live.advance_to_latest()
            self._check_stop(live, None)
            driver.previous_step[live.program.id] = PreviousStep(live.eager_record, live.eager_record.final_value)
            self._end_calls(EagerStep(live.eager_record.step_records))
            self.flush()
        now = self._commands.running_clock()
        seconds, self._step_start, self._number = now - self._step_start, now, 0
        self.names.start_step()
        self._roots.clear()
        self._scalars, self._kept, self._of_step = [], [], []
        self._unrecorded = None
        self._inner.end()
        self._log.take()
        self._log_size.end_step()
        for listener in self._listeners:
            listener.end_eager_step(seconds, losses)
        start_log()

    def _end_calls(self, step: EagerStep) -> None:
        for listener in self._listeners:
            listener.end_calls(step)

    # --- values and losses ------------------------------------------------------------------------------

    def _alive(self, name: str) -> Any:
        """Return the value of the live Tensor with a name; for `NAME@GRAD` its gradient, but not during backward."""
        found = self.names.live_tensor(name)
        if found is not None:
            return found._value
        owner = self.names.live_tensor(name.removesuffix(GRAD)) if name.endswith(GRAD) else None
        backward = any(r.operator.phase == "backward" for r in self._running)
        return None if owner is None or owner._grad is None or backward else owner._grad._value

    def _note_scalar(self, value: Any, given: str, op: str, caller: Caller) -> None:
        if isinstance(value, Tracked) and value._value.size == 1 and value._value.dtype.kind == "f":
            self._scalars = [*self._scalars[-9:], _Scalar(value._value, given, op, caller)]

    def _losses(self) -> dict[str, float]:
        """Return the scalars from which backward passes of this step started."""
        found: dict[str, float] = {}
        for root in self._roots:
            is_loss = root._value.size == 1 and root._value.dtype.kind == "f"
            if is_loss and (name := own_name(root) or self._result_name(root)):
                found[name] = float(to_host(root._value).reshape(()))
        return found

    def _result_name(self, tensor: Tracked) -> str:
        """Return the name of a scalar: the name given to its op, else the user's variable, else the op.

        The op comes last, because the losses of two models, both a `mean`, are two curves.
        """
        made = next((s for s in reversed(self._scalars) if s.array is tensor._value), None) or self._logged_scalar(
            tensor
        )
        return "" if made is None else made.given or result_name(*made.caller) or made.op

    def _logged_scalar(self, tensor: Tracked) -> _Scalar | None:
        for call in reversed(self._log.calls):
            if call.outputs is not None and any(made is tensor for made in call.outputs):
                return _Scalar(tensor._value, call.result_name, call.op.name, call.caller)
        return None

    # --- logged calls -------------------------------------------------------------------------------

    def _may_log(self) -> bool:
        """Return True if nothing can stop at the next calls, and their values are not needed at once.

        The log itself handles breakpoints that need a NaN or Inf, and periodic summaries.
        """
        driver, values = self._driver, self._values
        if self._suspended or self._must_wait:
            return False
        if values.active and not (driver.records and self._counter.steps and values.cache.rate.interval):
            return False  # code without steps is summarized call by call
        goal = driver.state.goal_here
        if goal is not None and getattr(goal, "stops_at_operators", True):
            return False
        enabled = [b for b in driver.breakpoints.operators.all.values() if b.enabled]
        if not all(b.is_measured and b.watches_finiteness for b in enabled):
            return False
        self._log.examine = self._stop_if_not_finite if enabled else self._note_health if values.active else None
        live = self._live
        if live is not None and live.tick >= LIVE_CALLS - 1:
            with self._threads.turn() as has_turn:
                if has_turn:
                    self.flush()
            live = self._live
        if live is None:
            self._writes = self._versions.start_part()
        return True

    @property
    def _must_wait(self) -> bool:
        """Return True if the next call must check for commands, or wait while another thread has stopped."""
        now = self._commands.state.now
        return self._queue.pending or now.is_held or now.terminating

    @property
    def _live(self) -> Cursor | None:
        """The cursor of this thread's record, if it has begun."""
        thread = self._threads.here
        return None if thread is None else thread.live

    def _stop_if_not_finite(self, made: list[Any]) -> None:
        if not all(all_finite(array) for array in made if is_array(array)):
            end_log()  # the call is notified as usual when it ends, and stops there

    def _note_health(self, made: list[Any]) -> None:
        if self._is_healthy:
            self._is_healthy = all(all_finite(array) for array in made if is_array(array))

    def _summarize(self, record: EagerRecord) -> None:
        """Summarize the values of logged calls, if due."""
        if not self._values.active:
            return
        is_wanted = self._values.levels.is_any_due(record.step)
        if time.perf_counter() < self._next_summary and self._is_healthy and not is_wanted:
            self._unseen = record
            return
        self._is_healthy, self._unseen = True, None
        start, former = time.thread_time(), self._summary_seconds
        self._observe(record)
        self._summary_seconds = time.thread_time() - start
        taken = min(former, self._summary_seconds)  # the first time compiles kernels
        self._next_summary = time.perf_counter() + max(self._values.cache.rate.interval, taken / SHARE)

    def _observe(self, record: EagerRecord, past: int | None = None) -> None:
        self._named, variables = record, self.program.global_block().vars
        for place in record.places:
            if place.after and place.operator is not None:
                self._values.observe_eager(place.operator, place.values, variables, past)

    def observe_last_step(self) -> None:
        """Summarize the values of the last step at the end of the run, regardless of the rate."""
        record, self._unseen = self._unseen, None
        if record is not None:
            self._observe(record, record.step)

    def _must_notify(self, calls: int) -> bool:
        return self._must_wait or (calls >= self._log_size.limit and not self._make_room(calls))

    def _make_room(self, calls: int) -> bool:
        """Write the logged calls to the journal if they hold too much. False: earlier calls are not logged."""
        full = self._log_size.is_full() or 2 * calls >= MAX_PLACES or (calls >= LIVE_CALLS and self._live is not None)
        if not full:
            return True
        with self._threads.turn() as has_turn:
            return not has_turn or self._make_room_in_turn()

    def _share(self) -> int:
        """Return the number of bytes that a record, or a log, may hold."""
        return self._driver.journal.budget // BUDGET_SHARE

    def _make_room_in_turn(self) -> bool:
        if not self._driver.records:
            self._note_logged_scalars()
            self._take_log()
        elif self._threads.live is not None:
            return False
        elif not self._log.depth:  # a record contains whole calls
            self._note_logged_scalars()
            self._append_log(self._driver)
        return True

    def _append_log(self, driver: RunDriver, end: tuple[Caller, int] | None = None) -> None:
        logged = self._take_log()
        logged.end = end
        block, step = self.program.global_block(), self._counter.steps + 1
        record = new_record(block, driver.journal.run_count, step, logged.number, self._of_step, logged.writes)
        record.read_log, record.logged_bytes, record.ticks = logged.add_to, logged.nbytes, logged.ticks
        if end is not None:
            driver.previous_step[self.program.id] = PreviousStep(record, record.final_value)
            self._end_calls(EagerStep(record.step_records))
        self._summarize(record)
        record.unread(logged.add_to, logged.nbytes)
        driver.journal.append_isolated(record)
        self._keep_for_step(record, driver)
        self._writes = self._versions.start_part()
        logged.until = self._writes.first if self._writes is not logged.writes else self._versions.count
        self._past.follow(record, logged)

    def _logged(self) -> LoggedCalls:
        return LoggedCalls(
            self._log.calls,
            self._log.returned,
            self._number,
            self.program,
            self._writes,
            self.names,
            versions=self._versions,
        )

    def _take_log(self) -> LoggedCalls:
        logged = self._logged()
        self._number += len(self._log.take())
        self._log_size.restart()
        return logged

    def _note_logged_scalars(self) -> None:
        for call in self._log.calls:
            if call.outputs and call.phase == "forward":
                self._note_scalar(call.outputs[0], call.result_name, call.op.name, call.caller)

    def _end_log(self) -> None:
        """Read the logged calls; from now on each call is notified."""
        try:
            with self._threads.turn() as has_turn:
                if has_turn:
                    self._read_log()
                else:
                    self._take_log()
        except RunTerminated:  # the next call raises it: the watch itself must end without an error
            self._take_log()

    def _read_log(self) -> None:
        self._note_logged_scalars()
        logged = self._take_log()
        if not self._driver.records or not logged.calls:
            return
        walk = self._current_cursor(logged.number, logged.writes)
        names = LoggedNames(logged.writes, self.names.states, self.names)
        for call, pending in LogReader(logged, walk.eager_record, names).read(self._log.depth):
            call.log_ended = True
            self._pending_calls[call] = pending
            self._running.append(pending)
        walk.advance_to_latest()
        self._summarize(walk.eager_record)

    def _end_late(self, logged: LoggedCall) -> None:
        """Handle the end of a call that was running when the log ended."""
        pending = self._pending_calls.pop(logged, None)
        if pending is not None:
            pending.call.outputs = logged.outputs or ()
            with muted():
                self.after(pending.call)
            pending.call.release()

    def _fail(self, logged: LoggedCall, error: Exception) -> None:
        """Handle the error of a logged call."""
        if not self._driver.filters.uncaught:
            return
        if thread_state.log is self._log and logged not in self._pending_calls:
            self._log.depth += 1  # the call counts as running, so it is the place
            end_log()
            self._log.depth -= 1
        pending = self._pending_calls.pop(logged, None)
        if pending is not None:
            with muted():
                self.failed(pending.call, error)
            pending.call.release()
