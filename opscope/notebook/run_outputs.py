"""Outputs of cells that show a run. The outputs are updated when the run ends or pauses, for the saved notebook.

In a front end, the cell has a second output, which contains the static table and is called the record. If a panel is
alive, its style hides the record. Exported HTML contains one form of each output, and loads the script of a widget from
the network. If there is no network, the page shows the record.
"""

from __future__ import annotations

import contextlib
import threading
import weakref
from html import escape
from typing import Any, Protocol

from IPython.display import DisplayHandle, display, update_display

from opscope.events import Stopped
from opscope.notebook.ipython_shell import cell_id, has_jupyter_page, shell
from opscope.ui.widget import Panel

WIDGET = "application/vnd.jupyter.widget-view+json"
RECORD = "opscope-static"  # a class that the panel's style hides
_waiting: weakref.WeakSet[RunOutputs] = weakref.WeakSet()  # outputs of runs that may have ended since the last cell
_hooked: weakref.WeakSet[Any] = weakref.WeakSet()  # shells that call `_update_all` before and after each cell


class ShownRun(Protocol):
    """A displayed run."""

    panel: Panel

    @property
    def done(self) -> bool:
        """True when the run is over."""
        ...

    @property
    def here(self) -> Stopped | None:
        """The place where the run is paused."""
        ...

    def flush(self) -> object:
        """Wait until the panel has all events."""
        ...


class RunOutputs:
    """The outputs that show one run.

    A front end accepts an update of an output at any time. nbconvert and papermill accept an update only while a cell
    runs, and only from this cell. So if no page shows the panel, the update is made in `wait()`, or at the beginning or
    the end of a cell. In nbconvert and papermill, no page ever shows the widget, so the output contains only the static
    table, even for a paused run.
    """

    def __init__(self, run: ShownRun) -> None:
        self._run = weakref.ref(run)
        self._handles: list[DisplayHandle] = []
        self._records: list[DisplayHandle] = []
        self._in_frontend = False
        self._place: Stopped | None = None  # shown by the outputs
        self._lock = threading.Lock()

    def display(self, data: dict[str, Any], metadata: dict[str, Any]) -> DisplayHandle | None:
        """Display the run in the output of this cell. Returns the handle of the output."""
        ip = shell()
        if ip is None:
            print(data["text/plain"])  # noqa: T201 (as IPython's display does in plain Python)
            return None
        self._in_frontend |= cell_id(ip) is not None
        run = self._run()
        with_record = run is not None and has_jupyter_page(ip)
        handle = display(_without_table(data, with_record), metadata=metadata, raw=True, display_id=True)
        if with_record and run is not None:
            self._add_record(run)
        if handle is not None and run is not None and not run.done:
            self._handles.append(handle)
            _waiting.add(self)
            if _has_outputs(ip) and ip not in _hooked:
                _hooked.add(ip)
                for moment in ("pre_run_cell", "post_run_cell"):
                    ip.events.register(moment, _update_all)
        return handle

    def _add_record(self, run: ShownRun) -> None:
        record = display(_record(run.panel), raw=True, display_id=True)
        if record is None:
            return
        if not self._records:
            run.panel.observe(lambda change: self._update_records(change["owner"]), "frame")
        self._records.append(record)

    def _update_records(self, panel: Panel) -> None:
        for record in self._records:
            update_display(_record(panel), raw=True, display_id=record.display_id)

    def update_in_frontend(self) -> None:
        """Update the outputs at the end of the run, from any thread.

        If no page shows the panel, leave the update to the next cell.
        """
        run = self._run()
        if run is not None and run.panel.shown:
            with contextlib.suppress(Exception):
                self._update(run)

    def update_in_notebook(self) -> None:
        """Update existing outputs in a notebook. In a terminal, do nothing, because it would print the state again."""
        if _has_outputs(shell()):
            self.update_in_cell()

    def update_in_cell(self) -> None:
        """Update the outputs, in the thread of a cell, if the run has ended or paused since the last update."""
        run = self._run()
        if run is not None and run.done:
            self._update(run)
        elif run is not None and not self._has_page(run) and run.here not in (None, self._place):
            self._place = run.here
            run.flush()
            self._update(run, is_final=False)

    def _has_page(self, run: ShownRun) -> bool:
        """Return True if a page shows the widget, or may show it."""
        return self._in_frontend or run.panel.shown

    def _update(self, run: ShownRun, is_final: bool = True) -> None:
        with self._lock:
            if not self._handles:
                return
            data, metadata = run.panel._repr_mimebundle_()
            if not self._has_page(run):
                data.pop(WIDGET, None)
            data = _without_table(data, bool(self._records))
            for handle in self._handles:
                update_display(data, metadata=metadata, raw=True, display_id=handle.display_id)
            if is_final:
                self._handles.clear()
                _waiting.discard(self)


def _record(panel: Panel) -> dict[str, str]:
    return {"text/plain": "", "text/html": f'<div class="{RECORD}">{panel.html()}</div>'}


def _without_table(data: dict[str, Any], with_record: bool) -> dict[str, Any]:
    """Return the forms of an output. If a record contains the table, the HTML form is only one line of text."""
    return {**data, "text/html": f"<div>{escape(data['text/plain'])}</div>"} if with_record else data


def _has_outputs(ip: Any) -> bool:
    return getattr(ip, "kernel", None) is not None


def _update_all(*_: object) -> None:
    for outputs in list(_waiting):
        outputs.update_in_cell()
