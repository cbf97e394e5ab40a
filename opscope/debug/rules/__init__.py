"""Rules that detect common training mistakes in a program, during a run, in a recording, or in a test.

    print(debug.rules.review(program))                         # before anything runs
    run = opscope.debug(train, rules=True); run.wait()         # while it runs: prints each new finding
    print(run.findings)                                        # also of a run without rules=True, from its record
    debug.rules.apply(debug.open("recording")).require()       # in a test: raises if there is a finding
    debug.rules.add("too hot", lambda step: step.loss > 100 and f"the loss is {step.loss}")
    debug.rules.mute("dead-units", "sparse on purpose", "relu_0*")

A finding describes a suspected mistake, with evidence and the user's line. `RULES` lists the rules. `THRESHOLDS` lists
the thresholds of the rules, each with its source.
"""

from __future__ import annotations

from typing import Any

from opscope.debug.rules.findings import Finding, Findings, Mute
from opscope.debug.rules.review import review
from opscope.debug.rules.rule import RULES, Rule, Symptom, add, mute, remove, unmute
from opscope.debug.rules.thresholds import TABLE as THRESHOLDS
from opscope.debug.rules.thresholds import Threshold
from opscope.debug.rules.training_graph import TrainingGraph
from opscope.debug.rules.training_step import RunSummary, TrainingStep
from opscope.errors import UsageError

__all__ = [
    "RULES",
    "THRESHOLDS",
    "Finding",
    "Findings",
    "Mute",
    "Rule",
    "RunSummary",
    "Symptom",
    "Threshold",
    "TrainingGraph",
    "TrainingStep",
    "add",
    "apply",
    "mute",
    "remove",
    "review",
    "unmute",
]


def apply(recording: Any) -> Findings:
    """Return the findings of all rules in a run or in an opened recording.

    The attribute `findings` of the run or recording contains the same findings.

    Args:
        recording: a run, or the object that `debug.open` returns.

    Returns:
        The findings, most severe finding first.

    Raises:
        UsageError: `recording` is neither a run nor an opened recording.

    Example:
        >>> from opscope import debug
        >>> run = debug.start(lambda: None)
        >>> run.wait()
        >>> debug.rules.apply(run)
        no findings
    """
    if not hasattr(recording, "findings"):
        raise UsageError(
            f"rules cannot be applied to {type(recording).__name__}", fix="pass a run, or the result of debug.open()"
        )
    return recording.findings
