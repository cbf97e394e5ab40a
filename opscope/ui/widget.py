"""Live panel: a widget that shows a run's events, and passes the user's commands to the run.

The program never waits for a browser, because `push` adds the events to a state and returns. A short-lived thread sends
the changes of the state, at most `max_hz` times per second. The thread is at most `CREDITS` messages ahead of the last
message that a view has painted. At a stop of the run, the next message is sent without delay. A view acknowledges only
some messages, because the kernel spends as much time on an acknowledgment as on a message. Without an attached view,
nothing is sent.

A view that receives nothing for some seconds assumes that the kernel is lost. So if there is no other message, a
beat is sent, which contains only the number of the last message. A view that has missed this message attaches again.
The trait `frame` is the state that is saved with the notebook (`saved_frame.py`).
"""

from __future__ import annotations

import dataclasses
import functools
import math
import pathlib
import threading
import time
import weakref
from collections.abc import Callable, Iterable
from typing import Any, get_type_hints

import traitlets

from opscope import events as ev
from opscope.errors import nearest
from opscope.ui import static_table
from opscope.ui.described_values import DescribedValues
from opscope.ui.displayed_widget import DisplayedWidget
from opscope.ui.event_fold import SERIES_SLOTS, Fold
from opscope.ui.packed_module import packed_module
from opscope.ui.points import CAPACITY
from opscope.ui.saved_frame import saved_frame

STATIC = pathlib.Path(__file__).parent / "static"
CREDITS = 6
ACKNOWLEDGED = 3  # one in this number of messages is acknowledged when painted
TABS = ("tensor", "flow", "graph", "code", "findings", "notes")  # equals js/src/tab_registry.js
PLACE = ("step", "op", "op_type", "name", "run", "tick", "past", "reason", "site")  # keys of the trait `place`
FINDING = tuple(f.name for f in dataclasses.fields(ev.FindingSeen))  # keys of each entry of the trait `findings`
BEAT = 0.8  # seconds; after three missing beats, a view reports that the kernel does not answer
FRAME_INTERVAL = 5.0  # seconds between two frames of a run that stops repeatedly
MAX_RATE = 200_000  # bytes per second; a larger number of values is sent less often
MAX_VIEWS = 32
EVENT_SIZE = 400  # approximate bytes of an event
TRAIL_SIZE = 40  # approximate bytes of a curve's name and description
POINTS = 2_500  # points of all curves in a message; curves of many values are coarser while they change
MAX_TEXT = 1 << 16  # characters of a text in a command
MAX_VIEW_NAME = 100
MAX_NUMBER = 1 << 53  # a page's numbers are exact up to this number
MAX_TEXTS = 100  # texts in a list
TEXTS: Any = tuple[str, ...]
FIELD_TYPES: dict[Any, str] = {int: "a whole number", str: "text", bool: "true or false", TEXTS: "a list of texts"}
"""The types that fields of commands may have, as error messages call them; a page sends JSON."""

_heart = threading.Lock()
_beating: list[threading.Thread] = []  # the thread that sends beats for all panels, while a panel has a view

_open: weakref.WeakValueDictionary[str, Panel] = weakref.WeakValueDictionary()
"""The open panels by slot."""


