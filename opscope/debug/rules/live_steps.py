"""Rules during a run. Examined steps run operator by operator. All other steps run at full speed, with gauges."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from opscope.debug.eager.eager_step import EagerStep
from opscope.debug.rules.eager_steps import IsFrozen, graph_key, graph_of_step, values_of_step
from opscope.debug.rules.findings import Finding
from opscope.debug.rules.gauges import Gauges
from opscope.debug.rules.rule_runner import RuleRunner
from opscope.debug.rules.thresholds import PATIENCE
from opscope.debug.rules.training_graph import TrainingGraph
from opscope.debug.rules.training_step import TrainingStep
from opscope.ir.program.program import Program
from opscope.runtime.frame import Frame


class LiveRules:
    """Connection between a live run and the rules. `runner` applies the rules and collects the findings."""

    def __init__(self, on_finding: Callable[[Finding], None], is_frozen: IsFrozen) -> None:
        self.runner = RuleRunner(on_finding)
        self.gauges = Gauges()
        self._is_frozen = is_frozen
        self._graph: TrainingGraph | None = None  # graph of the last examined eager step

    def is_due(self, step: int) -> bool:
        """Return True if the rules will examine a step.

        A step that the rules examine must be executed operator by operator.
        """
        return step > 0 and self.runner.schedule.is_due(step)

    @staticmethod
    def loaded(frame: Frame) -> dict[str, Any]:
        """Return the values that a run has loaded at its beginning.

        These arrays do not change while the run is executed operator by operator.
        """
        return {name: frame.env[slot] for name, slot in frame.plan.loads}

    def end_run(
        self, frame: Frame, number: int, loaded: dict[str, Any] | None, scalars: Sequence[tuple[str, float | None]]
    ) -> None:
        """Handle the end of a step that is a run of a program.

        `loaded` is None if the rules do not examine the step.
        """
        graph, key = self._graph_of(frame.plan.block.program)
        losses = {n: v for n, v in scalars if v is not None and n in graph.losses}
        if loaded is not None:
            step = TrainingStep(number, graph, frame.value, loaded.get)
            losses = step.losses | losses
            self.runner.look(key, step)
        if self.gauges.take_jump() and loaded is None:
            self.runner.schedule.hurry(number, int(PATIENCE))
        self.runner.note_losses(number, losses, graph)

    def _graph_of(self, program: Program) -> tuple[TrainingGraph, tuple[int, int]]:
        key = program.id, program.version
        graph = self.runner.graph(key)
        return graph or self.runner.note_graph(key, TrainingGraph.of_program(program)), key

    def end_calls(self, step: EagerStep) -> None:
        """Handle the end of a step of eager code.

        If the record of a step does not contain all calls, the rules do not examine the step.
        """
        self._graph = None
        if self.is_due(step.number) and step.is_complete:
            self._graph = graph_of_step(step, self._is_frozen)
            key = graph_key(self._graph)
            self.runner.note_graph(key, self._graph)
            self.runner.look(key, values_of_step(step, self._graph))

    def note_eager_losses(self, number: int, losses: dict[str, float]) -> None:
        """Pass the losses of a step of eager code to the rules."""
        known = self.runner.summary.graphs  # most steps are not examined, and have no graph of their own
        self.runner.note_losses(number, losses, self._graph or (known[-1] if known else None))
