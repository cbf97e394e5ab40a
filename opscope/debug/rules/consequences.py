"""Grouping of findings by cause.

A finding that may be a consequence of another finding is listed under that finding.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from opscope.debug.rules.finding import Finding

NAN_WATCH = "nan-watch"  # name of the stop of a watch for NaN and Inf; not a rule
NO_PROGRESS = {"loss-not-falling", "no-better-than-guessing", "loss-oscillating"}
NO_LEARNING = NO_PROGRESS | {"weights-unchanged", "constant-output", "vanishing-gradient"}
DIVERGENCE = NO_PROGRESS | {"loss-rising", "nan-next", "not-finite", "large-activations"}
BROKEN_UNITS = {"dead-units", "saturated-units", "constant-output", "vanishing-gradient", "weights-unchanged"}
SYMPTOMS = (NO_LEARNING | DIVERGENCE | BROKEN_UNITS | {"exploding-gradient", "update-ratio"}) - {"not-finite"}

FAULTS = (
    *("labels-outside-classes", "broadcast-loss", "negated-loss", "softmax-one-unit", "softmax-over-batch"),
    *("activation-before-loss", "no-probabilities", "output-range", "gradients-not-cleared", "no-gradients"),
    *("parameter-cut-off", "parameter-without-optimizer", "eval-mode", "batch-of-one", "constant-input"),
    *("input-range", "tied-units"),
)
"""Rules about mistakes in the program or in its data. Such mistakes exist from the first step on."""

FOLLOWERS: dict[str, set[str]] = {
    **dict.fromkeys(FAULTS, SYMPTOMS),
    "no-gradients": SYMPTOMS | {"parameter-cut-off", "parameter-without-optimizer", "parameter-unused"},
    "parameter-cut-off": SYMPTOMS | {"parameter-unused"},
    "large-activations": DIVERGENCE | BROKEN_UNITS | {"exploding-gradient"},
    "exploding-gradient": DIVERGENCE | BROKEN_UNITS | {"update-ratio"},
    "saturated-units": NO_LEARNING,
    "dead-units": NO_LEARNING,
    "vanishing-gradient": NO_LEARNING | {"update-ratio"},
    "update-ratio": DIVERGENCE | BROKEN_UNITS | {"exploding-gradient"},
    "weights-unchanged": NO_LEARNING,
    "constant-output": NO_PROGRESS,
    "loss-rising": {"nan-next", "not-finite"} | NO_PROGRESS,
    "nan-next": {"not-finite"},
    "no-better-than-guessing": NO_PROGRESS,
    NAN_WATCH: {"not-finite"},
    "not-finite": set(),
}
"""Maps a rule to the rules whose findings may be consequences of its findings.

If each of two rules may cause the other, the earlier finding is the cause. For two findings of the same step, the cause
is the rule that comes first in this dict.
"""

_CAUSES = {
    name: [cause for cause, followers in FOLLOWERS.items() if name in followers]
    for name in set().union(*FOLLOWERS.values())
}
_RANKS = {name: rank for rank, name in enumerate(FOLLOWERS)}


class Causes:
    """Search among all findings for the possible cause of a finding.

    Only the first finding of each rule can be the cause of another finding. So the time for thousands of findings is
    linear in their number.
    """

    def __init__(self, found: Sequence[Finding]) -> None:
        self._order = {id(f): _order(f, i) for i, f in enumerate(found)}
        self._first: dict[str, Finding] = {}
        self._first_severe: dict[str, Finding] = {}
        for each in sorted(found, key=lambda f: self._order[id(f)]):
            self._first.setdefault(each.rule, each)
            if each.severity != "hint":
                self._first_severe.setdefault(each.rule, each)

    def of(self, finding: Finding) -> Finding | None:
        """Return the first possible cause of a finding. Return None if there is no possible cause.

        If a rule has several findings, the first finding counts as the cause of the other findings. A finding with the
        severity "hint" is never a cause.
        """
        own = self._order.get(id(finding), _order(finding, len(self._order)))
        firsts = [self._first.get(finding.rule), *(self._first_severe.get(r) for r in _CAUSES.get(finding.rule, ()))]
        earlier = [f for f in firsts if f is not None and self._order[id(f)] < own and _may_cause(f, finding)]
        if not earlier:
            return None
        nearest_to_root = min(earlier, key=lambda f: self._order[id(f)])
        return self.of(nearest_to_root) or nearest_to_root


def _order(finding: Finding, index: int) -> tuple[int, int, int, int]:
    """Return the sort key of a finding. The key of a cause is smaller than the keys of the consequences."""
    began = 0 if finding.rule in FAULTS else finding.began
    return began, _RANKS.get(finding.rule, len(_RANKS)), finding.step, index


def _may_cause(cause: Finding, finding: Finding) -> bool:
    if cause.rule == finding.rule:
        return True
    if cause.severity == "hint" or finding.rule not in FOLLOWERS.get(cause.rule, ()):
        return False
    return cause.rule in FAULTS or cause.began <= finding.began


def grouped(found: Sequence[Finding]) -> list[Finding]:
    """Return the findings for which no cause was found. Each of these findings contains its possible `consequences`."""
    flat = [replace(one, consequences=()) for each in found for one in (each, *each.consequences)]
    causes = Causes(flat)
    followers: dict[int, list[Finding]] = {}
    alone: list[Finding] = []
    for each in flat:
        cause = causes.of(each)
        if cause is None:
            alone.append(each)
        else:
            followers.setdefault(id(cause), []).append(each)
    return [replace(each, consequences=tuple(followers.get(id(each), ()))) for each in alone]
