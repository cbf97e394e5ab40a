"""Two operators of loss scaling: one divides gradients by the scale and checks them, the other updates the scale.

Source: Micikevicius et al. 2018, Mixed Precision Training.
"""

from __future__ import annotations

from typing import Any

from opscope.core.dtype import as_dtype
from opscope.core.spec import TensorSpec
from opscope.core.state import names
from opscope.ir.compat.program_ops import program_op
from opscope.ir.program.program import Block, Variable

_FOUND = TensorSpec((1,), as_dtype("bool"))


def _unscale(xp: Any, scale: Any, *x: Any) -> Any:
    """Return True if any value is not finite, then the values divided by the scale, in their dtypes."""
    found = xp.zeros((1,), dtype=bool)
    outs: list[Any] = []
    for value in x:
        found = found | ~xp.isfinite(value).all()
        wide = value.astype(scale.dtype) if value.dtype.itemsize < 4 else value
        outs.append((wide / scale.reshape(()).astype(wide.dtype)).astype(value.dtype))
    return [found.reshape((1,)), *outs]


CHECK = program_op(
    "check_finite_and_unscale", _unscale, lambda scale, *x, **_: [_FOUND, *x], outputs=("*out",), dtype_kinds="f"
)  # fmt: skip


def _follow(
    xp: Any,
    found: Any,
    scale: Any,
    good: Any,
    bad: Any,
    *x: Any,
    incr_every_n_steps: int,
    decr_every_n_nan_or_inf: int,
    incr_ratio: float,
    decr_ratio: float,
) -> Any:
    """Return the next scale, the numbers of finite and of non-finite runs in a row, and the values x.

    After a run that is not finite, the values are zeros.
    """
    good, bad = xp.where(found, 0, good + 1), xp.where(found, bad + 1, 0)
    grows, shrinks = good >= incr_every_n_steps, bad >= decr_every_n_nan_or_inf
    # where the next one were infinite the scale stays
    grown = scale * xp.where(scale < xp.finfo(scale.dtype).max / incr_ratio, incr_ratio, 1.0)
    smaller = xp.maximum(scale * decr_ratio, xp.ones_like(scale))
    after = xp.where(shrinks, smaller, xp.where(grows, grown, scale)).astype(scale.dtype)
    counts = [xp.where(end, 0, n).astype("int32") for end, n in ((grows, good), (shrinks, bad))]
    return [after, *counts, *(xp.where(found.reshape(()), xp.zeros_like(v), v) for v in x)]


FOLLOW = program_op(
    "update_loss_scaling", _follow, lambda found, scale, good, bad, *x, **_: [scale, good, bad, *x], outputs=("*out",),
    dtype_kinds={"scale": "f", "x": "f"},
)  # fmt: skip


def unscaled(block: Block, grads: list[Variable], scale: Variable) -> Variable:
    """Append the in-place division of gradients by the scale. Return a Variable: True if a gradient is not finite."""
    found = block.declare(Variable(block, f"{names('find_infinite_scale')}.tmp_0", _FOUND, stop_gradient=True))
    outs = [found, *grads]
    block.append(CHECK, [scale, *grads], {}, outputs=outs, specs=[v.spec for v in outs])
    return found


def followed(
    block: Block,
    found: Variable,
    state: tuple[Variable, Variable, Variable],
    grads: list[Variable],
    attrs: dict[str, Any],
) -> None:
    """Append the update of the scale and of the two counts."""
    outs = [*state, *grads]
    block.append(FOLLOW, [found, *outs], attrs, outputs=outs, specs=[v.spec for v in outs])
