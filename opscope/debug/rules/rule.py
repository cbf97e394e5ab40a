"""Rule: base class of the checks of a program, a step or a whole run. This file also has the list of all rules."""

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
    """Observation of a rule, before it becomes a finding.

    Attributes:
        value: the name of the value.
        evidence: the numbers.
        operator: the operator whose line is shown, unless `site` is set.
        site: the user's line.
        suggestion: suggestion for the user; "": the suggestion of the rule.
        severity: None means the severity of the rule.
        step: the step of the observation, for rules about whole runs; 0: the program.
        since: the first of several successive examined steps, for rules that need several steps; 0: the step of this
            examination.
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
    """Counter of successive examined steps with the same observation, and the first of these steps."""

    __slots__ = ("looks", "since")

    def __init__(self) -> None:
        self.looks = self.since = 0

    def note(self, step: int, found: bool) -> int:
        """Count an examination of a step. Returns the number of successive examined steps with the observation."""
        if found and not self.looks:
            self.since = step
        self.looks = self.looks + 1 if found else 0
        return self.looks


class Rule:
    """Base class of rules. An instance of a rule examines one run, and may keep state about this run.

    A subclass defines one of the four methods `review`, `look`, `follow_loss` and `conclude`. `rules.add` registers the
    subclass. `about` is the subject of the rule. `suggestion` is the advice of the rule. `thresholds` are the numbers
    with which the rule compares values.

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
        """Examine a program before it runs. In eager code, examine the calls of a step.

        Args:
            graph: the facts about the program that need no values.

        Returns:
            The symptoms found.
        """
        return ()

    def look(self, step: TrainingStep) -> Iterable[Symptom]:
        """Examine the values of a step.

        Args:
            step: the values and the graph.

        Returns:
            The symptoms found.
        """
        return ()

    def follow_loss(self, name: str, losses: list[tuple[int, float]], run: RunSummary) -> Iterable[Symptom]:
        """Examine a loss after each step.

        Args:
            name: of the loss.
            losses: (step, loss), oldest first.
            run: summary of the run so far.

        Returns:
            The symptoms found.
        """
        return ()

    def conclude(self, run: RunSummary) -> Iterable[Symptom]:
        """Examine the whole run, at the end of the run or on request.

        Args:
            run: summary of the run.

        Returns:
            The symptoms found.
        """
        return ()

    @classmethod
    def threshold_text(cls) -> str:
        """Return the thresholds of the rule as text.

        Returns:
            The numbers with their sources.
        """
        return "; ".join(f"{float(t):.6g}: {t.about} ({t.source})" for t in cls.thresholds)


R = TypeVar("R", bound=type[Rule])
RULES: dict[str, type[Rule]] = {}
"""The rules that look, by name."""

MUTES: list[Mute] = []
"""What is muted in this process."""

Test = Callable[["TrainingStep"], object]


def rule(found: R) -> R:
    """Register a class as a rule."""
    assert found.name and found.about and found.suggestion, f"{found.__name__} does not say what it is"
    assert found.name not in RULES, f"two rules are called {found.name}"
    RULES[found.name] = found
    return found


def add(
    name: str | type[Rule] | Test, test: Test | None = None, *, severity: Severity = "warning", suggestion: str = ""
) -> type[Rule]:
    """Add a user-defined rule. The new rule replaces a rule of the same name. Also a decorator.

    Args:
        name: name of the rule; or a `Rule` class; or a function with the name of the rule.
        test: a function that is called with each examined `TrainingStep`. The function returns its observations: a text
            as evidence, `Symptom`s, or nothing.
        severity: "error", "warning" or "hint".
        suggestion: what to try.

    Returns:
        The rule's class.

    Raises:
        ArgumentError: the severity is unknown.
        UsageError: `name` or `test` is not a rule.

    Example:
        >>> from opscope.debug import rules
        >>> _ = rules.add("tiny batch", lambda step: step.batch_size < 8 and f"{step.batch_size} examples")
        >>> rules.remove("tiny batch")
    """
    if severity not in SEVERITIES:
        raise ArgumentError(f"unknown severity {severity!r}", fix=f"one of {', '.join(SEVERITIES)}")
    if inspect.isclass(name) and issubclass(name, Rule):
        made = name
        if not made.name:
            raise UsageError(f"the rule {made.__name__} has no name", fix='give the class an attribute name = "..."')
    elif callable(name):
        made = _rule_of(getattr(name, "__name__", "rule").replace("_", "-"), name, severity, suggestion)
    elif isinstance(name, str) and callable(test):
        made = _rule_of(name, test, severity, suggestion)
    else:
        raise UsageError("a rule must be a name with a function, a function, or a class", fix='add("name", test)')
    RULES[made.name] = made
    return made


def _rule_of(rule_name: str, test: Test, how_severe: Severity, what_to_try: str) -> type[Rule]:
    class OwnRule(Rule):
        name = rule_name
        severity = how_severe
        about = inspect.getdoc(test) or "a rule of the user"
        suggestion = what_to_try or "look at the evidence"

        def look(self, step: TrainingStep) -> Iterator[Symptom]:
            found = test(step)
            if isinstance(found, Symptom):
                yield found
            elif isinstance(found, str):
                yield Symptom(rule_name, found)
            elif found is True:
                yield Symptom(rule_name, "its condition holds")
            elif found:
                yield from found if isinstance(found, Iterable) else [Symptom(rule_name, str(found))]

    return OwnRule


def remove(name: str) -> None:
    """Remove a rule from the list.

    Args:
        name: of the rule.

    Raises:
        NotFound: there is no such rule.

    Example:
        >>> from opscope.debug import rules
        >>> _ = rules.add("hot", lambda step: step.loss > 9)
        >>> rules.remove("hot")
    """
    if name not in RULES:
        raise NotFound(f"no rule {name!r}", fix=nearest(name, RULES) or "debug.rules.RULES lists them")
    del RULES[name]


def mute(name: str, reason: str, value: str = "*") -> None:
    """Move intended findings to `Findings.muted`.

    Args:
        name: name of the rule, or a pattern of names.
        reason: the reason why the findings are intended.
        value: a pattern for the names of the values that the findings are about.

    Raises:
        NotFound: there is no such rule.
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
    """Undo `mute`.

    Args:
        name: name of the rule, or a pattern of names.

    Example:
        >>> from opscope.debug import rules
        >>> rules.unmute()
    """
    MUTES[:] = [m for m in MUTES if not fnmatchcase(m.rule, name)]
