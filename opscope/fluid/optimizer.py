"""fluid.optimizer: optimizers with 1.x's parameters, which work on programs in either mode."""

from __future__ import annotations

from typing import Any

from opscope import optimizer
from opscope.core.source import site
from opscope.errors import UnsupportedError
from opscope.fluid.statically import statically
from opscope.ir.program import Variable


class _OfPrograms:
    """Mixed into the optimizers: programs are written to as in static mode, whatever the mode is."""

    def minimize(
        self,
        loss: Any,
        startup_program: Any = None,
        parameters: Any = None,
        no_grad_set: Any = None,
        *,
        parameter_list: Any = None,
    ) -> Any:
        """Append backward and the updates to the loss's program; in dygraph, after loss.backward(), one step."""
        call = super().minimize  # type: ignore[misc]
        call = statically(call) if isinstance(loss, Variable) else call
        return call(loss, startup_program, parameters if parameter_list is None else parameter_list, no_grad_set)


def _common(parameter_list: Any, regularization: Any, grad_clip: Any, name: str | None) -> dict[str, Any]:
    return {"parameters": parameter_list, "weight_decay": regularization, "grad_clip": grad_clip, "name": name}


class SGDOptimizer(_OfPrograms, optimizer.SGD):
    """As paddle.optimizer.SGD."""

    def __init__(
        self, learning_rate: Any, parameter_list: Any = None, regularization: Any = None, grad_clip: Any = None,
        name: str | None = None,
    ) -> None:  # fmt: skip
        super().__init__(learning_rate, **_common(parameter_list, regularization, grad_clip, name))


class MomentumOptimizer(_OfPrograms, optimizer.Momentum):
    """As paddle.optimizer.Momentum."""

    def __init__(
        self, learning_rate: Any, momentum: float, parameter_list: Any = None, use_nesterov: bool = False,
        regularization: Any = None, grad_clip: Any = None, name: str | None = None,
    ) -> None:  # fmt: skip
        common = _common(parameter_list, regularization, grad_clip, name)
        super().__init__(learning_rate, momentum, use_nesterov=use_nesterov, **common)


class AdagradOptimizer(_OfPrograms, optimizer.Adagrad):
    """As paddle.optimizer.Adagrad."""

    def __init__(
        self, learning_rate: Any, epsilon: float = 1e-6, parameter_list: Any = None, regularization: Any = None,
        grad_clip: Any = None, name: str | None = None, initial_accumulator_value: float = 0.0,
    ) -> None:  # fmt: skip
        common = _common(parameter_list, regularization, grad_clip, name)
        super().__init__(learning_rate, epsilon, initial_accumulator_value=initial_accumulator_value, **common)


class AdamOptimizer(_OfPrograms, optimizer.Adam):
    """As paddle.optimizer.Adam. Raises UnsupportedError for lazy_mode."""

    def __init__(
        self, learning_rate: Any = 0.001, beta1: float = 0.9, beta2: float = 0.999, epsilon: float = 1e-8,
        parameter_list: Any = None, regularization: Any = None, grad_clip: Any = None, name: str | None = None,
        lazy_mode: bool = False,
    ) -> None:  # fmt: skip
        if lazy_mode:
            raise UnsupportedError("AdamOptimizer does not support lazy_mode", site=site(), fix="leave it out")
        common = _common(parameter_list, regularization, grad_clip, name)
        super().__init__(learning_rate, beta1, beta2, epsilon, **common)


class AdamaxOptimizer(_OfPrograms, optimizer.Adamax):
    """As paddle.optimizer.Adamax."""

    def __init__(
        self, learning_rate: Any = 0.001, beta1: float = 0.9, beta2: float = 0.999, epsilon: float = 1e-8,
        parameter_list: Any = None, regularization: Any = None, grad_clip: Any = None, name: str | None = None,
    ) -> None:  # fmt: skip
        common = _common(parameter_list, regularization, grad_clip, name)
        super().__init__(learning_rate, beta1, beta2, epsilon, **common)


class AdadeltaOptimizer(_OfPrograms, optimizer.Adadelta):
    """As paddle.optimizer.Adadelta."""

    def __init__(
        self, learning_rate: Any, epsilon: float = 1e-6, rho: float = 0.95, parameter_list: Any = None,
        regularization: Any = None, grad_clip: Any = None, name: str | None = None,
    ) -> None:  # fmt: skip
        super().__init__(learning_rate, epsilon, rho, **_common(parameter_list, regularization, grad_clip, name))


class RMSPropOptimizer(_OfPrograms, optimizer.RMSProp):
    """As paddle.optimizer.RMSProp."""

    def __init__(
        self, learning_rate: Any, rho: float = 0.95, epsilon: float = 1e-6, momentum: float = 0.0,
        centered: bool = False, parameter_list: Any = None, regularization: Any = None, grad_clip: Any = None,
        name: str | None = None,
    ) -> None:  # fmt: skip
        common = _common(parameter_list, regularization, grad_clip, name)
        super().__init__(learning_rate, rho, epsilon, momentum, centered, **common)


SGD, Momentum, Adagrad, Adam = SGDOptimizer, MomentumOptimizer, AdagradOptimizer, AdamOptimizer
Adamax, Adadelta, RMSProp = AdamaxOptimizer, AdadeltaOptimizer, RMSPropOptimizer

__all__ = [
    "SGD", "Adadelta", "AdadeltaOptimizer", "Adagrad", "AdagradOptimizer", "Adam", "AdamOptimizer", "Adamax",
    "AdamaxOptimizer", "Momentum", "MomentumOptimizer", "RMSProp", "RMSPropOptimizer", "SGDOptimizer",
]  # fmt: skip
