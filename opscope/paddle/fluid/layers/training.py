"""fluid.layers: dropout, which computes other results in training than in evaluation."""

from __future__ import annotations

from typing import Any

from opscope.core.source import site
from opscope.errors import ArgumentError
from opscope.ops.registry import REGISTRY
from opscope.paddle.base.dygraph.base import guarded, tracer
from opscope.paddle.fluid.statically import statically


@statically
def dropout(
    x: Any, dropout_prob: float, is_test: bool = False, seed: int | None = None, name: str | None = None,
    dropout_implementation: str = "downgrade_in_infer",
) -> Any:  # fmt: skip
    """Set a share of x to zero. In evaluation, return x times 1 - dropout_prob, or x with upscale_in_train.

    In dygraph.guard, eval() of a model means evaluation. Raises ArgumentError for another implementation.
    """
    training = not is_test and (not guarded() or tracer.training)
    out, _ = REGISTRY["dropout"](
        x, p=dropout_prob, axis=None, training=training, mode=dropout_mode(dropout_implementation), seed=seed or 0
    )
    return out


def dropout_mode(implementation: str) -> str:
    """Return 2.x's name of 1.x's dropout implementation. Raises ArgumentError for an unknown name."""
    modes = {"downgrade_in_infer": "downscale_in_infer", "upscale_in_train": "upscale_in_train"}
    if implementation not in modes:
        raise ArgumentError(
            f"dropout_implementation should be one of {', '.join(modes)}", facts={"given": implementation}, site=site()
        )
    return modes[implementation]


__all__ = ["dropout"]
