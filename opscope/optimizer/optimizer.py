"""Optimizer: gradients to parameters, in programs and in dygraph, with one op a step."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

import numpy as np

from opscope.core.source import site
from opscope.core.state import names
from opscope.eager.tensor import Tensor
from opscope.errors import ModeError, UnsupportedError, UsageError
from opscope.ir.backward import append_backward
from opscope.ir.context import create_global_var, defaults, fill
from opscope.ir.program import OPTIMIZE, Block, Operator, Parameter, Program, Variable
from opscope.ops.registry import REGISTRY, Op
from opscope.runtime.scope import global_scope

Pairs = list[tuple[Any, Any]]


class Optimizer:
    """Base of all optimizers. A subclass names its op, its attributes and its state.

    `state` lists (suffix, start value, scalar): one persistable value per parameter, in the shape of the
    parameter, or of one element if scalar.
    """

    op_name: ClassVar[str]

    def __init__(
        self,
        learning_rate: float = 0.001,
        parameters: Sequence[Any] | None = None,
        weight_decay: float | None = None,
        grad_clip: None = None,
        name: str | None = None,
    ) -> None:
        if not isinstance(learning_rate, int | float):
            raise UsageError(
                f"learning rate should be float or LRScheduler, got {type(learning_rate)} here", site=site(),
                fix="pass a number",
            )  # fmt: skip
        if weight_decay is not None and not isinstance(weight_decay, int | float):
            raise UnsupportedError(
                f"{type(self).__name__} does not support weight_decay={weight_decay!r}", fix="pass a number"
            )
        if grad_clip is not None:
            raise UnsupportedError(f"{type(self).__name__} does not support grad_clip", fix="leave grad_clip out")
        self._weight_decay = float(weight_decay or 0.0)
        self._learning_rate = float(learning_rate)
        self._parameters = None if parameters is None else list(parameters)
        self._rates: dict[int, Variable] = {}
        self._values: dict[int, list[Any]] = {}

    @property
    def op(self) -> Op:
        """The op of one step: (param, grad, *state, learning_rate) -> (param_out, *state_out)."""
        return REGISTRY[self.op_name]

    def attrs(self) -> dict[str, Any]:
        """The op's attributes."""
        return {}

    def state(self) -> list[tuple[str, float, bool]]:
        """(suffix, start value, scalar) of each value kept per parameter."""
        return []

    def get_lr(self) -> float:
        """The learning rate."""
        return self._learning_rate

    def set_lr(self, value: float) -> None:
        """Change the learning rate: of dygraph steps from now on, of programs in the global scope too."""
        self._learning_rate = float(value)
        for variable in self._rates.values():
            found = global_scope().find_var(variable.name)
            if found is not None:
                found.get_tensor().set(np.array([value], dtype=variable.dtype.dtype))

    # --- programs -----------------------------------------------------------------------------------

    def minimize(
        self,
        loss: Any,
        startup_program: Program | None = None,
        parameters: Sequence[Any] | None = None,
        no_grad_set: Any = None,
    ) -> tuple[list[Operator], Pairs]:
        """Append backward and the updates to the loss's program; returns (optimize operators, [(param, grad)]).

        In dygraph, after loss.backward(), one step.
        """
        if isinstance(loss, Tensor):
            self.step()
            return [], [(p, p.grad) for p in self._parameters or []]
        if not isinstance(loss, Variable):
            raise ModeError("The loss should be an Tensor.", facts={"given": type(loss).__name__}, site=site())
        pairs = self.backward(loss, startup_program, parameters, no_grad_set)
        return self.apply_gradients(pairs, startup_program), pairs

    def backward(
        self,
        loss: Variable,
        startup_program: Program | None = None,
        parameters: Sequence[Any] | None = None,
        no_grad_set: Any = None,
    ) -> Pairs:
        """The first half of minimize: [(param, grad)]."""
        return append_backward(loss, parameters or self._parameters, no_grad_set)

    def apply_gradients(self, params_grads: Pairs, startup_program: Program | None = None) -> list[Operator]:
        """The second half of minimize: append the updates."""
        if not params_grads:
            return []
        program = params_grads[0][0].program
        startup = startup_program or defaults.startup
        block = program.global_block()
        kept, program.role = program.role, OPTIMIZE
        try:
            return [self._append(block, startup, p, g) for p, g in params_grads]
        finally:
            program.role = kept

    def _append(self, block: Block, startup: Program, parameter: Parameter, grad: Variable) -> Operator:
        rate = self._rate(block.program, parameter, startup)
        kept = [
            _persistable(block, startup, parameter, suffix, value, scalar) for suffix, value, scalar in self.state()
        ]
        scale = parameter.optimize_attr["learning_rate"]
        if scale != 1.0:
            rate = block.append(REGISTRY["scale"], [rate], {"scale": scale}).result()
        outs = [parameter, *kept]
        used = grad
        if self._weight_decay:
            decay = block.append(REGISTRY["scale"], [parameter], {"scale": self._weight_decay}).result()
            used = block.append(REGISTRY["add_n"], [grad, decay], {}).result()
        made = block.append(
            self.op, [parameter, used, *kept, rate], self.attrs(), outputs=outs, specs=[v.spec for v in outs]
        )
        parameter.op = None  # a parameter is a leaf, whoever updates it
        made.role_var = [parameter.name, grad.name]
        return made

    def _rate(self, program: Program, parameter: Parameter, startup: Program) -> Variable:
        found = self._rates.get(program.id)
        if found is None:
            kept = defaults.main, defaults.startup
            defaults.main, defaults.startup = program, startup
            try:
                found = create_global_var(
                    [1], self._learning_rate, parameter.dtype, persistable=True, name=names("learning_rate")
                )
            finally:
                defaults.main, defaults.startup = kept
            self._rates[program.id] = found
        return found

    # --- dygraph ------------------------------------------------------------------------------------

    def step(self) -> None:
        """Update every parameter that has a gradient."""
        if self._parameters is None:
            raise ModeError(
                "parameters argument given to the Optimizer should not be None in dygraph mode.", site=site(),
                fix="pass parameters=model.parameters()",
            )  # fmt: skip
        for parameter in self._parameters:
            if parameter.stop_gradient or parameter.grad is None:
                continue
            value, grad = parameter._value, parameter.grad._value
            if self._weight_decay:
                grad = grad + value * value.dtype.type(self._weight_decay)
            kept = self._values.get(id(parameter))
            if kept is None:
                kept = [value.ravel()[:1] * 0 + v if scalar else value * 0 + v for _, v, scalar in self.state()]
            out = self.op.on((parameter, grad, *kept, self._learning_rate), self.attrs())
            out = [o._value for o in (out if isinstance(out, list) else [out])]
            parameter._write(out[0])
            self._values[id(parameter)] = out[1:]

    def clear_grad(self, set_to_zero: bool = True) -> None:
        """Zero the gradients of all parameters, or with False forget them."""
        for parameter in self._parameters or []:
            parameter.clear_gradient(set_to_zero)

    clear_gradients = clear_grad


def _persistable(
    block: Block, startup: Program, parameter: Parameter, suffix: str, value: float, scalar: bool
) -> Variable:
    """A value kept per parameter, with its start in the startup program: `fc_0.w_0_moment1_0`."""
    name = names(f"{parameter.name}_{suffix}")
    shape = (1,) if scalar else parameter.spec.shape
    made = block.create_var(name, shape, parameter.dtype, stop_gradient=True, persistable=True)
    target = startup.global_block()
    fill(target.create_var(name, shape, parameter.dtype, stop_gradient=True, persistable=True), target, value)
    return made
