"""Table of the opscope ops that correspond to PyTorch's operators, with the argument names of the ops."""

from __future__ import annotations

_SAME_NAME = (
    *("log", "log2", "log10", "log1p", "sqrt", "rsqrt", "reciprocal", "exp", "expm1", "sinh", "cosh", "square"),
    *("acos", "asin", "acosh", "atanh", "erfinv", "logit", "lgamma", "sin", "cos", "tan", "abs", "sign"),
    *("floor", "ceil", "round", "trunc", "maximum", "minimum", "remainder", "where", "neg", "rsub", "bernoulli"),
    *("mean", "sum", "prod", "cumsum", "logsumexp", "matmul", "linear", "embedding", "smooth_l1_loss"),
    *("relu", "sigmoid", "tanh", "gelu", "silu", "elu", "leaky_relu", "softplus", "hardsigmoid", "batch_norm"),
    *("reshape", "transpose", "squeeze", "unsqueeze", "expand", "flatten"),
)
# In-place forms have the meaning of the operator.
_MEANINGS = {
    "add": "add",
    "sub": "subtract",
    "mul": "multiply",
    "div": "divide",
    "pow.Tensor_Scalar": "pow",
    "pow.Tensor_Tensor": "elementwise_pow",
    "clamp": "clip",
    "clamp_min": "clip",
    "clamp_max": "clip",
    **dict.fromkeys(("mm", "bmm", "mv", "dot"), "matmul"),
    **dict.fromkeys(("addmm", "addmv", "addbmm", "baddbmm", "mkldnn_linear", "_addmm_activation"), "linear"),
    **dict.fromkeys(("convolution", "_convolution", "mkldnn_convolution", "cudnn_convolution"), "convolution"),
    **dict.fromkeys(("view", "_unsafe_view", "_reshape_alias"), "reshape"),
    **dict.fromkeys(("t", "permute"), "transpose"),
    **dict.fromkeys(("clone", "detach", "alias", "lift_fresh"), "assign"),
    "_to_copy": "cast",
    "_softmax": "softmax",
    "_log_softmax": "log_softmax",
    "log_sigmoid_forward": "log_sigmoid",
    "native_dropout": "dropout",
    "native_layer_norm": "layer_norm",
    **dict.fromkeys(
        ("native_batch_norm", "_native_batch_norm_legit", "cudnn_batch_norm", "miopen_batch_norm"), "batch_norm"
    ),
    **dict.fromkeys(("nll_loss_forward", "nll_loss2d_forward"), "nll_loss"),
    "mse_loss": "square_error_cost",
    "huber_loss": "smooth_l1_loss",
    "binary_cross_entropy": "bce_loss",
    "binary_cross_entropy_with_logits": "sigmoid_cross_entropy_with_logits",
}
_NORM = {"input": "x", "weight": "scale", "running_mean": "mean", "running_var": "variance", "eps": "epsilon"}
_ERROR = {"self": "input", "target": "label"}
# By operator: names of arguments that are different in the op with the same meaning.
_ARGUMENTS: dict[str, dict[str, str]] = {
    "lift_fresh": {"self": "data"},
    "pow": {"exponent": "factor"},
    "_softmax": {"dim": "axis"},
    "_log_softmax": {"dim": "axis"},
    "mv": {"vec": "y"},
    "dot": {"tensor": "y"},
    "native_layer_norm": {"input": "x", "eps": "epsilon"},
    "native_dropout": {"input": "x", "train": "training"},
    **dict.fromkeys(("native_batch_norm", "_native_batch_norm_legit", "cudnn_batch_norm", "miopen_batch_norm"), _NORM),
    **dict.fromkeys(("mse_loss", "huber_loss", "smooth_l1_loss", "binary_cross_entropy"), _ERROR),
    "binary_cross_entropy_with_logits": {"self": "logit", "target": "label"},
}


def meaning_of(name: str, overload: str) -> str:
    """Return the name of the opscope op that computes the same as an operator of PyTorch.

    If there is no such op, return a name such as `aten.roll`.
    """
    plain = name.rstrip("_")
    same = plain if plain in _SAME_NAME else None
    return _MEANINGS.get(plain) or _MEANINGS.get(f"{plain}.{overload}") or same or f"aten.{name}"


def argument_names(name: str) -> dict[str, str]:
    """Map argument names of an operator to the names in the opscope op, for arguments with different names."""
    return _ARGUMENTS.get(name.rstrip("_"), {})
