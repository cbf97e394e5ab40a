"""Adapter from eager ops to a session: presents the ops that a run's Python code calls as operators of a program.

A place is before an op or after it, so a data breakpoint stops before the user's next line. A step ends with
`Optimizer.step()`; ops are numbered from 0 in each step. Ops of other threads, and ops in functions that a run of a
program calls, are ignored.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any

from opscope.core.place import to_host
from opscope.core.source import user_position
from opscope.debug.eager.eager_cursor import EagerCursor
from opscope.debug.eager.eager_editor import EagerEditor
from opscope.debug.eager.eager_program import EagerProgram
from opscope.debug.eager.eager_record import EagerPlace, EagerRecord, PendingCall, calling_function, new_record
from opscope.debug.eager.tensor_names import TensorNames
from opscope.debug.replay.run_cursor import ignore_place
from opscope.debug.session.command_processor import CommandProcessor
from opscope.debug.session.driver import FrameDriver
from opscope.debug.session.step_counter import StepCounter
from opscope.debug.session.value_monitor import ValueMonitor
from opscope.eager.op_calls import OpCall
from opscope.eager.optimizer_steps import on_optimizer_step
from opscope.eager.tape import Tracked
from opscope.eager.watch import watched
from opscope.ir.op_roles import BACKWARD, FORWARD, OPTIMIZE
from opscope.ir.program.program import GRAD

MAX_PLACES = 20_000  # of one record
BUDGET_SHARE = 8  # one record takes at most budget / BUDGET_SHARE of the journal


class EagerAdapter:
    """The watcher of eager ops (see `eager.watch`) of one session.

    `on_trace` is called with the calls of a finished step, `on_step` with its seconds and losses.
    """

    def __init__(
        self,
        counter: StepCounter,
        values: ValueMonitor,
        commands: CommandProcessor,
        driver: FrameDriver | None,
        on_trace: Callable[[EagerRecord], None],
        on_step: Callable[[float, dict[str, float]], None],
    ) -> None:
        self._counter = counter
        self._values = values
        self._commands = commands
        self._queue = commands.queue
        self._driver = driver
        self._on_trace = on_trace
        self._on_step = on_step
        self.names = TensorNames()
        self.program = EagerProgram(self.names.is_parameter)
        self._running: list[PendingCall] = []
        self._number = 0  # of the next call in this step
        self._suspended = 0  # how many runs of programs are in progress
        self._updating = 0  # how many optimizer steps are in progress
        self._scalar: tuple[int, str, Any] | None = None  # call, name and array of the latest one-element result
        self._losses: dict[str, float] = {}
        self._step_start = time.perf_counter()
        self._reported: Exception | None = None

    @contextmanager
    def listening(self) -> Iterator[None]:
        """Inside the block, this thread's eager ops reach the session."""
        with on_optimizer_step(self._optimizer_step), watched(self):
            yield

    @contextmanager
    def _optimizer_step(self) -> Iterator[None]:
        self._updating += 1
        try:
            yield
        finally:
            self._updating -= 1
        self._finish_step()

    @contextmanager
    def suspended(self) -> Iterator[None]:
        """Inside the block a program runs: ends the current record and ignores the ops that its functions call."""
        self.flush()
        self._suspended += 1
        try:
            yield
        finally:
            self._suspended -= 1

    # --- a call -------------------------------------------------------------------------------------

    def before(self, call: OpCall) -> None:
        """An op is about to run."""
        self._reported = None
        if self._suspended:
            return
        number, self._number = self._number, self._number + 1
        if call.forward_number is not None:
            self._note_loss(call.forward_number)
        if self._driver is None and not self._values.active and not self._queue.pending:
            return
        while self._running and self._running[-1].call.depth >= call.depth:  # calls that have failed
            self._running.pop()
        here = call.position if call.node is None else user_position()
        names, values = self.names.input_names(call, number)
        made = here if call.node is None else call.node.position
        operator = self.program.operator(
            call, number, names, self.names.expected_outputs(call, number), self._role(call), made
        )
        walk = self._current_cursor()
        place = walk.eager_record.add(operator, False, self._around, calling_function(here), values)
        walk.advance_to_latest()
        self._running.append(PendingCall(call, number, operator, place, walk.eager_record))
        self._check_stop(walk, call)

    def after(self, call: OpCall) -> None:
        """An op has run."""
        if self._suspended:
            return
        if call.phase == "forward" and call.outputs:
            self._note_scalar(call)
        while self._running and self._running[-1].call is not call and self._running[-1].call.depth > call.depth:
            self._running.pop()
        if not self._running or self._running[-1].call is not call:  # nothing was active when it began
            return
        running = self._running.pop()
        operator, driver = running.operator, self._driver
        names, values = self.names.output_names(call, running.number, operator.outputs)
        if names != operator.outputs:  # some ops know only now how many results they have
            made = operator.call
            operator = self.program.operator(call, running.number, operator.inputs, names, operator.role, made)
            running.set_operator(operator)
        if self.program.declare(operator, running.place.values, values) and driver is not None:
            driver.breakpoints.invalidate()  # conditions without a place ask a program for its names
        if self._values.active:
            self._values.observe_eager(operator, values, self.program.global_block().vars)
        if driver is not None:
            live = driver.navigator.live
            walk = live if isinstance(live, EagerCursor) else self._current_cursor()
            walk.eager_record.add(operator, True, self._around, running.place.caller, values)
            walk.advance_to_latest()
            self._check_stop(walk, call)

    def failed(self, call: OpCall, error: Exception) -> None:
        """An op has failed: stop once, where the error was raised."""
        driver = self._driver
        if self._suspended or driver is None or not driver.stop_on_error or error is self._reported:
            return
        live = driver.navigator.live
        if isinstance(live, EagerCursor):
            self._reported = error  # the calls around it fail with the same error
            driver.on_failure(live, error)

    def _role(self, call: OpCall) -> int:
        return OPTIMIZE if self._updating else BACKWARD if call.phase == "backward" else FORWARD

    @property
    def _around(self) -> EagerPlace | None:
        return self._running[-1].parent_place if self._running else None

    def _check_stop(self, walk: EagerCursor, call: OpCall | None) -> None:
        driver = self._driver
        if driver is None:
            if self._queue.pending and walk.next_operator is not None:
                self._commands.poll(walk.frame)
            return
        edits = driver.edits
        if isinstance(edits, EagerEditor) and driver.is_active:
            edits.call = call
            try:
                driver.on_place(walk)
            finally:
                edits.call = None

    # --- records ------------------------------------------------------------------------------------

    def _current_cursor(self) -> EagerCursor:
        """The cursor of the record that the current calls are written to."""
        block, driver, step = self.program.global_block(), self._driver, self._counter.steps + 1
        if driver is None:
            return EagerCursor(new_record(block, 0, step), ignore_place, self._alive)
        live, budget = driver.navigator.live, driver.journal.budget // BUDGET_SHARE
        if isinstance(live, EagerCursor):
            trace = live.eager_record
            if self._running or (len(trace.places) < MAX_PLACES and trace.held_bytes < budget):
                trace.trim(budget)
                return live
            self.flush()
        walk = EagerCursor(new_record(block, driver.journal.run_count, step), driver.on_place, self._alive)
        driver.journal.run_count += 1
        driver.navigator.live, driver.edits = walk, EagerEditor(walk, self.names)
        return walk

    def flush(self, error: str = "") -> None:
        """End the current record and write it to the journal. `error` is what the code failed with."""
        driver = self._driver
        live = None if driver is None else driver.navigator.live
        if driver is None or not isinstance(live, EagerCursor):
            return
        record = live.eager_record
        record.ticks, record.error = len(record.places), error
        driver.navigator.live = driver.edits = None
        driver.navigator.return_to_live()
        driver.journal.append_isolated(record)

    def _finish_step(self) -> None:
        """An optimizer has updated its parameters."""
        if self._suspended:
            return
        driver = self._driver
        live = None if driver is None else driver.navigator.live
        if driver is not None and isinstance(live, EagerCursor):
            live.eager_record.add(None, False, None, calling_function(user_position()))
            live.advance_to_latest()
            self._check_stop(live, None)
            driver.previous_step[live.program.id] = partial(live.eager_record.value, tick=live.tick)
            self._on_trace(live.eager_record)
            self.flush()
        now, losses = time.perf_counter(), self._losses
        seconds, self._step_start, self._losses, self._number = now - self._step_start, now, {}, 0
        self._on_step(seconds, losses)

    # --- values and losses ------------------------------------------------------------------------------

    def _alive(self, name: str) -> Any:
        """The value of the live Tensor of a name; of `NAME@GRAD` its gradient, but not during backward."""
        found = self.names.live_tensor(name)
        if found is not None:
            return found._value
        owner = self.names.live_tensor(name.removesuffix(GRAD)) if name.endswith(GRAD) else None
        backward = any(r.operator.phase == "backward" for r in self._running)
        return None if owner is None or owner._grad is None or backward else owner._grad._value

    def _note_scalar(self, call: OpCall) -> None:
        value = call.outputs[0]
        if isinstance(value, Tracked) and value._value.size == 1 and value._value.dtype.kind == "f":
            self._scalar = call.number, value._name or call.name or call.op.name, value._value

    def _note_loss(self, call: int) -> None:
        """The scalar that backward starts from is a loss of this step."""
        if self._scalar is not None and self._scalar[0] == call:
            self._losses[self._scalar[1]] = float(to_host(self._scalar[2]).reshape(()))
