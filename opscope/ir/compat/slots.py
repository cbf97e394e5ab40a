"""Paddle's slots and attributes where they are not ours: `embedding(x, weight)` is lookup_table_v2 with Ids and W.

One row an op: the slots of its inputs and outputs by parameter, and what Paddle calls its attributes.
"""

from __future__ import annotations

from typing import Any, NamedTuple

Names = dict[str, str]


class Words(NamedTuple):
    """What Paddle calls the inputs, outputs and attributes of one op, by our names; the rest is as the rule says."""

    inputs: Names = {}  # noqa: RUF012 (never written to)
    outputs: Names = {}  # noqa: RUF012
    attrs: Names = {}  # noqa: RUF012


_NONE = Words()
_CONV = Words(
    {"x": "Input", "weight": "Filter"},
    {"out": "Output"},
    {"stride": "strides", "padding": "paddings", "dilation": "dilations"},
)
_REDUCE = Words({}, {}, {"axis": "dim", "keepdim": "keep_dim"})

_WORDS: dict[str, Words] = {
    **dict.fromkeys(("conv2d", "conv3d", "conv2d_transpose", "conv3d_transpose"), _CONV),
    **dict.fromkeys(("sum", "mean", "max", "min", "prod", "all", "any"), _REDUCE),
    "logsumexp": _REDUCE,
    "embedding": Words({"x": "Ids", "weight": "W"}),
    "getitem": Words({"x": "Input"}),
    "shape": Words({"x": "Input"}),
    "sigmoid_cross_entropy_with_logits": Words({"logit": "X"}),
    "batch_norm": Words({}, {"saved_inv_std": "SavedVariance"}),
    "layer_norm": Words({"weight": "Scale"}, {"out": "Y"}),
    "group_norm": Words({"weight": "Scale"}, {"out": "Y"}),
    "prelu": Words({"weight": "Alpha"}, {}, {"data_format": "mode"}),
    "scatter": Words({"index": "Ids"}),
    "take_along_axis": Words({"arr": "Input", "indices": "Index"}, {"out": "Result"}, {"axis": "Axis"}),
    "argsort": Words({}, {"out": "Indices"}),
    "stack": Words({}, {"out": "Y"}),
    "dropout": Words({"given": "Seed"}, {}, {"p": "dropout_prob", "mode": "dropout_implementation"}),
    "matmul": Words({}, {}, {"transpose_x": "trans_x", "transpose_y": "trans_y"}),
    "full": Words({}, {}, {"fill_value": "value"}),
    "full_like": Words({}, {}, {"fill_value": "value"}),
    "transpose": Words({}, {}, {"perm": "axis"}),
    "squeeze": Words({}, {}, {"axis": "axes"}),
    "unsqueeze": Words({}, {}, {"axis": "axes"}),
    "cast": Words({}, {}, {"dtype": "out_dtype"}),
    "increment": Words({}, {}, {"value": "step"}),
    "one_hot": Words({}, {}, {"num_classes": "depth"}),
    "argmax": Words({}, {}, {"keepdim": "keepdims"}),
    "argmin": Words({}, {}, {"keepdim": "keepdims"}),
    "leaky_relu": Words({}, {}, {"negative_slope": "alpha"}),
    **dict.fromkeys(("allclose", "isclose"), Words({"x": "Input", "y": "Other"})),
    **dict.fromkeys(("determinant", "slogdet", "diagonal", "trace"), Words({"x": "Input"})),
    **dict.fromkeys(("i0", "i0e", "i1", "i1e", "polygamma"), Words({"x": "x"}, {"out": "out"})),
    **dict.fromkeys(("tensor_unfold", "view_dtype"), Words({"x": "input"}, {"out": "out"})),
    **dict.fromkeys(("cummax", "cummin"), Words({"x": "x"}, {"out": "out", "indices": "indices"})),
    **dict.fromkeys(("eig", "eigh"), Words({}, {"w": "Eigenvalues", "v": "Eigenvectors"})),
    **dict.fromkeys(("fold", "unfold"), Words({}, {"out": "Y"})),
    **dict.fromkeys(("tril_places", "triu_places"), Words({}, {"out": "out"})),
    "atan2": Words({"x": "X1", "y": "X2"}),
    "complex": Words({"real": "X", "imag": "Y"}),
    "contraction": Words({"x": "Operands"}),
    "cross": Words({}, {}, {"axis": "dim"}),
    "cumprod": Words({}, {}, {"axis": "dim"}),
    "eigvalsh": Words({}, {"out": "Eigenvalues"}),
    "histogram": Words({"input": "X"}),
    "index_add": Words({"value": "AddValue"}),
    "index_put": Words({"x": "x", "indices": "indices", "value": "value"}, {"out": "out"}),
    "inverse": Words({"x": "Input"}, {"out": "Output"}),
    "lamb": Words({}, {}, {"lamb_weight_decay": "weight_decay"}),
    "lstsq": Words({}, {"out": "Solution"}),
    "multiplex": Words({"index": "Ids", "inputs": "X"}),
    "nextafter": Words({"x": "x", "y": "y"}, {"out": "out"}),
    "nonzero": Words({"x": "Condition"}),
    "pad": Words({}, {}, {"value": "pad_value"}),
    "put_along_axis": Words({"x": "Input", "indices": "Index", "values": "Value"}, {"out": "Result"}),
    "shard_index": Words({"input": "X"}),
    "softshrink": Words({}, {}, {"threshold": "lambda"}),
    "svd": Words({}, {"vh": "VH"}),
    "viterbi_decode": Words(
        {"potentials": "Input", "transitions": "Transition", "lengths": "Length"}, {"paths": "Path"}
    ),
    "write_to_array": Words({"array": "Array", "x": "X", "i": "I"}),
    "read_from_array": Words({"array": "X", "i": "I"}),
    "print": Words({"input": "In"}),
    "assert": Words({"cond": "Cond", "data": "Data"}),
}


def words_of(op_name: str) -> Words:
    """The words of an op."""
    return _WORDS.get(op_name, _NONE)


def our_attr(op_name: str, name: str) -> str:
    """Our name of an attribute that Paddle calls `name`."""
    for ours, theirs in words_of(op_name).attrs.items():
        if theirs == name:
            return ours
    return name


# What Paddle's C++ attribute `dtype` holds: members of VarType, as numbers.
NUMBERS: dict[Any, str] = {
    0: "bool", 1: "int16", 2: "int32", 3: "int64", 4: "float16", 5: "float32", 6: "float64", 20: "uint8", 21: "int8",
    23: "complex64", 24: "complex128",
}  # fmt: skip
