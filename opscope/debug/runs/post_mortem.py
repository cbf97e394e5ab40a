"""Inspection of the frames of an exception after it was raised, inside or outside of a run."""

from __future__ import annotations

import sys

from opscope.core.checks.argument_checks import require_kind
from opscope.debug.replay.journal import Journal
from opscope.debug.runs.step_methods import StepMethods
from opscope.debug.session.session import Session
from opscope.debug.state.run_state import LOOKING_BACK, StateCell
from opscope.errors import NotFound, printable
from opscope.events import Event, Stopped


class Failure(StepMethods):
    """An exception with its frames, for the methods `stack`, `up`, `down`, `locals`, `execute` and `evaluate`.

    Only the frames of the exception are known, so you cannot go back to earlier steps.
    """

    def __init__(self, error: BaseException) -> None:
        require_kind(
            error, BaseException, "post_mortem takes an exception", fix="call post_mortem(error), or post_mortem()"
        )
        self.session = Session(_drop, Journal(), state=StateCell(LOOKING_BACK))
        self.session.failures.end_with(error, error.__traceback__)

    @property
    def error(self) -> BaseException:
        """The exception that is inspected."""
        assert self.session.failures.end is not None
        return self.session.failures.end.error

    @property
    def done(self) -> bool:
        """Always True, because the program of an inspected exception does not run any more."""
        return True

    def until_stopped(self, timeout: float | None = None) -> Stopped | None:
        """Return None at once, without waiting.

        Args:
            timeout: ignored, because no program runs.

        Returns:
            None: an exception has frames of Python code, but no position in a tensor program.

        Example:
            >>> debug.post_mortem(ValueError()).until_stopped()
        """
        return self.here

    @property
    def _not_started(self) -> bool:
        return False

    def __repr__(self) -> str:
        return printable(f"<{type(self.error).__name__}: {self.error}>")


def _drop(event: Event) -> None:
    """Ignore an event, because no listener receives the events of an inspected exception."""


def post_mortem(error: BaseException | None = None) -> Failure:
    """Inspect the frames of an exception, as with `pdb.post_mortem`.

    For a run that has failed, use the handle of the run itself. The handle of a run has the same methods, and with
    the handle, you can also go back to earlier steps.

    Args:
        error: the exception; None: the last exception that was not caught.

    Returns:
        The failure; inspect it with `stack`, `up`, `down`, `locals`, `execute` and `evaluate(..., frame=)`.

    Raises:
        NotFound: `error` is None, and Python has not reported an uncaught exception yet.

    Example:
        >>> from opscope import debug
        >>> def half(n):
        ...     return n / 0
        >>> try:
        ...     half(7)
        ... except ZeroDivisionError as e:
        ...     failure = debug.post_mortem(e)
        >>> failure.frame().function, failure.evaluate("n + 1", frame=-1)
        ('half', 8)
    """
    error = error if error is not None else getattr(sys, "last_value", None)
    if error is None:
        raise NotFound("there is no exception to look at", fix="call post_mortem(error)")
    return Failure(error)
