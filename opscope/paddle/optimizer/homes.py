"""Storage of an optimizer's state: Tensors that are updated at once, or persistable variables of a program."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple, Protocol

from opscope.core import place as places
from opscope.core.state import mode, names
from opscope.eager.op_calls import is_observed
from opscope.eager.tensor import Tensor
from opscope.eager.watch import updated
from opscope.ir.program.context import append_fill, create_global_var, program_guard
from opscope.ir.program.program import Operator, Program, Variable
from opscope.ir.scheduled_variables import schedule
from opscope.ops.optimizer.row_steps import ROW_STEPS
from opscope.ops.registry import REGISTRY, Op
from opscope.paddle.converted_copies import converted_copy
from opscope.paddle.optimizer.lr import LRScheduler
from opscope.paddle.optimizer.step_kernels import StepKernels


class State(NamedTuple):
    """Value that is stored for each parameter: in its shape, or with one element if `scalar` is true."""

    suffix: str
    start: float = 0.0
    scalar: bool = False


class Kept(NamedTuple):
    """State of a parameter, in the order of the op's inputs; `master` is its float32 copy, if it has one."""

    parameter: Any
    values: tuple[Any, ...]
    master: Any


class Home(Protocol):
    """Interface of Eager and InProgram."""

    id: int

    def value(self, name: str, parameter: Any, state: State, dtype: Any) -> Any:
        """Return a stored value; create it with its initial value if necessary."""
        ...

    def master(self, name: str, parameter: Any) -> Any:
        """Return a copy of the parameter in float32."""
        ...

    def rate(self, parameter: Any, factor: float) -> Any:
        """Return the learning rate times `factor`."""
        ...

    def update(
        self, op: Op, kept: Kept, grads: tuple[Any, ...], rate: Any, attrs: dict[str, Any], grad: str = "",
        type: str = "",
    ) -> Any:  # fmt: skip
        """Update a parameter with its gradient, or with the rows and values of the gradient named `grad`.

        `type` is Paddle's type of the operator, if it differs from the op's type.
        """
        ...


class Eager:
    """Storage in Tensors; a step writes to the parameter's memory."""

    id = 0

    def __init__(self, rate: float, kernels: StepKernels | None = None) -> None:
        self._rate = rate
        self._kernels = kernels  # while kernels may make the steps

    def value(self, name: str, parameter: Any, state: State, dtype: Any) -> Tensor:
        xp: Any = places.array_module(parameter._value)
        return Tensor(xp.full((1,) if state.scalar else parameter._value.shape, state.start, dtype), name=name)

    def master(self, name: str, parameter: Any) -> Tensor:
        return converted_copy(parameter, "float32", name)

    def rate(self, parameter: Any, factor: float) -> Any:
        if factor == 1.0:
            return self._rate
        # as a program does it: in the precision of the parameter
        xp: Any = places.array_module(parameter._value)
        return REGISTRY["scale"](xp.asarray([self._rate], rate_dtype(parameter)), scale=factor)

    def update(
        self, op: Op, kept: Kept, grads: tuple[Any, ...], rate: Any, attrs: dict[str, Any], grad: str = "",
        type: str = "",
    ) -> None:  # fmt: skip
        target = kept.parameter if kept.master is None else kept.master
        if op.name in ROW_STEPS and _may_write_rows(target):
            _update_rows(op, target, grads, kept.values, rate, attrs)
            return
        kernels = self._kernels if kept.master is None and len(grads) == 1 else None  # of steps by a dense gradient
        if kernels is not None and kernels.update(op, target, kept.values, grads[0]._value, rate, attrs):
            return
        inputs = (target, *grads, *kept.values, rate)
        if kernels is not None and is_observed():
            made = updated(op, inputs, attrs, lambda: kernels.results(op, inputs, attrs))
        else:
            made = op.apply(inputs, attrs)
        first, *rest = made if isinstance(made, list) else [made]
        is_shown_as_state = op.outputs[0] == "param_out"  # the results of the op have the names of the states
        for value, new in zip(kept.values, rest, strict=True):
            if is_shown_as_state:
                value._take_result(new)
            else:
                value._take_array(new._value)
        target._write(first._value)
        if kept.master is not None:
            kept.parameter._write(first._value)


