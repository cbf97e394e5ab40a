"""Paddle's operator types and slots: the op `add` is `elementwise_add` with slots X, Y and Out.

By default the type is the op's name, and slots are the parameter names in camel case (`x` -> `X`, `out` -> `Out`).
`_TYPES` contains the exceptions for types. `paddle_names` contains the exceptions for slots.
"""

from __future__ import annotations

from opscope.ir.compat.paddle_names import paddle_names
from opscope.ops.registry import ForwardCall, Op

_TYPES = {
    # several ops may have one type: reading a type gives the last one
    "reshape_to": "reshape2",
    "expand_to": "expand_v2",
    "full_to": "fill_constant",
    "uniform_to": "uniform_random",
    "gaussian_to": "gaussian_random",
    "arange_to": "range",
    "add": "elementwise_add",
    "subtract": "elementwise_sub",
    "multiply": "elementwise_mul",
    "divide": "elementwise_div",
    "maximum": "elementwise_max",
    "minimum": "elementwise_min",
    "remainder": "elementwise_mod",
    "floor_divide": "elementwise_floordiv",
    "matmul": "matmul_v2",
    "reshape": "reshape2",
    "transpose": "transpose2",
    "squeeze": "squeeze2",
    "unsqueeze": "unsqueeze2",
    "expand": "expand_v2",
    "sum": "reduce_sum",
    "mean": "reduce_mean",
    "max": "reduce_max",
    "min": "reduce_min",
    "prod": "reduce_prod",
    "any": "reduce_any",
    "all": "reduce_all",
    "add_n": "sum",
    "full": "fill_constant",
    "uniform": "uniform_random",
    "gaussian": "gaussian_random",
    "zeros_like": "fill_zeros_like",
    "one_hot": "one_hot_v2",
    "embedding": "lookup_table_v2",
    "topk": "top_k_v2",
    "arange": "range",
    "isnan": "isnan_v2",
    "isinf": "isinf_v2",
    "isfinite": "isfinite_v2",
    "argmax": "arg_max",
    "argmin": "arg_min",
    "flatten": "flatten_contiguous_range",
    "log_sigmoid": "logsigmoid",
    "hardsigmoid": "hard_sigmoid",
    "hardswish": "hard_swish",
    "hardshrink": "hard_shrink",
    "tanhshrink": "tanh_shrink",
    "full_like": "fill_any_like",
    "nonzero": "where_index",
    "contraction": "einsum",
    "diag": "diag_v2",
    "slogdet": "slogdeterminant",
    "tril_places": "tril_indices",
    "triu_places": "triu_indices",
}
_FROM_TYPES = {legacy: name for name, legacy in _TYPES.items()}

# ops that Python operators append: their results are named tmp_N
PYTHON_OPERATORS = {
    *("add", "subtract", "multiply", "divide", "elementwise_pow", "scale", "pow", "remainder", "floor_divide"),
    *("equal", "not_equal", "less_than", "less_equal", "greater_than", "greater_equal", "matmul", "cast"),
}

# results of these are named by the type alone: elementwise_add_0
NAMED_BY_TYPE = {
    *("add", "subtract", "multiply", "divide", "remainder", "floor_divide", "maximum", "minimum", "fmax", "fmin"),
    *("heaviside", "tril", "triu"),
}


# results of these are named by the function, not the type: mean_0.tmp_0
_NAMED_BY_FUNCTION = {
    "any",
    "all",
    "mean",
    "sum",
    "max",
    "min",
    "transpose",
    "argmax",
    "argmin",
    "expand",
    "embedding",
    "squeeze",
    "uniform",
    "gaussian",
    "flatten",
    "log_sigmoid",
    "hardsigmoid",
    "hardswish",
    "hardshrink",
    "tanhshrink",
    "full_like",
    "add_n",
}
_POOL_KINDS = ("max", "avg", "adaptive_avg", "adaptive_max")
_POOLS = {f"{kind}_pool{rank}d": f"pool{rank}d" for kind in _POOL_KINDS for rank in (2, 3)}


def type_of(op: Op) -> str:
    """Return Paddle's operator type, or the type of another library's op."""
    if op.own_type:
        return op.own_type
    base = op.name.removesuffix("_grad")
    return _TYPES.get(base, base) + op.name[len(base) :]


def result_prefix(op: Op) -> str:
    """Return the name prefix of the op's results.

    For example, the op of Paddle's type reduce_mean has the prefix `mean`: its results are called mean_0.tmp_0.
    """
    return op.name if op.name in _NAMED_BY_FUNCTION else _POOLS.get(op.name) or type_of(op)


def op_name(type_: str) -> str:
    """Return the op name for a Paddle operator type. An op name is returned unchanged."""
    base = type_.removesuffix("_grad")
    return _FROM_TYPES.get(base, base) + type_[len(base) :]


def default_slot(name: str) -> str:
    """Return the default slot of a parameter name: `x` -> `X`, `out` -> `Out`, `running_mean` -> `RunningMean`."""
    return "".join(part[:1].upper() + part[1:] for part in name.removeprefix("*").split("_"))


def input_slots(op: Op, inputs: tuple[str | None, ...]) -> dict[str, list[str]]:
    """Return the input names by slot, in the order of the inputs.

    A gradient op has slots such as X, Out and Out@GRAD.
    """
    if (forward := _forward(op)) is not None:
        return _grad_inputs(forward, inputs)
    slots: dict[str, list[str]] = {input_slot(op, n): [] for n in (*op.inputs, *([op.variadic] if op.variadic else []))}
    for position, name in enumerate(inputs):
        if name is not None:
            slots[input_slot(op, op.input_name(position))].append(name)
    return slots


def output_slots(op: Op, outputs: tuple[str | None, ...]) -> dict[str, list[str]]:
    """Return the output names by slot, in the order of the outputs. A gradient op has slots such as X@GRAD."""
    if (forward := _forward(op)) is not None:
        slots = [input_slot(forward.op, forward.op.input_name(i)) + "@GRAD" for i in forward.wrt]
        return _by_slot(slots, outputs)
    if op.variadic_out:
        return {output_slot(op, op.outputs[0]): [name for name in outputs if name is not None]}
    return {output_slot(op, o): [] if n is None else [n] for o, n in zip(op.outputs, outputs, strict=True)}


def _forward(op: Op) -> ForwardCall | None:
    """Return the forward op of a first-order gradient op. For other ops, return None."""
    return op.forward if op.forward is not None and op.forward.op.forward is None else None


def _grad_inputs(forward: ForwardCall, inputs: tuple[str | None, ...]) -> dict[str, list[str]]:
    op, kept = forward.op, forward.residuals
    slots = [input_slot(op, op.input_name(i)) for i in kept.inputs]
    slots += [output_slot(op, op.output_name(j)) for j in kept.outputs]
    slots += [output_slot(op, op.output_name(j)) + "@GRAD" for j in kept.douts]
    return _by_slot(slots, inputs)


def _by_slot(slots: list[str], names: tuple[str | None, ...]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {slot: [] for slot in slots}
    for slot, name in zip(slots, names, strict=True):
        if name is not None:
            found[slot].append(name)
    return found


def input_slot(op: Op, name: str) -> str:
    """Return Paddle's slot of an input."""
    return paddle_names(op.name).inputs.get(name) or default_slot(name)


def output_slot(op: Op, name: str) -> str:
    """Return Paddle's slot of an output."""
    return paddle_names(op.name).outputs.get(name.removeprefix("*")) or default_slot(name)
