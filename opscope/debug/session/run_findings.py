"""Findings of a run: the findings of the rules, the stops of NaN watches, and the error that ended the run."""

from __future__ import annotations

from opscope.debug.drivers.frame_driver import recorded
from opscope.debug.drivers.run_driver import RunDriver
from opscope.debug.drivers.thread_calls import CallsOfThreads
from opscope.debug.eager.eager_step import EagerStep
from opscope.debug.navigation.navigator import Navigator
from opscope.debug.replay.stops import StopReason
from opscope.debug.rules.findings import Finding, Findings
from opscope.debug.rules.live_steps import LiveRules
from opscope.debug.rules.recorded_steps import RecordedSteps
from opscope.debug.rules.rule_runner import RuleRunner, warning_of
from opscope.debug.session.finding_feed import FindingFeed
from opscope.debug.state.listener import Listener, Listeners
from opscope.debug.taps.event_history import History
from opscope.debug.values.step_counter import StepCounter
from opscope.errors import one_line
from opscope.ir.program.program import Operator


def live_rules(feed: FindingFeed, calls: CallsOfThreads, listeners: Listeners) -> LiveRules:
    """Make the rules that examine a run in progress.

    A finding that is not a consequence of another finding is reported at once.
    """

    def report(finding: Finding) -> None:
        feed.add([finding])
        if not feed.is_consequence(finding):
            for listener in listeners:
                listener.tell_finding(one_line(warning_of(finding)))

    return LiveRules(report, calls.is_frozen)


class RunFindings(Listener):
    """The findings of a recorded run. `rules` is None if no rules examine the run while it is in progress.

    `history` has the losses of steps of eager code. If `history` is None, these losses are unknown.
    """

    def __init__(
        self,
        feed: FindingFeed,
        rules: LiveRules | None,
        calls: CallsOfThreads,
        driver: RunDriver,
        counter: StepCounter,
        history: History | None,
    ) -> None:
        self._feed = feed
        self._rules = rules
        self._calls = calls
        self._driver = driver
        self._counter = counter
        self._history = history
        self._recorded: tuple[int, RuleRunner] | None = None  # up to a run of the journal

    def end_calls(self, step: EagerStep) -> None:
        if self._rules is not None:
            self._rules.end_calls(step)

    def end_eager_step(self, seconds: float, losses: dict[str, float]) -> None:
        if self._rules is not None:
            self._rules.note_eager_losses(self._counter.steps + 1, losses)

    def reach(self, stop: StopReason, navigator: Navigator) -> None:
        self._feed.add_stop(stop, navigator)

    def all(self) -> Findings:
        """Return all findings: findings of the rules, stops of NaN watches, and the error that ended the run.

        If the rules were off during the run, the rules examine the recorded steps now. Raises UnsupportedError in a run
        that is only watched.
        """
        _ = recorded(self._driver)
        runner = self._recorded_runner() if self._rules is None else self._rules.runner
        self._note_optimizers(runner)
        if not self._counter.steps and self._rules is not None:  # calls without a step are recorded, but not examined
            self._read(runner, {})
        found = runner.findings(self._feed.others)
        self._feed.add(found.every)
        return found

    def _note_optimizers(self, runner: RuleRunner) -> None:
        runner.summary.given.update(self._calls.optimized)
        runner.summary.to_optimize.update(self._calls.to_optimize)

    def _recorded_runner(self) -> RuleRunner:
        runs = self._driver.journal.run_count
        if self._recorded is None or self._recorded[0] != runs:
            runner = RuleRunner()
            self._read(runner, {} if self._history is None else self._history.scalars())
            self._recorded = runs, runner
        return self._recorded[1]

    def _read(self, runner: RuleRunner, losses: dict[int, dict[str, float]]) -> None:
        search = self._driver.navigator.search
        RecordedSteps(runner, self._calls.is_frozen, lambda step: losses.get(step, {}), search).read(
            self._driver.journal
        )

    def count_text(self) -> str:
        """Apply the rules to find faults. Returns a text with the number of findings."""
        count = len(self.all())
        return f"{count} finding{'s' * (count != 1)}"

    def to_keep(self) -> list[Finding]:
        """Return the findings to store on disk.

        The result contains the findings that the rules cannot find again in an opened recording.
        """
        has_eager_code = any(s.isolated for s in self._driver.journal.segments)
        return self.all().every if has_eager_code or self._rules is not None else self._feed.others

    def conclude(self) -> None:
        """At the end of the run, report the findings about the run as a whole."""
        if self._rules is not None:
            self._note_optimizers(self._rules.runner)
            self._rules.runner.say_conclusions()

    def failed_operator(self) -> tuple[int, Operator | None]:
        """Return the step of the last run, and the operator that failed in this run, or None if no operator failed.

        Before the first run, the result is (0, None).
        """
        record = self._driver.journal.last_record()
        if record is None or not record.error:
            return 0 if record is None else record.step, None
        cursor = self._driver.navigator.open_run(record.run)
        cursor.seek(max(record.ticks - 1, 0))
        return record.step, cursor.next_operator
