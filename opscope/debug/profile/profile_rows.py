"""Rows of a profile: the numbers for each operator, or sums by type, line, role, layer, scope or bound."""

from __future__ import annotations

import math
import statistics
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from opscope.core.source import Site, display_name
from opscope.debug.profile.attribution import CallOrigin
from opscope.debug.profile.costs import Cost
from opscope.debug.profile.roofline import MachineLimits
from opscope.debug.profile.stopwatch import Span, TimedRun
from opscope.ir.program.program import Operator
from opscope.names.shown_name import name_beside

CALL_BOUND = 2e-6  # seconds; a shorter call is overhead, not work


@dataclass(frozen=True, slots=True, kw_only=True)
class ProfileRow:
    """A row of a profile: an operator, or several operators that one fused kernel computes.

    All numbers are for one run.

    Attributes:
        op: title of the row.
        type: type of the operator. For fused operators, the types joined by `+`.
        output: the value that the operator writes.
        called: name of the value `output` in the user's code, or "" if unknown.
        site: the user's line that made the operator. For several operators, the first and the last line.
        role: "forward", "backward", "optimize", "debug" (taps), "executor", or "python" (eager code outside of
            operators).
        layer: the Layer that made the operator.
        scope: the name scope of the operator.
        program: the number of the program to which the operator belongs.
        operators: the numbers of the operators in the program.
        runs: number of runs that count. For an eager call, the number of steps, of which only some were timed.
        calls: number of kernel calls.
        seconds: the median time of the row in a run.
        share: share of the row in the total time of the profile, from 0 to 1.
        bytes: number of bytes that are read and written in a run, or None if unknown (for user code).
        flops: number of floating-point operations in a run, or None if unknown. An elementwise op counts as one
            operation for each element, even if it computes an exponential.
        limits: the limits of the machine. `of_memory` and `of_matmul` are shares of these limits.
    """

    op: str
    type: str
    output: str = ""
    called: str = ""
    site: str = ""
    role: str = "forward"
    layer: str = ""
    scope: str = "/"
    program: int = 0
    operators: tuple[int, ...] = ()
    runs: int = 1
    calls: int = 0
    seconds: float = 0.0
    share: float = 0.0
    bytes: int | None = 0
    flops: int | None = 0
    limits: MachineLimits

    @property
    def total(self) -> float:
        """The time of the row in all runs together, in seconds."""
        return self.seconds * self.runs

    @property
    def bandwidth(self) -> float | None:
        """The number of bytes per second that the row reads and writes. None if unknown."""
        return _rate(self.bytes, self.seconds)

    @property
    def speed(self) -> float | None:
        """The number of floating-point operations per second of the row. None if unknown."""
        return _rate(self.flops, self.seconds)

    @property
    def of_memory(self) -> float | None:
        """The bytes of the row, divided by the bytes that a large copy moves in the same time.

        This share of the memory limit can be larger than 1 if the data is in a cache.
        """
        return None if self.bandwidth is None else self.bandwidth / self.limits.memory

    @property
    def of_matmul(self) -> float | None:
        """The operations of the row, divided by the operations of a large matrix product in the same time."""
        return None if self.speed is None else self.speed / self.limits.matmul

    @property
    def over(self) -> str:
        """The reason why a share of the row is over 100 %, or "" if no share is over 100 %.

        The reason is "cache" if the data may be in a cache, because a cache is faster than a large copy. The reason is
        "limits" if the measured limits are too low.
        """
        if (self.of_matmul or 0.0) > 1.0:
            return "limits"
        if (self.of_memory or 0.0) <= 1.0:
            return ""
        return "cache" if (self.bytes or 0) / max(self.calls, 1) < self.limits.copied else "limits"

    @property
    def bound(self) -> str:
        """The limit of the row's speed: "memory", "matmul", "calls", or "" if it is unknown.

        "calls" means that the calls are so short that overhead dominates. Otherwise, the number of operations per byte
        decides between "memory" and "matmul" (roofline model).
        """
        if not self.calls or not self.bytes or self.flops is None:
            return ""
        if self.seconds / self.calls < CALL_BOUND:
            return "calls"
        return "matmul" if self.flops / self.bytes > self.limits.matmul / self.limits.memory else "memory"


def _rate(amount: int | None, seconds: float) -> float | None:
    return amount / seconds if amount and seconds else None


class RunSample(NamedTuple):
    """The measured numbers for one origin of calls (an operator, or other work) in one run."""

    origin: CallOrigin
    seconds: float
    calls: int
    bytes: int | None
    flops: int | None


OUTSIDE = CallOrigin(("python",), "python (executor)", "python", "executor")
"""The origin for the time of a run outside of operators: plan lookup, copies of feeds and fetches, and calls."""


