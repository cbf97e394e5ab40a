"""fluid.layers: losses over very many classes, of which only some are computed: nce, hsigmoid, sampled softmax."""

from __future__ import annotations

import inspect
from typing import Any

from opscope.core.source import site
from opscope.core.state import names
from opscope.errors import ArgumentError, UnsupportedError
from opscope.ops.registry import REGISTRY
from opscope.paddle.fluid.statically import statically
from opscope.paddle.functions import arithmetic, fill
from opscope.paddle.nn.functional.hierarchical import paths, turns_loss
from opscope.paddle.nn.param_attr import as_attr, new_parameter
from opscope.paddle.static import nn as static_nn
from opscope.paddle.static.nn.noise import Draw

nce = statically(inspect.unwrap(static_nn.nce))


@statically
def hsigmoid(
    input: Any, label: Any, num_classes: int, param_attr: Any = None, bias_attr: Any = None, name: str | None = None,
    path_table: Any = None, path_code: Any = None, is_custom: bool = False, is_sparse: bool = False,
) -> Any:  # fmt: skip
    """Return the loss [N, 1] of label [N, 1] as a path of decisions in a complete binary tree of the classes.

    Gradients are dense, also with is_sparse. Raises UnsupportedError for a custom tree.
    Source: Morin & Bengio 2005.
    """
    if is_custom or path_table is not None or path_code is not None:
        raise UnsupportedError(
            "hsigmoid does not support a custom tree", site=site(), fix="leave is_custom, path_table and path_code out"
        )
    if num_classes < 2:
        raise ArgumentError("with the default tree, num_classes must be at least 2", site=site())
    layer = name or names("hierarchical_sigmoid")
    weight = new_parameter(layer, "w", [num_classes - 1, input.shape[1]], as_attr(param_attr), input.dtype)
    attr = as_attr(bias_attr)
    bias = None if attr is None else new_parameter(layer, "b", [num_classes - 1, 1], attr, input.dtype)
    places, turns, there = (_along_paths(v, label) for v in paths(num_classes))
    turns, there = arithmetic.cast(turns, input.dtype), arithmetic.cast(there, input.dtype)
    return turns_loss(input, places, turns, there, weight, bias)


def _along_paths(table: Any, label: Any) -> Any:
    return REGISTRY["gather"](fill.assign(table), REGISTRY["reshape"](label, shape=(-1,)), axis=0)


@statically
def sampled_softmax_with_cross_entropy(
    logits: Any, label: Any, num_samples: int, num_true: int = 1, remove_accidental_hits: bool = True,
    use_customized_samples: bool = False, customized_samples: Any = None, customized_probabilities: Any = None,
    seed: int = 0,
) -> Any:  # fmt: skip
    """Return the softmax_with_cross_entropy [N, 1] over label [N, 1] and drawn classes.

    num_samples classes are drawn from a log-uniform distribution; drawn classes equal to the label have no effect.
    Raises UnsupportedError for several labels, and for custom samples.
    Source: Jean et al. 2014.
    """
    if use_customized_samples or num_true != 1:
        raise UnsupportedError(
            "sampled_softmax_with_cross_entropy supports neither use_customized_samples nor num_true above 1",
            site=site(), fix="leave use_customized_samples and num_true out",
        )  # fmt: skip
    draw = Draw(int(logits.shape[1]), num_samples, "log_uniform", None, seed)
    drawn = draw(label)
    chosen = REGISTRY["concat"]([label, drawn], axis=1)
    score = REGISTRY["take_along_axis"](logits, chosen, axis=1) - REGISTRY["log"](draw.chance(chosen))
    if remove_accidental_hits:
        hits = arithmetic.cast(REGISTRY["equal"](drawn, label), logits.dtype) * 1e20
        score = score - REGISTRY["concat"]([fill.zeros_like(label, logits.dtype), hits], axis=1)
    _, loss = REGISTRY["softmax_with_cross_entropy"](score, fill.zeros_like(label))
    return loss


__all__ = ["hsigmoid", "nce", "sampled_softmax_with_cross_entropy"]
