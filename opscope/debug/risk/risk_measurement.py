"""Measurement of the rounding in a recorded step.

The measurement repeats the calls in float64, and follows the amplified rounding to the results of the step.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from opscope.core.formats.narrow_arrays import dtype_name
from opscope.debug.navigation.navigator import Navigator
from opscope.debug.replay.program_kind import RunRecord
from opscope.debug.replay.replayer import find_record
from opscope.debug.risk.amplification import Amplification, NotRepeatable, measured
from opscope.debug.risk.risk_causes import explain
from opscope.debug.risk.risks import Risk, Risks, RiskyElement, Unmeasured
from opscope.debug.risk.step_flow import GRADIENTS, Reach, StepFlow
from opscope.debug.risk.wide_calls import eps_of, is_float, wide
from opscope.debug.values.summaries import record_here, record_of
from opscope.debug.why.executions import ExecutedOp
from opscope.debug.why.explanation import Element
from opscope.debug.why.provenance import provenance
from opscope.debug.why.run_history import RunHistory
from opscope.names.shown_name import name_beside

ABOVE = 1000.0  # units of rounding: three of the seven digits of float32
MOST = 50  # calls whose effect on the results is computed, most amplifying first


class _Call(NamedTuple):
    """A call of the step, with the record that contains the call."""

    op: ExecutedOp
    record: RunRecord


def measure(navigator: Navigator, step: int | None = None, above: float = ABOVE) -> Risks:
    """Measure the numerical risk of a recorded step.

    If `step` is None, measure the step of the current position. If there is no current position, measure the last step.
    Raises NotFound.
    """
    record = record_here(navigator) if step is None else record_of(navigator, step)
    with navigator.search.begin("numerical risk", 1):
        return _Measurement(navigator, record, above).risks()


class _Measurement:
    def __init__(self, navigator: Navigator, record: RunRecord, above: float) -> None:
        self._navigator, self._record, self._above = navigator, record, above
        history = RunHistory(navigator)
        made = ((op, each) for each in self._records() for op in history.executions(each.run))
        self._calls = [_Call(op, each) for op, each in made if op.outputs]  # a call that has not ended reads nothing
        self._flow = StepFlow([call.op for call in self._calls])
        self._measured = 0
        self._unmeasured: Counter[tuple[str, str, str]] = Counter()

    def risks(self) -> Risks:
        """Measure all calls of the step, and follow each amplified change to the results of the step."""
        found: list[tuple[int, Amplification]] = []
        for number, call in enumerate(self._calls):
            self._navigator.search.check()
            amplified = self._amplification(number, call.op)
            if amplified is not None:
                found.append((number, amplified))
        found.sort(key=lambda pair: _rank(pair[1]))
        chosen = [(number, each, self._reach(number, each)) for number, each in found[:MOST]]
        harmful = [self._risk(number, each, reach) for number, each, reach in chosen if reach is not None]
        return Risks(
            harmful,
            step=self._record.step,
            above=self._above,
            measured=self._measured,
            harmless=len(found) - len(harmful),
            unmeasured=[Unmeasured(*key, calls) for key, calls in self._unmeasured.items()],
            error=self._record.error.partition("\n")[0],
        )

    def _records(self) -> Sequence[RunRecord]:
        """Return the records of the step in order. A step of eager code may have several records."""
        found = [self._record]
        before = self._record.run - 1
        while self._record.step and (earlier := find_record(self._navigator.journal, before)) is not None:
            if earlier.step != self._record.step:
                break
            found.insert(0, earlier)
            before -= 1
        return found

    def _amplification(self, number: int, call: ExecutedOp) -> Amplification | None:
        try:
            given = [position for position, source in enumerate(self._flow.sources[number]) if source is None]
            found = measured(call, self._above, given)
        except NotRepeatable:
            self._note(number, call)
            return None
        self._measured += any(is_float(v) for _, v in call.outputs)
        if found is not None and found.kind == "made" and self._began_earlier(number, found):
            return None
        return found

    def _began_earlier(self, number: int, found: Amplification) -> bool:
        """Return True if a NaN or Inf has an earlier cause.

        In this case, the value is finite if the whole step is computed in float64.
        """
        exact = found.exact[found.output][found.worst]
        return not np.isfinite(exact) and bool(np.isfinite(self._flow.in_float64(number, found.output)[found.worst]))

    def _note(self, number: int, call: ExecutedOp) -> None:
        if call.has_blocks:
            return
        following = self._calls[number + 1].op if number + 1 < len(self._calls) else None
        if not call.op.opaque:
            reason = "its kernel cannot be called again in float64"
        elif following is not None and following.depth > call.depth:
            reason = f"{call.function} is measured by the operators that it calls"
        else:
            reason = f"{call.function} is not called again"
        site = "" if call.site is None else call.site.where
        self._unmeasured[call.type, site, reason] += 1

    def _reach(self, number: int, found: Amplification) -> Reach | None:
        call = self._calls[number].op
        if found.kind == "range":
            return Reach(call.outputs[found.output][0] or call.type, 0.0)
        if call.is_update:
            return Reach(call.outputs[found.output][0] or call.type, float("inf"))
        self._navigator.search.check()
        eps = max(eps_of(v) for _, v in call.inputs if is_float(v))
        return self._flow.reach(number, found, eps, self._above)

    # --- the result ---------------------------------------------------------------------------------

    def _risk(self, number: int, found: Amplification, reach: Reach) -> Risk:
        call, record = self._calls[number]
        cause, operator, site = explain(self._flow, number, found), call.operator, call.site
        name = call.outputs[found.output][0] or call.type
        result = reach.name if reach.name == GRADIENTS else self._shown(record, reach.name)
        return Risk(
            name=name,
            called=self._called(record, name),
            operator=call.type,
            op=-1 if operator is None else operator.id,
            phase="" if operator is None else operator.phase,
            layer="" if operator is None else operator.layer_path,
            site="" if site is None else site.where,
            source="" if site is None else site.code,
            dtype=dtype_name(call.result(found.output)),
            cause=cause.kind,
            text=cause.text,
            fix=cause.fix,
            amplification=found.number if found.kind == "made" else max(found.condition, found.number),
            error=found.error,
            elements=tuple(self._element(number, found, index) for index in found.places),
            result=result,
            change=reach.share,
        )

    def _element(self, number: int, found: Amplification, index: tuple[int, ...]) -> RiskyElement:
        call = self._calls[number].op
        operands = provenance(call, found.output, index).operands
        read = tuple(
            Element(call.inputs[o.position][0] or "", o.index, _number(call.array(o.position)[o.index]))
            for o in operands
        )
        exact = self._flow.in_float64(number, found.output)[index]
        return RiskyElement(index, read, _number(wide(call.result(found.output))[index]), _number(exact))

    def _called(self, record: RunRecord, name: str) -> str:
        return name_beside(record.plan.block.program, name, record.value_names())

    def _shown(self, record: RunRecord, name: str) -> str:
        return (self._called(record, name) or name) if name else ""


def _rank(found: Amplification) -> tuple[bool, bool, float]:
    """Return the sort key of an amplification: first NaN and Inf, then large amplifications, last large exponents."""
    return found.kind != "made", found.kind == "range", -found.number


def _number(value: Any) -> float:
    return float(np.real(value))
