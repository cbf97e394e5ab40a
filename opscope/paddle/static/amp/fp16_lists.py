"""AutoMixedPrecisionLists: selects the operators of a program that compute in float16, by Paddle's operator types."""

from __future__ import annotations

from collections.abc import Iterable

from opscope.core.described import Described
from opscope.core.source import site
from opscope.errors import ArgumentError, UsageError
from opscope.ir.compat.op_types import type_of
from opscope.ops.registry import REGISTRY
from opscope.paddle.amp.auto_cast import checked_dtype
from opscope.paddle.amp.lists import BLACK, EXTRA, WHITE

white_list, black_list, _extra_black_list = set(WHITE), set(BLACK), set(EXTRA)

# as what comes before them; Source: python/paddle/static/amp/fp16_lists.py of Paddle 2.6
gray_list = {
    *("elementwise_add", "elementwise_sub", "elementwise_mul", "elementwise_div", "elementwise_max"),
    *("elementwise_min", "elementwise_pow", "elementwise_mod", "elementwise_floordiv", "batch_norm", "layer_norm"),
    *("tanh", "sigmoid", "top_k", "pool2d", "pool3d", "dropout", "relu", "relu6", "leaky_relu", "soft_relu"),
    *("flatten2", "stack", "unstack", "uniform_random", "uniform_random_batch_size_like", "gaussian_random", "slice"),
    *("rank", "scale", "transpose2", "reshape2", "gather", "fill_constant", "get_tensor_from_selected_rows", "sign"),
    *("cast", "fused_bn_add_activation", "c_identity", "c_concat", "c_allreduce_sum", "concat", "split"),
    *("fused_feedforward", "fused_attention", "fused_multi_transformer"),
    # one operator in Paddle, several here
    *("avg_pool2d", "max_pool2d", "avg_pool3d", "max_pool3d", "getitem", "flatten_to_2d"),
}


class AutoMixedPrecisionLists(Described):
    """Paddle's lists of operator types, with the changes of the user.

    The operators of white_list compute in float16, the operators of black_list in float32. The operators of gray_list
    have the dtype of their inputs. custom_black_varnames: variables whose operators stay in float32. Only types of the
    custom black list are unsupported in float16: NumPy computes everything in float16.

    Raises ArgumentError for a type in both custom lists, UnsupportedError for bfloat16.
    """

    def __init__(
        self,
        custom_white_list: Iterable[str] | None = None,
        custom_black_list: Iterable[str] | None = None,
        custom_black_varnames: Iterable[str] | None = None,
        dtype: str = "float16",
    ) -> None:
        checked_dtype(dtype.lower() if isinstance(dtype, str) else dtype)
        white, black = _types(custom_white_list, "custom_white_list"), _types(custom_black_list, "custom_black_list")
        for name in sorted(white & black):
            raise ArgumentError(
                f"custom_white_list and custom_black_list must not both contain {name!r}.", site=site(),
                fix=f"leave {name} out of one of the two lists",
            )  # fmt: skip
        self.amp_dtype = "float16"
        self.white_list = (white_list | white) - black
        self.black_list = ((black_list | _extra_black_list) - white) | black
        self.gray_list = gray_list - white - black
        self.unsupported_list: set[str] = set(black)
        self.all_list = {type_of(op) for op in REGISTRY} | self.white_list | self.black_list | self.gray_list
        self.black_varnames = None if custom_black_varnames is None else set(custom_black_varnames)


def _types(given: Iterable[str] | None, what: str) -> set[str]:
    found = [given] if isinstance(given, str) else list(given or ())
    if isinstance(given, str) or any(not isinstance(n, str) for n in found):
        raise UsageError(f"{what} must be a set of types of operators, but received {given!r}", site=site())
    return set(found)


CustomOpLists = AutoMixedPrecisionLists
