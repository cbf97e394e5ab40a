"""Gradient clipping by an optimizer's `grad_clip`, in dygraph and in programs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from opscope.core.checks.number_checks import finite_number
from opscope.core.described import Described
from opscope.core.source import site
from opscope.errors import ArgumentError
from opscope.ir.program.program import Variable
from opscope.ops.registry import REGISTRY
from opscope.paddle.gradient_rows import get_tensor_from_selected_rows, merge_selected_rows, rows_of

Pairs = list[tuple[Any, Any]]


class ClipGradBase(Described):
    """Base of the clips: a call takes [(parameter, gradient)], and returns the list with clipped gradients.

    Gradients of parameters with need_clip=False do not change, and do not count. Pairs without a gradient are left out.
    """

    def __call__(self, params_grads: Sequence[tuple[Any, Any]]) -> Pairs:
        made = [(p, g) for p, g in params_grads if g is not None]
        chosen = [i for i, (p, _) in enumerate(made) if getattr(p, "need_clip", True)]
        found = [rows_of(made[i][1]) if self.keeps_zeros else None for i in chosen]
        rows = [None if r is None else r.merged() for r in found]
        given = [made[i][1] if r is None else r.values for i, r in zip(chosen, rows, strict=True)]
        clipped = self.clip(given) if chosen else []
        for i, r, grad in zip(chosen, rows, clipped, strict=True):
            made[i] = made[i][0], grad if r is None else r.gradient(grad)
        return made

    @property
    def keeps_zeros(self) -> bool:
        """True if zeros stay zeros. Then, merged values of a gradient of rows are clipped, else the dense gradient."""
        return True

    def clip(self, grads: list[Any]) -> list[Any]:
        """Return the clipped gradients, in order."""
        raise NotImplementedError(f"{type(self).__name__} must define clip(grads)")


class ClipGradByValue(ClipGradBase):
    """Clip every element to [min, max]; the default of min is -max.

    Source: https://www.paddlepaddle.org.cn/documentation/docs/en/api/paddle/nn/ClipGradByValue_en.html
    """

    def __init__(self, max: float, min: float | None = None) -> None:
        self.max = finite_number(max, "max")
        self.min = -self.max if min is None else finite_number(min, "min")
        if min is None and self.max <= 0:
            raise ArgumentError(f"if min is left out, max must be greater than 0, but received {max}", site=site())
        if self.min > self.max:
            raise ArgumentError(f"min must not be greater than max, but received min {min} and max {max}", site=site())

    @property
    def keeps_zeros(self) -> bool:
        """True if 0 lies in [min, max]."""
        return self.min <= 0 <= self.max

    def clip(self, grads: list[Any]) -> list[Any]:
        return [REGISTRY["clip"](g, min=self.min, max=self.max) for g in grads]

    def __repr__(self) -> str:
        return f"Clip Gradient By Value, min = {self.min:f}, max={self.max:f}"


class ClipGradByNorm(ClipGradBase):
    """Scale each gradient so that its norm (the root of the sum of squares) is at most clip_norm.

    Source: https://www.paddlepaddle.org.cn/documentation/docs/en/api/paddle/nn/ClipGradByNorm_en.html
    """

    def __init__(self, clip_norm: float) -> None:
        self.clip_norm = finite_number(clip_norm, "clip_norm")
        if self.clip_norm <= 0:
            raise ArgumentError(f"clip_norm must be greater than 0, but received {clip_norm}", site=site())

    def clip(self, grads: list[Any]) -> list[Any]:
        return [scaled(g, REGISTRY["sqrt"](squares(g)), self.clip_norm) for g in grads]

    def __repr__(self) -> str:
        return f"Gradient Clip By Norm, clip_norm={self.clip_norm:f}"


class ClipGradByGlobalNorm(ClipGradBase):
    """Scale all gradients by the same factor, so that their common norm is at most clip_norm.

    In a program, the clipped gradients keep their names, so a fetch returns clipped values. group_name has no effect:
    gradients that are passed in one call form a group. auto_skip_clip has no effect; in Paddle, it only omits a
    multiplication by 1.
    Source: Pascanu et al. 2012;
    https://www.paddlepaddle.org.cn/documentation/docs/en/api/paddle/nn/ClipGradByGlobalNorm_en.html
    """

    def __init__(self, clip_norm: float, group_name: str = "default_group", auto_skip_clip: bool = False) -> None:
        self.clip_norm = finite_number(clip_norm, "clip_norm")
        if self.clip_norm < 0:
            raise ArgumentError(
                f"clip_norm must not be negative, but received {clip_norm}",
                site=site(),
            )

    def clip(self, grads: list[Any]) -> list[Any]:
        total = REGISTRY["sqrt"](REGISTRY["add_n"]([squares(g) for g in grads]))
        return [scaled(g, total, self.clip_norm, over=True) for g in grads]

    def __repr__(self) -> str:
        return f"Gradient Clip By GlobalNorm, global_norm={self.clip_norm:f}"


def squares(grad: Any) -> Any:
    """Return the sum of the squares of all elements; in float32 for float16, because float16 would overflow."""
    if as_name(grad) == "float16":
        grad = REGISTRY["cast"](grad, dtype="float32")
    return REGISTRY["sum"](REGISTRY["square"](grad))


def scaled(grad: Any, norm: Any, longest: float, over: bool = False) -> Any:
    """Return the gradient times longest / max(norm, longest), in its dtype.

    With `over`, the result replaces the gradient in a program, under the same name.
    """
    factor = REGISTRY["divide"](longest, REGISTRY["maximum"](norm, longest))
    factor = REGISTRY["cast"](factor, dtype=as_name(grad))
    if not (over and isinstance(grad, Variable)) or grad.block is not grad.program.current_block():
        return REGISTRY["multiply"](grad, factor)
    grad.block.append(REGISTRY["multiply"], [grad, factor], {}, outputs=[grad], specs=[grad.spec])
    return grad


def as_name(grad: Any) -> str:
    """Return the name of the dtype."""
    return grad.dtype.name


__all__ = [
    "ClipGradBase", "ClipGradByGlobalNorm", "ClipGradByNorm", "ClipGradByValue", "get_tensor_from_selected_rows",
    "merge_selected_rows", "scaled", "squares",
]  # fmt: skip