class InProgram:
    """Storage in persistable variables of a program; a startup program has their initial values."""

    def __init__(
        self,
        program: Program,
        startup: Program,
        rates: dict[int, Variable],
        rate: float | LRScheduler,
        shape: tuple[int, ...] = (),
    ) -> None:
        self.id = program.id
        self.program, self.startup = program, startup
        self._rates = rates  # the optimizer's, by program
        self._start, self._shape = rate, shape

    def value(self, name: str, parameter: Any, state: State, dtype: Any) -> Variable:
        shape = (1,) if state.scalar else parameter.spec.shape
        made, first = self._pair(name, shape, dtype)
        append_fill(first, self.startup.global_block(), state.start)
        return made

    def _pair(self, name: str, shape: Sequence[int | None], dtype: Any) -> tuple[Variable, Variable]:
        blocks = self.program.global_block(), self.startup.global_block()
        made, first = (b.create_var(name, shape, dtype, stop_gradient=True, persistable=True) for b in blocks)
        return made, first

    def master(self, name: str, parameter: Any) -> Variable:
        made, first = self._pair(name, parameter.spec.shape, "float32")
        block = self.startup.global_block()
        block.append(
            REGISTRY["cast"], [block.var_of(parameter.name)], {"dtype": "float32"}, outputs=[first], specs=[first.spec]
        )
        return made

    def rate(self, parameter: Any, factor: float) -> Variable:
        found = self._rates.get(self.id)
        if found is None:
            scheduler = self._start if isinstance(self._start, LRScheduler) else None
            start = scheduler() if scheduler else float(self._start)  # type: ignore[arg-type]
            with program_guard(self.program, self.startup):
                found = create_global_var(
                    self._shape, start, rate_dtype(parameter), persistable=True, name=names("learning_rate")
                )
            self._rates[self.id] = found
            if scheduler:
                schedule(self.program, found.name, scheduler)
        return found if factor == 1.0 else REGISTRY["scale"](found, scale=factor)

    def update(
        self, op: Op, kept: Kept, grads: tuple[Any, ...], rate: Any, attrs: dict[str, Any], grad: str = "",
        type: str = "",
    ) -> Operator:  # fmt: skip
        block, parameter = self.program.current_block(), kept.parameter
        device = grads[0].op.device if grads[0].op is not None else block.program.device
        target = parameter if kept.master is None else kept.master
        outs = [target, *kept.values]
        made = block.append(op, [target, *grads, *kept.values, rate], attrs, outputs=outs, specs=[v.spec for v in outs])
        made.device = device
        if type:
            made.type_override = type
        if kept.master is not None:
            attrs = {"dtype": parameter.dtype.name}
            block.append(REGISTRY["cast"], [target], attrs, outputs=[parameter], specs=[parameter.spec])
        parameter.op = None  # a parameter is a leaf, whoever updates it
        made.role_var = [parameter.name, grad or grads[0].name]
        return made


def _may_write_rows(target: Tensor) -> bool:
    """True if a step may write to the parameter's memory, because no watch is open and no function is traced."""
    return not is_observed() and mode.trace is None and getattr(target._value.flags, "writeable", True)


def _update_rows(
    op: Op, target: Tensor, grads: tuple[Any, ...], state: Sequence[Tensor], rate: Any, attrs: dict[str, Any]
) -> None:
    arrays = [target._value, *(g._value for g in grads), *(v._value for v in state)]
    xp: Any = places.array_module(target._value)
    ROW_STEPS[op.name](xp, *arrays, getattr(rate, "_value", rate), **attrs)
    for tensor in (target, *state):
        tensor._version[0] += 1


def rate_dtype(parameter: Any) -> str:
    """Return the dtype of the learning rate: float64 for float64 parameters, else float32."""
    return "float64" if parameter.dtype.name == "float64" else "float32"