def samples(run: TimedRun, outside: CallOrigin = OUTSIDE) -> list[RunSample]:
    """Return the samples of a run: one for each origin of calls, and one for the time outside of all origins."""
    found: dict[tuple[object, ...], list[Span]] = {}
    for span in run.spans:
        found.setdefault(span.origin.key, []).append(span)
    made = [_sample(spans) for spans in found.values()]
    left = run.end - run.start - run.overhead - math.fsum(s.seconds for s in made)
    return [*made, RunSample(outside, max(left, 0.0), 0, None, None)]


def _sample(spans: Sequence[Span]) -> RunSample:
    """Make the sample of one origin of calls from the time spans of these calls.

    In a block, an operator may run several times, with several shapes.
    """
    per_run = {id(s.origin): s.origin for s in spans if s.origin.per_run}
    each = [*per_run.values(), *(s.origin for s in spans if not s.origin.per_run)]
    cost = Cost()
    for origin in each:
        cost = cost.plus(origin.cost)
    return RunSample(spans[0].origin, math.fsum(s.own for s in spans), sum(p.calls for p in each), *cost)


def row_of(found: Sequence[RunSample], program: int, limits: MachineLimits, of_all: float = 1.0) -> ProfileRow:
    """Make the row of one origin from the samples.

    `of_all` is the number of all runs, divided by the number of samples.
    """
    origin = found[-1].origin
    last = origin.operators[-1] if origin.operators else None
    output = "" if last is None or (len(origin.operators) > 1 and origin.role == "optimize") else _output(last)
    return ProfileRow(
        op=origin.name,
        type=origin.type,
        output=output,
        called=name_beside(last.block.program, output) if last is not None and output else "",
        site=_site([o.site for o in origin.operators] if origin.operators else [origin.site]),
        role=origin.role,
        layer=last.layer_path if last is not None else origin.layer,
        scope=last.namescope if last is not None else "/",
        program=program,
        operators=tuple(o.id for o in origin.operators),
        runs=round(len(found) * of_all),
        calls=round(_median([s.calls for s in found]) or 0),
        seconds=statistics.median(s.seconds for s in found),
        bytes=_median([s.bytes for s in found]),
        flops=_median([s.flops for s in found]),
        limits=limits,
    )


def _median(numbers: Sequence[int | None]) -> int | None:
    known = [n for n in numbers if n is not None]
    return round(statistics.median(known)) if len(known) == len(numbers) else None


def _output(operator: Operator) -> str:
    return next((n for n in operator.outputs if n is not None), "")


def _site(of_operators: Sequence[Site | None]) -> str:
    """Return the user's line of some operators. For several lines in one file, return the first and the last line."""
    sites = [site for site in of_operators if site is not None]
    files = {s.filename for s in sites}
    if len(files) != 1:
        return ""
    lines = sorted({s.line for s in sites})
    return sites[0].where if len(lines) == 1 else f"{display_name(files.pop())}:{lines[0]}–{lines[-1]}"


def with_shares(rows: Iterable[ProfileRow]) -> list[ProfileRow]:
    """Return the rows with the field `share` set to the share of the total time, largest share first."""
    rows = list(rows)
    whole = math.fsum(r.total for r in rows) or 1.0
    return sorted((replace(r, share=r.total / whole) for r in rows), key=lambda r: -r.total)


KEYS: dict[str, Callable[[ProfileRow], str]] = {
    "type": lambda row: row.type,
    "site": lambda row: row.site,
    "role": lambda row: row.role,
    "layer": lambda row: row.layer,
    "scope": lambda row: row.scope,
    "bound": lambda row: row.bound,
}


def grouped(rows: Sequence[ProfileRow], key: str) -> list[ProfileRow]:
    """Return a row for each value of a key, such as the type. The numbers in such a row are averages per run."""
    groups: dict[str, list[ProfileRow]] = {}
    for row in rows:
        groups.setdefault(KEYS[key](row), []).append(row)
    return with_shares(_merge(name, found) for name, found in groups.items())


def _same(rows: Sequence[ProfileRow], field: str) -> str:
    found = {getattr(r, field) for r in rows}
    return found.pop() if len(found) == 1 else ""


def _merge(name: str, rows: Sequence[ProfileRow]) -> ProfileRow:
    runs = max(r.runs for r in rows)
    return ProfileRow(
        op=name or "–",
        type=_same(rows, "type"),
        site=_same(rows, "site"),
        role=_same(rows, "role"),
        layer=_same(rows, "layer"),
        scope=_same(rows, "scope"),
        output=f"{len(rows)} rows" if len(rows) > 1 else rows[0].output,
        called="" if len(rows) > 1 else rows[0].called,
        operators=tuple(o for r in rows for o in r.operators),
        runs=runs,
        calls=sum(r.calls * r.runs for r in rows) // runs,
        seconds=math.fsum(r.total for r in rows) / runs,
        bytes=_total([r.bytes and r.bytes * r.runs for r in rows], runs),
        flops=_total([r.flops and r.flops * r.runs for r in rows], runs),
        limits=rows[0].limits,
    )


def _total(amounts: Sequence[int | None], runs: int) -> int | None:
    known = [a for a in amounts if a is not None]
    return sum(known) // runs if len(known) == len(amounts) else None
