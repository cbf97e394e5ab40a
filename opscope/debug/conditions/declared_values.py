"""Checks a condition on zeros of the declared shapes: it finds what can never be evaluated before the program does."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np

from opscope.core.spec import TensorSpec
from opscope.debug.conditions.condition import Condition
from opscope.errors import ArgumentError

MANY = 1 << 12  # an unknown dim that is large
MAX_ELEMENTS = 1 << 20  # larger zeros are not made: then nothing is said


class DeclaredValues:
    """The environment of a condition with zeros for all variables; unknown dims are `unknown`."""

    step = run = 1
    op = role = name = ""

    def __init__(self, specs: Mapping[str, TensorSpec], unknown: int, value: TensorSpec | None) -> None:
        self.specs = specs
        self.unknown = unknown
        self.value = None if value is None else self._zeros(value)

    def lookup(self, name: str) -> Any:
        """Zeros of the declared shape; None for an unknown name."""
        return self._zeros(self.specs[name]) if name in self.specs else None

    previous = lookup

    def _zeros(self, spec: TensorSpec) -> Any:
        shape = [self.unknown if dim is None else dim for dim in spec.shape]
        return np.zeros(shape, spec.dtype.dtype) if math.prod(shape) <= MAX_ELEMENTS else None


def check_condition(condition: Condition, specs: Mapping[str, TensorSpec], values: Iterable[TensorSpec] = ()) -> None:
    """Raise ArgumentError for a condition that names no variable of `specs`, or that no values could make true.

    `values` are the declarations of the breakpoint's own value. The length of an unknown dim may decide, so an error
    counts if a dim of 1 and a long one give it.
    """
    bound = condition.bind(specs.keys())
    for value in [*values] or [None]:
        try:
            bound.holds(DeclaredValues(specs, 1, value))
        except ArgumentError:
            bound.holds(DeclaredValues(specs, MANY, value))
