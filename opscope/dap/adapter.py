"""State of a debug session: one client, and the program that it debugs."""

from __future__ import annotations

import itertools
import threading
import time
from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from opscope.dap.client_breakpoints import PREDICATES, ClientBreakpoints, WantedBreakpoint
from opscope.dap.debuggee import Debuggee, Launcher
from opscope.dap.event_relay import THREAD, EventRelay
from opscope.dap.messages import MessageWriter
from opscope.dap.variables import References
from opscope.debug.drivers.frame_driver import FrameDriver, recorded
from opscope.debug.frames.stack import StackFrame
from opscope.debug.navigation.navigator import Navigator
from opscope.debug.replay.stops import Position, StopReason
from opscope.debug.runs.run import Run
from opscope.debug.session.moves import MOVES, Move, make
from opscope.debug.state.listener import Listener
from opscope.errors import NotFound, OpscopeError, RunError, UsageError
from opscope.events import Stopped, Terminate, Terminated
from opscope.ir.program.program import Program

R = TypeVar("R")
BUSY = 5.0  # seconds that a request waits for the program
REASONS = {"source": "breakpoint", "function": "function breakpoint", "data": "data breakpoint"}


class DebugAdapter:
    """A session of one client and its program. The functions of HANDLERS answer the client's requests.

    The adapter starts programs with `launcher`, or attaches to `offered`, a run of this process. A client that connects
    through a port must send `token`. `features` contains the client's capabilities. `options` contains the arguments of
    `launch` or `attach`. `begun` is set when the program may start. `closed` is set when the client has disconnected.
    If `ends_program` is True, the program ends when the client disconnects.
    """

    def __init__(
        self, writer: MessageWriter, launcher: Launcher | None = None, offered: Run | None = None, token: str = ""
    ) -> None:
        self.writer = writer
        self.launcher = launcher
        self.offered = offered
        self.token = token
        self.features: frozenset[str] = frozenset()
        self.options: Mapping[str, Any] = {}
        self.debuggee: Debuggee | None = None
        self.begun = threading.Event()
        self.closed = threading.Event()
        self.ends_program = False
        self.references = References()
        self.breakpoints = ClientBreakpoints(writer)
        self._listener = _NewPrograms(self)
        self.relay = EventRelay(writer, lambda: self.features, self._stopped, self._step_finished, self._ended)
        self.cancelled: set[int] = set()  # numbers of cancelled requests
        self.targets: dict[int, tuple[int, str]] = {}  # targets of goto: step and operator
        self.sources: dict[str, int] = {}  # numbers of sources that are not files, by name
        self.stop: dict[str, Any] = {}  # fields of the last stop, as sent to the client
        self._frames: dict[int, tuple[int, StackFrame]] = {}  # frames known to the client at this stop, with threads
        self._numbers = itertools.count(1)
        self._terminated = False
        self._leaving = threading.Lock()

    # --- the program --------------------------------------------------------------------------------

    @property
    def run(self) -> Run:
        """The run. Raises UsageError before `launch` or `attach`."""
        if self.debuggee is None:
            raise UsageError("there is no program yet", fix="send `launch` or `attach` first")
        return self.debuggee.run

    @property
    def driver(self) -> FrameDriver:
        """The driver of the run."""
        return recorded(self.run.session.driver, "")

    @property
    def stopped_run(self) -> Run:
        """The run, which must be stopped. Raises RunError if the program is running."""
        run = self.run
        if run.here is None:
            raise RunError("the program is running, so its state cannot be read", fix="pause the program first")
        return run

    def adopt(self, debuggee: Debuggee, options: Mapping[str, Any]) -> None:
        """Let this session debug a program."""
        self.debuggee, self.options = debuggee, options
        self.breakpoints.ignored = options.get("noDebug") is True
        self.run.subscribe(self.relay)
        self.run.session.listeners.append(self._listener)

    def inspect(self, function: Callable[[Navigator], R]) -> R:
        """Call a function in the thread of the stopped program, with the navigator as its argument."""
        session, driver = self.stopped_run.session, self.driver
        try:
            return session.call(lambda: function(driver.navigator), BUSY)
        except TimeoutError:
            raise RunError(
                "the program has continued, so its state cannot be read", fix="pause the program first"
            ) from None

    def move(self, name: str, *arguments: Any) -> None:
        """Move to another place, or let the program continue. A search through the history may take long."""
        self.make(MOVES[name](*arguments))

    def make(self, move: Move) -> None:
        """Execute a move requested by this client."""
        session = self.stopped_run.session
        session.call(lambda: make(session.commands, move))

    def look_at_thread(self, thread: int) -> None:
        """Choose the thread for frames and steps. 0 means the thread that has stopped. Raises NotFound."""
        run = self.stopped_run
        known = run.threads
        if thread and known and not any(each.number == thread and each.chosen for each in known):
            run.select_thread(thread)

    # --- numbers that the client knows --------------------------------------------------------------

    def add_frame(self, frame: StackFrame, thread: int) -> int:
        """Give a frame of a thread a number for the client, and return the number."""
        number = next(self._numbers)
        self._frames[number] = thread, frame
        return number

    def frame(self, number: int) -> StackFrame | None:
        """Return the frame with a number, and choose its thread. Return None for 0. Raises NotFound."""
        if not number:
            return None
        if number not in self._frames:
            raise NotFound(
                f"there is no frame {number} at this place", fix="the program has continued: read the stack again"
            )
        thread, frame = self._frames[number]
        self.look_at_thread(thread)
        return frame

    def add_target(self, step: int, op: str) -> int:
        """Give a target of the request `goto` a number for the client, and return the number."""
        number = next(self._numbers)
        self.targets[number] = step, op
        return number

    def add_source(self, name: str) -> int:
        """Give a number to a source that is not a file, so that the client can request it. Return the number."""
        return self.sources.setdefault(name, len(self.sources) + 1)

    def forget_place(self) -> None:
        """Invalidate references, frames and targets, because the program has moved."""
        self.references.clear()
        self._frames, self.targets = {}, {}

    def changed(self, *areas: str) -> None:
        """Notify the client that it must read values or frames again."""
        if "supportsInvalidatedEvent" in self.features:
            self.writer.event("invalidated", {"areas": list(areas), "threadId": THREAD})

    # --- exceptions ---------------------------------------------------------------------------------

    def set_exception_filters(self, chosen: Mapping[str, str]) -> None:
        """Set the exception filters at which the program stops, with their conditions."""
        wanted = [WantedBreakpoint("exception", f, chosen[f]) for f in PREDICATES if f in chosen]
        self.breakpoints.replace(self.run, ("exception", ""), wanted)
        if self.breakpoints.ignored:
            return
        driver, python = self.driver, [f for f in ("raised", "caught", "uncaught") if f in chosen]
        types = " ".join(chosen[f] for f in python).replace(",", " ").split()
        self.breakpoints.in_program(self.run, lambda: driver.breakpoints.catch(python, types))

    # --- events of the run --------------------------------------------------------------------------

    def _stopped(self, event: Stopped) -> dict[str, Any] | None:
        """Return the event that reports a stop to the client. Return None if the client needs no event."""
        if not self.begun.is_set():
            return None  # `configurationDone` reports the place
        if event.reason == "goto" and event.text == "edited":
            self.changed("variables", "stacks")
            return None
        self.forget_place()
        self.breakpoints.report_changes(self.driver)
        hit = self.breakpoints.hit_by(event.breakpoint)
        kinds = {each.wanted.kind for each in hit}
        reason = event.reason
        if "exception" in kinds:
            reason = "exception"
        elif reason in ("breakpoint", "data breakpoint") and kinds:
            reason = REASONS[min(kinds, key=list(REASONS).index)]
        text = f"{event.reason}: {event.text}" if event.text else event.reason
        self.stop = {
            "reason": reason,
            "description": f"{event.step_text}, {text}{', in the past' if event.past else ''}",
            "text": event.text,
            "hitBreakpointIds": [each.number for each in hit],
            "threadId": next((each.number for each in self.run.threads if each.state == "stopped"), THREAD),
        }
        return self.stop

    def _step_finished(self) -> None:
        self.breakpoints.report_changes(self.driver)

    def _ended(self, event: Terminated) -> None:
        self.forget_place()
        debuggee = self.debuggee
        assert debuggee is not None
        while not debuggee.run.done:  # a moment: the event comes before the end of the run
            time.sleep(0.001)
        debuggee.flush_output()
        if text := debuggee.error_text():
            self.relay.output("stderr", text if text.endswith("\n") else f"{text}\n")
        if self.options.get("stopOnExit") is not True or event.reason == "stopped" or not self.look_back():
            self.report_end()

    def look_back(self) -> bool:
        """Move to the last recorded place of an ended program, so that the client can inspect it.

        Return False if no place was recorded.
        """
        driver, commands = self.driver, self.run.session.commands
        record = driver.journal.last_record()
        if record is None or self.closed.is_set():
            return False
        point = Position(record.run, record.ticks - 1)
        stop = StopReason("exception", record.error) if record.error else StopReason("end")
        try:
            self.run.session.call(lambda: commands.move(lambda: driver.navigator.move_to(point, stop)))
        except OpscopeError:
            return False
        return True

    def report_end(self) -> None:
        """Report the end of the program to the client, once."""
        if self.debuggee is not None and not self._terminated:
            self._terminated = True
            self.relay.end(self.debuggee.exit_code)

    # --- the end ------------------------------------------------------------------------------------

    def stop_program(self) -> None:
        """End the program, at its next operator or line."""
        run = self.run
        if run.done:
            self.report_end()
        elif run.state == "new":
            self.report_end()
            self.leave()
        else:
            run.handle(Terminate(request=0))

    def leave(self, terminate: bool | None = None) -> None:
        """Handle the end of the client's connection.

        A program that the client has launched ends, unless the client requests that it continues. A run to which the
        client has attached continues.
        """
        with self._leaving:
            if self.closed.is_set():
                return
            self.closed.set()
        debuggee = self.debuggee
        if debuggee is not None:
            run = debuggee.run
            run.unsubscribe(self.relay)
            run.session.listeners.remove(self._listener)
            self.ends_program = debuggee.launched if terminate is None else terminate
            if run.done or run.state == "new":
                pass
            elif self.ends_program:
                run.handle(Terminate(request=0))
            else:
                self._release(run)
        self.begun.set()

    def _release(self, run: Run) -> None:
        """Remove the client's settings, and let the program continue."""
        driver, commands = self.driver, run.session.commands
        self.breakpoints.clear(run)

        def go_on() -> None:
            driver.breakpoints.catch(())
            if run.session.state.now.is_held:
                driver.navigator.return_to_live()
                commands.move(driver.navigator.resume)

        self.breakpoints.in_program(run, go_on)


class _NewPrograms(Listener):
    """Sets the client's breakpoints in each new program."""

    def __init__(self, adapter: DebugAdapter) -> None:
        self._adapter = adapter

    def new_program(self, program: Program) -> None:
        self._adapter.breakpoints.on_program(self._adapter.driver, program)
