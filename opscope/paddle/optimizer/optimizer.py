"""Optimizer: base class that applies gradients to parameters, in programs and in dygraph, with one op per step."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

import numpy as np

from opscope.core.source import site
from opscope.core.state import mode, names
from opscope.eager.optimizers.living_optimizers import note_optimizer
from opscope.eager.optimizers.optimizer_steps import optimizer_step
from opscope.eager.selected_rows_tensor import SelectedRowsTensor
from opscope.eager.tensor import Tensor
from opscope.errors import ModeError, ShapeError, UnsupportedError
from opscope.ir.gradients.backward import append_backward
from opscope.ir.op_roles import OPTIMIZE
from opscope.ir.program.context import defaults
from opscope.ir.program.program import Operator, Program, Variable
from opscope.ops.attr_values import known_number
from opscope.ops.registry import REGISTRY, Op
from opscope.paddle.gradient_rows import rows_of
from opscope.paddle.optimizer import state
from opscope.paddle.optimizer.groups import Group, as_clip, grouped, key_of
from opscope.paddle.optimizer.homes import Eager, Home, InProgram, Kept, State
from opscope.paddle.optimizer.lr import LRScheduler
from opscope.paddle.optimizer.rate import Paced
from opscope.paddle.optimizer.step_kernels import StepKernels
from opscope.paddle.regularizer import as_regularizer

Pairs = list[tuple[Any, Any]]


class Optimizer(Paced):
    """Base of all optimizers. A subclass names its op, its options and its state per parameter.

    `learning_rate` is a number or a schedule. `parameters` (in dygraph) is a list of parameters or groups. A group is a
    dict with "params" and other settings, in which learning_rate is a factor. weight_decay is a number (L2Decay) or a
    regularizer, for parameters without a regularizer. The gradients of a group are clipped together.
    """

    op_name: ClassVar[str]
    rows_op_name = ""  # the op of a step by a gradient as rows; without one a step takes the dense gradient
    rows_attrs: ClassVar[Mapping[str, Any]] = {}  # further attributes of the op for a gradient as rows made dense
    decoupled: ClassVar[bool] = False  # True where weight_decay is an option of the rule, not a part of the gradient

    def __init__(
        self,
        learning_rate: float | LRScheduler = 0.001,
        parameters: Any = None,
        weight_decay: Any = None,
        grad_clip: Any = None,
        name: str | None = None,
        *,
        options: Mapping[str, Any] | None = None,
        multi_precision: bool = False,
        rescale_grad: float = 1.0,
    ) -> None:
        super().__init__(learning_rate)
        owner = type(self).__name__
        decay = None if self.decoupled else as_regularizer(weight_decay, owner)
        numbers = {k: known_number(v, k) for k, v in (options or {}).items()}
        base = Group(None, 1.0, decay, as_clip(grad_clip, owner), numbers)
        self.checked(base.options)
        self._groups = grouped(owner, parameters, base, "" if self.decoupled else weight_decay)
        for group in self._groups:
            self.checked(group.options)
        self._base = base
        self.multi_precision = multi_precision  # of float16 parameters keep a float32 copy, and update that
        self._rescale = rescale_grad
        self._name = name
        self._kept: dict[Any, Kept] = {}
        self._kernels = StepKernels()
        note_optimizer(self, self.parameters or ())

    @property
    def type(self) -> str:
        """Paddle's type of the update operators, such as `momentum`."""
        return self.op_name

    # --- what a subclass says -----------------------------------------------------------------------

    @property
    def op(self) -> Op:
        """Return the op of a step: (param, grad, *state, learning_rate) -> (param_out, *state_out)."""
        return REGISTRY[self.op_name]

    def attrs(self, parameter: Any, options: Mapping[str, Any]) -> dict[str, Any]:
        """Return the op's attributes for a parameter."""
        return dict(options)

    def state(self, options: Mapping[str, Any]) -> list[State]:
        """Return the states that are stored for each parameter."""
        return []

    def checked(self, options: Mapping[str, Any]) -> None:
        """Raise an error for invalid options."""

    # --- gradients to parameters --------------------------------------------------------------------

    def minimize(
        self,
        loss: Any,
        startup_program: Program | None = None,
        parameters: Sequence[Any] | None = None,
        no_grad_set: Any = None,
    ) -> tuple[list[Operator], Pairs]:
        """Append backward and the updates to the loss's program; return (optimize operators, [(param, grad)]).

        In dygraph, make a step after loss.backward().
        """
        if not isinstance(loss, Tensor | Variable):
            raise ModeError("The loss should be a Tensor.", facts={"given": type(loss).__name__}, site=site())
        pairs = self.backward(loss, startup_program, parameters, no_grad_set)
        return self.apply_gradients(pairs, startup_program), pairs

    def backward(
        self,
        loss: Any,
        startup_program: Program | None = None,
        parameters: Sequence[Any] | None = None,
        no_grad_set: Any = None,
        callbacks: Sequence[Any] | None = None,
    ) -> Pairs:
        """Return [(param, grad)], the first half of minimize; in dygraph, the gradients from loss.backward().

        callbacks: as in append_backward.
        """
        chosen = list(parameters) if parameters is not None else self.parameters
        if isinstance(loss, Variable):
            _require_scalar(loss)
            return append_backward(loss, chosen, no_grad_set, callbacks)
        if callbacks is not None:
            raise UnsupportedError(
                "callbacks are supported only in static mode", site=site(), fix="leave callbacks out"
            )
        without = {p if isinstance(p, str) else p.name for p in no_grad_set or ()}
        return [p for p in self._gradients(chosen) if not without or p[0].name not in without]

    def apply_gradients(self, params_grads: Pairs, startup_program: Program | None = None) -> list[Operator]:
        """Apply these gradients to these parameters, the second half of minimize."""
        pairs = [pair for pair in params_grads if pair[1] is not None]
        if not pairs:
            return []
        if isinstance(pairs[0][0], Tensor):
            self._step(pairs)
            return []
        program = pairs[0][0].program
        startup = startup_program or defaults.startup
        home = InProgram(program, startup, self._rates, self._learning_rate, self.rate_shape)
        with program.within(role=OPTIMIZE):
            return self._updates(pairs, home)

    def step(self) -> None:
        """Update every parameter that has a gradient."""
        self._step(self._gradients(self.parameters))

    def _gradients(self, parameters: list[Any] | None) -> Pairs:
        if parameters is None:
            raise ModeError(
                "in dygraph mode, the argument parameters of an optimizer must not be None.", site=site(),
                fix="pass parameters=model.parameters()",
            )  # fmt: skip
        pairs = [(p, p.grad) for p in parameters if not p.stop_gradient and p.grad is not None]
        for parameter, grad in pairs:
            shape = tuple(grad.shape) if type(grad) is SelectedRowsTensor else grad._value.shape
            if shape != parameter._value.shape:  # set by hand: NumPy would stretch it
                raise ShapeError(
                    f"the gradient of {parameter.name} must have the shape of the parameter",
                    facts={parameter.name: parameter.shape, "grad": grad.shape}, site=site(),
                    fix="set grad to a tensor of the parameter's shape",
                )  # fmt: skip
        return pairs

    def _step(self, pairs: Pairs) -> None:
        # steps are not part of what mixed precision is for
        with mode.block(cast=None, grad=False), optimizer_step(self.parameters or ()):
            if not self._kernels.begin_step():
                self._updates(pairs, Eager(self.get_lr()))
                return
            try:
                self._updates(pairs, Eager(self.get_lr(), self._kernels))
            finally:
                self._kernels.end_step()

    def _updates(self, pairs: Pairs, home: Home) -> list[Any]:
        """Clip, decay and update, with the settings of each parameter's group."""
        of = {key_of(p): g for g in self._groups for p in g.parameters or ()}
        groups = [of.get(key_of(p), self._base) for p, _ in pairs]
        pairs = list(pairs)
        chosen_groups = list({id(g): g for g in groups}.values())
        for group in chosen_groups:  # the norm of a group is its own, as in Paddle
            if group.clip is None:
                continue
            chosen = [i for i, g in enumerate(groups) if g is group]
            for i, pair in zip(chosen, group.clip([pairs[i] for i in chosen]), strict=True):
                pairs[i] = pair
        if self._rescale != 1.0:
            pairs = [(p, REGISTRY["scale"](grad, scale=self._rescale)) for p, grad in pairs]
        # all penalties before all updates: a parameter may be listed twice
        if len(chosen_groups) == 1:
            pairs = self.append_regularization_ops(pairs, groups[0].decay)
        else:
            pairs = [self.append_regularization_ops([p], g.decay)[0] for p, g in zip(pairs, groups, strict=True)]
        made: list[Any] = []
        for group, (parameter, grad) in zip(groups, pairs, strict=True):
            kept = self._kept_of(home, parameter, group)
            own = getattr(parameter, "optimize_attr", {}).get("learning_rate", 1.0)
            rate = home.rate(parameter, group.rate * own)
            if isinstance(rate, Variable) and rate.op is not None:  # a factor of its own, of which Paddle tells too
                made.append(rate.op)
            attrs = self.attrs(parameter, group.options)
            rows = None if type(grad) is Tensor or kept.master is not None else rows_of(grad)
            if rows is None or not self.rows_op_name:
                attrs.update({} if rows is None else self.rows_attrs)
                made.append(home.update(self.op, kept, (grad,), rate, attrs))
            else:
                op = REGISTRY[self.rows_op_name]
                made.append(home.update(op, kept, (rows.rows, rows.values), rate, attrs, grad.name, self.type))
        return made

    def append_regularization_ops(self, parameters_and_grads: Pairs, regularization: Any = None) -> Pairs:
        """Return the gradients plus penalties: the penalty of the parameter, or else `regularization`."""
        made: Pairs = []
        owner = type(self).__name__
        default = as_regularizer(regularization, owner)
        for parameter, grad in parameters_and_grads:
            own = getattr(parameter, "regularizer", None)
            penalty = default if own is None else as_regularizer(own, owner) or default
            if grad is not None and penalty is not None:
                grad = REGISTRY["add_n"]([grad, penalty.penalty(parameter)])
            made.append((parameter, grad))
        return made

    def _kept_of(self, home: Home, parameter: Any, group: Group) -> Kept:
        key = home.id, key_of(parameter)
        found = self._kept.get(key)
        if found is None:
            master, dtype = None, parameter.dtype.dtype
            if self.multi_precision and parameter.dtype.name == "float16":
                master, dtype = home.master(names(f"{parameter.name}_fp32_master"), parameter), np.dtype("float32")
            called = self._names(parameter, group)
            values = [home.value(names(n), parameter, s, dtype) for n, s in called.items()]
            found = self._kept[key] = Kept(parameter, tuple(values), master)
        return found

    def _names(self, parameter: Any, group: Group) -> dict[str, State]:
        """Return the names of the state of a parameter, without the number that makes a name unique."""
        prefix = f"{parameter.name}_{self._name}_" if self._name else f"{parameter.name}_"
        return {prefix + s.suffix: s for s in self.state(group.options)}

    # --- parameters and state -----------------------------------------------------------------------

    @property
    def parameters(self) -> list[Any] | None:
        """Parameters of all groups; None if none were given."""
        given = [p for g in self._groups for p in g.parameters or ()]
        return None if self._groups[0].parameters is None else given

    @property
    def _parameter_list(self) -> list[Any] | None:  # programs read it, and _grad_clip, though it is no one's promise
        return self.parameters

    @property
    def _grad_clip(self) -> Any:
        return self._base.clip

    @property
    def _accumulators(self) -> dict[str, dict[str, Any]]:
        """Return the state, by kind (`moment1`) and the parameter's name."""
        of = {key_of(p): g for g in self._groups for p in g.parameters or ()}
        made: dict[str, dict[str, Any]] = {}
        for (_, key), kept in self._kept.items():
            states = self.state(of.get(key, self._base).options)
            for state_, value in zip(states, kept.values, strict=True):
                made.setdefault(state_.suffix, {})[kept.parameter.name] = value
        return made

    def clear_grad(self, set_to_zero: bool = True) -> None:
        """Set the gradients of all parameters to 0; with set_to_zero=False, delete them."""
        for parameter in self.parameters or []:
            parameter.clear_gradient(set_to_zero)

    clear_gradients = clear_grad

    def state_dict(self) -> dict[str, Any]:
        """Return the state by name (`linear_0.w_0_moment1_0`), and "LR_Scheduler" and "master_weights" if they exist.

        In dygraph, the values are the Tensors themselves; in programs, they are copies from the global scope.
        """
        schedule = self._learning_rate
        found = state.read(self._kept.values())
        return {**found, "LR_Scheduler": schedule.state_dict()} if isinstance(schedule, LRScheduler) else found

    def set_state_dict(self, state_dict: Mapping[str, Any]) -> None:
        """Restore the state that `state_dict` returned, also in another process with the same parameter names.

        Raises NotFound if a parameter's state is not complete, and ArgumentError for values of other shapes. Warns of
        values that belong to no parameter.
        """
        if isinstance(self._learning_rate, LRScheduler) and "LR_Scheduler" in state_dict:
            self._learning_rate.set_state_dict(state_dict["LR_Scheduler"])
        given = state.Given(state_dict)
        for group in self._groups:
            for parameter in group.parameters or ():
                if isinstance(parameter, Tensor) and given.has(self._names(parameter, group)):
                    self._kept_of(Eager(0.0), parameter, group)
        for kept in self._kept.values():
            given.write(kept)
        given.warn_of_rest(type(self).__name__)

    set_dict = set_state_dict


def _require_scalar(loss: Variable) -> None:
    """Raise ModeError (an AssertionError, as in Paddle) for a loss that is not a scalar."""
    if math.prod(loss.shape) != 1:  # an unknown dim is -1
        raise ModeError(
            f"The loss must have exactly one element, but its shape is {tuple(loss.shape)}.",
            facts={loss.name: loss.spec}, site=site(), fix="minimize paddle.mean(loss)",
        )  # fmt: skip
