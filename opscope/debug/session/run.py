"""Run: a program in a worker thread, with a handle that pauses, continues, stops and waits."""

from __future__ import annotations

import atexit
import builtins
import contextvars
import itertools
import os
import sys
import threading
import time
import traceback
import warnings
import weakref
from collections.abc import Callable, Generator, Iterable, Sequence
from types import TracebackType
from typing import Any, Self

from opscope.core.place import CPUPlace, current
from opscope.debug.replay.journal import DEFAULT_BUDGET, Journal
from opscope.debug.session.commands import Stepping
from opscope.debug.session.event_queue import EventQueue
from opscope.debug.session.recording import Writer, save
from opscope.debug.session.session import RunTerminated, Session
from opscope.debug.taps.event_history import History
from opscope.errors import OpscopeWarning, RunError, UsageError
from opscope.events import (
    Command,
    Continue,
    Continued,
    Event,
    Pause,
    Response,
    RunStarted,
    Stopped,
    Terminate,
    Terminated,
    Warned,
)
from opscope.ir.program.program import Program
from opscope.runtime.instrument import instrumented

Sink = Callable[[list[Event]], None]
Draw = Callable[[Program], Callable[[], Event]]  # takes a program in at once; what it returns draws, and may take long


class Run(Stepping):
    """A run and what was seen of it.

    With `record` (True, or a budget in bytes) it can be stepped, forwards and backwards, and its history is kept
    within the budget; without, it is only watched and goes at full speed. `entry` stops it before its first operator,
    `breakpoints` are patterns or (pattern, condition) to stop at, `on_error` stops it where an operator fails. `keep`
    are patterns of values to keep in full. With `to` the history is written to that folder as it grows, the latest
    `disk` bytes of it (None: all).

    Sinks get batches of events from a thread of their own, at most `rate` times a second, the latest of each
    kind: a slow sink costs the program nothing. `history` has the whole story in bounded memory: at most
    `points` summaries of a value, evenly spaced.
    """

    def __init__(
        self,
        body: Callable[[], Any],
        *,
        taps: Sequence[str] = (),
        title: str = "run",
        record: bool | int = True,
        entry: bool = False,
        breakpoints: Iterable[str | tuple[str, str]] = (),
        on_error: bool = False,
        keep: Sequence[str] = (),
        to: str | os.PathLike[str] | None = None,
        disk: int | None = None,
        hz: float | None = 20.0,
        rate: float = 30.0,
        points: int = 512,
        sinks: Iterable[Sink] = (),
        draw: Draw | None = None,
        on_thread: Callable[[], None] | None = None,
        pump: Callable[[], None] | None = None,
    ) -> None:
        self.title = title
        self.history = History(points)
        self.queue = EventQueue()
        self.result: Any = None
        self.error: BaseException | None = None
        self.state = "new"
        self._body = body
        self._sinks = list(sinks)
        self._draw = draw
        self._on_thread = on_thread
        self._pump = pump
        self._tick = 1.0 / rate
        self._traceback: TracebackType | None = None
        self._drawing: list[threading.Thread] = []
        self._drawings = itertools.count(1)
        self._drawn = 0  # the number of the newest that was shown
        self._passing = threading.RLock()
        self._done = threading.Event()
        self._delivered = threading.Event()
        self._stopped = threading.Event()
        self._going = threading.Event()
        self._going.set()
        self._requests = itertools.count(1_000_000_000)  # far from the numbers that views count from
        self._answers: dict[int, tuple[threading.Event, list[Response]]] = {}
        self.here: Stopped | None = None
        if not record and (entry or breakpoints or on_error or keep or to):
            raise UsageError("a run that is not recorded has no history, and stops nowhere", fix="record=True")
        writer = None if to is None else Writer(to, disk, title, lambda text: self._warn("recording", text))
        journal = Journal(DEFAULT_BUDGET if record is True else record, on_segment=writer) if record else None
        self.session = Session(self._emit, taps, hz, self._on_program, journal, keep, on_error)
        for each in breakpoints:
            self.breakpoint(*([each] if isinstance(each, str) else each))
        if entry and self.session.stepper is not None:
            self.session.stepper.goal, self.session.stepper.reason = lambda walk: True, "entry"

    # --- life ---------------------------------------------------------------------------------------

    def opening(self) -> RunStarted:
        """What the run says first."""
        place = current()
        return RunStarted(title=self.title, place="cpu" if isinstance(place, CPUPlace) else f"gpu:{place.device}")

    def start(self) -> Self:
        """Start the worker; returns at once."""
        self.state = "running"
        self._emit(self.opening())
        context = contextvars.copy_context()  # np.errstate and its like go along
        threading.Thread(target=self._deliver, name=f"opscope-events-{self.title}", daemon=True).start()
        self.thread = threading.Thread(
            target=context.run, args=(self._main,), name=f"opscope-{self.title}", daemon=True
        )
        self.thread.start()
        return self

    def _main(self) -> None:
        reason = "finished"
        try:
            if self._on_thread is not None:
                self._on_thread()
            with instrumented(self.session.passes, self.session.drive, self.session.lower), self.session.eagerly.told():
                self.result = self._body()
        except RunTerminated:
            reason = "stopped"
        except BaseException as e:  # noqa: BLE001 (kept, and raised by wait())
            self.error, reason = e, "failed"
            self._traceback = e.__traceback__ and e.__traceback__.tb_next
        finally:
            text = "" if self.error is None else f"{type(self.error).__name__}: {self.error}"
            try:
                self.session.close(text.partition("\n")[0])
            except Exception as e:  # noqa: BLE001 (the run is over all the same: nobody may wait for it for ever)
                self.error, reason = self.error or e, "failed"
                text = text or f"{type(e).__name__}: {e}"
            self.state = reason
            self.here = None
            self._emit(Terminated(reason=reason, steps=self.session.steps, error=text))
            self._done.set()
            self._stopped.set()
            self._going.set()

    def _deliver(self) -> None:
        while True:
            finished = self._done.is_set() and not any(t.is_alive() for t in self._drawing)
            self.queue.await_news(0.2)
            self.flush()
            if finished and not len(self.queue):
                self._delivered.set()
                return
            time.sleep(self._tick)

    def flush(self) -> None:
        """Hand what waits to the sinks now, from this thread; events keep their order."""
        with self._passing:
            batch = self.queue.take()
            for sink in list(self._sinks) if batch else ():
                try:
                    sink(batch)
                except Exception as e:  # noqa: BLE001 (a reader's failure is not the run's)
                    self._sinks.remove(sink)
                    self._warn("reader", f"left out, because it failed: {type(e).__name__}: {e}")

    def _warn(self, subject: str, text: str) -> None:
        self._emit(Warned(subject=subject, text=text))

    def _emit(self, event: Event) -> None:
        self.history.add(event)  # first: who waits for a stop then also finds it told
        self.queue.put(event)
        if isinstance(event, Response):
            waiting = self._answers.get(event.request)
            if waiting is not None:
                waiting[1].append(event)
                waiting[0].set()
        elif isinstance(event, Stopped):
            self.here = event
            if not self._done.is_set():
                self.state = "paused"
                self._going.clear()
                self._stopped.set()
        elif isinstance(event, Continued):
            self.state, self.here = "running", None
            self._stopped.clear()
            self._going.set()
        if self._delivered.is_set():  # the run is over, and one looks back: nobody else hands events on any more
            self.flush()

    def _on_program(self, program: Program) -> None:
        if self._draw is None:
            return
        drawing, number = self._draw(program), next(self._drawings)

        def draw() -> None:
            event = drawing()
            if number > self._drawn:  # an older one took longer
                self._drawn = number
                self._emit(event)

        thread = threading.Thread(target=draw, name=f"opscope-graph-{self.title}", daemon=True)
        self._drawing.append(thread)
        thread.start()

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the history into a folder, which `debug.open` opens, in any process. Raises RecordingError.

        What eager code did is not in it, and a warning says so.
        """
        left = self._ask(lambda: save(self._stepper.journal, path, self.title))
        if left:
            told = f"{left} steps or parts of eager code are not in the recording"
            warnings.warn(OpscopeWarning(told, fix="only programs are computed again: look at them here"), stacklevel=2)

    # --- commands -----------------------------------------------------------------------------------

    def handle(self, command: Command) -> None:
        """Take a command from anywhere; only queues it."""
        self.session.handle(command)

    def ask(self, kind: type[Command], timeout: float | None = 10.0, **fields: Any) -> Response:
        """Send a command and wait for its answer. Raises RunError if none comes in time."""
        request = next(self._requests)
        waiting = self._answers[request] = (threading.Event(), [])
        try:
            self.handle(kind(request=request, **fields))
            if not waiting[0].wait(timeout):
                raise RunError(
                    f"{kind.__name__} was not answered within {timeout} s",
                    fix="commands are obeyed between operators: the program is busy with its own Python code",
                )
            return waiting[1][0]
        finally:
            del self._answers[request]

    def pause(self, timeout: float | None = 10.0) -> None:
        """Stop before the next operator; returns when the run stands still (or is over)."""
        self.ask_to_pause()
        if not self._stopped.wait(timeout):
            raise RunError(f"the run did not reach an operator within {timeout} s", fix="call pause() again, or stop()")

    def ask_to_pause(self) -> None:
        """As `pause`, without waiting for it: what an interrupt does."""
        self.handle(Pause(request=next(self._requests)))

    def cont(self) -> None:
        """Go on, if it stands still. Raises RunError when the run is over and there is nothing to go on to."""
        if self.session.stepper is not None and self.here is not None:
            navigator = self._stepper.navigator
            self._ask(lambda: self.session.move(lambda: navigator.resume()))
        else:
            self.handle(Continue(request=next(self._requests)))
            self._going.wait(1.0)

    def until_stopped(self, timeout: float | None = None) -> Stopped | None:
        """Block until the run stands still (returns where) or is over (None). Raises TimeoutError.

        An interrupt (Ctrl-C) pauses the run and raises KeyboardInterrupt here.
        """
        end = None if timeout is None else time.monotonic() + timeout
        try:
            while not self._stopped.wait(0.02):
                if self._pump is not None:
                    self._pump()
                if end is not None and time.monotonic() > end:
                    raise TimeoutError(f"{self.title} is still {self.state} after {timeout} s")
        except KeyboardInterrupt:
            self.ask_to_pause()
            raise
        return self.here

    def stop(self, timeout: float | None = 10.0) -> None:
        """End the run before the next operator; the scope keeps what finished runs wrote."""
        self.handle(Terminate(request=next(self._requests)))
        if not self._done.wait(timeout):
            raise RunError(f"the run did not reach an operator within {timeout} s")

    def wait(self, timeout: float | None = None) -> Any:
        """Block until the run is over; returns what the body returned, raises what it raised.

        An interrupt (Ctrl-C) pauses the run and raises KeyboardInterrupt here. Raises TimeoutError, and RunError if
        the run stands at a breakpoint or after a step and nobody is there to let it go on.
        """
        __tracebackhide__ = True  # IPython and pytest then show the program's own frames only
        end = None if timeout is None else time.monotonic() + timeout
        try:
            while not self._done.wait(0.02):  # short waits: an interrupt is seen at once
                if self._pump is not None:
                    self._pump()
                if end is not None and time.monotonic() > end:
                    raise TimeoutError(f"{self.title} is still {self.state} after {timeout} s")
                self._refuse_to_wait_in_vain()
        except KeyboardInterrupt:
            self.ask_to_pause()
            raise
        self._delivered.wait(2.0)
        if self.error is not None:
            raise self.error.with_traceback(self._traceback)  # else it grows with every wait()
        return self.result

    def _refuse_to_wait_in_vain(self) -> None:
        here = self.here
        if here is not None and here.reason != "pause" and not self._attended() and not self.done:
            raise RunError(
                f"{self.title} stands before {here.op_type or 'the end'} ({here.reason}) and nobody lets it go on",
                fix="cont() first, or next(), or stop()",
            )

    def _attended(self) -> bool:
        """True if someone other than who waits can let the run go on."""
        return False

    @property
    def _unstarted(self) -> bool:
        return self.state == "new"

    def __await__(self) -> Generator[Any, None, Any]:
        async def waiting() -> Any:
            import asyncio

            while not self._done.is_set():
                await asyncio.sleep(0.02)
            return self.wait()

        return waiting().__await__()

    @property
    def done(self) -> bool:
        """True when the body has ended, one way or another."""
        return self._done.is_set()

    @property
    def can_stop(self) -> bool:
        """True if it stops by itself: there are breakpoints, or it was started to."""
        stepper = self.session.stepper
        return stepper is not None and (bool(self.breakpoints) or stepper.goal is not None or stepper.on_error)

    @property
    def steps(self) -> int:
        """How many runs of a program have finished."""
        return self.session.steps

    def __repr__(self) -> str:
        return f"<run {self.title}: {self.state}, {self.steps} steps, {len(self.history.names())} values seen>"


_started: weakref.WeakSet[Run] = weakref.WeakSet()


def start(body: Callable[[], Any], taps: Sequence[str] = (), **options: Any) -> Run:
    """Run `body()` in a worker thread, watched; returns the handle at once. Options as for `Run`.

    A script that ends meanwhile waits for it, as `wait()` does.
    """
    run = Run(body, taps=taps, **options).start()
    _started.add(run)
    return run


@atexit.register
def _wait_for_all() -> None:
    """The worker is no reason for Python to stay; the work is, unless it stands still and nobody is left to go on."""
    if hasattr(builtins, "__IPYTHON__"):  # a kernel that is shut down is to go
        return
    for run in [r for r in _started if not r.done]:
        if run.state == "paused":
            print(f"{run!r} ends with Python: it stands still", file=sys.stderr)  # noqa: T201
            continue
        try:
            run.wait()
        except RunError as e:
            print(e, file=sys.stderr)  # noqa: T201 (nobody else can say it any more)
        except Exception:  # noqa: BLE001 (as that of a thread)
            traceback.print_exc()
