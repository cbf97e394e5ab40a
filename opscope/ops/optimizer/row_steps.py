"""Optimizer steps for gradients of rows: they read and write only these rows.

Each step is a function that writes to the parameter and its state in place. Lowered runs and eager optimizers call this
function; the op calls it on copies. Source: Paddle 2.6.2, phi/kernels/selected_rows and the sparse functors beside it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from opscope.core.annotations import Array, ArrayModule
from opscope.core.spec import TensorSpec
from opscope.errors import ShapeError
from opscope.ops import samples
from opscope.ops.indexing.selected_rows import add_to_rows, merged
from opscope.ops.optimizer.adam_steps import adam_step
from opscope.ops.optimizer.steps import rate_of
from opscope.ops.registry import Sample, op

InPlace = Callable[..., None]  # (xp, param, rows, values, *state, learning_rate, **attributes)

BLOCK_SIZE = 1 << 14  # elements

# by the name of the op: the step in place
ROW_STEPS: dict[str, InPlace] = {}


def _in_place(function: InPlace) -> InPlace:
    ROW_STEPS[function.__name__.removesuffix("_in_place")] = function
    return function


def _blocks(rows: Array, values: Array) -> Iterator[tuple[Any, Any]]:
    """Yield rows and values in blocks that stay in the cache of a core."""
    size = max(1, BLOCK_SIZE * len(rows) // max(values.size, 1))
    for start in range(0, len(rows), size):
        yield rows[start : start + size], values[start : start + size]


def _new_values(count: int) -> Any:
    """Shape rule: new values for the parameter and for the `count` inputs after the gradient."""

    def infer(param: TensorSpec, rows: TensorSpec, values: TensorSpec, *state: TensorSpec, **attrs: Any) -> Any:
        if len(values.shape) != len(param.shape):
            raise ShapeError(
                "the rows and the parameter must have the same rank", facts={"param": param, "values": values}
            )
        return [param, *state[:count]] if count else param

    return infer


def _gradient() -> tuple[Any, Any]:
    return samples.integers(4, below=5), samples.array(4, 3, seed=5)


def _tables(count: int) -> list[Any]:
    return [samples.array(5, 3, seed=i, low=0.1) for i in range(count)]


@_in_place
def sgd_rows_in_place(xp: ArrayModule, param: Array, rows: Array, values: Array, learning_rate: Any) -> None:
    """Subtract learning_rate * value from each row; the values of a repeated row are subtracted one by one."""
    add_to_rows(xp, param, rows, -(rate_of(xp, learning_rate, param) * xp.asarray(values, dtype=param.dtype)))


@op(
    check_shapes=True,
    dtype_kinds={"param": "f", "rows": "iu", "values": "f"},
    infer=_new_values(0),
    outputs=("param_out",),
    samples=lambda: [Sample((*_tables(1), *_gradient(), samples.array(1, low=0.1)))],
)
def sgd_rows(xp: ArrayModule, param: Array, rows: Array, values: Array, learning_rate: Array) -> Array:
    """Apply `sgd` with a gradient of rows [n] with values [n, *]; the other rows of the parameter do not change."""
    out = param.copy()
    sgd_rows_in_place(xp, out, rows, values, learning_rate)
    return out


@_in_place
def adagrad_rows_in_place(
    xp: ArrayModule, param: Array, rows: Array, values: Array, moment: Array, learning_rate: Any,
    *, epsilon: float = 1e-6,
) -> None:  # fmt: skip
    """Apply Adagrad's step to each row, with the sum of its values."""
    rate = rate_of(xp, learning_rate, param)
    for rows_, grad in _blocks(*merged(xp, rows, xp.asarray(values, dtype=param.dtype))):
        total = xp.take(moment, rows_, axis=0) + grad * grad
        moment[rows_] = total
        param[rows_] = xp.take(param, rows_, axis=0) - rate * grad / (xp.sqrt(total) + epsilon)


@op(
    check_shapes=True,
    dtype_kinds={"param": "f", "rows": "iu", "values": "f", "moment": "f"},
    infer=_new_values(1),
    outputs=("param_out", "moment_out"),
    samples=lambda: [Sample((*_tables(1), *_gradient(), *_tables(1), samples.array(1, low=0.1)))],
)
def adagrad_rows(
    xp: ArrayModule, param: Array, rows: Array, values: Array, moment: Array, learning_rate: Array,
    *, epsilon: float = 1e-6,
) -> Array:  # fmt: skip
    """Apply `adagrad` with a gradient of rows [n] with values [n, *].

    The result equals the result of a dense gradient, because zeros change nothing.
    """
    outs = [param.copy(), moment.copy()]
    adagrad_rows_in_place(xp, outs[0], rows, values, outs[1], learning_rate, epsilon=epsilon)
    return outs


@_in_place
def adam_rows_in_place(
    xp: ArrayModule, param: Array, rows: Array, values: Array, moment1: Array, moment2: Array, beta1_pow: Array,
    beta2_pow: Array, learning_rate: Any, *, beta1: float = 0.9, beta2: float = 0.999, epsilon: float = 1e-8,
) -> None:  # fmt: skip
    """Apply Adam's step to each row, with the sum of its values; the powers of the betas step first, as in Paddle."""
    rate = rate_of(xp, learning_rate, param)
    for rows_, grad in _blocks(*merged(xp, rows, xp.asarray(values, dtype=param.dtype))):
        p, m, v = (xp.take(table, rows_, axis=0) for table in (param, moment1, moment2))
        new = adam_step(xp, p, grad, m, v, beta1_pow, beta2_pow, rate, beta1, beta2, epsilon, True)
        param[rows_], moment1[rows_], moment2[rows_] = new[:3]
    beta1_pow *= beta1
    beta2_pow *= beta2


def _adam_samples() -> list[Sample]:
    powers = samples.array(1, low=0.8, high=0.9), samples.array(1, low=0.9, high=0.99)
    return [Sample((*_tables(1), *_gradient(), *_tables(2), *powers, samples.array(1, low=0.1)))]


@op(
    check_shapes=True,
    dtype_kinds={"param": "f", "rows": "iu", "values": "f", "moment1": "f", "moment2": "f"},
    infer=_new_values(4),
    outputs=("param_out", "moment1_out", "moment2_out", "beta1_pow_out", "beta2_pow_out"),
    samples=_adam_samples,
)
def adam_rows(
    xp: ArrayModule, param: Array, rows: Array, values: Array, moment1: Array, moment2: Array, beta1_pow: Array,
    beta2_pow: Array, learning_rate: Array, *, beta1: float = 0.9, beta2: float = 0.999, epsilon: float = 1e-8,
) -> Array:  # fmt: skip
    """Lazy Adam: apply `adam` to the rows [n] that have a gradient, with values [n, *].

    The moments of the other rows do not decay.
    """
    outs = [v.copy() for v in (param, moment1, moment2, beta1_pow, beta2_pow)]
    adam_rows_in_place(xp, outs[0], rows, values, *outs[1:], learning_rate, beta1=beta1, beta2=beta2, epsilon=epsilon)
    return outs
