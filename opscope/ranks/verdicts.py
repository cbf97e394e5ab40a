"""Verdicts about ranks for which other ranks wait, with the reasons, computed from the beats of the ranks.

This module uses no clock and no socket.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from opscope.core.source import Site
from opscope.ranks.collective import named_ranks
from opscope.ranks.watched_row import Number

PATIENCE = 1.0  # seconds of waiting, or of silence, from which on a rank is named
EDGE_PATIENCE = 5.0  # the same while ranks connect, or end: they read data, and close recordings
UNNEEDED = 1.4  # seconds of silence after which a rank that is stopped or cut off is named though no rank waits for it
FRESH = 0.5  # seconds: an older beat does not show where a rank is now


class AwaitedCall(NamedTuple):
    """Current collective or message (number 0) of a rank. members: the ranks for which the call waits; (): all ranks.

    is_edge: True for the call at the beginning or at the end of the program.
    """

    text: str
    where: str
    group: int
    number: int
    members: tuple[int, ...]
    seconds: float
    is_edge: bool = False


@dataclass
class Seen:
    """The state of a rank from its last beat.

    heard: the time of the beat.
    ended: the text of the error that ended the rank; "" if it ended without an error; None while it runs.
    closed: the time at which its connection was lost; None while the connection exists.
    waited: the number of seconds that the rank has waited for other ranks.
    paused: the place at which the rank is paused; "" while it runs.
    agreed: the number of the last pause request at which all ranks have paused.
    released: the number of the last request to continue that the rank has handled.
    numbers: the columns of its row of watched numbers.
    unreached: the time since which its host has acknowledged no message; None if the host can be reached.
    """

    rank: int
    pid: int
    heard: float
    call: AwaitedCall | None = None
    counts: Mapping[int, int] = field(default_factory=dict[int, int])
    lines: Sequence[Site] = ()
    step: int | None = None
    waited: float = 0.0
    paused: str = ""
    agreed: int = 0
    released: int = 0
    numbers: tuple[Number, ...] = ()
    row: Any = ()
    ended: str | None = None
    closed: float | None = None
    host: str = ""
    unreached: float | None = None

    @property
    def is_there(self) -> bool:
        """True while the program of the rank runs."""
        return self.ended is None and self.closed is None

    def waits(self, now: float) -> bool:
        """Return True if the rank is waiting now, and has waited for longer than PATIENCE."""
        if not self.is_there or self.call is None or now - self.heard >= FRESH:
            return False
        return self.call.seconds > (EDGE_PATIENCE if self.call.is_edge else PATIENCE)

    def waits_for(self, other: Seen) -> bool:
        """Return True if this rank's call can only end after the other rank has reached the call."""
        call = self.call
        if call is None or other is self or (call.members and other.rank not in call.members):
            return False
        return call.number == 0 or other.counts.get(call.group, 0) < call.number

    def needs(self, other: Seen) -> bool:
        """Return True if this rank's call cannot end without the other rank, even after both ranks have reached it."""
        call = self.call
        if call is None or other is self or (call.members and other.rank not in call.members):
            return False
        return call.number == 0 or other.counts.get(call.group, 0) <= call.number


class Verdict(NamedTuple):
    """Verdict about a rank for which others (the waiters) wait. final: True if the verdict can no longer change."""

    rank: int
    kind: str
    text: str
    final: bool
    waiters: tuple[int, ...] = ()

    @property
    def key(self) -> tuple[int, str]:
        """Key of the verdict. Verdicts of the same kind about the same rank have the same key at all times."""
        return self.rank, self.kind


def judge(ranks: Sequence[Seen], now: float, is_stopped: Callable[[int], bool]) -> list[Verdict]:
    """Return verdicts about ranks that are dead or stopped, or for which others have waited longer than PATIENCE.

    The verdicts are about missing ranks, not about waiting ranks. There is no verdict about a rank that itself waits
    for a third rank. Ranks that wait for each other get a verdict. A rank that the user has paused is never reported as
    late.
    """
    waiting = [seen for seen in ranks if seen.waits(now)]
    calls = _by_call(waiting)
    found = _deadlock(calls)
    dead = _first_dead(ranks)
    for seen in ranks:
        if seen.waits(now):
            continue
        silence = now - seen.heard if seen.is_there else 0.0
        waiters = [w for group in calls if group[0].waits_for(seen) for w in group]
        if silence > PATIENCE and (state := _out_of_reach(seen, silence, is_stopped)):
            waiters = [w for group in calls if group[0].needs(seen) for w in group]
            if not waiters and silence < UNNEEDED:
                continue  # a moment later it has a waiter, whose call is worth more than the moment
        elif dead and seen is dead[0]:
            state = "dead", _dead(dead), True
        elif waiters and not (seen.paused and seen.is_there) and not FRESH <= silence <= PATIENCE:
            state = _absent(seen, silence)
        else:
            continue
        kind, text, final = state
        found.append(Verdict(seen.rank, kind, text + _calls(waiters), final, tuple(w.rank for w in waiters)))
    return found


