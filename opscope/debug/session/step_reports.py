"""Events at the end of each step: its number, its duration, and its fetched or tapped scalars."""

from __future__ import annotations

import math
from collections.abc import Sequence

from opscope.debug.delivery.event_queue import Emit
from opscope.debug.session.name_checks import NameChecks
from opscope.debug.session.step_gradients import StepGradients
from opscope.debug.taps.value_events import finite_or_none
from opscope.debug.values.step_counter import StepCounter
from opscope.debug.values.value_monitor import ValueMonitor
from opscope.events import StepFinished
from opscope.ir.program.program import Program
from opscope.names.shown_name import name_beside


class StepReports:
    """Counter of finished steps, which emits an event about each step."""

    def __init__(
        self,
        emit: Emit,
        counter: StepCounter,
        values: ValueMonitor,
        names: NameChecks,
        gradients: StepGradients,
        started_at: float,
    ) -> None:
        self._emit = emit
        self._counter = counter
        self._values = values
        self._names = names
        self._gradients = gradients
        self._pace = 0.0  # seconds per step, averaged over the last steps
        self._end_of_last = started_at
        self._called: dict[tuple[int | str, ...], tuple[str, ...]] = {}  # by program and names

    def end_run(self, now: float, scalars: Sequence[tuple[str, float | None]], program: Program) -> None:
        """Report the end of a run of a program that counts as a step."""
        start, self._end_of_last = self._end_of_last, now
        self.end_step(now - start, scalars, self._called_names(program, [name for name, _ in scalars]), program)

    def end_step(
        self, seconds: float, scalars: Sequence[tuple[str, float | None]], called: tuple[str, ...], program: Program
    ) -> None:
        """Report that a step has ended. `called` contains the names of the scalars in the user's code."""
        self._counter.count()
        steps = self._counter.steps
        self._pace = seconds if steps == 1 else 0.8 * self._pace + 0.2 * seconds
        self._names.end_step(program)
        self._gradients.end_step()
        tapped = self._values.cache.take_scalars()
        numbers = tuple(tapped.values())
        are_finite = math.isfinite(sum(numbers))  # else one of them, or their sum alone, is not
        self._emit(
            StepFinished(
                step=steps,
                seconds=seconds,
                names=tuple([n for n, _ in scalars]),
                scalars=tuple([finite_or_none(v) for _, v in scalars]),
                called=called,
                pace=self._pace,
                tapped=tuple(tapped),
                tapped_scalars=numbers if are_finite else tuple([finite_or_none(x) for x in numbers]),
                infinite=() if are_finite else tuple([n for n, x in tapped.items() if math.isinf(x)]),
            )
        )

    def _called_names(self, program: Program, names: Sequence[str]) -> tuple[str, ...]:
        """Return the names that fetched values have in the user's code. The names are stored in a cache."""
        key = program.id, *names
        if key not in self._called:
            self._called[key] = tuple(name_beside(program, name) for name in names)
        return self._called[key]
