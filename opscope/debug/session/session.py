"""Session: who drives the frames of a watched run, obeys commands between operators and says what happens.

Commands may come from any thread; they are only queued, and a flag is raised. The driving thread looks at
that one flag before every operator. Pausing is not stepping on: the frame is data and waits. When the run is over,
whoever asks is answered at once, from what is recorded.
"""

from __future__ import annotations

import queue
import threading
import time
from collections.abc import Callable, Collection, Sequence
from concurrent.futures import Future
from typing import Any, TypeVar

import numpy as np

from opscope.core.place import to_host
from opscope.debug.eager.eager_cursor import EagerCursor
from opscope.debug.eager.eager_graph import EagerGraph
from opscope.debug.eager.eager_record import EagerRecord
from opscope.debug.eager.tensor_names import NamedArrays
from opscope.debug.replay.breakpoint_table import BreakpointHit
from opscope.debug.replay.journal import Journal
from opscope.debug.replay.navigator import Resume, StopReason
from opscope.debug.replay.run_cursor import RunCursor, RunRewound
from opscope.debug.replay.run_editor import RunEditor
from opscope.debug.session.dispatch import act
from opscope.debug.session.driver import Stepper
from opscope.debug.session.eager_adapter import Eagerly
from opscope.debug.session.stop_events import stopped, stopped_before
from opscope.debug.taps.latest_values import LatestValues, SessionProbeLowering, weak_observer
from opscope.debug.taps.levels import TapLevels
from opscope.debug.taps.probes import ProbePass
from opscope.debug.taps.selector import Selector
from opscope.debug.taps.value_events import detail_seen, finite_or_none, value_seen
from opscope.errors import OpscopeError, RunError, nearest
from opscope.events import (
    Command,
    Continue,
    Continued,
    DetailSeen,
    Event,
    FetchDetail,
    Pause,
    RecordedRangeChanged,
    Response,
    StepFinished,
    Terminate,
    Warned,
    WatchDetail,
)
from opscope.ir.op_roles import OPTIMIZE
from opscope.ir.program.program import Operator, Program, Variable
from opscope.runtime.frame import Frame
from opscope.runtime.instrument import replace_passes

Emit = Callable[[Event], None]
R = TypeVar("R")
SHOWN = 200  # values that are said again for another step, at most


class RunTerminated(BaseException):
    """The user stopped the run. Not an Exception: no handler of the program may swallow it."""


class Asked:
    """A function that someone wants to have called by the driving thread, between two operators."""

    def __init__(self, function: Callable[[], Any]) -> None:
        self.function = function
        self.answer: Future[Any] = Future()

    def do(self) -> None:
        """Call it; whoever asked gets what it returns or raises."""
        if not self.answer.running() and not self.answer.set_running_or_notify_cancel():  # nobody waits any more
            return
        try:
            with np.errstate(all="ignore"):  # the program has warned already
                self.answer.set_result(self.function())
        except RunRewound:
            raise  # it is done once more when the run stands where it was put back to
        except Exception as e:  # noqa: BLE001 (handed on)
            self.answer.set_exception(e)


