"""fluid.clip: gradient clipping under the names of Paddle 1.x."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any
from weakref import WeakKeyDictionary

from opscope.core.checks.unsupported import unsupported_function
from opscope.core.source import site
from opscope.errors import UsageError
from opscope.ir.program.context import default_main_program
from opscope.ir.program.program import Program, Variable
from opscope.paddle.nn.clip import ClipGradBase, ClipGradByGlobalNorm, ClipGradByNorm, ClipGradByValue, Pairs

Chosen = Callable[[Any], bool] | None


class GradientClipBase(ClipGradBase):
    """Base of the three classes. need_clip(parameter) returns True if the gradient of the parameter is clipped."""

    def __init__(self, need_clip: Chosen = None) -> None:
        if need_clip is not None and not callable(need_clip):
            raise UsageError("need_clip must be a function", site=site())
        self.need_clip = need_clip

    def __call__(self, params_grads: Sequence[tuple[Any, Any]]) -> Pairs:
        made = [(p, g) for p, g in params_grads if g is not None]
        chosen = [i for i, (p, _) in enumerate(made) if self.need_clip is None or self.need_clip(p)]
        for i, pair in zip(chosen, super().__call__([made[i] for i in chosen]), strict=True):
            made[i] = pair
        return made


class GradientClipByValue(GradientClipBase, ClipGradByValue):
    """Limit every element to [min, max]. By default, min is -max."""

    def __init__(self, max: float, min: float | None = None, need_clip: Chosen = None) -> None:
        GradientClipBase.__init__(self, need_clip)
        ClipGradByValue.__init__(self, max, min)


class GradientClipByNorm(GradientClipBase, ClipGradByNorm):
    """Scale each gradient to a norm (the root of the sum of squares) of at most clip_norm."""

    def __init__(self, clip_norm: float, need_clip: Chosen = None) -> None:
        GradientClipBase.__init__(self, need_clip)
        ClipGradByNorm.__init__(self, clip_norm)


class GradientClipByGlobalNorm(GradientClipBase, ClipGradByGlobalNorm):
    """Scale all gradients by one factor, so that their global norm is at most clip_norm."""

    def __init__(self, clip_norm: float, group_name: str = "default_group", need_clip: Chosen = None) -> None:
        GradientClipBase.__init__(self, need_clip)
        ClipGradByGlobalNorm.__init__(self, clip_norm, group_name)


_set: WeakKeyDictionary[Program, list[tuple[ClipGradBase, set[str] | None]]] = WeakKeyDictionary()


def set_gradient_clip(clip: Any, param_list: Sequence[Any] | None = None, program: Program | None = None) -> None:
    """Clip the gradients of a program's parameters (all, or the given ones) if the optimizer has no grad_clip.

    Raises UsageError if `clip` is not a clip, and for parameters that are neither Variables nor names.
    """
    if not isinstance(clip, ClipGradBase):
        raise UsageError(
            "clip should be an instance of a subclass of ClipGradBase", facts={"given": type(clip).__name__},
            site=site(),
        )  # fmt: skip
    program = default_main_program() if program is None else program
    names: set[str] | None = None
    if param_list is not None:
        if not all(isinstance(p, Variable | str) for p in param_list):
            raise UsageError("each element of 'param_list' should be a Variable or the name of a Variable", site=site())
        names = {p if isinstance(p, str) else p.name for p in param_list}
    _set.setdefault(program, []).append((clip, names))


def clipped(program: Program, params_grads: Pairs) -> Pairs:
    """Return the gradients, clipped by the last set_gradient_clip of their parameters."""
    made = [(p, g) for p, g in params_grads if g is not None]
    left = set(range(len(made)))
    for clip, names in reversed(_set.get(program, [])):
        chosen = [i for i in sorted(left) if names is None or made[i][0].name in names]
        left -= set(chosen)
        for i, pair in zip(chosen, clip([made[i] for i in chosen]), strict=True):
            made[i] = pair
    return made


ErrorClipByValue = unsupported_function(
    "ErrorClipByValue", "opscope does not clip gradients of intermediate variables", "use set_gradient_clip or clip()"
)

__all__ = [
    "ErrorClipByValue", "GradientClipBase", "GradientClipByGlobalNorm", "GradientClipByNorm", "GradientClipByValue",
    "set_gradient_clip",
]  # fmt: skip
