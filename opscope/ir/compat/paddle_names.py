"""Paddle's names of slots and attributes that differ from opscope's: `embedding(x, weight)` has the slots Ids and W.

The table has a row for each op. A row contains Paddle's slots of the inputs and outputs, and Paddle's names of the
attributes.
"""

from __future__ import annotations

from typing import Any, NamedTuple

NameMap = dict[str, str]


class PaddleNames(NamedTuple):
    """Paddle's slots and attributes of an op by opscope's names, where they differ from the default."""

    inputs: NameMap = {}  # noqa: RUF012 (never written to)
    outputs: NameMap = {}  # noqa: RUF012
    attrs: NameMap = {}  # noqa: RUF012


_NONE = PaddleNames()
_CONV = PaddleNames(
    {"x": "Input", "weight": "Filter"},
    {"out": "Output"},
    {"stride": "strides", "padding": "paddings", "dilation": "dilations"},
)
_REDUCE = PaddleNames({}, {}, {"axis": "dim", "keepdim": "keep_dim"})

_NAMES: dict[str, PaddleNames] = {
    **dict.fromkeys(("conv2d", "conv3d", "conv2d_transpose", "conv3d_transpose"), _CONV),
    **dict.fromkeys(("sum", "mean", "max", "min", "prod", "all", "any"), _REDUCE),
    "logsumexp": _REDUCE,
    "embedding": PaddleNames({"x": "Ids", "weight": "W"}, {}, {"sparse": "is_sparse"}),
    "getitem": PaddleNames({"x": "Input"}),
    "shape": PaddleNames({"x": "Input"}),
    "sigmoid_cross_entropy_with_logits": PaddleNames({"logit": "X"}),
    "bce_loss": PaddleNames({"input": "X"}),
    "batch_norm": PaddleNames({}, {"saved_inv_std": "SavedVariance"}),
    "layer_norm": PaddleNames({"weight": "Scale"}, {"out": "Y"}),
    "group_norm": PaddleNames({"weight": "Scale"}, {"out": "Y"}),
    "prelu": PaddleNames({"weight": "Alpha"}, {}, {"data_format": "mode"}),
    "scatter": PaddleNames({"index": "Ids"}),
    "take_along_axis": PaddleNames({"arr": "Input", "indices": "Index"}, {"out": "Result"}, {"axis": "Axis"}),
    "argsort": PaddleNames({}, {"out": "Indices"}),
    "stack": PaddleNames({}, {"out": "Y"}),
    "dropout": PaddleNames({"given": "Seed"}, {}, {"p": "dropout_prob", "mode": "dropout_implementation"}),
    "matmul": PaddleNames({}, {}, {"transpose_x": "trans_x", "transpose_y": "trans_y"}),
    "full": PaddleNames({}, {}, {"fill_value": "value"}),
    "full_like": PaddleNames({}, {}, {"fill_value": "value"}),
    "transpose": PaddleNames({}, {}, {"perm": "axis"}),
    "squeeze": PaddleNames({}, {}, {"axis": "axes"}),
    "unsqueeze": PaddleNames({}, {}, {"axis": "axes"}),
    "cast": PaddleNames({}, {}, {"dtype": "out_dtype"}),
    "increment": PaddleNames({}, {}, {"value": "step"}),
    "one_hot": PaddleNames({}, {}, {"num_classes": "depth"}),
    "argmax": PaddleNames({}, {}, {"keepdim": "keepdims"}),
    "argmin": PaddleNames({}, {}, {"keepdim": "keepdims"}),
    "leaky_relu": PaddleNames({}, {}, {"negative_slope": "alpha"}),
    **dict.fromkeys(("allclose", "isclose"), PaddleNames({"x": "Input", "y": "Other"})),
    **dict.fromkeys(("determinant", "slogdet", "diagonal", "trace"), PaddleNames({"x": "Input"})),
    **dict.fromkeys(("i0", "i0e", "i1", "i1e", "polygamma"), PaddleNames({"x": "x"}, {"out": "out"})),
    **dict.fromkeys(("tensor_unfold", "view_dtype"), PaddleNames({"x": "input"}, {"out": "out"})),
    **dict.fromkeys(("cummax", "cummin"), PaddleNames({"x": "x"}, {"out": "out", "indices": "indices"})),
    **dict.fromkeys(("eig", "eigh"), PaddleNames({}, {"w": "Eigenvalues", "v": "Eigenvectors"})),
    **dict.fromkeys(("fold", "unfold"), PaddleNames({}, {"out": "Y"})),
    **dict.fromkeys(("tril_places", "triu_places"), PaddleNames({}, {"out": "out"})),
    "atan2": PaddleNames({"x": "X1", "y": "X2"}),
    "complex": PaddleNames({"real": "X", "imag": "Y"}),
    "contraction": PaddleNames({"x": "Operands"}),
    "cross": PaddleNames({}, {}, {"axis": "dim"}),
    "cumprod": PaddleNames({}, {}, {"axis": "dim"}),
    "eigvalsh": PaddleNames({}, {"out": "Eigenvalues"}),
    "histogram": PaddleNames({"input": "X"}),
    "index_add": PaddleNames({"value": "AddValue"}),
    "index_put": PaddleNames({"x": "x", "indices": "indices", "value": "value"}, {"out": "out"}),
    "inverse": PaddleNames({"x": "Input"}, {"out": "Output"}),
    "lamb": PaddleNames({}, {}, {"lamb_weight_decay": "weight_decay"}),
    "lstsq": PaddleNames({}, {"out": "Solution"}),
    "multiplex": PaddleNames({"index": "Ids", "inputs": "X"}),
    "nextafter": PaddleNames({"x": "x", "y": "y"}, {"out": "out"}),
    "nonzero": PaddleNames({"x": "Condition"}),
    "pad": PaddleNames({}, {}, {"value": "pad_value"}),
    "put_along_axis": PaddleNames({"x": "Input", "indices": "Index", "values": "Value"}, {"out": "Result"}),
    "shard_index": PaddleNames({"input": "X"}),
    "softshrink": PaddleNames({}, {}, {"threshold": "lambda"}),
    "svd": PaddleNames({}, {"vh": "VH"}),
    "viterbi_decode": PaddleNames(
        {"potentials": "Input", "transitions": "Transition", "lengths": "Length"}, {"paths": "Path"}
    ),
    "write_to_array": PaddleNames({"array": "Array", "x": "X", "i": "I"}),
    "read_from_array": PaddleNames({"array": "X", "i": "I"}),
    "print": PaddleNames({"input": "In"}),
    "assert": PaddleNames({"cond": "Cond", "data": "Data"}),
}


def paddle_names(op_name: str) -> PaddleNames:
    """Return Paddle's names for an op."""
    return _NAMES.get(op_name, _NONE)


def attr_from_paddle(op_name: str, name: str) -> str:
    """Return opscope's name of an attribute whose name in Paddle is `name`."""
    for ours, theirs in paddle_names(op_name).attrs.items():
        if theirs == name:
            return ours
    return name


# values of Paddle's C++ attribute `dtype`: members of VarType as numbers
VARTYPE_DTYPES: dict[Any, str] = {
    0: "bool", 1: "int16", 2: "int32", 3: "int64", 4: "float16", 5: "float32", 6: "float64", 20: "uint8", 21: "int8",
    23: "complex64", 24: "complex128",
}  # fmt: skip
