"""`opscope.live`: starts a run with a panel in a notebook from Python code."""

from __future__ import annotations

import os
import sys
import weakref
from collections.abc import Callable, Iterable, Sequence
from threading import Event as Flag
from typing import Any, Self, Unpack

from IPython.core.error import UsageError as MagicUsageError
from IPython.display import DisplayHandle

from opscope.core.checks.unknown_options import reject_unknown_options
from opscope.core.user_defaults import UNSET, UserDefault
from opscope.debug.runs.run import Run, Sink
from opscope.debug.runs.run_options import RunOptions
from opscope.debug.runs.started_runs import newest
from opscope.debug.session.option_checks import check_numbers
from opscope.debug.session.program_drawings import Draw
from opscope.errors import RunError, UsageError
from opscope.events import Command, DrawGraph, Event, SearchGraph, Stopped, Terminated
from opscope.ir.program.program import Program
from opscope.notebook.cell_body import body_of, clean_traceback
from opscope.notebook.comm_pump import pump
from opscope.notebook.ipython_shell import output_here, slot
from opscope.notebook.panel_graph import PanelGraph
from opscope.notebook.run_outputs import RunOutputs
from opscope.ui.widget import Panel

_runs: weakref.WeakValueDictionary[str, Live] = weakref.WeakValueDictionary()  # by cell; their threads keep them


class Live(Run):
    """Handle of a run with a panel. Display the handle to see the panel, and call its methods to control the run.

    The handle has all methods of `debug.Run`. While `wait()` blocks a cell, clicks in the panel are still handled.
    """

    _internal = Run._internal | {"panel", "until_continued", "is_newer_than_exceptions"}

    def __init__(self, body: Callable[[], Any], slot: str | None = None, **options: Unpack[RunOptions]) -> None:
        self._thread_entered = Flag()
        self._send_output_to_cell = output_here()
        self._exception_before: BaseException | None = None  # last exception of a cell when the run stopped or ended
        self._outputs = RunOutputs(self)
        options["sinks"] = [self._show, *options.get("sinks", ())]
        super().__init__(body, **options)
        self.panel = Panel(self.title, slot=slot or f"run {id(self)}")
        self._graph = PanelGraph(self._show)
        self.panel.on_command(self.handle)

    def start(self) -> Self:
        """Start the worker thread, and return at once.

        Returns:
            The run itself.

        Example:
            >>> opscope.notebook.Live(train).start().wait()
        """
        super().start()
        self._thread_entered.wait(1.0)  # else output of the next cell might appear here
        return self

    def show(self) -> DisplayHandle | None:
        """Display the panel below the current cell, before or after `start`.

        Returns:
            IPython's display handle; None outside of IPython.

        Example:
            >>> handle = opscope.notebook.Live(train).show()                        # doctest: +SKIP
        """
        if self.state == "new":
            self.panel.push([self.started_event()])  # the run itself emits it when it starts
        return self._outputs.display(*self._repr_mimebundle_())

    def _ipython_display_(self) -> None:
        self.show()

    def until_continued(self) -> None:
        """Wait until the run continues.

        During the wait, the panel's buttons work. An interrupt raises KeyboardInterrupt.
        """
        while not self.session.state.wait_for(lambda state: state.phase != "stopped", 0.02):
            if self._pump is not None:
                self._pump()

    def wait(self, timeout: float | None = None) -> Any:
        """Wait until the run is over. During the wait, the panel's buttons work.

        Args:
            timeout: time limit in seconds; None: no limit.

        Returns:
            The return value of the body.

        Raises:
            BaseException: the error of the body.
            TimeoutError: the run was not over before the time limit.
            RunError: the run has stopped, and no user or program can continue it.

        Example:
            >>> opscope.live(lambda: 42).wait()
            42
        """
        __tracebackhide__ = True
        try:
            return super().wait(timeout)
        except Exception as e:
            if e is self.error:
                clean_traceback(e)
            raise
        finally:
            self._outputs.update_in_notebook()

    def _has_frontend(self) -> bool:
        return self.panel.shown

    def _show(self, events: list[Event]) -> None:
        self.panel.push(events)
        if any(isinstance(event, Terminated) for event in events):
            self._outputs.update_in_frontend()

    def _emit(self, event: Event) -> None:
        if isinstance(event, Stopped | Terminated):  # not in `_show`, which comes later: a cell may have failed by then
            self._exception_before = last_exception()
        super()._emit(event)

    @property
    def is_newer_than_exceptions(self) -> bool:
        """True if no cell has failed since the run stopped or ended."""
        return last_exception() in (None, self._exception_before)

    def handle(self, command: Command) -> None:
        """Queue a command, from any thread.

        Commands that concern only the drawing of the graph do not wait for the program.
        """
        if isinstance(command, DrawGraph | SearchGraph):
            self._graph.handle(command)
        else:
            super().handle(command)

    def _draw(self, program: Program) -> Draw:
        return self._graph.drawing(program)

    def _enter_thread(self) -> None:
        self._send_output_to_cell()
        self._thread_entered.set()

    def _repr_mimebundle_(self, **_: Any) -> tuple[dict[str, Any], dict[str, Any]]:
        self.flush()
        return self.panel._repr_mimebundle_()


