"""paddle.amp.debugging: finds the ops that compute NaN and Inf. `operator_stats` counts ops by precision."""

from __future__ import annotations

import functools
import random
from collections.abc import Callable
from enum import Enum
from typing import Any

import numpy as np

from opscope.core import random as streams
from opscope.core.described import Described
from opscope.core.source import site
from opscope.core.state import mode
from opscope.eager.tensor import Tensor
from opscope.eager.watch import watched
from opscope.errors import ArgumentError, ModeError, RunError, UsageError
from opscope.ir.program.context import defaults
from opscope.ir.program.py_func import py_func
from opscope.paddle.amp.accuracy_compare import compare_accuracy
from opscope.paddle.amp.operator_stats import (
    collect_operator_stats,
    disable_operator_stats_collection,
    enable_operator_stats_collection,
)
from opscope.runtime.flags import set_flags
from opscope.runtime.instrument import instrumented
from opscope.runtime.nonfinite_checks import NumericCheck, ValueOrigin, count_values, set_global_check


class DebugMode(Enum):
    """Actions of a check: raise an error, print NaN and Inf, print values that float16 cannot represent, print all."""

    CHECK_NAN_INF_AND_ABORT = 0
    CHECK_NAN_INF = 1
    CHECK_ALL_FOR_OVERFLOW = 2
    CHECK_ALL = 3


def _names(value: Any, what: str) -> tuple[str, ...]:
    if value is not None and not isinstance(value, list | tuple):
        raise ArgumentError(f"{what} must be a list or a tuple", site=site())
    return tuple(value or ())


class TensorCheckerConfig(Described):
    """Options of enable_tensor_checker: the operators, the calls that check, and the output of the lines.

    debug_step=(a, b) checks from the a-th to before the b-th call of enable_tensor_checker. output_dir=None prints. If
    enable is True, the random seeds are set to 123, or to the seed of paddle.seed. stack_height_limit has no effect,
    because it limits Paddle's C++ stacks. Raises ArgumentError (a ValueError) for arguments that are not lists.
    """

    current_step_id = 0

    def __init__(
        self,
        enable: bool,
        debug_mode: DebugMode = DebugMode.CHECK_NAN_INF_AND_ABORT,
        output_dir: str | None = None,
        checked_op_list: Any = None,
        skipped_op_list: Any = None,
        debug_step: Any = None,
        stack_height_limit: int = 1,
    ) -> None:
        self.enable, self.debug_mode, self.output_dir = enable, debug_mode, output_dir
        self.debug_step, self.stack_height_limit = debug_step, stack_height_limit
        self.start_step: int | None = None
        self.end_step: int | None = None
        if debug_step is not None:
            steps: Any = _names(debug_step, "debug_step")
            if len(steps) != 2 or not steps[1] > steps[0]:
                raise ModeError(
                    f"debug_step should be (start, end) with end > start, but it is {debug_step}", site=site()
                )
            self.start_step, self.end_step = max(steps[0], 0), steps[1]
        if not isinstance(debug_mode, DebugMode):
            raise ArgumentError(
                "debug_mode must be a member of DebugMode", facts={"debug_mode": repr(debug_mode)}, site=site()
            )
        if not isinstance(stack_height_limit, int):
            raise ArgumentError("stack_height_limit must be an int", site=site())
        self.checked_op_list = _names(checked_op_list, "checked_op_list")
        self.skipped_op_list = _names(skipped_op_list, "skipped_op_list")
        self.initial_seed = streams.default.initial_seed()
        self.seed = self.initial_seed or 123
        if enable:
            streams.seed(self.seed)
            np.random.seed(self.seed)  # noqa: NPY002 (programs that use NumPy's own stream repeat, too)
            random.seed(self.seed)

    def update_and_check_step_id(self) -> bool:
        """Count this call of enable_tensor_checker. Return True if this call starts a check."""
        if not self.enable:
            return False
        if self.start_step is None or self.end_step is None:
            return True
        step = TensorCheckerConfig.current_step_id
        TensorCheckerConfig.current_step_id += 1
        return self.start_step <= step < self.end_step

    def start_check_nan_inf(self) -> None:
        """Start the check."""
        set_flags({"FLAGS_check_nan_inf": True, "FLAGS_check_nan_inf_level": self.debug_mode.value})
        set_global_check(
            NumericCheck(self.debug_mode.value, self.checked_op_list, self.skipped_op_list, self.output_dir)
        )

    def stop_check_nan_inf(self) -> None:
        """Stop the check."""
        disable_tensor_checker()


def enable_tensor_checker(checker_config: TensorCheckerConfig) -> None:
    """Check the results of all ops, in eager code and in programs, as the config describes.

    Call this once for each step.

    Source: https://www.paddlepaddle.org.cn/documentation/docs/en/api/paddle/amp/debugging/enable_tensor_checker_en.html
    """
    if checker_config.update_and_check_step_id():
        checker_config.start_check_nan_inf()
    else:
        checker_config.stop_check_nan_inf()


def disable_tensor_checker() -> None:
    """Stop the check."""
    set_flags({"FLAGS_check_nan_inf": False})


def check_layer_numerics(func: Callable[..., Any]) -> Callable[..., Any]:
    """Decorator of a layer's forward.

    It raises RunError (a RuntimeError) at the op in the layer whose result is not finite. Raises RunError if the first
    argument is not a Tensor.
    """

    @functools.wraps(func)
    def wrapper(self: Any, *args: Any, **kwargs: Any) -> Any:
        if not args:
            raise RunError(
                "The checked layer was called without positional arguments; the first one must be a Tensor.",
                site=site(),
            )
        if not hasattr(args[0], "__apply_op__"):
            raise RunError("The first argument of the checked layer must be a Tensor.", site=site())
        check = NumericCheck()
        with watched(check), instrumented((check,), lower=False):
            return func(self, *args, **kwargs)

    return wrapper


def check_numerics(
    tensor: Any, op_type: str, var_name: str, debug_mode: DebugMode = DebugMode.CHECK_NAN_INF_AND_ABORT
) -> tuple[Any, Any]:
    """Count the values of a tensor. Return (NaNs, Infs, zeros) int64 [3], and (max, min, mean) float32 [3].

    The message shows op_type and var_name. Raises RunError for NaN or Inf by default; other debug_modes print. In a
    program the value is checked in every run.
    """
    at = site()

    def looked(value: Any) -> tuple[Any, Any]:
        array = np.asarray(value)
        check = NumericCheck(debug_mode.value)
        check.check(array, lambda: ValueOrigin(op_type, var_name, at, {}), op_type)
        found = count_values(array)
        return (
            np.array([found.nan, found.inf, found.zero], dtype="int64"),
            np.array([found.max, found.min, found.mean], dtype="float32"),
        )

    if isinstance(tensor, Tensor) and not mode.static:
        stats, values = looked(tensor.numpy())
        return Tensor(stats), Tensor(values)
    if not hasattr(tensor, "__apply_op__"):
        raise UsageError(f"check_numerics takes a Tensor, but received {type(tensor).__name__}", site=at)
    block = defaults.main.current_block()
    outs = [block.create_var(None, [3], dtype, stop_gradient=True) for dtype in ("int64", "float32")]
    py_func(looked, tensor, outs)
    return outs[0], outs[1]


__all__ = [
    "DebugMode",
    "TensorCheckerConfig",
    "check_layer_numerics",
    "check_numerics",
    "collect_operator_stats",
    "compare_accuracy",
    "disable_operator_stats_collection",
    "disable_tensor_checker",
    "enable_operator_stats_collection",
    "enable_tensor_checker",
]
