"""GradientMergeOptimizer: adds the gradients of several runs before an update."""

from __future__ import annotations

from typing import Any

from opscope.core.source import site
from opscope.core.state import mode
from opscope.errors import ModeError
from opscope.ir.control_flow.cond import cond
from opscope.ir.gradients.backward import Pairs
from opscope.ir.op_roles import BACKWARD
from opscope.ir.program.context import append_fill, create_global_var, defaults
from opscope.ir.program.program import Operator, Program, Variable
from opscope.ops.registry import REGISTRY
from opscope.paddle.optimizer.around import Around, check_loss


class GradientMergeOptimizer(Around):
    """Optimizer that updates in every k_steps-th run, with the sum of k_steps gradients (avg: their mean).

    Raises ModeError in dygraph, without an optimizer, or for a k_steps that is not a positive integer.
    Source: https://github.com/PaddlePaddle/Paddle/blob/v2.6.2/python/paddle/incubate/optimizer/gradient_merge.py
    """

    def __init__(self, inner_optimizer: Any, k_steps: int = 1, avg: bool = True) -> None:
        if not mode.static:
            raise ModeError(
                "GradientMergeOptimizer is not supported in dygraph mode. There, call forward and backward k "
                "times, and then optimizer.minimize() once.", site=site(),
            )  # fmt: skip
        if inner_optimizer is None:
            raise ModeError("inner_optimizer must not be None", site=site())
        super().__init__(inner_optimizer)
        self._set_k_steps(k_steps)
        self.avg = avg

    @property
    def inner_optimizer(self) -> Any:
        """The wrapped optimizer."""
        return self._optimizer

    def _set_k_steps(self, k_steps: int) -> None:
        if not isinstance(k_steps, int) or isinstance(k_steps, bool) or k_steps <= 0:
            raise ModeError("k_steps should be a positive integer", facts={"k_steps": k_steps}, site=site())
        self.k_steps = k_steps

    def _set_avg(self, avg: bool) -> None:
        self.avg = avg

    def backward(
        self,
        loss: Variable,
        startup_program: Program | None = None,
        parameter_list: None = None,
        no_grad_set: None = None,
        callbacks: Any = None,
    ) -> Pairs:
        """Call the inner optimizer's backward. Raises ModeError for parameter_list and no_grad_set, as Paddle."""
        check_loss(loss)
        for name, value in (("parameter_list", parameter_list), ("no_grad_set", no_grad_set)):
            if value is not None:
                raise ModeError(f"The {name} should be None when using GradientMergeOptimizer", site=site())
        return self._optimizer.backward(loss, startup_program=startup_program, callbacks=callbacks)

    def apply_gradients(self, params_grads: Pairs) -> list[Operator]:
        """Append the addition of gradients, and the update of every k_steps-th run."""
        program, startup = defaults.main, defaults.startup
        made: list[Operator] = []
        with program._optimized_guard([]):
            due = self._due(program)
            merged = [(p, self._added(program, startup, p, g)) for p, g in params_grads]

            def update() -> None:
                made.extend(self._update(program, merged))

            cond(due, update, None)
        for parameter, _ in merged:
            parameter.op = None  # a parameter is a leaf, whoever updates it
        return made

    def _due(self, program: Program) -> Variable:
        """Return a Variable: True in every k_steps-th run."""
        block = program.global_block()
        counts = {"k": self.k_steps, "zero": 0, "step": 0}
        k, zero, step = (
            create_global_var([1], value, "int32", persistable=True, name=f"gradient_merge_{name}")
            for name, value in counts.items()
        )
        due = block.create_var("gradient_merge_cond", [1], "bool", stop_gradient=True)
        block.append(REGISTRY["increment"], [step], {"value": 1.0}, outputs=[step], specs=[step.spec])
        block.append(REGISTRY["remainder"], [step, k], {}, outputs=[step], specs=[step.spec])
        block.append(REGISTRY["equal"], [step, zero], {}, outputs=[due], specs=[due.spec])
        return due

    def _added(self, program: Program, startup: Program, parameter: Variable, grad: Variable) -> Variable:
        name = f"{parameter.name}@GRAD@GradientMerge"
        blocks = program.global_block(), startup.global_block()
        total, start = (
            b.create_var(name, parameter.shape, parameter.dtype, stop_gradient=True, persistable=True) for b in blocks
        )
        append_fill(start, startup.global_block(), 0.0)
        adding = blocks[0].append(REGISTRY["add"], [grad, total], {}, outputs=[total], specs=[total.spec])
        adding.role, adding.role_var = BACKWARD, [parameter.name, name]
        return total

    def _update(self, program: Program, merged: Pairs) -> list[Operator]:
        block = program.current_block()
        if self.avg:
            for _, total in merged:
                block.append(
                    REGISTRY["scale"], [total], {"scale": 1.0 / self.k_steps}, outputs=[total], specs=[total.spec]
                )
        made = self._optimizer.apply_gradients(merged)
        for _, total in merged:
            append_fill(total, block, 0.0)
        return made
