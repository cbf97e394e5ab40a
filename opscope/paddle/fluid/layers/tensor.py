"""fluid.layers: creation of tensors, also of random tensors and of tensors with the size of another tensor."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from opscope.core.source import site
from opscope.errors import ArgumentError, UnsupportedError
from opscope.ir.program import context
from opscope.ir.program.program import Variable
from opscope.ops.registry import REGISTRY
from opscope.paddle.fluid.statically import statically
from opscope.paddle.functions import assign as assignments
from opscope.paddle.functions import fill, random_values, reshape
from opscope.paddle.nn.param_attr import create_parameter as new_parameter
from opscope.paddle.tensor import creation

create_global_var = statically(context.create_global_var)
create_parameter = statically(new_parameter)
zeros_like = statically(fill.zeros_like)
ones_like = statically(fill.ones_like)
linspace = statically(fill.linspace)
create_tensor = statically(creation.create_tensor)
fill_constant = statically(creation.fill_constant)


@statically
def assign(input: Any, output: Any = None) -> Any:
    """Return a copy; `output` receives the copy."""
    if isinstance(output, Variable) and output.op is None and output.spec.shape == (None,):  # create_tensor's
        given = input if isinstance(input, Variable) else fill.assign(input)
        output.spec = given.spec
    return assignments.assign(input, output)


@statically
def fill_constant_batch_size_like(
    input: Any, shape: Sequence[int], dtype: object, value: float, input_dim_idx: int = 0, output_dim_idx: int = 0,
    force_cpu: bool = False,
) -> Any:  # fmt: skip
    """Return a tensor of one value whose dim output_dim_idx has the size of input's dim input_dim_idx."""
    column = column_like(input, len(shape), dtype, input_dim_idx, output_dim_idx)
    rest = [1 if axis == output_dim_idx % len(shape) else size for axis, size in enumerate(shape)]
    return REGISTRY["add"](column, fill.full(rest, value, dtype))


def column_like(x: Any, rank: int, dtype: object, input_dim_idx: int, output_dim_idx: int) -> Any:
    """Return zeros whose dim output_dim_idx has the size of x's dim input_dim_idx; all other dims are 1."""
    at = input_dim_idx % len(x.shape)
    index = tuple((None, None, None) if axis == at else (0, 1, None) for axis, _ in enumerate(x.shape))
    shape = [1] * rank
    shape[output_dim_idx] = -1
    line = REGISTRY["reshape"](REGISTRY["getitem"](x, index=index), shape=shape)
    return fill.full_like(line, 0, dtype)


@statically
def uniform_random_batch_size_like(
    input: Any, shape: Sequence[int], dtype: object = "float32", input_dim_idx: int = 0, output_dim_idx: int = 0,
    min: float = -1.0, max: float = 1.0, seed: int = 0,
) -> Any:  # fmt: skip
    """Return numbers from the uniform distribution over [min, max), with as many rows as input."""
    like = fill_constant_batch_size_like(input, shape, dtype, 0.0, input_dim_idx, output_dim_idx)
    return REGISTRY["uniform_like"](like, min=min, max=max, seed=seed)


@statically
def gaussian_random_batch_size_like(
    input: Any, shape: Sequence[int], input_dim_idx: int = 0, output_dim_idx: int = 0, mean: float = 0.0,
    std: float = 1.0, seed: int = 0, dtype: object = "float32",
) -> Any:  # fmt: skip
    """Return numbers from a normal distribution, with as many rows as input.

    Source: Box & Muller 1958.
    """
    like = fill_constant_batch_size_like(input, shape, dtype, 0.0, input_dim_idx, output_dim_idx)
    first = REGISTRY["uniform_like"](like, min=1e-7, max=1.0, seed=seed)
    second = REGISTRY["uniform_like"](like, min=0.0, max=2 * np.pi, seed=seed and seed + 1)
    return REGISTRY["sqrt"](REGISTRY["log"](first) * -2.0) * REGISTRY["cos"](second) * std + mean


@statically
def zeros(shape: Any, dtype: object, force_cpu: bool = False, name: str | None = None) -> Any:
    """Return a tensor of zeros."""
    return fill.full(shape, 0, dtype)


@statically
def ones(shape: Any, dtype: object, force_cpu: bool = False) -> Any:
    """Return a tensor of ones."""
    return fill.full(shape, 1, dtype)


@statically
def eye(num_rows: int, num_columns: int | None = None, batch_shape: Any = None, dtype: object = "float32") -> Any:
    """Return a matrix with ones on the diagonal, repeated over batch_shape."""
    made = fill.eye(num_rows, num_columns, dtype)
    return made if batch_shape is None else reshape.tile(made, [*batch_shape, 1, 1])


