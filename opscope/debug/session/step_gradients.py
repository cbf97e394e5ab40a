"""Gradient check of one step on request: compares gradients of user-defined functions with numerical slopes."""

from __future__ import annotations

from contextlib import ExitStack

from opscope.debug.delivery.event_queue import Emit
from opscope.debug.gradients.report import CheckedGradient, Checks
from opscope.debug.rules.findings import Finding
from opscope.debug.session.finding_feed import FindingFeed
from opscope.debug.values.step_counter import StepCounter
from opscope.errors import RunError
from opscope.events import GradientsChecked
from opscope.names.shown_name import label

STEPS = 2  # the rest of the current step, and a whole one
RULES = {"wrong": "wrong-gradient", "unclear": "unclear-gradient"}
INTENDED = "correct the line; if the gradient differs on purpose, declare this: @debug.intended(reason)"


class StepGradients:
    """Check of gradients that starts at a request and ends at the end of the next complete step.

    The thread that drives the run calls all methods.
    """

    def __init__(self, emit: Emit, feed: FindingFeed, counter: StepCounter) -> None:
        self._emit = emit
        self._feed = feed
        self._counter = counter
        self._open = ExitStack()  # removes the instrumentation
        self._found: Checks | None = None  # while a check goes on
        self._last = 0  # step at whose end it is over

    def begin(self) -> str:
        """Start a check of gradients.

        Returns a text that describes when the check ends. Raises RunError if another check is in progress.
        """
        if self._found is not None:
            raise RunError(
                f"a check of gradients is already in progress, until the end of step {self._last}",
                fix="wait for the end of this check",
            )
        from opscope.debug.gradients import checked_by  # slow to import
        from opscope.debug.gradients.checker import Checker

        checker = Checker()
        self._open.enter_context(checked_by(checker))
        self._found, self._last = checker.found, self._counter.steps + STEPS
        self._emit(GradientsChecked(step=0, text=""))
        return f"checks until the end of step {self._last}"

    def end_step(self) -> None:
        """At the end of the last step of a check, report the findings of the check."""
        if self._found is not None and self._counter.steps >= self._last:
            self.end()

    def end(self) -> None:
        """End the check that is in progress, and report the findings of the check."""
        found, self._found = self._found, None
        if found is None:
            return
        self._open.close()
        step = self._counter.steps
        self._feed.add((_finding(each, step) for each in found if each.verdict in RULES), "check")
        self._emit(GradientsChecked(step=step, text=str(found).partition("\n")[0]))


def _finding(checked: CheckedGradient, step: int) -> Finding:
    """Return the fault of a wrong or unclear gradient as a finding of a step."""
    text = [line.strip() for line in str(checked).splitlines()]
    about = [line for line in text[1:] if not line.startswith(("next:", "backward:", "applied:"))]
    return Finding(
        rule=RULES[checked.verdict],
        severity="error" if checked.verdict == "wrong" else "hint",
        step=step,
        value=f"{checked.name}, gradient of {label(checked.of, checked.called)}",  # a text, not the name of a value
        operator="",
        line=checked.backward or checked.site,
        code="",
        evidence="; ".join([checked.reason, *about]),
        suggestion=checked.fix or INTENDED,
    )
