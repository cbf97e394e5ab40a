"""ValueMonitor: selects the values that a session summarizes, and stores the newest summary data of each value."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Protocol

from opscope.debug.delivery.event_queue import Emit
from opscope.debug.eager.tensor_names import NamedArrays
from opscope.debug.replay.known_programs import KnownPrograms
from opscope.debug.replay.program_kind import Cursor, ignore_place
from opscope.debug.taps.latest_values import LatestValues, Observation, SessionProbeLowering
from opscope.debug.taps.levels import TapLevels
from opscope.debug.taps.probes import ProbePass
from opscope.debug.taps.selector import Selector
from opscope.debug.values.step_counter import StepCounter
from opscope.errors import OpscopeWarning
from opscope.ir.program.program import Operator, Variable

MAX_CACHED = 20_000  # eager operators whose tapped outputs are cached


class ValueKeeper(Protocol):
    """Interface of a store for the values whose tap level is "record"."""

    def keep_value(self, variable: Variable, operator: Operator | None, value: Any, step: int) -> None:
        """Store a whole value, if the tap level of the value requires this in the current step."""
        ...


class ValueMonitor:
    """The taps of a session: the tap level of each pattern, the probes of the taps, and the latest values.

    `hz` is the maximum number of summaries of each value per second. If `hz` is None, the values are summarized in
    every step. Between two summaries, values are checked for NaN and Inf, as often as the time limit of taps allows. If
    a check finds the first NaN or Inf in a value, the value is summarized at once. At the end of the run, each value is
    summarized once more if its latest elements are known.
    """

    def __init__(
        self,
        emit: Emit,
        levels: TapLevels,
        hz: float | None,
        counter: StepCounter,
        keeper: ValueKeeper | None,
    ) -> None:
        self._emit = emit
        is_tracked = lambda variable: counter.counts(variable.program)
        interval = 0.0 if hz is None else 1.0 / hz
        self.levels = levels
        self.cache = LatestValues(emit, interval, lambda: counter.steps + 1, is_tracked, levels)
        self._keeper = keeper
        self._eager_outputs: dict[Operator, tuple[str, ...]] = {}  # tapped outputs
        self._make_probes()

    def detail_always(self, patterns: tuple[str, ...]) -> None:
        """Also emit the details of each value that the patterns select, after each summary of the value."""
        self.cache.detail_always(patterns)

    def _make_probes(self) -> None:
        levels = self.levels
        lowering = SessionProbeLowering(self.cache)
        self.probes = ProbePass(levels.selectors, self._observe, lowering, levels.is_tapped)
        self._keep_probes = ProbePass(levels.selectors, self._keep_value, None, levels.is_whole)
        self.active = bool(self.probes.selectors)  # True if a value is tapped

    @property
    def passes(self) -> tuple[ProbePass, ...]:
        """The compiler passes that insert the probes into plans. The tuple is empty if there are no taps."""
        if not self.active:
            return ()
        return (self.probes, self._keep_probes) if self.levels.records_values else (self.probes,)

    def _observe(self, variable: Variable, operator: Operator | None, value: Any, step: int) -> None:
        self.cache.observe(variable, operator, value)

    def _keep_value(self, variable: Variable, operator: Operator | None, value: Any, step: int) -> None:
        if self._keeper is not None:
            self._keeper.keep_value(variable, operator, value, step)

    @property
    def latest(self) -> dict[str, Observation]:
        """The newest value of each name."""
        return self.cache.latest

    def set_level(self, pattern: str, level: str, every: int | None = None) -> None:
        """Set the tap level of the values that a pattern selects, from the next run of a program on."""
        self.levels.set_level(pattern, level, every)
        self._eager_outputs.clear()
        self._make_probes()

    def observe_eager(
        self, operator: Operator, values: NamedArrays, variables: dict[str, Variable], past: int | None = None
    ) -> None:
        """Summarize the tapped outputs of an eager op.

        If `past` is set, the outputs belong to an earlier step, and are summarized when the run ends.
        """
        wanted = self._eager_outputs.get(operator)
        if wanted is None:
            wanted = tuple(n for n, _ in values if self.levels.is_tapped(n, operator))
            if len(self._eager_outputs) > MAX_CACHED:  # eager code may go on calling other ops
                self._eager_outputs.clear()
            self._eager_outputs[operator] = wanted
            names = [n for n, _ in values]
            self.probes.matched.update(s for s in self.probes.selectors if any(s.matches(n, operator) for n in names))
        for name, array in values if wanted else ():
            if name in wanted:
                self.cache.observe(variables[name], operator, array, past)

    def observe_calls(self, cursor: Cursor) -> None:
        """Summarize the tapped values in the calls of a run, up to the position of a cursor."""
        if self.active:
            start, variables = cursor.fork(ignore_place), cursor.program.global_block().vars
            start.seek(0)
            for call in start.calls(None if cursor.at_end else cursor.tick):
                made = tuple((name, value) for name, value in call.outputs if name is not None)
                self.observe_eager(call.operator, made, variables)

    def unmatched(self, known: KnownPrograms) -> Iterator[tuple[Selector, OpscopeWarning]]:
        """Yield a warning for each tap that has matched nothing until now and matches nothing in the known programs."""
        for selector in self.probes.selectors:
            if selector not in self.probes.matched:
                problem = known.unmatched(str(selector), "the tap")
                if problem is not None:
                    yield selector, problem
