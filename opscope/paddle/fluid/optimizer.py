"""fluid.optimizer: optimizers with the parameters of Paddle 1.x, for programs in both modes."""

from __future__ import annotations

from typing import Any

from opscope.core.checks.unsupported import unsupported_function
from opscope.core.source import site
from opscope.errors import UnsupportedError, UsageError
from opscope.ir.program.context import default_main_program
from opscope.ir.program.program import Variable
from opscope.paddle import optimizer
from opscope.paddle.fluid.clip import clipped
from opscope.paddle.fluid.decay import LearningRateDecay
from opscope.paddle.fluid.statically import statically
from opscope.paddle.incubate import optimizer as incubate
from opscope.paddle.incubate.optimizer import recompute
from opscope.paddle.optimizer.lr import LRScheduler
from opscope.paddle.static import average


class _Following(LRScheduler):
    """A schedule of fluid.dygraph, converted to a schedule of paddle.optimizer.lr.

    Each step of the optimizer advances it.
    """

    def __init__(self, decay: LearningRateDecay) -> None:
        self.decay = decay
        self.base_lr = self.last_lr = 0.0
        self.last_epoch, self.verbose, self.begun = 0, False, False

    def step(self, epoch: int | None = None) -> None:
        self.last_lr, self.begun = float(self.decay().item()), True

    def get_lr(self) -> float:
        return self.last_lr

    def state_dict(self) -> dict[str, Any]:
        return self.decay.state_dict()

    def set_state_dict(self, state_dict: Any) -> None:
        self.decay.set_state_dict(state_dict)


class _OfPrograms:
    """Mixin of the optimizers: outside of dygraph.guard, they append to programs, in static and in dygraph mode.

    A learning rate may also be a Variable of the program, or a schedule of fluid.dygraph.
    """

    rate_shape = (1,)  # as in 1.x
    _learning_rate: Any
    _rates: dict[int, Variable]
    _base: Any

    def __init__(self, learning_rate: Any, *options: Any, **named: Any) -> None:
        self._variable = learning_rate if isinstance(learning_rate, Variable) else None
        self._following = _Following(learning_rate) if isinstance(learning_rate, LearningRateDecay) else None
        self.uses_rate = self._variable is None
        rate = 0.0 if self._variable is not None else self._following or learning_rate
        super().__init__(rate, *options, **named)  # type: ignore[call-arg]
        if self._variable is not None:
            self._rates[self._variable.program.id] = self._variable

    def minimize(
        self,
        loss: Any,
        startup_program: Any = None,
        parameters: Any = None,
        no_grad_set: Any = None,
        *,
        parameter_list: Any = None,
    ) -> Any:
        """Append backward and the updates to the loss's program. In dygraph, make a step after loss.backward()."""
        call = super().minimize  # type: ignore[misc]
        call = statically(call) if isinstance(loss, Variable) else call
        return call(loss, startup_program, parameters if parameter_list is None else parameter_list, no_grad_set)

    def backward(
        self, loss: Any, startup_program: Any = None, parameters: Any = None, no_grad_set: Any = None,
        callbacks: Any = None, *, parameter_list: Any = None,
    ) -> Any:  # fmt: skip
        """Append the first half of minimize, and return [(param, grad)]."""
        call = super().backward  # type: ignore[misc]
        call = statically(call) if isinstance(loss, Variable) else call
        chosen = parameters if parameter_list is None else parameter_list
        return call(loss, startup_program, chosen, no_grad_set, callbacks)

    def apply_gradients(self, params_grads: Any, startup_program: Any = None) -> Any:
        """Append the second half of minimize: the updates of these parameters by these gradients.

        Raises UsageError for a schedule of fluid.dygraph in a program.
        """
        call = super().apply_gradients  # type: ignore[misc]
        if not params_grads or not isinstance(params_grads[0][0], Variable):
            return call(params_grads, startup_program)
        if self._following is not None:
            raise UsageError(
                "in a program, the learning rate should be a float or a Variable", site=site(),
                fix="use a scheduler such as fluid.layers.exponential_decay",
            )  # fmt: skip
        if self._base.clip is None:
            params_grads = statically(clipped)(params_grads[0][0].program, params_grads)
        return statically(call)(params_grads, startup_program)

    def apply_optimize(self, loss: Any, startup_program: Any, params_grads: Any) -> Any:
        """Call apply_gradients."""
        return self.apply_gradients(params_grads, startup_program)

    def _step(self, pairs: Any) -> None:
        if self._following is not None:
            self._following.step()
        super()._step(pairs)  # type: ignore[misc]

    def current_step_lr(self) -> float:
        """Return the learning rate of the last step in dygraph; before the first step, of the first step.

        Raises UsageError for a rate that is a variable of a program.
        """
        if self._following is not None:
            return self._following.last_lr if self._following.begun else float(self._following.decay.step())
        if self._variable is not None:
            raise UsageError(
                "current_step_lr() has no value in a program, because each run computes the learning rate",
                site=site(),
                fix="fetch the variable of the learning rate",
            )
        rate = self._learning_rate
        return rate() if isinstance(rate, LRScheduler) else rate


