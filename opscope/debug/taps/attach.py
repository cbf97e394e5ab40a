"""attach: adds taps (measurements of values) to an executor, in Python code that has no panel."""

from __future__ import annotations

import weakref
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from opscope.core.checks.argument_checks import require_kind
from opscope.core.checks.finite import all_finite
from opscope.core.checks.number_checks import positive_whole
from opscope.core.checks.unknown_options import reject_unknown_options
from opscope.core.place import to_host
from opscope.core.rich_display import RichDisplay
from opscope.core.source import Site, site
from opscope.core.strict import warn
from opscope.debug.tabular import SUMMARY_COLUMNS, Tabular, summary_record
from opscope.debug.taps.event_history import History
from opscope.debug.taps.levels import Level, LevelName, TapOptions, closest, tap_options
from opscope.debug.taps.named_variables import NamedVariables
from opscope.debug.taps.pattern_words import nearest_pattern
from opscope.debug.taps.pending_snapshots import PendingSnapshots, has_summary, summary_of
from opscope.debug.taps.probe_lowering import TapLowering
from opscope.debug.taps.probes import ProbePass, ProbePoint
from opscope.debug.taps.scalar_series import number_of
from opscope.debug.taps.selector import Selector
from opscope.debug.taps.stats_buffer import StatsBuffer
from opscope.debug.taps.value_events import detail_seen, value_seen
from opscope.debug.taps.value_ring import BUDGET, ValueRing
from opscope.errors import NotFound, OpscopeWarning, RunError, nearest, printable
from opscope.events import DetailSeen, Event, ValueSeen
from opscope.ir.program.program import Operator, Program, Variable
from opscope.names.value_name import Named, given_name, suggestion
from opscope.runtime.executor import Executor
from opscope.runtime.plan import Plan


class TapSample(NamedTuple):
    """The newest value at a probe point, and the step in which this value was written."""

    point: ProbePoint
    value: Any
    step: int


