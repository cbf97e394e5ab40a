"""Check of a condition before the program runs: the condition is evaluated on zeros with the declared shapes."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np

from opscope.core.spec import TensorSpec
from opscope.debug.conditions.condition import Condition
from opscope.errors import ArgumentError
from opscope.ir.program.program import Variable

MANY = 1 << 12  # size of a large unknown dim
MAX_ELEMENTS = 1 << 20  # for larger arrays no check is made


class DeclaredValues:
    """Environment of a condition in which all variables are arrays of zeros. Unknown dims have the size `unknown`."""

    step = run = 1
    op = role = name = ""

    def __init__(self, variables: Mapping[str, Variable], unknown: int, value: TensorSpec | None) -> None:
        self.variables = variables
        self.unknown = unknown
        self.value = None if value is None else self._zeros(value)

    def lookup(self, name: str) -> Any:
        """Return an array of zeros in the declared shape of a variable. Return None for an unknown name."""
        found = self.variables.get(name)
        return None if found is None else self._zeros(found.spec)

    previous = lookup

    def _zeros(self, spec: TensorSpec) -> Any:
        shape = [self.unknown if dim is None else dim for dim in spec.shape]
        return np.zeros(shape, spec.dtype.dtype) if math.prod(shape) <= MAX_ELEMENTS else None


def check_condition(condition: Condition, variables: Mapping[str, Variable], values: Iterable[TensorSpec] = ()) -> None:
    """Raise ArgumentError if the condition has unknown names, or fails for every value with the declared shapes.

    `values` contains the declared dtypes and shapes of the values to which `value` in the condition may refer. The
    condition is tried twice: unknown dims have the size 1, and then a large size. An error is raised only if both tries
    fail.
    """
    bound = condition.bind(variables)
    for value in [*values] or [None]:
        try:
            bound.holds(DeclaredValues(variables, 1, value))
        except ArgumentError:
            bound.holds(DeclaredValues(variables, MANY, value))
