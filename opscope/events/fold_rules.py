"""Rules by which a view folds events into a bounded state: one or more rules stand beside each event's class.

Two small interpreters apply them: `opscope/ui/event_fold.py` and, in the browser, `opscope/ui/js/src/event_fold.js`.
A slot is a named part of the state.

Rules must compose: folding what is left of a batch must do the same as folding the batch. So an event that clears the
slot of another event also clears everything that the other one clears (`tests/ui/test_fold.py` checks that).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class Latest:
    """Keep the newest event, and empty the slots `clears`.

    `where` restricts the rule to events whose field has a value: `("past", True)`.
    """

    slot: str
    clears: tuple[str, ...] = ()
    where: tuple[str, bool] | None = None


@dataclass(frozen=True, slots=True)
class LatestByKey:
    """Keep the newest event for each value of the fields `key`.

    With a limit, a new event moves to the end and the oldest events are dropped; without one, it replaces the
    former event where that is.
    """

    slot: str
    key: tuple[str, ...]
    limit: int | None = None


@dataclass(frozen=True, slots=True)
class Newest:
    """Keep the newest `limit` events."""

    slot: str
    limit: int


@dataclass(frozen=True, slots=True)
class AddPoints:
    """Append to bounded series, by name: the statistics of a value, or the fetched or tapped scalars of a step."""

    slot: str
    points: Literal["statistics", "scalars", "tapped"]


@dataclass(frozen=True, slots=True)
class Restart:
    """Empty all slots but `keeps`, then keep the event: a new run begins."""

    slot: str
    keeps: tuple[str, ...]


FoldRule = Latest | LatestByKey | Newest | AddPoints | Restart
