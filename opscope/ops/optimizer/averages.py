"""Weight averages beside an optimizer: slow weights that follow the fast weights, and averages of all weights."""

from __future__ import annotations

from typing import Any

from opscope.core.annotations import Array, ArrayModule
from opscope.core.spec import TensorSpec
from opscope.ops import samples
from opscope.ops.optimizer.steps import pair, rate_of
from opscope.ops.registry import Sample, op

_FULL = 16384  # of so many steps a sum is put aside, as in Paddle: the next starts small again


def _infer_state(param: TensorSpec, grad: TensorSpec, *state: TensorSpec, **_: Any) -> list[TensorSpec]:
    """Shape rule: new values of all inputs except the gradient and the learning rate."""
    return [param, *state[:-1]]


@op(
    dtype_kinds="f",
    infer=_infer_state,
    outputs=("param", "slow", "count"),
    samples=lambda: [
        Sample((*pair(3), samples.array(1, low=0.1), samples.array(1, low=0.1))),
        Sample((*pair(3), samples.array(1) * 0 + 3.0, samples.array(1, low=0.1)), {"k": 4}),
        Sample((*pair(3), samples.array(1) * 0, samples.array(1, low=0.1)), {"k": 4}),
    ],
)
def lookahead(
    xp: ArrayModule, param: Array, grad: Array, slow: Array, count: Array, learning_rate: Array, *, k: int = 5
) -> Array:
    """Every k-th step, move the slow weights towards the fast weights by the factor learning_rate.

    The fast weights continue from the slow weights. The slow weights start with the values of the fast weights after
    the first step. Source: Zhang et al. 2019; Paddle's lookahead.py.
    """
    count = count + 1
    slow = xp.where(count == 1, param, slow)
    alpha = rate_of(xp, learning_rate, param)
    due = count % k == 0
    both = alpha * param + (1 - alpha) * slow
    return [xp.where(due, both, param), xp.where(due, both, slow), count]


_COUNTS = [samples.array(1) * 0 + n for n in (3.0, 2.0, 9.0)]


@op(
    dtype_kinds="f",
    infer=_infer_state,
    outputs=("param", "sum_1", "sum_2", "sum_3", "num_accumulates", "old_num_accumulates", "num_updates"),
    samples=lambda: [
        Sample((*pair(5), *_COUNTS, samples.array(1)), attrs)
        for attrs in (
            {"average_window": 0.5, "min_average_window": 10, "max_average_window": 20},
            {"average_window": 0.1, "min_average_window": 3, "max_average_window": 4},
        )
    ],
)
def average_accumulates(
    xp: ArrayModule,
    param: Array,
    grad: Array,
    sum_1: Array,
    sum_2: Array,
    sum_3: Array,
    num_accumulates: Array,
    old_num_accumulates: Array,
    num_updates: Array,
    learning_rate: Array,
    *,
    average_window: float,
    min_average_window: int,
    max_average_window: int,
) -> Array:
    """Add the weights to sum_1; when the window is full, sum_3 becomes the total of all sums.

    The previous sum_3 is dropped. The window is average_window of all steps, but at least min_average_window and at
    most max_average_window steps.
    """
    count, steps, total = num_accumulates + 1, num_updates + 1, sum_1 + param
    aside = steps % _FULL == 0
    sum_2, total = xp.where(aside, sum_2 + total, sum_2), xp.where(aside, 0, total)
    window = xp.minimum(xp.asarray(max_average_window, dtype=count.dtype), xp.floor(steps * average_window))
    full = (count >= min_average_window) & (count >= window)
    none = xp.zeros_like(param)
    return [
        xp.array(param),
        xp.where(full, none, total),
        xp.where(full, none, sum_2),
        xp.where(full, total + sum_2, sum_3),
        xp.where(full, 0, count).astype(count.dtype),
        xp.where(full, count, old_num_accumulates),
        steps,
    ]
