"""Attributes and Python numbers of one call; they are not stored in the operator, which stands for many calls."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from opscope.eager.op_calls import GRADIENT_SUM, SET_VALUE, OpCall
from opscope.ops.registry import Attrs


class GivenNumbers(NamedTuple):
    """Attributes of a call, and the inputs of the call that are Python numbers, by their positions."""

    attrs: Attrs
    inputs: Mapping[int, complex]

    @classmethod
    def of(cls, call: OpCall) -> GivenNumbers:
        """Return the attributes of a call, and its arguments that are Python numbers.

        The attributes of assignments and gradient sums are left out, because these attributes may contain Tensors.
        """
        numbers = {i: v for i, v in enumerate(call.inputs) if isinstance(v, int | float | complex)}
        return cls({} if call.op in (SET_VALUE, GRADIENT_SUM) else call.attrs, numbers)
