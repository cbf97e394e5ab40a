"""The live panel: a widget that shows the events pushed to it and hands the user's commands back.

The program never waits for a browser: `push` folds and returns. A short-lived thread sends what has
changed, at most `max_hz` times a second and `CREDITS` messages ahead of what a view has painted. With no
view attached nothing is sent at all.
"""

from __future__ import annotations

import dataclasses
import functools
import pathlib
import threading
import time
from collections.abc import Callable, Iterable
from typing import Any, get_type_hints

import anywidget

from opscope import events as ev
from opscope.ui import static_table
from opscope.ui.event_fold import Fold

STATIC = pathlib.Path(__file__).parent / "static"
CREDITS = 2
VIEWS = 32
WORDS: dict[type, str] = {int: "a whole number", str: "text"}
"""What the fields of commands may be; a page sends JSON."""

_open: dict[str, Panel] = {}


class Panel(anywidget.AnyWidget):
    """A window on one run. Safe to push to from any thread.

    A new panel closes the former one of the same `slot` (by default its title): a cell that is run again
    would otherwise leave its old panel behind, in the kernel and in the browser.
    """

    _esm = STATIC / "panel.js"
    _css = STATIC / "panel.css"

    def __init__(self, title: str = "run", *, slot: str | None = None, max_hz: float = 20.0) -> None:
        self._title = title
        self._slot = title if slot is None else slot
        self._lock = threading.Lock()
        self._views: dict[str, None] = {}
        self._shown = False
        if not max_hz > 0:  # not earlier: a widget is closed when it is collected, also if it was never finished
            raise ValueError(f"max_hz must be positive, not {max_hz!r}")
        self._interval = 1.0 / max_hz
        self._whole = Fold()
        self._news = Fold()
        self._greet = False
        self._n = self._acked = 0
        self._sent_at = 0.0
        self._sender: threading.Thread | None = None
        self._closed = False
        self._listeners: list[Callable[[ev.Command], object]] = []
        super().__init__()
        self.on_msg(self._receive)
        _route_comm_to_subshell(self)
        if former := _open.get(self._slot):
            former.close()
        _open[self._slot] = self

    # --- from the run

    def push(self, events: Iterable[ev.Message]) -> None:
        """Show these events. Never blocks on the browser, never raises because of it."""
        batch = list(events)  # a generator may do anything, also push: not under the lock
        with self._lock:
            for event in batch:
                if self._views:
                    self._news.add(event)
                if not isinstance(event, ev.Answered):  # an answer is for the view that asked, not for later ones
                    self._whole.add(event)
            self._wake()

    def on_command(self, callback: Callable[[ev.Command], object]) -> None:
        """Call `callback(command)` for every command of a view, on whichever thread delivers it: only enqueue."""
        self._listeners.append(callback)

    @property
    def has_view(self) -> bool:
        """Whether a view is attached, that is whether anything pushed is sent."""
        return bool(self._views)

    @property
    def shown(self) -> bool:
        """Whether some page has shown it: scrolled out of sight it is sent nothing, and is there all the same."""
        return self._shown and not self._closed

    def close(self) -> None:
        """Take the panel off the page and forget it; what was pushed stays readable as static HTML."""
        with self._lock:
            self._closed = True
            self._views.clear()
        if _open.get(self._slot) is self:
            del _open[self._slot]
        if layout := getattr(self, "layout", None):
            layout.close()
        super().close()
        vars(self).pop("_repr_mimebundle_", None)  # ipywidgets hides a closed widget; the table is still of use

    # --- from the page

    def _receive(self, _widget: object, content: object, _buffers: object) -> None:
        if not isinstance(content, dict):
            return
        match content.get("kind"):
            case "ready" | "ack" | "bye" as kind:
                self._attend(kind, str(content.get("view")), content.get("n"))
            case _:
                self._command(content)

    def _attend(self, kind: str, view: str, n: object) -> None:
        with self._lock:
            if kind == "bye":
                self._views.pop(view, None)
            elif kind == "ready" and not self._closed:
                self._views[view] = None
                self._shown = True
                while len(self._views) > VIEWS:  # pages that died without a bye
                    del self._views[next(iter(self._views))]
                self._greet = True
            elif kind == "ack" and isinstance(n, int):
                self._acked = max(self._acked, min(n, self._n))
            if not self._views:
                self._news = Fold()
            self._wake()

    def _command(self, content: dict[str, Any]) -> None:
        request = content.get("request")
        request = request if type(request) is int else 0
        try:
            command = _decode(content)
            if not self._listeners:
                raise ValueError("no run is attached to this panel")
            for listener in self._listeners:
                listener(command)
        except Exception as e:  # noqa: BLE001  a page must never raise in the kernel; the answer carries the reason
            self.push([ev.Answered(request=request, ok=False, text=str(e) or type(e).__name__)])

    # --- sending

    def _wake(self) -> None:
        if self._sender is None and self._due():
            self._sender = threading.Thread(target=self._send_while_due, name="opscope-panel", daemon=True)
            self._sender.start()

    def _due(self) -> bool:
        if not self._views:
            return False
        return self._greet or (not self._news.empty and self._n - self._acked < CREDITS)

    def _send_while_due(self) -> None:
        while True:
            time.sleep(max(0.0, self._sent_at + self._interval - time.monotonic()))
            with self._lock:
                if not self._due():
                    self._sender = None
                    return
                n, news, snapshot = self._take()
            message, buffers = snapshot or news.message(
                "batch", n
            )  # encoded without the lock: nobody else has the news
            try:
                self.send(message, buffers)
            except Exception:  # noqa: BLE001  a comm that is gone (kernel shutdown) is a view that is gone
                with self._lock:
                    self._views.clear()

    def _take(self) -> tuple[int, Fold, tuple[dict[str, Any], list[bytes]] | None]:
        self._sent_at = time.monotonic()
        self._n += 1
        news, self._news = self._news, Fold()
        if not self._greet:
            return self._n, news, None
        self._greet = False
        self._acked = self._n - 1
        return self._n, news, self._whole.message("snapshot", self._n, news.answers)

    # --- what stays when there is no kernel

    def summary(self) -> str:
        """One stable line: no numbers that depend on when it is read while the run goes on."""
        with self._lock:
            return static_table.summary(self._title, self._whole)

    def html(self) -> str:
        """A static table of the latest values; while the run goes on, one line without numbers."""
        with self._lock:
            return static_table.table(self._title, self._whole)

    def __repr__(self) -> str:
        return self.summary()

    def _repr_mimebundle_(self, **_: Any) -> tuple[dict[str, Any], dict[str, Any]]:
        data, metadata = ({}, {}) if self._closed else super()._repr_mimebundle_() or ({}, {})
        return {**data, "text/plain": self.summary(), "text/html": self.html()}, metadata