@reject_unknown_options
def live(
    body: Callable[[], Any] | str,
    taps: str | Sequence[str] = (),
    *,
    title: str = "",
    record: bool | int | str = True,
    entry: bool = False,
    breakpoints: Iterable[str | tuple[str, str]] = (),
    on_error: bool = False,
    keep: Sequence[str] = (),
    rules: bool = False,
    to: str | os.PathLike[str] | None = None,
    disk: int | None = None,
    hz: float | UserDefault | None = UNSET,
    rate: float = 30.0,
    points: int = 512,
    sinks: Iterable[Sink] = (),
    pump: Callable[[], None] | None = pump,
) -> Live:
    """Start a function in a worker thread, and return the handle of the run at once.

    The handle is displayed as a panel.

    If a cell is run again, its previous run ends and the panel of that run closes.

    Args:
        body: a function without arguments, or source code that is run in the user's namespace.
        taps: one or several patterns of values whose summaries the panel shows: `h*`, `op:relu`, `*@GRAD`.
        title: as for `debug.start`.
        record: as for `debug.start`.
        entry: as for `debug.start`.
        breakpoints: as for `debug.start`.
        on_error: as for `debug.start`.
        keep: as for `debug.start`.
        rules: as for `debug.start`.
        to: as for `debug.start`.
        disk: as for `debug.start`.
        hz: maximum number of summaries of a value per second (default: 20). All summaries together take at most 5 % of
            the time. None: a summary at every step.
        rate: as for `debug.start`.
        points: as for `debug.start`.
        sinks: as for `debug.start`.
        pump: as for `debug.start`; in a notebook, this function handles the clicks in the panel.

    Returns:
        The handle of the run.

    Raises:
        ArgumentError: a pattern is invalid, or a number that must be positive is 0 or negative.
        UsageError: an option is unknown, or the body cannot be run.

    Example:
        >>> import opscope
        >>> run = opscope.live(train, taps=["*@GRAD"])
        >>> run.wait()
    """
    if isinstance(body, str):
        body = body_of(body)
    elif not callable(body):
        raise UsageError(
            f"live() runs a function without arguments, or source code, not {type(body).__name__}",
            fix="call live(train, taps=['h*'])",
        )
    name = getattr(body, "__name__", "")
    run = new_run(
        body,
        taps=taps,
        title=title or (name if name.isidentifier() else "run"),
        record=record,
        entry=entry,
        breakpoints=breakpoints,
        on_error=on_error,
        keep=keep,
        rules=rules,
        to=to,
        disk=disk,
        hz=hz,
        rate=rate,
        points=points,
        sinks=sinks,
        pump=pump,
    )
    return run.start()


def new_run(body: Callable[[], Any], **options: Unpack[RunOptions]) -> Live:
    """Make a run without starting it. The previous run of the same cell ends."""
    check_numbers(  # before the former run ends
        options.get("hz"), options.get("rate", 30.0), options.get("points", 512), options.get("disk"),
        on_disk=options.get("to") is not None,
    )  # fmt: skip
    where = slot()
    if where is not None and (former := _runs.get(where)) and not former.done:
        _end(former)
    run = Live(body, where, **options)
    if where is not None:
        _runs[where] = run
    return run


def _end(former: Live) -> None:
    try:
        former.stop(5.0)
    except RunError as e:
        raise RunError(
            f"this cell cannot start again: its former run, {former.title}, is busy with Python code",
            fix="run the cell again when this Python code has ended",
        ) from e


def last_exception() -> BaseException | None:
    """Return the last exception of a cell. Return None if this exception was a usage error of a magic."""
    error: BaseException | None = getattr(sys, "last_value", None)
    return None if isinstance(error, MagicUsageError) else error


def latest() -> Run | None:
    """Return the run that was started last, by a cell, `opscope.live`, `opscope.debug` or `debug.start`.

    Returns:
        The run; None before the first run.

    Example:
        >>> import opscope
        >>> run = opscope.live(train)
        >>> opscope.notebook.latest() is run
        True
    """
    return newest()


def is_newer_than_exceptions(run: Run) -> bool:
    """Return True if no cell has failed since a run has stopped or ended.

    The error of a run without a panel is raised in the run's own cell, so this error does not count.
    """
    return run.is_newer_than_exceptions if isinstance(run, Live) else last_exception() in (None, run.error)
