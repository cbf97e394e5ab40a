"""Are the gradients that a program's own functions give those of what they compute? Finite differences tell."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from opscope.debug.gradients.check import Checker
from opscope.debug.gradients.program_ops import ProgramsChecked
from opscope.debug.gradients.pylayers import layers_checked
from opscope.debug.gradients.report import Checked, Checks
from opscope.runtime.instrument import instrumented

__all__ = ["Checked", "Checks", "check", "checking"]


@contextmanager
def checking(times: int = 2) -> Iterator[Checks]:
    """As `check`, of what runs inside the block, in this thread."""
    checker = Checker(times)
    with layers_checked(checker), instrumented((ProgramsChecked(checker),), lower=False):
        yield checker.found


def check(body: Callable[[], Any], *, times: int = 2) -> Checks:
    """Run `body()`, and compare the gradients of its own functions with finite differences.

    Checked are PyLayers, `static_pylayer` and `py_func` with a backward function, each the first `times` times that it
    is applied on a line, on the very values it is applied to; their functions are called many times for it. What the
    body computes is not touched. Returns the findings; print them.
    """
    with checking(times) as found:
        body()
    return found
