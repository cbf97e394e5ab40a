"""Verdicts: which rank the others wait for, and why, from what the launcher has heard of each. No clock, no socket."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from opscope.core.source import Site
from opscope.ranks.collective import named_ranks

PATIENCE = 1.0  # seconds of waiting, or of silence, from which on a rank is named
FRESH = 0.5  # seconds: an older beat does not show where a rank is now


class AwaitedCall(NamedTuple):
    """The collective, or message (number 0), that a rank is in. members: the ranks that it waits for, (): all."""

    text: str
    where: str
    group: int
    number: int
    members: tuple[int, ...]
    seconds: float


@dataclass
class Seen:
    """The last beat of a rank. heard: when it came. ended: the text of the error that ended it, "" for none.

    closed: when its connection was lost, None while it is there. waited: the seconds in which it has waited for others.
    values: the numbers that its program watches.
    """

    rank: int
    pid: int
    heard: float
    call: AwaitedCall | None = None
    counts: Mapping[int, int] = field(default_factory=dict[int, int])
    lines: Sequence[Site] = ()
    step: int | None = None
    waited: float = 0.0
    values: Mapping[str, float] = field(default_factory=dict[str, float])
    ended: str | None = None
    closed: float | None = None

    @property
    def is_there(self) -> bool:
        """True while the program of the rank runs."""
        return self.ended is None and self.closed is None

    def waits(self, now: float) -> bool:
        """Return True if the rank has waited for longer than PATIENCE, and waits now."""
        return self.is_there and self.call is not None and self.call.seconds > PATIENCE and now - self.heard < FRESH

    def waits_for(self, other: Seen) -> bool:
        """Return True if the call of this rank cannot end before the other rank comes."""
        call = self.call
        if call is None or other is self or (call.members and other.rank not in call.members):
            return False
        return call.number == 0 or other.counts.get(call.group, 0) < call.number


class Verdict(NamedTuple):
    """A rank that the others cannot go on without. final: it will not come by itself."""

    rank: int
    kind: str
    text: str
    final: bool

    @property
    def key(self) -> tuple[int, str]:
        """The same for the same verdict at different times."""
        return self.rank, self.kind


def judge(ranks: Sequence[Seen], now: float, is_stopped: Callable[[int], bool]) -> list[Verdict]:
    """Name the ranks that are dead or stopped, and the ranks for which others have waited longer than PATIENCE.

    It names the absent, not those that wait. A rank that waits itself, for a third one, is not named; ranks that wait
    for each other are.
    """
    waiting = [seen for seen in ranks if seen.waits(now)]
    found = _deadlock(waiting)
    first = min((seen for seen in ranks if seen.closed is not None), key=lambda seen: seen.closed or 0.0, default=None)
    for seen in ranks:
        waiters = [w for w in waiting if w.waits_for(seen)]
        if seen in waiting:
            continue
        if seen.is_there and now - seen.heard > PATIENCE and is_stopped(seen.pid):
            state = "stopped", f"rank {seen.rank} is stopped by a signal (pid {seen.pid})", True
        elif seen is first and seen.ended is None:  # those that close later may have been ended with it
            state = "dead", f"rank {seen.rank} is dead: its process has ended", True
        elif waiters:
            state = _absent(seen, now)
        else:
            continue
        kind, text, final = state
        found.append(Verdict(seen.rank, kind, text + _calls(waiters), final))
    return found


def _deadlock(waiting: Sequence[Seen]) -> list[Verdict]:
    """A verdict about the ranks that wait for each other, if there are any."""
    stuck = list(waiting)
    while freed := [w for w in stuck if not any(w.waits_for(other) for other in stuck)]:
        stuck = [w for w in stuck if w not in freed]
    if not stuck:
        return []
    names = named_ranks([seen.rank for seen in stuck])
    return [Verdict(stuck[0].rank, "deadlock", f"{names} wait for each other{_calls(stuck)}", True)]


def _absent(seen: Seen, now: float) -> tuple[str, str, bool]:
    """The kind, the text and the finality of a verdict about a rank that others wait for."""
    name = f"rank {seen.rank}"
    if seen.ended is not None:
        at = f" at {seen.lines[0].where}" if seen.lines else ""
        return "ended", f"{name} has ended{f' with {seen.ended}{at}' if seen.ended else ''}", True
    if seen.closed is not None:
        return "ended", f"{name} has ended, after another one", True
    if (silence := now - seen.heard) > PATIENCE:
        text = f"{name} is silent for {silence:.1f} s: a C function holds the interpreter, or it gets no time"
        return "silent", text + _lines(seen.lines), False
    return "late", f"{name} is late{_lines(seen.lines)}", False


def _lines(lines: Sequence[Site]) -> str:
    return "".join(f"\n  {'at' if i == 0 else 'called at'} {s.where}{_line(s.code)}" for i, s in enumerate(lines))


def _line(text: str) -> str:
    return f": {text}" if text else ""


def _calls(waiters: Sequence[Seen]) -> str:
    """The calls of ranks that wait, each with the ranks in it."""
    calls: dict[tuple[str, str], list[Seen]] = {}
    for waiter in waiters:
        assert waiter.call is not None
        calls.setdefault((waiter.call.text, waiter.call.where), []).append(waiter)
    parts: list[str] = []
    for (text, where), group in calls.items():
        wait = "waits" if len(group) == 1 else "wait"
        seconds = max(waiter.call.seconds for waiter in group if waiter.call is not None)
        ranks = named_ranks([waiter.rank for waiter in group])
        parts.append(f"\n  {ranks} {wait} in {text} for {seconds:.1f} s{_line(where)}")
    return "".join(parts)
