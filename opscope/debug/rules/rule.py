"""Rule: the base class of rules, which check a program, a step or a whole run.

The list of all rules is also in this file.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from fnmatch import fnmatchcase
from typing import TYPE_CHECKING, ClassVar, TypeVar

from opscope.core.source import Site
from opscope.debug.rules.findings import SEVERITIES, Mute, Severity
from opscope.debug.rules.thresholds import Threshold
from opscope.errors import ArgumentError, NotFound, UsageError, nearest

if TYPE_CHECKING:
    from opscope.debug.rules.training_graph import TrainingGraph
    from opscope.debug.rules.training_step import RunSummary, TrainingStep
    from opscope.ir.program.program import Operator


@dataclass(frozen=True, slots=True)
class Symptom:
    """A sign of a mistake that a rule has seen. A symptom becomes a finding.

    Attributes:
        value: the name of the value with the symptom.
        evidence: a text with the numbers that show the symptom.
        operator: the operator of the value. If `site` is None, the finding shows the line of this operator.
        site: the user's line that the finding shows.
        suggestion: advice for the user. If `suggestion` is "", the finding has the suggestion of the rule.
        severity: the severity of the finding. If `severity` is None, the finding has the severity of the rule.
        step: the step with the symptom, for rules about whole runs. 0 means that the symptom is about the program.
        since: the first of several successive steps with the symptom, for rules that need several steps. 0 means the
            examined step.
    """

    value: str
    evidence: str
    operator: Operator | None = None
    site: Site | None = None
    suggestion: str = ""
    severity: Severity | None = None
    step: int = 0
    since: int = 0


class Streak:
    """Counter of successive examined steps that have the same symptom. `since` is the first of these steps."""

    __slots__ = ("looks", "since")

    def __init__(self) -> None:
        self.looks = self.since = 0

    def note(self, step: int, found: bool) -> int:
        """Count an examined step, with or without the symptom.

        Returns the number of successive examined steps that have the symptom.
        """
        if found and not self.looks:
            self.since = step
        self.looks = self.looks + 1 if found else 0
        return self.looks


class Rule:
    """Base class of rules. An instance of a rule examines one run, and may store data about this run.

    A subclass defines one or more of these four methods: `review`, `look`, `follow_loss` and `conclude`. The function
    `rules.add` registers the subclass. `about` is a text about the subject of the rule. `suggestion` is the advice of
    the rule to users. `thresholds` are the numbers with which the rule compares values.

    Example:
        >>> class Small(Rule):
        ...     name, about, suggestion = "small weights", "the largest weight", "initialize them"
        ...     def look(self, step):
        ...         for name in step.graph.updates:
        ...             if abs(step.value(name)).max() < 100:
        ...                 yield Symptom(name, "below 100", step.graph.updates[name])
        >>> _ = debug.rules.add(Small)
        >>> run = debug.start(train)
        >>> run.wait()
        >>> [found.value for found in run.findings.of("small weights")]
        ['fc_0.w_0', 'fc_0.b_0']
        >>> debug.rules.remove("small weights")
    """

    name: ClassVar[str] = ""
    severity: ClassVar[Severity] = "warning"
    about: ClassVar[str] = ""
    suggestion: ClassVar[str] = ""
    thresholds: ClassVar[tuple[Threshold, ...]] = ()

    def review(self, graph: TrainingGraph) -> Iterable[Symptom]:
        """Examine a program before it runs. For eager code, examine the graph of the calls in a step.

        Args:
            graph: the facts about the program that are known without values.

        Returns:
            The symptoms that the rule has found.
        """
        return ()

    def look(self, step: TrainingStep) -> Iterable[Symptom]:
        """Examine the values of a step.

        Args:
            step: the values of the step, and its graph.

        Returns:
            The symptoms that the rule has found.
        """
        return ()

    def follow_loss(self, name: str, losses: list[tuple[int, float]], run: RunSummary) -> Iterable[Symptom]:
        """Examine a loss after each step of the run.

        Args:
            name: name of the loss.
            losses: a list of pairs (step, loss), oldest step first.
            run: summary of the run up to this step.

        Returns:
            The symptoms that the rule has found.
        """
        return ()

    def conclude(self, run: RunSummary) -> Iterable[Symptom]:
        """Examine the whole run, at the end of the run or when the user requests the findings.

        Args:
            run: summary of the run.

        Returns:
            The symptoms that the rule has found.
        """
        return ()

    @classmethod
    def threshold_text(cls) -> str:
        """Return the thresholds of the rule in one text.

        Returns:
            A text with the number, the description and the source of each threshold.
        """
        return "; ".join(f"{float(t):.6g}: {t.about} ({t.source})" for t in cls.thresholds)


R = TypeVar("R", bound=type[Rule])
RULES: dict[str, type[Rule]] = {}
"""The rules that are applied, as a dict by name."""

MUTES: list[Mute] = []
"""The filters for findings that are muted in this process."""

Test = Callable[["TrainingStep"], object]


def rule(found: R) -> R:
    """Register a class as a rule, for all later runs."""
    assert found.name and found.about and found.suggestion, f"{found.__name__} has no name, description or suggestion"
    assert found.name not in RULES, f"two rules are called {found.name}"
    RULES[found.name] = found
    return found


def add(
    name: str | type[Rule] | Test, test: Test | None = None, *, severity: Severity = "warning", suggestion: str = ""
) -> type[Rule]:
    """Add a user-defined rule. If a rule with the same name exists, the new rule replaces that rule.

    You can also use `add` as a decorator of a function.

    Args:
        name: the name of the rule, if `test` is its function. Alternatively, a `Rule` class, or a function whose name
            becomes the name of the rule.
        test: a function that is called with the `TrainingStep` of each examined step. If the function finds a mistake,
            it returns a text with the evidence, a `Symptom`, several `Symptom`s, or True. Otherwise it returns False or
            None.
        severity: "error", "warning" or "hint".
        suggestion: a text with advice for the user.

    Returns:
        The rule's class.

    Raises:
        ArgumentError: the severity is unknown.
        UsageError: `name` and `test` do not describe a rule.

    Example:
        >>> from opscope.debug import rules
        >>> _ = rules.add("tiny batch", lambda step: step.batch_size < 8 and f"{step.batch_size} examples")
        >>> rules.remove("tiny batch")
    """
    if severity not in SEVERITIES:
        raise ArgumentError(f"unknown severity {severity!r}", fix=f"use one of {', '.join(SEVERITIES)}")
    if inspect.isclass(name) and issubclass(name, Rule):
        made = name
        if not made.name:
            raise UsageError(f"the rule {made.__name__} has no name", fix='give the class an attribute name = "..."')
    elif callable(name):
        made = _rule_of(getattr(name, "__name__", "rule").replace("_", "-"), name, severity, suggestion)
    elif isinstance(name, str) and callable(test):
        made = _rule_of(name, test, severity, suggestion)
    else:
        raise UsageError("a rule must be a name with a function, a function, or a class", fix='call add("name", test)')
    RULES[made.name] = made
    return made


def _rule_of(rule_name: str, test: Test, how_severe: Severity, what_to_try: str) -> type[Rule]:
    class OwnRule(Rule):
        name = rule_name
        severity = how_severe
        about = inspect.getdoc(test) or "a rule that the user has added"
        suggestion = what_to_try or "look at the evidence"

        def look(self, step: TrainingStep) -> Iterator[Symptom]:
            found = test(step)
            if isinstance(found, Symptom):
                yield found
            elif isinstance(found, str):
                yield Symptom(rule_name, found)
            elif found is True:
                yield Symptom(rule_name, "the condition of the rule is true")
            elif found:
                yield from found if isinstance(found, Iterable) else [Symptom(rule_name, str(found))]

    return OwnRule


def remove(name: str) -> None:
    """Remove a rule from the list of rules.

    Args:
        name: name of the rule.

    Raises:
        NotFound: no rule has this name.

    Example:
        >>> from opscope.debug import rules
        >>> _ = rules.add("hot", lambda step: step.loss > 9)
        >>> rules.remove("hot")
    """
    if name not in RULES:
        raise NotFound(f"no rule {name!r}", fix=nearest(name, RULES) or "debug.rules.RULES lists them")
    del RULES[name]


def mute(name: str, reason: str, value: str = "*") -> None:
    """Mute findings that you expect. `Findings.muted` then contains these findings.

    Args:
        name: name of the rule, or a pattern of rule names.
        reason: the reason why you expect these findings.
        value: a pattern of value names. Only findings about values with matching names are muted.

    Raises:
        NotFound: no rule has this name.
        ArgumentError: the reason is empty.

    Example:
        >>> from opscope.debug import rules
        >>> rules.mute("dead-units", "sparse on purpose", "relu_0*")
        >>> rules.unmute("dead-units")
    """
    if not reason.strip():
        raise ArgumentError(
            f"the rule {name} cannot be muted without a reason",
            fix='for example: mute("dead-units", "sparse on purpose")',
        )
    made = Mute(name, value, reason.strip())
    if not any(fnmatchcase(n, name) for n in RULES):
        raise NotFound(f"no rule {name!r}", fix=nearest(name, RULES) or "debug.rules.RULES lists them")
    MUTES.append(made)


def unmute(name: str = "*") -> None:
    """Show muted findings again: undo `mute`.

    Args:
        name: name of the rule, or a pattern of rule names.

    Example:
        >>> from opscope.debug import rules
        >>> rules.unmute()
    """
    MUTES[:] = [m for m in MUTES if not fnmatchcase(m.rule, name)]