def _common(parameter_list: Any, regularization: Any, grad_clip: Any, name: str | None) -> dict[str, Any]:
    return {"parameters": parameter_list, "weight_decay": regularization, "grad_clip": grad_clip, "name": name}


class SGDOptimizer(_OfPrograms, optimizer.SGD):
    """paddle.optimizer.SGD with the parameters of Paddle 1.x."""

    def __init__(
        self, learning_rate: Any, parameter_list: Any = None, regularization: Any = None, grad_clip: Any = None,
        name: str | None = None,
    ) -> None:  # fmt: skip
        super().__init__(learning_rate, **_common(parameter_list, regularization, grad_clip, name))


class MomentumOptimizer(_OfPrograms, optimizer.Momentum):
    """paddle.optimizer.Momentum with the parameters of Paddle 1.x."""

    def __init__(
        self, learning_rate: Any, momentum: float, parameter_list: Any = None, use_nesterov: bool = False,
        regularization: Any = None, grad_clip: Any = None, name: str | None = None,
    ) -> None:  # fmt: skip
        common = _common(parameter_list, regularization, grad_clip, name)
        super().__init__(learning_rate, momentum, use_nesterov=use_nesterov, **common)


class AdagradOptimizer(_OfPrograms, optimizer.Adagrad):
    """paddle.optimizer.Adagrad with the parameters of Paddle 1.x."""

    def __init__(
        self, learning_rate: Any, epsilon: float = 1e-6, parameter_list: Any = None, regularization: Any = None,
        grad_clip: Any = None, name: str | None = None, initial_accumulator_value: float = 0.0,
    ) -> None:  # fmt: skip
        common = _common(parameter_list, regularization, grad_clip, name)
        super().__init__(learning_rate, epsilon, initial_accumulator_value=initial_accumulator_value, **common)


class AdamOptimizer(_OfPrograms, optimizer.Adam):
    """paddle.optimizer.Adam with the parameters of Paddle 1.x."""

    def __init__(
        self, learning_rate: Any = 0.001, beta1: float = 0.9, beta2: float = 0.999, epsilon: float = 1e-8,
        parameter_list: Any = None, regularization: Any = None, grad_clip: Any = None, name: str | None = None,
        lazy_mode: bool = False,
    ) -> None:  # fmt: skip
        common = _common(parameter_list, regularization, grad_clip, name)
        super().__init__(learning_rate, beta1, beta2, epsilon, lazy_mode=lazy_mode, **common)


class AdamaxOptimizer(_OfPrograms, optimizer.Adamax):
    """paddle.optimizer.Adamax with the parameters of Paddle 1.x."""

    def __init__(
        self, learning_rate: Any = 0.001, beta1: float = 0.9, beta2: float = 0.999, epsilon: float = 1e-8,
        parameter_list: Any = None, regularization: Any = None, grad_clip: Any = None, name: str | None = None,
    ) -> None:  # fmt: skip
        common = _common(parameter_list, regularization, grad_clip, name)
        super().__init__(learning_rate, beta1, beta2, epsilon, **common)


class AdadeltaOptimizer(_OfPrograms, optimizer.Adadelta):
    """paddle.optimizer.Adadelta with the parameters of Paddle 1.x."""

    def __init__(
        self, learning_rate: Any, epsilon: float = 1e-6, rho: float = 0.95, parameter_list: Any = None,
        regularization: Any = None, grad_clip: Any = None, name: str | None = None,
    ) -> None:  # fmt: skip
        super().__init__(learning_rate, epsilon, rho, **_common(parameter_list, regularization, grad_clip, name))


class RMSPropOptimizer(_OfPrograms, optimizer.RMSProp):
    """paddle.optimizer.RMSProp with the parameters of Paddle 1.x."""

    def __init__(
        self, learning_rate: Any, rho: float = 0.95, epsilon: float = 1e-6, momentum: float = 0.0,
        centered: bool = False, parameter_list: Any = None, regularization: Any = None, grad_clip: Any = None,
        name: str | None = None,
    ) -> None:  # fmt: skip
        common = _common(parameter_list, regularization, grad_clip, name)
        super().__init__(learning_rate, rho, epsilon, momentum, centered, **common)


