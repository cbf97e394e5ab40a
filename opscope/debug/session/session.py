"""A debug session: connects the parts that watch, drive and command one run.

    CommandQueue       commands and calls from any thread, with a flag that the driving thread reads
    CommandProcessor   executes them between two operators; holds `paused` and `over`
    FrameDriver        runs the frames of a recorded run and decides where to stop (None: only watched)
    PositionReporter   emits where the run has stopped
    ValueMonitor       which values are summarized, and the latest of each
    StepCounter        how many steps there were, and which programs make steps
    EagerAdapter       presents eager ops as the operators of a program

The driving thread reads one flag before each operator. While the run is paused the frame is data and waits in
that thread. No other thread touches the frame.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Sequence
from typing import Any, TypeVar

from opscope.core.place import to_host
from opscope.debug.eager.eager_cursor import EagerCursor
from opscope.debug.eager.eager_graph import EagerGraph
from opscope.debug.eager.eager_record import EagerRecord
from opscope.debug.replay.breakpoint_table import BreakpointHit
from opscope.debug.replay.journal import Journal
from opscope.debug.replay.navigator import StopReason
from opscope.debug.session.command_processor import CommandProcessor
from opscope.debug.session.command_queue import CommandQueue
from opscope.debug.session.driver import FrameDriver
from opscope.debug.session.eager_adapter import EagerAdapter
from opscope.debug.session.event_queue import Emit
from opscope.debug.session.position_events import PositionReporter
from opscope.debug.session.step_counter import StepCounter
from opscope.debug.session.value_monitor import ValueMonitor
from opscope.debug.taps.probes import ProbePass
from opscope.debug.taps.value_events import finite_or_none
from opscope.events import Command, StepFinished, Warned
from opscope.ir.program.program import Program
from opscope.runtime.frame import Frame

R = TypeVar("R")


class Session:
    """A watched run. `passes`, `drive` and `lower` are the arguments of `runtime.instrumented`.

    With a `journal` the run is recorded and can be stepped both ways; without one it is only watched, at full speed.
    `taps` are the patterns of the values to summarize, at most `hz` times a second each; `keep` those of values to
    keep in full. `on_program` is called with each new program to draw.
    """

    def __init__(
        self,
        emit: Emit,
        taps: Sequence[str] = (),
        hz: float | None = None,
        on_program: Callable[[Program], None] | None = None,
        journal: Journal | None = None,
        keep: Sequence[str] = (),
        stop_on_error: bool = False,
    ) -> None:
        self.emit = emit
        self.counter = StepCounter()
        self.values = ValueMonitor(emit, taps, keep, hz, self.counter)
        queue = CommandQueue()
        self.driver: FrameDriver | None = None
        self._reporter: PositionReporter | None = None
        if journal is not None:
            self.driver = FrameDriver(
                journal, queue, self.values.levels, self._wait_while_paused, self._log, stop_on_error
            )
            self._reporter = PositionReporter(emit, self.driver, self.values, lambda trace: self._draw(trace, True))
        self.commands = CommandProcessor(emit, queue, self.counter, self.values, self.driver, self._reporter)
        self._queue = queue
        self.eager = EagerAdapter(
            self.counter, self.values, self.commands, self.driver, self._draw, self._finish_eager_step
        )
        self._on_program = on_program
        self._drawings = EagerGraph(self.eager.program)

    @property
    def passes(self) -> tuple[ProbePass, ...]:
        """The plan passes that insert probes; none when nothing is tapped."""
        return self.values.passes

    @property
    def lower(self) -> bool:
        """Whether plans may be lowered: a recorded run executes operator by operator."""
        return self.driver is None

    @property
    def steps(self) -> int:
        """How many steps have finished."""
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
        live = None if driver is None else driver.navigator.live
        if not isinstance(live, EagerCursor | None) or frame.context.depth:
            self._drive_nested(frame)
            return
        if self.counter.register(frame) and self._on_program is not None:
            self._on_program(frame.plan.block.program)
        is_step = self.counter.is_step(frame)
        start = time.perf_counter()
        with self.eager.suspended():
            if driver is None:
                self._drive_nested(frame)
            else:
                driver.drive(frame, self.steps + 1 if is_step else 0)
        seconds = time.perf_counter() - start
        if is_step:
            scalars = [(n, frame.env[s]) for n, s in frame.plan.fetches if getattr(frame.env[s], "size", 0) == 1]
            self._finish_step(seconds, [(n, _scalar(v)) for n, v in scalars], frame.plan.slots)
        if self._reporter is not None:
            self._reporter.report_progress()

    def _drive_nested(self, frame: Frame) -> None:
        if self.driver is not None:
            self.driver.drive(frame, 0)
            return
        context, queue = frame.context, self._queue
        context.depth += 1
        try:
            while not frame.done:
                if queue.pending:
                    self.commands.poll(frame)
                frame.step()
        finally:
            context.depth -= 1

    def _finish_step(self, seconds: float, scalars: Sequence[tuple[str, float | None]], known: Collection[str]) -> None:
        self.counter.steps += 1
        if self.steps == 1:
            self.values.warn_unmatched(known)
        self.emit(
            StepFinished(
                step=self.steps,
                seconds=seconds,
                names=tuple(n for n, _ in scalars),
                scalars=tuple(finite_or_none(v) for _, v in scalars),
            )
        )

    # --- callbacks ----------------------------------------------------------------------------------

    def _finish_eager_step(self, seconds: float, scalars: dict[str, float]) -> None:
        self._finish_step(seconds, list(scalars.items()), self.eager.program.global_block().vars)
        if self._reporter is not None:
            self._reporter.report_progress()

    def _draw(self, trace: EagerRecord, at_once: bool = False) -> None:
        """Draw what eager code calls, unless the last drawing still shows it."""
        if self._on_program is not None and (program := self._drawings.update(trace.places, at_once)) is not None:
            self._on_program(program)

    def _wait_while_paused(self, stop: StopReason) -> None:
        self.commands.wait_while_paused(stop)

    def _log(self, hit: BreakpointHit) -> None:
        text = f"step {self.steps + 1}: {hit.text}"
        self.emit(Warned(subject=f"breakpoint {hit.breakpoint.number}", text=text))

    def close(self, error: str = "") -> None:
        """The run is over: summarize the last value of each name, complete the journal, answer waiting commands."""
        if not self.commands.over:
            self.eager.flush(error)
            self.values.cache.close()
            if self.driver is not None and self._reporter is not None:
                self.driver.navigator.live = None  # a second interrupt may have kept the driver from doing this
                self.driver.journal.close()
                self._reporter.report_history()
        self.commands.close()


def _scalar(value: Any) -> float | None:
    return float(to_host(value).reshape(())) if value.dtype.kind in "fiub" else None
