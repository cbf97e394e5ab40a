"""Review of a program, or of a layer and its optimizer, before the program or layer runs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from opscope.debug.rules.findings import Finding, Findings
from opscope.debug.rules.rule import MUTES
from opscope.debug.rules.rule_runner import RuleRunner
from opscope.debug.rules.thresholds import DROPOUT
from opscope.debug.rules.training_graph import TrainingGraph
from opscope.debug.rules.training_step import TrainingStep
from opscope.errors import UsageError
from opscope.ir.program.program import Program


def review(*targets: Any, feed: Mapping[str, Any] | None = None, optimizer: Any = None) -> Findings:
    """Apply the rules to programs or layers, without running them.

    Eager code is reviewed only when it runs. Read `run.findings` in this case.

    Args:
        targets: Programs that are trained together, or Layers of dygraph (eager) code.
        feed: a dict of arrays by name, as for `Executor.run`. If `feed` is given, the rules also examine these arrays.
        optimizer: the optimizer of the Layers. The rules check that the optimizer has all trainable parameters of the
            Layers.

    Returns:
        The findings, most severe finding first.

    Raises:
        UsageError: one of the targets is neither a Program nor a Layer.

    Example:
        >>> from opscope import debug, paddle
        >>> debug.rules.review(paddle.static.Program())
        no findings
    """
    runner = RuleRunner()
    found: list[Finding] = []
    for target in targets:
        if isinstance(target, Program):
            graph = runner.note_graph(target.id, TrainingGraph.of_program(target))
            if feed is not None:
                arrays = {name: np.asarray(value) for name, value in feed.items()}
                runner.look(target.id, TrainingStep(0, graph, arrays.get, lambda name: None))
        elif hasattr(target, "named_parameters") and hasattr(target, "sublayers"):
            found += review_layer(target, optimizer)
        else:
            raise UsageError(
                f"{type(target).__name__} cannot be reviewed",
                fix="pass a Program or a Layer; for eager code, read run.findings",
            )
    return Findings([*found, *runner.findings(), *(f for f, _ in runner.findings().muted)], MUTES)


def review_layer(layer: Any, optimizer: Any) -> Iterator[Finding]:
    """Yield the findings about a Layer that has not been called yet."""
    named = dict(layer.named_parameters())
    trained = {name: p for name, p in named.items() if not p.stop_gradient}
    layers = [layer, *layer.sublayers()]
    modes = [each for each in layers if not each.training and _depends_on_mode(each)]
    if optimizer is not None and modes:
        evidence = f"{type(modes[0]).__name__}.training is False, in {len(modes)} of {len(layers)} layers"
        yield _found("eval-mode", "error", layer.full_name(), evidence, "call train() before training")
    if optimizer is not None:
        held = {id(p) for p in optimizer.parameters or ()}
        missing = [name for name, p in trained.items() if id(p) not in held]
        if missing:
            evidence = (
                f"the optimizer does not have {', '.join(missing[:3])} ({len(missing)} of {len(trained)} parameters)"
            )
            fix = "give it to the optimizer, or say that it is frozen: stop_gradient = True"
            yield _found("parameter-without-optimizer", "warning", missing[0], evidence, fix)
    for name, parameter in trained.items():
        value = np.asarray(parameter.numpy())
        if value.ndim > 1 and value.size > 1 and np.ptp(value) == 0:
            evidence = f"all {value.size} elements of {name} are {value.reshape(-1)[0]:g}"
            yield _found("tied-units", "warning", name, evidence, "initialize weights at random (Xavier, Kaiming)")
    for each in layers:
        p = getattr(each, "p", 0)
        if "Dropout" in type(each).__name__ and isinstance(p, int | float) and p > DROPOUT:
            evidence = f"each element is dropped with probability {p:g}"
            yield _found("high-dropout", "hint", each.full_name(), evidence, "0.1 to 0.5 is usual")


def _depends_on_mode(layer: Any) -> bool:
    kind = type(layer).__name__
    return "Dropout" in kind or "BatchNorm" in kind


def _found(rule: str, severity: Any, value: str, evidence: str, fix: str) -> Finding:
    return Finding(rule, severity, 0, value, "", "", "", evidence, fix)
