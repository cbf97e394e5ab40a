"""ExponentialMovingAverage: averages of parameters over the runs, for evaluation."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from opscope.core.described import Described
from opscope.core.source import site
from opscope.core.state import mode, names
from opscope.errors import ModeError
from opscope.ir.program.context import create_global_var, default_main_program, name_scope, program_guard
from opscope.ir.program.program import Parameter, Program, Variable
from opscope.ops.registry import REGISTRY

COUNTER = "@EMA_STEP_COUNTER@"


class ExponentialMovingAverage(Described):
    """Averages of parameters: each run computes average = decay * average + (1 - decay) * parameter.

    `update` appends the averages to a program. `apply` sets the parameters to the averages, and back again after its
    block. The averages start at 0; `apply` corrects this start by a division by 1 - decay ** runs. With thres_steps, a
    Variable, decay is at most (1 + thres_steps) / (10 + thres_steps). Parameters whose ParamAttr has
    do_model_average=False are not averaged. Raises ModeError in dygraph.
    Source: https://www.paddlepaddle.org.cn/documentation/docs/en/api/paddle/static/ExponentialMovingAverage_en.html
    """

    def __init__(self, decay: float = 0.999, thres_steps: Variable | None = None, name: str | None = None) -> None:
        if not mode.static:
            raise ModeError("ExponentialMovingAverage works only in static mode.", site=site())
        self._decay, self._name = decay, name or ""
        main = default_main_program()
        with main._optimized_guard([]), name_scope("moving_average"):
            self._rate = self._scheduled(thres_steps)
            self._counter = create_global_var([1], 0, "int64", persistable=True, name=COUNTER)
            chosen = [p for p in main.global_block().all_parameters() if p.do_model_average]
            self._averages = [(p, self._average(p)) for p in chosen]
        self._kept = {p.name: names(f"{self._name}{p.name}.ema_tmp") for p, _ in self._averages}
        self.apply_program, self.restore_program = Program(), Program()
        with program_guard(self.apply_program, Program()):
            self._build_apply(self.apply_program.global_block())
        for parameter, _ in self._averages:
            block = self.restore_program.global_block()
            self._copy(block, self._keep(block, parameter), block._clone_variable(parameter))

    def _scheduled(self, steps: Variable | None) -> Variable:
        rate = create_global_var([1], self._decay, "float32", persistable=True, name="scheduled_ema_decay_rate")
        if steps is not None:
            count = REGISTRY["cast"](steps, dtype="float32")
            grown = (count + 1.0) / (count + 10.0)
            least = REGISTRY["minimum"](REGISTRY["full_like"](grown, fill_value=float(self._decay)), grown)
            self._copy(rate.block, REGISTRY["reshape"](least, shape=[1]), rate)
        return rate

    def _average(self, parameter: Parameter) -> Variable:
        name = names(f"{self._name}{parameter.name}_ema")
        return create_global_var(parameter.shape, 0.0, parameter.dtype, persistable=True, name=name)

    def _build_apply(self, block: Any) -> None:
        steps = REGISTRY["cast"](block._clone_variable(self._counter), dtype="float32")
        rate = block._clone_variable(self._rate)
        started = REGISTRY["cast"](steps > 0.0, dtype="float32")
        share = 1.0 - REGISTRY["elementwise_pow"](rate, steps) * started  # 1 before the first run: nothing to correct
        for parameter, average in self._averages:
            target, mean = block._clone_variable(parameter), block._clone_variable(average)
            self._copy(block, target, self._keep(block, parameter))
            self._copy(block, mean / REGISTRY["cast"](share, dtype=mean.dtype.name), target)

    def _keep(self, block: Any, parameter: Parameter) -> Variable:
        return block.create_var(
            self._kept[parameter.name], parameter.shape, parameter.dtype, stop_gradient=True, persistable=True
        )

    def _copy(self, block: Any, source: Variable, target: Variable) -> None:
        block.append(REGISTRY["assign"], [source], {}, outputs=[target], specs=[target.spec])

    def update(self) -> None:
        """Append the averaging to the trained program, after the updates of the optimizer."""
        main = self._rate.program
        block = main.global_block()
        with main._optimized_guard([]), program_guard(main), name_scope("moving_average"):
            counter = self._counter
            block.append(REGISTRY["increment"], [counter], {"value": 1.0}, outputs=[counter], specs=[counter.spec])
            for parameter, average in self._averages:
                rate = self._rate
                if parameter.dtype.name != "float32":
                    rate = REGISTRY["cast"](rate, dtype=parameter.dtype.name)
                with main._optimized_guard([parameter, average]):
                    self._copy(block, average * rate + parameter * (1.0 - rate), average)

    @contextmanager
    def apply(self, executor: Any, need_restore: bool = True) -> Iterator[None]:
        """Set the parameters to the averages in a `with` block; need_restore sets them back after the block."""
        executor.run(self.apply_program)
        try:
            yield
        finally:
            if need_restore:
                self.restore(executor)

    def restore(self, executor: Any) -> None:
        """Restore the parameter values that `apply` replaced."""
        executor.run(self.restore_program)
