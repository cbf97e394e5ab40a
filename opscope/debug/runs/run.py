"""Run: runs a function in a worker thread; its methods pause, continue, step and stop the run, or wait for its end."""

from __future__ import annotations

import contextlib
import contextvars
import itertools
import os
import threading
import time
import weakref
from collections.abc import Callable, Generator, Iterable, Sequence
from functools import partial
from typing import Any, Self

from opscope.core.checks.unknown_options import reject_unknown_options
from opscope.core.forked_child import call_program
from opscope.core.place import CPUPlace, current
from opscope.core.rich_display import RichDisplay
from opscope.core.source import site
from opscope.core.strict import warn
from opscope.core.tracebacks import hides_frames_of_methods, inner_part
from opscope.core.user_defaults import UNSET, UserDefault, user_defaults
from opscope.debug.delivery.event_delivery import EventDelivery
from opscope.debug.delivery.event_delivery import Sink as Sink
from opscope.debug.disk.segment_writer import SegmentWriter
from opscope.debug.navigation.search import SearchStopped
from opscope.debug.replay.journal import Journal
from opscope.debug.replay.program_failures import ProgramFailure
from opscope.debug.rules.findings import Finding
from opscope.debug.runs.recording import save
from opscope.debug.runs.run_line import run_line
from opscope.debug.runs.run_listener import RunListener
from opscope.debug.runs.run_messages import RunMessages
from opscope.debug.runs.started_runs import known, note_newest
from opscope.debug.runs.step_methods import StepMethods
from opscope.debug.session.moves import MOVES, make
from opscope.debug.session.option_checks import (
    NamedTap,
    check_numbers,
    checked_body,
    checked_sink,
    checked_sinks,
    patterns,
    tap_patterns,
)
from opscope.debug.session.program_drawings import Draw, ProgramDrawings
from opscope.debug.session.recording_status import RecordingStatus, recording_setting, recording_status
from opscope.debug.session.session import Session
from opscope.debug.state.environment import current_environment
from opscope.debug.state.run_state import Outcome, RunTerminated, StateCell
from opscope.debug.state.thread_starts import inherit_as_from_main, keep_process, thread_starts
from opscope.debug.taps.event_history import History
from opscope.debug.taps.history_plot import plot, values_called
from opscope.eager.watch import on_unwatched_call
from opscope.errors import OpscopeWarning, RunError, UsageError, full_text
from opscope.events import (
    Command,
    Continue,
    Event,
    Pause,
    RecordingChanged,
    Response,
    RunStarted,
    Stopped,
    Terminate,
    Terminated,
)
from opscope.ir.program.program import Program
from opscope.names.resolver import variables_named
from opscope.names.value_name import Named, given_name
from opscope.runtime.instrument import on_undriven_run