class Taps(RichDisplay, Tabular):
    """Taps on all program runs of one executor.

    As a table, this object has one row for each value: the newest summary of the value. `debug.attach(exe)` creates
    this object. `taps[name]` is the newest summary of a value.

    Example:
        >>> taps = debug.attach(exe).tap("*.w_0")
        >>> train()
        >>> taps["fc_0.w_0"].shape
        (4, 3)
    """

    columns = SUMMARY_COLUMNS
    _display = "taps"

    def __init__(self, executor: Executor, emit: Callable[[Event], None] | None = None) -> None:
        require_kind(executor, Executor, "attach takes an Executor", fix="call debug.attach(paddle.static.Executor())")
        self._executor = weakref.ref(executor)  # programs keep plans, which keep the taps, and may outlive it
        self.recorder = ValueRing()
        self._history = History()
        self._latest: dict[str, ValueSeen] = {}
        self._selectors: dict[Selector, TapOptions] = {}
        self._samples: dict[str, TapSample] = {}  # newest sample of each value
        self._pending = PendingSnapshots()
        self._emit = emit
        self._pass: ProbePass | None = None
        self._checked: set[Selector] = set()  # selectors already checked for a match in a program
        self._sites: dict[Selector, Site | None] = {}  # the user's lines that set the taps

    @property
    def executor(self) -> Executor:
        """The executor that these taps belong to. Raises RunError if the executor was deleted."""
        found = self._executor()
        if found is None:
            raise RunError(
                "the executor of these taps no longer exists",
                fix="store the executor: exe = Executor(); taps = attach(exe)",
            )
        return found

    def tap(
        self, *patterns: Named, every: int | None = None, level: LevelName = "statistics", budget: int = BUDGET
    ) -> Taps:
        """Tap values: measure all values that the patterns select.

        If several taps select the same value, the most expensive level applies to the value.

        Args:
            patterns: patterns of values: `h*`, `op:relu`, `*@GRAD`.
            every: measure values at every n-th step; None: at every step.
            level: "health" only checks that all elements are finite. "statistics" summarizes each value. "record"
                also keeps whole values of the latest steps. "off" removes the tap.
            budget: largest number of bytes that the recorded values may take.

        Returns:
            This Taps object.

        Raises:
            ArgumentError: the level does not exist; or a pattern, the interval or the budget is invalid.

        Warns: OpscopeWarning: a pattern matches no value of a program. The warning appears when this program runs.

        Example:
            >>> taps = debug.attach(exe).tap("x", level="record")
            >>> train()
            >>> len(taps.values("x"))
            5
        """
        options = tap_options(level, every)
        if options.level == "record":
            self.recorder.budget = positive_whole(budget, "budget")
        for selector in [Selector.parse(given_name(pattern)) for pattern in patterns]:
            self._selectors[selector], self._sites[selector] = options, site()
            if options.level == "off":
                del self._selectors[selector]
        return self._install()

    def untap(self, *patterns: Named) -> Taps:
        """Remove taps.

        Args:
            patterns: patterns of the taps to remove. If no patterns are given, all taps are removed.

        Returns:
            This Taps object.

        Raises:
            NotFound: no tap has this pattern.

        Example:
            >>> taps = debug.attach(exe).tap("x", "*@GRAD").untap("x")
        """
        for selector in [Selector.parse(given_name(p)) for p in patterns] or list(self._selectors):
            if selector not in self._selectors:
                raise NotFound(f"no tap {str(selector)!r}", fix=nearest(str(selector), map(str, self._selectors)))
            del self._selectors[selector]
        return self._install()

    def detach(self) -> None:
        """Remove all taps. After this call, the executor runs its plans without probes again.

        Example:
            >>> debug.attach(exe).tap("x").detach()
        """
        self._selectors.clear()
        self._install()

    def _install(self) -> Taps:
        self._process_pending()  # another plan has other arrays
        lowering = TapLowering(self._lowered_level, self._on_run_end, self.recorder)
        former, self._pass = self._pass, None
        if self._selectors:
            self._pass = ProbePass(tuple(self._selectors), self._observe, lowering, on_plan=self._check_selectors)
        executor = self._executor()
        if executor is not None:  # otherwise nothing can run
            passes = [p for p in executor.passes if p is not former]
            executor.passes = passes if self._pass is None else [*passes, self._pass]
        return self

    def _check_selectors(self, plan: Plan) -> None:
        """In the first program with feeds or fetches, warn once about each tap that matches no value."""
        if self._pass is None or not (plan.feeds or plan.fetches):
            return
        program = plan.block.program
        new = [s for s in self._selectors if s not in self._checked]
        self._checked.update(new)
        for selector in (s for s in new if s not in self._pass.matched):
            names = [v.name for v in program.list_vars()]
            made = ((name, operator) for operator in program.operators for name in operator.outputs if name)
            if any(selector.matches(*each) for each in made) or any(selector.matches(n, None, program) for n in names):
                continue  # in an operator that this run omits
            guess = nearest_pattern(selector, NamedVariables([program]), program.operators)
            text = f"the tap {selector} matches nothing in this program"
            warn(OpscopeWarning(text, fix=guess, site=self._sites.get(selector)))

    def _options(self, point: ProbePoint) -> TapOptions:
        variable, operator = point
        found = [o for s, o in self._selectors.items() if s.matches(variable.name, operator, variable.program)]
        return closest(found)

    # --- while a program runs -----------------------------------------------------------------------

    def _lowered_level(self, point: ProbePoint) -> Level | None:
        """Return the tap level of a value in lowered (compiled) runs; None if the tap has an interval above 1.

        If the result is None, the probe of the value calls the observer in each run.
        """
        options = self._options(point)
        return options.level if options.interval == 1 else None

    def _observe(self, variable: Variable, operator: Operator | None, value: Any, step: int) -> None:
        point = ProbePoint(variable, operator)
        options = self._options(point)
        if not options.is_due(step):
            return
        if options.level == "record":
            self.recorder.add(step, point, value)
        self._samples[variable.name] = TapSample(point, value.copy() if options.interval > 1 else value, step)
        if options.level != "health" or not all_finite(value):
            self._process_pending()
            self._add_summary(value_seen(variable, operator, value, step))
        else:
            self._latest.pop(variable.name, None)

    def _on_run_end(self, buffer: StatsBuffer, step: int, count: int | None) -> None:
        """Store the measured numbers of a finished or failed run; the numbers are processed later, on request."""
        if buffer.level != "health" and buffer.scalars:
            known = [value for index, value in buffer.scalars if count is None or index < count]
            names = tuple([value.point.variable.name for value in known])
            self._history.add_scalars(step, names, [number_of(value.array) for value in known])
        too_many = self._pending.add(buffer.snapshot(step, count))
        if too_many or self._emit is not None:
            self._process_pending()

    # --- results ------------------------------------------------------------------------------------

    def _add_summary(self, event: ValueSeen) -> None:
        self._latest[event.name] = event
        self._history.add(event)
        if self._emit is not None:
            self._emit(event)

    def _process_pending(self) -> None:
        """Convert the waiting snapshots of runs to summary events."""
        for snapshot in self._pending.take():
            for index, value in enumerate(snapshot.buffer.values[: snapshot.count]):
                name = value.point.variable.name
                self._samples[name] = TapSample(value.point, value.array, snapshot.step)
                if has_summary(snapshot, index):
                    self._add_summary(summary_of(snapshot, index))
                else:
                    self._latest.pop(name, None)

    @property
    def patterns(self) -> dict[str, str]:
        """The tap level of each pattern, by the text of the pattern."""
        return {str(selector): options.level for selector, options in self._selectors.items()}

    @property
    def history(self) -> History:
        """The history of the value summaries; its memory is limited."""
        self._process_pending()
        return self._history

    @property
    def latest(self) -> dict[str, ValueSeen]:
        """The newest summary of each value, by the name of the value."""
        return {name: self[name] for name in self.names()}

    def records(self) -> list[dict[str, Any]]:
        """Return the newest summary of each value as a dict.

        Returns:
            A dict of numbers, strings and tuples for each value.

        Example:
            >>> taps = debug.attach(exe).tap("*.w_0")
            >>> train()
            >>> taps.records()[0]["name"]
            'fc_0.w_0'
        """
        return [summary_record(summary) for summary in self.latest.values()]

    def __getitem__(self, name: Named) -> ValueSeen:
        """Return the newest summary of a value. Raises NotFound if the value has no summary."""
        name = self._own_name(name)
        point, value, step = self._samples[name]
        if name not in self._latest:  # at the levels "health" and "record" no statistics are computed
            self._latest[name] = value_seen(*point, value, step)
        return self._latest[name]

    def _own_name(self, given: Named) -> str:
        """Return the name of the tapped value that a name or a pattern selects.

        Raises NotFound if the pattern selects no tapped value or several tapped values.
        """
        self._process_pending()
        name = given_name(given)
        if name in self._samples:
            return name
        selector = Selector.parse(name)
        found = [n for n, (point, _, _) in self._samples.items() if selector.matches(n, *_made(point))]
        if not found:
            known = NamedVariables(dict.fromkeys(point.variable.program for point, _, _ in self._samples.values()))
            fix = f"call tap({name!r}): this value is not tapped" if name in known else suggestion(name, self._samples)
            raise NotFound(
                f"the taps have seen no value {name!r}",
                fix=fix if self._samples else "run a program first: the taps have seen nothing yet",
            )
        if len(found) > 1:
            raise NotFound(f"several tapped values match {name!r}", fix=f"use one of these names: {', '.join(found)}")
        return found[0]

    def value(self, name: Named) -> Any:
        """Return the newest value with a name, as an array.

        Args:
            name: name of the variable.

        Returns:
            A NumPy copy.

        Raises:
            NotFound: the taps have not measured a value with this name.

        Example:
            >>> taps = debug.attach(exe).tap("x")
            >>> train()
            >>> taps.value("x").shape
            (2, 4)
        """
        return to_host(self._samples[self._own_name(name)].value).copy()

    def values(self, name: Named) -> dict[int, Any]:
        """Return the recorded values with a name, oldest value first.

        Args:
            name: name of the variable.

        Returns:
            NumPy copies of the values, by step.

        Raises:
            NotFound: no value was recorded.

        Example:
            >>> taps = debug.attach(exe).tap("x", level="record")
            >>> train()
            >>> [float(x.max()) for x in taps.values("x").values()]
            [1.0, 2.0, 3.0, 4.0, 5.0]
        """
        own = self._own_name(name)
        found = self.recorder.steps(own)
        if not found:
            given = given_name(name)
            raise NotFound(f"no value {given!r} is recorded", fix=f"call tap({given!r}, level='record') before the run")
        return {step: array.copy() for step, array in found.items()}

    def detail(self, name: Named) -> DetailSeen:
        """Return a histogram and a thumbnail of the newest value with a name.

        Args:
            name: name of the value.

        Returns:
            A DetailSeen with the counts of the histogram bins between `low` and `high`, and the thumbnail's pixels.

        Raises:
            NotFound: the taps have not measured a value with this name.

        Example:
            >>> taps = debug.attach(exe).tap("*.w_0", level="record")
            >>> train()
            >>> sum(taps.detail("fc_0.w_0").counts)
            12
        """
        name = self._own_name(name)
        newest = self._samples[name]
        return detail_seen(name, newest.value, newest.step)

    def names(self) -> list[str]:
        """Return the names of the values that the taps have observed.

        Returns:
            The names.

        Example:
            >>> taps = debug.attach(exe).tap("x")
            >>> train()
            >>> taps.names()
            ['x']
        """
        return list(dict.fromkeys([*self._samples, *self._pending.names()]))

    def _newest_of_first(self, count: int, points: int) -> tuple[int, list[tuple[ValueSeen, list[float | None]]]]:
        """Return the number of values that have summaries, and summaries of the first `count` of these values.

        For each of the first `count` values, the result has the newest summary and some means. Displays use this
        method, because this method does not process all waiting snapshots.
        """
        names = list(dict.fromkeys([*self._history.names(), *self._pending.summarized_names()]))
        pending = self._pending.newest(names[:count], points)
        shown = list[tuple[ValueSeen, list[float | None]]]()
        for name in names[:count]:
            kept = self._history.of(name)
            means = [seen.mean for seen in kept[:: -(-len(kept) // points) or 1]]
            newest, later = pending.get(name) or (kept[-1], [])
            shown.append((newest, means + later))
        return len(names), shown

    def __iter__(self) -> Iterator[str]:
        return iter(self.names())

    def __contains__(self, name: object) -> bool:
        return name in self.names()

    def __repr__(self) -> str:
        patterns = ", ".join(map(str, self._selectors)) or "none"
        values = len(self.names())
        return printable(f"<taps {patterns}; {values} value{'s' * (values != 1)} seen>")


def _made(point: ProbePoint) -> tuple[Operator | None, Program]:
    return point.operator, point.variable.program


@reject_unknown_options
def attach(executor: Executor, emit: Callable[[Event], None] | None = None) -> Taps:
    """Attach taps to an executor. The taps summarize values in all runs of the executor.

    Args:
        executor: the executor.
        emit: a function that receives each event at once. The function runs in the thread of the program.

    Returns:
        The taps. `taps.tap(pattern)` selects the values to measure. `taps[name]` is the newest summary of a value.

    Raises:
        UsageError: `executor` is not an Executor.

    Example:
        >>> taps = debug.attach(exe).tap("x")
        >>> train()
        >>> taps["x"].mean
        5.0
    """
    return Taps(executor, emit)
