"""Gradient checks: the gradients of the user's own functions against finite differences."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from opscope.core.unknown_options import reject_unknown_options
from opscope.debug.gradients.check import Checker
from opscope.debug.gradients.program_ops import GradientCheckPass
from opscope.debug.gradients.pylayers import check_pylayers
from opscope.debug.gradients.report import CheckedGradient, Checks
from opscope.runtime.instrument import instrumented

__all__ = ["CheckedGradient", "Checks", "check", "checking"]


@contextmanager
def checking(times: int = 2) -> Iterator[Checks]:
    """As `check`, for the code inside the block, in this thread."""
    checker = Checker(times)
    with check_pylayers(checker), instrumented((GradientCheckPass(checker),), lower=False):
        yield checker.found


@reject_unknown_options
def check(body: Callable[[], Any], *, times: int = 2) -> Checks:
    """Run `body()`, and compare the gradients of the user's functions that it calls with finite differences.

    Checks PyLayers, `static_pylayer` and `py_func` with a backward function, each the first `times` times that it is
    applied on a line, with the values it is applied to; a check calls these functions many times. The results of
    `body` do not change. Returns the findings; print them.
    """
    with checking(times) as found:
        body()
    return found
