"""decorate: wraps an optimizer, so that it trains programs in mixed precision with a scaled loss."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from opscope.core.dtype import float32
from opscope.core.source import site
from opscope.core.state import names
from opscope.core.strict import warn
from opscope.errors import ArgumentError, ModeError, OpscopeWarning, RunError, UnsupportedError
from opscope.ir.control_flow.cond import cond
from opscope.ir.gradients.backward import Pairs
from opscope.ir.program.context import create_global_var, program_guard
from opscope.ir.program.program import Operator, Program, Variable
from opscope.ops.registry import REGISTRY
from opscope.paddle.amp.auto_cast import checked_dtype, checked_level
from opscope.paddle.optimizer import Optimizer
from opscope.paddle.optimizer.around import Around
from opscope.paddle.static.amp.fp16_lists import AutoMixedPrecisionLists
from opscope.paddle.static.amp.fp16_utils import cast_model_to_fp16, cast_parameters_to_fp16
from opscope.paddle.static.amp.scaling import followed, unscaled


class OptimizerWithMixedPrecision(Around):
    """An optimizer that casts its program to float16 and scales the loss.

    A run whose gradients are not all finite updates no parameter. `minimize` returns (optimize operators, [(parameter,
    scaled gradient)]). At level O2, call `amp_init` after the startup program has run: `amp_init` casts the values of
    the parameters.
    """

    def __init__(
        self,
        optimizer: Any,
        amp_lists: AutoMixedPrecisionLists,
        level: str,
        dtype: str,
        init_loss_scaling: float,
        use_dynamic_loss_scaling: bool,
        incr_every_n_steps: int,
        decr_every_n_nan_or_inf: int,
        incr_ratio: float,
        decr_ratio: float,
        use_amp_guard: bool | None = None,
        use_master_grad: bool = False,
        use_promote: bool = False,
    ) -> None:
        checked_dtype(dtype)
        if use_master_grad:
            raise UnsupportedError("master_grad=True is not supported", site=site(), fix="leave master_grad out")
        super().__init__(optimizer)
        self._amp_lists, self._amp_level = amp_lists, level
        self._init_loss_scaling = float(init_loss_scaling)
        self._use_dynamic_loss_scaling = use_dynamic_loss_scaling
        self._steps = {
            "incr_every_n_steps": incr_every_n_steps, "decr_every_n_nan_or_inf": decr_every_n_nan_or_inf,
            "incr_ratio": incr_ratio, "decr_ratio": decr_ratio,
        }  # fmt: skip
        _check_ratios(self._steps)
        self._use_fp16_guard, self._promote = bool(use_amp_guard), use_promote
        self._scale: Variable | None = None
        self._counts: tuple[Variable, Variable] | None = None
        self._scaled_loss: Variable | None = None
        self._program: Program | None = None
        self._low: set[str] = set()

    def get_loss_scaling(self) -> Variable:
        """Return the scale, a Variable. Raises ModeError (an AssertionError) before `minimize`."""
        if self._scale is None:
            raise ModeError("Please call minimize() before get_loss_scaling().", site=site())
        return self._scale

    def get_scaled_loss(self) -> Variable | None:
        """Return the product of the loss and the scale; None before `minimize`."""
        return self._scaled_loss

    def backward(
        self,
        loss: Variable,
        startup_program: Program | None = None,
        parameter_list: Sequence[Any] | None = None,
        no_grad_set: Any = None,
        callbacks: Any = None,
    ) -> Pairs:
        """Cast the program, and append the gradients of the scaled loss. Return [(parameter, scaled gradient)]."""
        self._program = program = loss.program
        with program_guard(program, startup_program):
            self._scale = _kept("loss_scaling", self._init_loss_scaling, "float32")
            if self._use_dynamic_loss_scaling:
                self._counts = _kept("num_good_steps", 0, "int32"), _kept("num_bad_steps", 0, "int32")
            self._low = cast_model_to_fp16(
                program, self._amp_lists, self._use_fp16_guard, level=self._amp_level, use_promote=self._promote
            )
            if loss.dtype is not float32:
                loss = REGISTRY["cast"](loss, dtype="float32")
            self._scaled_loss = loss * self._scale if self._scales else loss
            return self._optimizer.backward(self._scaled_loss, startup_program, parameter_list, no_grad_set, callbacks)

    @property
    def _scales(self) -> bool:
        return self._use_dynamic_loss_scaling or self._init_loss_scaling != 1.0

    def apply_gradients(self, params_grads: Pairs) -> list[Operator]:
        """Divide the gradients by the scale. If all gradients are finite, update the parameters."""
        if not self._scales or not params_grads:
            return self._optimizer.apply_gradients(params_grads)
        assert self._program is not None and self._scale is not None
        block, grads = self._program.global_block(), [g for _, g in params_grads]
        made: list[Operator] = []
        with self._program._optimized_guard([]):
            found = unscaled(block, grads, self._scale)
            if self._counts is not None:
                followed(block, found, (self._scale, *self._counts), grads, self._steps)
            cond(found, None, lambda: made.extend(self._optimizer.apply_gradients(params_grads)))
        for parameter, _ in params_grads:
            parameter.op = None  # a parameter is a leaf, whoever updates it
        return made

    def amp_init(
        self,
        place: Any,
        scope: Any = None,
        test_program: Program | None = None,
        use_fp16_test: bool = False,
        rewrite_master_weight: bool = False,
    ) -> None:
        """At level O2, cast the values of the parameters to float16, and cast test_program as the trained program.

        At other levels, test_program is cast only with use_fp16_test. Raises ModeError (an AssertionError) before
        `minimize`, UnsupportedError for rewrite_master_weight: the float32 copies of parameters are always made of the
        float32 values.
        """
        if self._program is None:
            raise ModeError("Please call minimize() before amp_init().", site=site())
        if rewrite_master_weight:
            raise UnsupportedError(
                "amp_init does not support rewrite_master_weight", site=site(), fix="run the startup program again"
            )
        if self._amp_level == "O2":
            cast_parameters_to_fp16(place, self._program, scope, self._low)
        if test_program is not None and (self._amp_level == "O2" or use_fp16_test):
            cast_model_to_fp16(
                test_program, self._amp_lists, self._use_fp16_guard, level=self._amp_level, use_promote=self._promote
            )


def _kept(name: str, value: float, dtype: str) -> Variable:
    return create_global_var([1], value, dtype, persistable=True, name=names(name))


_OLD: dict[str, Any] = {
    "init_loss_scaling": 2**15, "incr_every_n_steps": 1000, "decr_every_n_nan_or_inf": 2, "incr_ratio": 2.0,
    "decr_ratio": 0.8, "use_dynamic_loss_scaling": True,
}  # fmt: skip
_NEW: dict[str, Any] = {
    **_OLD,
    "init_loss_scaling": 2**16,
    "incr_every_n_steps": 2000,
    "decr_every_n_nan_or_inf": 1,
    "decr_ratio": 0.5,
}


def decorate(
    optimizer: Any,
    amp_lists: AutoMixedPrecisionLists | None = None,
    level: Any = "O1",
    dtype: Any = "float16",
    master_weight: Any = None,
    master_grad: Any = False,
    init_loss_scaling: float | None = None,
    incr_every_n_steps: int | None = None,
    decr_every_n_nan_or_inf: int | None = None,
    incr_ratio: float | None = None,
    decr_ratio: float | None = None,
    use_dynamic_loss_scaling: bool | None = None,
    use_amp_guard: bool = False,
    use_promote: bool = False,
    *,
    use_pure_fp16: bool | None = None,
    use_fp16_guard: bool | None = None,
    use_bf16: bool | None = None,
) -> OptimizerWithMixedPrecision:
    """Return an optimizer that trains in mixed precision at a level (O0, OD, O1, O2) of `cast_model_to_fp16`.

    At first, the scale is 65536. After incr_every_n_steps (2000) finite runs in a row, the scale is multiplied by
    incr_ratio (2). After decr_every_n_nan_or_inf (1) runs that are not finite, it is multiplied by decr_ratio (0.5). At
    O2, the optimizer keeps float32 copies of parameters, unless master_weight is False. Programs for Paddle before 2.5
    pass use_pure_fp16 for O2; their defaults are 32768, 1000, 2 and 0.8.

    Raises UnsupportedError for bfloat16 and master_grad, RunError at O2 if `optimizer` is not an Optimizer,
    ArgumentError for an unknown level.
    Source: https://www.paddlepaddle.org.cn/documentation/docs/en/api/paddle/static/amp/decorate_en.html
    """
    if isinstance(level, float | int):
        raise UnsupportedError(
            "options of decorate from Paddle 2.4 and earlier must be passed by name",
            site=site(),
            fix="write init_loss_scaling=...",
        )
    old = any(v is not None for v in (use_pure_fp16, use_fp16_guard, use_bf16))
    level = ("O2" if use_pure_fp16 else "O1") if old else str(level).upper()
    checked_level(level)
    if level == "OD" and amp_lists is not None:
        warn(OpscopeWarning("With level='OD', the lists of operators (amp_lists) have no effect.", site=site()))
        amp_lists = None
    if level == "O2" and not old:
        _keep_masters(optimizer, master_weight is not False)
    guard = (use_fp16_guard if use_fp16_guard is not None else bool(use_pure_fp16)) if old else use_amp_guard
    given = {
        "init_loss_scaling": init_loss_scaling, "incr_every_n_steps": incr_every_n_steps,
        "decr_every_n_nan_or_inf": decr_every_n_nan_or_inf, "incr_ratio": incr_ratio, "decr_ratio": decr_ratio,
        "use_dynamic_loss_scaling": use_dynamic_loss_scaling,
    }  # fmt: skip
    options: dict[str, Any] = {
        name: (_OLD if old else _NEW)[name] if value is None else value for name, value in given.items()
    }
    return OptimizerWithMixedPrecision(
        optimizer, amp_lists or AutoMixedPrecisionLists(), level, "bfloat16" if use_bf16 else dtype,
        use_amp_guard=guard, use_master_grad=master_grad, use_promote=use_promote, **options,
    )  # fmt: skip


def _check_ratios(options: dict[str, Any]) -> None:
    if options["incr_ratio"] <= 1.0 or not 0.0 < options["decr_ratio"] < 1.0:
        raise ArgumentError(
            "incr_ratio must be greater than 1, and decr_ratio between 0 and 1", facts=options, site=site()
        )


def _keep_masters(optimizer: Any, wanted: bool) -> None:
    if not isinstance(optimizer, Optimizer):
        raise RunError(
            f"With level='O2', the optimizer must be a paddle.optimizer.Optimizer, but received {type(optimizer)}.",
            site=site(),
        )  # fmt: skip
    optimizer.multi_precision = wanted