def _first_dead(ranks: Sequence[Seen]) -> list[Seen]:
    """Return the ranks whose connections were closed first, although their programs had not ended.

    Ranks whose connections were closed later may have ended because of the first ranks.
    """
    first = min((seen.closed for seen in ranks if seen.closed is not None), default=None)
    found = [seen for seen in ranks if seen.closed is not None and seen.closed == first]
    return [] if any(seen.ended is not None for seen in found) else found


def _dead(ranks: Sequence[Seen]) -> str:
    if len(ranks) == 1:
        return f"rank {ranks[0].rank} is dead: its process has ended"
    return f"{named_ranks([seen.rank for seen in ranks])} are dead: their processes have ended together"


def unknown_ranks(ranks: Sequence[Seen], now: float) -> set[int]:
    """Return the ranks whose last beat is too old to show where the ranks are now."""
    return {seen.rank for seen in ranks if seen.is_there and now - seen.heard >= FRESH}


def _by_call(waiting: Sequence[Seen]) -> list[list[Seen]]:
    """Group waiting ranks by their call.

    All ranks of a group wait for the same ranks, so one of them represents the group.
    """
    groups: dict[tuple[object, ...], list[Seen]] = {}
    for seen in waiting:
        call = seen.call
        assert call is not None
        alone = (seen.rank,) if call.number == 0 else ()  # messages: each end has its own
        groups.setdefault((call.group, call.number, call.members, *alone), []).append(seen)
    return list(groups.values())


def _deadlock(calls: Sequence[Sequence[Seen]]) -> list[Verdict]:
    """Return a verdict about the ranks that wait for each other, if there are any."""
    stuck = list(calls)
    while freed := [g for g in stuck if not any(g[0].waits_for(other) for group in stuck for other in group)]:
        stuck = [group for group in stuck if group not in freed]
    if not stuck:
        return []
    ranks = sorted((seen for group in stuck for seen in group), key=lambda seen: seen.rank)
    names = named_ranks([seen.rank for seen in ranks])
    return [Verdict(ranks[0].rank, "deadlock", f"{names} wait for each other{_calls(ranks)}", True)]


def _absent(seen: Seen, silence: float) -> tuple[str, str, bool]:
    """Return the parts of the verdict about a rank for which others wait: kind, text, and True if it is final."""
    name = f"rank {seen.rank}"
    if seen.ended is not None:
        at = f" at {seen.lines[0].where}" if seen.lines else ""
        return "ended", f"{name} has ended{f' with {seen.ended}{at}' if seen.ended else ''}", True
    if seen.closed is not None:
        return "ended", f"{name} has ended after another rank has ended", True
    if silence > PATIENCE:
        signal = ", a signal has stopped the process" if seen.host else ""  # of this machine that is seen
        text = (
            f"{name} is silent for {silence:.1f} s: a C function holds the interpreter{signal}, or the process gets no "
            "CPU time"
        )
        return "silent", text + _lines(seen.lines), False
    return "late", f"{name} is late{_lines(seen.lines)}", False


def _out_of_reach(seen: Seen, silence: float, is_stopped: Callable[[int], bool]) -> tuple[str, str, bool] | None:
    """Return the parts of the verdict about a silent rank that is cut off or stopped. Return None for other ranks."""
    name = f"rank {seen.rank}"
    if seen.unreached is not None:
        text = f"{name} is cut off: its host {seen.host} has acknowledged nothing for {silence:.1f} s"
        place = (
            f"\n  the rank was in {seen.call.text}{_line(seen.call.where)}"
            if seen.call is not None
            else _lines(seen.lines)
        )
        return "cut off", text + place, True
    if not seen.host and is_stopped(seen.pid):
        return "stopped", f"{name} is stopped by a signal (pid {seen.pid})", True
    return None


def _lines(lines: Sequence[Site]) -> str:
    return "".join(f"\n  {'at' if i == 0 else 'called at'} {s.where}{_line(s.code)}" for i, s in enumerate(lines))


def _line(text: str) -> str:
    return f": {text}" if text else ""


def _calls(waiters: Sequence[Seen]) -> str:
    """Return a text that lists the calls of waiting ranks, each with its ranks."""
    calls: dict[tuple[str, str], list[Seen]] = {}
    for waiter in sorted(waiters, key=lambda seen: seen.rank):
        assert waiter.call is not None
        calls.setdefault((waiter.call.text, waiter.call.where), []).append(waiter)
    parts: list[str] = []
    for (text, where), group in calls.items():
        wait = "waits" if len(group) == 1 else "wait"
        seconds = max(waiter.call.seconds for waiter in group if waiter.call is not None)
        ranks = named_ranks([waiter.rank for waiter in group])
        parts.append(f"\n  {ranks} {wait} in {text} for {seconds:.1f} s{_line(where)}")
    return "".join(parts)