class Session:
    """A watched run. `passes`, `drive` and `lower` are what `runtime.instrumented` takes.

    `hz` bounds how often a value is summarised (None: at every step). A value that turns unhealthy is always
    summarised at once, so no NaN is missed between two looks, and every value once more as the run leaves it.
    Once a program that trains (has optimizer operators) is seen, steps are its runs, and evaluation in between
    is neither counted nor summarised. A tap that matches nothing in the first step is warned of.

    With a `stepper` the run can be stepped both ways; without one it is only watched, at full speed.
    """

    def __init__(
        self,
        emit: Emit,
        taps: Sequence[str] = (),
        hz: float | None = None,
        on_program: Callable[[Program], None] | None = None,
        journal: Journal | None = None,
        keep: Sequence[str] = (),
        on_error: bool = False,
    ) -> None:
        self.emit = emit
        is_tracked = lambda variable: self._counts(variable.program)
        self.latest_values = LatestValues(emit, 0.0 if hz is None else 1.0 / hz, lambda: self.steps + 1, is_tracked)
        self.tap_levels = TapLevels([Selector.parse(t) for t in taps], [Selector.parse(k) for k in keep])
        self.stepper = (
            None
            if journal is None
            else Stepper(journal, self._stand, self._logged, self.tap_levels.is_recorded, on_error)
        )
        self.probes = self._new_probes()
        self.on_program = on_program
        self.steps = 0
        self.paused = False
        self.over = False
        self._flag = False
        self._commands: queue.SimpleQueue[Command | Asked] = queue.SimpleQueue()
        self._trains: dict[int, bool] = {}  # by program id, in order of first sight
        self._late = threading.RLock()  # of who asks when the run is over
        self._history_at = 0.0
        self._shown: int | None = None  # the past run whose values are shown
        self._again: Asked | None = None  # what is to be done where the run was put back to
        self._tapped: dict[Operator, tuple[str, ...]] = {}  # what eager ops write that is looked at
        self.eagerly = Eagerly(self)  # who is told of the ops that the body runs on Tensors
        self._drawings = EagerGraph(self.eagerly.program)

    @property
    def passes(self) -> tuple[ProbePass, ...]:
        """The passes of this session; none when nothing is tapped."""
        return (self.probes,) if self.probes.selectors else ()

    @property
    def lower(self) -> bool:
        """Whether runs may be lowered: those that can be stepped go operator by operator."""
        return self.stepper is None

    # --- any thread ---------------------------------------------------------------------------------

    def handle(self, command: Command) -> None:
        """Queue a command; it is obeyed before the next operator, and answered. Never blocks."""
        self._put(command)

    def call(self, function: Callable[[], R], timeout: float | None = None) -> R:
        """Have a function called between two operators, by the driving thread; returns what it returns, or raises.

        Raises TimeoutError if the program is busy with its own Python code for longer; then it is not called.
        """
        asked = Asked(function)
        self._put(asked)
        try:
            return asked.answer.result(timeout)
        except TimeoutError:
            if asked.answer.cancel():
                raise
            return asked.answer.result()  # it has begun, and takes its time

    def _put(self, command: Command | Asked) -> None:
        if self.over:
            self._answer_late(command)
            return
        self._commands.put(command)
        self._flag = True
        if self.stepper is not None:
            self.stepper.asked = True
        if self.over:  # the run ended in between: nobody will look at the queue any more
            self.close()

    # --- the running thread -------------------------------------------------------------------------

    def drive(self, frame: Frame) -> None:
        """Run a frame to its end, looking for commands before each operator."""
        stepper = self.stepper
        live = None if stepper is None else stepper.navigator.live
        if not isinstance(live, EagerCursor | None) or frame.context.depth:
            self._inner(frame)
            return
        self._begin(frame)
        counted = bool(frame.plan.feeds or frame.plan.fetches) and self._counts(frame.plan.block.program)
        start = time.perf_counter()
        with self.eagerly.aside():
            if stepper is None:
                self._inner(frame)
            else:
                stepper.drive(frame, self.steps + 1 if counted else 0)
        if counted:
            self._finish(frame, time.perf_counter() - start)
        self._say_history()

    def _inner(self, frame: Frame) -> None:
        if self.stepper is not None:
            self.stepper.drive(frame, 0)
            return
        context = frame.context
        context.depth += 1
        try:
            while not frame.done:
                if self._flag:
                    self._obey(frame)
                frame.step()
        finally:
            context.depth -= 1

    def _begin(self, frame: Frame) -> None:
        program = frame.plan.block.program
        if program.id in self._trains or not (frame.plan.feeds or frame.plan.fetches):
            return
        self._trains[program.id] = any(o.role & OPTIMIZE for o in program.global_block().ops)
        if self.on_program is not None and self._counts(program):
            self.on_program(program)

    def _counts(self, program: Program) -> bool:
        return self._trains.get(program.id, True) or not any(self._trains.values())

    def _say_unmatched(self, known: Collection[str]) -> None:
        for selector in self.probes.selectors:
            if selector not in self.probes.matched:
                guess = nearest(selector.pattern, known) if selector.kind == "name" else ""
                text = "this tap matches nothing in the program" + (f": {guess}" if guess else "")
                self.emit(Warned(subject=str(selector), text=text))

    def _finish(self, frame: Frame, seconds: float) -> None:
        self.steps += 1
        if self.steps == 1:
            self._say_unmatched(frame.plan.slots)
        scalars = [(n, frame.env[s]) for n, s in frame.plan.fetches if getattr(frame.env[s], "size", 0) == 1]
        values = [float(to_host(v).reshape(())) if v.dtype.kind in "fiub" else None for _, v in scalars]
        self.emit(
            StepFinished(
                step=self.steps,
                seconds=seconds,
                names=tuple(n for n, _ in scalars),
                scalars=tuple(map(finite_or_none, values)),
            )
        )

    # --- eager code ---------------------------------------------------------------------------------

    @property
    def asked(self) -> bool:
        """Whether someone waits for an answer."""
        return self._flag

    @property
    def tapping(self) -> bool:
        """Whether any value is looked at."""
        return bool(self.probes.selectors)

    def heed(self, walk: EagerCursor) -> None:
        """Before an eager op of a run that is only watched: answer who waits."""
        if walk.next_operator is not None:
            self._obey(walk.frame)

    def wrote(self, operator: Operator, values: NamedArrays, variables: dict[str, Variable]) -> None:
        """An eager op has run: summarise of it what is tapped."""
        wanted = self._tapped.get(operator)
        if wanted is None:
            wanted = tuple(n for n, _ in values if self.tap_levels.is_tapped(n, operator))
            if len(self._tapped) > 20_000:  # eager code may go on calling other ops
                self._tapped.clear()
            self._tapped[operator] = wanted
            names = [n for n, _ in values]
            self.probes.matched.update(s for s in self.probes.selectors if any(s.matches(n, operator) for n in names))
        for name, array in values if wanted else ():
            if name in wanted:
                self.latest_values.observe(variables[name], operator, array)

    def eager_ran(self, trace: EagerRecord, at_once: bool = False) -> None:
        """Draw what eager code calls, where it is not what was drawn last."""
        if self.on_program is not None and (program := self._drawings.update(trace.places, at_once)) is not None:
            self.on_program(program)

    def eager_step(self, seconds: float, scalars: dict[str, float]) -> None:
        """An optimizer has made a step."""
        self.steps += 1
        if self.steps == 1:
            self._say_unmatched(self.eagerly.program.global_block().vars)
        values = tuple(map(finite_or_none, scalars.values()))
        self.emit(StepFinished(step=self.steps, seconds=seconds, names=tuple(scalars), scalars=values))
        self._say_history()

    def _say_history(self, at_once: bool = False) -> None:
        now = time.monotonic()
        if self.stepper is not None and (at_once or now - self._history_at > 0.1):
            self._history_at = now
            kept = self.stepper.journal
            first, last = kept.step_range()
            live = self.stepper.navigator.live
            if live is not None and live.record.step:
                first, last = first or live.record.step, live.record.step
            self.emit(RecordedRangeChanged(first=first, last=last, bytes=kept.nbytes))

    # --- standing still -----------------------------------------------------------------------------

    def _obey(self, frame: Frame) -> None:
        """Of a run that is only watched: answer all waiting commands; while paused, wait for more."""
        self._flag = False
        announced = False
        while True:
            if self.paused and not announced:
                operator = frame.next.operator
                self.emit(stopped_before(StopReason("pause"), operator, step=self.steps + 1))
                announced = True
            try:
                command = self._commands.get(block=self.paused)
            except queue.Empty:
                break
            self._do(command, frame)
            if announced and not self.paused:  # now, not when the queue is empty: a Pause may follow at once
                self.emit(Continued(step=self.steps + 1))
                announced = False

    def _stand(self, stop: StopReason) -> None:
        """Of a run that can be stepped: stand here, and obey, until the program is to go on."""
        stepper = self.stepper
        assert stepper is not None
        if stop.reason == "asked":
            stepper.asked = False
            while not self.paused:
                try:
                    command = self._commands.get_nowait()
                except queue.Empty:
                    return
                self._do(command, None)
            stop = StopReason("pause")
        self.paused, stepper.goal = True, None
        self._say_history(at_once=True)
        if self._again is not None:
            again, self._again = self._again, None
            self._do(again, None)
        else:
            self.say_stopped(stop)
        while self.paused:
            self._do(self._commands.get(), None)
        stepper.asked = not self._commands.empty()

    def say_stopped(self, stop: StopReason) -> None:
        """Say where one stands."""
        assert self.stepper is not None
        navigator = self.stepper.navigator
        self.emit(stopped(stop, navigator))
        if isinstance(here := navigator.cursor, EagerCursor):
            self.eager_ran(here.eager_record, at_once=True)
        past = navigator.past
        shown = None if past is None else past.record.run
        if shown != self._shown:
            self._shown = shown
            self._show(past if past is None or isinstance(past, EagerCursor) else navigator.fork_at_end(past))

    def _show(self, past: RunCursor | None) -> None:
        """Say the values that are looked at as they were in a past run; back in the present, as they were seen last."""
        for seen in list(self.latest_values.latest.values())[:SHOWN]:
            value = seen.value if past is None else past.lookup(seen.variable.name)
            if hasattr(value, "dtype"):
                step = seen.step if past is None else past.record.step
                self.emit(value_seen(seen.variable, seen.operator, value, step))

    def move(self, to: Callable[[], StopReason | Resume], reason: str = "step") -> StopReason | Resume:
        """Stand elsewhere, or let the program go on. Raises RunError if it does not stand still."""
        if not self.paused and not self.over:
            raise RunError("the run is not paused", fix="pause it first")
        assert self.stepper is not None
        found = to()
        if isinstance(found, StopReason):
            self.say_stopped(found)
        else:
            self.stepper.go(found, reason)
            self.paused = False
            self.emit(Continued(step=self.steps + 1))
        return found

    def _logged(self, hit: BreakpointHit) -> None:
        self.emit(Warned(subject=f"breakpoint {hit.breakpoint.number}", text=f"step {self.steps + 1}: {hit.text}"))

    def _do(self, command: Command | Asked, frame: Frame | None) -> None:
        if isinstance(command, Asked):
            try:
                command.do()
            except RunRewound:
                assert self.stepper is not None
                self._again, self.stepper.goal, self.paused = command, lambda walk: True, False
                raise
        elif isinstance(command, Pause):
            self.paused = True
            self._answer(command, True)
        elif isinstance(command, Continue) and self.stepper is None:
            self.paused = False
            self._answer(command, True)
        elif isinstance(command, Terminate):
            self.paused = False
            self._answer(command, True)
            raise RunTerminated
        elif isinstance(command, FetchDetail | WatchDetail):
            self._detail(command, frame)
        else:
            self._act(command)

    def _act(self, command: Command) -> None:
        try:
            with np.errstate(all="ignore"):
                act(self, command)
        except OpscopeError as e:
            self._answer(command, False, f"{e.summary}" + (f" ({e.fix})" if e.fix else ""))
        else:
            self._answer(command, True)

    def _detail(self, command: FetchDetail | WatchDetail, frame: Frame | None) -> None:
        name = command.name
        if isinstance(command, WatchDetail):
            self.latest_values.follow_details(name)
            if not name:
                self._answer(command, True)
                return
        value, step = self._value(name, frame)
        if not hasattr(value, "dtype"):
            guess = nearest(name, self.latest_values.latest)
            self._answer(command, False, f"no value of {name!r} has been seen: {guess or 'tap it'}")
            return
        found: DetailSeen = detail_seen(name, value, step, command.request)
        self.emit(found)
        self._answer(command, True)

    def _value(self, name: str, frame: Frame | None) -> tuple[Any, int]:
        """A value as of where one stands, else as it was seen last."""
        here = None if self.stepper is None else self.stepper.navigator.cursor
        if here is not None and (value := here.lookup(name)) is not None:
            return value, here.record.step
        seen = self.latest_values.latest.get(name)
        if seen is not None:
            return seen.value, seen.step
        return (None if frame is None else frame.value(name)), self.steps + 1

    def _answer(self, command: Command, ok: bool, text: str = "") -> None:
        self.emit(Response(request=command.request, ok=ok, text=text))

    def edit(self, change: Callable[[RunEditor], R]) -> R:
        """Change something of the run that is on, and say where it stands. Called by the driving thread."""
        if self.over:
            raise RunError("the run is over", fix="branch(...) tries a change on a past step")
        if not self.paused:
            raise RunError("the run is not paused", fix="pause it first")
        assert self.stepper is not None
        found = change(self.stepper.editing())
        self.say_stopped(StopReason("goto", "edited"))
        return found

    # --- tap levels ---------------------------------------------------------------------------------

    def set_level(self, pattern: str, level: str, every: int | None = None) -> None:
        """Look at the values of a pattern more or less closely from the next run on. Called by the driving thread."""
        self.tap_levels.set_level(pattern, level, every)
        self._tapped.clear()
        former, self.probes = self.passes, self._new_probes()
        if not self.over:
            replace_passes(former, self.passes)

    def _new_probes(self) -> ProbePass:
        self.latest_values.is_health_only = self.tap_levels.is_health_only
        if self.stepper is not None:
            self.stepper.keeping = self.tap_levels.records_values
        return ProbePass(
            self.tap_levels.selectors,
            weak_observer(self.latest_values),
            SessionProbeLowering(self.latest_values),
            self.tap_levels.is_tapped,
        )

    # --- afterwards ---------------------------------------------------------------------------------

    def _answer_late(self, command: Command | Asked) -> None:
        if isinstance(command, FetchDetail | WatchDetail):
            self._detail(command, None)
        elif isinstance(command, Asked) or (self.stepper is not None and not isinstance(command, Pause | Terminate)):
            with self._late:
                self._do(command, None)
        else:
            self._answer(command, False, "the run is over")

    def close(self, error: str = "") -> None:
        """The run is over: summarise each value as it was left, answer what still waits, and all later at once."""
        if not self.over:
            self.eagerly.rest(error)
            self.latest_values.close()
            if self.stepper is not None:
                self.stepper.navigator.live = None  # a second interrupt may have kept the stepper from it
                self.stepper.journal.close()
                self._say_history(at_once=True)
        self.over = True
        while True:
            try:
                self._answer_late(self._commands.get_nowait())
            except queue.Empty:
                return
