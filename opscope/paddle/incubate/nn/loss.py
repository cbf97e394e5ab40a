"""identity_loss: returns the sum, the mean or the values of a loss; Paddle marks a loss with it for IPUs."""

from __future__ import annotations

from typing import Any

from opscope.core.public_calls import note_functions
from opscope.core.source import site
from opscope.errors import ArgumentError, NotFound
from opscope.ops.elementwise.arithmetic import assign
from opscope.ops.reduction import mean, sum

_BY = {"sum": 0, "mean": 1, "none": 2}


def identity_loss(x: Any, reduction: str | int = "none") -> Any:
    """Return x, its sum or its mean; reduction: 'none', 'sum', 'mean' or their numbers 2, 0, 1.

    Raises ArgumentError for another word, NotFound for another number.
    """
    number = _BY.get(reduction.lower()) if isinstance(reduction, str) else reduction
    if number is None:
        raise ArgumentError(
            "reduction of identity_loss must be 'none', 'sum' or 'mean'.", facts={"reduction": reduction}, site=site()
        )
    if number not in (0, 1, 2):
        raise NotFound(
            f"(NotFound) the number for reduction must be 0 (sum), 1 (mean) or 2 (none), but it is {number}.",
            site=site(),
        )
    return (sum, mean, assign)[number](x)


note_functions(__name__)
