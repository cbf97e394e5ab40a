"""fluid.average: a weighted mean over several batches."""

from __future__ import annotations

from typing import Any

import numpy as np

from opscope.core.described import Described
from opscope.core.source import site
from opscope.errors import ArgumentError


class WeightedAverage(Described):
    """The weighted mean of values. Raises ArgumentError for values that are not numbers, and without a value."""

    def __init__(self) -> None:
        self.reset()

    def reset(self) -> None:
        """Forget all values."""
        self.numerator: Any = None
        self.denominator = 0.0

    def add(self, value: Any, weight: Any) -> None:
        """Add a number or an array with its weight."""
        if not isinstance(value, int | float | np.ndarray | np.generic):
            raise ArgumentError("The 'value' must be a number (int, float) or a NumPy array.", site=site())
        if not isinstance(weight, int | float | np.generic) and np.shape(weight) not in ((), (1,)):
            raise ArgumentError("The 'weight' must be a number (int, float).", site=site())
        share = float(np.reshape(weight, -1)[0])
        self.numerator = np.asarray(value) * share + (0.0 if self.numerator is None else self.numerator)
        self.denominator += share

    def eval(self) -> Any:
        """Return the mean."""
        if self.numerator is None or not self.denominator:
            raise ArgumentError("There is no data to be averaged in WeightedAverage.", site=site())
        return self.numerator / self.denominator


__all__ = ["WeightedAverage"]
