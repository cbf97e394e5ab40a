"""Panel of a job: a strip with all ranks, the range of watched numbers over the ranks, and a line for commands.

The page receives eight bytes for each rank, and texts for only a few ranks. The page shows the newest frame, which is
the state of the job. While no view has painted the last frames, new frames wait. Only the newest waiting frame is sent.
"""

from __future__ import annotations

import base64
import html
import json
import pathlib
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import traitlets

from opscope.ui.displayed_widget import DisplayedWidget
from opscope.ui.packed_module import packed_module

STATIC = pathlib.Path(__file__).parent / "static"
STATES = ("running", "waiting", "paused", "late", "dead", "ended")  # equals js/src/rank_strip.js
ROWS = 24  # ranks whose place is sent; equals js/src/rank_strip.js
CREDITS = 2  # frames that no view has painted yet
PATIENCE = 1.0  # seconds until a frame is sent all the same
SAVE_INTERVAL = 3.0  # seconds between two frames that are saved with the notebook
MAX_TEXT = 1 << 12  # characters of a command
_RANK = np.dtype([("step", "<u4"), ("rate", "<u2"), ("waiting", "u1"), ("state", "u1")])
NO_STEP, NO_RATE, NO_SHARE = 2**32 - 1, 2**16 - 1, 255  # where the number is not known


@dataclass(frozen=True, slots=True)
class ShownRank:
    """A rank: its state (a word in STATES), its step, its steps per second, its share of waiting time, its place."""

    state: str
    step: int | None
    rate: float | None
    waiting: float | None
    where: str


@dataclass(frozen=True, slots=True)
class ShownSpread:
    """The range of a number over the ranks. unknown: a text about the ranks in which the number is NaN or Inf."""

    name: str
    measure: str
    lowest: float
    lowest_rank: int
    mean: float
    highest: float
    highest_rank: int
    unknown: str = ""


@dataclass(frozen=True, slots=True)
class RankFrame:
    """The state of a job. answers: the answers to the last command, as (ranks, True if the command succeeded, text)."""

    ranks: Sequence[ShownRank]
    state: str
    place: str = ""
    verdicts: Sequence[str] = ()
    spreads: Sequence[ShownSpread] = ()
    answers: Sequence[tuple[str, bool, str]] = ()
    chosen: int = -1


@dataclass(frozen=True, slots=True)
class RankRequest:
    """A request of a page. `kind` is pause, cont, step, do, or choose.

    The request `do` executes the command `words` on the rank `rank`, or on all ranks if `rank` is -1. The request
    `choose` selects a rank.
    """

    kind: str
    words: str = ""
    rank: int = -1