@statically
def diag(diagonal: Any) -> Any:
    """Return a matrix with these values [N] on the diagonal."""
    if not hasattr(diagonal, "__apply_op__"):
        diagonal = fill.assign(np.asarray(diagonal))
    (size,) = diagonal.shape
    return REGISTRY["multiply"](fill.eye(size, None, diagonal.dtype), REGISTRY["unsqueeze"](diagonal, axis=(0,)))


@statically
def range(start: float, end: float, step: float, dtype: object, name: str | None = None) -> Any:
    """Return start, start + step, ... up to end; end is not included."""
    return fill.arange(start, end, step, dtype)


@statically
def uniform_random(
    shape: Any, dtype: object = "float32", min: float = -1.0, max: float = 1.0, seed: int = 0, name: str | None = None
) -> Any:
    """Return numbers from the uniform distribution over [min, max)."""
    return random_values.uniform(shape, dtype, min, max, seed)


@statically
def gaussian_random(
    shape: Any, mean: float = 0.0, std: float = 1.0, seed: int = 0, dtype: object = "float32", name: str | None = None
) -> Any:
    """Return numbers from a normal distribution."""
    return random_values.gaussian(shape, mean, std, seed, dtype)


@statically
def sampling_id(x: Any, min: float = 0.0, max: float = 1.0, seed: int = 0, dtype: object = "float32") -> Any:
    """Return for each row of probabilities x [N, D] a column, drawn with these probabilities: [N], int64.

    Raises UnsupportedError for another range of random numbers than [0, 1).
    """
    if (min, max) != (0.0, 1.0):
        raise UnsupportedError(
            "sampling_id does not support min and max, because it draws random numbers from [0, 1)",
            site=site(),
            fix="leave min and max out",
        )
    edges = REGISTRY["cumsum"](x, axis=1)
    drawn = REGISTRY["uniform_like"](REGISTRY["getitem"](x, index=((None, None, None), (0, 1, None))), seed=seed)
    below = REGISTRY["cast"](REGISTRY["less_equal"](edges, drawn), dtype="int64")
    return REGISTRY["clip"](REGISTRY["sum"](below, axis=(1,)), min=0, max=x.shape[1] - 1)


@statically
def is_empty(x: Any, cond: Any = None) -> Any:
    """Return True, bool [1], if x has no elements; `cond` receives the result."""
    empty = REGISTRY["reshape"](REGISTRY["numel"](x), shape=(1,)) == 0
    return empty if cond is None else assignments.assign(empty, output=cond)


@statically
def rank(input: Any) -> Any:
    """Return the number of dims of input, int32 [1]."""
    return fill.full([1], len(input.shape), "int32")


@statically
def size(input: Any) -> Any:
    """Return the number of elements of input, int64 [1]."""
    return REGISTRY["reshape"](REGISTRY["numel"](input), shape=(1,))


@statically
def shape(input: Any) -> Any:
    """Return the dims of input, int32."""
    return REGISTRY["shape"](input)


@statically
def triu(input: Any, diagonal: int = 0, name: str | None = None) -> Any:
    """Set the elements of input below a diagonal to zero."""
    return REGISTRY["triu"](input, diagonal=diagonal)


@statically
def tril(input: Any, diagonal: int = 0, name: str | None = None) -> Any:
    """Set the elements of input above a diagonal to zero."""
    return REGISTRY["tril"](input, diagonal=diagonal)


@statically
def autoincreased_step_counter(counter_name: str | None = None, begin: int = 1, step: int = 1) -> Any:
    """Return a persistable int64 [1] that counts runs: `begin` in the first run, then plus `step`.

    Raises ArgumentError if the counter already exists with another step.
    """
    name = "@STEP_COUNTER@" if counter_name is None else counter_name
    block = context.defaults.main.global_block()
    found = block.vars.get(name)
    if found is None:
        found = context.create_global_var([1], begin - step, "int64", persistable=True, name=name)
        assignments.increment(found, float(step))
        return found
    steps = {o.attrs.get("value") for o in block.ops if o.type == "increment" and name in o.outputs}
    if steps != {float(step)}:
        raise ArgumentError(
            f"the counter {name} already exists with another step size", facts={"step": step}, site=site()
        )
    return found


__all__ = [
    "assign", "autoincreased_step_counter", "create_global_var", "create_parameter", "create_tensor", "diag", "eye",
    "fill_constant", "fill_constant_batch_size_like", "gaussian_random", "gaussian_random_batch_size_like", "is_empty",
    "linspace", "ones", "ones_like", "range", "rank", "sampling_id", "shape", "size", "tril", "triu",
    "uniform_random", "uniform_random_batch_size_like", "zeros", "zeros_like",
]  # fmt: skip
