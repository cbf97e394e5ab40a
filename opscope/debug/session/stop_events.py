"""Standing: what is said of the place where a run stands."""

from __future__ import annotations

from opscope.core.source import display_name
from opscope.debug.eager.eager_cursor import EagerCursor
from opscope.debug.replay.navigator import Navigator, StopReason
from opscope.debug.taps.value_events import site_text
from opscope.events import Stopped
from opscope.ir.program.program import Operator


def stopped(stop: StopReason, navigator: Navigator) -> Stopped:
    """The event about the place where a navigator stands."""
    here = navigator.cursor
    assert here is not None
    record, inside = here.record, navigator.gradient
    depth, text = here.depth, stop.text
    operator, op_type, name = here.next_operator, None, None
    behind = isinstance(here, EagerCursor) and here.previous_operator is not None
    if behind:
        operator = here.previous_operator
    if inside is not None:
        within = inside.cursor.next_operator
        depth += 1
        op_type = "" if within is None else within.type
        name = "" if within is None else _output(within)
        text = text or f"inside {inside.operator.type}"
    said = stopped_before(stop, operator, step=record.step)
    return Stopped(
        reason=stop.reason,
        op=said.op,
        op_type=said.op_type if op_type is None else op_type,
        name=said.name if name is None else name,
        step=record.step,
        site=said.site,
        text=text,
        run=record.run,
        tick=here.tick,
        depth=depth,
        block=here.frame.plan.block.idx,
        role=said.role,
        past=navigator.past is not None,
        behind=behind,
        path=said.path,
        line=said.line,
        source=said.source,
    )


def stopped_before(stop: StopReason, operator: Operator | None, *, step: int) -> Stopped:
    """The event of standing before an operator (None: at the end of a block)."""
    site = None if operator is None else operator.site
    return Stopped(
        reason=stop.reason,
        op=-1 if operator is None else operator.id,
        op_type="" if operator is None else operator.type,
        name="" if operator is None else _output(operator),
        step=step,
        site=site_text(site),
        text=stop.text,
        role="" if operator is None else operator.phase,
        path="" if site is None else display_name(site.filename),
        line=0 if site is None else site.line,
        source="" if site is None else site.code,
    )


def _output(operator: Operator) -> str:
    return next((n for n in operator.outputs if n), "")
