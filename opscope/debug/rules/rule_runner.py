"""RuleRunner: applies the rules to the steps of a live or recorded run, and collects the findings."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Hashable, Iterable
from dataclasses import replace

import numpy as np

from opscope.core.source import Site
from opscope.debug.rules import activation_rules as activation_rules
from opscope.debug.rules import data_rules as data_rules
from opscope.debug.rules import gradient_rules as gradient_rules
from opscope.debug.rules import loss_rules as loss_rules
from opscope.debug.rules import output_rules as output_rules
from opscope.debug.rules import parameter_rules as parameter_rules
from opscope.debug.rules.findings import Finding, Findings
from opscope.debug.rules.rule import MUTES, RULES, Rule, Symptom
from opscope.debug.rules.training_graph import TrainingGraph
from opscope.debug.rules.training_step import RunSummary, TrainingStep
from opscope.errors import OpscopeWarning
from opscope.ir.program.program import Operator
from opscope.names.shown_name import name_beside, with_names_beside

FIRST_STEPS = 6  # number of first steps, all examined
GROWTH_OF_INTERVAL = 5  # the interval to the next look is this fraction of the steps so far
LONGEST_INTERVAL = 1000  # steps
JUMP = 10.0  # growth of a loss within a step that makes the next step examined
MAX_NAMES = 6  # inputs and outputs of an operator that are shown
MAX_LOSSES = 4096  # losses of one name that are kept


class LookSchedule:
    """Schedule of examined steps: the first steps, then steps at growing intervals, and steps after a loss jump."""

    def __init__(self) -> None:
        self._next = 1
        self._insistent = 0  # looks in a row that remain

    def is_due(self, step: int) -> bool:
        """Return True if the rules must examine the step."""
        return step >= self._next

    def note_look(self, step: int) -> None:
        """Store that the rules have examined a step, and choose the next step to examine."""
        self._next = step + 1
        self._insistent = max(0, self._insistent - 1)
        if step >= FIRST_STEPS and not self._insistent:
            self._next = step + min(max(1, step // GROWTH_OF_INTERVAL), LONGEST_INTERVAL)

    def hurry(self, step: int, looks: int = 1) -> None:
        """Change the schedule so that the rules examine each of the next `looks` steps."""
        self._next = min(self._next, step + 1)
        self._insistent = max(self._insistent, looks)


class RuleRunner:
    """The rules that examine one run.

    Each program has its own rule objects. In eager code, each set of parameters that are updated together has its own
    rule objects.

    The function `on_finding` is called with each new finding. If a rule raises an error, a finding of this rule
    contains the text of the error.
    """

    def __init__(self, on_finding: Callable[[Finding], None] = lambda finding: None) -> None:
        self.schedule = LookSchedule()
        self.summary = RunSummary()
        self._on_finding = on_finding
        self._rules: dict[Hashable, list[Rule]] = {}
        self._graphs: dict[Hashable, TrainingGraph] = {}
        self._found: dict[Hashable, Finding] = {}
        self._about_losses: dict[Hashable, tuple[bool, Hashable]] = {}  # (True for the course of a loss, key)
        self._hurried = False  # True after a look was scheduled for a loss that is not finite

    def _rules_of(self, key: Hashable) -> list[Rule]:
        if key not in self._rules:
            self._rules[key] = [made() for made in RULES.values()]
        return self._rules[key]

    # --- events of a run ----------------------------------------------------------------------------

    def note_graph(self, key: Hashable, graph: TrainingGraph) -> TrainingGraph:
        """Review a graph, unless a graph with this key was reviewed before.

        Returns the graph that was reviewed first among the graphs with this key.
        """
        known = self._graphs.get(key)
        if known is not None:
            return known
        self._graphs[key] = graph
        summary = self.summary
        summary.graphs.append(graph)
        if graph.trains:
            summary.parameters.update(graph.parameters)
            summary.updated.update(graph.updates)
            summary.gradients.update(graph.gradients)
            for rule in self._rules_of(self._owner(key, graph)):
                self._run(rule, lambda rule=rule: rule.review(graph), 0, graph)
        return graph

    def graph(self, key: Hashable) -> TrainingGraph | None:
        """Return the graph that was reviewed under a key. Return None if there is no such graph."""
        return self._graphs.get(key)

    def look(self, key: Hashable, step: TrainingStep) -> None:
        """Let the rules examine the values of a step. `key` is the key of the step's graph."""
        self.summary.looks += 1
        self.schedule.note_look(step.number)
        if step.graph.trains:
            self._note_facts(step)
            for rule in self._rules_of(self._owner(key, step.graph)):
                self._run(rule, lambda rule=rule: rule.look(step), step.number, step.graph)

    def _note_facts(self, step: TrainingStep) -> None:
        """Store the facts about a step that rules about whole runs need."""
        step.run = self.summary
        with np.errstate(all="ignore"):
            noise = step.loss_noise
        if noise is not None:
            self.summary.loss_noise.append(noise)
        if step.learning_rate is not None:
            self.summary.rates.append((step.number, step.learning_rate))

    def note_losses(self, number: int, losses: dict[str, float], graph: TrainingGraph | None) -> None:
        """Store the losses of a step, and let rules about losses examine them. This is done for every step."""
        self.summary.steps = max(self.summary.steps, number)
        for name, value in losses.items():
            series = self.summary.losses.setdefault(name, [])
            if series and series[-1][0] >= number:
                continue
            former = [abs(v) for _, v in series[-3:] if math.isfinite(v)]
            series.append((number, value))
            if len(series) > MAX_LOSSES:
                del series[3 : MAX_LOSSES // 2 : 2]
            if not math.isfinite(value):
                if not self._hurried:
                    self.schedule.hurry(number)
                self._hurried = True
            elif former and abs(value) > JUMP * max(former) > 0:
                self.schedule.hurry(number)
            for rule in self._rules_of("losses"):
                self._run(
                    rule, lambda rule=rule, series=series, name=name: rule.follow_loss(name, series, self.summary),
                    number, graph, of_loss=True,
                )  # fmt: skip

    @staticmethod
    def _owner(key: Hashable, graph: TrainingGraph) -> Hashable:
        return ("updates", frozenset(graph.updates)) if graph.eager else key

    # --- findings -----------------------------------------------------------------------------------

    def findings(self, others: Iterable[Finding] = ()) -> Findings:
        """Return the findings about steps and about the whole run, together with `others`.

        `others` are findings that do not come from rules.
        """
        kept = dict(self._found)
        for rule in self._rules_of("run"):
            self._run(rule, lambda rule=rule: rule.conclude(self.summary), 0, None, kept)
        return Findings([*kept.values(), *others], MUTES)

    def say_conclusions(self) -> None:
        """At the end of the run, report the findings about the run as a whole."""
        said = list(self._found.values())
        for finding in self.findings().every:
            if (alone := replace(finding, consequences=())) not in said:
                self._on_finding(alone)

    def _run(
        self,
        rule: Rule,
        ask: Callable[[], Iterable[Symptom]],
        number: int,
        graph: TrainingGraph | None,
        into: dict[Hashable, Finding] | None = None,
        of_loss: bool = False,
    ) -> None:
        found = self._found if into is None else into
        try:
            with np.errstate(all="ignore"):  # values of a run may be NaN, Inf or huge
                symptoms = list(ask())
        except Exception as e:  # noqa: BLE001 (a failing rule must not end the user's run; it becomes a finding)
            symptoms = [Symptom(rule.name, f"the rule has failed: {type(e).__name__}: {e}", severity="hint")]
        for symptom in symptoms:
            made = _finding(rule, symptom, number, graph)
            key = _key(made, symptom, None if of_loss else graph)
            if into is None:
                key = self._same_value(made, key, of_loss)
            known = found.get(key)
            if known is None:
                found[key] = made
                if into is None and not any(m.covers(made) for m in MUTES):
                    self._on_finding(made)
            elif into is None:
                found[key] = replace(known, times=known.times + 1)

    def _same_value(self, made: Finding, key: Hashable, of_loss: bool) -> Hashable:
        """Return the key of an earlier finding of this rule about the same loss, or else `key`."""
        value = made.rule, made.called or made.value, made.line
        known_of_loss, known = self._about_losses.setdefault(value, (of_loss, key))
        return known if known_of_loss != of_loss else key


def _finding(rule: Rule, symptom: Symptom, number: int, graph: TrainingGraph | None) -> Finding:
    operator = symptom.operator
    known = operator or next(iter(() if graph is None else graph.operators), None)
    program = None if known is None else known.block.program
    site: Site | None = symptom.site or (None if operator is None else operator.site)
    return Finding(
        rule=rule.name,
        severity=symptom.severity or rule.severity,
        step=number or symptom.step,
        value=symptom.value,
        operator="" if operator is None else operator_text(operator),
        line="" if site is None else site.where,
        code="" if site is None else site.code,
        evidence=symptom.evidence if program is None else with_names_beside(program, symptom.evidence, symptom.value),
        suggestion=symptom.suggestion or rule.suggestion,
        threshold=rule.threshold_text(),
        op=-1 if operator is None else operator.id,
        called="" if program is None else name_beside(program, _own_name(symptom)),
        since=symptom.since,
    )


def _own_name(symptom: Symptom) -> str:
    """Return the name of the value of a finding.

    A finding about the course of a loss in eager code has a name without the number of the call, such as `mean`. In
    this case, return the full name, such as `mean_7`.
    """
    made = () if symptom.operator is None else symptom.operator.outputs
    return next((n for n in made if n and re.sub(r"_\d+$", "", n) == symptom.value), symptom.value)


def operator_text(operator: Operator) -> str:
    """Return an operator as text, with the names of the inputs and outputs.

    If there are many names, the text contains only the first input and the first output.
    """
    if len(operator.inputs) + len(operator.outputs) <= MAX_NAMES:
        return repr(operator)
    made, read = next(iter(operator.outputs), "_"), next(iter(operator.inputs), "_")
    return f"{made}, ... = {operator.type}({read}, ...)"


def _key(finding: Finding, symptom: Symptom, graph: TrainingGraph | None) -> Hashable:
    """Return a key for a finding. Findings about the same problem in several steps have the same key.

    In eager code, the name of a value contains a number that may differ between steps. So the key contains the name
    without numbers. If `graph` is None, the finding is about a whole run or about a loss, and the name is the same in
    all steps.
    """
    if graph is None or not graph.eager or symptom.value in graph.parameters:
        return finding.rule, symptom.value
    return finding.rule, re.sub(r"_\d+", "", symptom.value), finding.line


def warning_of(finding: Finding) -> OpscopeWarning:
    """Convert a finding to a warning. The run continues after a warning."""
    what = f"{finding.rule}: {finding.label}: {finding.evidence}"
    where = f" ({finding.line})" if finding.line else ""
    return OpscopeWarning(what + where, fix=finding.suggestion)