@hides_frames_of_methods
class Run(RichDisplay, StepMethods):
    """A run with its observed values; `debug.start` documents the options.

    `history` contains the events of the run in limited memory. `state` is new, running, paused, finished, stopped or
    failed. After the end of the run, `result` is the value that the body has returned, and `error` is the error that
    has ended the body. Sinks are called in a separate thread, with at most `rate` batches per second, and only with
    the latest summary of each value. Therefore, a slow sink does not slow down the program.
    """

    _display = "run"
    _make_messages = RunMessages
    _internal = frozenset(
        {
            *(
                "ask",
                "can_stop",
                "has_ended_in",
                "finish_recording",
                "flush",
                "handle",
                "leave_to_parent",
                "recorded_bytes",
                "request_pause",
            ),
            *("session", "started_event", "subscribe"),
            *("thread", "unsubscribe"),
        }
    )

    @reject_unknown_options
    def __init__(
        self,
        body: Callable[[], Any],
        *,
        taps: Sequence[NamedTap] = (),
        title: str = "run",
        record: bool | int | str = True,
        entry: bool = False,
        breakpoints: Iterable[Named | tuple[Named, str]] = (),
        on_error: bool = False,
        keep: Sequence[Named] = (),
        rules: bool = False,
        to: str | os.PathLike[str] | None = None,
        disk: int | None = None,
        hz: float | UserDefault | None = UNSET,
        rate: float = 30.0,
        points: int = 512,
        sinks: Iterable[Sink] = (),
        pump: Callable[[], None] | None = None,
    ) -> None:
        self._body = checked_body(body)
        check_numbers(hz, rate, points, disk, on_disk=to is not None)
        sinks = checked_sinks(sinks)
        tap_pairs, keep = tap_patterns(taps), patterns(keep)
        self.title = title
        self.history = History(points)
        self.result: Any = None
        self._delivery = EventDelivery(sinks, rate, self._warn)
        self._messages = self._make_messages(title, self._emit, self._delivery)
        self._pump = pump
        self._drawings = ProgramDrawings(self._emit, f"opscope-graph-{title}")
        self._requests = itertools.count(1_000_000_000)  # far from the numbers of front ends
        self._answers: dict[int, tuple[threading.Event, list[Response]]] = {}
        self._noticed_threads: weakref.WeakSet[threading.Thread] = weakref.WeakSet([threading.current_thread()])
        self._noticed_process = False
        record = recording_setting(record)
        if not record and (entry or breakpoints or on_error or keep or rules or to):
            raise UsageError("a run that is not recorded has no history and cannot be stopped", fix="pass record=True")
        self._environment = current_environment()
        report = self._messages.report_recording
        self._disk = None if to is None else SegmentWriter(to, disk, title, report, self._environment)
        defaults = user_defaults()
        journal = Journal(defaults.budget if record is True else record, on_record=self._disk) if record else None
        hz = defaults.rate if hz is UNSET else hz
        listener = RunListener(self._has_frontend, self._on_program, self._delivery.hurry)
        self.session = Session(
            self._emit, journal, taps=tap_pairs, keep=keep, hz=hz, stop_on_error=on_error, rules=rules,
            listeners=(listener, self._messages), state=StateCell(), history=self.history,
            bottom=Run._call_body.__code__,
        )  # fmt: skip
        self._follow_histograms()
        for each in [breakpoints] if isinstance(breakpoints, Named) else breakpoints:
            self.breakpoint(*((each, "") if isinstance(each, Named) else each))
        if entry:
            self._driver.set_goal(lambda walk: True, "entry")
        known.add(self)

    # --- life ---------------------------------------------------------------------------------------

    def started_event(self) -> RunStarted:
        """Make the first event of the run."""
        place = current()
        device = "cpu" if isinstance(place, CPUPlace) else f"gpu:{place.device}"
        return RunStarted(title=self.title, place=device, rules=self.session.rules is not None)

    def start(self) -> Self:
        """Start the worker thread of the run, and return at once. `debug.start` calls this method.

        Returns:
            The run itself.

        Example:
            >>> debug.Run(train).start().wait()
        """
        self.session.state.start()
        note_newest(self)
        self._emit(self.started_event())
        if (driver := self.session.driver).records:
            self._emit(RecordingChanged(on=driver.journal.recording, budget=driver.journal.budget))
        self.session.claim_random_numbers()
        context = contextvars.copy_context()  # with np.errstate and similar settings
        self._deliver_events()
        self.thread = threading.Thread(
            target=context.run, args=(self._main,), name=f"opscope-{self.title}", daemon=True
        )
        self.thread.start()
        return self

    def _main(self) -> None:
        reason: Outcome = "finished"
        try:
            inherit_as_from_main(threading.current_thread())
            self._enter_thread()
            with (
                on_undriven_run(partial(self._notice_thread, "programs")),
                on_unwatched_call(partial(self._notice_thread, "operators")),
                thread_starts(self._run_thread, self.session, self._notice_process),
                self.session.in_thread(self.title),
            ):
                self.result = self._call_body(self._body)
            if self.session.state.now.terminating:  # another thread has obeyed
                reason = "stopped"
        except RunTerminated:
            reason = "stopped"
        except BaseException as e:  # noqa: BLE001 (kept, and raised by wait())
            self.session.failures.end_with(e, e.__traceback__)
            reason = "failed"
        finally:
            text = "" if self.error is None else full_text(self.error)
            found: Sequence[Finding] = ()
            try:
                self.session.complete(text.partition("\n")[0])
                found = self._findings_to_keep()
            except Exception as e:  # noqa: BLE001 (the run is over all the same: `wait` must return)
                self.session.failures.end_at_last(e)
                reason = "failed"
                text = text or full_text(e)
            try:
                if self._disk is not None:
                    self._disk.close(found)
            finally:
                with self.session.commands.ending(reason):
                    self.session.release_random_numbers()
                    self._emit(Terminated(reason=reason, steps=self.session.steps, error=text))

    def _findings_to_keep(self) -> Sequence[Finding]:
        """Return the findings to store in the recording on disk; () if the user stops the search for findings."""
        if self._disk is None:
            return ()
        try:
            return self.session.findings.to_keep()
        except SearchStopped:  # by stop(), pause() or Ctrl-C
            self._messages.report_recording(
                "the recording is complete except for the findings, because the search for them was stopped"
            )
            return ()

    def _notice_thread(self, what: str) -> None:
        """Warn once that this run does not include the programs or operators of another thread."""
        thread = threading.current_thread()
        if thread in self._noticed_threads or self.done:  # done: also in a process that was forked inside
            return
        self._noticed_threads.add(thread)
        here = site()
        where = "" if here is None else f" at {here.where}"
        text = f"thread {thread.name!r} runs {what} beside this run{where}: opscope does not record or stop them"
        self._messages.say("threads", f"{text}. To debug them, run them in the thread of the body")

    def _notice_process(self) -> None:
        """Warn once that this run does not include a process that the program has started."""
        if self._noticed_process:
            return
        self._noticed_process = True
        here = site()
        where = "" if here is None else f" at {here.where}"
        text = f"the program starts another process{where}: opscope does not record or stop that process"
        self._messages.say("processes", f"{text}. To debug its work, do the work in this process")

    def _run_thread(self, work: Callable[[], None]) -> None:
        """Run the work of a thread that the program has started, so that the thread belongs to the run."""
        if self.done:
            work()
            return
        with (
            contextlib.suppress(RunTerminated),
            thread_starts(self._run_thread, self.session, self._notice_process),
            self.session.in_thread(),
        ):
            self._call_body(work)

    def _call_body(self, body: Callable[[], Any]) -> Any:
        """Call the body, or the function of a thread that the body has started.

        With the option `on_error`, the run stops at an error that would end the run, until a command continues the
        run.
        """
        is_body = body is self._body
        try:
            result = call_program(body)
        except RunTerminated:
            raise
        except BaseException as e:
            trace = inner_part(e.__traceback__, 2)  # of this function and `call_program`
            failure = self.session.failures.end_with(e, trace) if is_body else ProgramFailure(e, trace)
            if isinstance(e, Exception):  # else an interrupt, or `sys.exit`
                with contextlib.suppress(RunTerminated):  # the body is over: nothing is left to end
                    self.session.stop_at_error(failure)
            raise
        if is_body:
            self._await_threads()
            self.session.stop_at_exit()
        return result

    def _await_threads(self) -> None:
        """After the end of the body, wait for the threads that the body has started, except daemon threads."""
        while keep_process(self.session) and not self.session.state.now.terminating:
            time.sleep(0.01)

    def _enter_thread(self) -> None:
        """Prepare the worker thread. The thread calls this method before it calls the body."""

    def flush(self) -> None:
        """Deliver the queued events to the sinks at once, in this thread and in their original order."""
        self._delivery.flush()

    def subscribe(self, sink: Sink) -> None:
        """Add a sink: a function that receives all later events of the run."""
        self._delivery.subscribe(checked_sink(sink))
        self._follow_histograms()

    def unsubscribe(self, sink: Sink) -> None:
        """Remove a sink, so that it gets no more events. A sink of `opscope.sinks` also closes its file."""
        self._delivery.unsubscribe(sink)
        self._follow_histograms()

    def _follow_histograms(self) -> None:
        self.session.values.detail_always(self._delivery.histograms)

    def _deliver_events(self) -> None:
        """Start the thread that calls the sinks."""
        self._delivery.start(f"opscope-events-{self.title}", lambda: self.done and not self._drawings.in_progress)

    def _warn(self, subject: str, text: str) -> None:
        self._messages.warn(subject, text)

    def finish_recording(self) -> None:
        """At the end of the process, write to disk the records of a run that has not ended yet."""
        if self._disk is not None:
            self._disk.close()
        if self.state == "paused":
            self.session.threads.close()  # Python waits for the threads of pools

    @property
    def recorded_bytes(self) -> int:
        """Size of the recording on disk, in bytes."""
        return 0 if self._disk is None else self._disk.nbytes

    def leave_to_parent(self) -> None:
        """In a forked process, forget the run. The run continues in the parent process only."""
        error = RunError(
            f"{self.title} runs in process {os.getppid()}, which has forked this process", fix="wait for the run there"
        )
        self.session.failures.end_with(error, None)
        self.session.state.leave_to_parent()
        self._disk = None

    def _emit(self, event: Event) -> None:
        self.history.add(event)  # first: code that waits for a stop then finds the event in the history
        self._delivery.put(event)
        if isinstance(event, Response) and (waiting := self._answers.get(event.request)) is not None:
            waiting[1].append(event)
            waiting[0].set()
        self._delivery.flush_if_ended()

    def _on_program(self, program: Program) -> None:
        """Draw the graph of a program for the panel, if the run has a panel."""
        if (draw := self._draw(program)) is not None:
            self._drawings.start(program, draw, head_start=self.state != "paused")

    def _draw(self, program: Program) -> Draw | None:
        """Copy a program at once, and return a function that draws the copy; None if nothing is to be drawn."""
        return None

    def plot(self, *what: Named, axes: Any = None) -> Any:
        """Draw curves of the history with matplotlib: see `History.plot`.

        Args:
            what: names of values (also names in your code), or patterns: `"loss"`, `"w*@GRAD.norm()"`. If no names
                are given, all fetched scalars and the means of all tapped values are drawn.
            axes: matplotlib Axes to draw into; None: draw into a new figure.

        Returns:
            The matplotlib Axes.

        Raises:
            NotFound: no value with a given name was fetched or tapped.
            ArgumentError: the statistic is unknown.
            MissingPackage: matplotlib is not installed.

        Example:
            >>> run.plot("loss", "w*@GRAD.norm()")                                  # doctest: +SKIP
        """
        return plot(self.history, *map(given_name, what), named=self._named, axes=axes)

    def _named(self, name: str) -> list[str]:
        """Return the names of the values that have the name `name` in the user's code."""
        driver = self.session.driver
        return [
            *values_called(self.history, name),
            *(each for program in driver.navigator.programs().programs for each in variables_named(program, name)),
        ]

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the history of the run into a folder, which any process can open with `debug.open`.

        For eager code, `save` writes the calls of each step in the history. If a step cannot be computed again, `save`
        writes its values instead. Some kinds of programs cannot be written: `save` leaves out the runs of such
        programs, and warns.

        Args:
            path: path of the folder. The folder must be empty, or must not exist.

        Raises:
            RecordingError: the folder cannot be written, or contains files.
            RunError: the history contains no run that can be written.

        Example:
            >>> run.save("recording")
            >>> debug.open("recording").steps
            (1, 5)
        """
        findings = self.session.findings
        left_out = self._call(
            lambda: save(self._driver.journal, path, self.title, findings.to_keep(), self._environment)
        )
        if left_out:
            text = " and ".join(f"{count} steps or parts of {kind}" for kind, count in left_out.items())
            fix = "look at these steps in this run"
            warn(OpscopeWarning(f"{text} are not in the recording", fix=fix))

    # --- commands -----------------------------------------------------------------------------------

    def handle(self, command: Command) -> None:
        """Queue a command for the run; any thread may call this method."""
        self.session.handle(command)

    def ask(self, kind: type[Command], timeout: float | None = 10.0, **fields: Any) -> Response:
        """Send a command to the run, and wait for the answer. Raises RunError if no answer comes in time."""
        request = next(self._requests)
        waiting = self._answers[request] = (threading.Event(), [])
        try:
            self.handle(kind(request=request, **fields))
            if not waiting[0].wait(timeout):
                raise RunError(
                    f"{kind.__name__} was not answered within {timeout} s",
                    fix="wait longer: opscope executes commands between operators, but the program is in Python code",
                )
            return waiting[1][0]
        finally:
            del self._answers[request]

    def pause(self, timeout: float | None = 10.0) -> None:
        """Pause the run, and return when the run has stopped.

        In eager code and inside a run of a program, the run stops before the next operator. Between two runs of
        programs, the request stops the next run at its end.

        Args:
            timeout: time limit in seconds; None: no limit.

        Raises:
            RunError: the run reached no operator before the time limit.

        Example:
            >>> run.pause()
        """
        self.request_pause()
        if not self.session.state.wait_for(lambda now: now.stands, timeout):
            raise RunError(f"the run did not reach an operator within {timeout} s", fix="call pause() again, or stop()")

    def request_pause(self) -> None:
        """Request a pause of the run without waiting for the pause, as Ctrl-C does."""
        self.handle(Pause(request=next(self._requests)))

    def cont(self) -> None:
        """Continue a run that has stopped, and return at once.

        Raises:
            RunError: the run is over, and no recorded run is left to replay.

        Example:
            >>> stopped = debug.start(train, entry=True)
            >>> stopped.until_stopped().reason
            'entry'
            >>> stopped.cont()
            >>> stopped.wait()
        """
        if self.session.driver.records and self.here is not None:
            self._call(lambda: make(self.session.commands, MOVES["continue"]()))
        else:
            self.handle(Continue(request=next(self._requests)))
            self.session.state.wait_for(lambda now: not now.is_held, 1.0)

    def until_stopped(self, timeout: float | None = None) -> Stopped | None:
        """Wait until the run stops or is over. On Ctrl-C, the run is paused, and this method raises KeyboardInterrupt.

        Args:
            timeout: time limit in seconds; None: no limit.

        Returns:
            The position of the stop; None if the run is over.

        Raises:
            TimeoutError: the run neither stopped nor ended before the time limit.

        Example:
            >>> run.until_stopped().step
            3
        """
        end = None if timeout is None else time.monotonic() + timeout
        try:
            while not self.session.state.wait_for(lambda now: now.stands, 0.02):
                if self._pump is not None:
                    self._pump()
                if end is not None and time.monotonic() > end:
                    raise TimeoutError(f"{self.title} is still {self.state} after {timeout} s")
        except KeyboardInterrupt:
            self.request_pause()
            raise
        return self.here

    def stop(self, timeout: float | None = 10.0) -> None:
        """End the run before its next operator. After the end, the scope has the results of all finished runs.

        Args:
            timeout: time limit in seconds; None: no limit.

        Raises:
            RunError: the run reached no operator before the time limit.

        Example:
            >>> stopped = debug.start(train, entry=True)
            >>> stopped.stop()
            >>> stopped.state
            'stopped'
        """
        self.handle(Terminate(request=next(self._requests)))
        if not self.has_ended_in(timeout):
            raise RunError(f"the run did not reach an operator within {timeout} s")

    def wait(self, timeout: float | None = None) -> Any:
        """Wait until the run is over. On Ctrl-C, the run is paused, and this method raises KeyboardInterrupt.

        Args:
            timeout: time limit in seconds; None: no limit.

        Returns:
            The value that the body has returned.

        Raises:
            BaseException: the error that has ended the body.
            TimeoutError: the run did not end before the time limit.
            RunError: the run has stopped at a breakpoint or after a step, and no front end can continue it.

        Example:
            >>> debug.start(lambda: 42).wait()
            42
        """
        __tracebackhide__ = True  # IPython and pytest then show only the program's own frames
        end = None if timeout is None else time.monotonic() + timeout
        try:
            while not self.has_ended_in(0.02):  # short waits, so that interrupts are handled at once
                if self._pump is not None:
                    self._pump()
                if end is not None and time.monotonic() > end:
                    raise TimeoutError(f"{self.title} is still {self.state} after {timeout} s")
                self._refuse_to_wait_forever()
        except KeyboardInterrupt:
            self.request_pause()
            raise
        self._delivery.wait_until_ended(2.0)
        if (failure := self.session.failures.end) is not None:
            raise failure.error.with_traceback(failure.trace)  # else it grows with every wait()
        return self.result

    @property
    def error(self) -> BaseException | None:
        """The error that has ended the body; None if no error has ended the body."""
        failure = self.session.failures.end
        return None if failure is None else failure.error

    def _refuse_to_wait_forever(self) -> None:
        here = self.here
        if here is not None and here.reason != "pause" and not self._has_frontend() and not self.done:
            where = (
                f"at {here.text}" if self.error is not None else f"before {here.op_type or 'the end'} ({here.reason})"
            )
            raise RunError(
                f"{self.title} has stopped {where} and nothing continues the run",
                fix="call cont(), next() or stop() first",
            ) from self.error

    def _has_frontend(self) -> bool:
        """True if a panel is displayed, so that its buttons can continue the run."""
        return False

    @property
    def _not_started(self) -> bool:
        return self.session.state.now.phase == "new"

    def __await__(self) -> Generator[Any, None, Any]:
        async def waiting() -> Any:
            import asyncio

            while not self.done:
                await asyncio.sleep(0.02)
            return self.wait()

        return waiting().__await__()

    @property
    def done(self) -> bool:
        """True if the body has ended, with or without an error."""
        return self.session.state.now.is_over

    def has_ended_in(self, timeout: float | None) -> bool:
        """Wait for the end of the body, for at most `timeout` seconds. Returns True if the body has ended."""
        return self.session.state.wait_for(lambda now: now.is_over, timeout)

    @property
    def state(self) -> str:
        """State of the run: new, running, paused, finished, stopped or failed.

        After `stop()`, the state is still "running" until the body has ended, because a `finally` block may run.
        """
        return self.session.state.now.word

    @property
    def can_stop(self) -> bool:
        """True if the run may stop without a command: at a breakpoint, at the first operator, or at an error."""
        driver = self.session.driver
        stops = self.session.state.goal is not None or driver.filters.uncaught
        return stops or bool(driver.breakpoints.listed)

    def record(self, on: bool | int | str = True) -> None:
        """Switch the recording of the run off or on, while the program runs.

        While recording is off, program runs are not added to the history, and you cannot go back to these runs.

        Args:
            on: True, False, or a memory budget, as a number of bytes or as text ("64MB").

        Raises:
            UnsupportedError: the run was started with record=False.
            ArgumentError: the memory budget is not a number of bytes above zero.

        Example:
            >>> run = debug.start(lambda: None)
            >>> run.record(False)
        """
        _ = self._driver  # raises if nothing is recorded
        commands = self.session.commands
        on = recording_setting(on)
        budget = None if isinstance(on, bool) else on
        self.session.call(lambda: commands.set_recording(on is not False, budget))

    @property
    def recording(self) -> RecordingStatus:
        """Status of recording: on or off, the used bytes of the budget, and the share of the run's time for recording.

        Raises UnsupportedError for a run that was started with record=False.

        >>> from opscope import debug
        >>> run = debug.start(lambda: None, record=10_000_000)
        >>> run.wait()
        >>> print(run.recording)
        recording: 0 B of 10.0 MB
        """
        return recording_status(self._driver.journal, self.session.costs.recording)

    def why_slow(self) -> dict[str, str]:
        """Return the reasons why the last program runs went operator by operator; {} if all of them ran at full speed.

        A program run that goes operator by operator is slower than a compiled (lowered) run. The first run of a
        program with new shapes always goes operator by operator. A run that a breakpoint may stop also goes operator by
        operator. If the reason is permanent (`it cannot be lowered: ...`), all runs of the program are slow. For
        dygraph code, there are two keys. The key "eager calls" gives the reason why opscope examines each call. The key
        "taps" gives the share of the run's time that taps take, and the cost of a step in which taps summarize values.

        Returns:
            A dict with the reason for each program.

        Example:
            >>> debug.start(lambda: None).why_slow()
            {}
        """
        return self.session.slow

    @property
    def steps(self) -> int:
        """Number of finished steps."""
        return self.session.steps

    def __repr__(self) -> str:
        problem = "" if self._disk is None else self._disk.problem
        return run_line(self.title, self.state, self.steps, len(self.history.names()), self.error, problem)
