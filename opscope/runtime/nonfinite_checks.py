"""Checks for NaN and Inf. Every result of every op is checked, in eager code and in programs.

A check is a watcher of eager ops and a pass over plans. If no check is active, runs do no additional work.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

import numpy as np

from opscope.core import state
from opscope.core.annotations import Array
from opscope.core.checks.finite import all_finite
from opscope.core.formats.narrow_arrays import dtype_name, widened
from opscope.core.place import array_module, to_host
from opscope.core.source import Site
from opscope.core.spec import spec_of
from opscope.eager.op_calls import OpCall
from opscope.eager.tape import Tracked
from opscope.eager.watch import watch_everywhere
from opscope.errors import RunError
from opscope.events import is_healthy
from opscope.ir.compat.op_types import op_name
from opscope.ir.program.program import Operator, Variable
from opscope.runtime.instrument import instrument_everywhere
from opscope.runtime.plan import Env, Instruction, Plan

ABORT, PRINT, OVERFLOW, ALL = 0, 1, 2, 3  # FLAGS_check_nan_inf_level
_SHORT_DTYPES = {"float16": "fp16", "float32": "fp32", "float64": "fp64"}
_FLOAT16_MAX = 65504.0


class ValueCounts(NamedTuple):
    """Counts and statistics of a value. max, min and mean are over all elements, as in Paddle."""

    numel: int
    nan: int
    inf: int
    zero: int
    max: float
    min: float
    mean: float

    @property
    def finite(self) -> bool:
        """True if every element is finite."""
        return is_healthy(self.nan, self.inf)


def count_values(array: Array) -> ValueCounts:
    """Return the counts of an array of floats, or of the magnitudes of complex elements."""
    values = to_host(array)
    if values.dtype.kind == "c":
        values = np.abs(values)
    wide = values.astype("float64").reshape(-1)
    nan, inf, zero = (int(f(wide).sum()) for f in (np.isnan, np.isinf, lambda v: v == 0))
    if not wide.size:
        return ValueCounts(0, 0, 0, 0, 0.0, 0.0, 0.0)
    numbers = wide[~np.isnan(wide)] if not np.isnan(wide.flat[0]) else wide[:0]  # as Paddle, which compares from there
    top, low = (float(numbers.max()), float(numbers.min())) if numbers.size else (float("nan"), float("nan"))
    with np.errstate(invalid="ignore"):
        return ValueCounts(int(wide.size), nan, inf, zero, top, low, float(wide.mean()))


class ValueOrigin(NamedTuple):
    """The op that has computed a value, with its inputs and attributes. The error message shows this information."""

    op: str
    tensor: str
    site: Site | None
    inputs: dict[str, Any]
    attrs: Mapping[str, Any] = MappingProxyType({})


class NumericCheck:
    """Check of the results of ops for NaN and Inf.

    `level` is as in Paddle. At level 0, NaN or Inf raises an error. At level 1, a line is printed instead. At level 2,
    a line is also printed for values that float16 cannot represent. At level 3, a line is printed for each value.
    `checked` and `skipped` are names of operators to check and to skip, in Paddle or in opscope. If `to`
    is set, lines are written to files in this folder.
    """

    def __init__(
        self, level: int = ABORT, checked: Iterable[str] = (), skipped: Iterable[str] = (), to: str | None = None
    ) -> None:
        self.level = level
        self.checked, self.skipped = _both_names(checked), _both_names(skipped)
        self.to = to

    def check(self, array: Array, origin_of: Callable[[], ValueOrigin], *names: str) -> None:
        """Check one result of an op. Raises RunError at level 0."""
        if not hasattr(array, "dtype") or array.dtype.kind not in "fc":
            return
        if (self.checked and not self.checked & {*names}) or self.skipped & {*names}:
            return
        if self.level < OVERFLOW and all_finite(array):
            return
        found = count_values(array)
        beyond = self.level >= OVERFLOW and array.dtype.name == "float32" and _overflows_float16(found)
        if found.finite and not beyond and self.level < ALL:
            return
        origin = origin_of()
        kind = _SHORT_DTYPES.get(dtype_name(array), dtype_name(array))
        device = "cpu" if array_module(array) is np else f"gpu:{array.device.id}"
        place = f"[device={device}, op={origin.op}, tensor={origin.tensor}, dtype={kind}]"
        self._report(_line(place, found), device)
        if not found.finite and self.level == ABORT:
            error = RunError(
                f"(PreconditionNotMet) There are NAN or INF (num_nan={found.nan}, num_inf={found.inf}, "
                f"num_zero={found.zero}) in {place}.",
                facts={name: describe(value) for name, value in origin.inputs.items()}, site=origin.site,
                fix="look at the inputs, or paddle.set_flags({'FLAGS_check_nan_inf': 0})",
            )  # fmt: skip
            error._opscope_located = True  # type: ignore[attr-defined]
            raise error

    def _report(self, line: str, device: str) -> None:
        if self.to is None:
            print(line)  # noqa: T201 (as Paddle does)
            return
        os.makedirs(self.to, exist_ok=True)
        with (Path(self.to) / f"worker_{device.replace(':', '.')}").open("a") as file:
            file.write(f"{line}\n")

    # --- eager ops ----------------------------------------------------------------------------------

    def before(self, call: OpCall) -> None:
        """Do nothing, because only results are checked."""

    def failed(self, call: OpCall, error: Exception) -> None:
        """Do nothing, because a failed op has no result."""

    def after(self, call: OpCall) -> None:
        """Check the results of an eager op."""
        for position, out in enumerate(call.outputs):
            array = out._value if isinstance(out, Tracked) else out
            self.check(widened(array), lambda at=position: _eager_origin(call, at), call.op.name)

    # --- operators of programs ----------------------------------------------------------------------

    def __call__(self, plan: Plan) -> Plan:
        """Return the plan with a check after each operator and of each feed.

        Operators in inner blocks are checked too.
        """
        plan = plan.map_plans(self)
        names = {slot: name for name, slot in plan.slots.items()}
        made: list[Instruction] = []
        if plan.block.parent_idx < 0 and plan.instructions:
            first = plan.instructions[0].operator
            made += [self._instruction(first, plan.block.find(name), slot, "feed") for name, slot in plan.feeds]
        for instruction in plan.instructions:
            made.append(instruction)
            if instruction.kind == "op":
                operator = instruction.operator
                written = dict.fromkeys(instruction.writes)
                made += [self._instruction(operator, plan.block.find(names[s]), s, "", instruction) for s in written]
        return plan.with_instructions(made)

    def _instruction(
        self, owner: Operator, variable: Variable | None, slot: int, kind: str, of: Instruction | None = None
    ) -> Instruction:
        name = "" if variable is None else variable.name

        def step(env: Env) -> None:
            def origin_of() -> ValueOrigin:
                if of is None:
                    return ValueOrigin(kind, name, None if variable is None else variable.site, {})
                read = zip([n for n in owner.inputs if n is not None], of.reads, strict=False)
                inputs = {n: env[s] for n, s in read if s not in of.writes}
                return ValueOrigin(owner.type, name, owner.site, inputs, owner.attrs)

            self.check(env[slot], origin_of, *((kind,) if kind else (owner.type, owner.op.name)))

        return Instruction(step, owner, reads=(slot,), kind="check")


def _both_names(names: Iterable[str]) -> frozenset[str]:
    return frozenset(n for name in names for n in (name, op_name(name)))


def _overflows_float16(found: ValueCounts) -> bool:
    return found.max > _FLOAT16_MAX or found.min < -_FLOAT16_MAX


def _line(place: str, found: ValueCounts) -> str:
    bad = "" if found.finite else f"num_nan={found.nan}, num_inf={found.inf}, "
    word = "" if found.finite else "[ERROR] "
    return (
        f"[PRECISION] {word}in {place}, numel={found.numel}, {bad}num_zero={found.zero}, max={found.max:e}, "
        f"min={found.min:e}, mean={found.mean:e}"
    )


def _eager_origin(call: OpCall, position: int) -> ValueOrigin:
    # _name, not name: reading `name` of an unnamed tensor creates a name
    out: Any = call.outputs[position]
    known = call.names[position] if position < len(call.names) else ""
    name = known or (out._name if isinstance(out, Tracked) else "")
    inputs = {
        (v._name if isinstance(v, Tracked) and v._name else call.op.input_name(i)): v
        for i, v in enumerate(call.inputs) if v is not None
    }  # fmt: skip
    return ValueOrigin(call.op.name, name, call.site, inputs, call.attrs)


def describe(value: Array) -> object:
    """Return a text that describes an input, such as `float32[2, 3], 1 NaN, 0 Inf`."""
    array = widened(value._value if isinstance(value, Tracked) else value)
    if not hasattr(array, "dtype"):
        return array
    spec = spec_of(array)
    if array.dtype.kind not in "fc":
        return spec
    found = count_values(array)
    return f"{spec}, {found.nan} NaN, {found.inf} Inf" if not found.finite else f"{spec}, {found.zero} zeros"


class _Active:
    check: NumericCheck | None = None
    stops: Sequence[Callable[[], None]] = ()


def set_global_check(check: NumericCheck | None) -> None:
    """Check all ops of all threads after this call. None stops the checks."""
    for stop in _Active.stops:
        stop()
    _Active.check = check
    _Active.stops = () if check is None else (watch_everywhere(check), instrument_everywhere(check))


def active_check() -> NumericCheck | None:
    """Return the active check, or None."""
    return _Active.check


@state.on_reset
def _reset() -> None:
    set_global_check(None)
