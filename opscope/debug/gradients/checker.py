"""Checker: decides how thoroughly each application of a function is checked, and collects the findings.

On each line, the first application (call) of a function is checked in full. Later applications are screened (checked
briefly). A screening takes about as long as the application itself. A full check follows if the screening finds a
suspicious result. The applications number 256, 65536, ... are also checked in full. So every application is at least
screened, and a long run takes only a few times as long as without checks.
"""

from __future__ import annotations

import fnmatch
import functools
import inspect
import threading
from collections.abc import Sequence
from typing import Any

import numpy as np

from opscope.core.checks.number_checks import positive_whole
from opscope.core.source import Site
from opscope.debug.gradients.application import Application, CheckSubject
from opscope.debug.gradients.gradient_check import FOLLOWS_STATE, Outcome, check_application
from opscope.debug.gradients.report import CheckedGradient, Checks
from opscope.debug.gradients.screening import Signs, is_suspicious

RETRIES = 3  # full checks of the first applications on a line, while a finding is unclear
FULL_EVERY = 256  # the applications number 256, 65536, ... are checked in full
INTENT = "gradient_intent"  # the attribute of functions and classes that `intended` sets


class _Line:
    """State of the checks of one function on one line."""

    def __init__(self) -> None:
        self.applications = 0
        self.next_full = 1
        self.false_alarms = 0
        self.quiet_until = 0  # after false alarms: suspicion does not start a check before this application
        self.is_wrong = False
        self.draws_from_host = False


class Checker:
    """Checker of the first `times` applications (calls) of each function on each line.

    If `times` is None, all applications are checked, in full or briefly.
    """

    def __init__(self, times: int | None = None, intended: Sequence[str] = (), order: int = 1) -> None:
        self.found = Checks()
        self.order = order
        self._times = None if times is None else positive_whole(times, "times")
        self._intended = tuple(intended)
        self._lines: dict[tuple[Any, str], _Line] = {}
        self._lock = threading.RLock()
        self._thread = threading.local()
        self._rng = np.random.Generator(np.random.Philox(0))
        self._signs = Signs(self._rng)

    @property
    def busy(self) -> bool:
        """True if a gradient check in this thread is calling the user's functions.

        The calls by a gradient check are not checked.
        """
        return getattr(self._thread, "busy", False)

    def wants(self, identity: Any, site: str) -> bool:
        """Return True if the next application (call) of a function on a line must be checked, in full or briefly."""
        if self.busy:
            return False
        line = self._lines.get((identity, site))
        return line is None or self._times is None or line.applications < self._times

    def saves_host_streams(self, identity: Any, site: str) -> bool:
        """Return True if the state of the global random number streams must be saved before the next application.

        The state is saved for the first application on a line. Later it is saved only if an application on the line has
        drawn numbers from these streams.
        """
        line = self._lines.get((identity, site))
        return line is None or line.draws_from_host

    def skipped(self, name: str, site: str, why: str, fix: str) -> None:
        """Add a function to the skipped functions in the findings, because an application cannot be checked."""
        with self._lock:
            self.found.skip(name, site, why, fix)

    def add(self, subject: CheckSubject, outcome: Outcome) -> None:
        """Add a finding that does not come from a check."""
        with self._lock:
            self.found.add(CheckedGradient.of_outcome(subject, outcome))

    def check(self, app: Application) -> None:
        """Check an application in full, or screen it."""
        if self.busy:
            return
        self._thread.busy = True
        try:
            with self._lock, np.errstate(all="ignore"):
                self._look_at(app)
        finally:
            self._thread.busy = False
            app.finished()

    def _look_at(self, app: Application) -> None:
        subject = app.subject
        line = self._lines.setdefault((subject.identity, subject.site), _Line())
        line.applications += 1
        number = line.applications
        self.found.applied(subject.name, subject.site)
        line.draws_from_host = line.draws_from_host or app.draws_from_host
        if line.is_wrong:
            return
        scheduled = number >= line.next_full or self._times is not None
        if not scheduled and (number < line.quiet_until or not is_suspicious(app, self._signs)):
            return
        outcomes = check_application(app, self._rng)
        line.next_full = max(line.next_full, FULL_EVERY ** (1 + int(np.log(number) / np.log(FULL_EVERY) + 1e-9)))
        if number < RETRIES and any(o.verdict == "unclear" for o in outcomes):
            line.next_full = number + 1
        line.is_wrong = any(o.verdict == "wrong" for o in outcomes)
        if not scheduled and not line.is_wrong:
            line.false_alarms += 1
            line.quiet_until = number + 2**line.false_alarms
        for outcome in outcomes:
            self._add(subject, outcome, number)

    def _add(self, subject: CheckSubject, outcome: Outcome, number: int) -> None:
        intent = self._intent(subject)
        if (outcome.kind == FOLLOWS_STATE and intent) or (
            outcome.verdict == "wrong" and intent and outcome.kind not in ("nonfinite", "raises", "shape", "dtype")
        ):
            outcome.verdict = "declared"
            outcome.notes.append(intent)
        elif outcome.verdict == "wrong" and number > 1 and self._times is None and outcome.kind != "only where":
            outcome.reason += f"; only from call {number} on, the calls before were right"
            outcome.kind = f"from call on: {outcome.kind}"
        self.found.add(CheckedGradient.of_outcome(subject, outcome))

    def _intent(self, subject: CheckSubject) -> str:
        for pattern in self._intended:
            if any(fnmatch.fnmatchcase(name, pattern) for name in (subject.name, *subject.aliases)):
                return f"declared as {pattern!r}"
        return subject.intent


def line_of(function: Any) -> str:
    """Return the first line of a function's body as text, such as `train.py:20 in backward`.

    The result is "" if the line is unknown.
    """
    function = function_of(function)
    code = getattr(function, "__code__", None)
    if code is None:
        return ""
    head = code.co_firstlineno  # the line of the decorator, if there is one
    line = min((line for _, _, line in code.co_lines() if line is not None and line > head), default=head)
    return Site(code.co_filename, line, code.co_name).where


def names_of(function: Any) -> tuple[str, ...]:
    """Return the qualified name and the plain name of a function.

    For a wrapper, also return the names of the inner function.
    """
    inner = _function_of(function)
    found = [getattr(f, a, "") for f in (function, inner) for a in ("__qualname__", "__name__")]
    last = [name.rpartition("<locals>.")[2] for name in found]
    return (*dict.fromkeys(filter(None, (*found, *last))),)


def intent_of(*functions: Any) -> str:
    """Return the reason that the decorator `intended` has declared for one of the functions.

    The result is "" if no reason is declared.
    """
    for function in functions:
        text = getattr(function, INTENT, "") or getattr(_function_of(function), INTENT, "")
        if text:
            return text
    return ""


def function_of(function: Any) -> Any:
    """Return the user's function inside a partial, a decorated function or a callable object."""
    return inspect.unwrap(_function_of(function))


def _function_of(function: Any) -> Any:
    while isinstance(function, functools.partial):
        function = function.func
    if hasattr(function, "__code__") or inspect.ismethod(function):
        return function
    call = inspect.getattr_static(type(function), "__call__", None)
    return call if hasattr(call, "__code__") else function
