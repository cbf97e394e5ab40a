"""Rules by which a view folds events into a state of limited size. Each event's class has one or more rules.

Two small interpreters apply the rules: `opscope/ui/event_fold.py` and, in the browser,
`opscope/ui/js/src/event_fold.js`. A slot is a named part of the state.

Rules must compose: to fold the events that a first fold has kept must give the same state as to fold all events. So if
an event clears the slot of another event, it also clears all slots that the other event clears (`tests/ui/test_fold.py`
checks this).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class Latest:
    """Keep the newest event, and empty the slots `clears`.

    `where` restricts the rule to events in which a field has this value: `("past", True)`.
    """

    slot: str
    clears: tuple[str, ...] = ()
    where: tuple[str, bool] | None = None


@dataclass(frozen=True, slots=True)
class LatestByKey:
    """Keep the newest event for each value of the fields `key`.

    With a limit, a new event is put at the end, and the oldest events are dropped. Without a limit, a new event takes
    the place of the former event.
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
    """Append numbers to series of limited size, by name: statistics of a value, or fetched or tapped scalars."""

    slot: str
    points: Literal["statistics", "scalars", "tapped"]


@dataclass(frozen=True, slots=True)
class Restart:
    """Empty all slots except `keeps`, and then keep the event, because a new run begins."""

    slot: str
    keeps: tuple[str, ...]


FoldRule = Latest | LatestByKey | Newest | AddPoints | Restart
