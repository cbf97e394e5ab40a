"""diff: compares two runs: their programs, their inputs and their values."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import numpy as np

from opscope.bounded_series import BoundedSeries
from opscope.core.formats.narrow_arrays import dtype_name, float_limits
from opscope.core.place import has_numbers, to_host
from opscope.core.progress_bar import progressed
from opscope.debug.comparison.alignment import Alignment, align
from opscope.debug.comparison.change import ENVIRONMENT, Change, ChangeKind, errors_text
from opscope.debug.comparison.change_order import in_order, joined
from opscope.debug.comparison.comparand import Comparand, RunKey, Unit, comparand, name_in_code
from opscope.debug.comparison.difference import Difference, LossPair
from opscope.debug.comparison.environment_changes import environment_changes
from opscope.debug.comparison.program_changes import program_changes
from opscope.debug.comparison.recorded_changes import RecordComparison
from opscope.debug.comparison.value_difference import ROUNDINGS, compare
from opscope.debug.comparison.value_search import DifferenceGrowth, DifferingValue, TraceComparison
from opscope.debug.replay.measured_replay import MeasuredReplay
from opscope.debug.replay.program_kind import RunRecord
from opscope.debug.replay.replayer import Replayer
from opscope.debug.values.run_trace import operators_of, trace
from opscope.errors import ArgumentError
from opscope.ir.program.program import Operator, Program
from opscope.names.generated_names import is_generated
from opscope.names.shown_name import name_beside

POINTS = 256  # steps whose loss is kept
STRUCTURE = ("operator", "order", "attribute", "function", "dtype", "shape", "place", "mode")


def diff(a: Any, b: Any, *, rtol: float | None = None) -> Difference:
    """Compare two runs: find the cause of their difference, the first differing value, and the effect on the loss.

    Runs of programs are compared in order, with one run in memory at a time. Programs, feeds, random states and initial
    values are compared first. All other values are recomputed and compared only if a program, a feed, a random state or
    an initial value differs. The user's functions are not called again.

    Args:
        a: a run (paused or finished), a recording or its folder, a function, or a program. If `a` is a function, diff
            runs this function before the comparison. If `a` is a program that was not run, diff compares no values.
        b: the other side of the comparison. It can be the same types of objects as `a`.
        rtol: the tolerance, relative to the largest magnitude of a value. If `rtol` is None, the bits of the values are
            compared. But if dtypes or devices differ, or if eager code is compared with a program, `rtol=None` means a
            tolerance of 1000 rounding errors of the coarser dtype.

    Returns:
        The difference, which you can print. Its attribute `same` is True if the runs do not differ.

    Raises:
        ArgumentError: `rtol` is negative.
        UsageError: `a` or `b` is neither a run, a recording, a program nor a function.
        RunError: the history of one of the runs is empty.

    Example:
        >>> debug.diff(run, run).same
        True
    """
    if rtol is not None and not rtol >= 0:
        raise ArgumentError(
            f"rtol must be None, or a number of 0 or more, but is {rtol}", fix="pass a number, for example rtol=1e-5"
        )
    first, second = comparand(a), comparand(b)
    compared = _Comparison(first, second, rtol)
    return first.call(lambda: second.call(compared.run))


class _Comparison:
    def __init__(self, a: Comparand, b: Comparand, rtol: float | None) -> None:
        self.a, self.b = a, b
        self.changes: dict[tuple[str, str, str], Change] = {}  # by kind, name, and (for changes of a program) text
        self.first: DifferingValue | None = None
        self.traced: TraceComparison | None = None
        self.program: Program | None = None
        self._called: Callable[[str], str] = lambda name: ""  # user's name of a value in these runs
        self.rtol = 0.0
        self.below = 0.0
        self.runs = self.values = 0
        self.loss = self.loss_called = ""
        self.losses: BoundedSeries[LossPair] = BoundedSeries(POINTS, lambda old, new: max(old, new, key=_distance))
        self._last_loss: LossPair | None = None
        self._wanted_rtol = rtol
        self._records = RecordComparison()
        self._aligned: dict[tuple[int, int], tuple[Alignment, float]] = {}
        self._was_traced: set[tuple[int, int]] = set()
        self._plans: list[Any] = []  # keeps plans alive whose ids are keys above
        self._results = [MeasuredReplay(lambda *_: False, lambda *_: None) for _ in "ab"]

    def run(self) -> Difference:
        self._add([*environment_changes(self.a.environment, self.b.environment)])
        if self.a.journal is None or self.b.journal is None:
            programs = [_program_of(side) for side in (self.a, self.b)]
            self._add(program_changes(align(*map(_operators_of_program, programs))))
        else:
            self._compare_runs()
        errors = self.a.error, self.b.error
        if self.first is None and errors[0] != errors[1] and None not in errors:
            self._add([Change("error", errors_text(*errors))])
        changes = in_order(joined(self.changes.values()))
        causes = [c for c in changes if c.kind not in ENVIRONMENT]  # these are seldom the cause
        losses = [*self.losses.points, *([self._last_loss] if self._last_loss is not None else [])]
        return Difference(
            titles=(self.a.title, self.b.title),
            changes=tuple(changes),
            cause=_cause(causes or (changes if self.first is not None else []), self.first),
            first=self.first,
            growth=() if self.traced is None or self.first is None else tuple(map(self._with_name, self.traced.growth)),
            loss=self.loss,
            loss_called=self.loss_called,
            losses=tuple(dict.fromkeys(losses)),
            rtol=self.rtol,
            below=self.below,
            runs=self.runs,
            values=self.values,
            errors=errors,
            program=self.program,
        )

    def _with_name(self, growth: DifferenceGrowth) -> DifferenceGrowth:
        return replace(growth, called=self._called(growth.name))

    def _add(self, changes: list[Change]) -> None:
        for change in changes:
            of_run = change.kind in ("feed", "initial value", "outside write", "function result", "seed")
            self.changes.setdefault((change.kind, change.name, "" if of_run else change.text), change)

    # --- runs ---------------------------------------------------------------------------------------

    def _compare_runs(self) -> None:
        assert self.a.journal is not None and self.b.journal is not None
        replays = Replayer(self.a.journal), Replayer(self.b.journal)
        modes = self.a.modes | self.b.modes
        if self.a.modes != self.b.modes:
            self._add([Change("mode", " -> ".join(" and ".join(sorted(side.modes)) for side in (self.a, self.b)))])
        only: list[tuple[int, RunKey]] = []
        units = [side.steps() if len(modes) > 1 else side.runs() for side in (self.a, self.b)]
        for one, other in progressed(_paired(units[0], units[1], only), "comparing runs"):
            self.runs += 1
            if self.first is None:
                aligned, rtol = self._align(one, other)
                self._add(self._records.changes(one, other, aligned, rtol))
                self._compare_pair(one, other, aligned, rtol, replays, bool(only))
            elif _is_program(one, other):
                aligned, rtol = self._align(one, other)  # later programs may differ, too
                later = self._records.changes(one, other, aligned, rtol)
                self._add([c for c in later if c.kind == "feed"])  # other data may differ because of the first value
            if one.key.other == 0:
                self._note_loss(one, other)
        counts = [sum(which == side for which, _ in only) for side in (0, 1)]
        if any(counts) and self.first is None:
            text = f"{counts[0]} runs are only in the first, {counts[1]} only in the second"
            self._add([Change("steps", text, step=only[0][1].step)])

    def _align(self, a: Unit, b: Unit) -> tuple[Alignment, float]:
        is_program = _is_program(a, b)
        key = id(a.record.plan), id(b.record.plan)
        if is_program and key in self._aligned:
            return self._aligned[key]
        aligned = align(operators_of(a.records), operators_of(b.records))
        changes = program_changes(aligned)
        other_mode = self.a.modes != self.b.modes
        if not other_mode:  # else the modes determine the operators
            self._add(changes)
        rounded = other_mode or a.record.plan.place != b.record.plan.place or any(c.kind == "dtype" for c in changes)
        rtol = self._wanted_rtol if self._wanted_rtol is not None else _rounding(aligned) if rounded else 0.0
        self.rtol = max(self.rtol, rtol)
        if is_program:
            self._aligned[key] = aligned, rtol
            self._plans += [a.record.plan, b.record.plan]
        return aligned, rtol

    def _compare_pair(
        self, one: Unit, other: Unit, aligned: Alignment, rtol: float, replays: tuple[Replayer, Replayer], odd: bool
    ) -> None:
        a, b = one.record, other.record
        eager = one.segment is None or one.segment.isolated
        key = id(a.plan), id(b.plan)
        if not self.changes and not odd and not eager:
            self._compare_fetched(a, b, aligned, rtol)  # everything else was computed from equal values
            return
        came = any(change.step == a.step for change in self.changes.values() if change.step)
        if key in self._was_traced and not came and not eager and not self._results_differ(one, other, aligned, rtol):
            return
        self._was_traced.add(key)
        compared = TraceComparison(aligned, rtol, one.key.step)
        compared.run(*([e for r in u.records for e in trace(p, r)] for u, p in zip((one, other), replays, strict=True)))
        self.values += compared.compared
        self.below = max(self.below, compared.below)
        if compared.first is not None:
            self._called = lambda name: _called(one, other, name, aligned.other_name(name))
            self.first, self.traced = replace(compared.first, called=self._called(compared.first.name)), compared
            self.program = a.plan.block.program
            if eager and not any(text for _, text in compared.first.inputs):
                self._add([_eager_change(compared, self.first), *self._given_changes(compared, self.first)])

    def _given_changes(self, compared: TraceComparison, first: DifferingValue) -> Iterator[Change]:
        """Yield changes for other differing values that come from outside of the step, in eager code."""
        for value in compared.given:
            if value.name != first.name:
                kind: ChangeKind = "initial value" if value.name in compared.updated else "feed"
                text = f"{value.name}: differs by {value.spread:.2g} of the largest magnitude"
                yield Change(kind, text, step=first.step, name=value.name, called=self._called(value.name))

    def _compare_fetched(self, a: RunRecord, b: RunRecord, aligned: Alignment, rtol: float) -> None:
        for name, value in a.fetched.items():
            other = aligned.other_name(name)
            if other in b.fetched and (found := compare(value, b.fetched[other], rtol)) is not None:
                text = "has another result for the same inputs: the machine differs, or something that is not recorded"
                self.first = DifferingValue(
                    a.step, name, other, text, -1, "", "", dtype_name(value), tuple(value.shape), found,
                    called=name_beside(a.plan.block.program, name) or name_beside(b.plan.block.program, other),
                )  # fmt: skip
                return

    def _results_differ(self, one: Unit, other: Unit, aligned: Alignment, rtol: float) -> bool:
        """Execute both runs again at full speed. Returns True if a value that the runs store or return differs."""
        for replay, unit in zip(self._results, (one, other), strict=True):
            if unit.record.error or unit.segment is None:
                return True
            replay.open(unit.segment, next(i for i, r in enumerate(unit.segment.records) if r is unit.record))
            replay.run()
        for name, _ in one.record.plan.stores:
            x, y = (replay.loaded(n) for replay, n in zip(self._results, (name, aligned.other_name(name)), strict=True))
            if has_numbers(x) and has_numbers(y) and compare(x, y, rtol) is not None:
                return True
        a, b = one.record.fetched, other.record.fetched
        names = ((name, aligned.other_name(name)) for name in a)
        return any(other in b and compare(a[name], b[other], rtol) is not None for name, other in names)

    # --- the loss -----------------------------------------------------------------------------------

    def _note_loss(self, one: Unit, other: Unit) -> None:
        a, b = _losses(one), _losses(other)
        for (name, x), (other_name, y) in zip(a.items(), b.items(), strict=False):
            if not self.loss:
                self.loss, self.loss_called = name, _called(one, other, name, other_name)
            self._last_loss = LossPair(one.key.step, x, y)
            self.losses.add(self._last_loss)
            return


def _called(one: Unit, other: Unit, name: str, other_name: str) -> str:
    """Return the name that a value has in the user's code, from run `a` or else from run `b`.

    An old recording does not contain these names.
    """
    return name_in_code(one, name) or (name_in_code(other, other_name) if is_generated(name) else "")


def _is_program(a: Unit, b: Unit) -> bool:
    """Return True if both units are runs of programs."""
    return all(unit.segment is not None and not unit.segment.isolated for unit in (a, b))


def _eager_change(compared: TraceComparison, first: DifferingValue) -> Change:
    """Return a change for the first differing value in eager code, whose external data are not recorded."""
    kind: ChangeKind = "attribute"
    text = f"{first.operator} computes another value from the same inputs"
    if first.op < 0:
        kind = "initial value" if compared.is_parameter else "feed"
        text = f"{first.name}: {first.difference.text}"
    elif compared.step_ratio is not None:
        ratio = f"{compared.step_ratio:.6g} times as long for the same gradient"
        text = f"the step of {first.name} is {ratio}: the learning rate"
    return Change(
        kind, text, first.site, first.source, step=first.step, phase=first.phase, name=first.name, called=first.called
    )


def _distance(pair: LossPair) -> float:
    return pair.distance


def _losses(unit: Unit) -> dict[str, float]:
    """Return the numbers that the runs of a step returned.

    For eager code, return the last number of the forward pass.
    """
    for record in reversed(unit.records):
        numbers = {
            name: float(to_host(value).reshape(()))
            for name, value in record.results()
            if getattr(value, "size", 0) == 1 and value.dtype.kind == "f"
        }
        if numbers:
            return numbers
    return {}


def _paired(a: Iterator[Unit], b: Iterator[Unit], only: list[tuple[int, RunKey]]) -> Iterator[tuple[Unit, Unit]]:
    """Yield pairs of runs that have the same position on both sides, in order.

    A run that only one side has is added to `only`, with the number of this side: 0 or 1.
    """
    one, other = next(a, None), next(b, None)
    while one is not None and other is not None:
        if one.key == other.key:
            yield one, other
            one, other = next(a, None), next(b, None)
        elif one.key < other.key:
            only.append((0, one.key))
            one = next(a, None)
        else:
            only.append((1, other.key))
            other = next(b, None)
    only += [(0, unit.key) for unit in ([one, *a] if one is not None else [])]
    only += [(1, unit.key) for unit in ([other, *b] if other is not None else [])]


def _rounding(aligned: Alignment) -> float:
    """Return the tolerance of the comparison: `ROUNDINGS` times the rounding unit of the least exact float dtype."""
    dtypes: set[Any] = set()
    for pair in aligned.pairs:
        for operator in pair:
            found = (operator.block.find(name) for name in operator.outputs if name)
            dtypes |= {v.spec.dtype for v in found if v is not None and v.spec.dtype.kind == "f"}
    return ROUNDINGS * max((float_limits(dtype).eps for dtype in dtypes), default=float(np.finfo("float32").eps))


def _cause(changes: list[Change], first: DifferingValue | None) -> Change | None:
    """Return the change that explains the first differing value, or the first change if no change explains it."""
    if first is None:
        return changes[0] if changes else None
    names = {first.name, first.other_name}
    of_optimizer = [c for c in changes if c.kind == "attribute" and c.phase == "optimize"]
    ranked = [
        *(of_optimizer if first.op < 0 and first.phase == "optimize" else ()),  # its state, beta1_pow_acc
        *(c for c in changes if c.name in names),
        *(c for c in changes if first.draws and c.kind == "seed"),
        *(c for c in changes if c.kind in STRUCTURE and c.phase == "forward"),
        *changes,
    ]
    return ranked[0] if ranked else None


def _program_of(side: Comparand) -> Program:
    if side.program is not None:
        return side.program
    assert side.journal is not None
    last = max((unit.record for unit in side.runs()), key=lambda record: record.step)
    return last.plan.block.program


def _operators_of_program(program: Program) -> list[Operator]:
    """Return the operators of a program in order. The operators in a block follow the operator that has the block."""
    found: list[Operator] = []

    def add(operators: list[Operator]) -> None:
        for operator in operators:
            found.append(operator)
            for block in operator.blocks:
                add(list(block.ops))

    add(list(program.global_block().ops))
    return found