class LambOptimizer(_OfPrograms, optimizer.Lamb):
    """paddle.optimizer.Lamb. Raises UnsupportedError for a regularization.

    Paddle 1.x has the regularization in addition to the weight decay.
    """

    def __init__(
        self, learning_rate: Any = 0.001, lamb_weight_decay: float = 0.01, beta1: float = 0.9, beta2: float = 0.999,
        epsilon: float = 1e-6, parameter_list: Any = None, regularization: Any = None, grad_clip: Any = None,
        exclude_from_weight_decay_fn: Any = None, name: str | None = None,
    ) -> None:  # fmt: skip
        if regularization is not None:
            raise UnsupportedError(
                "LambOptimizer does not support regularization", site=site(), fix="pass lamb_weight_decay"
            )
        super().__init__(
            learning_rate, lamb_weight_decay, beta1, beta2, epsilon, parameters=parameter_list, grad_clip=grad_clip,
            name=name, exclude_from_weight_decay_fn=exclude_from_weight_decay_fn,
        )  # fmt: skip


class RecomputeOptimizer(recompute.RecomputeOptimizer):
    """Return paddle.incubate.optimizer.RecomputeOptimizer. It works in both modes, but not in dygraph.guard."""

    __init__ = statically(recompute.RecomputeOptimizer.__init__)
    backward = statically(recompute.RecomputeOptimizer.backward)
    minimize = statically(recompute.RecomputeOptimizer.minimize)


class ExponentialMovingAverage(average.ExponentialMovingAverage):
    """Return paddle.static.ExponentialMovingAverage. It works in both modes, but not in dygraph.guard."""

    __init__ = statically(average.ExponentialMovingAverage.__init__)
    update = statically(average.ExponentialMovingAverage.update)


class ModelAverage(incubate.ModelAverage):
    """paddle.incubate.ModelAverage of all parameters without do_model_average=False; make it after minimize.

    Raises UnsupportedError for a regularization, because it would have no effect.
    """

    def __init__(
        self, average_window_rate: float, min_average_window: int = 10000, max_average_window: int = 10000,
        regularization: Any = None, name: str | None = None,
    ) -> None:  # fmt: skip
        if regularization is not None:
            raise UnsupportedError(
                "ModelAverage does not support regularization", site=site(), fix="leave regularization out"
            )
        chosen = [p for p in default_main_program().all_parameters() if p.do_model_average]
        windows = average_window_rate, chosen, min_average_window, max_average_window
        statically(super().__init__)(*windows, name)


class LookaheadOptimizer(incubate.LookAhead):
    """paddle.incubate.LookAhead for a program."""

    __init__ = statically(incubate.LookAhead.__init__)
    minimize = statically(incubate.LookAhead.minimize)


_NO_RULE = "opscope has no op for its update rule", "use Adam or Momentum"

FtrlOptimizer = Ftrl = unsupported_function("FtrlOptimizer", *_NO_RULE)
DecayedAdagradOptimizer = DecayedAdagrad = unsupported_function("DecayedAdagradOptimizer", _NO_RULE[0], "use RMSProp")
DpsgdOptimizer = Dpsgd = unsupported_function("DpsgdOptimizer", *_NO_RULE)
LarsMomentumOptimizer = LarsMomentum = unsupported_function("LarsMomentumOptimizer", _NO_RULE[0], "use LambOptimizer")
DGCMomentumOptimizer = unsupported_function(
    "DGCMomentumOptimizer", "opscope trains a program in one process", "use MomentumOptimizer"
)
PipelineOptimizer = unsupported_function(
    "PipelineOptimizer", "opscope trains a program in one process", "use the inner optimizer"
)

SGD, Momentum, Adagrad, Adam = SGDOptimizer, MomentumOptimizer, AdagradOptimizer, AdamOptimizer
Adamax, Adadelta, RMSProp, Lamb = AdamaxOptimizer, AdadeltaOptimizer, RMSPropOptimizer, LambOptimizer

__all__ = [
    "SGD", "Adadelta", "AdadeltaOptimizer", "Adagrad", "AdagradOptimizer", "Adam", "AdamOptimizer", "Adamax",
    "AdamaxOptimizer", "DGCMomentumOptimizer", "DecayedAdagrad", "DecayedAdagradOptimizer", "Dpsgd",
    "DpsgdOptimizer", "ExponentialMovingAverage", "Ftrl", "FtrlOptimizer", "Lamb", "LambOptimizer", "LarsMomentum",
    "LarsMomentumOptimizer", "LookaheadOptimizer", "ModelAverage", "Momentum", "MomentumOptimizer",
    "PipelineOptimizer", "RMSProp", "RMSPropOptimizer", "RecomputeOptimizer", "SGDOptimizer",
]  # fmt: skip
