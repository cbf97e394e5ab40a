"""live: a run with its panel, from Python."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from threading import Event as Flag
from typing import Any, Self

from IPython.display import display

from opscope.debug.session.run import Run
from opscope.errors import ArgumentError, RunError, UsageError
from opscope.events import Event
from opscope.notebook.cell_body import body_of, dressed
from opscope.notebook.comm_pump import pump
from opscope.notebook.ipython_shell import output_here, slot
from opscope.notebook.panel_graph import drawing
from opscope.ui.widget import Panel

_runs: dict[str, Live] = {}
_newest: list[Live] = []


class Live(Run):
    """A watched run and the panel that shows it: display the handle, and drive the run with it.

    Everything that `debug.Run` can, it can, with the same options; while `wait()` blocks a cell, clicks still arrive.
    """

    def __init__(self, body: Callable[[], Any], *, title: str = "run", slot: str | None = None, **options: Any) -> None:
        self._ready = Flag()
        self._to_the_cell = output_here()
        super().__init__(
            body,
            title=title,
            sinks=[self._show],
            draw=drawing,
            on_thread=self._on_thread,
            pump=pump,
            **options,
        )
        self.panel = Panel(title, slot=slot or f"run {id(self)}")
        self.panel.on_command(self.handle)

    def start(self) -> Self:
        """Start the worker; returns at once."""
        _newest[:] = [self]
        super().start()
        self._ready.wait(1.0)  # the output of what the next cell prints must not be moved here
        return self

    def show(self) -> Any:
        """Display the panel here, before or after start; returns IPython's display handle."""
        if self.state == "new":
            self.panel.push([self.opening()])  # not yet of the run itself
        return display(self, display_id=True)

    def wait(self, timeout: float | None = None) -> Any:
        """Block until the run is over, with buttons that work; returns or raises what the body did."""
        __tracebackhide__ = True
        try:
            return super().wait(timeout)
        except Exception as e:
            if e is self.error:
                dressed(e)
            raise

    def _attended(self) -> bool:
        return self.panel.shown

    def _show(self, events: list[Event]) -> None:
        self.panel.push(events)

    def _on_thread(self) -> None:
        self._to_the_cell()
        self._ready.set()

    def _repr_mimebundle_(self, **_: Any) -> tuple[dict[str, Any], dict[str, Any]]:
        self.flush()
        return self.panel._repr_mimebundle_()


def live(
    body: Callable[[], Any] | str,
    taps: str | Sequence[str] = (),
    *,
    title: str = "",
    hz: float | None = 20.0,
    **options: Any,
) -> Live:
    """Run `body` in a worker thread, watched, and return the handle, which displays as the live panel.

    `body` is called without arguments, or is source code to run in the user's namespace. `taps` says which
    values to look at (see `debug.select`), `hz` how often a second (None: at every step). The other options are those
    of `debug.Run`: `record=False` for full speed without stepping, `entry`, `breakpoints`, `on_error`, `keep`, `to`.
    A cell that is run again ends the run that it started before, and its panel. Raises ArgumentError for a wrong
    pattern.
    """
    if isinstance(body, str):
        body = body_of(body)
    elif not callable(body):
        raise UsageError(
            f"live() runs a function without arguments, or source code, not {type(body).__name__}",
            fix="live(train, taps=['h*'])",
        )
    name = getattr(body, "__name__", "")
    taps = [taps] if isinstance(taps, str) else taps
    return prepared(body, taps, title or (name if name.isidentifier() else "run"), hz, **options).start()


def prepared(body: Callable[[], Any], taps: Sequence[str], title: str, hz: float | None, **options: Any) -> Live:
    """A run that has not started, in the place of the one that the same cell started before."""
    if hz is not None and not hz > 0:
        raise ArgumentError(f"hz must be positive, not {hz!r}", fix="hz=None looks at every step")
    where = slot()
    if where is not None and (former := _runs.get(where)) and not former.done:
        _end(former)
    run = Live(body, taps=taps, title=title, hz=hz, slot=where, **options)
    if where is not None:
        _runs[where] = run
    return run


def _end(former: Live) -> None:
    try:
        former.stop(5.0)
    except RunError as e:
        raise RunError(
            f"this cell is run again while its former run, {former.title}, is busy outside of any operator",
            fix="run the cell again when its Python code is over",
        ) from e


def latest() -> Live | None:
    """The run that was started last."""
    return _newest[0] if _newest else None