class Panel(DisplayedWidget):
    """View of one run. `push` may be called from any thread.

    A new panel closes the former panel that has the same `slot` (default: the title), and selects the same tab.
    Otherwise, a cell that is run again would leave its old panel in the kernel and in the browser. From the first
    display of a panel until the panel is closed, the kernel keeps the panel and all objects that the panel's listeners
    refer to. A panel that was never displayed is deleted like any other object.

    You can observe and link these traits in Python, ipywidgets and marimo:

    - `selected`: the name of the displayed value. Set it to display another value.
    - `tab`: the last opened tab. A new view starts with this tab.
    - `place`: the place where the run has stopped; empty while the run continues.
    - `findings`: the list of findings, as dicts with rule, severity, step, value, evidence, site, cause, ...

    Observers of `place` and `findings` are called in a thread of the run.
    """

    # Text, not paths: anywidget watches files, and the class's list of watchers would keep every panel and so every
    # run alive.
    _esm = traitlets.Unicode(
        packed_module((STATIC / "panel.js").read_text("utf-8"), (STATIC / "panel.css").read_text("utf-8"))
    ).tag(sync=True)
    frame = traitlets.Unicode("").tag(sync=True)
    selected = traitlets.Unicode("").tag(sync=True)
    tab = traitlets.Enum(TABS, TABS[0]).tag(sync=True)
    place: traitlets.Dict[str, Any] = traitlets.Dict().tag(sync=True)
    findings: traitlets.List[dict[str, Any]] = traitlets.List(traitlets.Dict()).tag(sync=True)

    def __init__(self, title: str = "run", *, slot: str | None = None, max_hz: float = 20.0) -> None:
        self._title = title
        self._slot = title if slot is None else slot
        self._lock = threading.Lock()
        self._views: dict[str, str] = {}  # the tab of each view
        self._described = DescribedValues()  # descriptions in the messages since the last snapshot
        self._shown = False
        self._hurried = threading.Event()  # set to send the next message early, once per interval
        self._hurried_at = -math.inf
        if not max_hz > 0:  # after the fields that close() reads: __del__ calls it even if __init__ fails
            raise ValueError(f"max_hz must be positive, not {max_hz!r}")
        self._interval = 1.0 / max_hz
        self._fold = Fold()  # all events, for snapshots
        self._unsent = Fold()  # events since the last message
        self._snapshot_due = False
        self._begun = self._sent = self._acknowledged = 0  # numbers of messages: encoded, sent, painted
        self._sent_at = -math.inf  # not 0.0: the clock starts when the machine starts
        self._sender: threading.Thread | None = None
        self._frame_due = False
        self._framed_at = -math.inf
        self._listeners: list[Callable[[ev.Command], object]] = []
        super().__init__()
        self.on_msg(self._receive)
        if former := _open.get(self._slot):
            self.tab = former.tab
            former.close()
        _open[self._slot] = self

    # --- from the run

    def push(self, events: Iterable[ev.Message]) -> None:
        """Show these events. The call never waits for the browser, and never raises an error of the browser."""
        batch = list(events)  # before the lock: a generator may itself push
        has_drawing = any(isinstance(event, ev.GraphDrawn | ev.GraphSearched) for event in batch)
        with self._lock:
            is_viewed, wants_details = bool(self._views), self._wants_details()
            self._fold.add_all(event for event in batch if not isinstance(event, ev.Response))
            self._unsent.add_all(
                event
                for event in batch
                if isinstance(event, ev.Response)  # kept without a view: a view may send requests before it attaches
                or (is_viewed and (not isinstance(event, ev.DetailSeen) or event.request or wants_details))
            )
            self._frame_due |= any(isinstance(event, ev.Stopped | ev.PlaceSeen | ev.Terminated) for event in batch)
            if self._views and (isinstance(self._fold.status, ev.Stopped | ev.Terminated) or has_drawing):
                self._hurried.set()  # a user waits for it
            self._start_sender()
        self._update_traits(batch)
        if any(isinstance(event, ev.Terminated) for event in batch):
            self.save_frame()

    def _update_traits(self, batch: list[ev.Message]) -> None:
        stops = [e for e in batch if isinstance(e, ev.Stopped | ev.Continued | ev.Terminated | ev.RunStarted)]
        if stops:
            at = stops[-1]
            self._set("place", {n: getattr(at, n) for n in PLACE} if isinstance(at, ev.Stopped) else {})
        if any(isinstance(event, ev.RunStarted) for event in batch):
            self._set("findings", [])
        if any(isinstance(event, ev.FindingSeen) for event in batch):
            with self._lock:
                found = list(self._fold.findings.values())
            self._set("findings", [{name: getattr(each, name) for name in FINDING} for each in found])

    def _set(self, name: str, value: object) -> None:
        """Set a trait. If an observer raises an error, the run and the display continue, and a note shows the error."""
        try:
            setattr(self, name, value)
        except Exception as e:  # noqa: BLE001  code of the user
            failed = f"an observer of the panel's `{name}` failed: {type(e).__name__}: {e}"
            with self._lock:
                for fold in (self._fold, self._unsent):
                    fold.add(ev.Warned(subject="panel", text=failed))
                self._start_sender()

    @traitlets.observe("selected")
    def _check_selected(self, change: dict[str, Any]) -> None:
        """Add a note if the trait `selected` is not the name of a known value."""
        name = change["new"]
        with self._lock:
            if name in self._fold.values:  # a click
                return
            called = {text for value in self._fold.values.values() for text in value.called.split(", ")}
            known = {*self._fold.values, *called} - {""}
        if name and known and name not in known:
            fix = nearest(name, sorted(known)) or 'tap it: taps=["..."], or %opscope tap'
            self.push([ev.Warned(subject=name, text=f"no value that is tapped is called {name}: {fix}")])

    def save_frame(self) -> None:
        """If the panel was displayed, store the present state in `frame`, which is saved with the notebook."""
        with self._lock:
            if self.comm is None or self._closed:
                return
            self._frame_due, self._framed_at = False, time.monotonic()
            events = self._fold.events()
            curves = {slot: {n: s.copy() for n, s in getattr(self._fold, slot).items()} for slot in SERIES_SLOTS}
        self._set("frame", saved_frame(events, curves))

    def on_command(self, callback: Callable[[ev.Command], object]) -> None:
        """Call `callback(command)` for each command of a view.

        The callback is called in the thread that receives the command, so it must only enqueue the command.
        """
        self._listeners.append(callback)

    @property
    def has_view(self) -> bool:
        """True if a view is attached. Events are sent only while a view is attached."""
        return bool(self._views)

    @property
    def shown(self) -> bool:
        """True if a page has displayed the panel, even if the panel is scrolled out of sight and receives nothing."""
        return self._shown and not self._closed

    def close(self) -> None:
        """Remove the panel from the page. The events of the panel remain readable as static HTML."""
        with self._lock:
            self._closed = True
            self._views.clear()
            self._hurried.set()  # ends the sender
        if _open.get(self._slot) is self:
            del _open[self._slot]
        if self.comm is not None:
            self.layout.close()
        super().close()
        vars(self).pop("_repr_mimebundle_", None)  # ipywidgets hides a closed widget; keep the table

    # --- from the page

    def _receive(self, _widget: object, content: object, _buffers: object) -> None:
        if not isinstance(content, dict):
            return
        match content.get("kind"):
            case "render" | "attach" | "ack" | "detach" | "show" as kind:
                view, tab = content.get("view"), content.get("tab", "")
                if isinstance(view, str) and isinstance(tab, str) and len(view + tab) <= MAX_VIEW_NAME:
                    self._update_view(kind, view, content.get("n"), tab)
            case _:
                self._pass_command(content)

    def _wants_details(self) -> bool:
        """Return True if a view shows elements of values, or has not yet reported what it shows."""
        return any(tab in ("", "tensor") for tab in self._views.values())

    def _update_view(self, kind: str, view: str, n: object, tab: str) -> None:
        with self._lock:
            if kind == "render":  # it may be out of sight
                self._shown = not self._closed
            elif kind == "show" and view in self._views:
                self._views[view] = tab
            elif kind == "detach":
                self._views.pop(view, None)
            elif kind == "attach" and not self._closed:
                self._views[view] = tab or self._views.get(view, "")
                self._shown = True
                while len(self._views) > MAX_VIEWS:  # pages that ended without a detach
                    del self._views[next(iter(self._views))]
                self._snapshot_due = True
            elif kind == "ack" and isinstance(n, int):
                self._acknowledged = max(self._acknowledged, min(n, self._begun))
            if not self._views:
                self._unsent = Fold(responses=self._unsent.responses)
            self._start_sender()
        if kind == "show" and tab in TABS:
            self._set("tab", tab)
        if kind == "attach":
            _start_heart()

    def _pass_command(self, content: dict[str, Any]) -> None:
        request = content.get("request")
        request = request if type(request) is int and abs(request) <= MAX_NUMBER else 0
        try:
            command = _decode(content)
            if not self._listeners:
                raise ValueError("no run is attached to this panel")
            for listener in self._listeners:
                listener(command)
        except Exception as e:  # noqa: BLE001 (a page must never raise in the kernel; the response contains the reason)
            self.push([ev.Response(request=request, ok=False, text=str(e) or type(e).__name__)])

    # --- sending

    def _start_sender(self) -> None:
        if self._sender is None and self._message_due():
            self._sender = threading.Thread(target=self._run_sender, name="opscope-panel", daemon=True)
            self._sender.start()

    def _message_due(self) -> bool:
        if not self._views:
            return False
        return self._snapshot_due or (not self._unsent.empty and self._begun - self._acknowledged < CREDITS)

    def _run_sender(self) -> None:
        try:
            self._send_messages()
        except BaseException:
            with self._lock:  # the next event starts another sender, for everything unsent
                self._sender, self._snapshot_due = None, True
            raise

    def _send_messages(self) -> None:
        pause = 0.0
        while True:
            interval = max(self._interval, pause)
            if self._hurried.wait(max(0.0, self._sent_at + interval - time.monotonic())):
                time.sleep(0.0 if self._closed else max(0.0, self._hurried_at + interval - time.monotonic()))
                self._hurried_at = time.monotonic()
                self._hurried.clear()
            with self._lock:
                if not self._message_due():
                    self._sender = None
                    return
                n, unsent, snapshot = self._next_message()
            # Encoded without the lock: no other thread can access this fold.
            message, buffers = snapshot or unsent.message("batch", n, described=self._described)
            message["ack"] = snapshot is not None or n % ACKNOWLEDGED == 0
            message["beat"] = BEAT
            if snapshot:
                message["id"] = self.model_id
            if snapshot is None:  # the user's requests are not delayed: the next click follows when it has arrived
                pause = 0.0 if unsent.responses else _size(message, buffers) / MAX_RATE
            try:
                self.send(message, buffers)
                self._sent = n
            except Exception:  # noqa: BLE001 (the comm was closed (kernel shutdown), and the views with it)
                with self._lock:
                    self._views.clear()

    def _beat(self) -> bool:
        """Send a beat if the views have received nothing recently. Returns False if there is no view."""
        with self._lock:
            if not self._views:
                return False
            is_silent = time.monotonic() - self._sent_at > BEAT / 2
            frame_due = self._frame_due and time.monotonic() - self._framed_at > FRAME_INTERVAL
        try:
            if is_silent:
                self.send({"kind": "beat", "n": self._sent})
            if frame_due:
                self.save_frame()
        except Exception:  # noqa: BLE001 (the comm was closed (kernel shutdown), and the views with it)
            return False
        return True

    def _next_message(self) -> tuple[int, Fold, tuple[dict[str, Any], list[bytes]] | None]:
        self._sent_at = time.monotonic()
        self._begun += 1
        unsent = self._unsent
        curves = len(unsent.history) + len(unsent.scalars)
        self._unsent = Fold(capacity=min(max(2, POINTS // max(curves, 1)), CAPACITY))
        if not self._snapshot_due:
            return self._begun, unsent, None
        self._snapshot_due = False
        self._acknowledged = self._begun - 1
        self._described = DescribedValues()
        return self._begun, unsent, self._fold.message("snapshot", self._begun, unsent.responses, self._described)

    # --- without a kernel

    def summary(self) -> str:
        """Return a summary of the run in one line.

        During the run, the line contains no numbers, because the numbers would change at any time.
        """
        with self._lock:
            return static_table.summary(self._title, self._fold)

    def html(self) -> str:
        """Return a static table of the latest values. During the run, return one line without numbers."""
        with self._lock:
            return static_table.table(self._title, self._fold)

    def __repr__(self) -> str:
        return self.summary()

    def _repr_mimebundle_(self, **_: Any) -> tuple[dict[str, Any], dict[str, Any]]:
        data, metadata = ({}, {}) if self._closed else super()._repr_mimebundle_() or ({}, {})
        return {**data, **self.static_bundle()}, metadata

    def static_bundle(self) -> dict[str, str]:
        """Return the output as plain text and as HTML, for pages without a kernel and without scripts."""
        return {"text/plain": self.summary(), "text/html": self.html()}


def _size(message: dict[str, Any], buffers: list[bytes]) -> int:
    """Return the approximate number of bytes of a message."""
    events = sum(EVENT_SIZE + len(event.get("svg", "")) for event in message["events"])
    return sum(map(len, buffers)) + events + TRAIL_SIZE * len(message["trails"])


def _start_heart() -> None:
    with _heart:
        if not _beating:
            _beating.append(threading.Thread(target=_run_heart, name="opscope-heartbeat", daemon=True))
            _beating[0].start()


def _run_heart() -> None:
    """Send beats for all panels while at least one panel has a view."""
    while True:
        time.sleep(BEAT)
        with _heart:
            beaten = [panel._beat() for panel in list(_open.values())]
            if not any(beaten):
                _beating.clear()
                return


def _decode(content: dict[str, Any]) -> ev.Command:
    """Decode a page's command. `from_dict` checks the names of the fields; this function checks their types."""
    command = ev.from_dict(content)
    if not isinstance(command, ev.Command):
        raise ValueError(f"{command.kind} is not a command")
    if type(command.request) is not int:
        raise ValueError(f"{command.kind} needs a request number")
    for name, expected in _field_types(type(command)).items():
        value = getattr(command, name)
        texts = value if expected == TEXTS and type(value) is tuple else ()
        # isinstance would accept True as a number
        if type(value) is not (tuple if expected == TEXTS else expected) or any(type(t) is not str for t in texts):
            raise ValueError(f"{command.kind}: {name} must be {FIELD_TYPES[expected]}")
        if _is_too_long(value):
            raise ValueError(f"{command.kind}: {name} is too {'large' if isinstance(value, int) else 'long'}")
    return command


def _is_too_long(value: int | str | tuple[str, ...]) -> bool:
    if isinstance(value, tuple):
        return len(value) > MAX_TEXTS or any(map(_is_too_long, value))
    return len(value) > MAX_TEXT if isinstance(value, str) else abs(value) > MAX_NUMBER


@functools.cache
def _field_types(kind: type[ev.Command]) -> dict[str, Any]:
    """Return the annotated type of each field of a command."""
    annotated = get_type_hints(kind)
    return {field.name: annotated[field.name] for field in dataclasses.fields(kind)}
