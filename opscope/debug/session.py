"""Session: who drives the frames of a watched run, obeys commands between operators and says what happens.

Commands may come from any thread; they are only queued, and a flag is raised. The driving thread looks at
that one flag before every operator. Pausing is not stepping on: the frame is data and waits.
"""

from __future__ import annotations

import queue
import time
from collections.abc import Callable, Sequence

from opscope.core.place import to_host
from opscope.debug.probes import Probes
from opscope.debug.seen import detail_seen, finite_or_none, where
from opscope.debug.select import Selector
from opscope.debug.sights import SightGauges, Sights, weakly
from opscope.errors import nearest
from opscope.events import (
    Answered,
    Command,
    Continue,
    Continued,
    DetailSeen,
    Event,
    FetchDetail,
    Pause,
    StepFinished,
    Stopped,
    Terminate,
    Warned,
    WatchDetail,
)
from opscope.ir.program import OPTIMIZE, Program
from opscope.runtime.frame import Frame

Emit = Callable[[Event], None]


class RunTerminated(BaseException):
    """The user stopped the run. Not an Exception: no handler of the program may swallow it."""


class Session:
    """A watched run. `passes` and `drive` are what `runtime.instrumented` takes.

    `hz` bounds how often a value is summarised (None: at every step). A value that turns unhealthy is always
    summarised at once, so no NaN is missed between two looks, and every value once more as the run leaves it.
    Once a program that trains (has optimizer operators) is seen, steps are its runs, and evaluation in between
    is neither counted nor summarised. A tap that matches nothing in the first step is warned of.
    """

    def __init__(
        self,
        emit: Emit,
        taps: Sequence[str] = (),
        hz: float | None = None,
        on_program: Callable[[Program], None] | None = None,
    ) -> None:
        self.emit = emit
        counts = lambda variable: self._counts(variable.program)
        self.sights = Sights(emit, 0.0 if hz is None else 1.0 / hz, lambda: self.steps + 1, counts)
        self.probes = Probes([Selector.parse(t) for t in taps], weakly(self.sights), SightGauges(self.sights))
        self.on_program = on_program
        self.steps = 0
        self.paused = False
        self.over = False
        self._flag = False
        self._commands: queue.SimpleQueue[Command] = queue.SimpleQueue()
        self._trains: dict[int, bool] = {}  # by program id, in order of first sight

    @property
    def passes(self) -> tuple[Probes, ...]:
        """The passes of this session; none when nothing is tapped."""
        return (self.probes,) if self.probes.selectors else ()

    # --- any thread ---------------------------------------------------------------------------------

    def handle(self, command: Command) -> None:
        """Queue a command; it is obeyed before the next operator, and answered. Never blocks."""
        if self.over:
            self._answer_late(command)
            return
        self._commands.put(command)
        self._flag = True
        if self.over:  # the run ended in between: nobody will look at the queue any more
            self.close()

    # --- the running thread -------------------------------------------------------------------------

    def drive(self, frame: Frame) -> None:
        """Run a frame to its end, looking for commands before each operator."""
        context = frame.context
        outermost = context.depth == 0
        if outermost:
            self._begin(frame)
        context.depth += 1
        start = time.perf_counter()
        try:
            while not frame.done:
                if self._flag:
                    self._obey(frame)
                frame.step()
        finally:
            context.depth -= 1
        if outermost and (frame.plan.feeds or frame.plan.fetches) and self._counts(frame.plan.block.program):
            self._finish(frame, time.perf_counter() - start)

    def _begin(self, frame: Frame) -> None:
        program = frame.plan.block.program
        if program.id in self._trains or not (frame.plan.feeds or frame.plan.fetches):
            return
        self._trains[program.id] = any(o.role & OPTIMIZE for o in program.global_block().ops)
        if self.on_program is not None and self._counts(program):
            self.on_program(program)

    def _counts(self, program: Program) -> bool:
        return self._trains.get(program.id, True) or not any(self._trains.values())

    def _say_unmatched(self, frame: Frame) -> None:
        for selector in self.probes.selectors:
            if selector not in self.probes.matched:
                guess = nearest(selector.pattern, frame.plan.slots) if selector.kind == "name" else ""
                text = "this tap matches nothing in the program" + (f": {guess}" if guess else "")
                self.emit(Warned(subject=str(selector), text=text))

    def _finish(self, frame: Frame, seconds: float) -> None:
        self.steps += 1
        if self.steps == 1:
            self._say_unmatched(frame)
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

    def _obey(self, frame: Frame) -> None:
        """Answer all waiting commands; while paused, wait for more."""
        self._flag = False
        announced = False
        while True:
            if self.paused and not announced:
                self._say_stopped(frame)
                announced = True
            try:
                command = self._commands.get(block=self.paused)
            except queue.Empty:
                break
            self._do(command, frame)
            if announced and not self.paused:  # now, not when the queue is empty: a Pause may follow at once
                self.emit(Continued(step=self.steps + 1))
                announced = False

    def _say_stopped(self, frame: Frame) -> None:
        operator = frame.next.operator
        self.emit(
            Stopped(
                reason="pause",
                op=operator.id,
                op_type=operator.type,
                name=next((n for n in operator.outputs if n), ""),
                step=self.steps + 1,
                site=where(operator.site),
            )
        )

    def _do(self, command: Command, frame: Frame | None) -> None:
        if isinstance(command, Pause | Continue):
            self.paused = isinstance(command, Pause)
            self._answer(command, True)
        elif isinstance(command, Terminate):
            self.paused = False
            self._answer(command, True)
            raise RunTerminated
        elif isinstance(command, FetchDetail | WatchDetail):
            self._detail(command, frame)
        else:
            self._answer(command, False, f"{command.kind} is not supported")

    def _detail(self, command: FetchDetail | WatchDetail, frame: Frame | None) -> None:
        name = command.name
        if isinstance(command, WatchDetail):
            self.sights.watch(name)
            if not name:
                self._answer(command, True)
                return
        seen = self.sights.latest.get(name)
        value, step = (None, self.steps + 1) if seen is None else (seen.value, seen.step)
        if value is None and frame is not None:
            value = frame.value(name)
        if not hasattr(value, "dtype"):
            guess = nearest(name, self.sights.latest)
            self._answer(command, False, f"no value of {name!r} has been seen: {guess or 'tap it'}")
            return
        found: DetailSeen = detail_seen(name, value, step, command.request)
        self.emit(found)
        self._answer(command, True)

    def _answer(self, command: Command, ok: bool, text: str = "") -> None:
        self.emit(Answered(request=command.request, ok=ok, text=text))

    def _answer_late(self, command: Command) -> None:
        if isinstance(command, FetchDetail | WatchDetail):
            self._detail(command, None)
        else:
            self._answer(command, False, "the run is over")

    def close(self) -> None:
        """The run is over: summarise each value as it was left, answer what still waits, and all later at once."""
        if not self.over:
            self.sights.close()
        self.over = True
        while True:
            try:
                self._answer_late(self._commands.get_nowait())
            except queue.Empty:
                return
