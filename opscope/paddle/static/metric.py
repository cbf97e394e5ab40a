"""Metrics of programs: the accuracy, and the area under a curve, whose counts are persistable variables."""

from __future__ import annotations

from typing import Any

import numpy as np

from opscope.core.dtype import float64
from opscope.core.place import to_host
from opscope.core.public_calls import note_functions
from opscope.core.source import site
from opscope.core.spec import TensorSpec
from opscope.core.state import names
from opscope.errors import ArgumentError, ModeError, UnsupportedError
from opscope.ir.compat.program_ops import program_op
from opscope.ir.program.context import create_global_var, require_static
from opscope.ir.program.program import Variable
from opscope.ops.nn import loss
from opscope.ops.registry import REGISTRY
from opscope.paddle.functions.assign import assign


def accuracy(input: Any, label: Any, k: int = 1, correct: Any = None, total: Any = None) -> Variable:
    """Return the share of rows of input [N, classes] in which the label's class has one of the k largest values.

    label is [N, 1], and the share is float32. accuracy also works in dygraph. correct and total are int32 variables
    with one element. correct receives the number of these rows, and total receives N.
    Source: https://www.paddlepaddle.org.cn/documentation/docs/en/api/paddle/static/accuracy_en.html
    """
    share, right, count = loss.accuracy(input, label, k=k)
    for made, output in ((right, correct), (count, total)):
        if output is not None:
            assign(made.reshape(list(output.shape)).astype(output.dtype), output=output)
    return share


def _auc(
    xp: Any, predict: Any, label: Any, stat_pos: Any, stat_neg: Any, *, num_thresholds: int = 4095, slide_steps: int = 0
) -> Any:
    """Return the area under the curve of all statistics and this batch, and the updated statistics.

    With slide_steps, the statistics contain one row for each of the latest batches, a row with their sum, and the
    number of batches.
    """
    count = num_thresholds
    scores, truth = to_host(predict)[:, -1], to_host(label).reshape(-1) != 0
    places = np.clip((scores * count).astype("int64"), 0, count)
    new = [np.bincount(places[mine], minlength=count + 1) for mine in (truth, ~truth)]
    olds = [to_host(stat).astype("int64") for stat in (stat_pos, stat_neg)]
    sums, stats = zip(*(_gathered(old, batch, slide_steps) for old, batch in zip(olds, new, strict=True)), strict=True)
    right, wrong = (total[::-1].astype("float64").cumsum() for total in sums)
    width = np.diff(wrong, prepend=0.0)
    before = np.concatenate([[0.0], right[:-1]])
    area, whole = float(np.sum(width * (right + before)) / 2.0), float(right[-1] * wrong[-1])
    return [xp.asarray(area / whole if whole > 0 else 0.0, dtype=xp.float64), *map(xp.asarray, stats)]


def _gathered(old: Any, batch: Any, slide_steps: int) -> tuple[Any, Any]:
    """Return (counts for the area, statistics with this batch)."""
    if not slide_steps:
        return (old.reshape(-1) + batch), old + batch.reshape(old.shape)
    made = old.copy()
    rows, seen = made[:-1].reshape(slide_steps + 1, -1), int(made[-1])
    rows[-1] += batch - rows[seen % slide_steps]
    rows[seen % slide_steps] = batch
    made[-1] += 1
    return rows[-1], made


def _auc_specs(predict: TensorSpec, label: TensorSpec, stat_pos: TensorSpec, stat_neg: TensorSpec, **_: Any) -> Any:
    return [TensorSpec((), float64), stat_pos, stat_neg]


AUC = program_op("auc", _auc, _auc_specs, outputs=("AUC", "stat_pos_out", "stat_neg_out"))


def auc(
    input: Any,
    label: Any,
    curve: str = "ROC",
    num_thresholds: int = 4095,
    topk: int = 1,
    slide_steps: int = 1,
    ins_tag_weight: Any = None,
) -> tuple[Variable, Variable, list[Variable]]:
    """Return (area over all runs, area over the latest slide_steps runs, the four persistable statistics), in float64.

    input [N, 2], label [N, 1]: the last column of input is the probability of label 1. Raises UnsupportedError for
    another curve than "ROC".
    Source: https://www.paddlepaddle.org.cn/documentation/docs/en/api/paddle/static/auc_en.html
    """
    require_static("auc")
    given = {"curve": (curve, "ROC"), "topk": (topk, 1), "ins_tag_weight": (ins_tag_weight, None)}
    for name, (value, only) in given.items():
        if value != only:
            raise UnsupportedError(f"auc does not support {name}={value!r}", site=site(), fix=f"leave {name} out")
    if not isinstance(input, Variable) or input.ndim != 2:
        raise ArgumentError("auc: input must have the shape [N, 2]", facts={"input": input}, site=site())
    bins = num_thresholds + 1
    latest = [(1 + slide_steps) * bins + 1] if slide_steps else [bins]
    shapes = {"batch_stat_pos": latest, "batch_stat_neg": latest, "stat_pos": [1, bins], "stat_neg": [1, bins]}
    stats = [
        create_global_var(shape, 0, "int64", persistable=True, name=names(f"auc_{kind}"))
        for kind, shape in shapes.items()
    ]
    block = input.program.current_block()
    areas: list[Variable] = []
    for both, steps in ((stats[:2], slide_steps), (stats[2:], 0)):
        area = block.declare(Variable(block, names("auc.tmp"), TensorSpec((), float64), stop_gradient=True))
        attrs = {"num_thresholds": num_thresholds, "slide_steps": steps}
        block.append(AUC, [input, label, *both], attrs, outputs=[area, *both])
        areas.append(area)
    return areas[1], areas[0], stats


def ctr_metric_bundle(input: Any, label: Any, ins_tag_weight: Any = None) -> tuple[Variable, ...]:
    """Return sums over all runs. `input` [N, 1] has predicted click rates. Each sum is a persistable variable.

    The sums are (squared error, absolute error, predictions, sigmoids of the predictions, labels, instances).
    ins_tag_weight [1, 1] is 0 for a padded batch; it multiplies the sums of sigmoids and instances that a run adds.
    label is float32, with the shape of input. Raises ModeError (an AssertionError) for a label of another shape.
    Source: https://www.paddlepaddle.org.cn/documentation/docs/en/api/paddle/static/ctr_metric_bundle_en.html
    """
    require_static("ctr_metric_bundle")
    if input.shape != label.shape:
        raise ModeError("input and label must have the same shape", facts={"input": input, "label": label}, site=site())
    error = input - label
    weight = None if ins_tag_weight is None else ins_tag_weight[:1].astype("float32").reshape([1])
    parts: list[tuple[Any, bool]] = [
        (error * error, False), (error.abs(), False), (input, False), (REGISTRY["sigmoid"](input), True),
        (label, False), (REGISTRY["full_like"](label, fill_value=1.0, dtype="float32"), True),
    ]  # fmt: skip
    made: list[Variable] = []
    for part, weighted in parts:
        total = create_global_var([1], 0.0, "float32", persistable=True, name=names("ctr_metric_bundle.tmp"))
        batch = part.sum().astype("float32").reshape([1])
        assign(total + (batch if weight is None or not weighted else batch * weight), output=total)
        made.append(total)
    return tuple(made)


__all__ = ["accuracy", "auc", "ctr_metric_bundle"]


note_functions(__name__)
