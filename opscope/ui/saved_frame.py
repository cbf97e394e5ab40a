"""The last state of a panel as text. The text is saved with the notebook, for pages without a kernel.

The text is the message that a new view receives, but the curves in the text have fewer points. The text has at most
`BUDGET` characters, or `MOST` characters if there are thousands of values. `js/src/saved_frame.js` reads the text.
"""

from __future__ import annotations

import base64
import json
import zlib
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from opscope import events as ev
from opscope.ui.event_fold import Fold
from opscope.ui.points import Series, new_series

BUDGET = 48_000  # characters
MOST = 128_000
KEPT = [(64, 8, True), (32, 4, True), (16, 2, True), (4, 1, True), (16, 2, False), (4, 1, False)]
"""Levels of detail, from the highest: points of a curve, values with elements, and True if the graph is included."""
ANSWERS = (
    ev.Response,
    ev.SliceSeen,
    ev.PinChanged,
    ev.ValueExplained,
    ev.SourceSeen,
    ev.VariablesSeen,
    ev.OperatorSeen,
)
"""Events that only a page with a kernel shows, so they are not saved."""
ROUGH = {"history": 13, "scalars": 7}
"""The number of last bits that are set to zero in the numbers of curves, so that the text compresses better.

About three decimal digits stay. Five digits stay for scalars such as the loss, because the panel shows the scalars of
past steps."""


def saved_frame(events: Sequence[ev.Message], curves: Mapping[str, Mapping[str, Series]]) -> str:
    """Return events and curves (by slot and name) as text. If the text would be too long, details are omitted."""
    texts: list[str] = []
    for points, details, graph in KEPT:
        texts.append(_encoded(_thinned(events, curves, points, details, graph)))
        if len(texts[-1]) <= BUDGET:
            return texts[-1]
    fewest = [text for text, (points, *_) in zip(texts, KEPT, strict=True) if points == KEPT[-1][0]]
    return next((text for text in fewest if len(text) <= MOST), "")


def _thinned(
    events: Sequence[ev.Message],
    curves: Mapping[str, Mapping[str, Series]],
    points: int,
    details: int,
    graph: bool,
) -> Fold:
    left_out = [e for e in events if isinstance(e, ev.DetailSeen)][:-details]
    thin = Fold()
    for event in events:
        if not (isinstance(event, ANSWERS) or event in left_out or (isinstance(event, ev.GraphDrawn) and not graph)):
            thin.add(event)
    for slot, named in curves.items():
        series = getattr(thin, slot)
        for name, whole in named.items():
            all_points = whole.points
            every = max(1, -(-len(all_points) // points))
            series[name] = new_series()
            series[name].points = list(all_points[(len(all_points) - 1) % every :: every])  # including the last one
            series[name].seen, series[name].first = whole.seen, whole.first
    return thin


def _encoded(fold: Fold) -> str:
    content, buffers = fold.message("snapshot", 0)
    *others, curves = buffers
    rough = np.frombuffer(curves, "<f4").copy()
    start = 0
    for slot, _, points, *_ in content["trails"]:
        means = rough[start + points : start + 2 * points]
        if (means != means[0]).any():  # else the newest value, which is exact, would be a step in a flat curve
            _round(rough[start : start + 6 * points], ROUGH[slot])
        start += 6 * points
    frame = {"message": content, "buffers": [base64.b64encode(b).decode("ascii") for b in (*others, rough.tobytes())]}
    return base64.b64encode(zlib.compress(json.dumps(frame, separators=(",", ":")).encode(), 6)).decode("ascii")


def _round(numbers: np.ndarray[Any, Any], lost: int) -> None:
    """Round float32 numbers in place, so that their last bits are zero. NaN and infinity are unchanged."""
    bits, finite = numbers.view("<u4"), np.isfinite(numbers)
    bits[finite] = (bits[finite] + np.uint32(1 << (lost - 1))) & np.uint32(0xFFFFFFFF << lost & 0xFFFFFFFF)
