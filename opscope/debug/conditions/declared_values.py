"""Checks a condition on zeros of the declared shapes: it finds what can never be evaluated before the program does."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np

from opscope.core.spec import TensorSpec
from opscope.debug.conditions.condition import Condition
from opscope.errors import ArgumentError
from opscope.ir.program.program import Variable

MANY = 1 << 12  # an unknown dim that is large
MAX_ELEMENTS = 1 << 20  # larger zeros are not made: then nothing is said


class DeclaredValues:
    """The environment of a condition with zeros for all variables; unknown dims are `unknown`."""

    step = run = 1
    op = role = name = ""

    def __init__(self, variables: Mapping[str, Variable], unknown: int, value: TensorSpec | None) -> None:
        self.variables = variables
        self.unknown = unknown
        self.value = None if value is None else self._zeros(value)

    def lookup(self, name: str) -> Any:
        """Zeros of the declared shape; None for an unknown name."""
        found = self.variables.get(name)
        return None if found is None else self._zeros(found.spec)

    previous = lookup

    def _zeros(self, spec: TensorSpec) -> Any:
        shape = [self.unknown if dim is None else dim for dim in spec.shape]
        return np.zeros(shape, spec.dtype.dtype) if math.prod(shape) <= MAX_ELEMENTS else None


def check_condition(condition: Condition, variables: Mapping[str, Variable], values: Iterable[TensorSpec] = ()) -> None:
    """Raise ArgumentError for a condition that names none of `variables`, or that no values could make true.

    `values` are the declarations of the breakpoint's own value. The length of an unknown dim may decide, so an error
    counts if a dim of 1 and a long one give it.
    """
    bound = condition.bind(variables)
    for value in [*values] or [None]:
        try:
            bound.holds(DeclaredValues(variables, 1, value))
        except ArgumentError:
            bound.holds(DeclaredValues(variables, MANY, value))
