"""Metrics of programs: accuracy, and the area under a curve, which persistable variables gather."""

from __future__ import annotations

from typing import Any

import numpy as np

from opscope.core.dtype import float32
from opscope.core.place import to_host
from opscope.core.source import site
from opscope.core.spec import TensorSpec
from opscope.core.state import names
from opscope.errors import ArgumentError, UnsupportedError
from opscope.ir.assigning import assign
from opscope.ir.context import create_global_var, require_static
from opscope.ir.own import own_op
from opscope.ir.program import Variable
from opscope.ops import loss


def accuracy(input: Any, label: Any, k: int = 1, correct: Any = None, total: Any = None) -> Variable:
    """The share of rows of input [N, classes] whose label [N, 1] is among the k largest: float32, one element.

    correct and total, int32 variables of one element, receive how many rows that are, and N.
    Source: https://www.paddlepaddle.org.cn/documentation/docs/en/api/paddle/static/accuracy_en.html
    """
    require_static("accuracy")
    share, right, count = loss.accuracy(input, label, k=k)
    for made, output in ((right, correct), (count, total)):
        if output is not None:
            assign(made.reshape(list(output.shape)).astype(output.dtype), output=output)
    return share


def _auc(xp: Any, predict: Any, label: Any, stat_pos: Any, stat_neg: Any, **attrs: Any) -> Any:
    """The area under the curve of all that the statistics have seen, this batch included, and the statistics."""
    count = attrs["num_thresholds"]
    scores, truth = to_host(predict)[:, -1], to_host(label).reshape(-1) != 0
    places = np.clip((scores * count).astype("int64"), 0, count)
    pos = to_host(stat_pos) + np.bincount(places[truth], minlength=count + 1)
    neg = to_host(stat_neg) + np.bincount(places[~truth], minlength=count + 1)
    right, wrong = pos[::-1].astype("float64").cumsum(), neg[::-1].astype("float64").cumsum()
    width = np.diff(wrong, prepend=0.0)
    before = np.concatenate([[0.0], right[:-1]])
    area, whole = float(np.sum(width * (right + before)) / 2.0), float(right[-1] * wrong[-1])
    value = area / whole if whole > 0 else 0.0
    return [xp.asarray(value, dtype=xp.float32), xp.asarray(pos.astype("int64")), xp.asarray(neg.astype("int64"))]


def _auc_specs(predict: TensorSpec, label: TensorSpec, stat_pos: TensorSpec, stat_neg: TensorSpec, **_: Any) -> Any:
    return [TensorSpec((), float32), stat_pos, stat_neg]


AUC = own_op("auc", _auc, _auc_specs, outputs=("AUC", "stat_pos_out", "stat_neg_out"))


def auc(
    input: Any,
    label: Any,
    curve: str = "ROC",
    num_thresholds: int = 4095,
    topk: int = 1,
    slide_steps: int = 1,
    ins_tag_weight: Any = None,
) -> tuple[Variable, Variable, list[Variable]]:
    """(area over all runs, area of this run, the four persistable statistics) of input [N, 2] and label [N, 1].

    The last column of input is the probability of label 1. Raises UnsupportedError for another curve, and for more
    than one slide step.
    Source: https://www.paddlepaddle.org.cn/documentation/docs/en/api/paddle/static/auc_en.html
    """
    require_static("auc")
    given = {
        "curve": (curve, "ROC"),
        "topk": (topk, 1),
        "slide_steps": (slide_steps, 1),
        "ins_tag_weight": (ins_tag_weight, None),
    }
    for name, (value, only) in given.items():
        if value != only:
            raise UnsupportedError(f"auc does not support {name}={value!r}", site=site(), fix="leave it out")
    if not isinstance(input, Variable) or input.ndim != 2:
        raise ArgumentError("auc takes input [N, 2]", facts={"input": input}, site=site())
    stats = [
        create_global_var([num_thresholds + 1], 0, "int64", persistable=True, name=names(f"auc_{kind}"))
        for kind in ("batch_stat_pos", "batch_stat_neg", "stat_pos", "stat_neg")
    ]
    zero = stats[0] * 0
    block, attrs = input.program.current_block(), {"num_thresholds": num_thresholds}
    areas: list[Variable] = []
    for before, after in (((zero, zero), stats[:2]), (stats[2:], stats[2:])):
        area = block.declare(Variable(block, names("auc.tmp"), TensorSpec((), float32), stop_gradient=True))
        block.append(AUC, [input, label, *before], attrs, outputs=[area, *after])
        areas.append(area)
    return areas[1], areas[0], stats


__all__ = ["accuracy", "auc"]