class RankPanel(DisplayedWidget):
    """View of a job. `show` may be called from any thread. `on_request` receives the user's requests."""

    _esm = traitlets.Unicode(
        packed_module(
            (STATIC / "ranks.js").read_text("utf-8"),
            "".join((STATIC / name).read_text("utf-8") for name in ("panel.css", "ranks.css")),
        )
    ).tag(sync=True)
    saved = traitlets.Unicode("").tag(sync=True)

    def __init__(self, on_request: Callable[[RankRequest], object]) -> None:
        self._on_request = on_request
        self._lock = threading.Lock()
        self._views: set[str] = set()
        self._frame = RankFrame((), "starting")
        self._sent = self._painted = 0
        self._sent_at = self._saved_at = 0.0
        self._saved_state: tuple[Any, ...] = ()
        super().__init__()
        self.on_msg(self._receive)

    def show(self, frame: RankFrame) -> None:
        """Show a frame (a state of the job). The call never waits for the browser."""
        with self._lock:
            self._frame = frame
            due = bool(self._views) and (
                self._sent - self._painted < CREDITS or time.monotonic() - self._sent_at > PATIENCE
            )
        if due:
            self._send_frame()
        self._save(frame)

    def _send_frame(self) -> None:
        with self._lock:
            self._sent += 1
            self._sent_at = time.monotonic()
            frame, number = self._frame, self._sent
        self.send({"kind": "ranks", "n": number, **fields(frame)}, [strip(frame.ranks)])

    def _save(self, frame: RankFrame) -> None:
        """Save the frame in the notebook if the job's state has changed, or if the last save was some seconds ago."""
        state = frame.state, tuple(frame.verdicts), tuple(frame.answers), frame.chosen
        now = time.monotonic()
        if self.comm is None or (state == self._saved_state and now - self._saved_at < SAVE_INTERVAL):
            return
        self._saved_state, self._saved_at = state, now
        packed = base64.b64encode(strip(frame.ranks)).decode("ascii")
        self.saved = json.dumps({"frame": {"n": 0, **fields(frame)}, "strip": packed})

    def _receive(self, _widget: object, content: object, _buffers: object) -> None:
        if not isinstance(content, dict):
            return
        kind, view = content.get("kind"), str(content.get("view", ""))[:40]
        if kind == "attach":
            self._views.add(view)
            self._painted = self._sent
            self._send_frame()
        elif kind == "detach":
            self._views.discard(view)
        elif kind == "ack" and type(content.get("n")) is int:
            self._painted = max(self._painted, min(content["n"], self._sent))
        elif kind in ("pause", "cont", "step", "do", "choose"):
            words, rank = content.get("words", ""), content.get("rank", -1)
            if isinstance(words, str) and len(words) <= MAX_TEXT and type(rank) is int:
                self._on_request(RankRequest(kind, words, rank))

    def close(self) -> None:
        """Remove the panel from the page."""
        self._closed = True
        self._views.clear()
        super().close()

    @property
    def frame(self) -> RankFrame:
        """The last frame."""
        return self._frame

    def _repr_mimebundle_(self, **options: Any) -> tuple[dict[str, Any], dict[str, Any]]:
        data, metadata = ({}, {}) if self._closed else super()._repr_mimebundle_() or ({}, {})
        return {**data, "text/plain": summary(self._frame), "text/html": static_table(self._frame)}, metadata


def strip(ranks: Sequence[ShownRank]) -> bytes:
    """Return eight bytes for each rank, which encode its step, its rate, its share of waiting time, and its state."""
    found = np.empty(len(ranks), _RANK)
    for i, rank in enumerate(ranks):
        step = NO_STEP if rank.step is None else min(rank.step, NO_STEP - 1)
        rate = NO_RATE if rank.rate is None else min(round(10 * rank.rate), NO_RATE - 1)
        waiting = NO_SHARE if rank.waiting is None else round(100 * rank.waiting)
        found[i] = step, rate, waiting, STATES.index(rank.state)
    return found.tobytes()


def fields(frame: RankFrame) -> dict[str, Any]:
    """Return the fields of the message about a frame, without the strip of ranks."""
    few = len(frame.ranks) <= ROWS
    chosen = frame.ranks[frame.chosen].where if 0 <= frame.chosen < len(frame.ranks) else ""
    return {
        "state": frame.state,
        "place": frame.place,
        "where": [rank.where for rank in frame.ranks] if few else [],
        "chosen": frame.chosen,
        "chosenWhere": chosen,
        "verdicts": list(frame.verdicts),
        "spreads": [
            [s.name, s.measure, _number(s.lowest), s.lowest_rank, _number(s.mean), _number(s.highest), s.highest_rank,
             s.unknown]
            for s in frame.spreads
        ],
        "answers": [{"ranks": ranks, "ok": ok, "text": text} for ranks, ok, text in frame.answers],
    }  # fmt: skip


def _number(x: float) -> float | None:
    return x if np.isfinite(x) else None


def summary(frame: RankFrame) -> str:
    """Return a line about the job. The line has no numbers that change while the job runs."""
    return f"{len(frame.ranks)} rank{'' if len(frame.ranks) == 1 else 's'}, {frame.state}"


def static_table(frame: RankFrame) -> str:
    """Return the ranks as static HTML."""
    rows = "".join(
        f"<tr><td>{i}</td><td>{rank.state}</td><td>{'' if rank.step is None else rank.step}</td>"
        f"<td style='text-align:left'>{html.escape(rank.where)}</td></tr>"
        for i, rank in enumerate(frame.ranks[:ROWS])
    )
    return f"<table><tr><th>rank</th><th></th><th>step</th><th>where</th></tr>{rows}</table>"
