"""Checks of user-defined gradients: each gradient is compared with numerical slopes of the function."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, TypeVar

from opscope.core.checks.argument_checks import require_callable
from opscope.core.checks.number_checks import positive_whole
from opscope.core.checks.unknown_options import reject_unknown_options
from opscope.core.progress_bar import progress
from opscope.core.source import site
from opscope.core.tracebacks import hides_frames
from opscope.debug.gradients.checker import INTENT, Checker
from opscope.debug.gradients.foreign_checks import check_foreign_functions
from opscope.debug.gradients.program_ops import GradientCheckPass
from opscope.debug.gradients.pylayers import check_pylayers
from opscope.debug.gradients.report import CheckedGradient, Checks
from opscope.errors import ArgumentError
from opscope.runtime.instrument import instrument_everywhere

__all__ = ["CheckedGradient", "Checks", "check", "checking", "intended"]

F = TypeVar("F")


@contextmanager
def checking(times: int | None = None, intended: Sequence[str] = (), order: int = 1) -> Iterator[Checks]:
    """Check the gradients of the code inside a `with` block, and of code that other threads run meanwhile.

    This context manager works like the function `check`, for a `with` block.
    """
    if isinstance(intended, str):
        raise ArgumentError("intended must be a list of function names", facts={"given": repr(intended)}, site=site())
    if order not in (1, 2):
        raise ArgumentError("order must be 1 or 2", facts={"given": repr(order)}, site=site())
    checker = Checker(None if times is None else positive_whole(times, "times"), intended, order)
    with progress("checking gradients"), checked_by(checker):
        yield checker.found


@contextmanager
def checked_by(checker: Checker) -> Iterator[None]:
    """Let a checker examine all functions that are called inside the `with` block, in any thread."""
    stop = instrument_everywhere(GradientCheckPass(checker), lower=True)
    try:
        with check_pylayers(checker), check_foreign_functions(checker):
            yield
    finally:
        stop()


@hides_frames
@reject_unknown_options
def check(body: Callable[[], Any], *, times: int | None = None, intended: Sequence[str] = (), order: int = 1) -> Checks:
    """Run `body()` and compare the gradients of the user-defined functions that it calls with numerical slopes.

    The gradient check covers PyLayers, `static_pylayer`, and `py_func` with a backward function. Calls are checked on
    any line and in any thread, in traced and untraced code, in blocks of programs, and in a debugged run. Each function
    is checked at the values that the program passes to it. A gradient check calls each function many times, and then
    restores the state of the function. The gradient check does not change the results of `body`. A slope is measured
    with steps of many different lengths. A gradient is "wrong" only if these slopes agree with each other but differ
    from the gradient. If the slopes disagree with each other, the gradient is "unclear", and the report gives the
    reason.

    Args:
        body: the function to run, for example one training step.
        times: check only the first `times` calls of a function on each line. If None, check the first call on a line in
            full, and all later calls briefly.
        intended: names of functions, or patterns of names, whose gradients differ from the slope on purpose:
            `["RoundSTE", "GradReverse.*"]`. Alternatively, the decorator `intended` declares in the user's code that
            the gradient of a function differs on purpose.
        order: the order of the gradients. If `order` is 2, the second-order gradients of PyLayers are also checked.

    Returns:
        The findings. When the findings are printed, the worst findings come first. The attributes `wrong`, `unclear`
        and `skipped` of the result select findings. The method `require()` of the result raises an error if a gradient
        is wrong.

    Raises:
        UsageError: `body` is not a function.
        ArgumentError: `times` is not a whole number above 0, or `intended` is not a list, or `order` is neither 1 nor
            2.

    Example:
        >>> from opscope import debug
        >>> debug.check(lambda: None)
        no gradient was checked: no PyLayer, autograd.Function, static_pylayer or py_func with a backward has run
    """
    require_callable(body, "check takes a function that runs your program", fix="call debug.check(train)")
    with checking(times, intended, order) as found:
        body()
    return found


def intended(reason: str) -> Callable[[F], F]:
    """Declare that the gradient of a PyLayer or of a backward function differs from the slope on purpose.

    For a declared gradient, a check reports "differs, as declared". NaN, a wrong shape or a wrong dtype in a declared
    gradient is still a fault.

    Args:
        reason: the purpose, for example "straight-through estimator", "gradient reversal" or "clips the gradient".

    Returns:
        The decorator.

    Example:
        >>> from opscope import debug, paddle
        >>> @debug.intended("straight-through estimator")
        ... class Round(paddle.autograd.PyLayer):
        ...     @staticmethod
        ...     def forward(ctx, x):
        ...         return paddle.round(x)
        ...     @staticmethod
        ...     def backward(ctx, dy):
        ...         return dy
    """

    def declare(function: F) -> F:
        setattr(function, INTENT, f"as declared: {reason}")
        return function

    return declare
