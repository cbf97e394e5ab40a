"""Calls whose results are stored, because operators alone cannot compute them, such as NumPy code in a PyLayer."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

import numpy as np

from opscope.debug.eager.condensed_step import CallForm, Copy, StepStructure, View
from opscope.debug.eager.tensor_states import have_same_bits
from opscope.eager.op_calls import SET_VALUE
from opscope.errors import UnsupportedError


class OpaqueCalls:
    """Calls that cannot be computed again with changed inputs.

    Arrays from inside these calls are stored, because operators alone cannot compute them.
    """

    def __init__(self, structure: StepStructure) -> None:
        self._calls = structure.calls
        self._sources: dict[int, int] = {}  # of views and copies
        for event in structure.events:
            if isinstance(event, View | Copy):
                self._sources[event.slot] = event.owner if isinstance(event, View) else event.of
        stored = {slot for slot, *_ in structure.layouts}
        seen = {slot for held in structure.initial for slot in (held.array, held.gradient)}
        self._opaque: set[int] = set()
        self.foreign_gradients: set[int] = set()  # optimizers' calls whose gradient comes from no call
        for number, form in enumerate(self._calls):
            is_kept = _hides_results(form) or self._has_stored(number, form, stored - seen)
            if not form.means and form.op is not SET_VALUE and is_kept:
                self._opaque.add(number)
            if form.updating and "grad" in form.op.inputs:
                gradient = form.inputs[form.op.inputs.index("grad")]
                if gradient and gradient[0] != "value" and self._memories([gradient]) & (stored - seen):
                    self.foreign_gradients.add(number)
            seen |= self._memories(form.inputs) | self._memories(form.made or ())

    def _has_stored(self, number: int, form: CallForm, stored: set[int]) -> bool:
        """Return True if a call, or a call inside this call, uses a stored array that is not an argument of the call.

        A view or a copy of a stored array also counts as a stored array.
        """
        given = self._memories(form.inputs)
        found = self._memories(form.made or ())
        for inner in self._calls[number + 1 :]:
            if inner.depth <= form.depth:
                break
            found |= self._memories(inner.inputs) | self._memories(inner.made or ())
        return bool((found - given) & stored)

    def _memories(self, forms: Sequence[tuple[Any, ...]]) -> set[int]:
        """Return the slots of values, and the slots of the arrays of which these values are views or copies."""
        found: set[int] = set()
        slots = _slots(forms)
        while slots:
            found.update(slots)
            slots = [self._sources[slot] for slot in slots if slot in self._sources]
        return found

    def require(self, step: int, number: int, untouched: Sequence[Any], edited: Sequence[Any]) -> None:
        """Raise UnsupportedError if a call cannot be computed again, but may read values that have changed.

        The gradient of a PyLayer reads the values that its forward has saved, and these values are not among its
        inputs. A call that draws random numbers reads only its inputs.
        """
        form = self._calls[number]
        if number not in self._opaque or not form.op.reads_elements:
            return
        reads_more = form.node is not None and not form.op.random
        for slot in range(min(len(untouched), len(edited))) if reads_more else _slots(form.inputs):
            a, b = untouched[slot], edited[slot]
            if reads_more and (a is None or b is None):
                continue  # made by a later call
            if (a is None) != (b is None) or (a is not None and not have_same_bits(np.asarray(a), np.asarray(b))):
                raise self._error(step, number, "depends on the change")

    def require_outside(self, step: int, running: Collection[int]) -> None:
        """Raise UnsupportedError if one of the calls `running` around a change cannot be computed again."""
        for number in sorted(self._opaque.intersection(running)):
            raise self._error(step, number, "contains the change")

    def _error(self, step: int, number: int, relation: str) -> UnsupportedError:
        form = self._calls[number]
        why = "draws random numbers" if form.op.random else "runs Python code, which opscope does not run again"
        why = "has results that cannot be shown" if _hides_results(form) else why
        return UnsupportedError(
            f"operator {number} of step {step}, {form.op.name}, {relation}, but this operator {why}",
            fix="end the branch before this step, or set the value at this operator in a new run and continue",
        )


def _hides_results(form: CallForm) -> bool:
    """Return True for a call to another library that has a result without an array."""
    made = form.made or ()
    return not form.op.is_computed_here and any(each and (each[-1] is None or each[-1] == -1) for each in made)


def _slots(forms: Sequence[tuple[Any, ...]]) -> list[int]:
    return [each[-1] for each in forms if each and each[0] != "value" and each[-1] >= 0]
