"""The rule: a small class that looks at a program, at a step, or at a whole run; and the list of all rules."""

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
        operator: that gives the line, unless `site` does.
        site: the user's line.
        suggestion: what to try; empty: that of the rule.
        severity: None: that of the rule.
        step: that a rule of whole runs is about, 0: the program.
        since: the step of the first of several looks in a row, if it takes several; 0: the step of this look.
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
    """Looks in a row that have found the same, and the step of the first one."""

    __slots__ = ("looks", "since")

    def __init__(self) -> None:
        self.looks = self.since = 0

    def note(self, step: int, found: bool) -> int:
        """A step was looked at. Returns the looks in a row up to now."""
        if found and not self.looks:
            self.since = step
        self.looks = self.looks + 1 if found else 0
        return self.looks


class Rule:
    """A rule. An object of it looks at one run, and may keep what it has seen of it.

    A class of your own defines one of the four methods; `rules.add` takes it. `about` says what it looks at,
    `suggestion` what to try, `thresholds` what it compares with.

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
        """Look at a program before it runs; of eager code, at the calls of a step.

        Args:
            graph: what is known without any value.

        Returns:
            What was seen.
        """
        return ()

    def look(self, step: TrainingStep) -> Iterable[Symptom]:
        """Look at the values of a step.

        Args:
            step: has the values and the graph.

        Returns:
            What was seen.
        """
        return ()

    def follow_loss(self, name: str, losses: list[tuple[int, float]], run: RunSummary) -> Iterable[Symptom]:
        """Look at a loss after each step.

        Args:
            name: of the loss.
            losses: (step, loss), oldest first.
            run: what it has shown so far.

        Returns:
            What was seen.
        """
        return ()

    def conclude(self, run: RunSummary) -> Iterable[Symptom]:
        """Look at the whole run, when it is over or when somebody asks.

        Args:
            run: what it has shown.

        Returns:
            What was seen.
        """
        return ()

    @classmethod
    def threshold_text(cls) -> str:
        """The thresholds of the rule.

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
    """Add a rule of one's own; of the same name, it replaces the former one. Also a decorator.

    Args:
        name: of the rule; or a `Rule` class, or a function that is called as the rule.
        test: gets each `TrainingStep` that is looked at, and returns what it has seen: a text as evidence, `Symptom`s,
            or nothing.
        severity: "error", "warning" or "hint".
        suggestion: what to try.

    Returns:
        The class of the rule.

    Raises:
        ArgumentError: the severity is unknown.
        UsageError: it is no rule.

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
        raise UsageError("a rule is a name with a function, a function, or a class", fix='add("name", test)')
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
        NotFound: there is none.

    Example:
        >>> from opscope.debug import rules
        >>> _ = rules.add("hot", lambda step: step.loss > 9)
        >>> rules.remove("hot")
    """
    if name not in RULES:
        raise NotFound(f"no rule {name!r}", fix=nearest(name, RULES) or "debug.rules.RULES lists them")
    del RULES[name]


def mute(name: str, reason: str, value: str = "*") -> None:
    """Move findings that you intend to `Findings.muted`.

    Args:
        name: of the rule, or a pattern of names.
        reason: why you intend them.
        value: a pattern of the values that the findings are about.

    Raises:
        NotFound: no rule is called so.
        ArgumentError: there is no reason.

    Example:
        >>> from opscope.debug import rules
        >>> rules.mute("dead-units", "sparse on purpose", "relu_0*")
        >>> rules.unmute("dead-units")
    """
    if not reason.strip():
        raise ArgumentError(f"{name} is muted without a reason", fix='mute("dead-units", "sparse on purpose")')
    made = Mute(name, value, reason.strip())
    if not any(fnmatchcase(n, name) for n in RULES):
        raise NotFound(f"no rule {name!r}", fix=nearest(name, RULES) or "debug.rules.RULES lists them")
    MUTES.append(made)


def unmute(name: str = "*") -> None:
    """Undo `mute`.

    Args:
        name: of the rule, or a pattern of names.

    Example:
        >>> from opscope.debug import rules
        >>> rules.unmute()
    """
    MUTES[:] = [m for m in MUTES if not fnmatchcase(m.rule, name)]
