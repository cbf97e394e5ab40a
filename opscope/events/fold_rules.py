"""Rules that define how a view reduces (folds) events to a state of limited size.

Each event class has one or more rules.

Two small interpreters apply the rules: `opscope/ui/event_fold.py` and, in the browser,
`opscope/ui/js/src/event_fold.js`. A slot is a named part of the state.

If the stored events of a state are folded again, the new state must be the same as the state from all events. So if an
event clears the slot of another event, it also clears all slots that the other event clears. `tests/ui/test_fold.py`
checks this.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class Latest:
    """Store the newest event in the slot, and empty the slots in `clears`.

    `where` restricts the rule to events in which a field has a certain value, such as `("past", True)`.
    """

    slot: str
    clears: tuple[str, ...] = ()
    where: tuple[str, bool] | None = None


@dataclass(frozen=True, slots=True)
class LatestByKey:
    """Store the newest event for each value of the fields `key`.

    If there is a limit, a new event is added at the end, and the oldest events are removed. If there is no limit, a new
    event replaces the former event with the same key, and the order of the events does not change.
    """

    slot: str
    key: tuple[str, ...]
    limit: int | None = None


@dataclass(frozen=True, slots=True)
class Newest:
    """Store the newest `limit` events."""

    slot: str
    limit: int


@dataclass(frozen=True, slots=True)
class AddPoints:
    """Add numbers to a series of limited size for each name: a value's statistics, or fetched or tapped scalars."""

    slot: str
    points: Literal["statistics", "scalars", "tapped"]


@dataclass(frozen=True, slots=True)
class Restart:
    """Empty all slots except the slots in `keeps`, because a new run begins. Then store the event."""

    slot: str
    keeps: tuple[str, ...]


FoldRule = Latest | LatestByKey | Newest | AddPoints | Restart
