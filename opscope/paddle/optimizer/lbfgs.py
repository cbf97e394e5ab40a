"""L-BFGS: a quasi-Newton method that estimates the Hessian from the last gradients."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Any, NoReturn

import numpy as np

from opscope.core import place as places
from opscope.core.source import site
from opscope.core.state import mode
from opscope.eager.tape import grad_recording
from opscope.eager.tensor import Tensor
from opscope.errors import ModeError, RunError, UnsupportedError, UsageError
from opscope.paddle.optimizer.line_search import Point, strong_wolfe
from opscope.paddle.optimizer.optimizer import Optimizer

_CURVATURE = 1e-10  # pairs whose product is smaller say nothing of the Hessian


class LBFGS(Optimizer):
    """L-BFGS: `step(closure)` makes up to max_iter iterations; closure computes the gradients, and returns the loss.

    learning_rate is the length of a step. With line_search_fn='strong_wolfe', it is the first length that the search
    tries. max_eval (None: max_iter * 5 / 4) limits the calls of closure. tolerance_grad and tolerance_change end the
    search.
    Raises UnsupportedError for weight_decay and grad_clip, which Paddle accepts and ignores.
    Source: Nocedal & Wright 2006, algorithm 7.5.
    """

    op_name = "sgd"  # of no use: parameters move along directions

    def __init__(
        self,
        learning_rate: float = 1.0,
        max_iter: int = 20,
        max_eval: int | None = None,
        tolerance_grad: float = 1e-7,
        tolerance_change: float = 1e-9,
        history_size: int = 100,
        line_search_fn: str | None = None,
        parameters: Any = None,
        weight_decay: Any = None,
        grad_clip: Any = None,
        name: str | None = None,
    ) -> None:
        if weight_decay is not None or grad_clip is not None:
            raise UnsupportedError(
                "LBFGS does not support weight_decay and grad_clip",
                site=site(),
                fix="leave both arguments out, and add the penalty to the loss",
            )
        if isinstance(parameters, Tensor):
            raise UsageError(
                "parameters of the optimizer should be an iterable of Tensors or dicts, but received a Tensor",
                site=site(),
            )
        super().__init__(learning_rate, parameters, None, None, name)
        self.max_iter = max_iter
        self.max_eval = max_iter * 5 // 4 if max_eval is None else max_eval
        self.tolerance_grad, self.tolerance_change = tolerance_grad, tolerance_change
        self.history_size, self.line_search_fn = history_size, line_search_fn
        self._memory: dict[str, Any] = {"func_evals": 0, "n_iter": 0}

    # --- between the parameters and one flat array ----------------------------------------------------

    def _flat(self) -> Any:
        """Return the gradients of all parameters, concatenated."""
        xp: Any = places.common_array_module([p._value for p in self._all])
        return xp.concatenate(
            [
                xp.zeros(p._value.size, p._value.dtype) if p.grad is None else p.grad._value.reshape(-1)
                for p in self._all
            ]
        )

    @property
    def _all(self) -> list[Any]:
        if not (found := self.parameters):
            raise ModeError(
                "in dygraph mode, the argument parameters of an optimizer must not be None.", site=site(),
                fix="pass parameters=model.parameters()",
            )  # fmt: skip
        return [p for p in found if not p.stop_gradient]

    def _move(self, start: list[Any], direction: Any, t: float) -> None:
        """Set each parameter to its start plus t times its part of the direction."""
        at = 0
        for parameter, value in zip(self._all, start, strict=True):
            part = direction[at : at + value.size].reshape(value.shape)
            parameter._write((value + part * value.dtype.type(t)).astype(value.dtype))
            at += value.size

    # --- steps ----------------------------------------------------------------------------------------

    def step(self, closure: Callable[[], Any] | None = None) -> Any:
        """Make up to max_iter iterations, and return the first loss of closure.

        Raises UsageError (a TypeError) without a closure, and RunError for another line search.
        """
        if closure is None:
            raise UsageError("LBFGS.step() needs a closure, which computes the loss", site=site())
        if self.line_search_fn not in (None, "strong_wolfe"):
            raise RunError("line_search_fn must be None or 'strong_wolfe'", site=site())
        if mode.static:
            raise ModeError("LBFGS works only in dygraph mode", site=site(), fix="call paddle.disable_static()")
        first = self._evaluated(closure)
        here = Point(0.0, float(first.item()), self._flat(), 0.0)
        evals = 1
        for iteration in range(1, self.max_iter + 1):
            if _largest(here.grad) <= self.tolerance_grad:
                break
            self._memory["n_iter"] += 1
            direction = self._direction(here.grad)
            here = here._replace(t=0.0, slope=float(here.grad @ direction))
            if here.slope > -self.tolerance_change:
                break
            last = iteration == self.max_iter
            new, more = self._advance(closure, here, direction, self._length(here.grad), last)
            self._memory.update(direction=direction, t=new.t, grad=here.grad)
            evals += more
            change, here = abs(new.loss - here.loss), new
            if evals >= self.max_eval or _largest(direction) * new.t <= self.tolerance_change:
                break
            if change < self.tolerance_change and not last:
                break
        self._memory["func_evals"] += evals
        return first

    def _evaluated(self, closure: Callable[[], Any]) -> Any:
        with grad_recording(True):
            return closure()

    def _length(self, grad: Any) -> float:
        rate = float(self.get_lr())
        return min(1.0, 1.0 / float(abs(grad).sum())) * rate if self._memory["n_iter"] == 1 else rate

    def _advance(
        self, closure: Callable[[], Any], here: Point, direction: Any, t: float, last: bool
    ) -> tuple[Point, int]:
        """Return the new values of the parameters, and the calls of closure.

        The gradient after the last iteration is not computed, because it would not be used.
        """
        start = [p._value.copy() for p in self._all]

        def at(t: float) -> Point:
            self._move(start, direction, t)
            loss = float(self._evaluated(closure).item())
            grad = self._flat()
            return Point(t, loss, grad, float(grad @ direction))

        if self.line_search_fn is None:
            if not last:
                return at(t), 1
            self._move(start, direction, t)
            return here._replace(t=t), 0
        found, calls = strong_wolfe(at, here, t, _largest(direction), self.tolerance_change)
        self._move(start, direction, found.t)
        return found, calls

    def _direction(self, grad: Any) -> Any:
        """Return the descent direction, from an estimate of the Hessian by the last steps."""
        known = self._memory
        if known["n_iter"] == 1:
            known.update(pairs=[], scale=1.0)
            return -grad
        y, s = grad - known["grad"], known["direction"] * known["direction"].dtype.type(known["t"])
        product = float(y @ s)
        if product > _CURVATURE:
            known["pairs"] = [*known["pairs"], (s, y, 1.0 / product)][-self.history_size :]
            known["scale"] = product / float(y @ y)
        q, factors = -grad, []
        for s, y, inverse in reversed(known["pairs"]):
            factors.append(float(s @ q) * inverse)
            q = q - y * q.dtype.type(factors[-1])
        q = q * q.dtype.type(known["scale"])
        for (s, y, inverse), factor in zip(known["pairs"], reversed(factors), strict=True):
            q = q + s * q.dtype.type(factor - float(y @ q) * inverse)
        return q

    # --- what stands in other optimizers ----------------------------------------------------------------

    def minimize(
        self, loss: Any, startup_program: Any = None, parameters: Any = None, no_grad_set: Any = None
    ) -> NoReturn:
        """Raise an error, as in Paddle."""
        _only_steps()

    def state_dict(self) -> dict[str, Any]:
        """Return {"state": the memory of the last steps} as copies in NumPy arrays and numbers."""
        return {"state": {k: _kept(v) for k, v in self._memory.items()}}

    def set_state_dict(self, state_dict: Mapping[str, Any]) -> None:
        """Restore the state that `state_dict` returned."""
        place = places.place_of(self._all[0]._value)
        self._memory = {k: _kept(v, place) for k, v in state_dict["state"].items()}

    set_dict = set_state_dict


def _only_steps() -> NoReturn:
    raise UnsupportedError(
        "LBFGS does not support minimize(), because it computes the loss several times in each step.",
        site=site(), fix="call optimizer.step(closure)",
    )  # fmt: skip


def _largest(x: Any) -> float:
    value = float(abs(x).max()) if x.size else 0.0
    return math.inf if math.isnan(value) else value


def _kept(value: Any, place: places.Place = places.CPU) -> Any:
    """Return a copy of a value: a NumPy array or a number."""
    if isinstance(value, list):
        return [tuple(_kept(part, place) for part in pair) for pair in value]
    return value if isinstance(value, int | float) else places.to_device(np.array(places.to_host(value)), place)
