"""Eagerly: the ops that a run's own Python code runs on Tensors, told to a session like the operators of a program.

A place is before an op or behind it, so a data breakpoint stops before the user's code goes on. A step is one of an
optimizer's, `Optimizer.step()`; ops are numbered from 0 in each. Ops of other threads, and those in functions that a
run of a program calls, are not told.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any, Protocol

from opscope.core.place import to_host
from opscope.core.source import user_position
from opscope.debug.eager.eager_cursor import EagerCursor
from opscope.debug.eager.eager_editor import EagerEditor
from opscope.debug.eager.eager_program import EagerProgram
from opscope.debug.eager.eager_record import EagerPlace, EagerRecord, PendingCall, calling_function, new_record
from opscope.debug.eager.tensor_names import NamedArrays, TensorNames
from opscope.debug.replay.run_cursor import ignore_place
from opscope.debug.session.driver import Stepper
from opscope.eager.op_calls import OpCall
from opscope.eager.optimizer_steps import on_optimizer_step
from opscope.eager.tape import Tracked
from opscope.eager.watch import watched
from opscope.ir.op_roles import BACKWARD, FORWARD, OPTIMIZE
from opscope.ir.program.program import GRAD, Operator, Variable

LONGEST = 20_000  # places of one record
SHARE = 8  # a record takes at most this part of the journal's budget


class Host(Protocol):
    """A session, as seen from here."""

    stepper: Stepper | None
    steps: int

    @property
    def asked(self) -> bool:
        """Whether someone waits for an answer."""
        ...

    @property
    def tapping(self) -> bool:
        """Whether any value is looked at."""
        ...

    def heed(self, walk: EagerCursor) -> None:
        """Answer who waits, of a run that is only watched."""
        ...

    def wrote(self, operator: Operator, values: NamedArrays, variables: dict[str, Variable]) -> None:
        """An op has run."""
        ...

    def eager_ran(self, trace: EagerRecord) -> None:
        """What was called in a step is complete."""
        ...

    def eager_step(self, seconds: float, scalars: dict[str, float]) -> None:
        """A step is over."""
        ...


class Eagerly:
    """Who is told of eager ops, for a session."""

    def __init__(self, host: Host) -> None:
        self.host = host
        self.names = TensorNames()
        self.program = EagerProgram(self.names.is_parameter)
        self._running: list[PendingCall] = []
        self._number = 0  # of the next call of this step
        self._aside = 0  # runs of programs that are under way
        self._updating = 0  # steps of optimizers that are
        self._scalar: tuple[int, str, Any] | None = None  # the latest result of one element: of which call, its name
        self._losses: dict[str, float] = {}
        self._since = time.perf_counter()
        self._told: Exception | None = None

    @contextmanager
    def told(self) -> Iterator[None]:
        """Inside the block, this thread's eager ops are told."""
        with on_optimizer_step(self._stepping), watched(self):
            yield

    @contextmanager
    def _stepping(self) -> Iterator[None]:
        self._updating += 1
        try:
            yield
        finally:
            self._updating -= 1
        self._stepped()

    @contextmanager
    def aside(self) -> Iterator[None]:
        """A run of a program: what was called before it is one record, and ops that its functions call are its own."""
        self.rest()
        self._aside += 1
        try:
            yield
        finally:
            self._aside -= 1

    # --- a call -------------------------------------------------------------------------------------

    def before(self, call: OpCall) -> None:
        """An op is about to run."""
        self._told = None
        if self._aside:
            return
        number, self._number = self._number, self._number + 1
        if call.forward_number is not None:
            self._note_loss(call.forward_number)
        host = self.host
        if host.stepper is None and not host.tapping and not host.asked:
            return
        while self._running and self._running[-1].call.depth >= call.depth:  # calls that have failed
            self._running.pop()
        here = call.position if call.node is None else user_position()
        names, values = self.names.input_names(call, number)
        made = here if call.node is None else call.node.position
        operator = self.program.operator(
            call, number, names, self.names.expected_outputs(call, number), self._role(call), made
        )
        walk = self._walk()
        place = walk.eager_record.add(operator, False, self._around, calling_function(here), values)
        walk.advance_to_latest()
        self._running.append(PendingCall(call, number, operator, place, walk.eager_record))
        self._look(walk, call)

    def after(self, call: OpCall) -> None:
        """An op has run."""
        if self._aside:
            return
        if call.phase == "forward" and call.outputs:
            self._note_scalar(call)
        while self._running and self._running[-1].call is not call and self._running[-1].call.depth > call.depth:
            self._running.pop()
        if not self._running or self._running[-1].call is not call:  # nobody wanted to know when it began
            return
        running = self._running.pop()
        operator, stepper = running.operator, self.host.stepper
        names, values = self.names.output_names(call, running.number, operator.outputs)
        if names != operator.outputs:  # of some ops the number of results is known only now
            made = operator.call
            operator = self.program.operator(call, running.number, operator.inputs, names, operator.role, made)
            running.set_operator(operator)
        if self.program.declare(operator, running.place.values, values) and stepper is not None:
            stepper.breakpoints.invalidate()  # conditions without a place ask a program for its names
        if self.host.tapping:
            self.host.wrote(operator, values, self.program.global_block().vars)
        if stepper is not None:
            live = stepper.navigator.live
            walk = live if isinstance(live, EagerCursor) else self._walk()
            walk.eager_record.add(operator, True, self._around, running.place.caller, values)
            walk.advance_to_latest()
            self._look(walk, call)

    def failed(self, call: OpCall, error: Exception) -> None:
        """An op has failed: the error is shown once, where it happened."""
        stepper = self.host.stepper
        if self._aside or stepper is None or not stepper.on_error or error is self._told:
            return
        live = stepper.navigator.live
        if isinstance(live, EagerCursor):
            self._told = error  # calls around it fail with the same
            stepper.failed(live, error)

    def _role(self, call: OpCall) -> int:
        return OPTIMIZE if self._updating else BACKWARD if call.phase == "backward" else FORWARD

    @property
    def _around(self) -> EagerPlace | None:
        return self._running[-1].parent_place if self._running else None

    def _look(self, walk: EagerCursor, call: OpCall | None) -> None:
        stepper = self.host.stepper
        if stepper is None:
            if self.host.asked:
                self.host.heed(walk)
            return
        edits = stepper.edits
        if isinstance(edits, EagerEditor) and stepper.looking:
            edits.call = call
            try:
                stepper.look(walk)
            finally:
                edits.call = None

    # --- records ------------------------------------------------------------------------------------

    def _walk(self) -> EagerCursor:
        """Where the calls of now are written down."""
        block, stepper, step = self.program.global_block(), self.host.stepper, self.host.steps + 1
        if stepper is None:
            return EagerCursor(new_record(block, 0, step), ignore_place, self._alive)
        live, most = stepper.navigator.live, stepper.journal.budget // SHARE
        if isinstance(live, EagerCursor):
            trace = live.eager_record
            if self._running or (len(trace.places) < LONGEST and trace.held_bytes < most):
                trace.trim(most)
                return live
            self.rest()
        walk = EagerCursor(new_record(block, stepper.journal.run_count, step), stepper.look, self._alive)
        stepper.journal.run_count += 1
        stepper.navigator.live, stepper.edits = walk, EagerEditor(walk, self.names)
        return walk

    def rest(self, error: str = "") -> None:
        """What was called up to here is one record. `error` is what the code failed with."""
        stepper = self.host.stepper
        live = None if stepper is None else stepper.navigator.live
        if stepper is None or not isinstance(live, EagerCursor):
            return
        record = live.eager_record
        record.ticks, record.error = len(record.places), error
        stepper.navigator.live = stepper.edits = None
        stepper.navigator.return_to_live()
        stepper.journal.append_isolated(record)

    def _stepped(self) -> None:
        """An optimizer has updated its parameters."""
        if self._aside:
            return
        stepper = self.host.stepper
        live = None if stepper is None else stepper.navigator.live
        if stepper is not None and isinstance(live, EagerCursor):
            live.eager_record.add(None, False, None, calling_function(user_position()))
            live.advance_to_latest()
            self._look(live, None)
            stepper.last[live.program.id] = partial(live.eager_record.value, tick=live.tick)
            self.host.eager_ran(live.eager_record)
            self.rest()
        now, losses = time.perf_counter(), self._losses
        seconds, self._since, self._losses, self._number = now - self._since, now, {}, 0
        self.host.eager_step(seconds, losses)

    # --- what is known ------------------------------------------------------------------------------

    def _alive(self, name: str) -> Any:
        """The value of a Tensor that has this name, and outside of backward its gradient."""
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

    def _note_loss(self, of: int) -> None:
        """Where backward begins is the step's loss."""
        if self._scalar is not None and self._scalar[0] == of:
            self._losses[self._scalar[1]] = float(to_host(self._scalar[2]).reshape(()))
