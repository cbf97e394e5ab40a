"""Search for the first harmful NaN or Inf in the whole history of a run."""

from __future__ import annotations

from dataclasses import dataclass

from opscope.debug.navigation.breakpoint_table import BreakpointHit, BreakpointTable
from opscope.debug.navigation.condition_scan import ConditionScan
from opscope.debug.navigation.navigator import Navigator
from opscope.debug.replay.program_kind import Cursor, RunRecord, TargetReached
from opscope.debug.taps.value_events import site_text
from opscope.errors import printable

NONE_HARMFUL = "no NaN or Inf that reaches a result in the recorded part of the run"
"""The text for a search that finds nothing.

An Inf that is only a divisor, or that is masked, may have no effect on a result and is then harmless.
"""


@dataclass(frozen=True)
class FirstValue:
    """The first NaN or Inf, in the value `name`. Operator number `op` of the type `operator` wrote this value.

    `operator` is "" for a fed value. `run` and `tick` are the place directly after the write. `text` contains the
    numbers of elements that are NaN and Inf. `site` is the user's line that made the operator, and `source` is the
    source code of this line.
    """

    name: str
    text: str
    operator: str
    op: int
    step: int
    run: int
    tick: int
    site: str
    source: str

    def __repr__(self) -> str:
        where = f"step {self.step}" if self.step else f"run {self.run}"
        at = f"\n  at {self.site}: {self.source}" if self.site else ""
        return printable(f"{where}: {self.text}{at}")


class FirstSearch:
    """Search through the history of a navigator, beginning with the oldest run."""

    def __init__(self, navigator: Navigator) -> None:
        self.navigator = navigator
        self._table = BreakpointTable(expected=navigator.breakpoints.expected, skips=navigator.breakpoints.skips)
        self._watch = self._table.watch()
        self._scan = ConditionScan((), navigator.search.advance, [self._watch], self._table.expected)

    def find(self) -> FirstValue | None:
        """Return the first harmful NaN or Inf before the current position of the program.

        Return None if there is none.
        """
        journal, live = self.navigator.journal, self.navigator.live
        run = journal.first_run()
        while run is not None and (found := journal.find(run)) is not None:
            segment, index = found
            truths = self._scan.truths(segment)
            for record, truth in zip(segment.records[index:], truths[index:], strict=True):
                if truth is None or True in truth or record.error:
                    hit = self._first_in(record)
                    if hit is not None:
                        return hit
            following = journal.neighbor(segment.records[-1].run, 1)
            run = following if following > segment.records[-1].run else None
        return None if live is None else self._first_in(live.record)

    def _first_in(self, record: RunRecord) -> FirstValue | None:
        """Return the first harmful NaN or Inf in a recorded run, or in the run in progress."""
        cursor = self.navigator.open_run(record.run)
        live = self.navigator.live
        limit = live.tick if live is not None and live.record is record else record.ticks - 1 if record.error else None
        hits: list[tuple[BreakpointHit, int]] = []

        def visit(at: Cursor) -> None:
            self.navigator.search.check()
            hits.extend((hit, at.tick) for hit in self._table.hits_at(at, False))
            if hits or (limit is not None and at.tick >= limit):
                raise TargetReached

        cursor.visit(visit)
        if not hits:
            return None
        hit, tick = hits[0]
        writer, name = hit.writer, hit.value
        site = None if writer is None else writer.site
        return FirstValue(
            name=name,
            text=hit.text,
            operator="" if writer is None else writer.type,
            op=-1 if writer is None else writer.id,
            step=record.step,
            run=record.run,
            tick=tick,
            site=site_text(site),
            source="" if site is None else site.code,
        )
