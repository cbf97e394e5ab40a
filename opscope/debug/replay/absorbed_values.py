"""Test that finds harmful NaN and Inf; an Inf that a softmax or max absorbs is an example of a harmless Inf.

A NaN or Inf is harmful if it reaches a result: a value that the run returns or stores, or an argument of a user's
function. To decide if a NaN or Inf is harmful, opscope executes the following operators until all values are finite
again. If an operator only passes on an Inf, for example from a mask of -Inf, opscope follows only Inf, and not NaN. If
this Inf becomes NaN later in the run, the NaN is reported at the operator that makes the NaN.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Set
from dataclasses import dataclass
from typing import Any

import numpy as np

from opscope.core.place import has_numbers, to_host
from opscope.core.random import Generator
from opscope.debug.replay.program_kind import Cursor
from opscope.debug.taps.selector import Selector
from opscope.errors import ArgumentError, nearest
from opscope.ir.program.program import Operator
from opscope.runtime.frame import Context, Frame, run_frame
from opscope.runtime.plan import Instruction, Plan

KINDS = ("nan", "inf", "+inf", "-inf", "any")  # "inf": either sign; "any": also NaN


@dataclass(frozen=True)
class Expectation:
    """NaN or Inf that the user has declared as intended.

    `what` is the type of the intended elements (an entry of `KINDS`), and `spec` selects the values that may contain
    them.
    """

    spec: str
    selector: Selector
    what: str

    def __str__(self) -> str:
        return f"{self.what} in {self.spec}"


def expectation(spec: str, what: str) -> Expectation:
    """Make the Expectation that the values which a pattern selects may contain NaN or Inf.

    Raises ArgumentError if the pattern or the type of the elements is invalid.
    """
    return Expectation(spec, Selector.parse(spec), kind_of(what))


def kind_of(what: str) -> str:
    """Convert a text to an entry of `KINDS`, such as "nan" or "-inf". Upper and lower case do not matter.

    Raises ArgumentError if `KINDS` does not contain the text.
    """
    kind = what.lower() if isinstance(what, str) else what
    if kind not in KINDS:
        raise ArgumentError(
            f"{what!r} is not a type of NaN or Inf", fix=nearest(kind, KINDS) or f"one of {', '.join(KINDS)}"
        )
    return kind


def is_expected(expectations: Iterable[Expectation], name: str, operator: Operator | None, value: Any) -> bool:
    """Return True if the user expects all NaN and Inf in a value."""
    return is_of_kinds(value, {e.what for e in expectations if e.selector.matches(name, operator)})


def is_of_kinds(value: Any, kinds: Set[str]) -> bool:
    """Return True if `kinds` contains the type (such as "nan" or "-inf") of each NaN and Inf in a value.

    The result is False if `kinds` is empty.
    """
    if not kinds:
        return False
    array = to_host(value)
    left = ~np.isfinite(array)
    if "any" in kinds or "nan" in kinds:
        left &= ~np.isnan(array)
    for kind, sign in (("+inf", np.inf), ("-inf", -np.inf)):
        if kinds & {kind, "inf", "any"}:
            left &= array != sign
    return not left.any()


def result_names(plan: Plan) -> frozenset[str]:
    """Return the names of the values of a plan in which a NaN or Inf is harmful.

    These are the values that the plan returns or stores, and the arguments of the user's functions.
    """
    names = {name for name, _ in (*plan.fetches, *plan.stores)}
    for instruction in plan.instructions:
        if instruction.operator.op.opaque:
            names.update(n for n in instruction.operator.inputs if n is not None)
        for inner in instruction.plans:
            names |= result_names(inner)
    return frozenset(names)


def is_harmful(cursor: Cursor, name: str, operator: Operator | None, value: Any) -> bool:
    """Return True if the NaN or Inf in a value that was just written will reach a result of the run.

    In eager code, the later operators are not known. Therefore, every NaN or Inf in eager code counts as harmful,
    except an Inf that an operator only passes on.
    """
    carried = _is_carried(cursor, operator, value)
    if "recompute" not in cursor.can:
        return not carried
    return cursor.reaches_result(name, carried)


def _is_carried(cursor: Cursor, operator: Operator | None, value: Any) -> bool:
    """Return True if the operator only passes on an Inf: from a feed, a constant, an input, or an attribute.

    The result is False if the value contains NaN.
    """
    if np.isnan(to_host(value)).any():
        return False
    if operator is None or not any(operator.inputs):
        return True
    names = [n for n in operator.inputs if n is not None and n not in operator.outputs]
    had = given_infinities(operator.op.name, operator.attrs)
    had = had.union(*(_infinities(v) for n in names if has_numbers(v := cursor.lookup(n))))
    return bool(had) and (operator.op.meaning in _CHANGES_SIGN or _infinities(value) <= had)


def given_infinities(op: str, attrs: Mapping[str, Any]) -> set[float]:
    """Return the infinities (Inf, -Inf) among the attributes of an operator, such as fill values and bounds."""
    if op == "scale":  # x / 0.0 scales by an Inf that the program has not written
        return set()
    return {value for value in attrs.values() if isinstance(value, float) and np.isinf(value)}


_CHANGES_SIGN = ("scale", "multiply", "divide", "subtract")


def _infinities(value: Any) -> set[float]:
    """Return the infinities (Inf, -Inf) among the elements of a value."""
    array = to_host(value)
    return {sign for sign in (np.inf, -np.inf) if array.dtype.kind == "f" and (array == sign).any()}


def is_passed_on(cursor: Cursor, operator: Operator | None, value: Any, before: Callable[[str], Any]) -> bool:
    """Return True if an input of the operator already contained the NaN or Inf that its new output contains.

    If the output contains NaN, only NaN in the inputs counts. Otherwise, Inf in the inputs counts.

    An operator that has blocks never makes a NaN itself: the NaN comes from an operator in a block. The function
    `before` returns the values that existed at the end of the previous step. If the operator has overwritten an
    input, `before` gives the earlier value of this input.
    """
    if operator is None:
        return False
    is_same = np.isnan if np.isnan(to_host(value)).any() else np.isinf
    read = (before(n) if n in operator.outputs else cursor.lookup(n) for n in operator.inputs if n is not None)
    return bool(operator.blocks) or any(is_same(to_host(v)).any() for v in read if has_numbers(v))


class Future:
    """Future of a run: executes the operators after a position of the outermost block, on copies of the values.

    The user's functions are not called. `inside` is True if the position is inside a block of the next operator.
    """

    def __init__(self, frame: Frame, inside: bool, only_inf: bool) -> None:
        self.plan, self.start, self.inside = frame.plan, frame.pc, inside
        rng = Generator()
        rng.set_state(frame.context.rng.get_state())
        self.env = [Context(run_frame, rng, frame.context.step), *frame.env[1:]]
        self.only_inf = only_inf
        self.bad: set[int] = set()  # slots with NaN or Inf that originates in the value
        self.unknown: set[int] = set()  # slots that functions of the user will write

    def reaches_result(self, name: str) -> bool:
        """Return True if the NaN or Inf in a value reaches a result, or an argument of a user's function."""
        slot = self.plan.slots.get(name)
        if slot is not None and not self.inside:
            self.bad.add(slot)
        for number, instruction in enumerate(self.plan.instructions[self.start :]):
            owns_block = self.inside and not number
            if instruction.kind == "op" and self._ends_in_function(instruction, owns_block):
                return True
            if not self.bad:
                return False
        results = {slot for _, slot in (*self.plan.fetches, *self.plan.stores)}
        return bool(self.bad & results)

    def _ends_in_function(self, instruction: Instruction, from_inside: bool) -> bool:
        """Execute an instruction on the copies of the values.

        Returns True if a user's function receives a value with the NaN or Inf, or if the operator fails.
        """
        reads_bad = from_inside or any(slot in self.bad for slot in instruction.reads)
        reads_unknown = any(slot in self.unknown for slot in instruction.reads)
        if reads_unknown or _calls_functions(instruction):
            if reads_bad:
                return True
            self.unknown.update(instruction.writes)
            return False
        try:
            with np.errstate(all="ignore"):
                instruction.step(self.env)
        except Exception:  # noqa: BLE001 (the run itself will raise it)
            return True
        for slot in instruction.writes:
            self.unknown.discard(slot)
            self.bad.discard(slot)
            if reads_bad and self._is_bad(self.env[slot]):
                self.bad.add(slot)
        return False

    def _is_bad(self, value: Any) -> bool:
        if not has_numbers(value) or value.dtype.kind not in "fc":
            return False
        array = to_host(value)
        return bool(np.isinf(array).any()) if self.only_inf else not np.isfinite(array).all()


def _calls_functions(instruction: Instruction) -> bool:
    return instruction.operator.op.opaque or any(_calls_functions(i) for p in instruction.plans for i in p.instructions)
