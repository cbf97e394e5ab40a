"""Rows: what a profile says of each operator, and the same summed by type, line, role or scope."""

from __future__ import annotations

import math
import statistics
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from opscope.core.source import short
from opscope.debug.profile.attribution import Part
from opscope.debug.profile.costs import Cost
from opscope.debug.profile.roofline import Limits
from opscope.debug.profile.stopwatch import Span, Timed
from opscope.ir.program.program import Operator

QUICK = 2e-6  # seconds of a call below which it is the call that takes the time, not the work


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One operator, or several that run as one. Numbers are those of one run; `seconds` is the median of all runs.

    `bytes` are read and written; `flops` counts one for each element of what is elementwise, exponentials too.
    They are None where they cannot be told (user code). `share` is of the time of everything that was profiled.
    """

    op: str
    type: str
    output: str = ""
    site: str = ""
    role: str = "forward"
    scope: str = "/"
    program: int = 0
    operators: tuple[int, ...] = ()
    runs: int = 1
    calls: int = 0
    seconds: float = 0.0
    share: float = 0.0
    bytes: int | None = 0
    flops: int | None = 0
    limits: Limits

    @property
    def total(self) -> float:
        """Seconds of all runs."""
        return self.seconds * self.runs

    @property
    def bandwidth(self) -> float | None:
        """Bytes a second."""
        return _rate(self.bytes, self.seconds)

    @property
    def speed(self) -> float | None:
        """Floating-point operations a second."""
        return _rate(self.flops, self.seconds)

    @property
    def of_memory(self) -> float | None:
        """The share of what a large copy moves in that time; more than 1 for what lies in a cache."""
        return None if self.bandwidth is None else self.bandwidth / self.limits.memory

    @property
    def of_matmul(self) -> float | None:
        """The share of what a matmul computes in that time."""
        return None if self.speed is None else self.speed / self.limits.matmul

    @property
    def bound(self) -> str:
        """What limits it: "memory" or "matmul" by its operations a byte (the roofline), "calls", or "" if unknown."""
        if not self.calls or not self.bytes or self.flops is None:
            return ""
        if self.seconds / self.calls < QUICK:
            return "calls"
        return "matmul" if self.flops / self.bytes > self.limits.matmul / self.limits.memory else "memory"


def _rate(amount: int | None, seconds: float) -> float | None:
    return amount / seconds if amount and seconds else None


class Sample(NamedTuple):
    """What one run says of a part."""

    part: Part
    seconds: float
    calls: int
    bytes: int | None
    flops: int | None


OUTSIDE = Part(("python",), "python (executor)", "python", "executor")
"""What a run takes beside its operators: looking up the plan, copying feeds in and fetches out, calling."""


def samples(run: Timed) -> list[Sample]:
    """The parts of a run, and what is left of it."""
    found: dict[tuple[object, ...], list[Span]] = {}
    for span in run.spans:
        found.setdefault(span.part.key, []).append(span)
    made = [_sample(spans) for spans in found.values()]
    left = run.end - run.start - run.aside - math.fsum(s.seconds for s in made)
    return [*made, Sample(OUTSIDE, max(left, 0.0), 0, None, None)]


def _sample(spans: Sequence[Span]) -> Sample:
    """Of one part: a block may run an operator several times, and on several shapes."""
    parts = {id(s.part): s.part for s in spans if s.part.whole}
    each = [*parts.values(), *(s.part for s in spans if not s.part.whole)]
    cost = Cost()
    for part in each:
        cost = cost.plus(part.cost)
    return Sample(spans[0].part, math.fsum(s.own for s in spans), sum(p.calls for p in each), *cost)


def row_of(found: Sequence[Sample], program: int, limits: Limits) -> Row:
    """The row of one part, from what each run says."""
    part = found[-1].part
    last = part.operators[-1] if part.operators else None
    return Row(
        op=part.name,
        type=part.type,
        output="" if last is None or (len(part.operators) > 1 and part.role == "optimize") else _output(last),
        site=_site(part.operators),
        role=part.role,
        scope=last.namescope if last is not None else "/",
        program=program,
        operators=tuple(o.id for o in part.operators),
        runs=len(found),
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


def _site(operators: Sequence[Operator]) -> str:
    """The user's line; of several in one file, from the first to the last."""
    sites = [o.site for o in operators if o.site is not None]
    files = {s.filename for s in sites}
    if len(files) != 1:
        return ""
    lines = sorted({s.line for s in sites})
    return sites[0].where if len(lines) == 1 else f"{short(files.pop())}:{lines[0]}–{lines[-1]}"


def shared(rows: Iterable[Row]) -> list[Row]:
    """The rows with their shares of the whole, largest first."""
    rows = list(rows)
    whole = math.fsum(r.total for r in rows) or 1.0
    return sorted((replace(r, share=r.total / whole) for r in rows), key=lambda r: -r.total)


KEYS: dict[str, Callable[[Row], str]] = {
    "type": lambda row: row.type,
    "site": lambda row: row.site,
    "role": lambda row: row.role,
    "scope": lambda row: row.scope,
    "bound": lambda row: row.bound,
}


def summed(rows: Sequence[Row], key: str) -> list[Row]:
    """One row for each value of a key; its numbers are those of one run, on average."""
    groups: dict[str, list[Row]] = {}
    for row in rows:
        groups.setdefault(KEYS[key](row), []).append(row)
    return shared(_together(name, found) for name, found in groups.items())


def _same(rows: Sequence[Row], field: str) -> str:
    found = {getattr(r, field) for r in rows}
    return found.pop() if len(found) == 1 else ""


def _together(name: str, rows: Sequence[Row]) -> Row:
    runs = max(r.runs for r in rows)
    return Row(
        op=name or "–",
        type=_same(rows, "type"),
        site=_same(rows, "site"),
        role=_same(rows, "role"),
        scope=_same(rows, "scope"),
        output=f"{len(rows)} rows" if len(rows) > 1 else rows[0].output,
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
