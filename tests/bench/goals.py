"""Goals: a figure made from the seconds of the peers, and what it should be."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

Times = Mapping[str, float]  # peer -> seconds of one step

# "all": the statistics of every value; "budget full": the oldest steps are dropped
IN_SESSION = ("recorded", "all at 20 Hz", "watch nan", "to folder", "budget full")
FRAMEWORKS = ("torch_eager", "paddle262", "jax_jit")


class Goal(NamedTuple):
    """`figure(times, units)` should be at least, or at most, `limit`."""

    text: str
    limit: float
    figure: Callable[[Times, int], float]
    at_least: bool = False
    unit: str = ""

    def reached(self, times: Times, units: int) -> tuple[str, bool | None]:
        """What to print, and whether it is reached; None where a peer that it needs is absent."""
        bound = f"{self.text} {'≥' if self.at_least else '≤'} {self.limit:g}{self.unit}"
        try:
            value = self.figure(times, units)
        except (KeyError, ValueError):
            return f"{bound}: -", None
        good = value >= self.limit if self.at_least else value <= self.limit
        return f"{bound}: {value:.2f} {'yes' if good else 'no'}", good


def fastest_peer(times: Times) -> float:
    """Seconds of the fastest framework. ValueError if there is none."""
    return min(t for name, t in times.items() if name.partition(":")[0] in FRAMEWORKS)


def speed(limit: float) -> Goal:
    """Times as fast as the fastest peer."""
    return Goal("speed", limit, lambda t, _: fastest_peer(t) / t["opscope"], at_least=True)


def by_hand(limit: float) -> Goal:
    """Time over that of the hand-written NumPy."""
    return Goal("time / by hand", limit, lambda t, _: t["opscope"] / t["numpy_by_hand"])


def tapped(level: str, limit: float) -> Goal:
    """Time with every value tapped over that of the untapped step."""
    return Goal(level, limit, lambda t, _: t[f"opscope:{level}"] / t["opscope"])


def in_session(*limits: float) -> tuple[Goal, ...]:
    """Time in a debug session over that outside, for the first of IN_SESSION."""

    def goal(variant: str, limit: float) -> Goal:
        return Goal(variant, limit, lambda t, _: t[f"opscope:{variant}"] / t["opscope:alone"])

    return tuple(goal(variant, limit) for variant, limit in zip(IN_SESSION, limits, strict=False))


def above_hand(limit: float) -> Goal:
    """Microseconds above NumPy or Python doing it directly, for one op or call."""
    return Goal("above", limit, lambda t, n: 1e6 * (t["opscope"] - t["numpy_by_hand"]) / n, unit=" us")


def microseconds(limit: float) -> Goal:
    """Microseconds of one op."""
    return Goal("one op", limit, lambda t, n: 1e6 * t["opscope"] / n, unit=" us")


def seconds(limit: float) -> Goal:
    """Seconds of the step."""
    return Goal("time", limit, lambda t, _: t["opscope"], unit=" s")
