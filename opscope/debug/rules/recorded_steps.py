"""Rules for a recorded run. The examined steps are computed again, operator by operator."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from opscope.core.place import to_host
from opscope.debug.eager.eager_record import EagerRecord
from opscope.debug.eager.eager_step import EagerStep
from opscope.debug.navigation.search import Search
from opscope.debug.replay.journal import Journal, Segment, recorded_program
from opscope.debug.replay.program_kind import RunRecord, ignore_place
from opscope.debug.replay.replay_scope import ReplayScope
from opscope.debug.rules.eager_steps import (
    IsFrozen,
    backward_site,
    ends_without_step,
    graph_key,
    graph_of_step,
    values_of_step,
)
from opscope.debug.rules.rule_runner import RuleRunner
from opscope.debug.rules.training_graph import TrainingGraph
from opscope.debug.rules.training_step import TrainingStep

Losses = Callable[[int], dict[str, float]]  # the losses of a step of eager code


class RecordedSteps:
    """Reader that passes the steps of a journal (the recorded history) to a `RuleRunner`, oldest step first."""

    def __init__(self, runner: RuleRunner, is_frozen: IsFrozen, losses: Losses, search: Search) -> None:
        self._runner = runner
        self._is_frozen = is_frozen
        self._losses = losses
        self._search = search
        self._scope: ReplayScope | None = None
        self._segment: Segment | None = None
        self._next = 0  # index in its segment of the run that follows the current state of the scope

    def read(self, journal: Journal) -> None:
        """Pass all steps in the journal to the rules."""
        records = list(_all_records(journal))
        with self._search.begin("rules", len(records)):
            begun: dict[int, list[EagerRecord]] = {}  # by thread: steps that may continue in another record
            for record in records:
                self._search.advance()
                if isinstance(record, EagerRecord):
                    if not record.first_call and record.thread in begun:
                        self._read_calls(EagerStep(begun.pop(record.thread)), False)
                    begun.setdefault(record.thread, []).append(record)
                    if record.ends_step:
                        self._read_calls(EagerStep(begun.pop(record.thread)), True)
                elif "recompute" in record.kind.abilities and record.step and not record.error:
                    self._read_run(journal, record)
            for calls in begun.values():
                self._read_calls(EagerStep(calls), False)

    # --- programs -----------------------------------------------------------------------------------

    def _read_run(self, journal: Journal, record: RunRecord) -> None:
        runner, program = self._runner, recorded_program(record.plan)
        key = program.id, program.version
        graph = runner.note_graph(key, TrainingGraph.of_program(program))
        losses = {n: _scalar(v) for n, v in record.fetched.items() if n in graph.losses and v.size == 1}
        if runner.schedule.is_due(record.step):
            step = self._open(journal, record, graph)
            if step is not None:
                losses = step.losses | losses
                runner.look(key, step)
        runner.note_losses(record.step, losses, graph)

    def _open(self, journal: Journal, record: RunRecord, graph: TrainingGraph) -> TrainingStep | None:
        """Recompute a run from the nearest keyframe (stored values), and return the values of the run."""
        found = journal.find(record.run)
        if found is None:
            return None
        segment, index = found
        if self._scope is None or segment is not self._segment or self._next > index:
            self._scope, self._segment, self._next = ReplayScope(), segment, 0
            self._scope.restore(segment.keyframe)
        for earlier in segment.records[self._next : index]:
            self._search.check()
            self._scope.run(earlier)
        cursor = self._scope.open(record, ignore_place)
        frame = cursor.stack[0].frame
        before = {name: frame.env[slot] for name, slot in frame.plan.loads}
        cursor.run_to_end()
        for name, slot in frame.stores:
            self._scope.scope.store(name, frame.env[slot])
        self._next = index + 1
        return TrainingStep(record.step, graph, frame.value, before.get)

    # --- eager code ---------------------------------------------------------------------------------

    def _read_calls(self, step: EagerStep, ends: bool) -> None:
        runner = self._runner
        losses = self._losses(step.number)
        if not step.is_complete or (ends and not runner.schedule.is_due(step.number)):
            if ends:
                runner.note_losses(step.number, losses, None)
            return
        graph = graph_of_step(step, self._is_frozen)
        key = graph_key(graph)
        if ends:
            runner.note_graph(key, graph)
            runner.look(key, values_of_step(step, graph))
            runner.note_losses(step.number, losses, graph)
        elif ends_without_step(graph):
            runner.note_graph(key, graph)
            runner.summary.unfinished_gradients = True
            runner.summary.backward_site = backward_site(step)


def _all_records(journal: Journal) -> Iterable[RunRecord]:
    return journal.records() or journal.steps()  # a journal on disk reads one segment at a time


def _scalar(value: object) -> float:
    return float(to_host(value).reshape(()))
