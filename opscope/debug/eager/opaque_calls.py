"""Calls whose results are stored, because operators alone cannot compute them: NumPy in a PyLayer, dropout."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from opscope.debug.eager.condensed_step import CallForm, StepStructure
from opscope.debug.eager.tensor_states import have_same_bits
from opscope.eager.op_calls import SET_VALUE
from opscope.errors import UnsupportedError


class OpaqueCalls:
    """Calls that cannot be computed with changed inputs, because arrays from inside them are stored."""

    def __init__(self, structure: StepStructure) -> None:
        self._calls = structure.calls
        stored = {slot for slot, *_ in structure.layouts}
        seen = {slot for held in structure.initial for slot in (held.array, held.gradient)}
        self._opaque: set[int] = set()
        self.foreign_gradients: set[int] = set()  # optimizers' calls whose gradient comes from no call
        for number, form in enumerate(self._calls):
            if not form.means and form.op is not SET_VALUE and self._has_stored(number, form, stored - seen):
                self._opaque.add(number)
            if form.updating and "grad" in form.op.inputs:
                gradient = form.inputs[form.op.inputs.index("grad")]
                if gradient and gradient[0] != "value" and gradient[-1] in stored - seen:
                    self.foreign_gradients.add(number)
            seen |= {*_slots(form.inputs), *_slots(form.made or ())}

    def _has_stored(self, number: int, form: CallForm, stored: set[int]) -> bool:
        """Return True if a call, or a call inside it, has an array that is stored and was not given to it."""
        given = set(_slots(form.inputs))
        found = {*_slots(form.made or ())}
        for inner in self._calls[number + 1 :]:
            if inner.depth <= form.depth:
                break
            found |= {*_slots(inner.inputs), *_slots(inner.made or ())}
        return bool((found - given) & stored)

    def require(self, step: int, number: int, untouched: Sequence[Any], edited: Sequence[Any]) -> None:
        """Raise UnsupportedError for a call that cannot be computed, because its inputs differ from the run."""
        if number not in self._opaque:
            return
        form = self._calls[number]
        for slot in _slots(form.inputs):
            a, b = untouched[slot], edited[slot]
            if (a is None) != (b is None) or (a is not None and not have_same_bits(np.asarray(a), np.asarray(b))):
                why = "draws random numbers" if form.op.random else "runs Python code that is not run again"
                raise UnsupportedError(
                    f"operator {number} of step {step}, {form.op.name}, depends on what was changed, and {why}",
                    fix="use a branch that ends before it; or stop there in a new run, set the value and continue",
                )


def _slots(forms: Sequence[tuple[Any, ...]]) -> list[int]:
    return [each[-1] for each in forms if each and each[0] != "value" and each[-1] >= 0]