def _decode(content: dict[str, Any]) -> ev.Command:
    """The command a page sent. `from_dict` checks the fields' names, this their types."""
    command = ev.from_dict(content)
    if not isinstance(command, ev.Command):
        raise ValueError(f"{command.kind} is not a command")
    if type(command.request) is not int:
        raise ValueError(f"{command.kind} needs a request number")
    for name, wanted in _types(type(command)).items():
        if type(getattr(command, name)) is not wanted:  # not isinstance: True is no number
            raise ValueError(f"{command.kind}: {name} must be {WORDS[wanted]}")
    return command


@functools.cache
def _types(kind: type[ev.Command]) -> dict[str, type]:
    """The type of each field, as annotated."""
    annotated = get_type_hints(kind)
    return {field.name: annotated[field.name] for field in dataclasses.fields(kind)}


def _route_comm_to_subshell(panel: Panel) -> None:
    """Let a click arrive while a cell runs.

    ipykernel 7.4 hands a comm's messages to the shell that last published on it, the busy main shell,
    instead of the subshell the front end asked for. Without this private hook it does what 7.0 to 7.3 did.
    """
    comm = getattr(panel, "comm", None)
    if comm is not None and hasattr(comm, "_reply_subshell_for"):
        comm._reply_subshell_for = None
