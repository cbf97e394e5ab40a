"""How taps look at values of a lowered run on a device: all of them with one launch, when the run is over."""

from __future__ import annotations

import functools
import math
from typing import Any

from opscope.debug.taps.stats_buffer import Row, Sheet
from opscope.runtime.lower.cuda.statistics_kernels import Measures


def add_there(emission: Any, sheet: Sheet, row: Row) -> None:
    """One more value: it is measured at the end of the run, if it is still there then."""
    index = len(sheet.rows)
    look = functools.partial(sheet.look, index, index + 1)
    sheet.rows.append(row)
    here = math.inf if emission.late else len(emission.calls)
    if row.spot.variable.persistable and not emission.late:
        emission.call(look)
        here = len(emission.calls)
    else:
        sheet.waiting.append(index)
        sheet.looks.append((here, [look]))
    row.at = here


def finish_there(emission: Any, sheet: Sheet) -> None:
    """Add the launches that measure what has waited for the end of the run."""
    if emission.memory.paper:
        return
    sheet.measures = Measures(emission.xp, [row.array for row in sheet.rows])
    waiting = sheet.waiting
    start = 0
    for i, index in enumerate(waiting):
        if i + 1 == len(waiting) or waiting[i + 1] != index + 1:
            emission.call(sheet.look, waiting[start], index + 1)
            start = i + 1
